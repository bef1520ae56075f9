"""Many games at once: bots against bots, compiled, on every core."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ..bots import Bot
from ..bots.greedy import choose_greedily, new_thoughts
from ..core.choices import clear, new_choices, put
from ..core.compiled import compiled
from ..core.dice import live, mixed
from ..core.entry import default, hides, over, seen, suggests, tally, to_act
from ..core.events import new_log
from ..core.expect import Fronts
from ..core.game import Setting
from ..core.play import apply, choose_at_random, settle
from ..core.record import Array, branch
from ..core.spread import Desk

LIMIT = 100_000  # choices of a game: a declared cap that no game of a finite number of rounds comes near
CHUNK = 64
AHEAD = 4  # parts of a run that a job may be ahead of the report: all their games are held in memory
RANDOM, GREEDY, ABSENT = 0, 1, 2
COUNTS = 1024  # of what a game counts in a run (`entry.tally`)


class Room(NamedTuple):
    """What a game needs beside its state.

    `known` is for the state as the slot that chooses may know it; on `tried` greedy tries choices, of others too.
    """

    known: Array
    tried: Array
    choices: Array
    dice: Array
    log: Array
    desk: Desk | None
    fronts: Fronts | None
    counts: Array


def new_room(states: Array) -> Room:
    """Room for games with states of this kind."""
    desk, fronts = new_thoughts(states)
    return Room(states[:1].copy(), new_choices(), new_choices(), live(0), new_log(), desk, fronts, new_counts())


def new_counts() -> Array:
    """Nothing counted yet."""
    return np.zeros(COUNTS, np.int64)


@compiled
def play_game(states: Array, at: int, tables: Array, policies: Array, key: Any, room: Room, work: Array) -> int:
    """Play `states[at]` to its end; slot s plays by `policies[s]`. Returns the choices made; LIMIT if it had no end."""
    work[0] = states[at]
    dice, log = room.dice[0], room.log[0]
    dice.key, dice.drawn = mixed(key, 0), 0
    choosing = mixed(key, 1)
    log.count = 0
    settle(work[0], tables[0], dice, log)
    tally(work[0], tables[0], log, room.counts)
    made = 0
    while made < LIMIT and not over(work[0]):
        owing, slot = to_act(work[0]), 0
        while owing:
            if owing & 1:
                known = work
                if hides(work[0]) or suggests(work[0]):
                    known = room.known
                    known[0] = work[0]
                    seen(known[0], tables[0], 1 << slot)
                if policies[slot] == GREEDY:
                    lots = mixed(choosing, made)
                    choose_greedily(known, tables, slot, room.tried, lots, room.desk, room.fronts)
                    room.choices[slot] = room.tried[slot]
                elif policies[slot] == ABSENT:
                    clear(room.choices[slot])
                    default(known[0], tables[0], slot, room.choices[slot])
                else:
                    choose_at_random(known[0], tables[0], slot, room.choices[slot], choosing, made)
                made += 1
            owing >>= 1
            slot += 1
        log.count = 0
        apply(work[0], tables[0], room.choices, dice, log)
        tally(work[0], tables[0], log, room.counts)
    states[at] = work[0]
    return made


@compiled
def play_games(states: Array, tables: Array, policies: Array, seed: Any, first: int, room: Room, work: Array) -> int:
    """Play every state to its end, game n under the key of the seed and `first` + n. Returns the choices made."""
    made = 0
    for n in range(len(states)):
        made += play_game(states, n, tables, policies, mixed(seed, first + n), room, work)
    return made


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with the 95 % interval of Wilson."""

    count: int
    share: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """The share and its interval."""
    if of == 0:
        return Share(0, 0.0, 0.0, 1.0)
    z, p = 1.959963984540054, count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (p * (1 - p) / of + z * z / (4 * of * of)) ** 0.5
    return Share(count, p, max(0.0, middle - half), min(1.0, middle + half))


