"""Positions in one line: written, read back, and refused in one sentence when no match can come to them."""

from __future__ import annotations

import pytest

from fireteam.core.errors import BadNotation, FireteamError
from fireteam.core.slot_choices import menu
from fireteam.games.tps.game import GAME
from tests.games.tps.matches import play_at_random, start_match, unit

MATCHES = (
    ("de_depot", {"teams": "2v2"}, 60),
    ("cs_clinic", {"teams": "2v2", "mp_maxrounds": "1", "mp_grounditems": "1"}, 60),
    ("de_harbour", {"teams": "3v3", "sv_movebatch": "4", "mp_startmoney": "60"}, 40),
    ("de_depot", {"teams": "1v1", "sv_admin": "1", "mp_maxrounds": "2", "mp_roundturns": "1"}, 60),
)


@pytest.mark.heavy
@pytest.mark.parametrize(("map", "options", "most"), MATCHES)
def test_every_state_of_a_match_is_written_and_read_back(map: str, options: dict[str, str], most: int) -> None:
    setting = GAME.make_setting(map, options)
    for states, _ in play_at_random(setting, 5, most):
        line = GAME.write_position(setting, states)
        again, read = GAME.read_position(line)
        assert read.tobytes() == states.tobytes(), line
        assert again.tables.tobytes() == setting.tables.tobytes() and again.options == setting.options
        assert GAME.write_position(again, read) == line and "\n" not in line


def line(phase: str = "call", **options: str) -> str:
    """Two units on the depot that call their weapons."""
    return GAME.write_position(
        *start_match(phase, unit("T", 20, 21, "mp5 flash"), unit("CT", 25, 21, "usp vest"), **options)
    )


def test_a_line_says_all_there_is_to_a_position() -> None:
    assert line() == (
        "de_depot teams=1v1 phase=2 owing=3 n_units=2 round_number=1 turn=1"
        " units.0.alive=1 units.0.x=20000000 units.0.y=21000000 units.0.health=3 units.0.primary.gear=10"
        " units.0.grenades.0.gear=24 units.0.cash=8"
        " units.1.side=1 units.1.alive=1 units.1.x=25000000 units.1.y=21000000 units.1.health=3"
        " units.1.sidearm.gear=3 units.1.vest.gear=27 units.1.vest.mark=1 units.1.cash=8"
    )


def test_a_position_read_is_ready_to_play() -> None:
    setting, states = GAME.read_position(line())
    assert len(menu(setting, states, 0)) > 5 and not GAME.result(setting, states).is_over


