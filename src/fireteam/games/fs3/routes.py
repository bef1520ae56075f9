"""The order that takes a combatant along the shortest way to a place that a player points at (FS3-20.11, FS3-23.7)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from ...core.decision import Moment
from ...core.engine.record import Array, blank
from ...core.game import Setting
from ...core.protocol.choices import Verb, name_of
from ...core.protocol.scene import Route
from ...core.slot_choices import refusal_of
from .choices.orders import Attack, Pass
from .decision import DECISION
from .rules.gear import weapon_in_hand
from .rules.ground import TOO_FAR, Place, band_of, has_sight_between, is_near_cover, place_of, radius_of
from .rules.menu import nearest_foe
from .rules.paths import is_legal_end, may_move, move_limit
from .rules.ways import Goal, way_towards
from .state import COVER, ORDERS
from .tables import COMBATANTS, EAST, NORTH, SOUTH, WEST
from .terrain import Path
from .threats import dangers
from .view import CM

RING, DIRECTIONS = 50, 16  # centimetres and directions in which free ground is looked for beside what is pointed at
RINGS = 12


def route(setting: Setting, states: Array, slot: int, unit: str, verb: str, x: float, y: float) -> Route | None:
    """The order to go there, or as near as this turn's move leads, and others that go the same way.

    `verb` says what is to be done besides; without one it is to go and no more.
    """
    moment = Moment(setting, states, slot)
    state, tables = moment.state, moment.tables
    if state.phase != ORDERS or not 0 <= slot < COMBATANTS or not tables.has_map or not may_move(state, slot):
        return None
    path = blank(Path)
    goal = goal_at(moment, round(x * CM), round(y * CM))
    if not way_towards(state, tables, slot, Goal(0, *goal), move_limit(state, tables, slot), path[0]):
        return None
    places = [Place(int(path[0].xs[k]), int(path[0].ys[k])) for k in range(int(path[0].n) + 1)]
    points = [moment.names.point(*place) for place in places[1:]]
    wanted = [value for value in orders(moment, points, places[-1]) if refusal_of(setting, states, slot, value) is None]
    wanted.sort(key=lambda value: verb not in ("", name_of(type(value))))
    options = [DECISION.explain_option(setting, states, slot, value) for value in wanted]
    if not options:
        return None
    spots = tuple((one.x / CM, one.y / CM) for one in places)
    return Route(options[0], spots, tuple(dangers(moment, slot, places[1:])), tuple(options[1:]))


def orders(moment: Moment, points: list[str], end: Place) -> Iterator[Verb]:
    """What may be ordered along a path: to go, in cover where there is some, and to fire at the nearest from there."""
    in_cover = moment.state.combatants[moment.slot].stance == COVER
    near = not in_cover and is_near_cover(moment.state, moment.tables, moment.slot, *end)
    target = target_from(moment, end)
    actions: list[Verb] = [Pass(path=points)]
    actions += [Attack(target, path=points)] if target else []
    for value in actions:
        yield value
        if near:
            yield replace(value, stance="cover")


def target_from(moment: Moment, end: Place) -> str:
    """The nearest enemy in sight and reach of somebody at a point, as notation names it; empty for none."""
    states = moment.states.copy()
    state, who = states[0], moment.slot
    one = state.combatants[who]
    body = state.vehicles[one.vehicle - 1] if one.vehicle else one
    body.x, body.y = end
    foe, weapon = int(nearest_foe(state, moment.tables, who)), int(weapon_in_hand(state, moment.tables, who))
    if foe < 0 or weapon < 0 or not has_sight_between(state, moment.tables, who, foe):
        return ""
    reaches = band_of(state, moment.tables, who, foe, weapon) != TOO_FAR
    return str(moment.names.unit(foe)) if reaches else ""


def goal_at(moment: Moment, x: int, y: int) -> Place:
    """Where who points at a place means to stand: on free ground beside what is in the way, or over a way out."""
    terrain, radius = moment.tables.terrain, int(radius_of(moment.state, moment.tables, moment.slot))
    width, height, exits = int(terrain.width), int(terrain.height), int(moment.tables.exits)
    edges = {WEST: (x < radius, -1, y), EAST: (x > width - radius, width + 1, y)}
    edges |= {SOUTH: (y < radius, x, -1), NORTH: (y > height - radius, x, height + 1)}
    for edge, (is_there, out_x, out_y) in edges.items():
        if exits & edge and is_there:
            return Place(out_x, out_y)
    wanted = Place(min(max(x, radius), width - radius), min(max(y, radius), height - radius))
    at = place_of(moment.state, moment.slot)
    for ring in rings(wanted):
        if free := [place for place in ring if is_free(moment, place)]:
            return min(free, key=lambda place: math.dist(place, at))
    return wanted


def is_free(moment: Moment, place: Place) -> bool:
    """Whether somebody may end a move at a point, or stands there already."""
    state, tables, who = moment.state, moment.tables, moment.slot
    return bool(place == place_of(state, who) or is_legal_end(state, tables, who, *place))


def rings(middle: Place) -> Iterator[list[Place]]:
    """A point, then points around it, ring by ring."""
    yield [middle]
    turns = [2 * math.pi * d / DIRECTIONS for d in range(DIRECTIONS)]
    for far in range(RING, (RINGS + 1) * RING, RING):
        yield [Place(middle.x + round(far * math.cos(turn)), middle.y + round(far * math.sin(turn))) for turn in turns]
