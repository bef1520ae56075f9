"""What a change makes stale, how sources are cut into functions, and what a recorded run writes down."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from tests.reach import map as maps
from tests.reach import sources
from tests.reach.__main__ import choose
from tests.reach.map import Changed, Entry, Map, is_test_file
from tests.reach.sources import Source, read_source
from tests.reach.start.fireteam_marking import marked

RULES = """
    from ..core import dice

    WIDE = 3

    @rule("TTT-6.3", "TTT-6.4")
    def move(state):
        \"\"\"Move.\"\"\"
        def within():
            return 1
        return within() + WIDE

    class Piece:
        def turn(self):
            return 2

    if JIT:
        def compiled():
            return 3
"""
PATH = "src/fireteam/games/a/rules.py"
CONTENT = "src/fireteam/games/a/names.py"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of its own."""
    for module in (sources, maps):
        monkeypatch.setattr(module, "ROOT", tmp_path)
        monkeypatch.setattr(module, "SOURCE", tmp_path / "src" / "fireteam")
    write(tmp_path, PATH, RULES)
    write(tmp_path, CONTENT, "FIRST = 'red'")
    write(tmp_path, "src/fireteam/games/a/view.py", "from .names import FIRST\ndef show(): return FIRST")
    write(tmp_path, "tests/games/a/test_rules.py", "from tests.games.a.board import BOARD")
    write(tmp_path, "tests/games/a/board.py", "BOARD = 1")
    write(tmp_path, "tests/games/a/conftest.py", "")
    write(tmp_path, "tests/match/test_match.py", "import fireteam.games.a.names")
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(dedent(text), encoding="utf-8")


def known() -> Map:
    """A map of that tree: one test enters `move`, one proves its clause, one enters `show`, one `Piece.turn`."""
    made = Map()
    made.look()
    made.names = [f"{PATH}::move", f"{PATH}::Piece.turn", "src/fireteam/games/a/view.py::show"]
    made.tests = {
        "tests/games/a/test_rules.py::moves": Entry(1.0, (), (0,)),
        "tests/games/a/test_rules.py::proves": Entry(1.0, ("TTT-6.4",), ()),
        "tests/games/a/test_rules.py::turns": Entry(1.0, (), (1,)),
        "tests/match/test_match.py::shows": Entry(1.0, (), (2, 1)),
    }
    made.files = set()
    return made


def stale(made: Map) -> set[str]:
    made.look()
    return {test.rpartition("::")[2] for test in made.stale}


def test_a_file_is_cut_into_its_functions(root: Path) -> None:
    source = read_source(root / PATH)
    assert source.order == ("move", "move.within", "Piece.turn")
    assert source.clauses == {"move": ("TTT-6.3", "TTT-6.4")}
    assert {"fireteam.games.core", "fireteam.games.core.dice"} <= set(source.imports)


def test_comments_change_nothing_and_a_body_changes_its_function_alone(root: Path) -> None:
    old = read_source(root / PATH)
    write(root, PATH, RULES.replace("return 2", "return 2  # two"))
    assert parts(read_source(root / PATH, old)) == parts(old)
    write(root, PATH, RULES.replace("return 2", "return 4"))
    new = read_source(root / PATH)
    assert new.rest == old.rest
    assert {name for name in new.functions if new.functions[name] != old.functions[name]} == {"Piece.turn"}


def parts(source: Source) -> tuple[dict[str, str], str]:
    return source.functions, source.rest


def test_what_enters_a_changed_function_is_stale_and_what_proves_its_clauses(root: Path) -> None:
    made = known()
    assert stale(made) == set()
    write(root, PATH, RULES.replace("return within()", "return -within()"))
    assert stale(made) == {"moves", "proves"}


def test_what_enters_a_file_is_stale_when_something_outside_of_functions_changes(root: Path) -> None:
    made = known()
    write(root, PATH, RULES.replace("WIDE = 3", "WIDE = 4"))
    assert stale(made) == {"moves", "turns", "shows"}


def test_a_file_without_functions_concerns_those_that_import_it(root: Path) -> None:
    made = known()
    write(root, CONTENT, "FIRST = 'blue'")
    assert stale(made) == {"shows"} and made.files == {"tests/match/test_match.py"}


