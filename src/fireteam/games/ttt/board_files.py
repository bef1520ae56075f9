"""Boards as files of letters: read and judged one by one, drawn empty, written into packs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ...content.index import entries_by_id, entries_of_kind
from ...content.pack_writer import NewEntry
from ...content.packs import PACK_STEM, content_files
from ...content.problems import Place, Problem, Problems
from ...content.read import Document, parse_document, read_bytes
from ...content.square_board_checks import check_rotations
from ...content.square_map import SquareMap
from .check.boards import check_game_board
from .content import Content
from .kinds import BOARDS

INDENT = "    "
BEFORE = 3  # lines before the rows of a drawing that is made into a board


def item_of(id: str, name: str, rows: Sequence[str], legend: dict[str, list[str]] | None = None) -> NewEntry:
    """A board as an entry for a pack."""
    own = "".join(f"\n{INDENT}{letter}: [{', '.join(terrains)}]" for letter, terrains in (legend or {}).items())
    lines = "".join(f"\n{INDENT}{row}" for row in rows)
    return NewEntry(
        BOARDS, id, f"- id: {id}\n  name: {name}\n  rows: |{lines}" + (f"\n  legend:{own}" if own else ""), {}
    )


def empty_board(width: int, height: int) -> list[str]:
    """The rows of a board of open ground."""
    return ["." * width] * height


def is_pack(folder: Path) -> bool:
    """Whether a folder is a pack: it has a head."""
    try:
        return any(path.stem == PACK_STEM for path in content_files(folder))
    except OSError:
        return False


def boards_in(path: Path, content: Content, problems: Problems) -> dict[str, SquareMap]:
    """The boards of a file, by id: a content file, or nothing but drawn rows."""
    data = read_bytes(path, problems)
    if data is None:
        return {}
    if path.suffix in (".yaml", ".yml", ".json"):
        document = parse_document(data, str(path), problems)
        return boards_of(document, content, problems) if document else {}
    return read_drawing(data, str(path), path.stem, content, problems)


def boards_of(document: Document, content: Content, problems: Problems) -> dict[str, SquareMap]:
    """The sound boards of a document, over those that there are."""
    nodes = entries_by_id(entries_of_kind([document], BOARDS, problems), BOARDS.singular, BOARDS.id_code, problems)
    mine = {id: board for id, node in nodes.items() if (board := check_game_board(node, content, problems))}
    every = {**content.boards, **mine}
    check_rotations(every, {**dict.fromkeys(content.boards, document.root), **nodes}, problems)
    whole = msgspec.structs.replace(content, boards=every)
    return {id: whole.board_set.map(id) for id in mine if id in every}


def read_drawing(data: bytes, file: str, id: str, content: Content, problems: Problems) -> dict[str, SquareMap]:
    """A file of nothing but rows, as a board; problems stand where they are in the drawing."""
    text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    rows = "".join(f"{INDENT}{line}\n" for line in text.rstrip().split("\n"))
    found = Problems()
    document = parse_document(f"id: drawing\nname: Drawing\nrows: |4\n{rows}".encode(), file, found)
    maps = boards_of(document, content, found) if document else {}
    for problem in found:
        problems.add(problem.code, _place(problem), problem.message, problem.hint)
    return dict(zip([id], maps.values(), strict=False))


def _place(problem: Problem) -> Place:
    """Where a problem stands in the drawing itself."""
    line, column = problem.line - BEFORE, problem.column - len(INDENT)
    return Place(problem.file, max(line, 1), max(column, 1) if line > 0 else 1, problem.path)
