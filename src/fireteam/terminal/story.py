"""What happened, in lines: every event with its dice, its modifiers and its clause."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ..core.events import Told
from ..match.record import REDO, REWIND, UNDO, Account
from .paper import wrapped


def telling(accounts: list[Account], width: int) -> Iterator[str]:
    """Accounts as lines of at most so many columns."""
    for account in accounts:
        for text in happened(account):
            yield from wrapped(text, width, "* ", "    ")


def happened(account: Account) -> Iterator[str]:
    """An account as sentences."""
    if account.kind == UNDO:
        yield f"{account.by} takes back what followed event {account.of}"
    elif account.kind == REWIND:
        yield f"{account.by} rewinds to event {account.of}: {account.reason}"
    elif account.kind == REDO:
        yield f"{account.by} lets event {account.of} stand again"
    for _, alike in groupby(account.told, lambda told: (type(told.event), told.dice, told.because)):
        yield sentence(*alike)


def sentence(told: Told, *more: Told) -> str:
    """An event in words, with what made it; `more` are of the same kind, made by the same."""
    dice = ", ".join(f"{die.purpose} d{die.sides} = {die.face}" for die in told.dice)
    why = ", ".join(f"{row.label} {row.amount:+d} ({row.clause})" for row in told.because)
    made = "; ".join(part for part in (dice, why) if part)
    said = "; ".join(one.sentence() for one in (told, *more))
    return f"{said}{f' [{made}]' if made else ''} ({told.event.clause})"
