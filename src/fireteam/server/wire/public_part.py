"""What all readers of a table are told alike of a change: written once, whoever it is sent to.

It is what somebody without a seat is told. Its words have numbers of their own, which are the same for everybody, and
all of it is written whether or not anybody is sent it: so nobody learns from these numbers what others know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, NamedTuple

import msgspec

from ...core.protocol.briefing import Panel
from ...core.protocol.scene import Scene
from ...match.record import RecordView
from .item_rows import Numbers, event_row, has_cause, plain_row
from .messages import Item, Now
from .patches import UNCHANGED, patch
from .view_changes import VIEW_FIELDS, blank_view
from .word_table import PublicWriter, SharedPatches, WordTable, Writer

encode = msgspec.json.Encoder().encode
OF_ALL = tuple([name for name in VIEW_FIELDS if name != "you"])
VIEW: Callable[[Now], tuple[Any, ...]] = attrgetter(*OF_ALL)
"""What of a view may be everybody's."""


class PublicState(NamedTuple):
    """What has been told to everybody alike: words with their numbers, and the view of who has no seat."""

    words: WordTable
    now: Now


def blank_public_state(board: Scene) -> PublicState:
    """Return what everybody knows before anything is told."""
    return PublicState(WordTable(), blank_view("", board).now)


class PublicRow(NamedTuple):
    """An item of the table's own stream as JSON, and what everybody may know of its event, if it has one.

    `is_all`: nobody knows more of it. `has_panels`: somebody may have panels about it.
    """

    row: msgspec.Raw
    known: RecordView | None
    is_all: bool
    has_panels: bool

    def with_panels(self, panels: tuple[Panel, ...], writer: Writer) -> msgspec.Raw:
        """Return the row with panels at its end."""
        known = self.known
        assert known is not None, "only events have panels"
        more = () if has_cause(known) else (known.of, known.by, known.reason)
        tail = encode([*more, [writer.value(panel) for panel in panels]])
        return msgspec.Raw(bytes(self.row)[:-1] + b"," + tail[1:])


class PublicItem(NamedTuple):
    """An item of the table's own stream, what everybody may know of its event (None: no event), and if it is all.

    `has_panels`: somebody may have panels about it.
    """

    item: Item
    known: RecordView | None
    is_all: bool = True
    has_panels: bool = False


class PublicPart:
    """What everybody is told of a change.

    Args:
        state: what has been told before.
        items: the new items of the table's own stream.
        now: the view of who has no seat, if views are told.
    """

    def __init__(
        self,
        state: PublicState,
        items: Iterable[PublicItem],
        now: Now | None,
        numbers: Numbers,
    ) -> None:
        writer = PublicWriter(state.words)
        before, after = (VIEW(state.now), VIEW(now)) if now else ((), ())
        self._views = dict(zip(OF_ALL, zip(before, after, strict=True), strict=now is not None))
        self.rows = {one.item.seq: _row(one, numbers, writer) for one in items}
        self.fields = _fields(before, after, writer)
        self.state = PublicState(writer.table, state.now if now is None else now)
        self.patches = SharedPatches()
        """Those that readers have written with the words of `state` alone."""

    def tells(self, name: str, before: Any, after: Any) -> bool:
        """Whether a field of a reader's view is, before and after, what it is in everybody's.

        Scenes are only if they are one object: others are too long to be compared.
        """
        of_all = self._views.get(name)
        if of_all is None:
            return False
        was, now = of_all
        return (before is was or (type(was) is not Scene and before == was)) and (
            after is now or (type(now) is not Scene and after == now)
        )


def _row(one: PublicItem, numbers: Numbers, writer: PublicWriter) -> PublicRow:
    item, known, is_all, has_panels = one
    row = plain_row(item, 0) if known is None else event_row(item, 0, known, (), numbers, writer)
    return PublicRow(msgspec.Raw(encode(row)), known, is_all, has_panels)


def _fields(before: tuple[Any, ...], after: tuple[Any, ...], writer: PublicWriter) -> dict[str, msgspec.Raw]:
    """Return the patches of those fields of a view that are others now."""
    found = {}
    for name, old, new in compress(zip(OF_ALL, before, after, strict=False), map(is_not, before, after)):
        if (one := patch(old, new, writer)) != UNCHANGED:
            found[name] = msgspec.Raw(encode(one))
    return found
