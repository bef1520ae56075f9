"""A match that has been played, as lines: all of it at once, or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..core.entry import seen
from ..core.errors import UnknownName
from ..core.scene import Scene
from ..match.record import Account, Seat, account
from ..match.saved import Replay
from .board import table
from .menu import small_number
from .paper import Paper
from .story import ending, numbered

HELP = "Enter or n: forward   b: back   a number: to that event   board: draw it again   q: leave"


class View:
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
    def last(self) -> int:
        """The number of the last event."""
        return len(self.replay.moments) - 1

    def account(self, number: int) -> Account:
        """An event as the seat may read it."""
        return account(self.replay.moments[number].record, self.seat)

    def scene(self, number: int) -> Scene:
        """The table after an event, as the seat may see it."""
        setting, state = self.replay.setting, self.replay.moments[number].state.copy()
        if not self.seat.referee:
            seen(state[0], setting.tables[0], self.seat.slots)
        return setting.game.scene(setting, state)

    def ended(self) -> str:
        """How the match ended, if it did."""
        replay, end = self.replay, self.replay.file.end
        if end is None:
            return ""
        result = replay.setting.game.result(replay.setting, replay.moments[self.last].state)
        return ending(end.winners, result.sentence if result.over else end.sentence, end.clause)


class Walk(View):
    """A replay on paper."""

    def __init__(self, replay: Replay, seat: str, paper: Paper) -> None:
        super().__init__(replay, seat)
        self.paper = paper

    def lines(self, number: int) -> Iterator[str]:
        """An event in lines, its number before the first."""
        yield from numbered([self.account(number)], self.paper.width)

    def tell(self, number: int) -> None:
        """Put an event on paper."""
        for line in self.lines(number):
            self.paper.put(line)

    def board(self, number: int) -> None:
        """Draw the table after an event."""
        scene = self.scene(number)
        self.paper.put((scene.title, "bold"))
        for line in table(scene, self.paper.width):
            self.paper.put(*line)

    def whole(self) -> None:
        """Everything that happened, the last board and the result."""
        for number in range(len(self.replay.moments)):
            self.tell(number)
        self.board(self.last)
        self.result()

    def result(self) -> None:
        """How the match ended, if it did."""
        if ended := self.ended():
            self.paper.prose(ended, style="bold")

    def walk(self, read: Callable[[str], str], at: int = 0) -> None:
        """Step through the match for somebody who reads and types."""
        self.paper.put(HELP)
        while True:
            self.board(at)
            self.tell(at)
            if at == self.last:
                self.result()
            goal = self._asked(read, at)
            if goal is None:
                return
            at = goal

    def _asked(self, read: Callable[[str], str], at: int) -> int | None:
        """Which event to go to; None to leave."""
        while True:
            try:
                word = read(f"event {at} of {self.last}> ").strip().lower()
            except EOFError:
                return None
            steps: dict[str, int | None] = {"": at + 1, "n": at + 1, "b": at - 1, "board": at, "q": None}
            if word.isdecimal():
                steps[word] = small_number(word)
            if word not in steps:
                self.paper.put(HELP)
                continue
            goal = steps[word]
            if goal is None or 0 <= goal <= self.last:
                return goal
            self.paper.put(f"there are events 0 to {self.last}")

    def as_data(self) -> Iterator[dict[str, Any]]:
        """Every event as plain values, for programs."""
        for number in range(len(self.replay.moments)):
            record, told = self.replay.moments[number].record, self.account(number)
            shown = self.seat.referee
            yield {
                "number": number,
                "kind": record.kind,
                "choices": dict(self._choices(number)) if shown else None,
                "told": [one.sentence() for one in told.told],
                "clauses": [one.event.clause for one in told.told],
                "dice": [[die.sides, die.face] for one in told.told for die in one.dice],
                "of": record.of,
                "by": record.by,
                "reason": record.reason,
            }

    def _choices(self, number: int) -> Iterator[tuple[str, str]]:
        for slot, line in self.replay.moments[number].record.choices:
            yield self.replay.setting.slot_name(slot), line
