"""The parts of questions that several of them have: pieces, terrain, positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from ....core.protocol.questions import FlagPart, ListPart, NamePart, PartKind
from ..content import load


class TerrainPart(ListPart):
    """The terrains of a square: `woods`, `woods+swamp`, a list, or a letter of the legend."""

    def parse(self, value: Any, name: str) -> list[str]:
        """The terrain ids, without open ground."""
        legend = load().legend.terrain
        found: list[str] = []
        for word in super().parse(value, name):
            for part in word.split("+"):
                found += legend[part] if part in legend else [part]
        return [terrain for terrain in found if terrain != "plain"]


def piece_part(meaning: str) -> NamePart:
    """A piece type of the squad sheet."""
    return NamePart(meaning, "piece type", lambda: {type: type for type in load().sheet().types})


def pieces_part(meaning: str) -> ListPart:
    """Piece types of the squad sheet."""
    return ListPart(meaning, piece_part(meaning))


TERRAIN = "terrain of the target: plain, woods, woods+swamp, a letter of the legend"
Terrain = Annotated[Sequence[str], TerrainPart(TERRAIN)]
Terrains = Annotated[Sequence[Sequence[str]], ListPart(f"{TERRAIN}; one, or one for each target", TerrainPart(TERRAIN))]
Attackers = Annotated[Sequence[str], pieces_part("piece types, in turn")]
Piece = Annotated[str, piece_part("piece type")]
Aiming = Annotated[Sequence[str], pieces_part("those that aimed")]
Spotted = Annotated[bool, FlagPart("true if a Radio Operator spots the target")]
Medic = Annotated[bool, FlagPart("true if a Medic stands near the target")]
Position = Annotated[str, PartKind("a position in one line")]
Choice = Annotated[str, PartKind("a choice in notation")]
Board = Annotated[str, PartKind("a board")]

YARD = 'position="@mini_a - move 1 1 1 rifleman@a1+1 guard@c3 -"'
SHOT = 'position="@plain_10 - attack 1 1 0 rifleman@c3+1,recon@d3+1 guard@c5 -"'
