"""The course of a match on the screen: people decide, bots think beside it, and the end is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.errors import FireteamError
from ...match.record import Seat
from ..console import Line
from ..input.menu import Menu
from ..local_match import LocalMatch
from . import details
from .dialogs import HandOver, Page, styled_text
from .news import News
from .questions import Questions
from .style import SIDE_TINTS
from .table import TableScreen
from .turn import Turn
from .wait_notice import WaitNotice
from .walk_view import WalkView

EXIT_FAILED = 1


class MatchLoop:
    """Lets everybody choose in turn. `pause` are the seconds for which each doing of a bot is shown.

    `show_decision` lays a decision before a person, and `reply` tells the person something while they choose.
    """

    def __init__(
        self,
        screen: TableScreen,
        local_match: LocalMatch,
        turn: Turn,
        notice: WaitNotice,
        walks: WalkView,
        news: News,
        questions: Questions,
        show_decision: Callable[[Menu], None],
        reply: Callable[[Sequence[Line]], None],
        pause: float,
    ) -> None:
        self.screen, self.local_match, self.turn, self.notice = screen, local_match, turn, notice
        self.walks, self.news, self.questions = walks, news, questions
        self.show_decision, self.reply, self.pause = show_decision, reply, pause
        self.result_text, self.error_text = "", ""
        self._forced_choices: dict[str, list[str]] = {}  # of a seat, made unasked until it is asked again

    async def run(self) -> None:
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
            self.screen.app.exit(EXIT_FAILED)

    def reload_packs(self) -> None:
        """While a person chooses: see whether a pack has changed, and lay the table anew if one has."""
        if self.turn.seat is None or self.turn.is_busy:
            return
        if lines := self.local_match.reload_packs():
            self.screen.notify("\n".join(lines), markup=False, timeout=10)
            self.screen.show_log([])
            self.turn.done.set()

    def exit_text(self) -> str:
        """What is said when the screen is gone: how it ended, or how to go on."""
        if self.result_text:
            return "\n".join(filter(None, (self.result_text, self.local_match.secret_text())))
        return "\n".join(filter(None, (self.error_text, self.local_match.resume_hint())))

    async def _play_person(self, seat: Seat, slot: int) -> None:
        """A person chooses, at the board."""
        if before := self.local_match.hand_over(seat):
            self.screen.show_log([])
            await self.screen.app.push_screen_wait(HandOver(seat.name, before))
        if planned := self.local_match.planned_choice(seat, slot):  # it waits for a die that somebody throws
            await self.questions.act(seat, planned, slot)
            return
        await self.news.show_panels(seat.name)
        self._show_activity(slot, f"{self.local_match.slot_title(slot)}: what can be done is looked up …")
        menu = await self.notice.run(self.local_match.menu, seat, slot)
        if line := self.local_match.forced_choice(seat, menu, bool(before)):
            passed = f"{line.replace('_', ' ')}: nothing else was left to choose"
            self.screen.notify(passed, markup=False, timeout=3)
            self._forced_choices.setdefault(seat.name, []).append(f"{self.local_match.slot_title(slot)}, {passed}")
            await self.questions.act(seat, line, slot)
            return
        await self.notice.refresh_rules()
        self.turn.begin(seat, slot)
        self.screen.show_log(self.local_match.history(seat.name))
        self.news.draw_trails(menu.scene)
        self.walks.end_hurry()
        self.show_decision(menu)
        lines = [
            *self.local_match.lapses(slot),
            *self._forced_choices.pop(seat.name, []),
            *self.news.headings(),
        ]
        role = self.local_match.new_role(seat.name)
        if lines or role:
            self.reply(
                [*([(line, f"bold {details.WARN}")] for line in lines), *(details.role_lines(role) if role else ())]
            )
        await self.turn.done.wait()
        self.turn.end()
        self.news.forget()

    async def _play_bot(self, seat: Seat, slot: int) -> None:
        """A bot chooses while the table stays alive."""
        if not self.walks.show():
            self._show_activity(slot, f"{self.local_match.slot_title(slot)} ({seat.controller}) thinks …")
        await self.notice.refresh_rules(for_bot=True)
        value = await self.notice.run(self.local_match.bot_choice, seat, slot)
        if await self.questions.act(seat, value, slot) is not None:
            await self._show_news()

    def _show_activity(self, slot: int, text: str) -> None:
        """Say in the bar what goes on for a slot."""
        self.screen.show_bar([(text, f"bold {SIDE_TINTS[slot % len(SIDE_TINTS)]}")])

    async def _show_news(self) -> None:
        """Let people see what has happened, for a moment."""
        self.local_match.walks.update()
        self.news.refresh_table()
        self.walks.show()
        await self.news.show_panels(self.local_match.active_person)
        await self.walks.wait_between_counts(self.pause)

    async def _show_end(self) -> None:
        """The result, over the last board."""
        self.local_match.active_person = self.local_match.default_viewer
        self.news.refresh_table()
        await self.news.show_panels(self.local_match.active_person)
        self.result_text = self.local_match.result_text()
        lines: list[Line] = [[(self.result_text, "bold")]]
        if revealed := self.local_match.secret_text():
            lines += [[""], [(revealed, details.QUIET)], ["With the secret anybody can check that no die was chosen."]]
        self.screen.show_bar(
            [(self.result_text, "bold")], [("Board and log stay for you to read: l the log, q leaves.", details.QUIET)]
        )
        self.screen.show_text(lines)
        self.screen.app.push_screen(
            Page("The match is over", styled_text([*lines, [""], ["Close this to look at the last board."]]))
        )
