"""What is done for a player whose time is up, state by state (GUN-22.5, GUN-22.9)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.protocol.choices import notation
from fireteam.core.slot_choices import default_choice_of
from tests.games.gunplay.table import At, decider, do, phase_of, refused, table, who

ZONES = [(0, 0, 6, 12), (34, 1.3, 39.3, 12)]
BANDS = ("A1 5,5", "A2 5,8", "B1 35,5", "B2 35,8")


def default(setting: Any, states: Any) -> str:
    """What is done for whoever decides; it is lawful."""
    line = notation(default_choice_of(setting, states, decider(states)))
    assert refused(setting, states, line) == "ok"
    return line


def deployment(*characters: str, faces: tuple[int, int], pieces: Any = ()) -> At:
    at = table(*characters, scenario={"zones": ZONES}, deployment="alternate", pieces=pieces)
    do(*at, dice=faces)
    return at


@pytest.mark.clause("GUN-22.5", "GUN-22.9")
@pytest.mark.parametrize(
    ("faces", "lines"),
    (
        ((9, 1), ["deploy A1 5,5", "deploy B1 35,5", "deploy A2 5,8", "deploy B2 35,8"]),
        ((1, 9), ["deploy B1 35,5", "deploy A1 5,5", "deploy B2 35,8", "deploy A2 5,8"]),
    ),
)
def test_who_is_to_be_placed_goes_where_its_band_has_it_the_lowest_first(
    faces: tuple[int, int], lines: list[str]
) -> None:
    at, found = deployment(*BANDS, faces=faces), []
    while phase_of(at[1]) == "deploy":
        found.append(default(*at))
        do(*at, found[-1], dice=(2, 1) if len(found) == 4 else ())
    assert found == lines


@pytest.mark.clause("GUN-22.9", "GUN-5.5")
def test_who_cannot_be_placed_where_its_band_has_it_goes_to_the_first_legal_point_of_its_zone() -> None:
    """By rising y, then rising x, in half inches from the low corner; that of B begins at 34,1.3."""
    pieces = [("low", (4, 4, 6, 6)), ("tall", (34, 1, 35.6, 1.6))]
    at = deployment("A1 5,5", "A2 0.8,0.5", "B1 30,5", "B2 36.6,1.3", "B3 30,5", faces=(9, 1), pieces=pieces)
    for line in (
        "deploy A1 0.5,0.5",  # its own place is against the fence; 0,0 and 0,0.5 are off the table
        "deploy B1 36.5,1.3",  # outside the zone; x 34 to 36 are against the wall
        "deploy A2 1.5,0.5",  # in the way of A1, as is x 1
        "deploy B2 37.5,1.3",
        "deploy B3 38.5,1.3",
    ):
        assert default(*at) == line
        do(*at, line, dice=(2, 1) if line.startswith("deploy B3") else ())


@pytest.mark.clause("GUN-22.5")
def test_nobody_is_put_on_overwatch_whose_player_does_not_say_how_many() -> None:
    at = table("A1 5,5", "B1 25,5", "B2 25,8", modules="overwatch", scenario={"first_initiative": 2})
    do(*at)
    assert (phase_of(at[1]), default(*at)) == ("ow_declare", "overwatch_declare 0")
    do(*at, "overwatch_declare 1")
    assert default(*at) == "overwatch_declare 0"


@pytest.mark.clause("GUN-22.5", "GUN-13.30")
def test_the_lowest_that_can_be_marked_is_with_the_orders_by_default() -> None:
    """Not one without a firearm, nor one that is Down, nor one that is marked already."""
    band = ("A1 5,5 unarmed", "A2 5,8 down", "A3 5,11", "A4 9,5", "A5 9,8")
    at = table(*band, "B1 25,5", modules="overwatch", scenario={"first_initiative": 1})
    do(*at)
    do(*at, "overwatch_declare 3", "overwatch_declare 0", "overwatch_mark A4 hold")
    for line in ("overwatch_mark A3", "overwatch_mark A5"):
        assert phase_of(at[1]) == "ow_mark" and default(*at) == line
        do(*at, line)
    orders = who(at[1], "A3").orders
    found = {name: int(orders[name]) for name in ("policy", "on", "targets", "in_region", "min_chance", "mode")}
    assert found == {"policy": 0, "on": 3, "targets": 0, "in_region": 0, "min_chance": 20, "mode": 0}


@pytest.mark.clause("GUN-22.5", "GUN-11.9")
def test_the_lowest_that_is_eligible_is_activated_though_its_player_might_pass() -> None:
    band = ("A1 5,5 activated", "A2 5,8 hold", "A3 5,11 down", "A4 9,5", "A5 9,8", "A6 9,11")
    at = table(*band, "B1 25,5", choose="A", modules="overwatch activations")
    assert default(*at) == "activate A4"
    do(*at, "activate A4", dice=[9])
    do(*at, "end_activation A4")
    assert refused(*at, "pass_initiative") == "ok" and default(*at) == "activate A5"


@pytest.mark.clause("GUN-22.5")
@pytest.mark.parametrize("name", ("A2", "B1"))
def test_an_activation_is_ended(name: str) -> None:
    at = table("A1 5,5", "A2 5,8", "B1 6,5", act=name)
    assert default(*at) == f"end_activation {name}"


@pytest.mark.clause("GUN-22.5", "GUN-13.34", "GUN-13.46")
def test_all_on_offer_pass_from_the_lowest_and_are_asked_no_more() -> None:
    """A4 has passed by itself; that leaves no offer up to the end of the way."""
    others = ("A1 13,1 ask", "A2 14,1 hold", "A3 13,2 ask", "A4 14,2 ask", "A5 12,2")
    at = table(*others, "B1 10,7", act="B1", modules="overwatch")
    do(*at, "move B1 12.9,7", "pass A4")
    for line in ("pass A1", "pass A3"):
        assert phase_of(at[1]) == "react" and default(*at) == line
        do(*at, line)
    assert phase_of(at[1]) == "act" and who(at[1], "A3").overwatch


@pytest.mark.clause("GUN-22.5", "GUN-13.24")
def test_a_mover_that_is_asked_goes_on() -> None:
    at = table("A1 13,1 auto min=0", "B1 10,7", act="B1", modules="overwatch")
    do(*at, "move B1 12.9,7 - walk ask", dice=[1])
    assert (phase_of(at[1]), default(*at)) == ("resume", "continue")
