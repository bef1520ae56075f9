"""Proposals: what a seat would have happen if the others agree. Each has a number, by which it is answered."""

from __future__ import annotations

from typing import NamedTuple

from ..core.errors import Outdated

DRAW, UNDO = "draw", "undo"


class Proposal(NamedTuple):
    """What a seat proposes (`draw`, or `undo` back to an event), and the seats that have agreed so far."""

    number: int
    what: str
    seat: str
    event: int = 0
    agreed: frozenset[str] = frozenset()


class Proposals(NamedTuple):
    """The open proposals of a match; `last` is the number of the last that was made."""

    open: tuple[Proposal, ...] = ()
    last: int = 0

    def find(self, number: int) -> Proposal:
        """The open proposal of a number.

        Raises:
            Outdated: it is not open any more, or never was.
        """
        for one in self.open:
            if one.number == number:
                return one
        raise Outdated("This was for a proposal that is no longer open; nothing was done.")

    def add(self, what: str, seat: str, event: int = 0) -> Proposals:
        """These and a new one."""
        made = Proposal(self.last + 1, what, seat, event)
        return Proposals((*self.open, made), made.number)

    def agree(self, number: int, seat: str) -> Proposals:
        """The same after a seat has agreed to one."""
        changed = (one._replace(agreed=one.agreed | {seat}) if one.number == number else one for one in self.open)
        return self._replace(open=tuple(changed))

    def without(self, number: int) -> Proposals:
        """All but one."""
        return self._replace(open=tuple(one for one in self.open if one.number != number))

    def cleared(self) -> Proposals:
        """None of them: what they were made for is over."""
        return self._replace(open=())


NONE_OPEN = Proposals()
