"""Twelve at a table: a match of the miniature game of bids, in memory or in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.match.dice import secret_of_seed
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import resume
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.games import bidding

REFEREE = "referee"


def bidding_match(scenario: str = "crowd", seed: int = 1, *seats: Seat) -> Match:
    """A match with a seat for each bidder, or these, and a referee."""
    setting = bidding.GAME.make_setting(scenario)
    table = seats or tuple(Seat(name, 1 << slot) for slot, name in enumerate(setting.players))
    return Match(setting, (*table, Seat(REFEREE, 1 << setting.referee, referee=True)), secret_of_seed(seed))


def register_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let match files of the miniature game be read."""
    for room in ("file.parse", "load"):
        monkeypatch.setattr(f"fireteam.match.{room}.find_game", {"crowd": bidding.GAME}.__getitem__)


def resume_match(match: Match, path: Path) -> Match:
    """The match as it is found again after a kill."""
    match.leave()
    return resume(read_match_file(path))
