"""A limit of time: what outsiders make long is refused, by a clock that is given."""

from __future__ import annotations

import pytest

from fireteam.core.errors import OutOfTime
from fireteam.core.time_limit import check_time, time_limit


def test_work_goes_on_while_time_is_left_and_is_refused_with_its_sentence_then() -> None:
    seconds = iter([100.0, 104.9, 105.0])
    with time_limit(5, seconds.__next__, "take smaller steps"):
        check_time()
        with pytest.raises(OutOfTime, match=r"^take smaller steps$"):
            check_time()
    check_time()
    assert next(seconds, None) is None, "without a limit no clock is asked"


def test_a_limit_within_another_counts_until_its_block_ends() -> None:
    with time_limit(1, lambda: 0.0, "outer"):
        with pytest.raises(OutOfTime, match="inner"), time_limit(0, lambda: 0.0, "inner"):
            check_time()
        check_time()
