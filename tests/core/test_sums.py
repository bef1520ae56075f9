"""Tables of sums of dice, ids of outcomes, and spreads: what any game's odds are made of."""

from __future__ import annotations

from fractions import Fraction

import icepool
import numpy as np
import pytest

from fireteam.core.chance.outcome_ids import outcome_part, outcome_parts, pack_outcome
from fireteam.core.chance.spread import Spread
from fireteam.core.chance.sums import add_die, even_die, no_dice, sum_at_least
from fireteam.core.errors import Overflow

SIZES = (4, 3, 4096)


def test_the_ways_of_two_dice_of_eight_are_what_icepool_counts() -> None:
    ways, judge = add_die(add_die(no_dice(17), even_die(8)), even_die(8)), 2 @ icepool.d8
    assert ways.tolist() == [judge.quantity(number) for number in range(17)]
    sum_at_least(ways)
    assert ways.tolist() == [judge.quantity(">=", number) for number in range(17)]


def test_sums_beyond_a_tables_end_are_left_out() -> None:
    assert add_die(add_die(no_dice(4), even_die(6)), even_die(6)).tolist() == [0, 0, 1, 2]
    assert add_die(no_dice(2), np.array([0, 1, 5])).tolist() == [0, 1]


def test_what_dice_tell_beside_their_numbers_is_summed_with_them() -> None:
    """Two dice of four: the sum, and in units of 10 how many fours."""
    die = np.array([0, 1, 1, 1] + [0] * 10 + [1])
    assert np.flatnonzero(add_die(add_die(no_dice(30), die), die)).tolist() == [2, 3, 4, 5, 6, 15, 16, 17, 28]


def test_an_id_has_all_parts_of_an_outcome_and_is_never_none() -> None:
    known = {pack_outcome(parts, SIZES): parts for parts in ((0, 0, 0), (3, 2, 4095), (1, 0, 77))}
    assert len(known) == 3 and 0 not in known
    for outcome_id, parts in known.items():
        assert outcome_parts(outcome_id, SIZES) == parts
        assert [outcome_part(outcome_id, SIZES, k) for k in range(3)] == list(parts)


@pytest.mark.parametrize("parts", [(4, 0, 0), (0, 3, 0), (0, 0, 4096), (0, -1, 0)])
def test_a_part_that_an_id_has_no_room_for_is_an_error(parts: tuple[int, int, int]) -> None:
    with pytest.raises(Overflow):
        pack_outcome(parts, SIZES)


def test_a_spread_tells_chances_means_and_what_a_key_tells() -> None:
    die = Spread({face: Fraction(1, 6) for face in range(1, 7)})
    assert die.chance(lambda face: face >= 5) == Fraction(1, 3)
    assert die.mean(lambda face: face) == Fraction(7, 2)
    assert die.by(lambda face: face % 3) == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    assert Spread.merge([("a", Fraction(1, 4)), ("b", Fraction(1, 2)), ("a", Fraction(1, 4))]) == {
        "a": Fraction(1, 2),
        "b": Fraction(1, 2),
    }


def test_spreads_come_together_in_whole_numbers_and_outcomes_keep_the_order_in_which_they_were_met() -> None:
    coin, die = Spread({"a": Fraction(1, 2), "b": Fraction(1, 2)}), Spread({"c": Fraction(1, 3), "a": Fraction(2, 3)})
    mixed = Spread.mix([(1, coin), (3, die)], 4)
    assert mixed == {"a": Fraction(5, 8), "b": Fraction(1, 8), "c": Fraction(1, 4)}
    assert list(mixed) == ["a", "b", "c"] and len(mixed) == 3 and "d" not in mixed
    assert (mixed.weights, mixed.whole) == ({"a": 5, "b": 1, "c": 2}, 8)
    assert Spread.total([("x", 1, 4), ("y", 1, 2), ("x", 1, 6)]) == {"x": Fraction(5, 12), "y": Fraction(1, 2)}
    assert Spread() == {} and Spread.mix([]) == {} and Spread.merge([]).chance(bool) == 0


def test_a_spread_is_divided_and_what_is_tried_again_comes_to_something_else_in_the_end() -> None:
    die = Spread({face: Fraction(1, 6) for face in range(1, 7)})
    high, low = die.split(lambda face: face > 4)
    assert high == die.where(lambda face: face > 4) == {5: Fraction(1, 6), 6: Fraction(1, 6)}
    assert high.chance(bool) + low.chance(bool) == 1
    assert die.other_than(6) == {face: Fraction(1, 5) for face in range(1, 6)}
    assert die.other_than(7) is die


def one_test(left: int) -> Spread[int]:
    """One of what is left goes with a chance of 2/3; nothing left stays so."""
    if left == 0:
        return Spread.certain(0)
    return Spread({left - 1: Fraction(2, 3), left: Fraction(1, 3)})


def test_a_chain_of_tests_goes_on_from_what_the_last_one_left() -> None:
    assert Spread.certain(2).after(one_test, 0) == {2: 1}
    assert Spread.certain(2).after(one_test, 2) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    assert Spread.certain(1).after(one_test, 3) == {0: Fraction(26, 27), 1: Fraction(1, 27)}


def test_the_mean_length_of_a_chain_is_known_unless_it_has_no_end() -> None:
    assert Spread.certain(3).mean_times(one_test, 0) == Fraction(9, 2)
    assert Spread({0: Fraction(1, 2), 2: Fraction(1, 2)}).mean_times(one_test, 0) == Fraction(3, 2)
    with pytest.raises(ZeroDivisionError):
        Spread.certain(2).mean_times(Spread.certain, 0)
