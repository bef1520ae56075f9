"""`Reader`: what all sockets of one seat have been told, and the frames that tell them of a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from ...core.protocol.scene import Scene
from .item_rows import PLAIN, Numbers
from .menu_groups import GroupedMenu
from .messages import Change, Menu, Now
from .view_changes import BLANK_MENU, KnownMenu, View, blank_view, view_change, whole_view
from .word_table import WordTable, Writer

OF_QUICK_CHOICES = (
    *("seq", "event", "scene", "owing", "decisions", "role"),
    *("may_undo", "must_ask_to_undo", "may_redo"),
)
"""What quick choices change of a view."""


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
        self.is_behind = False  # whether the view is older than what quick choices have told
        self._quick_menus: dict[int, Menu] = {}

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

    def menu(self, slot: int) -> Menu:
        """Return the menu of a slot that was told last, without its options."""
        known = self.state.view.menus.get(slot)
        return self._quick_menus.get(slot) or (known.grouped.menu if known else BLANK_MENU.menu)

    def follow(self, slot: int, words: WordTable | None, menu: Menu | None) -> None:
        """Take it that a quick choice was told, maybe with new words, and maybe with the menu of a slot."""
        self.is_behind = True
        if words is not None:
            self.state = self.state._replace(words=words)
        if menu is not None:
            self._quick_menus[slot] = menu

    def catch_up(self, now: Now) -> None:
        """Let the view be what quick choices have made of it: that of `now`, but for what they leave as it was."""
        view, menus = self.state.view, dict(self.state.view.menus)
        for slot, menu in self._quick_menus.items():
            known = menus[slot].groups if slot in menus else {}
            menus[slot] = KnownMenu(GroupedMenu(menu, ()), known)
        changed = {name: getattr(now, name) for name in OF_QUICK_CHOICES}
        changed["decisions"] = tuple([*now.decisions])  # another list: the next frame tells the options in groups
        seen = replace(view.now, **changed)
        self.state = self.state._replace(seq=now.seq, view=View(seen, menus))
        self.is_behind, self._quick_menus = False, {}

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
