"""What the sentences of refusals say beyond the fields of the choice itself: units, things and numbers in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.choices import Verb, name_of
from ...core.space.terrain import STEPS as MU
from . import choices as verbs
from .dice.pool import pool_name
from .names import NONE, MatchNames, names_of
from .refusals import (
    ATTACK_RELOADING,
    BAD_DICE,
    BY_FOOTPRINTS,
    BY_HALVING,
    DEFUSE_UNDER,
    NO_DIRECTION,
    NO_GRENADE,
    NOT_ENTITLED,
    PLANT_WITHOUT_BOMB,
    RELOAD_UNDER,
)
from .rules.verify import phase_of
from .state import BETWEEN, BUY, CALL, COUNT, OVER, TARGET
from .tables import GRENADE, LISTED, SIDES

PHASE_SENTENCES = {
    BUY: "units buy now",
    CALL: "units call their weapons now",
    COUNT: "this is count {count}, and units give orders",
    TARGET: "targets are called now",
    BETWEEN: "the round is over, and the Admin decides",
    OVER: "the match is over",
}
WEAPON_SLOT_NAMES = ("", "primary weapon", "sidearm", "knife")
COUNT_REASONS = {
    BY_FOOTPRINTS: "the footprints of what it has in hand cost the first counts",
    BY_HALVING: "crouching, or with a scope in use, it acts on even counts only",
    NOT_ENTITLED: "bonus counts are for who moved on every count with the knife in hand",
}
ACTION_CONFLICTS = {
    RELOAD_UNDER: ("reload", "{over} over the weapon"),
    PLANT_WITHOUT_BOMB: ("plant", "{over} over the weapon: the bomb must lie there"),
    DEFUSE_UNDER: ("defuse", "{over} over the weapon: only the kit may lie there"),
    ATTACK_RELOADING: ("an attack or a throw", "reloading"),
}
THROW_FAULTS = {
    NO_GRENADE: "no grenade lies over the weapon to be thrown",
    BAD_DICE: "a throw has 1, 2 or 3 dice",
    NO_DIRECTION: "a throw needs a direction: aim at another point than where the unit stands",
}

Words = Mapping[str, Any]


def refusal_words(setting: Setting, state: Array, code: str, value: Verb, numbers: tuple[int, ...]) -> Words:
    """What the sentence of a refusal says; the third number is the slot that wanted to choose (`verify`)."""
    a, b, slot = numbers
    names = names_of(setting)
    said = {"a": a, "b": b, "unit": setting.slot_name(slot), "action": name_of(type(value)).replace("_", " ")}
    more = WORDS_BY_CODE.get(code)
    return {**said, **more(setting, state, names, value, a, b)} if more else said


def phase_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """What the moment is for, if not for this."""
    phase = int(state[0].phase)
    if not type(value).free and phase_of(setting.game.verbs.index(type(value)) + 1) == phase:
        return {"when": "that unit has nothing to choose, or has chosen"}
    return {"when": PHASE_SENTENCES.get(phase, "a round is prepared").format(count=state[0].count)}


def elimination_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """What is left to who is eliminated: to plan purchases (TPS-7.8, TPS-7.10), but not for who is booted."""
    return {"until": ", and out of the match" if a else ", and waits for the next round: plan now what it will buy"}


def thing_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """A thing by its number, else a weapon slot, else the name that nobody knows."""
    unknown = (word for word in thing_ids(value) if names.find_thing("gear", word) < NONE)
    item = names.title_of(a) if a >= 0 else WEAPON_SLOT_NAMES[b] if b else next(unknown, "such thing")
    return {"item": item}


def thing_ids(value: Verb) -> Iterator[str]:
    """The things that a choice names."""
    yield from (word for field in ("over", "token") if (word := getattr(value, field, None)) is not None)
    for entry in getattr(value, "orders", ()):
        kind, *rest = entry.split(":")
        yield from rest if kind in ("drop", "pickup") else ()


def side_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """Whose business something is not."""
    deed = isinstance(value, verbs.Call)
    return {"item": "defusing" if deed else names.title_of(a) if a >= 0 else "leading hostages", "side": SIDES[b]}


def conflict_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """What was wished, and what hinders it."""
    wish, hindrance = ACTION_CONFLICTS[a]
    return {"wish": wish, "hindrance": hindrance.format(over=names.title_of(b))}


def count_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """Why a unit may not act on a count."""
    return {"why": COUNT_REASONS[b]}


def step_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """How long a step is, with so many decimals that it is seen to be too long."""
    return {"length": f"{((a * a + b * b) ** 0.5) / MU:.6f}".rstrip("0").rstrip(".")}


def contact_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """What is not touched: a thing, or a hostage."""
    return {"item": names.title_of(a) if a >= 0 else names.unit(-a)}


def leader_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """Who leads the hostage."""
    return {"item": names.unit(-a), "leader": names.unit(b)}


def target_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """Whom the attack was for; of names that nobody has, the first."""
    said = [entry.partition(":")[0] for entry in getattr(value, "targets", ())]
    unknown = [name for name in said if names.find_unit(name) < 0]
    return {"target": names.unit(a) if a >= 0 or not unknown else unknown[0]}


def split_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """What there is to share."""
    return {"item": names.title_of(a), "pool": pool_text(setting, a)}


def pool_text(setting: Setting, gear: int) -> str:
    """The dice of a thing that are shared: a split pool, else its damage; most grenades have none."""
    thing = setting.tables[0].gear[gear]
    if thing.kind == GRENADE and not thing.split:
        return "none"
    return (
        f"{thing.split} dice" if thing.split else f"{pool_name(int(thing.harm_wild), int(thing.harm_plain))} of damage"
    )


def throw_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """What is wrong with a throw."""
    return {"fault": THROW_FAULTS[a]}


def unit_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """Whom a command is about."""
    return {"unit": names.unit(a)}


def value_words(setting: Setting, state: Array, names: MatchNames, value: Verb, a: int, b: int) -> Words:
    """What is wrong with the numbers of a choice."""
    return {"reason": "; ".join(value_faults(names, value, a)) or "its numbers cannot be"}


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


WORDS_BY_CODE: Mapping[str, Callable[[Setting, Array, MatchNames, Verb, int, int], Words]] = {
    "E_PHASE": phase_words,
    "E_ELIMINATED": elimination_words,
    "E_VALUE": value_words,
    "E_NO_ITEM": thing_words,
    "E_SIDE": side_words,
    "E_SLOT": thing_words,
    "E_NO_SCOPE": thing_words,
    "E_ACTION": conflict_words,
    "E_NOT_EMPTY": thing_words,
    "E_NO_COUNT": count_words,
    "E_STEP": step_words,
    "E_NOT_ACTIVE": thing_words,
    "E_NOT_CONTACT": contact_words,
    "E_HOSTAGE": leader_words,
    "E_TARGET": target_words,
    "E_NO_SIGHT": target_words,
    "E_SMOKE": target_words,
    "E_REACH": target_words,
    "E_OUT_OF_AMMO": thing_words,
    "E_SPLIT": split_words,
    "E_THROW": throw_words,
    "E_WARN_FIRST": unit_words,
}
