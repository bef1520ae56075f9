"""Section 19: throws, flashbangs, smoke and frags."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.games.tps.events.action import Burst, Eliminated, Flashed, Flew, Harmed, SmokeRose, Stepped, ToHit
from fireteam.games.tps.rules.end import end_turn
from fireteam.games.tps.rules.sight import is_smoke_in
from fireteam.games.tps.state import ACTION
from tests.games.tps.positions import Position, chance, events_of, number, position, run_actions, unit, zone_number


def zone(at: Position, name: str) -> str:
    """How the tests call a zone of the depot."""
    return str(zone_number("de_depot", name))


def next_turn(at: Position) -> Position:
    """The turn ends, and the next one is in its action phase."""
    end_turn(at.state, at.tables[0], new_log()[0])
    at.state.phase, at.state.step = ACTION, 1
    return at


def lying(at: Position, what: str, x: float, y: float, *, thrower: int = 1, to_hit: int = 0) -> Position:
    """A grenade that was thrown last turn."""
    flight = at.state.flights[at.state.n_flights]
    flight.gear, flight.thrower, flight.to_hit = number(what) + 1, thrower - 1, to_hit
    flight.turn, flight.x, flight.y = at.state.turn - 1, round(x * 1_000_000), round(y * 1_000_000)
    at.state.n_flights += 1
    return at


def only(told: list[LoggedEvent], kind: type) -> object:
    (one,) = events_of(told, kind)
    return one.event


# Throws


@pytest.mark.clause("TPS-19.1", "TPS-19.3", "TPS-19.9", "TPS-8.7", "TPS-12.7")
def test_a_flashbang_is_thrown_and_the_weapon_below_fires_in_the_same_turn() -> None:
    """Example 6: it rests at (20, 21) in n_gate, and an M4A1 there fires with 1W+3D."""
    at = position(
        unit("T", 12, 21, "mp5", over="flash", throw="13,21 2", targets="U2"),
        unit("CT", 20, 24, "m4a1", targets="U1"),
        map="de_depot",
    )
    told = run_actions(at, [3, 5, *(2, 1, 1, 1), *(2, 1, 1, 1)])
    assert only(told, Flew) == Flew("U1", "flash", 8, "20,21", zone(at, "n_gate"))
    assert [one.event for one in events_of(told, Flashed)] == [Flashed("U2")]
    assert [(one.event.unit, one.event.pool) for one in events_of(told, ToHit)] == [("U1", "1W+3D"), ("U2", "1W+3D")]
    assert [one.event.step for one in events_of(told, Stepped)] == [1, 4, 6]


@pytest.mark.clause("TPS-19.7", "TPS-19.2")
def test_a_thrown_grenade_leaves_its_slot_whatever_happens_to_its_thrower() -> None:
    at = position(
        unit("T", 10, 10, "mp5", "frag", armour="0/0/1", over="flash", throw="13,10 1"),
        unit("CT", 10, 12, "mp5"),
        turn=2,
    )
    lying(at, "frag", 10, 10, thrower=2, to_hit=1)
    told = run_actions(at, [5, 2, *(5, 5, 5, 5, 5), 3, 1, 2])
    assert only(told, Flew) and at.unit(1).alive == 0
    ground = [at.state.ground[k].gear - 1 for k in range(at.state.n_ground)]
    assert number("flash") not in ground and number("frag") in ground


@pytest.mark.clause("TPS-19.2")
def test_dice_of_a_throw_are_one_wild_and_the_rest_normal() -> None:
    at = position(unit("T", 10, 10, "mp5", over="smoke", throw="10,50 3"), unit("CT", 90, 10))
    told = run_actions(at, [6, 6, 1, 3, 4])
    assert only(told, Flew) == Flew("U1", "smoke", 20, "10,30", "0")


@pytest.mark.clause("TPS-19.3", "TPS-19.4", "TPS-19.5", "TPS-19.6", "TPS-19.31")
@pytest.mark.parametrize(
    ("start", "aim", "faces", "rest", "name"),
    [
        ((14, 28), "15,28", [5, 4], "13,28", "n_lane"),
        ((4, 14), "5,15", [5, 3], "4.343146,19.656854", "t_base"),
        ((46, 28.5), "47,29.5", [3, 3], "45.757359,27.257359", "ne_yard"),
        ((12, 17), "13,17", [2, 2], "15.99,17", "mid_west"),
        ((29, 28), "28,28", [3, 3], "23,28", "n_gate"),
        ((11.9995, 12.5), "13,12.5", [2, 2], "15.9895,12.5", "mid_west"),
    ],
)
def test_grenades_bounce_on_the_depot(
    start: tuple[float, float], aim: str, faces: list[int], rest: str, name: str
) -> None:
    """Examples 21 and 34."""
    at = position(unit("T", *start, "mp5", over="smoke", throw=f"{aim} 2"), unit("CT", 46, 15), map="de_depot")
    flew = only(run_actions(at, faces), Flew)
    assert isinstance(flew, Flew) and (flew.at, flew.zone) == (rest, zone(at, name))


@pytest.mark.clause("TPS-29.1", "TPS-19.1")
def test_the_chance_that_a_throw_of_two_dice_goes_8_and_farther() -> None:
    at = position(unit("T", 10, 10, "mp5", over="smoke", throw="50,10 2"), unit("CT", 90, 50))
    assert chance(at, lambda state: state.flights[0].x >= 18_000_000) == Fraction(4, 9)


# Flashbangs


@pytest.mark.clause("TPS-19.9", "TPS-19.10", "TPS-12.7")
def test_a_flash_catches_everybody_in_its_zone_once_until_the_turn_ends() -> None:
    at = position(
        unit("T", 20, 24, "mp5", over="flash", throw="21,24 1"),
        unit("T", 24, 24, "mp5", over="flash", throw="23,24 1"),
        unit("CT", 22, 28),
        unit("CT", 30, 24),
        map="de_depot",
    )
    told = run_actions(at, [2, 2])
    assert [one.event.unit for one in events_of(told, Flashed)] == ["U1", "U2", "U3"]
    assert [at.unit(seat).flashed for seat in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert at.state.n_flights == 0
    assert [next_turn(at).unit(seat).flashed for seat in (1, 2, 3)] == [0, 0, 0]


# Smoke


@pytest.mark.clause("TPS-19.11", "TPS-19.12")
def test_smoke_rises_the_turn_after_the_throw_and_stays_five_turns() -> None:
    """Example 22: thrown in turn 3, active from step 1 of turn 4 to the end of turn 8."""
    at = position(unit("T", 12, 21, "mp5", over="smoke", throw="13,21 2"), unit("CT", 46, 15), map="de_depot", turn=3)
    gate = zone_number("de_depot", "n_gate")
    assert not events_of(run_actions(at, [3, 5]), SmokeRose)
    assert not is_smoke_in(at.state, gate)
    told = run_actions(next_turn(at))
    assert only(told, SmokeRose) == SmokeRose(str(gate), 8)
    assert at.state.n_flights == 0
    for turn in (4, 5, 6, 7, 8):
        assert at.state.turn == turn and is_smoke_in(at.state, gate)
        next_turn(at)
    assert not is_smoke_in(at.state, gate)


@pytest.mark.clause("TPS-19.12")
def test_a_second_smoke_extends_the_end() -> None:
    at = position(unit("T", 12, 21), unit("CT", 46, 15), map="de_depot", smoke="n_gate", turn=3)
    gate = zone_number("de_depot", "n_gate")
    assert at.state.smoke[gate] == 7
    run_actions(lying(at, "smoke", 20, 21))
    assert at.state.smoke[gate] == 7
    at.state.turn, at.state.step, at.state.phase = 5, 1, ACTION
    run_actions(lying(at, "smoke", 20, 21))
    assert at.state.smoke[gate] == 9


@pytest.mark.clause("TPS-19.8")
def test_smoke_that_appears_neither_stops_nor_hampers_frags_of_the_same_step() -> None:
    at = position(unit("T", 40, 15, "mp5"), unit("CT", 20, 21), map="de_depot", turn=4)
    lying(lying(at, "smoke", 18, 22), "frag", 22, 24, to_hit=2)
    told = run_actions(at, [2, 1])
    assert only(told, ToHit) == ToHit("U1", "U2", 3, "1W+1D", "3.61", "miss", "frag")
    at = position(unit("T", 40, 15, "mp5"), unit("CT", 20, 21), map="de_depot", turn=4, smoke="n_gate")
    told = run_actions(lying(at, "frag", 22, 24, to_hit=2), [3])
    assert only(told, ToHit) == ToHit("U1", "U2", 3, "1W", "3.61", "miss", "frag")
    at = position(unit("T", 40, 15, "mp5"), unit("CT", 20, 21), map="de_depot", turn=4, smoke="n_lane n_gate")
    at.unit(2).x = 28_000_000
    assert not events_of(run_actions(lying(at, "frag", 22, 24, to_hit=2)), ToHit)


# Frags


@pytest.mark.clause("TPS-19.13", "TPS-19.14", "TPS-3.16", "TPS-15.1", "TPS-5.8")
def test_a_frag_attacks_everybody_it_sees_by_distance() -> None:
    """Example 23: X behind the low wall, Y in the open, Z behind a wall."""
    at = position(
        unit("T", 4, 15, "mp5"),
        unit("CT", 25.5, 21.2),
        unit("CT", 20, 21),
        unit("CT", 17, 27),
        map="de_depot",
        turn=4,
    )
    told = run_actions(lying(at, "frag", 22, 24, to_hit=2), [5, 5, 6, 2, 4, 2, 3, 1, 2, 1])
    assert only(told, Burst) == Burst("U1", "frag", "22,24")
    assert [one.event for one in events_of(told, ToHit)] == [
        ToHit("U1", "U2", 5, "1W", "4.48", "hit", "frag"),
        ToHit("U1", "U3", 3, "1W+1D", "3.61", "miss", "frag"),
    ]
    assert only(told, Harmed) == Harmed("U1", "U2", 17, "1W+3D", 6, "1W+2D", 2, "")
    assert at.armour(2) == "0/0/1" and at.state.n_flights == 0


@pytest.mark.clause("TPS-19.13", "TPS-19.14", "TPS-15.4")
def test_a_frag_thrown_in_one_turn_explodes_in_the_next() -> None:
    at = position(unit("T", 10, 10, "mp5", over="frag", throw="20,10 1 2"), unit("CT", 17, 10), turn=3)
    told = run_actions(at, [5])
    assert not events_of(told, Burst) and at.state.n_flights == 1
    assert at.unit(1).over == 0 and at.unit(1).grenades[0].gear == 0
    told = run_actions(next_turn(at), [*(1, 2, 1), *(1, 2, 1), 2, 1, 1, 1, 4, 4, 4])
    assert [one.event.target for one in events_of(told, ToHit)] == ["U1", "U2"]


@pytest.mark.clause("TPS-3.30", "TPS-19.14")
def test_a_frag_at_rest_under_a_unit_sees_it_without_cover_at_distance_0() -> None:
    """Example 32."""
    at = position(unit("T", 4, 15, "mp5"), unit("CT", 22, 24), map="de_depot", turn=4)
    told = run_actions(lying(at, "frag", 22, 24, to_hit=2), [1, 2, 1, 2, 1, 1, 1, 4, 4, 4])
    assert only(told, ToHit) == ToHit("U1", "U2", 2, "1W+1D", "0", "hit", "frag")


@pytest.mark.clause("TPS-12.13", "TPS-19.10", "TPS-21.5")
def test_a_frag_harms_team_mates_and_its_thrower_unless_an_option_spares_team_mates() -> None:
    def met(**options: int) -> list[str]:
        at = position(
            unit("T", 10, 10, armour="0/0/3", flashed=1), unit("T", 12, 10), unit("CT", 14, 10), turn=2, **options
        )
        lying(at, "frag", 12, 12, to_hit=1)
        told = run_actions(at, [1, 2] * 3 if not options else [1, 2] * 2)
        return [one.event.target for one in events_of(told, ToHit)]

    assert met() == ["U1", "U2", "U3"]
    assert met(mp_friendlyfire=0) == ["U1", "U3"]


@pytest.mark.clause("TPS-19.15", "TPS-21.5", "TPS-13.15")
def test_headshots_of_frags_apply_net_bad_does_nothing_and_the_thrower_gets_the_kill() -> None:
    at = position(unit("T", 4, 15, "mp5"), unit("CT", 22, 24, armour="0/1/1"), map="de_depot", turn=4)
    told = run_actions(lying(at, "frag", 22, 24, to_hit=2), [1, 1, 1, 6, 6, 2, 1, 1, 1, 4])
    harmed = only(told, Harmed)
    assert isinstance(harmed, Harmed) and (harmed.against, harmed.hits) == ("1W", 4)
    assert only(told, Eliminated) == Eliminated("U2", "U1")
    assert at.unit(1).frags == 1
    at = position(unit("T", 4, 15, "mp5"), unit("CT", 22, 24), map="de_depot", turn=4)
    run_actions(lying(at, "frag", 22, 24, to_hit=2), [2, 1, 1, 1, 1, 1, 1, 4, 4, 4])
    assert at.unit(1).primary.mark == 0
    at = position(unit("T", 22, 24, armour="0/0/1"), unit("CT", 40, 15), map="de_depot", turn=4)
    run_actions(lying(at, "frag", 22, 24, to_hit=2), [2, 1, 5, 5, 5, 5, 3])
    assert (at.unit(1).alive, at.unit(1).frags, at.unit(1).deaths, at.unit(1).earned) == (0, 0, 1, 0)


@pytest.mark.clause("TPS-19.14", "TPS-12.1")
def test_frags_come_by_their_throwers_seat_and_hostages_after_units() -> None:
    at = position(unit("T", 40, 40), unit("T", 42, 40), unit("CT", 10, 10), hostages=[(10, 12)], turn=2)
    lying(lying(at, "frag", 10, 11, thrower=1, to_hit=1), "frag", 11, 11, thrower=2, to_hit=1)
    missed = [2]
    unit_harmed, hostage_harmed = [2, 2, 1, 1, 1, 1, 4, 4, 4], [2, 2, 1, 1, 1, 1, 4, 4]
    told = run_actions(at, [*missed, *missed, *unit_harmed, *hostage_harmed] * 2)
    assert [(one.event.unit, one.event.target) for one in events_of(told, ToHit)] == [
        (by, target) for by in ("U1", "U2") for target in ("U1", "U2", "U3", "H1")
    ]


@pytest.mark.clause("TPS-29.1", "TPS-19.14")
def test_the_chance_that_a_frag_scores() -> None:
    at = position(unit("T", 90, 50), unit("CT", 15, 10, armour="0/1/3"), turn=2)
    lying(at, "frag", 10, 10, to_hit=2)
    at.unit(1).alive = 0  # nobody else is attacked
    exact = Fraction(27182860745, 60949905408)
    assert chance(at, lambda state: state.units[1].vest.mark == 0) == exact
