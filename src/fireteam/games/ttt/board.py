"""Boards and joined maps: squares and their names, turning, joining, zones (TTT-2.1 to 2.3, 2.9, 2.10, 2.21, 12.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ...content import library
from ...core.errors import BadNotation, UnknownName
from .content import Content
from .entries import Board, Legend, Mission

Square = tuple[int, int]
Terrains = tuple[str, ...]
NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})")


def column_letters(x: int) -> str:
    """Column letters: a for x = 0 to z, then aa, ab, ... (TTT-2.2)."""
    return (column_letters(x // 26 - 1) if x >= 26 else "") + chr(ord("a") + x % 26)


def column_number(letters: str) -> int:
    """The x of column letters."""
    x = -1
    for letter in letters:
        x = (x + 1) * 26 + ord(letter) - ord("a")
    return x


def square_name(square: Square) -> str:
    """A square's name is its column letters followed by y + 1; (4, 6) is `e7` (TTT-2.2)."""
    return f"{column_letters(square[0])}{square[1] + 1}"


def square_at(name: str) -> Square:
    """The square that a name means, on the board or not."""
    match = NAME.fullmatch(name)
    if not match:
        raise BadNotation(f"{name!r} is not a square; squares are named like e7")
    return column_number(match[1]), int(match[2]) - 1


def read_square(name: object) -> Square | None:
    """The square that a value of a file means, or None if it is not the name of one."""
    return square_at(name) if isinstance(name, str) and NAME.fullmatch(name) else None


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


