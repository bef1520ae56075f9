"""The kinds of content files, in the order in which they are checked: each builds upon those before it."""

from __future__ import annotations

from ...content.packs import Kind
from ...content.square_board import SquareBoard
from ...content.square_map import SquareLegend
from .entries import Addition, Constants, Mission, Sheet, Terrain

TERRAIN = Kind("terrain", "terrain", (Terrain,), "terrain", {"legend": SquareLegend})
CONSTANTS = Kind("constants", "constants", (Constants,), "constants", is_single=True)
PIECES = Kind("pieces", "sheet", (Sheet, Addition), "sheets", id_code="E_P_ID")
BOARDS = Kind("boards", "board", (SquareBoard,), "boards", {"sample": bool})
MISSIONS = Kind("missions", "mission", (Mission,), "missions")
KINDS = (TERRAIN, CONSTANTS, PIECES, BOARDS, MISSIONS)
