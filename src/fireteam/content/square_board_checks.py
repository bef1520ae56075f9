"""Checks of boards of squares: rows, characters, legend, zones and size of each, with the codes E_B_ and W_B_.

A game's own check of its boards calls `check_board`, and adds what its rules ask of the ground.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

import msgspec

from ..core.space.squares import read_square, square_name
from .entry import Entry
from .field_checks import is_mapping
from .problems import Place, Problems, did_you_mean
from .read import Node
from .square_board import BoardSet, SquareBoard, lines_of
from .square_map import SquareMap, regions
from .value_checks import Checker

MAX_LINKS = 8  # of boards that are the same as others


class SquareLimits(Entry, frozen=True, kw_only=True):
    """What boards and joined maps must be: squares of a side, open squares of a board, of an edge and of a seam."""

    size: tuple[int, int]
    standard_size: int
    open_percent: int
    edge: int
    seam: int
    map_size: int


class BoardTerms(NamedTuple):
    """What boards are checked by: those there are and what they are drawn with, limits, and terrains of a square."""

    set: BoardSet
    limits: SquareLimits
    most_terrains: int


CheckGround = Callable[[Node, SquareMap], None]


def check_board(node: Node, terms: BoardTerms, problems: Problems, check_ground: CheckGround) -> SquareBoard | None:
    """A board that is drawn, or is another one turned; `check_ground` is asked about boards that are no samples.

    What `same_as` names is looked at with all boards: by `check_rotations`.
    """
    before = problems.count_errors()
    is_sample = _is_sample(node, problems)
    Checker(problems, "E_C_TYPE", "E_C_FIELD").check(node, SquareBoard, skip=("legend", "zones"))
    legend = _check_legend(node, terms, problems)
    rows = _rows_of(node)
    zones: dict[str, tuple[str, ...]] = {}
    if "rows" in node and not rows and problems.count_errors() == before:
        hint = "draw the rows from north to south"
        problems.add("E_B_ROWS", node["rows"].place, "row 1 has 0 squares, expected 10", hint)
    if rows:
        _check_characters(node, rows, terms.set.palette.legend.characters | _keys_of(node, "legend"), problems)
        if _check_rows(node, rows, problems) and _check_size(node, rows, is_sample, terms.limits, problems):
            map = terms.set.palette.draw(rows, legend)
            zones = _check_zones(node, map, problems)
            _check_open_ground(node["rows"], map, terms.limits, problems)
            if not is_sample:
                check_ground(node["rows"], map)
                _check_edges(node["rows"], map, terms.limits, problems)
    if problems.count_errors() > before:
        return None
    return msgspec.convert({**node.value, "sample": is_sample, "legend": legend, "zones": zones}, SquareBoard)


def _is_sample(node: Node, problems: Problems) -> bool:
    """Boards for examples and tests say `sample: true`, themselves or their whole file."""
    for holder in (node, node.document.root):
        if "sample" in holder and not isinstance(holder["sample"].value, bool):
            problems.add("E_C_TYPE", holder["sample"].place, "sample must be true or false")
        elif "sample" in holder:
            return bool(holder["sample"].value)
    return False


def check_rotations(boards: dict[str, SquareBoard], nodes: Mapping[str, Node], problems: Problems) -> None:
    """Whatever `same_as` names exists and leads to a drawn board; boards that stand on a broken one are dropped."""
    lost = []
    for id, board in boards.items():
        links = 0
        while board.same_as in boards and links < MAX_LINKS:
            board, links = boards[board.same_as], links + 1
        if not board.same_as:
            continue
        lost.append(id)
        if links == MAX_LINKS:
            place = nodes[id]["same_as"].place
            problems.add("E_C_FIELD", place, f"{id}: same_as leads to no drawn board", "name a board that has rows")
        elif board.same_as not in nodes and not links:
            hint = did_you_mean(board.same_as, nodes)
            place = nodes[id]["same_as"].place
            problems.add("E_C_FIELD", place, f"{id}: same_as: no board named '{board.same_as}'", hint)
    for id in lost:
        del boards[id]


def place_of(rows: Node, row: int, index: int) -> Place:
    """Where a character of a drawn row, counted from the north, stands in the file."""
    return rows[row].character_place(0, index) if isinstance(rows.value, list) else rows.character_place(row, index)


def _rows_of(node: Node) -> tuple[str, ...]:
    """The rows, north first; none if they are not drawn, or if not each of them is text."""
    rows = node["rows"].value if "rows" in node else None
    if isinstance(rows, str):
        return lines_of(rows)
    is_drawn = isinstance(rows, list) and all(isinstance(row, str) for row in rows)
    return tuple(rows or ()) if is_drawn else ()


def _check_rows(node: Node, rows: tuple[str, ...], problems: Problems) -> bool:
    """All rows have the length that most of them have; they are numbered from the south."""
    lengths = [len(row) for row in rows]
    want = max(lengths, key=lambda length: (lengths.count(length), length))
    for at, got in enumerate(lengths):
        if got != want or not got:
            place = place_of(node["rows"], at, 0)
            problems.add("E_B_ROWS", place, f"row {len(rows) - at} has {got} squares, expected {want or 10}")
    return set(lengths) == {want} and want > 0


def _check_characters(node: Node, rows: tuple[str, ...], known: Collection[str], problems: Problems) -> None:
    """Every character is in the standard legend or in the board's own."""
    for at, row in enumerate(rows):
        for x, character in enumerate(row):
            if character not in known:
                name = square_name((x, len(rows) - 1 - at))
                problems.add("E_B_CHAR", place_of(node["rows"], at, x), f"{name}: no legend entry for {character}")


