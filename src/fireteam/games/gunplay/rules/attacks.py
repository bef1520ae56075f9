"""Sections 8 to 10: an attack under way, a die a step: to hit, then the Toughness of who was hit."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from ..events import FOR_FIGHT, FOR_SHOT
from ..log import log_attacked, log_marked
from ..state import OVER, REACTION_SHOT, SHOT, TO_HIT, TOUGHNESS, State
from ..tables import Tables
from .characters import is_up
from .difficulty import MISS, good_faces, roll_attack
from .hits import take_toughness_test, wounds_of


@compiled
def is_shot(kind: int) -> bool:
    """Whether an attack is a shot and no close combat."""
    return kind == SHOT or kind == REACTION_SHOT


@rule("GUN-8.16", "GUN-8.17", "GUN-8.18", "GUN-9.2", "GUN-21.3")
def continue_attack(state: State, tables: Tables, dice: Dice, log: Log) -> bool:
    """The next die of an attack. Returns whether it was the last one: no shot left, the target Down, or the game over.

    A hit is resolved completely before the next shot.
    """
    attack = state.attack
    if attack.stage == TO_HIT:
        roll_to_hit(state, tables, dice, log)
        return bool(attack.stage == TO_HIT and attack.shots == 0)
    attack.stage = TO_HIT
    holds = take_toughness_test(state, tables, dice, log, attack.target, attack.wounds)
    attack.wounds = 0
    return bool(state.phase == OVER or not holds or attack.shots == 0)


@rule(
    "GUN-8.16",
    "GUN-9.3",
    "GUN-10.4",
    "GUN-10.7",
    "GUN-12.1",
    "GUN-12.2",
    "GUN-12.3",
    "GUN-12.4",
    "GUN-12.6",
    "GUN-12.7",
)
def roll_to_hit(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The die of an attack: wounds are added at once; a shot that could have hit and misses leaves a Flinch marker."""
    attack = state.attack
    target = state.characters[attack.target]
    purpose = FOR_SHOT if is_shot(attack.kind) else FOR_FIGHT
    result = roll_attack(tables, dice, log, attack.level, attack.modifiers, purpose)
    attack.shots -= 1
    log_attacked(log, attack.attacker, attack.target, attack.kind, attack.level, attack.modifiers, result)
    if result != MISS:
        attack.wounds = wounds_of(tables, attack.damage, result)
        target.wounds += attack.wounds
        attack.stage, attack.has_hit = TOUGHNESS, 1
    elif tables.options.flinch and is_shot(attack.kind) and is_up(state, attack.target):
        if good_faces(tables, attack.level, attack.modifiers) > 0:
            target.markers += 1
            log_marked(log, attack.target, target.markers)
