"""Positions that somebody wrote, and content that changes during a fight."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fireteam.core.dice import live
from fireteam.core.errors import BadNotation
from fireteam.core.protocol.events import new_log
from fireteam.core.run import run_to_decision
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.state import READY
from fireteam.match.dice import secret_of_seed
from fireteam.match.hot_reload import HotReload
from fireteam.match.match import Match
from fireteam.match.record import Seat

from .packs import YARD, write_pack


def opened(scenario: str = "shuttle_run") -> str:
    """A position at the first orders."""
    at = GAME.make_setting(scenario, {})
    states = at.opening.copy()
    run_to_decision(states[0], at.tables[0], live(7)[0], new_log()[0])
    return GAME.write_position(at, states)


def test_a_position_comes_back() -> None:
    _, states = GAME.read_position(opened())
    assert states[0].turn == 1 and states[0].combatants[0].status == READY


@pytest.mark.parametrize(
    ("part", "word"),
    [
        ("owing=65536", "owing"),
        ("combatants.0.being=40", "being"),
        ("combatants.1.weapons.0=60", "weapons"),
        ("combatants.2.armour=31", "armour"),
        ("combatants.2.hand=3", "hand"),
        ("combatants.0.vehicle=12", "vehicle"),
        ("combatants.0.captive=4", "captive"),
        ("combatants.9.status=1", "combatants.9"),
        ("vehicles.5.type=9", "vehicles.5"),
        ("phase=2", "phase"),
        ("penalties.1=5", "penalties.1=5: its wounds take 0"),
    ],
)
def test_what_cannot_be_is_refused_by_its_part(part: str, word: str) -> None:
    name = part.partition("=")[0]
    line = " ".join(each for each in opened().split() if not each.startswith(f"{name}="))
    with pytest.raises(BadNotation, match=word):
        GAME.read_position(f"{line} {part}")


def test_a_fight_goes_on_when_its_content_changes(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, scenarios=[YARD], game={"combat": {"cover_chance": 50}})
    setting = GAME.make_setting("mine", {}, [str(pack)])
    match = Match(setting, (Seat("mia", 0b11, "person"),), secret_of_seed("first"))
    reload = HotReload("fs3", [pack], lambda: secret_of_seed("next"))
    for file, value, told in (
        ("game.yaml", {"combat": {"cover_chance": 60}}, "numbers of the game"),
        ("scenarios.yaml", [{**YARD, "walls": [[20, 20, 2, 2]]}], "scenario mine"),
    ):
        (pack / file).write_text(json.dumps(value))
        at = (pack / file).stat().st_mtime_ns + 1_000_000
        os.utime(pack / file, ns=(at, at))
        report = reload.poll(match)
        assert report and report.match and told in report.lines[0] and "goes on" in report.lines[0]
        match = report.match
    assert match.setting.tables[0].options.cover_chance == 60 and match.setting.tables[0].terrain.n == 1
    assert match.state[0].turn == 1
