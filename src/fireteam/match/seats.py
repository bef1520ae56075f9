"""The seats of a match by name, and who holds which slot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from ..core.errors import UnknownName
from .record import Seat


class Seats(dict[str, Seat]):
    """Seats by name, in the order in which they were given."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        super().__init__((seat.name, seat) for seat in seats)

    def __missing__(self, name: str) -> NoReturn:
        raise UnknownName("seat", name, self)

    def holder(self, slot: int) -> Seat | None:
        """The seat that holds a slot; None if nobody does."""
        for seat in self.values():
            if seat.holds(slot):
                return seat
        return None

    def players(self) -> frozenset[str]:
        """The names of those who hold slots and are no referees."""
        return frozenset(seat.name for seat in self.values() if seat.slots and not seat.referee)
