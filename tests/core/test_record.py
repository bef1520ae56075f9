"""Records: layout, packing, refused names."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from fireteam.core.engine.record import Bits, Grid, Ints, Reals, as_words, blank, copy_of, from_bytes, layout


class Wheel:
    x: int
    mask: Bits


class Scale:
    weight: float


class Cart:
    name: int
    load: Annotated[Ints, 3]
    map: Annotated[Grid, (2, 4)]
    spare: Wheel
    wheels: Annotated[list[Wheel], 2]


def test_fields_are_packed_64_bit_words_in_the_order_they_are_written() -> None:
    assert layout(Cart).names == ("name", "load", "map", "spare", "wheels")
    assert layout(Cart).itemsize == 8 * (1 + 3 + 8 + 2 + 2 * 2)
    assert layout(Wheel)["x"] == np.int64
    assert layout(Wheel)["mask"] == np.uint64


def test_a_record_is_read_and_written_by_its_fields() -> None:
    carts = blank(Cart)
    cart = carts[0]
    cart.name, cart.load[1], cart.map[1, 3] = 5, 6, 7
    cart.wheels[1].x, cart.wheels[1].mask = -8, np.uint64(2**63)
    assert (cart.name, cart.load.tolist(), cart.map[1, 3]) == (5, [0, 6, 0], 7)
    assert (carts[0].wheels[1].x, int(carts[0].wheels[1].mask)) == (-8, 2**63)
    assert as_words(carts)[0].tolist() == [5, 0, 6, 0, *[0] * 7, 7, 0, 0, 0, 0, -8, -(2**63)]


def test_of_no_records_there_are_no_words() -> None:
    none = blank(Cart, 0)
    assert as_words(none).shape == (0, as_words(blank(Cart)).shape[1])
    assert copy_of(none).tobytes() == b""


def test_a_copy_is_a_branch_and_bytes_are_identity() -> None:
    carts = blank(Cart)
    branch = carts.copy()
    branch[0].name = 1
    assert carts[0].name == 0
    assert carts.tobytes() == blank(Cart).tobytes() != branch.tobytes()
    as_words(branch)[0, 0] = 0
    assert carts.tobytes() == branch.tobytes(), "words are the same memory"


@pytest.mark.parametrize("name", ["item", "copy", "sort", "tobytes", "dtype"])
def test_a_field_may_not_be_called_what_records_already_have(name: str) -> None:
    taken = type("Taken", (), {"__annotations__": {name: int}})
    with pytest.raises(TypeError, match=f"Taken.{name}: a NumPy record has something of that name already"):
        layout(taken)


class Slope:
    rise: float
    steps: Annotated[Reals, 2]
    count: int


def test_tables_may_hold_real_numbers() -> None:
    slopes = blank(Slope)
    slope = slopes[0]
    slope.rise, slope.steps[1], slope.count = 0.1, -2.5, 3
    assert (slope.rise, slope.steps.tolist(), slope.count) == (0.1, [0.0, -2.5], 3)
    assert layout(Slope)["rise"] == np.float64
    assert as_words(slopes)[0, 3] == 3, "reals are 64-bit words like the rest"


@pytest.mark.parametrize("kind", [complex, str, Annotated[list[bool], 3], list[int]])
def test_a_record_holds_numbers_only(kind: object) -> None:
    wrong = type("Wrong", (), {"__annotations__": {"field": kind}})
    with pytest.raises(TypeError, match=r"Wrong\.field: a record holds int, Bits, float, records and arrays of these"):
        layout(wrong)


def test_a_branch_is_equal_and_altered_apart() -> None:
    slopes = blank(Slope, 2)
    slopes[1].steps[1] = 2.5
    other = copy_of(slopes)
    assert other.tobytes() == slopes.tobytes() and other.dtype == slopes.dtype
    other[0].count = 7
    assert slopes[0].count == 0
    assert from_bytes(slopes.tobytes(), other)[1].steps[1] == 2.5


@pytest.mark.parametrize("value", [4.5, np.float64(4)])
def test_a_field_of_whole_numbers_takes_no_fraction(value: float) -> None:
    """Under FIRETEAM_JIT=0, where a rule is looked at: NumPy would cut the half off without a word."""
    cart, scale = blank(Cart)[0], blank(Scale)[0]
    cart.name = 5
    with pytest.raises(TypeError, match=r"Cart\.name holds whole numbers, and was given .*: divide by //"):
        cart.name = value
    scale.weight = value
    assert cart.name == 5 and scale.weight == value
