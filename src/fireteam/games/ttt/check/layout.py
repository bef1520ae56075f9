"""Checks of a mission's layout: the tiles and the map they join to (TTT-2.9, TTT-2.10, TTT-2.21, TTT-12.7)."""

from __future__ import annotations

from collections.abc import Collection

from ....content.entry import fields_of
from ....content.field_checks import build_entry, is_mapping, is_whole
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ....content.square_map import Rect, SquareMap, join_tiles, regions, rotate_map
from ..board import board_map
from ..content import Content
from ..entries import TURNS, Tile
from ..tables import GROUNDS

MAX_TILES = 400


def check_layout(node: Node, content: Content, boards: Collection[str], problems: Problems) -> SquareMap | None:
    """The joined map, if the tiles are sound."""
    before = problems.count_errors()
    if not isinstance(node.value, list) or not node.value:
        problems.add("E_M_LAYOUT", node.place, "layout: needs a list of at least one tile")
        return None
    if len(node.value) > MAX_TILES:
        problems.add("E_M_LAYOUT", node.place, f"layout: {len(node.value)} tiles; at most {MAX_TILES}")
        return None
    for entry in node:
        check_tile(entry, boards, problems)
    if problems.count_errors() > before or not {tile["board"] for tile in node.value} <= content.boards.keys():
        return None
    tiles = [tile for entry in node if (tile := build_entry(entry.value, Tile, entry, problems))]
    maps = [rotate_map(board_map(content, tile.board), tile.rot // 90) for tile in tiles]
    reason = grid_fault(tiles, maps, content.constants.board.map_size)
    if reason:
        problems.add("E_M_LAYOUT", node.place, f"layout: {reason}")
        return None
    map = join_tiles(zip(maps, (tile.tile for tile in tiles), strict=True), content.legend.wall)
    grounds = len({(), *map.squares})
    if grounds > GROUNDS:
        problems.add("E_M_LAYOUT", node.place, f"layout: {grounds} different overlaps; at most {GROUNDS}")
    check_seams(node, map, content.constants.board.seam, problems)
    return map


def check_tile(entry: Node, boards: Collection[str], problems: Problems) -> None:
    """A tile names a board, its column and row in the tile grid, and its turn."""
    if not is_mapping(entry, "a tile", problems, "E_M_LAYOUT"):
        return
    known = {name for names in fields_of(Tile) for name in names}
    for field in (field for field in entry.value if field not in known):
        problems.add("E_M_LAYOUT", entry[field].key_place, f"layout: field {field} is not known")
    board = entry["board"] if "board" in entry else entry
    if board.value not in tuple(boards):
        name = board.value if board is not entry else "(missing)"
        problems.add("E_M_LAYOUT", board.place, f"layout: no board named {name}", did_you_mean(name, boards))
    tile = entry["tile"] if "tile" in entry else entry
    at = tile.value if isinstance(tile.value, list) else []
    if len(at) != 2 or not all(is_whole(each) and each >= 0 for each in at):
        problems.add("E_M_LAYOUT", tile.place, "layout: tile must be [column, row], counted from 0")
    rot = entry["rot"].value if "rot" in entry else 0
    if not is_whole(rot) or rot not in TURNS:
        problems.add("E_M_LAYOUT", entry["rot"].place, f"layout: rot is {rot}; 0, 90, 180 or 270 are allowed")


def grid_fault(tiles: list[Tile], maps: list[SquareMap], most: int) -> str:
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


def check_seams(node: Node, map: SquareMap, least: int, problems: Problems) -> None:
    """Tiles that touch share at least 3 pairs of open squares, and all tiles are connected."""
    before = problems.count_errors()
    for j, tile in enumerate(map.tiles):
        for i, other in enumerate(map.tiles[:j]):
            pairs = do_touch(map, other, tile)
            if pairs and sum(pairs) < least:
                report_apart(node, i, j, problems)
    parts = regions(map)
    if len(parts) > 1 and problems.count_errors() == before:
        home = [next((n for n, part in enumerate(parts) if part & tile.squares()), 0) for tile in map.tiles]
        j = next((j for j, part in enumerate(home) if part != home[0]), 0)
        report_apart(node, 0, j, problems)


def report_apart(node: Node, i: int, j: int, problems: Problems) -> None:
    """Note two tiles between which nobody can walk."""
    problems.add("E_M_SEAM", node.place, f"layout: tiles {i} and {j} are not joined by open ground")


def do_touch(map: SquareMap, a: Rect, b: Rect) -> list[bool]:
    """For each pair of squares where two tiles share an edge: whether both are open."""
    mine, other = a.squares(), b.squares()
    border = [(square, each) for square in mine for each in map.neighbours(square) if each in other]
    return [map.is_open(square) and map.is_open(each) for square, each in border]
