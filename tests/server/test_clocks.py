"""Clocks of tables in simulated time: what runs out, what stands still, and what setting a clock does to nobody."""

from __future__ import annotations

import pytest

from fireteam.match.match import Match
from fireteam.server.tables.clocks import TableClock
from fireteam.server.wire.messages import Clock
from tests.match.bidding_match import REFEREE, bidding_match
from tests.match.test_files import DUEL, JUDGE, TTT
from tests.match.test_files import secret_of_seed as secret

NOBODY = 0
DAYS = 3 * 86_400


class Table:
    """A match with its clock, and the two clocks of a computer: one that people set, and one that only goes on."""

    def __init__(self, match: Match, seconds: int = 60, bots: int = NOBODY, kind: str = "each") -> None:
        self.match, self.bots, self.wall = match, bots, 1_000_000.0
        self.kept: list[bytes] = []
        self.clock = TableClock(Clock(kind, seconds))
        self.looks()

    def looks(self) -> None:
        if self.clock.observe(self.match, self.bots, self.wall):
            self.kept.append(self.clock.body())

    def passes(self, seconds: float, wall: float | None = None) -> list[int]:
        """Time goes by, looked at every half second; the slots whose time runs out. `wall`: what it shows after it."""
        late: list[int] = []
        for _ in range(int(seconds * 2)):
            self.wall += 0.5
            late += self._tick(0.5)
        self.wall = self.wall if wall is None else wall
        return late

    def leaps(self, seconds: float) -> list[int]:
        """So much goes by while nobody watches."""
        self.wall += seconds
        return self._tick(seconds)

    def _tick(self, passed: float) -> list[int]:
        self.clock.advance(passed, self.wall)
        if self.clock.should_save():
            self.kept.append(self.clock.body())
        if not self.clock.is_expired:
            return []
        late = list(self.match.time_out(self.clock.awaited))
        self.looks()
        return late

    def acts(self, name: str, line: str) -> None:
        self.match.act(name, line)
        self.looks()

    def begins_again(self, seconds_down: float) -> None:
        """The server is killed, and started again after a while."""
        self.wall += seconds_down
        self.clock = TableClock(self.clock.clock, self.kept[-1])
        self.looks()

    @property
    def left(self) -> float:
        return self.clock.state.left if self.clock.state else 0.0


def duel() -> Match:
    from tests.match.test_files import BLUE, RED

    setting, states = TTT.read_position(DUEL)
    red, blue = RED._replace(controller="person"), BLUE._replace(controller="person")
    return Match(setting, (red, blue, JUDGE), secret(1), states)


def test_whoever_has_not_chosen_when_the_time_is_over_does_what_the_game_states():
    table = Table(bidding_match("five"))
    table.acts("U2", "bid 3")
    assert table.passes(59) == [] and len(table.match.records) == 1
    assert table.passes(1.5) == [0, 2, 3, 4] and table.match.records[-1].choices[1] == (1, "bid 3")


def test_every_decision_has_the_whole_time():
    table = Table(bidding_match("pair"))
    table.passes(50)
    table.acts("U1", "bid 1")
    assert table.left == 10.0, "the other's time runs on"
    table.acts("U2", "bid 2")
    assert table.left == 60.0


def test_without_a_clock_nobody_is_ever_late():
    table = Table(bidding_match("pair"), kind="none")
    assert table.passes(10_000) == [] and table.clock.deadline is None and not table.kept


def test_bots_have_no_clock_and_who_waits_for_one_is_not_late():
    table = Table(bidding_match("pair"), bots=0b01)
    assert table.clock.awaited == (1,)
    table.acts("U2", "bid 2")
    assert table.clock.deadline is None and table.passes(500) == [] and table.left == 60.0


def test_while_a_referee_has_stopped_the_table_time_stands_still():
    table = Table(bidding_match("pair"))
    table.passes(20)
    table.match.pause(REFEREE, "the pizza is here")
    table.looks()
    assert table.clock.deadline is None and table.passes(3600) == [] and table.left == 40.0
    table.match.unpause(REFEREE)
    table.looks()
    assert table.clock.deadline == table.wall + 40 and table.passes(39) == []


def test_a_free_act_gives_nobody_more_time():
    table = Table(bidding_match("pair"))
    table.passes(20)
    table.match.act(REFEREE, "fine U1 2", reason="late again")
    table.looks()
    assert table.left == 40.0


@pytest.mark.parametrize("down", [0.0, 59.0, 61.0, 10 * 86_400.0, -5000.0])
@pytest.mark.parametrize("seconds", [60, DAYS])
def test_while_the_server_is_down_no_time_runs(seconds, down):
    table = Table(bidding_match("pair"), seconds)
    table.passes(30)
    kept = table.left
    table.begins_again(down)
    assert kept <= table.left <= kept + max(5, seconds / 20) + 0.5
    assert table.clock.deadline == pytest.approx(table.wall + table.left)
    assert table.passes(20) == []


def test_killed_again_and_again_a_decision_of_days_still_comes_to_its_end():
    table, rounds = Table(bidding_match("pair"), 600), 0
    while len(table.match.records) == 1 and rounds < 30:
        table.passes(45)
        table.begins_again(5)
        rounds += 1
    assert 600 / 45 <= rounds <= 600 / 30 + 1


@pytest.mark.parametrize("leap", [61.0, 3600.0, 400 * 86_400.0])
def test_a_leap_ahead_while_nobody_watched_is_nobodys_time(leap):
    table = Table(bidding_match("pair"))
    table.passes(10)
    assert table.leaps(leap) == [] and table.left == 48.0
    assert table.clock.deadline == pytest.approx(table.wall + 48)


@pytest.mark.parametrize("wall", [0.0, 999_000.0, 1_000_000_000.0])
def test_a_computers_clock_that_is_set_alters_only_the_deadline_that_is_shown(wall):
    table = Table(bidding_match("pair"))
    assert table.passes(10, wall) == [] and table.leaps(-3600) == []
    table.wall = wall
    assert table.clock.advance(0.5, wall) and table.clock.deadline == wall + 49.5
    assert table.passes(49) == [] and table.passes(1) == [0, 1]


def test_the_deadline_that_is_shown_stays_while_time_passes_as_it_should():
    table = Table(bidding_match("pair"))
    shown = table.clock.deadline
    table.passes(30)
    assert table.clock.deadline == shown == 1_000_060.0


def test_who_takes_a_choice_back_has_no_more_time_than_there_was():
    table = Table(duel())
    table.passes(20)
    table.acts("red", "end_move")
    assert table.left == 60.0
    table.passes(10)
    table.match.undo("red")
    table.looks()
    assert table.left == 30.0
    table.acts("red", "end_move")
    table.begins_again(5)
    table.match.undo("red")
    table.looks()
    assert table.left == 30.0, "nor after a kill"


def test_whoever_a_referee_winds_back_to_has_the_whole_time():
    table = Table(duel())
    table.passes(20)
    table.acts("red", "end_move")
    table.match.rewind("the judge", 0, "a cat")
    table.looks()
    assert table.left == 60.0


def test_a_match_that_is_over_has_no_clock():
    table = Table(duel())
    while not table.match.is_over:
        assert table.passes(61) != []
    assert table.clock.deadline is None and table.passes(100) == []
