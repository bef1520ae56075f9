"""How anything happens in a match: an event is carried out, written down, and counts from then on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from operator import itemgetter
from typing import NamedTuple

from ..core.errors import BadFile, Forbidden, IllegalChoice
from ..core.game import refusal_of
from ..core.protocol.choices import Verb, notation
from .apply import Moment, SlotChoices
from .file.journal import Journal
from .match_view import MatchView
from .record import CHOICE, FREE, Record, Seat


class UndoRequest(NamedTuple):
    """A seat would take back what needs consent: to which event (its number), and who has still to answer."""

    seat: str
    number: int
    waiting: frozenset[str]


class MatchEvents(MatchView):
    """A match as it changes. Whatever fails leaves it as it was."""

    undo_request: UndoRequest | None
    _journal: Journal
    _plans: dict[int, list[Verb]]
    _is_secret_revealed: bool

    def _seal_or_apply(self, slot: int, value: Verb, faces: Sequence[int] | None) -> Record | None:
        """A lawful choice is sealed, or takes effect where it is the last. One that was not planned ends the plan."""
        is_planned = not self.mailbox.slots >> slot & 1 and self._plans.get(slot, [None])[0] == value
        choices = {**self.mailbox.all(), slot: value}
        record: Record | None = None
        if self._pending_now().slots & ~(self.mailbox.slots | 1 << slot):
            self._journal.seal(self.next_number, slot, notation(value))
            self.mailbox.put(slot, value)
        else:
            record = self._apply(CHOICE, tuple(sorted(choices.items(), key=itemgetter(0))), faces)
        if is_planned:
            del self._plans[slot][0]
        if not is_planned or not self._plans[slot]:
            self._end_plan(slot)
        return record

    def _apply(self, kind: str, values: SlotChoices, faces: Sequence[int] | None, reason: str = "") -> Record:
        """A choice takes effect."""
        timeline = self._timeline
        moment = (
            timeline.run_live(kind, values, self._secret) if faces is None else timeline.run_tape(kind, values, faces)
        )
        moment = moment._replace(record=moment.record._replace(reason=reason))
        self._commit(moment)
        if kind != FREE:
            self.mailbox.clear()
        for _, value in values:
            if value.voids_plans:
                self._void_plans(value)
        for slot, value in self.mailbox.all().items():  # a free act takes no choice away that it leaves possible
            if not self._pending_now().slots >> slot & 1 or self._refusal_of(slot, value):
                self.mailbox.withdraw(slot)
                self._end_plan(slot)
                with suppress(BadFile):
                    self._journal.unseal(self.next_number, slot)
        return moment.record

    def _refusal_of(self, slot: int, value: Verb) -> IllegalChoice | None:
        """Why a slot cannot choose this as things stand; None if it can."""
        try:
            return refusal_of(self.setting, self.state, slot, value)
        except IllegalChoice as refused:  # what it names is no more
            return refused

    def _commit(self, *moments: Moment) -> None:
        """Steps are done: they are written down, and from here on they count."""
        self._journal.append([step.record for step in moments])
        self._timeline.commit(*moments)
        self.undo_request = None

    def _record_pause(self, kind: str, name: str, reason: str = "") -> Record:
        record = self._timeline.new_pause_record(kind, name, reason)
        self._journal.append([record])
        self._timeline.append_pause(record)
        return record

    def _revert_to(self, kind: str, at: int, name: str, reason: str = "") -> Record:
        """Back to a step of the line; what came after may be redone."""
        record = self._timeline.new_revert_record(kind, at, name, reason)
        self._journal.append([record])
        self._timeline.revert_to(record)
        self._discard_choices()
        self.undo_request = None
        return record

    def _discard_choices(self) -> None:
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
                self._journal.plan(self.next_number, slot, False, ())

    def _slot(self, seat: Seat, slot: int | None, waiting: bool = False) -> int:
        """The slot a seat chooses for."""
        if slot is not None and not seat.holds(slot):
            raise Forbidden(f"{seat.name} does not hold {self.setting.slot_name(slot)}")
        if slot is not None:
            return slot
        if not seat.slots:
            raise Forbidden(f"{seat.name} only looks on")
        own_slots = [k for k in range(seat.slots.bit_length()) if seat.holds(k)]
        candidates = [k for k in own_slots if self.mailbox.slots >> k & 1] if waiting else self.slots_to_act()
        return next((k for k in candidates if k in own_slots), own_slots[0])

    def _seat_for_undo(self, name: str) -> Seat:
        """A seat, while there is a way back."""
        if self._is_secret_revealed:
            raise Forbidden("the secret of the dice is told: who plays on from here would know every die")
        return self.seat(name)
