"""The way back: a seat takes its last choice back, by itself or by consent, and may let it stand again."""

from __future__ import annotations

from ..core.errors import Forbidden
from .event_handling import MatchEvents, UndoRequest
from .record import REDO, UNDO, Record, Seat
from .timeline import Timeline


class MatchUndo(MatchEvents):
    """A match in which choices may be taken back."""

    def may_undo(self, name: str) -> bool:
        """Whether a seat may take its last choice back without asking.

        It may while it is still to decide, until dice fall or it learns something by the choice.
        """
        seat = self.seat(name)
        moments, last = self._timeline.moments, self._timeline.moments[-1].record
        if len(moments) < 2 or last.slots == 0 or last.slots & ~seat.slots or last.faces or self.mailbox.slots:
            return False
        deciding = self._pending_now().slots
        return deciding != 0 and deciding & ~seat.slots == 0 and not self._has_learned(seat)

    def _has_learned(self, seat: Seat) -> bool:
        """Whether the last event showed a seat what it did not know: run on what it knew, it comes out differently."""
        last = len(self._timeline.moments) - 1
        before = self._timeline.state_after(last - 1)
        timeline = Timeline(self.setting, self.redact(before, seat.slots))
        if timeline.start.tobytes() == before.tobytes():  # it knew everything
            return False
        try:
            expected = timeline.replay(seat.name, self._timeline.moments[last:])[0].state
        except Exception:  # what the seat knew does not even allow the choice
            return True
        return self.redact(expected, seat.slots).tobytes() != self.redact(self.state, seat.slots).tobytes()

    def undo(self, name: str) -> Record | None:
        """Take back a seat's last choice with all that followed, or ask the others for consent.

        Returns the event; None if the others have to answer first (`answer_undo`).

        Raises:
            Forbidden: the seat has made no choice that could be taken back, or there is no way back now.
        """
        seat = self._seat_for_undo(name)
        self._timeline.must_be_open(UNDO)
        moments = self._timeline.moments
        last = next((k for k in range(len(moments) - 1, 0, -1) if moments[k].record.slots & seat.slots), None)
        if last is None:
            raise Forbidden(f"{name} has nothing to take back")
        others = frozenset(
            other.name for other in self.seats.values() if other.slots and not other.referee and other.name != name
        )
        if self.may_undo(name) or not others:
            return self._revert_to(UNDO, last - 1, name)
        self.undo_request = UndoRequest(name, moments[last - 1].record.number, others)
        return None

    def answer_undo(self, name: str, agrees: bool) -> Record | None:
        """Answer to a seat that would take something back. The last consent takes it back; a refusal ends the matter.

        Raises:
            Forbidden: nothing was asked of this seat.
        """
        if self.undo_request is None or self.seat(name).name not in self.undo_request.waiting:
            raise Forbidden(f"nothing is asked of {name}")
        self._timeline.must_be_open(UNDO)
        if not agrees:
            self.undo_request = None
            return None
        self.undo_request = self.undo_request._replace(waiting=self.undo_request.waiting - {name})
        if self.undo_request.waiting:
            return None
        return self._revert_to(UNDO, self._timeline.index_of(self.undo_request.number), self.undo_request.seat)

    def redo(self, name: str) -> list[Record]:
        """Let stand again what this seat last took back, with the faces that fell.

        Raises:
            Forbidden: nothing can be redone, or another seat took it back.
        """
        self.seat(name)
        self._timeline.must_be_open(REDO)
        if not self._timeline.redo_stack:
            raise Forbidden("nothing was taken back that could stand again")
        by, steps = self._timeline.redo_stack[-1]
        if by != name:
            raise Forbidden(f"{by} took it back, and alone may let it stand again")
        moments = self._timeline.replay(name, steps)
        self._commit(*moments)
        self._discard_choices()
        return [step.record for step in moments]
