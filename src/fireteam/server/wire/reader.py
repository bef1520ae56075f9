"""`Reader`: what all sockets of one seat have been told, and the frames that tell them of a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from ...core.protocol.scene import Scene
from .item_rows import PLAIN, Numbers
from .messages import Change, Now
from .view_changes import View, blank_view, view_change, whole_view
from .word_table import WordTable, Writer


class ReaderState(NamedTuple):
    """What the sockets of a seat have been told: words with their numbers, the last item's number, and the view."""

    words: WordTable
    seq: int
    view: View


class Reader:
    """All sockets of one seat, or of everybody without one: they are told the same.

    A frame is made before it is certain that it will be sent: `take` says that it was.
    """

    def __init__(self, you: str, board: Scene, numbers: Numbers) -> None:
        self.board, self.numbers = board, numbers
        self.state = ReaderState(WordTable(), 0, blank_view(you, board))

    def change(self, items: Sequence[Any], now: Now | None, writer: Writer) -> tuple[bytes, ReaderState]:
        """Return the frame for a change, and what has been told once it is sent. Without anything to tell it is empty.

        Args:
            items: the rows of new items.
            now: the view, if it is to be told.
            writer: the one that wrote the items.
        """
        view, found = self.state.view, None
        seq = max((item[1] for item in items if item[0] == 0), default=self.state.seq)
        if now is not None:
            event = max((item[3] + 1 for item in items if len(item) > PLAIN), default=None)
            found, view = view_change(view, now, self.numbers.dictionary.clauses, writer, event)
            found |= {} if now.seq == seq else {"seq": now.seq}
        frame = msgspec.json.encode(Change(tuple(items), found)) if items or found else b""
        return frame, ReaderState(writer.table, seq if now is None else now.seq, view)

    def writer(self) -> Writer:
        """Return who writes the next change."""
        return Writer(self.state.words.copy())

    def whole(self) -> bytes:
        """Return the frame that tells somebody the whole view as the others have it."""
        found = whole_view(self.state.view, self.board, Writer(self.state.words, grows=False))
        return msgspec.json.encode(Change((), found | {"seq": self.state.view.now.seq}))

    def backlog(self, items: Iterable[Any]) -> bytes:
        """Return the frame with the rows of earlier items for somebody who was not there."""
        return msgspec.json.encode(Change(tuple(items)))
