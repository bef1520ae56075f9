"""One event carried out: the rules on a copy, its faces, and the record that is kept of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..core.choices import Verb, encode, new_choices, notation, put
from ..core.dice import TAPE
from ..core.errors import BadNotation, DieWanted, FireteamError, NoDie
from ..core.events import DIE, new_log
from ..core.game import Setting, story
from ..core.play import apply, apply_free, settle
from ..core.record import Array, branch
from .dice import Secret, are_drawn
from .record import FREE, OPENING, REDO, Record

Chosen: TypeAlias = tuple[tuple[int, Verb], ...]
"""Slots and what they chose."""


NOT_MADE: Array = np.zeros(0)
"""In place of a State that nobody has needed yet since the match was opened."""


class Step(NamedTuple):
    """An event that stands, and the State after it (or NOT_MADE)."""

    record: Record
    state: Array


def take(
    setting: Setting,
    states: Array,
    kind: str,
    number: int,
    values: Chosen,
    dice: Array,
    typed: Sequence[int] | None,
) -> Step:
    """Carry an event out on a copy of `states`; `typed` are the faces of dice that were typed in.

    Raises:
        DieWanted: a typed die is missing.
        BadNotation: a typed die shows what it cannot, or there are too many.
    """
    after, log, choices = branch(states), new_log(), new_choices()
    names = setting.game.names(setting, states)
    for slot, value in values:
        put(choices, slot, encode(value, setting.game.verbs, names))
    try:
        if kind == OPENING:
            settle(after[0], setting.tables[0], dice[0], log[0])
        elif kind == FREE:
            slot = values[0][0]
            apply_free(after[0], setting.tables[0], slot, choices[slot], dice[0], log[0])
        else:
            apply(after[0], setting.tables[0], choices, dice[0], log[0])
    except NoDie:
        raise wanted(setting, after, dice[0], typed or ()) from None
    if dice[0].mode == TAPE and dice[0].used < dice[0].have:
        raise BadNotation(f"{dice[0].have - dice[0].used} of the typed dice too many; it needs {dice[0].used}")
    rolled = fallen(log)
    record = Record(
        number,
        kind,
        tuple((slot, notation(value)) for slot, value in values),
        tuple(sides for sides, _ in rolled),
        tuple(face for _, face in rolled),
        tuple(story(setting, after, log)),
        hashlib.sha256(after.tobytes()).hexdigest(),
        typed is not None,
    )
    return Step(record, after)


def wanted(setting: Setting, states: Array, dice: Any, typed: Sequence[int]) -> FireteamError:
    """What to say when the typed faces do not do; `states` is where the rules stopped for a die."""
    sides, purpose, used = int(dice.sides), setting.game.purposes[int(dice.purpose)], int(dice.used)
    roller = setting.game.aloud.roller(setting, states, int(dice.purpose)) if setting.game.aloud else ""
    purpose = f"{roller}: {purpose}" if roller else purpose
    if used < len(typed):
        return BadNotation(f"{typed[used]} is no face of a d{sides}, which is needed for {purpose}")
    return DieWanted(sides, purpose, used, roller)


def fallen(log: Any) -> list[tuple[int, int]]:
    """Every die in a log: sides and face."""
    rows = log[0].rows[: log[0].count].tolist()
    return [(row[2], row[3]) for row in rows if row[0] == DIE]


def false_dice(secret: Secret, records: Iterable[Record]) -> list[int]:
    """The numbers of the events whose faces are not those that the secret makes. Typed dice cannot be judged."""
    return [
        record.number
        for record in records
        if not record.typed
        and not are_drawn(secret, record.of if record.kind == REDO else record.number, record.sides, record.faces)
    ]
