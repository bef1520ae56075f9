"""Checks of boards: the codes E_B_ and W_B_ (TTT-12.4 to 12.6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.content import library
from tests.games.ttt.content_packs import loaded, told

PLAIN = "\n".join(["    .........."] * 10)


def board(rows: str, more: str = "") -> str:
    """A board `yard` whose northernmost row stands in line 4, from column 5."""
    return f"- id: yard\n  name: Yard\n  rows: |\n{rows.strip(chr(10))}\n{more}"


def drawn(*changed: str, at: int = 0) -> str:
    """A plain board of 10 by 10 with some rows changed, from row `at` of the drawing on."""
    rows = [".........."] * at + list(changed)
    return "\n".join("    " + row for row in (rows + [".........."] * 10)[:10])


@pytest.mark.clause("TTT-12.5")
def test_a_plain_board_has_no_problems(tmp_path: Path) -> None:
    assert told(tmp_path, boards=board(PLAIN)) == []
    assert loaded(tmp_path, boards=board(PLAIN)).board_set.map("yard").rows() == ("..........",) * 10


@pytest.mark.clause("TTT-12.5")
def test_rows_may_be_a_list_and_the_file_json(tmp_path: Path) -> None:
    rows = '", "'.join(["..........", "#........#"] * 5)
    json = f'{{"id": "yard", "name": "Yard", "rows": ["{rows}"], "zones": {{"camp": ["e5", "f5"]}}}}'
    map = loaded(tmp_path, boards=json).board_set.map("yard")
    assert map.rows()[1] == "#........#" and map.zone("camp") == {(4, 4), (5, 4)}


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
def test_rows_of_unequal_length(tmp_path: Path) -> None:
    text = board(drawn(".........", "............", at=1))
    assert told(tmp_path, boards=text) == [
        "5:5: E_B_ROWS row 9 has 9 squares, expected 10",
        "6:5: E_B_ROWS row 8 has 12 squares, expected 10",
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
@pytest.mark.parametrize("rows", ["[]", '""', "|"])
def test_no_rows(tmp_path: Path, rows: str) -> None:
    assert told(tmp_path, boards=f"id: yard\nname: Yard\nrows: {rows}\n") == [
        "3:7: E_B_ROWS row 1 has 0 squares, expected 10; draw the rows from north to south"
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
@pytest.mark.parametrize(
    ("width", "height", "codes"), [(2, 10, "E"), (10, 2, "E"), (41, 3, "E"), (3, 3, "W"), (40, 40, "W")]
)
def test_width_and_height_are_3_to_40(tmp_path: Path, width: int, height: int, codes: str) -> None:
    says = "3 to 40 are allowed" if codes == "E" else "standard boards are 10 by 10"
    lines = told(tmp_path, boards=board("\n".join(["    " + "." * width] * height)))
    assert f"3:9: {codes}_B_SIZE board is {width} by {height}; {says}" in lines
    assert all("W_B_EDGE" in line for line in lines if "SIZE" not in line)


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
def test_a_character_without_a_legend_entry_is_shown_where_it_stands(tmp_path: Path) -> None:
    text = board(drawn("...x......", "W.........", at=2))
    assert told(tmp_path, boards=text) == [
        "6:8: E_B_CHAR d8: no legend entry for x",
        "7:5: E_B_CHAR a7: no legend entry for W",
    ]
    listed = 'id: yard\nname: Yard\nrows:\n  - "..x"\n  - .y.\n  - ...\nsample: true\n'
    assert told(tmp_path, boards=listed) == [
        "4:8: E_B_CHAR c3: no legend entry for x",
        "5:6: E_B_CHAR b2: no legend entry for y",
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
def test_a_bad_legend(tmp_path: Path) -> None:
    legend = (
        '  legend:\n    w: [rocky]\n    "1": [woods]\n    x: [wods]\n    y: ["#", woods]\n    zz: [woods]\n'
        "    v: woods\n    u: [[woods]]\n    t: [swamp, woods]\n"
    )
    assert told(tmp_path, boards=board(PLAIN, legend)) == [
        "15:5: E_B_LEGEND legend w: a standard character cannot be redefined; choose another character",
        "16:5: E_B_LEGEND legend 1: a standard character cannot be redefined; choose another character",
        "17:5: E_B_LEGEND legend x: no terrain named wods; did you mean 'woods'?",
        "18:5: E_B_LEGEND legend y: # cannot be combined with terrain",
        "19:5: E_B_LEGEND legend zz: must be one character",
        "20:5: E_B_LEGEND legend v: must be a list of terrain ids",
        "21:5: E_B_LEGEND legend u: no terrain named ['woods']; did you mean 'woods'?",
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
def test_a_zone_square_off_the_board_or_impassable(tmp_path: Path) -> None:
    text = board(drawn("#.........", at=9), "  zones: {camp: [e5, a1, k1, 7, e11], hut: e5}\n")
    assert told(tmp_path, boards=text) == [
        "14:22: E_B_ZONE zone camp: a1 is not an open square",
        "14:26: E_B_ZONE zone camp: k1 is not an open square",
        "14:30: E_B_ZONE zone camp: 7 is not an open square",
        "14:33: E_B_ZONE zone camp: e11 is not an open square",
        "14:44: E_C_TYPE zone hut must be a list of squares",
    ]


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
def test_open_squares_that_are_not_connected(tmp_path: Path) -> None:
    text = board(drawn(".#........", "##........"))
    assert told(tmp_path, boards=text) == ["4:5: E_B_SPLIT a10 cannot be reached from a1"]


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
def test_fewer_than_40_percent_open(tmp_path: Path) -> None:
    rows = [".#########"] * 6 + [".........."] * 3
    assert not any("E_B_OPEN" in line for line in told(tmp_path, boards=board(drawn(*rows, "....######"))))
    lines = told(tmp_path, boards=board(drawn(*rows, "...#######")))
    assert "3:9: E_B_OPEN only 39 of 100 squares are open" in lines


@pytest.mark.clause("TTT-10.5", "TTT-12.4", "TTT-12.6")
@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["..........", "11........"], ""),
        (["..........", ".1........", ".1........"], ""),
        (["..........", ".11......."], ""),
        (["...11....."], "is not in the 3 by 3 block at a corner"),
        (["..........", "..11......"], "is not in the 3 by 3 block at a corner"),
        (["1.........", ".1........"], "its squares are not adjacent"),
        (["1.........", ".........."], "has 1 squares instead of 2"),
        (["..........", "111......."], "has 3 squares instead of 2"),
        (["11........", ".........."], "has 3 open adjacent squares, needs 5"),
        (["..........", "11........", "#........."], "has 4 open adjacent squares, needs 5"),
    ],
)
def test_a_bunker_is_two_adjacent_squares_in_the_block_at_a_corner(
    tmp_path: Path, rows: list[str], reason: str
) -> None:
    lines = told(tmp_path, boards=board(drawn(*rows)))
    assert [line.split("E_B_BUNKER ")[1] for line in lines] == ([f"bunker 1: {reason}"] if reason else [])


@pytest.mark.clause("TTT-12.4", "TTT-12.6")
def test_an_edge_with_fewer_than_3_open_squares_warns(tmp_path: Path) -> None:
    rows = [
        "########..",
        *["#........."] * 7,
        "..........",
        "..........",
    ]
    assert told(tmp_path, boards=board(drawn(*rows))) == [
        "3:9: W_B_EDGE north edge has 2 open squares; it joins badly",
        "3:9: W_B_EDGE west edge has 2 open squares; it joins badly",
    ]


@pytest.mark.clause("TTT-12.5")
def test_a_sample_is_exempt_from_size_bunker_and_warnings(tmp_path: Path) -> None:
    small = "- {id: small, name: Small, rows: [1., .#]}\n"
    text = "boards:\n  " + small
    assert [line.split()[1] for line in told(tmp_path, boards=small)] == ["E_B_SIZE", *["W_B_EDGE"] * 4, "E_B_BUNKER"]
    assert told(tmp_path, boards="sample: true\n" + text) == []
    assert told(tmp_path, boards=small.replace("}", ", sample: true}")) == []
    assert told(tmp_path, boards="sample: maybe\n" + text)[0] == "1:9: E_C_TYPE sample must be true or false"
    assert told(tmp_path, boards="simple: true\n" + text)[0].startswith("1:1: E_C_FIELD field simple is not known")


@pytest.mark.clause("TTT-12.5")
def test_a_board_may_be_another_one_turned(tmp_path: Path) -> None:
    text = board(drawn("=.........", at=4), "  zones: {camp: [a1]}\n") + (
        "- {id: east, name: East, same_as: yard, rot: 90}\n- {id: south, name: South, same_as: east, rot: 90}\n"
    )
    content = loaded(tmp_path, boards=text)
    assert content.board_set.map("east").zones == {"bridge": {(5, 9)}, "camp": {(0, 9)}}
    assert content.board_set.map("south").zones == {"bridge": {(9, 4)}, "camp": {(9, 9)}}


@pytest.mark.clause("TTT-12.5")
def test_a_turned_board_leads_to_a_drawn_one(tmp_path: Path) -> None:
    text = """
