"""Where a unit has to go: the bomb, a site, a hostage, the way home. Everything here lies open on the table."""

from __future__ import annotations

from typing import NamedTuple

from ....core.dice import keyed_draw
from ....core.engine.compiled import compiled
from ....core.space.routes import length_between, length_to_place, place_near, route_length
from ....core.space.terrain import are_neighbours, middle_of, zone_of
from ..rules.calls import is_in_site
from ..rules.end import hostages_with, living
from ..rules.units import carries
from ..state import ARMED, PLACED, RESCUED, State, Unit
from ..tables import BOMB_MODE, CT, KIT, LMG, RADIUS, SMG, T, Tables
from .evaluate import UNIT, distance, is_foe, is_mate, nearest_foe

TURN = 9 * UNIT  # how far one comes in a turn with a rifle in hand
LIKING = 10 * UNIT  # how much longer a way to the site of the day may be
GUARDED = 4 * UNIT  # how much longer a way seems for each enemy at its end
AROUND = 12 * UNIT  # what is at a place
WAITING_WEIGHT, PRESSED_WEIGHT = 0.8, 0.55  # how dear a die of one's own is to who waits, and to who must get somewhere
AHEAD = 4 * UNIT  # of the others on the way, at most
DETOUR = 5 * UNIT  # for a better weapon
SAFE = 16 * UNIT  # no enemy is nearer than this
SURE = 16  # a difference of ways, in MU, that leaves no doubt where the bomb goes


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
def wait_near(x: int, y: int, near: int, pull: float) -> Goal:
    """To be near a place, and to take care."""
    return Goal(int(x), int(y), near, pull, 0.0, -1, WAITING_WEIGHT)


@compiled
def press_to(x: int, y: int, near: int, pull: float) -> Goal:
    """To get near a place, at some cost."""
    return Goal(int(x), int(y), near, pull, 0.0, -1, PRESSED_WEIGHT)


@compiled
def stay_here(unit: Unit) -> Goal:
    """To be nowhere else."""
    return wait_near(unit.x, unit.y, 0, 0.0)


@compiled
def goal_of(state: State, tables: Tables, i: int) -> Goal:
    """What a unit should be about."""
    find = find_weapon(state, tables, i)
    if find >= 0:
        return wait_near(state.ground[find].x, state.ground[find].y, 0, 0.3)
    if tables.mode != BOMB_MODE:
        return guard_goal(state, tables, i) if state.units[i].side == T else hostage_goal(state, tables, i)
    if state.bomb.status == ARMED:
        return armed_bomb_goal(state, tables, i)
    return site_goal(state, tables, i)


@compiled
def find_weapon(state: State, tables: Tables, i: int) -> int:
    """A long weapon near a unit that has none, while no enemy is near; its place in the list, or -1."""
    unit = state.units[i]
    if unit.primary.gear:
        return -1
    best, least = -1, DETOUR
    for k in range(state.n_ground):
        lying = state.ground[k]
        kind = tables.gear[lying.gear - 1].kind
        if SMG <= kind <= LMG and not lying.mark and length_between(unit.x, unit.y, lying.x, lying.y) < least:
            best, least = k, length_between(unit.x, unit.y, lying.x, lying.y)
    return best if best >= 0 and nearest_foe(state, i)[1] >= SAFE else -1


# The bomb, before it is armed


@compiled
def carrier_of(state: State, tables: Tables) -> int:
    """Who carries the bomb; -1 for nobody."""
    for i, unit in enumerate(state.units):
        if unit.alive and carries(tables, unit, tables.bomb):
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
        x, y = state.ground[lying].x, state.ground[lying].y
        if unit.side == CT:
            return wait_near(x, y, 8 * UNIT, pull)
        first = rank_to(state, tables, i, x, y, False) == 0
        return press_to(x, y, 0, 2.0 * pull) if first else press_to(x, y, 5 * UNIT, pull)
    if carrier < 0:
        return stay_here(unit)
    if unit.side == CT:
        return defence(state, tables, i, carrier, pull)
    site = site_of_day(state, tables, carrier)
    x, y = middle_of(tables.sites[site])
    if i == carrier:
        return together(state, tables, i, Goal(x, y, 0, pull, 0.0, site, PRESSED_WEIGHT))
    return together(state, tables, i, press_to(x, y, 5 * UNIT, pull))


