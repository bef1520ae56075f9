"""Checks of missions: the codes E_M_ and W_M_ (TTT-12.4, TTT-12.7 to 12.10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.games.ttt.content import load
from tests.games.ttt.content_packs import at, loaded, told

RAID = """
id: raid
name: Raid
layout:
  - {board: board_4, tile: [0, 0], rot: 0}
zones:
  ford: [c5, h6]
sides:
  - force: {pick: 2, plus: {guard: 1}, max: {captain: 0}, preset: [recon, sniper]}
    place: {"*": {rows: [1]}}
    objective: {type: eliminate_all}
  - force: {pick: 2, plus: {guard: 1}, max: {captain: 0}, preset: [recon, medic]}
    place: {"*": {rows: [10]}}
    objective: {type: eliminate_all}
round_limit: 30
limit_result: draw
"""
FORCE = "{pick: 2, plus: {guard: 1}, max: {captain: 0}, preset: [recon, sniper]}"
GOAL = "{type: eliminate_all}"
TILE = "{board: board_4, tile: [0, 0], rot: 0}"


def tiles(number: int) -> str:
    """A layout of so many boards in a row."""
    return "[" + ", ".join(f"{{board: board_4, tile: [{n}, 0]}}" for n in range(number)) + "]"


def changed(folder: Path, old: str, new: str) -> list[str]:
    """What the checks say of the raid with one part changed (its first place), without the place in the file."""
    assert old in RAID
    return [line.split(": ", 1)[1] for line in told(folder, missions=RAID.replace(old, new, 1))]


@pytest.mark.clause("TTT-12.7")
def test_a_sound_mission_has_no_problems(tmp_path: Path) -> None:
    assert told(tmp_path, missions=RAID) == []
    assert loaded(tmp_path, missions=RAID).mission("raid").zones == {"ford": ("c5", "h6")}


@pytest.mark.clause("TTT-12.7")
def test_fields_that_are_missing_unknown_or_no_mapping(tmp_path: Path) -> None:
    text = RAID.replace("name: Raid", "nam: Raid").replace("round_limit: 30\n", "").replace(GOAL, "win", 1)
    text = text.replace("objective: {type", "goal: {type", 1)
    assert told(tmp_path, missions=text) == [
        "1:1: E_C_FIELD field name is missing",
        "1:1: E_C_FIELD field round_limit is missing",
        "2:1: E_C_FIELD field nam is not known; did you mean 'name'?",
        "10:16: E_M_OBJECTIVE side 1: objective must be a mapping of fields to values",
        "11:5: E_C_FIELD side 2: field objective is missing",
        "13:5: E_C_FIELD side 2: field goal is not known; there is force, place, objective",
    ]
    lines = told(tmp_path, missions=RAID.split("sides:")[0] + "sides: [1]\nround_limit: 1\nlimit_result: draw")
    assert lines == ["7:8: E_C_TYPE sides must be a list of two sides"]


@pytest.mark.clause("TTT-2.9", "TTT-2.10", "TTT-2.21", "TTT-12.4", "TTT-12.7")
@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        ("[]", "must be a list of 1 to 400 tiles"),
        ("[5]", "layout[0] must be a mapping of fields to values"),
        ("[{board: board_4, tile: [0, 0], rot: 45}]", "rot must be one of 0, 90, 180, 270"),
        ("[{board: board_4, tile: [0, 0], rot: true}]", "rot must be one of 0, 90, 180, 270"),
        ("[{board: bord_4, tile: [0, 0]}]", "no board named bord_4; did you mean 'board_4'?"),
        ("[{board: board_4, tile: [0, -1]}]", "tile must be [column, row], counted from 0"),
        ("[{board: board_4, tile: 0}]", "tile must be [column, row], counted from 0"),
        ("[{board: board_4, tile: [0, 0], turn: 90}]", "field turn is not known; there is board, tile, rot"),
        ("[{board: board_4, tile: [1, 0]}, {board: board_2, tile: [1, 0]}]", "tiles 0 and 1 overlap"),
        ("[{board: board_4, tile: [0, 0]}, {board: gap, tile: [0, 1]}]", "tile 1 is 5 wide, its column 10"),
        ("[{board: board_4, tile: [0, 0]}, {board: gap, tile: [1, 0]}]", "tile 1 is 5 high, its row 10"),
        ("[{board: board_4, tile: [0, 0]}, {board: board_4, tile: [9, 0]}]", "a column between the tiles is empty"),
        (
            tiles(7),
            "the map is 70 by 10; at most 60 by 60",
        ),
        (tiles(401), "must be a list of 1 to 400 tiles"),
    ],
)
def test_a_bad_layout(tmp_path: Path, layout: str, reason: str) -> None:
    (line,) = changed(tmp_path, "\n  - " + TILE, " " + layout)
    assert line.removeprefix("E_M_LAYOUT ").removeprefix("layout: ") == reason


@pytest.mark.clause("TTT-12.4", "TTT-12.7")
def test_a_bad_tile_is_shown_where_it_stands(tmp_path: Path) -> None:
    text = RAID.replace("rot: 0", "rot: 1")
    assert told(tmp_path, missions=text) == [f"{at(text, '1}')}: E_M_LAYOUT layout: rot must be one of 0, 90, 180, 270"]


@pytest.mark.clause("TTT-12.4", "TTT-12.7")
def test_tiles_meet_in_at_least_3_pairs_of_open_squares(tmp_path: Path) -> None:
    boards = """
