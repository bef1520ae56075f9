"""Boards of squares as files of letters: read and checked one by one, told with a picture, written into packs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..core.space.squares import square_name
from .index import entries_by_id, entries_of_kind
from .pack_writer import NewEntry
from .packs import Kind
from .problems import Place, Problem, Problems
from .read import Document, Node, parse_document, read_bytes
from .square_board import BoardSet, SquareBoard
from .square_board_checks import check_rotations
from .square_map import SquareMap

INDENT = "    "
BEFORE = 3  # lines before the rows of a drawing that is made into a board


class BoardKind(NamedTuple):
    """What a game says of its boards: their kind, those in a content, the check of one, and the squares of a side."""

    game: str
    kind: Kind
    set_of: Callable[[Any], BoardSet]
    check: Callable[[Node, Any, Problems], SquareBoard | None]
    size: Callable[[Any], tuple[int, int]]

    def item(self, id: str, name: str, rows: Sequence[str], legend: Mapping[str, list[str]] | None = None) -> NewEntry:
        """A board as an entry for a pack."""
        own = "".join(f"\n{INDENT}{letter}: [{', '.join(terrains)}]" for letter, terrains in (legend or {}).items())
        lines = "".join(f"\n{INDENT}{row}" for row in rows)
        text = f"- id: {id}\n  name: {name}\n  rows: |{lines}" + (f"\n  legend:{own}" if own else "")
        return NewEntry(self.kind, id, text, {})

    def read_file(self, path: Path, content: Any, problems: Problems) -> dict[str, SquareMap]:
        """The boards of a file, by id: a content file, or nothing but drawn rows."""
        data = read_bytes(path, problems)
        if data is None:
            return {}
        if path.suffix in (".yaml", ".yml", ".json"):
            document = parse_document(data, str(path), problems)
            return self.read(document, content, problems) if document else {}
        return self._read_drawing(data, str(path), path.stem, content, problems)

    def read(self, document: Document, content: Any, problems: Problems) -> dict[str, SquareMap]:
        """The sound boards of a document, over those that there are."""
        nodes = entries_of_kind([document], self.kind, problems)
        by_id = entries_by_id(nodes, self.kind.singular, self.kind.id_code, problems)
        mine = {id: board for id, node in by_id.items() if (board := self.check(node, content, problems))}
        known = self.set_of(content)
        every = {**known.boards, **mine}
        check_rotations(every, {**dict.fromkeys(known.boards, document.root), **by_id}, problems)
        return {id: known._replace(boards=every).map(id) for id in mine if id in every}

    def _read_drawing(self, data: bytes, file: str, id: str, content: Any, problems: Problems) -> dict[str, SquareMap]:
        """A file of nothing but rows, as a board; problems stand where they are in the drawing."""
        text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
        rows = "".join(f"{INDENT}{line}\n" for line in text.rstrip().split("\n"))
        found = Problems()
        document = parse_document(f"id: drawing\nname: Drawing\nrows: |4\n{rows}".encode(), file, found)
        maps = self.read(document, content, found) if document else {}
        for problem in found:
            problems.add(problem.code, _place_in_drawing(problem), problem.message, problem.hint)
        return dict(zip([id], maps.values(), strict=False))


def _place_in_drawing(problem: Problem) -> Place:
    """Where a problem stands in the drawing itself."""
    line, column = problem.line - BEFORE, problem.column - len(INDENT)
    return Place(problem.file, max(line, 1), max(column, 1) if line > 0 else 1, problem.path)


def empty_board(width: int, height: int) -> list[str]:
    """The rows of a board of open ground."""
    return ["." * width] * height


def board_lines(map: SquareMap, wall: str) -> list[str]:
    """A board as a picture, with what its letters mean and its zones."""
    lines = [f"{map.width} by {map.height} squares", *map.drawing().split("\n")]
    seen = dict.fromkeys(zip(map.letters, map.squares, strict=True))
    means = [f"{letter} {' and '.join(ground)}" for letter, ground in seen if ground]
    means += [f"{wall} impassable"] if map.walls else []
    lines += ["   ".join(means)] if means else []
    return lines + [f"zone {name}: {_squares_text(map, name)}" for name in sorted(map.zones)]


def _squares_text(map: SquareMap, zone: str) -> str:
    """The squares of a zone by name, in the order of the board."""
    return " ".join(square_name(square) for square in sorted(map.zones[zone], key=lambda at: (at[1], at[0])))
