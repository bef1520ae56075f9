"""What a referee may do beside the rules: stop the table, wind it back, and choose for who does not answer."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import Forbidden
from .decisions import Decisions
from .ledger import Ledger
from .record import PAUSE, RESUME, REWIND, Record
from .seats import Seats


class Referee:
    """The powers of a referee's seat in a match. `name` is always the seat that uses them."""

    def __init__(self, ledger: Ledger, seats: Seats, decisions: Decisions) -> None:
        self._ledger, self._seats, self._decisions = ledger, seats, decisions

    def _must_be_referee(self, name: str, act: str) -> None:
        """See to it that a seat is a referee's."""
        if not self._seats[name].referee:
            raise Forbidden(f"only a referee {act}")

    def pause(self, name: str, reason: str) -> Record:
        """Stop the table, for a reason."""
        self._must_be_referee(name, "stops the table")
        if not reason.strip():
            raise Forbidden("to stop the table needs a reason")
        if self._ledger.timeline.pending.is_over:
            raise Forbidden("the match is over: nothing is left to stop")
        return self._ledger.record_pause(PAUSE, name, reason.strip())

    def unpause(self, name: str) -> Record:
        """Let the table go on."""
        self._must_be_referee(name, "lets the table go on")
        return self._ledger.record_pause(RESUME, name)

    def rewind(self, name: str, to: int, reason: str) -> Record:
        """Go back to an event that stands, for a reason."""
        self._seats[name]
        self._ledger.must_be_secret()
        self._must_be_referee(name, "rewinds")
        if not reason.strip():
            raise Forbidden("a rewind needs a reason")
        return self._ledger.revert_to(REWIND, self._ledger.timeline.index_of(to), name, reason.strip())

    def stand_in(self, name: str, slot: int | None, faces: Sequence[int] | None) -> Record | None:
        """Let a slot that does not answer, or all of them, do what the game states for that."""
        self._must_be_referee(name, "lets a slot do without its player")
        slots = self._decisions.slots_to_act() if slot is None else (slot,)
        return self._decisions.choose_defaults(slots, faces)
