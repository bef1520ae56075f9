"""A match that has been played, as lines: all of it at once, or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..core.calls import redact_at
from ..core.errors import UnknownName
from ..core.protocol.scene import Scene
from ..match.load import Replay
from ..match.record import RecordView, Seat, view_of
from .console import Console
from .draw.board import table_lines
from .event_text import numbered_lines, result_text
from .input.words import small_number

HELP = "Enter or n: forward   b: back   a number: to that event   board: draw it again   q: leave"


class ReplayView:
    """A replay as a seat saw it.

    Without a seat everything is shown of a match that has ended, and of one that goes on what everybody may know.
    """

    def __init__(self, replay: Replay, seat: str) -> None:
        self.replay = replay
        if seat and seat not in replay.seats:
            raise UnknownName("seat", seat, replay.seats)
        whole = Seat("", referee=replay.file.end is not None)
        self.seat = replay.seats[seat] if seat else whole

    @property
    def last_number(self) -> int:
        """The number of the last event."""
        return len(self.replay.moments) - 1

    def event(self, number: int) -> RecordView:
        """An event as the seat may read it."""
        return view_of(self.replay.moments[number].record, self.seat)

    def scene(self, number: int) -> Scene:
        """The table after an event, as the seat may see it."""
        setting, state = self.replay.setting, self.replay.moments[number].state.copy()
        if not self.seat.referee:
            redact_at(state, 0, setting.tables, self.seat.slots)
        return setting.game.scene(setting, state)

    def result_text(self) -> str:
        """How the match ended, if it did."""
        replay, end = self.replay, self.replay.file.end
        if end is None:
            return ""
        result = replay.setting.game.result(replay.setting, replay.moments[self.last_number].state)
        return result_text(end.winners, result.sentence if result.is_over else end.sentence, end.clause)


class ReplayUI(ReplayView):
    """A replay as lines."""

    def __init__(self, replay: Replay, seat: str, console: Console) -> None:
        super().__init__(replay, seat)
        self.console = console

    def lines(self, number: int) -> Iterator[str]:
        """An event in lines, its number before the first."""
        yield from numbered_lines([self.event(number)], self.console.width)

    def write_event(self, number: int) -> None:
        """Write an event."""
        for line in self.lines(number):
            self.console.write(line)

    def write_board(self, number: int) -> None:
        """Draw the table after an event."""
        scene = self.scene(number)
        self.console.write((scene.title, "bold"))
        for line in table_lines(scene, self.console.width):
            self.console.write(*line)

    def write_all(self) -> None:
        """Everything that happened, the last board and the result."""
        for number in range(len(self.replay.moments)):
            self.write_event(number)
        self.write_board(self.last_number)
        self.write_result()

    def write_result(self) -> None:
        """How the match ended, if it did."""
        if ended := self.result_text():
            self.console.write_prose(ended, style="bold")

    def step_through(self, read: Callable[[str], str], at: int = 0) -> None:
        """Step through the match for somebody who reads and types."""
        self.console.write(HELP)
        while True:
            self.write_board(at)
            self.write_event(at)
            if at == self.last_number:
                self.write_result()
            goal = self._ask_number(read, at)
            if goal is None:
                return
            at = goal

    def _ask_number(self, read: Callable[[str], str], at: int) -> int | None:
        """Which event to go to; None to leave."""
        while True:
            try:
                word = read(f"event {at} of {self.last_number}> ").strip().lower()
            except EOFError:
                return None
            steps: dict[str, int | None] = {"": at + 1, "n": at + 1, "b": at - 1, "board": at, "q": None}
            if word.isdecimal():
                steps[word] = small_number(word)
            if word not in steps:
                self.console.write(HELP)
                continue
            goal = steps[word]
            if goal is None or 0 <= goal <= self.last_number:
                return goal
            self.console.write(f"there are events 0 to {self.last_number}")

    def as_data(self) -> Iterator[dict[str, Any]]:
        """Every event as plain values, for programs."""
        for number in range(len(self.replay.moments)):
            record, account = self.replay.moments[number].record, self.event(number)
            shown = self.seat.referee
            yield {
                "number": number,
                "kind": record.kind,
                "choices": dict(self._choices(number)) if shown else None,
                "told": [one.sentence() for one in account.events],
                "clauses": [one.event.clause for one in account.events],
                "dice": [[die.sides, die.face] for one in account.events for die in one.dice],
                "of": record.of,
                "by": record.by,
                "reason": record.reason,
            }

    def _choices(self, number: int) -> Iterator[tuple[str, str]]:
        for slot, line in self.replay.moments[number].record.choices:
            yield self.replay.setting.slot_name(slot), line
