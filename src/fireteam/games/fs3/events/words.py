"""What dice are for, the reasons of modifiers, and the words of results. New ones go to the end of each list.

Every die that falls is logged with what it is for (FS3-25.1).
"""

from __future__ import annotations

from ....core.protocol.events import Reason

PURPOSES = (
    "initiative",
    "shuffle of ties",
    "attack",
    "defence",
    "hit location",
    "cover applies",
    "cover",
    "cover reduction",
    "armour",
    "armour reduction",
    "damage",
    "knockout",
    "First Aid",
    "occupant hurt",
    "wounds of an occupant",
    "location of a splinter",
    "shrapnel",
    "luck reroll",
    "choice of a target",
    "rating of an unknown",
    "ability",
)
(
    FOR_INITIATIVE,
    FOR_SHUFFLE,
    FOR_ATTACK,
    FOR_DEFENCE,
    FOR_LOCATION,
    FOR_COVER_CHANCE,
    FOR_COVER,
    FOR_COVER_CUT,
    FOR_ARMOUR,
    FOR_ARMOUR_CUT,
    FOR_DAMAGE,
    FOR_KNOCKOUT,
    FOR_FIRST_AID,
    FOR_OCCUPANT,
    FOR_OCCUPANT_WOUNDS,
    FOR_SPLINTER,
    FOR_SHRAPNEL,
    FOR_REROLL,
    FOR_TARGET,
    FOR_RATING,
    FOR_ABILITY,
) = range(len(PURPOSES))

PLAIN_REASONS = (
    Reason("ruling attribute", "FS3-2.7"),
    Reason("stance", "FS3-8.10"),
    Reason("wounds", "FS3-12.5"),
    Reason("wounds of the vehicle", "FS3-12.9"),
    Reason("luck", "FS3-17.11"),
    Reason("suppression", "FS3-16.5"),
    Reason("melee", "FS3-8.6"),
    Reason("accuracy", "FS3-8.6"),
    Reason("recoil", "FS3-14.4"),
    Reason("range", "FS3-8.13"),
    Reason("aim", "FS3-7.9"),
    Reason("dodge of the vehicle", "FS3-19.4"),
    Reason("organizer", "FS3-22.14", is_private=True),
    Reason("common knowledge", "FS3-2.16"),
    Reason("loosely related skill", "FS3-2.2"),
    Reason("difficulty", "FS3-2.3"),
    Reason("unhurried", "FS3-2.3"),
    Reason("Toughness", "FS3-13.2"),
    Reason("damage: the zone", "FS3-15.9"),
    Reason("damage: relief", "FS3-15.15"),
    Reason("task", "FS3-2.3"),
    Reason("damage: the location", "FS3-9.7"),
    Reason("damage: the weapon", "FS3-12.1"),
    Reason("damage: a weapon of another class", "FS3-8.17"),
    Reason("damage: organizer", "FS3-22.15", is_private=True),
)
(
    BY_RULING,
    BY_STANCE,
    BY_WOUNDS,
    BY_VEHICLE_WOUNDS,
    BY_LUCK,
    BY_SUPPRESSION,
    BY_MELEE,
    BY_ACCURACY,
    BY_RECOIL,
    BY_RANGE,
    BY_AIM,
    BY_DODGE,
    BY_ORGANIZER,
    BY_COMMON_KNOWLEDGE,
    BY_RELATION,
    BY_DIFFICULTY,
    BY_UNHURRIED,
    BY_TOUGHNESS,
    BY_ZONE,
    BY_RELIEF,
    BY_TASK,
    BY_LOCATION,
    BY_LETHALITY,
    BY_CLASS_MISMATCH,
    BY_ORGANIZERS_LETHALITY,
) = range(len(PLAIN_REASONS))
OF_ATTACK, OF_DEFENCE = len(PLAIN_REASONS), 2 * len(PLAIN_REASONS)  # added to a reason: whose roll it modifies
REASONS = (
    *PLAIN_REASONS,
    *(reason._replace(label=f"{roll}: {reason.label}") for roll in ("attack", "defence") for reason in PLAIN_REASONS),
)

RESULTS = (
    "Terrible Failure",
    "Bad Failure",
    "Failure",
    "Success",
    "Good Success",
    "Great Success",
)  # from -2 (FS3-2.10)

OUTCOMES = (
    "stopped",
    "Light wound",
    "Moderate wound",
    "Serious wound",
    "Critical wound",
    "a miss",
    "dodged",
    "a Near Miss",
)  # wounds as SEVERITIES
MISSED, DODGED, NEARLY_MISSED = range(5, 8)
ROLLS = ("", "attack", "defence", "initiative", "roll")  # that luck may be spent on (FS3-17.13)
