"""The library of Table Top Troopers: its kinds of content, how they are checked, and how an entry is told."""

from __future__ import annotations

from pathlib import Path

from ...content.library import Library
from .check import read_content
from .check.sheets import limits
from .content import BASE, GAME, names
from .describe import LINES
from .entries import KINDS

HERE = Path(__file__).parent
LIBRARY = Library(GAME, BASE, KINDS, read_content, LINES, HERE / "starter", names, limits)
