"""Sections 20.2 to 20.7 and 20.16 to 20.20: where combatants are, how far apart, in contact, near what cover."""

from __future__ import annotations

from typing import NamedTuple

from ....core.engine.compiled import compiled, rule
from ..state import KNOCKED_OUT, READY, State
from ..tables import COMBATANTS, MELEE, VEHICLES, Tables
from .geometry import is_within, meets, squared
from .sight import has_sight

FOOT_RADIUS = 50  # of a base on foot, centimetres (FS3-20.3)
NEAR_COVER = 100  # from the edge of a base to a feature that it is near (FS3-20.17)
SHORT, MEDIUM, LONG, TOO_FAR = 0, 1, 2, -1  # range bands (FS3-8.13)


class Place(NamedTuple):
    """A point of the map, in centimetres."""

    x: int
    y: int


class Cover(NamedTuple):
    """The cover against an attack: its Protection, and the feature plus one; 0: none of the map, the organizer's."""

    protection: int
    feature: int


@rule("FS3-20.5")
def place_of(state: State, who: int) -> Place:
    """Where a combatant is: its centre, or the centre of its vehicle."""
    one = state.combatants[who]
    if one.vehicle:
        vehicle = state.vehicles[one.vehicle - 1]
        return Place(vehicle.x, vehicle.y)
    return Place(one.x, one.y)


@rule("FS3-20.3")
def radius_of(state: State, tables: Tables, who: int) -> int:
    """The radius of the base that stands for a combatant: its own, or its vehicle's."""
    vehicle = state.combatants[who].vehicle
    return vehicle_radius(state, tables, vehicle - 1) if vehicle else FOOT_RADIUS


@rule("FS3-20.3")
def vehicle_radius(state: State, tables: Tables, k: int) -> int:
    """The radius of the base of a vehicle."""
    return tables.types[state.vehicles[k].type - 1].radius


@compiled
def spokesman(state: State, who: int) -> int:
    """Whose distances count on a table without map: the first in a combatant's vehicle, or itself (FS3-20.5)."""
    vehicle = state.combatants[who].vehicle
    if vehicle:
        for i in range(who):
            if state.combatants[i].vehicle == vehicle and state.combatants[i].status:
                return i
    return who


@rule("FS3-20.4", "FS3-20.5", "FS3-20.20")
def distance2(state: State, tables: Tables, a: int, b: int) -> int:
    """The squared distance of two combatants, between centres; without a map that of the pair."""
    if tables.has_map:
        one, other = place_of(state, a), place_of(state, b)
        return squared(other.x - one.x, other.y - one.y)
    one_here, other_here = spokesman(state, a), spokesman(state, b)
    if one_here == other_here:
        return 0
    apart = state.distances[one_here, other_here]
    return apart * apart


@rule("FS3-20.20")
def set_distance(state: State, a: int, b: int, apart: int) -> None:
    """Put two combatants so far apart on a table without map."""
    one, other = spokesman(state, a), spokesman(state, b)
    if one != other:
        state.distances[one, other] = state.distances[other, one] = apart


@rule("FS3-20.10", "FS3-20.20")
def has_sight_between(state: State, tables: Tables, a: int, b: int) -> bool:
    """Whether two combatants see one another; without a map everyone sees everyone."""
    if not tables.has_map:
        return True
    one, other = place_of(state, a), place_of(state, b)
    return has_sight(tables.terrain, one.x, one.y, other.x, other.y)


@rule("FS3-20.6")
def contact_reach(state: State, tables: Tables, a: int, b: int) -> int:
    """How far apart two combatants may be and are in contact."""
    return radius_of(state, tables, a) + radius_of(state, tables, b) + tables.options.contact_gap_cm


@rule("FS3-20.6")
def in_contact(state: State, tables: Tables, a: int, b: int) -> bool:
    """Whether two combatants, or the vehicles they are in, are in contact."""
    reach = contact_reach(state, tables, a, b)
    return distance2(state, tables, a, b) <= reach * reach


@rule("FS3-20.6", "FS3-19.21")
def is_in_contact_with_vehicle(state: State, tables: Tables, x: int, y: int, k: int) -> bool:
    """Whether who stands on foot at a point is in contact with a vehicle; without a map everybody is."""
    vehicle = state.vehicles[k]
    reach = FOOT_RADIUS + vehicle_radius(state, tables, k) + tables.options.contact_gap_cm
    return not tables.has_map or squared(vehicle.x - x, vehicle.y - y) <= reach * reach


