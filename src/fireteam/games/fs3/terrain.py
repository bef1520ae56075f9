"""The battlefield as rules read it (section 20): features, and paths between them; whole centimetres."""

from __future__ import annotations

from typing import Annotated

from ...core.engine.record import Grid, Ints

FEATURES = 64
CORNERS = 8
LEGS = 8  # of a path (FS3-20.12)
TURNS = 256  # places where ways turn (FS3-23.7)

SIGHT, MOVE, ROUGH = 1, 2, 4  # flags of a feature, added up (FS3-20.8)


class Feature:
    """A convex polygon, its corners counter-clockwise, and the rectangle around it (FS3-20.8)."""

    n: int
    xs: Annotated[Ints, CORNERS]
    ys: Annotated[Ints, CORNERS]
    least_x: int
    least_y: int
    most_x: int
    most_y: int
    effects: int  # SIGHT, MOVE and ROUGH, added up
    protection: int  # 0: it gives no cover
    lists_locations: int
    covered: int  # bits of the locations that it covers, where it lists them (FS3-11.4)


class Turns:
    """Where ways turn beside features, and the shortest ways between these places (FS3-23.7); `turns_build` fills it.

    Lengths are in thousandths of a centimetre; of a way to itself they are 0, and `next` is the place itself.
    """

    n: int
    xs: Annotated[Ints, TURNS]
    ys: Annotated[Ints, TURNS]
    far: Annotated[Grid, (TURNS, TURNS)]  # -1: there is no way
    legs: Annotated[Grid, (TURNS, TURNS)]  # of the way
    next: Annotated[Grid, (TURNS, TURNS)]  # where it goes first


class Terrain:
    """A map: its size, and the features in the order of its file."""

    width: int
    height: int
    effects: int  # of all features together
    n: int
    features: Annotated[list[Feature], FEATURES]
    turns: Turns


class Path:
    """A path: point 0 is where it starts, n the number of its legs (FS3-20.12)."""

    n: int
    xs: Annotated[Ints, LEGS + 1]
    ys: Annotated[Ints, LEGS + 1]
