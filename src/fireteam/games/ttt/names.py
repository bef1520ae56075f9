"""How Table Top Troopers names its pieces, squares, types and sides (TTT-2.2, TTT-13.1).

Notation has names of one word, such as `1.recon.2`; people read the colour and the letters of the board, `Red RC2`.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from ...core.engine.record import Array
from ...core.errors import BadNotation
from ...core.protocol.square_names import SquareNames
from .entries import Sheet
from .events import PLAYERS, SIDES, WINNERS
from .state import UNITS
from .tables import SIDE

Types: TypeAlias = tuple[tuple[str, str, str], ...]
"""The id, the letters and the name of each piece type."""
TYPE = r"[a-z][a-z0-9_]*"
PIECE = rf"[0-9]+\.{TYPE}\.[0-9]+"


class PieceNames(SquareNames):
    """The names that hold in a State. Units are `side.type.number`, numbered from 1 in force order (TTT-13.1)."""

    def __init__(self, sheet: Types, there: bytes, pieces: bytes, swapped: bool) -> None:
        self.types, self.codes, names = zip(*sheet, strict=True)
        super().__init__(())
        counted: Counter[tuple[int, int]] = Counter()
        for i, (is_unit, piece) in enumerate(zip(there, np.frombuffer(pieces, np.int64).tolist(), strict=True)):
            counted[i // SIDE, piece] += 1
            self.units.append(f"{i // SIDE + 1}.{self.types[piece]}.{counted[i // SIDE, piece]}" if is_unit else "")
        self.numbers = {name: i for i, name in enumerate(self.units) if name}
        players = [player.capitalize() for player in PLAYERS]
        sides = players[::-1] if swapped else players
        self.titles: dict[str, dict[str, str]] = {
            "unit": {name: f"{sides[i // SIDE]} {self.letters(i)}" for name, i in self.numbers.items()},
            "piece": dict(zip(self.types, names, strict=True)),
            "player": dict(zip(PLAYERS, players, strict=True)),
            "side": dict(zip(SIDES, sides, strict=True)),
            "winner": dict(zip(WINNERS, ("nobody", *(f"{side} wins" for side in sides), "a draw"), strict=True)),
        }

    @classmethod
    def of(cls, sheet: Sheet, states: Array) -> PieceNames:
        """The names that hold in a State. They rarely change, and are made anew only where they have."""
        units = states[0].units
        types = tuple((piece.id, piece.code, piece.name) for piece in sheet.pieces)
        return _number_pieces(
            types, (units["status"] != 0).tobytes(), units["piece"].tobytes(), bool(states[0].swapped)
        )

    def letters(self, index: int) -> str:
        """What a board has room for: `RC2`."""
        _, piece, number = self.units[index].split(".")
        return f"{self.codes[self.types.index(piece)]}{number}"

    def unit_title(self, name: str) -> str:
        """`Red RC2`; what names no unit as it is."""
        return self.titles["unit"].get(name, name)

    def thing_title(self, sort: str, name: str) -> str:
        """`Radio Operator` for `radio_operator`, `Red` for `side 1`."""
        return self.titles[sort].get(name, name)

    def unit(self, index: int) -> str:
        """`1.recon.2`; `-` for no unit."""
        return (self.units[index] if 0 <= index < UNITS else "") or "-"

    def find_unit(self, text: str) -> int:
        """The unit of a name; -1 for none."""
        if not re.fullmatch(f"{PIECE}|-", text):
            raise BadNotation(f"{text!r} is no piece; name one by its letters on the board, or like 1.recon.2")
        return self.numbers.get(text, -1)

    def thing(self, sort: str, index: int) -> str:
        """The id of a piece type, or a player, a side or a winner; `-` for none."""
        known = self.types if sort == "piece" else tuple(self.titles[sort])
        return known[index] if 0 <= index < len(known) else "-"

    def find_thing(self, sort: str, text: str) -> int:
        """The number of a piece type; -1 for none."""
        if not re.fullmatch(f"{TYPE}|-", text):
            raise BadNotation(f"{text!r} is no piece type; types are named like m_gunner")
        return self.types.index(text) if text in self.types else -1


@lru_cache(1_000)
def _number_pieces(types: Types, there: bytes, pieces: bytes, swapped: bool) -> PieceNames:
    return PieceNames(types, there, pieces, swapped)
