"""What Numba is taught: the same answers by any processor's instructions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.processes import run

ONES = """
import numpy as np
from fireteam.core.space.grid import bits, kth_bit

words = [0, 1, 1 << 63, 1 << 63 | 1, 0xF0F00, 2**63 - 1]
print([(bits(np.uint64(word)), [kth_bit(np.uint64(word), k) for k in range(word.bit_count() + 1)]) for word in words])
"""


@pytest.mark.parametrize("machine", [{}, {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}])
def test_ones_are_found_by_any_processor_as_by_plain_python(tmp_path: Path, machine: dict[str, str]) -> None:
    """A processor that is not known has no instruction for it; past the last one there is none, which is number 64."""
    compiled = run("-c", ONES, FIRETEAM_JIT="1", NUMBA_CACHE_DIR=str(tmp_path), **machine)
    assert compiled == run("-c", ONES, FIRETEAM_JIT="0")
    assert compiled.startswith("[(0, [64]), (1, [0, 64]), (1, [63, 64]), (2, [0, 63, 64])")


ROWS = """
import numpy as np
from fireteam.core.engine.compiled import JIT, has_same_bytes

def ask(ones, i, others, j):
    return has_same_bytes(ones, i, others, j)

if JIT:
    from fireteam.core.engine.numba_setup import njit
    ask = njit(ask)

rows = np.zeros((4, 9), np.int64)
rows[1, 8] = 1
rows[2:, 0] = -1
print([[bool(ask(rows, i, rows.copy(), j)) for i in range(4)] for j in range(4)])
"""


def test_rows_are_compared_to_the_last_byte(tmp_path: Path) -> None:
    compiled = run("-c", ROWS, FIRETEAM_JIT="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert compiled == run("-c", ROWS, FIRETEAM_JIT="0")
    assert compiled.strip() == str([[i == j or {i, j} == {2, 3} for i in range(4)] for j in range(4)])
