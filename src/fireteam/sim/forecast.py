"""How a match may end: bots play on from a State many times, and what comes of it is counted, with error bars.

Game n of a forecast is played under the key of the seed and n, so that the same seed gives the same forecast whatever
the number of threads, and alterations of a match are compared on common random numbers. A forecast knows no more than
the State that it is given: for a player that is the State as the player's seat may know it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import msgspec
import numpy as np

from ..bots import Bot, find_bot
from ..core.calls import BEGINNING, is_over_at
from ..core.engine.record import Array, copy_of
from ..core.engine.splitmix import splitmix64
from ..core.errors import BadQuestion
from ..core.game import Setting
from ..core.scratch import scratch
from .run import CHUNKS_AHEAD, MAX_CHOICES, Share, new_sim_workspace, new_stats, play_game, play_in_python, share

MIN_GAMES, MAX_GAMES = 2, 1_000_000
PART = 32  # games that a thread plays between two reports
USUAL_BOT, REFEREE_BOT = "greedy", "absent"
Z = 1.959963984540054  # of a 95 % interval


class Figure(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval. `is_share`: it is the chance of what happens or does not."""

    mean: float
    low: float
    high: float
    is_share: bool = False


class Sum(msgspec.Struct):
    """Numbers as they are added up; `is_share`: all of them were true or false."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    is_share: bool = True

    def add(self, number: float) -> None:
        """One number more."""
        self.count += 1
        self.total += number
        self.squares += number * number
        self.is_share = self.is_share and isinstance(number, bool)

    def merge(self, other: Sum) -> None:
        """All numbers of another sum as well."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.is_share = self.is_share and other.is_share

    def figure(self) -> Figure:
        """The mean. What happens or does not is a share, with the interval of Wilson; else the normal one holds."""
        if self.count and self.is_share:
            part = share(round(self.total), self.count)
            return Figure(part.share, part.low, part.high, True)
        mean = self.total / self.count if self.count else 0.0
        spread = max(0.0, self.squares - self.total * mean) / (self.count - 1) if self.count > 1 else 0.0
        half = Z * (spread / self.count) ** 0.5 if self.count else 0.0
        return Figure(mean, mean - half, mean + half)


class Tally(msgspec.Struct):
    """What has been counted of a forecast so far. Turns are those that were still begun, with the present one."""

    games: int = 0
    draws: int = 0
    unfinished: int = 0
    wins: dict[str, int] = {}
    choices: Sum = msgspec.field(default_factory=Sum)
    turns: Sum = msgspec.field(default_factory=Sum)
    figures: dict[str, dict[str, Sum]] = {}

    def merge(self, other: Tally) -> None:
        """The games of another tally as well."""
        self.games += other.games
        self.draws += other.draws
        self.unfinished += other.unfinished
        for side, count in other.wins.items():
            self.wins[side] = self.wins.get(side, 0) + count
        self.choices.merge(other.choices)
        self.turns.merge(other.turns)
        for heading, sums in other.figures.items():
            mine = self.figures.setdefault(heading, {})
            for unit, one in sums.items():
                mine.setdefault(unit, Sum()).merge(one)


class Forecast(msgspec.Struct, frozen=True):
    """How a match may end. `wins` is by side; `figures` is what the game counts at an end, by heading and unit.

    `turns` is None for a game without turns of its own. Games without an end within the declared cap are `unfinished`.
    """

    game: str
    scenario: str
    bots: dict[str, str]
    seed: int
    games: int
    wins: dict[str, Share]
    draws: Share
    unfinished: int
    choices: Figure
    turns: Figure | None
    figures: dict[str, dict[str, Figure]]


def sides_of(setting: Setting, states: Array) -> dict[str, tuple[int, ...]]:
    """Who wins together: the slots of each side by its name, as the game says it.

    Where it does not, groups are sides, and a player of no group is one alone.
    """
    if setting.game.sides is not None:
        return dict(setting.game.sides(setting, states))
    number = {name: slot for slot, name in enumerate(setting.slots)}
    sides = {name: tuple(number[slot] for slot in slots) for name, slots in setting.groups.items()}
    grouped = {slot for slots in sides.values() for slot in slots}
    return sides | {name: (number[name],) for name in setting.players if number[name] not in grouped}


def bots_for(setting: Setting, chosen: Mapping[str, str]) -> list[Bot]:
    """A bot for each slot: the one chosen for it, else the usual one; a referee stands aside.

    Raises:
        UnknownName: there is no such bot.
        BadQuestion: no such slot, or a bot for a referee.
    """
    referee = "" if setting.referee < 0 else setting.slots[setting.referee]
    for name in chosen:
        if name not in setting.players:
            raise BadQuestion(f"{name} does not play here: {', '.join(setting.players)} do")
    usual = {name: USUAL_BOT for name in setting.players} | ({referee: REFEREE_BOT} if referee else {})
    return [find_bot(chosen.get(name, usual[name])) for name in setting.slots]


def forecast(
    setting: Setting,
    states: Array,
    bots: Sequence[Bot],
    games: int,
    seed: int,
    jobs: int = 0,
    on_progress: Callable[[int], None] = lambda n: None,
) -> Forecast:
    """Let one bot for each slot play on from `states[0]` so many times.

    Raises:
        BadQuestion: nothing is left to forecast, or too few games or too many.
        BotFailure: a bot failed.
    """
    must_be_countable(games)
    tally = play_more(setting, states, bots, seed, Tally(), games, jobs, on_progress)
    return report(setting, bots, seed, tally)


