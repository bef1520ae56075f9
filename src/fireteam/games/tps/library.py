"""The library of Third Person Shooter: its kinds of content, how they are checked, and how an entry is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from ...content.library import Library
from .check import read_content
from .content import GAME_ID, Content
from .describe import LINES
from .kinds import KINDS

FOLDER = Path(__file__).parent


def names(content: Content) -> Mapping[str, Collection[str]]:
    """What references may name, by what it is."""
    return {"gear": content.catalogue, "ability": content.abilities}


LIBRARY = Library(
    game=GAME_ID,
    base=FOLDER / "content",
    kinds=KINDS,
    read=read_content,
    lines=LINES,
    names=names,
    starter=FOLDER / "starter",
)