@rule("FS3-8.14", "FS3-8.15", "FS3-7.3")
def band_of(state: State, tables: Tables, who: int, target: int, weapon: int) -> int:
    """The range band of a weapon between two combatants; a melee weapon is at SHORT in contact, else TOO_FAR."""
    if tables.weapons[weapon].type == MELEE:
        return SHORT if in_contact(state, tables, who, target) else TOO_FAR
    return band_at(tables, weapon, distance2(state, tables, who, target))


@rule("FS3-8.14")
def band_at(tables: Tables, weapon: int, apart2: int) -> int:
    """The range band of a weapon at a squared distance; bounds are inclusive."""
    one = tables.weapons[weapon]
    if apart2 <= one.short * one.short:
        return SHORT
    if apart2 <= one.medium * one.medium:
        return MEDIUM
    return LONG if apart2 <= one.long * one.long else TOO_FAR


@rule("FS3-20.17", "FS3-8.12", "FS3-11.2")
def is_near_cover(state: State, tables: Tables, who: int, x: int, y: int) -> bool:
    """Whether a combatant would be near cover at a point; cover that the organizer grants is everywhere."""
    if state.combatants[who].cover:
        return True
    for k in range(tables.terrain.n):
        feature = tables.terrain.features[k]
        if feature.protection and is_within(feature, x, y, radius_of(state, tables, who) + NEAR_COVER):
            return True
    return False


@rule("FS3-20.17a", "FS3-11.2", "FS3-11.9", "FS3-20.20")
def cover_of(state: State, tables: Tables, x: int, y: int, target: int) -> Cover:
    """The cover of a combatant against what comes from a point: of near features in between the best, first of equals.

    Cover that the organizer grants counts if it is better. Whether the combatant takes cover is not asked.
    """
    best, found, at = state.combatants[target].cover, 0, place_of(state, target)
    reach = radius_of(state, tables, target) + NEAR_COVER
    for k in range(tables.terrain.n):
        feature = tables.terrain.features[k]
        if feature.protection > best and is_within(feature, at.x, at.y, reach) and meets(feature, x, y, at.x, at.y):
            best, found = feature.protection, k + 1
    return Cover(best, found)


# Room for a base


@compiled
def is_on_map(tables: Tables, x: int, y: int) -> bool:
    """Whether a point is on the map (FS3-20.2)."""
    return 0 <= x <= tables.terrain.width and 0 <= y <= tables.terrain.height


@rule("FS3-20.2")
def is_base_on_map(tables: Tables, x: int, y: int, radius: int) -> bool:
    """Whether a base at a point lies inside the map."""
    terrain = tables.terrain
    return radius <= x <= terrain.width - radius and radius <= y <= terrain.height - radius


@rule("FS3-20.7", "FS3-20.16")
def has_room(state: State, tables: Tables, who: int, vehicle: int, x: int, y: int, radius: int) -> bool:
    """Whether a base at a point overlaps no other, those of a combatant and of a vehicle (plus one) apart.

    Knocked-out characters are in nobody's way.
    """
    for i in range(COMBATANTS):
        one = state.combatants[i]
        if i != who and not one.vehicle and is_up(state, i):
            if squared(one.x - x, one.y - y) < (radius + FOOT_RADIUS) * (radius + FOOT_RADIUS):
                return False
    for k in range(VEHICLES):
        other = state.vehicles[k]
        if other.type and k != vehicle - 1 and is_on_map(tables, other.x, other.y):
            least = radius + vehicle_radius(state, tables, k)
            if squared(other.x - x, other.y - y) < least * least:
                return False
    return True


@rule("FS3-6.10")
def takes_part(state: State, who: int) -> bool:
    """Whether a combatant is a soldier, pilot or passenger: observers and NPC masters have no place."""
    return 1 <= state.combatants[who].role <= 3


@compiled
def is_up(state: State, who: int) -> bool:
    """Whether a combatant is active: not knocked out, removed, withdrawn or out with its vehicle."""
    return state.combatants[who].status == READY and takes_part(state, who)


@compiled
def is_down(state: State, who: int) -> bool:
    """Whether a combatant is knocked out."""
    return state.combatants[who].status == KNOCKED_OUT
