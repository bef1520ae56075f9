"""Lines that are altered at random, one at a time, to see whether the tests notice.

A *change* replaces one piece of a function by another that means something else; `KINDS` names how. Docstrings,
annotations, decorators but caches, texts and log lines are let alone, and what only the compiler runs (`if JIT`): these
tests run plain, and the test of parity runs compiled. A change that no test notices is a *survivor*: either a test is
missing, or the line does nothing.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from itertools import chain, cycle
from pathlib import Path
from typing import NamedTuple

from tests.heavy import kinds, mixups
from tests.heavy.kinds import FUNCTIONS, KINDS

ROOT = Path(__file__).parents[2]
SOURCE = Path("src/fireteam")
ROOMS = ("core", "match", "games", "server", "bots", "sim", "learn", "content", "campaign", "cli")
SHOWN = ("__repr__", "__str__")  # texts for people


class Change(NamedTuple):
    """A piece of a file, by lines and bytes within them, and what takes its place; `function` is where it stands."""

    path: Path
    function: str
    line: int
    column: int
    last_line: int
    last_column: int
    text: str
    kind: str = ""

    def made(self, source: str) -> str:
        """The file with the change."""
        lines = source.encode().splitlines(keepends=True)
        before, after = lines[self.line - 1][: self.column], lines[self.last_line - 1][self.last_column :]
        lines[self.line - 1 : self.last_line] = [before + self.text.encode() + after]
        return b"".join(lines).decode()

    def shown(self, source: str) -> str:
        """The lines before and after."""
        diff = difflib.unified_diff(source.splitlines(), self.made(source).splitlines(), n=0, lineterm="")
        return "\n".join(f"    {line}" for line in list(diff)[3:])


def source_files(root: Path) -> list[Path]:
    """The files that are altered, relative to the tree."""
    found = [path for room in ROOMS for path in sorted((root / SOURCE / room).rglob("*.py"))]
    return [path.relative_to(root) for path in found]


def functions(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function below a node, methods and functions in functions too, with its name and those it stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "JIT":
            continue
        if isinstance(child, FUNCTIONS):
            yield within + child.name, child
        named = isinstance(child, (*FUNCTIONS, ast.ClassDef))
        yield from functions(child, f"{within}{child.name}." if named else within)


def changes(path: Path, source: str, vocabulary: mixups.Vocabulary | None = None) -> list[Change]:
    """Every change of a file; what names mean elsewhere is looked up in a vocabulary."""
    found, file = [], ast.parse(source)
    around = mixups.surroundings(file, vocabulary or mixups.Vocabulary([file]))
    for name, function in functions(file):
        if function.name in SHOWN:
            continue
        nodes = [node for statement in function.body for node in kinds.within(statement)]
        for piece in chain(kinds.pieces(function, nodes, around.imported), mixups.pieces(function, nodes, around)):
            text = piece.text
            if "\n" not in text:
                found.append(_change(path, name, source, piece, text))
    return found


def _change(path: Path, name: str, source: str, piece: kinds.Piece, text: str) -> Change:
    """The change of a piece, with what stands between it and others that read the same."""
    begin, end, whole = piece.first, piece.last, text
    for other in piece.also:
        whole += _between(source, end, other) + text
        end = other
    place = (begin.lineno, begin.col_offset, end.end_lineno or 0, end.end_col_offset or 0)
    return Change(path, name, *place, whole, piece.kind)


def _between(source: str, before: ast.AST, after: ast.expr) -> str:
    """What a source has from the end of one node to the begin of another."""
    lines = source.encode().splitlines(keepends=True)
    begin = sum(map(len, lines[: before.end_lineno - 1])) + before.end_col_offset  # type: ignore[attr-defined]
    return b"".join(lines)[begin : sum(map(len, lines[: after.lineno - 1])) + after.col_offset].decode()


def drawn(root: Path, number: int, seed: int, only: str, of_kinds: Iterable[str] = KINDS) -> list[Change]:
    """So many random lines, each with one of its changes at random; all of them if there are fewer.

    The kinds take turns, so that each has its share however many places it has.
    """
    sources = {path: (root / path).read_text(encoding="utf-8") for path in source_files(root)}
    vocabulary = mixups.Vocabulary(map(ast.parse, sources.values()))
    asked = {path: source for path, source in sources.items() if only in str(path)}
    found = [(change, asked[path]) for path in asked for change in changes(path, asked[path], vocabulary)]
    return take_turns(found, number, seed, of_kinds)


def take_turns(found: Iterable[tuple[Change, str]], number: int, seed: int, of_kinds: Iterable[str]) -> list[Change]:
    """So many of the changes of some sources, one a line, of one kind after the other.

    The lot of a line follows from the seed and its own text, so that an edit elsewhere draws no other lines.
    """
    lines: dict[str, dict[str, list[Change]]] = {kind: defaultdict(list) for kind in of_kinds}
    for change, source in found:
        if change.kind in lines:
            text = source.splitlines()[change.line - 1].strip()
            lines[change.kind][f"{change.path} {change.function} {text}"].append(change)
    queues = {kind: deque(sorted(lines[kind], key=lambda line: _lot(seed, f"{kind} {line}"))) for kind in lines}
    chosen: dict[str, Change] = {}
    for kind in cycle(sorted(queues, key=lambda kind: _lot(seed, kind))):
        if len(chosen) == number or not any(queues.values()):
            break
        while queues[kind] and (line := queues[kind].popleft()):
            if line not in chosen:
                chosen[line] = min(lines[kind][line], key=lambda change: _lot(seed, line + change.text))
                break
    return list(chosen.values())


def _lot(seed: int, text: str) -> bytes:
    return hashlib.sha256(f"{seed} {text}".encode()).digest()
