"""Section 6: orders are asked for, taken and revealed."""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from .. import choices as verbs
from ..log import log_changed_stance, log_drew, log_turn_begun
from ..state import (
    INITIATIVE,
    LOBBY,
    NO_LUCK,
    ORDERS,
    PASSENGER,
    READY,
    REVEAL,
    Order,
    State,
)
from ..tables import CARRIED, COMBATANTS, Tables
from .care import can_recover, recover
from .foes import keep_target
from .gear import UNARMED_HAND, change_weapon
from .ground import is_up
from .holds import release_by_order
from .luck import declare_luck
from .movement import board, leave


@rule("FS3-6.12", "FS3-21.2")
def open_fight(state: State, tables: Tables) -> None:
    """Before the first turn: the Storyteller begins it, or it begins by itself."""
    state.turn = state.clock = 0
    state.phase, state.owing = ORDERS, 0
    if tables.storyteller:
        state.phase, state.owing = LOBBY, 1 << (tables.storyteller - 1)


@rule("FS3-6.12", "FS3-6.18", "FS3-17.14")
def open_orders(state: State, tables: Tables, log: Log) -> None:
    """A turn begins: all who are active give an order, who is knocked out with luck may recover, the Storyteller goes
    on."""
    state.turn += 1
    log_turn_begun(log, state.turn)
    state.phase, state.n, state.next, state.step = ORDERS, 0, 0, 0
    for who in range(tables.n_units):
        if state.combatants[who].order.verb:
            erase(state.combatants[who].order)
    ask_for_orders(state, tables)
    for who in range(tables.n_units):
        if can_recover(state, tables, who):
            state.owing |= 1 << who
    if tables.storyteller:
        state.owing |= 1 << (tables.storyteller - 1)
    if state.owing == 0:
        state.phase = REVEAL


@compiled
def ask_for_orders(state: State, tables: Tables) -> None:
    """All who are active and have given no order owe one."""
    state.owing = 0
    for who in range(tables.n_units):
        if is_up(state, who) and state.combatants[who].order.verb == 0:
            state.owing |= 1 << who


@rule("FS3-6.15", "FS3-6.16", "FS3-6.18", "FS3-17.14")
def take_choices(state: State, tables: Tables, choices: Any, log: Log) -> None:
    """All orders are in: who has recovered gives an order besides, and then they are revealed."""
    owing = state.owing
    for who in range(tables.n_units):
        if owing >> who & 1 and who + 1 != tables.storyteller:
            verb = choices[who].verb
            if verb == verbs.RECOVER:
                recover(state, log, who)
            elif verb != verbs.STAY_DOWN:
                put_order(state, tables, who, choices[who])
    ask_for_orders(state, tables)
    if state.owing == 0:
        state.phase = REVEAL


@rule("FS3-6.14", "FS3-6.15", "FS3-15.3c")
def put_order(state: State, tables: Tables, who: int, choice: Choice) -> None:
    """Keep what somebody has ordered; armour is no part of it."""
    order, parts = state.combatants[who].order, verbs.read_pass(choice)
    erase(order)
    order.verb, order.stance, order.weapon = choice.verb, parts.stance, parts.weapon + 1
    order.board, order.leave, order.release, order.luck = parts.board + 1, parts.leave, parts.release, parts.luck
    order.act_first, order.friendly = parts.act_first, parts.friendly
    order.engage, order.disengage = parts.engage + 1, parts.disengage
    if parts.leave:
        order.leave_x, order.leave_y = parts.leave_to_x, parts.leave_to_y
    order.n_alternates, order.n_legs = verbs.alternates_count(choice), verbs.path_count(choice)
    for k in range(order.n_alternates):
        order.alternates[k] = verbs.alternates_at(choice, k) + 1
    for k in range(order.n_legs):
        leg = verbs.path_at(choice, k)
        order.xs[k], order.ys[k] = leg.x, leg.y
    put_action(order, choice)


