"""Items as rows of numbers, for readers who have the Dictionary.

An item is a list: the stream (its number in `Welcome.streams`), its number there, when, and what. An event of the match
is told in five to eleven entries: its number, its kind, the slots that chose, and a row for each thing that happened;
then, where there are any, `of`, `by`, `reason` and `panels`. Every other item is told as it is.

A row for what happened is the kind of event and a word for each field. Before it stand rows for its dice,
`[-1, purpose, sides, face, ...]`, and its modifiers, `[-2, reason, amount]`. What the Dictionary does not have is an
EventText, whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...core.game import Game
from ...core.protocol.briefing import Panel
from ...core.protocol.choices import Verb, name_of
from ...core.protocol.events import Event, LoggedEvent, Reason, event_fields
from ...core.protocol.field_kinds import Flag, Thing, Unit, Word
from ...core.protocol.list_kinds import Things, Units
from ...match.record import KINDS, RecordView
from .events import event_message
from .messages import Dictionary, EventForm, Item
from .word_table import Writer

DIE, MODIFIER = -1, -2
PLAIN = 4  # entries of an item that is no event of the match
NUMBER, NAME, TEXT = "number", "name", "text"
"""Kinds of fields: a whole number; a name or a word, which has a number once it was said; a text of its own."""
NAMED = (Unit, Thing, Word, Flag, Units, Things)


class Numbers:
    """The numbers by which a game's declarations are told."""

    def __init__(
        self,
        events: tuple[type[Event], ...],
        reasons: tuple[Reason, ...],
        purposes: tuple[str, ...],
        verbs: tuple[type[Verb], ...],
    ) -> None:
        self.events = {kind: k for k, kind in enumerate(events)}
        self.purposes: dict[str, int] = {}
        for k, purpose in enumerate(purposes):
            self.purposes.setdefault(purpose, k)
        self.reasons: dict[tuple[str, str], int] = {}
        for k, reason in enumerate(reasons):
            self.reasons.setdefault((reason.label, reason.clause), k)
        fields = {kind: event_fields(kind) for kind in events}
        forms = {kind: tuple(_form(field) for field, _ in of.values()) for kind, of in fields.items()}
        self.cells = {
            kind: tuple([(k, form) for k, form in enumerate(of, 1) if form != TEXT]) for kind, of in forms.items()
        }
        """Where, behind the kind of an event, a number or a name stands."""
        event_forms = (
            EventForm(kind.story, kind.clause, tuple(zip(of, forms[kind], strict=True)), kind.closing, kind.heading)
            for kind, of in fields.items()
        )
        clauses = {name_of(verb): verb.clause for verb in verbs}
        self.dictionary = Dictionary(tuple(event_forms), purposes, tuple(one[:2] for one in reasons), KINDS, clauses)


def numbers_of(game: Game) -> Numbers:
    """Return the numbers of a game's declarations."""
    return _numbers(tuple(game.events), tuple(game.reasons), tuple(game.purposes), tuple(game.verbs))


_numbers = lru_cache(64)(Numbers)


def _form(field: object) -> str:
    return NUMBER if getattr(field, "form", "") == "number" else NAME if isinstance(field, NAMED) else TEXT


def event_row(
    item: Item, stream: int, known: RecordView, panels: tuple[Panel, ...], numbers: Numbers, writer: Writer
) -> list[Any]:
    """Return an event of the match as its reader may know it.

    Args:
        item: the item of the event.
        known: what the reader may know of the event.
        panels: what the reader must not overlook in it.
    """
    rows = [row for event in known.events for row in event_rows(event, numbers, writer)]
    slots = [slot for slot in range(known.slots.bit_length()) if known.slots >> slot & 1]
    found = [stream, item.seq, item.at, known.number, KINDS.index(known.kind), slots, rows]
    if panels or has_cause(known):
        found += [known.of, known.by, known.reason]
    if panels:
        found.append([writer.value(panel) for panel in panels])
    return found


def milliseconds(at: float) -> int:
    """Return a time in seconds since 1970 in milliseconds: divided by 1000 it is that time again, as items have it."""
    return round(at * 1000)


def has_cause(known: RecordView) -> bool:
    """Whether an event says of what it is, by whom, or why."""
    return bool(known.of or known.by or known.reason)


def event_rows(event: LoggedEvent, numbers: Numbers, writer: Writer) -> list[Any]:
    """Return one thing that happened with its dice and modifiers."""
    kind = type(event.event)
    rows: list[Any] = []
    before = None
    try:
        cells: list[Any] = [numbers.events[kind], *event.words]
        for purpose, sides, face in event.dice:
            if before == (purpose, sides):
                rows[-1].append(face)
            else:
                rows.append([DIE, numbers.purposes[purpose], sides, face])
                before = purpose, sides
        for label, clause, amount, _ in event.modifiers:
            rows.append([MODIFIER, numbers.reasons[label, clause], amount])
    except KeyError:  # the Dictionary does not have it
        return [event_message(event)]
    for k, form in numbers.cells[kind]:
        if (word := cells[k]) is not None:  # None: hidden
            cells[k] = writer.word(word) if form == NAME else _number(word)
    rows.append(cells)
    return rows


@lru_cache(1_000)
def _number(word: str) -> int | str:
    """Return a word as the number that is written so; as it is, where there is none."""
    return int(word) if word.lstrip("-").isdecimal() and str(int(word)) == word else word


def plain_row(item: Item, stream: int) -> list[Any]:
    """Return an item that is no event of the match."""
    return [stream, item.seq, item.at, item.what]
