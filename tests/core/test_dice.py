"""Dice: live from a keyed counter, typed on a tape, or every face in turn."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from fireteam.core.dice import (
    MAX_FACES,
    MAX_NODES,
    MAX_WEIGHT,
    Dice,
    branch_node,
    exhaustive,
    keyed_draw,
    live,
    next_outcome,
    roll,
    roll_band,
    set_weight,
    set_weight_by_id,
    tape,
)
from fireteam.core.engine.splitmix import splitmix64
from fireteam.core.errors import Overflow, TapeEnd
from fireteam.core.protocol.events import faces, new_log
from tests.statistics import p_value

FOR_TEST = 3


def test_the_generator_is_splitmix64() -> None:
    """The first numbers of the published generator, from seeds 0 and 1234567."""
    assert [int(splitmix64(live(0)[0].key, n)) for n in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert [int(splitmix64(live(1234567)[0].key, n)) for n in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_live_die_is_the_upper_half_of_its_number_scaled_to_its_sides() -> None:
    key = live(0)[0].key
    assert [keyed_draw(key, n, 6) for n in range(3)] == [0xE220A839 * 6 // 2**32 + 1, 0x6E789E6A * 6 // 2**32 + 1, 1]
    dice, log = live(0), new_log()
    assert [roll(dice[0], log[0], 6, FOR_TEST) for _ in range(3)] == [keyed_draw(key, n, 6) for n in range(3)]
    assert dice[0].drawn == 3
    assert faces(log) == [keyed_draw(key, n, 6) for n in range(3)]


def test_a_key_is_64_bits_and_other_keys_roll_other_dice() -> None:
    assert live(-1)[0].key == 2**64 - 1
    throws = [tuple(roll(dice[0], new_log()[0], 6, 0) for _ in range(20)) for dice in map(live, range(50))]
    assert len(set(throws)) == 50


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_live_dice_are_fair(sides: int) -> None:
    counts = [0] * sides
    for n in range(200 * sides):
        counts[keyed_draw(live(99)[0].key, n, sides) - 1] += 1
    assert p_value(counts) > 0.001


def test_a_tape_shows_its_faces_in_order() -> None:
    dice, log = tape([3, 6, 1]), new_log()
    assert [roll(dice[0], log[0], 6, FOR_TEST) for _ in range(3)] == [3, 6, 1]
    assert faces(log) == [3, 6, 1]


@pytest.mark.parametrize("typed", [[4], [4, 7], [4, 0], [4, -1]])
def test_a_missing_or_impossible_face_asks_for_the_die_and_says_what_for(typed: list[int]) -> None:
    dice, log = tape(typed), new_log()
    roll(dice[0], log[0], 6, 0)
    with pytest.raises(TapeEnd):
        roll(dice[0], log[0], 6, FOR_TEST)
    assert (dice[0].sides, dice[0].purpose, dice[0].used) == (6, FOR_TEST, 1)
    assert faces(log) == [4], "a die that is not there has not fallen"


def test_a_tape_holds_so_many_faces_and_says_so() -> None:
    assert tape([1] * MAX_FACES)[0].have == MAX_FACES
    with pytest.raises(Overflow, match=f"a tape holds {MAX_FACES} faces, not {MAX_FACES + 1}"):
        tape([1] * (MAX_FACES + 1))


def every_way(*sides: int) -> list[tuple[list[int], Fraction]]:
    """The faces of every way that dice of these sides can fall, each with its weight."""
    dice, found, going = exhaustive(), [], True
    while going:
        shown = [roll(dice[0], new_log()[0], side, 0) for side in sides]
        at = dice[0].used
        found.append((shown, Fraction(int(dice[0].weight[at]), int(dice[0].whole[at]))))
        going = next_outcome(dice[0])
    return found


def test_exhaust_shows_every_way_once_with_its_weight() -> None:
    ways = every_way(4, 6, 2)
    assert [shown for shown, _ in ways] == [list(each) for each in product(range(1, 5), range(1, 7), range(1, 3))]
    assert {weight for _, weight in ways} == {Fraction(1, 48)}


TOPS = (2, 2, 5, 6)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_read_through_bands_is_the_first_band_that_reaches_its_face(face: int) -> None:
    log = new_log()
    assert roll_band(tape([face])[0], log[0], 6, TOPS, 0) == [0, 0, 2, 2, 2, 3][face - 1]
    assert faces(log) == [face]


def test_bands_are_one_node_whose_weights_are_the_sums_of_the_faces_in_them() -> None:
    dice, found, going = exhaustive(), {}, True
    while going:
        log = new_log()
        band = roll_band(dice[0], log[0], 6, TOPS, 0)
        found[band] = Fraction(int(dice[0].weight[1]), int(dice[0].whole[1]))
        assert faces(log) == [TOPS[band]], "the log shows a face of the band"
        going = next_outcome(dice[0])
    assert found == {0: Fraction(2, 6), 2: Fraction(3, 6), 3: Fraction(1, 6)}, "an empty band is no outcome"


def test_too_many_nodes_are_an_error() -> None:
    dice = exhaustive()
    for _ in range(MAX_NODES):
        branch_node(dice[0], 1)
        set_weight(dice[0], 1, 1)
    with pytest.raises(Overflow):
        branch_node(dice[0], 1)


@pytest.mark.parametrize(("weight", "whole"), [(1, MAX_WEIGHT), (MAX_WEIGHT, MAX_WEIGHT)])
def test_weights_beyond_62_bits_are_an_error_never_a_wrong_answer(weight: int, whole: int) -> None:
    dice = exhaustive()
    branch_node(dice[0], 2)
    set_weight(dice[0], weight, whole)
    branch_node(dice[0], 2)
    with pytest.raises(Overflow):
        set_weight(dice[0], 2, 2)


def test_a_step_has_room_for_one_chance_by_id() -> None:
    dice = exhaustive()
    branch_node(dice[0], 2)
    set_weight_by_id(dice[0], 77)
    branch_node(dice[0], 2)
    set_weight(dice[0], 1, 2)
    assert dice[0].outcome_id[2] == 77, "what follows keeps it"
    branch_node(dice[0], 2)
    with pytest.raises(Overflow):
        set_weight_by_id(dice[0], 77)


def test_a_dice_record_says_all_there_is_to_dice() -> None:
    dice, log = live(5), new_log()
    roll(dice[0], log[0], 6, 0)
    saved = dice.copy()
    assert saved.dtype.names[:3] == ("mode", "key", "drawn")
    assert [roll(d[0], log[0], 6, 0) for d in (dice, saved)] == [keyed_draw(live(5)[0].key, 1, 6)] * 2
    assert Dice.__doc__
