"""The picture of the table in README.md: drawn anew by docs/picture.py, and fetching nothing."""

from __future__ import annotations

import asyncio
import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def test_the_picture_is_what_its_script_draws_and_fetches_nothing():
    script = runpy.run_path(str(DOCS / "picture.py"))
    drawn = script["own_fonts"](asyncio.run(script["draw"]()))
    assert words(drawn) == words((DOCS / "table.svg").read_text(encoding="utf-8")), "run: python docs/picture.py"
    assert re.findall(r"https?://[^\"' )]+", drawn) == ["http://www.w3.org/2000/svg"]


def words(svg: str) -> list[str]:
    """What a picture says, without how it is drawn."""
    return re.sub(r"<style>.*?</style>|<[^>]*>|&#160;", " ", svg, flags=re.DOTALL).split()
