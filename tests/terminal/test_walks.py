"""Third Person Shooter is walked ahead on the table as any other game of counts: TPS-9.4, TPS-9.13."""

from __future__ import annotations

import pytest

from fireteam.core.space.units import STEPS
from fireteam.match.autowalk.walks import Walks
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from tests.terminal.screen_pilot import ScreenPilot, play_on_screen
from tests.terminal.scripted_terminal import Terminal


@pytest.fixture
def depot() -> Match:
    """One against one who does nothing, as the counts begin."""
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1"})
    match = Match(setting, [Seat("U1", 1), Seat("U2", 2, "absent")], secret_of_seed(1))
    for slot, lines in enumerate((("buy -", "call sidearm"), ("buy -", "call sidearm"))):
        match.plan(f"U{slot + 1}", lines, slot)
    return match


def test_a_walk_goes_round_walls_count_by_count(depot):
    async def do(seen: ScreenPilot) -> None:
        assert "Enter walks there" in seen.pane("bar")
        await seen.type_line("2,21.5")
        await seen.wait_until(lambda: "Enter: walk towards 2,21.5: 10 counts" in seen.pane("bar"))
        assert all(count in seen.board for count in ("4", "8", "10"))
        await seen.press("enter")
        assert "count 10" in seen.pane("log") and "U1 moves to" in seen.pane("log")
        assert seen.notices.count("Chosen; it stays sealed until all have.") == 0

    play_on_screen(depot, do, (110, 34))
    unit = depot.state[0].units[0]
    assert unit.x < 6 * STEPS and unit.y > 20 * STEPS


def test_a_walk_in_lines(depot):
    terminal = Terminal("walk 11,15", "quit")
    assert terminal.play(depot) == 0
    text = " ".join(terminal.text.split())
    assert "U1 walks to 11,15: 3 counts. By the way: 9.5,15 after count 1, 10.5,15 after count 2" in text
    assert "count 4 of 10" in text and int(depot.state[0].units[0].x) == 11 * STEPS


def test_go_is_to_walk_where_nothing_else_begins_so(depot):
    terminal = Terminal("go 11,15", "quit")
    assert terminal.play(depot) == 0
    assert "U1 walks to 11,15: 3 counts" in " ".join(terminal.text.split())


def crossed() -> Match:
    """U1 may walk along y = 15, and U2 steps into its way on the second count."""
    setting = find_game("tps").make_setting("de_depot", {"teams": "2v1"})
    match = Match(setting, [Seat("U1", 1), Seat("U2", 2, "absent"), Seat("U3", 4, "absent")], secret_of_seed(1))
    for slot in range(3):
        match.plan(f"U{slot + 1}", ("buy -", "call sidearm"), slot)
    one, two = match.state[0].units[0], match.state[0].units[1]
    one.x, one.y, two.x, two.y = 9 * STEPS, 15 * STEPS, 12 * STEPS, 16_800_000
    match.plan("U2", ("move 0,-1", "move 0,-1", *("stay",) * 8), 1)
    match.plan("U3", ("stay",) * 10, 2)
    return match


def test_who_walks_is_told_who_was_in_the_way():
    terminal = Terminal("walk 17,15", "quit")
    assert terminal.play(crossed()) == 0
    assert "* The walk of U1 to 17,15 ends at 11.02,15: U2 is in the way." in terminal.text


def test_how_a_walk_ended_is_known_until_its_slot_chooses_again():
    match = crossed()
    afoot, seat = Walks(match), match.seat("U1")
    path = afoot.path(seat, 0, (17.0, 15.0))
    assert path is not None
    afoot.begin(seat, 0, path)
    afoot.update()
    for _ in range(2):
        assert "U2 is in the way" in afoot.end_sentence(0) and afoot.end_sentence(1) == ""
    match.act("U1", "stay", 0)
    assert afoot.end_sentence(0) == ""
