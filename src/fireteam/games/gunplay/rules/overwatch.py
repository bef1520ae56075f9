"""Section 13: the Overwatch phase, standing orders, and who of those on Overwatch may react now."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.protocol.refusals import LAWFUL, refuse
from .. import choices as verbs
from ..log import log_declared, log_watched
from ..refusals import (
    CHAR_NOT_YOURS,
    CHAR_UNKNOWN,
    MODE_ILLEGAL,
    NOT_OFFERED,
    ORDERS_INVALID,
    ORDERS_MODE,
    ORDERS_REGION,
    ORDERS_TARGETS,
    ORDERS_UNWATCHED,
    OW_ALREADY_MARKED,
    OW_COUNT_RANGE,
    OW_NOT_ELIGIBLE,
    Answer,
)
from ..state import ASK, AUTO, AUTO_FIRE, HOLD_FIRE, ON_FIRE, ON_MOVE, OW_MARK, SINGLE, State
from ..tables import SIDE, Tables
from ..terrain import CHARACTERS
from .characters import clear_orders, first_of, is_known, is_up, side_of
from .shooting import can_autofire, may_shoot, open_faces, sees_character, shot_faces

TRIGGERS = (ON_MOVE + ON_FIRE, ON_MOVE, ON_FIRE)  # as orders list them


# The phase


@rule("GUN-13.3", "GUN-13.6")
def is_markable(state: State, i: int) -> bool:
    """Whether a character may be put on Overwatch: Up, and carrying a firearm."""
    return is_up(state, i) and state.characters[i].wielded != 0


@rule("GUN-13.3")
def count_markable(state: State, side: int) -> int:
    """How many characters a side may put on Overwatch."""
    found = 0
    for i in range(first_of(side), first_of(side) + SIDE):
        found += int(is_markable(state, i))
    return found


@rule("GUN-13.3")
def may_declare(state: State, side: int, n: int) -> Answer:
    """As many as there are to be marked, or none."""
    most = count_markable(state, side)
    return LAWFUL if 0 <= n <= most else refuse(OW_COUNT_RANGE, most)


@rule("GUN-13.2", "GUN-13.3", "GUN-13.4")
def declare(state: State, log: Log, n: int) -> bool:
    """A player declares a number: the holder, then the other; then they mark. Returns whether there is none to mark."""
    state.declared[state.side] = n
    log_declared(log, state.side, n)
    if state.side == state.holder:
        state.side = 1 - state.holder
        return False
    state.side, state.phase = state.holder, OW_MARK
    return is_marked(state)


@rule("GUN-13.4", "GUN-13.5", "GUN-22.1")
def is_marked(state: State) -> bool:
    """Whether all declared characters are marked; a player without marks left is skipped."""
    if state.declared[state.side] == 0:
        state.side = 1 - state.side
    return bool(state.declared[state.side] == 0)


@rule("GUN-13.5", "GUN-13.7", "GUN-13.30", "GUN-13.35")
def may_mark(state: State, tables: Tables, side: int, choice: Choice) -> Answer:
    """An own character that can be marked and is not, with sound orders."""
    i = choice.unit
    if not is_known(state, i) or side_of(i) != side or not is_markable(state, i):
        return refuse(OW_NOT_ELIGIBLE)
    if state.characters[i].overwatch:
        return refuse(OW_ALREADY_MARKED)
    return may_order(state, tables, choice)


@rule("GUN-13.30", "GUN-13.35", "GUN-13.49", "GUN-13.51")
def may_order(state: State, tables: Tables, choice: Choice) -> Answer:
    """Orders must be of the form of GUN-13.30: for enemies, in a mode that the weapon has, at a place on the table."""
    fields, count = verbs.read_set_orders(choice), verbs.targets_count(choice)
    if not ASK <= fields.policy <= HOLD_FIRE or not 0 <= fields.min_chance <= 100 or not 0 <= count <= CHARACTERS:
        return refuse(ORDERS_INVALID)
    if not 0 <= fields.on < len(TRIGGERS) or not SINGLE <= fields.mode <= AUTO:
        return refuse(ORDERS_INVALID)
    if fields.mode == AUTO and not can_autofire(state, tables, fields.char):
        return refuse(ORDERS_MODE)
    for k in range(count):
        j = verbs.targets_at(choice, k)
        if not is_known(state, j) or side_of(j) == side_of(fields.char):
            return refuse(ORDERS_TARGETS)
    if not 0 <= fields.region_given <= 1:
        return refuse(ORDERS_INVALID)
    x0, y0, x1, y1 = fields.region_x0, fields.region_y0, fields.region_x1, fields.region_y1
    is_on_table = x1 >= 0 and y1 >= 0 and x0 <= tables.terrain.width and y0 <= tables.terrain.height
    return LAWFUL if x0 <= x1 and y0 <= y1 and is_on_table else refuse(ORDERS_REGION)


@rule("GUN-13.30")
def take_orders(state: State, choice: Choice) -> None:
    """A character on Overwatch has new orders."""
    fields = verbs.read_set_orders(choice)
    orders = state.characters[fields.char].orders
    clear_orders(orders)
    orders.policy, orders.min_chance = fields.policy, fields.min_chance
    orders.on, orders.mode = TRIGGERS[fields.on], fields.mode
    for k in range(verbs.targets_count(choice)):
        orders.targets |= 1 << verbs.targets_at(choice, k)
    if fields.region_given:
        orders.in_region = 1
        orders.x0, orders.y0, orders.x1, orders.y1 = (
            fields.region_x0,
            fields.region_y0,
            fields.region_x1,
            fields.region_y1,
        )


@rule("GUN-13.4", "GUN-13.5")
def mark(state: State, log: Log, choice: Choice) -> bool:
    """A character is on Overwatch; the other player marks next. Returns whether all are marked."""
    state.characters[choice.unit].overwatch = 1
    take_orders(state, choice)
    log_watched(log, choice.unit)
    state.declared[state.side] -= 1
    state.side = 1 - state.side
    return is_marked(state)


@rule("GUN-22.3", "GUN-13.30", "GUN-13.35")
def may_set_orders(state: State, tables: Tables, side: int, choice: Choice) -> Answer:
    """New orders for an own character on Overwatch; unsound ones leave the old."""
    if not is_known(state, choice.unit):
        return refuse(CHAR_UNKNOWN)
    if side_of(choice.unit) != side:
        return refuse(CHAR_NOT_YOURS)
    if not state.characters[choice.unit].overwatch:
        return refuse(ORDERS_UNWATCHED)
    return may_order(state, tables, choice)


# Who may react


@compiled
def watcher(state: State, k: int) -> int:
    """The number of the k-th character of the side that waits."""
    return first_of(1 - side_of(state.active - 1)) + k


@rule("GUN-13.20", "GUN-13.16", "GUN-13.29", "GUN-13.49")
def reaction_faces(state: State, tables: Tables, i: int, mode: int, least: int) -> int:
    """How many faces hit the mover with one shot of a character on Overwatch; 0 for fewer than `least`, or where it
    may not shoot at all."""
    character, mover = state.characters[i], state.active - 1
    if not character.overwatch or character.wielded == 0 or open_faces(state, tables, i, mover, mode, True) < least:
        return 0
    if may_shoot(state, tables, i, mover, mode) != LAWFUL:
        return 0
    faces = shot_faces(state, tables, i, mover, mode, True)
    return faces if faces >= least else 0


@compiled
def has_bit(bits: int, k: int) -> bool:
    """Whether bit k is set."""
    return bool(bits >> k & 1)


@rule("GUN-13.9", "GUN-13.15", "GUN-13.16", "GUN-13.32")
def may_want_to_react(state: State, k: int) -> bool:
    """Whether the k-th waiting character could still react to this action at some point of it."""
    character = state.characters[watcher(state, k)]
    if not character.overwatch or character.orders.policy == HOLD_FIRE:
        return False
    return not has_bit(state.doing.tried | state.doing.ended, k)


@rule("GUN-13.15", "GUN-22.7")
def is_watched(state: State) -> bool:
    """Whether anybody could still react to the action under way."""
    for k in range(SIDE):
        if may_want_to_react(state, k):
            return True
    return False


@rule("GUN-13.20", "GUN-13.31", "GUN-13.45", "GUN-4.39")
def fires_by_itself(state: State, tables: Tables, k: int) -> bool:
    """Whether the orders of the k-th waiting character let it fire at this trigger point."""
    i, mover = watcher(state, k), state.active - 1
    orders, target = state.characters[i].orders, state.characters[mover]
    if orders.policy != AUTO_FIRE or not may_want_to_react(state, k):
        return False
    if not orders.on & (ON_FIRE if state.doing.verb == verbs.SHOOT else ON_MOVE):
        return False
    if orders.targets and not has_bit(orders.targets, mover):
        return False
    if orders.in_region and not (orders.x0 <= target.x <= orders.x1 and orders.y0 <= target.y <= orders.y1):
        return False
    least = max(1, (orders.min_chance * tables.constants.die + 99) // 100)
    return reaction_faces(state, tables, i, orders.mode, least) > 0


@rule("GUN-13.20", "GUN-13.33", "GUN-13.34", "GUN-13.47", "GUN-13.50")
def is_due(state: State, tables: Tables, k: int) -> bool:
    """Whether the k-th waiting character, with order `ask`, is offered a shot at this trigger point.

    One that has answered `wait` before is offered one when its chance has changed, when it has lost sight of the mover
    in between, and at the final trigger point.
    """
    doing = state.doing
    i = watcher(state, k)
    if state.characters[i].orders.policy != ASK or not may_want_to_react(state, k) or has_bit(doing.answered, k):
        return False
    faces = reaction_faces(state, tables, i, SINGLE, 1)
    if faces == 0:
        return False
    return not has_bit(doing.waited, k) or (
        faces != doing.faces[k] or has_bit(doing.unseen, k) or doing.point == doing.last
    )


@rule("GUN-13.33")
def note_unseen(state: State, tables: Tables) -> None:
    """Those who have answered `wait` and do not see the mover at this point have lost sight of it."""
    doing = state.doing
    for k in range(SIDE):
        if has_bit(doing.waited, k) and is_up(state, watcher(state, k)):
            if not sees_character(state, tables, watcher(state, k), state.active - 1):
                doing.unseen |= 1 << k


@rule("GUN-13.21", "GUN-13.46")
def offers(state: State, tables: Tables) -> int:
    """All who are due for an offer now, as bits."""
    found = 0
    for k in range(SIDE):
        found |= int(is_due(state, tables, k)) << k
    return found


@rule("GUN-13.33", "GUN-13.34", "GUN-13.46")
def answer_offer(state: State, tables: Tables, i: int, goes_on_waiting: bool) -> None:
    """A character on offer waits or passes; at the final trigger point, and after a shot, to wait is to pass."""
    doing = state.doing
    k = i - watcher(state, 0)
    doing.answered |= 1 << k
    doing.waited &= ~(1 << k)
    doing.unseen &= ~(1 << k)
    if not goes_on_waiting or doing.point == doing.last:
        doing.ended |= 1 << k
        doing.faces[k] = 0
        return
    doing.waited |= 1 << k
    doing.faces[k] = reaction_faces(state, tables, i, SINGLE, 1)


@rule("GUN-13.46", "GUN-13.49", "GUN-13.12")
def may_answer(state: State, tables: Tables, i: int, mode: int, reacts: bool) -> Answer:
    """An answer names a character on offer; to react it needs a mode that it has and a chance."""
    k = i - watcher(state, 0)
    if not 0 <= k < SIDE or not has_bit(state.doing.offered, k):
        return refuse(NOT_OFFERED)
    if reacts and (not SINGLE <= mode <= AUTO or reaction_faces(state, tables, i, mode, 1) == 0):
        return refuse(MODE_ILLEGAL)
    return LAWFUL
