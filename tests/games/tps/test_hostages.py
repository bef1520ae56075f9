"""Section 19, hostages: they are led, follow, are let go, and are rescued."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.protocol.events import new_log
from fireteam.core.space.terrain import first_shape
from fireteam.core.space.terrain_build import TerrainPlan, put_shape
from fireteam.games.tps.rules.end import eliminate
from fireteam.games.tps.state import KILLED, PLACED, RESCUED, TRAIL
from fireteam.games.tps.tables import NOBODY
from tests.games.tps.positions import Position, unit
from tests.games.tps.turns import call_position, count_position, event_lines, names_to_act, play, play_count, unit_place

VAN = (0.0, 10.0, 4.5, 22.0)  # the rescue shape of cs_clinic


def led(*units: Any, hostages: Any = ((10, 10),), **options: Any) -> Position:
    at = count_position(*units, hostages=list(hostages), mode="hostage", **options)
    return at


def rescue_shape(at: Position, x0: float, y0: float, x1: float, y1: float) -> Position:
    """A rescue shape on bare ground."""
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    put_shape(at.tables[0].rescues[0], [(round(x * 1_000_000), round(y * 1_000_000)) for x, y in corners])
    at.tables[0].n_rescues = 1
    return at


def leads(at: Position, points: Any, h: int = 0) -> None:
    """U1 leads a hostage, which has these points before it."""
    hostage = at.state.hostages[h]
    hostage.leader, hostage.used, hostage.n_trail = 1, 1, len(points)
    for k, (x, y) in enumerate(points):
        hostage.trail_x[k], hostage.trail_y[k] = round(x * 1e6), round(y * 1e6)


def trail(at: Position, h: int = 0) -> list[tuple[float, float]]:
    """The points of a hostage's trail."""
    one = at.state.hostages[h]
    return [(one.trail_x[k] / 1e6, one.trail_y[k] / 1e6) for k in range(one.n_trail)]


# Led and let go


@pytest.mark.clause("TPS-19.27", "TPS-19.28", "TPS-19.32")
def test_example_31_a_hostage_follows_along_the_trail() -> None:
    at = led(unit("CT", 11, 10), unit("T", 50, 50))
    told = play(at, U1="use H1")
    assert event_lines(told, "led", "followed") == ["led U1 H1"]
    assert (unit_place(at, "H1"), trail(at)) == ((10, 10), [(11, 10)])
    play(at, U1="move 1,0")
    assert unit_place(at, "H1") == (11, 10)
    told = play(at, U1="move 0,1")
    assert (unit_place(at, "H1"), unit_place(at, "U1")) == ((12, 10), (12, 11))
    assert event_lines(told, "followed") == ["followed H1 12,10"]


@pytest.mark.clause("TPS-19.27", "TPS-21.4")
def test_the_first_use_of_a_hostage_is_worth_cash_and_no_later_one() -> None:
    at = led(unit("CT", 11, 10), unit("CT", 9, 10))
    assert event_lines(play(at, U1="use H1"), "scored") == ["scored U1 a hostage led 1"]
    play(at, U1="use H1")
    assert event_lines(play(at, U2="use H1"), "led", "scored") == ["led U2 H1"]
    assert (at.unit(1).earned, at.unit(2).earned, at.unit(1).cash, at.unit(1).frags) == (1, 0, 0, 0)


@pytest.mark.clause("TPS-19.27", "TPS-19.32")
def test_using_ones_own_follower_lets_it_go_and_its_trail_is_forgotten() -> None:
    at = led(unit("CT", 11, 10), unit("T", 50, 50))
    play(at, U1="use H1")
    told = play(at, U1="use H1")
    assert event_lines(told, "freed") == ["freed H1"]
    assert at.state.hostages[0].leader == 0 and trail(at) == []
    play(at, U1="move 1,0")
    assert unit_place(at, "H1") == (10, 10)


@pytest.mark.clause("TPS-19.34", "TPS-19.27")
def test_of_two_who_use_a_hostage_on_one_count_the_lower_seat_leads_it() -> None:
    at = led(unit("CT", 11, 10), unit("CT", 9, 10))
    told = play_count(at, U1="use H1", U2="use H1")
    assert event_lines(told, "led") == ["led U1 H1"]
    assert at.unit(1).busy == at.unit(2).busy == 1
    assert (at.unit(1).earned, at.unit(2).earned) == (1, 0)


