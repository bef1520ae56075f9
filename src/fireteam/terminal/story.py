"""What happened, in lines: every event with its dice, its modifiers and its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ..core.briefing import Panel, Role
from ..core.events import Told
from ..match.record import FREE, PAUSE, REDO, RESUME, REWIND, UNDO, Account
from .paper import wrapped


def telling(accounts: list[Account], width: int, closing: bool = True) -> Iterator[str]:
    """Accounts as lines of at most so many columns, the `closing` event among them or not."""
    for account in accounts:
        for text in happened(account, closing):
            yield from wrapped(text, width, "* ", "    ")


def numbered(accounts: list[Account], width: int) -> Iterator[str]:
    """The same with the number of the event before each line of it."""
    for account in accounts:
        for text in list(happened(account)) or ["(nothing that you may know)"]:
            yield from wrapped(text, width, f"{account.number:>4}  ", " " * 8)


def happened(account: Account, closing: bool = True) -> Iterator[str]:
    """An account as sentences, the `closing` event among them or not."""
    if account.kind == UNDO:
        yield f"{account.by} takes back what followed event {account.of}"
    elif account.kind == REWIND:
        yield f"{account.by} rewinds to event {account.of}: {account.reason}"
    elif account.kind == REDO:
        yield f"{account.by} lets event {account.of} stand again"
    elif account.kind == PAUSE:
        yield f"{account.by} stops the table: {account.reason}"
    elif account.kind == RESUME:
        yield f"{account.by} lets the table go on"
    told = (one for one in account.told if closing or not one.event.closing)
    for _, alike in groupby(told, lambda told: (type(told.event), told.dice, told.because)):
        yield sentence(*alike)
    if account.kind == FREE and account.reason:
        yield f"for this reason: {account.reason}"


def sentence(told: Told, *more: Told) -> str:
    """An event in words, with what made it; `more` are of the same kind, made by the same."""
    dice = ", ".join(f"{die.purpose} d{die.sides} = {die.face}" for die in told.dice)
    why = ", ".join(f"{row.label} {row.amount:+d} ({row.clause})" for row in told.because)
    made = "; ".join(part for part in (dice, why) if part)
    said = "; ".join(one.sentence() for one in (told, *more))
    return f"{said}{f' [{made}]' if made else ''} ({told.event.clause})"


def briefing(role: Role, width: int) -> Iterator[str]:
    """Who somebody is and what they are after, in lines."""
    yield from wrapped(f"{role.title}.", width, "", "  ")
    for text in (role.goal, *role.lines):
        yield from wrapped(text, width, "  ", "  ")


def warning(panel: Panel, width: int) -> Iterator[str]:
    """What somebody must not overlook, in lines."""
    yield from wrapped(f"{panel.title}.", width, "! ", "  ")
    for text in panel.rows:
        yield from wrapped(text, width, "  ", "    ")


def ending(winners: Iterable[str], sentence: str, clause: str) -> str:
    """Who won, and why. Winners that the sentence does not begin with are named too."""
    names = " and ".join(winners)
    won = f"{names} won: " if names and not sentence.casefold().startswith(f"{names.casefold()} ") else ""
    by = f" ({clause})" if clause else ""  # what people agreed on goes by no clause
    return f"The end. {won}{sentence}{by}."
