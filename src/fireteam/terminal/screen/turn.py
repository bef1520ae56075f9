"""Whose turn it is on the screen."""

from __future__ import annotations

import asyncio

from ...match.record import Seat


class Turn:
    """While `seat` is set it is that seat's to choose for `slot`; `done` is set when it has, or the table is another.

    It `is_busy` while something that the person asked for is being done.
    """

    def __init__(self) -> None:
        self.seat: Seat | None = None
        self.slot = 0
        self.is_busy = False
        self.done = asyncio.Event()

    def begin(self, seat: Seat, slot: int) -> None:
        """It is this seat's turn."""
        self.done.clear()
        self.seat, self.slot = seat, slot

    def end(self) -> None:
        """It is nobody's turn."""
        self.seat = None
