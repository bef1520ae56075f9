"""The menu: a stated selection of lawful choices, for bots, playouts and lists; people are not bound to it.

Each state has a list of proposals; those of them that are lawful are its menu. An order is proposed to pass, with each
other stance, with each other weapon drawn; every action with each weapon carried at each legal target, bursts besides,
no location called; Full Auto and Suppress at each target and at all of them; care; moves in and out of vehicles; and
moves towards the nearest enemy (to pass, and to attack it), to the goal and straight on in eight directions, or without
a map to close with somebody and to draw back.
"""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.stack import on_stack
from ....core.protocol.choices import Choice, clear
from ....core.protocol.field_kinds import NONE, PARTS
from ....core.protocol.menu import Cursor, current, is_done, offer
from ....core.protocol.refusals import LAWFUL
from ....core.space.headings import EAST, HEADINGS, NORTH
from .. import choices as verbs
from ..state import LAST_STAND, LOBBY, READY, STANCES, TARGETS, WINDOW, State
from ..tables import CARRIED, COMBATANTS, MELEE, VEHICLES, Tables
from ..terrain import Path
from .aboard import is_present
from .behaviour import behave_unasked
from .foes import is_foe
from .gear import weapon_in_hand
from .ground import FOOT_RADIUS, Place, distance2, place_of, vehicle_radius
from .paths import may_move, move_limit
from .targets import is_target
from .verify import verify
from .ways import way_to_combatant, way_to_edge

new_draft = on_stack(Choice)
new_path = on_stack(Path)
DIRECTIONS = 8  # of straight moves
IN_HAND, NO_DRAW = NONE, -2  # the weapon of an order: the one in hand; none that could be drawn

# The proposals of an order, section by section. Those at targets and those with weapons are for each weapon.
STANDS = 3 + len(STANCES)
AIMED = 7  # at each target
ARMED = 4  # at nobody, or at all targets together
CARE = 2 * COMBATANTS
RIDES = VEHICLES + DIRECTIONS
WALKS = 3 + 2 * DIRECTIONS
CLOSINGS = 2 * COMBATANTS + 1


@rule("FS3-6.15", "FS3-6.18")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """What a slot that owes a choice is offered: all proposals that are lawful."""
    draft, k, count = new_draft(), 0, proposal_count(state, tables, slot)
    while k < count and not is_done(cursor):
        if propose(state, tables, slot, k, draft) and offer(cursor):
            copy_choice(current(cursor), draft)
        k = next_proposal(state, tables, slot, k + 1)