@compiled
def site_of_day(state: State, tables: Tables, carrier: int) -> int:
    """The site T go to: one that follows from the round and its carrier, unless another is nearer or less guarded."""
    liked = (keyed_draw(day(state), carrier, 1000) - 1) % max(1, tables.n_sites)
    best, least = 0, -1
    for site in range(tables.n_sites):
        x, y = middle_of(tables.sites[site])
        cost = way_to(state, tables, carrier, x, y) - (LIKING if site == liked else 0)
        cost += GUARDED * foes_at(state, carrier, x, y)
        if least < 0 or cost < least:
            best, least = site, max(0, cost)
    return best


@compiled
def defence(state: State, tables: Tables, i: int, carrier: int, pull: float) -> Goal:
    """CT share the sites, and the nearer the bomb is to one of them the more go there."""
    least, nearest, second = -1, 0, -1
    for site in range(tables.n_sites):
        x, y = middle_of(tables.sites[site])
        length = way_to(state, tables, carrier, x, y)
        if least < 0 or length < least:
            least, nearest, second = length, site, least
        elif second < 0 or length < second:
            second = length
    lead = (second - least) // UNIT if second >= 0 else SURE
    force = living(state, tables, CT)
    there = (force + 1) // 2 + (force // 2 * min(lead, SURE)) // SURE
    x, y = middle_of(tables.sites[nearest])
    if rank_to(state, tables, i, x, y, False) >= there and tables.n_sites > 1:
        x, y = middle_of(tables.sites[(nearest + 1 + i % (tables.n_sites - 1)) % tables.n_sites])
    return wait_near(x, y, 6 * UNIT, pull)


# The bomb, once it is armed


@compiled
def turns_left(state: State, tables: Tables) -> int:
    """The turns in which the armed bomb can still be defused, this one counted."""
    return state.bomb.turn + tables.options.mp_c4timer - state.turn + 1


@compiled
def turns_to_defuse(tables: Tables, unit: Unit) -> int:
    """The turns that a unit needs at the bomb, less what it has done."""
    if has_kit(tables, unit):
        return tables.options.mp_defusetimekit
    return max(1, tables.options.mp_defusetime - unit.progress)


@compiled
def can_defuse(state: State, tables: Tables, i: int) -> bool:
    """Whether a CT can still be at the bomb in time; in the calls of a turn it must be there already to use it."""
    spare = turns_left(state, tables) - turns_to_defuse(tables, state.units[i])
    return way_to(state, tables, i, state.bomb.x, state.bomb.y) <= UNIT + spare * TURN


@compiled
def armed_bomb_goal(state: State, tables: Tables, i: int) -> Goal:
    """CT who can make it go to the bomb, T see to it that they do not; who can do nothing gets away from it."""
    x, y = int(state.bomb.x), int(state.bomb.y)
    hopeful = False
    for j, unit in enumerate(state.units):
        if unit.alive and unit.side == CT:
            hopeful = hopeful or can_defuse(state, tables, j)
    if state.units[i].side == T:
        last = turns_left(state, tables) <= 2
        return Goal(x, y, 9 * UNIT, 0.15, 0.0 if hopeful and not last else 1.0, -1, WAITING_WEIGHT)
    if not hopeful:
        return Goal(x, y, 60 * UNIT, 0.0, 3.0, -1, WAITING_WEIGHT)
    if rank_to(state, tables, i, x, y, True) < 2 and can_defuse(state, tables, i):
        return press_to(x, y, 0, 0.5)
    return press_to(x, y, 5 * UNIT, 0.25)


@compiled
def blast_at(state: State, tables: Tables, x: int, y: int) -> float:
    """How bad the blast would be at a point: 1 in the bomb's own zone, less beside it, least elsewhere."""
    zone, own = zone_of(tables.field, x, y), zone_of(tables.field, state.bomb.x, state.bomb.y)
    if zone == own:
        return 1.0
    return 0.35 if are_neighbours(tables.field, zone, own) else 0.1


# Hostages


@compiled
def hostage_goal(state: State, tables: Tables, i: int) -> Goal:
    """CT fetch hostages and bring them home."""
    pull = 0.12 * haste(state, tables)
    for hostage in state.hostages:
        if hostage.status == PLACED and hostage.leader == i + 1:
            return rescue_goal(state, tables, i, 0, 1.5 * pull)
    if hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        return rescue_goal(state, tables, i, 8 * UNIT, pull)
    leader = nearest_leader(state, i)
    if leader >= 0:
        return wait_near(state.units[leader].x, state.units[leader].y, 4 * UNIT, pull)
    free = wanted_hostage(state, tables, i)
    if free >= 0:
        return together(state, tables, i, press_to(state.hostages[free].x, state.hostages[free].y, 0, pull))
    return stay_here(state.units[i])


