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
