"""What slots have planned: they choose it one after another, as their decisions come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.protocol.choices import Verb
from .file.journal import PlannedLines
from .record import CHOICE, REDO, REWIND, UNDO, Record

UNDO_EVENTS = (UNDO, REDO, REWIND)


class Plans:
    """The choices that slots have planned and not yet made."""

    def __init__(self, plans: Mapping[int, tuple[Verb, ...]] | None = None) -> None:
        self._plans = dict(plans or {})

    @property
    def is_empty(self) -> bool:
        """Whether nothing is planned."""
        return not self._plans

    @property
    def slots(self) -> int:
        """A bit for each slot that has a plan."""
        return sum(1 << slot for slot in self._plans)

    def read(self, slot: int) -> tuple[Verb, ...]:
        """What is left of a slot's plan."""
        return self._plans.get(slot, ())

    def put(self, slot: int, values: Sequence[Verb]) -> None:
        """Plan for a slot; it replaces an earlier plan, and with no values ends it."""
        if values:
            self._plans[slot] = tuple(values)
        else:
            self._plans.pop(slot, None)

    def all(self) -> dict[int, tuple[Verb, ...]]:
        """Everything that is planned, by slot."""
        return dict(self._plans)


def plan_progress(plan: PlannedLines, slot: int, records: Sequence[Record], sealed: bool) -> int:
    """How many choices of a plan have been made, by what happened since; all of them once anything was taken back."""
    since = records[plan.number :]
    if any(record.kind in UNDO_EVENTS for record in since):
        return len(plan.lines)
    choice_count = sum(record.kind == CHOICE and bool(record.slots >> slot & 1) for record in since)
    return max(0, choice_count + sealed - plan.waiting)
