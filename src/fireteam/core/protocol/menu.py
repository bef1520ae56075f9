"""Menus: a game walks over its choices once, forward, and offers each; what is asked of the menu follows.

A game's hook `menu(state, tables, slot, cursor)` goes over everything that a slot may choose, in a stated order:

    for i in own(tables, side):
        if is_free_to_act(state, i):
            ends = reach(state, tables, i)
            for k in block(cursor, size(ends)):
                offer_move(cursor, i, *kth_square(ends, k))
        if is_done(cursor):
            return

Who asks how many there are has every choice counted and none written; who asks for the k-th has only that one written;
who asks for all has them written in one walk. `block` counts many choices at once, and gives the numbers of those that
are to be written. Functions such as `offer_move` follow from the declarations of verbs (`verb_functions.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.compiled import compiled
from ..engine.dispatch import menu, serve
from ..engine.record import Array
from ..engine.stack import no_rows, on_stack, one_row
from .choices import Choice, clear


class Progress:
    """How far a walk is: choices counted, how many to pass over yet, rows to write after them, whether that is all."""

    count: int = 0
    before: int = 0
    rows: int = 0
    stops: int = 0


class Cursor(NamedTuple):
    """What goes along on a walk over a menu: its progress, and the rows that choices are written to."""

    at: Progress
    choices: Array


new_progress = on_stack(Progress)
no_choices = no_rows(Choice)


@compiled
def offer(cursor: Cursor) -> bool:
    """Count one choice; True if it is to be written, to `current(cursor)`, which is clear then."""
    at = cursor.at
    at.count += 1
    if at.before > 0:
        at.before -= 1
        return False
    if at.rows > 0:
        at.rows -= 1
        clear(current(cursor))
        return True
    return False


@compiled
def current(cursor: Cursor) -> Choice:
    """The row of the choice that was offered last, if that was to be written."""
    return cursor.choices[len(cursor.choices) - cursor.at.rows - 1]  # type: ignore[no-any-return]


@compiled
def block(cursor: Cursor, n: int) -> range:
    """The numbers, from 0, of those of the next n choices that are to be written: offer each of them, and no other."""
    at = cursor.at
    first = min(n, at.before)
    last = min(n, first + at.rows)
    at.before -= first
    at.count += n - (last - first)
    return range(first, last)


@compiled
def is_done(cursor: Cursor) -> bool:
    """Whether nothing more is asked of the walk: it may end."""
    return cursor.at.stops != 0 and cursor.at.rows == 0


@compiled
def count_menu(state: Any, tables: Any, slot: int) -> int:
    """How many choices a walk over the whole menu offers."""
    at = new_progress()
    menu(state, tables, slot, Cursor(at, no_choices()))
    return int(at.count)


@compiled
def write_kth(state: Any, tables: Any, slot: int, k: int, choice: Choice) -> None:
    """Walk as far as choice k, and write it; no choice if the menu is shorter."""
    at = new_progress()
    at.before, at.rows, at.stops = k, 1, 1
    menu(state, tables, slot, Cursor(at, one_row(choice)))
    if at.rows:
        clear(choice)


@compiled
def write_menu(state: Any, tables: Any, slot: int, choices: Any) -> int:
    """Write the first choices of a slot's menu in one walk, as many as there are rows for. Returns the menu's size."""
    at = new_progress()
    at.rows = len(choices)
    menu(state, tables, slot, Cursor(at, choices))
    return int(at.count)


serve("menu_size", count_menu)
serve("menu_choice", write_kth)
