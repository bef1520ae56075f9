"""The library of Third Person Shooter: its kinds of content, how they are checked, and how an entry is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...content.library import Library
from .check import read_content
from .content import GAME_ID, Content
from .describe import LINES
from .kinds import KINDS
from .tables import LISTED

FOLDER = Path(__file__).parent


def limits(content: Content) -> Mapping[str, Mapping[str, Any]]:
    """What a schema takes from content: the ids there are, as examples."""
    things = {"items": {"type": "string", "examples": list(content.catalogue)}}
    lists = {"type": "array", "maxItems": LISTED, **things}
    return {
        "Loadout": {"gear": things},
        "Outfit": {"T": {"items": lists}, "CT": {"items": lists}},
        "Clan": {"abilities": {"items": {"type": "string", "examples": list(content.abilities)}}},
    }


LIBRARY = Library(
    game=GAME_ID,
    base=FOLDER / "content",
    kinds=KINDS,
    read=read_content,
    lines=LINES,
    limits=limits,
    starter=FOLDER / "starter",
)
