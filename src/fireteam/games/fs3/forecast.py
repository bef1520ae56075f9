"""What forecasts of FS3 count, and what makes a fight harder or easier for a team (FS3-22.27, FS3-22.27a).

Dials of a team: situational modifiers and extra lethality of all who fight for it, their rating and armour, and how
many they are. More of them come as copies of the last, where there are seats for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ...core.dials import field_dial
from ...core.engine.compiled import compiled_short
from ...core.engine.record import Array, copy_of
from ...core.errors import BadQuestion
from ...core.game import Dial, Setting
from ...core.protocol.events import Log, new_log
from ...core.protocol.field_kinds import NONE
from .rules.desk_entry import add_vehicle, ask, leave, set_distances, step_aside
from .rules.desk_law import free_seat, free_vehicle
from .rules.ground import takes_part
from .rules.rolls import RESULT_TOPS
from .rules.wounds import wound_total
from .setup import names
from .state import CRITICAL_WOUND, KNOCKED_OUT, PASSENGER, PILOT_ROLE, READY, REMOVED, VEHICLE_OUT, WITHDRAWN
from .tables import COMBATANTS, PERSONAL

MODIFIERS, RATINGS = range(-40, 50, 10), range(1, len(RESULT_TOPS))  # FS3-22.27a
DOWN = (KNOCKED_OUT, VEHICLE_OUT, REMOVED)


def sides(setting: Setting, states: Array) -> dict[str, tuple[int, ...]]:
    """The teams of those who fight."""
    return {f"team{team}": tuple(who) for team, who in _fighters(states).items()}


def turn_number(setting: Setting, states: Array) -> int:
    """The turn (FS3-6.12)."""
    return int(states[0].turn)


def figures(setting: Setting, states: Array) -> dict[str, dict[str, float]]:
    """Who is down, withdrawn or has a Critical wound; wounds taken in the fight, and what is left of them; points."""
    state, called = states[0], names(setting, states)
    there = {called.unit(who): who for fighters in _fighters(states).values() for who in fighters}
    status = {unit: int(state.combatants[who].status) for unit, who in there.items()}
    worst = {int(wound.victim) - 1 for wound in state.wounds[: state.n_wounds] if wound.severity == CRITICAL_WOUND}
    return {
        "down": {unit: status[unit] in DOWN for unit in there},
        "critical": {unit: who in worst for unit, who in there.items()},
        "withdrawn": {unit: status[unit] == WITHDRAWN for unit in there},
        "wounds": {unit: float(state.combatants[who].taken) for unit, who in there.items()},
        "wound modifier": {unit: float(-wound_total(state, who + 1)) for unit, who in there.items()},
        "points": {f"team{team}": float(state.points[team]) for team in _fighters(states)},
    }


def dials(setting: Setting, states: Array) -> tuple[Dial, ...]:
    """The dials of every team, the last team's first."""
    return tuple(dial for team in reversed(_fighters(states)) for dial in _dials_of(setting, states, team))


def _dials_of(setting: Setting, states: Array, team: int) -> Iterator[Dial]:
    who = ("combatants", _fighters(states)[team])
    armours = [0, *(n + 1 for n in _personal_armours(setting))]
    ids = list(setting.content.things["armour"])
    worn = ", ".join(f"{n} {ids[n - 1] if n else 'none'}" for n in armours)
    yield field_dial(f"team{team}_modifier", "situational modifier of all who fight for it", MODIFIERS, who, "modifier")
    yield field_dial(f"team{team}_rating", "rating of all of them in everything", RATINGS, who, "rating", 1)
    yield Dial(f"team{team}_number", "how many they are", _numbers(setting, states, team), partial(set_number, team))
    yield Dial(f"team{team}_armour", f"armour of all on foot: {worn}", tuple(armours), partial(give_armour, team))
    yield field_dial(f"team{team}_lethality", "lethality modifier of all their attacks", MODIFIERS, who, "lethality")


def give_armour(team: int, setting: Setting, states: Array, armour: int) -> tuple[Setting, Array]:
    """The fight with the same armour for everybody of a team who is in no vehicle; 0 is none."""
    states = copy_of(states)
    for who in _fighters(states)[team]:
        if not states[0].combatants[who].vehicle:
            states[0].combatants[who].armour = armour
    return setting, states


def set_number(team: int, setting: Setting, states: Array, number: int) -> tuple[Setting, Array]:
    """The fight with so many in a team: the last leave it, or copies of the last join it.

    Raises:
        BadQuestion: there is no seat for so many.
    """
    states, log = copy_of(states), new_log()[0]
    state, tables = states[0], setting.tables[0]
    there = _fighters(states)[team]
    for who in there[number:]:
        leave(state, tables, log, who)
    for _ in range(len(there), number):
        _join_like(state, tables, log, there[-1])
    return setting, states


def _join_like(state: Any, tables: Any, log: Log, sample: int) -> None:
    """Another like a combatant joins, with a vehicle of its own where that one is a pilot."""
    pattern = state.combatants[sample]
    seat = int(free_seat(state, tables, -1))
    has_vehicle = pattern.vehicle and pattern.role in (PILOT_ROLE, PASSENGER)
    if seat < 0 or (has_vehicle and free_vehicle(state) < 0):
        raise BadQuestion("there is no seat for so many")
    state.combatants[seat] = pattern
    one = state.combatants[seat]
    one.status = READY
    one.captive = one.subduer = one.aim = one.aims = one.aimed = one.target = 0
    if has_vehicle:
        craft = state.vehicles[pattern.vehicle - 1]
        one.role = PILOT_ROLE
        one.vehicle = add_vehicle(state, tables, log, craft.type - 1, craft.x, craft.y) + 1
        one.x, one.y = state.vehicles[one.vehicle - 1].x, state.vehicles[one.vehicle - 1].y
    else:
        step_aside(state, tables, seat, 0)
    set_distances(state, tables, seat)
    ask(state, seat)


def _numbers(setting: Setting, states: Array, team: int) -> tuple[int, ...]:
    """How many a team may have: from one to as many as there are seats and vehicles for."""
    state, there = states[0], _fighters(states)[team]
    free = sum(not one.status for one in state.combatants[: setting.tables[0].n_units])
    if state.combatants[there[-1]].vehicle:
        free = min(free, sum(not craft.type for craft in state.vehicles))
    return tuple(range(1, len(there) + free + 1))


def _personal_armours(setting: Setting) -> list[int]:
    armours = setting.tables[0].armours
    return [n for n in range(len(setting.content.things["armour"])) if armours[n].klass == PERSONAL]


def _fighters(states: Array) -> dict[int, list[int]]:
    """Who fights for each team, by number."""
    found: dict[int, list[int]] = {}
    teams = np.empty(COMBATANTS, np.int64)
    write_teams(states, teams)
    for who, team in enumerate(teams.tolist()):
        if team >= 0:
            found.setdefault(team, []).append(who)
    return dict(sorted(found.items()))


@compiled_short
def write_teams(states: Array, teams: Array) -> None:
    """Write for which team each combatant fights, -1 for none, in one call."""
    state = states[0]
    for who in range(COMBATANTS):
        one = state.combatants[who]
        teams[who] = one.team if one.status and takes_part(state, who) else NONE
