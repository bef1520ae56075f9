"""The library of Third Person Shooter: its kinds of content, how they are checked, and how an entry is told."""

from __future__ import annotations

from pathlib import Path

from ...content.library import Library
from .check import read_content
from .content import BASE, GAME_ID, names
from .describe import LINES
from .entries import KINDS

FOLDER = Path(__file__).parent
LIBRARY = Library(GAME_ID, BASE, KINDS, read_content, LINES, FOLDER / "starter", names)
