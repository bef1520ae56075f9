"""`QuickReaders`: the frames of quick choices, and what each seat has been told of the numbers in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from ...core.decision import Moment
from ...core.game import panels_for, role_for
from ...core.identity_cache import IdentityCache
from ...core.protocol.drawing import ROLE, STANDING
from ...match.decision import decision_of
from ...match.quick_play import QuickMoment
from ..wire.decoder import MAY_UNDO, MUST_ASK
from ..wire.lexicon import lexicon_of
from ..wire.menu_groups import menu_of
from ..wire.menus import decision_message
from ..wire.messages import Menu
from ..wire.patches import patch
from ..wire.word_table import WordTable, Writer
from .readers import Readers
from .table import Table
from .view import undo_rights

MOST_ROWS = 5_000  # values of rows that a reader is taken to have
MENUS: IdentityCache[Menu] = IdentityCache(5_000)
encode = msgspec.json.Encoder().encode


class QuickReader:
    """What the sockets of a seat know of numbers: the names to which their lexicon belongs, and rows with a value."""

    def __init__(self, names: Any) -> None:
        self.names = names
        self.rows: set[tuple[int, bytes]] = set()
        self.menus: set[bytes] = set()


class QuickFrame(NamedTuple):
    """The frame of a quick choice for a seat, without the key of the act, and what it tells.

    `owing` is the slot that has to decide, `words` those that are known after it (None: no more than before), and
    `menu` the menu that the slot has, if the seat is told of it.
    """

    seat: str
    frame: bytes
    owing: int
    words: WordTable | None
    menu: Menu | None


class QuickReaders:
    """Makes the frames of quick choices for the readers of a table.

    What is told is taken to be heard. Where it was not, or somebody new is among a seat's readers: `forget`.
    """

    def __init__(self, table: Table, readers: Readers) -> None:
        self._table, self._readers = table, readers
        self._known: dict[str, QuickReader] = {}

    def forget(self) -> None:
        """Take all readers to know nothing."""
        self._known.clear()

    def frames(self, quick: QuickMoment, at: float, seats: Iterable[str]) -> list[QuickFrame]:
        """Return the frame for each seat; `at` is when the choice was made, in seconds since 1970."""
        record, outcome = quick.moment.record, quick.outcome
        body = b'{"frame":"choice","event":%d,"at":%b,"slot":%d,"owing":%d,"log":%b,"rows":%b' % (
            record.number,
            encode(at),
            record.choices[0][0],
            outcome.owing,
            outcome.log,
            outcome.changes,
        )
        return [self._frame(quick, body, seat) for seat in seats]

    def _frame(self, quick: QuickMoment, body: bytes, seat: str) -> QuickFrame:
        known = self._known.get(seat)
        if known is None or known.names is not quick.names or len(known.rows) > MOST_ROWS:
            known = self._known[seat] = QuickReader(quick.names)
            body += b',"lexicon":%b' % encode(lexicon_of(self._table.setting, quick.names))
        slots = self._table.match.seat(seat).slots if seat else 0
        if slots:
            body += self._own(quick, seat, slots)
        menu = self._menu(quick) if slots >> quick.outcome.owing & 1 else None
        new = [row for row in quick.outcome.changed if row not in known.rows]
        is_asked_anew = menu is not None and quick.outcome.decision not in known.menus
        if not (new or is_asked_anew):
            return QuickFrame(seat, body + b"}", quick.outcome.owing, None, menu)
        writer = self._readers.reader(seat).writer()
        said = self._said(quick, new, slots, writer)
        known.rows.update(new)
        if is_asked_anew:
            known.menus.add(quick.outcome.decision)
            said.append([msgspec.Raw(_asked(quick.outcome.menu)), [writer.value(menu)]])
        return QuickFrame(seat, b'%b,"said":%b}' % (body, encode(said)), quick.outcome.owing, writer.table, menu)

    def _own(self, quick: QuickMoment, seat: str, slots: int) -> bytes:
        """Return what a seat that holds slots is told beside what everybody is."""
        table, found = self._table, b""
        if slots >> quick.outcome.owing & 1:
            found = b',"menu":' + quick.outcome.menu
        may_undo, must_ask = undo_rights(table, seat)
        if may_undo or must_ask:
            found += b',"undo":%d' % (MAY_UNDO if may_undo else MUST_ASK)
        if panels := panels_for(table.setting, quick.moment.state, quick.moment.record.events, slots):
            found += b',"panels":' + encode(panels)
        return found

    def _said(self, quick: QuickMoment, rows: Iterable[tuple[int, bytes]], slots: int, writer: Writer) -> list[Any]:
        """Return the values of rows that are told for the first time, each by what makes it of the one before."""
        setting = self._table.setting
        drawing = setting.game.drawing
        assert drawing is not None, "who chooses quickly is drawn by rows"
        before, now = Moment(setting, quick.before), Moment(setting, quick.moment.state)
        found: list[Any] = []
        for i, _ in rows:
            if i < drawing.units:
                old, new = drawing.token(before, i), drawing.token(now, i)
                found.append([i, patch(old and replace(old, x=new.x, y=new.y), new, writer) if new else None])
            elif i == drawing.units + STANDING:
                found.append([i, patch(drawing.standing(before), drawing.standing(now), writer)])
            elif i == drawing.units + ROLE and (role := role_for(setting, quick.moment.state, slots)):
                found.append([i, patch(role_for(setting, quick.before, slots), role, writer)])
        return found

    def _menu(self, quick: QuickMoment) -> Menu:
        """Return the menu of the slot that has to decide, without its options: it goes by how the slot is asked."""
        setting, outcome = self._table.setting, quick.outcome

        def make() -> Menu:
            decision = decision_of(setting, quick.moment.state, outcome.owing)
            clauses = self._readers.numbers.dictionary.clauses
            return menu_of(decision_message(decision, setting.game.verbs), clauses).menu

        return MENUS.get((setting.tables, quick.names), (outcome.owing, outcome.decision), make)


def _asked(menu: bytes) -> bytes:
    """Return the first list of a menu: how its slot is asked, in numbers."""
    return menu[1 : menu.index(b"]") + 1]