@pytest.mark.clause("TPS-19.27")
def test_one_unit_may_lead_several() -> None:
    at = led(unit("CT", 11, 10), unit("T", 50, 50), hostages=[(10, 10), (11, 11)])
    play(at, U1="use H1")
    play(at, U1="use H2")
    play(at, U1="move 1,0")
    assert [int(hostage.leader) for hostage in at.state.hostages[:2]] == [1, 1]
    assert (unit_place(at, "H1"), unit_place(at, "H2")) == ((11, 10), (11, 11)), (
        "H1 goes first, and H2 finds its way barred"
    )
    play(at, U1="move 1,0")
    assert (unit_place(at, "H1"), unit_place(at, "H2")) == ((12, 10), (11, 10))


# Following


@pytest.mark.clause("TPS-19.28", "TPS-5.12")
def test_a_follower_goes_on_counts_on_which_nobody_may_act() -> None:
    at = call_position(unit("CT", 14, 10, "m249"), unit("T", 50, 50, "m249"), hostages=[(10, 10)])
    leads(at, [(11, 10), (14, 10)])
    told = play(at)
    assert (at.state.count, event_lines(told, "followed")) == (4, [f"followed H1 {x},10" for x in (11, 12, 13)])
    assert unit_place(at, "H1") == (13, 10)


@pytest.mark.clause("TPS-19.28")
def test_the_trail_gets_a_point_after_every_count_in_which_the_leader_moved() -> None:
    at = led(unit("CT", 11, 10), unit("T", 50, 50))
    play(at, U1="use H1")
    play(at, U1="stay")
    assert trail(at) == [(11, 10)]
    play(at, U1="move 0,1")
    assert trail(at) == [(11, 11)], "it came to (11, 10), and that point is dropped"
    play(at, U1="stay")
    assert trail(at) == [(11, 11)] and unit_place(at, "H1") == (11, 10)


@pytest.mark.clause("TPS-19.28")
@pytest.mark.parametrize(("away", "left"), [(10_000, 1), (10_001, 2)])
def test_a_point_within_0_01_is_reached(away: int, left: int) -> None:
    """A point just to the west, where U2 keeps the hostage from going, and one to the east."""
    at = led(unit("CT", 20, 10), unit("T", 9, 10))
    leads(at, [(10 - away / 1e6, 10), (20, 10)])
    play_count(at)
    assert len(trail(at)) == left
    assert unit_place(at, "H1") == ((11, 10) if left == 1 else (10, 10))


@pytest.mark.clause("TPS-19.28", "TPS-9.18", "TPS-3.32")
def test_a_follower_stops_on_contact_with_any_token_wall_or_window() -> None:
    at = led(unit("CT", 13, 10), unit("T", 11.5, 10.3), unit("T", 50, 50))
    leads(at, [(13, 10)])
    play_count(at)
    x, y = unit_place(at, "H1")
    assert abs((11.5 - x) ** 2 + (10.3 - y) ** 2 - 1) < 1e-5 and y == 10
    for hard in ({"walls": [[11, 0, 11, 30]]}, {"windows": [[11, 0, 11, 30]]}):
        at = led(unit("CT", 13, 10), unit("T", 50, 50), plan=TerrainPlan(100, 60, zones=[[0, 0, 100, 60]], **hard))
        leads(at, [(13, 10)])
        play_count(at)
        assert unit_place(at, "H1") == (10.5, 10)


@pytest.mark.clause("TPS-19.28", "TPS-9.18")
def test_a_point_that_a_follower_reaches_as_it_touches_somebody_is_dropped_at_once() -> None:
    """U1 stands 1 MU beyond the point at (11, 10): the hostage comes to the point and to U1 together."""
    at = led(unit("CT", 12, 10), unit("T", 50, 50))
    leads(at, [(11, 10), (12, 10)])
    play_count(at)
    assert (unit_place(at, "H1"), trail(at)) == ((11, 10), [(12, 10)])


@pytest.mark.clause("TPS-19.28")
def test_one_count_takes_a_follower_1_mu_around_corners_of_its_trail() -> None:
    at = led(unit("CT", 20, 20), unit("T", 50, 50))
    leads(at, [(10.4, 10), (10.4, 11), (20, 20)])
    play_count(at)
    assert (unit_place(at, "H1"), len(trail(at))) == ((10.4, 10.6), 2)


@pytest.mark.clause("TPS-19.28", "TPS-9.17")
def test_followers_go_in_hostage_order_after_the_moves() -> None:
    """H2 stands in the way of H1 and goes after it: H1 stops at where H2 stood."""
    at = led(unit("CT", 15, 10), unit("T", 50, 50), hostages=[(10, 10), (11.5, 10)])
    leads(at, [(15, 10)])
    leads(at, [(15, 10)], 1)
    play_count(at)
    assert (unit_place(at, "H1"), unit_place(at, "H2")) == ((10.5, 10), (12.5, 10))


