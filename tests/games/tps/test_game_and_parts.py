"""Section 1: what kind of game it is, how long it takes, where it lies; and how much there is room for."""

from __future__ import annotations

import re

import pytest

from fireteam.core.engine.compiled import CLAUSES
from fireteam.core.errors import IllegalChoice
from fireteam.core.space.terrain import MOST_BLOCKS, MOST_CORNERS, MOST_EDGES, MOST_ZONES
from fireteam.games.tps.content import load
from fireteam.games.tps.entries import MAX_CASH, MAX_DICE
from fireteam.games.tps.game import GAME
from fireteam.games.tps.state import ACTION, BUY, GROUND, ORDERS, RULINGS, TARGET, TRAIL
from fireteam.games.tps.tables import EFFECTS, GEAR, HOSTAGES, LISTED, LOADOUTS, PLACES, SHAPES, UNITS
from fireteam.games.tps.tabletop import table_surface
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.tools.clauses import clauses_of_game
from tests.games.tps.matches import start_match
from tests.games.tps.matches import unit as outfit
from tests.games.tps.positions import position, run_actions, unit
from tests.games.tps.turns import count_position, play, refusal_code, unit_place

BOOK = clauses_of_game("tps")
A_ROUND = 25 * 60  # seconds


# Simple rather than real


@pytest.mark.clause("TPS-1.1", "TPS-3.18")
def test_a_unit_has_no_face_and_no_back() -> None:
    """Whichever way it came to its place, it may attack to all sides."""
    ways = [(21, 20, "-1,0"), (19, 20, "1,0"), (20, 21, "0,-1"), (20, 19, "0,1")]
    for x, y, by in ways:
        around = [unit("CT", 20 + dx, 20 + dy) for dx, dy in ((8, 0), (-8, 0), (0, 8), (0, -8))]
        at = count_position(unit("T", x, y, "mp5"), *around, count=10, mp_knifebonus=0)
        play(at, U1=f"move {by}")
        assert unit_place(at, "U1") == (20, 20)
        assert [refusal_code(at, "U1", f"fire U{k}") for k in (2, 3, 4, 5)] == ["ok"] * 4


@pytest.mark.clause("TPS-1.1", "TPS-2.7", "TPS-13.7")
def test_rounds_of_ammunition_are_not_counted() -> None:
    """A weapon that was fired a hundred times fires again, while no roll was Bad."""
    at = position(unit("T", 10, 20, "mp5", targets="U2"), unit("CT", 20, 20))
    loaded = at.unit(1).tobytes()
    for _ in range(100):
        run_actions(at, [5, 5, 5, 5, 2, 1, 1, 1, 5, 5, 5])
        at.state.phase, at.state.step = ACTION, 1
    assert at.unit(1).tobytes() == loaded
    at.state.phase, at.state.step, at.state.owing = TARGET, 0, 3
    assert refusal_code(at, "U1", "fire U2") == "ok"


# How long, and where


@pytest.mark.clause("TPS-1.5", "TPS-5.5", "TPS-20.2")
@pytest.mark.parametrize("map", load().maps)
def test_the_longest_round_at_a_live_table_takes_less_than_25_minutes_of_its_clock(map: str) -> None:
    """Time is up, or the bomb explodes that was armed in the last turn; every count is waited for to its end."""
    setting = GAME.make_setting(map, {"config": "live"})
    options, seconds = setting.tables[0].options, setting.content.options
    turns = int(options.mp_roundturns)
    assert turns > 0, "a round without a limit has no length"
    turns += int(options.mp_c4timer) if setting.content.map.mode == "bomb" else 0
    counts = int(options.mp_movecounts) + int(options.mp_knifebonus)
    turn = seconds["sv_callseconds"] + counts * seconds["sv_countseconds"] + seconds["sv_targetseconds"]
    assert turn > 0 and seconds["sv_buyseconds"] + turns * turn < A_ROUND


@pytest.mark.clause("TPS-1.10", "TPS-23.1")
def test_what_only_the_console_told_stands_in_sections_of_its_own_and_is_played() -> None:
    """Each of its sections has clauses that rules carry, and things in the catalogue that they are for."""
    things = load().catalogue.values()
    kinds = {
        15: [thing for thing in things if thing.split],
        16: [thing for thing in things if thing.auto],
        17: [thing for thing in things if thing.scope and thing.sniper],
        18: [thing for thing in things if thing.kind == "knife"],
        19: [thing for thing in things if thing.effect or thing.kind == "bomb"],
    }
    for section, mine in kinds.items():
        clauses = [id for id in BOOK if id.startswith(f"TPS-{section}.")]
        assert clauses and set(clauses) & set(CLAUSES) and mine
    assert {thing.effect for thing in kinds[19]} == {*EFFECTS, None}
    assert {thing.kind for thing in kinds[15]} == {"shotgun", "grenade"}


