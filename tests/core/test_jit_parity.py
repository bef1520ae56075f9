"""Plain and compiled rules are twins: the same matches give the same bytes; no compiled rule reads out of bounds."""

from __future__ import annotations

import pytest

from fireteam.core.engine.code_cache import folder_for
from tests.processes import run

# The first run after a change compiles every rule, which takes a minute or two; later ones a few seconds.


@pytest.fixture(scope="module")
def plain() -> list[str]:
    lines = run("-m", "tests.jit_parity", FIRETEAM_JIT="0").splitlines()
    assert len(lines) > 8
    return lines


SMALL = ("path", "sealed")


def test_plain_and_compiled_rules_of_small_games_give_the_same_states_and_logs() -> None:
    """The largest game compiles for a minute and more: it has its turn under --heavy, and in continuous integration."""
    plain = run("-m", "tests.jit_parity", *SMALL, FIRETEAM_JIT="0").splitlines()
    assert run("-m", "tests.jit_parity", *SMALL, FIRETEAM_JIT="1").splitlines() == plain


@pytest.mark.heavy
def test_plain_and_compiled_rules_give_the_same_states_and_logs(plain: list[str]) -> None:
    assert run("-m", "tests.jit_parity", FIRETEAM_JIT="1").splitlines() == plain


@pytest.mark.heavy
def test_no_compiled_rule_reads_out_of_bounds(plain: list[str]) -> None:
    folder = folder_for("with bounds checked")
    checked = run("-m", "tests.jit_parity", FIRETEAM_JIT="1", NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(folder))
    assert checked.splitlines() == plain
