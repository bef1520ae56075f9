"""The menu: a stated selection of what is lawful, for bots, playouts and perft; people are not bound to it.

Each state has a list of proposals; those of them that are lawful are its menu. An active character's are shots, fights
and whatever takes no place; postures; straight walks in 16 headings of three lengths, standing or hiding at their end;
walks that turn a corner half way; crawls; runs of two lengths; and straight ways to each enemy and to the item.
"""

from __future__ import annotations

import math

from ....core.engine.compiled import compiled, rule
from ....core.engine.stack import on_stack
from ....core.protocol.choices import Choice, clear
from ....core.protocol.field_kinds import PARTS
from ....core.protocol.menu import Cursor, current, is_done, offer
from ....core.protocol.refusals import LAWFUL
from ....core.space.headings import EAST, HEADINGS, NORTH, QUARTER
from .. import choices as verbs
from ..state import (
    ACT,
    ASK,
    AUTO,
    AUTO_FIRE,
    CHOOSE,
    CRAWL,
    DEPLOY,
    OW_DECLARE,
    OW_MARK,
    REACT,
    SINGLE,
    WALK,
    State,
)
from ..tables import CARRIED, SIDE, Tables
from ..terrain import HIDING, HUNDREDTHS, PRONE, STANDING
from .characters import first_of, side_of, speed_of
from .deployment import first_place, first_unplaced
from .initiative import is_eligible
from .overwatch import count_markable, is_markable, watcher
from .turn import decider
from .verify import verify

new_draft = on_stack(Choice)
LENGTHS = 3  # of straight walks: a third of the Speed, two, all of it
CHANCES = (0, 40, 60, 80)  # percent, of orders to fire without asking
ORDERS = 1 + 2 * len(CHANCES)
GRID = 200  # hundredths between the places at which a character is offered to be placed
TOUCH = 1.02  # from centre to centre, where a way to an enemy ends

# The proposals for an active character, section by section.
SHOTS, FIGHTS, AIDS, READIES, SIMPLE, POSTURES = 2 * SIDE, SIDE, SIDE, CARRIED, 4, 3
IN_PLACE = SHOTS + FIGHTS + AIDS + READIES + SIMPLE + POSTURES
WALKS, BENDS, CRAWLS, RUNS, CHARGES, FETCHES = 2 * LENGTHS * HEADINGS, 2 * HEADINGS, HEADINGS, 2 * HEADINGS, 2 * SIDE, 1


@rule("GUN-22.1", "GUN-22.11")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """What a player is offered in this state: all proposals that are lawful."""
    draft = new_draft()
    for k in range(proposal_count(state, tables, slot)):
        if propose(state, tables, slot, k, draft) and offer(cursor):
            copy_choice(current(cursor), draft)
        if is_done(cursor):
            return


@compiled
def copy_choice(choice: Choice, other: Choice) -> None:
    """Write one choice over another."""
    choice.verb, choice.unit, choice.target = other.verb, other.unit, other.target
    choice.x, choice.y, choice.n = other.x, other.y, other.n
    parts, others = choice.parts, other.parts
    for k in range(PARTS):
        parts[k, 0], parts[k, 1], parts[k, 2] = others[k, 0], others[k, 1], others[k, 2]


@rule("GUN-22.1")
def proposal_count(state: State, tables: Tables, slot: int) -> int:
    """How many proposals this state has for the player who decides."""
    phase = state.phase
    if slot != decider(state):
        return 0
    if phase == DEPLOY:
        zone = tables.scenario.zones[slot]
        return 1 + grid_of(zone.x1 - zone.x0) * grid_of(zone.y1 - zone.y0)
    if phase == OW_DECLARE:
        return 1 + count_markable(state, slot)
    if phase == OW_MARK:
        return SIDE * ORDERS
    if phase == CHOOSE:
        return SIDE + 1
    if phase == ACT:
        return IN_PLACE + WALKS + BENDS + CRAWLS + RUNS + CHARGES + FETCHES + 1
    return 4 * SIDE if phase == REACT else 2


@compiled
def grid_of(length: int) -> int:
    """How many points of the grid there are along a side of a zone."""
    return length // GRID + 1


