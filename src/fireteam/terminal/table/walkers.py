"""People who walk on the screen: their ways on the map, a moment after each count, and the keys that end it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ...core.scene import Spot, Trail
from ...match.afoot import plotted
from ...match.record import Seat
from ..course import Course
from . import about
from .screen import TableScreen


class Walkers(TableScreen):
    """A match on whose counts people walk. While `seat` is set it is that seat's to choose for `slot`."""

    def __init__(self, course: Course) -> None:
        super().__init__(course.game, course.scene(course.onlooker))
        self.course = course
        self.seat: Seat | None = None
        self.slot = 0
        self.woken = asyncio.Event()
        self.hurried = False  # nothing is waited for

    def tell_walks(self) -> bool:
        """Say in the bar who walks, and what the keys do meanwhile; whether somebody does."""
        walks = self.course.afoot.paths
        said = [f"{self.course.call(slot)} walks {path}" for slot, path in walks.items()]
        if said:
            self.bar(
                [("; ".join(said), "bold")],
                [("Esc, Space or any other key stops there; Enter: go faster.", about.QUIET)],
            )
        return bool(said)

    def heed(self, key: str) -> bool:
        """A key while people walk: Enter makes it faster, any other ends it. Whether it was one."""
        if self.seat is not None or not self.course.afoot.paths:
            return False
        if key == "enter":
            self.hurried = True
        else:
            self.course.afoot.cut_short()
            self.bar([("The walk is cut short; this count is still carried out.", "bold")])
        self.woken.set()
        return True

    def paths(self) -> tuple[tuple[Trail, ...], dict[Spot, str]]:
        """The ways still to go of whoever sits at the table, and the counts after which they will be where."""
        rest = self.course.afoot.rest(self.course.at_table) if self.course.at_table else []
        stops = {stop: count for path in rest for stop, count in zip(path.stops, path.counts, strict=True)}
        return tuple(plotted(path) for path in rest), stops

    async def breathe(self, pause: float) -> None:
        """Wait so many seconds, unless a key ends that."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.woken.wait(), 0 if self.hurried else pause)

    def arrived(self) -> None:
        """Somebody is asked again: the next walk has its pauses."""
        self.hurried = False
        self.woken.clear()
