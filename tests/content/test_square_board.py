"""Boards of squares are content of any game: this one has hills and a fort, and no other rule."""

from __future__ import annotations

import pytest

from fireteam.content.problems import Problems
from fireteam.content.read import parse_document
from fireteam.content.square_board import BoardSet, SquareBoard, SquareZone, Tile
from fireteam.content.square_board_checks import BoardTerms, SquareLimits, check_board, check_rotations
from fireteam.content.square_files import board_lines
from fireteam.content.square_layout_checks import check_layout
from fireteam.content.square_map import Palette, SquareLegend
from fireteam.core.errors import BadNotation, UnknownName

LEGEND = SquareLegend(terrain={".": (), "h": ("hill",)}, wall="#", zones={"f": "fort"})
PALETTE = Palette(LEGEND, ("hill",))
LIMITS = SquareLimits(size=(2, 6), standard_size=3, open_percent=50, edge=1, seam=1, map_size=8)
BOARDS = {
    "board_1": SquareBoard(id="board_1", name="One", rows=("h..", "...", "f..")),
    "turned": SquareBoard(id="turned", name="Turned", same_as="board_1", rot=90),
    "long": SquareBoard(id="long", name="Long", rows=("....", "....")),
}
SET = BoardSet(PALETTE, BOARDS)


def checked(text: str) -> list[str]:
    """What the checks say of a board, with the lines of the ground that the game was asked about."""
    problems, asked = Problems(), list[str]()
    document = parse_document(text.encode(), "boards", problems)
    assert document
    check_board(document.root, BoardTerms(SET, LIMITS, 1), problems, lambda _, map: asked.extend(map.rows()))
    return [*(f"{p.line}:{p.column} {p.code} {p.message}" for p in problems), *asked]


def test_a_sound_board_is_given_to_the_check_of_the_game_unless_it_is_a_sample() -> None:
    text = "{id: yard, name: Yard, rows: [hh., ..., f..]}"
    assert checked(text) == ["hh.", "...", "f.."]
    assert checked(text.replace("rows", "sample: true, rows")) == []


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("[h.., '..', ...]", "1:31 E_B_ROWS row 2 has 2 squares, expected 3"),
        ("[h.., .w., ...]", "1:31 E_B_CHAR b2: no legend entry for w"),
        ("['.#.', '.#.', '.#.']", "1:42 E_B_SPLIT c1 cannot be reached from a1"),
        ("['.......', '.......']", "1:24 E_B_SIZE board is 7 by 2; 2 to 6 are allowed"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_told_where_it_stands(rows: str, says: str) -> None:
    assert says in checked(f"{{id: a, name: A, rows: {rows}}}")


def test_boards_are_turned_and_laid_side_by_side() -> None:
    assert SET.map("turned").rows() == ("f.h", "...", "...")
    joined = SET.find("1+1r")
    assert joined == SET.join([Tile(board="board_1", tile=(0, 0)), Tile(board="turned", tile=(1, 0))])
    assert joined.zones == {"fort": {(0, 0), (3, 2)}}
    assert SET.join([Tile(board="board_1", tile=(0, 0))], {"fort": ["c3"]}).zones == {"fort": {(2, 2)}}
    with pytest.raises(BadNotation, match="2 and 3 rows cannot stand side by side"):
        SET.find("1+long")
    with pytest.raises(UnknownName, match="no board named 'bord'"):
        SET.find("bord")


def test_a_board_that_leads_to_itself_or_to_nothing_is_dropped() -> None:
    problems = Problems()
    text = "- {id: a, name: A, same_as: a}\n- {id: b, name: B, same_as: bord}\n"
    document = parse_document(text.encode(), "boards", problems)
    assert document
    nodes = {node.value["id"]: node for node in document.root}
    boards = {id: SquareBoard(**node.value) for id, node in nodes.items()}
    check_rotations(boards, nodes, problems)
    assert boards == {} and [p.message for p in problems] == [
        "a: same_as leads to no drawn board",
        "b: same_as: no board named 'bord'",
    ]


def test_a_layout_is_joined_if_its_tiles_fit() -> None:
    problems = Problems()
    text = "- [{board: board_1, tile: [0, 0]}, {board: turned, tile: [1, 0]}]\n"
    text += "- [{board: board_1, tile: [0, 0]}, {board: long, tile: [1, 0]}]\n"
    text += "- [{board: bord, tile: [0, 0]}]\n"
    document = parse_document(text.encode(), "layouts", problems)
    assert document
    maps = [check_layout(node, SET, LIMITS, 9, problems) for node in document.root]
    assert [map.width if map else None for map in maps] == [6, None, None]
    assert [p.message for p in problems] == ["layout: tile 1 is 2 high, its row 3"]


def test_a_zone_names_squares_of_a_map() -> None:
    map = SET.map("board_1")
    assert SquareZone(adjacent_to="fort").squares_of(map) == {(1, 0), (0, 1)}
    assert SquareZone(rect=("b3", "a2")).squares_of(map) == {(0, 1), (0, 2), (1, 1), (1, 2)}
    assert SquareZone(tile=0).squares_of(map) == frozenset(map)
    assert [fault.path for fault in SquareZone(squares=("a1", "d1", "?")).faults(map)] == [
        ("squares", 1),
        ("squares", 2),
    ]
    assert [fault.path for fault in SquareZone(rows=(0, 3)).faults(map)] == [("rows", 0)]
    assert [fault.path for fault in SquareZone(tile=1).faults(map)] == [("tile",)]


def test_a_board_is_shown_with_what_its_letters_mean() -> None:
    assert board_lines(SET.map("board_1"), "#") == [
        "3 by 3 squares",
        "3 h..",
        "2 ...",
        "1 f..",
        "  abc",
        "h hill",
        "zone fort: a1",
    ]
