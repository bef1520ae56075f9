"""A run of all tests leaves out the groups whose inputs are those with which they last passed, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import inputs
from tests.inputs import GROUPS, Group, digest_of, group_of, note_passed, unchanged
from tests.whole_run import LEFT_OUT, WholeRun, is_left_out

SITE = {"site": Group(("tests/docs",), ("docs", "README.md")), "page": Group(("tests/web",), ("web",))}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of two groups."""
    monkeypatch.setattr(inputs, "ROOT", tmp_path)
    monkeypatch.setattr(inputs, "PASSED", tmp_path / ".pytest_cache" / "inputs.json")
    monkeypatch.setattr(inputs, "GROUPS", SITE)
    monkeypatch.setattr(inputs, "COMMON", ())
    monkeypatch.setenv(LEFT_OUT, "[]")
    for name in ("docs/play.md", "README.md", "tests/docs/test_pages.py", "web/app.ts", "web/node_modules/a.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    return tmp_path


def passed(run: WholeRun, *failed: str) -> None:
    for name in ("tests/docs/test_pages.py", "tests/web/test_table.py"):
        has_failed = name in failed
        report: Any = SimpleNamespace(
            nodeid=f"{name}::t", duration=1.0, when="call", failed=has_failed, passed=not has_failed
        )
        run.pytest_runtest_logreport(report)
    run.pytest_sessionfinish(pytest.ExitCode.TESTS_FAILED if failed else pytest.ExitCode.OK)


def test_files_and_folders_of_every_group_are_there() -> None:
    for group in GROUPS.values():
        assert [name for name in (*group.tests, *group.inputs) if not (inputs.ROOT / name).exists()] == []


@pytest.mark.parametrize("name", ["docs/play.md", "README.md", "tests/docs/test_pages.py", "docs/new.md"])
def test_a_group_is_left_out_until_something_that_it_looks_at_changes(root: Path, name: str) -> None:
    passed(WholeRun(False, False))
    assert set(unchanged()) == {"site", "page"}
    (root / name).write_text("2")
    assert set(unchanged()) == {"page"}


def test_what_is_made_from_the_inputs_changes_nothing(root: Path) -> None:
    before = digest_of("page")
    (root / "web/node_modules/a.js").write_text("2")
    assert digest_of("page") == before
    (root / "web/app.ts").rename(root / "web/other.ts")
    assert digest_of("page") != before


def test_a_group_that_failed_runs_again_and_one_that_passed_beside_it_does_not(root: Path) -> None:
    passed(WholeRun(False, False), "tests/web/test_table.py")
    run = WholeRun(False, False)
    assert is_left_out(root / "tests/docs/test_pages.py") and not is_left_out(root / "tests/web/test_table.py")
    assert not is_left_out(root / "tests/core/test_rows.py")
    passed(run)
    assert set(unchanged()) == {"site", "page"}


def test_a_group_of_which_nothing_ran_is_not_left_out(root: Path) -> None:
    run = WholeRun(False, False)
    report: Any = SimpleNamespace(nodeid="tests/docs/test_pages.py::t", duration=0.0, when="setup", failed=False)
    report.passed = True  # its set-up, and then it was skipped
    run.pytest_runtest_logreport(report)
    run.pytest_sessionfinish(pytest.ExitCode.OK)
    assert unchanged() == {}


def test_an_interrupted_run_says_nothing_and_a_heavy_one_leaves_out_nothing(root: Path) -> None:
    WholeRun(False, False).pytest_sessionfinish(pytest.ExitCode.INTERRUPTED)
    assert unchanged() == {}
    passed(WholeRun(True, False))
    WholeRun(True, False)
    assert not is_left_out(root / "tests/docs/test_pages.py")


def test_inputs_are_those_at_the_start_of_the_run(root: Path) -> None:
    run = WholeRun(False, False)
    (root / "docs/play.md").write_text("edited while the tests ran")
    passed(run)
    assert set(unchanged()) == {"page"}


def test_a_record_that_cannot_be_read_leaves_out_nothing(root: Path) -> None:
    note_passed({"site": digest_of("site")})
    inputs.PASSED.write_text("{")
    assert unchanged() == {}
    note_passed({"site": digest_of("site")})
    assert json.loads(inputs.PASSED.read_text()) == {"site": digest_of("site")}


def test_a_file_belongs_to_the_group_that_holds_its_folder(root: Path) -> None:
    assert group_of(root / "tests/web/deep/test_a.py") == "page" and group_of(root / "tests/webs/test_a.py") is None
