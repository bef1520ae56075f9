"""A run of all tests: the groups it leaves out, those that have passed, and the seconds that each file takes."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

from tests import inputs

LEFT_OUT = "FIRETEAM_LEFT_OUT"  # names of groups, for the workers of a run
SECONDS = Path(__file__).with_name("seconds.md")
LEAST = 0.5  # seconds that a file takes which the table lists by itself
HEAD = """# Seconds by file

Made by `./check --write-seconds`: the time of each file of tests, all workers together, longest first. Three workers
share two processors: a second here is some two thirds of a second of theirs.

| seconds | tests | file |
| ---: | ---: | --- |
"""


def is_left_out(path: Path) -> bool:
    """Whether the run leaves out a file or folder of tests: nothing that its group looks at has changed."""
    left_out = json.loads(os.environ.get(LEFT_OUT, "[]"))
    return bool(left_out) and inputs.group_of(path) in left_out


class WholeRun:
    """A plugin for the process that conducts a run: `runs_all` leaves nothing out, `writes` the table of seconds."""

    def __init__(self, runs_all: bool, writes: bool) -> None:
        self._writes = writes
        self._left_out = [] if runs_all else sorted(inputs.unchanged())
        self._digests = {name: inputs.digest_of(name) for name in inputs.GROUPS if name not in self._left_out}
        self._passed: set[str | None] = set()
        self._failed: set[str | None] = set()
        self._seconds: dict[str, float] = defaultdict(float)
        self._tests: dict[str, int] = defaultdict(int)
        os.environ[LEFT_OUT] = json.dumps(self._left_out)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what fails, and how long it takes."""
        path = report.nodeid.partition("::")[0]
        self._seconds[path] += report.duration
        self._tests[path] += report.when == "call"
        group = inputs.group_of(inputs.ROOT / path)
        if report.failed:
            self._failed.add(group)
        elif report.passed and report.when == "call":
            self._passed.add(group)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Note the groups of which tests have passed and none has failed, and write the table."""
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            passed = self._passed - self._failed
            inputs.note_passed({name: now for name, now in self._digests.items() if name in passed})
            if self._writes:
                SECONDS.write_text(self._table(), encoding="utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what was left out, and what the games cost in code."""
        from tests.test_cost import cost_in_words  # it imports Fireteam

        if self._left_out:
            names = "; ".join(self._left_out)
            terminalreporter.write_line(f"left out, as nothing that they look at has changed: {names}")
        terminalreporter.write_line(cost_in_words())

    def _table(self) -> str:
        """The table as Markdown; files of less than half a second stand together at its end."""
        listed = sorted(((seconds, path) for path, seconds in self._seconds.items()), reverse=True)
        rows = [f"| {seconds:.1f} | {self._tests[path]} | {path} |" for seconds, path in listed if seconds >= LEAST]
        short = [(seconds, self._tests[path]) for seconds, path in listed if seconds < LEAST]
        rows.append(f"| {sum(one for one, _ in short):.1f} | {sum(n for _, n in short)} | {len(short)} other files |")
        rows.append(f"| {sum(self._seconds.values()):.1f} | {sum(self._tests.values())} | all |")
        return HEAD + "\n".join(rows) + "\n"