def _keys_of(node: Node, field: str) -> set[str]:
    """The keys of a mapping, if it is one."""
    return set(node[field].value) if field in node and isinstance(node[field].value, dict) else set()


def _check_legend(node: Node, terms: BoardTerms, problems: Problems) -> dict[str, tuple[str, ...]]:
    """The board's own legend: new characters, each with known terrains, or with the wall alone; its sound entries."""
    sound: dict[str, tuple[str, ...]] = {}
    if "legend" not in node or not is_mapping(node["legend"], "legend", problems):
        return sound
    for entry in node["legend"]:
        reason, hint = _legend_fault(entry, terms)
        if reason:
            problems.add("E_B_LEGEND", entry.key_place, f"legend {entry.key}: {reason}", hint)
        else:
            sound[entry.key] = tuple(entry.value)
    return sound


def _legend_fault(entry: Node, terms: BoardTerms) -> tuple[str, str]:
    """The reason why a legend entry is refused, and what to do; empty if there is none."""
    standard, terrains = terms.set.palette
    if len(entry.key) != 1 or entry.key.isspace():
        return "must be one character", ""
    if entry.key in standard.characters:
        return "a standard character cannot be redefined", "choose another character"
    if not isinstance(entry.value, list):
        return "must be a list of terrain ids", ""
    if entry.value == [standard.wall]:
        return "", ""
    if standard.wall in entry.value:
        return f"{standard.wall} cannot be combined with terrain", ""
    for terrain in entry.value:
        if not isinstance(terrain, str) or terrain not in terrains:
            return f"no terrain named {terrain}", did_you_mean(terrain, terrains)
    most = terms.most_terrains
    return (f"more than {most} terrains", "") if len(set(entry.value)) > most else ("", "")


def _check_size(node: Node, rows: tuple[str, ...], is_sample: bool, limits: SquareLimits, problems: Problems) -> bool:
    """3 to 40 squares wide and high; a sample may be smaller, but nothing is larger than a map can be."""
    width, height, standard = len(rows[0]), len(rows), limits.standard_size
    low, high = (1, limits.map_size) if is_sample else limits.size
    if not (low <= width <= high and low <= height <= high):
        message = f"board is {width} by {height}; {low} to {high} are allowed"
        problems.add("E_B_SIZE", node["rows"].place, message)
    elif not is_sample and (width, height) != (standard, standard):
        message = f"board is {width} by {height}; standard boards are {standard} by {standard}"
        problems.add("W_B_SIZE", node["rows"].place, message)
    return max(width, height) <= limits.map_size


def _check_zones(node: Node, map: SquareMap, problems: Problems) -> dict[str, tuple[str, ...]]:
    """The board's own zones: lists of open squares; the sound ones of them."""
    sound: dict[str, tuple[str, ...]] = {}
    if "zones" not in node or not is_mapping(node["zones"], "zones", problems):
        return sound
    for zone in node["zones"]:
        if not isinstance(zone.value, list) or not zone.value:
            problems.add("E_C_TYPE", zone.place, f"zone {zone.key} must be a list of squares")
            continue
        for entry in zone:
            square = read_square(entry.value)
            if square is None or not map.is_open(square):
                message = f"zone {zone.key}: {entry.value} is not an open square"
                problems.add("E_B_ZONE", entry.place, message)
        good = (each for each in zone.value if (square := read_square(each)) and map.is_open(square))
        sound[zone.key] = tuple(good)
    return sound


def _check_open_ground(rows: Node, map: SquareMap, limits: SquareLimits, problems: Problems) -> None:
    """The open squares form one connected region, and are a part of all squares that is large enough."""
    first, *others = regions(map) or [frozenset()]
    for other in others:
        lost = min(other)
        message = f"{square_name(lost)} cannot be reached from {square_name(min(first))}"
        problems.add("E_B_SPLIT", place_of(rows, map.height - 1 - lost[1], lost[0]), message)
    n, m = len(map.open_squares()), map.width * map.height
    if n * 100 < m * limits.open_percent:
        problems.add("E_B_OPEN", rows.place, f"only {n} of {m} squares are open")


def _check_edges(rows: Node, map: SquareMap, limits: SquareLimits, problems: Problems) -> None:
    """An edge with few open squares joins badly."""
    for edge, squares in map.edges().items():
        n = sum(square not in map.walls for square in squares)
        if n < limits.edge:
            problems.add("W_B_EDGE", rows.place, f"{edge} edge has {n} open squares; it joins badly")
