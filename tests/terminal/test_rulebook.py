"""Clauses are found by their ids, in small letters or capitals."""

from __future__ import annotations

import pytest

from fireteam.cli import run
from fireteam.terminal.rulebook import find_clause


@pytest.mark.parametrize("word", ["FS3-22.27a", "fs3-22.27A", "22.27a"])
def test_a_clause_whose_id_ends_in_a_letter_is_found(word: str) -> None:
    assert find_clause("fs3", word).id == "FS3-22.27a"


def test_the_command_finds_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "fs3-22.27a"]) == 0
    assert "FS3-22.27a" in capsys.readouterr().out
    assert run(["rules", "22.27a"]) == 2
    assert "write: fireteam rules FS3-22.27A" in capsys.readouterr().err
