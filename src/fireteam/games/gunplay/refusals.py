"""Why a choice is unlawful: the codes of the rulebook, with their clauses and sentences.

Codes of content (`BAND_INVALID`, `MAP_INVALID`, `OPTION_INVALID`, `POINTS_EXCEEDED`) are problems of files, not of
choices.
"""

from __future__ import annotations

from typing import TypeAlias

from ...core.protocol.field_kinds import Number, Point, Target, Thing, Unit
from ...core.protocol.refusals import RefusalList

Answer: TypeAlias = tuple[int, int, int, int]
"""What a rule answers that judges a choice: a refusal's number, or LAWFUL, and the numbers for its sentence."""

REFUSALS = RefusalList("GUN-7.3")
GAME_OVER = REFUSALS.declare("GAME_OVER", "GUN-7.3", "the game is over")
NOT_YOUR_DECISION = REFUSALS.declare("NOT_YOUR_DECISION", "GUN-22.2", "{side} has to decide", side=Thing("side"))
WRONG_STATE = REFUSALS.declare("WRONG_STATE", "GUN-22.2", "{action} is not possible now")
UNKNOWN_ACTION = REFUSALS.declare("UNKNOWN_ACTION", "GUN-7.3", "there is no such action")
BAD_NOTATION = REFUSALS.declare("UNKNOWN_ACTION", "GUN-7.3", "not an action: {reason}")
NOT_ACTIVE_CHAR = REFUSALS.declare("NOT_ACTIVE_CHAR", "GUN-7.3", "{active} is active, not {char}", active=Unit())
MODULE_OFF = REFUSALS.declare("MODULE_OFF", "GUN-7.3", "{action} belongs to a module that is off")

DEPLOY_ILLEGAL = REFUSALS.declare("DEPLOY_ILLEGAL", "GUN-5.5", "{char} cannot be placed at {at}", at=Point())
DEPLOY_CHAR = REFUSALS.declare("DEPLOY_ILLEGAL", "GUN-5.8", "{char} is not yours to place")

OW_COUNT_RANGE = REFUSALS.declare("OW_COUNT_RANGE", "GUN-13.3", "declare 0 to {most}", most=Number())
OW_NOT_ELIGIBLE = REFUSALS.declare(
    "OW_NOT_ELIGIBLE", "GUN-13.5", "{char} cannot be put on Overwatch; who is yours, Up and armed can"
)
OW_ALREADY_MARKED = REFUSALS.declare("OW_ALREADY_MARKED", "GUN-13.5", "{char} is on Overwatch already")
ORDERS_INVALID = REFUSALS.declare("ORDERS_INVALID", "GUN-13.35", "these are no orders for {char}")
ORDERS_UNWATCHED = REFUSALS.declare("ORDERS_INVALID", "GUN-22.3", "{char} is not on Overwatch and takes no orders")
ORDERS_MODE = REFUSALS.declare("ORDERS_INVALID", "GUN-13.49", "{char} has no weapon in hand that can autofire")
ORDERS_TARGETS = REFUSALS.declare("ORDERS_INVALID", "GUN-13.51", "{char} can have enemies alone as its targets")
ORDERS_REGION = REFUSALS.declare(
    "ORDERS_INVALID", "GUN-13.51", "a region is its low corner and its high corner, and lies on the table"
)

CHAR_UNKNOWN = REFUSALS.declare("CHAR_UNKNOWN", "GUN-6.15", "there is no {char}")
CHAR_NOT_YOURS = REFUSALS.declare("CHAR_NOT_YOURS", "GUN-6.15", "{char} is not yours")
CHAR_DOWN = REFUSALS.declare("CHAR_DOWN", "GUN-6.15", "{char} is Down")
CHAR_ON_OVERWATCH = REFUSALS.declare("CHAR_ON_OVERWATCH", "GUN-6.15", "{char} is on Overwatch")
CHAR_ACTIVATED = REFUSALS.declare("CHAR_ACTIVATED", "GUN-6.15", "{char} has been activated")
PASS_ILLEGAL = REFUSALS.declare("PASS_ILLEGAL", "GUN-11.9", "the initiative cannot be passed now")

