"""The course of a match on the screen: people decide, bots think beside it, questions open windows, the end is told."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Generator, Sequence
from time import monotonic
from typing import TypeVar

from textual import work
from textual.widgets import OptionList

from ...core.errors import DieNeeded, FireteamError, IllegalChoice
from ...core.protocol.scene import Scene, Spot, Trail
from ...match.autowalk.path import Path
from ...match.record import Seat
from ..busy_notice import BUSY_NOTICE, NOTICE_DELAY
from ..console import Line, printable
from ..draw.glyphs import Overlay
from ..input.menu import Menu
from ..local_match import LocalMatch
from . import details
from .dialogs import Confirmation, DiePrompt, HandOver, Page, styled_text
from .scene_diff import changed_places, has_new_setup, trails_between
from .style import SIDE_TINTS
from .walks import WalkScreen

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Outcome = TypeVar("Outcome")

EXIT_OK, EXIT_FAILED = 0, 1
NOTICE_TIME = 2.0  # seconds
RELOAD_INTERVAL = 1.0  # seconds between looks at the packs


class CancelChoice(Exception):
    """A die was asked for, and the choice is not made after all."""


class MatchScreen(WalkScreen):
    """A match in play. `pause` are the seconds for which each doing of a bot is shown.

    While `seat` is set it is that seat's to choose for `slot`, and whoever plays calls `choose`.
    """

    def __init__(self, local_match: LocalMatch, pause: float = 0.5) -> None:
        super().__init__(local_match)
        self.pause = pause
        self.is_busy = False
        self.decision_event = asyncio.Event()
        self.result_text, self.error_text = "", ""
        self.next_unread = self.next_undrawn = (
            local_match.match.next_number
        )  # the first event untold, and the first not on the board yet
        self.preface = [line] if (line := local_match.announcement()) else []
        self.ignore_keys_until = 0.0  # keys that were pressed before are for nothing
        self.forced_choices: dict[
            str, list[str]
        ] = {}  # choices of a seat that were made unasked, until it is asked again
        self.changes: frozenset[Spot] = frozenset()  # what has changed since a person last chose
        self.trails: tuple[Trail, ...] = ()  # and the ways that were gone on a free table

    @abstractmethod
    def show_decision(self, menu: Menu) -> None:
        """Lay a decision before a person."""

    @abstractmethod
    def reply(self, lines: list[Line]) -> None:
        """Tell the person something, and let them go on choosing."""

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self.run_match()
        if self.local_match.hot_reload:
            self.set_interval(RELOAD_INTERVAL, self.reload_packs)

    def reload_packs(self) -> None:
        """While a person chooses: see whether a pack has changed, and lay the table anew if one has."""
        if self.seat is None or self.is_busy:
            return
        if lines := self.local_match.reload_packs():
            self.notify("\n".join(lines), markup=False, timeout=10)
            self.show_log([])
            self.decision_event.set()

    @work
    async def run_match(self) -> None:
        """Let everybody choose in turn, until the match is over."""
        try:
            while not self.local_match.match.is_over:
                if self.local_match.advance():
                    await self._show_news()
                    continue
                seat, slot = self.local_match.turn()
                if seat.is_person:
                    await self._play_person(seat, slot)
                else:
                    await self._play_bot(seat, slot)
            await self._show_end()
        except FireteamError as error:  # a bot that failed, a file that cannot be written: nothing goes on from here
            self.error_text = str(error)
            self.app.exit(EXIT_FAILED)

    async def _play_person(self, seat: Seat, slot: int) -> None:
        """A person chooses, at the board."""
        if before := self.local_match.hand_over(seat):
            self.show_log([])
            await self.app.push_screen_wait(HandOver(seat.name, before))
        if planned := self.local_match.planned_choice(seat, slot):  # it waits for a die that somebody throws
            await self._answer_questions(self.local_match.act(seat, planned, slot), self._ask_face)
            return
        await self._show_panels(seat.name)
        self.show_bar(
            [
                (
                    f"{self.local_match.slot_title(slot)}: what can be done is looked up …",
                    f"bold {SIDE_TINTS[slot % len(SIDE_TINTS)]}",
                )
            ]
        )
        menu = await self.run_with_notice(self.local_match.menu, seat, slot)
        if line := self.local_match.forced_choice(menu, bool(before)):
            passed = f"{line.replace('_', ' ')}: nothing else was left to choose"
            self.notify(passed, markup=False, timeout=3)
            self.forced_choices.setdefault(seat.name, []).append(f"{self.local_match.slot_title(slot)}, {passed}")
            await self._answer_questions(self.local_match.act(seat, line, slot), self._ask_face)
            return
        self.decision_event.clear()
        self.seat, self.slot = seat, slot
        self.show_log(self.local_match.history(seat.name))
        self.trails = self._trails_to(menu.scene)
        self.end_hurry()
        self.show_decision(menu)
        said = [
            *filter(None, [self.local_match.walks.end_sentence(slot)]),
            *self.forced_choices.pop(seat.name, []),
            *self._headings(),
        ]
        role = self.local_match.new_role(seat.name)
        if said or role:
            self.reply(
                [*([(line, f"bold {details.WARN}")] for line in said), *(details.role_lines(role) if role else ())]
            )
        await self.decision_event.wait()
        self.seat, self.changes, self.trails = None, frozenset(), ()

    async def _show_panels(self, name: str) -> None:
        """What a person must not overlook stays until they have read it; everything else waits so long."""
        for panel in self.local_match.panels(name):
            rows: list[Line] = [[row] for row in panel.rows]
            await self.app.push_screen_wait(Page(panel.title, styled_text(rows)))

    def _headings(self) -> list[str]:
        """What has happened, since somebody was asked last, that nobody should overlook."""
        new = [account for account in self.records if account.number >= self.next_unread]
        self.next_unread = self.local_match.match.next_number
        return [printable(one.sentence()) for account in new for one in account.events if one.event.heading]

    def _trails_to(self, after: Scene) -> tuple[Trail, ...]:
        """The ways that are to be seen once the table lies so, with those gone since it was last shown."""
        new = [account for account in self.records if account.number >= self.next_undrawn]
        self.next_undrawn = self.local_match.match.next_number
        return () if has_new_setup(new) else self.trails + trails_between(self.board.scene, after)

    async def _play_bot(self, seat: Seat, slot: int) -> None:
        """A bot chooses while the table stays alive."""
        if not self.show_walks():
            self.show_bar(
                [
                    (
                        f"{self.local_match.slot_title(slot)} ({seat.controller}) thinks …",
                        f"bold {SIDE_TINTS[slot % len(SIDE_TINTS)]}",
                    )
                ]
            )
        value = await self.run_with_notice(self.local_match.bot_choice, seat, slot)
        if await self._answer_questions(self.local_match.act(seat, value, slot), self._ask_face) is not None:
            await self._show_news()

    async def _show_news(self) -> None:
        """Let people see what has happened, for a moment."""
        self.local_match.walks.update()
        self.refresh_table()
        self.show_walks()
        await self._show_panels(self.local_match.active_person)
        await self.wait_between_counts(self.pause)

    async def run_with_notice(self, work: Callable[..., Outcome], *args: object) -> Outcome:
        """Let something be worked out beside the screen, and say so if it takes its time."""
        slow = False

        def say_so() -> None:
            nonlocal slow
            slow = True
            self.notify(BUSY_NOTICE, markup=False, timeout=60)

        timer = self.set_timer(NOTICE_DELAY, say_so)
        try:
            return await asyncio.to_thread(work, *args)
        finally:
            timer.stop()
            if slow:
                self.app.clear_notifications()
                self.ignore_keys_until = monotonic()  # what was typed meanwhile was not meant for what is asked now

    def refresh_table(self) -> None:
        """Show the table to whoever sits at it, while nothing is theirs to choose."""
        name = self.local_match.active_person or self.local_match.default_viewer
        before, scene = self.board.scene, self.local_match.scene(name)
        self.query_one("#acts", OptionList).clear_options()
        self.show_log(self.local_match.history(name))
        self.changes |= changed_places(before, scene)
        self.trails = self._trails_to(scene)
        trails, stops = self.trails_ahead()
        self.show_table(scene, Overlay(changes=self.changes, trails=self.trails + trails, stops=stops))

    async def _show_end(self) -> None:
        """The result, over the last board."""
        self.local_match.active_person = self.local_match.default_viewer
        self.refresh_table()
        await self._show_panels(self.local_match.active_person)
        self.result_text = self.local_match.result_text()
        lines: list[Line] = [[(self.result_text, "bold")]]
        if revealed := self.local_match.secret_text():
            lines += [[""], [(revealed, details.QUIET)], ["With the secret anybody can check that no die was chosen."]]
        self.show_bar(
            [(self.result_text, "bold")], [("Board and log stay for you to read: l the log, q leaves.", details.QUIET)]
        )
        self.show_text(lines)
        self.app.push_screen(
            Page("The match is over", styled_text([*lines, [""], ["Close this to look at the last board."]]))
        )

    # Questions to people

    async def _answer_questions(
        self, questions: Generator[Question, Answer, Outcome], answer: Callable[[Question], Awaitable[Answer]]
    ) -> Outcome:
        """What comes of a matter once every question in it has its answer, each from a window."""
        try:
            question = next(questions)
            while True:
                question = questions.send(await answer(question))
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]

    async def _ask_face(self, die: DieNeeded) -> int:
        """The face of a die somebody threw. A person's choice may still be taken back, a bot's stands."""
        while True:
            face = await self.app.push_screen_wait(DiePrompt(die))
            if face:
                return face
            if self.seat:
                raise CancelChoice

    async def _ask_consent(self, question: str) -> bool:
        return await self.app.push_screen_wait(Confirmation(question))

    # What a person does

    @work
    async def choose(self, line: str) -> None:
        """Make a choice."""

        async def act(seat: Seat) -> bool:
            why = self.local_match.warning(seat, line, self.slot)
            if why and not await self._ask_consent(f"{why}. Choose it all the same?"):
                return False
            if await self._answer_questions(self.local_match.act(seat, line, self.slot), self._ask_face) is None:
                self.notify("Chosen; it stays sealed until all have.", markup=False, timeout=NOTICE_TIME)
            return True

        await self._run_act(act, "Nothing is chosen.")

    async def begin_walk(self, path: Path) -> None:
        """Walk to a place, count by count."""

        async def act(seat: Seat) -> bool:
            self.local_match.walks.begin(seat, self.slot, path)
            return True

        await self._run_act(act)

    @work
    async def stay_put(self, choices: Sequence[str]) -> None:
        """Keep still on the counts ahead."""

        async def act(seat: Seat) -> bool:
            self.local_match.match.plan(seat.name, choices, self.slot)
            return True

        await self._run_act(act)

    @work
    async def action_undo(self) -> None:
        """Take the last choice back."""

        async def back(seat: Seat) -> bool:
            return (
                await self._answer_questions(self.local_match.undo(seat, with_forced=True), self._ask_consent)
                is not None
            )

        await self._run_act(back, "The choice stands.")

    @work
    async def action_redo(self) -> None:
        """Let it stand again."""

        async def again(seat: Seat) -> bool:
            return bool(self.local_match.match.redo(seat.name))

        await self._run_act(again)

    async def _run_act(self, act: Callable[[Seat], Awaitable[bool]], refusal_text: str = "") -> None:
        """Do something for whoever is to choose, one thing at a time; what does not go is told and changes nothing."""
        if self.seat is None or self.is_busy:
            return
        self.is_busy = True
        try:
            if await act(self.seat):
                self.decision_event.set()
            else:
                self.reply([[refusal_text]])
        except CancelChoice:
            self.reply([["The choice is not made; nothing has changed."]])
        except IllegalChoice as refused:
            self.reply(list(details.refusal_lines(self.game.id, [refused])))
        except FireteamError as error:
            self.reply([[(printable(str(error)), f"bold {details.WARN}")]])
        finally:
            self.is_busy = False

    @work
    async def action_resign(self) -> None:
        """Give up, once it is sure."""
        if self.seat is None:
            return
        if await self.app.push_screen_wait(Confirmation(f"{self.seat.name}, give the game up?")):
            self.choose("resign")

    @work
    async def action_leave(self) -> None:
        """Leave the table, once it is sure."""
        sure = "Leave the table? How to go on from here is told."
        if self.local_match.match.is_over or await self.app.push_screen_wait(Confirmation(sure)):
            self.app.exit(EXIT_OK)

    def exit_text(self) -> str:
        """What is said when the screen is gone: how it ended, or how to go on."""
        if self.result_text:
            return "\n".join(filter(None, (self.result_text, self.local_match.secret_text())))
        return "\n".join(filter(None, (self.error_text, self.local_match.resume_hint())))
