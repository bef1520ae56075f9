"""Section 23.7: the shortest way to a point or an edge, around features, cut at what a turn's move reaches."""

from __future__ import annotations

from typing import NamedTuple

from ....core.engine.compiled import compiled, rule
from ..state import State
from ..tables import EAST, NORTH, SOUTH, WEST, Tables
from ..terrain import LEGS, Path, Turns
from .geometry import MILLION, root_down, squared
from .ground import Place, place_of, radius_of
from .paths import add_leg, cut_path, is_blocked, move_limit, start_path

NO_WAY = 1 << 60  # longer than any way


class Goal(NamedTuple):
    """Where a way leads: to a point, or straight on over an edge of the map at `x` or `y` (FS3-23.7)."""

    edge: int  # WEST, EAST, NORTH or SOUTH; 0: to the point
    x: int
    y: int


class Way(NamedTuple):
    """A way by the turns from `first` to `last`, and its length in thousandths of a centimetre."""

    length: int
    legs: int
    first: int
    last: int


@compiled
def edge_goal(state: State, tables: Tables, who: int, edge: int) -> Goal:
    """The goal of who moves to an edge: as far as its base may go, or over it where it is an exit (FS3-20.19)."""
    radius, terrain = radius_of(state, tables, who), tables.terrain
    margin = -1 if edge & tables.exits else radius
    x = margin if edge & WEST else terrain.width - margin if edge & EAST else 0
    y = margin if edge & SOUTH else terrain.height - margin if edge & NORTH else 0
    return Goal(edge, x, y)


@compiled
def goal_from(goal: Goal, x: int, y: int) -> Place:
    """Where the straight way from a point meets a goal."""
    if goal.edge & (WEST | EAST):
        return Place(goal.x, y)
    if goal.edge & (NORTH | SOUTH):
        return Place(x, goal.y)
    return Place(goal.x, goal.y)


@compiled
def length_between(ax: int, ay: int, bx: int, by: int) -> int:
    """The length of a leg in whole thousandths of a centimetre, rounded down."""
    return root_down(squared(bx - ax, by - ay) * MILLION)


@rule("FS3-23.7")
def way_towards(state: State, tables: Tables, who: int, goal: Goal, limit: int, path: Path) -> bool:
    """Fill a path with the shortest way to a goal, cut at its last legal point within a limit; whether it leads on.

    Of equally long ways the one with fewer corners is taken, then the one with the earlier corner.
    """
    start_path(state, who, path)
    at = place_of(state, who)
    straight = goal_from(goal, at.x, at.y)
    if at.x == straight.x and at.y == straight.y:
        return False
    if is_blocked(tables.terrain, at.x, at.y, straight.x, straight.y):
        way = shortest_way(tables, at.x, at.y, goal)
        if way.length == NO_WAY:
            return False
        write_way(tables.terrain.turns, way, goal, path)
    else:
        add_leg(path, straight.x, straight.y)
    cut_path(state, tables, who, path, limit)
    return path.n > 0


@rule("FS3-23.7")
def shortest_way(tables: Tables, x: int, y: int, goal: Goal) -> Way:
    """The shortest way from a point to a goal that turns beside corners; its length is NO_WAY if there is none."""
    turns, terrain = tables.terrain.turns, tables.terrain
    xs, ys, far, legs = turns.xs, turns.ys, turns.far, turns.legs
    best = Way(NO_WAY, 0, 0, 0)
    for i in range(turns.n):
        to_first = length_between(x, y, xs[i], ys[i])
        if to_first >= best.length or is_blocked(terrain, x, y, xs[i], ys[i]):
            continue
        for j in range(turns.n):
            if far[i, j] >= 0:
                end = goal_from(goal, xs[j], ys[j])
                length = to_first + far[i, j] + length_between(xs[j], ys[j], end.x, end.y)
                way = Way(length, legs[i, j], i, j)
                if is_better(turns, way, best) and not is_blocked(terrain, xs[j], ys[j], end.x, end.y):
                    best = way
    return best


@compiled
def is_better(turns: Turns, way: Way, other: Way) -> bool:
    """Whether a way is shorter than another, or as long and with fewer corners, or with the earlier corner."""
    if way.length != other.length or way.legs != other.legs:
        return way.length < other.length or (way.length == other.length and way.legs < other.legs)
    a, b = way.first, other.first
    while a == b and a != way.last:
        a, b = turns.next[a, way.last], turns.next[b, other.last]
    return a < b


@compiled
def write_way(turns: Turns, way: Way, goal: Goal, path: Path) -> None:
    """Write a way as legs of a path, as many as a path has."""
    at = way.first
    add_leg(path, turns.xs[at], turns.ys[at])
    while at != way.last and path.n < LEGS:
        at = turns.next[at, way.last]
        add_leg(path, turns.xs[at], turns.ys[at])
    if path.n < LEGS:
        end = goal_from(goal, turns.xs[at], turns.ys[at])
        add_leg(path, end.x, end.y)


@compiled
def way_to_combatant(state: State, tables: Tables, who: int, other: int, path: Path) -> bool:
    """Fill a path with the way towards another combatant within this turn's move; whether it leads on."""
    to = place_of(state, other)
    return way_towards(state, tables, who, Goal(0, to.x, to.y), move_limit(state, tables, who), path)


@compiled
def way_to_edge(state: State, tables: Tables, who: int, edge: int, path: Path) -> bool:
    """Fill a path with the way towards an edge of the map within this turn's move; whether it leads on."""
    goal = edge_goal(state, tables, who, edge)
    return way_towards(state, tables, who, goal, move_limit(state, tables, who), path)
