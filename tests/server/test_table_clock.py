"""The clock of a table by itself: what runs, what is left, what is shown, and when it is stored."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from fireteam.match.record import CHOICE, REWIND
from fireteam.server.tables.clocks import MANY, NOTICED, SELDOM, WATCHED, TableClock
from fireteam.server.wire.messages import Clock

NOW = 1_000.0


def match_at(decision: int = 1, slots: tuple[int, ...] = (0,), **more: Any) -> Any:
    """As much of a match as a clock looks at."""
    usual = {
        "is_over": False,
        "pause_record": None,
        "decision_number": decision,
        "slots_to_act": lambda: list(slots),
        "mailbox": SimpleNamespace(all=dict),
        "seat_of": lambda slot: slot,
        "records": [SimpleNamespace(kind=CHOICE)],
        "setting": SimpleNamespace(game=SimpleNamespace(seconds=None)),
        "state": None,
    }
    return SimpleNamespace(**{**usual, **more})


def running(seconds: int = 60, **more: Any) -> TableClock:
    """A clock whose time runs for the first slot."""
    clock = TableClock(Clock("each", seconds))
    assert clock.observe(match_at(**more), 0, NOW)
    return clock


def test_a_clock_runs_for_the_slots_that_are_awaited_and_not_for_bots():
    clock = running(slots=(0, 1, 2))
    assert (clock.awaited, clock.is_running, clock.deadline) == ((0, 1, 2), True, NOW + 60)
    clock.observe(match_at(slots=(0, 1, 2)), 0b101, NOW)
    assert clock.awaited == (1,)
    clock.observe(match_at(slots=(0, 1, 2)), -1, NOW)
    assert (clock.is_running, clock.deadline) == (False, None)


@pytest.mark.parametrize("why", ["none", "over", "no limit of the game"])
def test_without_a_limit_or_after_the_end_nothing_runs(why):
    clock = TableClock(Clock("none" if why == "none" else "each", 60), by_game=why == "no limit of the game")
    game = SimpleNamespace(seconds=lambda setting, state: 0)
    match = match_at(is_over=why == "over", setting=SimpleNamespace(game=game))
    assert not clock.observe(match, 0, NOW) and not clock.is_running
    assert clock.deadline is None and clock.state is None


def test_the_game_says_how_long_a_decision_has_only_where_its_clock_is_asked_for():
    setting = SimpleNamespace(game=SimpleNamespace(seconds=lambda setting, state: 7))
    for by_game, deadline in ((True, NOW + 7), (False, NOW + 60)):
        clock = TableClock(Clock("each", 60), by_game=by_game)
        clock.observe(match_at(setting=setting), 0, NOW)
        assert clock.deadline == deadline


def test_time_is_up_when_none_is_left_and_not_before():
    clock = running(5)
    for passed in (2.0, 2.0, 0.999):
        clock.advance(passed, NOW)
    assert not clock.is_expired
    clock.advance(0.001, NOW)
    assert clock.state is not None and clock.state.left == pytest.approx(0) and clock.state.left <= 1e-9
    clock.advance(0.1, NOW)
    assert clock.is_expired
    clock.observe(match_at(pause_record=object()), 0, NOW)
    assert not clock.is_expired, "a table that is stopped loses nobody's time"


def test_what_nobody_watched_is_not_counted_nor_time_that_runs_backwards():
    clock = running()
    for passed, left in ((WATCHED, 58.0), (3_600.0, 56.0), (-5.0, 56.0)):
        clock.advance(passed, NOW)
        assert clock.state is not None and clock.state.left == left


def test_the_deadline_moves_only_by_more_than_can_be_noticed():
    clock = running()
    assert not clock.advance(1.0, NOW + 1.0) and clock.deadline == NOW + 60
    assert not clock.advance(0.0, NOW + 1.0 + NOTICED) and clock.deadline == NOW + 60
    assert clock.advance(0.0, NOW + 1.1 + NOTICED) and clock.deadline == NOW + 60.1 + NOTICED


def test_while_a_table_is_stopped_no_time_passes_and_it_goes_on_from_there():
    clock = running()
    clock.advance(2.0, NOW + 2)
    clock.observe(match_at(pause_record=object()), 0, NOW + 2)
    assert not clock.advance(2.0, NOW + 4) and clock.deadline is None
    assert not clock.observe(match_at(), 0, NOW + 100)
    assert clock.deadline == NOW + 158


def test_a_new_decision_has_all_its_time_and_one_that_was_undone_what_was_left():
    clock = running()
    clock.advance(2.0, NOW)
    assert clock.observe(match_at(2), 0, NOW)
    assert clock.state is not None and clock.state.left == 60 and clock.state.earlier == {1: 58.0}
    clock.advance(1.0, NOW)
    assert clock.state.earlier == {1: 57.0}, "they run on"
    clock.observe(match_at(1), 0, NOW)
    assert clock.state.left == 57.0


def test_after_a_rewind_or_with_several_seats_a_decision_has_all_its_time_again():
    for more in ({"records": [SimpleNamespace(kind=REWIND)]}, {"slots": (0, 1)}):
        clock = running(slots=more.get("slots", (0,)))
        clock.advance(2.0, NOW)
        clock.observe(match_at(2, **more), 0, NOW)
        assert clock.state is not None and (clock.state.left, clock.state.earlier) == (60, {})
        clock.observe(match_at(1, **more), 0, NOW)
        assert clock.state.left == 60


def test_whoever_decides_in_place_of_another_has_all_the_time():
    clock = running()
    clock.advance(2.0, NOW)
    for slot, decision, earlier in ((1, 2, {}), (0, 1, {})):
        clock.observe(match_at(decision, slots=(slot,)), 0, NOW)
        assert clock.state is not None and (clock.state.left, clock.state.earlier) == (60, earlier)


def test_of_many_decisions_in_a_row_the_latest_are_remembered():
    clock, last = running(), MANY + 3
    for decision in range(2, last + 1):
        clock.advance(1.0, NOW)
        clock.observe(match_at(decision), 0, NOW)
    assert clock.state is not None and [*clock.state.earlier] == [*range(last - MANY, last)]
    clock.observe(match_at(last - 1), 0, NOW)
    assert clock.state.left == 59.0, "of the decision before, a second has passed"


def test_a_sealed_slot_still_belongs_to_its_decision():
    clock = TableClock(Clock("each", 60))
    clock.observe(match_at(slots=(1,), mailbox=SimpleNamespace(all=lambda: {0: object()})), 0, NOW)
    assert clock.state is not None and clock.state.slots == (0, 1) and clock.awaited == (1,)


@pytest.mark.parametrize(("seconds", "after"), [(60, SELDOM), (200, 10.0)])
def test_it_is_stored_after_some_seconds_and_goes_on_from_what_is_stored(seconds, after):
    clock = running(seconds)
    assert not clock.should_save()
    while clock.state is not None and seconds - clock.state.left < after:
        assert not clock.should_save()
        clock.advance(1.0, NOW)
    assert not clock.should_save()
    clock.advance(0.5, NOW)
    assert clock.should_save()
    again = TableClock(Clock("each", seconds), clock.body())
    assert not clock.should_save()
    assert not again.observe(match_at(), 0, NOW) and again.deadline == NOW + seconds - after - 0.5


def test_a_copy_runs_by_itself():
    clock = running()
    other = clock.copy()
    other.advance(2.0, NOW)
    assert clock.state is not None and other.state is not None
    assert (clock.state.left, other.state.left) == (60, 58)
