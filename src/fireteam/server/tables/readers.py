"""`Readers`: what the seats of a table have been told on their sockets, and the frames that tell them more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from ...core.game import panels_for
from ...core.protocol.briefing import Panel
from ...core.protocol.events import LoggedEvent
from ...match.record import Seat, view_of
from ..wire.board import BoardFile, board_of
from ..wire.events import SPECTATOR
from ..wire.item_rows import event_row, numbers_of, plain_row
from ..wire.messages import PROTOCOL, Board, EventItem, Item, Now, SeatCard, Terms
from ..wire.reader import Reader, ReaderState
from ..wire.word_table import Writer
from .seats import Caller, streams_of
from .table import Table
from .view import view_of as seat_view_of
from .view import welcome

AT_ONCE = 500  # items in a frame
BOARD_PATH = "/api/tables/{table}/board/{hash}"
PanelsOf = Callable[[Sequence[LoggedEvent]], tuple[Panel, ...]]


class Delivery(NamedTuple):
    """The frame for all sockets of a seat (empty: none), and what they have been told once it is sent."""

    reader: Reader
    frame: bytes
    state: ReaderState


class Readers:
    """The readers of a table by seat; the empty name is that of spectators and the host."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.by_seat: dict[str, Reader] = {}
        self.numbers = numbers_of(table.setting.game)
        self._board: BoardFile | None = None

    @property
    def board(self) -> BoardFile:
        """The part of the table's Scenes that does not change."""
        if self._board is None:
            self._board = board_of(self.table.setting)
        return self._board

    def reader(self, seat: str) -> Reader:
        """Return what a seat has been told; of one that has been told nothing, that."""
        if seat not in self.by_seat:
            self.by_seat[seat] = Reader(seat, self.board.scene, self.numbers)
        return self.by_seat[seat]

    def catch_up(self, now_of: Callable[[str], Now]) -> None:
        """Bring the views of those up to date who were told of quick choices since; `now_of` is the view of a seat."""
        for seat, reader in self.by_seat.items():
            if reader.is_behind:
                reader.catch_up(now_of(seat))

    def deliveries(
        self, seats: Iterable[str], items: Sequence[Item], now_of: Callable[[str], Now] | None
    ) -> list[Delivery]:
        """Return what seats are sent of a change: the items that each may read, and what differs in its view if told.

        `now_of` is the view of a seat; None: views are not told.
        """
        return [self._delivery(seat, items, now_of(seat) if now_of else None) for seat in seats]

    def _delivery(self, seat: str, items: Iterable[Item], now: Now | None) -> Delivery:
        reader = self.reader(seat)
        writer = reader.writer()
        frame, told = reader.change(self.rows(seat, items, writer), now, writer)
        return Delivery(reader, frame, told)

    def take(self, delivery: Delivery) -> None:
        """Take a delivery for told."""
        delivery.reader.state = delivery.state

    def introduction(self, who: Caller, cards: tuple[SeatCard, ...], missed: Sequence[Sequence[Item]]) -> list[bytes]:
        """Return the first frames for a socket: its welcome, the items that it missed, and the view as it was told.

        Args:
            missed: the items for each frame.
        """
        reader, board = self.reader(who.seat), self.board
        address = BOARD_PATH.format(table=self.table.id, hash=board.hash)
        entries = tuple(reader.state.words.entries)
        terms = Terms(PROTOCOL, Board(address, board.hash), self.numbers.dictionary, entries)
        first = msgspec.structs.replace(welcome(self.table, who, cards), terms=terms)
        writer = Writer(reader.state.words, grows=False)
        backlog = [reader.backlog(self.rows(who.seat, items, writer)) for items in missed]
        return [msgspec.json.encode(first), *backlog, reader.whole()]

    def rows(self, seat: str, items: Iterable[Item], writer: Writer) -> list[Any]:
        """Return the items that a seat may read as rows, redacted for it."""
        table = self.table
        streams = streams_of(table.setting, table.seat_states.get(seat))
        by, panels = reader_of(table, seat)
        records, found = table.match.records, []
        for item in items:
            if item.stream not in streams:
                continue
            stream = streams.index(item.stream)
            if isinstance(item.what, EventItem):
                known = view_of(records[item.what.event], by)
                found.append(event_row(item, stream, known, panels(known.events), self.numbers, writer))
            else:
                found.append(plain_row(item, stream))
        return found


def reader_of(table: Table, seat: str) -> tuple[Seat, PanelsOf]:
    """Return the seat of a name, and what tells which panels its holder must not overlook in what happened."""
    by = table.match.seat(seat) if seat else SPECTATOR
    view = cache(partial(seat_view_of, table, seat))

    def panels(told: Sequence[LoggedEvent]) -> tuple[Panel, ...]:
        return panels_for(table.setting, view(), told, by.slots) if told and by.slots else ()

    return by, panels
