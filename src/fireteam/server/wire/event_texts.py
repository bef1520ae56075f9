"""Rows of what happened, as frames tell them, in words. The page has the same in `eventTexts.ts`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...core.protocol.sentences import fill
from .item_rows import DIE, MODIFIER
from .messages import Dictionary


def event_texts(
    rows: Iterable[Any], dictionary: Dictionary, texts: Callable[[int, Sequence[Any]], Iterable[str]]
) -> list[dict[str, Any]]:
    """Return rows as EventTexts. Dice and modifiers that no event follows belong to the last one.

    Args:
        rows: `[-1, purpose, sides, face ...]`, `[-2, reason, amount]`, `[event, cell ...]`, or an EventText.
        dictionary: what their numbers are of.
        texts: returns a text for each field of an event, by its number and its cells.
    """
    found: list[dict[str, Any]] = []
    dice: list[dict[str, Any]] = []
    because: list[dict[str, Any]] = []
    for row in rows:
        if isinstance(row, dict):
            found.append(row)
        elif row[0] == DIE:
            purpose = dictionary.purposes[row[1]]
            dice += [{"purpose": purpose, "sides": row[2], "face": face} for face in row[3:]]
        elif row[0] == MODIFIER:
            label, clause = dictionary.reasons[row[1]]
            because.append({"label": label, "clause": clause, "amount": row[2]})
        else:
            form = dictionary.events[row[0]]
            words = dict(zip((name for name, _ in form.fields), texts(row[0], row[1:]), strict=True))
            found.append(
                {
                    "says": fill(form.story, words),
                    "clause": form.clause,
                    "dice": dice,
                    "because": because,
                    "closing": form.closing,
                    "heading": form.heading,
                }
            )
            dice, because = [], []
    if found and (dice or because):
        found[-1]["dice"] += dice
        found[-1]["because"] += because
    return found
