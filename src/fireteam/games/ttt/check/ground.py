"""Checks of a board's ground: open squares, their connection, bunkers and edges (TTT-10.5, TTT-12.6)."""

from __future__ import annotations

from ....content.problems import Place, Problems
from ....content.read import Node
from ....content.square_map import SquareMap, regions
from ....core.space.squares import Square, square_name
from ..entries import BoardLimits


def check_ground(node: Node, map: SquareMap, sample: bool, limits: BoardLimits, problems: Problems) -> None:
    """Open squares are enough and connected, bunkers sit in corners, edges can be joined."""
    rows = node["rows"]
    check_connected(rows, map, problems)
    check_open(rows, map, limits, problems)
    if not sample:
        check_bunkers(rows, map, limits, problems)
        check_edges(rows, map, limits, problems)


def place_of(rows: Node, row: int, index: int) -> Place:
    """Where a character of a drawn row, counted from the north, stands in the file."""
    return rows[row].character_place(0, index) if isinstance(rows.value, list) else rows.character_place(row, index)


def check_connected(rows: Node, map: SquareMap, problems: Problems) -> None:
    """The open squares form one connected region."""
    first, *others = regions(map) or [frozenset()]
    for other in others:
        lost = min(other)
        message = f"{square_name(lost)} cannot be reached from {square_name(min(first))}"
        problems.add("E_B_SPLIT", place_of(rows, map.height - 1 - lost[1], lost[0]), message)


def check_open(rows: Node, map: SquareMap, limits: BoardLimits, problems: Problems) -> None:
    """At least 40% of the squares are open."""
    n, m = len(map.open_squares()), map.width * map.height
    if n * 100 < m * limits.open_percent:
        problems.add("E_B_OPEN", rows.place, f"only {n} of {m} squares are open")


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


def check_edges(rows: Node, map: SquareMap, limits: BoardLimits, problems: Problems) -> None:
    """An edge with fewer than 3 open squares joins badly."""
    for edge, squares in edges(map).items():
        n = sum(square not in map.walls for square in squares)
        if n < limits.edge:
            problems.add("W_B_EDGE", rows.place, f"{edge} edge has {n} open squares; it joins badly")


def edges(map: SquareMap) -> dict[str, list[Square]]:
    """The squares of the four edges."""
    east, north = map.width - 1, map.height - 1
    return {
        "north": [(x, north) for x in range(map.width)],
        "east": [(east, y) for y in range(map.height)],
        "south": [(x, 0) for x in range(map.width)],
        "west": [(0, y) for y in range(map.height)],
    }
