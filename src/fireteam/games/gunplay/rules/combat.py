"""Section 10: close combat, and what becoming engaged does."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ....core.protocol.refusals import LAWFUL, refuse
from ..events import (
    BY_BRAWLER,
    BY_GANG,
    BY_HEAVY_BLADE,
    BY_OTHER_BRAWLER,
    BY_PRONE,
    BY_PRONE_DEFENDER,
    BY_STRONG,
    BY_WEAK,
)
from ..log import log_posture_changed
from ..refusals import NOT_IN_CONTACT, TARGET_DOWN, TARGET_FRIEND, TARGET_UNKNOWN, Answer
from ..state import UP, State
from ..tables import BRAWLER, MODERATE, SIDE, STRONG, WEAK, Tables
from ..terrain import CHARACTERS, HIDING, PRONE, STANDING
from .characters import are_in_contact, first_of, has_trait, is_engaged, is_known, is_up, side_of
from .difficulty import shift_level


@rule("GUN-10.1", "GUN-10.10", "GUN-10.11", "GUN-9.7")
def may_fight(state: State, i: int, j: int) -> Answer:
    """A fight is with an Up enemy in contact."""
    if not is_known(state, j):
        return refuse(TARGET_UNKNOWN)
    if side_of(j) == side_of(i):
        return refuse(TARGET_FRIEND)
    if not is_up(state, j):
        return refuse(TARGET_DOWN)
    return LAWFUL if are_in_contact(state, i, j) else refuse(NOT_IN_CONTACT)


@rule("GUN-10.1", "GUN-10.2", "GUN-15.4", "GUN-15.5", "GUN-15.15", "GUN-15.19", "GUN-3.12")
def fight_level(state: State, tables: Tables, log: Log | None, i: int, j: int) -> int:
    """The level of an attack in close combat: Moderate, shifted by strength, skill, postures and the weapon."""
    is_strong = has_trait(tables, i, STRONG)
    is_too_heavy = tables.melees[tables.members[i].melee].strong and not is_strong
    shift = because(log, BY_STRONG, int(is_strong))
    shift += because(log, BY_WEAK, -int(has_trait(tables, i, WEAK)))
    shift += because(log, BY_BRAWLER, int(has_trait(tables, i, BRAWLER)))
    shift += because(log, BY_OTHER_BRAWLER, -int(has_trait(tables, j, BRAWLER)))
    shift += because(log, BY_PRONE_DEFENDER, int(state.characters[j].posture == PRONE))
    shift += because(log, BY_PRONE, -int(state.characters[i].posture == PRONE))
    shift += because(log, BY_HEAVY_BLADE, -int(is_too_heavy))
    return shift_level(MODERATE, shift, tables.options.extra_difficulties)


@rule("GUN-10.3", "GUN-10.13")
def fight_modifiers(state: State, tables: Tables, log: Log | None, i: int, j: int) -> int:
    """The dice modifier of an attack in close combat: other Up friends of the attacker in contact with the defender."""
    friends = 0
    for k in range(first_of(side_of(i)), first_of(side_of(i)) + SIDE):
        friends += int(k != i and is_up(state, k) and are_in_contact(state, k, j))
    return because(log, BY_GANG, min(friends, tables.constants.gang))


@rule("GUN-10.1", "GUN-10.4", "GUN-10.5", "GUN-10.7", "GUN-10.13", "GUN-3.12")
def begin_fight(state: State, tables: Tables, log: Log, kind: int, i: int, j: int) -> None:
    """An attack in close combat, of whatever kind."""
    attack = state.attack
    attack.kind, attack.attacker, attack.target, attack.shots = kind, i, j, 1
    attack.level = fight_level(state, tables, log, i, j)
    attack.modifiers = fight_modifiers(state, tables, log, i, j)
    attack.damage = tables.melees[tables.members[i].melee].damage


@rule("GUN-10.8")
def enemies_in_contact(state: State, i: int) -> int:
    """The Up enemies in contact with a character, as bits of their places in their band."""
    found, enemies = 0, first_of(1 - side_of(i))
    for k in range(SIDE):
        if is_up(state, enemies + k) and are_in_contact(state, i, enemies + k):
            found |= 1 << k
    return found


@rule("GUN-10.9", "GUN-10.12", "GUN-7.28")
def settle_engagements(state: State, log: Log) -> None:
    """Once a movement has ended: whoever is engaged is not braced, and stands if it was hiding."""
    for i in range(CHARACTERS):
        character = state.characters[i]
        if character.status == UP and (character.braced or character.posture == HIDING) and is_engaged(state, i):
            character.braced = 0
            if character.posture == HIDING:
                set_posture(state, log, i, STANDING)


@compiled
def set_posture(state: State, log: Log, i: int, posture: int) -> None:
    """Give a character a posture; one that it has already is not told of."""
    if state.characters[i].posture != posture:
        state.characters[i].posture = posture
        log_posture_changed(log, i, posture)
