"""Third Person Shooter as the house knows it: words, hooks, ways in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.engine.dispatch import bind
from ...core.engine.record import Array
from ...core.game import Game, Result, Setting
from ...core.positions import write_position
from . import position
from .bot import evaluate
from .briefing import panels, role
from .choices import VERBS
from .decision import decision, explain_option, warning
from .dice.chances import outcome_float, outcome_fraction
from .events import KINDS
from .events.words import PURPOSES, REASONS
from .names import MatchNames, names_of
from .odds import ASKS, ODDS
from .option_specs import chat_silence, option_specs
from .refusal_text import refusal_words
from .refusals import DUP, REFUSALS, VALUE
from .rules.admin import apply_free_act
from .rules.menu import menu
from .rules.money import team_of
from .rules.turn import advance, apply_choices, default_choice, is_over, to_act
from .rules.verify import verify
from .setup import scenarios, setting
from .sight_view import sight
from .state import DRAW, OVER, State
from .stats import collect_stats, describe_stats
from .tables import SIDES
from .tabletop import TABLETOP
from .tactics.policy import policy
from .view import scene

bind(  # without `redact`: nothing in the State is hidden from anybody (TPS-2.9)
    State,
    to_act=to_act,
    is_over=is_over,
    verify=verify,
    menu=menu,
    apply_choices=apply_choices,
    advance=advance,
    apply_free_act=apply_free_act,
    evaluate=evaluate,
    default_choice=default_choice,
    policy=policy,
    collect_stats=collect_stats,
    outcome_float=outcome_float,
    outcome_fraction=outcome_fraction,
)


def names(setting: Setting, state: Array) -> MatchNames:
    """The names of a match."""
    return names_of(setting, state)


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


def make_setting(scenario: str, options: Mapping[str, str] | None = None, packs: Sequence[str] = ()) -> Setting:
    """A map ready to play."""
    return setting(GAME, scenario, options, packs)


def read_position(line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line of position notation."""
    return position.read(GAME, line, tuple(packs))


GAME = Game(
    id="tps",
    title="Third Person Shooter",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=KINDS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="TPS",
    bad_notation=REFUSALS[VALUE],
    already_decided=REFUSALS[DUP],
    scenarios=scenarios,
    make_setting=make_setting,
    names=names,
    refusal_words=refusal_words,
    write_position=write_position,
    read_position=read_position,
    result=result,
    scene=scene,
    decision=decision,
    quick_options={"mp_maxrounds": "1"},
    odds_questions=ODDS,
    questions=ASKS,
    rules_version=2,
    solo_options={"sv_premeasure": "1"},  # bots do not mind what is measured (TPS-11.9)
    sight=sight,
    explain_option=explain_option,
    warning=warning,
    tabletop=TABLETOP,
    describe_stats=describe_stats,
    chat_silence=chat_silence,
    options=option_specs,
    panels=panels,
    role=role,
    examples={
        "play": ("--option teams=2v2", "--mission de_depot --option teams=5v5 --seat anna=u1+u2 --seed 7"),
        "match new": ("-o friday.match --option teams=2v2 --u1 person --u2 greedy",),
        "sim": ("--option teams=2v2 --t greedy --ct random -n 20",),
        "perft": ("--option teams=1v1 --depth 1 --divide",),
        "referee": ("", "--map de_depot --teams 3v3 --dice typed -o friday.match"),
    },
)
"""The game."""
