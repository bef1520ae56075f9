"""Table Top Troopers as the house knows it: words, hooks, ways in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.engine.record import Array
from ...core.game import Result, Setting
from ...core.game_modules import game_of
from ...core.protocol.choices import Verb
from . import bot, briefing, names, position, setup, threats, validate_position, view
from .choices import VERBS
from .events import ENDS, KINDS, PLAYERS, PURPOSES, REASONS
from .odds import ASKS, ODDS
from .refusals import BAD_ACTION, FORCE_TYPE, NO_ATTACK_TERRAIN, NO_PIECE, REFUSALS, WRONG_STATE
from .rules import menu, turn, verify
from .state import DRAWN, NOBODY, OVER, State


def refusal_words(
    setting: Setting, state: Array, refusal: int, value: Verb, numbers: Sequence[int]
) -> Mapping[str, Any]:
    """The names that nothing has, and the ground that a piece stands on."""
    known = names.names(setting, state)
    if refusal == FORCE_TYPE:
        return {"type": next((one for one in getattr(value, "types", ()) if known.find_thing("piece", one) < 0), "-")}
    if refusal == NO_PIECE and numbers[0] < 0:
        named = getattr(value, "captains", None) or [getattr(value, "piece", "-")]
        return {"piece": next((name for name in named if known.find_unit(name) < 0), "-")}
    if refusal == NO_ATTACK_TERRAIN:
        x, y, _ = numbers
        return {"terrain": " and ".join(setting.content.map.terrain((x, y))).replace("_", " ")}
    return {}


def result(setting: Setting, state: Array) -> Result:
    """How a match stands or ended."""
    at = state[0]
    why, clause = ENDS[at.why]
    if at.phase != OVER:
        return Result(False, (), "the game goes on", "TTT-9.1")
    if at.winner in (NOBODY, DRAWN):
        return Result(True, (), f"a draw: {why}", clause)
    side = int(at.winner) - 1
    slot = side ^ int(at.swapped)
    return Result(True, (slot,), f"{PLAYERS[slot].capitalize()} wins: {why}", clause, f"side {side + 1} wins: {why}")


# No `redact`: a pick that is not revealed has not reached the State (TTT-1.7).
GAME = game_of(
    *(bot, briefing, names, position, setup, threats, validate_position, view, menu, turn, verify),
    id="ttt",
    title="Table Top Troopers",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=KINDS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="TTT",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[WRONG_STATE],
    refusal_words=refusal_words,
    result=result,
    apply_free_act=turn.resign,
    quick_options={"force": "preset"},
    odds_questions=ODDS,
    questions=ASKS,
    rules_version=1,
    examples={
        "play": ("", "--red greedy --blue random --seed 7", "--mission hold_the_hill --option force=preset"),
        "learn": ("", "--step 4"),
        "referee": ("",),
        "match new": ("-o friday.match --red person --blue greedy",),
        "sim": ("--mission capture_the_crossing --red greedy --blue random -n 2000",),
        "perft": ("--mission besiege_the_bunker --option force=preset --depth 2 --divide",),
    },
)
"""The game."""
