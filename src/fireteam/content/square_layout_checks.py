"""Checks of layouts: tiles that join to one map of squares, with the codes E_M_LAYOUT and E_M_SEAM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .problems import Problems
from .read import Node
from .square_board import BoardSet, Layout, Tile, is_square_of
from .square_board_checks import SquareLimits
from .square_map import Rect, SquareMap, regions
from .value_checks import Checker, Terms


def check_layout(
    node: Node, set: BoardSet, limits: SquareLimits, most_grounds: int, problems: Problems
) -> SquareMap | None:
    """The joined map of a layout; None, and nothing said, if a tile is not what it must be or its board is broken."""
    tiles = Checker(Problems(), "E_M_LAYOUT", terms=Terms({"board": set.boards})).read(node, Layout)
    if tiles is None:
        return None
    if reason := _grid_fault(tiles, [set.tile_map(tile) for tile in tiles], limits.map_size):
        problems.add("E_M_LAYOUT", node.place, f"layout: {reason}")
        return None
    map = set.join(tiles)
    grounds = len({(), *map.squares})
    if grounds > most_grounds:
        problems.add("E_M_LAYOUT", node.place, f"layout: {grounds} different overlaps; at most {most_grounds}")
    _check_seams(node, map, limits.seam, problems)
    return map


def zones_of_layout(node: Node, map: SquareMap, problems: Problems) -> Mapping[str, Sequence[str]]:
    """The zones that an entry has on the joined map besides those of its boards: each text must name a square of it.

    What is no text the check of the entry itself tells.
    """
    zones: dict[str, list[str]] = {}
    for zone in node:
        zones[zone.key] = []
        for each in zone:
            if is_square_of(each.value, map):
                zones[zone.key].append(each.value)
            elif isinstance(each.value, str):
                problems.add("E_M_ZONE", each.place, f"{each.place.path}: no such zone or square")
    return zones


def _grid_fault(tiles: Sequence[Tile], maps: Sequence[SquareMap], most: int) -> str:
    """The reason why tiles cannot be joined: overlap, unequal widths or heights, a gap, or too large a map."""
    widths: dict[int, int] = {}
    heights: dict[int, int] = {}
    seen: dict[tuple[int, int], int] = {}
    for i, (tile, map) in enumerate(zip(tiles, maps, strict=True)):
        column, row = tile.tile
        if tile.tile in seen:
            return f"tiles {seen[tile.tile]} and {i} overlap"
        seen[tile.tile] = i
        if widths.setdefault(column, map.width) != map.width:
            return f"tile {i} is {map.width} wide, its column {widths[column]}"
        if heights.setdefault(row, map.height) != map.height:
            return f"tile {i} is {map.height} high, its row {heights[row]}"
    for name, used in (("column", widths), ("row", heights)):
        if max(used) - min(used) >= len(used):
            return f"a {name} between the tiles is empty"
    width, height = sum(widths.values()), sum(heights.values())
    return f"the map is {width} by {height}; at most {most} by {most}" if max(width, height) > most else ""


def _check_seams(node: Node, map: SquareMap, least: int, problems: Problems) -> None:
    """Tiles that touch share enough pairs of open squares, and all tiles are connected."""
    before = problems.count_errors()
    for j, tile in enumerate(map.tiles):
        for i, other in enumerate(map.tiles[:j]):
            pairs = _open_pairs(map, other, tile)
            if pairs and sum(pairs) < least:
                _report_apart(node, i, j, problems)
    parts = regions(map)
    if len(parts) > 1 and problems.count_errors() == before:
        home = [next((n for n, part in enumerate(parts) if part & tile.squares()), 0) for tile in map.tiles]
        j = next((j for j, part in enumerate(home) if part != home[0]), 0)
        _report_apart(node, 0, j, problems)


def _report_apart(node: Node, i: int, j: int, problems: Problems) -> None:
    """Note two tiles between which nobody can walk."""
    problems.add("E_M_SEAM", node.place, f"layout: tiles {i} and {j} are not joined by open ground")


def _open_pairs(map: SquareMap, a: Rect, b: Rect) -> list[bool]:
    """For each pair of squares where two tiles share an edge: whether both are open."""
    mine, other = a.squares(), b.squares()
    border = [(square, each) for square in mine for each in map.neighbours(square) if each in other]
    return [map.is_open(square) and map.is_open(each) for square, each in border]
