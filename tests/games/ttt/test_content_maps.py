"""Squares, turning, joining and the drawn maps of the rulebook (TTT-2.1 to 2.3, 2.9, 2.10, 2.21, 11)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.content.square_map import SquareMap, join_tiles, regions, rotate_map
from fireteam.core.errors import BadNotation, UnknownName
from fireteam.core.space.squares import column_letters, column_number, square_at, square_name
from fireteam.games.ttt.content import load
from fireteam.games.ttt.library import HERE, LIBRARY

RULES = (HERE / "RULES.md").read_text(encoding="utf-8")
STANDARD = [f"board_{n}" for n in range(1, 7)]
LETTERS = ".wrs~=#12ABCDEF"


@st.composite
def maps(drawing: st.DrawFn, height: int = 0) -> SquareMap:
    width = drawing(st.integers(1, 5))
    height = height or drawing(st.integers(1, 5))
    row = st.text(LETTERS, min_size=width, max_size=width)
    return load().board_set.palette.draw(drawing(st.lists(row, min_size=height, max_size=height)))


@pytest.mark.clause("TTT-2.1", "TTT-2.2")
def test_a_square_is_named_by_column_letters_and_y_plus_one() -> None:
    assert square_name((4, 6)) == "e7" and square_at("e7") == (4, 6)
    assert [column_letters(x) for x in (0, 25, 26, 27, 51, 52, 59)] == ["a", "z", "aa", "ab", "az", "ba", "bh"]
    for x in range(800):
        assert column_number(column_letters(x)) == x
        assert square_at(square_name((x, x))) == (x, x)


@pytest.mark.clause("TTT-2.2")
@pytest.mark.parametrize("name", ["", "e", "7", "e0", "e07", "E7", "7e", "e-1", "e7 ", "é7", "aaaa1"])
def test_anything_else_is_no_square(name: str) -> None:
    with pytest.raises(BadNotation, match="squares are named like e7"):
        square_at(name)


@pytest.mark.clause("TTT-2.1", "TTT-2.3")
def test_a_text_map_lists_rows_from_north_to_south_and_west_to_east() -> None:
    map = load().board_set.palette.draw(["w..", "..r"])
    assert map.letter((0, 1)) == "w" and map.letter((2, 0)) == "r"
    assert map.rows() == ("w..", "..r")
    assert map.drawing() == "2 w..\n1 ..r\n  abc"


@pytest.mark.clause("TTT-2.10")
def test_a_quarter_turn_goes_clockwise() -> None:
    map = load().board_set.palette.draw(["wr.", "..#"])
    assert rotate_map(map, 1).rows() == (".w", ".r", "#.")
    assert rotate_map(map, 2).rows() == ("#..", ".rw")
    assert rotate_map(map, 3).rows() == (".#", "r.", "w.")
    for x, y in map:
        assert rotate_map(map, 1).letter((y, map.width - 1 - x)) == map.letter((x, y))


@pytest.mark.clause("TTT-2.10", "TTT-12.5")
def test_zones_turn_and_shift_with_their_board() -> None:
    bridge = load().board_set.palette.draw(["=..", "..1"])
    east = join_tiles(
        [(load().board_set.palette.draw(["..", ".."]), (0, 0)), (rotate_map(bridge, 2), (1, 0))], load().legend.wall
    )
    assert east.rows() == ("..1..", "....=")
    assert east.zones == {"bridge": {(4, 0)}, "bunker_1": {(2, 1)}}


@pytest.mark.clause("TTT-2.10")
@given(maps())
def test_four_quarter_turns_are_none(map: SquareMap) -> None:
    assert rotate_map(map, 4) == map == rotate_map(rotate_map(rotate_map(map, 1), 2), 1)
    assert rotate_map(rotate_map(map, 1), 3) == map


@pytest.mark.clause("TTT-2.9", "TTT-2.10")
@given(st.integers(1, 4).flatmap(lambda height: st.tuples(maps(height), maps(height), maps(height))))
def test_turning_a_joined_row_is_joining_turned_boards_from_north_to_south(
    three: tuple[SquareMap, SquareMap, SquareMap],
) -> None:
    wall = load().legend.wall
    row = join_tiles([(map, (n, 0)) for n, map in enumerate(three)], wall)
    column = join_tiles([(rotate_map(map, 1), (0, 2 - n)) for n, map in enumerate(three)], wall)
    assert rotate_map(row, 1) == column
    west = join_tiles([(three[0], (0, 0)), (three[1], (1, 0))], wall)
    again = join_tiles([(west, (0, 0)), (three[2], (1, 0))], wall)
    assert again == row


@pytest.mark.clause("TTT-2.9", "TTT-12.5")
def test_tiles_are_joined_by_column_eastward_and_row_northward_and_zones_are_united() -> None:
    content = load()
    parts = [content.board_set.palette.draw([letter, letter]) for letter in "wrs="]
    map = join_tiles(
        [(part, at) for part, at in zip(parts, [(0, 0), (1, 0), (0, 1), (1, 1)], strict=True)], content.legend.wall
    )
    assert map.rows() == ("s=", "s=", "wr", "wr")
    assert map.zones["bridge"] == {(1, 2), (1, 3)}
    assert [tuple(tile) for tile in map.tiles] == [(0, 0, 1, 2), (1, 0, 1, 2), (0, 2, 1, 2), (1, 2, 1, 2)]


@pytest.mark.clause("TTT-2.21")
def test_places_without_a_tile_are_impassable() -> None:
    content = load()
    w, r, s = (content.board_set.palette.draw([letter * 2]) for letter in "wrs")
    map = join_tiles([(w, (1, 1)), (r, (2, 1)), (s, (2, 2))], content.legend.wall)
    assert map.rows() == ("##ss", "wwrr")
    assert map.walls == {(0, 1), (1, 1)}
    assert map.tiles[0][:2] == (0, 0)


@pytest.mark.clause("TTT-11.1", "TTT-11.2")
@pytest.mark.parametrize("id", STANDARD)
def test_the_standard_boards_are_drawn_as_in_the_rulebook(id: str) -> None:
    drawn = RULES.split(f"(`{id}`)", 1)[1].split("```")[1].strip("\n")
    map = load().board_set.map(id)
    assert map.drawing() == drawn
    assert (map.width, map.height) == (10, 10)


@pytest.mark.clause("TTT-11.2")
def test_boards_3_and_6_are_2_and_5_turned_half() -> None:
    content = load()
    assert content.board_set.map("board_3") == rotate_map(content.board_set.map("board_2"), 2)
    assert content.board_set.map("board_6") == rotate_map(content.board_set.map("board_5"), 2)


@pytest.mark.clause("TTT-2.9", "TTT-2.10", "TTT-10.12", "TTT-10.18", "TTT-10.21")
@pytest.mark.parametrize(
    ("reference", "title", "mission"),
    [
        ("2+3", "**Joined map 2+3**", "cap_the_capn"),
        ("5+6", "**Joined map 5+6**", "sweep_the_settlement"),
        ("2+4r+3", "**Joined map 2+4(90)+3**", "the_art_of_war"),
    ],
)
def test_the_joined_maps_are_drawn_as_in_the_rulebook(reference: str, title: str, mission: str) -> None:
    drawn = RULES.split(title, 1)[1].split("```")[1].strip("\n")
    assert load().board_set.find(reference).drawing() == drawn
    assert load().map_of(load().mission(mission)).drawing() == drawn


@pytest.mark.clause("TTT-2.9")
def test_a_reference_names_boards_from_west_to_east() -> None:
    content = load()
    assert content.board_set.find("board_2 + board_3") == content.board_set.find("2+3")
    assert content.board_set.find("gap") == content.board_set.map("gap")
    assert content.board_set.find("4rrrrr") == rotate_map(content.board_set.map("board_4"), 1)
    with pytest.raises(UnknownName, match="no board named 'board_9'"):
        content.board_set.find("2+board_9rr")
    with pytest.raises(BadNotation, match="boards of 5 and 10 rows cannot stand side by side"):
        content.board_set.find("2+gap")


@pytest.mark.clause("TTT-11.3")
@pytest.mark.parametrize("id", STANDARD)
def test_every_edge_has_nine_open_squares_and_the_open_squares_are_connected(id: str) -> None:
    map = load().board_set.map(id)
    for edge in map.edges().values():
        assert sum(map.is_open(square) for square in edge) >= 9
    assert len(regions(map)) == 1


@pytest.mark.clause("TTT-11.3")
def test_any_two_standard_boards_join_on_any_edge() -> None:
    for one in STANDARD:
        for two in STANDARD:
            for turn in "", "r", "rr", "rrr":
                for other in "", "r", "rr", "rrr":
                    map = load().board_set.find(f"{one}{turn}+{two}{other}")
                    pairs = [map.is_open((9, y)) and map.is_open((10, y)) for y in range(10)]
                    assert sum(pairs) >= 8 and len(regions(map)) == 1


@pytest.mark.clause("TTT-11.4")
@pytest.mark.parametrize("reference", ["1", "4", "2+3", "5+6", "2+4r+3"])
def test_a_half_turn_exchanges_the_sides_of_a_fair_map(reference: str) -> None:
    map = load().board_set.find(reference)
    half = rotate_map(map, 2)
    assert half.rows() == tuple(row.translate(str.maketrans("12", "21")) for row in map.rows())
    assert half.zone("bunker_1") == map.zone("bunker_2") and half.zone("bridge") == map.zone("bridge")


@pytest.mark.clause("TTT-11.4")
@pytest.mark.parametrize("reference", ["5", "6", "2", "3"])
def test_boards_of_one_half_are_not_fair_alone(reference: str) -> None:
    map = load().board_set.find(reference)
    assert rotate_map(map, 2).rows() != map.rows()


def test_the_table_of_boards_says_which_are_samples() -> None:
    samples = [id for id, board in load().boards.items() if board.sample]
    assert samples == ["plain_10", "diagram_1", "gap", "mini_a", "mini_b", "mini_d", "mini_e"]
    assert not re.search(r"sample: true", (LIBRARY.base / "boards.yaml").read_text(encoding="utf-8"))
