"""The numbers of a record do not say how wide its fields are."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from fireteam.core.engine.numbers import halves_of, numbers_of, write_number
from fireteam.core.engine.record import Array, Bits, Grid, Ints, Short, blank, layout
from fireteam.core.engine.splitmix import splitmix64
from fireteam.core.engine.state_hash import SHA_256, SPLITMIX64, hash_of, hash_plainly, hash_text, hash_words
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
    for version in (SHA_256, SPLITMIX64):
        assert hash_of(short, version) == hash_of(long, version) != hash_of(blank(ShortCart, 2), version)


def test_each_number_that_is_not_zero_makes_another_hash_of_the_one_before() -> None:
    cart = blank(Cart)
    assert hash_of(cart) == "0" * 16
    write_number(cart, 3, 5)
    first = int(splitmix64(np.uint64(5), 3))
    assert hash_of(cart) == f"{first:016x}"
    write_number(cart, 7, -1)
    assert hash_of(cart) == f"{int(splitmix64(np.uint64(first ^ 2**64 - 1), 7)):016x}"


@pytest.mark.parametrize("kind", [ShortCart, Cart])
def test_compiled_code_hashes_as_plain_code_does(kind: type) -> None:
    cart = cart_of(kind)[:1]
    for k, number in enumerate((-1, 2**31 - 1, -(2**31), 0)):
        write_number(cart, k, number)
    found = hash_words(cart.view(np.int32), halves_of(cart.dtype))
    assert hash_text(int(found)) == hash_text(hash_plainly(cart)) == hash_of(cart)
    assert hash_text(int(np.int64(np.uint64(found)))) == hash_of(cart), "with a sign"


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
