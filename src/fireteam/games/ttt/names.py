"""How Table Top Troopers names its pieces, squares and types (TTT-2.2, TTT-13.1)."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

import numpy as np

from ...core.errors import BadNotation
from ...core.record import Array
from .board import column_letters, square_at
from .entries import Sheet
from .state import UNITS
from .tables import SIDE

TYPE = r"[a-z][a-z0-9_]*"
PIECE = rf"[0-9]+\.{TYPE}\.[0-9]+"


class PieceNames:
    """The names that hold in a State. Units are `side.type.number`, numbered from 1 in force order (TTT-13.1)."""

    def __init__(self, types: tuple[str, ...], there: bytes, pieces: bytes) -> None:
        self.types = types
        self.units: list[str] = []
        counted: Counter[tuple[int, int]] = Counter()
        for i, (is_unit, piece) in enumerate(zip(there, np.frombuffer(pieces, np.int64).tolist(), strict=True)):
            counted[i // SIDE, piece] += 1
            self.units.append(f"{i // SIDE + 1}.{types[piece]}.{counted[i // SIDE, piece]}" if is_unit else "")
        self.numbers = {name: i for i, name in enumerate(self.units) if name}

    @classmethod
    def of(cls, sheet: Sheet, states: Array) -> PieceNames:
        """The names that hold in a State. They rarely change, and are made anew only where they have."""
        units = states[0].units
        return _named(sheet.types, (units["status"] != 0).tobytes(), units["piece"].tobytes())

    def unit(self, index: int) -> str:
        """`1.recon.2`; `-` for no unit."""
        return (self.units[index] if 0 <= index < UNITS else "") or "-"

    def find_unit(self, text: str) -> int:
        """The unit of a name; -1 for none."""
        if not re.fullmatch(f"{PIECE}|-", text):
            raise BadNotation(f"{text!r} is no piece; pieces are named like 1.recon.2")
        return self.numbers.get(text, -1)

    def point(self, x: int, y: int) -> str:
        """The name of a square."""
        return f"{column_letters(x)}{y + 1}"

    def find_point(self, text: str) -> tuple[int, int]:
        """The square of a name, on the board or off it."""
        return square_at(text)

    def thing(self, sort: str, index: int) -> str:
        """The id of a piece type; `-` for none."""
        return self.types[index] if 0 <= index < len(self.types) else "-"

    def find_thing(self, sort: str, text: str) -> int:
        """The number of a piece type; -1 for none."""
        if not re.fullmatch(f"{TYPE}|-", text):
            raise BadNotation(f"{text!r} is no piece type; types are named like m_gunner")
        return self.types.index(text) if text in self.types else -1


@lru_cache(1_000)
def _named(types: tuple[str, ...], there: bytes, pieces: bytes) -> PieceNames:
    return PieceNames(types, there, pieces)
