"""The course of a match on the screen: people decide, bots think beside it, questions open windows, the end is told."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Generator, Sequence
from time import monotonic
from typing import TypeVar

from textual import work
from textual.widgets import OptionList

from ...core.errors import DieWanted, FireteamError, Refused
from ...core.scene import Scene, Spot, Trail
from ...match.record import Seat
from ...match.walking import Path
from ..course import Course
from ..menu import Menu
from ..paper import Line, printable
from ..patience import PATIENCE, PATIENT
from ..signs import Over
from . import about
from .look import TINTS
from .since import changed, set_up_anew, went
from .walkers import Walkers
from .windows import Ask, Die, HandOver, Page, text

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Outcome = TypeVar("Outcome")

LEFT, FAILED = 0, 1
BRIEFLY = 2.0  # seconds
WATCHED = 1.0  # seconds between looks at the packs


class Declined(Exception):
    """A die was asked for, and the choice is not made after all."""


class Turns(Walkers):
    """A match in play. `pause` are the seconds for which each doing of a bot is shown.

    While `seat` is set it is that seat's to choose for `slot`, and whoever plays calls `choose`.
    """

    def __init__(self, course: Course, pause: float = 0.5) -> None:
        super().__init__(course)
        self.pause = pause
        self.busy = False
        self.decided = asyncio.Event()
        self.ended, self.failed = "", ""
        self.read = self.drawn = course.match.number  # the first event untold, and the first not on the board yet
        self.preface = [line] if (line := course.announced()) else []
        self.deaf_until = 0.0  # keys that were pressed before are for nothing
        self.passed: dict[str, list[str]] = {}  # choices of a seat that were made unasked, until it is asked again
        self.fresh: frozenset[Spot] = frozenset()  # what has changed since a person last chose
        self.gone: tuple[Trail, ...] = ()  # and the ways that were gone on a free table

    @abstractmethod
    def deal(self, menu: Menu) -> None:
        """Lay a decision before a person."""

    @abstractmethod
    def reply(self, lines: list[Line]) -> None:
        """Tell the person something, and let them go on choosing."""

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self.run_course()
        if self.course.watching:
            self.set_interval(WATCHED, self.renew)

    def renew(self) -> None:
        """While a person chooses: see whether a pack has changed, and lay the table anew if one has."""
        if self.seat is None or self.busy:
            return
        if lines := self.course.renew():
            self.notify("\n".join(lines), markup=False, timeout=10)
            self.tell([])
            self.decided.set()

    @work
    async def run_course(self) -> None:
        """Let everybody choose in turn, until the match is over."""
        try:
            while not self.course.match.over:
                if self.course.go_on():
                    await self._shown()
                    continue
                seat, slot = self.course.turn()
                if seat.is_person:
                    await self._person(seat, slot)
                else:
                    await self._bot(seat, slot)
            await self._end()
        except FireteamError as error:  # a bot that failed, a file that cannot be written: nothing goes on from here
            self.failed = str(error)
            self.app.exit(FAILED)

    async def _person(self, seat: Seat, slot: int) -> None:
        """A person chooses, at the board."""
        if before := self.course.hand_over(seat):
            self.tell([])
            await self.app.push_screen_wait(HandOver(seat.name, before))
        if planned := self.course.planned(seat, slot):  # it waits for a die that somebody throws
            await self._answered(self.course.acting(seat, planned, slot), self._face)
            return
        await self._warn(seat.name)
        self.bar([(f"{self.course.call(slot)}: what can be done is looked up …", f"bold {TINTS[slot % len(TINTS)]}")])
        menu = await self.patiently(self.course.menu, seat, slot)
        if line := self.course.unasked(menu, bool(before)):
            passed = f"{line.replace('_', ' ')}: nothing else was left to choose"
            self.notify(passed, markup=False, timeout=3)
            self.passed.setdefault(seat.name, []).append(f"{self.course.call(slot)}, {passed}")
            await self._answered(self.course.acting(seat, line, slot), self._face)
            return
        self.decided.clear()
        self.seat, self.slot = seat, slot
        self.tell(self.course.told(seat.name))
        self.gone = self._ways(menu.scene)
        self.arrived()
        self.deal(menu)
        said = [
            *filter(None, [self.course.afoot.ended(slot)]),
            *self.passed.pop(seat.name, []),
            *self._headings(),
        ]
        role = self.course.new_role(seat.name)
        if said or role:
            self.reply([*([(line, f"bold {about.WARN}")] for line in said), *(about.role(role) if role else ())])
        await self.decided.wait()
        self.seat, self.fresh, self.gone = None, frozenset(), ()

    async def _warn(self, name: str) -> None:
        """What a person must not overlook stays until they have read it; everything else waits so long."""
        for panel in self.course.panels(name):
            rows: list[Line] = [[row] for row in panel.rows]
            await self.app.push_screen_wait(Page(panel.title, text(rows)))

    def _headings(self) -> list[str]:
        """What has happened, since somebody was asked last, that nobody should overlook."""
        new = [account for account in self.accounts if account.number >= self.read]
        self.read = self.course.match.number
        return [printable(one.sentence()) for account in new for one in account.told if one.event.heading]

    def _ways(self, after: Scene) -> tuple[Trail, ...]:
        """The ways that are to be seen once the table lies so, with those gone since it was last shown."""
        new = [account for account in self.accounts if account.number >= self.drawn]
        self.drawn = self.course.match.number
        return () if set_up_anew(new) else self.gone + went(self.field.scene, after)

    async def _bot(self, seat: Seat, slot: int) -> None:
        """A bot chooses while the table stays alive."""
        if not self.tell_walks():
            self.bar([(f"{self.course.call(slot)} ({seat.controller}) thinks …", f"bold {TINTS[slot % len(TINTS)]}")])
        value = await self.patiently(self.course.choice_of_bot, seat, slot)
        if await self._answered(self.course.acting(seat, value, slot), self._face) is not None:
            await self._shown()

    async def _shown(self) -> None:
        """Let people see what has happened, for a moment."""
        self.course.afoot.mind()
        self.look_on()
        self.tell_walks()
        await self._warn(self.course.at_table)
        await self.breathe(self.pause)

    async def patiently(self, work: Callable[..., Outcome], *given: object) -> Outcome:
        """Let something be worked out beside the screen, and say so if it takes its time."""
        slow = False

        def say_so() -> None:
            nonlocal slow
            slow = True
            self.notify(PATIENT, markup=False, timeout=60)

        timer = self.set_timer(PATIENCE, say_so)
        try:
            return await asyncio.to_thread(work, *given)
        finally:
            timer.stop()
            if slow:
                self.app.clear_notifications()
                self.deaf_until = monotonic()  # what was typed meanwhile was not meant for what is asked now

    def look_on(self) -> None:
        """Show the table to whoever sits at it, while nothing is theirs to choose."""
        name = self.course.at_table or self.course.onlooker
        before, scene = self.field.scene, self.course.scene(name)
        self.query_one("#acts", OptionList).clear_options()
        self.tell(self.course.told(name))
        self.fresh |= changed(before, scene)
        self.gone = self._ways(scene)
        trails, stops = self.paths()
        self.lay(scene, Over(fresh=self.fresh, ways=self.gone + trails, stops=stops))

    async def _end(self) -> None:
        """The result, over the last board."""
        self.course.at_table = self.course.onlooker
        self.look_on()
        await self._warn(self.course.at_table)
        self.ended = self.course.ending()
        lines: list[Line] = [[(self.ended, "bold")]]
        if revealed := self.course.revealed():
            lines += [[""], [(revealed, about.QUIET)], ["With the secret anybody can check that no die was chosen."]]
        self.bar([(self.ended, "bold")], [("Board and log stay for you to read: l the log, q leaves.", about.QUIET)])
        self.say(lines)
        self.app.push_screen(Page("The match is over", text([*lines, [""], ["Close this to look at the last board."]])))

    # Questions to people

    async def _answered(
        self, asking: Generator[Question, Answer, Outcome], answer: Callable[[Question], Awaitable[Answer]]
    ) -> Outcome:
        """What comes of a matter once every question in it has its answer, each from a window."""
        try:
            question = next(asking)
            while True:
                question = asking.send(await answer(question))
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]

    async def _face(self, wanted: DieWanted) -> int:
        """The face of a die somebody threw. A person's choice may still be taken back, a bot's stands."""
        while True:
            face = await self.app.push_screen_wait(Die(wanted))
            if face:
                return face
            if self.seat:
                raise Declined

    async def _consent(self, question: str) -> bool:
        return await self.app.push_screen_wait(Ask(question))

    # What a person does

    @work
    async def choose(self, line: str) -> None:
        """Make a choice."""

        async def act(seat: Seat) -> bool:
            why = self.course.warns(seat, line, self.slot)
            if why and not await self._consent(f"{why}. Choose it all the same?"):
                return False
            if await self._answered(self.course.acting(seat, line, self.slot), self._face) is None:
                self.notify("Chosen; it stays sealed until all have.", markup=False, timeout=BRIEFLY)
            return True

        await self._settle(act, "Nothing is chosen.")

    async def set_out(self, path: Path) -> None:
        """Walk to a place, count by count."""

        async def act(seat: Seat) -> bool:
            self.course.afoot.set_out(seat, self.slot, path)
            return True

        await self._settle(act)

    @work
    async def stay(self, choices: Sequence[str]) -> None:
        """Keep still on the counts ahead."""

        async def act(seat: Seat) -> bool:
            self.course.match.plan(seat.name, choices, self.slot)
            return True

        await self._settle(act)

    @work
    async def action_undo(self) -> None:
        """Take the last choice back."""

        async def back(seat: Seat) -> bool:
            return await self._answered(self.course.taking_back(seat, hasten=True), self._consent) is not None

        await self._settle(back, "The choice stands.")

    @work
    async def action_redo(self) -> None:
        """Let it stand again."""

        async def again(seat: Seat) -> bool:
            return bool(self.course.match.redo(seat.name))

        await self._settle(again)

    async def _settle(self, act: Callable[[Seat], Awaitable[bool]], otherwise: str = "") -> None:
        """Do something for whoever is to choose, one thing at a time; what does not go is told and changes nothing."""
        if self.seat is None or self.busy:
            return
        self.busy = True
        try:
            if await act(self.seat):
                self.decided.set()
            else:
                self.reply([[otherwise]])
        except Declined:
            self.reply([["The choice is not made; nothing has changed."]])
        except Refused as refused:
            self.reply(list(about.refusals(self.game.id, [refused])))
        except FireteamError as error:
            self.reply([[(printable(str(error)), f"bold {about.WARN}")]])
        finally:
            self.busy = False

    @work
    async def action_resign(self) -> None:
        """Give up, once it is sure."""
        if self.seat is None:
            return
        if await self.app.push_screen_wait(Ask(f"{self.seat.name}, give the game up?")):
            self.choose("resign")

    @work
    async def action_leave(self) -> None:
        """Leave the table, once it is sure."""
        sure = "Leave the table? How to go on from here is told."
        if self.course.match.over or await self.app.push_screen_wait(Ask(sure)):
            self.app.exit(LEFT)

    def last_word(self) -> str:
        """What is said when the screen is gone: how it ended, or how to go on."""
        if self.ended:
            return "\n".join(filter(None, (self.ended, self.course.revealed())))
        return "\n".join(filter(None, (self.failed, self.course.resumed())))
