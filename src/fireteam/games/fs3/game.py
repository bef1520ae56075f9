"""The record of FS3: what it declares, and the functions that serve it."""

from __future__ import annotations

from ...core.engine.record import Array
from ...core.game import Result, Setting
from ...core.game_modules import game_of
from . import (
    bot,
    briefing,
    combatant_sheet,
    forecast,
    routes,
    setup,
    sight_view,
    stats,
    threats,
    validate_position,
    view,
)
from .campaign.rules import CAMPAIGN
from .choices import VERBS
from .decision import DECISION
from .events import KINDS
from .events.words import PURPOSES, REASONS
from .notice import NOTICE
from .odds import ASKS, ODDS
from .refusals import ALREADY_ORDERED, BAD_NOTATION, REFUSALS
from .rules import menu, secrets, turn, verify
from .state import BY_LAST_TEAM, BY_OBJECTIVE, BY_POINTS, BY_TURN_LIMIT, DRAWN, ENDED, NO_WINNER, State

REASONS_OF_END = {
    BY_LAST_TEAM: ("no other team is left", "FS3-21.4"),
    BY_TURN_LIMIT: ("the turns are over", "FS3-21.10"),
    BY_OBJECTIVE: ("its objective is met", "FS3-21.9"),
    BY_POINTS: ("by points", "FS3-21.5"),
}

NOBODY_LEFT = "no team is left"  # where the last of them fell together


def result(setting: Setting, states: Array) -> Result:
    """How a fight stands or ended (FS3-21.1 to FS3-21.10)."""
    state = states[0]
    if state.phase != ENDED:
        return Result(False, (), f"the fight goes on, turn {int(state.turn)}", "FS3-21.2")
    sentence, clause = REASONS_OF_END.get(int(state.why), ("the fight was stopped", "FS3-21.1"))
    points = f"; {points_text(setting, states)}" if any(item.event for item in setting.tables[0].points) else ""
    if state.winner == NO_WINNER:
        return Result(True, (), f"{sentence}{points}", clause)
    if state.winner == DRAWN:
        why = NOBODY_LEFT if state.why == BY_LAST_TEAM else sentence
        return Result(True, (), f"a draw: {why}{points}", clause, f"a draw: {sentence}{points}")
    team = int(state.winner)
    winners = tuple(k for k, each in enumerate(state.combatants) if each.status and each.team == team)
    return Result(True, winners, f"team {team} wins: {sentence}{points}", clause)


def points_text(setting: Setting, states: Array) -> str:
    """The points of every team (FS3-21.5)."""
    teams = sorted({int(each.team) for each in states[0].combatants if each.status})
    return " to ".join(str(int(states[0].points[team])) for team in teams) + " points"


GAME = game_of(
    *(bot, briefing, forecast, routes, setup, sight_view, stats, threats, validate_position, view),
    *(menu, secrets, turn, verify),
    id="fs3",
    title="FS3",
    summary="Role-playing combat with wounds, armour and vehicles, run by a Storyteller or by itself.",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=KINDS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="FS3",
    rules_version=3,
    difficulty=4,
    main_options=("desk",),
    sheets={combatant_sheet.SHEET.id: combatant_sheet.SHEET},
    shown_options=combatant_sheet.shown_options,
    bad_notation=REFUSALS[BAD_NOTATION],
    already_decided=REFUSALS[ALREADY_ORDERED],
    decision=DECISION.decision,
    menu_runs=DECISION.menu_runs,
    explain_option=DECISION.explain_option,
    result=result,
    odds_questions=ODDS,
    questions=ASKS,
    notice=NOTICE,
    campaign=CAMPAIGN,
    examples={
        "play": ("", "--mission robot_assault --seat anna=anna+ben+cara --seed 7"),
        "match new": ("-o friday.match --mission patrol --team1 person --team2 greedy",),
        "sim": ("--mission loading_yard -n 20",),
        "forecast": (
            "--mission roadblock --until 500",
            "--mission robot_assault --suggest --until 500",
            "--mission loading_yard --aim 65 --turns 6 --limit critical=0.1 --dial team2_rating --dial team2_number",
        ),
        "referee": ("",),
    },
)
"""The game."""
