"""A Decision as a message, without what can be derived from each option's notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.protocol.choices import Verb, kinds, name_of, unnamed_fields
from ...core.protocol.scene import Decision, Odds, Option
from .messages import DecisionMessage, OptionMessage

PLACES = ("unit", "target", "point")


def decision_message(decision: Decision, verbs: Sequence[type[Verb]]) -> DecisionMessage:
    """Return what a slot has to decide as a message. `verbs` are all verbs of the game."""
    fields = {name_of(verb): [kinds(verb)[field].form for field in unnamed_fields(verb)] for verb in verbs}
    clauses: dict[str, str] = {}
    odds: dict[tuple[Odds, ...], int] = {(): -1}
    options = []
    for option in decision.options:
        clauses.setdefault(option.verb, option.clause)
        number = odds.setdefault(option.odds, len(odds) - 1)
        options.append(_option_message(option, clauses, fields, None if number < 0 else number))
    return DecisionMessage(
        decision.slot,
        decision.prompt,
        decision.count,
        tuple(options),
        decision.verbs,
        decision.things,
        clauses,
        tuple(odds)[1:],
        decision.presets,
        decision.legend,
        decision.interaction,
    )


def _option_message(
    option: Option, clauses: Mapping[str, str], fields: Mapping[str, Sequence[str]], odds: int | None
) -> OptionMessage:
    """Return an option as a message, without what follows from its notation; `odds` is the index of its odds."""
    words = option.notation.split(" ")
    follows = dict.fromkeys(PLACES, "") | dict(zip(fields[option.verb], words[1:], strict=False))
    unit, target, point = (None if getattr(option, name) == follows[name] else getattr(option, name) for name in PLACES)
    return OptionMessage(
        option.notation,
        None if option.label == option.notation.replace("_", " ") else option.label,
        None if option.clause == clauses[option.verb] else option.clause,
        unit,
        target,
        point,
        odds,
    )
