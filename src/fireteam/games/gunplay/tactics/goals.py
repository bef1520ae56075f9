"""What a character is after: a place, how near it must come, how much that is worth, how much it shuns danger."""

from __future__ import annotations

from typing import NamedTuple

from ....core.engine.compiled import compiled
from ..rules.characters import first_of, is_up, side_of
from ..rules.end import count_in_zone, count_near, is_inside
from ..rules.room import centre_distance
from ..state import State
from ..tables import ASSAULT, EAST, EXTRACT, HOLD, NORTH, SIDE, SOUTH, Tables

COMPANY = 7.0  # inches that a character goes farther to a marker for each friend who is nearer to this one
INSIDE = 60  # hundredths that a character goes into a zone
FOLLOW = 6.0  # how near a friend of the carrier stays


class Goal(NamedTuple):
    """A place, and how near in inches; the worth of being there, of each inch nearer, and of danger avoided."""

    x: int
    y: int
    near: float
    arrival: float
    pull: float
    caution: float


@compiled
def goal_of(state: State, tables: Tables, i: int) -> Goal:
    """What a character is after, by what is played for."""
    victory = tables.scenario.victory
    if victory == HOLD:
        return marker_for(state, tables, i)
    if victory == EXTRACT:
        return item_goal(state, tables, i)
    if victory == ASSAULT:
        return zone_goal(state, tables, i)
    j = nearest_enemy(state, i)
    enemy = state.characters[j]
    return Goal(enemy.x, enemy.y, 8.0, 0.0, 0.02, 0.8)


@compiled
def nearest_enemy(state: State, i: int) -> int:
    """The Up enemy that is nearest to a character."""
    best, least, enemies = first_of(1 - side_of(i)), 1e9, first_of(1 - side_of(i))
    for j in range(enemies, enemies + SIDE):
        if is_up(state, j):
            away = away_from(state, i, state.characters[j].x, state.characters[j].y)
            if away < least:
                best, least = j, away
    return best


@compiled
def away_from(state: State, i: int, x: int, y: int) -> float:
    """How far a character's centre is from a place."""
    return centre_distance(state.characters[i].x, state.characters[i].y, x, y)


@compiled
def count_nearer(state: State, i: int, x: int, y: int) -> int:
    """How many Up friends are nearer to a place than a character; of equals the lowest."""
    found, own, friends = 0, away_from(state, i, x, y), first_of(side_of(i))
    for j in range(friends, friends + SIDE):
        if j != i and is_up(state, j):
            away = away_from(state, j, x, y)
            found += int(away < own or (away == own and j < i))
    return found


@compiled
def marker_for(state: State, tables: Tables, i: int) -> Goal:
    """The marker that is nearest, each friend who is nearer to it counted as a way; worth more where one is missing."""
    scenario, best, least = tables.scenario, 0, 1e9
    for k in range(scenario.n_markers):
        x, y = scenario.markers[k, 0], scenario.markers[k, 1]
        cost = away_from(state, i, x, y) + COMPANY * count_nearer(state, i, x, y)
        if cost < least:
            best, least = k, cost
    x, y = scenario.markers[best, 0], scenario.markers[best, 1]
    near = scenario.radius / 100.0 + 0.5
    own = count_near(state, tables, side_of(i), x, y) - int(away_from(state, i, x, y) <= near)
    lead = own - count_near(state, tables, 1 - side_of(i), x, y)
    arrival = 0.5 if lead == 0 or lead == -1 else 0.2
    return Goal(x, y, near, arrival, 0.06, 0.5)


@compiled
def carrier_of(state: State) -> int:
    """Who carries the item; -1 for nobody."""
    for j in range(2 * SIDE):
        if is_up(state, j) and state.characters[j].carrying:
            return j
    return -1


@compiled
def exit_for(state: State, tables: Tables, i: int, side: int) -> tuple[int, int]:
    """The place at a side's edge that is nearest to a character."""
    edge, character, terrain = tables.scenario.exit_edge[side], state.characters[i], tables.terrain
    x, y = int(character.x), int(character.y)
    if edge == SOUTH or edge == NORTH:
        return x, 50 if edge == SOUTH else terrain.height - 50
    return terrain.width - 50 if edge == EAST else 50, y


@compiled
def item_goal(state: State, tables: Tables, i: int) -> Goal:
    """To the item, or with it to the edge; after an enemy who carries it, or behind a friend."""
    j = carrier_of(state)
    if j == i:
        x, y = exit_for(state, tables, i, side_of(i))
        return Goal(x, y, 0.0, 2.0, 0.3, 0.3)
    if j < 0:
        is_first = count_nearer(state, i, state.item_x, state.item_y) < 2
        return Goal(state.item_x, state.item_y, 0.9, 0.8 * is_first, 0.12 if is_first else 0.05, 0.4)
    carrier = state.characters[j]
    if side_of(j) == side_of(i):
        return Goal(carrier.x, carrier.y, FOLLOW, 0.0, 0.02, 0.7)
    return Goal(carrier.x, carrier.y, 1.5, 0.0, 0.1, 0.3)


@compiled
def zone_goal(state: State, tables: Tables, i: int) -> Goal:
    """Into the zone, the attackers more so the later it is; a defender stays there."""
    scenario, character, zone = tables.scenario, state.characters[i], tables.scenario.zone
    x = min(max(int(character.x), zone.x0 + INSIDE), zone.x1 - INSIDE)
    y = min(max(int(character.y), zone.y0 + INSIDE), zone.y1 - INSIDE)
    if side_of(i) != scenario.attacker:
        return Goal(x, y, 0.0, 0.3, 0.06, 0.8)
    late = 1.0 if 2 * state.turn >= scenario.turns else 0.5
    if is_inside(zone, character.x, character.y):
        late = 1.0
    lead = count_in_zone(state, tables, scenario.attacker) - count_in_zone(state, tables, 1 - scenario.attacker)
    return Goal(x, y, 0.0, 0.5 * late, 0.08 * late, 0.6 if lead > 0 else 0.8 - 0.4 * late)
