"""Why a choice is unlawful: the codes and sentences of TTT-13.4, in the rulebook's order."""

from __future__ import annotations

from ...core.protocol.field_kinds import Number, Point, Thing, Unit
from ...core.protocol.refusals import RefusalList

REFUSALS = RefusalList(
    "TTT-13.4", side=Thing("side"), max=Number(), type=Thing("piece"), square=Point(), allowance=Number()
)
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "TTT-13.4", "not an action: {reason}")
GAME_OVER = REFUSALS.declare("E_GAME_OVER", "TTT-6.5", "the game is over")
NOT_YOUR_TURN = REFUSALS.declare("E_NOT_YOUR_TURN", "TTT-6.5", "it is {side}'s turn")
WRONG_STATE = REFUSALS.declare("E_WRONG_STATE", "TTT-6.5", "{action} is not possible now")
FORCE_TYPE = REFUSALS.declare("E_FORCE_TYPE", "TTT-5.3", "no piece type {unknown}")
FORCE_SIZE = REFUSALS.declare("E_FORCE_SIZE", "TTT-5.5", "pick {want} pieces, got {got}", want=Number(), got=Number())
FORCE_COUNT = REFUSALS.declare("E_FORCE_COUNT", "TTT-5.5", "at most {max} {type}")
NO_PIECE = REFUSALS.declare("E_NO_PIECE", "TTT-13.1", "no piece {piece} available", piece=Unit())
NOT_YOURS = REFUSALS.declare("E_NOT_YOURS", "TTT-1.5", "{piece} is not yours", piece=Unit())
OFF_BOARD = REFUSALS.declare("E_OFF_BOARD", "TTT-7.3", "{square} is not on the board")
IMPASSABLE = REFUSALS.declare("E_IMPASSABLE", "TTT-3.19", "{square} cannot be entered")
OCCUPIED = REFUSALS.declare("E_OCCUPIED", "TTT-1.6", "{square} is occupied")
ORDER = REFUSALS.declare("E_ORDER", "TTT-5.14", "place {type} first")
NOT_IN_ZONE = REFUSALS.declare("E_NOT_IN_ZONE", "TTT-5.13", "{square} is outside the placement zone")
NO_CAPTAIN = REFUSALS.declare("E_NOT_CAPTAIN", "TTT-7.16", "nobody cannot command")
NOT_CAPTAIN = REFUSALS.declare("E_NOT_CAPTAIN", "TTT-7.16", "{piece} cannot command", piece=Unit())
COMMAND_LATE = REFUSALS.declare("E_COMMAND_LATE", "TTT-7.16", "command must come first")
COMMAND_ALONE = REFUSALS.declare("E_COMMAND_ALONE", "TTT-7.20", "nobody is left to be commanded")
IS_COMMANDING = REFUSALS.declare("E_COMMANDING", "TTT-7.17", "{piece} commands and stays")
ALREADY_ACTED = REFUSALS.declare("E_ALREADY_ACTED", "TTT-7.6", "{piece} has already moved or aimed")
OWN_BUNKER = REFUSALS.declare("E_OWN_BUNKER", "TTT-7.7", "{square} is your own bunker")
UNREACHABLE = REFUSALS.declare("E_UNREACHABLE", "TTT-7.5", "{square} is not within {allowance} steps")
NO_ATTACK_LEFT = REFUSALS.declare("E_NO_ATTACK_LEFT", "TTT-8.3", "{piece} has no attack left")
NO_TARGET = REFUSALS.declare("E_NO_TARGET", "TTT-8.8", "no target {target}")
FRIENDLY = REFUSALS.declare("E_FRIENDLY", "TTT-8.5", "{target} is on your side")
NO_ATTACK_TERRAIN = REFUSALS.declare("E_NO_ATTACK_TERRAIN", "TTT-3.17", "{piece} cannot attack from {terrain}")
OUT_OF_RANGE = REFUSALS.declare("E_OUT_OF_RANGE", "TTT-8.6", "distance {d}, range {r}", d=Number(), r=Number())
TOO_CLOSE = REFUSALS.declare("E_TOO_CLOSE", "TTT-4.17", "{piece} cannot attack at distance 1")
LOW_PROFILE_FAR = REFUSALS.declare(
    "E_LOW_PROFILE", "TTT-4.25", "{target} can only be attacked within {within}", within=Number()
)
NO_LOS = REFUSALS.declare("E_NO_LOS", "TTT-8.7", "no line of sight to {square}")
