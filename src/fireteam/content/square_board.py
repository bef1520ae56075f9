"""Boards of squares in content files: drawn or another one turned, laid side by side, with squares named on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from msgspec import Meta, field

from ..core.errors import BadNotation, UnknownName
from ..core.space.squares import Square, column_letters, column_number, read_square, square_at
from .entry import Entry, Form, Identifier, Text
from .field_kinds import Reference, Sentence
from .library import find_entry
from .square_map import Palette, SquareMap, join_tiles, rotate_map, with_zones
from .value_checks import Fault

MAX_TILES = 400  # of a layout
Turn = Literal[0, 90, 180, 270]  # degrees clockwise
Yes = Annotated[bool, Meta(extra_json_schema={"const": True})]
Letter = Annotated[str, Meta(min_length=1, max_length=1, description="one character")]
SquareNames = Annotated[tuple[str, ...], Meta(min_length=1, description="a list of squares")]
Drawn = Annotated[
    str | tuple[str, ...], Meta(description="a list of texts from north to south, or a text of several lines")
]
ZoneName = Annotated[str, Reference("zone")]
Coordinate = Annotated[int, Meta(ge=0)]
NO_SUCH_ZONE = Sentence("E_M_ZONE", "{path}: no such zone or square")
"""How everything that is wrong with squares of a map is reported."""
MapZones = Annotated[dict[str, SquareNames], NO_SUCH_ZONE]


class SquareBoard(Entry, frozen=True, kw_only=True):
    """A board: drawn rows, north first, or another board turned clockwise by `rot` degrees."""

    forms: ClassVar[Mapping[str, Form]] = {"rows": Form((), ("legend", "zones")), "same_as": Form((), ("rot",))}

    id: Identifier
    name: Text
    rows: Drawn = ()
    legend: dict[Letter, tuple[str, ...]] = field(default_factory=dict)
    zones: dict[str, SquareNames] = field(default_factory=dict)
    same_as: Annotated[str, Reference("board")] = ""
    rot: Turn = 0
    sample: bool = False

    @property
    def drawn(self) -> tuple[str, ...]:
        """The rows one by one, however the file writes them."""
        return lines_of(self.rows) if isinstance(self.rows, str) else self.rows


class Tile(Entry, frozen=True, kw_only=True):
    """A board of a layout: its column and row in the tile grid and its turn."""

    sentence: ClassVar[Sentence] = Sentence("E_M_LAYOUT", "layout: {fault}")

    board: Annotated[str, Reference("board")]
    tile: Annotated[tuple[Coordinate, Coordinate], Meta(description="[column, row], counted from 0")]
    rot: Turn = 0


Layout = Annotated[
    tuple[Tile, ...],
    Meta(min_length=1, max_length=MAX_TILES, description=f"a list of 1 to {MAX_TILES} tiles"),
    Sentence("E_M_LAYOUT", "layout: {reason}"),
]
"""Boards that are laid side by side."""


class SquareZone(Entry, frozen=True, kw_only=True):
    """Squares of a map: exactly one of its fields is set."""

    sentence: ClassVar[Sentence] = NO_SUCH_ZONE
    forms: ClassVar[Mapping[str, Form]] = dict.fromkeys(
        ("zone", "squares", "adjacent_to", "rows", "cols", "rect", "ring", "tile"), Form()
    )

    zone: ZoneName | None = None
    squares: SquareNames | None = None
    adjacent_to: ZoneName | None = None
    rows: Annotated[tuple[int, ...], Meta(min_length=1)] | None = None
    cols: Annotated[tuple[str, ...], Meta(min_length=1)] | None = None
    rect: Annotated[tuple[str, str], Meta(description="a list of two corners")] | None = None
    ring: Yes | None = None
    tile: int | None = None

    def squares_of(self, map: SquareMap) -> frozenset[Square]:
        """The squares of a map that are meant, impassable ones included; all of it if no field is set."""
        east, north = map.width - 1, map.height - 1
        if self.zone is not None:
            return map.zone(self.zone)
        if self.squares is not None:
            return frozenset(square_at(name) for name in self.squares)
        if self.adjacent_to is not None:
            inside = map.zone(self.adjacent_to)
            return frozenset(each for square in inside for each in map.neighbours(square)) - inside
        if self.rows is not None:
            return frozenset((x, y) for x, y in map if y + 1 in self.rows)
        if self.cols is not None:
            columns = {column_number(letters) for letters in self.cols}
            return frozenset((x, y) for x, y in map if x in columns)
        if self.rect is not None:
            return between(square_at(self.rect[0]), square_at(self.rect[1]))
        if self.ring:
            return frozenset((x, y) for x, y in map if x in (0, east) or y in (0, north))
        return map.tiles[self.tile].squares() if self.tile is not None else frozenset(map)

    def faults(self, map: SquareMap) -> Iterator[Fault]:
        """Each square, row, column and tile that a map does not have."""
        columns = {column_letters(x) for x in range(map.width)}
        known: dict[str, Callable[[Any], bool]] = {
            "squares": lambda name: is_square_of(name, map),
            "rect": lambda name: is_square_of(name, map),
            "rows": lambda row: 1 <= row <= map.height,
            "cols": lambda letters: letters in columns,
        }
        for name, is_known in known.items():
            for n, value in enumerate(getattr(self, name) or ()):
                if not is_known(value):
                    yield Fault((name, n), "")
        if self.tile is not None and not 0 <= self.tile < len(map.tiles):
            yield Fault(("tile",), "")


class BoardSet(NamedTuple):
    """Boards by id, and what they are drawn with."""

    palette: Palette
    boards: Mapping[str, SquareBoard]

    def draw(self, board: SquareBoard) -> SquareMap:
        """The map of a drawn board by the standard legend and its own; zones of a name are united."""
        zones = {name: frozenset(map(square_at, names)) for name, names in board.zones.items()}
        return self.palette.draw(board.drawn, board.legend, zones)

    def map(self, id: str) -> SquareMap:
        """The map of one board; `same_as` is followed and turned.

        Raises:
            UnknownName: there is no such board.
        """
        board, quarters = find_entry("board", id, self.boards), 0
        while board.same_as:
            quarters += board.rot // 90
            board = self.boards[board.same_as]
        return rotate_map(self.draw(board), quarters)

    def tile_map(self, tile: Tile) -> SquareMap:
        """The map of one tile, turned as the layout says."""
        return rotate_map(self.map(tile.board), tile.rot // 90)

    def join(self, layout: Iterable[Tile], zones: Mapping[str, Iterable[str]] | None = None) -> SquareMap:
        """The joined map of a layout; zones of its own replace those of the same name."""
        joined = join_tiles([(self.tile_map(tile), tile.tile) for tile in layout], self.palette.legend.wall)
        return with_zones(joined, zones or {})

    def find(self, reference: str) -> SquareMap:
        """A map from a reference such as `2+4r+3`: boards from west to east, each `r` one quarter turn clockwise.

        A board is named by its id or, if it is called `board_2`, by its number.

        Raises:
            UnknownName: there is no such board.
            BadNotation: the boards cannot stand side by side.
        """
        tiles = []
        for column, part in enumerate(reference.split("+")):
            id, turns = self._board_and_turns(part.strip())
            tiles.append((rotate_map(self.map(id), turns), (column, 0)))
        heights = sorted({map.height for map, _ in tiles})
        if len(heights) > 1:
            raise BadNotation(f"{reference!r}: boards of {heights[0]} and {heights[-1]} rows cannot stand side by side")
        return join_tiles(tiles, self.palette.legend.wall)

    def _board_and_turns(self, part: str) -> tuple[str, int]:
        """The board that is meant, and its quarter turns; an exact id comes first: a board may be called `river`."""
        plain = part.rstrip("r")
        for quarters in range(len(part) - len(plain) + 1):
            name = part[: len(part) - quarters]
            for id in (name, f"board_{name}"):
                if id in self.boards:
                    return id, quarters
        raise UnknownName("board", plain or part, self.boards)


def lines_of(text: str) -> tuple[str, ...]:
    """The rows of a drawing that is one text."""
    return tuple(row.rstrip() for row in text.rstrip().split("\n")) if text.strip() else ()


def is_square_of(name: object, map: SquareMap) -> bool:
    """Whether a value of a file names a square of a map."""
    square = read_square(name)
    return square is not None and square in map


def between(a: Square, b: Square) -> frozenset[Square]:
    """The rectangle with two opposite corners, both included."""
    columns, rows = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return frozenset((x, y) for x in range(columns[0], columns[1] + 1) for y in range(rows[0], rows[1] + 1))
