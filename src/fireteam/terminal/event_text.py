"""What happened, in lines: every event with its dice, its modifiers and its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ..core.protocol.briefing import Panel, Role
from ..core.protocol.events import LoggedEvent
from ..match.record import FREE, PAUSE, REDO, RESUME, REWIND, UNDO, RecordView
from .console import wrap


def event_lines(records: list[RecordView], width: int, with_closing: bool = True) -> Iterator[str]:
    """Accounts as lines of at most so many columns, the `closing` event among them or not."""
    for account in records:
        for text in event_sentences(account, with_closing):
            yield from wrap(text, width, "* ", "    ")


def numbered_lines(records: list[RecordView], width: int) -> Iterator[str]:
    """The same with the number of the event before each line of it."""
    for account in records:
        for text in list(event_sentences(account)) or ["(nothing that you may know)"]:
            yield from wrap(text, width, f"{account.number:>4}  ", " " * 8)


def event_sentences(record: RecordView, with_closing: bool = True) -> Iterator[str]:
    """An account as sentences, the `closing` event among them or not."""
    if record.kind == UNDO:
        yield f"{record.by} takes back what followed event {record.of}"
    elif record.kind == REWIND:
        yield f"{record.by} rewinds to event {record.of}: {record.reason}"
    elif record.kind == REDO:
        yield f"{record.by} lets event {record.of} stand again"
    elif record.kind == PAUSE:
        yield f"{record.by} stops the table: {record.reason}"
    elif record.kind == RESUME:
        yield f"{record.by} lets the table go on"
    events = (one for one in record.events if with_closing or not one.event.closing)
    for _, alike in groupby(events, lambda one: (type(one.event), one.dice, one.modifiers)):
        yield event_sentence(*alike)
    if record.kind == FREE and record.reason:
        yield f"for this reason: {record.reason}"


def event_sentence(logged: LoggedEvent, *more: LoggedEvent) -> str:
    """An event in words, with what made it; `more` are of the same kind, made by the same."""
    dice = ", ".join(f"{die.purpose} d{die.sides} = {die.face}" for die in logged.dice)
    why = ", ".join(f"{row.label} {row.amount:+d} ({row.clause})" for row in logged.modifiers)
    made = "; ".join(part for part in (dice, why) if part)
    text = "; ".join(one.sentence() for one in (logged, *more))
    return f"{text}{f' [{made}]' if made else ''} ({logged.event.clause})"


def role_lines(role: Role, width: int) -> Iterator[str]:
    """Who somebody is and what they are after, in lines."""
    yield from wrap(f"{role.title}.", width, "", "  ")
    for text in (role.goal, *role.lines):
        yield from wrap(text, width, "  ", "  ")


def panel_lines(panel: Panel, width: int) -> Iterator[str]:
    """What somebody must not overlook, in lines."""
    yield from wrap(f"{panel.title}.", width, "! ", "  ")
    for text in panel.rows:
        yield from wrap(text, width, "  ", "    ")


def result_text(winners: Iterable[str], sentence: str, clause: str) -> str:
    """Who won, and why. Winners that the sentence does not begin with are named too."""
    names = " and ".join(winners)
    won = f"{names} won: " if names and not sentence.casefold().startswith(f"{names.casefold()} ") else ""
    by = f" ({clause})" if clause else ""  # what people agreed on goes by no clause
    return f"The end. {won}{sentence}{by}."
