"""Whether a State can be one of a fight: what a position line that somebody wrote is asked before it is played on.

The ranges of its numbers stand in the State; here is what goes together, so that no rule reads beyond a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.ranges import bounds_of, range_faults
from .rules.aboard import chart_of
from .rules.wounds import wound_points
from .state import ENDED, LAST_STAND, LOBBY, ORDERS, PHASES, WINDOW, WOUNDS, State
from .tables import CARRIED, COMBATANTS, VEHICLES

DECISION_PHASES = (LOBBY, ORDERS, WINDOW, LAST_STAND, ENDED)  # where somebody decides, or nobody ever will


def position_faults(setting: Setting, states: Array) -> Iterator[str]:
    """Why no fight can come to a State: sentences that name the part of a position that cannot be so."""
    state, tables = states[0], setting.tables[0]
    yield from range_faults(states, bounds_of(State, tables, {}))
    if state.phase not in DECISION_PHASES and state.owing:
        yield f"phase={int(state.phase)}: nobody owes anything in {PHASES[state.phase]}"
    if state.owing >> len(setting.slots):
        yield f"owing={int(state.owing)} names a slot that there is not"
    for k in range(VEHICLES):
        if state.vehicles[k].type > tables.n_types:
            yield f"vehicles.{k}.type={int(state.vehicles[k].type)} is none; there are {int(tables.n_types)} types"
    for k in range(COMBATANTS):
        yield from combatant_faults(state, tables, k)
    yield from wound_faults(state, tables)


def combatant_faults(state: Any, tables: Any, k: int) -> Iterator[str]:
    """A combatant with a sheet, weapons, armour or a vehicle that there is not, or a hold that is not mutual."""
    one, at = state.combatants[k], f"combatants.{k}"
    if not one.status:
        return
    if k >= tables.n_units:
        yield f"{at}.status={int(one.status)}: nobody has this seat"
    if one.being >= tables.n_beings:
        yield f"{at}.being={int(one.being)} is no sheet; there are {int(tables.n_beings)}"
    if not one.team:
        yield f"{at}.team=0: everybody has a team"
    for n in range(CARRIED):
        if one.weapons[n] >= tables.n_weapons:
            yield f"{at}.weapons.{n}={int(one.weapons[n])} is no weapon"
    if one.hand > one.n_weapons and one.hand <= CARRIED:
        yield f"{at}.hand={int(one.hand)}: it carries {int(one.n_weapons)} weapons"
    if one.armour > tables.n_armours:
        yield f"{at}.armour={int(one.armour)} is no armour"
    if one.vehicle and not state.vehicles[one.vehicle - 1].type:
        yield f"{at}.vehicle={int(one.vehicle)}: there is no such vehicle"
    if one.captive and state.combatants[one.captive - 1].subduer != k + 1:
        yield f"{at}.captive={int(one.captive)}: that one is not held by it"


def wound_faults(state: Any, tables: Any) -> Iterator[str]:
    """Wounds at places that their victim has not, or by weapons that there are not; sums that are not theirs."""
    for victim in range(1, len(state.penalties)):
        sound = [one for one in state.wounds[: state.n_wounds] if one.victim == victim]
        total = sum(wound_points(one.severity, one.has_healed) for one in sound)
        if state.penalties[victim] != total:
            yield f"penalties.{victim}={int(state.penalties[victim])}: its wounds take {total}"
    for n in range(WOUNDS):
        wound = state.wounds[n]
        if not wound.victim:
            continue
        if wound.weapon > tables.n_weapons + 1:
            yield f"wounds.{n}.weapon={int(wound.weapon)} is no weapon"
        vehicle = int(wound.victim) - COMBATANTS - 1
        is_known = vehicle < 0 or 0 < state.vehicles[vehicle].type <= tables.n_types
        if is_known and not tables.charts[chart_of(state, tables, wound.victim)].has >> wound.location & 1:
            yield f"wounds.{n}.location={int(wound.location)} is not on the chart of its victim"
