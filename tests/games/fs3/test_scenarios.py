"""Scenarios and how a match begins: set-up, defaults, names, seats and slots, and what the check says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from fireteam.bots import find_bot
from fireteam.content.library import find_library
from fireteam.core.dice import tape
from fireteam.core.errors import IllegalChoice, UnknownName
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import decode
from fireteam.core.protocol.events import new_log
from fireteam.core.run import run_to_decision
from fireteam.core.slot_choices import refusal_of
from fireteam.games.fs3.choices.orders import Pass
from fireteam.games.fs3.content import places_of
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.map_build import pieces_of
from fireteam.games.fs3.state import (
    BY_LAST_TEAM,
    BY_POINTS,
    BY_TURN_LIMIT,
    LOBBY,
    NORMAL,
    PASSENGER,
    PILOT_ROLE,
    READY,
    SOLDIER,
)
from fireteam.games.fs3.tables import LAST_TEAM, POINT_EVENTS, RAW, TURN_LIMIT, WITHDRAW_FROM, WITHDRAWN_UNIT
from fireteam.games.fs3.tables_build import ends_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests import processes
from tests.heavy.settings import factor

from .packs import RULES, YARD, codes, content, write_pack

PRINTED = ("loading_yard", "roadblock", "robot_assault", "arrest", "patrol", "shuttle_run", "sparring")


def setting(id: str, **options: Any) -> Setting:
    return GAME.make_setting(id, options)


def scenario(**fields: Any) -> dict[str, Any]:
    return {**YARD, **fields}


def codes_in(folder: Path, **fields: Any) -> list[str]:
    return codes(folder, scenarios=[scenario(**fields)])


def setting_of(folder: Path, **fields: Any) -> Setting:
    write_pack(folder, scenarios=[scenario(**fields)])
    return GAME.make_setting("mine", {}, [str(folder)])


def unit(team: int, **fields: Any) -> dict[str, Any]:
    base: dict[str, Any] = YARD[f"team{team}"]
    return {**base, "units": [{**base["units"][0], **fields}]}


@pytest.mark.clause("FS3-E.1", "FS3-6.8", "FS3-22.20")
@pytest.mark.parametrize("id", PRINTED)
def test_scenarios_have_the_map_and_the_people_of_the_rulebook(id: str) -> None:
    printed = printed_scenarios()[id]
    own = content().scenarios[id]
    assert own.map is not None and (own.map.w, own.map.h) == (printed["map"]["w"], printed["map"]["h"])
    assert own.blast_scale == printed.get("blast_scale", 1.0)
    assert [list(wall) for wall in own.walls] == printed.get("walls", [])
    low = [(list(each.rect or ()), each.protection) for each in own.features]
    assert low == [(each["rect"], each["protection"]) for each in printed.get("low", [])]
    assert all(each.move and not each.sight for each in own.features)
    places = [(place.team, list(place.at)) for place in places_of(own) if place.at and not place.twin]
    assert sorted(places) == sorted(printed_places(printed))


def printed_scenarios() -> dict[str, dict[str, Any]]:
    """The scenarios of the rulebook by id."""
    block = RULES[RULES.index("- id: loading_yard") :].split("```")[0]
    return {each["id"]: each for each in yaml.safe_load(block)}


def printed_places(printed: dict[str, Any]) -> list[tuple[int, list[float]]]:
    """Where the rulebook's units stand, in any of the ways in which it writes them."""
    places = []
    for team in (1, 2):
        side = printed.get(f"team{team}", [])
        units = side if isinstance(side, list) else side.get("units", [{"at": at} for at in side.get("at", [])])
        places += [(team, unit["at"]) for unit in units if "at" in unit]
    return places


@pytest.mark.heavy
@pytest.mark.skipif(factor() <= 1, reason="thousands of fights, compiled: with FIRETEAM_HEAVY above 1")
@pytest.mark.clause("FS3-E.1")
@pytest.mark.parametrize("id", [id for id in PRINTED if id != "sparring"])
def test_neither_side_has_it_easy(id: str) -> None:
    bots = ["--team1", "greedy", "--team2", "greedy"]
    said = processes.run(
        *("-m", "fireteam", "sim", "fs3", "--mission", id, *bots, "-n", "2000", "--seed", "11", "--json"),
        FIRETEAM_JIT="1",
    )
    found = json.loads(said)
    shares = {team: found["wins"][slots[0]]["share"] for team, slots in setting(id).groups.items() if "team" in team}
    assert all(0.35 <= share <= 0.65 for share in shares.values()), shares