- {id: a, name: A, same_as: b, rot: 90}
- {id: b, name: B, same_as: a}
- {id: c, name: C, same_as: boad_1}
- {id: d, name: D, same_as: board_1, rot: 45}
- {id: e, name: E, same_as: f}
- {id: f, name: F, rows: [x]}
"""
    assert told(tmp_path, boards=text) == [
        "1:29: E_C_FIELD a: same_as leads to no drawn board; name a board that has rows",
        "2:29: E_C_FIELD b: same_as leads to no drawn board; name a board that has rows",
        "3:29: E_C_FIELD c: same_as: no board named 'boad_1'; did you mean 'board_1'?",
        "4:43: E_C_TYPE rot must be one of 0, 90, 180, 270",
        "6:26: E_B_SIZE board is 1 by 1; 3 to 40 are allowed",
        *[
            f"6:26: W_B_EDGE {edge} edge has 1 open squares; it joins badly"
            for edge in ("east", "north", "south", "west")
        ],
        "6:27: E_B_CHAR a1: no legend entry for x",
    ]


@pytest.mark.clause("TTT-12.5")
def test_fields_that_are_missing_unknown_or_no_text(tmp_path: Path) -> None:
    text = (
        "- {id: a, rows: [...], wrap: 1}\n- {name: B}\n- {id: c, name: C, rows: [null, 111, '...']}\n- 5\n- {id: a}\n"
    )
    assert told(tmp_path, boards=text) == [
        "1:3: E_C_FIELD field name is missing",
        "1:17: E_B_SIZE board is 3 by 1; 3 to 40 are allowed",
        "1:17: W_B_EDGE east edge has 1 open squares; it joins badly",
        "1:17: W_B_EDGE west edge has 1 open squares; it joins badly",
        "1:24: E_C_FIELD field wrap is not known; there is id, name, rows, legend, zones, sample",
        "2:3: E_C_FIELD board: field id is missing",
        "3:27: E_C_TYPE rows[0] must be text",
        "3:33: E_C_TYPE rows[1] must be text; put it in quotes",
        "4:3: E_C_TYPE a board must be a mapping of fields to values",
        "5:8: E_C_ID a: bad or repeated id; name this board otherwise",
    ]


@pytest.mark.clause("TTT-12.1")
def test_players_make_pieces_boards_and_missions_of_their_own(tmp_path: Path) -> None:
    content = loaded(
        tmp_path,
        pieces="id: mine\nname: Mine\npieces:\n  - {id: scout, name: Scout, code: SC, move: 4, range: 2, th: 0, tbh: 3,"
        " ability: null, count: 2}\n",
        boards=board(PLAIN),
        missions="""
