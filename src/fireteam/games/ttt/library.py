"""The library of Table Top Troopers: its kinds of content, how they are checked, and how an entry is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...content.library import Library
from .check import read_content
from .content import GAME, Content
from .describe import LINES
from .kinds import KINDS

HERE = Path(__file__).parent


def limits(content: Content) -> Mapping[str, Mapping[str, Any]]:
    """The numbers and names that a schema takes from content: limits of statistics, boards and types there are."""
    spans = {name: getattr(content.constants.limits, name) for name in content.constants.limits.__struct_fields__}
    low, high = content.constants.max_abilities
    boards = [id for id, board in content.boards.items() if not board.sample]
    types = list(content.sheet().types)
    return {
        "Piece": {name: {"minimum": low, "maximum": high} for name, (low, high) in spans.items()},
        "Sheet": {"max_abilities": {"minimum": low, "maximum": high}},
        "Addition": {"add_to": {"examples": list(content.sheets)}},
        "Tile": {"board": {"examples": boards}},
        "Objective": {"piece": {"examples": types}},
        "Zone": {"near": {"examples": types}},
    }


LIBRARY = Library(
    game=GAME,
    base=HERE / "content",
    kinds=KINDS,
    read=read_content,
    lines=LINES,
    limits=limits,
    starter=HERE / "starter",
)
