"""Section 3: who sees whom, half cover, and smoke."""

from __future__ import annotations

import numpy as np

from ....core.engine.compiled import compiled, rule
from ....core.engine.record import layout
from ....core.space.movement import Discs, add_disc
from ....core.space.sight import sight, sight_past
from ....core.space.terrain import EPS, length_inside, zone_of
from ..state import State
from ..tables import RADIUS, Tables
from .units import place_of

DISCS = layout(Discs)
NO_UNIT = -1


@rule("TPS-3.16", "TPS-3.17", "TPS-3.18", "TPS-3.20", "TPS-3.28", "TPS-3.29", "TPS-3.30", "TPS-11.12")
def lines_between(state: State, tables: Tables, i: int, j: int) -> tuple[int, int]:
    """Of the three sight lines from a unit to a target: how many are clear, and how many obstructed for the target."""
    x, y = place_of(state, i)
    return lines_to(state, tables, x, y, i, j)


@rule("TPS-3.16", "TPS-3.30", "TPS-19.14")
def lines_from_point(state: State, tables: Tables, x: int, y: int, j: int) -> tuple[int, int]:
    """The same from a point, such as a grenade that explodes."""
    return lines_to(state, tables, x, y, NO_UNIT, j)


@compiled
def lines_to(state: State, tables: Tables, x: int, y: int, i: int, j: int) -> tuple[int, int]:
    """The three lines to a target: from a unit's place, or from a point (NO_UNIT), where all three begin."""
    to_x, to_y = place_of(state, j)
    from_point = int(i == NO_UNIT)
    if tables.options.sv_tokensblock:
        return lines_past_tokens(state, tables, x, y, to_x, to_y, from_point, i, j)
    return sight(tables.field, x, y, to_x, to_y, from_point)


@rule("TPS-3.19", "TPS-11.12", makes_arrays=True)
def lines_past_tokens(
    state: State, tables: Tables, x: int, y: int, to_x: int, to_y: int, from_point: int, i: int, j: int
) -> tuple[int, int]:
    """By an option every other token blocks the lines that meet it; hostages are no tokens.

    Sight is that of the positions after the last count: who has been eliminated in this turn's actions keeps its
    place until the turn ends, and still blocks.
    """
    discs = np.zeros(1, DISCS)
    others = discs[0]
    for k in range(state.n_units):
        if k != i and k != j and state.units[k].x:
            add_disc(others, state.units[k].x, state.units[k].y, 0, 0)
    return sight_past(tables.field, x, y, to_x, to_y, from_point, others, RADIUS)


@rule("TPS-3.18")
def sees(state: State, tables: Tables, i: int, j: int) -> bool:
    """A unit sees a target when at least one of the three lines is not blocked."""
    return lines_between(state, tables, i, j)[0] > 0


@rule("TPS-3.21", "TPS-3.22")
def gives_cover(clear: int, obstructed: int) -> bool:
    """Half cover, which never counts twice: the target is seen, and two of the three lines are obstructed for it."""
    return clear > 0 and obstructed >= 2


@rule("TPS-19.11", "TPS-19.12")
def is_smoke_in(state: State, zone: int) -> bool:
    """Whether smoke fills a zone."""
    return zone >= 0 and state.smoke[zone] != 0


@compiled
def is_any_smoke(state: State, tables: Tables) -> bool:
    """Whether there is smoke anywhere."""
    for zone in range(tables.field.n_zones):
        if is_smoke_in(state, zone):
            return True
    return False


@rule("TPS-3.23", "TPS-3.24", "TPS-3.33")
def smoke_is_between(state: State, tables: Tables, x: int, y: int, to_x: int, to_y: int) -> bool:
    """No attack goes into or out of a zone full of smoke, nor through its inside."""
    if not is_any_smoke(state, tables):
        return False
    start, end = zone_of(tables.field, x, y), zone_of(tables.field, to_x, to_y)
    for zone in range(tables.field.n_zones):
        if is_smoke_in(state, zone):
            if (start == zone) != (end == zone):
                return True
            if start != zone and length_inside(tables.field, zone, x, y, to_x, to_y) > EPS:
                return True
    return False


@rule("TPS-3.25", "TPS-12.7")
def are_in_one_smoke(state: State, tables: Tables, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Both are in the same zone, and it is full of smoke."""
    if not is_any_smoke(state, tables):
        return False
    zone = zone_of(tables.field, x, y)
    return is_smoke_in(state, zone) and zone == zone_of(tables.field, to_x, to_y)


@rule("TPS-3.24", "TPS-11.6", "TPS-12.4")
def smoke_hides(state: State, tables: Tables, i: int, j: int) -> bool:
    """Smoke is between a unit and a target."""
    x, y = place_of(state, i)
    to_x, to_y = place_of(state, j)
    return smoke_is_between(state, tables, x, y, to_x, to_y)


@rule("TPS-3.3", "TPS-3.4", "TPS-3.27")
def roll_needed(dx: int, dy: int) -> int:
    """The least roll that reaches so far: roll >= distance - EPS, exactly. One of 1000 reaches every point."""
    squared = dx * dx + dy * dy
    roll = min(1000, max(0, int(np.sqrt(float(squared))) // 1000000 - 1))
    while roll < 1000 and (1000000 * roll + 1) * (1000000 * roll + 1) < squared:
        roll += 1
    return roll


@rule("TPS-3.2", "TPS-3.3")
def distance_between(ax: int, ay: int, bx: int, by: int) -> int:
    """The distance between two points in whole steps, for the log; nothing is decided by it."""
    dx, dy = bx - ax, by - ay
    return int(np.sqrt(float(dx * dx + dy * dy)) + 0.5)