class Report(msgspec.Struct, frozen=True):
    """What a run of games came to."""

    game: str
    scenario: str
    bots: dict[str, str]
    seed: int
    games: int
    choices: int
    wins: dict[str, Share]
    draws: Share
    unfinished: int
    ends: dict[str, Share]
    tallies: dict[str, dict[str, float]] = {}


def run(
    setting: Setting,
    bots: Sequence[Bot],
    games: int,
    seed: int,
    jobs: int = 0,
    done: Callable[[int], None] = lambda n: None,
) -> Report:
    """Play so many games. The same seed gives the same report, whatever the number of jobs.

    `bots` holds one bot for each slot; `done` hears how many games have ended.
    """
    starts = range(0, games, CHUNK)
    compiled_bots = all(bot.policy >= 0 for bot in bots)
    play = _compiled_chunk if compiled_bots else _slow_chunk
    winners: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    counts = new_counts()
    choices = unfinished = draws = 0
    jobs = jobs or os.cpu_count() or 1
    pool = ThreadPoolExecutor(jobs)
    parts = (pool.submit(play, setting, bots, seed, first, min(CHUNK, games - first)) for first in starts)
    try:
        work = deque(islice(parts, AHEAD * jobs))
        while work:
            states, made, counted = work.popleft().result()
            work.extend(islice(parts, 1))
            choices += made
            counts += counted
            for n in range(len(states)):
                result = setting.game.result(setting, states[n : n + 1])
                unfinished += not result.over
                draws += result.over and not result.winners
                ends[result.line] += 1
                for slot in result.winners:
                    winners[setting.slots[slot]] += 1
            done(len(states))
    finally:
        pool.shutdown(cancel_futures=True)  # whoever stops, or a bot that fails, does not wait for all the rest
    won = {name: share(winners[name], games) for name in setting.players}
    return Report(
        setting.game.id,
        setting.scenario,
        {name: bot.name for name, bot in zip(setting.slots, bots, strict=True) if name in won},
        seed,
        games,
        choices,
        won,
        share(draws, games),
        unfinished,
        {sentence: share(n, games) for sentence, n in ends.most_common()},
        {} if setting.game.tallies is None else {k: dict(v) for k, v in setting.game.tallies(setting, counts).items()},
    )


def _compiled_chunk(
    setting: Setting, bots: Sequence[Bot], seed: int, first: int, size: int
) -> tuple[Array, int, Array]:
    states = np.repeat(setting.opening, size)
    policies = np.array([bot.policy for bot in bots], np.int64)
    room, work = new_room(states), setting.opening.copy()
    made = play_games(states, setting.tables, policies, np.uint64(seed), first, room, work)
    return states, int(made), room.counts


def _slow_chunk(setting: Setting, bots: Sequence[Bot], seed: int, first: int, size: int) -> tuple[Array, int, Array]:
    """The same with bots that are Python functions."""
    played, made, counts = [], 0, new_counts()
    for n in range(size):
        before = made
        key = mixed(np.uint64(seed), first + n)
        states, dice, log = setting.opening.copy(), live(int(mixed(key, 0))), new_log()
        choosing = mixed(key, 1)
        settle(states[0], setting.tables[0], dice[0], log[0])
        tally(states[0], setting.tables[0], log[0], counts)
        while not over(states[0]) and made - before < LIMIT:
            choices = new_choices()
            for slot in range(len(bots)):
                if int(to_act(states[0])) >> slot & 1:
                    view = branch(states)
                    seen(view[0], setting.tables[0], 1 << slot)
                    put(choices, slot, bots[slot].choose(setting, view, slot, int(mixed(choosing, made))))
                    made += 1
            log[0].count = 0
            apply(states[0], setting.tables[0], choices, dice[0], log[0])
            tally(states[0], setting.tables[0], log[0], counts)
        played.append(states)
    return np.concatenate(played), made, counts
