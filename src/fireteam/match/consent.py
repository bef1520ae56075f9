"""What is proposed in a match and answered by the others: each proposal by its number."""

from __future__ import annotations

from collections.abc import Callable

from ..core.errors import Forbidden, Outdated
from .ledger import Ledger
from .proposals import DRAW, UNDO, Proposal
from .record import Record
from .seats import Seats


class Consent:
    """The proposals of a match and who has to agree to them. They lapse with the next event that players hear of.

    `people` returns the seats that are asked: all that play, unless whoever shows the match knows of some as bots'.
    """

    def __init__(self, ledger: Ledger, seats: Seats) -> None:
        self._ledger, self._seats, self._timeline = ledger, seats, ledger.timeline
        self.people: Callable[[], frozenset[str]] = seats.players

    @property
    def open(self) -> tuple[Proposal, ...]:
        """The proposals that have still to be answered, in the order in which they were made."""
        return self._ledger.proposals.open

    def of(self, seat: str, what: str) -> Proposal | None:
        """The open proposal of a kind that a seat has made."""
        return next((one for one in self.open if (one.seat, one.what) == (seat, what)), None)

    def others(self, seat: str) -> frozenset[str]:
        """The seats that are asked for what a seat proposes."""
        return self.people() - {seat}

    def waiting(self, proposal: Proposal) -> frozenset[str]:
        """The seats that have not agreed to a proposal yet."""
        return self.others(proposal.seat) - proposal.agreed

    # Proposing

    def propose_undo(self, name: str, event: int) -> None:
        """Propose to go back to an event.

        Raises:
            Outdated: the seat has proposed an undo already.
        """
        if self.of(name, UNDO):
            raise Outdated("You have asked to take back already.")
        self._ledger.proposals = self._ledger.proposals.add(UNDO, name, event)

    def offer_draw(self, name: str) -> None:
        """Propose to end without a winner.

        Raises:
            Forbidden: the seat does not play, or nobody else is there to agree.
            Outdated: a draw is offered already.
        """
        if name not in self.people() or not self.others(name):
            raise Forbidden("A draw is agreed between people who play; nobody else is here to agree.")
        if any(one.what == DRAW for one in self.open):
            raise Outdated("A draw is offered already.")
        self._ledger.proposals = self._ledger.proposals.add(DRAW, name)

    def retract(self, name: str, number: int) -> Proposal:
        """Take an own proposal back; returns it.

        Raises:
            Forbidden: it is another seat's.
            Outdated: no proposal of that number is open.
        """
        proposal = self._ledger.proposals.find(number)
        if proposal.seat != name:
            raise Forbidden(f"That is a proposal of {proposal.seat}, which you may answer.")
        self._ledger.proposals = self._ledger.proposals.without(number)
        return proposal

    # Answering

    def answer(self, name: str, number: int, agrees: bool) -> Record | None:
        """Answer a proposal. A refusal ends the matter; the last consent to an undo is its event.

        Raises:
            Forbidden: nothing is asked of this seat, or there is no way back now.
            Outdated: no proposal of that number is open.
        """
        self._seats[name]
        proposal = self._ledger.proposals.find(number)
        if name not in self.waiting(proposal):
            raise Forbidden(f"nothing is asked of {name}")
        if proposal.what == UNDO:
            self._timeline.must_be_open(UNDO)
        proposals = self._ledger.proposals
        self._ledger.proposals = proposals.agree(number, name) if agrees else proposals.without(number)
        return self.carry_out()

    def leave(self, name: str, willing: bool) -> None:
        """Drop what a seat has proposed; where it does not go `willing`, also what waits for its answer."""
        for one in self.open:
            if one.seat == name or (not willing and name in self.waiting(one)):
                self._ledger.proposals = self._ledger.proposals.without(one.number)

    # Carrying out

    @property
    def is_draw_agreed(self) -> bool:
        """Whether everybody who is asked has agreed to end without a winner."""
        return any(one.what == DRAW and not self.waiting(one) for one in self.open)

    def carry_out(self) -> Record | None:
        """Take back what everybody who is asked has agreed to take back; not while the table is stopped."""
        if self._timeline.pause_record is None:
            for one in self.open:
                if one.what == UNDO and not self.waiting(one):
                    return self._ledger.revert_to(UNDO, self._timeline.index_of(one.event), one.seat)
        return None

    def end(self) -> None:
        """Drop all proposals: the match has ended otherwise than by its rules."""
        self._ledger.proposals = self._ledger.proposals.cleared()