@compiled
def rescue_goal(state: State, tables: Tables, i: int, near: int, pull: float) -> Goal:
    """The middle of the nearest rescue shape."""
    least, x, y = -1, int(state.units[i].x), int(state.units[i].y)
    for k in range(tables.n_rescues):
        to_x, to_y = middle_of(tables.rescues[k])
        length = way_to(state, tables, i, to_x, to_y)
        if least < 0 or length < least:
            least, x, y = length, to_x, to_y
    return wait_near(x, y, near, pull)


@compiled
def wanted_hostage(state: State, tables: Tables, i: int) -> int:
    """The hostage that CT go for together, of those whom nobody leads: the least guarded, and one of the day."""
    best, least = -1, 0
    liked = keyed_draw(day(state), 0, max(1, tables.n_hostages)) - 1
    for h, hostage in enumerate(state.hostages):
        if hostage.status == PLACED and hostage.leader == 0:
            cost = GUARDED * foes_at(state, i, hostage.x, hostage.y) - (LIKING if h == liked else 0)
            for j, unit in enumerate(state.units):
                if j == i or is_mate(state, i, j):
                    cost += length_between(unit.x, unit.y, hostage.x, hostage.y) // 2
            if best < 0 or cost < least:
                best, least = h, cost
    return best


@compiled
def nearest_leader(state: State, i: int) -> int:
    """The nearest unit that leads a hostage; -1 for none."""
    best, least = -1, 0
    for hostage in state.hostages:
        if hostage.status == PLACED and hostage.leader:
            length = distance(state, i, hostage.leader - 1)
            if best < 0 or length < least:
                best, least = hostage.leader - 1, length
    return best


@compiled
def guard_goal(state: State, tables: Tables, i: int) -> Goal:
    """T go for the nearest leader, else share the hostages; once enough are rescued they hunt."""
    leader = nearest_leader(state, i)
    if leader < 0 and hostages_with(state, RESCUED) >= tables.options.mp_hostagequota:
        leader = nearest_foe(state, i)[0]
    if leader >= 0:
        return wait_near(state.units[leader].x, state.units[leader].y, 4 * UNIT, 0.2)
    skip = seat_among(state, i) % max(1, hostages_with(state, PLACED))
    for hostage in state.hostages:
        if hostage.status == PLACED:
            if skip == 0:
                return wait_near(hostage.x, hostage.y, 6 * UNIT, 0.12)
            skip -= 1
    return stay_here(state.units[i])


# What every goal goes by: who is near, who is first, what the round is like


@compiled
def together(state: State, tables: Tables, i: int, errand: Goal) -> Goal:
    """Who is ahead of its side does not go on alone: it is near enough so far before the others."""
    place, n, total = goal_place(tables, errand), 0, 0
    if place < 0:
        return errand
    for j, mate in enumerate(state.units):
        if is_mate(state, i, j):
            total += length_to_place(tables.routes, tables.field, RADIUS, mate.x, mate.y, place)
            n += 1
    if n == 0 or total // n - AHEAD <= errand.near:
        return errand
    return Goal(errand.x, errand.y, total // n - AHEAD, errand.pull, errand.flee, -1, errand.caution)


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
def way_to(state: State, tables: Tables, i: int, x: int, y: int) -> int:
    """How long a unit's way to a point is, in steps."""
    return route_length(tables.routes, tables.field, RADIUS, state.units[i].x, state.units[i].y, x, y)


@compiled
def has_kit(tables: Tables, unit: Unit) -> bool:
    """Whether a unit carries a defuse kit."""
    return bool(unit.special.gear and tables.gear[unit.special.gear - 1].kind == KIT)


@compiled
def rank_to(state: State, tables: Tables, i: int, x: int, y: int, defuse: bool) -> int:
    """How many of a unit's side are nearer to a place; to defuse, who has a kit counts as two turns nearer."""
    mine, before = lead_to(tables, state.units[i], x, y, defuse), 0
    for j, mate in enumerate(state.units):
        if is_mate(state, i, j):
            other = lead_to(tables, mate, x, y, defuse)
            before += int(other < mine or (other == mine and j < i))
    return before


@compiled
def lead_to(tables: Tables, unit: Unit, x: int, y: int, defuse: bool) -> int:
    """How far a unit is from a place, less what its kit saves."""
    return length_between(unit.x, unit.y, x, y) - (TURN if defuse and has_kit(tables, unit) else 0)


@compiled
def foes_at(state: State, i: int, x: int, y: int) -> int:
    """How many enemies of a unit are about a place."""
    found = 0
    for j, foe in enumerate(state.units):
        found += int(is_foe(state, i, j) and length_between(foe.x, foe.y, x, y) < AROUND)
    return found


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
        before += int(is_mate(state, i, j))
    return before
