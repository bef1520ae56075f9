"""The parts of questions that several of them have: pieces, terrain, positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from ....core.protocol.questions import FlagPart, ListPart, PartKind
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


class TerrainsPart(TerrainPart):
    """The terrains of several squares, one word for each."""

    def parse(self, value: Any, name: str) -> list[list[str]]:  # type: ignore[override]
        """The terrain ids of each square."""
        return [super(TerrainsPart, self).parse(word, name) for word in ListPart.parse(self, value, name)]


class PiecesPart(ListPart):
    """Piece types of the squad sheet."""

    def parse(self, value: Any, name: str) -> list[str]:
        """The types; UnknownName for one that the sheet has not."""
        types, sheet = super().parse(value, name), load().sheet()
        for type in types:
            sheet[type]
        return types


class PiecePart(PartKind):
    """A piece type of the squad sheet."""

    def parse(self, value: Any, name: str) -> str:
        """The type; UnknownName for one that the sheet has not."""
        load().sheet()[str(value)]
        return str(value)


TERRAIN = "terrain of the target: plain, woods, woods+swamp, a letter of the legend"
Terrain = Annotated[Sequence[str], TerrainPart(TERRAIN)]
Terrains = Annotated[Sequence[Sequence[str]], TerrainsPart(f"{TERRAIN}; one, or one for each target")]
Attackers = Annotated[Sequence[str], PiecesPart("piece types, in turn")]
Piece = Annotated[str, PiecePart("piece type")]
Aiming = Annotated[Sequence[str], PiecesPart("those that aimed")]
Spotted = Annotated[bool, FlagPart("true if a Radio Operator spots the target")]
Medic = Annotated[bool, FlagPart("true if a Medic stands near the target")]
Position = Annotated[str, PartKind("a position in one line")]
Choice = Annotated[str, PartKind("a choice in notation")]
Board = Annotated[str, PartKind("a board")]

YARD = 'position="@mini_a - move 1 1 1 rifleman@a1+1 guard@c3 -"'
SHOT = 'position="@plain_10 - attack 1 1 0 rifleman@c3+1,recon@d3+1 guard@c5 -"'
