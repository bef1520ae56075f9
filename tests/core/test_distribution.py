"""Exhaust: exact fractions, equal ends merged, ties summed to their end; past so many leaves it samples and says so."""

from __future__ import annotations

import threading
from fractions import Fraction
from typing import Any

import icepool
import numpy as np
import pytest

from fireteam.core.chance import distribution as module
from fireteam.core.chance import expectation as expecting
from fireteam.core.chance import outcomes
from fireteam.core.chance.distribution import (
    Distribution,
    EndlessSteps,
    any_outcome,
    certain,
    chance,
    exhaust,
    follow,
    records,
    run_with_marks,
)
from fireteam.core.chance.expectation import expected_value, new_buffers
from fireteam.core.chance.outcomes import new_workspace
from fireteam.core.chance.spread import Spread
from fireteam.core.dice import MAX_NODES, Dice, live, next_outcome, roll, roll_band
from fireteam.core.engine.compiled import JIT
from fireteam.core.engine.dispatch import bind
from fireteam.core.engine.record import Array, blank, from_bytes
from fireteam.core.errors import Overflow
from fireteam.core.protocol.choices import Choice, new_choices
from fireteam.core.protocol.events import Log, faces, new_log
from fireteam.core.run import apply
from tests.statistics import p_value

# A game of one choice: dice thrown in a manner that the State says, with what they give.
AT_ONCE, ONE_A_STEP, TIE_AGAIN, BANDS, LONGER_IF_LUCKY, TO_AND_FRO, FOR_EVER, ONE_OF_TWO_DICE = range(8)


class State:
    manner: int
    dice: int
    sides: int
    left: int
    fro: int
    total: int


class Tables:
    nothing: int


def apply_choices(state: Any, tables: Any, choices: Any, dice: Dice, log: Log) -> None:
    state.left = state.dice if state.manner == ONE_A_STEP else 1


def advance(state: Any, tables: Any, dice: Dice, log: Log) -> None:
    if state.manner == ONE_A_STEP:
        state.left -= 1
        state.total += roll(dice, log, state.sides, 0)
        return
    if state.manner == FOR_EVER or (state.manner == TO_AND_FRO and roll(dice, log, state.sides, 0) < state.sides):
        state.fro = int(state.manner == TO_AND_FRO and not state.fro)
        return
    if state.manner == TIE_AGAIN:
        first, second = roll(dice, log, state.sides, 0), roll(dice, log, state.sides, 0)
        if first == second:
            return
        state.total = int(first > second)
    elif state.manner == TO_AND_FRO:
        state.total, state.fro = 1, 0
    elif state.manner == BANDS:
        state.total = roll_band(dice, log, state.sides, (1, 3, state.sides), 0)
    elif state.manner == ONE_OF_TWO_DICE:
        state.total = roll(dice, log, state.sides if roll(dice, log, 2, 0) == 1 else state.sides + 1, 0)
    elif state.manner == LONGER_IF_LUCKY:
        state.total = roll(dice, log, state.sides, 0)
        if state.total == state.sides:
            state.total += roll(dice, log, 4, 0)
    else:
        for _ in range(state.dice):
            state.total += roll(dice, log, state.sides, 0)
    state.left = 0


def nothing(*arguments: Any) -> int:
    return 0


bind(
    State,
    to_act=lambda state: int(state.left == 0),
    is_over=lambda state: False,
    verify=lambda state, tables, slot, choice: (0, 0, 0, 0),
    menu=nothing,
    apply_choices=apply_choices,
    advance=advance,
    apply_free_act=nothing,
    redact=nothing,
    evaluate=lambda state, tables, slot: state.total / 100.0,
)

TABLES = blank(Tables)
GO = new_choices()


def thrown(manner: int, dice: int = 1, sides: int = 6) -> Array:
    states = blank(State)
    states[0].manner, states[0].dice, states[0].sides = manner, dice, sides
    return states


def sums(chances: Distribution) -> dict[int, Fraction]:
    return chances.by(lambda state: int(state.total))


def judged(die: Any) -> dict[int, Fraction]:
    return {outcome: die.probability(outcome) for outcome in die.outcomes()}


pytestmark = pytest.mark.skipif(JIT, reason="its rules run plain")


@pytest.mark.parametrize("manner", [AT_ONCE, ONE_A_STEP])
@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (3, 6), (2, 10), (4, 4)])
def test_sums_are_what_icepool_finds(manner: int, dice: int, sides: int) -> None:
    chances = exhaust(thrown(manner, dice, sides), TABLES, GO)
    assert chances.exact
    assert sums(chances) == judged(dice @ icepool.d(sides))


