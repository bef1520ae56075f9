"""Events: what happened, as rows that compiled rules write and typed values that people and programs read.

An event is one Struct and one writing function of the same name. Before its row stand the rows of what made it: every
die that fell (`fell`) and every modifier (`because`). Log, odds screen and explanations all read those rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec

from ..engine.compiled import compiled
from ..engine.record import Array, Grid, as_words, blank
from ..errors import Overflow
from .field_kinds import Kind, Names, kinds_of, snake_case
from .sentences import clause_of, fill

MAX_ROWS, ROW_WIDTH = 8192, 12
DIE, BECAUSE = -1, -2


class Log:
    """Rows of one choice: kind, then fields."""

    count: int
    rows: Annotated[Grid, (MAX_ROWS, ROW_WIDTH)]


def new_log() -> Array:
    """An empty log."""
    return blank(Log)


@compiled
def write_row(
    log: Log,
    kind: int,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
    e: int = 0,
    f: int = 0,
    g: int = 0,
    h: int = 0,
    i: int = 0,
    j: int = 0,
) -> None:
    """Write one row. A full log is an error, never a row dropped."""
    n = log.count
    if n >= MAX_ROWS:
        raise Overflow
    rows = log.rows
    rows[n, 0] = kind
    rows[n, 1] = a
    rows[n, 2] = b
    rows[n, 3] = c
    rows[n, 4] = d
    rows[n, 5] = e
    rows[n, 6] = f
    rows[n, 7] = g
    rows[n, 8] = h
    rows[n, 9] = i
    rows[n, 10] = j
    log.count = n + 1


@compiled
def log_die(log: Log, purpose: int, sides: int, face: int) -> None:
    """A die showed this face."""
    write_row(log, DIE, purpose, sides, face)


@compiled
def because(log: Log | None, reason: int, amount: int) -> int:
    """A modifier and its reason. Returns the amount; one of 0 leaves no row, and nor does any where there is no log."""
    if log is not None:
        if amount != 0:
            write_row(log, BECAUSE, reason, amount)
    return amount


class Visibility(Enum):
    """Who may read a field: everybody, whoever holds the event's slot, or the referee alone."""

    PUBLIC = "public"
    OWN = "own"
    SECRET = "secret"


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=snake_case):
    """One thing that happened: its `clause`, unless it states one, is the first that its docstring names.

    `story` is the sentence that tells it, with its fields in braces, and in brackets what is said only where the fields
    between them are there.

    `closing` marks the event that tells the end of the match: a face that tells the result need not tell it too.
    `heading` marks what nobody should overlook, such as how a round ended: faces tell it again where they ask next.
    `is_setup` marks that units are set up anew: who stands elsewhere than before has not gone there.
    `is_private` marks what the referee alone ever reads, such as a note or a die thrown in secret.
    """

    clause: ClassVar[str] = ""
    story: ClassVar[str] = ""
    closing: ClassVar[bool] = False
    heading: ClassVar[bool] = False
    is_setup: ClassVar[bool] = False
    is_private: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.clause = vars(cls).get("clause") or clause_of(cls)


class Reason(NamedTuple):
    """Why a modifier applies: what a player reads, and the clause. One that `is_private` is the referee's knowledge."""

    label: str
    clause: str
    is_private: bool = False


class DieRoll(NamedTuple):
    """A die that fell: what for, of how many sides, and its face."""

    purpose: str
    sides: int
    face: int


class ModifierRow(NamedTuple):
    """A modifier: why, by which clause, and how much."""

    label: str
    clause: str
    amount: int
    is_private: bool = False


class LoggedEvent(NamedTuple):
    """An event with the dice and the modifiers that made it, and the words for its fields; None: hidden."""

    event: Event
    dice: tuple[DieRoll, ...]
    modifiers: tuple[ModifierRow, ...]
    words: tuple[str | None, ...]

    def sentence(self) -> str:
        """The event in words."""
        words = ("hidden" if word is None else word for word in self.words)
        return fill(self.event.story, dict(zip(event_fields(type(self.event)), words, strict=True)))


def words_of(event: Event, names: Names) -> tuple[str, ...]:
    """The words for the fields of an event, with units and things called as people call them."""
    fields = event_fields(type(event)).items()
    return tuple([kind.sentence_text(kind.title(getattr(event, name), names)) for name, (kind, _) in fields])


