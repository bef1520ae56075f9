"""A plugin of pytest for a marked copy of the tree: which functions every test enters, in whatever process."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("FIRETEAM_MARKS", "."))
NAME = os.environ.get("PYTEST_XDIST_WORKER", "alone")
MODULE = '''"""Marks of functions that have been entered; all processes of a test share them."""

import mmap
import os

if path := os.environ.get("FIRETEAM_MARKED"):
    with open(path, "r+b") as file:
        MARKS = mmap.mmap(file.fileno(), 0)
else:
    MARKS = bytearray({size})
'''

failed: set[str] = set()


def pytest_configure() -> None:
    """Begin before anything of Fireteam is imported."""
    path = FOLDER / f"{NAME}.marks"
    path.write_bytes(bytes(int(os.environ["FIRETEAM_MARKS_SIZE"])))
    os.environ["FIRETEAM_MARKED"] = str(path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Forget the marks, run the test, and read them."""
    from fireteam_marks import MARKS

    MARKS[:] = bytes(len(MARKS))
    result = yield
    if item.nodeid not in failed:
        entered = [number for number, mark in enumerate(bytes(MARKS)) if mark]
        with (FOLDER / f"{NAME}.json").open("a", encoding="utf-8") as file:
            file.write(json.dumps([item.nodeid, entered]) + "\n")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails or does not run says nothing of what it would notice."""
    if not report.passed:
        failed.add(report.nodeid)
