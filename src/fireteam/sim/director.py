"""The director: which settings of a match's dials come nearest to what somebody wants of it.

Every setting is played on the same random numbers. All begin with few games; the half that is farther from the goal is
left out, the others play on with as many again, until those that remain have the wanted number (successive halving).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import msgspec

from ..bots import Bot
from ..core.engine.record import Array
from ..core.errors import BadQuestion, FireteamError, UnknownName
from ..core.game import Dial, Setting
from .forecast import Figure, Forecast, Tally, figures_of, must_be_countable, must_go_on, play_more, report, sides_of

MAX_TRIALS = 81  # settings that are tried; of more, so many that lie evenly
FIRST_GAMES = 50  # of each setting in the first round, if so many are wanted
SHOWN = 3  # settings that are played to the end, and told
CHANCE_WIDTH = 0.05  # what lies no farther from a wanted chance meets it
TURNS_WIDTH = 1.0
TURNS_WEIGHT = 0.5  # of a number of turns twice as large as wanted, where a chance of 0 for one of 1 weighs 1


class Goal(msgspec.Struct, frozen=True):
    """What is wanted: a chance for a side, perhaps a length in turns, and limits.

    A `chance` of None is an even match: no other side is likelier to win. A limit is the most that a figure may come to
    for any unit of the side, by heading.
    """

    side: str
    chance: float | None = None
    turns: float | None = None
    limits: dict[str, float] = {}


class Trial(msgspec.Struct, frozen=True):
    """A setting of dials with its forecast. `miss` is how far it is from the goal: 0 is perfect."""

    dials: dict[str, int]
    forecast: Forecast
    miss: float
    meets_goal: bool


class Candidate(NamedTuple):
    """A setting of dials under trial: the match that it makes, and what has been counted of it."""

    dials: dict[str, int]
    setting: Setting
    states: Array
    tally: Tally


def dials_of(setting: Setting, states: Array) -> tuple[Dial, ...]:
    """What can be set in a match; nothing, where the game does not say."""
    return setting.game.dials(setting, states) if setting.game.dials else ()


def find_dials(setting: Setting, states: Array, names: Sequence[str]) -> list[Dial]:
    """Dials by name.

    Raises:
        UnknownName: the match has no such dial.
        BadQuestion: the game has none at all, or none is named.
    """
    known = {dial.name: dial for dial in dials_of(setting, states)}
    if not known:
        raise BadQuestion(f"{setting.game.title} has no dials to turn here")
    if not names:
        raise BadQuestion(f"name a dial to turn: {', '.join(known)}")
    for name in names:
        if name not in known:
            raise UnknownName("dial", name, known)
    return [known[name] for name in dict.fromkeys(names)]


class DialSearch:
    """A search for a goal by successive halving.

    Every candidate that is `left` is to be played until it has `wanted` games; then `narrow` ranks them.

    Raises:
        BadQuestion: the goal cannot be asked for, or no setting of the dials makes a match.
        UnknownName: a limit of what the game does not count.
    """

    def __init__(self, setting: Setting, states: Array, goal: Goal, dials: Sequence[Dial], games: int) -> None:
        must_be_countable(games)
        must_go_on(states)
        must_be_askable(setting, states, goal)
        self.goal, self.games, self.wanted = goal, games, min(games, FIRST_GAMES)
        self.left = candidates(setting, states, dials)
        if not self.left:
            raise BadQuestion(f"no setting of {' and '.join(dial.name for dial in dials)} makes a match")

    @property
    def games_in_all(self) -> int:
        """How many games a search that begins plays in all its rounds."""
        count, wanted, played, total = len(self.left), self.wanted, 0, 0
        while wanted > played:
            total, played = total + count * (wanted - played), wanted
            count, wanted = self._next_round(count, wanted)
        return total

    def _next_round(self, count: int, wanted: int) -> tuple[int, int]:
        """How many candidates of so many go on, and to how many games each; only the best few play on to the end."""
        count = min(count, max(SHOWN, (count + 1) // 2))
        return count, self.games if count <= SHOWN else min(self.games, 2 * wanted)

    def narrow(self, bots: Sequence[Bot], seed: int) -> list[Trial]:
        """Rank what has been played, the nearest to the goal first, and leave the worse half out, but never all.

        The search is over when `left` is empty.
        """
        ranked = sorted(((_trial(one, self.goal, bots, seed), one) for one in self.left), key=lambda pair: pair[0].miss)
        keep, wanted = self._next_round(len(ranked), self.wanted)
        self.left = [one for _, one in ranked[:keep]] if self.wanted < self.games else []
        self.wanted = wanted
        return [trial for trial, _ in ranked[:SHOWN]]


def reach_goal(
    setting: Setting,
    states: Array,
    goal: Goal,
    dials: Sequence[Dial],
    bots: Sequence[Bot],
    games: int,
    seed: int,
    jobs: int = 0,
    on_progress: Callable[[int], None] = lambda n: None,
) -> list[Trial]:
    """The settings nearest to a goal, the nearest first, each after so many games.

    Raises:
        BadQuestion: the goal cannot be asked for, or no setting of the dials makes a match.
        UnknownName: a limit of what the game does not count.
        BotFailure: a bot failed.
    """
    search, trials = DialSearch(setting, states, goal, dials, games), []
    while search.left:
        for one in search.left:
            play_more(one.setting, one.states, bots, seed, one.tally, search.wanted, jobs, on_progress)
        trials = search.narrow(bots, seed)
    return trials


def must_be_askable(setting: Setting, states: Array, goal: Goal) -> None:
    """Refuse a goal that no match of this setting could be measured by.

    Raises:
        BadQuestion: no such side, a chance that is none, or turns where the game has none.
        UnknownName: a limit of what the game does not count.
    """
    sides = sides_of(setting, states)
    if goal.side not in sides:
        raise BadQuestion(f"no side {goal.side!r}; there is {', '.join(sides)}")
    if goal.chance is not None and not 0 <= goal.chance <= 1:
        raise BadQuestion("a chance lies between 0 and 100 per cent")
    if goal.turns is not None and setting.game.turn_number is None:
        raise BadQuestion(f"{setting.game.title} counts no turns")
    counted = figures_of(setting, states) if goal.limits else {}
    for heading in goal.limits:
        if heading not in counted:
            raise UnknownName("figure", heading, counted)


def candidates(setting: Setting, states: Array, dials: Sequence[Dial]) -> list[Candidate]:
    """Every setting of the dials that makes a match that is not over; of too many, some that lie evenly."""
    values = list(product(*(dial.values for dial in dials)))
    tries = min(len(values), MAX_TRIALS)
    found = []
    for tried in (values[k * (len(values) - 1) // max(1, tries - 1)] for k in range(tries)):
        try:
            altered, begun = set_dials(setting, states, dials, tried)
            must_go_on(begun)
        except FireteamError:
            continue
        names = (dial.name for dial in dials)
        tally = Tally(wins=dict.fromkeys(sides_of(altered, begun), 0))
        found.append(Candidate(dict(zip(names, tried, strict=True)), altered, begun, tally))
    return found


def set_dials(setting: Setting, states: Array, dials: Sequence[Dial], values: Sequence[int]) -> tuple[Setting, Array]:
    """The match with its dials turned, one after another; each turns what the one before has left."""
    for dial, value in zip(dials, values, strict=True):
        setting, states = dial.set_to(setting, states, value)
    return setting, states


def _trial(one: Candidate, goal: Goal, bots: Sequence[Bot], seed: int) -> Trial:
    found = report(one.setting, bots, seed, one.tally)
    units = units_of_side(one.setting, one.states, goal.side)
    limited = [(figure, most) for heading, most in goal.limits.items() for figure in _figures(found, heading, units)]
    chance, wanted = _chance(found, goal)
    miss = abs(chance.mean - wanted) + sum(max(0.0, figure.mean - most) for figure, most in limited)
    meets = _is_near(chance, wanted, CHANCE_WIDTH) and all(figure.low <= most for figure, most in limited)
    if goal.turns is not None and found.turns is not None:
        miss += TURNS_WEIGHT * abs(found.turns.mean - goal.turns) / max(1.0, goal.turns)
        meets = meets and _is_near(found.turns, goal.turns, TURNS_WIDTH)
    return Trial(one.dials, found, miss, meets)


def _chance(found: Forecast, goal: Goal) -> tuple[Figure, float]:
    """The chance of the side, and what is wanted of it: for an even match, that of the likeliest other side."""
    won = found.wins[goal.side]
    others = [one.share for side, one in found.wins.items() if side != goal.side]
    wanted = max(others, default=0.5) if goal.chance is None else goal.chance
    return Figure(won.share, won.low, won.high), wanted


def _is_near(figure: Figure, wanted: float, width: float) -> bool:
    return figure.low <= wanted <= figure.high or abs(figure.mean - wanted) <= width


def _figures(found: Forecast, heading: str, units: frozenset[str]) -> list[Figure]:
    """What is counted under a heading for the units of a side; where none is named so, all of it."""
    numbers = found.figures[heading]
    return [one for unit, one in numbers.items() if unit in units] or list(numbers.values())


def units_of_side(setting: Setting, states: Array, side: str) -> frozenset[str]:
    """The names of a side's slots, and of the units that belong to them."""
    slots = sides_of(setting, states)[side]
    scene = setting.game.scene(setting, states)
    units = (token.unit for token in scene.tokens if token.slot in slots)
    return frozenset((*units, *(setting.slots[slot] for slot in slots), side))
