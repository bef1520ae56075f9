"""Who sits where: slots, groups, people with several slots, and the referee, by what a command line says."""

from __future__ import annotations

import pytest

from fireteam.cli.conventions import Usage, seats_from_flags
from fireteam.cli.match_setup import assign_seats, seat_words, seats_from_options
from fireteam.cli.play import player_ways
from fireteam.core.errors import UnknownName
from fireteam.match.record import Seat
from fireteam.registry import find_game
from tests.games import stones

STONES = stones.GAME.make_setting("stones")
REFEREE = Seat("referee", 1 << 6, referee=True)


def who(**flags: str) -> dict[str, str]:
    """Who decides, by seat."""
    return {seat.name: seat.controller for seat in seats_from_options(STONES, {}, flags)}


def test_without_a_word_a_person_plays_the_first_slot_against_bots_and_a_person_is_the_referee():
    seats = seats_from_options(STONES, {}, {})
    assert seats[0] == Seat("a1", 1) and seats[-1] == REFEREE
    assert [seat.controller for seat in seats[1:-1]] == ["greedy"] * 5


def test_a_group_names_several_and_a_slot_that_is_named_singly_beats_it():
    assert who(B="random", b2="person") == {
        "a1": "greedy",
        "a2": "greedy",
        "a3": "greedy",
        "b1": "random",
        "b2": "person",
        "b3": "random",
        "referee": "person",
    }
    assert who(b2="person", b="random") == who(B="random", b2="person")


def test_one_person_may_hold_several_slots_or_a_group():
    seats = seats_from_options(STONES, {"anna": "a1+B3"}, {"ben": "a"})
    assert seats[0] == Seat("anna", 0b100001) and seats[1] == Seat("ben", 0b110)
    assert [seat.controller for seat in seats[2:]] == ["greedy", "greedy", "person"]
    assert seat_words(STONES, seats[0]) == ["--seat", "anna=a1+b3"]
    assert seats_from_options(STONES, {}, {"judy": "referee"})[-1] == Seat("judy", 1 << 6, referee=True)


@pytest.mark.parametrize(
    ("named", "flags", "sentence"),
    [
        ({}, {"c1": "greedy"}, "no option or seat --c1; the seats of sealed are a1, a2, a3, b1, b2, b3, referee (or"),
        ({"anna": "a1+c1"}, {}, "no option or seat --anna"),
        ({"a1": "greedy"}, {"A1": "random"}, "a1 is seated twice"),
        ({"anna": "a1+a1"}, {}, "a1 is seated twice"),
        ({"anna": "a1"}, {"a1": "random"}, "a1 is seated twice"),
        ({}, {"a": ""}, "who decides for a?"),
        ({}, {"referee": "greedy"}, "referee is a person"),
        ({"anna": "a1+referee"}, {}, "referee is a person, who plays for nobody"),
    ],
)
def test_what_cannot_be_seated_is_told(named, flags, sentence):
    with pytest.raises(Usage) as refused:
        seats_from_options(STONES, named, flags)
    assert sentence in str(refused.value)


def test_at_a_table_seats_have_names_too_and_slots_change_hands():
    table = [Seat("anna", 0b101), Seat("ben", 0b111010), REFEREE, Seat("onlooker")]
    chosen = seats_from_flags(STONES, {"anna": "greedy", "b3": "random"}, {}, table)
    assert assign_seats(STONES, table, chosen) == [
        Seat("anna", 0b101, "greedy"),
        Seat("ben", 0b011010),
        REFEREE,
        Seat("onlooker"),
        Seat("b3", 0b100000, "random"),
    ]


def test_names_that_look_alike_are_one_seats() -> None:
    chosen = seats_from_flags(STONES, {"Anna": "b1", "anna": "b2"}, {})
    assert {seat.seat for seat in chosen.values()} == {"Anna"} and list(chosen) == ["b1", "b2"]


@pytest.mark.parametrize("name", ["\u0410nna", "Anna" + "\u0301" * 30, "An\u200dna"])
def test_a_seat_whose_name_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(Usage, match=r"mixes letters|piles up marks|do not print"):
        seats_from_flags(STONES, {name: "b1"}, {})


def test_the_menus_say_how_many_play_without_knowing_the_game():
    assert list(player_ways(STONES)) == [
        "you (a1) and five bots",
        "you (a1) and five bots, easy",
        "you for all of a, against bots",
        "you for all of b, against bots",
        "people at this keyboard",
        "bots only, to look on",
    ]
    for ways in player_ways(STONES).values():
        assert len(seats_from_options(STONES, {}, ways)) >= 5
    for_all = seats_from_options(STONES, {}, player_ways(STONES)["you for all of b, against bots"])
    assert [(seat.name, seat.slots) for seat in for_all if seat.is_person] == [("you", 0b111000), ("referee", 1 << 6)]
    assert next(iter(player_ways(find_game("ttt").make_setting("besiege_the_bunker")))) == "you against greedy"


ONE, TWO, CHOSEN = ["--u1", "person"], ["--u1", "person", "--u2", "person"], ["--option", "sv_premeasure=0"]


@pytest.mark.parametrize(("words", "measures"), [(ONE, 1), (TWO, 0), ([*ONE, *CHOSEN], 0)])
def test_one_person_against_bots_measures_unless_asked_not_to_and_people_do_not(fireteam, words, measures):
    """What a game sets for one person against bots (`alone`) is no default between people."""
    code, out, err = fireteam("play", "tps", "--option", "teams=1v1", *words, "--plain", typed="position\n")
    assert code == 0, err
    assert ("sv_premeasure=1" in out) == bool(measures)


def test_who_is_no_bot_is_told_so_before_anything_begins() -> None:
    with pytest.raises(UnknownName, match="no bot named 'dragon'"):
        seats_from_options(STONES, {}, {"a": "dragon"})
