"""What a person is told at once: who they are and what they are after, and what they must not overlook."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from .events import Event, LoggedEvent

Kind = TypeVar("Kind", bound=Event)
PanelKind: TypeAlias = Literal["loss", "won", "lost", "news"]


class Panel(msgspec.Struct, frozen=True):
    """Something that happened to a person: faces show it until it has been read, and what follows waits so long.

    `kind`: a `loss` (a unit of theirs is gone), something `won` or `lost`, or other `news`.
    """

    kind: PanelKind
    title: str
    rows: tuple[str, ...] = ()


class Role(msgspec.Struct, frozen=True):
    """Who a person is in a match, what they are after, and what else helps to begin.

    Faces show it before the first choice, on request, and again when its title is another.
    """

    title: str
    goal: str
    lines: tuple[str, ...] = ()


class Reader(NamedTuple):
    """Who is told, by the units of theirs: somebody with one unit is `you`, of several each has its name."""

    units: tuple[str, ...]

    def is_you(self, unit: str) -> bool:
        """Whether a unit is all that the reader has."""
        return self.units == (unit,)

    def say(self, unit: str, to_you: str, of_unit: str) -> str:
        """A sentence to the reader about a unit: `of_unit` with its name, unless the unit is the reader's only one."""
        return to_you if self.is_you(unit) else of_unit.format(unit)


EVENT: Callable[[LoggedEvent], Event] = attrgetter("event")


def event_kinds(events: Iterable[LoggedEvent]) -> list[type[Event]]:
    """The kind of each of several events."""
    return [*map(type, map(EVENT, events))]


def events_of(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """Those events that are of a kind."""
    return [one for one in events if type(one) is kind]  # many times quicker than `isinstance` of a Struct
