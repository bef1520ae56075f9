"""`EventRows`: events as the rows of a log, put into words when somebody first reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import overload

import msgspec

from ..core.protocol.events import LoggedEvent

ROWS = msgspec.json.Decoder(list[list[int]])


class EventRows(Sequence[LoggedEvent]):
    """The events of a record, of which most are never read: a choice is told in numbers.

    `log` are rows as JSON, without the zeros at their ends (`core/quick_choice.py`); `read` makes events of them.
    """

    __slots__ = ("_found", "_read", "log")

    def __init__(self, log: bytes, read: Callable[[list[list[int]]], Iterable[LoggedEvent]]) -> None:
        self.log, self._read = log, read
        self._found: tuple[LoggedEvent, ...] | None = None

    def all(self) -> tuple[LoggedEvent, ...]:
        """Return the events."""
        if self._found is None:
            self._found = tuple(self._read(ROWS.decode(self.log)))
        return self._found

    @overload
    def __getitem__(self, k: int) -> LoggedEvent: ...

    @overload
    def __getitem__(self, k: slice) -> tuple[LoggedEvent, ...]: ...

    def __getitem__(self, k: int | slice) -> LoggedEvent | tuple[LoggedEvent, ...]:
        return self.all()[k]

    def __len__(self) -> int:
        return len(self.all())

    def __eq__(self, other: object) -> bool:
        return self.all() == (other.all() if isinstance(other, EventRows) else other)

    def __hash__(self) -> int:
        return hash(self.all())
