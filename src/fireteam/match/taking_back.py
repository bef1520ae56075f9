"""The way back: a seat takes its last choice back, by itself or by consent, and may let it stand again."""

from __future__ import annotations

from ..core.errors import Forbidden
from .happening import Asked, Happening
from .line import Line
from .record import REDO, UNDO, Record, Seat


class TakingBack(Happening):
    """A match in which choices may be taken back."""

    def may_undo(self, name: str) -> bool:
        """Whether a seat may take its last choice back without asking.

        It may while it is still to decide, until dice fall or it learns something by the choice.
        """
        seat = self.seat(name)
        steps, last = self._line.steps, self._line.steps[-1].record
        if len(steps) < 2 or last.slots == 0 or last.slots & ~seat.slots or last.faces or self.mailbox.slots:
            return False
        deciding = self._known().slots
        return deciding != 0 and deciding & ~seat.slots == 0 and not self._learned(seat)

    def _learned(self, seat: Seat) -> bool:
        """Whether the last event showed a seat what it did not know: run on what it knew, it comes out differently."""
        last = len(self._line.steps) - 1
        before = self._line.after(last - 1)
        known = Line(self.setting, self.masked(before, seat.slots))
        if known.start.tobytes() == before.tobytes():  # it knew everything
            return False
        try:
            expected = known.again(seat.name, self._line.steps[last:])[0].state
        except Exception:  # what the seat knew does not even allow the choice
            return True
        return self.masked(expected, seat.slots).tobytes() != self.masked(self.state, seat.slots).tobytes()

    def undo(self, name: str) -> Record | None:
        """Take back a seat's last choice with all that followed, or ask the others for consent.

        Returns the event; None if the others have to answer first (`answer_undo`).

        Raises:
            Forbidden: the seat has made no choice that could be taken back, or there is no way back now.
        """
        seat = self._before_the_end(name)
        self._line.must_be_open(UNDO)
        steps = self._line.steps
        last = next((k for k in range(len(steps) - 1, 0, -1) if steps[k].record.slots & seat.slots), None)
        if last is None:
            raise Forbidden(f"{name} has nothing to take back")
        others = frozenset(
            other.name for other in self.seats.values() if other.slots and not other.referee and other.name != name
        )
        if self.may_undo(name) or not others:
            return self._go_back(UNDO, last - 1, name)
        self.asked = Asked(name, steps[last - 1].record.number, others)
        return None

    def answer_undo(self, name: str, agrees: bool) -> Record | None:
        """Answer to a seat that would take something back. The last consent takes it back; a refusal ends the matter.

        Raises:
            Forbidden: nothing was asked of this seat.
        """
        if self.asked is None or self.seat(name).name not in self.asked.waiting:
            raise Forbidden(f"nothing is asked of {name}")
        self._line.must_be_open(UNDO)
        if not agrees:
            self.asked = None
            return None
        self.asked = self.asked._replace(waiting=self.asked.waiting - {name})
        if self.asked.waiting:
            return None
        return self._go_back(UNDO, self._line.place(self.asked.to), self.asked.seat)

    def redo(self, name: str) -> list[Record]:
        """Let stand again what this seat last took back, with the faces that fell.

        Raises:
            Forbidden: nothing can be redone, or another seat took it back.
        """
        self.seat(name)
        self._line.must_be_open(REDO)
        if not self._line.undone:
            raise Forbidden("nothing was taken back that could stand again")
        by, steps = self._line.undone[-1]
        if by != name:
            raise Forbidden(f"{by} took it back, and alone may let it stand again")
        again = self._line.again(name, steps)
        self._stand(*again)
        self._open_anew()
        return [step.record for step in again]
