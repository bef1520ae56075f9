"""Ranges of a State: bounds by path, from numbers, from Tables, and from what the game works out."""

from __future__ import annotations

from typing import Annotated

import pytest

from fireteam.core.engine.record import Bits, Grid, Ints, blank
from fireteam.core.protocol.ranges import FLAG, Counts, Range, bounds_of, count_faults, range_faults


class Options:
    most: int


class Tables:
    options: Options


class Token:
    kind: int
    mark: int


class Unit:
    health: Annotated[int, Range(0, 9)]
    cash: Annotated[int, Range(0, "options.most")]
    hidden: int


class State:
    alive: Annotated[int, FLAG]
    turn: Annotated[int, Range(1, "turns")]
    score: Annotated[Ints, 2, Range(-3, 3)]
    orders: Annotated[Grid, (2, 2), Range(0, 5)]
    seen: Bits
    units: Annotated[list[Unit], 3]
    next: Annotated[int, Range("turns - 1", "options.most + 2")]
    n_tokens: Annotated[int, Range(0, 3), Counts("tokens")]
    tokens: Annotated[list[Token], 3]


@pytest.fixture
def bounds():
    tables = blank(Tables)
    tables[0].options.most = 16
    return bounds_of(State, tables[0], {"turns": 4})


def test_bounds_stand_by_path(bounds):
    assert bounds == {
        "alive": (0, 1),
        "turn": (1, 4),
        "score.#": (-3, 3),
        "orders.#.#": (0, 5),
        "units.#.health": (0, 9),
        "units.#.cash": (0, 16),
        "next": (3, 18),
        "n_tokens": (0, 3),
    }


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("units", None, []),
        ("cash", 17, ["units.2.cash=17 cannot be: write 0 to 16"]),
        ("cash", 16, []),
        ("hidden", 1, ["units.2.hidden=1 cannot be: write 0"]),
        ("turn", 5, ["turn=5 cannot be: write 1 to 4"]),
        ("score", -4, ["score.1=-4 cannot be: write -3 to 3"]),
        ("orders", 6, ["orders.1.0=6 cannot be: write 0 to 5"]),
        ("seen", 1, ["seen=1 cannot be: write 0"]),
    ],
)
def test_what_is_out_of_its_range_is_named_with_what_to_write(bounds, path, value, says):
    states = blank(State)
    if path in ("cash", "hidden"):
        setattr(states[0].units[2], path, value)
    elif path == "score":
        states[0].score[1] = value
    elif path == "orders":
        states[0].orders[1, 0] = value
    elif value is not None:
        setattr(states[0], path, value)
    assert list(range_faults(states, bounds)) == says


@pytest.mark.parametrize(
    ("number", "kinds", "says"),
    [
        (0, (0, 0, 0), []),
        (2, (5, 6, 0), []),
        (3, (5, 6, 7), []),
        (2, (5, 0, 0), ["n_tokens=2 does not count tokens"]),
        (1, (5, 6, 0), ["n_tokens=1 does not count tokens"]),
        (1, (0, 6, 0), ["n_tokens=1 does not count tokens"]),
    ],
)
def test_what_counts_a_list_counts_the_records_that_begin_it(number, kinds, says):
    states = blank(State)
    states[0].n_tokens = number
    for token, kind in zip(states[0].tokens, kinds, strict=True):
        token.kind, token.mark = kind, 1
    assert list(count_faults(states, State)) == says
