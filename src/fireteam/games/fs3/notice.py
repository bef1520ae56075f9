"""Who holds the rights in FS3, and what is allowed: said wherever the game is offered (FS3-0.1, FS3-0.3)."""

from __future__ import annotations

from pathlib import Path

NOTICE = (Path(__file__).parent / "NOTICE").read_text(encoding="utf-8").strip()
