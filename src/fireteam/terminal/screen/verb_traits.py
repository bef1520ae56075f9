"""What verbs want pointed at, and what a choice says."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.protocol.choices import Verb, kinds, name_of, unnamed_fields
from ...core.protocol.scene import Option


def wants_place(verb: type[Verb]) -> bool:
    """Whether a verb wants a point or a way."""
    return any(kinds(verb)[field].form in ("point", "vector") for field in unnamed_fields(verb))


def is_vector_choice(option: Option, verbs: Sequence[type[Verb]]) -> bool:
    """Whether a choice is a way that is gone."""
    verb = next(verb for verb in verbs if name_of(verb) == option.verb)
    return any(kinds(verb)[field].form == "vector" for field in unnamed_fields(verb))


def best_chance(option: Option) -> float:
    """The best chance in a choice; 0 where no die decides."""
    return max((odds.chance for odds in option.odds), default=0.0)
