"""One shot, a game for tests of pools: a to-hit pool against a distance, then a damage pool against a defence.

The rules are those of wild dice everywhere: net Good on damage is a headshot, against which a vest is no defence; net
Bad on damage empties the gun; net Bad on the to-hit roll diverts the shot, if there is a bystander. Each hit takes one
die of armour, at once or, of shots fired together, at the end.
"""

from __future__ import annotations

from typing import Any

from fireteam.core.dice import Dice
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.dispatch import bind
from fireteam.core.engine.record import Array, blank
from fireteam.core.protocol.choices import Choice
from fireteam.core.protocol.events import Log
from fireteam.core.protocol.menu import Cursor, current, offer
from fireteam.games.tps.dice.chances import outcome_float, outcome_fraction
from fireteam.games.tps.dice.contest import hits, reaches
from fireteam.games.tps.dice.pool import BAD, GOOD, throw

IDLE, AIMING, HURTING = range(3)
FOR_HIT, FOR_DAMAGE, FOR_DEFENCE = 0, 3, 6  # each pool takes three purposes: wild dice, further faces, normal dice


class State:
    phase: int
    shots: int
    together: int
    hit_wild: int
    hit_plain: int
    distance: int
    bystander: int
    damage_wild: int
    damage_plain: int
    helmet: int
    vest: int
    health: int
    ones: int
    hits: int
    empty: int
    diverted: int


class Tables:
    nothing: int


def shot(to_hit: str, distance: int, damage: str, armour: str, **more: int) -> Array:
    """Pools like `1W+3D`, armour like `0/1/3`."""
    states = blank(State)
    state = states[0]
    state.shots, state.distance = 1, distance
    state.hit_wild, state.hit_plain = pool(to_hit)
    state.damage_wild, state.damage_plain = pool(damage)
    state.helmet, state.vest, state.health = map(int, armour.split("/"))
    for name, value in more.items():
        setattr(state, name, value)
    return states


def pool(text: str) -> tuple[int, int]:
    """`2W+3D`, `1W`, `4D` as wild and normal dice."""
    count = {part[-1]: int(part[:-1]) for part in text.split("+")}
    return count.get("W", 0), count.get("D", 0)


@compiled
def to_act(state: State) -> int:
    return int(state.phase == IDLE)


@compiled
def is_over(state: State) -> bool:
    return False


@compiled
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    state.phase = AIMING


@compiled
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The roll to hit is a step, damage and defence are the next."""
    if state.phase == AIMING:
        aim(state, dice, log)
    else:
        hurt(state, dice, log)
    if state.phase == IDLE:
        state.shots -= 1
        if state.shots > 0:
            state.phase = AIMING
        elif state.together:
            take(state, state.hits)


@compiled
def aim(state: State, dice: Dice, log: Log) -> None:
    thrown = throw(dice, log, state.hit_wild, state.hit_plain, state.ones, FOR_HIT)
    state.diverted += int(thrown.net == BAD and state.bystander)
    hit = reaches(dice, thrown, state.distance) and not (thrown.net == BAD and state.bystander)
    state.phase = HURTING if hit and state.helmet + state.vest + state.health > 0 else IDLE


@compiled
def hurt(state: State, dice: Dice, log: Log) -> None:
    damage = throw(dice, log, state.damage_wild, state.damage_plain, state.ones, FOR_DAMAGE)
    left = state.helmet + state.vest + state.health
    against = left - state.vest if damage.net == GOOD else left
    scored = min(left, hits(dice, log, damage, 1, against - 1, left, FOR_DEFENCE).times)
    state.hits += scored
    state.empty |= int(damage.net == BAD)
    state.phase = IDLE
    if not state.together:
        take(state, scored)


@compiled
def take(state: State, scored: int) -> None:
    """Helmet, vest, health."""
    for _ in range(scored):
        if state.helmet:
            state.helmet -= 1
        elif state.vest:
            state.vest -= 1
        elif state.health:
            state.health -= 1


@compiled
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0)


@compiled
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    if offer(cursor):
        current(cursor).verb = 1


@compiled
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    pass


@compiled
def redact(state: State, tables: Tables, slots: int) -> None:
    pass


@compiled
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """How much of the target's health is gone."""
    return 1.0 - state.health / 3.0


bind(
    State,
    to_act=to_act,
    is_over=is_over,
    verify=verify,
    menu=menu,
    apply_choices=apply_choices,
    advance=advance,
    apply_free_act=apply_free_act,
    redact=redact,
    evaluate=evaluate,
    outcome_float=outcome_float,
    outcome_fraction=outcome_fraction,
)
