"""`fireteam forecast`: from an opening, a position or a match file; a goal and its dials; what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.cli import forecast as command
from fireteam.cli import run
from fireteam.core.game import Game
from fireteam.match.dice import secret_of_seed
from fireteam.match.load import save
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from tests.games import tug
from tests.heavy.settings import factor

TTT = ["forecast", "ttt", "--option", "force=preset", "--red", "random", "--blue", "random"]


@pytest.fixture
def tugs(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr("fireteam.registry.find_game", lambda name: tug.GAME)
    return tug.GAME


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run([*words]) == 0
    return capsys.readouterr().out


def test_a_forecast_is_told_in_lines_and_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, *TTT, "--until", "2", "--seed", "7")
    assert "2 endings (all random; seed 7)" in lines
    for part in ("red wins", "blue wins", "draws", "turns", "choices", "eliminated:"):
        assert part in lines
    found = json.loads(output_of(capsys, *TTT, "-n", "2", "--seed", "7", "--json"))
    assert (found["games"], found["seed"], list(found["wins"])) == (2, 7, ["red", "blue"])


def test_a_goal_is_reached_by_a_dial(capsys: pytest.CaptureFixture[str], tugs: Game) -> None:
    words = ["forecast", "tug", "--a", "random", "--b", "random", "--until", "100", "--seed", "1"]
    lines = output_of(capsys, *words, "--aim", "73", "--dial", "strength")
    assert "wanted: 73% for a; turned: strength (what side a gains a point with, in per cent)" in lines
    assert "best: strength 60, which meets the goal" in lines and lines.count("next: strength") == 2
    assert "best: strength 50" in output_of(capsys, *words, "--suggest")
    found = json.loads(output_of(capsys, *words, "--aim", "100%", "--limit", "shut out=0", "--turns", "9", "--json"))
    assert found["goal"] == {"side": "a", "chance": 1.0, "turns": 9.0, "limits": {"shut out": 0.0}}
    missed = output_of(capsys, *words, "--aim", "99", "--dial", "strength", "--turns", "9")
    assert "which misses the goal" in missed


def test_it_goes_on_from_a_position(capsys: pytest.CaptureFixture[str], tugs: Game) -> None:
    setting = tug.GAME.make_setting("field")
    states = setting.opening.copy()
    states[0].points[:] = 4, 4
    states[0].sleeve = 50
    line = tug.GAME.write_position(setting, states)
    bots = ["--a", "random", "--b", "random", "--seed", "1", "--until", "50", "--json"]
    assert json.loads(output_of(capsys, "forecast", "tug", "--position", line, *bots))["choices"]["mean"] == 1


def test_a_match_file_is_read_as_a_seat_knows_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game, file = find_game("ttt"), tmp_path / "a.match"
    setting = game.make_setting("besiege_the_bunker", {"force": "preset"})
    match = Match(setting, [Seat("red", 1), Seat("blue", 2)], secret_of_seed("s"))
    save(match, file)
    match.leave()
    bots = ["--red", "random", "--blue", "random", "--seed", "1", "-n", "2", "--json"]
    found = [
        output_of(capsys, "forecast", "ttt", "--file", str(file), *words, *bots)
        for words in ([], ["--as", "red"], ["--at", "0"])
    ]
    assert found[0] == found[1] == found[2]
    assert run(["forecast", "ttt", "--file", str(file), "--at", "9", *bots]) == 2
    assert run(["forecast", "ttt", "--file", str(file), "--as", "green", *bots]) == 1
    assert run(["forecast", "tps", "--file", str(file), "--until", "2"]) == 1
    assert "is a match of ttt, not of tps" in capsys.readouterr().err


def test_what_a_file_hides_is_hidden_but_from_who_may_see_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = tug.GAME.make_setting("field")
    states = setting.opening.copy()
    states[0].sleeve = 40
    match = Match(setting, [Seat("anna", 1), Seat("ben", 2), Seat("judge", referee=True)], secret_of_seed("s"), states)
    file = tmp_path / "tug.match"
    for module in ("load", "file.parse"):
        monkeypatch.setattr(f"fireteam.match.{module}.find_game", lambda name: tug.GAME)
    save(match, file)
    match.leave()
    sleeves = {
        seat: int(command._state_of_file(tug.GAME, file, None, seat, ())[1][0].sleeve)
        for seat in ("", "anna", "ben", "judge")
    }
    assert sleeves == {"": 0, "anna": 0, "ben": 40, "judge": 40}


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["--until", "1"], 1, "a forecast takes 2 to 1,000,000 games, not 1"),
        (["-j", "-1"], 2, "-j is a number of threads, from 0"),
        (["--suggest", "--aim", "50"], 2, "leave one of them out"),
        (["--dial", "x"], 2, "add --aim PERCENT or --suggest"),
        (["--aim", "many"], 2, "--aim is a number of per cent, or even"),
        (["--aim", "50"], 1, "no dials to turn here"),
        (["--file", "x.match"], 2, "leave those out"),
        (["--at", "3"], 2, "name it with --file"),
        (["--green", "random"], 2, "no option or seat --green"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], code: int, why: str
) -> None:
    assert run([*TTT, *words]) == code
    assert why in capsys.readouterr().err


@pytest.mark.heavy
@pytest.mark.skipif(factor() <= 1, reason="compiles a game once more: with FIRETEAM_HEAVY above 1")
def test_compiled_rules_foresee_what_plain_ones_do() -> None:
    """In processes of their own: what is compiled is decided when a process begins."""
    words = [sys.executable, "-c", "from fireteam.cli import main; main()", *TTT, "-n", "3", "--seed", "3", "--json"]
    told = [
        subprocess.run(
            words, env={**os.environ, "FIRETEAM_JIT": jit}, capture_output=True, text=True, check=True
        ).stdout
        for jit in ("0", "1")
    ]
    assert told[0] == told[1] and json.loads(told[0])["games"] == 3
