"""A board of open squares that needs no content files."""

from __future__ import annotations

from fireteam.content.open_board import OpenBoard


def test_squares_are_numbered_row_by_row_from_the_south_west_and_men_called_by_theirs() -> None:
    board = OpenBoard(3, 2)
    assert board.squares == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert [board.names.unit(n) for n in range(7)] == ["a1", "b1", "c1", "a2", "b2", "c2", "-"]
    assert board.names.find_unit("c2") == 5 and board.names.find_unit("d1") == -1


def test_a_scene_has_the_men_of_every_slot_where_their_bits_are() -> None:
    scene = OpenBoard(3, 2).scene("A small board", [0b000011, 0b100000], ("red", "blue"), letter="p")
    assert (scene.title, scene.width, scene.height, scene.columns) == ("A small board", 3, 2, ("a", "b", "c"))
    assert [(cell.x, cell.y, cell.ground) for cell in scene.cells][-1] == (2, 1, "open ground")
    men = [(token.unit, token.slot, token.at, token.title, token.letters) for token in scene.tokens]
    assert men == [("a1", 0, (0, 0), "red", "p"), ("b1", 0, (1, 0), "red", "p"), ("c2", 1, (2, 1), "blue", "p")]