@pytest.mark.clause("FS3-E.2", "FS3-6.6", "FS3-17.10")
def test_team_1_are_pcs_with_a_luck_point_and_team_2_npcs() -> None:
    table = setting("robot_assault").tables[0]
    beings = [
        (int(unit.team), int(table.beings[unit.being - 1].is_pc), int(table.beings[unit.being - 1].luck))
        for unit in table.units
        if unit.being
    ]
    assert beings == [(1, 1, 1)] * 6 + [(2, 0, 0)] * 4
    npcs = setting("roadblock").tables[0]
    assert [int(npcs.beings[k].is_pc) for k in range(9)] == [0] * 9


@pytest.mark.clause("FS3-E.2", "FS3-1.5")
def test_a_rating_counts_for_all_abilities_and_rules_nothing() -> None:
    table = setting("patrol").tables[0]
    names, pilot = content().ability_names, table.beings[0]
    assert pilot.rating == -1 and not pilot.ruling.any()
    ratings = {name: int(pilot.ratings[n]) for n, name in enumerate(names)}
    assert ratings["Gunnery"] == ratings["Reactive"] == 6 and ratings["Athletic"] == ratings["Firearms"] == 5
    assert table.beings[4].rating == 5  # a robot


@pytest.mark.clause("FS3-2.4", "FS3-2.5", "FS3-D.3")
def test_a_character_is_ruled_by_the_attributes_of_its_sheet(tmp_path: Path) -> None:
    table = setting_of(tmp_path, team1={"units": [{"name": "Jo", "at": [5, 5], "character": "sample_marine"}]}).tables[
        0
    ]
    names, being = content().ability_names, table.beings[0]
    assert being.ratings[names.index("Firearms")] == 8 and being.ratings[names.index("Medicine")] == 0
    assert being.ruling[names.index("Firearms")] == 1 + names.index("Reactive")
    assert being.ruling[names.index("Reactive")] == 0
    assert being.ruling[names.index("Demolitions")] == 1 + names.index("Academic")
    assert [int(each) for each in being.weapons[:2]] == [
        list(content().weapons).index(id) for id in ("rifle", "pistol")
    ]


@pytest.mark.clause("FS3-E.1")
def test_a_mirrored_map_is_the_same_from_both_ends() -> None:
    yard = content().scenarios["loading_yard"]
    corners = {frozenset(piece.corners) for piece in pieces_of(yard)}
    assert corners == {frozenset((6000 - x, 4000 - y) for x, y in each) for each in corners}
    table = setting("loading_yard").tables[0]
    units = [(int(unit.team), int(unit.x), int(unit.y)) for unit in table.units if unit.being]
    assert {(3 - team, 6000 - x, 4000 - y) for team, x, y in units} == set(units)
    assert [table.beings[k].is_pc for k in range(8)] == [1] * 8


@pytest.mark.clause("FS3-6.7", "FS3-6.30")
def test_who_has_no_weapon_list_has_one_weapon(tmp_path: Path) -> None:
    weapons = list(content().weapons)
    pilot = {"name": "Vera", "at": [5, 20], "join": "pilot", "vehicle": "interceptor", "craft": "Hawk"}
    both = {"rating": 5, "units": [{"name": "Anna", "at": [5, 5]}, pilot, {"name": "Max", "at": [9, 9], "weapons": []}]}
    at = setting_of(tmp_path, team1=both)
    anna, vera, max_ = at.opening[0].combatants[:3]
    assert weapons[anna.weapons[0]] == "rifle" and anna.rounds[0] == 20 and anna.hand == 1
    assert weapons[vera.weapons[0]] == "kinetic_cannon" and vera.n_weapons == 1
    assert (max_.n_weapons, max_.hand) == (0, 0)
    assert (anna.stance, anna.armour, anna.suppression, anna.aim) == (NORMAL, 0, 0, 0)
    assert weapons[at.tables[0].unarmed] == "unarmed" and weapons[at.tables[0].default_weapon] == "rifle"


