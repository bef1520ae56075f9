"""Section 5: how characters come to the table."""

from __future__ import annotations

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from ....core.protocol.refusals import LAWFUL, refuse
from ..events import FOR_DEPLOYMENT_A, FOR_DEPLOYMENT_B
from ..log import log_deployed, log_first, log_tied
from ..refusals import DEPLOY_CHAR, DEPLOY_ILLEGAL, Answer
from ..state import DEPLOY, TURN_START, UNPLACED, UP, State
from ..tables import ALTERNATE, SIDE, Tables
from ..terrain import CHARACTERS, HIDING, STANDING
from .characters import fill_others, first_of, new_others, side_of
from .end import is_inside
from .room import is_at_cover, is_legal_stop

SCAN = 50  # hundredths between the points of a zone that are tried (GUN-22.9)


@rule("GUN-3.5", "GUN-3.6", "GUN-3.7", "GUN-3.10", "GUN-5.1", "GUN-5.3", "GUN-5.8")
def open_match(state: State, tables: Tables) -> None:
    """The opening: all at the places of their bands, Up and loaded, or all yet to be placed."""
    is_alternate = tables.options.deployment == ALTERNATE
    for i in range(CHARACTERS):
        member = tables.members[i]
        if member.id:
            character = state.characters[i]
            character.wielded = int(member.n_weapons > 0)
            for k in range(member.n_weapons):
                character.loaded[k] = 1
            character.status = UNPLACED if is_alternate else UP
            if not is_alternate:
                stand_at(state, tables, i, member.x, member.y)
    state.item_lies, state.item_x, state.item_y = (
        tables.scenario.n_items,
        tables.scenario.item_x,
        tables.scenario.item_y,
    )
    state.phase = DEPLOY if is_alternate else TURN_START


@rule("GUN-3.7", "GUN-5.8")
def stand_at(state: State, tables: Tables, i: int, x: int, y: int) -> None:
    """A character stands at a place in its band's posture; one that would hide away from cover stands."""
    character = state.characters[i]
    character.x, character.y, character.posture = x, y, tables.members[i].posture
    if character.posture == HIDING and not is_at_cover(tables.terrain, x, y):
        character.posture = STANDING


@rule("GUN-5.4")
def roll_for_deployment(state: State, dice: Dice, log: Log, die: int) -> None:
    """Each player draws one die, A first; the higher places first, equal ones are redrawn."""
    a = roll(dice, log, die, FOR_DEPLOYMENT_A)
    b = roll(dice, log, die, FOR_DEPLOYMENT_B)
    if a == b:
        log_tied(log)
        return
    state.side, state.placing = int(b > a), 1
    log_first(log, state.side)


@compiled
def count_unplaced(state: State, side: int) -> int:
    """How many characters a side has yet to place."""
    found = 0
    for i in range(first_of(side), first_of(side) + SIDE):
        found += int(state.characters[i].status == UNPLACED)
    return found


@rule("GUN-5.5", "GUN-5.8")
def may_deploy(state: State, tables: Tables, side: int, i: int, x: int, y: int) -> Answer:
    """An own character that is not placed yet, at a legal stop with its centre in the own zone."""
    if not 0 <= i < CHARACTERS or state.characters[i].status != UNPLACED or side_of(i) != side:
        return refuse(DEPLOY_CHAR)
    others = new_others()
    fill_others(state, i, others)
    if is_inside(tables.scenario.zones[side], x, y) and is_legal_stop(tables.terrain, others, x, y):
        return LAWFUL
    return refuse(DEPLOY_ILLEGAL, x, y)


@rule("GUN-5.4", "GUN-22.9")
def place(state: State, tables: Tables, log: Log, i: int, x: int, y: int) -> None:
    """A character is placed; then the other player places one, if one is left, and when all are placed it begins."""
    state.characters[i].status = UP
    stand_at(state, tables, i, x, y)
    log_deployed(log, i, x, y)
    if count_unplaced(state, 1 - state.side):
        state.side = 1 - state.side
    elif count_unplaced(state, state.side) == 0:
        state.side = state.placing = 0
        state.phase = TURN_START


@rule("GUN-22.9")
def first_unplaced(state: State, side: int) -> int:
    """The lowest character that a side has yet to place."""
    i = first_of(side)
    while state.characters[i].status != UNPLACED:
        i += 1
    return i


@rule("GUN-22.5", "GUN-22.9")
def first_place(state: State, tables: Tables, side: int) -> tuple[int, int, int]:
    """The lowest unplaced character and where it goes by itself: its band's place, or the first legal one of its zone.

    The zone is scanned by rising y, then rising x, from its low corner.
    """
    i = first_unplaced(state, side)
    member, zone = tables.members[i], tables.scenario.zones[side]
    if may_deploy(state, tables, side, i, member.x, member.y) == LAWFUL:
        return i, member.x, member.y
    for y in range(zone.y0, zone.y1 + 1, SCAN):
        for x in range(zone.x0, zone.x1 + 1, SCAN):
            if may_deploy(state, tables, side, i, x, y) == LAWFUL:
                return i, x, y
    return i, member.x, member.y