def test_threads_ask_at_the_same_time_without_mixing_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    here = threading.get_ident()

    def interrupted(die: Any) -> bool:
        if threading.get_ident() == here:
            other = threading.Thread(target=exhaust, args=(thrown(AT_ONCE, 1, 4), TABLES, GO))
            other.start()
            other.join()
        return bool(next_outcome(die))

    monkeypatch.setattr(outcomes, "next_outcome", interrupted)
    assert sums(exhaust(thrown(AT_ONCE, 2, 6), TABLES, GO)) == judged(2 @ icepool.d(6))


def test_equal_ends_are_merged_between_steps() -> None:
    at_once, in_steps = (exhaust(thrown(manner, 5, 6), TABLES, GO) for manner in (AT_ONCE, ONE_A_STEP))
    assert sums(at_once) == sums(in_steps)
    assert at_once.leaves == 1 + 6**5
    assert in_steps.leaves == 1 + 6 * (1 + 6 + 11 + 16 + 21), "each step goes on from the sums there are"
    assert len(in_steps.ends) == 26


def test_a_tie_thrown_again_is_summed_to_its_end() -> None:
    chances = exhaust(thrown(TIE_AGAIN), TABLES, GO)
    assert sums(chances) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert chances.leaves == 1 + 36


def test_a_die_read_in_bands_is_one_node() -> None:
    chances = exhaust(thrown(BANDS, sides=10), TABLES, GO)
    assert sums(chances) == {0: Fraction(1, 10), 1: Fraction(2, 10), 2: Fraction(7, 10)}
    assert chances.leaves == 1 + 3


@pytest.mark.parametrize("later", [AT_ONCE, BANDS, TIE_AGAIN, LONGER_IF_LUCKY, ONE_OF_TWO_DICE])
def test_what_an_earlier_question_left_in_the_workspace_adds_nothing(later: int) -> None:
    """Its ends had shares over two denominators, where those of most questions have one."""
    either = sums(exhaust(thrown(ONE_OF_TWO_DICE, 1, 20), TABLES, GO))
    assert either == {n: Fraction(n <= 20, 40) + Fraction(1, 42) for n in range(1, 22)}
    chances = sums(exhaust(thrown(later, 1, 8), TABLES, GO))
    assert sum(chances.values()) == 1
    assert later != AT_ONCE or chances == judged(icepool.d(8))
    desk, fronts = new_workspace(blank(State)), new_buffers(blank(State))
    for manner, sides in ((ONE_OF_TWO_DICE, 20), (later, 8)):
        states = thrown(manner, 1, sides)
        mean = float(exhaust(states, TABLES, GO).mean(lambda state: int(state.total)))
        assert expected_value(states, TABLES, 0, GO, desk, fronts) * 100 == pytest.approx(mean)


def test_ways_of_different_length_keep_their_weights() -> None:
    die = icepool.d6.map(lambda face: face + icepool.d4 if face == 6 else face)
    assert sums(exhaust(thrown(LONGER_IF_LUCKY), TABLES, GO)) == judged(die)


def test_chances_are_asked_for_what_holds_on_average_and_by_key() -> None:
    chances = exhaust(thrown(AT_ONCE, 2), TABLES, GO)
    assert chances.chance(lambda state: state.total >= 10) == Fraction(1, 6)
    assert chances.mean(lambda state: int(state.total)) == 7
    assert chances.by(lambda state: bool(state.total % 2)) == {False: Fraction(1, 2), True: Fraction(1, 2)}
    assert chances.error(Fraction(1, 6)) == 0


def test_past_so_many_leaves_it_samples_and_says_so_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAMPLES", 3000)
    monkeypatch.setattr(module.sample, "__defaults__", (3000,))
    chances = exhaust(thrown(AT_ONCE, 3), TABLES, GO, leaves=100)
    assert not chances.exact
    assert chances.leaves == 3000
    high = chances.chance(lambda state: state.total >= 11)
    assert chances.error(high) == pytest.approx((0.25 / 3000) ** 0.5, rel=0.05)
    assert abs(float(high) - 0.5) < 4 * chances.error(high)
    assert exhaust(thrown(AT_ONCE, 3), TABLES, GO, leaves=100).by(lambda s: int(s.total)) == sums(chances), (
        "the same again"
    )


