"""Maps: section 27 of the rulebook, what a map must be, and where it says what it must not (E_MAP)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from fireteam.content.free_map import point_steps
from fireteam.core.space.terrain import are_neighbours, zone_of
from fireteam.core.space.terrain_build import build
from fireteam.games.tps.content import load
from fireteam.games.tps.entries import Map
from fireteam.games.tps.tables import PLACES, SIDES
from tests.games.tps.content_packs import MAPS, RULES, alter, base_file, load_pack, problem_lines

YARD: dict[str, Any] = {
    "id": "yard",
    "name": "Yard",
    "mode": "bomb",
    "size": [20, 10],
    "players": [2, 4],
    "round_turns": 8,
    "walls": [[10, 4, 10, 6]],
    "blocks": [[6, 2, 8, 3]],
    "windows": [[12, 7, 14, 7]],
    "low": [[[15, 2], [16, 2], [15.5, 3]]],
    "sites": {"A": [12, 1, 16, 4]},
    "spawns": {"T": [[2, 3], [2, 5], [2, 7]], "CT": [[18, 3], [18, 5], [18, 7]]},
    "zones": [{"id": "west", "shape": [0, 0, 10, 10]}, {"id": "east", "shape": [10, 0, 20, 10]}],
}
RESCUE = alter(YARD, mode="hostage", sites=..., rescue={"van": [1, 1, 3, 3]}, hostages=[[16, 5], [16, 8]])


def zones(*shapes: Any) -> list[dict[str, Any]]:
    return [{"id": f"zone_{n}", "shape": shape} for n, shape in enumerate(shapes)]


def spawns(side: str, *spots: list[float]) -> dict[str, Any]:
    return {**YARD["spawns"], side: list(spots)}


def file_entry(map: Map) -> dict[str, Any]:
    """A map as its file has it, without what is empty."""
    return {name: value for name, value in json.loads(json.dumps(to_builtins(map))).items() if value}


@pytest.mark.clause("TPS-27.1", "TPS-1.12", "TPS-1.4", "TPS-3.12")
def test_the_maps_are_those_of_the_rulebook_in_its_order_and_that_of_their_lists() -> None:
    mine = {id: file_entry(map) for id, map in load().maps.items()}
    assert list(mine) == list(MAPS) == ["de_depot", "cs_clinic", "de_harbour"]
    for id, printed in MAPS.items():
        assert mine[id] == printed
        assert [list(mine[id].get(name, ())) for name in ("sites", "rescue")] == [
            list(printed.get(name, ())) for name in ("sites", "rescue")
        ]
    assert base_file("maps") == list(MAPS.values())
    for id, map in load().maps.items():
        said = f"`{id}`: {map.mode}, {map.size[0]:g} × {map.size[1]:g} MU, {map.players[0]}-{map.players[1]} units"
        assert said in RULES


@pytest.mark.clause("TPS-27.2", "TPS-3.13")
@pytest.mark.parametrize(
    ("id", "zone", "beside"),
    [
        ("de_depot", "n_gate", {"n_lane", "site_a", "warehouse"}),
        ("de_depot", "site_a", {"mid_east", "n_gate", "ne_yard"}),
        ("cs_clinic", "lobby", {"car_park", "hall", "pharmacy", "records"}),
    ],
)
def test_who_neighbours_whom_is_worked_out(id: str, zone: str, beside: set[str]) -> None:
    map = load().maps[id]
    names = [each.id for each in map.zones]
    field, number = build(map.plan())[0], names.index(zone)
    assert {name for n, name in enumerate(names) if are_neighbours(field, number, n)} == beside


@pytest.mark.clause("TPS-3.12")
def test_a_point_on_a_border_is_in_the_zone_that_stands_first(tmp_path: Path) -> None:
    for first, order in (("west", YARD["zones"]), ("east", YARD["zones"][::-1])):
        map = load_pack(tmp_path, maps=alter(YARD, zones=order)).maps["yard"]
        field = build(map.plan())[0]
        assert map.zones[int(zone_of(field, *point_steps((10, 5))))].id == first
        assert map.zones[int(zone_of(field, *point_steps((9.999999, 5))))].id == "west"


@pytest.mark.clause(
    "TPS-1.4", "TPS-1.6", "TPS-1.12", "TPS-3.7", "TPS-3.8", "TPS-3.9", "TPS-3.10", "TPS-3.11", "TPS-3.14"
)
@pytest.mark.parametrize("map", [YARD, RESCUE])
def test_a_map_of_ones_own_is_played_as_it_is_written(tmp_path: Path, map: dict[str, Any]) -> None:
    for file in (map, [map], {"maps": [map]}):
        assert problem_lines(tmp_path, maps=file) == []
    mine = load_pack(tmp_path, maps=map).maps["yard"]
    assert file_entry(mine) == map
    field = build(mine.plan())[0]
    edges = [int(edge.kind) for edge in field.edges[: field.n_edges]]
    assert [edges.count(kind) for kind in range(5)] == [1, 4, 4, 1, 3]  # wall, block, border, window, low


@pytest.mark.clause("TPS-23.1", "TPS-1.2")
def test_a_map_takes_the_place_of_one_of_the_same_id(tmp_path: Path) -> None:
    maps = load_pack(tmp_path, maps=alter(YARD, id="de_depot")).maps
    assert list(maps) == list(MAPS) and maps["de_depot"].name == "Yard"


WRONG: list[tuple[dict[str, Any], str]] = [
    # fields and values
    (alter(YARD, name=...), "[0]: E_CONTENT yard: field name is missing"),
    (alter(YARD, sites=...), "[0]: E_CONTENT yard: field sites is missing"),
    (alter(RESCUE, rescue=...), "[0]: E_CONTENT yard: field rescue is missing"),
    (alter(RESCUE, hostages=...), "[0]: E_CONTENT yard: field hostages is missing"),
    (alter(YARD, mode=...), "[0]: E_CONTENT yard: field mode is missing"),
    (alter(YARD, mode="escape"), "[0].mode: E_CONTENT yard: mode must be one of bomb, hostage"),
    (alter(YARD, rescue={}), "[0].rescue: E_CONTENT yard: field rescue is not for bomb"),
    (alter(YARD, wals=[]), "[0].wals: E_CONTENT yard: field wals is not known; did you mean 'walls'?"),
    (alter(YARD, walls=5), "[0].walls: E_CONTENT yard: walls must be a list"),
    (alter(YARD, walls=[[1, 2, 3]]), "[0].walls[0]: E_CONTENT yard: walls[0] must be a line: [x1, y1, x2, y2]"),
    (alter(YARD, size=[20]), "[0].size: E_CONTENT yard: size must be [width, height], each at most 500"),
    (alter(YARD, size=[501, 10]), "[0].size: E_CONTENT yard: size must be [width, height], each at most 500"),
    (alter(YARD, players=[2, 13]), "[0].players: E_CONTENT yard: players must be [fewest, most] units, 2 to 12"),
    (alter(YARD, players=[1, 4]), "[0].players: E_CONTENT yard: players must be [fewest, most] units, 2 to 12"),
    (alter(YARD, round_turns=61), "[0].round_turns: E_CONTENT yard: round_turns must be a whole number from 0 to 60"),
    (alter(YARD, spawns={"T": [[2, 3]]}), "[0].spawns: E_CONTENT yard: field CT is missing"),
    (alter(YARD, spawns=spawns("T", [2])), "[0].spawns.T[0]: E_CONTENT yard: T[0] must be a point: [x, y]"),
    (alter(YARD, zones=[{"id": "west"}]), "[0].zones[0]: E_CONTENT yard: field shape is missing"),
    (
        alter(YARD, zones=[{"id": "West", "shape": [0, 0, 20, 10]}]),
        "[0].zones[0].id: E_CONTENT yard: id must be small letters",
    ),
    (alter(YARD, sites={"A 1": [12, 1, 16, 4]}), "[0].sites: E_CONTENT yard: sites must be a mapping"),
    (alter(YARD, low=[[1, "2", 3, 4]]), "[0].low[0][1]: E_CONTENT yard: low[0][1] must be a number or a point: [x, y]"),
    # shapes (TPS-3.7)
    (alter(YARD, blocks=[[6, 2, 8]]), "[0].blocks[0]: E_MAP yard: has 3 numbers; a rectangle is [x0, y0, x1, y1]"),
    (alter(YARD, blocks=[[6, [2, 8], 8]]), "[0].blocks[0]: E_MAP yard: mixes numbers and points"),
    (alter(YARD, blocks=[[6, 2, 6, 3]]), "[0].blocks[0]: E_MAP yard: blocks[0] has a border that touches or crosses"),
    (alter(YARD, low=[[[1, 1], [3, 3], [3, 1], [1, 3]]]), "[0].low[0]: E_MAP yard: low[0] has a border that touches"),
    (alter(YARD, walls=[[1, 1, 1, 1]]), "[0].walls[0]: E_MAP yard: walls[0] has no length"),
    (alter(YARD, windows=[[18, 7, 21, 7]]), "[0].windows[0]: E_MAP yard: windows[0] reaches out of the field"),
    (alter(YARD, walls=[[1.0000001, 1, 1, 2]]), "[0].walls[0]: E_MAP yard: walls[0] must be"),
    (alter(YARD, size=[20.0000001, 10]), "[0].size: E_MAP yard: size must be two numbers above 0"),
    (
        alter(YARD, blocks=[[i / 9, 9] for i in range(2)]),
        "[0].blocks[0]: E_CONTENT yard: blocks[0] must be a rectangle",
    ),
    (alter(YARD, blocks=[[7, 2, 7.5, 3]] * 65), "[0].blocks[64]: E_MAP yard: blocks[64] is one too many"),
    (alter(YARD, walls=[[1, 1, 2, 1]] * 640), "[0].walls[639]: E_MAP yard: walls[639] is more than there is room"),
    # zones (TPS-3.12, TPS-3.15)
    (alter(YARD, zones=[]), "[0].zones: E_MAP yard: has no zones"),
    (
        alter(YARD, zones=zones([0, 0, 11, 10], [10, 0, 20, 10])),
        "[0].zones[1].shape: E_MAP yard: zone zone_0 and zone zo",
    ),
    (
        alter(YARD, zones=zones([0, 0, 10, 10], [10, 0, 20, 9])),
        "[0].zones[1].shape: E_MAP yard: zone zone_1 leaves a gap",
    ),
    (
        alter(YARD, zones=[*YARD["zones"][:1], {"id": "west", "shape": [10, 0, 20, 10]}]),
        "[0].zones[1].id: E_MAP yard: 2 zo",
    ),
    # spawn points, hostages (TPS-3.14, TPS-3.15, TPS-6.11)
    (alter(YARD, spawns=spawns("T", [2, 3], [2, 5])), "[0].spawns.T: E_MAP yard: T has 2 spawn points; with 4 players"),
    (alter(YARD, players=[2, 5]), "[0].spawns.CT: E_MAP yard: CT has 3 spawn points; with 5 players it needs 4 to 16"),
    (alter(YARD, players=[4, 2]), "[0].players: E_MAP yard: players 4 to 2 are none; write [fewest, most]"),
    (
        alter(YARD, spawns=spawns("T", [0.5, 3], [2, 5], [2, 7])),
        "[0].spawns.T[0]: E_MAP yard: the spawn point of T at [0",
    ),
    (
        alter(YARD, spawns=spawns("T", [9.5, 5], [2, 5], [2, 7])),
        "[0].spawns.T[0]: E_MAP yard: the spawn point of T at [9",
    ),
    (
        alter(YARD, spawns=spawns("CT", [13, 7.4], [2, 5], [2, 7])),
        "[0].spawns.CT[0]: E_MAP yard: the spawn point of CT",
    ),
    (
        alter(YARD, spawns=spawns("T", [7, 2.5], [2, 5], [2, 7])),
        "[0].spawns.T[0]: E_MAP yard: the spawn point of T at [7",
    ),
    (
        alter(YARD, spawns=spawns("T", [2, 3], [2, 4], [2, 7])),
        "[0].spawns.T[1]: E_MAP yard: the spawn point of T at [2, ",
    ),
    (
        alter(YARD, spawns=spawns("T", [2, 3], [22, 4], [2, 7])),
        "[0].spawns.T[1]: E_MAP yard: the spawn point of T at [2",
    ),
    (
        alter(YARD, spawns=spawns("T", [2, 3.1234567], [2, 5], [2, 7])),
        "[0].spawns.T[0]: E_MAP yard: the spawn point of T",
    ),
    (alter(RESCUE, hostages=[]), "[0].hostages: E_MAP yard: has 0 hostages; 1 to 4 are allowed"),
    (alter(RESCUE, hostages=[[16, 2 + n] for n in range(5)]), "[0].hostages: E_MAP yard: has 5 hostages; 1 to 4"),
    (
        alter(RESCUE, hostages=[[16, 5], [16, 6]]),
        "[0].hostages[1]: E_MAP yard: the hostage at [16, 6] touches the one at",
    ),
    (
        alter(RESCUE, hostages=[[10.4, 5]]),
        "[0].hostages[0]: E_MAP yard: the hostage at [10.4, 5] touches a wall, window",
    ),
    # sites and rescue shapes
    (alter(YARD, sites={}), "[0].sites: E_MAP yard: has 0 of sites; 1 to 8 are allowed"),
    (alter(YARD, sites={f"S{n}": [12, 1, 16, 4] for n in range(9)}), "[0].sites: E_MAP yard: has 9 of sites; 1 to 8"),
    (alter(YARD, sites={"A": [12, 1, 22, 4]}), "[0].sites.A: E_MAP yard: A reaches out of the field"),
    (alter(RESCUE, rescue={"van": [1, 1, 1, 3]}), "[0].rescue.van: E_MAP yard: van has a border that touches or"),
    # ways (TPS-3.31)
    (
        alter(YARD, walls=[[10, 0, 10, 10]]),
        "[0].spawns.T[0]: E_MAP yard: no way leads from the spawn point at [2, 3] to s",
    ),
    (
        alter(YARD, walls=[[10, 0, 10, 4.6], [10, 5.4, 10, 10]]),
        "[0].spawns.T[2]: E_MAP yard: no way leads from the spawn",
    ),
    (alter(YARD, sites={"A": [6.2, 2.2, 7, 2.8]}), "[0].spawns.T[0]: E_MAP yard: no way leads from the spawn point at"),
    (
        alter(RESCUE, walls=[[10, 0, 10, 10]]),
        "[0].spawns.CT[0]: E_MAP yard: no way leads from the spawn point at [18, ",
    ),
]


@pytest.mark.clause("TPS-3.15", "TPS-3.26", "TPS-3.31", "TPS-3.14", "TPS-1.6", "TPS-28.1", "TPS-6.11", "TPS-23.1")
@pytest.mark.parametrize(("map", "says"), WRONG, ids=[says.split(": ", 1)[1][:70] for _, says in WRONG])
def test_a_map_that_cannot_be_played_is_refused_where_it_says_so(
    tmp_path: Path, map: dict[str, Any], says: str
) -> None:
    lines = problem_lines(tmp_path, maps=[map])
    assert any(line.startswith(says) for line in lines), lines


@pytest.mark.clause("TPS-3.15", "TPS-3.31")
def test_a_gap_as_wide_as_a_token_is_a_way(tmp_path: Path) -> None:
    assert problem_lines(tmp_path, maps=alter(YARD, walls=[[10, 0, 10, 4.5], [10, 5.5, 10, 10]])) == []
    window = alter(YARD, walls=[[10, 0, 10, 4.5]], windows=[[10, 4.5, 10, 10]])
    assert any("no way leads" in line for line in problem_lines(tmp_path, maps=window))


@pytest.mark.clause("TPS-3.15", "TPS-3.6", "TPS-1.14")
def test_discs_keep_a_step_from_walls_and_one_another(tmp_path: Path) -> None:
    near = [[0.500001, 3], [2, 5], [2, 6.000001]]
    assert problem_lines(tmp_path, maps=alter(YARD, spawns=spawns("T", *near))) == []
    for spots in ([[0.5, 3], *near[1:]], [*near[:2], [2, 6]]):
        assert [line.split()[1] for line in problem_lines(tmp_path, maps=alter(YARD, spawns=spawns("T", *spots)))] == [
            "E_MAP"
        ]


@pytest.mark.clause("TPS-3.14", "TPS-5.11")
@pytest.mark.parametrize("most", range(2, 13))
def test_each_side_has_a_spawn_point_more_than_half_of_the_players(tmp_path: Path, most: int) -> None:
    needed = -(-most // 2) + 1
    column = [[2, round(1 + 1.1 * n, 1)] for n in range(needed)]
    wide = alter(YARD, players=[2, most], spawns={"T": column, "CT": [[x + 16, y] for x, y in column]})
    assert problem_lines(tmp_path, maps=wide) == []
    short = alter(wide, spawns={"T": column, "CT": wide["spawns"]["CT"][1:]})
    (line,) = problem_lines(tmp_path, maps=short)
    assert f"CT has {needed - 1} spawn points; with {most} players it needs {needed} to {PLACES}" in line


@pytest.mark.clause("TPS-3.14")
def test_the_games_own_maps_have_room_for_all_who_may_play() -> None:
    for map in load().maps.values():
        for side in SIDES:
            assert len(getattr(map.spawns, side)) >= -(-map.players[1] // 2) + 1
