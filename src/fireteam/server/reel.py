"""A match as it is walked through afterwards: what happened by every event, and the table after it."""

from __future__ import annotations

from ..core.record import Array
from ..match.line import Line
from ..match.record import Seat, account
from .messages import Moment
from .table import Table
from .telling import LOOKS_ON, happened

MOST = 500  # moments that are told at once
ALL = Seat("", referee=True)


class Reel:
    """Every State that a match was in, undone ones too: made anew by the rules, as far as it is looked at."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._line = Line(table.setting, table.match.start)
        self._states: list[Array] = []

    def state(self, number: int) -> Array:
        """The State after an event."""
        for record in self.table.match.records[len(self._states) : number + 1]:
            self._line.rerun(record)
            self._states.append(self._line.state)
        return self._states[number]

    def moments(self, seat: str, first: int, last: int) -> tuple[Moment, ...]:
        """The match from one event to another, as a seat may see it; all of it, once it is over."""
        records = self.table.match.records
        first = max(first, 0)
        last = min(last, len(records) - 1, first + MOST - 1)
        return tuple(self._moment(number, seat) for number in range(first, last + 1))

    def _moment(self, number: int, seat: str) -> Moment:
        table, match = self.table, self.table.match
        by = ALL if table.over else match.seat(seat) if seat else LOOKS_ON
        states = self.state(number)
        view = states if by.referee else match.masked(states, by.slots)
        told = happened(account(match.records[number], by), table.setting.slots)
        return Moment(told, table.setting.game.scene(table.setting, view))
