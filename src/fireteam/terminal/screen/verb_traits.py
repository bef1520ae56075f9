"""What verbs want pointed at, and what a choice says."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...core.protocol.choices import Verb, kinds, name_of, parse
from ...core.protocol.choices import form_schema as form_of
from ...core.protocol.scene import Option


def wants_place(verb: type[Verb]) -> bool:
    """Whether a verb wants a point or a way."""
    return any(kind in ("point", "vector") for _, kind, _ in form_of(verb))


def wants_only_places(verb: type[Verb]) -> bool:
    """Whether pointing is all that a verb needs."""
    return all(kind in ("unit", "target", "point", "vector") for _, kind, must in form_of(verb) if must)


def is_vector_choice(option: Option, verbs: Sequence[type[Verb]]) -> bool:
    """Whether a choice is a way that is gone."""
    verb = next(verb for verb in verbs if name_of(verb) == option.verb)
    return any(kind == "vector" for _, kind, _ in form_of(verb))


def complete_option(option: Option, verbs: Sequence[type[Verb]]) -> Option:
    """A choice with its unit, target and point: where the game does not say them, by the kinds of the verb's fields."""
    if option.unit or option.target or option.point or option.notation == option.verb:
        return option
    value = parse(option.notation, verbs)
    said = {kind.form: str(getattr(value, field)) for field, kind in kinds(type(value)).items()}
    return replace(option, **{part: said[part] for part in ("unit", "target", "point") if part in said})


def best_chance(option: Option) -> float:
    """The best chance in a choice; 0 where no die decides."""
    return max((odds.chance for odds in option.odds), default=0.0)
