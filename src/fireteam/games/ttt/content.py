"""Content of Table Top Troopers: everything that the packs hold, checked, and what follows from an entry."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ...content import library
from ...content.square_board import BoardSet, SquareBoard
from ...content.square_map import Palette, SquareLegend, SquareMap
from .entries import STANDARD, Constants, Mission, Numbers, Piece, Sheet, Terrain

GAME = "ttt"
BASE = Path(__file__).parent / "content"


class Content(msgspec.Struct, frozen=True):
    """Everything that was loaded, each kind by id."""

    terrain: dict[str, Terrain]
    legend: SquareLegend
    sheets: dict[str, Sheet]
    boards: dict[str, SquareBoard]
    missions: dict[str, Mission]
    constants: Constants

    @property
    def board_set(self) -> BoardSet:
        """The boards, and what they are drawn with (TTT-2.1 to 2.3, TTT-3.6, TTT-11.1, TTT-12.5)."""
        return BoardSet(Palette(self.legend, tuple(self.terrain)), self.boards)

    def map_of(self, mission: Mission) -> SquareMap:
        """The joined map of a mission; its own zones replace those of the same name (TTT-2.9, TTT-2.10, TTT-12.5)."""
        return self.board_set.join(mission.layout, mission.zones)

    def mission(self, id: str) -> Mission:
        """The mission of an id; UnknownName if there is none."""
        return library.find_entry("mission", id, self.missions)

    def sheet(self, id: str = STANDARD) -> Sheet:
        """The squad sheet of an id; UnknownName if there is none."""
        return library.find_entry("squad sheet", id, self.sheets)


load = library.loader(GAME, Content, BASE)


def names(content: Content) -> dict[str, tuple[str, ...]]:
    """What references may name, by what it is."""
    boards = tuple(id for id, board in content.boards.items() if not board.sample)
    return {"board": boards, "squad sheet": tuple(content.sheets), "piece type": content.sheet().types}


def piece_points(piece: Piece, constants: Constants) -> int:
    """Each point of Move, Range, TH and TBH costs 1, each special ability costs 3 (TTT-4.2)."""
    return piece.move + piece.range + piece.th + piece.tbh + int(constants.ability_points) * len(piece.abilities)


def force_of(mission: Mission, side: int, sheet: Sheet, pick: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The types of a side (1 or 2) in force order (TTT-5.3, TTT-13.1).

    A fixed force has the order of its mapping, an `all` force that of the squad sheet; with picks the types of `plus`
    come first, then the picks as the player listed them. Without `pick` the mission's preset is taken (TTT-12.8).
    """
    force = mission.sides[side - 1].force
    if force.fixed is not None:
        return spread(force.fixed)
    if force.all:
        return spread(sheet.counts)
    return spread(force.plus) + tuple(force.preset if pick is None else pick)


def spread(numbers: Numbers) -> tuple[str, ...]:
    """{recon: 2, guard: 1} as recon, recon, guard."""
    return tuple(type for type, number in numbers.items() for _ in range(number))
