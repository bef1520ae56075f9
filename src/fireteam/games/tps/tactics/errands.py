"""Where a unit has to go: the bomb, a site, a hostage, the way home. Everything here lies open on the table."""

from __future__ import annotations

from typing import NamedTuple

from ....core.compiled import compiled
from ....core.dice import drawn
from ....core.field import are_neighbours, zone_of
from ..routes import apart, place_near, way, way_to_place
from ..rules.calling import is_in_site
from ..rules.ending import hostages_with, living
from ..rules.units import carries
from ..state import ARMED, PLACED, RESCUED, State
from ..tables import BOMB_MODE, CT, HOSTAGES, KIT, LMG, SMG, UNITS, T, Tables

MU = 1000000
TURN = 9 * MU  # how far one comes in a turn with a rifle in hand
LIKING = 10 * MU  # how much longer a way to the site of the day may be
GUARDED = 4 * MU  # how much longer a way seems for each enemy at its end
AROUND = 12 * MU  # what is at a place
SURE = 16  # a difference of ways, in MU, that leaves no doubt where the bomb goes
DETOUR = 5 * MU  # for a better weapon
SAFE = 16 * MU  # no enemy is nearer than this
WARY, BOLD = 0.8, 0.55  # how dear a die of one's own is to who waits, and to who must get somewhere
AHEAD = 4 * MU  # of the others on the way, at most


class Errand(NamedTuple):
    """A goal, how near to it is near enough, how much a MU nearer is worth, and what it is to get away from a blast."""

    x: int
    y: int
    near: int
    pull: float
    flee: float
    site: int  # anywhere in this site will do; -1: none
    caution: float  # a die of one's own, over one of the enemy's


@compiled
def errand_of(state: State, tables: Tables, i: int) -> Errand:
    """What a unit should be about."""
    find = find_weapon(state, tables, i)
    if find >= 0:
        return Errand(int(state.ground[find].x), int(state.ground[find].y), 0, 0.3, 0.0, -1, WARY)
    if tables.mode != BOMB_MODE:
        return about_hostages(state, tables, i)
    if state.bomb.status == ARMED:
        return about_armed_bomb(state, tables, i)
    return about_sites(state, tables, i)


