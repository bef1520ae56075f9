"""Wild dice: face by face on a tape, and summed to the end in closed form, judged by other ways of counting.

The exact values are those that the rulebook of TPS prints in its section 29.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import icepool
import numpy as np
import pytest

from fireteam.core.chance.distribution import Distribution, exhaust
from fireteam.core.chance.expectation import expected_value, new_buffers
from fireteam.core.chance.outcomes import new_workspace
from fireteam.core.dice import exhaustive, live, next_outcome, tape
from fireteam.core.engine.record import Array, blank
from fireteam.core.errors import Overflow, TapeEnd
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import faces, new_log
from fireteam.core.run import apply
from fireteam.games.tps.dice.chances import at_least as chance_at_least
from fireteam.games.tps.dice.chances import float_chances, mean_sum, net_chance, outcome_float, outcome_fraction
from fireteam.games.tps.dice.contest import EXACTLY, OR_MORE, hits, may_hit, outcome_id, reaches, total
from fireteam.games.tps.dice.pool import (
    ADD,
    BAD,
    CHECK,
    GOOD,
    INFINITE_SUM,
    REPLACE,
    Throw,
    bounds,
    pool_name,
    read_pool,
    throw,
)
from tests.games.one_shot import State, Tables, pool, shot
from tests.statistics import p_value

TABLES = blank(Tables)


# On a tape


@pytest.mark.parametrize(
    ("wild", "plain", "fell", "sum", "net"),
    [
        (1, 3, [6, 5, 3, 2, 6], 22, 0),  # the reroll was a 5: no Good
        (1, 2, [6, 6, 6, 2, 1, 4], 25, GOOD),
        (1, 0, [1, 6], 1, 0),  # the die counts 1, nothing else
        (1, 0, [1, 1], 1, BAD),
        (1, 0, [6, 1], 7, 0),  # no Bad
        (0, 2, [1, 1], 2, 0),  # normal dice have no special faces
        (2, 2, [6, 6, 2, 1, 1, 3, 4], 22, 0),  # one Good, one Bad
        (2, 0, [6, 6, 1, 6, 6, 1], 26, GOOD),  # surplus Good has no further effect
        (1, 5, [6, 6, 3, 2, 4, 1, 5, 3], 30, GOOD),
        (2, 1, [3, 4, 5], 12, 0),
    ],
)
def test_wild_dice_fall_one_after_another_with_their_further_faces_then_the_normal_dice(
    wild: int, plain: int, fell: list[int], sum: int, net: int
) -> None:
    dice, log = tape(fell), new_log()
    assert throw(dice[0], log[0], wild, plain, CHECK, 0) == Throw(wild, plain, CHECK, net, sum)
    assert dice[0].used == len(fell)
    assert faces(log) == fell


@pytest.mark.parametrize(
    ("ones", "fell", "sum", "net"),
    [
        (CHECK, [1, 6], 1, 0),
        (REPLACE, [1, 6], 6, 0),  # does not explode
        (ADD, [1, 6], 7, 0),
        (REPLACE, [1, 1], 1, BAD),
        (ADD, [1, 1], 2, BAD),
    ],
)
def test_what_the_second_throw_after_a_one_means_is_an_option(ones: int, fell: list[int], sum: int, net: int) -> None:
    thrown = throw(tape(fell)[0], new_log()[0], 1, 0, ones, 0)
    assert (thrown.sum, thrown.net) == (sum, net)


def test_a_missing_face_says_whether_a_wild_die_its_further_face_or_a_normal_die_is_wanted() -> None:
    for fell, purpose in (([], 5), ([6], 6), ([1], 6), ([6, 6], 6), ([3], 7)):
        dice = tape(fell)
        with pytest.raises(TapeEnd):
            throw(dice[0], new_log()[0], 1, 1, CHECK, 5)
        assert (dice[0].sides, dice[0].purpose) == (6, purpose)


@pytest.mark.parametrize(("damage", "scored"), [(11, 0), (12, 1), (23, 1), (24, 2), (36, 3), (90, 7)])
def test_hits_are_how_many_times_the_damage_has_the_defence(damage: int, scored: int) -> None:
    defence = tape([5, 4, 3])  # 12
    struck = hits(defence[0], new_log()[0], Throw(1, 3, CHECK, 0, damage), 1, 2, 4, 0)
    assert struck == (scored, 12)


def test_a_live_pool_reads_as_its_sum() -> None:
    thrown = Throw(1, 2, CHECK, 0, 9)
    assert reaches(live(0)[0], thrown, 9) and not reaches(live(0)[0], thrown, 10)
    assert (total(live(0)[0], thrown, 30), total(live(0)[0], thrown, 8)) == (9, 8)


# Every way at once, against other ways of counting


@cache
def naive(wild: int, plain: int, ones: int) -> dict[tuple[int, int], Fraction]:
    """(Good less Bad, sum): face by face, chains broken off after twelve sixes."""
    if wild == plain == 0:
        return {(0, 0): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    rest = naive(wild - 1, plain, ones) if wild else naive(0, plain - 1, ones)
    die = naive_wild(ones) if wild else [(0, face, Fraction(1, 6)) for face in range(1, 7)]
    for luck, value, chance in die:
        for (other, sum), part in rest.items():
            key = luck + other, value + sum
            found[key] = found.get(key, Fraction(0)) + chance * part
    return found


def naive_wild(ones: int) -> list[tuple[int, int, Fraction]]:
    ways = [(0, face, Fraction(1, 6)) for face in range(2, 6)]
    for second in range(1, 7):
        value = {CHECK: 1, REPLACE: second, ADD: 1 + second}[ones]
        ways.append((BAD if second == 1 else 0, value, Fraction(1, 36)))
    for sixes in range(1, 13):
        ways += [(GOOD if sixes > 1 else 0, 6 * sixes + face, Fraction(1, 6 ** (sixes + 1))) for face in range(1, 6)]
    return ways


def chance_of_way(dice: Array) -> Fraction:
    """The chance of the way that the dice have just fallen under exhaust."""
    at = int(dice[0].used)
    known = int(dice[0].outcome_id[at])
    part = Fraction(int(dice[0].weight[at]), int(dice[0].whole[at]))
    return part * outcome_fraction(None, known) if known else part


def chances_of(wild: int, plain: int, ones: int, number: int) -> dict[tuple[int, bool], Fraction]:
    """(net, whether the sum reaches a number), by exhaust."""
    dice, found, going = exhaustive(), Counter(), True  # type: ignore[var-annotated]
    while going:
        thrown = throw(dice[0], new_log()[0], wild, plain, ones, 0)
        reached = reaches(dice[0], thrown, number)
        found[thrown.net, bool(reached)] += chance_of_way(dice)
        going = next_outcome(dice[0])
    return dict(found)


POOLS = [(0, 1), (0, 3), (1, 0), (1, 1), (1, 3), (1, 6), (2, 0), (2, 2), (2, 6), (3, 1)]


@pytest.mark.parametrize("ones", [CHECK, REPLACE, ADD])
@pytest.mark.parametrize(("wild", "plain"), POOLS)
def test_net_and_reach_are_what_an_enumeration_face_by_face_finds(wild: int, plain: int, ones: int) -> None:
    for number in (1, 6, 8, 13, 20, 25, 31):
        found = chances_of(wild, plain, ones, number)
        assert sum(found.values()) == 1
        wanted: dict[tuple[int, bool], float] = {}
        for (luck, value), chance in naive(wild, plain, ones).items():
            key = (luck > 0) - (luck < 0), value >= number
            wanted[key] = wanted.get(key, 0.0) + float(chance)
        for key in found | wanted:
            assert float(found.get(key, 0)) == pytest.approx(wanted.get(key, 0.0), abs=1e-9)


@pytest.mark.parametrize(("wild", "plain"), POOLS)
def test_the_total_is_what_icepool_finds(wild: int, plain: int) -> None:
    judge = wild @ icepool.d6.explode(depth=14) + plain @ icepool.d6  # a second throw after a 1 changes no value
    dice, found, going = exhaustive(), Counter(), True  # type: ignore[var-annotated]
    while going:
        thrown = throw(dice[0], new_log()[0], wild, plain, CHECK, 0)
        sum = total(dice[0], thrown, 30)
        found[sum] += chance_of_way(dice)
        going = next_outcome(dice[0])
    assert found.total() == 1
    for number in range(30):
        assert float(found[number]) == pytest.approx(float(judge.probability(number)), abs=1e-9)


@pytest.mark.parametrize("ones", [CHECK, REPLACE, ADD])
@pytest.mark.parametrize(
    ("damage", "net", "defence", "most"),
    [
        ((1, 3), 0, (1, 2), 3),
        ((1, 3), GOOD, (1, 3), 4),
        ((1, 5), BAD, (1, 2), 3),
        ((2, 2), 0, (1, 4), 5),
        ((2, 2), GOOD, (1, 0), 2),
        ((0, 4), 0, (1, 2), 3),
        ((1, 1), GOOD, (0, 2), 5),
        ((1, 2), 0, (2, 1), 2),
    ],
)
def test_hits_are_as_likely_as_an_enumeration_face_by_face_finds(
    damage: tuple[int, int], net: int, defence: tuple[int, int], most: int, ones: int
) -> None:
    lucky = by_sum(naive(*damage, ones), (net,))
    against = by_sum(naive(*defence, ones), (BAD, 0, GOOD))
    wanted = [0.0] * (most + 1)
    for value, p in lucky.items():
        for other, q in against.items():
            wanted[min(most, value // other)] += p * q / sum(lucky.values())
    thrown = Throw(*damage, ones, net, 0)
    ids = [outcome_id(thrown, *defence, x, OR_MORE if x == most else EXACTLY) for x in range(most + 1)]
    exact = [outcome_fraction(None, one) for one in ids]
    assert sum(exact) == 1
    assert [float(p) for p in exact] == pytest.approx(wanted, abs=1e-8)
    assert float_chances(thrown, *defence, most).tolist() == pytest.approx(wanted, abs=1e-8)
    assert [outcome_float(None, one) for one in ids] == pytest.approx(wanted, abs=1e-8)


def by_sum(ways: dict[tuple[int, int], Fraction], nets: tuple[int, ...]) -> dict[int, float]:
    found: dict[int, float] = {}
    for (luck, value), p in ways.items():
        if (luck > 0) - (luck < 0) in nets:
            found[value] = found.get(value, 0.0) + float(p)
    return found


@pytest.mark.parametrize("ones", [CHECK, REPLACE, ADD])
@pytest.mark.parametrize("damage", [(0, 2), (1, 0), (1, 3), (2, 0), (2, 2), (3, 0)])
def test_a_contest_has_no_outcome_left_out_and_all_but_no_empty_one(damage: tuple[int, int], ones: int) -> None:
    empty = 0
    for net in (-1, 0, 1) if damage[0] else (0,):
        for wild, plain in ((0, 2), (1, 0), (1, 2), (2, 1)):
            for most in (1, 3, 6):
                thrown = Throw(*damage, ones, net, 0)
                for x in range(most + 1):
                    how = OR_MORE if x == most else EXACTLY
                    chance = outcome_fraction(None, outcome_id(thrown, wild, plain, x, how))
                    counted = bool(may_hit(thrown, wild, plain, x, most))
                    assert counted or chance == 0
                    empty += counted and chance == 0
    assert empty <= (2 if damage == (1, 0) else 0)


@pytest.mark.parametrize("ones", [CHECK, REPLACE, ADD])
@pytest.mark.parametrize(("wild", "plain"), [(0, 3), (1, 0), (1, 2), (2, 0), (2, 1), (3, 1)])
def test_bounds_are_the_least_and_the_greatest_sum_under_a_net(wild: int, plain: int, ones: int) -> None:
    for net in (BAD, 0, GOOD) if wild else (0,):
        found = by_sum(naive(wild, plain, ones), (net,))
        least, greatest = bounds(Throw(wild, plain, ones, net, 0))
        assert least == min(found)
        assert greatest == (INFINITE_SUM if max(found) > 60 else max(found))


@pytest.mark.parametrize(("wild", "plain", "number"), [(1, 7, 100), (1, 7, 144), (2, 6, 200), (1, 5, 999)])
def test_what_62_bits_do_not_hold_is_known_by_id(wild: int, plain: int, number: int) -> None:
    """Far shots on great tables: still exact, and still a float for bots."""
    whole, reached, floats = Fraction(0), Fraction(0), 0.0
    dice, going, ids = exhaustive(), True, 0
    while going:
        thrown = throw(dice[0], new_log()[0], wild, plain, CHECK, 0)
        hit = reaches(dice[0], thrown, number)
        at = int(dice[0].used)
        known = int(dice[0].outcome_id[at])
        ids += known != 0
        whole += chance_of_way(dice)
        reached += chance_of_way(dice) if hit else 0
        share = float(dice[0].weight[at] / dice[0].whole[at])
        floats += share * (outcome_float(None, known) if known else 1.0) if hit else 0.0
        going = next_outcome(dice[0])
    assert ids > 0 and whole == 1
    assert reached == chance_at_least((wild, plain), None, number) > 0
    assert floats == pytest.approx(float(reached), abs=1e-12)


def test_a_number_beyond_any_table_is_an_error_and_so_are_more_dice_than_an_id_tells() -> None:
    with pytest.raises(Overflow):
        reaches(exhaustive()[0], Throw(2, 6, CHECK, GOOD, 0), 5000)
    with pytest.raises(Overflow):
        total(exhaustive()[0], Throw(16, 0, CHECK, 0, 0), 20)


# The rulebook's own odds


def fired(states: Array) -> Distribution:
    choices = new_choices()
    choices[0].verb = 1
    chances = exhaust(states, TABLES, choices)
    assert chances.exact
    assert sum(p for _, p in chances.ends) == 1
    return chances


def at_least(states: Array, number: int) -> Fraction:
    return fired(states).chance(lambda state: state.hits >= number)


@pytest.mark.parametrize(
    ("to_hit", "distance", "exact"),
    [
        ("1W", 6, "1/6"),
        ("1W+1D", 8, "4/9"),
        ("1W+2D", 8, "181/216"),
        ("1W+3D", 8, "1261/1296"),
        ("1W+4D", 16, "17/24"),
        ("1W+5D", 20, "1102367/1679616"),
        ("1W", 1, "1"),
    ],
)
def test_the_chance_to_hit_is_the_printed_one(to_hit: str, distance: int, exact: str) -> None:
    states = shot(to_hit, distance, "9D", "0/0/1")
    assert at_least(states, 1) == Fraction(exact) * at_least(shot("1W", 1, "9D", "0/0/1"), 1)


@pytest.mark.parametrize(
    ("damage", "armour", "number", "exact"),
    [
        ("1W+3D", "0/0/3", 1, "375505/489888"),
        ("1W+3D", "0/1/3", 1, "5436572149/10158317568"),
        ("1W+3D", "1/1/3", 1, "170713282693/548549148672"),
        ("1W+2D", "0/0/3", 1, "8383/15552"),
        ("1W+5D", "0/0/3", 3, "25444754119/140946656256"),
        ("2W+9D", "0/0/3", 3, "68467442375423225/94621436851027968"),
        ("2D", "0/0/3", 1, "623/2916"),
        ("4D", "0/0/3", 1, "1267313/1679616"),
    ],
)
def test_the_chance_of_so_many_hits_is_the_printed_one(damage: str, armour: str, number: int, exact: str) -> None:
    assert at_least(shot("1W", 1, damage, armour), number) == Fraction(exact)


def test_exactly_one_hit_is_the_printed_chance() -> None:
    chances = fired(shot("1W", 1, "1W+3D", "0/1/3"))
    assert chances.chance(lambda state: state.hits == 1) == Fraction("204523874479/436807655424")


@pytest.mark.parametrize(
    ("to_hit", "distance", "damage", "armour", "exact"),
    [
        ("1W+3D", 8, "1W+3D", "0/0/3", "1012695406801/20296318500864"),
        ("1W+3D", 8, "1W+3D", "0/0/1", "66859481/70543872"),
        ("1W+7D", 24, "2W+9D", "0/0/3", "7783036512026235101875/12973688104324587061248"),
    ],
)
def test_the_chance_to_kill_is_the_printed_one(
    to_hit: str, distance: int, damage: str, armour: str, exact: str
) -> None:
    chances = fired(shot(to_hit, distance, damage, armour))
    assert chances.chance(lambda state: state.health == 0) == Fraction(exact)


def test_net_bad_empties_the_gun_and_diverts_the_shot_as_often_as_printed() -> None:
    one = fired(shot("1W+3D", 8, "1W+3D", "0/0/3"))
    assert one.chance(lambda state: state.empty == 1) == Fraction(1261, 46656)
    beside = fired(shot("1W+3D", 8, "1W+3D", "0/0/1", bystander=1))
    assert beside.chance(lambda state: state.diverted == 1) == Fraction(1, 36)
    assert beside.chance(lambda state: state.health == 0) == Fraction(195382385, 211631616)


def test_two_attacks_together_and_three_in_a_row_are_the_printed_chances() -> None:
    together = fired(shot("1W+3D", 8, "1W+3D", "0/0/3", shots=2, together=1))
    killed = together.chance(lambda state: state.health == 0)
    assert killed == Fraction(847951746371523496751789, 2978283232955857885986816)
    in_a_row = fired(shot("1W+3D", 8, "1W+3D", "0/0/3", shots=3))
    killed = in_a_row.chance(lambda state: state.health == 0)
    assert killed == Fraction("12553371916295043460641416088156301/15127173443907663865865606994591744")


def test_the_mean_number_of_attacks_to_eliminate_is_the_printed_one() -> None:
    needed = {0: Fraction(0)}
    for health in (1, 2, 3):
        left = fired(shot("1W+3D", 8, "1W+3D", f"0/0/{health}")).by(lambda state: int(state.health))
        others = sum(p * needed[rest] for rest, p in left.items() if rest != health)
        needed[health] = (1 + others) / (1 - left[health])
    assert needed[3] == Fraction("22022832832803491948208/8160229833565826453515")
    mean = fired(shot("1W", 1, "1W+3D", "0/0/3")).mean(lambda state: 3 - int(state.health))
    assert mean == Fraction(689779653007, 673411802112)


def test_a_bots_float_is_the_exact_mean() -> None:
    states, choices = shot("1W+3D", 8, "1W+3D", "1/1/3", shots=2), new_choices()
    exact = fired(states).mean(lambda state: 3 - int(state.health)) / 3
    assert expected_value(states, TABLES, 0, choices, new_workspace(states), new_buffers(states)) == pytest.approx(
        float(exact)
    )


def test_live_dice_fall_as_exhaust_says() -> None:
    states, choices = shot("2W+1D", 9, "1W+3D", "0/1/3"), new_choices()
    chances = fired(states).by(lambda state: (int(state.hits), int(state.empty)))
    fell: Counter[tuple[int, int]] = Counter()
    log, shots = new_log(), 4000
    for key in range(shots):
        after = states.copy()
        log[0].count = 0
        apply(after[0], TABLES[0], choices, live(key)[0], log[0])
        fell[int(after[0].hits), int(after[0].empty)] += 1
    assert set(fell) <= set(chances)
    common = [key for key in chances if shots * chances[key] >= 5]
    seen = np.array([fell[key] for key in common] + [shots - sum(fell[key] for key in common)], float)
    wanted = np.array([float(shots * chances[key]) for key in common])
    wanted = np.append(wanted, shots - wanted.sum())
    assert p_value(seen[wanted > 0], wanted[wanted > 0]) > 0.001


def test_pools_are_written_with_w_and_d() -> None:
    assert [pool(text) for text in ("2W+3D", "1W", "4D")] == [(2, 3), (1, 0), (0, 4)]
    assert blank(State)[0].phase == 0


def test_a_pool_is_read_as_it_is_written() -> None:
    for wild, plain in ((1, 3), (2, 0), (0, 4), (2, 11)):
        assert read_pool(pool_name(wild, plain)) == (wild, plain)
    assert [read_pool(text) for text in ("", "W", "1W3D", "+3D", "1D+1W", "1W+", "a")] == [None] * 7


def test_means_and_nets_of_pools_are_those_of_closed_form() -> None:
    """TPS-29.2: the mean of a wild die is 21/5; net Good comes to 1/36 with one wild die, 23/432 with two."""
    assert (mean_sum((1, 0)), mean_sum((1, 2))) == (Fraction(21, 5), Fraction(56, 5))
    assert (net_chance(1), net_chance(2)) == (Fraction(1, 36), Fraction(23, 432))
    assert chance_at_least((1, 2), None, 11) - chance_at_least((1, 2), None, 12) == Fraction(1, 9)
