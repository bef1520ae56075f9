"""Section 4: wild dice, by the rolls of an attack."""

from __future__ import annotations

import pytest

from fireteam.core.protocol.events import LoggedEvent
from fireteam.games.tps.events.action import Diverted, Emptied, Harmed, ToHit
from tests.games.tps.positions import events_of, faces_of, position, run_actions, unit


def shot(faces: list[int], away: float = 30, weapon: str = "usp", **options: int) -> list[LoggedEvent]:
    """U1 fires at U2, so far away that it mostly misses."""
    return run_actions(position(unit("T", 10, 10, weapon, targets="U2"), unit("CT", 10 + away, 10), **options), faces)


def total(told: list[LoggedEvent]) -> int:
    (one,) = events_of(told, ToHit)
    assert isinstance(one.event, ToHit)
    return one.event.total


@pytest.mark.clause("TPS-4.2", "TPS-4.3", "TPS-4.11", "TPS-4.13")
def test_sixes_of_a_wild_die_are_rolled_on_and_added_and_those_of_normal_dice_are_not() -> None:
    """Example 7: 6,6,6,2 and 1,4."""
    assert total(shot([6, 6, 6, 2, 1, 4])) == 25
    assert total(shot([3, 6, 6])) == 15


@pytest.mark.clause("TPS-4.4", "TPS-4.5", "TPS-4.7")
def test_a_first_1_is_checked_and_counts_1() -> None:
    """Example 8."""
    assert total(shot([1, 6, 2, 2])) == 5
    assert total(shot([1, 1, 2, 2])) == 5
    assert total(shot([6, 1, 2, 2])) == 11


@pytest.mark.clause("TPS-4.5")
@pytest.mark.parametrize(
    ("option", "faces", "sum"), [(1, [1, 6, 2, 2], 10), (2, [1, 6, 2, 2], 11), (2, [1, 1, 2, 2], 6)]
)
def test_by_an_option_the_second_face_counts_or_is_added_and_does_not_explode(
    option: int, faces: list[int], sum: int
) -> None:
    assert total(shot(faces, sv_wildone=option)) == sum


@pytest.mark.clause("TPS-4.1", "TPS-4.4", "TPS-4.6", "TPS-4.7", "TPS-4.13")
def test_only_a_second_1_of_the_same_wild_die_is_bad() -> None:
    def strays(faces: list[int]) -> bool:
        near = unit("CT", 40, 12)
        at = position(unit("T", 10, 10, "usp", targets="U2"), unit("CT", 40, 10), near)
        return bool(events_of(run_actions(at, faces), Diverted))

    assert strays([1, 1, 2, 2])
    assert not strays([1, 2, 1, 1])
    assert not strays([6, 1, 1, 1])
    assert not strays([2, 1, 1])


def roll_damage(faces: list[int], weapon: str = "deagle", armour: str = "0/1/3") -> tuple[Harmed, bool]:
    """The damage roll of a shot in contact, and whether it empties the weapon."""
    at = position(unit("T", 10, 10, weapon, targets="U2"), unit("CT", 11, 10, armour=armour))
    told = run_actions(at, faces)
    (one,) = events_of(told, Harmed)
    assert isinstance(one.event, Harmed)
    return one.event, bool(events_of(told, Emptied))


@pytest.mark.clause("TPS-4.3", "TPS-4.6", "TPS-4.8", "TPS-4.13")
def test_only_a_six_on_the_first_reroll_of_the_same_die_is_good() -> None:
    hit = [2, 1, 1]
    assert roll_damage([*hit, 6, 6, 1, 2, 2, 2, 2, 4, 4, 4])[0].headshot
    assert not roll_damage([*hit, 6, 5, 6, 6, 6, 6, 4, 4, 4, 4])[0].headshot
    assert roll_damage([*hit, 6, 6, 6, 6, 1, 2, 2, 2, 2, 4, 4, 4])[0].damage == 33


@pytest.mark.clause("TPS-4.9", "TPS-4.10", "TPS-4.8")
def test_good_and_bad_of_several_wild_dice_cancel_and_keep_their_values() -> None:
    """Example 9, with Dual Elites: to-hit 2W+1D, damage 2W+2D."""
    hit = [2, 2, 2]
    event, emptied = roll_damage([*hit, 6, 6, 2, 1, 1, 3, 4, 6, 5, 6, 6, 6], "elites")
    assert (event.damage, event.headshot, emptied) == (22, "", False)
    event, emptied = roll_damage([*hit, 6, 6, 2, 3, 3, 4, 6, 5, 6, 6], "elites")
    assert (event.headshot, emptied) == (", a headshot", False)
    event, emptied = roll_damage([*hit, 1, 1, 1, 1, 3, 4, 6, 5, 6, 6, 6], "elites")
    assert (event.damage, event.headshot, emptied) == (9, "", True)


@pytest.mark.clause("TPS-4.12")
def test_each_wild_die_falls_with_its_further_faces_before_the_next_one_and_the_normal_dice_last() -> None:
    told = shot([6, 2, 1, 4, 3], weapon="elites")
    (one,) = events_of(told, ToHit)
    assert faces_of(one) == [6, 2, 1, 4, 3]
    assert [die.purpose for die in one.dice] == [
        "to-hit, wild",
        "to-hit, wild again",
        "to-hit, wild",
        "to-hit, wild again",
        "to-hit",
    ]
    assert total(told) == 8 + 1 + 3


@pytest.mark.clause("TPS-4.12", "TPS-4.13")
def test_the_check_after_a_1_is_made_in_every_kind_of_roll() -> None:
    """Defense and throws, where Bad has no effect."""
    assert roll_damage([2, 1, 1, 2, 2, 2, 2, 2, 1, 1, 4, 4, 4])[0].defence == 13
    at = position(unit("T", 10, 10, "usp", over="smoke", throw="20,10 2"), unit("CT", 90, 10))
    run_actions(at, [1, 1, 4])
    assert at.state.flights[0].x == 15_000_000
