"""Units, hostages, places and things by their names, there and back."""

from __future__ import annotations

import pytest

from fireteam.core.errors import BadNotation
from fireteam.games.tps.game import GAME
from fireteam.games.tps.names import MatchNames, names_of
from fireteam.games.tps.tables import UNITS


@pytest.fixture(scope="module")
def names() -> MatchNames:
    return names_of(GAME.make_setting("cs_clinic", {"teams": "2v3"}))


@pytest.mark.clause("TPS-2.1", "TPS-6.8")
def test_units_are_named_by_seat_and_hostages_after_them(names: MatchNames) -> None:
    assert [names.unit(i) for i in (0, 4, 5, UNITS, UNITS + 1, UNITS + 2, -1)] == [
        "U1",
        "U5",
        "-",
        "H1",
        "H2",
        "-",
        "-",
    ]
    assert [names.find_unit(text) for text in ("U1", "u5", "U6", "H1", "h2", "H3", "-")] == [
        0,
        4,
        -1,
        UNITS,
        UNITS + 1,
        -1,
        -1,
    ]


@pytest.mark.parametrize("text", ["", "U", "1", "UU1", "mp5", "U1 ", "U٣", "U12345678901"])
def test_what_is_no_name_of_a_unit_is_said_to_be_none(names: MatchNames, text: str) -> None:
    with pytest.raises(BadNotation, match="is no unit; units are named like U1, hostages like H1"):
        names.find_unit(text)


@pytest.mark.clause("TPS-3.1", "TPS-3.26")
@pytest.mark.parametrize(
    ("text", "place", "again"),
    [
        ("12.5,21", (12_500_000, 21_000_000), "12.5,21"),
        ("-0.6,.8", (-600_000, 800_000), "-0.6,0.8"),
        ("0.7071067812,0.7071067812", (707_107, 707_107), "0.707107,0.707107"),
        ("0.0000005,-0.0000005", (1, -1), "0.000001,-0.000001"),
        ("0.0000004999,-0.00000049", (0, 0), "0,0"),
        ("1000,-1000", (10**9, -(10**9)), "1000,-1000"),
    ],
)
def test_places_are_whole_steps_rounded_away_from_zero(
    names: MatchNames, text: str, place: tuple[int, int], again: str
) -> None:
    assert names.find_point(text) == place
    assert names.point(*place) == again
    assert names.find_point(again) == place


@pytest.mark.clause("TPS-9.14", "TPS-28.1")
@pytest.mark.parametrize("text", ["", "12", "1;2", "1,2,3", "nan,0", "inf,0", "1e3,0", "1001,0", "a1", "1, 2", "--1,0"])
def test_what_is_no_place_is_said_to_be_none(names: MatchNames, text: str) -> None:
    with pytest.raises(BadNotation, match=r"is no place; write two numbers like 12\.5,21, none beyond 1000"):
        names.find_point(text)


@pytest.mark.clause("TPS-7.6", "TPS-8.14")
def test_a_thing_that_nobody_knows_is_told_from_no_thing(names: MatchNames) -> None:
    mp5 = names.find_thing("gear", "mp5")
    assert names.thing("gear", mp5) == "mp5" and names.title_of(mp5) == "MP5"
    assert names.find_thing("gear", "-") == -1 and names.thing("gear", -1) == "-"
    assert names.find_thing("gear", "mp6") == -2 and names.find_thing("gear", names.thing("gear", -2)) == -2
    assert names.thing("zone", names.find_thing("zone", "lobby")) == "lobby"
    with pytest.raises(BadNotation, match="'MP 5' is no gear; names are like mp5"):
        names.find_thing("gear", "MP 5")
