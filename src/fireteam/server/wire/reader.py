"""`Reader`: what all sockets of one seat have been told, and the frames that tell them of a change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ...core.protocol.scene import Scene
from .menu_groups import GroupedMenu
from .messages import Change, Menu, Now
from .public_part import PublicPart
from .view_changes import BLANK_MENU, NO_MENU, GroupedView, View, blank_view, view_change, whole_view
from .word_table import WordTable, Writer

OF_QUICK_CHOICES = (
    *("seq", "event", "scene", "owing", "role"),
    *("may_undo", "must_ask_to_undo", "undo", "redo", "question"),
)
"""What quick choices change of a view."""


encode = msgspec.json.Encoder().encode


class ItemRows(msgspec.Struct, frozen=True):
    """Rows of items, the number of the last one of the table's own stream (0: none), and that of the next event."""

    rows: tuple[Any, ...] = ()
    seq: int = 0
    event: int | None = None


class ReaderState(msgspec.Struct, frozen=True):
    """What the sockets of a seat have been told: words with their numbers, the last item's number, and the view.

    `public` is how many of the words are known that are everybody's.
    """

    words: WordTable
    seq: int
    view: View
    public: int = 0


class Reader:
    """All sockets of one seat, or of everybody without one: they are told the same.

    A frame is made before it is certain that it will be sent: `take` says that it was.
    """

    def __init__(self, you: str, board: Scene, slots: Sequence[str]) -> None:
        self.board, self.slots = board, slots
        self.state = ReaderState(WordTable(), 0, blank_view(you, board))
        self.is_behind = False  # whether the view is older than what quick choices have told
        # of slots: how the last quick choice asks them, and what makes the menu of that
        self._quick_menus: dict[int, tuple[bytes, Callable[[], Menu]]] = {}

    def change(
        self, items: ItemRows, grouped_view: GroupedView | None, writer: Writer, public: PublicPart, time: int
    ) -> tuple[bytes, ReaderState]:
        """Return the frame for a change, and what has been told once it is sent. Without anything to tell it is empty.

        Args:
            items: the rows of new items.
            grouped_view: the view, if it is to be told.
            writer: the one that wrote the items.
            public: what everybody is told of the change.
            time: in milliseconds after the table was made.
        """
        view, found = self.state.view, None
        seq = items.seq or self.state.seq
        if grouped_view is not None:
            found, view = view_change(view, grouped_view, writer, self.slots, items.event, public)
            if grouped_view.now.seq != seq:
                found["seq"] = grouped_view.now.seq
            seq = grouped_view.now.seq
        words, known = public.state.words.entries, self.state.public
        if not items.rows and not found and known == len(words):
            return b"", ReaderState(writer.table, seq, view, known)
        state = ReaderState(writer.table, seq, view, len(words))
        return encode(Change(items.rows, found, tuple(words[known:]), time=time)), state

    def menu(self, slot: int) -> Menu:
        """Return the menu of a slot that was told last, without its options."""
        if found := self._quick_menus.get(slot):
            return found[1]()
        known = self.state.view.menus.get(slot)
        return known.grouped.menu if known else BLANK_MENU.menu

    def question(self, slot: int) -> bytes:
        """Return how the last quick choice that was told asks a slot; empty if none has asked it since the view."""
        found = self._quick_menus.get(slot)
        return found[0] if found else b""

    def follow(self, slot: int, question: bytes, menu: Callable[[], Menu] | None) -> None:
        """Take it that a quick choice was told, and maybe how a slot is asked, if that is otherwise than before.

        `menu` makes the menu of the slot, which is seldom asked for; None: nothing was said of it, or nothing new.
        """
        self.is_behind = True
        if menu is not None:
            self._quick_menus[slot] = question, menu

    def catch_up(self, now: Now, slots: tuple[int, ...]) -> None:
        """Let the view be what quick choices have made of it: what is told, but for what they leave as it was.

        Args:
            now: the view as it is by now.
            slots: those whose menus are told in it.
        """
        view, menus = self.state.view, dict(self.state.view.menus)
        for slot, (_, make) in self._quick_menus.items():
            menus[slot] = menus.get(slot, NO_MENU)._replace(grouped=GroupedMenu(make(), ()))
        changed = {name: getattr(now, name) for name in OF_QUICK_CHOICES}
        seen = replace(view.now, **changed)
        self.state = replace(self.state, seq=now.seq, view=View(seen, menus, slots))
        self.is_behind, self._quick_menus = False, {}

    def writer(self, public: PublicPart) -> Writer:
        """Return who writes the next change; `public` is what everybody is told of it."""
        return Writer(self.state.words, public=public.state.words, shared=public.patches)

    def whole(self, writer: Writer) -> bytes:
        """Return the frame that tells somebody the whole view as the others have it."""
        found = whole_view(self.state.view, self.board, writer, self.slots)
        return encode(Change((), found | {"seq": self.state.view.now.seq}))

    def backlog(self, items: Iterable[Any]) -> bytes:
        """Return the frame with the rows of earlier items for somebody who was not there."""
        return encode(Change(tuple(items)))
