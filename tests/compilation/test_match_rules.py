"""A match begins with plain rules, goes on with compiled ones when they are there and pay, and says why it waits."""

from __future__ import annotations

import pytest

from fireteam.compilation import match_rules
from fireteam.compilation.compiler import Compiler
from fireteam.compilation.match_rules import MatchRules
from fireteam.core.engine import compiled, swap


class Work(Compiler):
    """A compiler whose work is done when the test says so."""

    done, under_way, problem, progress = False, False, "", 0

    def __init__(self) -> None:
        self.starts = 0

    @property
    def is_done(self) -> bool:
        return self.done

    @property
    def is_at_work(self) -> bool:
        return self.under_way

    def start(self) -> None:
        self.starts += 1


@pytest.fixture
def swaps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Rules that run plain and could be exchanged; that they are is noted instead."""
    done: list[str] = []

    def exchange() -> None:
        done.append("exchanged")
        compiled.JIT = True

    monkeypatch.setattr(compiled, "MODE", "auto")
    monkeypatch.setattr(compiled, "JIT", False)
    monkeypatch.setattr(swap, "prepare", lambda: None)
    monkeypatch.setattr(swap, "_exchange", exchange)
    return done


def test_rules_that_are_quick_enough_stay_as_they_are(swaps: list[str]) -> None:
    work = Work()
    work.done = True
    rules = MatchRules("toy", work)
    assert rules.run(lambda: 7) == 7
    assert rules.refresh() == "" and swaps == [] and work.starts == 1


def test_slow_ones_are_exchanged_once_there_are_compiled_ones(
    swaps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, match_rules.SLOW + 1])
    monkeypatch.setattr(match_rules, "monotonic", lambda: next(times))
    work = Work()
    rules = MatchRules("toy", work)
    rules.run(lambda: None)
    rules.refresh()
    assert swaps == []
    work.done = True
    rules.refresh()
    assert swaps == ["exchanged"]


def test_for_a_bot_compiled_rules_are_used_as_soon_as_they_are_there(swaps: list[str]) -> None:
    work = Work()
    rules = MatchRules("toy", work)
    rules.refresh(for_bot=True)
    assert swaps == []
    work.done = True
    rules.refresh(for_bot=True)
    assert swaps == ["exchanged"]


def test_nothing_is_exchanged_while_something_is_worked_out(swaps: list[str]) -> None:
    work = Work()
    work.done = True
    rules = MatchRules("toy", work)
    rules.run(lambda: rules.refresh(for_bot=True))
    assert swaps == []


def test_why_rules_cannot_be_compiled_is_told_once(swaps: list[str]) -> None:
    work = Work()
    work.problem = "/nowhere cannot be written"
    rules = MatchRules("toy", work)
    said = "The rules cannot be compiled: /nowhere cannot be written. The match goes on in plain Python."
    assert [rules.refresh(), rules.refresh()] == [said, ""]


def test_who_waits_is_told_why_and_how_far_the_compiler_has_come(swaps: list[str]) -> None:
    work = Work()
    rules = MatchRules("toy", work)
    assert rules.notice == "Still at it: the rules run as plain Python, which takes its time."
    work.under_way, work.progress = True, 212
    assert rules.notice == (
        "Still at it: the rules run as plain Python while they are compiled, once (212 functions so far)."
    )
    compiled.JIT = True
    assert rules.notice.startswith("Still at it: rules that are used for the first time are compiled")


def test_where_somebody_has_said_how_rules_run_nothing_is_compiled_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "MODE", "0")
    monkeypatch.setattr(compiled, "JIT", False)
    work = Work()
    assert MatchRules("toy", work).refresh(for_bot=True) == "" and work.starts == 0
