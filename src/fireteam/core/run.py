"""What is the same in every game: applying choices step by step, and playing at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dice import Dice, keyed_draw
from .engine.compiled import compiled, lowest_one
from .engine.dispatch import (
    advance,
    apply_choices,
    apply_free_act,
    has_proposals,
    is_over,
    menu_choice,
    menu_size,
    proposal_count,
    propose,
    to_act,
)
from .engine.record import Array
from .engine.splitmix import splitmix64
from .errors import Overflow
from .protocol.choices import Choice, clear
from .protocol.events import Log

MAX_STEPS = 10_000
MAX_PROPOSALS = 100  # then the menu is counted: no more than a bound, since a guess mostly hits in a few


@compiled
def is_at_decision(state: Any) -> bool:
    """Whether somebody must decide, or nothing more will happen."""
    return bool(is_over(state)) or to_act(state) != 0


@compiled
def first_slot(slots: int) -> int:
    """The first slot of a mask."""
    return int(np.int64(lowest_one(np.uint64(slots))))


@compiled
def run_to_decision(state: Any, tables: Any, dice: Dice, log: Log) -> None:
    """Take steps until somebody must decide.

    Raises:
        Overflow: no end after STEPS steps.
    """
    steps = 0
    while not is_at_decision(state):
        advance(state, tables, dice, log)
        steps += 1
        if steps > MAX_STEPS:
            raise Overflow


@compiled
def apply(state: Any, tables: Any, choices: Any, dice: Dice, log: Log) -> None:
    """Begin what was chosen, a row for each slot that owed a choice, and go on until somebody must decide."""
    apply_choices(state, tables, choices, dice, log)
    run_to_decision(state, tables, dice, log)


@compiled
def apply_free(state: Any, tables: Any, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """Carry out a free act and go on until somebody must decide."""
    apply_free_act(state, tables, slot, choice, dice, log)
    run_to_decision(state, tables, dice, log)


@compiled
def choose_at_random(state: Any, tables: Any, slot: int, choice: Choice, key: Any, number: int) -> None:
    """One of the slot's menu, each as likely; which one follows from a key and a number.

    Guesses are made until one is on the menu: on the longer list, too, each choice of the menu stands once.
    """
    if not has_proposals(state):
        menu_choice(state, tables, slot, keyed_draw(key, number, menu_size(state, tables, slot)) - 1, choice)
        return
    clear(choice)
    most = proposal_count(state, tables, slot)
    if propose(state, tables, slot, keyed_draw(key, number, most) - 1, choice):
        return
    again = splitmix64(key, number)
    for n in range(MAX_PROPOSALS):
        if propose(state, tables, slot, keyed_draw(again, n, most) - 1, choice):
            return
    menu_choice(state, tables, slot, keyed_draw(again, MAX_PROPOSALS, menu_size(state, tables, slot)) - 1, choice)


@compiled
def playout(states: Array, tables: Array, choices: Array, dice: Array, log: Array, key: Any, limit: int) -> int:
    """Play on from `states[0]` with random choices of every slot until the end, or for so many rounds of choices.

    Returns how many choices were made. The choices come from `key`, the dice from `dice`.
    """
    state, table = states[0], tables[0]
    run_to_decision(state, table, dice[0], log[0])
    made = 0
    for _ in range(limit):
        if is_over(state):
            break
        owing = to_act(state)
        while owing:
            slot = first_slot(owing)
            choose_at_random(state, table, slot, choices[slot], key, made)
            made += 1
            owing &= owing - 1
        log[0].count = 0
        apply(state, table, choices, dice[0], log[0])
    return made
