"""Section 22: whom the NPCs of a team aim at, and targets set, drawn and proposed."""

from __future__ import annotations

from ....core.dice import Dice, roll
from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from .. import choices as verbs
from ..events.words import FOR_TARGET
from ..log import (
    log_behaviour_set,
    log_nobody_proposed,
    log_proposed,
    log_reacted,
    log_target_set,
    log_team_targets_set,
)
from ..state import READY, State
from ..tables import COMBATANTS, TEAMS
from .foes import aims_at_team, is_foe


@rule("FS3-22.10")
def set_team_targets(state: State, log: Log, team: int, targets: int) -> None:
    """Say whom the NPCs of a team aim at, until it is said anew; no team at all is the default again."""
    state.team_targets[team - 1] = targets
    aimed_at = 0
    for other in range(1, TEAMS + 1):
        aimed_at |= int(aims_at_team(state, team, other)) << (other - 1)
    log_team_targets_set(log, team, aimed_at)


@rule("FS3-22.11", "FS3-22.13", "FS3-23.2")
def draw_target(state: State, who: int, but: int, dice: Dice, log: Log) -> int:
    """A target at random for somebody, plus one, without those of some bits; 0: there is none."""
    count = 0
    for k in range(COMBATANTS):
        count += int(is_foe(state, who, k) and not but >> k & 1)
    if count == 0:
        return 0
    left = roll(dice, log, count, FOR_TARGET)
    for k in range(COMBATANTS):
        left -= int(is_foe(state, who, k) and not but >> k & 1)
        if left == 0:
            return k + 1
    return 0


@rule("FS3-22.12", "FS3-23.1")
def set_target(state: State, log: Log, who: int, target: int) -> None:
    """Say at whom somebody aims: an NPC keeps that target until it is out, or told otherwise."""
    state.combatants[who].target, state.combatants[who].fixed = target + 1, 1
    log_target_set(log, who, target)


@compiled
def is_led(state: State, who: int) -> bool:
    """Whether somebody is an NPC who could act."""
    combatant = state.combatants[who]
    return bool(combatant.status == READY and not combatant.is_pc)


@rule("FS3-22.11", "FS3-23.1")
def retarget(state: State, choice: Choice, dice: Dice, log: Log) -> None:
    """All NPCs have new targets drawn by lot; those of the pairs listed aim as they are told."""
    pair_units = 0
    for k in range(verbs.pairs_count(choice)):
        pair = verbs.pairs_at(choice, k)
        set_target(state, log, pair.unit, pair.target)
        pair_units |= 1 << pair.unit
    for who in range(COMBATANTS):
        if is_led(state, who) and not pair_units >> who & 1:
            target = draw_target(state, who, 0, dice, log)
            state.combatants[who].target, state.combatants[who].fixed = target, 0
            if target > 0:
                log_target_set(log, who, target - 1)


@rule("FS3-22.11")
def react(state: State, log: Log) -> None:
    """All NPCs choose their actions anew (the table asks them again), and keep their targets."""
    count = 0
    for who in range(COMBATANTS):
        count += int(is_led(state, who))
    log_reacted(log, count)


@rule("FS3-22.13")
def propose_targets(state: State, who: int, count: int, dice: Dice, log: Log) -> None:
    """Draw targets for somebody, each once; nothing changes by that."""
    proposed = 0
    for _ in range(count):
        target = draw_target(state, who, proposed, dice, log)
        if target == 0:
            log_nobody_proposed(log, who)
            return
        proposed |= 1 << (target - 1)
        log_proposed(log, who, target - 1)


@rule("FS3-23.5", "FS3-22.11")
def set_behaviour(state: State, choice: Choice, log: Log) -> None:
    """Say how some combatants act by themselves."""
    behaviour = verbs.read_set_behaviour(choice).behaviour
    for k in range(verbs.units_count(choice)):
        who = verbs.units_at(choice, k)
        state.combatants[who].behaviour = behaviour
        log_behaviour_set(log, who, behaviour)
