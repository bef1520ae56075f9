"""What uncompiled code calls of the rules: hooks by arrays and the number of a record in them.

To hand `states[0]` to a compiled function costs 10 to 20 microseconds, the array and a number half of one. In what
follows `states[at]` is the State, and `choices[k]` the choice.
"""

from __future__ import annotations

from typing import Any

from .dice import LIVE, TAPE
from .engine.compiled import compiled_short, has_same_bytes
from .engine.dispatch import (
    default_choice,
    is_over,
    menu_choice,
    menu_size,
    redact,
    to_act,
    verify,
    write_label_facts,
)
from .engine.record import Array
from .protocol.menu import write_menu
from .run import apply, apply_free, choose_at_random, run_to_decision

BEGINNING, OWED, FREE_ACT = range(3)
"""What `carry_out` carries out: nothing but what a match begins with, choices that are owed, or a free act."""

LIVE_DICE = -1
"""In place of a number of faces."""


@compiled_short
def is_over_at(states: Array, at: int) -> bool:
    """Whether the match has ended."""
    return bool(is_over(states[at]))


@compiled_short
def to_act_at(states: Array, at: int) -> int:
    """A bit mask of the slots that owe a choice."""
    return int(to_act(states[at]))


@compiled_short
def verify_at(states: Array, at: int, tables: Array, slot: int, choices: Array, k: int) -> Any:
    """The refusal of a choice, (code, a, b, c); code 0 is lawful."""
    return verify(states[at], tables[0], slot, choices[k])


@compiled_short
def menu_size_at(states: Array, at: int, tables: Array, slot: int) -> int:
    """The number of choices on a slot's menu."""
    return int(menu_size(states[at], tables[0], slot))


@compiled_short
def menu_choice_at(states: Array, at: int, tables: Array, slot: int, number: int, choices: Array, k: int) -> None:
    """Write a choice of a slot's menu, counted from 0, into `choices[k]`."""
    menu_choice(states[at], tables[0], slot, number, choices[k])


@compiled_short
def write_menu_at(states: Array, at: int, tables: Array, slot: int, choices: Array) -> int:
    """Write the first choices of a slot's menu, as many as there are rows for. Returns the menu's size."""
    return write_menu(states[at], tables[0], slot, choices)


@compiled_short
def write_label_facts_at(
    states: Array, at: int, tables: Array, slot: int, choices: Array, k: int, facts: Array
) -> None:
    """Write what the label of a choice says beside its words (`protocol/drawing.py`); `facts` come clear."""
    write_label_facts(states[at], tables[0], slot, choices[k], facts)


@compiled_short
def default_choice_at(states: Array, at: int, tables: Array, slot: int, choices: Array, k: int) -> None:
    """Write the choice of a slot whose time is up into `choices[k]`, which is clear."""
    default_choice(states[at], tables[0], slot, choices[k])


@compiled_short
def choose_at_random_at(states: Array, at: int, tables: Array, slot: int, choices: Array, k: int, key: Any) -> None:
    """Write one choice of a slot's menu, each as likely, into `choices[k]`; which one follows from the key."""
    choose_at_random(states[at], tables[0], slot, choices[k], key, 0)


@compiled_short
def is_same_at(states: Array, at: int, others: Array, k: int) -> bool:
    """Whether `states[at]` has the same bytes as `others[k]`."""
    return has_same_bytes(states, at, others, k)


@compiled_short
def redact_at(states: Array, at: int, tables: Array, slots: int) -> None:
    """Blank what the holder of these slots (a mask) may not know."""
    redact(states[at], tables[0], slots)


@compiled_short
def carry_out(
    kind: int, states: Array, tables: Array, slot: int, choices: Array, dice: Array, faces: int, key: Any, log: Array
) -> None:
    """Carry an event out on `states[0]`, until somebody must decide; the log begins empty.

    `kind` is BEGINNING, OWED, where `choices` has a row for each slot that owed a choice, or FREE_ACT, where the free
    act is in the slot's row. The dice are a tape with so many `faces`; with LIVE_DICE they roll under a key of 64 bits.
    """
    log[0].count = 0
    dice[0].mode, dice[0].key, dice[0].have = LIVE if faces < 0 else TAPE, key, max(faces, 0)
    dice[0].drawn = dice[0].used = 0
    if kind == OWED:
        apply(states[0], tables[0], choices, dice[0], log[0])
    elif kind == FREE_ACT:
        apply_free(states[0], tables[0], slot, choices[slot], dice[0], log[0])
    else:
        run_to_decision(states[0], tables[0], dice[0], log[0])
