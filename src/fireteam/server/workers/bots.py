"""`BotPool`: bots choose in worker processes, within a time limit, for one table after another in turn.

A bot that is late, fails or chooses what the rules refuse is replaced by a simpler one, and at last by the game's
default choice for a slot that does not answer; the `BotChoice` says so. A process that does not answer is killed, and
another is started for the next job.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ...bots import BOTS
from ...core.calls import to_act_at
from ...core.engine.record import Array
from ...core.errors import BotFailure, FireteamError, UnknownName
from ...core.game import Setting
from ...core.protocol.choices import Verb
from ...core.slot_choices import default_choice_of, is_lawful, read_choice
from ...match.file.format import content_hash
from ...match.match import Match
from ..background import Background, Loop
from ..env import Env
from .compilation import Compilation
from .main import Choice, Job, MatchSpec
from .process import WORKER, WorkerProcess

ABSENT = "absent"
SIMPLER = {"greedy": "random", "random": ABSENT}
MOST = 4  # processes, however many processors there are
EACH, LOADING, FIRST = 10.0, 60.0, 600.0


class BotChoice(NamedTuple):
    """A choice, the bot that made it, and `why` it was not the bot that was asked (empty if it was)."""

    choice: Verb
    bot: str
    why: str = ""


class ChoiceRequest(NamedTuple):
    """A choice that a bot is to make: its job, and the Setting and redacted State by which the answer is checked."""

    job: Job
    setting: Setting
    states: Array
    answer: asyncio.Future[Verb]


def require_bot(name: str) -> str:
    """Return the name of a built-in bot. A bot from a file may not play on a server: its code could do anything.

    Raises:
        UnknownName: no built-in bot has this name.
    """
    if name not in BOTS:
        raise UnknownName("bot", name, BOTS)
    return name


def match_spec(match: Match, packs: Sequence[str] = (), begins: str = "") -> MatchSpec:
    """Return what a worker process needs to rebuild the Setting of a match.

    Args:
        match: the match.
        packs: paths of its pack folders.
        begins: the position line that it begins at; empty if it begins at the scenario's opening.
    """
    setting = match.setting
    options = tuple((name, str(value)) for name, value in setting.options.items())
    return MatchSpec(setting.game.id, setting.scenario, options, tuple(packs), begins, content_hash(setting))


class BotPool:
    """The worker processes in which bots choose, with a queue of requests for each table.

    Time limits are in seconds: `each` for a choice, `loading` for the first choice by a bot in a game that a process
    makes, and `first` for the first that any process makes, since rules may have to be compiled for it. While the rules
    of a game are still to be compiled, its choices have the longer limits.
    """

    def __init__(
        self,
        processes: int = 0,
        each: float = EACH,
        loading: float = LOADING,
        first: float = FIRST,
        command: Sequence[str] = WORKER,
        compilation: Compilation | None = None,
    ) -> None:
        self.each, self.loading, self.first, self._command = each, loading, first, command
        self._compilation = compilation
        self._many = processes or min(os.cpu_count() or 1, MOST)
        self._waiting: OrderedDict[str, deque[ChoiceRequest]] = OrderedDict()
        self._came = asyncio.Event()
        self._processes: list[WorkerProcess] = []
        self._loops: list[Loop] = []
        self.background = Background(Env())
        self._compiled: set[tuple[str, str]] = set()

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the running worker processes."""
        return tuple(process.number for process in self._processes if process.number)

    async def choose(self, table: str, match: Match, slot: int, bot: str, what: MatchSpec) -> BotChoice:
        """Return a bot's choice for a slot that owes one, by what its seat may know. Nothing is carried out yet.

        If the bot fails, the next simpler one is asked, and at last the game's default choice is taken.

        Raises:
            UnknownName: there is no such bot.
        """
        seat, setting = match.seat_of(slot), match.setting
        states = match.redact(match.state, seat.slots if seat else 1 << slot)
        key, name, why = match.key_for_bot(slot), require_bot(bot), ""
        while name != ABSENT:
            job = Job(what, name, slot, key, states.tobytes(), self.each)
            try:
                return BotChoice(await self._ask(table, job, setting, states), name, why)
            except BotFailure as failed:
                why, name = why or str(failed), SIMPLER.get(name, ABSENT)
        return BotChoice(default_choice_of(setting, match.redact(states, 1 << slot), slot), name, why)

    async def _ask(self, table: str, job: Job, setting: Setting, states: Array) -> Verb:
        """Queue a job of a table and wait for the choice. The first call starts the pool's tasks."""
        while len(self._loops) < self._many:
            process = WorkerProcess(self._command, self._compilation)
            self._processes.append(process)
            self._loops.append(self.background.loop("bots", [partial(self._serve, process)]))
        asked = ChoiceRequest(job, setting, states, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(table, deque()).append(asked)
        self._came.set()
        return await asked.answer

    async def _next(self) -> ChoiceRequest:
        """Wait for the next request that is still wanted: of the table waiting longest, which then goes last."""
        while True:
            while self._waiting:
                table, line = self._waiting.popitem(last=False)
                asked = line.popleft()
                if line:
                    self._waiting[table] = line
                if not asked.answer.done():
                    return asked
            self._came.clear()
            await self._came.wait()

    async def _serve(self, process: WorkerProcess) -> None:
        """Answer one request with a process, which is restarted when it fails."""
        await self._answer(process, await self._next())

    async def _answer(self, process: WorkerProcess, asked: ChoiceRequest) -> None:
        """Let a process answer one request. Its Future always ends: with the choice, BotFailed, or cancelled."""
        kind = (asked.job.played.game, asked.job.bot)
        seconds = self.loading if kind in self._compiled else self.first
        pending = self._compilation is not None and self._compilation.is_pending(asked.job.played.game)
        try:
            await process.end_if_stale(asked.job.played.game)  # its first choice has the limits of a first choice
            brisk = kind in process.has_done and not pending
            value = check_choice(asked, await process.choose(asked.job, self.each if brisk else seconds))
        except BotFailure as failed:
            if not asked.answer.done():
                asked.answer.set_exception(failed)
        except BaseException:
            asked.answer.cancel()
            await process.end()  # nobody knows what it is about
            raise
        else:
            self._compiled.add(kind)
            process.has_done.add(kind)
            if not asked.answer.done():
                asked.answer.set_result(value)

    async def close(self) -> None:
        """End every process and cancel the requests that still wait."""
        await self.background.close(*self._loops)
        for process in self._processes:
            await process.end()
        self._loops.clear()
        self._processes.clear()
        for line in self._waiting.values():
            for asked in line:
                asked.answer.cancel()
        self._waiting.clear()


def check_choice(asked: ChoiceRequest, answer: Choice) -> Verb:
    """Return the choice that a bot made, if the slot owes one, the rules allow it, and it is no free act.

    Raises:
        BotFailure: the bot failed, or chose what the rules refuse.
    """
    job, setting = asked.job, asked.setting
    if answer.failed:
        raise BotFailure(f"bot {job.bot} failed ({answer.failed})")
    try:
        value = read_choice(setting, answer.line)
        owes = to_act_at(asked.states, 0) >> job.slot & 1
        if owes and not value.free and is_lawful(setting, asked.states, job.slot, value):
            return value
    except FireteamError:
        pass
    raise BotFailure(f"bot {job.bot} chose what the rules refuse")