@pytest.mark.clause("FS3-6.9")
def test_a_loadout_has_rounds_and_spare_clips(tmp_path: Path) -> None:
    side = unit(1, weapons=["rifle", "pistol"], rounds={"rifle": 7}, spare_clips={"pistol": 2})
    one = setting_of(tmp_path, team1=side).opening[0].combatants[0]
    assert list(map(int, one.rounds[:2])) == [7, 10] and list(map(int, one.clips[:2])) == [-1, 2]
    assert codes_in(tmp_path, team1=unit(1, rounds={"rifle": 21})) == ["E-CFG-RANGE"]


@pytest.mark.clause("FS3-6.3", "FS3-C.3", "FS3-6.8")
def test_types_preset_gear_and_vehicle(tmp_path: Path) -> None:
    at = setting_of(tmp_path, team2=unit(2, type="robot_trooper", rating=6))
    robot, being = at.opening[0].combatants[1], at.tables[0].beings[1]
    assert (robot.role, robot.is_pc, being.rating) == (SOLDIER, 0, 6)
    assert robot.armour == 1 + list(content().armours).index("robot_trooper")


@pytest.mark.clause("FS3-6.3", "FS3-6.4", "FS3-20.5")
def test_pilots_and_passengers_sit_in_named_vehicles() -> None:
    at = setting("shuttle_run")
    state = at.opening[0]
    assert [int(one.role) for one in state.combatants[:3]] == [PILOT_ROLE, PASSENGER, PILOT_ROLE]
    assert state.combatants[0].vehicle == state.combatants[1].vehicle == 1
    names = GAME.names(at, at.opening)
    assert names.thing("vehicle", 0) == "pelican" and names.thing_title("vehicle", "pelican") == "Pelican"
    assert (state.vehicles[0].x, state.vehicles[0].y) == (5000, 40000) == (state.combatants[1].x, state.combatants[1].y)


@pytest.mark.clause("FS3-6.4", "FS3-24.14")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"join": "pilot"}, "E-NO-VEHICLE"),
        ({"join": "passenger", "craft": "Hawk"}, "E-NO-VEHICLE"),
        ({"vehicle": "rowing_boat", "join": "pilot"}, "E-CFG-REF"),
    ],
)
def test_who_sits_in_nothing_is_told(tmp_path: Path, fields: dict[str, Any], code: str) -> None:
    assert codes_in(tmp_path, team1=unit(1, **fields)) == [code]


@pytest.mark.clause("FS3-6.4")
def test_a_vehicle_has_one_pilot(tmp_path: Path) -> None:
    pilots = [{"name": name, "at": [9, y], "craft": "Hawk"} for name, y in (("Anna", 6), ("Cara", 18))]
    team = {"join": "pilot", "vehicle": "interceptor", "rating": 5, "units": pilots}
    assert codes_in(tmp_path, team1=team) == ["E-PILOT-TAKEN"]


@pytest.mark.clause("FS3-6.6", "FS3-24.14")
def test_there_are_nine_teams(tmp_path: Path) -> None:
    at = setting_of(tmp_path, team9={"units": [{"name": "Ida", "at": [20, 20]}]})
    assert [int(one.team) for one in at.opening[0].combatants[:3]] == [1, 2, 9]
    assert codes_in(tmp_path, team10={"units": [{"name": "Ida", "at": [20, 20]}]}) == ["E-CFG-FIELD"]
    assert codes_in(tmp_path, end=[{"turn_limit": 5, "winner": 3}]) == ["E-TEAM"]


@pytest.mark.clause("FS3-6.1", "FS3-6.11")
def test_a_scenario_may_be_mock() -> None:
    assert setting("sparring").tables[0].mock == 1 and setting("patrol").tables[0].mock == 0


@pytest.mark.clause("FS3-1.3", "FS3-6.1", "FS3-6.3")
def test_with_a_desk_there_is_a_storyteller_and_seats_for_those_who_join() -> None:
    at = setting("arrest", desk="storyteller")
    assert at.slots[-1] == "storyteller" and at.referee == len(at.slots) - 1 == at.tables[0].storyteller - 1
    assert at.slots[9:17] == tuple(f"joined{k}" for k in range(1, 9))
    state = at.opening.copy()
    assert state[0].phase == LOBBY and not any(one.status for one in state[0].combatants[9:])
    assert "robot_trooper" in at.content.things["being"] and "sample_marine" in at.content.things["being"]
    assert setting("arrest").referee == -1 and len(setting("arrest").slots) == 9


