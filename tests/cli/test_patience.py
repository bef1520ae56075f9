"""What takes long in plain Python is begun again with compiled rules, unless somebody has said how rules are to run."""

from __future__ import annotations

from threading import Event, Timer
from threading import enumerate as enumerate_threads

import pytest

from fireteam.cli.patience import limited_patience
from fireteam.core.engine.code_cache import MODE_VARIABLE


@pytest.fixture
def plain_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "auto")


def test_what_takes_too_long_is_begun_again(plain_first):
    again = Event()
    with limited_patience(0.0, again.set):
        assert again.wait(60)


def test_what_is_answered_is_not_begun_again(plain_first):
    again = Event()
    with limited_patience(3600.0, again.set):
        pass
    assert not again.is_set()


@pytest.mark.parametrize("mode", ["0", "1"])
def test_what_somebody_has_said_of_the_rules_holds(monkeypatch, mode):
    monkeypatch.setenv(MODE_VARIABLE, mode)
    before = set(enumerate_threads())  # one that was cancelled may still be on its way out
    with limited_patience(3600.0):
        assert not any(isinstance(thread, Timer) for thread in set(enumerate_threads()) - before)


def test_otherwise_somebody_looks_at_the_clock(plain_first):
    before = set(enumerate_threads())
    with limited_patience(3600.0):
        assert any(isinstance(thread, Timer) for thread in set(enumerate_threads()) - before)