def test_a_step_with_more_dice_than_nodes_or_than_62_bits_is_an_error() -> None:
    with pytest.raises(Overflow):
        exhaust(thrown(AT_ONCE, MAX_NODES + 1, 1), TABLES, GO)
    with pytest.raises(Overflow):
        exhaust(thrown(AT_ONCE, 12, 100), TABLES, GO)


def test_live_dice_fall_as_exhaust_says() -> None:
    states, chances = thrown(AT_ONCE, 2), sums(exhaust(thrown(AT_ONCE, 2), TABLES, GO))
    fell, log = dict.fromkeys(chances, 0), new_log()
    for key in range(3600):
        after = states.copy()
        log[0].count = 0
        apply(after[0], TABLES[0], GO, live(key)[0], log[0])
        fell[int(after[0].total)] += 1
    assert p_value(list(fell.values()), [float(3600 * p) for p in chances.values()]) > 0.001


@pytest.mark.parametrize("manner", [AT_ONCE, ONE_A_STEP, LONGER_IF_LUCKY])
def test_a_bots_float_is_the_exact_mean(manner: int) -> None:
    states = thrown(manner, 3)
    mean = exhaust(states, TABLES, GO).mean(lambda state: int(state.total)) / 100
    assert expected_value(states, TABLES, 0, GO, new_workspace(states), new_buffers(states)) == pytest.approx(
        float(mean)
    )


def test_a_bots_float_sums_ties_to_their_end() -> None:
    states = thrown(TIE_AGAIN)
    assert expected_value(states, TABLES, 0, GO, new_workspace(states), new_buffers(states)) == pytest.approx(0.005)


def test_a_distribution_goes_on_from_choice_to_choice() -> None:
    states = thrown(AT_ONCE, 1)
    front = certain(states)
    for _ in range(2):
        front = follow(front, states, TABLES, lambda state: GO if state[0].total < 6 else None)
    assert chance(front, states, lambda state: state[0].total == 6) == Fraction(1, 6) + Fraction(5, 36)
    assert sum(p for _, p in records(front, states)) == 1


def test_marks_tell_apart_ways_that_lead_to_one_state() -> None:
    """Whether the first of three dice was a 6, and all of them together."""
    states = thrown(ONE_A_STEP, 3)
    states[0].left = 3
    ends = run_with_marks(
        states,
        TABLES,
        0,
        lambda mark, before, after: mark or (int(after.total == 6) if before.left == 3 else 0),
        lambda state: state.left == 0,
    )
    first = ends.by(lambda end: end[0])
    assert first == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    assert ends[1, ends_of(ends, 18)] == Fraction(1, 216)
    assert ends.by(lambda end: int(from_bytes(end[1], states)[0].total)) == judged(3 @ icepool.d6)


def ends_of(ends: Spread[tuple[int, bytes]], total: int) -> bytes:
    """The one State of a total."""
    return next(iter({raw for _, raw in ends if from_bytes(raw, thrown(ONE_A_STEP))[0].total == total}))


@pytest.mark.parametrize("manner", [TO_AND_FRO, FOR_EVER])
def test_steps_in_a_circle_are_one_clear_sentence(manner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_STEPS", 50)
    with pytest.raises(EndlessSteps, match="the dice find no end in 50 steps: what is thrown again"):
        exhaust(thrown(manner, sides=2), TABLES, GO)


def test_a_bot_reckons_with_steps_in_a_circle_as_far_as_it_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(manner: int) -> float:
        states = thrown(manner, sides=2)
        return expected_value(states, TABLES, 0, GO, new_workspace(states), new_buffers(states))

    assert found(TO_AND_FRO) == pytest.approx(0.01), "in the end it is there"
    monkeypatch.setattr(expecting, "MAX_STEPS", 2)
    assert found(TO_AND_FRO) == pytest.approx(0.01 * 3 / 4), "two steps on"
    assert found(FOR_EVER) == 0


def test_one_way_throws_any_number_of_dice_and_changes_nothing() -> None:
    states = thrown(AT_ONCE, MAX_NODES + 4)
    before = states.tobytes()
    shown = faces(any_outcome(states, TABLES, GO))
    assert len(shown) == MAX_NODES + 4 and set(shown) == {1, 2, 3, 4, 5, 6}
    assert shown == faces(any_outcome(states, TABLES, GO)), "the same again"
    assert len(faces(any_outcome(thrown(ONE_A_STEP, MAX_NODES + 4), TABLES, GO))) == MAX_NODES + 4
    assert states.tobytes() == before
    assert Choice.__doc__ and np.count_nonzero(GO.view(np.int64)) == 0
