"""Checking content: every problem of every file of the packs at once, with the codes of TTT-12.4 to TTT-12.9.

Besides those, `E_C_...` codes name what no game rule speaks of: files, YAML, packs, fields of boards and missions.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from ....content.packs import PackFiles, by_id, entries, read_pack
from ....content.problems import Problem, Problems
from ....content.read import Node
from ..content import BASE, GAME, Content
from .boards import check_board, check_turned
from .missions import check_mission
from .sheets import check_sheet
from .terrain import check_base, check_number_of_terrains, check_terrain

T = TypeVar("T")
KINDS = ("terrain", "constants", "pieces", "boards", "missions")


def check_packs(folders: Iterable[Path]) -> Content:
    """Read and check packs, the base pack first; refuse them with all their problems, or return what they hold."""
    problems = Problems()
    content = read_content(folders, problems)
    problems.settle()
    return msgspec.structs.replace(content, warnings=tuple(problems.warnings()))


def problems_of(folder: Path) -> list[Problem]:
    """Every problem of one pack, errors and warnings, when it is laid over the base pack."""
    problems = Problems()
    read_content((BASE, folder), problems)
    return [problem for problem in problems if Path(problem.file).is_relative_to(folder)]


def read_content(folders: Iterable[Path], problems: Problems) -> Content:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    packs = [read_pack(folder, GAME, KINDS, problems) for folder in folders]
    constants, legend = check_base(packs, problems)
    heads = tuple(pack.pack for pack in packs if pack.pack)
    content = Content(heads, {}, legend, {}, {}, {}, constants)
    terrain = merged(packs, "terrain", "terrain", ("legend",), problems)
    for id, node in terrain.items():
        keep(content.terrain, id, check_terrain(node, problems))
    check_number_of_terrains(terrain, problems)
    for id, node in merged(packs, "pieces", "sheets", (), problems).items():
        keep(content.sheets, id, check_sheet(node, content, problems))
    boards = merged(packs, "boards", "boards", ("sample",), problems)
    for id, node in boards.items():
        keep(content.boards, id, check_board(node, content, problems))
    check_turned(content.boards, boards, problems)
    for id, node in merged(packs, "missions", "missions", (), problems).items():
        keep(content.missions, id, check_mission(node, content, boards.keys(), problems))
    return content


def merged(
    packs: list[PackFiles], kind: str, section: str, flags: tuple[str, ...], problems: Problems
) -> dict[str, Node]:
    """The entries of a kind, those of later packs in place of earlier ones."""
    code = "E_P_ID" if kind == "pieces" else "E_C_ID"
    nodes = [entries(pack.documents[kind], section, flags, problems) for pack in packs]
    return by_id(nodes, code, section.removesuffix("s"), problems)


def keep(kept: dict[str, T], id: str, entry: T | None) -> None:
    """Keep what has passed its checks."""
    if entry is not None:
        kept[id] = entry
