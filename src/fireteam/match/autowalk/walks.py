"""Who is on the way to somewhere over several counts: how they set out, how far they are, and how it ends."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from ...core.errors import Forbidden
from ...core.protocol.scene import Spot, Trail
from ...core.protocol.scene_query import rounded_point
from ..match import Match
from ..record import Seat
from .path import PLACING_TOLERANCE, Path, distance, obstruction, path_to, token_spot


class WalkEnd(NamedTuple):
    """How a walk ended that did not come where it should, and before which event."""

    number: int
    sentence: str


class Walks:
    """The walks of a match: each is a plan of its slot, known by the way that it should take."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.paths: dict[int, Path] = {}
        self.ends: dict[int, WalkEnd] = {}

    # Before it

    def may_walk(self, seat: Seat, slot: int) -> bool:
        """Whether several counts lie ahead on which a slot may go."""
        tabletop = self.match.setting.game.tabletop
        counts = tabletop.counts(self.match.setting, self.match.view(seat.name)) if tabletop else ()
        return sum(slot in count.slots for count in counts) > 1

    def path(self, seat: Seat, slot: int, goal: Spot) -> Path | None:
        """The way to a place, by what a seat knows; None if it comes no nearer."""
        tabletop = self.match.setting.game.tabletop
        assert tabletop is not None
        return path_to(self.match.setting, tabletop, self.match.view(seat.name), slot, goal)

    def begin(self, seat: Seat, slot: int, path: Path) -> None:
        """Plan a way; the counts happen as the match goes on.

        Raises:
            IllegalChoice: the rules do not allow its first step.
        """
        self.match.plan(seat.name, path.choices, slot)
        self.follow(slot, path)

    def follow(self, slot: int, path: Path) -> None:
        """A way that has been planned already is gone."""
        self.paths[slot] = path

    # On the way

    def counts_left(self, slot: int) -> int:
        """How many counts a slot has still to go."""
        seat = self.match.seat_of(slot)
        planned = self.match.plan_of(seat.name, slot) if seat else ()
        return len(planned) + (self.match.mailbox.slots >> slot & 1)

    def update(self) -> None:
        """End what is done, what the rules ended, and the plans of those who are not where they should be."""
        for slot, path in list(self.paths.items()):
            remaining, at = self.counts_left(slot), token_spot(self.match.setting, self.match.state, slot)
            if remaining > len(path.choices):  # something else was planned instead
                del self.paths[slot]
                continue
            expected = (path.start, *path.stops)[len(path.choices) - remaining]
            if remaining and at is not None and distance(at, expected) <= PLACING_TOLERANCE:
                continue
            self._end(slot)
            if at is not None and distance(at, path.stops[-1]) > PLACING_TOLERANCE:
                name = self.match.setting.slot_name(slot)
                why = self._end_reason(slot, at, expected)
                sentence = f"The walk of {name} to {rounded_point(path.goal)} ends at {rounded_point(at)}: {why}."
                self.ends[slot] = WalkEnd(self.match.next_number, sentence)

    def _end_reason(self, slot: int, at: Spot, expected: Spot) -> str:
        """What stopped a walk: who is in the way now, if anybody."""
        seat = self.match.seat_of(slot)
        view = self.match.view(seat.name if seat else "")
        in_the_way = obstruction(self.match.setting, view, slot, at, expected)
        return in_the_way or "somebody was in the way, and has moved on"

    def cut_short(self) -> None:
        """Nobody walks on."""
        for slot in list(self.paths):
            self._end(slot)

    def _end(self, slot: int) -> None:
        del self.paths[slot]
        seat = self.match.seat_of(slot)
        with suppress(Forbidden):
            self.match.plan(seat.name if seat else "", (), slot)

    def end_sentence(self, slot: int) -> str:
        """How the last walk of a slot ended, if it did not come where it should and the slot has not chosen since."""
        end = self.ends.get(slot)
        if end is None or any(record.slots >> slot & 1 for record in self.match.records[end.number :]):
            self.ends.pop(slot, None)
            return ""
        return end.sentence

    # What is shown

    def remaining_paths(self, seat: str) -> list[Path]:
        """What is left of the walks of a seat."""
        paths = []
        for slot, path in self.paths.items():
            if (done := len(path.choices) - self.counts_left(slot)) < len(path.choices) and self.match.seats[
                seat
            ].holds(slot):
                start = (path.start, *path.stops)[done]
                paths.append(
                    path._replace(
                        start=start, choices=path.choices[done:], stops=path.stops[done:], counts=path.counts[done:]
                    )
                )
        return paths


def trail_of(path: Path, unit: str = "") -> Trail:
    """A way as it is drawn."""
    return Trail(unit, (path.start, *path.stops), planned=True)
