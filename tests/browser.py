"""The Chromium that the page is tried in."""

from __future__ import annotations

import os
import shutil


def chromium() -> str | None:
    """Where the system's Chromium is; None: playwright's own download."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("FIRETEAM_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
