"""Sections 6.1 and 22: somebody joins or leaves, and vehicles come and go."""

from __future__ import annotations

from ....core.dice import Dice, roll_band
from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from .. import choices as verbs
from ..events.words import FOR_RATING
from ..log import (
    log_joined,
    log_left,
    log_rated_at_random,
    log_role_set,
    log_team_set,
    log_vehicle_added,
    log_vehicle_deleted,
    log_weapon_given,
)
from ..state import ORDERS, PASSENGER, PILOT_ROLE, READY, SOLDIER, WOUNDS, State
from ..tables import BEINGS, CARRIED, COMBATANTS, Tables
from .desk_law import free_seat, free_vehicle, usual_role
from .ground import is_up, place_of
from .paths import is_free_end

STRANGER_TOPS = (5, 16, 25, 45, 48, 49, 50)  # of the d50, for ratings from 2 on (FS3-6.5)
LEAST_STRANGER = 2
PC_TEAM, NPC_TEAM = 1, 2
RINGS, RING = 60, 100  # how far, and in what steps of centimetres, a free place is looked for


@rule("FS3-22.2", "FS3-22.2a")
def join(state: State, tables: Tables, choice: Choice, dice: Dice, log: Log) -> None:
    """Somebody joins, or several of a type, or a force; a passenger of it gets in where the pilot before it sits."""
    asked, vehicle = verbs.read_join(choice), -1
    if asked.who_being < BEINGS:
        for _ in range(asked.count):
            join_one(state, tables, choice, asked.who_being, asked.team, asked.vehicle, dice, log)
        return
    force = tables.forces[asked.who_being - BEINGS]
    team = asked.team if asked.team > 0 else force.team
    for k in range(force.n):
        place = vehicle if tables.beings[force.beings[k]].type == PASSENGER else -1
        who = join_one(state, tables, choice, force.beings[k], team, place, dice, log)
        if state.combatants[who].vehicle > 0:
            vehicle = state.combatants[who].vehicle - 1


@rule("FS3-6.5", "FS3-6.6", "FS3-22.18", "FS3-1.4", "FS3-1.5")
def join_one(
    state: State, tables: Tables, choice: Choice, sheet: int, team: int, vehicle: int, dice: Dice, log: Log
) -> int:
    """A sheet joins, or a stranger (-1) whose rating is drawn; characters join team 1, NPCs team 2. Who it is now."""
    asked = verbs.read_join(choice)
    who, known = free_seat(state, tables, sheet), sheet >= 0
    number = sheet if known else tables.n_beings
    combatant, being = state.combatants[who], tables.beings[number]
    erase(combatant)
    combatant.being = number
    combatant.name[0], combatant.name[1] = asked.who_first, asked.who_second
    combatant.status, combatant.is_pc, combatant.luck = READY, being.is_pc, being.luck
    combatant.team = team if team > 0 else PC_TEAM if being.is_pc else NPC_TEAM
    combatant.role = asked.role if asked.role > 0 else usual_role(tables, sheet)
    combatant.x, combatant.y = asked.at_x, asked.at_y
    if combatant.x == 0 and combatant.y == 0:
        stand_with_team(state, who)
    combatant.armour = being.armour
    combatant.behaviour = asked.behaviour - 1 if asked.behaviour > 0 else being.behaviour
    enter_vehicle(state, tables, log, who, vehicle, asked.craft)
    if combatant.vehicle == 0:
        step_aside(state, tables, who, 0)
    equip(state, tables, who, known)
    set_distances(state, tables, who)
    log_joined(log, who, combatant.team, combatant.role, combatant.vehicle - 1)
    if asked.rating > 0:
        combatant.rating = asked.rating
    elif not known:
        rating = LEAST_STRANGER + roll_band(dice, log, STRANGER_TOPS[-1], STRANGER_TOPS, FOR_RATING)
        combatant.rating = rating + 1
        log_rated_at_random(log, who, rating)
    ask(state, who)
    return who


