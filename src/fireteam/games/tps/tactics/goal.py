"""What an errand is, and what every errand goes by: who is near, who is first, what the round is like."""

from __future__ import annotations

from typing import NamedTuple

from ....core.engine.compiled import compiled
from ....core.space.routes import length_between, length_to_place, place_near
from ..rules.calls import is_in_site
from ..state import State
from ..tables import RADIUS, Tables

UNIT = 1000000
TURN = 9 * UNIT  # how far one comes in a turn with a rifle in hand
LIKING = 10 * UNIT  # how much longer a way to the site of the day may be
GUARDED = 4 * UNIT  # how much longer a way seems for each enemy at its end
AROUND = 12 * UNIT  # what is at a place
WAITING_WEIGHT, PRESSED_WEIGHT = 0.8, 0.55  # how dear a die of one's own is to who waits, and to who must get somewhere
AHEAD = 4 * UNIT  # of the others on the way, at most


class Goal(NamedTuple):
    """A goal, how near to it is near enough, how much a MU nearer is worth, and what it is to get away from a blast."""

    x: int
    y: int
    near: int
    pull: float
    flee: float
    site: int  # anywhere in this site will do; -1: none
    caution: float  # a die of one's own, over one of the enemy's


@compiled
def together(state: State, tables: Tables, i: int, errand: Goal) -> Goal:
    """Who is ahead of its side does not go on alone: it is near enough so far before the others."""
    place, n, total = goal_place(tables, errand), 0, 0
    if place < 0:
        return errand
    for j in range(state.n_units):
        mate = state.units[j]
        if j != i and mate.alive and mate.side == state.units[i].side:
            total += length_to_place(tables.routes, tables.field, RADIUS, mate.x, mate.y, place)
            n += 1
    if n == 0:
        return errand
    near = max(errand.near, total // n - AHEAD)
    site = errand.site if near == errand.near else -1
    return Goal(errand.x, errand.y, near, errand.pull, errand.flee, site, errand.caution)


@compiled
def haste(state: State, tables: Tables) -> float:
    """How pressing time is for who loses by it: 1 at first, up to 3."""
    turns = tables.options.mp_roundturns
    return 1.0 + (2.0 * state.turn / turns if turns else 0.5)


@compiled
def at_goal(state: State, tables: Tables, i: int, errand: Goal) -> bool:
    """Whether a unit is where its errand wants it."""
    if errand.site >= 0:
        return is_in_site(state, tables, i)
    return length_between(state.units[i].x, state.units[i].y, errand.x, errand.y) <= errand.near + UNIT


@compiled
def goal_place(tables: Tables, errand: Goal) -> int:
    """The place of the graph by which ways to the goal are reckoned."""
    return place_near(tables.routes, tables.field, RADIUS, errand.x, errand.y)


@compiled
def rank_to(state: State, i: int, x: int, y: int, kit: int) -> int:
    """How many of a unit's side are nearer to a place; with a kit's number, who has one counts as two turns nearer."""
    mine, before = lead_to(state, i, x, y, kit), 0
    for j in range(state.n_units):
        if j != i and state.units[j].alive and state.units[j].side == state.units[i].side:
            other = lead_to(state, j, x, y, kit)
            before += int(other < mine or (other == mine and j < i))
    return before


@compiled
def lead_to(state: State, i: int, x: int, y: int, kit: int) -> int:
    """How far a unit is from a place, less what its kit saves."""
    unit = state.units[i]
    return length_between(unit.x, unit.y, x, y) - (TURN if kit >= 0 and unit.special.gear == kit + 1 else 0)


@compiled
def is_near_foe(state: State, i: int, j: int, x: int, y: int) -> bool:
    """Whether an enemy of a unit is about a place."""
    foe = state.units[j]
    return bool(foe.alive and foe.side != state.units[i].side and length_between(foe.x, foe.y, x, y) < AROUND)


@compiled
def day(state: State) -> int:
    """A number that is the same all through a round, and seldom the same in two."""
    found = state.round_number
    for i in range(state.n_units):
        found = (found * 31 + state.units[i].deaths * 7 + state.units[i].frags + 50) % 1000003
    return found


@compiled
def seat_among(state: State, i: int) -> int:
    """How many living units of a unit's side sit before it."""
    before = 0
    for j in range(i):
        before += int(state.units[j].alive and state.units[j].side == state.units[i].side)
    return before
