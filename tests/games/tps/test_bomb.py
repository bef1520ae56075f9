"""Sections 14 and 19: reloading, planting, defusing, and the explosion."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fireteam.core.protocol.events import LoggedEvent
from fireteam.games.tps.events.action import Armed, Blasted, Defused, Exploded, Hurt, Interrupted, Reloaded, Worked
from fireteam.games.tps.state import ARMED, DEFUSE, DEFUSED, EXPLODED, PLANT, RELOAD
from fireteam.games.tps.tables import UNITS
from tests.games.tps.positions import Position, chance, events_of, position, run_actions, unit, zone_number
from tests.games.tps.turns import ground_lines


def why(told: list[LoggedEvent]) -> list[str]:
    return [one.event.why for one in events_of(told, Interrupted)]


# Reloading


@pytest.mark.clause("TPS-14.1")
def test_reloading_is_completed_in_step_9() -> None:
    at = position(unit("T", 10, 10, "mp5!", action=RELOAD), unit("CT", 30, 10))
    assert [one.event for one in events_of(run_actions(at), Reloaded)] == [Reloaded("U1", "mp5")]
    assert at.unit(1).primary.mark == 0


@pytest.mark.clause("TPS-14.2")
def test_moving_and_hits_do_not_interrupt_a_reload() -> None:
    at = position(unit("T", 10, 10, "mp5!", action=RELOAD, busy=1), unit("CT", 12, 10, "usp", targets="U1"))
    run_actions(at, [2, 1, 1, 3, 3, 3, 3, 2, 2])
    assert (at.unit(1).primary.mark, at.unit(1).health) == (0, 2)


@pytest.mark.clause("TPS-14.2")
def test_a_weapon_that_is_no_longer_the_called_one_is_not_reloaded() -> None:
    at = position(unit("T", 10, 10, "mp5!", action=RELOAD, changed=1), unit("CT", 30, 10))
    assert not events_of(run_actions(at), Reloaded) and at.unit(1).primary.mark == 1
    at = position(unit("T", 10, 10, "mp5!", weapon="knife", action=RELOAD), unit("CT", 30, 10))
    run_actions(at)
    assert at.unit(1).primary.mark == 1


@pytest.mark.clause("TPS-14.2", "TPS-12.3")
def test_who_is_eliminated_does_not_reload() -> None:
    at = position(unit("T", 10, 10, "mp5!", armour="0/0/1", action=RELOAD), unit("CT", 12, 10, "usp", targets="U1"))
    assert not events_of(run_actions(at, [2, 1, 1, 3, 3, 3, 3]), Reloaded)


# Planting


def planter(**fields: Any) -> Position:
    """U1 plants in site A of the depot."""
    return position(
        unit("T", 30, 25, "mp5", over="bomb", action=PLANT, **fields),
        unit("CT", 30, 27, "usp", **({"targets": "U1"} if "armour" in fields else {})),
        map="de_depot",
        turn=6,
    )


@pytest.mark.clause("TPS-19.16", "TPS-19.17", "TPS-19.24", "TPS-21.4")
def test_a_turn_of_planting_arms_the_bomb_at_the_carriers_centre() -> None:
    """Example 24: planted in turn 6, it explodes in turn 11."""
    at = planter()
    told = run_actions(at)
    assert [one.event for one in events_of(told, Armed)] == [Armed("U1", "30,25", 11)]
    bomb, one = at.state.bomb, at.unit(1)
    assert (bomb.status, bomb.x, bomb.y, bomb.turn) == (ARMED, 30_000_000, 25_000_000, 6)
    assert (one.special.gear, one.over, one.progress, one.earned, one.frags) == (0, 0, 0, 3, 0)


@pytest.mark.clause("TPS-19.17", "TPS-19.18", "TPS-19.19", "TPS-9.15")
def test_planting_is_interrupted_by_moving_and_by_a_hit_but_not_by_a_shot() -> None:
    assert why(run_actions(planter(busy=1))) == ["it did not stand still"]
    shot = [2, 1, 1, 2, 1, 1]
    at = planter(armour="0/0/3")
    assert why(run_actions(at, [*shot, 2, 1, 1])) == ["it was hit"]
    assert at.state.bomb.status == 0 and at.unit(1).special.gear
    at = planter(armour="0/0/3", shot_at=1)
    assert why(run_actions(at, [*shot, 4, 4, 4])) == [] and at.state.bomb.status == ARMED
    at = planter(armour="0/0/3", shot_at=1)
    at.tables[0].options.sv_interrupt = 1
    assert why(run_actions(at, [*shot, 4, 4, 4])) == ["it was attacked"]


@pytest.mark.clause("TPS-19.21", "TPS-19.22a")
def test_by_an_option_planting_takes_longer() -> None:
    at = planter()
    at.tables[0].options.mp_planttime = 2
    told = run_actions(at)
    assert [one.event for one in events_of(told, Worked)] == [Worked("U1", "planting", 1, 2)]
    assert (at.unit(1).progress, at.state.bomb.status) == (1, 0)
    again = at.copy()
    again.state.phase, again.state.step, again.unit(1).action = 5, 1, 0
    run_actions(again)
    assert again.unit(1).progress == 0
    at.state.phase, at.state.step = 5, 1
    run_actions(at)
    assert at.state.bomb.status == ARMED


# Defusing


def defuser(turn: int = 10, **fields: Any) -> Position:
    """U1 (CT) at a bomb that was armed in turn 6; U2 (T) near."""
    fields.setdefault("action", DEFUSE)
    at = position(unit("CT", 30, 26, "mp5", **fields), unit("T", 30, 29, "usp"), map="de_depot", turn=turn)
    bomb = at.state.bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, 30_000_000, 25_000_000, 6
    return at


@pytest.mark.clause("TPS-19.20", "TPS-19.21", "TPS-19.24", "TPS-21.4")
def test_defusing_takes_two_turns_or_one_with_the_kit() -> None:
    """Example 24: in turns 10 and 11 without a kit; in turn 11 alone only with one."""
    at = defuser()
    assert [one.event for one in events_of(run_actions(at), Worked)] == [Worked("U1", "defusing", 1, 2)]
    at.state.turn, at.state.phase, at.state.step = 11, 5, 1
    told = run_actions(at)
    assert [one.event for one in events_of(told, Defused)] == [Defused("U1")]
    one = at.unit(1)
    assert (at.state.bomb.status, one.earned, one.frags, one.progress) == (DEFUSED, 3, 0, 0)
    at = defuser(11, over="kit")
    run_actions(at)
    assert at.state.bomb.status == DEFUSED
    at = defuser(11)
    told = run_actions(at)
    assert at.state.bomb.status == EXPLODED and events_of(told, Exploded)


@pytest.mark.clause("TPS-19.21")
def test_each_defuser_has_its_own_progress_and_all_who_complete_are_paid() -> None:
    at = position(
        unit("CT", 30, 24, "mp5", action=DEFUSE, progress=1),
        unit("CT", 30, 26, "mp5", action=DEFUSE, over="kit"),
        unit("CT", 31, 25, "mp5", action=DEFUSE),
        unit("T", 46, 15),
        map="de_depot",
        turn=8,
    )
    bomb = at.state.bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, 30_000_000, 25_000_000, 6
    told = run_actions(at)
    assert [one.event.unit for one in events_of(told, Defused)] == ["U1", "U2"]
    assert [at.unit(seat).earned for seat in (1, 2, 3)] == [3, 3, 0]


@pytest.mark.clause("TPS-19.18", "TPS-19.19", "TPS-19.22", "TPS-19.22a")
def test_a_hit_sets_progress_back_and_a_shot_without_one_does_not() -> None:
    """Example 25."""
    at = defuser(progress=1, armour="0/0/3")
    at.unit(2).n_targets, at.unit(2).targets[0, 0] = 1, 0
    hit = at.copy()
    run_actions(hit, [2, 1, 1, 2, 1, 1, 2, 1, 1])
    assert (hit.unit(1).progress, hit.state.bomb.status) == (0, ARMED)
    run_actions(at, [2, 1, 1, 2, 1, 1, 4, 4, 4])
    assert at.state.bomb.status == DEFUSED


@pytest.mark.clause("TPS-19.22a", "TPS-11.10")
def test_progress_falls_to_0_in_any_turn_that_adds_none() -> None:
    for fields in ({"action": 0}, {"busy": 1}):
        at = defuser(progress=1, **fields)
        run_actions(at)
        assert at.unit(1).progress == 0


# The explosion


def blast(*units: Any, turn: int = 11, **more: Any) -> Position:
    """A bomb in site A of the depot that was armed in turn 6."""
    at = position(*units, map="de_depot", turn=turn, **more)
    bomb = at.state.bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, 30_000_000, 25_000_000, 6
    return at


@pytest.mark.clause("TPS-19.23", "TPS-19.24")
def test_the_bomb_explodes_in_step_10_of_the_fifth_turn_after() -> None:
    assert not events_of(run_actions(blast(unit("T", 30, 23), turn=10)), Exploded)
    at = blast(unit("T", 30, 23))
    told = run_actions(at)
    site = str(zone_number("de_depot", "site_a"))
    assert [one.event for one in events_of(told, Exploded)] == [Exploded(site)]
    assert (at.state.bomb.status, at.unit(1).alive) == (EXPLODED, 0)


@pytest.mark.clause("TPS-19.25", "TPS-19.26", "TPS-4.17", "TPS-3.13", "TPS-21.5", "TPS-27.2")
def test_the_blast_by_zones() -> None:
    """Example 26."""
    at = blast(
        unit("T", 28, 28, armour="1/1/3"),
        unit("CT", 20, 24, armour="0/1/3"),
        unit("CT", 4, 15),
    )
    told = run_actions(at, [3, 4, 2, 5, 2, 3, 1, 4, 6, 6, 1, 4, 2, 2])
    assert [one.event for one in events_of(told, Blasted)] == [
        Blasted("U2", 14, "4D", 10, "1W+3D", 1),
        Blasted("U3", 12, "2D", 5, "1W+2D", 2),
    ]
    assert (at.unit(1).alive, at.armour(2), at.armour(3)) == (0, "0/0/3", "0/0/1")
    assert [at.unit(seat).frags for seat in (1, 2, 3)] == [0, 0, 0]
    assert [at.unit(seat).deaths for seat in (1, 2, 3)] == [1, 0, 0]


@pytest.mark.clause("TPS-13.12", "TPS-13.13", "TPS-19.25", "TPS-19.26")
def test_armour_of_who_is_eliminated_outright_is_dropped_with_all_the_rest() -> None:
    """No hit has taken its dice; that of who falls to the dice of the blast is destroyed, as after any hits."""
    at = blast(
        unit("T", 28, 28, "ak47", armour="1/1/3"),
        unit("CT", 20, 24, "usp", armour="0/1/1"),
        unit("CT", 32, 24, armour="0/1/3"),
    )
    told = run_actions(at, [6, 6, 6, 6, 2, 1])
    assert ground_lines(at) == ["ak47 28,28", "helmet 28,28", "vest 28,28", "usp 20,24", "vest 32,24"]
    assert [one.mark for one in at.state.ground[:5]] == [0, 1, 1, 0, 1], "a vest that lies there has its die"
    assert [one.event.target for one in events_of(told, Hurt)] == ["U2"]
    assert [int(at.unit(seat).deaths) for seat in (1, 2, 3)] == [1, 1, 1]


@pytest.mark.clause("TPS-19.25", "TPS-19.26", "TPS-5.8")
def test_hostages_are_met_after_units() -> None:
    at = blast(unit("T", 4, 15), hostages=[(6, 15), (32, 25)])
    told = run_actions(at, [6, 6, 4, 4, 4, 6, 6, 2, 2])
    assert [one.event.target for one in events_of(told, Blasted)] == ["U1", "H1"]
    assert [at.state.hostages[h].status for h in (0, 1)] == [3, 3]
    assert UNITS + 1 == 13 and at.unit(1).frags == 0


@pytest.mark.clause("TPS-29.1", "TPS-19.25")
@pytest.mark.parametrize(("x", "y", "exact"), [(20, 24, Fraction(1267313, 1679616)), (4, 15, Fraction(623, 2916))])
def test_the_chance_that_the_blast_scores(x: float, y: float, exact: Fraction) -> None:
    assert chance(blast(unit("T", x, y)), lambda state: state.units[0].health < 3) == exact