class Map(msgspec.Struct, frozen=True):
    """A board, or several joined to one: x from 0 at the west edge, y from 0 at the south edge (TTT-2.1).

    `squares` holds the terrain ids of each square, row by row from the south-west corner: none on plain, bridge, bunker
    and impassable squares. `tiles` are the boards it was joined from, in the order of the layout.
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
        return frozenset(self) - self.walls

    def neighbours(self, square: Square) -> tuple[Square, ...]:
        """The adjacent squares on the map, north, east, south, west; no diagonal ones (TTT-2.7)."""
        x, y = square
        return tuple(each for each in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)) if each in self)

    def corners(self) -> tuple[Square, ...]:
        """The four mission corners (TTT-10.2), clockwise from the south-west."""
        east, north = self.width - 1, self.height - 1
        return ((0, 0), (0, north), (east, north), (east, 0))

    def zone(self, name: str) -> frozenset[Square]:
        """The squares of a named zone; none if the map has no such zone."""
        return self.zones.get(name, frozenset())

    def rows(self) -> tuple[str, ...]:
        """The text map: rows from north to south, each from west to east (TTT-2.3)."""
        return tuple("".join(self.letters[y * self.width : (y + 1) * self.width]) for y in reversed(range(self.height)))

    def drawing(self) -> str:
        """The text map with row numbers and the last letter of each column."""
        edge = len(str(self.height))
        lines = [f"{self.height - at:>{edge}} {row}" for at, row in enumerate(self.rows())]
        return "\n".join([*lines, " " * (edge + 1) + "".join(column_letters(x)[-1] for x in range(self.width))])


def draw(rows: Iterable[str], content: Content, board: Board | None = None) -> Map:
    """A map from drawn rows, north first, by the standard legend and the board's own (TTT-11.1, TTT-12.5)."""
    north_first = tuple(rows)
    width, height = len(north_first[0]), len(north_first)
    drawn = tuple(character for row in reversed(north_first) for character in row)
    legend = content.legend
    own = {} if board is None else board.legend
    means = {**legend.terrain, **own, legend.wall: (legend.wall,)}
    at = {(i % width, i // width): character for i, character in enumerate(drawn)}
    walls = frozenset(square for square, character in at.items() if legend.wall in means.get(character, ()))
    squares = tuple(overlap(means.get(character, ()), content) for character in drawn)
    zones = {
        zone: frozenset(square for square, character in at.items() if character == mark)
        for mark, zone in legend.zones.items()
        if mark in drawn
    }
    named = {name: frozenset(map(square_at, names)) for name, names in (board.zones if board else {}).items()}
    letters = tuple(
        character if character in legend.zones else _letter(terrains, square in walls, character, legend, content)
        for square, character, terrains in zip(at, drawn, squares, strict=True)
    )
    tile = Rect(0, 0, width, height)
    return Map(width, height, letters, squares, walls, united(zones, named), (tile,))


def overlap(terrains: Iterable[str], content: Content) -> Terrains:
    """The terrains of a square, each once, in the order of the content; plain is the absence of terrain (TTT-3.6)."""
    return tuple(id for id in content.terrain if id in terrains and id != "plain")


def _letter(terrains: Terrains, wall: bool, drawn: str, legend: Legend, content: Content) -> str:
    """The standard character of what a square holds; the drawn one if the standard legend has none for it."""
    if wall:
        return legend.wall
    for letter, ids in legend.terrain.items():
        if overlap(ids, content) == terrains:
            return letter
    return drawn


def united(*zones: dict[str, frozenset[Square]]) -> dict[str, frozenset[Square]]:
    """Zones of one name are united (TTT-12.5)."""
    out: dict[str, frozenset[Square]] = {}
    for some in zones:
        for name, squares in some.items():
            out[name] = out.get(name, frozenset()) | squares
    return out


def rotate_map(map: Map, quarters: int) -> Map:
    """The map turned clockwise: one quarter turn of width w takes (x, y) to (y, w - 1 - x) (TTT-2.10)."""
    for _ in range(quarters % 4):
        map = _rotate_once(map)
    return map


def _rotate_once(map: Map) -> Map:
    w = map.width

    def moved(squares: frozenset[Square]) -> frozenset[Square]:
        return frozenset((y, w - 1 - x) for x, y in squares)

    order = [(w - 1 - y) + x * w for y in range(w) for x in range(map.height)]  # where each new square was
    return Map(
        width=map.height,
        height=map.width,
        letters=tuple(map.letters[i] for i in order),
        squares=tuple(map.squares[i] for i in order),
        walls=moved(map.walls),
        zones={name: moved(squares) for name, squares in map.zones.items()},
        tiles=tuple(Rect(t.y, w - t.x - t.width, t.height, t.width) for t in map.tiles),
    )


def join_tiles(tiles: Iterable[tuple[Map, tuple[int, int]]], legend: Legend) -> Map:
    """Maps put on tile positions (column, row) and joined to one (TTT-2.9); places without a tile are walls (TTT-2.21).

    All tiles of a column have one width and all tiles of a row one height; the checks see to that.
    """
    placed = list(tiles)
    widths = {column: map.width for map, (column, _) in placed}
    heights = {row: map.height for map, (_, row) in placed}
    left = {column: sum(widths[c] for c in widths if c < column) for column in widths}
    below = {row: sum(heights[r] for r in heights if r < row) for row in heights}
    width, height = sum(widths.values()), sum(heights.values())
    letters = [legend.wall] * (width * height)
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
        zones = united(zones, shifted)
        rects += [Rect(t.x + dx, t.y + dy, t.width, t.height) for t in map.tiles]
    return Map(width, height, tuple(letters), tuple(squares), frozenset(walls), zones, tuple(rects))


def regions(map: Map) -> list[frozenset[Square]]:
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


def board_map(content: Content, id: str) -> Map:
    """The map of one board; `same_as` is followed and turned (TTT-12.5)."""
    board, quarters = library.find_entry("board", id, content.boards), 0
    while board.same_as:
        quarters += board.rot // 90
        board = content.boards[board.same_as]
    return rotate_map(draw(board.drawn, content, board), quarters)


def mission_map(content: Content, mission: Mission) -> Map:
    """The joined map of a mission; its own zones replace those of the same name (TTT-2.9, TTT-12.5)."""
    tiles = [(rotate_map(board_map(content, tile.board), tile.rot // 90), tile.tile) for tile in mission.layout]
    map = join_tiles(tiles, content.legend)
    own = {name: frozenset(square_at(each) for each in names) for name, names in mission.zones.items()}
    return msgspec.structs.replace(map, zones={**map.zones, **own})


def map_from(content: Content, reference: str) -> Map:
    """A map from a reference such as `2+4r+3`: boards from west to east, each `r` one quarter turn clockwise.

    A board is named by its id or, if it is called `board_2`, by its number.
    """
    tiles = []
    for column, part in enumerate(reference.split("+")):
        id, turns = _board_and_turns(content, part.strip())
        tiles.append((rotate_map(board_map(content, id), turns), (column, 0)))
    heights = sorted({map.height for map, _ in tiles})
    if len(heights) > 1:
        raise BadNotation(f"{reference!r}: boards of {heights[0]} and {heights[-1]} rows cannot stand side by side")
    return join_tiles(tiles, content.legend)


def _board_and_turns(content: Content, part: str) -> tuple[str, int]:
    """The board that is meant, and its quarter turns; an exact id comes first: a board may be called `river`."""
    plain = part.rstrip("r")
    for quarters in range(len(part) - len(plain) + 1):
        name = part[: len(part) - quarters]
        for id in (name, f"board_{name}"):
            if id in content.boards:
                return id, quarters
    raise UnknownName("board", plain or part, content.boards)
