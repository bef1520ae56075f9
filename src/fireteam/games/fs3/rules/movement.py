"""Sections 19 and 20: moving along a path, getting in and out of vehicles, closing and drawing back without a map."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.stack import on_stack
from ....core.protocol.events import Log
from ....core.protocol.refusals import LAWFUL, refuse
from ..log import (
    log_boarded,
    log_disengaged,
    log_drove,
    log_engaged,
    log_got_out,
    log_lost_cover,
    log_moved,
    log_stayed_aboard,
    log_withdrew,
)
from ..refusals import ABOARD, NO_ROOM, NO_VEHICLE, NO_VEHICLE_CONTACT, NOT_ABOARD, PILOT_TAKEN, VEHICLE_MOVED, Answer
from ..state import (
    COVER,
    NORMAL,
    PASSENGER,
    PILOT_ROLE,
    READY,
    SOLDIER,
    WITHDRAWN,
    State,
)
from ..tables import COMBATANTS, VEHICLES, Tables
from ..terrain import Path
from .aboard import is_aboard, pilot_of
from .ground import (
    FOOT_RADIUS,
    contact_reach,
    distance2,
    has_room,
    in_contact,
    is_base_on_map,
    is_in_contact_with_vehicle,
    is_near_cover,
    place_of,
    radius_of,
    set_distance,
    spokesman,
)
from .holds import part, take_off
from .paths import add_leg, is_in_block, last_stop, may_move, move_limit, path_cost, start_path, withdraws_at
from .vehicles import take_controls

new_path = on_stack(Path)


@rule("FS3-6.13", "FS3-20.11", "FS3-20.12", "FS3-20.15", "FS3-20.16", "FS3-7.29", "FS3-8.12")
def move(state: State, tables: Tables, log: Log, who: int) -> None:
    """Somebody moves as ordered, as far as that is possible by now; then its cover and its holds are looked at."""
    order = state.combatants[who].order
    if may_move(state, who):
        if not tables.has_map:
            close_or_draw_back(state, tables, log, who)
        elif order.n_legs:
            follow_path(state, tables, log, who)
    if state.combatants[who].status == READY:
        look_for_cover(state, tables, log, who)


@compiled
def write_path(state: State, who: int, path: Path) -> None:
    """Write the path of an order, from where its combatant is."""
    order = state.combatants[who].order
    start_path(state, who, path)
    for k in range(order.n_legs):
        add_leg(path, order.xs[k], order.ys[k])


@rule("FS3-20.14", "FS3-20.15", "FS3-20.19", "FS3-20.11a")
def follow_path(state: State, tables: Tables, log: Log, who: int) -> None:
    """Somebody, or its vehicle with all in it, goes to the end of its path, or stops before it at the last legal
    point."""
    path = new_path()
    write_path(state, who, path)
    one = state.combatants[who]
    limit = min(path_cost(tables.terrain, path, path.n), move_limit(state, tables, who))
    stop = last_stop(state, tables, who, path, limit)
    is_short = int(stop.x != path.xs[path.n] or stop.y != path.ys[path.n])
    if stop.legs:
        one.moved = 1
        if one.vehicle:
            vehicle = state.vehicles[one.vehicle - 1]
            vehicle.x, vehicle.y, vehicle.moved = stop.x, stop.y, 1
        else:
            one.x, one.y = stop.x, stop.y
    if one.vehicle:
        log_drove(log, who, one.vehicle - 1, stop.x, stop.y, is_short)
    else:
        log_moved(log, who, stop.x, stop.y, is_short)
    if withdraws_at(tables, stop.x, stop.y):
        withdraw_all(state, log, who)
    else:
        part_all(state, tables, log, who)


@rule("FS3-20.19")
def withdraw_all(state: State, log: Log, who: int) -> None:
    """Somebody has left over an exit, and with a vehicle all in it who are not out of the fight."""
    vehicle = state.combatants[who].vehicle
    for i in range(COMBATANTS):
        if i == who or (vehicle and is_aboard(state, i, vehicle - 1) and state.combatants[i].status == READY):
            take_off(state, log, i, WITHDRAWN)
            log_withdrew(log, i)


@rule("FS3-7.29")
def part_all(state: State, tables: Tables, log: Log, who: int) -> None:
    """Whom a move parts is free: those whom the mover holds, and whoever is in its vehicle."""
    vehicle = state.combatants[who].vehicle
    for i in range(COMBATANTS):
        if i == who or (vehicle and is_aboard(state, i, vehicle - 1)):
            part(state, tables, log, i)


@rule("FS3-8.12", "FS3-20.17")
def look_for_cover(state: State, tables: Tables, log: Log, who: int) -> None:
    """Who is in Cover stance and near no cover after its move is in Normal stance at once."""
    one, at = state.combatants[who], place_of(state, who)
    if one.stance == COVER and not is_near_cover(state, tables, who, at.x, at.y):
        one.stance = NORMAL
        log_lost_cover(log, who)


# Without a map


@rule("FS3-20.20")
def close_or_draw_back(state: State, tables: Tables, log: Log, who: int) -> None:
    """The free move without a map: into contact with one, or out of contact with all."""
    order = state.combatants[who].order
    if order.engage:
        other, limit = order.engage - 1, move_limit(state, tables, who)
        is_far = distance2(state, tables, who, other) > limit * limit
        if not is_far:
            reach = contact_reach(state, tables, who, other)
            if not in_contact(state, tables, who, other):
                set_distance(state, who, other, reach)
            note_move(state, who)
        log_engaged(log, who, other, int(is_far))
    elif order.disengage:
        limit = move_limit(state, tables, who)
        for other in range(COMBATANTS):
            is_near = state.combatants[other].status and in_contact(state, tables, who, other)
            if other != who and is_near and not shares_vehicle(state, who, other):
                set_distance(state, who, other, limit)
        note_move(state, who)
        log_disengaged(log, who)
        part_all(state, tables, log, who)


@compiled
def shares_vehicle(state: State, who: int, other: int) -> bool:
    """Whether two are in the same vehicle."""
    vehicle = state.combatants[who].vehicle
    return bool(vehicle and state.combatants[other].vehicle == vehicle)


@compiled
def note_move(state: State, who: int) -> None:
    """Somebody has moved this turn, and the vehicle that it drives."""
    one = state.combatants[who]
    one.moved = 1
    if one.vehicle:
        state.vehicles[one.vehicle - 1].moved = 1


# Vehicles


@rule("FS3-6.4", "FS3-19.10", "FS3-19.21")
def board_refusal(state: State, tables: Tables, who: int, vehicle: int) -> Answer:
    """Why somebody cannot get into a vehicle, or take the controls of the one it is in."""
    if not 0 <= vehicle < VEHICLES or state.vehicles[vehicle].type == 0 or state.vehicles[vehicle].out:
        return refuse(NO_VEHICLE)
    one = state.combatants[who]
    if one.vehicle == vehicle + 1:
        pilot = active_pilot(state, vehicle)
        return refuse(PILOT_TAKEN, pilot - 1) if pilot else LAWFUL
    if one.vehicle:
        return refuse(ABOARD)
    if state.vehicles[vehicle].has_moved:
        return refuse(VEHICLE_MOVED)
    is_near = is_in_contact_with_vehicle(state, tables, one.x, one.y, vehicle)
    return LAWFUL if is_near else refuse(NO_VEHICLE_CONTACT)


@rule("FS3-19.10")
def active_pilot(state: State, vehicle: int) -> int:
    """Who has the controls and can use them, plus one; 0: nobody."""
    pilot = pilot_of(state, vehicle)
    return pilot if pilot and state.combatants[pilot - 1].status == READY else 0


@rule("FS3-6.20", "FS3-19.10", "FS3-19.21")
def board(state: State, tables: Tables, log: Log, who: int, vehicle: int) -> None:
    """Somebody gets in, at the controls if nobody has them, or takes them in its vehicle from who is knocked out."""
    one = state.combatants[who]
    if board_refusal(state, tables, who, vehicle) != LAWFUL:
        log_stayed_aboard(log, who)
        return
    is_new, pilot = one.vehicle == 0, pilot_of(state, vehicle)
    if is_new:
        one.vehicle, one.role = vehicle + 1, PASSENGER if pilot else PILOT_ROLE
        one.x = one.y = 0
        log_boarded(log, who, vehicle, one.role)
        part(state, tables, log, who)
    else:
        take_controls(state, log, who)
    if one.role == PASSENGER:
        one.stance = NORMAL


@rule("FS3-19.21", "FS3-19.23")
def leave_refusal(state: State, tables: Tables, who: int, x: int, y: int) -> Answer:
    """Why somebody cannot get out at a point: it must be free, on the map and in contact with the vehicle."""
    vehicle = state.combatants[who].vehicle - 1
    if vehicle < 0:
        return refuse(NOT_ABOARD)
    if state.vehicles[vehicle].has_moved:
        return refuse(VEHICLE_MOVED)
    if not tables.has_map:
        return LAWFUL
    is_near = is_in_contact_with_vehicle(state, tables, x, y, vehicle)
    is_ground = is_base_on_map(tables, x, y, FOOT_RADIUS) and not is_in_block(tables.terrain, x, y)
    is_free = is_near and is_ground and has_room(state, tables, who, 0, x, y, FOOT_RADIUS)
    return LAWFUL if is_free else refuse(NO_ROOM)


@compiled
def stand_beside(state: State, tables: Tables, who: int) -> None:
    """Without a map: who gets out is as far from everybody as its vehicle, and in contact with that."""
    as_vehicle, reach = spokesman(state, who), FOOT_RADIUS + radius_of(state, tables, who)
    for other in range(COMBATANTS):
        far = reach if shares_vehicle(state, who, other) else state.distances[as_vehicle, other]
        if other != who:
            state.distances[who, other] = state.distances[other, who] = far


@rule("FS3-6.20", "FS3-19.21", "FS3-19.23")
def leave(state: State, tables: Tables, log: Log, who: int, x: int, y: int) -> None:
    """Somebody gets out of its vehicle at a point, if that is still free."""
    one = state.combatants[who]
    if leave_refusal(state, tables, who, x, y) != LAWFUL:
        log_stayed_aboard(log, who)
        return
    vehicle = one.vehicle - 1
    if tables.has_map:
        one.x, one.y = x, y
    else:
        stand_beside(state, tables, who)
    one.vehicle, one.role = 0, SOLDIER
    log_got_out(log, who, vehicle, x, y)
    part(state, tables, log, who)