@compiled
def put_action(order: Order, choice: Choice) -> None:
    """Keep the parts that only some actions have."""
    verb = choice.verb
    if verb == verbs.FULL_AUTO or verb == verbs.SUPPRESS:
        order.n_targets = verbs.targets_count(choice)
        for k in range(order.n_targets):
            order.targets[k] = verbs.targets_at(choice, k) + 1
    elif verb == verbs.EXPLODE_AT:
        order.at_point, order.x, order.y = 1, choice.x, choice.y
    elif verb == verbs.EXPLODE_AMONG:
        for k in range(verbs.victims_count(choice)):
            victim = verbs.victims_at(choice, k)
            if victim < COMBATANTS:
                order.immediate |= 1 << victim
            else:
                order.near |= 1 << (victim - COMBATANTS)
    elif has_target(verb):
        order.n_targets, order.targets[0] = 1, choice.target + 1
        if verb == verbs.ATTACK:
            order.called, order.burst = verbs.read_attack(choice).called + 1, verbs.read_attack(choice).burst
        elif verb == verbs.TREAT:
            order.wound = choice.n


@compiled
def has_target(verb: int) -> bool:
    """Whether an action names one target."""
    return bool(
        verb == verbs.ATTACK
        or verb == verbs.EXPLODE
        or verb == verbs.AIM
        or verb == verbs.SUBDUE
        or verb == verbs.RALLY
        or verb == verbs.TREAT
    )


# REVEAL


@rule("FS3-6.20", "FS3-17.12", "FS3-7.37")
def reveal(state: State, tables: Tables, log: Log) -> None:
    """All orders are revealed: in roster order weapons, stances, vehicles, then releases; declared luck is spent."""
    for who in range(tables.n_units):
        if state.combatants[who].order.weapon:
            draw(state, tables, log, who, state.combatants[who].order.weapon - 1)
    for who in range(tables.n_units):
        take_stance(state, log, who)
    for who in range(tables.n_units):
        order = state.combatants[who].order
        if order.leave:
            leave(state, tables, log, who, order.leave_x, order.leave_y)
        if order.board:
            board(state, tables, log, who, order.board - 1)
    release_by_order(state, log)
    for who in range(tables.n_units):
        keep_target(state, who)
        if state.combatants[who].order.luck != NO_LUCK:
            declare_luck(state, log, who)
    state.phase, state.next, state.step = INITIATIVE, 0, 0


@rule("FS3-6.13", "FS3-6.20", "FS3-6.30", "FS3-7.13")
def draw(state: State, tables: Tables, log: Log, who: int, weapon: int) -> None:
    """Somebody takes a weapon in hand, if it is another."""
    hand = hand_with(state, tables, who, weapon)
    if hand and hand != state.combatants[who].hand:
        change_weapon(state, who, hand)
        log_drew(log, who, weapon)


@rule("FS3-6.9", "FS3-6.30")
def hand_with(state: State, tables: Tables, who: int, weapon: int) -> int:
    """What the hand holds with a weapon in it, as a Combatant keeps it; 0: it cannot be drawn.

    Of several such weapons the one in hand, else the first with rounds. On foot bare hands are always there.
    """
    one = state.combatants[who]
    found = 0
    for k in range(one.n_weapons):
        if one.weapons[k] == weapon:
            is_better = found == 0 or one.hand == k + 1 or (one.hand != found and one.rounds[found - 1] == 0)
            found = k + 1 if is_better else found
    if found == 0 and weapon == tables.unarmed and one.vehicle == 0:
        return UNARMED_HAND
    return found if found <= CARRIED else 0


@rule("FS3-6.20", "FS3-8.10", "FS3-8.11")
def take_stance(state: State, log: Log, who: int) -> None:
    """Somebody takes the stance ordered, if it is another; passengers have none."""
    one = state.combatants[who]
    wanted = one.order.stance - 1
    if wanted >= 0 and wanted != one.stance and one.status == READY and one.role != PASSENGER:
        one.stance = wanted
        log_changed_stance(log, who, wanted)
