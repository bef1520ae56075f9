"""Tables: what does not change during a match, as the rules read it. Made from content by `setup.py`."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from ...content.options import switch, whole, words
from ...core.engine.record import Grid, Ints
from .terrain import CHARACTERS, Terrain

SIDE = CHARACTERS // 2  # characters of a side (GUN-3.13)
WEAPONS = 64  # firearms of all packs
CARRIED = 2  # firearms of a character (GUN-3.5)
MARKERS = 8  # objectives of a scenario

Level = Literal["Impossible", "Extreme", "Hard", "Moderate", "Easy", "Trivial", "Automatic"]  # GUN-16.1
LEVELS = get_args(Level)
IMPOSSIBLE, EXTREME, HARD, MODERATE, EASY, TRIVIAL, AUTOMATIC = range(len(LEVELS))
BASES = ("Easy", "Moderate", "Hard")  # of `toughness_base`
STEPS = ("0.25", "0.5", "1.0")  # of `step`

Class = Literal["pistol", "rifle", "bolt", "shotgun", "carbine", "smg"]  # GUN-3.11
CLASSES = get_args(Class)
PISTOL, RIFLE, BOLT, SHOTGUN, CARBINE, SMG = range(len(CLASSES))

Weight = Literal["light", "medium", "heavy"]  # GUN-20.1
WEIGHTS = get_args(Weight)
LIGHT, MEDIUM, HEAVY = range(len(WEIGHTS))

Requirement = Literal["none", "braced_if_weak", "strong_or_braced"]  # GUN-20.2, GUN-20.3
REQUIREMENTS = get_args(Requirement)
NOTHING, BRACED_IF_WEAK, STRONG_OR_BRACED = range(len(REQUIREMENTS))

RESTRICTED = 0  # a rate of fire of R (GUN-20.5)

Melee = Literal["unarmed", "blade", "heavy_blade"]  # GUN-3.12
MELEES = get_args(Melee)
UNARMED, BLADE, HEAVY_BLADE = range(len(MELEES))

Trait = Literal[  # section 15
    "Fast",
    "Slow",
    "Strong",
    "Weak",
    "Tough",
    "Frail",
    "Hardened",
    "Timid",
    "Marksman",
    "PoorShot",
    "Sniper",
    "Brawler",
    "Quick",
    "Leader",
    "Medic",
    "Scout",
]
TRAITS = get_args(Trait)
(
    FAST,
    SLOW,
    STRONG,
    WEAK,
    TOUGH,
    FRAIL,
    HARDENED,
    TIMID,
    MARKSMAN,
    POOR_SHOT,
    SNIPER,
    BRAWLER,
    QUICK,
    LEADER,
    MEDIC,
    SCOUT,
) = (1 << n for n in range(len(TRAITS)))

VictoryType = Literal["break", "hold", "extract", "assault"]  # section 23
VICTORIES = get_args(VictoryType)
BREAK, HOLD, EXTRACT, ASSAULT = range(len(VICTORIES))
Edge = Literal["south", "north", "west", "east"]
EDGES = get_args(Edge)
SOUTH, NORTH, WEST, EAST = range(len(EDGES))

FIXED, ALTERNATE = range(2)  # deployment


class Options:
    """The modules and parameters of section 1 (GUN-1.2, GUN-1.3, GUN-1.8); words as numbers in the order above."""

    activations: int = switch("activation rolls instead of strict alternation (GUN-11.1)")
    flinch: int = switch("Flinch markers and tests (GUN-12.1)")
    overwatch: int = switch("an Overwatch phase, and reactions (GUN-13.1)")
    weapon_speed: int = switch("the weapon in hand modifies Activation tests (GUN-14.1)")
    traits: int = switch("traits count (GUN-15.1)")
    extra_difficulties: int = switch("the levels Extreme and Trivial (GUN-16.1)")
    extra_damage: int = switch("a hit gives as many wounds as the weapon's damage rating (GUN-17.1)")
    extra_toughness: int = switch("one wound less for who stays Up (GUN-18.1)")
    solid_hits: int = switch("Glancing and Solid hits (GUN-19.1)")
    weapon_charts: int = switch("light, medium and heavy weapons (GUN-20.1)")
    toughness_base: int = words(*BASES, meaning="the base level of a Toughness test (GUN-9.4)")
    brace_modifier: int = whole(0, 3, "dice modifier of a braced shooter (GUN-8.13)")
    moved_modifier: int = whole(-3, 0, "dice modifier of a shooter who has moved (GUN-8.14)")
    ran_modifier: int = whole(-3, 0, "dice modifier against a target that has run (GUN-8.15)")
    autofire_modifier: int = whole(-3, 0, "dice modifier of an autofire shot (GUN-20.11)")
    restricted_per_turn: int = whole(1, 2, "shooting actions a turn of a weapon with ROF R (GUN-20.5)")
    solid_bonus: int = whole(1, 3, "damage that a Solid hit adds (GUN-19.4)")
    speed_modifier: int = whole(0, 3, "size of the weapon speed modifier (GUN-14.2)")
    wounds_modify_activation: int = switch("wounds modify Activation tests without flinch too (GUN-11.12)")
    step: int = words(*STEPS, meaning="inches from one trigger point to the next (GUN-13.17)")
    aid: int = switch("Down friends can be helped up (GUN-7.46)")
    deployment: int = words("fixed", "alternate", meaning="how characters come to their places (GUN-5.6)")


class Constants:
    """The numbers of content/constants.yaml that rules read; lengths in hundredths of an inch."""

    die: int  # faces (GUN-2.2)
    levels: Annotated[Ints, 7]  # the number of each level; Impossible and Automatic have none (GUN-2.1, GUN-16.1)
    actions: int  # of an activation (GUN-6.8)
    speed: int  # GUN-3.4
    fast: int  # GUN-15.2
    slow: int  # GUN-15.3
    prone_range: int  # a prone target farther than this is harder to hit (GUN-8.6)
    gang: int  # the most that friends in contact add to a Fight (GUN-10.3)
    reach: int  # from a character's centre to an item (GUN-7.37)
    edge: int  # from a carrier's centre to the edge that it leaves by (GUN-23.7)
    overwatch_actions: int  # of a turn (GUN-13.29)
    min_chance: int  # of default orders, in percent (GUN-13.30)


class Bands:
    """The greatest distances of the range bands (GUN-8.1), in hundredths; 0: the weapon has no such band."""

    close: int
    effective: int
    extreme: int


class Weapon:
    """A firearm of the weapon charts (GUN-20.1)."""

    kind: int  # its class
    weight: int
    rof: int  # shots of autofire; 1: none; RESTRICTED
    bands: Bands
    damage: int
    requires: int
    reload_after_shot: int


class MeleeWeapon:
    """A melee weapon (GUN-3.12)."""

    damage: int
    strong: int  # requires Strong


class Member:
    """A character of a band (GUN-3.5). Side A has numbers 0 to 11, side B 12 to 23, each by rising id (GUN-22.6)."""

    id: int  # the number of its id; 0: nobody
    traits: int  # a sum of FAST, SLOW and so on, as listed
    n_weapons: int
    weapons: Annotated[Ints, CARRIED]
    melee: int
    x: int
    y: int
    posture: int


class Rectangle:
    """A closed rectangle, in hundredths."""

    x0: int
    y0: int
    x1: int
    y1: int


class Scenario:
    """What is played for (section 23)."""

    turns: int
    first_initiative: int  # the side plus one; 0: nobody's by right (GUN-6.4)
    victory: int
    break_at: Annotated[Ints, 2]
    radius: int
    from_turn: int
    vp_down: int
    vp_leader_down: int
    vp_marker: int
    vp_carry: int
    exit_edge: Annotated[Ints, 2]
    attacker: int
    zone: Rectangle  # of an assault
    zones: Annotated[list[Rectangle], 2]  # of deployment
    n_markers: int
    markers: Annotated[Grid, (MARKERS, 2)]
    n_items: int  # 0 or 1
    item_x: int
    item_y: int


class Tables:
    """A map, weapons, two bands and a scenario."""

    terrain: Terrain
    options: Options
    constants: Constants
    classes: Annotated[list[Bands], 6]  # range bands by class, without weapon charts (GUN-3.11)
    n_weapons: int
    weapons: Annotated[list[Weapon], WEAPONS]
    melees: Annotated[list[MeleeWeapon], 3]
    members: Annotated[list[Member], CHARACTERS]
    scenario: Scenario
