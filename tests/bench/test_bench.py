"""The bench runs, with its peers and without them, and says which are missing."""

from __future__ import annotations

import sys

import pytest

from bench.__main__ import QUESTIONS, main
from bench.measure import Answer, at_least
from bench.report import page


@pytest.mark.heavy
def test_a_quick_run_asks_every_question_without_its_peers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setitem(sys.modules, "icepool", None)
    monkeypatch.setattr("bench.node_peers.packages_path", lambda peer: None)  # nothing is fetched by a test
    assert main(["--quick"]) == 0
    said = capsys.readouterr()
    assert said.out.count("\n## ") + 1 == len(QUESTIONS)
    assert "skipped: open-spiel is not installed" in said.err
    assert "skipped: icepool is not installed" in said.err


def test_a_question_that_there_is_none_of_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["poker"]) == 2
    assert capsys.readouterr().err.startswith("the bench has no poker; it has playouts, ")


def test_a_page_tells_which_figures_are_met() -> None:
    figures = [at_least("this", 3.14, 2), at_least("that", 1.41, 2)]
    told = page([Answer("Title", "What was compared.", ("what", "found"), [("steps", "7")], figures)])
    assert "| this | 3.14 times | at least 2 times | met |" in told
    assert "| that | 1.41 times | at least 2 times | not met |" in told
    assert "## Title\n\nWhat was compared.\n\n| what | found |\n| --- | --- |\n| steps | 7 |" in told
