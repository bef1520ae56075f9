"""A command line, run in this process."""

from __future__ import annotations

import io
import sys

import pytest

from fireteam.cli import run


@pytest.fixture
def fireteam(monkeypatch, capsys):
    """Run a command line with typed lines as input: exit code, stdout, stderr."""

    def call(*words: str, typed: str | io.StringIO = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        code = run(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call