def field_text(value: Any) -> str:
    """A field's value as a player reads it."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "hidden" if value is None else str(value)


@cache
def _columns(event: type[Event]) -> tuple[tuple[Kind, int, int], ...]:
    """The kind of each field of an event, with where its columns begin and end in a row."""
    found, start = [], 1
    for kind, _ in event_fields(event).values():
        found.append((kind, start, start + kind.width))
        start += kind.width
    return tuple(found)


@cache
def event_fields(event: type[Event]) -> dict[str, tuple[Kind, Visibility]]:
    """Each field of an event with its kind and who may read it."""
    return {
        name: (kind, next((note for note in notes if isinstance(note, Visibility)), Visibility.PUBLIC))
        for name, (kind, notes) in kinds_of(event).items()
    }


def faces(log: Any) -> list[int]:
    """Every face in the log, in the order it fell: the tape that replays it."""
    rows = log[0].rows[: log[0].count]
    return [int(row[3]) for row in rows if row[0] == DIE]


def decode_log(
    log: Array, kinds: tuple[type[Event], ...], reasons: tuple[Reason, ...], purposes: tuple[str, ...], names: Names
) -> list[LoggedEvent]:
    """The log as typed events. Dice and modifiers that no event follows belong to the last one."""
    return decode_rows(rows_of(log), kinds, reasons, purposes, names)


def rows_of(log: Array) -> list[list[int]]:
    """The rows of a log, as numbers."""
    words = as_words(log)[0]
    count = int(words[0])
    return words[1 : 1 + count * ROW_WIDTH].reshape(count, ROW_WIDTH).tolist()  # type: ignore[no-any-return]


def decode_rows(
    rows: Iterable[Sequence[int]],
    kinds: tuple[type[Event], ...],
    reasons: tuple[Reason, ...],
    purposes: tuple[str, ...],
    names: Names,
) -> list[LoggedEvent]:
    """The rows of a log as typed events, like `decode_log`."""
    events: list[LoggedEvent] = []
    dice: list[DieRoll] = []
    why: list[ModifierRow] = []
    for row in rows:
        if row[0] == DIE:
            dice.append(DieRoll(purposes[row[1]], row[2], row[3]))
        elif row[0] == BECAUSE:
            reason = reasons[row[1]]
            why.append(ModifierRow(reason.label, reason.clause, row[2], reason.is_private))
        else:
            kind = kinds[row[0]]
            event = kind(*[field.show(row[start:end], names) for field, start, end in _columns(kind)])
            events.append(LoggedEvent(event, tuple(dice), tuple(why), words_of(event, names)))
            dice, why = [], []
    if events and (dice or why):
        last = events[-1]
        events[-1] = last._replace(dice=(*last.dice, *dice), modifiers=(*last.modifiers, *why))
    return events


def redact_event(logged_event: LoggedEvent, slots: int, referee: bool = False) -> LoggedEvent:
    """The event as a principal holding these slots may read it: what is not theirs becomes None.

    An event with own or secret fields names its owner in a field `slot`. What is private has no part in it.
    """
    if referee:
        return logged_event
    logged_event = without_private(logged_event)
    if _is_public(type(logged_event.event)):
        return logged_event
    fields = event_fields(type(logged_event.event))
    mine = bool(slots >> int(getattr(logged_event.event, "slot", 63)) & 1)
    known = {name: seen is Visibility.PUBLIC or (seen is Visibility.OWN and mine) for name, (_, seen) in fields.items()}
    shown = {name: getattr(logged_event.event, name) if known[name] else None for name in fields}
    words = tuple(word if known[name] else None for name, word in zip(fields, logged_event.words, strict=True))
    return LoggedEvent(
        type(logged_event.event)(**shown),
        logged_event.dice if mine else (),
        logged_event.modifiers if mine else (),
        words,
    )


def without_private(logged_event: LoggedEvent) -> LoggedEvent:
    """The event without the modifiers that only a referee knows."""
    if not any([row.is_private for row in logged_event.modifiers]):
        return logged_event
    return logged_event._replace(modifiers=tuple(row for row in logged_event.modifiers if not row.is_private))


def are_told_to_all(events: Sequence[LoggedEvent]) -> bool:
    """Whether everybody may know all of some events, and of their modifiers."""
    kinds: set[type[Event]] = {*map(type, map(attrgetter("event"), events))}
    if any([kind.is_private or not _is_public(kind) for kind in kinds]):
        return False
    modifiers = chain.from_iterable(map(attrgetter("modifiers"), events))
    return not any(map(attrgetter("is_private"), modifiers))


@cache
def _is_public(kind: type[Event]) -> bool:
    """Whether everybody may read all fields of an event."""
    return all(seen is Visibility.PUBLIC for _, seen in event_fields(kind).values())