@rule("FS3-6.4", "FS3-6.3")
def enter_vehicle(state: State, tables: Tables, log: Log, who: int, vehicle: int, craft: int) -> None:
    """Who joins takes a place in a vehicle: one that is here, or a temporary one of a type, at the place of joining."""
    combatant = state.combatants[who]
    if craft < 0 and vehicle < 0 and combatant.role in (PILOT_ROLE, PASSENGER):
        craft = tables.beings[combatant.being].vehicle_type - 1
    if craft >= 0:
        vehicle = add_vehicle(state, tables, log, craft, combatant.x, combatant.y)
        if combatant.role != PASSENGER:
            combatant.role = PILOT_ROLE
    if vehicle >= 0 and combatant.role in (PILOT_ROLE, PASSENGER):
        combatant.vehicle = vehicle + 1
        combatant.x, combatant.y = state.vehicles[vehicle].x, state.vehicles[vehicle].y


@rule("FS3-22.2", "FS3-20.7")
def stand_with_team(state: State, who: int) -> None:
    """Who joins without a place stands with the first of its team, or else of the fight."""
    found = -1
    for k in range(COMBATANTS):
        if k != who and is_up(state, k):
            is_own = state.combatants[k].team == state.combatants[who].team
            if found < 0 or (is_own and state.combatants[found].team != state.combatants[who].team):
                found = k
    if found >= 0:
        at = place_of(state, found)
        state.combatants[who].x, state.combatants[who].y = at.x, at.y


@rule("FS3-22.2", "FS3-20.2", "FS3-20.7")
def step_aside(state: State, tables: Tables, who: int, vehicle: int) -> None:
    """Somebody, or the vehicle that it pilots (plus one), comes to the nearest free place, if it stands on none."""
    x, y = (
        (state.vehicles[vehicle - 1].x, state.vehicles[vehicle - 1].y)
        if vehicle
        else (state.combatants[who].x, state.combatants[who].y)
    )
    for ring in range(RINGS if tables.has_map else 0):
        for side in range(8 * ring + int(ring == 0)):
            around, along = divmod(side, 2 * ring) if ring else (0, 0)
            dx, dy = along - ring, -ring
            for _ in range(around):
                dx, dy = -dy, dx
            if is_free_end(state, tables, who, vehicle, x + RING * dx, y + RING * dy):
                put_at(state, who, vehicle, x + RING * dx, y + RING * dy)
                return


@compiled
def put_at(state: State, who: int, vehicle: int, x: int, y: int) -> None:
    """A vehicle (plus one), or with 0 a combatant, stands at a point."""
    if vehicle:
        state.vehicles[vehicle - 1].x, state.vehicles[vehicle - 1].y = x, y
    else:
        state.combatants[who].x, state.combatants[who].y = x, y


@rule("FS3-6.7", "FS3-6.9", "FS3-6.30", "FS3-24.5")
def equip(state: State, tables: Tables, who: int, has_list: bool) -> None:
    """Somebody has the weapons of the sheet, the first in hand; without a list, the usual one."""
    combatant, being = state.combatants[who], tables.beings[state.combatants[who].being]
    n = being.n_weapons if has_list else 0
    for k in range(n):
        combatant.weapons[k], combatant.rounds[k], combatant.clips[k] = (
            being.weapons[k],
            being.rounds[k],
            being.clips[k],
        )
    if not has_list:
        usual = usual_weapon(state, tables, who)
        if usual >= 0:
            n, combatant.weapons[0], combatant.clips[0] = 1, usual, -1
            combatant.rounds[0] = tables.weapons[usual].ammunition
    combatant.n_weapons, combatant.hand = n, 1 if n > 0 else 0


@rule("FS3-6.7", "FS3-6.30")
def usual_weapon(state: State, tables: Tables, who: int) -> int:
    """What somebody without a list of weapons has: a soldier `default_weapon`, others the vehicle's first; -1: none."""
    vehicle = state.combatants[who].vehicle
    if vehicle == 0:
        return tables.default_weapon
    kind = tables.types[state.vehicles[vehicle - 1].type - 1]
    return kind.weapons[0] if kind.n_weapons > 0 else -1


