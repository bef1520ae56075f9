"""Section 7c to 7f: bracing, weapons, items and aid."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.events import Log, because
from ....core.protocol.refusals import LAWFUL, refuse
from ..events import BY_MEDIC, BY_WOUNDS, FOR_AID
from ..log import log_aided, log_braced, log_picked_up, log_readied, log_reloaded
from ..refusals import (
    ALREADY_BRACED,
    ALREADY_LOADED,
    ALREADY_WIELDED,
    CARRYING,
    END_OVERLAP,
    ENGAGED,
    ITEM_OUT_OF_REACH,
    NO_ITEM,
    NOT_CARRYING,
    NOT_IN_CONTACT,
    RAN_NO_SHOOT,
    TARGET_ENEMY,
    TARGET_NOT_DOWN,
    TARGET_UNKNOWN,
    WEAPON_NONE,
    WEAPON_UNKNOWN,
    Answer,
)
from ..state import UP, State
from ..tables import MEDIC, MODERATE, Tables
from ..terrain import CHARACTERS, EPS, PRONE
from .characters import are_in_contact, has_trait, is_engaged, is_known, is_up, side_of, weapon_number
from .combat import settle_engagements
from .difficulty import roll_test, shift_level
from .room import SPACING, centre_distance, inches


@rule("GUN-7.26", "GUN-7.29", "GUN-7.30")
def may_brace(state: State, i: int) -> Answer:
    """A firearm in hand, nobody in contact, no run, and not braced yet."""
    character = state.characters[i]
    if character.wielded == 0:
        return refuse(WEAPON_NONE)
    if is_engaged(state, i):
        return refuse(ENGAGED)
    if character.ran_now:
        return refuse(RAN_NO_SHOOT)
    return refuse(ALREADY_BRACED) if character.braced else LAWFUL


@rule("GUN-7.26", "GUN-7.27")
def brace(state: State, log: Log, i: int) -> None:
    """A character is braced."""
    state.characters[i].braced = 1
    log_braced(log, i)


@rule("GUN-7.33")
def carried_place(tables: Tables, i: int, weapon: int) -> int:
    """Which of its firearms a character finds a weapon at, from 0; -1 if it has none such."""
    for k in range(tables.members[i].n_weapons):
        if tables.members[i].weapons[k] == weapon:
            return k
    return -1


@rule("GUN-7.31", "GUN-7.33")
def may_ready(state: State, tables: Tables, i: int, weapon: int) -> Answer:
    """Another firearm that the character carries."""
    if carried_place(tables, i, weapon) < 0:
        return refuse(WEAPON_UNKNOWN)
    return refuse(ALREADY_WIELDED) if weapon_number(state, tables, i) == weapon else LAWFUL


@rule("GUN-7.28", "GUN-7.31", "GUN-7.32")
def ready(state: State, tables: Tables, log: Log, i: int, weapon: int) -> None:
    """A character takes another firearm in hand, and is not braced any more."""
    character = state.characters[i]
    character.wielded, character.braced = carried_place(tables, i, weapon) + 1, 0
    log_readied(log, i, weapon)


@rule("GUN-7.36")
def may_reload(state: State, i: int) -> Answer:
    """A firearm in hand that is empty."""
    character = state.characters[i]
    if character.wielded == 0:
        return refuse(WEAPON_NONE)
    return refuse(ALREADY_LOADED) if character.loaded[character.wielded - 1] else LAWFUL


@rule("GUN-7.34")
def reload(state: State, log: Log, i: int) -> None:
    """The firearm in hand is loaded."""
    character = state.characters[i]
    character.loaded[character.wielded - 1] = 1
    log_reloaded(log, i)


@rule("GUN-7.37", "GUN-7.38", "GUN-7.39", "GUN-7.43", "GUN-7.44")
def may_pick_up(state: State, tables: Tables, i: int) -> Answer:
    """Empty hands, nobody in contact, and the item on the table within reach."""
    character = state.characters[i]
    if character.carrying:
        return refuse(CARRYING)
    if is_engaged(state, i):
        return refuse(ENGAGED)
    if not state.item_lies:
        return refuse(NO_ITEM)
    away = centre_distance(character.x, character.y, state.item_x, state.item_y)
    return LAWFUL if away <= inches(tables.constants.reach) + EPS else refuse(ITEM_OUT_OF_REACH)


@rule("GUN-7.37", "GUN-7.38")
def pick_up(state: State, log: Log, i: int) -> None:
    """A character carries the item."""
    state.characters[i].carrying = 1
    state.item_lies = state.item_x = state.item_y = 0
    log_picked_up(log, i)


@rule("GUN-7.40")
def may_drop(state: State, i: int) -> Answer:
    """An item that the character carries."""
    return LAWFUL if state.characters[i].carrying else refuse(NOT_CARRYING)


@rule("GUN-7.45", "GUN-7.49", "GUN-7.50")
def may_aid(state: State, i: int, j: int) -> Answer:
    """A Down friend in contact, no enemy in contact, and room for it to get up."""
    if not is_known(state, j):
        return refuse(TARGET_UNKNOWN)
    if side_of(j) != side_of(i):
        return refuse(TARGET_ENEMY)
    if is_up(state, j):
        return refuse(TARGET_NOT_DOWN)
    if is_engaged(state, i):
        return refuse(ENGAGED)
    if not are_in_contact(state, i, j):
        return refuse(NOT_IN_CONTACT)
    patient = state.characters[j]
    for k in range(CHARACTERS):
        other = state.characters[k]
        if other.status == UP and centre_distance(other.x, other.y, patient.x, patient.y) < SPACING - EPS:
            return refuse(END_OVERLAP)
    return LAWFUL


@rule("GUN-7.47", "GUN-7.48", "GUN-9.10", "GUN-15.16")
def aid(state: State, tables: Tables, dice: Dice, log: Log, i: int, j: int) -> None:
    """A Moderate test, one less for each wound of the patient: then it is Up and prone, and has had its turn."""
    patient = state.characters[j]
    shift = because(log, BY_MEDIC, int(has_trait(tables, i, MEDIC)))
    level = shift_level(MODERATE, shift, tables.options.extra_difficulties)
    modifiers = because(log, BY_WOUNDS, -patient.wounds)
    helps = roll_test(tables, dice, log, level, modifiers, FOR_AID)
    log_aided(log, i, j, level, modifiers, int(helps))
    if helps:
        patient.status, patient.posture, patient.activated = UP, PRONE, 1
        settle_engagements(state, log)
