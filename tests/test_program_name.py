"""A command that somebody is told can be typed as it stands."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fireteam.program_name import program_name


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "my env" / "bin" / "fireteam"
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("here", "word"), [("my env", "bin/fireteam"), (".", "'my env/bin/fireteam'"), ("elsewhere", None)]
)
def test_it_is_the_path_from_here(program, tmp_path, monkeypatch, here, word):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / here)
    monkeypatch.setattr(sys, "argv", [str(program)])
    program_name.cache_clear()
    assert program_name() == (word or f"'{program}'")


def test_it_is_the_name_where_the_shell_finds_that(program, monkeypatch):
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PATH", str(program.parent))
    program_name.cache_clear()
    assert program_name() == "fireteam"


@pytest.fixture(autouse=True)
def forget():
    yield
    program_name.cache_clear()