@pytest.mark.clause("FS3-6.1")
def test_groups_name_the_slots_of_teams_and_kinds() -> None:
    groups = setting("arrest").groups
    assert list(groups) == ["team1", "team2", "npcs", "pcs"]
    assert groups["team1"] == groups["pcs"] == ("alma", "boris", "celia", "deniz")
    assert groups["team2"] == groups["npcs"] == ("rick", "sven", "tess", "udo", "vito")


@pytest.mark.clause("FS3-6.12", "FS3-24.14")
@pytest.mark.parametrize("id", PRINTED)
def test_everybody_has_a_lawful_first_order(id: str) -> None:
    at = setting(id)
    states = at.opening.copy()
    run_to_decision(states[0], at.tables[0], tape([])[0], new_log()[0])
    for slot, name in enumerate(at.slots):
        assert states[0].combatants[slot].status == READY
        assert refusal_of(at, states, slot, Pass()) is None, name


@pytest.mark.clause("FS3-24.14")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"at": [0.2, 5]}, "E-CFG-PLACE"),  # the base leaves the map (FS3-20.2)
        ({"at": [29.5, 20]}, "E-CFG-PLACE"),  # it overlaps Ben's (FS3-20.7)
        ({"at": None}, "E-CFG-PLACE"),
        ({"at": [5.123, 5]}, "E-CFG-RANGE"),
        ({"weapons": ["bow"]}, "E-CFG-REF"),
        ({"armour": "cloak"}, "E-CFG-REF"),
        ({"ratings": {"Magic": 3}}, "E-CFG-REF"),
        ({"kind": "npc", "ratings": {"Melee": 3}}, "E-CFG-FIELD"),
        ({"name": "Ben"}, "E-CFG-DUP"),
        ({"name": "Joined1"}, "E-CFG-DUP"),  # who joins has this id (FS3-6.8a)
        ({"name": "team2"}, "E-CFG-DUP"),
        ({"join": "pilot", "vehicle": "interceptor", "craft": "ben"}, "E-CFG-DUP"),  # Ben has this id
        ({"join": "pilot", "vehicle": "interceptor", "craft": "craft7"}, "E-CFG-DUP"),
        ({"armour": "interceptor"}, "W-ARMOUR-CLASS"),
    ],
)
def test_what_is_wrong_with_a_combatant_is_told(tmp_path: Path, fields: dict[str, Any], code: str) -> None:
    assert codes_in(tmp_path) == [] and codes_in(tmp_path, team1=unit(1, **fields)) == [code]


@pytest.mark.clause("FS3-24.14", "FS3-20.8", "FS3-20.1", "FS3-20.13")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"walls": [[4, 4, 2, 2]]}, "E-CFG-PLACE"),  # Anna stands in it
        ({"walls": [[10, 10, 0, 2]]}, "E-CFG-PLACE"),
        ({"features": [{"shape": [[10, 10], [14, 10], [11, 11], [10, 14]]}]}, "E-CFG-PLACE"),
        ({"features": [{"rect": [10, 10, 1.001, 1]}]}, "E-CFG-RANGE"),
        ({"features": [{"rect": [10, 10, 1, 1], "covered_locations": ["XX"]}]}, "E-CFG-LOC"),
        ({"features": [{"rect": [10, 10, 1, 1], "cover": "hedge"}]}, "E-CFG-REF"),
        ({"features": [{"sight": True}]}, "E-CFG-FIELD"),
        ({"zones": {"gate": [39, 0, 5, 5]}}, "E-CFG-PLACE"),
        ({"map": None, "walls": [[10, 10, 2, 2]]}, "E-CFG-REF"),
    ],
)
def test_what_is_wrong_with_a_map_is_told(tmp_path: Path, fields: dict[str, Any], code: str) -> None:
    assert codes_in(tmp_path, **fields) == [code]


@pytest.mark.parametrize(
    ("scenario", "npcs"), [("patrol", ("r1", "r2", "r3", "r4", "r5")), ("loading_yard", ()), ("roadblock", ())]
)
def test_players_have_the_player_characters_or_all_where_there_are_none(scenario: str, npcs: tuple[str, ...]) -> None:
    assert setting(scenario).npcs == npcs


