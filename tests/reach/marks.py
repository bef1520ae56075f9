"""A plugin of pytest for a recorded run: writes down which functions each test enters, in whatever process."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fireteam_marking import INSTALLED, SHARED  # by PYTHONPATH, as whoever records a run sets it

FOLDER = Path(os.environ.get("FIRETEAM_MARKS", "."))
ENTERED = re.compile(rb"\x01")

failed: set[str] = set()
seconds: dict[str, float] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Let each worker have marks of its own."""
    if not hasattr(config, "workerinput") and config.getoption("numprocesses", None):
        os.environ.pop(SHARED, None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Forget the marks, run the test, and read them."""
    marks = INSTALLED[0].shared
    marks[:] = bytes(len(marks))
    result = yield
    entered = [found.start() for found in ENTERED.finditer(marks[:])]
    clauses = [clause for marker in item.iter_markers("clause") for clause in marker.args]
    line = [item.nodeid, item.nodeid not in failed, round(seconds.pop(item.nodeid, 0.0), 3), clauses, entered]
    with (FOLDER / f"{os.getpid()}.tests").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up how long a test takes; one that fails says nothing of what it would notice."""
    seconds[report.nodeid] = seconds.get(report.nodeid, 0.0) + report.duration
    if report.failed:
        failed.add(report.nodeid)
