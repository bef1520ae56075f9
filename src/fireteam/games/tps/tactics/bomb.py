"""Errands for the bomb: bringing it to a site, keeping it from there, defusing it, getting away from it."""

from __future__ import annotations

from ....core.dice import keyed_draw
from ....core.engine.compiled import compiled
from ....core.space.routes import route_length
from ....core.space.terrain import are_neighbours, zone_of
from ..rules.end import living
from ..rules.units import carries
from ..state import State
from ..tables import CT, KIT, RADIUS, T, Tables
from .goal import (
    GUARDED,
    LIKING,
    PRESSED_WEIGHT,
    TURN,
    UNIT,
    WAITING_WEIGHT,
    Goal,
    day,
    haste,
    is_near_foe,
    rank_to,
    together,
)

SURE = 16  # a difference of ways, in MU, that leaves no doubt where the bomb goes


@compiled
def carrier_of(state: State, tables: Tables) -> int:
    """Who carries the bomb; -1 for nobody."""
    for i in range(state.n_units):
        if state.units[i].alive and carries(tables, state.units[i], tables.bomb):
            return i
    return -1


@compiled
def bomb_on_ground(state: State, tables: Tables) -> int:
    """Where the dropped bomb stands in the list of what lies about; -1 if it does not."""
    for k in range(state.n_ground):
        if state.ground[k].gear == tables.bomb + 1:
            return k
    return -1


@compiled
def site_goal(state: State, tables: Tables, i: int) -> Goal:
    """Before the bomb is planted: T bring it to a site, CT are there in time; a bomb that lies about draws both."""
    unit = state.units[i]
    carrier, lying = carrier_of(state, tables), bomb_on_ground(state, tables)
    pull = 0.12 * haste(state, tables) if unit.side == T else 0.15
    if carrier < 0 and lying >= 0:
        x, y = int(state.ground[lying].x), int(state.ground[lying].y)
        if unit.side == T:
            first = rank_to(state, i, x, y, -1) == 0
            return Goal(x, y, 0 if first else 5 * UNIT, 2.0 * pull if first else pull, 0.0, -1, PRESSED_WEIGHT)
        return Goal(x, y, 8 * UNIT, pull, 0.0, -1, WAITING_WEIGHT)
    if carrier < 0:
        return Goal(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WAITING_WEIGHT)
    if unit.side == CT:
        return defence(state, tables, i, carrier, pull)
    site = site_of_day(state, tables, carrier)
    x, y = middle(tables, site)
    if i == carrier:
        return together(state, tables, i, Goal(x, y, 0, pull, 0.0, site, PRESSED_WEIGHT))
    return together(state, tables, i, Goal(x, y, 5 * UNIT, pull, 0.0, -1, PRESSED_WEIGHT))


@compiled
def middle(tables: Tables, site: int) -> tuple[int, int]:
    """The middle of a bomb site."""
    shape = tables.sites[site]
    return (shape.least_x + shape.most_x) // 2, (shape.least_y + shape.most_y) // 2


@compiled
def distance_to_site(state: State, tables: Tables, i: int, site: int) -> int:
    """How long a unit's way is to the middle of a site."""
    x, y = middle(tables, site)
    return route_length(tables.routes, tables.field, RADIUS, state.units[i].x, state.units[i].y, x, y)


@compiled
def site_of_day(state: State, tables: Tables, carrier: int) -> int:
    """The site T go to: one that follows from the round and its carrier, unless another is nearer or less guarded."""
    liked = (keyed_draw(day(state), carrier, 1000) - 1) % max(1, tables.n_sites)
    best, least = 0, -1
    for site in range(tables.n_sites):
        x, y = middle(tables, site)
        cost = distance_to_site(state, tables, carrier, site) - (LIKING if site == liked else 0)
        for j in range(state.n_units):
            if is_near_foe(state, carrier, j, x, y):
                cost += GUARDED
        if least < 0 or cost < least:
            best, least = site, max(0, cost)
    return best


