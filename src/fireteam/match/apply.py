"""One event carried out: the rules on a copy, its faces, and the record that is kept of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct

from ..core.calls import BEGINNING, FREE_ACT, OWED, redact_at
from ..core.engine.record import Array, copy_of
from ..core.engine.state_hash import hash_of
from ..core.errors import BadNotation, DieNeeded, FireteamError, TapeEnd
from ..core.game import Setting
from ..core.logged_events import read_rows
from ..core.protocol.choices import Verb, encode_into, notation
from ..core.protocol.events import DIE, rows_of
from ..core.scratch import scratch
from .dice import Secret, matches_secret
from .record import FREE, OPENING, REDO, Record

SlotChoices: TypeAlias = tuple[tuple[int, Verb], ...]
"""Slots and what they chose."""


UNKNOWN_STATE: Array = np.zeros(0)
"""In place of a State that nobody has needed yet since the match was opened."""


class Moment(Struct, frozen=True, eq=False, gc=False):
    """An event that stands, and the State after it (or UNKNOWN_STATE)."""

    record: Record
    state: Array


def apply_event(
    setting: Setting,
    states: Array,
    kind: str,
    number: int,
    values: SlotChoices,
    roll: int | Sequence[int],
    typed: Sequence[int] | None = None,
) -> Moment:
    """Carry an event out on a copy of `states`; `typed` are the faces of dice that were typed in.

    `roll` is the key of live dice, or the faces that they show.

    Raises:
        DieNeeded: a typed die is missing.
        BadNotation: a typed die shows what it cannot, or there are too many.
    """
    game, next_states = setting.game, copy_of(states)
    choices = scratch.choices()
    if values:
        names = game.names(setting, states)
        for slot, value in values:
            encode_into(choices, slot, value, game.verbs, names)
    how = FREE_ACT if kind == FREE else BEGINNING if kind == OPENING else OWED
    try:
        scratch.carry_out(how, next_states, setting.tables, values[0][0] if values else 0, roll)
    except TapeEnd:
        raise dice_error(setting, next_states, scratch.dice[0], typed or ()) from None
    if not isinstance(roll, int) and (used := int(scratch.dice[0].used)) < len(roll):
        raise BadNotation(f"{len(roll) - used} of the typed dice too many; it needs {used}")
    rows = rows_of(scratch.log)
    rolls = [(row[2], row[3]) for row in rows if row[0] == DIE]
    record = Record(
        number,
        kind,
        tuple((slot, notation(value)) for slot, value in values),
        tuple(sides for sides, _ in rolls),
        tuple(face for _, face in rolls),
        tuple(read_rows(setting, next_states, rows)),
        hash_of(next_states, setting.hash_version),
        typed is not None,
    )
    return Moment(record, next_states)


def redacted(setting: Setting, states: Array, slots: int) -> Array:
    """A copy of a State as the holder of some slots may know it."""
    copy = copy_of(states)
    redact_at(copy, 0, setting.tables, slots)
    return copy


def dice_error(setting: Setting, states: Array, dice: Any, typed: Sequence[int]) -> FireteamError:
    """What to say when the typed faces do not do; `states` is where the rules stopped for a die."""
    sides, purpose, used = int(dice.sides), setting.game.purposes[int(dice.purpose)], int(dice.used)
    roller = setting.game.tabletop.roller(setting, states, int(dice.purpose)) if setting.game.tabletop else ""
    purpose = f"{roller}: {purpose}" if roller else purpose
    if used < len(typed):
        return BadNotation(f"{typed[used]} is no face of a d{sides}, which is needed for {purpose}")
    return DieNeeded(sides, purpose, used, roller)


def events_with_false_dice(secret: Secret, records: Iterable[Record]) -> list[int]:
    """The numbers of the events whose faces are not those that the secret makes. Typed dice cannot be judged."""
    return [
        record.number
        for record in records
        if not record.typed
        and not matches_secret(secret, record.of if record.kind == REDO else record.number, record.sides, record.faces)
    ]