def test_a_function_that_has_gone_concerns_who_entered_it(root: Path) -> None:
    made = known()
    write(root, "src/fireteam/games/a/view.py", "from .names import FIRST")
    assert "shows" in stale(made)


@pytest.mark.parametrize("name", ["tests/games/a/test_rules.py", "tests/games/a/board.py", "tests/games/a/conftest.py"])
def test_a_changed_test_runs_and_so_do_those_that_use_a_changed_helper(root: Path, name: str) -> None:
    made = known()
    write(root, name, "# other\nX = 1")
    made.look()
    assert made.files == {"tests/games/a/test_rules.py"}


def test_content_of_a_game_concerns_the_tests_of_the_game(root: Path) -> None:
    made = known()
    write(root, "src/fireteam/games/a/RULES.md", "A clause.")
    made.look()
    assert made.files == {"tests/games/a/test_rules.py"}


def test_what_stays_stale_is_known_the_next_time(root: Path) -> None:
    made = known()
    write(root, PATH, RULES.replace("return 2", "return 4"))
    assert stale(made) == {"turns", "shows"} == stale(made)


def test_a_test_file_that_has_gone_is_forgotten(root: Path) -> None:
    made = known()
    (root / "tests/match/test_match.py").unlink()
    made.look()
    assert [test for test in made.tests if "match" in test] == [] and made.files == set()


def test_those_that_enter_least_else_are_chosen_within_the_work_that_is_allowed() -> None:
    made = Map(tests={name: Entry(10.0, (), (1,) * count) for name, count in (("wide", 9), ("near", 1), ("mid", 4))})
    made.stale = set(made.tests)
    assert choose(made, 25.0) == (["near", "mid"], 1)
    assert choose(made, None) == (["near", "mid", "wide"], 0)
    assert choose(made, 1.0) == (["near"], 2), "one at least"


def test_tests_that_start_whole_programs_are_chosen_by_their_inputs() -> None:
    assert is_test_file("tests/core/test_rows.py")
    assert not is_test_file("tests/core/test_jit_parity.py") and not is_test_file("tests/web/test_table.py")
    assert not is_test_file("src/fireteam/test_a.py") and not is_test_file("tests/core/rows.py")


def test_a_function_marks_that_it_is_entered_and_keeps_its_lines_and_its_docstring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marks, source = bytearray(3), dedent(RULES.replace("from ..core import dice", '"""A module."""'))
    asked: list[str] = []
    marking = SimpleNamespace(marks_of=lambda path: asked.append(path) or marks)
    monkeypatch.setitem(sys.modules, "fireteam_marking", marking)  # type: ignore[arg-type]
    names: dict[str, Any] = {"rule": lambda *_: lambda function: function, "JIT": False}
    exec(compile(marked(source.encode(), "/a.py"), "/a.py", "exec"), names)
    assert asked == ["/a.py"] and names["__doc__"] == "A module."
    assert marks == bytes(3)
    assert names["move"](None) == 4 and marks == b"\1\1\0"
    assert names["move"].__doc__ == "Move." and names["move"].__code__.co_firstlineno == 6


def test_a_recorded_run_writes_down_what_its_tests_enter() -> None:
    made = Map()
    made.look()
    made.files = set()
    assert made.record(["-n", "0", "-p", "no:cacheprovider", "tests/core/test_rows.py"]) == 0
    entered = {made.names[number] for entry in made.tests.values() for number in entry.entered}
    assert made.tests and all(test.startswith("tests/core/test_rows.py::") for test in made.tests)
    assert any(name.startswith("src/fireteam/core/") for name in entered)
    assert not any(name.startswith("src/fireteam/server/tables/") for name in entered)


def test_changed_needs_no_map_of_a_file_that_is_new(root: Path) -> None:
    made = known()
    write(root, "src/fireteam/games/a/new.py", "def f(): return 1")
    found = Changed(made, {name: read_source(root / name) for name in maps.python_files()}, {})
    assert found.tests == set() and "src/fireteam/games/a/new.py::f" in found.words
