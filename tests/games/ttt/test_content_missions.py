"""The missions of the rulebook: their data, forces, maps and zones (TTT-5, TTT-10, TTT-12.7 to 12.9)."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import msgspec
import pytest

from fireteam.content.problems import Problems
from fireteam.content.read import read_document
from fireteam.content.square_map import SquareMap
from fireteam.content.type_text import strip_annotations
from fireteam.core.space.squares import Square, square_name
from fireteam.games.ttt.content import force_of, load
from fireteam.games.ttt.entries import Mission, Options, Side, Zone
from fireteam.games.ttt.library import HERE, LIBRARY
from fireteam.games.ttt.zones import placement, zone_squares

RULES = (HERE / "RULES.md").read_text(encoding="utf-8")
SHEET, BOARDS, MISSIONS = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", RULES, re.S))


def mission(id: str) -> Mission:
    return load().mission(id)


def sides(id: str) -> tuple[SquareMap, Side, Side]:
    return load().map_of(mission(id)), *mission(id).sides


def names(squares: frozenset[Square]) -> str:
    return " ".join(sorted(map(square_name, squares)))


def force(id: str, side: int) -> str:
    return " ".join(force_of(mission(id), side, load().sheet()))


def plain(file: str) -> Any:
    document = read_document(LIBRARY.base / file, Problems())
    assert document
    return document.value


@pytest.mark.clause("TTT-5.1", "TTT-10.1", "TTT-12.2", "TTT-12.5", "TTT-12.7", "TTT-12.8")
def test_the_content_files_say_what_the_appendices_say() -> None:
    boards = [*plain("boards.yaml"), *plain("test_boards.yaml")["boards"]]
    for board in boards:
        board |= {"rows": board["rows"].splitlines()} if "rows" in board else {}
    assert (plain("pieces.yaml"), boards, plain("missions.yaml")) == (SHEET, BOARDS, MISSIONS)


@pytest.mark.clause("TTT-1.4", "TTT-5.1", "TTT-12.10")
def test_the_standard_missions_use_default_options_and_two_sides() -> None:
    assert list(load().missions) == [each["id"] for each in MISSIONS] and len(MISSIONS) == 8
    assert {each.options for each in load().missions.values()} == {Options()}
    assert Options() == Options(
        force_pick="secret", seats="roll", pass_through="none", attack_mode="one_each", terrain_move="start"
    )
    assert mission("last_stand").sides[1].objective.rounds == 0
    assert mission("capture_the_crossing").sides[0].objective.check == "own_turn_start"
    assert all(len(each.sides) == 2 for each in load().missions.values())


@pytest.mark.clause("TTT-12.10")
def test_the_options_and_their_values_are_those_of_the_rulebook() -> None:
    section = RULES.split("`TTT-12.10` [default]")[1].split("## 13.")[0]
    table = dict(re.findall(r"^\| `(\w+)` \| (`\w+`, `\w+`) \|", section, re.M))
    mine = {
        field.name: ", ".join(f"`{value}`" for value in get_args(strip_annotations(field.type)))
        for field in msgspec.structs.fields(Options)
    }
    assert table == mine


@pytest.mark.clause("TTT-10.3", "TTT-10.4", "TTT-10.5", "TTT-10.6", "TTT-10.2")
def test_besiege_the_bunker() -> None:
    map, one, two = sides("besiege_the_bunker")
    assert force("besiege_the_bunker", 1) == force("besiege_the_bunker", 2) == "recon recon berserker berserker guard"
    assert [names(map.zone(zone)) for zone in ("bunker_1", "bunker_2")] == ["a2 b2", "i9 j9"]
    assert names(placement(one, "guard", map).squares) == "a1 a3 b1 b3 c2"
    assert names(placement(two, "guard", map).squares) == "h9 i10 i8 j10 j8"
    assert (one.objective.type, one.objective.zone, two.objective.zone) == ("enter", "bunker_2", "bunker_1")


@pytest.mark.clause("TTT-10.7")
def test_besiege_the_bunker_takes_at_least_thirteen_steps() -> None:
    map, one, two = sides("besiege_the_bunker")
    for side, own, goal in ((one, "bunker_1", "bunker_2"), (two, "bunker_2", "bunker_1")):
        steps, reached, edge = 0, set(placement(side, "*", map).squares), set(placement(side, "*", map).squares)
        while not reached & map.zone(goal):
            edge = {each for at in edge for each in map.neighbours(at) if map.is_open(each)} - reached - map.zone(own)
            reached |= edge
            steps += 1
        assert steps == 13
    limits = mission("besiege_the_bunker")
    assert (limits.round_limit, limits.limit_result) == (30, "draw")


@pytest.mark.clause("TTT-10.8", "TTT-10.9", "TTT-10.10", "TTT-10.11", "TTT-10.12", "TTT-5.6")
def test_cap_the_capn() -> None:
    map, one, two = sides("cap_the_capn")
    assert force("cap_the_capn", 1) == "captain rifleman rifleman recon m_gunner sniper" == force("cap_the_capn", 2)
    assert one.force.max == two.force.max == {"captain": 0}
    captain = placement(one, "captain", map)
    assert names(captain.squares) == "a1 a10 t1 t10" and captain.corner == "any"
    assert placement(two, "captain", map) == msgspec.structs.replace(captain, corner="opposite")
    others = placement(two, "sniper", map)
    assert (others.near, others.max, others.squares) == ("captain", 3, map.open_squares())
    assert (one.objective.type, one.objective.piece) == ("eliminate_type", "captain")
    assert (mission("cap_the_capn").round_limit, mission("cap_the_capn").limit_result) == (60, "draw")


@pytest.mark.clause("TTT-10.13", "TTT-10.14", "TTT-10.15", "TTT-10.2", "TTT-5.6")
def test_capture_the_crossing() -> None:
    map, one, two = sides("capture_the_crossing")
    assert force("capture_the_crossing", 1) == "recon rifleman rifleman m_gunner sniper shot_gun"
    assert one.force.pick == 6 and one.force.max == {"captain": 1}
    assert placement(one, "recon", map).squares == {(x, 0) for x in range(10)}
    assert placement(two, "recon", map).squares == {(x, 9) for x in range(10)}
    assert names(map.zone("bridge")) == "e5 e6 f5 f6"
    objective = one.objective
    assert (objective.type, objective.zone, objective.turns, objective.check) == ("hold", "bridge", 3, "own_turn_start")
    assert objective == two.objective
    assert (mission("capture_the_crossing").round_limit, mission("capture_the_crossing").limit_result) == (40, "draw")


@pytest.mark.clause("TTT-10.16", "TTT-10.17", "TTT-10.18")
def test_sweep_the_settlement() -> None:
    map, one, two = sides("sweep_the_settlement")
    assert one.force.pick == two.force.pick == 7
    assert placement(one, "medic", map).squares == {at for at in map.open_squares() if at[0] < 10}
    assert placement(two, "medic", map).squares == {at for at in map.open_squares() if at[0] >= 10}
    assert one.objective.type == two.objective.type == "eliminate_all"
    assert (mission("sweep_the_settlement").round_limit, mission("sweep_the_settlement").limit_result) == (
        60,
        "survivors",
    )


@pytest.mark.clause("TTT-10.19", "TTT-10.20", "TTT-10.21", "TTT-10.22", "TTT-5.3")
def test_the_art_of_war() -> None:
    map, one, two = sides("the_art_of_war")
    everyone = force_of(mission("the_art_of_war"), 1, load().sheet())
    assert len(everyone) == 23 and everyone.count("captain") == 2 and everyone[:4] == ("rifleman",) * 3 + ("recon",)
    assert placement(one, "mortar", map).squares == {at for at in map.open_squares() if at[0] < 10}
    assert placement(two, "mortar", map).squares == {at for at in map.open_squares() if at[0] >= 20}
    assert one.objective.type == two.objective.type == "eliminate_all"
    assert (mission("the_art_of_war").round_limit, mission("the_art_of_war").limit_result) == (120, "survivors")


@pytest.mark.clause("TTT-10.23")
def test_hold_the_hill() -> None:
    map, one, two = sides("hold_the_hill")
    assert one.force.pick == 6
    assert placement(one, "recon", map).squares == {(x, y) for x in (0, 1) for y in range(10)}
    assert placement(two, "recon", map).squares == {(x, y) for x in (18, 19) for y in range(10)}
    assert map.zone("hill") == zone_squares(Zone(rect=("i5", "l6")), map) and len(map.zone("hill")) == 8
    assert {map.terrain(at) for at in map.zone("hill")} == {("rocky",)}
    assert (one.objective.type, one.objective.zone, one.objective.points) == ("score", "hill", 8)
    assert (mission("hold_the_hill").round_limit, mission("hold_the_hill").limit_result) == (30, "score")


@pytest.mark.clause("TTT-10.24")
def test_run_the_gauntlet() -> None:
    map, one, two = sides("run_the_gauntlet")
    assert force("run_the_gauntlet", 1) == "recon recon rifleman rifleman shot_gun medic captain"
    assert force("run_the_gauntlet", 2) == "guard rifleman rifleman sniper"
    assert placement(one, "recon", map).squares == {(x, 0) for x in range(10)}
    assert {y for _, y in placement(two, "guard", map).squares} == {4, 5, 6, 7, 8, 9}
    assert map.zone("far_edge") == {(x, 9) for x in range(10)}
    assert (one.objective.type, one.objective.zone, one.objective.count) == ("exit", "far_edge", 2)
    assert two.objective.type == "prevent_exit"
    assert (mission("run_the_gauntlet").round_limit, mission("run_the_gauntlet").limit_result) == (15, "side_2")


@pytest.mark.clause("TTT-10.25")
def test_last_stand() -> None:
    map, one, two = sides("last_stand")
    assert force("last_stand", 1) == "guard m_gunner rifleman medic"
    assert force("last_stand", 2) == ("captain recon recon berserker rifleman rifleman shot_gun bazooka mortar")
    rectangle = {(x, y) for x in range(2, 8) for y in range(3, 7)}
    assert placement(one, "medic", map).squares == rectangle & map.open_squares()
    ring = {(x, y) for x, y in map if x in (0, 9) or y in (0, 9)}
    assert placement(two, "recon", map).squares == ring & map.open_squares()
    assert (one.objective.type, one.objective.rounds, two.objective.type) == ("survive", 14, "eliminate_all")
    assert (mission("last_stand").round_limit, mission("last_stand").limit_result) == (14, "side_1")


@pytest.mark.clause("TTT-5.3", "TTT-12.8", "TTT-13.1")
def test_pieces_are_numbered_in_force_order() -> None:
    sheet = load().sheet()
    picked = force_of(mission("cap_the_capn"), 2, sheet, ("guard", "recon", "guard"))
    assert picked == ("captain", "guard", "recon", "guard")
    assert force_of(mission("cap_the_capn"), 2, sheet, ()) == ("captain",)


@pytest.mark.clause("TTT-12.9")
@pytest.mark.parametrize(
    ("expression", "drawing"),
    [
        ({"zone": "bunker_1"}, "..... ..... ....* ....."),
        ({"squares": ["a1", "b2"]}, "..... ..... .*... *...."),
        ({"adjacent_to": "bunker_1"}, "..... ....* ...*. ....*"),
        ({"rows": [1, 3]}, "..... ***** ..... *****"),
        ({"cols": ["b", "e"]}, ".*..* .*..* .*..* .*..*"),
        ({"rect": ["d2", "b3"]}, "..... .***. .***. ....."),
        ({"rect": ["b2", "d3"]}, "..... .***. .***. ....."),
        ({"ring": True}, "***** *...* *...* *****"),
        ({"tile": 0}, "***** ***** ***** *****"),
        ({"corner": "any"}, "*...* ..... ..... *...*"),
        ({"corner": "opposite"}, "*...* ..... ..... *...*"),
        ({"near": "captain", "max": 2}, "***** ***** ***** *****"),
    ],
)
def test_zone_expressions(expression: dict[str, Any], drawing: str) -> None:
    map = load().board_set.palette.draw([".....", ".....", "#...1", "....."])
    squares = zone_squares(msgspec.convert(expression, Zone), map)
    rows = ["".join("*" if (x, y) in squares else "." for x in range(5)) for y in (3, 2, 1, 0)]
    assert " ".join(rows) == drawing


@pytest.mark.clause("TTT-5.13", "TTT-12.9")
def test_nobody_is_placed_on_an_impassable_square_or_in_a_bunker() -> None:
    map = load().board_set.palette.draw([".....", "#1.2.", "....."])
    side = msgspec.structs.replace(mission("last_stand").sides[0], place={"*": Zone(rows=(2,))})
    assert names(placement(side, "medic", map).squares) == "c2 e2"