@rule("GUN-22.1")
def propose(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> bool:
    """Write proposal k. Returns whether it is lawful, and no other proposal says the same."""
    clear(choice)
    phase = state.phase
    if phase == DEPLOY:
        is_new = propose_place(state, tables, slot, k, choice)
    elif phase == OW_DECLARE:
        is_new = True
        verbs.write_overwatch_declare(choice, k)
    elif phase == OW_MARK:
        is_new = propose_mark(state, slot, k, choice)
    elif phase == CHOOSE:
        is_new = propose_activation(state, slot, k, choice)
    elif phase == ACT:
        is_new = propose_action(state, tables, k, choice)
    elif phase == REACT:
        is_new = propose_answer(state, k, choice)
    else:
        is_new = True
        if k == 0:
            verbs.write_continue(choice)
        else:
            verbs.write_stop(choice)
    return bool(is_new and verify(state, tables, slot, choice) == LAWFUL)


@rule("GUN-5.4")
def propose_place(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> bool:
    """The lowest unplaced character: where its band has it, and on the points of a grid over the zone."""
    i, zone = first_unplaced(state, slot), tables.scenario.zones[slot]
    x, y = tables.members[i].x, tables.members[i].y
    if k == 0:
        verbs.write_deploy(choice, i, x, y)
        return True
    across = grid_of(zone.x1 - zone.x0)
    at_x, at_y = zone.x0 + GRID // 2 + (k - 1) % across * GRID, zone.y0 + GRID // 2 + (k - 1) // across * GRID
    verbs.write_deploy(choice, i, at_x, at_y)
    return bool(at_x != x or at_y != y)


@rule("GUN-13.4", "GUN-13.30")
def propose_mark(state: State, slot: int, k: int, choice: Choice) -> bool:
    """Each character with orders to ask, or to fire at several chances, in either mode."""
    i, order = first_of(slot) + k // ORDERS, k % ORDERS
    if not is_markable(state, i):
        return False
    if order == 0:
        verbs.write_overwatch_mark(choice, i, ASK, verbs.MIN_CHANCE)
    else:
        verbs.write_overwatch_mark(choice, i, AUTO_FIRE, CHANCES[(order - 1) // 2], mode=SINGLE if order % 2 else AUTO)
    return True


@rule("GUN-6.7", "GUN-11.9")
def propose_activation(state: State, slot: int, k: int, choice: Choice) -> bool:
    """Each eligible character; or to pass the initiative."""
    if k == SIDE:
        verbs.write_pass_initiative(choice)
        return True
    verbs.write_activate(choice, first_of(slot) + k)
    return is_eligible(state, first_of(slot) + k)


@rule("GUN-13.21", "GUN-13.46")
def propose_answer(state: State, k: int, choice: Choice) -> bool:
    """For each character on offer: to fire in either mode, to wait, to pass."""
    i = watcher(state, k // 4)
    if k % 4 == 2:
        verbs.write_wait(choice, i)
    elif k % 4 == 3:
        verbs.write_pass(choice, i)
    else:
        verbs.write_react(choice, i, SINGLE if k % 4 == 0 else AUTO)
    return True


@rule("GUN-7.2", "GUN-7.3", "GUN-7.51")
def propose_action(state: State, tables: Tables, k: int, choice: Choice) -> bool:
    """What the active character may do: what takes no place, then where it may go, then the end."""
    i = state.active - 1
    enemies, friends = first_of(1 - side_of(i)), first_of(side_of(i))
    if k < SHOTS:
        verbs.write_shoot(choice, i, enemies + k // 2, k % 2)
        return True
    k -= SHOTS
    if k < FIGHTS:
        verbs.write_fight(choice, i, enemies + k)
        return True
    k -= FIGHTS
    if k < AIDS:
        verbs.write_aid(choice, i, friends + k)
        return True
    k -= AIDS
    if k < READIES:
        verbs.write_ready(choice, i, tables.members[i].weapons[k])
        return bool(k < tables.members[i].n_weapons and (k == 0 or tables.members[i].weapons[k - 1] != choice.n))
    k -= READIES
    if k < SIMPLE:
        propose_simple(i, k, choice)
        return True
    k -= SIMPLE
    if k < POSTURES:
        verbs.write_move(choice, i, k + 1, WALK, 0)
        return True
    return propose_way(state, tables, i, k - POSTURES, choice)


@compiled
def propose_simple(i: int, k: int, choice: Choice) -> None:
    """An action without a target."""
    if k == 0:
        verbs.write_brace(choice, i)
    elif k == 1:
        verbs.write_reload(choice, i)
    elif k == 2:
        verbs.write_pick_up(choice, i)
    else:
        verbs.write_drop(choice, i)


@rule("GUN-7.4", "GUN-7.17", "GUN-22.11")
def propose_way(state: State, tables: Tables, i: int, k: int, choice: Choice) -> bool:
    """A way for the active character; after the last one, the end of its activation."""
    speed = speed_of(tables, i)
    if k < WALKS:
        posture = STANDING if k % 2 == 0 else HIDING
        verbs.write_move(choice, i, posture + 1, WALK, 0)
        heading, thirds = k // 2 % HEADINGS, LENGTHS - k // 2 // HEADINGS
        return go(state, i, choice, heading, speed * thirds // LENGTHS)
    k -= WALKS
    if k < BENDS:
        verbs.write_move(choice, i, STANDING + 1, WALK, 0)
        turn = QUARTER if k % 2 == 0 else HEADINGS - QUARTER
        return go(state, i, choice, k // 2, speed // 2) and go(state, i, choice, (k // 2 + turn) % HEADINGS, speed // 2)
    k -= BENDS
    if k < CRAWLS:
        verbs.write_move(choice, i, PRONE + 1, CRAWL, 0)
        return go(state, i, choice, k, speed // 2)
    k -= CRAWLS
    if k < RUNS:
        verbs.write_run(choice, i, 0)
        return go(state, i, choice, k % HEADINGS, speed * (3 + k // HEADINGS) // 2)
    k -= RUNS
    if k < CHARGES:
        return propose_charge(state, tables, i, k, choice)
    k -= CHARGES
    if k < FETCHES:
        verbs.write_move(choice, i, STANDING + 1, WALK, 0)
        is_way = state.item_lies and go_towards(state, i, choice, state.item_x, state.item_y, 0.0, speed)
        return bool(is_way and not is_heading(state, tables, i, choice))
    verbs.write_end_activation(choice, i)
    return True


@rule("GUN-10.1")
def propose_charge(state: State, tables: Tables, i: int, k: int, choice: Choice) -> bool:
    """A straight way into contact with an enemy, walking or running."""
    enemy = state.characters[first_of(1 - side_of(i)) + k // 2]
    if k % 2 == 0:
        verbs.write_move(choice, i, STANDING + 1, WALK, 0)
    else:
        verbs.write_run(choice, i, 0)
    far = speed_of(tables, i) * (1 + k % 2)
    if enemy.status == 0 or not go_towards(state, i, choice, enemy.x, enemy.y, TOUCH, far):
        return False
    dx, dy = enemy.x - choice.parts[0, 0], enemy.y - choice.parts[0, 1]
    return bool(dx * dx + dy * dy <= (HUNDREDTHS + 5) * (HUNDREDTHS + 5)) and not is_heading(state, tables, i, choice)


@compiled
def go(state: State, i: int, choice: Choice, heading: int, length: int) -> bool:
    """Add a step of a way: so far in a heading, rounded down so that it costs no more. Always True."""
    x, y = state.characters[i].x, state.characters[i].y
    if choice.n:
        x, y = choice.parts[choice.n - 1, 0], choice.parts[choice.n - 1, 1]
    across, up = EAST[heading] * length, NORTH[heading] * length
    verbs.add_to_path(choice, x + int(across), y + int(up))
    return True


@compiled
def go_towards(state: State, i: int, choice: Choice, x: int, y: int, short: float, most: int) -> bool:
    """Add a straight way towards a place, to so many inches short of it or so far. False if there is none."""
    dx, dy = x - state.characters[i].x, y - state.characters[i].y
    away = math.sqrt(dx * dx + dy * dy)
    length = min(away - HUNDREDTHS * short, 1.0 * most)
    if length < 1.0:
        return False
    across, up = int(dx * length / away), int(dy * length / away)
    verbs.add_to_path(choice, state.characters[i].x + across, state.characters[i].y + up)
    return bool(across != 0 or up != 0)


@compiled
def is_heading(state: State, tables: Tables, i: int, choice: Choice) -> bool:
    """Whether a straight way is one of those in the 16 headings."""
    speed, is_run = speed_of(tables, i), choice.verb == verbs.RUN
    dx, dy = choice.parts[0, 0] - state.characters[i].x, choice.parts[0, 1] - state.characters[i].y
    for heading in range(HEADINGS):
        for k in range(2 if is_run else LENGTHS):
            length = speed * (3 + k) // 2 if is_run else speed * (k + 1) // LENGTHS
            if dx == int(EAST[heading] * length) and dy == int(NORTH[heading] * length):
                return True
    return False


@rule("GUN-22.5", "GUN-22.9")
def default_choice(state: State, tables: Tables, slot: int, choice: Choice) -> None:
    """What is done for a player whose time is up: as little as there is, the lowest first."""
    clear(choice)
    phase = state.phase
    if phase == DEPLOY:
        i, x, y = first_place(state, tables, slot)
        verbs.write_deploy(choice, i, x, y)
    elif phase == OW_DECLARE:
        verbs.write_overwatch_declare(choice, 0)
    elif phase == OW_MARK:
        write_first(state, tables, slot, ORDERS, choice)
    elif phase == CHOOSE:
        write_first(state, tables, slot, 1, choice)
    elif phase == ACT:
        verbs.write_end_activation(choice, state.active - 1)
    elif phase == REACT:
        k = 0
        while not state.doing.offered >> k & 1:
            k += 1
        verbs.write_pass(choice, watcher(state, k))
    else:
        verbs.write_continue(choice)


@compiled
def write_first(state: State, tables: Tables, slot: int, step: int, choice: Choice) -> None:
    """Write the first lawful of the proposals, of every so many one."""
    k = 0
    while not propose(state, tables, slot, k, choice):
        k += step
