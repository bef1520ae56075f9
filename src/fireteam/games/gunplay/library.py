"""The library of Gunplay: its kinds of content, how they are checked, and how an entry is told."""

from __future__ import annotations

from pathlib import Path

from ...content.library import Library
from .check import read_content
from .content import BASE, GAME_ID, names
from .describe import LINES
from .kinds import KINDS

FOLDER = Path(__file__).parent


LIBRARY = Library(
    game=GAME_ID,
    base=BASE,
    kinds=KINDS,
    read=read_content,
    lines=LINES,
    names=names,
    starter=FOLDER / "starter",
)
