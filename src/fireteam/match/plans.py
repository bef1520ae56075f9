"""What slots have planned: they choose it one after another, as their decisions come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from ..core.errors import BadFile, DieNeeded, Forbidden
from ..core.game import read_choice, refusal_of
from ..core.protocol.choices import Verb, name_of, notation
from .event_handling import MatchEvents
from .file.journal import PlannedLines
from .record import CHOICE, REDO, REWIND, UNDO, Record

UNDO_EVENTS = (UNDO, REDO, REWIND)


class MatchPlans(MatchEvents):
    """A match in which slots may plan ahead."""

    is_paced: bool
    """What is planned follows at once; `paced`: by `apply_plans` alone, one event at a time."""

    def plan(
        self, name: str, choices: Iterable[str | Verb] = (), slot: int | None = None, typed: bool = False
    ) -> list[Record]:
        """What a slot will choose, one after another, as its next decisions come; none cuts its plan short.

        The first choice that is refused when its turn comes ends the plan, and the slot is asked as usual. Returns the
        events that follow at once. With `typed` dice, what wants a die waits for `act` with the same choice.

        Raises:
            IllegalChoice: a choice is none, or the rules do not allow the first, which is owed now.
            Forbidden: the slot is not this seat's, the table is stopped, or a choice is a free act.
        """
        values = [read_choice(self.setting, one) if isinstance(one, str) else one for one in choices]
        slot = self._slot(self.seat(name), slot)
        self._timeline.must_be_open(CHOICE)
        if free := next((value for value in values if value.free), None):
            raise Forbidden(f"{name_of(type(free))} is owed by nobody, and cannot be planned")
        if (
            values
            and slot in self.slots_to_act()
            and (refused := refusal_of(self.setting, self.state, slot, values[0]))
        ):
            raise refused
        if values:
            waiting = bool(self.mailbox.slots >> slot & 1)
            self._journal.plan(self.next_number, slot, waiting, list(map(notation, values)))
            self._plans[slot] = values
        else:
            self._end_plan(slot)
        return self._apply_plans_now(typed)

    def plan_of(self, name: str, slot: int) -> tuple[Verb, ...]:
        """What is left of a slot's plan, for its holder.

        Raises:
            Forbidden: the slot is not this seat's.
        """
        return tuple(self._plans.get(self._slot(self.seat(name), slot), ()))

    def has_plan(self, name: str) -> bool:
        """Whether a seat has planned anything."""
        return any(self.seat(name).holds(slot) for slot in self._plans)

    def apply_plans(self, typed: bool = False) -> list[Record]:
        """Let every slot choose that owes a choice and has planned one, and so on; the events that follow.

        Where the match is `paced` it is one event at most: whoever shows the match calls again.
        """
        events: list[Record] = []
        with suppress(BadFile, DieNeeded):  # what cannot be written down, or wants a typed die, waits
            while self.pause_record is None:
                slot = next((slot for slot in self.slots_to_act() if slot in self._plans), None)
                if slot is None:
                    break
                value = self._plans[slot][0]
                if self._refusal_of(slot, value):
                    self._end_plan(slot)
                elif record := self._seal_or_apply(slot, value, [] if typed else None):
                    events.append(record)
                    if self.is_paced:
                        break
        return events

    def _apply_plans_now(self, typed: bool) -> list[Record]:
        """What was planned follows, unless whoever shows the match sets the pace."""
        return [] if self.is_paced else self.apply_plans(typed)


def plan_progress(plan: PlannedLines, slot: int, records: Sequence[Record], sealed: bool) -> int:
    """How many choices of a plan have been made, by what happened since; all of them once anything was taken back."""
    since = records[plan.number :]
    if any(record.kind in UNDO_EVENTS for record in since):
        return len(plan.lines)
    choice_count = sum(record.kind == CHOICE and bool(record.slots >> slot & 1) for record in since)
    return max(0, choice_count + sealed - plan.waiting)
