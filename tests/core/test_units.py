"""Places of a free table: whole steps inside, decimals outside."""

from __future__ import annotations

import numpy as np
import pytest

from fireteam.core.space.units import decimal_text, point_text, point_texts, read_point, read_steps, short_length, steps


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("12.5", 12_500_000),
        ("-0.6", -600_000),
        ("3", 3_000_000),
        (".25", 250_000),
        ("2.", 2_000_000),
        ("0", 0),
        ("-0", 0),
    ],
)
def test_a_decimal_is_so_many_steps(text, count):
    assert read_steps(text) == count


@pytest.mark.parametrize(
    ("text", "count"), [("0.0000005", 1), ("-0.0000005", -1), ("0.00000049999", 0), ("1.9999995", 2_000_000)]
)
def test_what_is_finer_than_a_step_is_rounded_and_halves_go_away_from_zero(text, count):
    assert read_steps(text) == count == steps(float(text))


@pytest.mark.parametrize(
    "text", ["", ".", "-", "nan", "inf", "1e3", "1,2", "٣", "1001", "9" * 5000, "1 ", "0x1", "1.2.3"]
)
def test_what_is_no_decimal_within_reach_is_none(text):
    assert read_steps(text) is None


@pytest.mark.parametrize("count", [0, 1, -1, 12_500_000, -600_000, 999_999_999, 1_000_000, 10_000_000])
def test_what_is_written_is_read_as_the_same(count):
    assert read_steps(decimal_text(count)) == count
    assert not decimal_text(count).endswith(".") and "--" not in decimal_text(count)


def test_a_place_is_two_decimals():
    assert point_text(12.5, 21) == "12.5,21" and read_point("12.5,21") == (12_500_000, 21_000_000)
    assert point_text(-0.6, 1 / 3) == "-0.6,0.333333"
    assert [read_point(text) for text in ("12", "12,", ",1", "1,2,3", "a,b")] == [None] * 5


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (9_833_200, "9.83"),
        (9_500_000, "9.5"),
        (12_000_000, "12"),
        (12_001_900, "12.0019"),
        (11_999_950, "11.99995"),
        (0, "0"),
    ],
)
def test_a_length_has_two_decimals_and_does_not_seem_whole_where_it_is_not(count: int, text: str) -> None:
    assert short_length(count) == text


def test_many_places_are_written_as_each_alone():
    places = [(0, -1), (12_500_000, 600_000), (-999_999_999, 1_000_000), (10, 123_456_789), (-1_000_000_000, 7)]
    written = [f"{decimal_text(x)},{decimal_text(y)}" for x, y in places]
    assert point_texts(np.array(places, np.int64)) == written and point_texts(np.zeros((0, 2), np.int64)) == []
