"""What odds are told as: an answer to a question, with the fraction and the float, or a line beside a choice."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..engine.record import Array
from ..game import Setting
from ..logged_events import read_events
from ..percent import chance_float, percent
from ..protocol.events import Event, LoggedEvent, ModifierRow
from ..protocol.scene import Modifier, Odds
from .distribution import any_outcome
from .spread import Spread


def chance_answer(p: Fraction, **more: Any) -> dict[str, Any]:
    """A chance as an answer: the fraction and the float."""
    return {"exact": str(p), "float": chance_float(p), "percent": percent(p), **more}


def mean_answer(amount: Fraction, **more: Any) -> dict[str, Any]:
    """An expected amount as an answer."""
    return {"exact": str(amount), "float": float(amount), **more}


def spread_answer(spread: Spread[Any]) -> dict[str, Any]:
    """A spread as an answer: the chance of each outcome."""
    return {str(outcome): chance_answer(p) for outcome, p in spread.items()}


def modifier_answer(rows: Iterable[ModifierRow]) -> list[dict[str, Any]]:
    """Modifiers as an answer."""
    return [{"label": row.label, "amount": row.amount, "clause": row.clause} for row in rows]


def odds_line(of: str, p: Fraction, rows: Iterable[ModifierRow] = (), exact: bool = True) -> Odds:
    """A chance beside a choice, with the modifiers of its roll; not `exact` if it is a share of samples."""
    return Odds(of, str(p), chance_float(p), tuple(Modifier(*row[:3]) for row in rows), not exact)


def events_of(kind: type[Event], setting: Setting, states: Array, choices: Array) -> list[LoggedEvent]:
    """The events of a kind that choices come to in one way: the first has the same modifiers however dice fall."""
    events = read_events(setting, states, any_outcome(states, setting.tables, choices))
    return [one for one in events if isinstance(one.event, kind)]
