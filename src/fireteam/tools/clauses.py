"""Rulebooks: the clauses of a RULES.md, the rules that carry them, and the tests that prove them.

A clause is a line of a list that begins with its name: ``- `TTT-6.3` [default] All movement ...`` or
``- **TPS-9.3** [seed] ...``; a worked example is one too: ``12. `TTT-EX-12` (seed) ...``.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from ..core.engine.compiled import CLAUSES
from ..registry import game_folder

ID = r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+(?:\.\d+[a-z]?)?"
FIRST_LINE = re.compile(
    rf"\s*(?:[-*]|\d+\.)\s+(?:`|\*\*)+(?P<id>{ID})(?:`|\*\*)+\s*(?:[\[(](?P<tags>[a-z, ]+)[\])]\s*)?(?P<text>.*)"
)
HEADING = re.compile(r"#+\s+(?P<heading>.*)")
YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MARK = "clause"  # of pytest
CONTINUATION = ("|", "```", " ")  # tables, fences and drawings after a clause belong to it
MENTION = re.compile(rf"(?P<id>{ID})(?: to (?:[A-Z0-9]+-)?(?:\d+\.)?(?P<last>\d+)\b)?")


class Clause(NamedTuple):
    """A clause: what it is tagged with, what it says, its line in the file, and the heading it stands under."""

    id: str
    tags: tuple[str, ...]
    text: str
    line: int
    heading: str


def clauses(text: str) -> dict[str, Clause]:
    """Every clause of a rulebook, by its id, in the rulebook's order.

    Raises:
        ValueError: two clauses of one id.
    """
    found: dict[str, Clause] = {}
    lines, heading, last = text.splitlines(), "", ""
    fenced = False
    for number, line in enumerate(lines, 1):
        fence = line.lstrip().startswith("```")
        if last and (fenced or fence or line.startswith(CONTINUATION) or not line):
            found[last] = found[last]._replace(text=f"{found[last].text}\n{line}")
        elif fence or fenced:
            pass
        elif title := HEADING.match(line):
            heading, last = title["heading"], ""
        elif first := FIRST_LINE.match(line):
            last = first["id"]
            if last in found:
                raise ValueError(f"line {number}: {last} stands on line {found[last].line} already")
            tags = tuple(first["tags"].replace(" ", "").split(",")) if first["tags"] else ()
            found[last] = Clause(last, tags, first["text"], number, heading)
        else:
            last = ""
        fenced ^= fence
    return {id: clause._replace(text=clause.text.rstrip()) for id, clause in found.items()}


def clauses_of_game(game: str) -> dict[str, Clause]:
    """The clauses of a game's RULES.md."""
    return clauses(rulebook_text(game))


def rulebook_text(game: str) -> str:
    """A game's RULES.md, whole."""
    return (game_folder(game) / "RULES.md").read_text(encoding="utf-8")


def carriers(clause: str) -> list[tuple[str, Path, int]]:
    """The rules filed under a clause: qualified name, file and line. Only of games that are loaded."""
    return [
        (
            f"{function.__module__}.{function.__qualname__}",
            Path(function.__code__.co_filename),
            function.__code__.co_firstlineno,
        )
        for function in CLAUSES.get(clause, [])
    ]


def rulebook_letters(game: str) -> str:
    """The letters that the clauses of a game's RULES.md begin with; nothing of the game is imported."""
    lines = map(FIRST_LINE.match, rulebook_text(game).splitlines())
    return next((first["id"].partition("-")[0] for first in lines if first), "")


def tests_of(root: Path, clause: str = "") -> dict[str, list[str]]:
    """Every clause that the tests in a folder name, with `file:line test` of each; nothing is run.

    With a `clause`, files that do not hold its id are left out.

    A test names its clauses by `@pytest.mark.clause(...)`, an example in `examples/` by its id or under `clauses`.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(root.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        is_wanted = f".{MARK}(" in text and clause in text
        for id, line, name in _marked_clauses(ast.parse(text), "module") if is_wanted else ():
            found[id].append(f"{path.relative_to(root)}:{line} {name}")
    for path in sorted(root.glob("examples/**/*.yaml")):
        text = path.read_text(encoding="utf-8")
        for node in yaml.compose_all(text, YAML) if clause in text else ():
            for id, line, name in _example_clauses(node, ""):
                found[id].append(f"{path.relative_to(root)}:{line} {name}")
    return dict(found)


def _marked_clauses(node: ast.AST, name: str) -> Iterator[tuple[str, int, str]]:
    """The clauses named by marks in Python: clause, line, and the function or class around the mark."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        name = node.name
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == MARK:
        for word in node.args:
            if isinstance(word, ast.Constant):
                yield str(word.value), word.lineno, name
    for child in ast.iter_child_nodes(node):
        yield from _marked_clauses(child, name)


def _example_clauses(node: Any, name: str) -> Iterator[tuple[str, int, str]]:
    """The clauses named by examples in YAML: as an example's id or key, or in its list `clauses`."""
    if isinstance(node, yaml.SequenceNode):
        for part in node.value:
            yield from _example_clauses(part, name)
    if not isinstance(node, yaml.MappingNode):
        return
    names = {key.value: value.value for key, value in node.value if isinstance(value, yaml.ScalarNode)}
    name = names.get("id") or names.get("name") or name
    for key, value in node.value:
        if re.fullmatch(ID, str(key.value)):
            yield key.value, key.start_mark.line + 1, key.value
        if key.value in ("id", "clause", "clauses"):
            words = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for word in words:
                if key.value != "id" or re.fullmatch(ID, str(word.value)):
                    yield word.value, word.start_mark.line + 1, name
        yield from _example_clauses(value, str(key.value) if re.fullmatch(ID, str(key.value)) else name)


def mentions(root: Path) -> dict[str, list[str]]:
    """Every clause that a folder's code and content name, with `file:line` of each; `X-1.3 to 1.5` names three."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.yaml"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for mention in MENTION.finditer(line):
                for id in _range(mention["id"], mention["last"]):
                    found[id].append(f"{path.relative_to(root)}:{number}")
    return dict(found)


def _range(first: str, last: str | None) -> list[str]:
    """The clauses from one to another of the same section."""
    section, dot, number = first.rpartition(".")
    if not last or not number.isdecimal():
        return [first]
    return [f"{section}{dot}{n}" for n in range(int(number), int(last) + 1)]
