"""The roster in lines: groups, who is awaited, sealed choices, and lines that fit."""

from __future__ import annotations

import re

from msgspec.structs import replace

from fireteam.core.protocol.scene import Odds, Roster, RosterRow, Scene
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.terminal.draw.roster import odds_lines, status_lines
from tests.terminal.screen_pilot import ScreenPilot, play_on_screen
from tests.terminal.scripted_terminal import Terminal

ROWS = (
    RosterRow("anna", 0, 1, "Anna", ("Rifle 20/20", ".....", "", ""), "team 1"),
    RosterRow("ben", 1, 1, "Ben", ("A light machine gun on its bipod 100/100", "KO", "", ""), "team 1", is_down=True),
    RosterRow("rob", 2, 2, "Rob", ("Pistol 3/10", "XX...", "attack", "Anna"), "team 2"),
)
SCENE = Scene("A fight", 1, 1, (), (), (), roster=Roster(("Weapon", "Damage", "Action", "Target"), ROWS, 2))


def test_roster_in_groups() -> None:
    """A line each under the team; a question mark for who has not chosen, a sealed choice where the action stands."""
    lines = status_lines(SCENE, {2}, {0: "attack rob burst=yes"}, 120)
    assert [line for line in lines if line.endswith(":")] == ["team 1:", "team 2:"]
    assert lines[0].split() == ["who", "weapon", "damage", "action", "target"]
    anna, rob = lines[2], lines[5]
    assert "attack rob burst=yes" in anna
    assert rob.startswith("?  Rob")
    assert rob.split()[-2:] == ["attack", "Anna"]


def test_roster_fits() -> None:
    """What is too long is cut, the longest first."""
    lines = status_lines(SCENE, (), {}, 60)
    assert max(map(len, lines)) <= 60
    assert "…" in lines[3]
    assert "KO" in lines[3]


def test_roster_says_what_its_signs_mean() -> None:
    """In lines that fit, after everybody."""
    lines = status_lines(replace(SCENE, legend=("XX...: an X for each 20 that wounds take.",)), (), {}, 30)
    assert lines[-2:] == ["XX...: an X for each 20 that", "wounds take."]
    scene = spar().setting.game.scene(spar().setting, spar().state)
    assert scene.legend[0].startswith("Damage XX...: ")


def test_no_roster() -> None:
    """A game without one has no lines."""
    assert status_lines(Scene("A board", 1, 1, (), (), ()), (), {}, 80) == []


def test_odds_of_what_waits() -> None:
    """All in one list, in the order of the roster; who decides without dice is left out."""
    hits, falls = Odds("wounds Rob", "1/2", 0.5), Odds("knocks Rob out", "1/8", 0.125)
    lines = odds_lines(SCENE, {2: (falls,), 1: (), 0: (hits, falls)}, 80)
    assert lines == [
        "odds of what waits:",
        "  Anna: wounds Rob 50%, knocks Rob out 12.5%",
        "  Rob: knocks Rob out 12.5%",
    ]
    assert odds_lines(SCENE, {1: ()}, 80) == []


def spar() -> Match:
    """Two who spar, ordered for by one person."""
    return Match(find_game("fs3").make_setting("sparring"), [Seat("kim", 0b11)], secret_of_seed(3))


def test_sealed_choices_are_weighed_in_lines_and_on_the_screen() -> None:
    """What one has ordered for Anna waits for Ben's order: the roster has its odds, those told before it was given."""
    terminal = Terminal("anna: attack ben", "roster", "quit")
    assert terminal.play(spar()) == 0
    assert re.search(r"odds of what waits:\n  Anna: wounds Ben 68\.1%", terminal.text)

    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("anna: attack ben")
        seen.play_screen.action_pieces()
        await seen.wait_until(lambda: "odds of what waits:" in seen.text)
        assert "Anna: wounds Ben 68.1%" in seen.text

    play_on_screen(spar(), do, size=(120, 40))
