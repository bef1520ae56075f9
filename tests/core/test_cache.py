"""Compiled code on disk: never one game's code on another's state, never the code of an older source."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fireteam.core.engine import code_cache
from tests.processes import run

ASK = """
import sys, importlib
from fireteam.core.run import is_at_decision
for name in sys.argv[1:]:
    game = importlib.import_module(f"tests.games.{name}").GAME
    print(name, is_at_decision(game.make_setting(next(iter(game.scenarios(())))).opening[0]))
print("compiled", sum(is_at_decision.stats.cache_misses.values()))
"""


@pytest.mark.heavy
def test_two_games_compiled_apart_into_one_folder_are_loaded_together_rightly(tmp_path: Path) -> None:
    """Whoever runs gets its own: in the yard somebody is to run; by the river a chest is to be hidden first."""
    here = {"FIRETEAM_JIT": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    assert run("-c", ASK, "gauntlet", **here).splitlines() == ["gauntlet True", "compiled 1"]
    assert run("-c", ASK, "stones", **here).splitlines() == ["stones False", "compiled 1"]
    for order in (("gauntlet", "stones"), ("stones", "gauntlet")):
        lines = run("-c", ASK, *order, **here).splitlines()
        assert sorted(lines) == ["compiled 0", "gauntlet True", "stones False"]


PEEK = """
import sys
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import blank

class Front:
    x: int
    y: int

class Back:
    y: int
    x: int

@compiled
def peek(state):
    return state.x

for name in sys.argv[1:]:
    states = blank({"front": Front, "back": Back}[name])
    states[0].x, states[0].y = 1, 2
    print(name, peek(states[0]), *(each.fndesc.mangled_name for each in peek.overloads.values()))
"""


@pytest.mark.heavy
def test_records_compiled_alike_in_processes_apart_have_names_of_their_own(tmp_path: Path) -> None:
    """Numba by itself names compiled code by a count of the types of its process: here both counts are the same."""
    (tmp_path / "peek.py").write_text(PEEK)
    here = {"FIRETEAM_JIT": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    front, back = (run(str(tmp_path / "peek.py"), name, **here).split() for name in ("front", "back"))
    assert (front[:2], back[:2]) == (["front", "1"], ["back", "1"])
    assert front[2] != back[2]
    together = run(str(tmp_path / "peek.py"), "front", "back", **here).split()
    assert together == [*front, "back", "1", front[2], back[2]]


WHOLE = """
from fireteam.core.engine.compiled import compiled, compiled_as_whole

@compiled
def steps_to_one(number, rate):
    if number == 1:
        return 0
    if number % 2 == 0:
        return 1 + steps_to_one(number // 2, rate)
    return steps_to_one(number * rate + 1, rate) + 1

@compiled_as_whole
def steps_of_two(one, other):
    return steps_to_one(one, 3) + steps_to_one(other, 3)

@compiled
def steps_at_rate(number, rate):
    return steps_to_one(number, rate)

print(steps_of_two(27, 97), steps_at_rate(16, 5), steps_at_rate(32, 7))
"""


def test_what_one_program_makes_of_a_function_is_never_given_to_other_callers(tmp_path: Path) -> None:
    """In the whole program the rate is 3 and no argument any more; who calls by the same name passes one."""
    (tmp_path / "whole.py").write_text(WHOLE)
    here = {"FIRETEAM_JIT": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    for _ in range(2):  # compiled, then loaded
        assert run(str(tmp_path / "whole.py"), **here).split() == ["229", "4", "5"]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of two small sources."""
    for name in ("core/engine/run.py", "games/toy/rules/turn.py", "bots/greedy.py", "sim/run.py"):
        (tmp_path / "src" / name).parent.mkdir(parents=True)
        (tmp_path / "src" / name).write_text("pass\n")
    monkeypatch.setattr(code_cache, "SOURCES", tmp_path / "src")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("FIRETEAM_SOURCES", str(tmp_path / "more"))
    return tmp_path


def folder() -> Path:
    return code_cache.folder_for("0.1")


def test_the_folder_stays_while_nothing_changes(house: Path) -> None:
    assert folder() == folder()
    assert folder().parent == house / "cache" / "fireteam" / "compiled"
    assert folder().is_dir()


@pytest.mark.parametrize(
    "name",
    [
        "src/core/engine/run.py",
        "src/games/toy/rules/turn.py",
        "src/bots/greedy.py",
        "src/sim/run.py",
        "more/tests_own_game.py",
    ],
)
def test_an_edit_of_any_source_compiles_anew(house: Path, name: str) -> None:
    """Numba alone looks at the file of the function that is called, not at the files of what it calls."""
    before = folder()
    (house / name).parent.mkdir(parents=True, exist_ok=True)
    (house / name).write_text("pass  # edited\n")
    assert folder() != before


def test_another_numba_compiles_anew(house: Path) -> None:
    assert code_cache.folder_for("0.1") != code_cache.folder_for("0.2")


def test_old_folders_go_the_newest_stay(house: Path) -> None:
    found = []
    for n in range(code_cache.MAX_FOLDERS + 2):
        (house / "src" / "core" / "play.py").write_text(f"pass  # {n}\n")
        found.append(folder())
        os.utime(found[-1], (n, n))
    assert [path.exists() for path in found][2:] == [True] * code_cache.MAX_FOLDERS
    assert not found[0].exists()


def test_a_home_that_cannot_be_written_is_no_error(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (house / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(house / "file"))
    assert not folder().exists()
