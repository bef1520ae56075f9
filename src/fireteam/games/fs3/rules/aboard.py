"""Sections 8 and 19: who sits in a vehicle, and who or what is hurt: a being, or the vehicle around it.

A victim is a combatant plus one, or COMBATANTS, a vehicle, and one. What is true of a hit on it is asked here.
"""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ..state import PASSENGER, PILOT_ROLE, READY, VEHICLE_OUT, State
from ..tables import COMBATANTS, Being, Tables


@compiled
def is_present(state: State, who: int) -> bool:
    """Whether somebody has this seat and is on the battlefield, able to act or not."""
    return bool(READY <= state.combatants[who].status <= VEHICLE_OUT)


@compiled
def is_aboard(state: State, who: int, vehicle: int) -> bool:
    """Whether somebody sits in a vehicle, be it as its pilot."""
    combatant = state.combatants[who]
    return bool(
        combatant.vehicle == vehicle + 1
        and (combatant.role == PILOT_ROLE or combatant.role == PASSENGER)
        and is_present(state, who)
    )


@compiled
def are_in_one_vehicle(state: State, one: int, other: int) -> bool:
    """Whether two sit in the same vehicle."""
    vehicle = state.combatants[one].vehicle - 1
    return vehicle >= 0 and is_aboard(state, one, vehicle) and is_aboard(state, other, vehicle)


@rule("FS3-19.10", "FS3-6.4")
def pilot_of(state: State, vehicle: int) -> int:
    """The pilot of a vehicle, plus one; 0: it has none. A knocked-out one still has the controls."""
    for who in range(COMBATANTS):
        if state.combatants[who].role == PILOT_ROLE and is_aboard(state, who, vehicle):
            return who + 1
    return 0


@rule("FS3-19.1", "FS3-19.3", "FS3-19.19")
def victim_of(state: State, who: int) -> int:
    """What an attack on a combatant hits: the vehicle it sits in, or itself, a robot of human shape too."""
    vehicle = state.combatants[who].vehicle
    if vehicle and is_aboard(state, who, vehicle - 1):
        return COMBATANTS + vehicle
    return who + 1


@compiled
def being_of(state: State, tables: Tables, who: int) -> Being:
    """The sheet of a combatant."""
    return tables.beings[state.combatants[who].being]


@rule("FS3-9.8", "FS3-19.5")
def chart_of(state: State, tables: Tables, victim: int) -> int:
    """The hit location chart of a victim: its kind's own."""
    if victim > COMBATANTS:
        return tables.types[state.vehicles[victim - COMBATANTS - 1].type - 1].chart
    return being_of(state, tables, victim - 1).chart


@rule("FS3-1.5", "FS3-13.5", "FS3-13.5a", "FS3-13.6", "FS3-19.2")
def toughness_of(state: State, tables: Tables, victim: int) -> int:
    """Toughness: of a vehicle its own, of an NPC its rating, else the rating of that ability alone."""
    if victim > COMBATANTS:
        return tables.types[state.vehicles[victim - COMBATANTS - 1].type - 1].toughness
    combatant, being = state.combatants[victim - 1], being_of(state, tables, victim - 1)
    if combatant.rating:
        return combatant.rating - 1
    return being.rating if being.rating >= 0 else being.ratings[tables.toughness]
