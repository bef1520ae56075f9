"""Why an order or another choice is unlawful: the codes of section 29, with their clauses and sentences.

Codes of content (E-CFG-..., E-CHART-..., E-CG-...) are problems of files and sheets, not of choices. Sight and range
bind when an order is carried out (FS3-7.3): `FIZZLES` are the reasons for which it may come to nothing then.
"""

from __future__ import annotations

from typing import TypeAlias

from ...core.protocol.field_kinds import Number, Thing, Unit, Word
from ...core.protocol.refusals import RefusalList
from .field_kinds import Metres
from .state import ROLES, STATUSES
from .terrain import LEGS

Answer: TypeAlias = tuple[int, int, int, int]
"""What a rule answers that judges a choice: a refusal's number, or LAWFUL, and the numbers for its sentence."""

REFUSALS = RefusalList(
    "FS3-6.17",
    status=Word(*STATUSES),
    role=Word(*ROLES),
    by=Unit(),
    who=Unit(),
    held=Thing("weapon"),
    cost=Metres(),
    limit=Metres(),
    **dict.fromkeys(("found", "least", "most"), Number()),
)
BAD_NOTATION = REFUSALS.declare("E-STATE", "FS3-6.17", "not an order: {reason}")
FIGHT_OVER = REFUSALS.declare("E-STATE", "FS3-21.2", "{slot} can do nothing any more: the fight is over")
WRONG_STATE = REFUSALS.declare("E-STATE", "FS3-6.17", "{slot} cannot {action} now: nobody is asked for that")
NOT_BEGUN = REFUSALS.declare("E-STATE", "FS3-6.17", "{slot} is asked for nothing yet: the fight has not begun")
NOT_HERE = REFUSALS.declare("E-STATE", "FS3-6.17", "{slot} is not in this fight and can do nothing in it")
NOT_ASKED = REFUSALS.declare("E-STATE", "FS3-6.17", "{slot} is not asked for anything now")
ALREADY_ORDERED = REFUSALS.declare("E-STATE", "FS3-6.17", "the order of {slot} is in already")
BAD_FORM = REFUSALS.declare("E-STATE", "FS3-6.15", "{slot}'s order has values that no order can have")
NOT_KNOCKED_OUT = REFUSALS.declare("E-STATE", "FS3-17.7", "{slot} is not knocked out: there is nothing to recover from")
NOT_HELD = REFUSALS.declare("E-STATE", "FS3-7.33", "{slot} is held by nobody: there is nothing to escape from")
NO_CAPTIVE = REFUSALS.declare("E-STATE", "FS3-7.35", "{slot} holds nobody: there is nobody to release")
NO_WINDOW = REFUSALS.declare("E-STATE", "FS3-17.13", "no roll waits for the luck of {slot}")
NOT_PERMITTED = REFUSALS.declare("E-PERM", "FS3-1.3", "{slot} may not {action}: the organizer and the Storyteller may")

OUT = REFUSALS.declare("E-KO", "FS3-7.2", "{slot} is {status} and cannot act; who is ready can")
HELD = REFUSALS.declare("E-SUBDUED", "FS3-7.25", "{slot} is held by {by} and cannot {action}; it can escape or pass")
NO_COMBATANT = REFUSALS.declare(
    "E-ROLE", "FS3-7.2", "{slot} is here as {role} and takes no action; soldiers, pilots and passengers do"
)