BAD_PATH = REFUSALS.declare("BAD_PATH", "GUN-7.4", "this is no path: up to 16 points, each another than the one before")
NO_CHANGE = REFUSALS.declare("NO_CHANGE", "GUN-7.9", "{char} has that posture already")
POSTURE_ILLEGAL = REFUSALS.declare("POSTURE_ILLEGAL", "GUN-7.12", "{char} cannot do this in that posture")
PATH_OFF_TABLE = REFUSALS.declare("PATH_OFF_TABLE", "GUN-4.25", "the path leaves the table")
PATH_BLOCKED = REFUSALS.declare("PATH_BLOCKED", "GUN-4.26", "the path is blocked")
PATH_TOO_LONG = REFUSALS.declare("PATH_TOO_LONG", "GUN-7.5", "the path costs more than {char} can go")
END_OVERLAP = REFUSALS.declare("END_OVERLAP", "GUN-4.27", "nobody can stop there")
ENGAGED = REFUSALS.declare("ENGAGED", "GUN-4.7", "{char} is engaged")
CARRYING = REFUSALS.declare("CARRYING", "GUN-7.38", "{char} carries an item")
RUN_LIMIT = REFUSALS.declare("RUN_LIMIT", "GUN-7.23", "{char} has run in this activation")
SHOT_NO_RUN = REFUSALS.declare("SHOT_NO_RUN", "GUN-7.22", "{char} has shot in this activation: it cannot run")
RAN_NO_SHOOT = REFUSALS.declare("RAN_NO_SHOOT", "GUN-7.22", "{char} has run in this activation")

WEAPON_NONE = REFUSALS.declare("WEAPON_NONE", "GUN-8.7", "{char} has no firearm in hand")
ALREADY_BRACED = REFUSALS.declare("ALREADY_BRACED", "GUN-7.30", "{char} is braced already")
WEAPON_UNKNOWN = REFUSALS.declare("WEAPON_UNKNOWN", "GUN-7.33", "{char} has no {weapon}")
ALREADY_WIELDED = REFUSALS.declare("ALREADY_WIELDED", "GUN-7.33", "{char} has it in hand already")
ALREADY_LOADED = REFUSALS.declare("ALREADY_LOADED", "GUN-7.36", "it is loaded already")
NO_ITEM = REFUSALS.declare("NO_ITEM", "GUN-7.37", "no item lies on the table")
ITEM_OUT_OF_REACH = REFUSALS.declare("ITEM_OUT_OF_REACH", "GUN-7.37", "the item is out of reach")
NOT_CARRYING = REFUSALS.declare("NOT_CARRYING", "GUN-7.40", "{char} carries nothing")

NOT_LOADED = REFUSALS.declare("NOT_LOADED", "GUN-20.10", "the weapon of {char} is not loaded")
ROF_SPENT = REFUSALS.declare("ROF_SPENT", "GUN-20.5", "the weapon of {char} cannot fire again this turn")
MODE_ILLEGAL = REFUSALS.declare("MODE_ILLEGAL", "GUN-20.9", "{char} cannot fire so")
TARGET_UNKNOWN = REFUSALS.declare("TARGET_UNKNOWN", "GUN-8.7", "there is no {target}")
TARGET_FRIEND = REFUSALS.declare("TARGET_FRIEND", "GUN-8.7", "{target} is a friend")
TARGET_ENEMY = REFUSALS.declare("TARGET_ENEMY", "GUN-7.50", "{target} is an enemy")
TARGET_DOWN = REFUSALS.declare("TARGET_DOWN", "GUN-9.7", "{target} is Down")
TARGET_NOT_DOWN = REFUSALS.declare("TARGET_NOT_DOWN", "GUN-7.50", "{target} is not Down")
TARGET_ENGAGED = REFUSALS.declare("TARGET_ENGAGED", "GUN-8.9", "{target} is engaged with a friend", by=Target())
NO_LOS = REFUSALS.declare("NO_LOS", "GUN-4.14", "{char} does not see its target")
OUT_OF_RANGE = REFUSALS.declare("OUT_OF_RANGE", "GUN-8.1", "the target is out of range")
NOT_IN_CONTACT = REFUSALS.declare("NOT_IN_CONTACT", "GUN-10.10", "{char} and {target} are not in contact")
NOT_OFFERED = REFUSALS.declare("NOT_OFFERED", "GUN-13.49", "{char} is not on offer")
