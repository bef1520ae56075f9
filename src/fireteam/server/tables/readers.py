"""`Readers`: what the seats of a table have been told on their sockets, and the frames that tell them more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ...core.briefing import panels_for
from ...core.protocol.briefing import Panel, event_kinds
from ...core.protocol.events import LoggedEvent
from ...match.record import Seat, is_public, view_of
from ..wire.board import BoardFile, board_of
from ..wire.events import SPECTATOR
from ..wire.item_rows import event_row, milliseconds, numbers_of, plain_row
from ..wire.messages import PROTOCOL, Board, EventItem, Item, Now, SeatCard, Terms
from ..wire.public_part import PublicItem, PublicPart, PublicState, blank_public_state
from ..wire.reader import ItemRows, Reader, ReaderState
from ..wire.view_changes import GroupedView
from ..wire.word_table import WordTable, Writer
from .seats import Caller, streams_of
from .table import Table
from .unit_of_work import TABLE
from .view import view_of as seat_view_of
from .view import welcome

AT_ONCE = 500  # items in a frame
BOARD_PATH = "/api/tables/{table}/board/{hash}"
PanelsOf = Callable[[Sequence[LoggedEvent]], tuple[Panel, ...]]


class Delivery(msgspec.Struct, frozen=True):
    """The frame for all sockets of a seat (empty: none), and what they and everybody have been told once it is sent."""

    reader: Reader
    frame: bytes
    state: ReaderState
    public: PublicPart


class Readers:
    """The readers of a table by seat; the empty name is that of spectators and the host."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.by_seat: dict[str, Reader] = {}
        self.numbers = numbers_of(table.setting.game)
        self._board: BoardFile | None = None
        self._public: PublicState | None = None

    @property
    def board(self) -> BoardFile:
        """The part of the table's Scenes that does not change."""
        if self._board is None:
            self._board = board_of(self.table.setting)
        return self._board

    def reader(self, seat: str) -> Reader:
        """Return what a seat has been told; of one that has been told nothing, that."""
        if seat not in self.by_seat:
            self.by_seat[seat] = Reader(seat, self.board.scene, self.table.setting.slots)
        return self.by_seat[seat]

    @property
    def public(self) -> PublicState:
        """What has been told to everybody alike."""
        if self._public is None:
            self._public = blank_public_state(self.board.scene)
        return self._public

    @property
    def _time(self) -> int:
        """The server's time, in milliseconds since 1970."""
        return milliseconds(self.table.env.clock())

    def catch_up(self, now_of: Callable[[str], tuple[Now, tuple[int, ...]]]) -> None:
        """Bring the views up to date of who was told of quick choices since.

        `now_of` is the view of a seat, with the slots whose menus are told.
        """
        behind = [(seat, reader) for seat, reader in self.by_seat.items() if reader.is_behind]
        for seat, reader in behind:
            reader.catch_up(*now_of(seat))
        if behind:
            self._public = self.public._replace(now=now_of(SPECTATOR.name)[0])

    def deliveries(
        self, seats: Iterable[str], items: Sequence[Item], grouped_view_of: Callable[[str], GroupedView] | None
    ) -> list[Delivery]:
        """Return what seats are sent of a change: the items that each may read, and what differs in its view if told.

        `grouped_view_of` is the view of a seat; None: views are not told.
        """
        public = self._public_part(items, grouped_view_of(SPECTATOR.name).now if grouped_view_of else None)
        return [self._delivery(seat, items, grouped_view_of, public) for seat in seats]

    def deliveries_beside(
        self, seats: Iterable[str], items: Sequence[Item], fields: Mapping[str, Any]
    ) -> list[Delivery]:
        """Return what seats are sent of a change that alters nothing of what quick choices tell, by which they go on.

        `fields` are those of all views that it may alter. The views need not be up to date but for them.
        """

        public = self._public_part(items, replace(self.public.now, **fields))

        def grouped_view_of(seat: str) -> GroupedView:
            state = self.reader(seat).state
            seq = max((item.seq for item in items if item.stream == TABLE), default=state.seq)
            menus = {slot: state.view.menus[slot].grouped for slot in state.view.open}
            return GroupedView(replace(state.view.now, seq=seq, **fields), menus)

        return [self._delivery(seat, items, grouped_view_of, public) for seat in seats]

    def _public_part(self, items: Sequence[Item], now: Now | None) -> PublicPart:
        """Return what everybody is told of a change; `now` is the view of who has no seat, if views are told."""
        public_items = [self._public_item(item) for item in items if item.stream == TABLE]
        return PublicPart(self.public, public_items, now, self.numbers)

    def _public_item(self, item: Item) -> PublicItem:
        if not isinstance(item.what, EventItem):
            return PublicItem(item, None)
        record = self.table.match.records[item.what.event]
        known = view_of(record, SPECTATOR)
        has_panels = self.table.setting.game.may_have_panels(event_kinds(known.events))
        return PublicItem(item, known, is_public(record), has_panels)

    def _delivery(
        self, seat: str, items: Sequence[Item], grouped_view_of: Callable[[str], GroupedView] | None, public: PublicPart
    ) -> Delivery:
        reader = self.reader(seat)
        writer = reader.writer(public)
        rows = self.rows(seat, items, writer, public)
        grouped_view = grouped_view_of(seat) if grouped_view_of else None
        time = self._time - milliseconds(self.table.record.made)
        frame, state = reader.change(rows, grouped_view, writer, public, time)
        return Delivery(reader, frame, state, public)

    def take(self, delivery: Delivery) -> None:
        """Take a delivery for told."""
        delivery.reader.state, self._public = delivery.state, delivery.public.state

    def introduction(self, who: Caller, cards: tuple[SeatCard, ...], missed: Sequence[Sequence[Item]]) -> list[bytes]:
        """Return the first frames for a socket: its welcome, the items that it missed, and the view as it was told.

        Args:
            missed: the items for each frame.
        """
        reader, board = self.reader(who.seat), self.board
        address = BOARD_PATH.format(table=self.table.id, hash=board.hash)
        entries = tuple(reader.state.words.entries)
        words = WordTable(self.public.words.entries[: reader.state.public])
        made, dictionary = milliseconds(self.table.record.made), self.numbers.dictionary
        terms = Terms(PROTOCOL, Board(address, board.hash), dictionary, made, self._time, entries, tuple(words.entries))
        first = replace(welcome(self.table, who, cards), terms=terms)
        writer = Writer(reader.state.words, grows=False, public=words)
        backlog = [reader.backlog(self.rows(who.seat, items, writer).rows) for items in missed]
        return [msgspec.json.encode(first), *backlog, reader.whole(writer)]

    def rows(self, seat: str, items: Iterable[Item], writer: Writer, public: PublicPart | None = None) -> ItemRows:
        """Return the items that a seat may read as rows, redacted for it; `public` are those that are written already.

        What the seat reads as everybody does is told in the same row, but for its panels.
        """
        records, seq, event = self.table.match.records, 0, None
        found: list[Any] = []
        for item in items:
            stream = 0 if item.stream == TABLE else self._stream_number(seat, item.stream)
            if stream is None:
                continue
            seq = seq if stream else item.seq
            row = public.rows[item.seq] if public is not None and not stream else None
            if not isinstance(item.what, EventItem):
                found.append(plain_row(item, stream) if row is None else row.row)
                continue
            event = item.what.event + 1
            if row is not None and row.is_all and not row.has_panels:
                found.append(row.row)
                continue
            by, panels = reader_of(self.table, seat)
            shared = row.known if row is not None and row.is_all else None
            known = shared or view_of(records[item.what.event], by)
            seen = panels(known.events)
            if row is None or not (known is shared or known == row.known):
                found.append(event_row(item, stream, known, seen, self.numbers, writer))
            else:
                found.append(row.with_panels(seen, writer) if seen else row.row)
        return ItemRows(tuple(found), seq, event)

    def _stream_number(self, seat: str, stream: str) -> int | None:
        """Return the number of a stream among those that a seat reads; None where it does not read it."""
        streams = streams_of(self.table.groups, self.table.seat_states.get(seat))
        return streams.index(stream) if stream in streams else None


def reader_of(table: Table, seat: str) -> tuple[Seat, PanelsOf]:
    """Return the seat of a name, and what tells which panels its holder must not overlook in what happened."""
    by = table.match.seat(seat) if seat else SPECTATOR

    def panels(events: Sequence[LoggedEvent]) -> tuple[Panel, ...]:
        return panels_for(table.setting, seat_view_of(table, seat), events, by.slots) if events and by.slots else ()

    return by, panels
