"""The words of a question that only Table Top Troopers knows: terrains."""

from __future__ import annotations

from typing import Any

from ....core.protocol.odds_args import as_list
from ..content import load


def terrains(value: Any) -> list[str]:
    """The terrains of a square: `woods`, `woods+swamp`, a list, or a letter of the legend."""
    legend = load().legend.terrain
    found: list[str] = []
    for word in as_list(value):
        for part in word.split("+"):
            found += legend[part] if part in legend else [part]
    return [terrain for terrain in found if terrain != "plain"]
