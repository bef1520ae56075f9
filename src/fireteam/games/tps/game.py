"""The record of Third Person Shooter: what it declares, and the functions that serve it."""

from __future__ import annotations

from ...core.engine.record import Array
from ...core.errors import IllegalChoice
from ...core.game import Result, Setting
from ...core.game_modules import game_of
from . import bot, briefing, choice_text, options, refusal_text, setup, sight_view, stats, validate_position, view
from .choices import VERBS
from .decision import DECISION
from .dice import chances
from .events import KINDS
from .events.words import PURPOSES, REASONS
from .names import names_of
from .odds import ASKS, ODDS
from .refusals import DUP, REFUSALS, VALUE
from .rules import admin, menu, turn, verify
from .rules.money import team_of
from .state import DRAW, OVER, TARGET, State
from .tables import SIDES
from .tabletop import TABLETOP


def result(setting: Setting, states: Array) -> Result:
    """How a match stands or ended: rounds won, then frags, decide (TPS-22.2)."""
    state = states[0]
    first, second = (int(won) for won in state.score)
    if state.phase != OVER:
        t, ct = (second, first) if state.swapped else (first, second)
        return Result(False, (), f"the match goes on; rounds won: T {t}, CT {ct}", "TPS-22.1")
    if state.winner == DRAW:
        return Result(True, (), f"a draw: {first} to {second} in rounds, and as many frags", "TPS-22.2")
    team = int(state.winner) - 1
    winners = tuple(i for i in range(state.n_units) if team_of(state, state.units[i].side) == team)
    won = f"{max(first, second)} to {min(first, second)} in rounds" if first != second else "on frags, the rounds even"
    side = SIDES[team ^ int(state.swapped)]
    return Result(True, winners, f"{side} win, {won}", "TPS-22.2", f"team {team + 1} wins, {won}")


def chat_silence(setting: Setting, states: Array) -> IllegalChoice | None:
    """From the last count until the targets are revealed all chat is closed (TPS-11.4)."""
    if states[0].phase != TARGET or not setting.tables[0].options.sv_chatlock:
        return None
    return IllegalChoice("E_CHAT", "TPS-11.4", "nobody talks from the last count until the targets are shown")


# No `redact`: nothing in the State is hidden from anybody (TPS-2.9).
GAME = game_of(
    *(bot, briefing, choice_text, options, refusal_text, setup, sight_view, stats, validate_position, view),
    *(chances, admin, menu, turn, verify),
    id="tps",
    title="Third Person Shooter",
    summary="Rounds with a bomb or hostages for two to twelve. Everybody chooses in secret, then all at once.",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=KINDS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="TPS",
    bad_notation=REFUSALS[VALUE],
    already_decided=REFUSALS[DUP],
    names=names_of,
    result=result,
    decision=DECISION.decision,
    menu_runs=DECISION.menu_runs,
    explain_option=DECISION.explain_option,
    chat_silence=chat_silence,
    events_with_panels=briefing.PANEL_EVENTS,
    quick_options={"mp_maxrounds": "1"},
    odds_questions=ODDS,
    questions=ASKS,
    rules_version=2,
    solo_options={"sv_premeasure": "1"},  # bots do not mind what is measured (TPS-11.9)
    tabletop=TABLETOP,
    examples={
        "play": ("--option teams=2v2", "--mission de_depot --option teams=5v5 --seat anna=u1+u2 --seed 7"),
        "match new": ("-o friday.match --option teams=2v2 --u1 person --u2 greedy",),
        "forecast": (
            "--option teams=2v2 --until 50",
            "--option teams=2v2 --aim 60 --side t --dial ct_cash --until 100",
        ),
        "sim": ("--option teams=2v2 --t greedy --ct random -n 20",),
        "perft": ("--option teams=1v1 --depth 1 --divide",),
        "referee": ("", "--map de_depot --teams 3v3 --dice typed -o friday.match"),
    },
)
"""The game."""
