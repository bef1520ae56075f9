"""The record of Gunplay: what it declares, and the functions that serve it."""

from __future__ import annotations

from ...core.engine.record import Array
from ...core.game import Result, Setting
from ...core.game_modules import game_of
from . import band_sheet, bot, briefing, decision, drawing, forecast, setup, sight_view, view
from .choices import VERBS
from .events import ENDS, KINDS, PURPOSES, REASONS, Ended, Scored, Withstood
from .odds import ASKS, ODDS
from .refusals import BAD_NOTATION, NOT_YOUR_DECISION, REFUSALS
from .rules import menu, secrets, turn, verify
from .state import DRAWN, OVER, State


def result(setting: Setting, states: Array) -> Result:
    """How a match stands or ended (GUN-23.10)."""
    state = states[0]
    points = f"{int(state.points[0])} to {int(state.points[1])} victory points"
    if state.phase != OVER:
        return Result(False, (), f"the game goes on; {points}", "GUN-23.4")
    if state.winner == DRAWN:
        return Result(True, (), f"a draw: {points}", "GUN-23.4")
    winner = int(state.winner) - 1
    return Result(True, (winner,), f"{'AB'[winner]} wins, {ENDS[state.why]}: {points}", "GUN-23.10")


GAME = game_of(
    *(bot, briefing, decision, drawing, forecast, setup, sight_view, view),
    *(menu, secrets, turn, verify),
    id="gunplay",
    title="Gunplay",
    summary="Two small bands, inches and one ten-sided die. Nerve, flinching and overwatch.",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=KINDS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="GUN",
    difficulty=2,
    main_options=("config",),
    events_with_panels=frozenset({Withstood, Scored, Ended}),
    bad_notation=REFUSALS[BAD_NOTATION],
    already_decided=REFUSALS[NOT_YOUR_DECISION],
    decision=decision.DECISION.decision,
    drawing=view.DRAWING,
    explain_option=decision.DECISION.explain_option,
    rules_version=2,
    options=setup.option_specs,
    result=result,
    odds_questions=ODDS,
    questions=ASKS,
    sheets={band_sheet.SHEET.id: band_sheet.SHEET},
    examples={
        "play": ("--option config=full", "--mission crossroads --a greedy --b person --seed 7"),
        "forecast": ("--mission crossroads --until 200", "--mission crossroads --suggest --dial fewer_b --until 500"),
        "sim": ("--mission crossroads --option config=full --a greedy --b random -n 20",),
        "match new": ("-o friday.match --option config=full --a person --b greedy",),
        "perft": ("--mission crossroads --depth 1 --divide",),
        "referee": ("",),
    },
)
"""The game."""
