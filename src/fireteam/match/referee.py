"""What a referee may do beside the rules, and what the clock does for who does not answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..core.errors import Forbidden
from ..core.game import default_choice_of, refusal_of
from .plans import MatchPlans
from .record import CHOICE, PAUSE, RESUME, REWIND, Record


class MatchReferee(MatchPlans):
    """A match that a referee may stop and wind back, and in which somebody stands in for who does not answer."""

    def _must_be_referee(self, name: str, act: str) -> None:
        """See to it that a seat is a referee's."""
        if not self.seat(name).referee:
            raise Forbidden(f"only a referee {act}")

    def pause(self, name: str, reason: str) -> Record:
        """A referee stops the table, for a reason that is written down: nobody chooses until it goes on.

        Raises:
            Forbidden: the seat is no referee's, gives no reason, the table is stopped already, or the match is over.
        """
        self._must_be_referee(name, "stops the table")
        if not reason.strip():
            raise Forbidden("to stop the table needs a reason")
        if self.is_over:
            raise Forbidden("the match is over: nothing is left to stop")
        return self._record_pause(PAUSE, name, reason.strip())

    def unpause(self, name: str, typed: bool = False) -> Record:
        """A referee lets the table go on; what was planned follows at once, as far as it wants no `typed` die.

        Raises:
            Forbidden: the seat is no referee's, or the table is not stopped.
        """
        self._must_be_referee(name, "lets the table go on")
        record = self._record_pause(RESUME, name)
        self._apply_plans_now(typed)
        return record

    def rewind(self, name: str, to: int, reason: str) -> Record:
        """A referee goes back to an event that stands, for a reason that is written down.

        Raises:
            Forbidden: the seat is no referee's, gives no reason, the event does not stand, or the secret is told.
        """
        self._seat_for_undo(name)
        self._must_be_referee(name, "rewinds")
        if not reason.strip():
            raise Forbidden("a rewind needs a reason")
        return self._revert_to(REWIND, self._timeline.index_of(to), name, reason.strip())

    def stand_in(self, name: str, slot: int, faces: Sequence[int] | None = None) -> Record | None:
        """A referee lets a slot that does not answer do what the game states for that; as `act` by the slot itself.

        Raises:
            Forbidden: the seat is no referee's, the table is stopped, or the slot owes no choice.
            DieNeeded: dice are typed in (`faces`), and one is missing.
        """
        self._must_be_referee(name, "lets a slot do without its player")
        self._timeline.must_be_open(CHOICE)
        if slot not in self.slots_to_act():
            raise Forbidden(f"{self.setting.slot_name(slot)} owes no choice")
        record = self._choose_default(slot, faces)
        self._apply_plans_now(faces is not None)
        return record

    def time_out(self, slots: Collection[int]) -> tuple[int, ...]:
        """The time of a decision is over: those of some slots that are still awaited do what the game states for that.

        Returns which they were. Who has planned ahead has answered; a choice that is sealed stays as it is.

        Raises:
            Forbidden: the table is stopped.
        """
        self._timeline.must_be_open(CHOICE)
        late = self.late_slots(slots)
        for slot in late:
            self._choose_default(slot, None)
        self._apply_plans_now(False)
        return late

    def late_slots(self, slots: Collection[int]) -> tuple[int, ...]:
        """Those of some slots that are still awaited, and have planned nothing."""
        return tuple(slot for slot in self.slots_to_act() if slot in slots and slot not in self._plans)

    def _choose_default(self, slot: int, faces: Sequence[int] | None) -> Record | None:
        """A slot does what the game states for one that does not answer."""
        value = default_choice_of(self.setting, self.redact(self.state, 1 << slot), slot)
        if refused := refusal_of(self.setting, self.state, slot, value):
            raise refused
        return self._seal_or_apply(slot, value, faces)
