"""Answers of seats to what was proposed last in a match."""

from __future__ import annotations

from fireteam.match.match import Match
from fireteam.match.record import Record


def answer_last(match: Match, name: str, agrees: bool) -> Record | None:
    """A seat answers the proposal that was made last."""
    return match.consent.answer(name, match.ledger.proposals.last, agrees)
