"""Which tests enter which functions: those that may notice an altered line, the ones that know it best first.

It is found by running the tests once in a copy in which every function leaves a mark as it begins, and is kept until a
source changes; where only files of tests have changed, only these run again. Tests of the faces (page, terminal) are
not asked: what the engine, the match and the server do is for quicker ones to notice.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections import defaultdict
from itertools import chain, pairwise
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from tests.heavy.marks import MODULE
from tests.heavy.mutants import FUNCTIONS, ROOT, Change, functions, source_files
from tests.heavy.trees import Tree

KEPT = ROOT / ".pytest_cache" / "reach.json"
NOT_ASKED = ("web", "terminal", "docs", "bench", "heavy")
COMPILED = "tests/core/test_jit_parity.py"  # compiles every rule anew
STAGES = (3, 12)  # files of tests that are tried first, and then: not all are worth importing


class Reach:
    """The tests by the functions they enter."""

    def __init__(self, tests: dict[str, list[str]]) -> None:
        self._tests: dict[str, list[str]] = defaultdict(list)
        self._entered = {test: len(entered) for test, entered in tests.items()}
        self._all = list(tests)
        for test, entered in tests.items():
            for function in entered:
                self._tests[function].append(test)

    def stages(self, change: Change) -> list[list[str]]:
        """The tests of a change by files: first those that enter little else; of a function that no test enters here,
        as the compiler alone does, all tests of its room."""
        files: dict[str, list[str]] = defaultdict(list)
        for test in self._tests.get(name_of(change.path, change.function)) or self._of_room(change.path):
            files[test.partition("::")[0]].append(test)
        ranked = sorted(files.values(), key=lambda tests: mean(self._entered[test] for test in tests))
        cuts = (0, *STAGES, len(ranked))
        stages = [list(chain.from_iterable(ranked[begin:end])) for begin, end in pairwise(cuts)]
        return [tests for tests in stages if tests]

    def _of_room(self, path: Path) -> list[str]:
        room = str(Path("tests", *path.parts[2:]).parent)
        return [test for test in self._all if test.startswith(f"{room}/")]


def name_of(path: Path, function: str) -> str:
    """How a function is named in the record."""
    return f"{path}::{function}"


def reach() -> Reach:
    """What is known of this tree: kept from an earlier run, as far as it still holds, else found anew."""
    now, kept = _digests(), _kept()
    changed = [path for path in {*now, *kept["digests"]} if now.get(path) != kept["digests"].get(path)]
    again = [path for path in changed if path in now]
    tests: dict[str, Any] = kept["tests"]
    if not all(Path(path).name.startswith("test_") for path in changed):
        tests, again = {}, ["tests"]
    if changed:
        tests = {test: what for test, what in tests.items() if test.partition("::")[0] not in changed}
        tests |= _record(again) if again else {}
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps({"digests": now, "tests": tests}))
    return Reach(tests)


def _kept() -> dict[str, Any]:
    try:
        return dict(json.loads(KEPT.read_text()))
    except (FileNotFoundError, ValueError):
        return {"digests": {"no file": ""}, "tests": {}}


def _digests() -> dict[str, str]:
    """A hash of every source, and of every test that is asked."""
    files = [path for room in ("src", "tests") for path in (ROOT / room).rglob("*.py")]
    names = {str(path.relative_to(ROOT)): path for path in files}
    ignored = tuple(f"tests/{room}/" for room in NOT_ASKED)
    return {
        name: hashlib.sha1(path.read_bytes()).hexdigest()
        for name, path in sorted(names.items())
        if not name.startswith(ignored)
    }


def _record(words: list[str]) -> dict[str, list[str]]:
    """Run the tests of some files or folders in a marked copy: what each enters."""
    with TemporaryDirectory() as folder:
        marks = Path(folder) / "marks"
        marks.mkdir()
        tree = Tree(Path(folder))
        names = _mark(tree)
        left_out = [f"--ignore=tests/{room}" for room in NOT_ASKED] + [f"--ignore={COMPILED}"]
        known = {"FIRETEAM_MARKS": str(marks), "FIRETEAM_MARKS_SIZE": str(len(names))}
        done = tree.test("-p", "tests.heavy.marks", "-n", "2", "--dist", "worksteal", *left_out, *words, **known)
        lines = [line for path in marks.glob("*.json") for line in path.read_text().splitlines()]
        found = dict(map(json.loads, lines))
    if not found:
        raise RuntimeError(f"no test passes in the copy:\n{done.stdout}")
    print(f"which tests enter which functions: {len(found)} tests", file=sys.stderr, flush=True)
    return {test: [names[number] for number in entered] for test, entered in found.items()}


def _mark(tree: Tree) -> list[str]:
    """Let every function of a copy leave a mark as it begins; their names by the numbers of the marks."""
    names: list[str] = []
    for path in source_files(tree.root):
        source = (tree.root / path).read_text(encoding="utf-8")
        lines, head = source.encode().splitlines(keepends=True), ast.parse(source)
        places = []
        for name, function in functions(head):
            if body := function.body[ast.get_docstring(function, clean=False) is not None :]:
                places.append((*_place(body[0]), f"_marks[{len(names)}] = 1".encode()))
                names.append(name_of(path, name))
        for line, column, text in sorted(places, reverse=True):
            before, after = lines[line - 1][:column], lines[line - 1][column:]
            lines[line - 1] = before + text + (b"; " if before.strip() else b"\n" + before) + after
        first = next((node.lineno for node in head.body if not _is_head(node)), 1)
        lines.insert(first - 1, b"from fireteam_marks import MARKS as _marks\n")
        if places:
            tree.write(path, b"".join(lines).decode())
    tree.write(Path("src/fireteam_marks.py"), MODULE.format(size=len(names)))
    return names


def _place(first: ast.stmt) -> tuple[int, int]:
    """Where the first statement of a function stands that does something, with its decorators."""
    decorators = first.decorator_list if isinstance(first, (*FUNCTIONS, ast.ClassDef)) else []
    return min([first.lineno, *(one.lineno for one in decorators)]), first.col_offset


def _is_head(node: ast.stmt) -> bool:
    """Whether a statement must stay above all others of its file."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or (isinstance(node, ast.ImportFrom) and node.module == "__future__")