def play_more(
    setting: Setting,
    states: Array,
    bots: Sequence[Bot],
    seed: int,
    tally: Tally,
    games: int,
    jobs: int = 0,
    on_progress: Callable[[int], None] = lambda n: None,
) -> Tally:
    """Play on with a tally until it has so many games; parts of it are played on threads and added in their order.

    Raises:
        BadQuestion: the match is over.
        BotFailure: a bot failed.
    """
    must_go_on(states)
    jobs = jobs or os.cpu_count() or 1
    parts = [(first, min(PART, games - first)) for first in range(tally.games, games, PART)]
    if jobs == 1 or len(parts) == 1:
        for part in parts:
            _add(tally, play_part(setting, states, bots, seed, *part), on_progress)
        return tally
    pool = ThreadPoolExecutor(jobs)
    work = (pool.submit(play_part, setting, states, bots, seed, *part) for part in parts)
    try:
        ahead = deque(islice(work, CHUNKS_AHEAD * jobs))
        while ahead:
            _add(tally, ahead.popleft().result(), on_progress)
            ahead.extend(islice(work, 1))
    finally:
        pool.shutdown(cancel_futures=True)  # whoever stops does not wait for all the rest
    return tally


def _add(tally: Tally, more: Tally, on_progress: Callable[[int], None]) -> None:
    tally.merge(more)
    on_progress(more.games)


def must_be_countable(games: int) -> None:
    """Refuse a number of games that no forecast is made from.

    Raises:
        BadQuestion: there are too few, or too many.
    """
    if not MIN_GAMES <= games <= MAX_GAMES:
        raise BadQuestion(f"a forecast takes {MIN_GAMES} to {MAX_GAMES:,} games, not {games}")


def must_go_on(states: Array) -> None:
    """Refuse to forecast a match that is over.

    Raises:
        BadQuestion: it is.
    """
    if is_over_at(states, 0):
        raise BadQuestion("the match is over: nothing is left to forecast")


def play_part(setting: Setting, states: Array, bots: Sequence[Bot], seed: int, first: int, games: int) -> Tally:
    """The tally of games `first` and following of a forecast."""
    sides, tally = sides_of(setting, states), Tally()
    tally.wins = dict.fromkeys(sides, 0)
    begun = _turn(setting, _settled(setting, states))
    for end, choices in _endings(setting, states, bots, seed, first, games):
        result = setting.game.result(setting, end)
        tally.games += 1
        tally.unfinished += not result.is_over
        tally.draws += result.is_over and not result.winners
        for side, slots in sides.items():
            tally.wins[side] += result.is_over and any(slot in slots for slot in result.winners)
        tally.choices.add(choices)
        if setting.game.turn_number is not None:
            tally.turns.add(_turn(setting, end) - begun + 1)
        for heading, numbers in figures_of(setting, end).items():
            sums = tally.figures.setdefault(heading, {})
            for unit, number in numbers.items():
                sums.setdefault(unit, Sum()).add(number)
    return tally


def figures_of(setting: Setting, states: Array) -> Mapping[str, Mapping[str, float]]:
    """What the game counts in a State; nothing, where it does not say."""
    return setting.game.figures(setting, states) if setting.game.figures else {}


def _turn(setting: Setting, states: Array) -> int:
    return max(1, int(setting.game.turn_number(setting, states))) if setting.game.turn_number else 0


def _settled(setting: Setting, states: Array) -> Array:
    """The State in which somebody decides next, by any dice: its turn is the one that counts as the first."""
    after = copy_of(states)
    scratch.carry_out(BEGINNING, after, setting.tables, 0, 0)
    return after


def _endings(
    setting: Setting, states: Array, bots: Sequence[Bot], seed: int, first: int, games: int
) -> Iterator[tuple[Array, int]]:
    """How so many games end, each with the number of its choices. The State is the same memory every time."""
    keys = (np.uint64(splitmix64(np.uint64(seed), number)) for number in range(first, first + games))
    if any(bot.policy < 0 for bot in bots):
        for key in keys:
            yield play_in_python(setting, states, bots, key, MAX_CHOICES, new_stats())
        return
    policies = np.array([bot.policy for bot in bots], np.int64)
    workspace, end = new_sim_workspace(states), states[:1].copy()
    for key in keys:
        end[0] = states[0]
        yield end, int(play_game(end, 0, setting.tables, policies, key, workspace))


def report(setting: Setting, bots: Sequence[Bot], seed: int, tally: Tally) -> Forecast:
    """A tally as a forecast, with its intervals."""
    return Forecast(
        setting.game.id,
        setting.scenario,
        {name: bot.name for name, bot in zip(setting.slots, bots, strict=True) if name in setting.players},
        seed,
        tally.games,
        {side: share(count, tally.games) for side, count in tally.wins.items()},
        share(tally.draws, tally.games),
        tally.unfinished,
        tally.choices.figure(),
        tally.turns.figure() if setting.game.turn_number else None,
        {heading: {unit: one.figure() for unit, one in sums.items()} for heading, sums in tally.figures.items()},
    )
