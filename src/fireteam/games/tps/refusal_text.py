"""What sentences of refusals say that their numbers cannot: the moment, the dice of a thing, faults of a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.choices import Verb, unknown_names
from . import choices as verbs
from .dice.pool import pool_name
from .names import names_of
from .refusals import BAD_SPLIT, VALUE, WRONG_PHASE
from .rules.verify import phase_of
from .state import BETWEEN, BUY, CALL, COUNT, OVER, TARGET
from .tables import GRENADE, LISTED

PHASE_SENTENCES = {
    BUY: "units buy now",
    CALL: "units call their weapons now",
    COUNT: "this is count {count}, and units give orders",
    TARGET: "targets are called now",
    BETWEEN: "the round is over, and the Admin decides",
    OVER: "the match is over",
}
FAULTS: Mapping[type[Verb], str] = {
    verbs.Buy: f"a list has at most {LISTED} entries, each a thing, or drop: and a thing",
    verbs.Call: "over a weapon lies a grenade, the bomb or the kit, or nothing (-)",
    verbs.Use: "only hostages that are on the table can be led",
    verbs.Plot: "only hostages that are on the table can be led",
    verbs.Rule: "{what} of {unit} cannot be ruled to be {to} now",
    verbs.Admit: "{unit}'s player was not booted: no place is free there",
    verbs.Place: "{unit} cannot stand at {at}: a living unit, off walls and other tokens",
}
"""What is wrong with a choice whose values cannot be, in the words of its fields."""


def refusal_words(
    setting: Setting, state: Array, refusal: int, value: Verb, numbers: Sequence[int]
) -> Mapping[str, Any]:
    """Words for the sentence of a refusal beyond those of its numbers."""
    if refusal == WRONG_PHASE:
        return {"when": phase_sentence(setting, state, value)}
    if refusal == VALUE:
        return {"reason": fault_sentence(setting, value, numbers[0])}
    return {"pool": pool_text(setting, numbers[0])} if refusal == BAD_SPLIT else {}


def phase_sentence(setting: Setting, state: Array, value: Verb) -> str:
    """What the moment is for, if not for this."""
    phase = int(state[0].phase)
    if not type(value).free and phase_of(setting.game.verbs.index(type(value)) + 1) == phase:
        return "that unit has nothing to choose, or has chosen"
    return PHASE_SENTENCES.get(phase, "a round is prepared").format(count=state[0].count)


def pool_text(setting: Setting, gear: int) -> str:
    """The dice of a thing that are shared: a split pool, else its damage; most grenades have none."""
    thing = setting.tables[0].gear[gear]
    if thing.kind == GRENADE and not thing.split:
        return "none"
    return f"{thing.split} dice" if thing.split else f"{pool_name(thing.harm_wild, thing.harm_plain)} of damage"


def fault_sentence(setting: Setting, value: Verb, counts: int) -> str:
    """What about a choice cannot be: the number of its orders, a unit that it names, or its values."""
    if counts:
        return f"orders for {counts} counts at once are wanted: plot them" if counts > 1 else "one order is wanted"
    if unknown := unknown_names(value, setting.game.verbs, names_of(setting)).units:
        return f"there is no {unknown[0]} in this match"
    return FAULTS.get(type(value), "its numbers cannot be").format(**msgspec.structs.asdict(value))
