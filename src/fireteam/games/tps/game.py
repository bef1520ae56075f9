"""Third Person Shooter as the house knows it: words, entry points, ways in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.entry import bind
from ...core.game import Game, Result, Setting
from ...core.record import Array
from . import position
from .aloud import ALOUD
from .asking import decision, offer, warns
from .bot import worth
from .briefing import panels, role
from .choices import VERBS
from .events import KINDS
from .events.words import PURPOSES, REASONS
from .names import TableNames, names_of
from .odds import ASKS, ODDS
from .overlook import sight
from .refusals import DUP, REFUSALS, VALUE
from .rules.admin import free
from .rules.ending import DRAW
from .rules.menu import count, kth
from .rules.money import team_of
from .rules.turn import advance, default, over, start, to_act
from .rules.verify import verify
from .setup import scenarios, setting
from .state import OVER, State
from .tables import SIDES
from .tactics.suggest import suggest
from .tally import tallies, tally
from .view import scene
from .wishes import options, silence
from .words import words

bind(  # without `seen`: nothing in the State is hidden from anybody (TPS-2.9)
    State,
    to_act=to_act,
    over=over,
    verify=verify,
    count=count,
    kth=kth,
    start=start,
    advance=advance,
    free=free,
    worth=worth,
    default=default,
    suggest=suggest,
    tally=tally,
)


def names(setting: Setting, state: Array) -> TableNames:
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


def make(scenario: str, options: Mapping[str, str] | None = None, packs: Sequence[str] = ()) -> Setting:
    """A map ready to play."""
    return setting(GAME, scenario, options, packs)


def from_position(line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line of position notation."""
    return position.read(make, line, tuple(packs))


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
    unreadable=REFUSALS[VALUE],
    settled=REFUSALS[DUP],
    scenarios=scenarios,
    setting=make,
    names=names,
    words=words,
    position=position.write,
    from_position=from_position,
    result=result,
    scene=scene,
    decision=decision,
    quick={"mp_maxrounds": "1"},
    odds=ODDS,
    asks=ASKS,
    rules=2,
    alone={"sv_premeasure": "1"},  # bots do not mind what is measured (TPS-11.9)
    sight=sight,
    offer=offer,
    warns=warns,
    aloud=ALOUD,
    tallies=tallies,
    silence=silence,
    options=options,
    panels=panels,
    role=role,
    tries={
        "play": ("--option teams=2v2", "--mission de_depot --option teams=5v5 --seat anna=u1+u2 --seed 7"),
        "match new": ("-o friday.match --option teams=2v2 --u1 person --u2 greedy",),
        "sim": ("--option teams=2v2 --t greedy --ct random -n 20",),
        "perft": ("--option teams=1v1 --depth 1 --divide",),
        "referee": ("", "--map de_depot --teams 3v3 --dice typed -o friday.match"),
    },
)
"""The game."""