@rule("FS3-20.20")
def set_distances(state: State, tables: Tables, who: int) -> None:
    """On a table without map who joins is as far from everybody as pairs are in the beginning."""
    for k in range(COMBATANTS):
        if not tables.has_map and k != who:
            state.distances[who, k] = state.distances[k, who] = tables.options.default_distance_cm


@compiled
def ask(state: State, who: int) -> None:
    """While orders are given, who is able to act owes one, and nobody else."""
    if state.phase == ORDERS:
        state.owing &= ~(1 << who)
        if is_up(state, who) and state.combatants[who].order.verb == 0:
            state.owing |= 1 << who


@rule("FS3-6.11", "FS3-22.2")
def leave(state: State, tables: Tables, log: Log, who: int) -> None:
    """Somebody leaves: whom it held is free, wounds of a mock combat are erased, others stay with the sheet."""
    log_left(log, who)
    combatant = state.combatants[who]
    if combatant.captive > 0:
        state.combatants[combatant.captive - 1].subduer = 0
    if combatant.subduer > 0:
        state.combatants[combatant.subduer - 1].captive = 0
    combatant.captive = combatant.subduer = combatant.vehicle = combatant.status = 0
    for k in range(COMBATANTS):
        other = state.combatants[k]
        if other.aim == who + 1:
            other.aim = other.aims = other.aimed = 0
        if other.target == who + 1:
            other.target = other.fixed = 0
    if tables.mock:
        for k in range(WOUNDS):
            if state.wounds[k].victim == who + 1:
                erase(state.wounds[k])
        state.penalties[who + 1] = 0
    ask(state, who)


@rule("FS3-6.4", "FS3-22.19")
def add_vehicle(state: State, tables: Tables, log: Log, craft: int, x: int, y: int) -> int:
    """A temporary vehicle of a type comes, to the nearest free place; its number."""
    number = free_vehicle(state)
    vehicle = state.vehicles[number]
    erase(vehicle)
    vehicle.type, vehicle.x, vehicle.y, vehicle.temporary = craft + 1, x, y, 1
    step_aside(state, tables, COMBATANTS, number + 1)
    log_vehicle_added(log, number, vehicle.x, vehicle.y)
    return number


@rule("FS3-22.19")
def delete_vehicle(state: State, log: Log, number: int) -> None:
    """An empty vehicle goes, and its wounds with it."""
    log_vehicle_deleted(log, number)
    erase(state.vehicles[number])
    for k in range(WOUNDS):
        if state.wounds[k].victim == COMBATANTS + number + 1:
            erase(state.wounds[k])
    state.penalties[COMBATANTS + number + 1] = 0


@rule("FS3-22.9", "FS3-6.6")
def set_team(state: State, log: Log, who: int, team: int) -> None:
    """Somebody is in another team."""
    state.combatants[who].team = team
    log_team_set(log, who, team)


@rule("FS3-22.2", "FS3-6.3", "FS3-6.10")
def set_role(state: State, tables: Tables, log: Log, who: int, role: int, vehicle: int) -> None:
    """Somebody is here as something else: aboard a vehicle, on foot, looking on, or for NPCs."""
    combatant = state.combatants[who]
    combatant.role, combatant.vehicle = role, 0
    if role in (PILOT_ROLE, PASSENGER):
        combatant.vehicle = vehicle + 1
        combatant.x, combatant.y = state.vehicles[vehicle].x, state.vehicles[vehicle].y
    elif role == SOLDIER:
        step_aside(state, tables, who, 0)
    log_role_set(log, who, role, combatant.vehicle - 1)
    ask(state, who)


@rule("FS3-6.9")
def give_weapon(state: State, tables: Tables, log: Log, who: int, weapon: int, clips: int) -> None:
    """Somebody has a further weapon, loaded; it is in hand if nothing was."""
    combatant = state.combatants[who]
    k = combatant.n_weapons
    combatant.weapons[k], combatant.clips[k] = weapon, clips
    combatant.rounds[k] = tables.weapons[weapon].ammunition
    combatant.n_weapons = k + 1
    if combatant.hand == 0 or combatant.hand > CARRIED:
        combatant.hand = k + 1
    log_weapon_given(log, who, weapon)
