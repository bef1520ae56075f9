"""Boards of squares as content: drawn with letters, turned, joined to larger maps, with zones over them.

A game says by its `Palette` what the letters mean; the map knows terrains, walls and zones by their names alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

import msgspec

from ..core.protocol.scene import Cell
from ..core.space.squares import Square, column_letters, square_at
from .entry import Entry

Terrains = tuple[str, ...]
OPEN_GROUND = "plain"  # the id of the absence of terrain


class SquareLegend(Entry, frozen=True, kw_only=True):
    """What the characters of a drawn board mean: terrains, the impassable one, those that make zones."""

    terrain: dict[str, tuple[str, ...]]
    wall: str
    zones: dict[str, str]

    @property
    def characters(self) -> set[str]:
        """Every standard character."""
        return {*self.terrain, self.wall, *self.zones}


class Palette(NamedTuple):
    """A legend, and the ids of the terrains that there are, in the order in which squares name them."""

    legend: SquareLegend
    terrains: Terrains

    def overlap(self, ids: Iterable[str]) -> Terrains:
        """The terrains of a square that holds these, each once, in order; open ground is the absence of terrain."""
        wanted = set(ids)
        return tuple(id for id in self.terrains if id in wanted and id != OPEN_GROUND)

    def letter(self, terrains: Terrains) -> str:
        """The standard character of a square that holds these; empty if there is none."""
        return next((letter for letter, ids in self.legend.terrain.items() if self.overlap(ids) == terrains), "")

    def draw(
        self,
        rows: Iterable[str],
        own_legend: Mapping[str, Terrains] | None = None,
        own_zones: Mapping[str, frozenset[Square]] | None = None,
    ) -> SquareMap:
        """A map from drawn rows, north first, by the standard legend and the board's own; its own zones come on top."""
        north_first, legend = tuple(rows), self.legend
        width, height = len(north_first[0]), len(north_first)
        drawn = tuple(character for row in reversed(north_first) for character in row)
        meant = {**legend.terrain, **(own_legend or {}), legend.wall: (legend.wall,)}
        terrains = {character: self.overlap(meant.get(character, ())) for character in set(drawn)}
        solid = {character for character in terrains if legend.wall in meant.get(character, ())}
        letters = {
            character: legend.wall
            if character in solid
            else character
            if character in legend.zones
            else self.letter(found) or character
            for character, found in terrains.items()
        }
        places: dict[str, set[Square]] = {character: set() for character in terrains}
        for i, character in enumerate(drawn):
            places[character].add((i % width, i // width))
        walls = frozenset(square for character in solid for square in places[character])
        zones = {zone: frozenset(places[mark]) for mark, zone in legend.zones.items() if mark in places}
        tile = Rect(0, 0, width, height)
        return SquareMap(
            width,
            height,
            tuple(letters[character] for character in drawn),
            tuple(terrains[character] for character in drawn),
            walls,
            unite_zones(zones, dict(own_zones or {})),
            (tile,),
        )


class Rect(NamedTuple):
    """The squares of one tile."""

    x: int
    y: int
    width: int
    height: int

    def squares(self) -> frozenset[Square]:
        """All of them."""
        return frozenset(
            (x, y) for x in range(self.x, self.x + self.width) for y in range(self.y, self.y + self.height)
        )


class SquareMap(msgspec.Struct, frozen=True):
    """A board, or several joined to one: x from 0 at the west edge, y from 0 at the south edge.

    `squares` holds the terrain ids of each square, row by row from the south-west corner: none on open ground and on
    impassable squares. `tiles` are the boards it was joined from, in their order.
    """

    width: int
    height: int
    letters: tuple[str, ...]
    squares: tuple[Terrains, ...]
    walls: frozenset[Square]
    zones: dict[str, frozenset[Square]]
    tiles: tuple[Rect, ...]

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def __iter__(self) -> Iterator[Square]:
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def terrain(self, square: Square) -> Terrains:
        """The terrain ids of a square; none on open ground and on impassable squares."""
        return self.squares[square[1] * self.width + square[0]]

    def letter(self, square: Square) -> str:
        """The character that draws a square."""
        return self.letters[square[1] * self.width + square[0]]

    def is_open(self, square: Square) -> bool:
        """On the map and not impassable."""
        return square in self and square not in self.walls

    def open_squares(self) -> frozenset[Square]:
        """All squares that are not impassable."""
        return frozenset(product(range(self.width), range(self.height))) - self.walls

    def neighbours(self, square: Square) -> tuple[Square, ...]:
        """The adjacent squares on the map, north, east, south, west; no diagonal ones."""
        x, y = square
        return tuple(each for each in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)) if each in self)

    def corners(self) -> tuple[Square, ...]:
        """The four corners, clockwise from the south-west."""
        east, north = self.width - 1, self.height - 1
        return ((0, 0), (0, north), (east, north), (east, 0))

    def edges(self) -> dict[str, list[Square]]:
        """The squares of the four edges, by name."""
        east, north = self.width - 1, self.height - 1
        return {
            "north": [(x, north) for x in range(self.width)],
            "east": [(east, y) for y in range(self.height)],
            "south": [(x, 0) for x in range(self.width)],
            "west": [(0, y) for y in range(self.height)],
        }

    def zone(self, name: str) -> frozenset[Square]:
        """The squares of a named zone; none if the map has no such zone."""
        return self.zones.get(name, frozenset())

    def steps_to(self, goal: frozenset[Square]) -> dict[Square, int]:
        """From every open square the steps to the nearest square of a set, if nothing else stands on the map."""
        steps = dict.fromkeys(goal, 0)
        edge = list(goal)
        for square in edge:
            for beside in self.neighbours(square):
                if beside not in steps and self.is_open(beside):
                    steps[beside] = steps[square] + 1
                    edge.append(beside)
        return steps

    def rows(self) -> tuple[str, ...]:
        """The text map: rows from north to south, each from west to east."""
        return tuple("".join(self.letters[y * self.width : (y + 1) * self.width]) for y in reversed(range(self.height)))

    def drawing(self) -> str:
        """The text map with row numbers and the last letter of each column."""
        edge = len(str(self.height))
        lines = [f"{self.height - at:>{edge}} {row}" for at, row in enumerate(self.rows())]
        return "\n".join([*lines, " " * (edge + 1) + "".join(column_letters(x)[-1] for x in range(self.width))])


