"""Who is on the way to somewhere over several counts: how they set out, how far they are, and how it ends."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from ..core.errors import Forbidden
from ..core.scene import Spot, Trail
from ..core.spots import near
from .match import Match
from .record import Seat
from .walking import NEAR, Path, apart, obstruction, path_to, stands


class Ending(NamedTuple):
    """How a walk ended that did not come where it should, and before which event."""

    number: int
    said: str


class Afoot:
    """The walks of a match: each is a plan of its slot, known by the way that it should take."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.paths: dict[int, Path] = {}
        self.endings: dict[int, Ending] = {}

    # Before it

    def may_walk(self, seat: Seat, slot: int) -> bool:
        """Whether several counts lie ahead on which a slot may go."""
        aloud = self.match.setting.game.aloud
        ahead = aloud.counts(self.match.setting, self.match.view(seat.name)) if aloud else ()
        return sum(slot in count.slots for count in ahead) > 1

    def path(self, seat: Seat, slot: int, goal: Spot) -> Path | None:
        """The way to a place, by what a seat knows; None if it comes no nearer."""
        aloud = self.match.setting.game.aloud
        assert aloud is not None
        return path_to(self.match.setting, aloud, self.match.view(seat.name), slot, goal)

    def set_out(self, seat: Seat, slot: int, path: Path) -> None:
        """Plan a way; the counts happen as the match goes on.

        Raises:
            Refused: the rules do not allow its first step.
        """
        self.match.plan(seat.name, path.choices, slot)
        self.follow(slot, path)

    def follow(self, slot: int, path: Path) -> None:
        """A way that has been planned already is gone."""
        self.paths[slot] = path

    # On the way

    def left(self, slot: int) -> int:
        """How many counts a slot has still to go."""
        seat = self.match.seat_of(slot)
        planned = self.match.planned(seat.name, slot) if seat else ()
        return len(planned) + (self.match.mailbox.slots >> slot & 1)

    def mind(self) -> None:
        """End what is done, what the rules ended, and the plans of those who are not where they should be."""
        for slot, path in list(self.paths.items()):
            left, at = self.left(slot), stands(self.match.setting, self.match.state, slot)
            if left > len(path.choices):  # something else was planned instead
                del self.paths[slot]
                continue
            meant = (path.start, *path.stops)[len(path.choices) - left]
            if left and at is not None and apart(at, meant) <= NEAR:
                continue
            self._end(slot)
            if at is not None and apart(at, path.stops[-1]) > NEAR:
                name = self.match.setting.slot_name(slot)
                said = f"The walk of {name} to {near(path.goal)} ends at {near(at)}: {self._why(slot, at, meant)}."
                self.endings[slot] = Ending(self.match.number, said)

    def _why(self, slot: int, at: Spot, meant: Spot) -> str:
        """What stopped a walk: who is in the way now, if anybody."""
        seat = self.match.seat_of(slot)
        view = self.match.view(seat.name if seat else "")
        return obstruction(self.match.setting, view, slot, at, meant) or "it was stopped, by nobody who is there now"

    def cut_short(self) -> None:
        """Nobody walks on."""
        for slot in list(self.paths):
            self._end(slot)

    def _end(self, slot: int) -> None:
        del self.paths[slot]
        seat = self.match.seat_of(slot)
        with suppress(Forbidden):
            self.match.plan(seat.name if seat else "", (), slot)

    def ended(self, slot: int) -> str:
        """How the last walk of a slot ended, if it did not come where it should and the slot has not chosen since."""
        found = self.endings.get(slot)
        if found is None or any(record.slots >> slot & 1 for record in self.match.records[found.number :]):
            self.endings.pop(slot, None)
            return ""
        return found.said

    # What is shown

    def rest(self, seat: str) -> list[Path]:
        """What is left of the walks of a seat."""
        found = []
        for slot, path in self.paths.items():
            if (done := len(path.choices) - self.left(slot)) < len(path.choices) and self.match.seats[seat].holds(slot):
                start = (path.start, *path.stops)[done]
                found.append(
                    path._replace(
                        start=start, choices=path.choices[done:], stops=path.stops[done:], counts=path.counts[done:]
                    )
                )
        return found


def plotted(path: Path, unit: str = "") -> Trail:
    """A way as it is drawn."""
    return Trail(unit, (path.start, *path.stops), planned=True)
