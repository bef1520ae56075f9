"""A property that fails says so in time: its example is made smaller for a while, and not until it counts as a hang."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.internal.conjecture import engine

STEP = 1.0  # seconds that one call of the property takes, by a clock that it moves itself


def test_a_failing_property_is_made_smaller_no_longer_than_a_fifth_of_a_hang(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """The property fails at once and could be made smaller for hundreds of calls."""
    now, failures = [0.0], [0.0]
    monkeypatch.setattr(engine, "time", SimpleNamespace(**{**vars(time), "perf_counter": lambda: now[0]}))

    @settings(database=InMemoryExampleDatabase())
    @given(st.lists(st.integers(), min_size=30))
    def fails(values: list[int]) -> None:
        now[0] += STEP
        if sum(map(abs, values)) > 1000:
            failures.append(now[0])
            raise ArithmeticError

    with pytest.raises(ArithmeticError):
        fails()
    assert len(failures) > 2, "it is made smaller at all"
    assert failures[-1] - failures[1] <= float(pytestconfig.getini("faulthandler_timeout")) / 5
