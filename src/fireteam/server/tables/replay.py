"""`Replay`: the States of a match by event, undone ones too, computed as far as they are requested."""

from __future__ import annotations

from ...core.engine.record import Array
from ...match.record import Seat, view_of
from ...match.timeline import Timeline
from ..wire.events import SPECTATOR, event_item
from ..wire.messages import Moment
from .table import Table

MOST = 500  # moments that are told at once
ALL = Seat("", referee=True)


class Replay:
    """The State after each event of a match, undone ones too, computed by the rules as far as it is requested."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._line = Timeline(table.setting, table.match.start)
        self._states: list[Array] = []

    def state(self, number: int) -> Array:
        """Return the State after an event."""
        for record in self.table.match.records[len(self._states) : number + 1]:
            self._line.rerun(record)
            self._states.append(self._line.state)
        return self._states[number]

    def moments(self, seat: str, over: bool, first: int, last: int) -> tuple[Moment, ...]:
        """Return the events `first` to `last`, 500 at most, with their Scenes, as a seat may see them.

        Once the match is `over`, nothing is hidden but what is private to a referee.
        """
        reader = self.table.match.seat(seat) if seat else SPECTATOR
        by = ALL if over else reader
        first = max(first, 0)
        return tuple(
            self._moment(number, by, reader.referee) for number in range(first, min(last, first + MOST - 1) + 1)
        )

    def _moment(self, number: int, by: Seat, reads_private: bool) -> Moment:
        table, match = self.table, self.table.match
        states = self.state(number)
        view = states if by.referee else match.redact(states, by.slots)
        item = event_item(view_of(match.records[number], by, reads_private), table.setting.slots)
        return Moment(item, table.setting.game.scene(table.setting, view))