- {id: thin, name: Thin, sample: true, rows: [...#, ..., ...#, ...#]}
- {id: west, name: West, sample: true, rows: [...#, "....", "....", ...#]}
- {id: full, name: Full, sample: true, rows: ["....", "....", "....", "...."]}
""".replace("..., ...#, ...#", '"....", ...#, ...#')
    for pair, ok in (("thin full", False), ("west full", False), ("full full", True)):
        one, two = pair.split()
        text = RAID.replace(TILE, f"{{board: {one}, tile: [0, 0]}}\n  - {{board: {two}, tile: [1, 0]}}")
        text = text.replace("c5, h6", "a1").replace("rows: [10]", "rows: [4]")
        lines = told(tmp_path, boards=boards, missions=text)
        seams = [line for line in lines if "E_M_SEAM" in line]
        assert seams == ([] if ok else ["4:3: E_M_SEAM layout: tiles 0 and 1 are not joined by open ground"])


@pytest.mark.clause("TTT-12.4", "TTT-12.7")
def test_tiles_that_touch_at_a_corner_only_are_not_joined(tmp_path: Path) -> None:
    assert changed(tmp_path, TILE, f"{TILE}\n  - {{board: board_4, tile: [1, 1]}}") == [
        "E_M_SEAM layout: tiles 0 and 1 are not joined by open ground"
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.9")
@pytest.mark.parametrize(
    ("expression", "path", "hint"),
    [
        ("{zone: fort}", ".zone", "no zone named fort; did you mean 'ford'?"),
        ("{adjacent_to: 7}", ".adjacent_to", "no zone named 7; there is bridge, ford"),
        ("{squares: [a1, k1]}", ".squares[1]", ""),
        ("{squares: [a1, [b1]]}", ".squares[1]", "squares[1] must be text"),
        ("{rows: [1, 11]}", ".rows[1]", ""),
        ("{rows: [0]}", ".rows[0]", ""),
        ("{rows: 1}", ".rows", "rows must be a list with at least 1"),
        ("{cols: [a, k]}", ".cols[1]", ""),
        ("{cols: [1]}", ".cols[0]", "cols[0] must be text; put it in quotes"),
        ("{rect: [a1, a11]}", ".rect[1]", ""),
        ("{rect: [a1]}", ".rect", "rect must be a list of two corners"),
        ("{tile: 1}", ".tile", ""),
        ("{ring: false}", ".ring", "ring must be true"),
        ("{ring: null}", ".ring", "ring must be true"),
        ("{corner: north}", ".corner", "corner must be one of any, opposite"),
        ("{corner: opposite}", ".corner", "opposite needs corner: any on the other side"),
        ("{near: guard}", "", "field max is missing; near needs it: a whole number from 1 to 120"),
        ("{near: guard, max: 0}", ".max", "max must be a whole number from 1 to 120"),
        ("{near: guard, max: 3}", ".near", "near needs a type of the force that is placed elsewhere"),
        ("{near: recon, max: 3}", ".near", "near needs a type of the force that is placed elsewhere"),
        ("{rows: [1], max: 3}", ".max", "field max is not for rows; there is rows"),
        ("{row: 1}", "", "place.* needs one of zone, squares, adjacent_to, rows, cols, rect, ring, tile, corner, near"),
        (
            "{rows: [1], cols: [a]}",
            "",
            "place.* needs one of zone, squares, adjacent_to, rows, cols, rect, ring, tile, corner, near",
        ),
        ("anywhere", "", "place.* must be a mapping of fields to values"),
    ],
)
def test_a_zone_expression_that_means_nothing(tmp_path: Path, expression: str, path: str, hint: str) -> None:
    lines = changed(tmp_path, "{rows: [1]}", expression)
    line = f"E_M_ZONE sides[0].place.*{path}: no such zone or square"
    assert lines == [f"{line}; {hint}" if hint else line]


@pytest.mark.clause("TTT-12.4", "TTT-12.7")
def test_a_zone_of_the_mission_has_squares_of_the_joined_map(tmp_path: Path) -> None:
    text = RAID.replace("c5, h6", "c5, k5, 3, c11")
    assert told(tmp_path, missions=text) == [
        "6:14: E_M_ZONE zones.ford[1]: no such zone or square",
        "6:18: E_M_ZONE zones.ford[2]: no such zone or square; ford[2] must be text; put it in quotes",
        "6:21: E_M_ZONE zones.ford[3]: no such zone or square",
    ]
    assert changed(tmp_path, "[c5, h6]", "[]") == [
        "E_M_ZONE zones.ford: no such zone or square; ford must be a list of squares"
    ]
    assert changed(tmp_path, GOAL, "{type: enter, zone: frod}") == [
        "E_M_ZONE sides[0].objective.zone: no such zone or square; no zone named frod; did you mean 'ford'?"
    ]


@pytest.mark.clause("TTT-12.9")
def test_every_type_has_a_place(tmp_path: Path) -> None:
    assert changed(tmp_path, '"*": {rows: [1]}', "guard: {rows: [1]}") == [
        "E_M_ZONE sides[0].place: no such zone or square; give a place to *, all other types"
    ]
    assert changed(tmp_path, '"*": {rows: [1]}', '"*": {rows: [1]}, gaurd: {rows: [2]}') == [
        "E_M_FORCE side 1: no piece type named gaurd; did you mean 'guard'?"
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.9")
@pytest.mark.parametrize(
    ("place", "numbers"),
    [
        ('{"*": {rect: [a1, b1]}}', "3 pieces, 2 squares"),
        ('{"*": {squares: [a5, a6, a8]}}', "3 pieces, 2 squares"),  # a8 is a boulder
        ('{guard: {corner: any}, "*": {near: guard, max: 1}}', ""),  # two squares beside each corner
        ('{guard: {squares: [a10]}, "*": {near: guard, max: 1}}', "2 pieces, 1 squares"),
        ('{guard: {squares: [a9, b4]}, "*": {near: guard, max: 1}}', ""),
        ('{guard: {squares: [b4, j4]}, "*": {near: guard, max: 1}}', ""),
        ('{guard: {rows: [4]}, medic: {near: guard, max: 1}, "*": {squares: [a1]}}', "2 pieces, 1 squares"),
        ('{guard: {rows: [4]}, "*": {near: medic, max: 9}, medic: {near: guard, max: 1}}', "no such zone"),
    ],
)
def test_a_zone_has_room_for_the_pieces_that_use_it(tmp_path: Path, place: str, numbers: str) -> None:
    errors = [line for line in changed(tmp_path, '{"*": {rows: [1]}}', place) if line.startswith("E_")]
    assert [line for line in errors if "E_M_ROOM" in line] == (
        [f"E_M_ROOM side 1: {numbers}"] if "pieces" in numbers else []
    )


@pytest.mark.clause("TTT-12.4", "TTT-12.9")
def test_near_is_counted_where_there_is_least_room(tmp_path: Path) -> None:
    place = '{guard: {squares: [e2, i7]}, "*": {near: guard, max: 1}}'
    more = FORCE.replace("pick: 2", "pick: 4").replace("recon, sniper", "recon, recon, medic, sniper")
    text = RAID.replace(FORCE, more).replace('{"*": {rows: [1]}}', place, 1)
    assert not any("E_M_ROOM" in line for line in told(tmp_path, missions=text))
    text = text.replace("[e2, i7]", "[e2, a9]")  # south of a9 stands a boulder, west of it the board ends
    assert f"{at(text, '{near')}: E_M_ROOM side 1: 4 pieces, 2 squares" in told(tmp_path, missions=text)


@pytest.mark.clause("TTT-12.4", "TTT-12.9")
def test_every_mission_corner_must_be_open(tmp_path: Path) -> None:
    board = "- {id: yard, name: Yard, sample: true, rows: [....#, ....., ....., .....]}\n"
    text = RAID.replace("board_4", "yard").replace("c5, h6", "a1").replace("{rows: [10]}", "{rows: [4]}")
    text = text.replace('{"*": {rows: [1]}}', '{guard: {corner: any}, "*": {rows: [1]}}')
    place = at(text, "{corner")
    assert told(tmp_path, boards=board, missions=text)[-1:] == [
        f"{place}: E_M_ROOM side 1: 2 pieces, 3 squares; every mission corner must be open"
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.9")
def test_only_one_piece_can_stand_in_the_opposite_corner(tmp_path: Path) -> None:
    text = RAID.replace('{"*": {rows: [1]}}', '{guard: {corner: any}, "*": {rows: [2]}}')
    text = text.replace('{"*": {rows: [10]}}', '{guard: {corner: opposite}, "*": {rows: [9]}}')
    assert not any("E_" in line for line in told(tmp_path, missions=text.replace("captain: 0", "guard: 0")))
    assert [line.split(": ", 1)[1] for line in told(tmp_path, missions=text)] == [
        "E_M_ROOM side 2: 2 pieces, 1 squares"
    ]


@pytest.mark.clause("TTT-5.5", "TTT-12.4", "TTT-12.8")
@pytest.mark.parametrize(
    ("force", "reason"),
    [
        ("all", "force must be a mapping of fields to values"),
        ("{}", "force needs one of fixed, pick, all"),
        ("{all: true, pick: 3}", "force needs one of fixed, pick, all"),
        ("{all: yes}", "all must be true"),
        ("{fixed: {}}", "0 pieces; 1 to 32 are allowed"),
        ("{fixed: [recon]}", "fixed must be a mapping"),
        ("{fixed: {recno: 1}}", "no piece type named recno; did you mean 'recon'?"),
        ("{fixed: {recon: 3}}", "3 recon, the squad sheet has 2"),
        ("{fixed: {recon: 0}}", "recon must be a whole number from 1"),
        ("{fixed: {recon: 1}, preset: [recon]}", "field preset is not for fixed; there is fixed"),
        ("{pick: 0, preset: []}", "pick must be a whole number from 1 to 32"),
        ("{pick: 24, preset: []}", "pick 24, only 23 pieces can be picked"),
        ("{pick: 23, plus: {guard: 1}, preset: []}", "pick 23, only 22 pieces can be picked"),
        ("{pick: 2, plus: {guard: 3}, preset: [recon, recon]}", "3 guard, the squad sheet has 2"),
        ("{pick: 2, max: {gard: 1}, preset: [recon, recon]}", "no piece type named gard; did you mean 'guard'?"),
        ("{pick: 1, max: {guard: -1}, preset: [recon]}", "guard must be a whole number from 0"),
        ("{pick: 1}", "field preset is missing; pick needs it: a list of types, for quick games"),
        ("{pick: 1, preset: recon}", "preset must be a list of types, for quick games"),
        ("{pick: 2, preset: [recon]}", "preset has 1 pieces, pick is 2"),
        ("{pick: 1, preset: [recno]}", "no piece type named recno; did you mean 'recon'?"),
        ("{pick: 1, max: {captain: 0}, preset: [captain]}", "preset has too many captain, at most 0 can be picked"),
        ("{pick: 2, plus: {guard: 1}, preset: [guard, guard]}", "preset has too many guard, at most 1 can be picked"),
    ],
)
def test_a_force_that_the_squad_sheet_cannot_give(tmp_path: Path, force: str, reason: str) -> None:
    lines = [line for line in changed(tmp_path, FORCE, force) if "preset has 0 pieces" not in line]
    assert lines == [f"E_M_FORCE side 1: {reason}"]


@pytest.mark.clause("TTT-12.4", "TTT-12.7")
@pytest.mark.parametrize(
    ("objective", "reason"),
    [
        ("{}", "field type is missing"),
        (
            "{type: eliminate}",
            "type must be one of enter, eliminate_type, eliminate_all, hold, score, exit, prevent_exit, survive; "
            "did you mean 'eliminate_all'?",
        ),
        ("{type: enter}", "field zone is missing; enter needs it: text"),
        ("{type: hold, zone: ford}", "field turns is missing; hold needs it: a whole number from 1 to 1000000"),
        ("{type: hold, zone: ford, turns: 0}", "turns must be a whole number from 1 to 1000000"),
        ("{type: score, zone: ford, points: two}", "points must be a whole number from 1 to 1000000"),
        ("{type: eliminate_all, zone: ford}", "field zone is not for eliminate_all; there is type"),
        ("{type: eliminate_type, piece: 5}", "no piece type named 5"),
        ("{type: eliminate_type, piece: captain}", "the other side is not certain to have a captain; there is guard"),
        ("{type: exit, zone: ford, count: 4}", "4 pieces must exit, the side has 3"),
        ("{type: prevent_exit}", "the other side's objective is not exit"),
        ("{type: survive, rounds: 31}", "31 rounds, the limit is 30"),
    ],
)
def test_an_objective_that_cannot_be_met(tmp_path: Path, objective: str, reason: str) -> None:
    (line,) = changed(tmp_path, GOAL, objective)
    assert line.split("; there is rifleman")[0] == f"E_M_OBJECTIVE side 1: {reason}"


@pytest.mark.clause("TTT-9.5", "TTT-9.6", "TTT-9.7", "TTT-9.9", "TTT-9.10", "TTT-9.11", "TTT-12.7")
@pytest.mark.parametrize(
    "objective",
    [
        "{type: enter, zone: ford}",
        "{type: eliminate_type, piece: guard}",
        "{type: hold, zone: bridge, turns: 3}",
        "{type: hold, zone: bridge, turns: 3, check: own_turn_end}",
        "{type: score, zone: ford, points: 8}",
        "{type: exit, zone: ford, count: 3}",
        "{type: survive, rounds: 30}",
    ],
)
def test_an_objective_that_can_be_met(tmp_path: Path, objective: str) -> None:
    assert changed(tmp_path, GOAL, objective) == []


@pytest.mark.clause("TTT-9.12", "TTT-12.4", "TTT-12.7", "TTT-12.10")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("round_limit: 30", "round_limit: 0", "round_limit: must be a whole number from 1 to 1000000"),
        ("round_limit: 30", "round_limit: 9.5", "round_limit: must be a whole number from 1 to 1000000"),
        (
            "limit_result: draw",
            "limit_result: drawn",
            "limit_result: must be one of draw, survivors, score, side_1, side_2; did you mean 'draw'?",
        ),
        (
            "limit_result: draw",
            "limit_result: draw\noptions: {seat: roll}",
            "seat: no such option; did you mean 'seats'?",
        ),
        (
            "limit_result: draw",
            "limit_result: draw\noptions: {seats: role}",
            "seats: must be one of roll, fixed; did you mean 'roll'?",
        ),
        (
            "limit_result: draw",
            "limit_result: draw\noptions: {seats: [roll]}",
            "seats: must be one of roll, fixed; did you mean 'roll'?",
        ),
        (
            GOAL,
            "{type: hold, zone: ford, turns: 1, check: now}",
            "check: must be one of own_turn_start, own_turn_end",
        ),
    ],
)
def test_a_bad_limit_or_option(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert changed(tmp_path, old, new) == [f"E_M_LIMIT {says}"]


@pytest.mark.clause("TTT-12.10")
def test_a_mission_may_set_every_option(tmp_path: Path) -> None:
    options = "{force_pick: open, seats: fixed, pass_through: friends, attack_mode: every_target, terrain_move: enter}"
    mine = loaded(tmp_path, missions=RAID + f"options: {options}\n").mission("raid").options
    assert (mine.force_pick, mine.seats, mine.pass_through) == ("open", "fixed", "friends")
    assert (mine.attack_mode, mine.terrain_move) == ("every_target", "enter")


@pytest.mark.clause("TTT-12.4", "TTT-12.7")
@pytest.mark.parametrize(
    ("old", "new", "fair"),
    [
        ("board_4", "board_1", True),
        ("board_4", "plain_10", True),
        ("board_4", "board_2", False),  # the ground differs
        ("{rows: [10]}", "{rows: [9]}", False),  # the placements differ
        ("[c5, h6]", "[c5]", False),  # a zone differs
        (GOAL, "{type: survive, rounds: 9}", True),  # unequal objectives: nobody expects a fair map
        ("plus: {guard: 1}", "plus: {recon: 1}", True),  # unequal forces: likewise
        ("preset: [recon, sniper]", "preset: [medic, medic]", True),
    ],
)
def test_equal_sides_want_a_map_that_a_turn_or_mirror_exchanges(tmp_path: Path, old: str, new: str, fair: bool) -> None:
    lines = [line for line in changed(tmp_path, old, new) if "E_M_FORCE" not in line]
    assert lines == ([] if fair else ["W_M_UNFAIR the map favours a side"])


@pytest.mark.clause("TTT-12.7")
@pytest.mark.parametrize(
    ("rows", "one", "two", "fair"),
    [
        ("[w.., ..., ...]", "{cols: [a]}", "{rows: [3]}", True),  # mirrored in the diagonal through a3
        ("[w.w, ..., ...]", "{cols: [a]}", "{cols: [c]}", True),  # mirrored east and west
        ("[w.., ..., w..]", "{rows: [1]}", "{rows: [3]}", True),  # mirrored north and south
        ("[w.., ..., ..w]", "{rows: [1]}", "{rows: [3]}", True),  # turned half
        ("[w.., ..., ..r]", "{rows: [1]}", "{rows: [3]}", False),
        ("[w.., ..., ..#]", "{cols: [a]}", "{cols: [c]}", False),
        ("[.2., ..., .1.]", "{rows: [1]}", "{rows: [3]}", True),  # the bunkers are exchanged
        ("[.1., ..., .1.]", "{rows: [1]}", "{rows: [3]}", False),
    ],
)
def test_a_map_is_fair_by_a_half_turn_or_any_mirror(tmp_path: Path, rows: str, one: str, two: str, fair: bool) -> None:
    board = f"- {{id: yard, name: Yard, sample: true, rows: {rows}}}\n".replace("...", '"..."')
    text = RAID.replace("board_4", "yard").replace("zones:\n  ford: [c5, h6]\n", "")
    text = text.replace("{rows: [1]}", "ONE").replace("{rows: [10]}", two).replace("ONE", one)
    text = text.replace("pick: 2", "pick: 1").replace("recon, sniper", "recon").replace("recon, medic", "recon")
    lines = told(tmp_path, boards=board, missions=text)
    assert lines == ([] if fair else ["1:1: W_M_UNFAIR the map favours a side"])


@pytest.mark.clause("TTT-12.4")
def test_a_side_has_at_most_32_pieces(tmp_path: Path) -> None:
    pieces = [
        f"  - {{id: {id}, name: X, code: {code}, move: 3, range: 3, th: 0, tbh: 3, ability: null, count: 9}}\n"
        for id, code in (("guard", "a"), ("recon", "b"), ("sniper", "c"), ("medic", "d"), ("captain", "e"))
    ]
    sheet = "id: standard\nname: Horde\npieces:\n" + "".join(pieces)
    for force, size in (("{all: true}", 45), ("{fixed: {guard: 9, recon: 9, sniper: 9, medic: 6}}", 33)):
        lines = told(tmp_path, pieces=sheet, missions=RAID.replace(FORCE, force))
        mine = [line for line in lines if ": breaks the mission" not in line]
        assert mine == [f"8:12: E_M_FORCE side 1: {size} pieces; 1 to 32 are allowed"] and len(lines) == 9


@pytest.mark.clause("TTT-12.4")
def test_a_mission_on_a_broken_board_reports_the_board_only(tmp_path: Path) -> None:
    board = "- {id: yard, name: Yard, sample: true, rows: [x..]}\n"
    lines = told(tmp_path, boards=board, missions=RAID.replace("board_4", "yard"))
    assert lines == ["1:47: E_B_CHAR a1: no legend entry for x"]


@pytest.mark.clause("TTT-12.4")
def test_the_sides_use_at_most_24_different_zones(tmp_path: Path) -> None:
    squares = [f"{{rect: [a1, {column}{row}]}}" for row in (3, 4, 5) for column in "abcdefghij"]
    types = load().sheet().types
    for number, ok in ((24, True), (25, False)):
        one = ", ".join(f"{type}: {squares[n]}" for n, type in enumerate(types))
        two = ", ".join(f"{type}: {squares[number - 1 - n]}" for n, type in enumerate(types))
        text = RAID.replace('"*": {rows: [1]}', one).replace('"*": {rows: [10]}', two)
        lines = [line for line in told(tmp_path, missions=text) if " E_" in line]
        hint = "the sides use 25 different zones, at most 24"
        assert lines == ([] if ok else [f"8:3: E_M_ZONE sides: no such zone or square; {hint}"])


@pytest.mark.clause("TTT-12.4")
def test_a_map_has_at_most_48_different_overlaps(tmp_path: Path) -> None:
    terrain = "".join(f"- {{id: t_{n}, name: T, letter: x}}\n" for n in range(10))
    letters = "abcdefghijklmnopqtuvxyzGHIJKLMNOPQRSTUVWXYZ345678"
    pairs = [(a, b) for a in range(10) for b in range(a, 10)]
    legend = ", ".join(f'"{letter}": [t_{a}, t_{b}]' for letter, (a, b) in zip(letters, pairs, strict=False))
    for number, ok in ((47, True), (48, False)):
        row = letters[:number] + "." * (50 - number)
        rows = [row, "." * 50, "." * 50]
        board = f"- {{id: yard, name: Yard, sample: true, legend: {{{legend}}}, rows: {rows}}}\n"
        text = RAID.replace("board_4", "yard").replace("c5, h6", "a1").replace("rows: [10]", "rows: [3]")
        errors = [line for line in told(tmp_path, terrain=terrain, boards=board, missions=text) if " E_" in line]
        assert errors == ([] if ok else ["4:3: E_M_LAYOUT layout: 49 different overlaps; at most 48"])


@pytest.mark.clause("TTT-12.9")
def test_a_place_for_a_type_that_the_force_lacks_is_not_counted(tmp_path: Path) -> None:
    text = RAID.replace(FORCE, "{fixed: {guard: 2}}").replace(
        '"*": {rows: [1]}', '"*": {rows: [1]}, medic: {squares: [a8]}', 1
    )
    assert told(tmp_path, missions=text) == []
