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
from ..bots.greedy import choose_greedily, new_workspaces
from ..core.chance.expectation import Buffers
from ..core.chance.outcomes import Workspace
from ..core.dice import live
from ..core.engine.compiled import compiled, compiled_as_whole
from ..core.engine.dispatch import (
    collect_stats,
    default_choice,
    has_open_policy,
    has_policy,
    has_secrets,
    is_over,
    policy,
    redact,
    to_act,
)
from ..core.engine.record import Array, copy_of
from ..core.engine.splitmix import splitmix64
from ..core.game import Setting
from ..core.protocol.choices import clear, new_choices, put_choice
from ..core.protocol.events import new_log
from ..core.run import apply, choose_at_random, first_slot, run_to_decision

MAX_CHOICES = 100_000  # choices of a game: a declared cap that no game of a finite number of rounds comes near
CHUNK_SIZE = 64
CHUNKS_AHEAD = 4  # parts of a run that a job may be ahead of the report: all their games are held in memory
RANDOM, GREEDY, ABSENT = 0, 1, 2
MAX_STATS = 1024  # of what a game counts in a run (`entry.tally`)


class SimWorkspace(NamedTuple):
    """What a game needs beside its state.

    `seat_view` is for the State as the slot that chooses may know it; in `trial` greedy tries choices, of others too.
    Numba knows an attribute `view` of its own: no field is called so.
    """

    seat_view: Array
    trial: Array
    choices: Array
    dice: Array
    log: Array
    workspace: Workspace | None
    buffers: Buffers | None
    stats: Array


def new_sim_workspace(states: Array) -> SimWorkspace:
    """Room for games with states of this kind."""
    workspace, buffers = new_workspaces(states)
    return SimWorkspace(
        states[:1].copy(), new_choices(), new_choices(), live(0), new_log(), workspace, buffers, new_stats()
    )


def new_stats() -> Array:
    """Nothing counted yet."""
    return np.zeros(MAX_STATS, np.int64)


@compiled
def play_game(states: Array, at: int, tables: Array, policies: Array, key: Any, workspace: SimWorkspace) -> int:
    """Play `states[at]` to its end; slot s plays by `policies[s]`. Returns the choices made; LIMIT if it had no end."""
    work = states[at : at + 1]
    dice, log = workspace.dice[0], workspace.log[0]
    dice.key, dice.drawn = splitmix64(key, 0), 0
    choice_key = splitmix64(key, 1)
    log.count = 0
    run_to_decision(work[0], tables[0], dice, log)
    collect_stats(work[0], tables[0], log, workspace.stats)
    choice_count = 0
    while choice_count < MAX_CHOICES and not is_over(work[0]):
        owing = to_act(work[0])
        while owing:
            slot = first_slot(owing)
            if policies[slot] == GREEDY and has_open_policy(work[0]):
                bot_key = splitmix64(choice_key, choice_count)
                policy(work[0], tables[0], slot, bot_key, workspace.choices[slot])
            else:
                choose_from_view(work, tables, slot, policies[slot], choice_key, choice_count, workspace)
            choice_count += 1
            owing &= owing - 1
        log.count = 0
        apply(work[0], tables[0], workspace.choices, dice, log)
        collect_stats(work[0], tables[0], log, workspace.stats)
    return choice_count


@compiled
def choose_from_view(
    work: Array, tables: Array, slot: int, bot: int, choice_key: Any, choice_count: int, workspace: SimWorkspace
) -> None:
    """Write what a slot chooses who knows of the State what it may know."""
    view = work
    if has_secrets(work[0]) or has_policy(work[0]):
        view = workspace.seat_view
        view[0] = work[0]
        redact(view[0], tables[0], 1 << slot)
    if bot == GREEDY:
        bot_key = splitmix64(choice_key, choice_count)
        choose_greedily(view, tables, slot, workspace.trial, bot_key, workspace.workspace, workspace.buffers)
        workspace.choices[slot] = workspace.trial[slot]
    elif bot == ABSENT:
        clear(workspace.choices[slot])
        default_choice(view[0], tables[0], slot, workspace.choices[slot])
    else:
        choose_at_random(view[0], tables[0], slot, workspace.choices[slot], choice_key, choice_count)


