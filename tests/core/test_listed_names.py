"""Names from lists: units with gaps, things of several sorts, and places of either kind of table."""

from __future__ import annotations

import pytest

from fireteam.core.errors import BadNotation
from fireteam.core.protocol.listed_names import UNKNOWN, Form, FreeNames, SquareNames

HATS = {"hat": {"fez": "Fez", "top_hat": "Top hat"}}


class Strict(FreeNames):
    """Names that have a form, where a thing that there is not is told from none."""

    unit_form = Form("[a-z]+", "unit; units are like ann")
    thing_form = Form("[a-z_]+", "{sort}; names are like fez")
    unknown = UNKNOWN


def test_units_stand_by_number_and_a_gap_is_nobody() -> None:
    names = SquareNames(["ann", "", "bob"], unit_titles={"bob": "Robert"})
    assert [names.unit(i) for i in (0, 1, 2, 3, -1)] == ["ann", "-", "bob", "-", "-"]
    assert [names.find_unit(text) for text in ("ann", "bob", "", "cy", "-")] == [0, 2, -1, -1, -1]
    assert (names.unit_title("bob"), names.unit_title("ann")) == ("Robert", "ann")


def test_things_have_names_and_titles_by_sort() -> None:
    names = SquareNames([], HATS)
    assert [names.thing("hat", n) for n in (0, 1, 2, -1)] == ["fez", "top_hat", "-", "-"]
    assert [names.find_thing("hat", text) for text in ("top_hat", "cap", "-")] == [1, -1, -1]
    assert (names.thing_title("hat", "top_hat"), names.thing_title("hat", "cap")) == ("Top hat", "cap")


def test_an_id_is_found_before_one_in_other_capitals_and_a_title_never() -> None:
    names = SquareNames(
        ["anna", "Ben", "BEN"], {"place": {"LA": "Left arm", "La": "Lane", "hd": "LA"}}, {"Ben": "Anna"}
    )
    assert [names.find_unit(text) for text in ("ANNA", "Anna", "Ben", "BEN", "ben")] == [0, 0, 1, 2, -1]
    assert [names.find_thing("place", text) for text in ("LA", "La", "HD", "la", "Left arm")] == [0, 1, 2, -1, -1]


def test_numbers_of_a_sort_without_names_stand_for_themselves() -> None:
    assert SquareNames([]).thing("hat", 7) == "7" and SquareNames([]).find_thing("hat", "7") == -1


def test_a_game_may_tell_what_there_is_not_from_nothing() -> None:
    names = Strict(["ann"], HATS)
    assert [names.find_thing("hat", text) for text in ("fez", "cap", "?", "-")] == [0, UNKNOWN, UNKNOWN, -1]
    assert names.thing("hat", UNKNOWN) == "?"


def test_what_has_not_the_form_of_a_name_is_said_to_be_none() -> None:
    names = Strict(["ann"], HATS)
    assert names.find_unit("zoe") == -1
    with pytest.raises(BadNotation, match="'A1' is no unit; units are like ann"):
        names.find_unit("A1")
    with pytest.raises(BadNotation, match="'top hat' is no hat; names are like fez"):
        names.find_thing("hat", "top hat")


def test_places_are_squares_or_lengths() -> None:
    assert SquareNames([]).find_point(SquareNames([]).point(2, 3)) == (2, 3)
    assert FreeNames([]).point(*FreeNames([]).find_point("12.5,-3")) == "12.5,-3"
    with pytest.raises(BadNotation, match="'c4' is no place"):
        FreeNames([]).find_point("c4")
