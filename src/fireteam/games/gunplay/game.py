"""Gunplay as it declares itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.engine.dispatch import bind
from ...core.engine.record import Array
from ...core.game import Game, Result, Setting
from ...core.positions import read_position, write_position
from .bot import evaluate
from .briefing import panels, role
from .choices import VERBS
from .decision import DECISION, route
from .events import ENDS, KINDS, PURPOSES, REASONS
from .odds import ASKS, ODDS
from .refusals import BAD_NOTATION, NOT_YOUR_DECISION, REFUSALS
from .rules.menu import default_choice, menu, proposal_count, propose
from .rules.secrets import redact
from .rules.turn import advance, apply_choices, apply_free_act, is_over, to_act
from .rules.verify import verify
from .setup import names, option_specs, scenarios, setting
from .sight_view import sight
from .state import DRAWN, OVER, State
from .view import scene

bind(
    State,
    to_act=to_act,
    is_over=is_over,
    verify=verify,
    menu=menu,
    proposal_count=proposal_count,
    propose=propose,
    apply_choices=apply_choices,
    advance=advance,
    apply_free_act=apply_free_act,
    default_choice=default_choice,
    evaluate=evaluate,
    redact=redact,
)


def make_setting(scenario: str, options: Mapping[str, Any] | None = None, packs: Sequence[str] = ()) -> Setting:
    """A scenario ready to play."""
    return setting(GAME, scenario, options or {}, packs)


def read(line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line of position notation."""
    return read_position(GAME, line, packs)


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


GAME = Game(
    id="gunplay",
    title="Gunplay",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=KINDS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="GUN",
    bad_notation=REFUSALS[BAD_NOTATION],
    already_decided=REFUSALS[NOT_YOUR_DECISION],
    scenarios=scenarios,
    make_setting=make_setting,
    names=names,
    scene=scene,
    decision=DECISION.decision,
    explain_option=DECISION.explain_option,
    write_position=write_position,
    read_position=read,
    result=result,
    odds_questions=ODDS,
    questions=ASKS,
    sight=sight,
    route=route,
    options=option_specs,
    panels=panels,
    role=role,
    quick_options={},
    examples={
        "play": ("--option config=full", "--mission crossroads --a greedy --b person --seed 7"),
        "sim": ("--mission crossroads --option config=full --a greedy --b random -n 20",),
        "match new": ("-o friday.match --option config=full --a person --b greedy",),
        "perft": ("--mission crossroads --depth 1 --divide",),
        "referee": ("",),
    },
)
"""The game."""
