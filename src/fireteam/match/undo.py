"""The way back: a seat takes its last choice back, by itself or by consent, and may let it stand again."""

from __future__ import annotations

from ..core.engine.dispatch import has_secrets
from ..core.errors import Forbidden, Outdated
from .apply import redacted
from .consent import Consent
from .ledger import Ledger
from .record import REDO, UNDO, Record, Seat
from .seats import Seats
from .timeline import Timeline


def slots_to_take_back(record: Record, chose: int, deciding: int) -> int:
    """Which slots somebody must hold to take back freely what they chose; 0 if nobody may.

    No die fell, and who is to decide is who chose; all three have a bit for each slot. What they learned by it is
    another matter.
    """
    return 0 if record.faces or not chose or not deciding else chose | deciding


class Undo:
    """Who may take what back in a match, and who must agree."""

    def __init__(self, ledger: Ledger, seats: Seats, consent: Consent) -> None:
        self._ledger, self._seats, self._consent, self._timeline = ledger, seats, consent, ledger.timeline
        self._has_secrets = has_secrets(ledger.setting.opening)

    def may_undo(self, name: str) -> bool:
        """Whether a seat may take its last choice back without asking.

        It may while it is still to decide, until dice fall or it learns something by the choice.
        """
        seat, moments = self._seats[name], self._timeline.moments
        if len(moments) < 2 or not self._ledger.mailbox.is_empty:
            return False
        last = moments[-1].record
        if last.slots & ~seat.slots:  # others chose as well
            return False
        needed = slots_to_take_back(last, last.slots, self._timeline.pending.slots)
        return needed != 0 and not needed & ~seat.slots and not self._has_learned(seat)

    def has_choice(self, name: str) -> bool:
        """Whether a choice of a seat stands that could be taken back."""
        return self._last(name) > 0

    def last_choice(self, name: str) -> int:
        """The number of a seat's last choice that could be taken back; 0 if there is none."""
        last = self._last(name)
        return self._timeline.moments[last].record.number if last else 0

    def _last(self, name: str) -> int:
        """Where a seat's last choice stands; 0 if it has none."""
        slots, moments = self._seats[name].slots, self._timeline.moments
        for k in range(len(moments) - 1, 0, -1):  # it is mostly a late one
            if moments[k].record.slots & slots:
                return k
        return 0

    def rights(self, name: str) -> tuple[bool, bool]:
        """Whether a seat may take its last choice back now, and whether others would have to agree to that."""
        if not self._seats[name].slots:
            return False, False
        may_undo = self._timeline.pause_record is None and self.may_undo(name)
        return may_undo, not may_undo and self.has_choice(name)

    def _has_learned(self, seat: Seat) -> bool:
        """Whether the last event showed a seat what it did not know: run on what it knew, it comes out differently."""
        if not self._has_secrets:
            return False
        setting, last = self._ledger.setting, len(self._timeline.moments) - 1
        before = self._timeline.state_after(last - 1)
        known = Timeline(setting, redacted(setting, before, seat.slots))
        if known.start.tobytes() == before.tobytes():  # it knew everything
            return False
        try:
            expected = known.replay(seat.name, self._timeline.moments[last:])[0].state
        except Exception:  # what the seat knew does not even allow the choice
            return True
        actual = redacted(setting, self._timeline.state, seat.slots)
        return redacted(setting, expected, seat.slots).tobytes() != actual.tobytes()

    def undo(self, name: str, event: int | None) -> Record | None:
        """Take back a seat's last choice with all that followed; None if others have to agree first."""
        self._seats[name]
        self._ledger.must_be_secret()
        self._timeline.must_be_open(UNDO)
        moments, last = self._timeline.moments, self._last(name)
        if not last:
            raise Forbidden(f"{name} has nothing to take back")
        if event is not None and event != moments[last].record.number:
            raise Outdated("This was for another choice than your last one; nothing was done.")
        if self.may_undo(name) or not self._consent.others(name):
            return self._ledger.revert_to(UNDO, last - 1, name)
        self._consent.propose_undo(name, moments[last - 1].record.number)
        return None

    def redo(self, name: str, event: int | None) -> list[Record]:
        """Let stand again what this seat last took back, with the faces that fell."""
        self._seats[name]
        self._timeline.must_be_open(REDO)
        if not self._timeline.redo_stack:
            raise Forbidden("nothing was taken back that could stand again")
        by, steps = self._timeline.redo_stack[-1]
        if by != name:
            raise Forbidden(f"{by} took it back, and alone may let it stand again")
        if event is not None and event != steps[0].record.number:
            raise Outdated("This was for something else than what was taken back last; nothing was done.")
        moments = self._timeline.replay(name, steps)
        self._ledger.commit(*moments)
        self._ledger.discard_choices(f"{name} let stand again what was taken back")
        return [moment.record for moment in moments]
