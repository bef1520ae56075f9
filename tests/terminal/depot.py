"""A free table for tests of drawing: a depot with blocks, windows, low cover, zones, two sites, and units on it."""

from __future__ import annotations

from collections.abc import Sequence

from fireteam.core.protocol.scene import Area, Barrier, Ground, Mark, Row, Scene, Spot, Token

WALLS = """16,10,16,14 16,16,16,20 26,10,26,14 26,16,26,20 16,20,20,20 22,20,26,20 16,10,20,10 22,10,26,10 7,11,7,19
41,12,41,18 18,25,18,30 18,0,18,5 27,24,27,27 27,3,27,6"""
WINDOWS = "27,27,27,29 27,1,27,3"
BLOCKS = "9,22,13,26 9,4,13,8 20,13,22,17 31,11.5,34,13.5 31,16.5,34,18.5 37,22,38,27 37,3,38,8"
LOW = """13,13.5,13.5,16.5 22.5,22,24.5,22.5 22.5,7.5,24.5,8 29,24,31,24.5 33,26.5,33.5,28.5 29,5.5,31,6
33,1.5,33.5,3.5 28.5,14,29,16 36,14,36.5,16"""
SITES = "A=28,22.5,35,28.5 B=28,1.5,35,7.5"
ZONES = """sw_yard=0,0,8,10 s_lane=8,0,16,10 s_gate=16,0,26,10 site_b=26,0,36,10 se_yard=36,0,48,10 t_base=0,10,8,20
mid_west=8,10,16,20 warehouse=16,10,26,20 mid_east=26,10,36,20 ct_base=36,10,48,20 nw_yard=0,20,8,30 n_lane=8,20,16,30
n_gate=16,20,26,30 site_a=26,20,36,30 ne_yard=36,20,48,30"""
RED = ((2, 15), (2, 13), (4, 14), (4, 16))
BLUE = ((46, 15), (46, 13), (44, 14), (44, 16))


def corners(text: str) -> tuple[Spot, ...]:
    """The corners of a rectangle."""
    left, bottom, right, top = map(float, text.split(","))
    return (left, bottom), (right, bottom), (right, top), (left, top)


def ground(*more: Area, marks: Sequence[Mark] = (), **rest: object) -> Ground:
    """The depot itself."""
    barriers = [
        Barrier(kind, *map(float, one.split(",")))
        for kind, all in (("wall", WALLS), ("window", WINDOWS))
        for one in all.split()
    ]
    areas = [Area(name, "zone", corners(at)) for name, at in (one.split("=") for one in ZONES.split())]
    areas += [Area(name, "site", corners(at), name) for name, at in (one.split("=") for one in SITES.split())]
    areas += [Area("", "block", corners(at)) for at in BLOCKS.split()]
    areas += [Area("", "low", corners(at)) for at in LOW.split()]
    return Ground(48, 30, tuple(barriers), (*areas, *more), tuple(marks), **rest)  # type: ignore[arg-type]


def unit(number: int, side: int, x: float, y: float) -> Token:
    """A unit of the depot."""
    title = ("attacker", "defender")[side]
    return Token(f"U{number}", number - 1, side, f"U{number}", x, y, title, ("helmet 1, vest 1, health 3",), 0.5, side)


SMOKE = Area("mid_east", "smoke", corners("26,10,36,20"), notes=("until turn 5",))
MARKS = (
    Mark("b", 30.2, 25.1, "bomb", ("armed in turn 3",)),
    Mark("w", 21.5, 8.8, "rifle"),
    Mark("g", 44, 16.2, "grenade"),
)


def depot(*tokens: Token, **rest: object) -> Scene:
    """The depot with four units a side at their bases, a smoked zone, a bomb and what else lies about."""
    units = tokens or tuple(
        unit(4 * side + k, side, x, y) for side, places in enumerate((RED, BLUE)) for k, (x, y) in enumerate(places, 1)
    )
    laid = ground(SMOKE, marks=MARKS, **rest)
    standing = (Row("round", "3 of 30"), Row("turn", "4 of 12"), Row("score", "attackers 2, defenders 1"))
    return Scene("Depot", 48, 30, (), (), units, standing, (), laid)
