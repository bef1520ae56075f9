"""Why a choice is unlawful: the codes and sentences of TTT-13.4, in the rulebook's order."""

from __future__ import annotations

from ...core.engine.compiled import compiled
from ...core.protocol.choices import Refusal

REFUSALS = (
    Refusal("ok", "TTT-13.4", "lawful"),
    Refusal("E_BAD_ACTION", "TTT-13.4", "not an action: {reason}"),
    Refusal("E_GAME_OVER", "TTT-6.5", "the game is over"),
    Refusal("E_NOT_YOUR_TURN", "TTT-6.5", "it is {side}'s turn"),
    Refusal("E_WRONG_STATE", "TTT-6.5", "{action} is not possible now"),
    Refusal("E_FORCE_TYPE", "TTT-5.3", "no piece type {type}"),
    Refusal("E_FORCE_SIZE", "TTT-5.5", "pick {want} pieces, got {got}"),
    Refusal("E_FORCE_COUNT", "TTT-5.5", "at most {max} {type}"),
    Refusal("E_NO_PIECE", "TTT-13.1", "no piece {piece} available"),
    Refusal("E_NOT_YOURS", "TTT-1.5", "{piece} is not yours"),
    Refusal("E_OFF_BOARD", "TTT-7.3", "{square} is not on the board"),
    Refusal("E_IMPASSABLE", "TTT-3.19", "{square} cannot be entered"),
    Refusal("E_OCCUPIED", "TTT-1.6", "{square} is occupied"),
    Refusal("E_ORDER", "TTT-5.14", "place {type} first"),
    Refusal("E_NOT_IN_ZONE", "TTT-5.13", "{square} is outside the placement zone"),
    Refusal("E_NOT_CAPTAIN", "TTT-7.16", "{piece} cannot command"),
    Refusal("E_COMMAND_LATE", "TTT-7.16", "command must come first"),
    Refusal("E_COMMAND_ALONE", "TTT-7.20", "nobody is left to be commanded"),
    Refusal("E_COMMANDING", "TTT-7.17", "{piece} commands and stays"),
    Refusal("E_ALREADY_ACTED", "TTT-7.6", "{piece} has already moved or aimed"),
    Refusal("E_OWN_BUNKER", "TTT-7.7", "{square} is your own bunker"),
    Refusal("E_UNREACHABLE", "TTT-7.5", "{square} is not within {allowance} steps"),
    Refusal("E_NO_ATTACK_LEFT", "TTT-8.3", "{piece} has no attack left"),
    Refusal("E_NO_TARGET", "TTT-8.8", "no target {target}"),
    Refusal("E_FRIENDLY", "TTT-8.5", "{target} is on your side"),
    Refusal("E_NO_ATTACK_TERRAIN", "TTT-3.17", "{piece} cannot attack from {terrain}"),
    Refusal("E_OUT_OF_RANGE", "TTT-8.6", "distance {d}, range {r}"),
    Refusal("E_TOO_CLOSE", "TTT-4.17", "{piece} cannot attack at distance 1"),
    Refusal("E_LOW_PROFILE", "TTT-4.25", "{target} can only be attacked within {within}"),
    Refusal("E_NO_LOS", "TTT-8.7", "no line of sight to {square}"),
)
(
    OK,
    BAD_ACTION,
    GAME_OVER,
    NOT_YOUR_TURN,
    WRONG_STATE,
    FORCE_TYPE,
    FORCE_SIZE,
    FORCE_COUNT,
    NO_PIECE,
    NOT_YOURS,
    OFF_BOARD,
    IMPASSABLE,
    OCCUPIED,
    ORDER,
    NOT_IN_ZONE,
    NOT_CAPTAIN,
    COMMAND_LATE,
    COMMAND_ALONE,
    IS_COMMANDING,
    ALREADY_ACTED,
    OWN_BUNKER,
    UNREACHABLE,
    NO_ATTACK_LEFT,
    NO_TARGET,
    FRIENDLY,
    NO_ATTACK_TERRAIN,
    OUT_OF_RANGE,
    TOO_CLOSE,
    LOW_PROFILE_FAR,
    NO_LOS,
) = range(len(REFUSALS))

LAWFUL = (0, 0, 0, 0)


@compiled
def refuse(code: int, a: int = 0, b: int = 0, c: int = 0) -> tuple[int, int, int, int]:
    """A refusal with the numbers for its sentence."""
    return (code, a, b, c)