@compiled_as_whole
def play_games(states: Array, tables: Array, policies: Array, seed: Any, first: int, workspace: SimWorkspace) -> int:
    """Play every state to its end, game n under the key of the seed and `first` + n. Returns the choices made."""
    choice_count = 0
    for n in range(len(states)):
        choice_count += play_game(states, n, tables, policies, splitmix64(seed, first + n), workspace)
    return choice_count


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
    on_progress: Callable[[int], None] = lambda n: None,
) -> Report:
    """Play so many games. The same seed gives the same report, whatever the number of jobs.

    `bots` holds one bot for each slot; `done` hears how many games have ended.
    """
    starts = range(0, games, CHUNK_SIZE)
    compiled_bots = all(bot.policy >= 0 for bot in bots)
    play = _compiled_chunk if compiled_bots else _python_chunk
    winners: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    stats = new_stats()
    choices = unfinished = draws = 0
    jobs = jobs or os.cpu_count() or 1
    pool = ThreadPoolExecutor(jobs)
    parts = (pool.submit(play, setting, bots, seed, first, min(CHUNK_SIZE, games - first)) for first in starts)
    try:
        work = deque(islice(parts, CHUNKS_AHEAD * jobs))
        while work:
            states, chunk_choices, chunk_stats = work.popleft().result()
            work.extend(islice(parts, 1))
            choices += chunk_choices
            stats += chunk_stats
            for n in range(len(states)):
                result = setting.game.result(setting, states[n : n + 1])
                unfinished += not result.is_over
                draws += result.is_over and not result.winners
                ends[result.line] += 1
                for slot in result.winners:
                    winners[setting.slots[slot]] += 1
            on_progress(len(states))
    finally:
        pool.shutdown(cancel_futures=True)  # whoever stops, or a bot that fails, does not wait for all the rest
    shares = {name: share(winners[name], games) for name in setting.players}
    return Report(
        setting.game.id,
        setting.scenario,
        {name: bot.name for name, bot in zip(setting.slots, bots, strict=True) if name in shares},
        seed,
        games,
        choices,
        shares,
        share(draws, games),
        unfinished,
        {sentence: share(n, games) for sentence, n in ends.most_common()},
        {}
        if setting.game.describe_stats is None
        else {k: dict(v) for k, v in setting.game.describe_stats(setting, stats).items()},
    )


def _compiled_chunk(
    setting: Setting, bots: Sequence[Bot], seed: int, first: int, size: int
) -> tuple[Array, int, Array]:
    states = np.repeat(setting.opening, size)
    policies = np.array([bot.policy for bot in bots], np.int64)
    workspace = new_sim_workspace(states)
    choice_count = play_games(states, setting.tables, policies, np.uint64(seed), first, workspace)
    return states, int(choice_count), workspace.stats


def _python_chunk(setting: Setting, bots: Sequence[Bot], seed: int, first: int, size: int) -> tuple[Array, int, Array]:
    """The same with bots that are Python functions."""
    finals, choice_count, stats = [], 0, new_stats()
    for n in range(size):
        key = np.uint64(splitmix64(np.uint64(seed), first + n))
        states, choices = play_in_python(setting, setting.opening, bots, key, MAX_CHOICES, stats)
        choice_count += choices
        finals.append(states)
    return np.concatenate(finals), choice_count, stats


def play_in_python(
    setting: Setting, start: Array, bots: Sequence[Bot], key: Any, most: int, stats: Array
) -> tuple[Array, int]:
    """Play on from a State as `play_game` does, with any bots, for `most` choices or a few more; the end, and choices.

    Raises:
        BotFailure: a bot failed.
    """
    states, dice, log = start.copy(), live(int(splitmix64(key, 0))), new_log()
    choice_key, choice_count = np.uint64(splitmix64(key, 1)), 0
    run_to_decision(states[0], setting.tables[0], dice[0], log[0])
    collect_stats(states[0], setting.tables[0], log[0], stats)
    while not is_over(states[0]) and choice_count < most:
        choices = new_choices()
        for slot in range(len(bots)):
            if int(to_act(states[0])) >> slot & 1:
                view = copy_of(states)
                redact(view[0], setting.tables[0], 1 << slot)
                bot_key = int(splitmix64(choice_key, choice_count))
                put_choice(choices, slot, bots[slot].choose(setting, view, slot, bot_key))
                choice_count += 1
        log[0].count = 0
        apply(states[0], setting.tables[0], choices, dice[0], log[0])
        collect_stats(states[0], setting.tables[0], log[0], stats)
    return states, choice_count
