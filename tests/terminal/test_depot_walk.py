"""Third Person Shooter is walked ahead on the table as any other game of counts: TPS-9.4, TPS-9.13."""

from __future__ import annotations

import pytest

from fireteam.core.game import find
from fireteam.core.steps import STEPS
from fireteam.match.dice import seeded
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.terminal.playing import Seen, played
from tests.terminal.table import Terminal


@pytest.fixture
def depot() -> Match:
    """One against one who does nothing, as the counts begin."""
    setting = find("tps").setting("de_depot", {"teams": "1v1"})
    match = Match(setting, [Seat("U1", 1), Seat("U2", 2, "absent")], seeded(1))
    for slot, lines in enumerate((("buy -", "call sidearm"), ("buy -", "call sidearm"))):
        match.plan(f"U{slot + 1}", lines, slot)
    return match


def test_a_walk_goes_round_walls_count_by_count(depot):
    async def do(seen: Seen) -> None:
        assert "Enter walks there" in seen.pane("bar")
        await seen.type("2,21.5")
        await seen.until(lambda: "Enter: walk towards 2,21.5: 10 counts" in seen.pane("bar"))
        assert all(count in seen.board for count in ("4", "8", "10"))
        await seen.press("enter")
        assert "count 10" in seen.pane("log") and "U1 moves to" in seen.pane("log")
        assert seen.notices.count("Chosen; it stays sealed until all have.") == 0

    played(depot, do, (110, 34))
    unit = depot.state[0].units[0]
    assert unit.x < 6 * STEPS and unit.y > 20 * STEPS


def test_a_walk_in_lines(depot):
    terminal = Terminal("walk 11,15", "quit")
    assert terminal.play(depot) == 0
    text = " ".join(terminal.text.split())
    assert "U1 walks to 11,15: 3 counts. By the way: 9.5,15 after count 1, 10.5,15 after count 2" in text
    assert "count 4 of 10" in text and int(depot.state[0].units[0].x) == 11 * STEPS