@pytest.mark.clause("TPS-1.11", "TPS-27.1")
def test_up_to_six_players_sit_at_a_dining_table_and_more_at_a_larger_one() -> None:
    for map, teams, lies_on in (
        ("de_depot", "2v2", "a dining table"),
        ("de_depot", "3v3", "a dining table"),
        ("de_depot", "4v3", "a table-tennis table"),
        ("de_depot", "5v5", "a table-tennis table"),
        ("cs_clinic", "3v3", "a dining table"),
        ("cs_clinic", "4v4", "a table-tennis table"),
        ("de_harbour", "3v3", "a table-tennis table"),
        ("de_harbour", "6v6", "a table-tennis table"),
    ):
        assert table_surface(GAME.make_setting(map, {"teams": teams})) == lies_on
    two = GAME.make_setting("de_depot", {"teams": "5v5", "sv_units_per_player": "5"})
    assert table_surface(two) == "a dining table", "players reach over it, not units"


@pytest.mark.clause("TPS-1.11", "TPS-27.1", "TPS-1.12")
@pytest.mark.parametrize("map", load().maps)
def test_the_referee_of_a_real_table_is_told_where_the_map_lies(map: str) -> None:
    setting = GAME.make_setting(map)
    states = setting.opening.copy()
    states[0].phase, states[0].round_number = BUY, 1
    wide, high = setting.content.map.size
    assert GAME.tabletop is not None
    said = GAME.tabletop.call(setting, states)
    assert said.startswith(f"The map, {wide:g} by {high:g} MU, lies on {table_surface(setting)}. Round 1. Buy!")
    states[0].round_number = 2
    assert GAME.tabletop.call(setting, states).startswith("Round 2. Buy!")
    assert re.search(
        rf"`{map}`: \w+, {wide:g} × {high:g} MU, {'-'.join(map_players(map))} units", BOOK["TPS-27.1"].text
    )


def map_players(map: str) -> list[str]:
    return [str(number) for number in load().maps[map].players]


# Room


@pytest.mark.clause("TPS-7.11", "TPS-28.1")
def test_a_list_of_purchases_has_at_most_16_entries() -> None:
    setting, states = start_match("buy", outfit("T", 3, 15), outfit("CT", 44, 15))
    match = Match(
        setting, [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)], secret_of_seed(4), states
    )
    with pytest.raises(IllegalChoice, match=r"at most 16 entries, not 17 \(E_VALUE"):
        match.act("U1", "buy " + ",".join(["flash"] * 17))
    match.act("U1", "buy " + ",".join(["flash"] * 16))
    assert match.slots_to_act() == [1]


@pytest.mark.clause("TPS-23.5", "TPS-27.3", "TPS-7.11", "TPS-1.20", "TPS-1.6", "TPS-5.9", "TPS-19.33", "TPS-24.8")
@pytest.mark.parametrize(
    ("clause", "numbers"),
    [
        ("7.11", [f"{LISTED} entries"]),
        ("23.5", [f"{GEAR} things", f"1 to {MAX_DICE} dice", f"0 and {MAX_CASH},", f"{LOADOUTS} lists"]),
        ("27.3", [f"{MOST_ZONES} zones", f"{MOST_BLOCKS} blocks", f"{MOST_CORNERS} corners", f"{MOST_EDGES} edges"]),
        ("27.3", [f"{PLACES} spawn", f"{SHAPES} sites", f"{SHAPES} rescue", f"{HOSTAGES} hostage"]),
        ("1.20", [f"{GROUND} tokens", f"than {GROUND - UNITS} fails"]),
        ("1.6", [f"2 to {UNITS} units"]),
        ("5.9", [f"1-{ORDERS})"]),
        ("19.33", [f"{TRAIL} points"]),
        ("24.8", [f"most {RULINGS} commands"]),
    ],
)
def test_the_rulebook_says_how_much_there_is_room_for(clause: str, numbers: list[str]) -> None:
    assert [number for number in numbers if number not in BOOK[f"TPS-{clause}"].text] == []