@pytest.mark.clause("FS3-24.14", "FS3-21.9", "FS3-21.10", "FS3-21.5")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"end": [{"last_team": True, "turn_limit": 5}]}, "E-CFG-FIELD"),
        ({"end": [{"team": 1, "turn_limit": 5}]}, "E-CFG-FIELD"),
        ({"end": [{"objective": {"team": 1, "withdrawn_unit": "Zoe"}}]}, "E-CFG-REF"),
        ({"end": [{"objective": {"team": 2, "withdrawn_unit": "Anna"}}]}, "E-TEAM"),
        ({"end": [{"objective": {"team": 1, "withdraw_from": "gate", "count": 1}}]}, "E-CFG-REF"),
        ({"points": [{"event": "in_zone_end", "value": 1}]}, "E-CFG-FIELD"),
        ({"points": [{"event": "own_ko", "value": 1, "zone": "gate"}]}, "E-CFG-FIELD"),
    ],
)
def test_what_is_wrong_with_an_end_is_told(tmp_path: Path, fields: dict[str, Any], code: str) -> None:
    assert codes_in(tmp_path, **fields) == [code]


@pytest.mark.clause("FS3-21.2", "FS3-21.4", "FS3-21.10")
def test_ends_are_read_in_file_order_with_a_limit_of_thirty_turns() -> None:
    arrest = ends_of(content().scenarios["arrest"])
    assert [(end.last_team, end.turn_limit) for end in arrest] == [(True, None), (False, 10)]
    assert all((end.result, end.team, end.threshold) == ("points", 1, 12) for end in arrest)
    table = setting("roadblock").tables[0]
    kinds = [int(each.kind) for each in table.conditions[:4]]
    assert kinds == [WITHDRAW_FROM, LAST_TEAM, TURN_LIMIT, 0] and table.conditions[2].winner == 2
    ends = setting("shuttle_run").tables[0].conditions
    assert (ends[0].kind, ends[0].team, ends[0].number, ends[1].target_team) == (WITHDRAWN_UNIT, 1, 1, 1)
    points = setting("arrest").tables[0].points
    assert [POINT_EVENTS[each.event] for each in points[:4]] == [
        *("enemy_subdued", "enemy_ko_stun", "enemy_ko_physical", "own_ko")
    ]


@pytest.mark.clause("FS3-21.4")
def test_a_scenario_without_turn_limit_has_one_of_thirty(tmp_path: Path) -> None:
    conditions = setting_of(tmp_path).tables[0].conditions
    assert [(int(each.kind), int(each.number)) for each in conditions[:2]] == [(LAST_TEAM, 0), (TURN_LIMIT, 30)]


@pytest.mark.clause("FS3-8.13", "FS3-8.14", "FS3-8.15", "FS3-20.1")
def test_ranges_are_half_once_and_twice_the_effective_range(tmp_path: Path) -> None:
    gun = {
        **{"id": "mine", "name": "Mine", "type": "Ranged", "class": "Personal", "attack": 5, "defence": 3},
        **{"lethality": 0, "penetration": 4, "effective": 30, "short": 5, "long": 31},
    }
    write_pack(tmp_path, weapons=[gun], scenarios=[YARD])
    at = GAME.make_setting("mine", {}, [str(tmp_path)])
    rows = {id: at.tables[0].weapons[n] for n, id in enumerate(at.content.things["weapon"])}
    rifle, mine, knife = rows["rifle"], rows["mine"], rows["knife"]
    assert (rifle.short, rifle.medium, rifle.long) == (25000, 50000, 100000)
    assert (mine.short, mine.medium, mine.long) == (500, 3000, 3100)
    assert (knife.short, knife.medium, knife.long) == (0, 0, 0)
    assert mine.attack == RAW - 5


@pytest.mark.clause("FS3-20.20")
def test_a_table_may_have_no_map(tmp_path: Path) -> None:
    bare = {name: value for name, value in YARD.items() if name != "map"}
    write_pack(tmp_path, scenarios=[bare])
    at = GAME.make_setting("mine", {"default_distance_cm": "1500"}, [str(tmp_path)])
    anna, ben, other = range(3)
    distances = at.opening[0].distances
    assert not at.tables[0].has_map and distances[anna, ben] == distances[ben, anna] == 2915, "from 5,5 to 30,20"
    assert distances[anna, other] == 1500 and distances[ben, ben] == 0


