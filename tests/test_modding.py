"""The guide for those who make packs says what is so: its commands work in their order, and its examples are sound."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from fireteam.cli import run
from tests.games.ttt.test_tiled import ROWS, tmx

GUIDE = (Path(__file__).parent.parent / "docs" / "modding.md").read_text(encoding="utf-8")
COMMANDS = [re.split(r" {3,}", line.strip())[0] for line in GUIDE.splitlines() if line.startswith("    fireteam ")]
BLOCKS = re.findall(r"```yaml\n(.*?)```", GUIDE, re.S)
ASKING = "fireteam ttt piece --into mypack"  # asks, and so wants a terminal


def test_every_command_of_the_guide_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(["content", "new", "--game", "ttt", "town"])
    Path("sketch.txt").write_text("...\n.w.\n...\n")
    Path("village.tmx").write_text(tmx([row[:2] + [1] for row in ROWS[:2]] + [[2, 0, 1]]).replace('"#"', '"woods"'))
    assert len(COMMANDS) > 10 and ASKING in COMMANDS
    for command in COMMANDS:
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        assert run(shlex.split(command)[1:]) == (2 if command == ASKING else 0), command
        if "village --into" in command:
            Path("mypack/boards.yaml").write_text(Path("mypack/boards.yaml").read_text().replace("village", "hamlet"))


def test_every_example_of_the_guide_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "id: mypack ": "mypack/pack",
        "add_to:": "mypack/pieces",
        "- id: mypack_yard": "mypack/boards",
        "- {id: arms_carbine": "arms/more_catalogue",
        "- {id: arms_drilled": "arms/abilities",
        "- id: arms_breachers": "arms/clans",
        "- id: arms_server": "arms/more_options",
        "won:": "arms/constants",
        "- id: valley_scouts": "valley/more_bands",
        "- {id: valley_hedge": "valley/terrain",
        "- {id: valley_musket": "valley/more_weapons",
        "- id: valley_ford": "valley/more_scenarios",
        "combat: {": "harbour/game",
        "- {id: harbour_skiff": "harbour/vehicles",
        "- id: harbour_watch": "harbour/forces",
        "- id: harbour_chase": "harbour/more_scenarios",
    }
    assert len(BLOCKS) == len(files)
    run(["content", "new", "--game", "ttt", "town"])
    run(["content", "new", "--game", "tps", "arms"])
    run(["content", "new", "--game", "gunplay", "valley"])
    run(["content", "new", "--game", "fs3", "harbour"])
    run(shlex.split(next(command for command in COMMANDS if "chart new" in command))[1:])
    Path("arms/catalogue.yaml").unlink()  # the guide shows the same weapon
    Path("mypack").mkdir()
    for block in BLOCKS:
        (file,) = (file for start, file in files.items() if block.startswith(start))
        Path(f"{file}.yaml").write_text(block)
    assert run(["content", "check", "town", "mypack"]) == 0
    assert run(["content", "check", "arms"]) == 0
    assert run(["content", "check", "valley"]) == 0
    assert run(["content", "check", "harbour"]) == 0
