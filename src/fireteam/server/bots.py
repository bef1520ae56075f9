"""Bots at the tables of a server: they think in processes of their own, each for so long, every table in its turn.

A bot that is late, fails or chooses what the rules refuse is replaced by a simpler one, down to what the game itself
states for a slot that does not answer; whoever asked is told. A process that does not answer is ended and begun anew.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import NamedTuple

from ..bots import BOTS
from ..core.choices import Verb
from ..core.entry import to_act
from ..core.errors import BotFailed, FireteamError, UnknownName
from ..core.game import Setting, default_choice, read_choice, refusal
from ..core.record import Array
from ..match.files import content_hash
from ..match.match import Match
from .readying import Readying
from .thinking import WORKER, Thinker
from .worker import Choice, Job, Played

ABSENT = "absent"
SIMPLER = {"greedy": "random", "random": ABSENT}
MOST = 4  # processes, however many processors there are
EACH, LOADING, FIRST = 10.0, 60.0, 600.0


class Chosen(NamedTuple):
    """A choice, which bot made it, and why another than was asked for."""

    choice: Verb
    bot: str
    why: str = ""


class Asked(NamedTuple):
    """A choice that is asked for: the job, what it is played with, by which State the answer is judged."""

    job: Job
    setting: Setting
    states: Array
    answer: asyncio.Future[Verb]


def known(name: str) -> str:
    """The name of a bot that may sit at a table of a server. One from a file may not: it could do anything.

    Raises:
        UnknownName: there is none.
    """
    if name not in BOTS:
        raise UnknownName("bot", name, BOTS)
    return name


def played(match: Match, packs: Sequence[str] = (), begins: str = "") -> Played:
    """What a match is played with, as a bot's process is told of it. `begins`: at a position, not at an opening."""
    setting = match.setting
    options = tuple((name, str(value)) for name, value in setting.options.items())
    return Played(setting.game.id, setting.scenario, options, tuple(packs), begins, content_hash(setting))


class Bots:
    """The bots of a server.

    A choice may take `each` so many seconds, the first one in a process `loading`, the first of all `first`: rules may
    have to be compiled for it.
    """

    def __init__(
        self,
        processes: int = 0,
        each: float = EACH,
        loading: float = LOADING,
        first: float = FIRST,
        command: Sequence[str] = WORKER,
        readying: Readying | None = None,
    ) -> None:
        self.each, self.loading, self.first, self._command = each, loading, first, command
        self._readying = readying
        self._many = processes or min(os.cpu_count() or 1, MOST)
        self._waiting: OrderedDict[str, deque[Asked]] = OrderedDict()
        self._came = asyncio.Event()
        self._thinkers: list[Thinker] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._compiled: set[tuple[str, str]] = set()

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(process.number for process in self._thinkers if process.number)

    async def choose(self, table: str, match: Match, slot: int, bot: str, what: Played) -> Chosen:
        """What a bot chooses for a slot that owes a choice, by what its seat may know; nothing happens yet.

        Raises:
            UnknownName: there is no such bot.
        """
        seat, setting = match.seat_of(slot), match.setting
        states = match.masked(match.state, seat.slots if seat else 1 << slot)
        key, name, why = match.key_for_bot(slot), known(bot), ""
        while name != ABSENT:
            job = Job(what, name, slot, key, states.tobytes(), self.each)
            try:
                return Chosen(await self._ask(table, job, setting, states), name, why)
            except BotFailed as failed:
                why, name = why or str(failed), SIMPLER.get(name, ABSENT)
        return Chosen(default_choice(setting, match.masked(states, 1 << slot), slot), name, why)

    async def _ask(self, table: str, job: Job, setting: Setting, states: Array) -> Verb:
        """Wait for a table's turn, and for what is chosen."""
        while len(self._tasks) < self._many:
            self._thinkers.append(Thinker(self._command, self._readying))
            self._tasks.append(asyncio.create_task(self._think(self._thinkers[-1]), name="bots"))
        asked = Asked(job, setting, states, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(table, deque()).append(asked)
        self._came.set()
        return await asked.answer

    async def _next(self) -> Asked:
        """The next choice that somebody waits for: of the table that has waited longest, which then goes last."""
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

    async def _think(self, process: Thinker) -> None:
        """One process: choice after choice, begun anew when it fails."""
        try:
            while True:
                await self._answer(process, await self._next())
        finally:
            await process.end()

    async def _answer(self, process: Thinker, asked: Asked) -> None:
        """Let a process make one choice; whoever waits for it always hears something."""
        kind = (asked.job.played.game, asked.job.bot)
        seconds = self.loading if kind in self._compiled else self.first
        pending = self._readying is not None and self._readying.is_pending(asked.job.played.game)
        try:
            brisk = kind in process.has_done and not pending
            value = judged(asked, await process.choose(asked.job, self.each if brisk else seconds))
        except BotFailed as failed:
            if not asked.answer.done():
                asked.answer.set_exception(failed)
        except BaseException:
            asked.answer.cancel()
            raise
        else:
            self._compiled.add(kind)
            process.has_done.add(kind)
            if not asked.answer.done():
                asked.answer.set_result(value)

    async def close(self) -> None:
        """End every process; whoever still waits for a bot is told that there is none."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        self._thinkers.clear()
        for line in self._waiting.values():
            for asked in line:
                asked.answer.cancel()
        self._waiting.clear()


def judged(asked: Asked, answer: Choice) -> Verb:
    """What a bot chose, if it is what a slot may choose that owes a choice.

    Raises:
        BotFailed: it is not.
    """
    job, setting = asked.job, asked.setting
    if answer.failed:
        raise BotFailed(f"bot {job.bot} failed ({answer.failed})")
    try:
        value = read_choice(setting, answer.line)
        owes = int(to_act(asked.states[0])) >> job.slot & 1
        if owes and not value.free and refusal(setting, asked.states, job.slot, value) is None:
            return value
    except FireteamError:
        pass
    raise BotFailed(f"bot {job.bot} chose what the rules refuse")
