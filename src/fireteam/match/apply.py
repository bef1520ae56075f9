"""One event carried out: the rules on a copy, its faces, and the record that is kept of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..core.dice import TAPE
from ..core.engine.dispatch import redact
from ..core.engine.record import Array, copy_of
from ..core.errors import BadNotation, DieNeeded, FireteamError, TapeEnd
from ..core.game import Setting, read_events
from ..core.protocol.choices import Verb, encode, new_choices, notation, put_choice
from ..core.protocol.events import DIE, new_log
from ..core.run import apply, apply_free, run_to_decision
from .dice import Secret, matches_secret
from .record import FREE, OPENING, REDO, Record

SlotChoices: TypeAlias = tuple[tuple[int, Verb], ...]
"""Slots and what they chose."""


UNKNOWN_STATE: Array = np.zeros(0)
"""In place of a State that nobody has needed yet since the match was opened."""


class Moment(NamedTuple):
    """An event that stands, and the State after it (or NOT_MADE)."""

    record: Record
    state: Array


def apply_event(
    setting: Setting,
    states: Array,
    kind: str,
    number: int,
    values: SlotChoices,
    dice: Array,
    typed: Sequence[int] | None,
) -> Moment:
    """Carry an event out on a copy of `states`; `typed` are the faces of dice that were typed in.

    Raises:
        DieNeeded: a typed die is missing.
        BadNotation: a typed die shows what it cannot, or there are too many.
    """
    next_states, log, choices = copy_of(states), new_log(), new_choices()
    names = setting.game.names(setting, states)
    for slot, value in values:
        put_choice(choices, slot, encode(value, setting.game.verbs, names))
    try:
        if kind == OPENING:
            run_to_decision(next_states[0], setting.tables[0], dice[0], log[0])
        elif kind == FREE:
            slot = values[0][0]
            apply_free(next_states[0], setting.tables[0], slot, choices[slot], dice[0], log[0])
        else:
            apply(next_states[0], setting.tables[0], choices, dice[0], log[0])
    except TapeEnd:
        raise dice_error(setting, next_states, dice[0], typed or ()) from None
    if dice[0].mode == TAPE and dice[0].used < dice[0].have:
        raise BadNotation(f"{dice[0].have - dice[0].used} of the typed dice too many; it needs {dice[0].used}")
    rolls = dice_of(log)
    record = Record(
        number,
        kind,
        tuple((slot, notation(value)) for slot, value in values),
        tuple(sides for sides, _ in rolls),
        tuple(face for _, face in rolls),
        tuple(read_events(setting, next_states, log)),
        hashlib.sha256(next_states.tobytes()).hexdigest(),
        typed is not None,
    )
    return Moment(record, next_states)


def redacted(setting: Setting, states: Array, slots: int) -> Array:
    """A copy of a State as the holder of some slots may know it."""
    copy = copy_of(states)
    redact(copy[0], setting.tables[0], slots)
    return copy


def dice_error(setting: Setting, states: Array, dice: Any, typed: Sequence[int]) -> FireteamError:
    """What to say when the typed faces do not do; `states` is where the rules stopped for a die."""
    sides, purpose, used = int(dice.sides), setting.game.purposes[int(dice.purpose)], int(dice.used)
    roller = setting.game.tabletop.roller(setting, states, int(dice.purpose)) if setting.game.tabletop else ""
    purpose = f"{roller}: {purpose}" if roller else purpose
    if used < len(typed):
        return BadNotation(f"{typed[used]} is no face of a d{sides}, which is needed for {purpose}")
    return DieNeeded(sides, purpose, used, roller)


def dice_of(log: Any) -> list[tuple[int, int]]:
    """Every die in a log: sides and face."""
    rows = log[0].rows[: log[0].count].tolist()
    return [(row[2], row[3]) for row in rows if row[0] == DIE]


def events_with_false_dice(secret: Secret, records: Iterable[Record]) -> list[int]:
    """The numbers of the events whose faces are not those that the secret makes. Typed dice cannot be judged."""
    return [
        record.number
        for record in records
        if not record.typed
        and not matches_secret(secret, record.of if record.kind == REDO else record.number, record.sides, record.faces)
    ]
