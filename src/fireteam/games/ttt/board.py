"""The maps of boards and of missions (TTT-2.1 to 2.3, 2.9, 2.10, 2.21, 12.5)."""

from __future__ import annotations

import msgspec

from ...content import library
from ...content.square_map import SquareMap, join_tiles, rotate_map
from ...core.errors import BadNotation, UnknownName
from ...core.space.squares import square_at
from .content import Content
from .entries import Board, Mission


def draw_board(content: Content, board: Board) -> SquareMap:
    """The map of a drawn board by the standard legend and its own; zones of a name are united (TTT-11.1, TTT-12.5)."""
    zones = {name: frozenset(map(square_at, names)) for name, names in board.zones.items()}
    return content.palette.draw(board.drawn, board.legend, zones)


def board_map(content: Content, id: str) -> SquareMap:
    """The map of one board; `same_as` is followed and turned (TTT-12.5)."""
    board, quarters = library.find_entry("board", id, content.boards), 0
    while board.same_as:
        quarters += board.rot // 90
        board = content.boards[board.same_as]
    return rotate_map(draw_board(content, board), quarters)


def mission_map(content: Content, mission: Mission) -> SquareMap:
    """The joined map of a mission; its own zones replace those of the same name (TTT-2.9, TTT-12.5)."""
    tiles = [(rotate_map(board_map(content, tile.board), tile.rot // 90), tile.tile) for tile in mission.layout]
    map = join_tiles(tiles, content.legend.wall)
    own = {name: frozenset(square_at(each) for each in names) for name, names in mission.zones.items()}
    return msgspec.structs.replace(map, zones={**map.zones, **own})


def map_from(content: Content, reference: str) -> SquareMap:
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
    return join_tiles(tiles, content.legend.wall)


def _board_and_turns(content: Content, part: str) -> tuple[str, int]:
    """The board that is meant, and its quarter turns; an exact id comes first: a board may be called `river`."""
    plain = part.rstrip("r")
    for quarters in range(len(part) - len(plain) + 1):
        name = part[: len(part) - quarters]
        for id in (name, f"board_{name}"):
            if id in content.boards:
                return id, quarters
    raise UnknownName("board", plain or part, content.boards)