def with_zones(map: SquareMap, zones: Mapping[str, Iterable[str]]) -> SquareMap:
    """A map with zones of named squares, which replace those of the same name."""
    own = {name: frozenset(square_at(each) for each in names) for name, names in zones.items()}
    return msgspec.structs.replace(map, zones={**map.zones, **own})


def unite_zones(*zones: dict[str, frozenset[Square]]) -> dict[str, frozenset[Square]]:
    """Zones of one name are united."""
    out: dict[str, frozenset[Square]] = {}
    for some in zones:
        for name, squares in some.items():
            out[name] = out.get(name, frozenset()) | squares
    return out


def rotate_map(map: SquareMap, quarters: int) -> SquareMap:
    """The map turned clockwise: one quarter turn of width w takes (x, y) to (y, w - 1 - x)."""
    for _ in range(quarters % 4):
        map = _rotate_once(map)
    return map


def _rotate_once(map: SquareMap) -> SquareMap:
    w = map.width

    def rotate(squares: frozenset[Square]) -> frozenset[Square]:
        return frozenset((y, w - 1 - x) for x, y in squares)

    order = [(w - 1 - y) + x * w for y in range(w) for x in range(map.height)]  # where each new square was
    return SquareMap(
        width=map.height,
        height=map.width,
        letters=tuple(map.letters[i] for i in order),
        squares=tuple(map.squares[i] for i in order),
        walls=rotate(map.walls),
        zones={name: rotate(squares) for name, squares in map.zones.items()},
        tiles=tuple(Rect(t.y, w - t.x - t.width, t.height, t.width) for t in map.tiles),
    )


def join_tiles(tiles: Iterable[tuple[SquareMap, tuple[int, int]]], wall: str) -> SquareMap:
    """Maps put on tile positions (column, row) and joined to one; places without a tile are drawn as walls.

    All tiles of a column have one width and all tiles of a row one height; the checks see to that.
    """
    placed = list(tiles)
    widths = {column: map.width for map, (column, _) in placed}
    heights = {row: map.height for map, (_, row) in placed}
    left = {column: sum(widths[c] for c in widths if c < column) for column in widths}
    below = {row: sum(heights[r] for r in heights if r < row) for row in heights}
    width, height = sum(widths.values()), sum(heights.values())
    letters = [wall] * (width * height)
    squares: list[Terrains] = [()] * (width * height)
    walls = {(x, y) for x in range(width) for y in range(height)}
    zones: dict[str, frozenset[Square]] = {}
    rects: list[Rect] = []
    for map, (column, row) in placed:
        dx, dy = left[column], below[row]
        for x, y in map:
            at = (y + dy) * width + x + dx
            letters[at], squares[at] = map.letter((x, y)), map.terrain((x, y))
        walls -= {(x + dx, y + dy) for x, y in map.open_squares()}
        shifted = {name: frozenset((x + dx, y + dy) for x, y in some) for name, some in map.zones.items()}
        zones = unite_zones(zones, shifted)
        rects += [Rect(t.x + dx, t.y + dy, t.width, t.height) for t in map.tiles]
    return SquareMap(width, height, tuple(letters), tuple(squares), frozenset(walls), zones, tuple(rects))


def regions(map: SquareMap) -> list[frozenset[Square]]:
    """The open squares by what can be reached from each other in steps between adjacent squares, the largest first."""
    left, found = set(map.open_squares()), []
    while left:
        region, edge = set(), {min(left)}
        while edge:
            region |= edge
            edge = {each for square in edge for each in map.neighbours(square) if each in left} - region
        left -= region
        found.append(frozenset(region))
    return sorted(found, key=lambda region: (-len(region), min(region)))


def cells_of(map: SquareMap) -> tuple[Cell, ...]:
    """Every square as it is drawn in a scene, row by row from the south-west."""
    zones: dict[Square, list[str]] = {}
    for name, squares in map.zones.items():
        for square in squares:
            zones.setdefault(square, []).append(name)
    return tuple(_cell(map, square, tuple(sorted(zones.get(square, ())))) for square in map)


def _cell(map: SquareMap, at: Square, zones: tuple[str, ...]) -> Cell:
    is_open = map.is_open(at)
    title = " and ".join(map.terrain(at)) or ("open ground" if is_open else "impassable")
    return Cell(*at, map.letter(at), title, zones, not is_open)
