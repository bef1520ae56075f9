"""Whether a choice is lawful: who is asked, what the state of the fight accepts, then the order part by part."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....core.engine.compiled import rule
from ....core.engine.stack import on_stack
from ....core.protocol.choices import Choice
from ....core.protocol.refusals import LAWFUL, refuse
from .. import choices as verbs
from ..refusals import (
    BAD_FORM,
    CANNOT_MOVE,
    ENGAGE_NOBODY,
    ENGAGE_ON_MAP,
    ENGAGE_TOO_FAR,
    FIGHT_OVER,
    HELD,
    LUCK_OFF,
    NO_CAPTIVE,
    NO_COMBATANT,
    NO_COVER,
    NO_LUCK,
    NOT_ASKED,
    NOT_BEGUN,
    NOT_HELD,
    NOT_HERE,
    NOT_KNOCKED_OUT,
    OUT,
    PATH_FORM,
    PATH_WITHOUT_MAP,
    TARGET_TWICE,
    TARGET_UNKNOWN,
    WEAPON_UNKNOWN,
    WRONG_STATE,
    Answer,
)
from ..state import COVER, ENDED, LAST_STAND, LOBBY, ORDERS, PASSENGER, PILOT_ROLE, READY, WINDOW, State
from ..tables import COMBATANTS, Tables
from ..terrain import Path
from .aboard import pilot_of
from .action_law import action_refusal
from .care import can_recover
from .desk_law import desk_refusal
from .geometry import root_up
from .ground import distance2, is_near_cover, place_of, takes_part
from .luck import DECLARED, answer_refusal, declare_refusal, move_wound_refusal, windows_refusal
from .movement import board_refusal, leave_refusal
from .orders import hand_with
from .paths import add_leg, limit_in, path_answer_in
from .targets import is_known

new_path = on_stack(Path)
SLOTS = 32


class Seat(NamedTuple):
    """Where somebody is once its order has been revealed: its vehicle plus one, whether it can move, and the point."""

    vehicle: int
    is_free: bool
    x: int
    y: int


@rule("FS3-6.17", "FS3-6.18", "FS3-17.13", "FS3-17.14", "FS3-21.3", "FS3-22.8")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> Answer:
    """Whether a slot may choose this now."""
    verb = choice.verb
    if state.phase == ENDED:
        return refuse(FIGHT_OVER)
    if not verbs.is_of_form(choice):
        return refuse(BAD_FORM)
    if verb == verbs.MOVE_WOUND or verb == verbs.LUCK_WINDOWS:
        if not 0 <= slot < COMBATANTS or slot + 1 == tables.storyteller:
            return refuse(NOT_ASKED)
        if verb == verbs.LUCK_WINDOWS:
            return windows_refusal(state, tables, slot)
        return move_wound_refusal(state, tables, slot, choice.n, choice.x)
    if verb > verbs.NEXT_TURN:
        return desk_refusal(state, tables, slot, choice)
    if not (0 <= slot < SLOTS and state.owing >> slot & 1):
        return refuse_unasked(state, tables, slot)
    if slot + 1 == tables.storyteller:
        wanted = verbs.BEGIN_FIGHT if state.phase == LOBBY else verbs.NEXT_TURN
        return LAWFUL if verb == wanted else refuse(WRONG_STATE)
    if state.phase == WINDOW:
        is_answer = verbs.PUSH <= verb <= verbs.DECLINE
        return answer_refusal(state, slot, choice) if is_answer else refuse(WRONG_STATE)
    return order_or_recovery_refusal(state, tables, slot, choice)


@rule("FS3-7.2", "FS3-6.10", "FS3-6.28")
def refuse_unasked(state: State, tables: Tables, slot: int) -> Answer:
    """What is against a choice of somebody who is not asked: it is out, an observer, not here, or just not asked."""
    if 0 <= slot < COMBATANTS and state.combatants[slot].status > READY:
        return refuse(OUT, state.combatants[slot].status)
    if is_known(state, slot) and not takes_part(state, slot):
        return refuse(NO_COMBATANT, state.combatants[slot].role)
    if 0 <= slot < COMBATANTS and slot + 1 != tables.storyteller and not is_known(state, slot):
        return refuse(NOT_HERE)
    return refuse(NOT_BEGUN) if state.phase == LOBBY else refuse(NOT_ASKED)


@rule("FS3-7.2", "FS3-17.7", "FS3-17.14", "FS3-21.3")
def order_or_recovery_refusal(state: State, tables: Tables, who: int, choice: Choice) -> Answer:
    """An order of who is active; of who is knocked out whether it recovers."""
    verb = choice.verb
    is_out = state.combatants[who].status != READY
    if verb == verbs.STAY_DOWN and (is_out or state.phase == LAST_STAND):
        return LAWFUL
    if verb == verbs.RECOVER and is_out:
        return LAWFUL if can_recover(state, tables, who) else refuse(NO_LUCK)
    if verb == verbs.RECOVER or verb == verbs.STAY_DOWN:
        return refuse(NOT_KNOCKED_OUT)
    if is_out:
        return refuse(OUT, state.combatants[who].status)
    if state.phase != ORDERS or not verbs.ATTACK <= verb <= verbs.PASS:
        return refuse(WRONG_STATE)
    return order_refusal(state, tables, who, choice)


# The parts of an order


@rule("FS3-6.15", "FS3-7.2", "FS3-7.25", "FS3-7.33")
def order_refusal(state: State, tables: Tables, who: int, choice: Choice) -> Answer:
    """Whether an order is lawful: what a captive may, then weapon, vehicle, movement, stance, luck and the action."""
    one, verb = state.combatants[who], choice.verb
    if one.subduer and verb != verbs.ESCAPE and verb != verbs.PASS:
        return refuse(HELD, one.subduer - 1)
    if verb == verbs.ESCAPE and not one.subduer:
        return refuse(NOT_HELD)
    parts = verbs.read_pass(choice)
    if parts.weapon != -1 and (
        not 0 <= parts.weapon < tables.n_weapons or hand_with(state, tables, who, parts.weapon) == 0
    ):
        return refuse(WEAPON_UNKNOWN)
    if parts.release and not one.captive:
        return refuse(NO_CAPTIVE)
    found = vehicle_refusal(state, tables, who, parts)
    if found == LAWFUL:
        found = movement_refusal(state, tables, who, choice, parts)
    if found == LAWFUL:
        found = stance_refusal(state, tables, who, choice, parts)
    if found == LAWFUL and parts.luck:
        found = declare_refusal(state, tables, who) if tables.options.luck_mode == DECLARED else refuse(LUCK_OFF)
    if found == LAWFUL:
        found = alternates_refusal(state, who, choice)
    return action_refusal(state, tables, who, choice) if found == LAWFUL else found


@rule("FS3-19.21", "FS3-19.23", "FS3-6.4", "FS3-7.29")
def vehicle_refusal(state: State, tables: Tables, who: int, parts: Any) -> Answer:
    """What is against getting in or out; a captive cannot, and nobody does both at once."""
    if parts.board == -1 and not parts.leave:
        return LAWFUL
    if state.combatants[who].subduer or (parts.board != -1 and parts.leave):
        return refuse(CANNOT_MOVE)
    if parts.leave:
        return leave_refusal(state, tables, who, parts.leave_to_x, parts.leave_to_y)
    return board_refusal(state, tables, who, parts.board)


@rule("FS3-6.20", "FS3-19.10")
def seat_after(state: State, who: int, parts: Any) -> Seat:
    """Where somebody is, and whether it can move, after it has got in or out as its order says."""
    one = state.combatants[who]
    if parts.leave:
        return Seat(0, True, parts.leave_to_x, parts.leave_to_y)
    if parts.board != -1:
        vehicle = state.vehicles[parts.board]
        is_pilot = one.vehicle == parts.board + 1 or pilot_of(state, parts.board) == 0
        return Seat(parts.board + 1, is_pilot, vehicle.x, vehicle.y)
    at = place_of(state, who)
    is_free = one.subduer == 0 and (one.vehicle == 0 or one.role == PILOT_ROLE)
    return Seat(one.vehicle, is_free, at.x, at.y)


@rule("FS3-20.11", "FS3-20.12", "FS3-20.13", "FS3-20.16", "FS3-20.20", "FS3-7.29")
def movement_refusal(state: State, tables: Tables, who: int, choice: Choice, parts: Any) -> Answer:
    """What is against the move: the path on a map, or without one who is closed with."""
    legs = verbs.path_count(choice)
    if not (legs or parts.engage != -1 or parts.disengage):
        return LAWFUL
    seat = seat_after(state, who, parts)
    if not seat.is_free:
        return refuse(CANNOT_MOVE)
    if tables.has_map:
        if parts.engage != -1 or parts.disengage:
            return refuse(ENGAGE_ON_MAP)
        return path_refusal(state, tables, who, choice, seat) if legs else LAWFUL
    if legs:
        return refuse(PATH_WITHOUT_MAP)
    if parts.engage == -1:
        return LAWFUL
    return engage_refusal(state, tables, who, parts.engage, parts.disengage, seat.vehicle)


@rule("FS3-20.12", "FS3-20.13")
def path_refusal(state: State, tables: Tables, who: int, choice: Choice, seat: Seat) -> Answer:
    """What is against a path from where somebody is then."""
    path = new_path()
    path.n, path.xs[0], path.ys[0] = 0, seat.x, seat.y
    for k in range(verbs.path_count(choice)):
        leg = verbs.path_at(choice, k)
        if leg.x == path.xs[k] and leg.y == path.ys[k]:
            return refuse(PATH_FORM)
        add_leg(path, leg.x, leg.y)
    return path_answer_in(state, tables, who, seat.vehicle, path)


@rule("FS3-20.20")
def engage_refusal(state: State, tables: Tables, who: int, target: int, disengages: int, vehicle: int) -> Answer:
    """What is against closing with somebody: it must be here, another, and near enough; and no drawing back at once."""
    if not is_known(state, target) or target == who or disengages or state.combatants[target].status != READY:
        return refuse(ENGAGE_NOBODY)
    apart, limit = distance2(state, tables, who, target), limit_in(state, tables, vehicle)
    return LAWFUL if apart <= limit * limit else refuse(ENGAGE_TOO_FAR, target, root_up(apart), limit)


@rule("FS3-8.12", "FS3-8.11", "FS3-20.17")
def stance_refusal(state: State, tables: Tables, who: int, choice: Choice, parts: Any) -> Answer:
    """Cover stance needs cover near where somebody is, or where its path ends; a passenger has no stance."""
    if parts.stance != COVER + 1:
        return LAWFUL
    seat, legs = seat_after(state, who, parts), verbs.path_count(choice)
    if state.combatants[who].role == PASSENGER and not seat.is_free:
        return LAWFUL
    if is_near_cover(state, tables, who, seat.x, seat.y):
        return LAWFUL
    if legs:
        end = verbs.path_at(choice, legs - 1)
        if is_near_cover(state, tables, who, end.x, end.y):
            return LAWFUL
    return refuse(NO_COVER)


@rule("FS3-6.15", "FS3-6.25")
def alternates_refusal(state: State, who: int, choice: Choice) -> Answer:
    """Alternate targets are combatants of this fight, each another."""
    for k in range(verbs.alternates_count(choice)):
        other = verbs.alternates_at(choice, k)
        if not is_known(state, other) or other == who:
            return refuse(TARGET_UNKNOWN)
        for n in range(k):
            if verbs.alternates_at(choice, n) == other:
                return refuse(TARGET_TWICE, other)
    return LAWFUL
