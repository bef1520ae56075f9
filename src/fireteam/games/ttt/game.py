"""The record of Table Top Troopers: what it declares, and the functions that serve it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.engine.record import Array
from ...core.game import Result, Setting
from ...core.game_modules import game_of
from ...core.protocol.choices import Verb
from . import bot, briefing, drawing, forecast, names, options, position, setup, threats, validate_position, view
from .choices import VERBS
from .events import ENDS, KINDS, PLAYERS, PURPOSES, REASONS, Eliminated
from .objectives import why_won
from .odds import ASKS, ODDS
from .refusals import BAD_ACTION, NO_ATTACK_TERRAIN, REFUSALS, WRONG_STATE
from .rules import menu, turn, verify
from .state import DRAWN, NOBODY, OVER, State


def refusal_words(
    setting: Setting, state: Array, refusal: int, value: Verb, numbers: Sequence[int]
) -> Mapping[str, Any]:
    """The ground that a piece stands on."""
    if refusal != NO_ATTACK_TERRAIN:
        return {}
    x, y, _ = numbers
    return {"terrain": " and ".join(setting.content.map.terrain((x, y))).replace("_", " ")}


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
    reason = why_won(at.why, setting.content.mission.sides[side].objective, setting.content.sheet)
    return Result(True, (slot,), f"{PLAYERS[slot].capitalize()} wins: {reason}", clause, f"side {side + 1} wins: {why}")


# No `redact`: a pick that is not revealed has not reached the State (TTT-1.7).
GAME = game_of(
    *(bot, briefing, drawing, forecast, names, options, position, setup, threats, validate_position, view),
    *(menu, turn, verify),
    id="ttt",
    title="Table Top Troopers",
    summary="Two small squads on a board of squares. One die, quick turns.",
    on_squares=True,
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
    decision=view.DECISION.decision,
    drawing=view.DRAWING,
    explain_option=view.DECISION.explain_option,
    apply_free_act=turn.resign,
    events_with_panels=frozenset({Eliminated}),
    quick_options={"force": "preset"},
    odds_questions=ODDS,
    questions=ASKS,
    rules_version=1,
    difficulty=1,
    examples={
        "play": ("", "--red greedy --blue random --seed 7", "--mission hold_the_hill --option force=preset"),
        "learn": ("", "--step 4"),
        "referee": ("",),
        "match new": ("-o friday.match --red person --blue greedy",),
        "forecast": ("--mission capture_the_crossing --red random --blue random --until 500",),
        "sim": ("--mission capture_the_crossing --red greedy --blue random -n 2000",),
        "perft": ("--mission besiege_the_bunker --option force=preset --depth 2 --divide",),
    },
)
"""The game."""
