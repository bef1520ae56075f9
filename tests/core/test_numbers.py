"""The numbers of a record do not say how wide its fields are."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from fireteam.core.engine.numbers import (
    compiled_set_numbers,
    halves_of,
    numbers_of,
    plain_set_numbers,
    set_numbers_of,
    write_number,
    write_set_numbers,
)
from fireteam.core.engine.record import Array, Bits, Grid, Ints, Short, blank, layout
from fireteam.core.engine.state_hash import ALL_NUMBERS, SET_NUMBERS, hash_of
from fireteam.core.protocol.ranges import Range


class ShortWheel:
    x: Short
    y: Annotated[Short, Range(0, 9)]
    mask: Bits


class ShortCart:
    name: int
    load: Annotated[Ints, 3]
    map: Annotated[Grid, (2, 4)]
    wheels: Annotated[list[ShortWheel], 3]


class Wheel:
    x: int
    y: int
    mask: Bits


class Cart:
    name: int
    load: Annotated[Ints, 3]
    map: Annotated[Grid, (2, 4)]
    wheels: Annotated[list[Wheel], 3]


MASKS = (14, 17, 20)  # the numbers of a cart that are bits


def cart_of(cls: type) -> Array:
    carts = blank(cls, 2)
    for k, cart in enumerate(carts):
        cart.name, cart.load[1], cart.map[1, 3] = -5 - k, 2**40, 7
        for i, wheel in enumerate(cart.wheels):
            wheel.x, wheel.y, wheel.mask = -(2**31) + i, 2**31 - 1 - i, np.uint64(2**64 - 1 - i)
    return carts


def test_a_short_field_has_half_the_bytes() -> None:
    assert layout(ShortWheel).itemsize == 16 and layout(Wheel).itemsize == 24
    assert layout(ShortWheel)["x"] == layout(ShortWheel)["y"] == np.int32


def test_plain_rules_read_it_as_a_number_of_64_bits_as_compiled_ones_do() -> None:
    wheel = blank(ShortWheel)[0]
    wheel.x = 2**30
    assert wheel.x * wheel.x == 2**60 and wheel.x << 10 == 2**40


def test_records_with_the_same_numbers_have_the_same_hash() -> None:
    short, long = cart_of(ShortCart), cart_of(Cart)
    assert short.nbytes < long.nbytes
    assert numbers_of(short).tolist() == numbers_of(long).tolist()
    assert numbers_of(long).tobytes() == long.tobytes()
    for version in (ALL_NUMBERS, SET_NUMBERS):
        assert hash_of(short, version) == hash_of(long, version) != hash_of(blank(ShortCart, 2), version)


def test_numbers_that_are_not_zero_stand_behind_all_their_places() -> None:
    cart = blank(Cart)
    write_number(cart, 3, 5)
    write_number(cart, 7, -1)
    assert np.frombuffer(set_numbers_of(cart), np.int64).tolist() == [3, 7, 5, -1]
    other = blank(Cart)
    write_number(other, 3, -1)
    write_number(other, 7, 5)
    assert set_numbers_of(other) != set_numbers_of(cart) and set_numbers_of(blank(Cart)) == b""


@pytest.mark.parametrize("kind", [ShortCart, Cart])
def test_compiled_code_writes_the_same_numbers(kind: type) -> None:
    cart = cart_of(kind)[:1]
    for k, number in enumerate((-1, 2**31 - 1, -(2**31), 0)):
        write_number(cart, k, number)
    halves = halves_of(cart.dtype)
    found = np.zeros(halves.shape[1], np.int64)
    count = write_set_numbers(cart.view(np.int32), halves, found)
    assert found[:count].tobytes() == plain_set_numbers(cart) and found[count:].tolist() == [0] * (len(found) - count)
    assert compiled_set_numbers(cart) == plain_set_numbers(cart)


def test_every_number_is_put_where_it_is_read() -> None:
    short, long = cart_of(ShortCart), cart_of(Cart)
    numbers = [k if k in MASKS else -k for k in range(numbers_of(long).shape[1])]
    for carts in (short, long):
        for k, number in enumerate(numbers):
            write_number(carts, k, number)
    assert numbers_of(short)[0].tolist() == numbers
    assert numbers_of(short).tolist() == numbers_of(long).tolist()
    write_number(short, MASKS[0], 2**64 - 1)
    assert int(short[0].wheels[0].mask) == 2**64 - 1
