"""Menus: one walk forward, from which the size, any one choice and the whole list follow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fireteam.core.engine.compiled import JIT, compiled
from fireteam.core.engine.dispatch import bind, menu_choice, menu_size
from fireteam.core.engine.record import Array, blank
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.menu import (
    KNOWN,
    MOST_KNOWN,
    Cursor,
    block,
    current,
    is_done,
    offer,
    walk_and_write,
    write_menu,
)

EVERYTHING = [(1, n) for n in (3, 7)] + [(2, n * n) for n in range(5)] + [(3, 1)]


class State:
    walked: int  # how far the last walk came
    squares: int


class Tables:
    nothing: int


def nothing(*arguments: Any) -> int:
    return 0


@compiled
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """Two numbers one by one, the first squares as a block, and one more number."""
    state.walked = 0
    for n in (3, 7):
        offer_number(cursor, 1, n)
        state.walked += 1
        if is_done(cursor):
            return
    for k in block(cursor, state.squares):
        offer_number(cursor, 2, k * k)
        state.walked += 1
    if not is_done(cursor):
        offer_number(cursor, 3, 1)
        state.walked += 1


@compiled
def offer_number(cursor: Cursor, verb: int, number: int) -> None:
    if offer(cursor):
        current(cursor).verb, current(cursor).n = verb, number


bind(State, to_act=nothing, is_over=nothing, verify=nothing, menu=menu, apply_choices=nothing)

TABLES = blank(Tables)


@pytest.fixture
def states() -> Array:
    made = blank(State)
    made[0].squares = 5
    return made


def written(choices: Array) -> list[tuple[int, int]]:
    assert not any(choice.parts.any() or choice.unit or choice.target or choice.x or choice.y for choice in choices)
    return [(int(choice.verb), int(choice.n)) for choice in choices]


def of_anything(count: int) -> Array:
    choices = new_choices(count)
    choices.view(np.int64)[:] = 7
    return choices


def test_a_menu_is_counted_without_a_look_at_each_choice_of_a_block(states: Array) -> None:
    assert menu_size(states[0], TABLES[0], 0) == len(EVERYTHING)
    assert states[0].walked == 3
    states[0].squares = 0
    assert menu_size(states[0], TABLES[0], 0) == 3


def test_any_choice_is_written_alone_and_the_walk_ends_there(states: Array) -> None:
    for k, (choice, walked) in enumerate(zip(EVERYTHING, (1, 2, 3, 3, 3, 3, 3, 3), strict=True)):
        one = of_anything(1)
        menu_choice(states[0], TABLES[0], 0, k, one[0])
        assert written(one) == [choice]
        assert states[0].walked == walked


def test_beyond_the_end_there_is_no_choice(states: Array) -> None:
    one = of_anything(1)
    menu_choice(states[0], TABLES[0], 0, len(EVERYTHING), one[0])
    assert written(one) == [(0, 0)]


@pytest.mark.parametrize("rows", range(11))
def test_as_many_as_there_are_rows_for_are_written_in_one_walk_and_all_are_counted(states: Array, rows: int) -> None:
    lines = of_anything(rows)
    assert write_menu(states[0], TABLES[0], 0, lines) == len(EVERYTHING)
    assert written(lines[: len(EVERYTHING)]) == EVERYTHING[:rows]
    assert all(line.verb == 7 for line in lines[len(EVERYTHING) :]), "rows that nothing belongs in stay as they are"


@pytest.mark.skipif(JIT, reason="compiled rules walk over a menu each time")
def test_a_menu_that_was_written_before_is_that_of_its_state_slot_and_tables(states: Array) -> None:
    KNOWN.clear()
    tables, others = blank(Tables), blank(Tables)
    asked = [(states, tables, 0), (states, tables, 1), (states, others, 0)]
    more = states.copy()
    more[0].squares = 7
    asked.append((more, tables, 0))
    for rows in (3, 20, 1, 9):
        for at, of, slot in [*asked, *asked]:
            expected, found = new_choices(rows), new_choices(rows)
            found["n"] = expected["n"] = 99  # rows beyond a menu stay as they are
            size = walk_and_write(at[0].copy(), of[0], slot, expected)
            assert write_menu(at[0], of[0], slot, found) == size
            assert found.tobytes() == expected.tobytes()
    for n in range(2 * MOST_KNOWN):
        more[0].squares = n
        assert write_menu(more[0], tables[0], 0, new_choices(1)) == n + 3
    assert len(KNOWN) <= MOST_KNOWN
