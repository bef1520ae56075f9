"""The State that a match begins with: everybody in place, with what they carry (section 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import dist
from typing import Any

from ...core.engine.record import Array, blank
from ...core.protocol.position import MAX_NUMBER
from .content import Content
from .entries import KeptWound
from .rules.orders import open_fight
from .rules.wounds import add_up_wounds
from .state import PILOT_ROLE, READY, SEVERITIES, WOUNDS, State
from .tables import COMBATANTS
from .tables_build import Sheet

TENTHS = 10  # of a Healing Point (FS3-18.5)


def opening_states(tables: Array, content: Content, sheets: Sequence[Sheet]) -> Array:
    """The State before the first turn."""
    states, table = blank(State), tables[0]
    state: Any = states[0]
    for number, (row, unit) in enumerate(zip(state.combatants, table.units, strict=True)):
        if unit.being:
            write_combatant(row, unit, table.beings[unit.being - 1])
            write_wounds(state, number, content, sheets[unit.being - 1])
    for row, craft in zip(state.vehicles, table.crafts, strict=True):
        row.type, row.x, row.y = craft.type, craft.x, craft.y
    write_distances(state, table)
    open_fight(state, table)
    return states


def write_combatant(row: Any, unit: Any, being: Any) -> None:
    """A combatant as its scenario and its sheet have it (FS3-6.7, FS3-6.8)."""
    row.status, row.being = READY, unit.being - 1
    row.role, row.team, row.is_pc, row.vehicle = unit.role, unit.team, being.is_pc, unit.vehicle
    row.x, row.y = unit.x, unit.y
    row.n_weapons, row.hand = being.n_weapons, 1 if being.n_weapons else 0
    row.weapons, row.rounds, row.clips = being.weapons, being.rounds, being.clips
    row.armour, row.luck = being.armour, being.luck
    row.behaviour, row.goal = unit.behaviour, unit.goal


def write_wounds(state: Any, number: int, content: Content, sheet: Sheet) -> None:
    """The wounds that a character brings along, and those of a vehicle of its campaign's that it pilots (FS3-1.5,
    FS3-D.3, FS3-21.6)."""
    if not sheet.character:
        return
    who, one = content.characters[sheet.character], state.combatants[number]
    write_kept(state, number + 1, content, who.wounds)
    if who.leave and one.role == PILOT_ROLE and one.vehicle:
        write_kept(state, COMBATANTS + int(one.vehicle), content, who.leave.craft_wounds)


def write_kept(state: Any, victim: int, content: Content, wounds: Sequence[KeptWound]) -> None:
    """Wounds of a combatant plus one, or of a vehicle plus one after COMBATANTS; as old as they are (FS3-7.43)."""
    for wound in wounds[: WOUNDS - int(state.n_wounds)]:
        row = state.wounds[state.n_wounds]
        row.victim, row.location = victim, list(content.location_names).index(wound.location)
        row.initial = row.severity = SEVERITIES.index(wound.severity)
        row.stun, row.is_treated = wound.damage == "stun", wound.treated
        row.points = round(TENTHS * wound.healing_points)
        row.has_healed, row.second = wound.has_healed or wound.healing_points > 0, -min(wound.age_s, MAX_NUMBER)
        state.n_wounds += 1
    add_up_wounds(state, victim)


def write_distances(state: Any, table: Any) -> None:
    """On a table without map the distance of each pair: of their places, where both have one (FS3-20.20)."""
    if table.has_map:
        return
    state.distances[:] = table.options.default_distance_cm
    places = {k: (int(unit.x), int(unit.y)) for k, unit in enumerate(table.units) if unit.x or unit.y}
    for (a, one), (b, other) in combinations(places.items(), 2):
        state.distances[a, b] = state.distances[b, a] = round(dist(one, other))
    for k in range(len(state.distances)):
        state.distances[k, k] = 0
