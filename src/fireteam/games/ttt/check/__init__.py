"""Checking content: every problem of every file of the packs at once, with the codes of TTT-12.4 to TTT-12.9.

Besides those, `E_C_...` codes name what no game rule speaks of: files, YAML, packs, fields of boards and missions.
"""

from __future__ import annotations

from ....content.index import ContentIndex, add_entries
from ....content.problems import Problems
from ....content.square_board_checks import check_rotations
from ....content.value_checks import Checker
from ..content import Content
from ..entries import Terrain
from ..kinds import BOARDS, MISSIONS, TERRAIN
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
    terrain = shelf.entries(TERRAIN, problems)
    add_entries(content.terrain, terrain, Checker(problems, "E_C_TYPE", "E_C_FIELD").reader(Terrain))
    check_number_of_terrains(terrain, problems)
    drafts = collect_drafts(shelf, problems)
    add_entries(content.sheets, drafts, lambda draft: check_sheet(draft, content, problems))
    boards = shelf.entries(BOARDS, problems)
    add_entries(content.boards, boards, lambda node: check_game_board(node, content, problems))
    check_rotations(content.boards, boards, problems)
    missions = shelf.entries(MISSIONS, problems)
    add_entries(content.missions, missions, lambda node: check_mission(node, content, boards.keys(), problems))
    return content