@pytest.mark.clause("TPS-19.34")
def test_a_leader_that_was_placed_elsewhere_has_moved() -> None:
    at = led(unit("CT", 11, 10), unit("T", 50, 50))
    play(at, U1="use H1")
    at.unit(1).x = 16_000_000
    play_count(at)
    assert trail(at) == [(16, 10)] and unit_place(at, "H1") == (11, 10)


# Free again


@pytest.mark.clause("TPS-19.29", "TPS-19.32")
def test_a_hostage_whose_leader_falls_is_free_and_forgets_its_trail() -> None:
    at = led(unit("CT", 11, 10), unit("CT", 9, 10), unit("T", 50, 50))
    play(at, U1="use H1")
    play(at, U1="move 1,0")
    log = new_log()
    eliminate(at.state, at.tables[0], log[0], 0, NOBODY)
    assert at.state.hostages[0].leader == 0 and trail(at) == []
    at.state.owing = 0b110
    play_count(at)
    assert unit_place(at, "H1") == (11, 10)


@pytest.mark.clause("TPS-19.33")
def test_a_hostage_a_whole_trail_behind_loses_its_leader() -> None:
    plan = TerrainPlan(100, 60, walls=[[10.6, 0, 10.6, 30]], zones=[[0, 0, 100, 60]])
    at = led(unit("CT", 11.2, 10), unit("T", 50, 50), plan=plan, sv_movebatch=1)
    hostage = at.state.hostages[0]
    leads(at, [(11.2, 10)])
    for points in range(2, TRAIL):
        at.state.owing = 1
        told = play_count(at, U1="move 0,1" if points % 2 else "move 0,-1")
        assert hostage.n_trail == points and event_lines(told, "freed") == []
    at.state.owing = 1
    told = play_count(at, U1="move 0,-1")
    assert event_lines(told, "freed") == ["freed H1"]
    assert (hostage.leader, hostage.n_trail, hostage.status) == (0, 0, PLACED)


# Rescue


@pytest.mark.clause("TPS-19.30", "TPS-21.4", "TPS-3.14")
def test_a_hostage_in_a_rescue_shape_is_rescued_to_its_leaders_credit() -> None:
    at = led(unit("CT", 4.1, 16), unit("T", 37, 16), hostages=[(5.2, 16), (39, 9)], map="cs_clinic")
    leads(at, [(4.1, 16)])
    told = play(at, U1="move -1,0")
    assert event_lines(told, "saved", "scored") == ["saved H1 U1", "scored U1 a hostage rescued 4"]
    gone = at.state.hostages[0]
    assert (gone.status, at.unit(1).earned, at.unit(1).frags) == (RESCUED, 4, 0)
    assert not any((gone.x, gone.y, gone.health, gone.leader, gone.used, gone.n_trail))


@pytest.mark.clause("TPS-3.14", "TPS-19.30")
@pytest.mark.parametrize(
    ("x", "y", "safe"), [(4.5, 16, True), (4.500001, 16, False), (0, 10, True), (2, 9.999999, False)]
)
def test_a_rescue_shape_is_its_inside_and_its_border(x: float, y: float, safe: bool) -> None:
    at = led(unit("CT", 30, 30), map="cs_clinic", hostages=[(20, 20)])
    table = at.tables[0]
    assert (first_shape(table.rescues, table.n_rescues, round(x * 1e6), round(y * 1e6)) == 0) == safe


@pytest.mark.clause("TPS-19.32")
def test_a_hostage_in_a_rescue_shape_without_a_leader_is_rescued_to_nobodys_credit() -> None:
    at = rescue_shape(led(unit("CT", 30, 30), unit("T", 50, 50)), 9, 9, 11, 11)
    told = play_count(at)
    assert event_lines(told, "saved", "scored") == ["saved H1 -"]
    assert at.state.hostages[0].status == RESCUED and at.unit(1).earned == 0


@pytest.mark.clause("TPS-9.17", "TPS-19.30")
def test_rescues_come_last_in_a_count() -> None:
    at = rescue_shape(led(unit("CT", 12, 10), unit("T", 50, 50)), 11, 9, 12, 11)
    leads(at, [(12, 10)])
    told = play_count(at)
    assert event_lines(told, "followed", "saved") == ["followed H1 11,10", "saved H1 U1"]


@pytest.mark.clause("TPS-19.30", "TPS-3.32")
def test_who_is_rescued_or_killed_stands_in_nobodys_way() -> None:
    for status in (RESCUED, KILLED):
        at = led(unit("CT", 9, 10), unit("T", 50, 50))
        at.state.hostages[0].status = status
        assert names_to_act(at) == ["U1", "U2"]
        play_count(at, U1="move 1,0")
        assert unit_place(at, "U1") == (10, 10)
