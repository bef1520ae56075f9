"""Checking content: every problem of every file of the packs at once, with the codes of TTT-12.4 to TTT-12.9.

Besides those, `E_C_...` codes name what no game rule speaks of: files, YAML, packs, fields of boards and missions.
"""

from __future__ import annotations

from typing import TypeVar

from ....content.index import ContentIndex
from ....content.problems import Problems
from ..content import Content
from ..kinds import BOARDS, MISSIONS, TERRAIN
from .boards import check_board, check_rotations
from .missions import check_mission
from .sheet_drafts import collect_drafts
from .sheets import check_sheet
from .terrain import check_base, check_number_of_terrains, check_terrain

T = TypeVar("T")


def read_content(shelf: ContentIndex, problems: Problems) -> Content | None:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    base = check_base(shelf.packs, problems)
    if base is None:
        return None
    constants, legend = base
    content = Content({}, legend, {}, {}, {}, constants)
    terrain = shelf.entries(TERRAIN, problems)
    for id, node in terrain.items():
        add_entry(content.terrain, id, check_terrain(node, problems))
    check_number_of_terrains(terrain, problems)
    for id, draft in collect_drafts(shelf, problems).items():
        add_entry(content.sheets, id, check_sheet(draft, content, problems))
    boards = shelf.entries(BOARDS, problems)
    for id, node in boards.items():
        add_entry(content.boards, id, check_board(node, content, problems))
    check_rotations(content.boards, boards, problems)
    for id, node in shelf.entries(MISSIONS, problems).items():
        add_entry(content.missions, id, check_mission(node, content, boards.keys(), problems))
    return content


def add_entry(kept: dict[str, T], id: str, entry: T | None) -> None:
    """Keep what has passed its checks."""
    if entry is not None:
        kept[id] = entry