TARGET_UNKNOWN = REFUSALS.declare("E-TARGET", "FS3-7.3", "{slot} names a target that is not in this fight")
TARGET_ROLE = REFUSALS.declare(
    "E-TARGET", "FS3-6.29", "{who} is here as {role} and no target for {slot}; soldiers and pilots are"
)
TARGET_OUT = REFUSALS.declare("E-TARGET", "FS3-6.29", "{who} is {status} and no target for {slot}")
TARGET_FRIEND = REFUSALS.declare(
    "E-TARGET", "FS3-6.29", "{who} is of {slot}'s own team; an order says friendly=yes to attack it all the same"
)
TARGET_SELF = REFUSALS.declare("E-TARGET", "FS3-6.29", "{slot} cannot be its own target")
TARGET_ABOARD = REFUSALS.declare("E-TARGET", "FS3-7.26", "{who} is in a vehicle: {slot} can subdue soldiers only")
TARGET_CONSCIOUS = REFUSALS.declare(
    "E-TARGET", "FS3-7.39", "{who} is {status}: {slot} can rally player characters that are knocked out"
)
TARGET_NPC = REFUSALS.declare("E-TARGET", "FS3-7.39", "{who} is no player character: {slot} can rally those only")
PATIENT_GONE = REFUSALS.declare("E-TARGET", "FS3-7.46", "{who} is {status} and no patient for {slot}")
NO_MAP = REFUSALS.declare("E-TARGET", "FS3-15.3", "{slot} cannot name a point: this table has no map; list the victims")
HAS_MAP = REFUSALS.declare("E-TARGET", "FS3-15.3", "{slot} cannot list victims on a map; name a target or a point")
OFF_MAP = REFUSALS.declare("E-TARGET", "FS3-15.3", "{slot} cannot aim at a point outside the map")

TARGET_COUNT = REFUSALS.declare("E-TARGETS", "FS3-14.5", "{slot} names {found} targets; it may name {least} to {most}")
SUPPRESS_COUNT = REFUSALS.declare(
    "E-TARGETS", "FS3-7.17", "{slot} names {found} targets to suppress; with this weapon it may name {least} to {most}"
)
VICTIM_COUNT = REFUSALS.declare("E-TARGETS", "FS3-15.3", "{slot} lists {found} victims; it may list {least} to {most}")
TARGET_TWICE = REFUSALS.declare("E-TARGETS", "FS3-14.5", "{slot} names {who} twice")
HELD_BY_OTHER = REFUSALS.declare("E-ALREADY-SUBDUED", "FS3-7.26", "{who} is held by {by} already, not by {slot}")

TOO_FAR = REFUSALS.declare("E-RANGE", "FS3-7.3", "{slot} is {cost} away; {limit} are allowed")
NO_VEHICLE_CONTACT = REFUSALS.declare("E-RANGE", "FS3-19.21", "{slot} is not in contact with the vehicle")
NO_LOCATION = REFUSALS.declare("E-LOCATION", "FS3-7.7", "that location is not on the chart of {slot}'s target")
NO_OTHER_LOCATION = REFUSALS.declare(
    "E-LOCATION", "FS3-17.16", "{slot} can move the wound to another location of its own chart only"
)

WEAPON_UNKNOWN = REFUSALS.declare("E-WEAPON-TYPE", "FS3-6.15", "{slot} carries no such weapon to draw")
NO_WEAPON = REFUSALS.declare("E-WEAPON-TYPE", "FS3-7.2", "{slot} has no weapon in hand")
WEAPON_TYPE = REFUSALS.declare("E-WEAPON-TYPE", "FS3-7.4", "{slot} cannot {action} with {held}")
NO_MODE = REFUSALS.declare("E-MODE", "FS3-14.1", "{slot} cannot {action} so with {held}: it has no such fire mode")
NO_ROUNDS = REFUSALS.declare("E-AMMO", "FS3-7.5", "{slot} has {found} rounds in the weapon and needs {least}")
NO_RELOAD = REFUSALS.declare("E-RELOAD", "FS3-7.22", "{slot} cannot reload {held}")
NO_CLIP = REFUSALS.declare("E-RELOAD", "FS3-7.22", "{slot} has no spare clip for {held}")
WRONG_CLASS = REFUSALS.declare("E-CLASS", "FS3-8.17", "{slot} may not use {held} against {who}: another class")
NO_COVER = REFUSALS.declare(
    "E-COVER", "FS3-8.12", "{slot} is not near cover where it stands or where its path ends: no Cover stance"
)

