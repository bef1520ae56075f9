"""Plain and compiled rules are twins: the same matches give the same bytes; no compiled rule reads out of bounds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from fireteam.core.engine.code_cache import folder_for
from fireteam.registry import games
from tests.heavy.settings import factor
from tests.processes import run

# The first run after a change compiles every rule, which takes a minute or two; later ones a few seconds.


SMALL = ("path", "sealed")
LARGE = [name for name in games() if name == "ttt" or factor() > 1]
"""The others compile for minutes: their turn comes where FIRETEAM_HEAVY asks for more than usual."""


def prints(*names: str, **environment: str) -> list[str]:
    lines = run("-m", "tests.jit_parity", *names, **environment).splitlines()
    assert len(lines) > 4
    return lines


def test_plain_and_compiled_rules_of_small_games_give_the_same_states_and_logs() -> None:
    """The largest game compiles for a minute and more: it has its turn under --heavy, and in continuous integration."""
    assert prints(*SMALL, FIRETEAM_JIT="1") == prints(*SMALL, FIRETEAM_JIT="0")


@pytest.mark.heavy
@pytest.mark.parametrize("name", LARGE)
def test_plain_and_compiled_rules_give_the_same_states_and_logs(name: str) -> None:
    assert prints(name, FIRETEAM_JIT="1") == prints(name, FIRETEAM_JIT="0")


@pytest.mark.heavy
@pytest.mark.parametrize("names", [SMALL, *([name] for name in LARGE)][: None if factor() > 1 else 1], ids="-".join)
def test_no_compiled_rule_reads_out_of_bounds(names: Sequence[str]) -> None:
    """Plain rules raise where they read out of bounds, so the small games do; all where more than usual is asked."""
    bounds = {"FIRETEAM_JIT": "1", "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(folder_for("with bounds checked"))}
    assert prints(*names, **bounds) == prints(*names, FIRETEAM_JIT="0")


CALLS = """
import numpy as np
from fireteam.core.engine.compiled import compiled_short, entry_of

@compiled_short
def total_of(numbers, factor):
    total = 0
    for number in numbers:
        total += number * factor
    return total

numbers = np.arange(5)
print(entry_of(total_of, numbers, 2))
print(total_of(numbers, 2), entry_of(total_of, numbers, 2)(np.arange(7), 3))
print(entry_of(total_of, numbers + 0.5, 2))
"""


def test_the_entry_of_a_function_does_what_it_does_with_values_of_the_same_kinds(tmp_path: Path) -> None:
    (tmp_path / "calls.py").write_text(CALLS, encoding="utf-8")
    said = run(str(tmp_path / "calls.py"), FIRETEAM_JIT="1", XDG_CACHE_HOME=str(tmp_path)).splitlines()
    assert said == ["None", "20 63", "None"]


READS = """
import numpy as np
from fireteam.core.engine.compiled import compiled

@compiled
def read(row, at):
    return row[at]

row = np.arange(3)
for at in (0, 2, 3, -1):
    try:
        print(at, read(row, at))
    except IndexError:
        print(at, "refused")
"""


def test_a_negative_index_counts_as_out_of_bounds(tmp_path: Path) -> None:
    """Compiled rules do not count from the end: that would cost every access a comparison."""
    (tmp_path / "reads.py").write_text(READS, encoding="utf-8")
    bounds = {"FIRETEAM_JIT": "1", "NUMBA_BOUNDSCHECK": "1", "XDG_CACHE_HOME": str(tmp_path)}
    assert run(str(tmp_path / "reads.py"), **bounds).splitlines() == ["0 0", "2 2", "3 refused", "-1 refused"]
