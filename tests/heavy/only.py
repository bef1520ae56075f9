"""A plugin of pytest: of the files it is given, only the tests named in the file FIRETEAM_ONLY."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out all others."""
    wanted = set(json.loads(Path(os.environ["FIRETEAM_ONLY"]).read_text()))
    items[:] = [item for item in items if item.nodeid in wanted]