PATH_TOO_LONG = REFUSALS.declare("E-MOVE", "FS3-20.12", "{slot}'s path costs {cost}; at most {limit} are free")
CANNOT_MOVE = REFUSALS.declare(
    "E-MOVE", "FS3-20.11", "{slot} cannot move: who is held or a passenger is moved by others"
)
PATH_WITHOUT_MAP = REFUSALS.declare("E-MOVE", "FS3-20.20", "{slot} cannot follow a path: this table has no map")
ENGAGE_ON_MAP = REFUSALS.declare("E-MOVE", "FS3-20.20", "{slot} cannot engage or disengage on a map; give a path")
ENGAGE_TOO_FAR = REFUSALS.declare("E-MOVE", "FS3-20.20", "{who} is {cost} away from {slot}; at most {limit} are free")
ENGAGE_NOBODY = REFUSALS.declare("E-MOVE", "FS3-20.20", "{slot} cannot engage that one, or do both at once")
NO_ROOM = REFUSALS.declare(
    "E-MOVE", "FS3-19.23", "{slot} cannot get out there: the point must be free and in contact with the vehicle"
)
PATH_FORM = REFUSALS.declare(
    "E-BLOCKED", "FS3-20.12", f"{{slot}}'s path is none: up to {LEGS} points, each another than the one before"
)
PATH_BLOCKED = REFUSALS.declare("E-BLOCKED", "FS3-20.13", "{slot}'s path is blocked, or leaves the map")
END_TAKEN = REFUSALS.declare("E-BLOCKED", "FS3-20.7", "{slot}'s path ends on another base")

NO_VEHICLE = REFUSALS.declare("E-NO-VEHICLE", "FS3-6.4", "there is no such vehicle for {slot}, or it is knocked out")
NOT_ABOARD = REFUSALS.declare("E-NO-VEHICLE", "FS3-19.21", "{slot} is in no vehicle that it could leave")
ABOARD = REFUSALS.declare("E-STATE", "FS3-19.21", "{slot} is in another vehicle and must leave that first")
VEHICLE_MOVED = REFUSALS.declare("E-STATE", "FS3-19.21", "{slot} cannot get in or out: the vehicle moved last turn")
PILOT_TAKEN = REFUSALS.declare("E-PILOT-TAKEN", "FS3-6.4", "{slot} cannot take the controls: {who} has them")

UNKNOWN_COMBATANT = REFUSALS.declare("E-TARGET", "FS3-22.2", "{slot} names nobody who is in this fight")
TURN_UNDER_WAY = REFUSALS.declare(
    "E-STATE",
    "FS3-22.2",
    "{slot} can {action} before the fight and while orders are given, not in the middle of a turn",
)
UNKNOWN_BODY = REFUSALS.declare("E-TARGET", "FS3-22.17", "{slot} names no combatant and no vehicle of this fight")
NOT_AN_NPC = REFUSALS.declare(
    "E-TARGET", "FS3-22.18", "{slot} cannot {action} of {who}, a player character; NPCs have one"
)
IN_COMBAT = REFUSALS.declare(
    "E-IN-COMBAT", "FS3-6.2", "{slot} cannot let {who} join twice: a character is in one fight, once"
)
NO_SEAT = REFUSALS.declare(
    "E-STATE", "FS3-6.1", "{slot} has no place left for another: all {most} are taken; let somebody leave first"
)
NO_FORCE_SEATS = REFUSALS.declare(
    "E-STATE", "FS3-22.2a", "{found} places left for a force of {least}: nobody joins until others leave"
)
WHOLE_FORCE = REFUSALS.declare(
    "E-STATE", "FS3-22.2a", "{slot} lets a force join as it is, once: without count, role, vehicle or craft"
)
NO_VEHICLE_SEAT = REFUSALS.declare("E-STATE", "FS3-6.4", "{slot} has no room for another vehicle; there are {most}")
VEHICLE_TAKEN = REFUSALS.declare(
    "E-STATE", "FS3-22.19", "{slot} cannot delete the vehicle: {who} sits in it; it must be empty"
)
BAD_TEAM = REFUSALS.declare("E-TEAM", "FS3-6.6", "{slot} names team {found}; teams have numbers from {least} to {most}")
BAD_RATING = REFUSALS.declare("E-STATE", "FS3-1.6", "{slot} cannot set a rating out of {least} to {most}: {found}")
ARMOUR_FIXED = REFUSALS.declare(
    "E-ARMOUR", "FS3-6.14a", "{slot} cannot change armour in a fight; the organizer can, or {slot} before it begins"
)
UNKNOWN_ARMOUR = REFUSALS.declare("E-ARMOUR", "FS3-22.5", "{slot} names no armour of this game")
UNKNOWN_WEAPON = REFUSALS.declare("E-WEAPON-TYPE", "FS3-22.5", "{slot} names no weapon of this game")
NO_HAND = REFUSALS.declare(
    "E-WEAPON-TYPE", "FS3-6.9", "{slot} cannot give {who} a weapon: of {found} carried, {most} are the most"
)
UNKNOWN_ABILITY = REFUSALS.declare("E-STATE", "FS3-2.2", "{slot} names no ability of this game")
NOT_DOWN = REFUSALS.declare("E-STATE", "FS3-22.16", "{slot} names nobody who is knocked out")
LUCKLESS = REFUSALS.declare(
    "E-LUCK", "FS3-17.10", "{slot} cannot award luck to {who}, an NPC; player characters have luck"
)
TOO_LITTLE_LUCK = REFUSALS.declare("E-LUCK", "FS3-17.9", "{who} cannot pay that, {slot}: luck points {found}")
MEASURED = REFUSALS.declare("E-STATE", "FS3-20.20", "{slot} cannot set that on a map: there it follows from positions")
LOCATION_UNKNOWN = REFUSALS.declare(
    "E-LOCATION", "FS3-22.17", "{slot} names a location that is not on the chart of the victim"
)
WOUND_UNKNOWN = REFUSALS.declare("E-NO-WOUND", "FS3-22.17", "{slot} names wound {found}, which nobody has")

