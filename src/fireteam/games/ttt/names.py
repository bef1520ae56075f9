"""How Table Top Troopers names its pieces, squares, types and sides (TTT-2.2, TTT-13.1).

Notation has names of one word, such as `1.recon.2`; people read the colour and the letters of the board, `Red RC2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.listed_names import Form, SquareNames
from .entries import Mission, Sheet
from .events import ENDS, PLAYERS, SIDES, WINNERS
from .objectives import why_won, zone_title
from .tables import SIDE

Types: TypeAlias = tuple[tuple[str, str, str], ...]
"""The id, the letters and the name of each piece type."""
TYPE = "[a-z][a-z0-9_]*"


class PieceNames(SquareNames):
    """The names that hold in a State. Units are `side.type.number`, numbered from 1 in force order (TTT-13.1)."""

    unit_form = Form(rf"[0-9]+\.{TYPE}\.[0-9]+", "piece; name one by its letters on the board, or like 1.recon.2")
    thing_form = Form(TYPE, "piece type; types are named like m_gunner")

    def __init__(
        self, sheet: Types, there: Sequence[bool], pieces: Sequence[int], swapped: bool, zones: Sequence[str]
    ) -> None:
        self.types, self.codes, names = zip(*sheet, strict=True)
        players = [player.capitalize() for player in PLAYERS]
        sides = players[::-1] if swapped else players
        units, counted = [], Counter[tuple[int, int]]()
        titles, self.letters = {}, dict[int, str]()
        for i, (is_unit, piece) in enumerate(zip(there, pieces, strict=True)):
            counted[i // SIDE, piece] += 1
            units.append(f"{i // SIDE + 1}.{self.types[piece]}.{counted[i // SIDE, piece]}" if is_unit else "")
            if is_unit:
                self.letters[i] = f"{self.codes[piece]}{counted[i // SIDE, piece]}"
                titles[units[i]] = f"{sides[i // SIDE]} {self.letters[i]}"
        things = {
            "piece": dict(zip(self.types, names, strict=True)),
            "player": dict(zip(PLAYERS, players, strict=True)),
            "side": dict(zip(SIDES, sides, strict=True)),
            "holder": {id: f"{side} holds {zone}" for id, side, zone in zip(SIDES, sides, zones, strict=True)},
            "winner": dict(zip(WINNERS, ("nobody", *(f"{side} wins" for side in sides), "a draw"), strict=True)),
        }
        super().__init__(units, things, titles)

    @classmethod
    def of(cls, sheet: Sheet, mission: Mission, states: Array) -> PieceNames:
        """The names that hold in a State. They rarely change, and are made anew only where they have."""
        units = states["units"]
        there, pieces, swapped = units["status"][0] != 0, units["piece"][0], states["swapped"][0]

        def make() -> PieceNames:
            types = tuple((piece.id, piece.code, piece.name) for piece in sheet.pieces)
            zones = [zone_title(side.objective.zone) for side in mission.sides]
            made = cls(types, there.tolist(), pieces.tolist(), bool(swapped), zones)
            made.add_things("end", end_texts(sheet, mission))
            return made

        return NAMES.get((sheet, mission), (there.tobytes(), pieces.tobytes(), swapped), make)


def names(setting: Setting, states: Array) -> PieceNames:
    """The names of a match at a moment."""
    return PieceNames.of(setting.content.sheet, setting.content.mission, states)


def end_texts(sheet: Sheet, mission: Mission) -> tuple[str, ...]:
    """Why a match is over, by winner and then by reason, as `finish` numbers them; several may read alike."""
    texts = [text for text, _ in ENDS]
    met = [[why_won(why, side.objective, sheet) for why in range(len(ENDS))] for side in mission.sides]
    return tuple(f"{text} ({ENDS[why][1]})" for of in (texts, *met, texts) for why, text in enumerate(of))


NAMES: IdentityCache[PieceNames] = IdentityCache()
"""By sheet and mission, and by which pieces there are."""
