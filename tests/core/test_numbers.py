"""The numbers of a record do not say how wide its fields are."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from fireteam.core.engine.numbers import copy_numbers, halves_of, numbers_of, write_number
from fireteam.core.engine.record import Array, Bits, Grid, Ints, Short, blank, layout
from fireteam.core.engine.state_hash import PART, hash_of, in_parts
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
    assert hash_of(short) == hash_of(long) != hash_of(blank(ShortCart, 2))


def test_compiled_code_writes_the_same_numbers() -> None:
    short = cart_of(ShortCart)[:1]
    halves = halves_of(short.dtype)
    found = np.zeros(halves.shape[1], np.int32)
    copy_numbers(short.view(np.int32), halves, found)
    assert found.tobytes() == numbers_of(short).tobytes()


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


def test_parts_are_small_and_all_of_it() -> None:
    numbers = numbers_of(blank(Cart, 90))
    parts = in_parts(numbers)
    assert max(map(len, parts)) == PART and b"".join(parts) == numbers.tobytes()
