"""Twelve at a table: a match of the miniature game of bids, in memory or in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.match.dice import seeded
from fireteam.match.match import Match
from fireteam.match.reading import read
from fireteam.match.record import Seat
from fireteam.match.saved import resume
from tests.games import crowd

REFEREE = "referee"


def bids(scenario: str = "crowd", seed: int = 1, *seats: Seat) -> Match:
    """A match with a seat for each bidder, or these, and a referee."""
    setting = crowd.setting(scenario)
    table = seats or tuple(Seat(name, 1 << slot) for slot, name in enumerate(setting.players))
    return Match(setting, (*table, Seat(REFEREE, 1 << setting.referee, referee=True)), seeded(seed))


def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let match files of the miniature game be read."""
    for room in ("reading", "saved"):
        monkeypatch.setattr(f"fireteam.match.{room}.find", {"crowd": crowd.GAME}.__getitem__)


def again(match: Match, path: Path) -> Match:
    """The match as it is found again after a kill."""
    match.leave()
    return resume(read(path))