NO_WOUND = REFUSALS.declare("E-NO-WOUND", "FS3-7.50", "{slot} finds no such wound to treat or to move")
WOUND_TREATED = REFUSALS.declare("E-TREATED", "FS3-7.43", "{slot} cannot treat that wound: it has been tried")
WOUND_OLD = REFUSALS.declare("E-TREAT-LATE", "FS3-7.43", "{slot} cannot treat that wound: it is too old")

NO_LUCK = REFUSALS.declare("E-LUCK", "FS3-17.17", "{slot} has no luck point left")
LUCK_OFF = REFUSALS.declare("E-LUCK", "FS3-17.12", "{slot} cannot declare luck: it is not played so here")
NO_WINDOWS = REFUSALS.declare("E-LUCK", "FS3-17.13d", "{slot} is asked about no luck here: there are no windows for it")
LUCK_SPENT = REFUSALS.declare("E-LUCK-TURN", "FS3-17.6", "{slot} has modified a roll this turn already")
ROLL_TAKEN = REFUSALS.declare("E-LUCK-ROLL", "FS3-17.5", "a luck point has affected this roll already, {slot}")

FIZZLES = (
    ("", ""),
    ("E-TARGET", "the target is no longer there"),
    ("E-LOS", "the target is out of sight"),
    ("E-RANGE", "the target is out of reach"),
    ("E-AMMO", "too few rounds are left"),
    ("E-WEAPON-TYPE", "the weapon cannot do that"),
    ("E-ALREADY-SUBDUED", "somebody else holds the target"),
    ("E-NO-WOUND", "no wound can be treated"),
    ("E-STATE", "nobody is there to escape from"),
    ("E-RELOAD", "there is no clip left"),
    ("E-CLASS", "the weapon is of a class that may not be used so"),
    ("E-LOCATION", "the target has no such location"),
)
"""Why an accepted order may come to nothing, code and reason (FS3-6.25)."""
(
    _,
    BY_TARGET,
    BY_SIGHT,
    BY_RANGE_LIMIT,
    BY_AMMUNITION,
    BY_WEAPON,
    BY_OTHER_HOLD,
    BY_WOUND,
    BY_FREEDOM,
    BY_CLIP,
    BY_CLASS,
    BY_LOCATION,
) = range(len(FIZZLES))
