"""Where Fireteam keeps what people would miss: matches and tables."""

from __future__ import annotations

import os
from pathlib import Path


def data_home() -> Path:
    """The folder of whoever runs it (XDG_DATA_HOME, or ~/.local/share)."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fireteam"