id: meeting
name: Meeting
layout: [{board: yard, tile: [0, 0]}, {board: board_2, tile: [0, 1], rot: 90}]
sides:
  - {force: {fixed: {recon: 2}}, place: {"*": {tile: 0}}, objective: {type: eliminate_all}}
  - {force: {fixed: {guard: 2}}, place: {"*": {tile: 1}}, objective: {type: eliminate_all}}
round_limit: 20
limit_result: draw
""",
    )
    assert content.sheet("mine")["scout"].move == 4
    map = content.map_of(content.mission("meeting"))
    assert (map.width, map.height) == (10, 20) and map.rows()[10:] == content.board_set.map("yard").rows()
    assert [pack.id for pack in library.load("ttt", (tmp_path,)).packs] == ["ttt", "mine"]
    assert len(content.missions) == 9


@pytest.mark.clause("TTT-12.5")
def test_names_and_fields_are_of_the_right_kind(tmp_path: Path) -> None:
    text = "- {id: a, name: 5, rows: 7, zones: [a1], legend: w}\n- {id: 6, name: B, same_as: 3}\n"
    assert told(tmp_path, boards=text) == [
        "1:17: E_C_TYPE name must be text; put it in quotes",
        "1:26: E_C_TYPE rows must be a list of texts from north to south, or a text of several lines",
        "1:50: E_C_TYPE legend must be a mapping of fields to values",
        "2:8: E_C_TYPE id must be text; put it in quotes",
    ]
