"""What sentences of refusals say that their declared numbers cannot: the moment, unknown names, faults of a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.choices import Verb
from ...core.protocol.listed_names import NONE
from . import choices as verbs
from .dice.pool import pool_name
from .names import MatchNames, names_of
from .refusals import BAD_SPLIT, NO_TARGET, UNKNOWN_ITEM, VALUE, WRONG_PHASE
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


def refusal_words(
    setting: Setting, state: Array, refusal: int, value: Verb, numbers: Sequence[int]
) -> Mapping[str, Any]:
    """Words for the sentence of a refusal beyond those of its numbers."""
    names, first = names_of(setting), numbers[0]
    if refusal == WRONG_PHASE:
        return {"when": phase_sentence(setting, state, value)}
    if refusal == VALUE:
        return {"reason": "; ".join(value_faults(names, value, first)) or "its numbers cannot be"}
    if refusal == UNKNOWN_ITEM:
        unknown = (word for word in thing_ids(value) if names.find_thing("gear", word) < NONE)
        return {"item": next(unknown, "such thing")}
    if refusal == NO_TARGET and first < 0:
        targets = (entry.partition(":")[0] for entry in getattr(value, "targets", ()))
        return {"target": next((name for name in targets if names.find_unit(name) < 0), "-")}
    return {"pool": pool_text(setting, first)} if refusal == BAD_SPLIT else {}


def phase_sentence(setting: Setting, state: Array, value: Verb) -> str:
    """What the moment is for, if not for this."""
    phase = int(state[0].phase)
    if not type(value).free and phase_of(setting.game.verbs.index(type(value)) + 1) == phase:
        return "that unit has nothing to choose, or has chosen"
    return PHASE_SENTENCES.get(phase, "a round is prepared").format(count=state[0].count)


def thing_ids(value: Verb) -> Iterator[str]:
    """The things that a choice names."""
    yield from (word for field in ("over", "token") if (word := getattr(value, field, None)) is not None)
    for entry in getattr(value, "orders", ()):
        kind, *rest = entry.split(":")
        yield from rest if kind in ("drop", "pickup") else ()


def pool_text(setting: Setting, gear: int) -> str:
    """The dice of a thing that are shared: a split pool, else its damage; most grenades have none."""
    thing = setting.tables[0].gear[gear]
    if thing.kind == GRENADE and not thing.split:
        return "none"
    return (
        f"{thing.split} dice" if thing.split else f"{pool_name(int(thing.harm_wild), int(thing.harm_plain))} of damage"
    )


def value_faults(names: MatchNames, value: Verb, a: int) -> Iterator[str]:
    """Everything about a choice that cannot be."""
    units = [word for word in (getattr(value, "unit", None), getattr(value, "hostage", None)) if word is not None]
    unknown = [word for word in units if names.find_unit(word) < 0]
    if a > 0:
        yield f"orders for {a} counts at once are wanted: plot them" if a > 1 else "one order is wanted"
    elif unknown:
        yield f"there is no {unknown[0]} in this match"
    elif isinstance(value, verbs.Buy):
        yield f"a list has at most {LISTED} entries, each a thing, or drop: and a thing"
    elif isinstance(value, verbs.Call):
        yield "over a weapon lies a grenade, the bomb or the kit, or nothing (-)"
    elif isinstance(value, (verbs.Use, verbs.Plot)):
        yield "only hostages that are on the table can be led"
    elif isinstance(value, verbs.Rule):
        yield f"{value.what} of {value.unit} cannot be ruled to be {value.to} now"
    elif isinstance(value, verbs.Admit):
        yield f"{value.unit}'s player was not booted: no place is free there"
    elif isinstance(value, verbs.Place):
        yield f"{value.unit} cannot stand at {value.at}: a living unit, off walls and other tokens"