@pytest.mark.parametrize(
    ("written", "instead", "sentence"),
    [
        ("", "", "a position begins with a scenario and its options"),
        ("teams=1v1", "teams", "'teams' is no option; write name=value"),
        ("teams=1v1", "seats=1", "no option named 'seats'"),
        ("de_depot", "de_dust", "no map named 'de_dust'"),
        ("phase=2", "fase=2", "'fase' is no part of a position; did you mean phase?"),
        ("phase=2", "phase=2 phase=2", "phase is said twice"),
        ("phase=2", "phase=two", "'two' is no whole number"),
        ("phase=2", "phase=" + "9" * 40, "is too large"),
        ("phase=2", "phase", "'phase' is no part of a position; write name=value"),
        ("phase=2", "phase=77", "phase=77 cannot be: write 0 to 9"),
        ("phase=2", "phase=5 step=1", "step=1 cannot be: write 0"),
        ("phase=2", "phase=6", "phase=6: in end_turn nobody decides"),
        ("phase=2", "phase=3", "count=0 cannot be in phase 3"),
        ("phase=2", "phase=9", "winner=0 cannot be in phase 9"),
        ("n_units=2", "n_units=3", "n_units=3 cannot be: write 2"),
        ("turn=1", "turn=13", "turn=13 cannot be: write 0 to 12"),
        ("turn=1", "", "the first round is round_number=1, its first turn turn=1"),
        ("owing=3", "owing=7", r"owing=7: a bit for each that decides, some of U1, U2 \(3 for all\)"),
        ("owing=3", "", "owing=0: a bit for each that decides"),
        ("units.0.x=20000000", "units.0.x=-1", "units.0.x=-1 cannot be"),
        ("units.0.x=20000000", "units.0.x=24500000", "U1 cannot stand at 24.5,21: too near a wall or another token"),
        ("units.0.x=20000000", "units.0.x=200000", "U1 cannot stand at 0.2,21: too near a wall or another token"),
        ("units.0.health=3", "", "a living unit has at least 1"),
        ("units.0.health=3", "units.0.health=99", "units.0.health=99 cannot be"),
        ("units.0.alive=1", "", "an eliminated unit has no place, no health and no equipment"),
        ("primary.gear=10", "primary.gear=27", "units.0.primary.gear=27: that does not go into the slot"),
        ("primary.gear=10", "primary.gear=10 units.0.primary.mark=2", "units.0.primary.mark=2 cannot be"),
        ("vest.mark=1", "vest.mark=2", "units.1.vest.mark=2 cannot be of what is in the slot"),
        ("grenades.0.gear=24", "grenades.1.gear=24", "without a gap"),
        ("grenades.0.gear=24", "grenades.0.gear=2", "only grenades go there"),
        ("units.0.cash=8", "units.0.cash=100", "units.0.cash=100 cannot be: write 0 to 99"),
        ("units.0.cash=8", "units.0.weapon=1", "units.0.weapon=1 cannot be in phase 2"),
        ("units.0.cash=8", "units.0.moves=1", r"units.0.moves=1 is for living units in phases 3 and 4"),
        ("units.0.cash=8", "units.2.cash=8", "units.2: this match has 2 units"),
        ("units.0.cash=8", "units.0.special.gear=30 bomb.status=1 bomb.turn=1", "there is one bomb at most"),
        ("units.0.cash=8", "bomb.status=2 bomb.turn=1", "bomb.status=2: the round has ended with it"),
        ("units.0.cash=8", "bomb.status=1 bomb.turn=5", "bomb.turn=5: it was armed in this turn or an earlier one"),
        ("units.0.cash=8", "n_ground=1", "n_ground=1 does not count ground"),
        ("units.0.cash=8", "n_flights=1 flights.0.gear=24 flights.0.turn=1", "thrown in an earlier turn"),
        ("units.0.cash=8", "smoke.31=2", "smoke.31=2: the last turn of smoke in a zone"),
        ("units.0.cash=8", "hostages.0.status=1", "hostages.0: this match has 0 hostages"),
        ("units.0.cash=8", "doing.unit=3", "doing.unit=3 cannot be: write 0"),
    ],
)
def test_what_cannot_be_is_refused_with_the_part_that_is_wrong(written: str, instead: str, sentence: str) -> None:
    good = line()
    assert written in good
    with pytest.raises(FireteamError, match=sentence):
        GAME.read_position(good.replace(written, instead, 1) if written else "")


def test_orders_that_wait_are_part_of_a_position() -> None:
    setting, states = start_match("count", unit("T", 20, 21, "mp5"), unit("CT", 25, 21, "m4a1"), sv_movebatch="3")
    states[0].units[0].n_orders, states[0].owing = 2, 2
    states[0].units[0].orders[0] = 1, 600_000, -800_000
    said = GAME.write_position(setting, states)
    assert "units.0.n_orders=2 units.0.orders.0.0=1 units.0.orders.0.1=600000 units.0.orders.0.2=-800000" in said
    assert GAME.read_position(said)[1].tobytes() == states.tobytes()
    with pytest.raises(BadNotation, match=r"units\.0\.orders: n_orders counts them, and they begin with 0 to 4"):
        GAME.read_position(said.replace("orders.0.0=1", "orders.0.0=5"))
    with pytest.raises(BadNotation, match="owing=3: a bit for each that decides, some of U2"):
        GAME.read_position(said.replace("owing=2", "owing=3"))


def test_hostages_stand_where_they_can_and_follow_who_is_there() -> None:
    states = start_match("call", unit("T", 20, 8, "mp5"), unit("CT", 11, 10, "usp"), map="cs_clinic")[1]
    setting = GAME.make_setting("cs_clinic", {"teams": "1v1"})
    hostage = states[0].hostages[0]
    hostage.status, hostage.x, hostage.y, hostage.health = 1, 10_000_000, 10_000_000, 2
    hostage.leader, hostage.used, hostage.n_trail = 2, 1, 1
    hostage.trail_x[0], hostage.trail_y[0] = 11_000_000, 10_000_000
    said = GAME.write_position(setting, states)
    assert GAME.read_position(said)[1].tobytes() == states.tobytes()
    for written, instead, sentence in (
        ("hostages.0.x=10000000", "hostages.0.x=100000", "H1 needs health and a place off walls and other tokens"),
        ("hostages.0.leader=2", "", "one that is led has a trail"),
        ("hostages.0.status=1", "hostages.0.status=2", "only one on the table"),
        ("hostages.0.health=2", "", "H1 needs health"),
    ):
        with pytest.raises(BadNotation, match=sentence):
            GAME.read_position(said.replace(written, instead))