@pytest.mark.clause("FS3-20.20", "FS3-E.1")
def test_a_scenario_without_map_is_as_printed_and_played_to_its_end_by_bots() -> None:
    printed, own = printed_scenarios()["boarding"], content().scenarios["boarding"]
    assert "map" not in printed and own.map is None
    places = [(place.team, list(place.at)) for place in places_of(own) if place.at]
    assert sorted(places) == sorted(printed_places(printed))
    at = setting("boarding")
    assert at.opening[0].distances[0, 3] == 4600 and at.opening[0].distances[2, 5] == 2200
    match = Match(at, [Seat(name, 1 << k, "greedy") for k, name in enumerate(at.slots)], secret_of_seed("the lock"))
    while not match.is_over:
        slot = match.slots_to_act()[0]
        seat = match.seat_of(slot)
        assert seat is not None
        view = match.view(seat.name)
        choice = find_bot("greedy").choose(at, view, slot, match.key_for_bot(slot))
        match.act(seat.name, decode(choice[0], GAME.verbs, GAME.names(at, view)), slot)
    assert match.result.winners and match.state[0].why in (BY_LAST_TEAM, BY_TURN_LIMIT, BY_POINTS)


@pytest.mark.clause("FS3-1.5", "FS3-12.4", "FS3-D.3", "FS3-18.5")
def test_a_character_brings_its_wounds(tmp_path: Path) -> None:
    ratings = dict.fromkeys(content().abilities.attributes, 5)
    wound = {"location": "LL", "severity": "Serious", "treated": True, "healing_points": 1.5}
    hurt = {"id": "hurt", "name": "Hurt", "kind": "pc", "ratings": ratings, "wounds": [wound], "luck": 3}
    write_pack(
        tmp_path,
        characters=[hurt],
        scenarios=[scenario(team1={"units": [{"name": "Anna", "at": [5, 5], "character": "hurt"}]})],
    )
    at = GAME.make_setting("mine", {}, [str(tmp_path)])
    row = at.opening[0].wounds[0]
    assert (row.victim, row.severity, row.points, row.has_healed, row.is_treated) == (1, 3, 15, 1, 1)
    assert at.opening[0].n_wounds == 1 and at.opening[0].combatants[0].luck == 3
    assert codes(tmp_path, characters=[{**hurt, "wounds": [{**wound, "location": "EN"}]}]) == ["E-CFG-LOC", "E-CFG-REF"]


@pytest.mark.clause("FS3-1.1", "FS3-A.9")
def test_options_go_over_a_set_over_the_scenario_over_the_file(tmp_path: Path) -> None:
    sets = [{"id": "mine_set", "name": "Mine", "options": {"cover_chance": 60, "move_cm": 900}}]
    write_pack(tmp_path, options=sets, scenarios=[scenario(options={"cover_chance": 50})])
    at = GAME.make_setting("mine", {"config": "mine_set", "move_cm": "800"}, [str(tmp_path)])
    table = at.tables[0].options
    assert (table.cover_chance, table.move_cm, table.turn_seconds) == (50, 800, 5)


@pytest.mark.clause("FS3-24.1")
def test_options_that_there_are_not_are_refused() -> None:
    with pytest.raises(IllegalChoice, match="cover_chance is 101"):
        setting("patrol", cover_chance="101")
    with pytest.raises(IllegalChoice, match="desk is me"):
        setting("patrol", desk="me")
    with pytest.raises(UnknownName):
        setting("patrol", magic="1")


@pytest.mark.clause("FS3-20.1")
def test_places_are_written_in_metres_and_names_in_any_case() -> None:
    at = setting("patrol")
    names = GAME.names(at, at.opening)
    assert names.point(12345, -50) == "123.45,-0.5" and names.find_point("123.45,-0.5") == (12345, -50)
    assert names.find_unit("ANNA") == names.find_unit("anna") == 0 and names.unit_title("anna") == "Anna"
    assert names.find_thing("location", "bd") == names.find_thing("location", "BD") >= 0
    assert names.thing_title("location", "BD") == "Body"


@pytest.mark.clause("FS3-D.2")
def test_charts_are_lists_of_fifteen_codes(tmp_path: Path) -> None:
    lists = [json.loads(json.dumps(row)) for chart in content().charts.values() for row in chart.rows.values()]
    assert {len(row) for row in lists} == {15} and any("--" in row for row in lists)
    assert find_library("fs3").game == "fs3"