@compiled
def next_proposal(state: State, tables: Tables, slot: int, k: int) -> int:
    """The first proposal from k on that is worth a try: all at somebody who is no target are left out together."""
    if k < STANDS:
        return k
    ways = AIMED * weapon_count(state, slot)
    n = k - STANDS
    while n < COMBATANTS * ways and n % ways == 0 and not may_aim_at(state, tables, slot, n // ways):
        n += ways
    return n + STANDS


@compiled
def copy_choice(choice: Choice, other: Choice) -> None:
    """Write one choice over another."""
    choice.verb, choice.unit, choice.target = other.verb, other.unit, other.target
    choice.x, choice.y, choice.n = other.x, other.y, other.n
    parts, others = choice.parts, other.parts
    for k in range(PARTS):
        parts[k, 0], parts[k, 1], parts[k, 2] = others[k, 0], others[k, 1], others[k, 2]


@rule("FS3-6.18", "FS3-17.13", "FS3-17.14", "FS3-21.3")
def proposal_count(state: State, tables: Tables, slot: int) -> int:
    """How many proposals there are for a slot that owes a choice."""
    if not (slot >= 0 and state.owing >> slot & 1):
        return 0
    if slot + 1 == tables.storyteller:
        return 1
    if state.phase == WINDOW:
        return 5
    if state.phase == LAST_STAND or state.combatants[slot].status != READY:
        return 2
    armed = (AIMED * COMBATANTS + ARMED) * weapon_count(state, slot)
    return STANDS + armed + CARE + RIDES + (WALKS if tables.has_map else CLOSINGS)


@compiled
def weapon_count(state: State, who: int) -> int:
    """How many ways there are to hold a weapon: the one in hand, each that is carried, and bare hands."""
    return 2 + state.combatants[who].n_weapons


@rule("FS3-6.17")
def propose(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> bool:
    """Write proposal k. Returns whether it is lawful, and no other proposal says the same."""
    if slot + 1 == tables.storyteller:
        is_new = True
        if state.phase == LOBBY:
            verbs.write_begin_fight(choice)
        else:
            verbs.write_next_turn(choice)
    elif state.phase == WINDOW:
        is_new = propose_answer(k, choice)
    elif state.phase == LAST_STAND or state.combatants[slot].status != READY:
        is_new = True
        if k == 0:
            verbs.write_recover(choice)
        else:
            verbs.write_stay_down(choice)
    else:
        is_new = propose_order(state, tables, slot, k, choice)
    return bool(is_new and verify(state, tables, slot, choice) == LAWFUL)


@rule("FS3-17.13", "FS3-17.13a", "FS3-17.13b")
def propose_answer(k: int, choice: Choice) -> bool:
    """What may be answered to a luck window, to decline first."""
    if k == 0:
        verbs.write_decline(choice)
    elif k <= 2:
        verbs.write_push(choice, k - 1)
    elif k == 3:
        verbs.write_cancel(choice)
    else:
        verbs.write_reroll(choice)
    return True


@rule("FS3-7.1", "FS3-6.13")
def propose_order(state: State, tables: Tables, who: int, k: int, choice: Choice) -> bool:
    """An order of somebody who is active; a captive's ends with to escape."""
    one = state.combatants[who]
    if k < STANDS:
        return propose_stand(one.stance, k, choice)
    k -= STANDS
    if one.subduer:
        return False
    ways = weapon_count(state, who)
    if k < COMBATANTS * ways * AIMED:
        return propose_aimed(state, tables, who, k, choice)
    k -= COMBATANTS * ways * AIMED
    if k < ways * ARMED:
        return propose_armed(state, tables, who, k, choice)
    k -= ways * ARMED
    if k < CARE:
        return propose_care(state, k, choice)
    k -= CARE
    if k < RIDES:
        return propose_ride(state, tables, who, k, choice)
    if not may_move(state, who):
        return False
    k -= RIDES
    return (
        propose_walk(state, tables, who, k, choice)
        if tables.has_map
        else propose_closing(state, tables, who, k, choice)
    )


@rule("FS3-7.49", "FS3-7.33", "FS3-7.37", "FS3-8.11")
def propose_stand(stance: int, k: int, choice: Choice) -> bool:
    """To pass, to escape, to let a captive go, to take another stance."""
    if k == 0:
        verbs.write_pass(choice)
    elif k == 1:
        verbs.write_escape(choice)
    elif k == 2:
        verbs.write_pass(choice, release=1)
    else:
        verbs.write_pass(choice, stance=k - 2)
    return k - 3 != stance


@compiled
def weapon_drawn(state: State, tables: Tables, who: int, k: int) -> int:
    """What is drawn in the k-th way: nothing, each weapon carried that is not in hand, once, and bare hands."""
    if k == 0:
        return IN_HAND
    one = state.combatants[who]
    weapon = tables.unarmed if k > one.n_weapons else one.weapons[k - 1]
    if weapon == weapon_in_hand(state, tables, who):
        return NO_DRAW
    for n in range(min(k - 1, CARRIED)):
        if one.weapons[n] == weapon:
            return NO_DRAW
    return int(weapon)


@rule("FS3-6.15", "FS3-7.1")
def propose_aimed(state: State, tables: Tables, who: int, k: int, choice: Choice) -> bool:
    """What can be done to one target, with the weapon in hand or with one that is drawn."""
    ways = weapon_count(state, who)
    target = k // (AIMED * ways)
    if not may_aim_at(state, tables, who, target):
        return False
    drawn = weapon_drawn(state, tables, who, k // AIMED % ways)
    write_aimed(target, drawn, k % AIMED, choice)
    return drawn != NO_DRAW


@compiled
def may_aim_at(state: State, tables: Tables, who: int, target: int) -> bool:
    """Whether something is proposed at somebody: a legal target, or who is held."""
    return bool(state.combatants[who].captive == target + 1 or is_target(state, tables, who, target, 0))


@rule("FS3-7.21", "FS3-6.30")
def propose_armed(state: State, tables: Tables, who: int, k: int, choice: Choice) -> bool:
    """To draw a weapon and pass, to reload, and what can be done to all targets together."""
    drawn = weapon_drawn(state, tables, who, k // ARMED)
    if drawn == NO_DRAW:
        return False
    if k % ARMED == 0:
        verbs.write_pass(choice, weapon=drawn)
        return drawn != IN_HAND
    if k % ARMED == 1:
        verbs.write_reload(choice, weapon=drawn)
        return True
    return write_group(state, tables, who, drawn, k % ARMED - 2, choice) > 1


@compiled
def write_aimed(target: int, drawn: int, k: int, choice: Choice) -> None:
    """Write the k-th of what can be done to one target."""
    if k < 2:
        verbs.write_attack(choice, target, burst=k, weapon=drawn)
    elif k == 2:
        verbs.write_full_auto(choice, weapon=drawn)
        verbs.add_to_targets(choice, target)
    elif k == 3:
        verbs.write_explode(choice, target, weapon=drawn)
    elif k == 4:
        verbs.write_suppress(choice, weapon=drawn)
        verbs.add_to_targets(choice, target)
    elif k == 5:
        verbs.write_aim(choice, target, weapon=drawn)
    else:
        verbs.write_subdue(choice, target, weapon=drawn)


@rule("FS3-14.5", "FS3-7.16")
def write_group(state: State, tables: Tables, who: int, drawn: int, k: int, choice: Choice) -> int:
    """Write Full Auto, or Suppress, at all targets, at most five in roster order. How many they are."""
    if k == 0:
        verbs.write_full_auto(choice, weapon=drawn)
    else:
        verbs.write_suppress(choice, weapon=drawn)
    count = 0
    for target in range(COMBATANTS):
        if count < TARGETS and is_target(state, tables, who, target, 0):
            verbs.add_to_targets(choice, target)
            count += 1
    return count


@rule("FS3-7.38", "FS3-7.41")
def propose_care(state: State, k: int, choice: Choice) -> bool:
    """To rally or to treat anybody."""
    other = k // 2
    if k % 2 == 0:
        verbs.write_rally(choice, other)
    else:
        verbs.write_treat(choice, other)
    return is_present(state, other)


# Moves


@rule("FS3-19.21")
def propose_ride(state: State, tables: Tables, who: int, k: int, choice: Choice) -> bool:
    """To get into a vehicle; out of one, on a map beside it in eight directions."""
    if k < VEHICLES:
        verbs.write_pass(choice, board=k)
        return True
    vehicle, heading = state.combatants[who].vehicle, (k - VEHICLES) * (HEADINGS // DIRECTIONS)
    if not vehicle or (heading and not tables.has_map):
        return False
    at, far = place_of(state, who), vehicle_radius(state, tables, vehicle - 1) + FOOT_RADIUS + 1
    to = place_towards(at, heading, far)
    verbs.write_pass(choice, leave=1, leave_to_x=to.x, leave_to_y=to.y)
    return True


@compiled
def place_towards(at: Place, heading: int, far: int) -> Place:
    """The place so many centimetres from another, in whole centimetres."""
    return Place(at.x + int(EAST[heading] * far), at.y + int(NORTH[heading] * far))


@rule("FS3-23.7", "FS3-20.11", "FS3-20.12")
def propose_walk(state: State, tables: Tables, who: int, k: int, choice: Choice) -> bool:
    """Towards the nearest enemy, to pass or to attack it; to the goal; and straight on in eight directions, all the
    way or half of it."""
    at = place_of(state, who)
    if k >= WALKS - 2 * DIRECTIONS:
        to = straight_end(state, tables, who, k - (WALKS - 2 * DIRECTIONS))
        verbs.write_pass(choice)
        verbs.add_to_path(choice, to.x, to.y)
        return bool(to.x != at.x or to.y != at.y)
    path, foe = new_path(), nearest_foe(state, tables, who)
    is_way = foe >= 0 and way_to_combatant(state, tables, who, foe, path)
    if k == 1:
        verbs.write_attack(choice, foe)
    else:
        verbs.write_pass(choice)
    if k == 2:
        foe_x, foe_y = path.xs[path.n], path.ys[path.n]
        goal = state.combatants[who].goal
        if not goal or not way_to_edge(state, tables, who, goal, path):
            return False
        if is_way and path.xs[path.n] == foe_x and path.ys[path.n] == foe_y:
            return False
    elif not is_way:
        return False
    for n in range(1, path.n + 1):
        verbs.add_to_path(choice, path.xs[n], path.ys[n])
    return bool(k == 1 or path.n > 1 or not is_straight_end(state, tables, who, path.xs[1], path.ys[1]))


@compiled
def straight_end(state: State, tables: Tables, who: int, k: int) -> Place:
    """Where the k-th straight move ends."""
    limit = move_limit(state, tables, who)
    return place_towards(place_of(state, who), k // 2 * (HEADINGS // DIRECTIONS), limit if k % 2 == 0 else limit // 2)


@compiled
def is_straight_end(state: State, tables: Tables, who: int, x: int, y: int) -> bool:
    """Whether a straight move ends at a point."""
    for k in range(2 * DIRECTIONS):
        end = straight_end(state, tables, who, k)
        if end.x == x and end.y == y:
            return True
    return False


@compiled
def nearest_foe(state: State, tables: Tables, who: int) -> int:
    """The nearest legal target of another team, the first of equals; -1: there is none."""
    found = NONE
    for other in range(COMBATANTS):
        if is_target(state, tables, who, other, 0) and is_foe(state, who, other):
            if found == NONE or distance2(state, tables, who, other) < distance2(state, tables, who, found):
                found = other
    return found


@rule("FS3-20.20")
def propose_closing(state: State, tables: Tables, who: int, k: int, choice: Choice) -> bool:
    """Without a map: to draw back, to close with anybody, to attack a target with a melee weapon besides."""
    if k == 2 * COMBATANTS:
        verbs.write_pass(choice, disengage=1)
        return True
    if k % 2 == 0:
        verbs.write_pass(choice, engage=k // 2)
        return True
    weapon = weapon_in_hand(state, tables, who)
    verbs.write_attack(choice, k // 2, engage=k // 2)
    return bool(weapon >= 0 and tables.weapons[weapon].type == MELEE)


@rule("FS3-6.19", "FS3-17.13c")
def default_choice(state: State, tables: Tables, slot: int, choice: Choice) -> None:
    """What is done for a slot whose time is up: a PC passes, an NPC goes by its behaviour, no luck is spent."""
    clear(choice)
    if slot + 1 == tables.storyteller:
        if state.phase == LOBBY:
            verbs.write_begin_fight(choice)
        else:
            verbs.write_next_turn(choice)
    elif state.phase == WINDOW:
        verbs.write_decline(choice)
    elif state.phase == LAST_STAND or state.combatants[slot].status != READY:
        verbs.write_stay_down(choice)
    else:
        if not state.combatants[slot].is_pc:
            behave_unasked(state, tables, slot, choice)
        if choice.verb == 0 or verify(state, tables, slot, choice) != LAWFUL:
            clear(choice)
            verbs.write_pass(choice)