@compiled
def defence(state: State, tables: Tables, i: int, carrier: int, pull: float) -> Goal:
    """CT share the sites, and the nearer the bomb is to one of them the more go there."""
    least, nearest, second = -1, 0, -1
    for site in range(tables.n_sites):
        length = distance_to_site(state, tables, carrier, site)
        if least < 0 or length < least:
            least, nearest, second = length, site, least
        elif second < 0 or length < second:
            second = length
    lead = (second - least) // UNIT if second >= 0 else SURE
    force = living(state, tables, CT)
    there = (force + 1) // 2 + (force // 2 * min(lead, SURE)) // SURE
    x, y = middle(tables, nearest)
    site = nearest
    if rank_to(state, i, x, y, -1) >= there and tables.n_sites > 1:
        site = (nearest + 1 + i % (tables.n_sites - 1)) % tables.n_sites
        x, y = middle(tables, site)
    return Goal(x, y, 6 * UNIT, pull, 0.0, -1, WAITING_WEIGHT)


@compiled
def turns_left(state: State, tables: Tables) -> int:
    """The turns in which the armed bomb can still be defused, this one counted."""
    return state.bomb.turn + tables.options.mp_c4timer - state.turn + 1


@compiled
def turns_to_defuse(tables: Tables, state: State, i: int) -> int:
    """The turns that a unit needs at the bomb, less what it has done."""
    special = state.units[i].special.gear
    if special and tables.gear[special - 1].kind == KIT:
        return tables.options.mp_defusetimekit
    return max(1, tables.options.mp_defusetime - state.units[i].progress)


@compiled
def can_defuse(state: State, tables: Tables, i: int) -> bool:
    """Whether a CT can still be at the bomb in time; in the calls of a turn it must be there already to use it."""
    unit = state.units[i]
    length = route_length(tables.routes, tables.field, RADIUS, unit.x, unit.y, state.bomb.x, state.bomb.y)
    spare = turns_left(state, tables) - turns_to_defuse(tables, state, i)
    return length <= UNIT + spare * TURN


@compiled
def armed_bomb_goal(state: State, tables: Tables, i: int) -> Goal:
    """CT who can make it go to the bomb, T see to it that they do not; who can do nothing gets away from it."""
    unit, bomb = state.units[i], state.bomb
    x, y = int(bomb.x), int(bomb.y)
    hopeful = False
    for j in range(state.n_units):
        if state.units[j].alive and state.units[j].side == CT:
            hopeful = hopeful or can_defuse(state, tables, j)
    last = turns_left(state, tables) <= 2
    if unit.side == T:
        return Goal(x, y, 9 * UNIT, 0.15, 0.0 if hopeful and not last else 1.0, -1, WAITING_WEIGHT)
    if not hopeful:
        return Goal(x, y, 60 * UNIT, 0.0, 3.0, -1, WAITING_WEIGHT)
    first = rank_to(state, i, x, y, kit_of(tables)) < 2
    if first and can_defuse(state, tables, i):
        return Goal(x, y, 0, 0.5, 0.0, -1, PRESSED_WEIGHT)
    return Goal(x, y, 5 * UNIT, 0.25, 0.0, -1, PRESSED_WEIGHT)


@compiled
def kit_of(tables: Tables) -> int:
    """The kit's number in the catalogue; -1 if there is none."""
    for gear in range(tables.n_gear):
        if tables.gear[gear].kind == KIT:
            return gear
    return -1


@compiled
def blast_at(state: State, tables: Tables, x: int, y: int) -> float:
    """How bad the blast would be at a point: 1 in the bomb's own zone, less beside it, least elsewhere."""
    zone, own = zone_of(tables.field, x, y), zone_of(tables.field, state.bomb.x, state.bomb.y)
    if zone == own:
        return 1.0
    return 0.35 if are_neighbours(tables.field, zone, own) else 0.1
