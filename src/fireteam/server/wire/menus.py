"""A Decision as a message, without what can be derived from each option's notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from ...core.identity_cache import IdentityCache
from ...core.protocol.choices import Verb, kinds, name_of, unnamed_fields
from ...core.protocol.scene import Decision, Odds, Option
from .messages import DecisionMessage, OptionMessage

PLACES = ("unit", "target", "point")
MESSAGES: IdentityCache[tuple[OptionMessage, ...]] = IdentityCache(20_000)
"""Neighbours on a menu as messages, by the clause of their verb: most of a menu stood on the menu before it."""
ALONE: IdentityCache[OptionMessage] = IdentityCache(20_000)
"""Options as messages, likewise."""


def decision_message(decision: Decision, verbs: Sequence[type[Verb]]) -> DecisionMessage:
    """Return what a slot has to decide as a message. `verbs` are all verbs of the game."""
    fields = _fields(tuple(verbs))
    clauses: dict[str, str] = {}
    odds: dict[tuple[Odds, ...], int] = {(): -1}
    options: list[OptionMessage] = []
    for run in _runs(decision.options):
        first = run[0]
        clause = clauses.setdefault(first.verb, first.clause)
        words = fields[first.verb]
        if any(option.odds for option in run):
            numbers = [odds.setdefault(option.odds, len(odds) - 1) for option in run]
            options += (
                _option_message(option, clause, words, None if number < 0 else number)
                for option, number in zip(run, numbers, strict=True)
            )
        else:
            options += MESSAGES.get(run, clause, partial(_messages, run, clause, words))
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


def run_messages(options: Sequence[Option], verbs: tuple[type[Verb], ...]) -> tuple[OptionMessage, ...]:
    """Return options of a run as messages. `verbs` are all verbs of the game."""
    fields, get = _fields(verbs), ALONE.get
    return tuple(
        [
            get((option,), option.clause, partial(_option_message, option, option.clause, fields[option.verb]))
            for option in options
        ]
    )


@lru_cache(64)
def _fields(verbs: tuple[type[Verb], ...]) -> dict[str, list[str]]:
    """Return the forms of the fields of each verb."""
    return {name_of(verb): [kinds(verb)[field].form for field in unnamed_fields(verb)] for verb in verbs}


def _runs(options: Sequence[Option]) -> Iterator[tuple[Option, ...]]:
    """Return the options in runs of neighbours with the same verb and unit."""
    begin = 0
    for k, option in enumerate(options):
        first = options[begin]
        if option.unit != first.unit or option.verb != first.verb:
            yield tuple(options[begin:k])
            begin = k
    if options:
        yield tuple(options[begin:])


def _messages(run: Sequence[Option], clause: str, fields: Sequence[str]) -> tuple[OptionMessage, ...]:
    return tuple(ALONE.get((option,), clause, partial(_option_message, option, clause, fields)) for option in run)


def _option_message(option: Option, clause: str, fields: Sequence[str], odds: int | None = None) -> OptionMessage:
    """Return an option as a message, without what follows from its notation.

    Args:
        clause: the clause that is told of its verb.
        fields: the forms of the verb's fields.
        odds: the index of its odds.
    """
    words = option.notation.split(" ")
    follows = dict.fromkeys(PLACES, "") | dict(zip(fields, words[1:], strict=False))
    unit, target, point = (None if getattr(option, name) == follows[name] else getattr(option, name) for name in PLACES)
    return OptionMessage(
        option.notation,
        None if option.label == option.notation.replace("_", " ") else option.label,
        None if option.clause == clause else option.clause,
        unit,
        target,
        point,
        odds,
    )
