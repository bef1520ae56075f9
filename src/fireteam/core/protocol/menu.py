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

from ..engine.compiled import compile_function, compiled, either
from ..engine.dispatch import menu, serve
from ..engine.record import Array, as_words
from ..engine.stack import on_stack, place_of, row_at
from .choices import Choice, clear


class Cursor:
    """How far a walk over a menu is, and what is asked of it."""

    count: int = 0  # choices that were offered
    first: int = 0  # the number of the first that is to be written
    end: int = 0  # of the first after those
    written: int = 0
    stops: int = 0  # whether the walk may end there
    place: int = 0  # where choices are written to (`engine/stack.py`)


new_cursor = on_stack(Cursor)
choice_at = row_at(Choice)


@compiled
def offer(cursor: Cursor) -> bool:
    """Count one choice; True if it is to be written, to `current(cursor)`, which is clear then."""
    number = cursor.count
    cursor.count = number + 1
    if number < cursor.first or number >= cursor.end:
        return False
    cursor.written += 1
    clear(current(cursor))
    return True


@compiled
def current(cursor: Cursor) -> Choice:
    """The row of the choice that was offered last, if that was to be written."""
    return choice_at(cursor.place, cursor.written - 1)  # type: ignore[no-any-return]


@compiled
def block(cursor: Cursor, n: int) -> range:
    """The numbers, from 0, of those of the next n choices that are to be written: offer each of them, and no other."""
    start = cursor.count
    cursor.count = start + n
    if start + n <= cursor.first or start >= cursor.end:
        return range(0, 0)
    first, last = max(start, cursor.first), min(start + n, cursor.end)
    cursor.count -= last - first  # these are offered now, as if they were the last of the block
    cursor.first, cursor.end = cursor.count, cursor.count + cursor.end - first
    return range(first - start, last - start)


@compiled
def is_done(cursor: Cursor) -> bool:
    """Whether nothing more is asked of the walk: it may end."""
    return cursor.stops != 0 and cursor.count >= cursor.end


@compiled
def count_menu(state: Any, tables: Any, slot: int) -> int:
    """How many choices a walk over the whole menu offers."""
    cursor = new_cursor()
    menu(state, tables, slot, cursor)
    return int(cursor.count)


@compiled
def write_kth(state: Any, tables: Any, slot: int, k: int, choice: Choice) -> None:
    """Walk as far as choice k, and write it; no choice if the menu is shorter."""
    cursor = new_cursor()
    cursor.first, cursor.end, cursor.stops, cursor.place = k, k + 1, 1, place_of(choice)
    menu(state, tables, slot, cursor)
    if cursor.written == 0:
        clear(choice)


def walk_and_write(state: Any, tables: Any, slot: int, choices: Any) -> int:
    """`write_menu`, by a walk."""
    cursor = new_cursor()
    cursor.end, cursor.place = len(choices), place_of(choices)
    menu(state, tables, slot, cursor)
    return int(cursor.count)


class KnownMenu(NamedTuple):
    """A menu that plain rules wrote: by which Tables, its first choices as words, and its size."""

    tables: Array
    words: Array
    size: int


KNOWN: dict[tuple[int, int, bytes], KnownMenu] = {}
"""The last menus that plain rules wrote, by Tables, slot and State."""
MOST_KNOWN = 24


def _write_known(state: Any, tables: Any, slot: int, choices: Any) -> int:
    """`write_menu`, plain: a walk takes milliseconds, and one moment asks for the same menu several times."""
    owner = tables.base
    key = id(owner), slot, state.tobytes()
    known = KNOWN.get(key)
    if known is not None and len(known.words) >= min(known.size, len(choices)):
        n = min(known.size, len(choices))
        as_words(choices)[:n] = known.words[:n]
        return known.size
    size = walk_and_write(state, tables, slot, choices)
    if owner is not None:
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[key] = KnownMenu(owner, as_words(choices)[:size].copy(), size)
    return size


write_menu = either(_write_known, lambda: compile_function(walk_and_write))
"""Write the first choices of a slot's menu in one walk, as many as there are rows for. Returns the menu's size."""


serve("menu_size", count_menu)
serve("menu_choice", write_kth)
