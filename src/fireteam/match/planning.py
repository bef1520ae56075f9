"""What slots have planned: they choose it one after another, as their decisions come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from ..core.choices import Verb, name_of, notation
from ..core.errors import BadFile, DieWanted, Forbidden
from ..core.game import read_choice, refusal
from .happening import Happening
from .journal import Planned
from .record import CHOICE, REDO, REWIND, UNDO, Record

BACK = (UNDO, REDO, REWIND)


class Planning(Happening):
    """A match in which slots may plan ahead."""

    paced: bool
    """What is planned follows at once; `paced`: by `follow_plans` alone, one event at a time."""

    def plan(
        self, name: str, choices: Iterable[str | Verb] = (), slot: int | None = None, typed: bool = False
    ) -> list[Record]:
        """What a slot will choose, one after another, as its next decisions come; none cuts its plan short.

        The first choice that is refused when its turn comes ends the plan, and the slot is asked as usual. Returns the
        events that follow at once. With `typed` dice, what wants a die waits for `act` with the same choice.

        Raises:
            Refused: a choice is none, or the rules do not allow the first, which is owed now.
            Forbidden: the slot is not this seat's, the table is stopped, or a choice is a free act.
        """
        values = [read_choice(self.setting, one) if isinstance(one, str) else one for one in choices]
        slot = self._slot(self.seat(name), slot)
        self._line.must_be_open(CHOICE)
        if free := next((value for value in values if value.free), None):
            raise Forbidden(f"{name_of(type(free))} is owed by nobody, and cannot be planned")
        if values and slot in self.owing() and (refused := refusal(self.setting, self.state, slot, values[0])):
            raise refused
        if values:
            waiting = bool(self.mailbox.slots >> slot & 1)
            self._journal.plan(self.number, slot, waiting, list(map(notation, values)))
            self._plans[slot] = values
        else:
            self._end_plan(slot)
        return self._follow_at_once(typed)

    def planned(self, name: str, slot: int) -> tuple[Verb, ...]:
        """What is left of a slot's plan, for its holder.

        Raises:
            Forbidden: the slot is not this seat's.
        """
        return tuple(self._plans.get(self._slot(self.seat(name), slot), ()))

    def has_planned(self, name: str) -> bool:
        """Whether a seat has planned anything."""
        return any(self.seat(name).holds(slot) for slot in self._plans)

    def follow_plans(self, typed: bool = False) -> list[Record]:
        """Let every slot choose that owes a choice and has planned one, and so on; the events that follow.

        Where the match is `paced` it is one event at most: whoever shows the match calls again.
        """
        made: list[Record] = []
        with suppress(BadFile, DieWanted):  # what cannot be written down, or wants a typed die, waits
            while self.paused is None:
                slot = next((slot for slot in self.owing() if slot in self._plans), None)
                if slot is None:
                    break
                value = self._plans[slot][0]
                if self._refused(slot, value):
                    self._end_plan(slot)
                elif record := self._choose(slot, value, [] if typed else None):
                    made.append(record)
                    if self.paced:
                        break
        return made

    def _follow_at_once(self, typed: bool) -> list[Record]:
        """What was planned follows, unless whoever shows the match sets the pace."""
        return [] if self.paced else self.follow_plans(typed)


def taken(planned: Planned, slot: int, records: Sequence[Record], sealed: bool) -> int:
    """How many choices of a plan have been made, by what happened since; all of them once anything was taken back."""
    since = records[planned.number :]
    if any(record.kind in BACK for record in since):
        return len(planned.lines)
    made = sum(record.kind == CHOICE and bool(record.slots >> slot & 1) for record in since)
    return max(0, made + sealed - planned.waiting)
