"""How choices are made: checked, sealed or applied, planned ahead, and made by default."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from operator import itemgetter

from msgspec.structs import replace

from ..core.errors import BadFile, DieNeeded, Forbidden, IllegalChoice
from ..core.protocol.choices import Verb, name_of
from ..core.slot_choices import default_choice_of, is_lawful, read_choice, refusal_of
from .apply import Moment, SlotChoices, redacted
from .file.journal import SideFile
from .ledger import Ledger
from .plans import plan_progress
from .record import CHOICE, FREE, NON_DECISIONS, Record, Seat
from .seats import Seats
from .timeline import must_have_reason


class Decisions:
    """The decisions of a match and the choices for them. Whatever fails leaves the match as it was."""

    def __init__(self, ledger: Ledger, seats: Seats) -> None:
        self._ledger, self._seats, self._setting = ledger, seats, ledger.setting
        self.is_paced = self.has_typed_dice = False

    def slots_to_act(self) -> list[int]:
        """The slots whose choice is awaited: those that owe one, without those whose sealed choice is in."""
        awaited_slots = self._ledger.timeline.pending.slots & ~self._ledger.mailbox.slots
        return [slot for slot in range(awaited_slots.bit_length()) if awaited_slots >> slot & 1]

    def slot_of(self, seat: Seat, slot: int | None, sealed: bool = False) -> int:
        """The slot a seat chooses for: the one that is named, or one that is awaited (`sealed`: whose choice waits).

        Raises:
            Forbidden: the slot is not this seat's, or it has none.
        """
        if slot is not None and not self.may_choose_for(seat, slot):
            raise Forbidden(f"{seat.name} does not hold {self._setting.slot_name(slot)}")
        if slot is not None:
            return slot
        if not seat.slots:
            raise Forbidden(f"{seat.name} only looks on")
        own_slots = [k for k in range(seat.slots.bit_length()) if seat.holds(k)]
        sealed_slots = self._ledger.mailbox.slots
        candidates = [k for k in own_slots if sealed_slots >> k & 1] if sealed else self.slots_to_act()
        return next((k for k in candidates if k in own_slots), own_slots[0])

    def may_choose_for(self, seat: Seat, slot: int) -> bool:
        """Whether a slot is a seat's, or the seat a referee's who commands every slot of this match."""
        return seat.holds(slot) or (seat.referee and self._setting.referee_commands)

    # Choosing

    def act(
        self, slot: int, value: Verb, faces: Sequence[int] | None, reason: str, question: int | None
    ) -> Record | None:
        """Choose; the event, or None where the choice is sealed and waits for others."""
        if question is not None and not value.free:
            self._ledger.timeline.must_be_asked(question)
        self._ledger.timeline.must_be_open(FREE if value.free else CHOICE, 1 << slot)
        self.must_not_be_final(slot, value)
        self._must_be_legal(slot, value)
        must_have_reason(value, reason)
        if value.free:
            record: Record | None = self._apply(FREE, ((slot, value),), faces, reason)
        else:
            record = self._seal_or_apply(slot, value, faces)
        return record

    def withdraw(self, name: str, slot: int) -> Verb:
        """Take a sealed choice back while others are still awaited."""
        self._ledger.timeline.must_be_open(CHOICE)
        value = self._ledger.mailbox.read(slot)
        if value is None:
            raise Forbidden(f"{name} has no sealed choice waiting")
        if value.final:
            raise self._already_decided(value)
        self._ledger.withdraw(slot)
        return value

    def must_not_be_final(self, slot: int, value: Verb) -> None:
        """See to it that a slot has not chosen for good what it would choose now.

        Raises:
            IllegalChoice: it has.
        """
        if self._ledger.mailbox.is_final(slot) and not value.free:
            raise self._already_decided(value)

    def _already_decided(self, value: Verb) -> IllegalChoice:
        """The refusal of a choice after a final one."""
        refusal = self._setting.game.already_decided
        sentence = refusal.sentence.format(action=name_of(type(value)).replace("_", " "))
        return IllegalChoice(refusal.code, refusal.clause, sentence)

    def _must_be_legal(self, slot: int, value: Verb) -> None:
        """See to it that the rules allow a choice as things stand."""
        if refused := refusal_of(self._setting, self._ledger.timeline.state, slot, value):
            raise refused

    def _is_legal(self, slot: int, value: Verb) -> bool:
        """Whether the rules allow a choice as things stand."""
        try:
            return is_lawful(self._setting, self._ledger.timeline.state, slot, value)
        except IllegalChoice:  # what it names is no more
            return False

    def _seal_or_apply(self, slot: int, value: Verb, faces: Sequence[int] | None) -> Record | None:
        """A lawful choice is sealed, or takes effect where it is the last. One that was not planned ends the plan."""
        ledger = self._ledger
        sealed_slots, planned = ledger.mailbox.slots, ledger.plans.read(slot)
        is_planned = planned[:1] == (value,) and not sealed_slots >> slot & 1
        record: Record | None = None
        if ledger.timeline.pending.slots & ~(sealed_slots | 1 << slot):
            ledger.seal(slot, value)
        else:
            choices = {**ledger.mailbox.all(), slot: value}
            record = self._apply(CHOICE, tuple(sorted(choices.items(), key=itemgetter(0))), faces)
        if is_planned and planned[1:]:
            ledger.plans.put(slot, planned[1:])
        else:
            ledger.end_plan(slot)
        return record

    def _apply(self, kind: str, values: SlotChoices, faces: Sequence[int] | None, reason: str = "") -> Record:
        """Choices take effect."""
        ledger, timeline = self._ledger, self._ledger.timeline
        if faces is None:
            moment = timeline.run_live(kind, values, ledger.secret)
        else:
            moment = timeline.run_tape(kind, values, faces)
        moment = Moment(replace(moment.record, reason=reason), moment.state)
        ledger.commit(moment)
        if kind != FREE:
            ledger.mailbox.clear()
        for _, value in values:
            if value.voids_plans:
                self._void_plans(value)
            if value.reopens:
                self._void_bots_choices()
        return moment.record

    # What waits for nobody

    @property
    def is_complete(self) -> bool:
        """Whether all who owe a choice have sealed one, so that nobody is waited for."""
        pending = self._ledger.timeline.pending
        return not pending.is_over and bool(pending.slots) and not pending.slots & ~self._ledger.mailbox.slots

    def settle(self) -> list[Record]:
        """Judge anew, after any change, what waits for nobody, and let it happen; the events."""
        record = self._carry_out_complete()
        records = [record] if record else []
        return records if self.is_paced else [*records, *self.follow_plans()]

    def _carry_out_complete(self) -> Record | None:
        """Void sealed choices that are possible no more, then let the others take effect if nobody is awaited."""
        ledger = self._ledger
        for slot, value in ledger.mailbox.all().items():
            if why := self._why_void(slot, value):
                ledger.void_sealed(slot, why)
        if ledger.timeline.pause_record is not None or not self.is_complete:
            return None
        choices = sorted(ledger.mailbox.all().items(), key=itemgetter(0))
        try:
            return self._apply(CHOICE, tuple(choices), [] if self.has_typed_dice else None)
        except (BadFile, DieNeeded):  # it cannot be written down, or people throw: the last of them is awaited again
            ledger.plan_sealed(choices[-1][0])
            return None

    def _why_void(self, slot: int, value: Verb) -> str:
        """Why a sealed choice is possible no more, as its player may know it; empty where it is."""
        timeline = self._ledger.timeline
        if timeline.pending.slots >> slot & 1 and self._is_legal(slot, value):
            return ""
        try:
            refused = refusal_of(self._setting, redacted(self._setting, timeline.state, 1 << slot), slot, value)
        except IllegalChoice as error:
            refused = error
        return refused.sentence if refused else "it is possible no more"

    # Plans

    def plan(self, slot: int, values: Sequence[Verb], question: int | None) -> None:
        """Plan a slot's choices."""
        if question is not None:
            self._ledger.timeline.must_not_have_chosen(slot, question)
        self._ledger.timeline.must_be_open(CHOICE)
        if free := next((value for value in values if value.free), None):
            raise Forbidden(f"{name_of(type(free))} is owed by nobody, and cannot be planned")
        if values and slot in self.slots_to_act():
            self._must_be_legal(slot, values[0])
        self._ledger.set_plan(slot, tuple(values))

    def carry_on(self) -> list[Record]:
        """Let all happen that waits for nobody; where it is paced, one event at most."""
        return self.settle() or self.follow_plans()

    def follow_plans(self) -> list[Record]:
        """Let every slot choose that owes a choice and has planned one; where it is paced, one event at most."""
        ledger = self._ledger
        records: list[Record] = []
        with suppress(BadFile, DieNeeded):  # what cannot be written down, or wants a typed die, waits
            while ledger.timeline.pause_record is None:
                slot = next((slot for slot in self.slots_to_act() if ledger.plans.read(slot)), None)
                if slot is None:
                    break
                value = ledger.plans.read(slot)[0]
                if not self._is_legal(slot, value):
                    ledger.end_plan(slot)
                elif record := self._seal_or_apply(slot, value, [] if self.has_typed_dice else None):
                    records.append(record)
                    if self.is_paced:
                        break
        return records

    def _void_plans(self, value: Verb) -> None:
        """What was planned by the seat that holds the unit which a free act names is void."""
        slots = self._setting.slots
        holder = self._seats.holder(slots.index(unit)) if (unit := getattr(value, "unit", "")) in slots else None
        for slot in self._ledger.plans.all():
            if holder and holder.holds(slot):
                self._ledger.end_plan(slot)

    def _void_bots_choices(self) -> None:
        """What bots have sealed is void: they choose anew."""
        for slot in self._ledger.mailbox.all():
            if (holder := self._seats.holder(slot)) and not holder.is_person:
                self._ledger.void_sealed(slot, "bots choose anew")

    # Without its player

    def late_slots(self, slots: Collection[int]) -> tuple[int, ...]:
        """Those of some slots that are still awaited, and have planned nothing."""
        return tuple(slot for slot in self.slots_to_act() if slot in slots and not self._ledger.plans.read(slot))

    def choose_defaults(self, slots: Sequence[int], faces: Sequence[int] | None = None) -> Record | None:
        """Let awaited slots do what the game states for one that does not answer; the event of the last of them."""
        self._ledger.timeline.must_be_open(CHOICE)
        record: Record | None = None
        for slot in slots:
            if slot not in self.slots_to_act():
                raise Forbidden(f"{self._setting.slot_name(slot)} owes no choice")
            view = redacted(self._setting, self._ledger.timeline.state, 1 << slot)
            value = default_choice_of(self._setting, view, slot)
            self._must_be_legal(slot, value)
            record = self._seal_or_apply(slot, value, faces)
        return record

    # After a restart

    def restore_choices(self, side_file: SideFile) -> None:
        """Let sealed choices and plans wait again that waited when the match was left, as far as they are possible.

        If nobody is awaited by that, they take effect once the match goes on (`carry_on`).
        """
        ledger, records = self._ledger, self._ledger.timeline.records
        for slot, sealed in side_file.sealed.items():
            value = read_choice(self._setting, sealed.line)
            is_same_decision = all(record.kind in NON_DECISIONS for record in records[sealed.number :])
            if is_same_decision and ledger.timeline.pending.slots >> slot & 1 and self._is_legal(slot, value):
                ledger.mailbox.put(slot, value)
        for slot, planned in side_file.plans.items():
            values = [read_choice(self._setting, line) for line in planned.lines]
            is_sealed = bool(ledger.mailbox.slots >> slot & 1)
            ledger.plans.put(slot, values[plan_progress(planned, slot, records, is_sealed) :])
