"""Checking content: every problem of every file of the packs at once, with the codes of TTT-12.4 to TTT-12.9.

Besides those, `E_C_...` codes name what no game rule speaks of: files, YAML, packs, fields of boards and missions.
"""

from __future__ import annotations

from ....content.index import ContentIndex, add_entries
from ....content.problems import Problems
from ....content.square_board_checks import check_rotations
from ....content.value_checks import Checker
from ..content import Content
from ..entries import BOARDS, MISSIONS, TERRAIN
from .boards import check_game_board
from .missions import check_mission
from .sheet_drafts import collect_drafts
from .sheets import check_sheet
from .terrain import check_base, check_number_of_terrains


def read_content(shelf: ContentIndex, problems: Problems) -> Content | None:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    base = check_base(shelf.packs, problems)
    if base is None:
        return None
    constants, legend = base
    content = Content({}, legend, {}, {}, {}, constants)
    checker = Checker(problems, "E_C_TYPE", "E_C_FIELD")
    check_number_of_terrains(shelf.read(TERRAIN, content, checker), problems)
    add_entries(content.sheets, collect_drafts(shelf, problems), lambda draft: check_sheet(draft, content, problems))
    boards = shelf.read(BOARDS, content, checker, lambda node: check_game_board(node, content, problems))
    check_rotations(content.boards, boards, problems)
    shelf.read(MISSIONS, content, checker, lambda node: check_mission(node, content, boards.keys(), problems))
    return content
