"""All of a match that changes. Every change is written to the journal first, and counts from then on."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from ..core.errors import BadFile, Forbidden
from ..core.game import Result, Setting
from ..core.protocol.choices import Verb, notation
from .apply import Moment
from .dice import Secret
from .file.journal import Journal
from .mailbox import Mailbox
from .plans import Plans
from .proposals import Proposals
from .record import CHOICE, REWIND, Record, is_private
from .timeline import Timeline, TimelineSnapshot


class Snapshot(NamedTuple):
    """All of a match that changes, as it was at some time."""

    timeline: TimelineSnapshot
    sealed: dict[int, Verb]
    lapses: dict[int, str]
    plans: dict[int, tuple[Verb, ...]]
    proposals: Proposals
    is_secret_revealed: bool


class Ledger:
    """The events, the sealed choices, the plans by slot, the proposals, and the secret of the dice.

    `lapses` says of slots why their sealed choice fell away, until they choose again. A change that cannot be written
    (BadFile) has not happened.
    """

    def __init__(self, timeline: Timeline, secret: Secret) -> None:
        self.timeline, self.secret = timeline, secret
        self.mailbox = Mailbox()
        self.lapses: dict[int, str] = {}
        self.plans = Plans()
        self.proposals = Proposals()
        self.is_secret_revealed = False
        self.journal = Journal()

    @property
    def setting(self) -> Setting:
        """What is played."""
        return self.timeline.setting

    @property
    def is_plain(self) -> bool:
        """Whether nothing waits: no sealed choice, plan or proposal, and the table is not stopped."""
        is_waiting = bool(self.proposals.open) or self.timeline.pause_record is not None
        return not is_waiting and self.mailbox.is_empty and self.plans.is_empty

    # Events

    def commit(self, *moments: Moment) -> None:
        """Let events count that have been carried out."""
        self.journal.append([moment.record for moment in moments])
        self.timeline.commit(*moments)
        for moment in moments:
            if moment.record.kind == CHOICE and self.lapses:
                self.lapses = {slot: why for slot, why in self.lapses.items() if not moment.record.slots >> slot & 1}
        if not all(is_private(moment.record) for moment in moments):  # it would tell that something was done
            self.proposals = self.proposals.cleared()

    def record_pause(self, kind: str, name: str, reason: str = "") -> Record:
        """Stop the table, or let it go on."""
        record = self.timeline.new_pause_record(kind, name, reason)
        self.journal.append([record])
        self.timeline.append_pause(record)
        return record

    def revert_to(self, kind: str, at: int, name: str, reason: str = "") -> Record:
        """Go back to the event at an index of the timeline; what came after it may be redone."""
        record = self.timeline.new_revert_record(kind, at, name, reason)
        self.journal.append([record])
        self.timeline.revert_to(record)
        self.discard_choices(
            f"{name} went back to event {record.of}" if kind == REWIND else f"{name} took a choice back"
        )
        self.proposals = self.proposals.cleared()
        return record

    # Choices that wait

    def seal(self, slot: int, value: Verb) -> None:
        """Let a slot's choice wait for others."""
        self.journal.seal(self.timeline.next_number, slot, notation(value))
        self.mailbox.put(slot, value)
        self.lapses.pop(slot, None)

    def withdraw(self, slot: int) -> None:
        """Take a slot's sealed choice back; what was planned after it goes too."""
        self.journal.unseal(self.timeline.next_number, slot)
        self.mailbox.withdraw(slot)
        self.end_plan(slot)

    def void_sealed(self, slot: int, why: str) -> None:
        """A sealed choice has become impossible: it and what was planned after it are void, written or not."""
        self._note_lapse(slot, why)
        self.mailbox.withdraw(slot)
        self.end_plan(slot)
        with suppress(BadFile):
            self.journal.unseal(self.timeline.next_number, slot)

    def _note_lapse(self, slot: int, why: str) -> None:
        """A sealed choice falls away: its player is told of it."""
        if (value := self.mailbox.read(slot)) is not None:
            name = self.setting.slot_name(slot)
            self.lapses[slot] = f"The sealed choice of {name} is void ({notation(value)}): {why.rstrip('.')}."

    def plan_sealed(self, slot: int) -> None:
        """A sealed choice cannot be carried out yet: it comes first in the plan of its slot, written or not."""
        value = self.mailbox.withdraw(slot)
        assert value is not None, "only a sealed choice is planned again"
        with suppress(BadFile):
            self.journal.unseal(self.timeline.next_number, slot)
        values = value, *self.plans.read(slot)
        self.plans.put(slot, values)
        with suppress(BadFile):
            self.journal.plan(self.timeline.next_number, slot, False, [notation(value) for value in values])

    def set_plan(self, slot: int, values: tuple[Verb, ...]) -> None:
        """What a slot will choose from its next decision on; nothing ends its plan."""
        if not values:
            self.end_plan(slot)
            return
        is_sealed = bool(self.mailbox.slots >> slot & 1)
        self.journal.plan(self.timeline.next_number, slot, is_sealed, [notation(value) for value in values])
        self.plans.put(slot, values)

    def end_plan(self, slot: int) -> None:
        """Nothing more is planned for a slot."""
        if self.plans.read(slot):
            self.plans.put(slot, ())
            with suppress(BadFile):
                self.journal.plan(self.timeline.next_number, slot, False, ())

    def discard_choices(self, why: str) -> None:
        """Another decision is open: what was sealed or planned for what would have come is void."""
        for slot in self.mailbox.all():
            self._note_lapse(slot, why)
        self.mailbox.clear()
        for slot in self.plans.all():
            self.end_plan(slot)

    # The secret of the dice

    def must_be_secret(self) -> None:
        """See to it that there is a way back.

        Raises:
            Forbidden: the secret of the dice is known.
        """
        if self.is_secret_revealed:
            raise Forbidden("the secret of the dice is told: who plays on from here would know every die")

    def reveal_secret(self, result: Result) -> Secret:
        """The match is over: its result and the secret of its dice are written down, and there is no way back."""
        if not self.is_secret_revealed:
            self.journal.close(result, self.secret)
        self.is_secret_revealed, self.proposals = True, self.proposals.cleared()
        return self.secret

    # As it was

    def snapshot(self) -> Snapshot:
        """How everything is now."""
        return Snapshot(
            self.timeline.snapshot(),
            self.mailbox.all(),
            dict(self.lapses),
            self.plans.all(),
            self.proposals,
            self.is_secret_revealed,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Let everything be as it was; what has been written down since is not taken back."""
        self.timeline.restore_snapshot(snapshot.timeline)
        self.mailbox, self.lapses = Mailbox(snapshot.sealed), dict(snapshot.lapses)
        self.plans = Plans(snapshot.plans)
        self.proposals, self.is_secret_revealed = snapshot.proposals, snapshot.is_secret_revealed
