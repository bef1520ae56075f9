"""How anything happens in a match: an event is carried out, written down, and counts from then on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from operator import itemgetter
from typing import NamedTuple

from ..core.choices import Verb, notation
from ..core.errors import BadFile, Forbidden, Refused
from ..core.game import refusal
from .journal import Journal
from .record import CHOICE, FREE, Record, Seat
from .running import Chosen, Step
from .standing import Standing


class Asked(NamedTuple):
    """A seat would take back what needs consent: to which event (its number), and who has still to answer."""

    seat: str
    to: int
    waiting: frozenset[str]


class Happening(Standing):
    """A match as it changes. Whatever fails leaves it as it was."""

    asked: Asked | None
    _journal: Journal
    _plans: dict[int, list[Verb]]
    _told: bool

    def _choose(self, slot: int, value: Verb, faces: Sequence[int] | None) -> Record | None:
        """A lawful choice is sealed, or takes effect where it is the last. One that was not planned ends the plan."""
        planned = not self.mailbox.slots >> slot & 1 and self._plans.get(slot, [None])[0] == value
        together = {**self.mailbox.all(), slot: value}
        record: Record | None = None
        if self._known().slots & ~(self.mailbox.slots | 1 << slot):
            self._journal.seal(self.number, slot, notation(value))
            self.mailbox.put(slot, value)
        else:
            record = self._happen(CHOICE, tuple(sorted(together.items(), key=itemgetter(0))), faces)
        if planned:
            del self._plans[slot][0]
        if not planned or not self._plans[slot]:
            self._end_plan(slot)
        return record

    def _happen(self, kind: str, values: Chosen, faces: Sequence[int] | None, reason: str = "") -> Record:
        """A choice takes effect."""
        line = self._line
        step = line.rolled(kind, values, self._secret) if faces is None else line.on_faces(kind, values, faces)
        step = step._replace(record=step.record._replace(reason=reason))
        self._stand(step)
        if kind != FREE:
            self.mailbox.clear()
        for _, value in values:
            if value.voids_plans:
                self._void_plans(value)
        for slot, value in self.mailbox.all().items():  # a free act takes no choice away that it leaves possible
            if not self._known().slots >> slot & 1 or self._refused(slot, value):
                self.mailbox.take_back(slot)
                self._end_plan(slot)
                with suppress(BadFile):
                    self._journal.unseal(self.number, slot)
        return step.record

    def _refused(self, slot: int, value: Verb) -> Refused | None:
        """Why a slot cannot choose this as things stand; None if it can."""
        try:
            return refusal(self.setting, self.state, slot, value)
        except Refused as refused:  # what it names is no more
            return refused

    def _stand(self, *steps: Step) -> None:
        """Steps are done: they are written down, and from here on they count."""
        self._journal.keep([step.record for step in steps])
        self._line.stand(*steps)
        self.asked = None

    def _mark(self, kind: str, name: str, reason: str = "") -> Record:
        record = self._line.marked(kind, name, reason)
        self._journal.keep([record])
        self._line.mark(record)
        return record

    def _go_back(self, kind: str, at: int, name: str, reason: str = "") -> Record:
        """Back to a step of the line; what came after may be redone."""
        record = self._line.back(kind, at, name, reason)
        self._journal.keep([record])
        self._line.go_back(record)
        self._open_anew()
        self.asked = None
        return record

    def _open_anew(self) -> None:
        """Another decision is open: what was sealed or planned for what would have come is void."""
        self.mailbox.clear()
        for slot in list(self._plans):
            self._end_plan(slot)

    def _void_plans(self, value: Verb) -> None:
        """What was planned by the seat that holds the unit which a free act names is void."""
        slots = self.setting.slots
        seat = self.seat_of(slots.index(unit)) if (unit := getattr(value, "unit", "")) in slots else None
        for slot in [slot for slot in self._plans if seat and seat.holds(slot)]:
            self._end_plan(slot)

    def _end_plan(self, slot: int) -> None:
        """Nothing more is planned for a slot."""
        if self._plans.pop(slot, None):
            with suppress(BadFile):
                self._journal.plan(self.number, slot, False, ())

    def _slot(self, seat: Seat, slot: int | None, waiting: bool = False) -> int:
        """The slot a seat chooses for."""
        if slot is not None and not seat.holds(slot):
            raise Forbidden(f"{seat.name} does not hold {self.setting.slot_name(slot)}")
        if slot is not None:
            return slot
        if not seat.slots:
            raise Forbidden(f"{seat.name} only looks on")
        mine = [k for k in range(seat.slots.bit_length()) if seat.holds(k)]
        wanted = [k for k in mine if self.mailbox.slots >> k & 1] if waiting else self.owing()
        return next((k for k in wanted if k in mine), mine[0])

    def _before_the_end(self, name: str) -> Seat:
        """A seat, while there is a way back."""
        if self._told:
            raise Forbidden("the secret of the dice is told: who plays on from here would know every die")
        return self.seat(name)