@compiled
def together(state: State, tables: Tables, i: int, errand: Errand) -> Errand:
    """Who is ahead of its side does not go on alone: it is near enough so far before the others."""
    place, n, total = goal_place(tables, errand), 0, 0
    if place < 0:
        return errand
    for j in range(state.n_units):
        mate = state.units[j]
        if j != i and mate.alive and mate.side == state.units[i].side:
            total += way_to_place(tables.routes, tables.field, mate.x, mate.y, place)
            n += 1
    if n == 0:
        return errand
    near = max(errand.near, total // n - AHEAD)
    site = errand.site if near == errand.near else -1
    return Errand(errand.x, errand.y, near, errand.pull, errand.flee, site, errand.caution)


@compiled
def haste(state: State, tables: Tables) -> float:
    """How pressing time is for who loses by it: 1 at first, up to 3."""
    turns = tables.options.mp_roundturns
    return 1.0 + (2.0 * state.turn / turns if turns else 0.5)


# The bomb on its way


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
def about_sites(state: State, tables: Tables, i: int) -> Errand:
    """Before the bomb is planted: T bring it to a site, CT are there in time; a bomb that lies about draws both."""
    unit = state.units[i]
    carrier, lying = carrier_of(state, tables), bomb_on_ground(state, tables)
    pull = 0.12 * haste(state, tables) if unit.side == T else 0.15
    if carrier < 0 and lying >= 0:
        x, y = int(state.ground[lying].x), int(state.ground[lying].y)
        if unit.side == T:
            first = rank_to(state, i, x, y, -1) == 0
            return Errand(x, y, 0 if first else 5 * MU, 2.0 * pull if first else pull, 0.0, -1, BOLD)
        return Errand(x, y, 8 * MU, pull, 0.0, -1, WARY)
    if carrier < 0:
        return Errand(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WARY)
    if unit.side == CT:
        return defence(state, tables, i, carrier, pull)
    site = site_of_day(state, tables, carrier)
    x, y = middle(tables, site)
    if i == carrier:
        return together(state, tables, i, Errand(x, y, 0, pull, 0.0, site, BOLD))
    return together(state, tables, i, Errand(x, y, 5 * MU, pull, 0.0, -1, BOLD))


@compiled
def middle(tables: Tables, site: int) -> tuple[int, int]:
    """The middle of a bomb site."""
    shape = tables.sites[site]
    return (shape.least_x + shape.most_x) // 2, (shape.least_y + shape.most_y) // 2


@compiled
def way_to_site(state: State, tables: Tables, i: int, site: int) -> int:
    """How long a unit's way is to the middle of a site."""
    x, y = middle(tables, site)
    return way(tables.routes, tables.field, state.units[i].x, state.units[i].y, x, y)


@compiled
def site_of_day(state: State, tables: Tables, carrier: int) -> int:
    """The site T go to: one that follows from the round and its carrier, unless another is nearer or less guarded."""
    liked = (drawn(day(state), carrier, 1000) - 1) % max(1, tables.n_sites)
    best, least = 0, -1
    for site in range(tables.n_sites):
        x, y = middle(tables, site)
        cost = way_to_site(state, tables, carrier, site) - (LIKING if site == liked else 0)
        for j in range(state.n_units):
            if is_near_foe(state, carrier, j, x, y):
                cost += GUARDED
        if least < 0 or cost < least:
            best, least = site, max(0, cost)
    return best


@compiled
def is_near_foe(state: State, i: int, j: int, x: int, y: int) -> bool:
    """Whether an enemy of a unit is about a place."""
    foe = state.units[j]
    return bool(foe.alive and foe.side != state.units[i].side and apart(foe.x, foe.y, x, y) < AROUND)


@compiled
def day(state: State) -> int:
    """A number that is the same all through a round, and seldom the same in two."""
    found = state.round_number
    for i in range(state.n_units):
        found = (found * 31 + state.units[i].deaths * 7 + state.units[i].frags + 50) % 1000003
    return found


@compiled
def defence(state: State, tables: Tables, i: int, carrier: int, pull: float) -> Errand:
    """CT share the sites, and the nearer the bomb is to one of them the more go there."""
    least, nearest, second = -1, 0, -1
    for site in range(tables.n_sites):
        length = way_to_site(state, tables, carrier, site)
        if least < 0 or length < least:
            least, nearest, second = length, site, least
        elif second < 0 or length < second:
            second = length
    lead = (second - least) // MU if second >= 0 else SURE
    force = living(state, tables, CT)
    there = (force + 1) // 2 + (force // 2 * min(lead, SURE)) // SURE
    x, y = middle(tables, nearest)
    site = nearest
    if rank_to(state, i, x, y, -1) >= there and tables.n_sites > 1:
        site = (nearest + 1 + i % (tables.n_sites - 1)) % tables.n_sites
        x, y = middle(tables, site)
    return Errand(x, y, 6 * MU, pull, 0.0, -1, WARY)


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
    return apart(unit.x, unit.y, x, y) - (TURN if kit >= 0 and unit.special.gear == kit + 1 else 0)


# The bomb that ticks


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
    length = way(tables.routes, tables.field, unit.x, unit.y, state.bomb.x, state.bomb.y)
    spare = turns_left(state, tables) - turns_to_defuse(tables, state, i)
    return length <= MU + spare * TURN


@compiled
def about_armed_bomb(state: State, tables: Tables, i: int) -> Errand:
    """CT who can make it go to the bomb, T see to it that they do not; who can do nothing gets away from it."""
    unit, bomb = state.units[i], state.bomb
    x, y = int(bomb.x), int(bomb.y)
    hopeful = False
    for j in range(state.n_units):
        if state.units[j].alive and state.units[j].side == CT:
            hopeful = hopeful or can_defuse(state, tables, j)
    last = turns_left(state, tables) <= 2
    if unit.side == T:
        return Errand(x, y, 9 * MU, 0.15, 0.0 if hopeful and not last else 1.0, -1, WARY)
    if not hopeful:
        return Errand(x, y, 60 * MU, 0.0, 3.0, -1, WARY)
    first = rank_to(state, i, x, y, kit_of(tables)) < 2
    if first and can_defuse(state, tables, i):
        return Errand(x, y, 0, 0.5, 0.0, -1, BOLD)
    return Errand(x, y, 5 * MU, 0.25, 0.0, -1, BOLD)


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


# Hostages


@compiled
def about_hostages(state: State, tables: Tables, i: int) -> Errand:
    """CT fetch hostages and bring them home; T stand by them, and go for whoever leads one away."""
    unit = state.units[i]
    if unit.side == T:
        return guard(state, tables, i)
    pull = 0.12 * haste(state, tables)
    for h in range(HOSTAGES):
        if state.hostages[h].status == PLACED and state.hostages[h].leader == i + 1:
            return home(state, tables, i, 0, 1.5 * pull)
    if hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        return home(state, tables, i, 8 * MU, pull)
    leader = led_by(state, i)
    if leader >= 0:
        return Errand(int(state.units[leader].x), int(state.units[leader].y), 4 * MU, pull, 0.0, -1, WARY)
    free = wanted_hostage(state, tables, i)
    if free >= 0:
        x, y = int(state.hostages[free].x), int(state.hostages[free].y)
        return together(state, tables, i, Errand(x, y, 0, pull, 0.0, -1, BOLD))
    return Errand(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WARY)


@compiled
def home(state: State, tables: Tables, i: int, near: int, pull: float) -> Errand:
    """The middle of the nearest rescue shape."""
    unit = state.units[i]
    least, x, y = -1, int(unit.x), int(unit.y)
    for k in range(tables.n_rescues):
        shape = tables.rescues[k]
        mx, my = (shape.least_x + shape.most_x) // 2, (shape.least_y + shape.most_y) // 2
        length = way(tables.routes, tables.field, unit.x, unit.y, mx, my)
        if least < 0 or length < least:
            least, x, y = length, mx, my
    return Errand(x, y, near, pull, 0.0, -1, WARY)


@compiled
def wanted_hostage(state: State, tables: Tables, i: int) -> int:
    """The hostage that CT go for together, of those whom nobody leads: the least guarded, and one of the day."""
    unit, best, least = state.units[i], -1, 0
    liked = drawn(day(state), 0, max(1, tables.n_hostages)) - 1
    for h in range(HOSTAGES):
        if is_free(state, h):
            cost = -LIKING if h == liked else 0
            for j in range(state.n_units):
                cost += GUARDED * int(is_near_foe(state, i, j, state.hostages[h].x, state.hostages[h].y))
                if state.units[j].alive and state.units[j].side == unit.side:
                    cost += apart(state.units[j].x, state.units[j].y, state.hostages[h].x, state.hostages[h].y) // 2
            if best < 0 or cost < least:
                best, least = h, cost
    return best


@compiled
def is_free(state: State, h: int) -> bool:
    """A hostage on the table whom nobody leads."""
    return bool(state.hostages[h].status == PLACED and state.hostages[h].leader == 0)


@compiled
def seat_among(state: State, i: int) -> int:
    """How many living units of a unit's side sit before it."""
    before = 0
    for j in range(i):
        before += int(state.units[j].alive and state.units[j].side == state.units[i].side)
    return before


@compiled
def led_by(state: State, i: int) -> int:
    """The nearest unit that leads a hostage; -1 for none."""
    best, least = -1, 0
    for h in range(HOSTAGES):
        leader = state.hostages[h].leader - 1
        if state.hostages[h].status == PLACED and leader >= 0 and leader < UNITS:
            length = apart(state.units[i].x, state.units[i].y, state.units[leader].x, state.units[leader].y)
            if best < 0 or length < least:
                best, least = leader, length
    return best


@compiled
def guard(state: State, tables: Tables, i: int) -> Errand:
    """T go for the nearest leader, else share the hostages; once enough are rescued they hunt."""
    unit = state.units[i]
    leader = led_by(state, i)
    if leader < 0 and hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        leader = nearest_of(state, i)
    if leader >= 0:
        return Errand(int(state.units[leader].x), int(state.units[leader].y), 4 * MU, 0.2, 0.0, -1, WARY)
    place, n = seat_among(state, i), 0
    for h in range(HOSTAGES):
        n += int(state.hostages[h].status == PLACED)
    skip = place % max(1, n)
    for h in range(HOSTAGES):
        if state.hostages[h].status == PLACED:
            if skip == 0:
                return Errand(int(state.hostages[h].x), int(state.hostages[h].y), 6 * MU, 0.12, 0.0, -1, WARY)
            skip -= 1
    return Errand(int(unit.x), int(unit.y), 0, 0.0, 0.0, -1, WARY)


@compiled
def nearest_of(state: State, i: int) -> int:
    """The nearest enemy of a unit; -1 for none."""
    best, least = -1, 0
    for j in range(state.n_units):
        foe = state.units[j]
        if foe.alive and foe.side != state.units[i].side:
            length = apart(state.units[i].x, state.units[i].y, foe.x, foe.y)
            if best < 0 or length < least:
                best, least = j, length
    return best


# What lies about


@compiled
def find_weapon(state: State, tables: Tables, i: int) -> int:
    """A long weapon near a unit that has none, while no enemy is near; its place in the list, or -1."""
    unit = state.units[i]
    if unit.primary.gear or state.n_ground == 0:
        return -1
    best, least = -1, DETOUR
    for k in range(state.n_ground):
        lying = state.ground[k]
        kind = tables.gear[lying.gear - 1].kind
        if SMG <= kind <= LMG and not lying.mark and apart(unit.x, unit.y, lying.x, lying.y) < least:
            best, least = k, apart(unit.x, unit.y, lying.x, lying.y)
    if best >= 0:
        for j in range(state.n_units):
            foe = state.units[j]
            if foe.alive and foe.side != unit.side and apart(unit.x, unit.y, foe.x, foe.y) < SAFE:
                return -1
    return best


@compiled
def at_goal(state: State, tables: Tables, i: int, errand: Errand) -> bool:
    """Whether a unit is where its errand wants it."""
    if errand.site >= 0:
        return is_in_site(state, tables, i)
    return apart(state.units[i].x, state.units[i].y, errand.x, errand.y) <= errand.near + MU


@compiled
def goal_place(tables: Tables, errand: Errand) -> int:
    """The place of the graph by which ways to the goal are reckoned."""
    return place_near(tables.routes, tables.field, errand.x, errand.y)
