"""People who walk on the screen: their ways on the map, a moment after each count, and the keys that end it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ...core.protocol.scene import Spot, Trail
from ...match.autowalk.walks import trail_of
from ..local_match import LocalMatch
from . import details
from .table import TableScreen
from .turn import Turn


class WalkView:
    """The walks of a match, on a screen."""

    def __init__(self, screen: TableScreen, local_match: LocalMatch, turn: Turn) -> None:
        self.screen, self.local_match, self.turn = screen, local_match, turn
        self.wake_event = asyncio.Event()
        self.is_hurried = False  # nothing is waited for

    def show(self) -> bool:
        """Say in the bar who walks, and what the keys do meanwhile; whether somebody does."""
        walks = self.local_match.walks.paths
        texts = [f"{self.local_match.slot_title(slot)} walks {path}" for slot, path in walks.items()]
        if texts:
            self.screen.show_bar(
                [("; ".join(texts), "bold")],
                [("Esc, Space or any other key stops there; Enter: go faster.", details.QUIET)],
            )
        return bool(texts)

    def apply_key(self, key: str) -> bool:
        """A key while people walk: Enter makes it faster, any other ends it. Whether it was one."""
        if self.turn.seat is not None or not self.local_match.walks.paths:
            return False
        if key == "enter":
            self.is_hurried = True
        else:
            self.local_match.walks.cut_short()
            self.screen.show_bar([("The walk is cut short; this count is still carried out.", "bold")])
        self.wake_event.set()
        return True

    def trails_ahead(self) -> tuple[tuple[Trail, ...], dict[Spot, str]]:
        """The ways still to go of whoever sits at the table, and the counts after which they will be where."""
        person = self.local_match.active_person
        rest = self.local_match.walks.remaining_paths(person) if person else []
        stops = {stop: count for path in rest for stop, count in zip(path.stops, path.counts, strict=True)}
        return tuple(trail_of(path) for path in rest), stops

    async def wait_between_counts(self, pause: float) -> None:
        """Wait so many seconds, unless a key ends that."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.wake_event.wait(), 0 if self.is_hurried else pause)

    def end_hurry(self) -> None:
        """Somebody is asked again: the next walk has its pauses."""
        self.is_hurried = False
        self.wake_event.clear()
