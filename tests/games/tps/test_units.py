"""Sections 2 and 13: what a unit is, what it carries, and what happens to it when the unit falls."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import has_secrets, redact
from fireteam.core.errors import Overflow
from fireteam.core.protocol.events import DieRoll, Event, LoggedEvent, decode_log, new_log
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.events.action import Blasted, Flew, Harmed, ToHit
from fireteam.games.tps.events.words import FOR_DAMAGE, FOR_DEFENCE, FOR_THROW, FOR_TO_HIT, PURPOSES, REASONS
from fireteam.games.tps.rules.attack import advance_action
from fireteam.games.tps.rules.purchases import tokens_in_use
from fireteam.games.tps.rules.sight import distance_between
from fireteam.games.tps.rules.units import (
    called_gear,
    carries,
    carry,
    drop_all,
    grenade_place,
    has_room,
    initial_mark,
    is_carried_weapon,
    is_empty,
    is_living,
    lay_token,
    lift_token,
    place_of,
    take_away,
    token_for,
    weapon_token,
)
from fireteam.games.tps.state import ACTION, ARMED, GROUND, KILLED, KNIFE_SLOT, PRIMARY, RESCUED, SIDEARM, State, Unit
from fireteam.games.tps.tables import CLASSES, UNITS
from tests.games.tps.positions import NAMES, Position, catalogue, number, pool, position, unit
from tests.games.tps.turns import event_lines, gear_ids, ground_lines, logged_events


def one(*gear: str, **options: Any) -> Position:
    return position(unit("T", 12.5, 21, *gear, **options))


@pytest.mark.clause("TPS-2.1")
def test_a_unit_has_its_board_its_place_and_its_account() -> None:
    has = {"side", "x", "y", "helmet", "vest", "health", "cash", "frags", "deaths", "alive"}
    assert has <= set(Unit.__annotations__)
    at = position(unit("T", 1, 2), unit("CT", 3, 4))
    assert place_of(at.state, 0) == (1_000_000, 2_000_000)
    assert [at.state.units[i].side for i in range(2)] == [0, 1]


@pytest.mark.clause("TPS-1.13")
def test_each_unit_has_one_board_and_one_token() -> None:
    assert "units" in State.__annotations__ and len(one().state.units) == UNITS


@pytest.mark.clause("TPS-2.6")
@pytest.mark.parametrize(
    ("things", "slot"),
    [
        (("mac10", "spas12", "xm1014", "ak47", "awp", "m249"), "primary"),
        (("glock18", "usp", "elites", "deagle"), "sidearm"),
        (("helmet",), "helmet"),
        (("vest",), "vest"),
        (("bomb", "kit"), "special"),
    ],
)
def test_each_class_has_its_slot(things: tuple[str, ...], slot: str) -> None:
    for id in things:
        at = one()
        carry(at.tables[0], at.unit(1), number(id), 0)
        assert getattr(at.unit(1), slot).gear == number(id) + 1
        assert token_for(at.unit(1), at.tables[0].gear[number(id)].kind).gear == number(id) + 1
        for other in things:
            assert not has_room(at.tables[0], at.unit(1), number(other)), "one slot holds one token"


@pytest.mark.clause("TPS-2.6")
def test_three_grenades_in_any_mix_or_as_many_as_the_option_says() -> None:
    at = one("frag", "flash")
    assert has_room(at.tables[0], at.unit(1), number("frag"))
    carry(at.tables[0], at.unit(1), number("frag"), 0)
    assert not has_room(at.tables[0], at.unit(1), number("smoke"))
    assert gear_ids(at, "U1") == {"frag*2", "flash"}
    at.tables[0].options.mp_grenadeslots = 6
    assert has_room(at.tables[0], at.unit(1), number("smoke"))
    none = position(unit("T", 1, 1), mp_grenadeslots=0)
    assert not has_room(none.tables[0], none.unit(1), number("smoke"))


@pytest.mark.clause("TPS-2.6", "TPS-18.4")
def test_the_knife_is_always_there() -> None:
    at = one(weapon="knife")
    assert carries(at.tables[0], at.unit(1), number("knife"))
    assert called_gear(at.tables[0], at.unit(1)) == number("knife")
    assert is_carried_weapon(at.unit(1), KNIFE_SLOT)
    assert not is_carried_weapon(at.unit(1), PRIMARY) and not is_carried_weapon(at.unit(1), SIDEARM)
    assert not is_carried_weapon(at.unit(1), 0)


@pytest.mark.clause("TPS-2.6")
def test_the_called_weapon_is_that_of_its_slot() -> None:
    at = one("ak47", "glock18")
    assert called_gear(at.tables[0], at.unit(1)) == number("ak47")
    assert weapon_token(at.unit(1)).gear == number("ak47") + 1
    at.unit(1).weapon = SIDEARM
    assert called_gear(at.tables[0], at.unit(1)) == number("glock18")
    assert weapon_token(at.unit(1)).gear == number("glock18") + 1
    at.unit(1).weapon = 0
    assert called_gear(at.tables[0], at.unit(1)) == -1


@pytest.mark.clause("TPS-2.7", "TPS-13.9")
def test_a_weapon_is_loaded_or_out_of_ammo_and_the_knife_never_is() -> None:
    assert is_empty(one("ak47!").unit(1)) and not is_empty(one("ak47").unit(1))
    assert is_empty(one("ak47", "glock18!", weapon="sidearm").unit(1))
    assert not is_empty(one("ak47!", "glock18!", weapon="knife").unit(1))


@pytest.mark.clause("TPS-2.4")
def test_new_armour_has_the_dice_of_the_catalogue_and_a_new_weapon_is_loaded() -> None:
    tables = one().tables[0]
    assert [initial_mark(tables, number(id)) for id in ("vest", "helmet", "ak47", "kit", "bomb")] == [1, 1, 0, 0, 0]


def test_what_is_carried_is_known_and_what_is_not_is_not() -> None:
    at = one("ak47", "glock18", "bomb", "flash", armour="1/1/3")
    there = {id for id in catalogue() if carries(at.tables[0], at.unit(1), number(id))}
    assert there == {"knife", "ak47", "glock18", "vest", "helmet", "bomb", "flash"}
    assert not carries(at.tables[0], at.unit(1), -1) and not carries(at.tables[0], at.unit(1), -2)


def test_what_is_taken_away_leaves_its_place_and_tells_its_mark() -> None:
    at = one("ak47!", "flash", "frag", "flash", armour="0/1/3")
    assert take_away(at.tables[0], at.unit(1), number("ak47")) == 1
    assert take_away(at.tables[0], at.unit(1), number("vest")) == 1
    assert take_away(at.tables[0], at.unit(1), number("flash")) == 0
    assert gear_ids(at, "U1") == {"frag", "flash"}
    assert at.unit(1).primary.mark == at.unit(1).vest.mark == 0


def test_grenades_close_up_so_that_equal_loads_are_equal_bytes() -> None:
    one_way, other = one("flash", "frag", "smoke"), one("frag", "smoke")
    assert grenade_place(one_way.tables[0], one_way.unit(1), number("frag") + 1) == 1
    take_away(one_way.tables[0], one_way.unit(1), number("flash"))
    assert one_way.states.tobytes() == other.states.tobytes()


@pytest.mark.clause("TPS-5.7", "TPS-5.15")
def test_a_weapon_that_goes_is_not_the_last_called_one_any_more() -> None:
    at = one("ak47", "glock18")
    take_away(at.tables[0], at.unit(1), number("glock18"))
    assert at.unit(1).called == PRIMARY
    take_away(at.tables[0], at.unit(1), number("ak47"))
    assert at.unit(1).called == 0


@pytest.mark.clause("TPS-10.2", "TPS-13.13", "TPS-2.7")
def test_a_token_is_laid_at_the_centre_and_keeps_its_state() -> None:
    at, log = one(), new_log()
    lay_token(at.state, log[0], 0, number("ak47"), 1)
    lay_token(at.state, log[0], 0, number("vest"), 1)
    assert ground_lines(at) == ["ak47! 12.5,21", "vest 12.5,21"]
    assert event_lines(logged_events(log)) == ["laid U1 ak47 12.5,21", "laid U1 vest 12.5,21"]


def test_a_token_that_is_lifted_leaves_the_others_in_order() -> None:
    at, log = one(), new_log()
    for id in ("ak47", "mp5", "usp"):
        lay_token(at.state, log[0], 0, number(id), 0)
    lift_token(at.state, 1)
    assert ground_lines(at) == ["ak47 12.5,21", "usp 12.5,21"]
    lift_token(at.state, 0)
    lift_token(at.state, 0)
    assert at.states.tobytes() == one().states.tobytes()


def test_the_ground_holds_so_many_tokens_and_never_drops_one_silently() -> None:
    at, log = one(), new_log()
    for _ in range(GROUND):
        log[0].count = 0
        lay_token(at.state, log[0], 0, number("ak47"), 0)
    with pytest.raises(Overflow):
        lay_token(at.state, log[0], 0, number("ak47"), 0)


@pytest.mark.clause("TPS-13.12", "TPS-13.13", "TPS-2.6")
def test_who_falls_drops_everything_but_the_knife() -> None:
    at, log = one("ak47!", "glock18", "bomb", "flash", "frag", "flash", armour="1/1/3"), new_log()
    drop_all(at.state, at.tables[0], log[0], 0)
    lying = [line.partition(" ")[0] for line in ground_lines(at)]
    assert sorted(lying) == sorted(["ak47!", "glock18", "bomb", "vest", "helmet", "flash", "frag", "flash"])
    assert {line.partition(" ")[2] for line in ground_lines(at)} == {"12.5,21"}
    assert gear_ids(at, "U1") == set() and at.unit(1).called == 0
    assert carries(at.tables[0], at.unit(1), number("knife"))


@pytest.mark.clause("TPS-12.14", "TPS-2.8")
def test_living_is_who_is_on_the_table() -> None:
    at = position(unit("T", 1, 1), unit("CT", 5, 5, alive=0), hostages=[(7, 7), (9, 9)])
    at.state.hostages[1].status = RESCUED
    assert [is_living(at.state, j) for j in (0, 1, UNITS, UNITS + 1, UNITS + 2)] == [True, False, True, False, False]
    at.state.hostages[0].status = KILLED
    assert not is_living(at.state, UNITS)
    assert place_of(at.state, UNITS) == (7_000_000, 7_000_000)


@pytest.mark.clause("TPS-2.9")
def test_nothing_that_stands_on_boards_or_lies_about_is_hidden() -> None:
    """Everybody sees all of the State: what is sealed or planned stands elsewhere."""
    at = position(unit("T", 1, 1, "ak47", "flash", cash=7), unit("CT", 5, 5, "usp", armour="1/1/3"), smoke="0")
    redacted = at.states.copy()
    redact(redacted[0], at.tables[0], 0)
    assert not has_secrets(at.state)
    assert redacted.tobytes() == at.states.tobytes()


@pytest.mark.clause("TPS-1.17")
def test_every_roll_tells_its_wild_dice_from_its_normal_ones() -> None:
    for first in (FOR_TO_HIT, FOR_DAMAGE, FOR_DEFENCE, FOR_THROW):
        kind = PURPOSES[first + 2]
        assert PURPOSES[first : first + 3] == (f"{kind}, wild", f"{kind}, wild again", kind)


@pytest.mark.clause("TPS-1.17", "TPS-4.12", "TPS-4.17")
def test_every_pool_is_rolled_with_six_sided_dice_its_wild_ones_apart() -> None:
    """Of each roll of a turn, with a shot, a stab, a throw, a frag and the bomb: as many as its pool says."""
    met, faces = set(), {True: set[int](), False: set[int]()}
    for key in range(12):
        for one in eventful(key):
            fallen = [die for die in one.dice if isinstance(die, DieRoll)]
            for kind, written in pools_of(one.event).items():
                assert rolled(fallen, kind) == pool(written)
                met.add((type(one.event), kind))
            for die in fallen:
                assert die.sides == 6
                faces["wild" in die.purpose].add(die.face)
    assert met == {(ToHit, "to-hit"), (Flew, "throw")} | {
        (kind, what) for kind in (Harmed, Blasted) for what in ("damage", "Defense")
    }
    assert faces == {True: {1, 2, 3, 4, 5, 6}, False: {1, 2, 3, 4, 5, 6}}


def eventful(key: int) -> list[LoggedEvent]:
    """A turn in which everything is rolled for, to its end."""
    at = position(
        unit("T", 20, 21, "mp5", over="flash", throw="46,15 2", targets="U2"),
        unit("CT", 25, 21, "spas12", armour="1/1/3", targets="U1:3:0"),
        unit("T", 30, 26, "elites", targets="U2:1:1,U4:1:1"),
        unit("CT", 31, 26, weapon="knife", targets="U3"),
        map="de_depot",
        turn=11,
        mp_ffradius=0,
    )
    bomb, flight = at.state.bomb, at.state.flights[0]
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, 5_000_000, 25_000_000, 6
    flight.gear, flight.thrower, flight.to_hit, flight.turn = number("frag") + 1, 0, 2, 10
    flight.x, flight.y, at.state.n_flights = 24_000_000, 22_000_000, 1
    dice, log = live(key), new_log()
    while at.state.phase == ACTION:
        advance_action(at.state, at.tables[0], dice[0], log[0])
    return decode_log(log, KINDS, REASONS, PURPOSES, NAMES)


def pools_of(event: Event) -> dict[str, str]:
    """The pools that an event tells, by what they were rolled for."""
    if isinstance(event, ToHit):
        return {"to-hit": event.pool}
    if isinstance(event, Flew):
        return {"throw": "1W+1D"}
    if isinstance(event, (Harmed, Blasted)):
        return {"damage": event.pool, "Defense": event.against}
    return {}


def rolled(fallen: list[DieRoll], kind: str) -> tuple[int, int]:
    """How many wild and normal dice of a kind fell; what is thrown again is no further die."""
    purposes = [die.purpose for die in fallen]
    return purposes.count(f"{kind}, wild"), purposes.count(kind)


@pytest.mark.clause("TPS-3.2", "TPS-3.3")
def test_distances_go_from_centre_to_centre_either_way() -> None:
    assert distance_between(0, 0, 3_000_000, 4_000_000) == distance_between(3_000_000, 4_000_000, 0, 0) == 5_000_000
    assert distance_between(7, 7, 7, 7) == 0


@pytest.mark.clause("TPS-1.20", "TPS-13.12")
def test_the_ground_holds_everything_that_twelve_may_ever_carry_beside_what_lies_there() -> None:
    load = ("m249", "glock18", "kit", *["flash", "frag"] * 3)
    at = position(*(unit("CT", 2 + 3 * k, 5, *load, armour="1/1/3") for k in range(UNITS)), mp_grenadeslots=6)
    log = new_log()
    while tokens_in_use(at.state, at.tables[0], -1) < GROUND:
        log[0].count = 0
        lay_token(at.state, log[0], 0, number("usp"), 0)
    for i in range(UNITS):
        log[0].count = 0
        drop_all(at.state, at.tables[0], log[0], i)
    assert at.state.n_ground == GROUND and tokens_in_use(at.state, at.tables[0], -1) == GROUND


def test_every_class_of_the_catalogue_has_a_kind() -> None:
    assert {int(thing[0].kind) for thing in catalogue().values()} == set(range(len(CLASSES)))
