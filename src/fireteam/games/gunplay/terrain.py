"""The table as rules read it: pieces of terrain, paths, and who else stands there (section 4).

Stored coordinates are whole hundredths of an inch (GUN-4.2); lengths that rules compute are float64 in inches
(GUN-4.3). `Terrain` is a part of Tables. A `Path` and a `Bystanders` hold whole numbers, so that a State may have them.
"""

from __future__ import annotations

from typing import Annotated

from ...core.engine.record import Ints
from ...core.space.convex import Convex
from ...core.space.terrain import EPS

__all__ = ["EPS", "Bystanders", "Path", "Terrain"]

HUNDREDTHS = 100  # to an inch (GUN-4.2)
PIECES = 64  # of a map
WAYPOINTS = 16  # of a path, the start not counted (GUN-7.4)
TURNS = 256  # places where ways may turn
CHARACTERS = 24  # of both bands (GUN-3.13)

BLOCKS_MOVE, BLOCKS_SIGHT, LOW, AREA, DIFFICULT = 1, 2, 4, 8, 16  # flags of a piece, added up (GUN-4.10)

STANDING, PRONE, HIDING = range(3)  # postures (GUN-3.7)


class Terrain:
    """A map: its size in hundredths, and the pieces in the order of its file."""

    width: int
    height: int
    step: int  # hundredths between trigger points, the parameter `step` (GUN-13.17)
    n_pieces: int
    pieces: Annotated[list[Convex], PIECES]
    n_turns: int  # places beside corners of pieces, where ways turn (routes.py)
    turn_xs: Annotated[Ints, TURNS]
    turn_ys: Annotated[Ints, TURNS]


class Path:
    """A polyline in hundredths: point 0 is where the character stands, n the number of waypoints after it (GUN-7.4)."""

    n: int
    xs: Annotated[Ints, WAYPOINTS + 1]
    ys: Annotated[Ints, WAYPOINTS + 1]


class Bystanders:
    """All other Up characters, as one of them who moves or retires finds them, in ascending id (GUN-4.26)."""

    n: int
    xs: Annotated[Ints, CHARACTERS]
    ys: Annotated[Ints, CHARACTERS]
    postures: Annotated[Ints, CHARACTERS]
    is_enemy: Annotated[Ints, CHARACTERS]
