"""Records that call after call fills anew, in place of a megabyte of zeros for each."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .calls import LIVE_DICE, carry_out
from .dice import MAX_FACES, Dice
from .engine.record import Array, as_words, blank
from .errors import Overflow
from .protocol.choices import new_choices
from .protocol.events import new_log

FIRST_MENU, MOST_MENU = 256, 4_096  # choices for which there is room at first, and at most


class MenuRoom(NamedTuple):
    """Room for choices of a menu, and the same memory as words, a row a choice."""

    choices: Array
    words: Array


def new_menu_room(size: int) -> MenuRoom:
    """Room for so many."""
    choices = new_choices(size)
    return MenuRoom(choices, as_words(choices))


class Scratch(threading.local):
    """Choices of every slot, dice, a log and room for a menu, for each thread its own.

    What stands in them holds until the next who uses them: whoever wants to keep something copies it.
    """

    def __init__(self) -> None:
        self.log, self.menu = new_log(), new_menu_room(FIRST_MENU)
        self.dice = blank(Dice)
        self._faces = self.dice["face"][0]
        self._choices = new_choices()
        # By bytes it is quicker than by NumPy, which lets other threads run meanwhile.
        self._cells = memoryview(as_words(self._choices).data).cast("B")
        self._zeros = bytes(len(self._cells))

    def choices(self) -> Array:
        """Room for a choice of every slot, all clear."""
        self._cells[:] = self._zeros
        return self._choices

    def carry_out(self, kind: int, states: Array, tables: Array, slot: int, roll: int | Sequence[int]) -> None:
        """Let what stands in the choices happen to `states`; the log says what happened.

        `kind` and `slot` are those of `calls.carry_out`; `roll` is the key of live dice, or the faces that they show.

        Raises:
            TapeEnd: there is no such face, or none is left; `dice` says which die was wanted.
            Overflow: more faces than a tape holds.
        """
        key, faces = (roll, LIVE_DICE) if isinstance(roll, int) else (0, len(roll))
        if not isinstance(roll, int):
            if faces > MAX_FACES:
                raise Overflow(f"a tape holds {MAX_FACES} faces, not {faces}")
            self._faces[:faces] = roll
        carry_out(kind, states, tables, slot, self._choices, self.dice, faces, np.uint64(key), self.log)

    def menu_room(self, size: int) -> MenuRoom:
        """Room for so many choices of a menu, or for more."""
        if size <= len(self.menu.choices):
            return self.menu
        room = new_menu_room(1 << (size - 1).bit_length())
        if size <= MOST_MENU:
            self.menu = room
        return room


scratch = Scratch()
