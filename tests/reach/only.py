"""A plugin of pytest: of the files it is given, only the tests and whole files named in the file FIRETEAM_ONLY."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out all others."""
    wanted = json.loads(Path(os.environ["FIRETEAM_ONLY"]).read_text())
    tests, files = set(wanted["tests"]), set(wanted["files"])
    items[:] = [item for item in items if item.nodeid in tests or item.nodeid.partition("::")[0] in files]
