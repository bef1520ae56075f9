"""Checks of boards: what the rules ask of their bunkers (TTT-10.5, TTT-12.6), besides what every board must be."""

from __future__ import annotations

from ....content.problems import Problems
from ....content.read import Node
from ....content.square_board import SquareBoard
from ....content.square_board_checks import BoardTerms, check_board, place_of
from ....content.square_map import SquareMap
from ....core.space.squares import Square
from ..content import Content
from ..entries import BoardLimits
from ..tables import OVERLAP


def check_game_board(node: Node, content: Content, problems: Problems) -> SquareBoard | None:
    """A board that is drawn, or is another one turned (TTT-12.5)."""
    limits = content.constants.board
    terms = BoardTerms(content.board_set, limits, OVERLAP)
    return check_board(node, terms, problems, lambda rows, map: check_bunkers(rows, map, limits, problems))


def check_bunkers(rows: Node, map: SquareMap, limits: BoardLimits, problems: Problems) -> None:
    """A bunker is two adjacent squares in the block at a corner, with room for five pieces beside it (TTT-10.5)."""
    for number in ("1", "2"):
        bunker = sorted(map.zone(f"bunker_{number}"))
        reason = bunker_fault(bunker, map, limits) if bunker else ""
        if reason:
            x, y = bunker[0]
            place = place_of(rows, map.height - 1 - y, x)
            problems.add("E_B_BUNKER", place, f"bunker {number}: {reason}")


def bunker_fault(bunker: list[Square], map: SquareMap, limits: BoardLimits) -> str:
    """The reason why a bunker is refused."""
    if len(bunker) != limits.bunker_squares:
        return f"has {len(bunker)} squares instead of {limits.bunker_squares}"
    if bunker[1] not in map.neighbours(bunker[0]):
        return "its squares are not adjacent"
    if not any(all(in_block(square, corner, limits) for square in bunker) for corner in map.corners()):
        return f"is not in the {limits.bunker_block} by {limits.bunker_block} block at a corner"
    beside = {each for square in bunker for each in map.neighbours(square) if map.is_open(each)} - set(bunker)
    if len(beside) < limits.bunker_beside:
        return f"has {len(beside)} open adjacent squares, needs {limits.bunker_beside}"
    return ""


def in_block(square: Square, corner: Square, limits: BoardLimits) -> bool:
    """Whether a square lies in the block at a corner."""
    return max(abs(square[0] - corner[0]), abs(square[1] - corner[1])) < limits.bunker_block
