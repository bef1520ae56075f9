"""Rules altered one line at a time, in a copy of the tree, to see whether the tests notice.

A *change* replaces one piece of a rule's source by another that means something else: a comparison, a sign, a number, a
condition, a statement left out. Docstrings, annotations, decorators and imports are let alone. A change that no test
notices is a *survivor*: either a test is missing, or the line does nothing.
"""

from __future__ import annotations

import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GAME = Path("src/fireteam/games/ttt")
TESTS = Path("tests/games/ttt")
TIME = 90  # seconds that one test may take; rules that never end are noticed too
COPIED = ("src", "tests", "pyproject.toml")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
SYMMETRIC = ("apart", "join", "meet")  # a distance, a union, a meeting: their arguments may change places
FIRST = {  # the tests that know a file best, tried first; the others follow in the order of ORDER
    "attack": ("attack", "abilities"),
    "end": ("end", "missions"),
    "lookup": ("terrain", "attack"),
    "menu": ("actions", "setup", "captains"),
    "movement": ("movement", "terrain"),
    "pieces": ("abilities", "movement", "end"),
    "setting_up": ("setup", "missions"),
    "sight": ("sight",),
    "turn": ("turn", "end", "captains"),
    "verify": ("actions", "setup", "captains"),
}
ORDER = (
    *(
        "turn",
        "captains",
        "movement",
        "end",
        "attack",
        "abilities",
        "setup",
        "terrain",
        "sight",
        "options",
        "components",
    ),
    *("examples", "missions", "attack_odds", "position", "actions", "machine", "naive"),
)


class Change(NamedTuple):
    """A piece of a file, by lines and columns, and what takes its place."""

    path: Path
    line: int
    column: int
    last_line: int
    last_column: int
    text: str

    def made(self, source: str) -> str:
        """The file with the change."""
        lines = source.splitlines(keepends=True)
        before, after = lines[self.line - 1][: self.column], lines[self.last_line - 1][self.last_column :]
        lines[self.line - 1 : self.last_line] = [before + self.text + after]
        return "".join(lines)

    def shown(self, source: str) -> str:
        """The lines before and after."""
        diff = difflib.unified_diff(source.splitlines(), self.made(source).splitlines(), n=0, lineterm="")
        return "\n".join(f"    {line}" for line in list(diff)[3:])


def rule_files(root: Path) -> list[Path]:
    """The files whose rules are altered, relative to the tree."""
    rules = sorted((root / GAME / "rules").glob("*.py"))
    return [GAME / "lookup.py", *(path.relative_to(root) for path in rules if path.name != "__init__.py")]


def changes(path: Path, source: str) -> list[Change]:
    """Every change of a file."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            body = function.body[1:] if ast.get_docstring(function) else function.body
            for statement in body:
                for old, new in _in_statement(statement):
                    end_line, end_column = old.end_lineno or 0, old.end_col_offset or 0
                    text = new if isinstance(new, str) else ast.unparse(new)
                    if "\n" in text:
                        continue
                    if isinstance(new, (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp)):
                        text = f"({text})"
                    found.append(Change(path, old.lineno, old.col_offset, end_line, end_column, text))
    return found


def _in_statement(statement: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | str]]:
    """Every node of a statement that can be changed, with what takes its place."""
    says_no = isinstance(statement, ast.Return) and ast.unparse(statement) == "return False"  # so does no return at all
    if (
        isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Break, ast.Continue))
        and not says_no
    ):
        yield statement, "pass"
    if isinstance(statement, ast.AugAssign) and type(statement.op) in OPERATORS:
        other = ast.AugAssign(statement.target, OPERATORS[type(statement.op)](), statement.value)
        yield statement, ast.unparse(other)
    for field, value in ast.iter_fields(statement):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt):
                yield from _in_statement(child)
            elif isinstance(child, ast.expr) and field not in ("annotation", "target", "targets"):
                if field == "test":
                    yield child, ast.UnaryOp(ast.Not(), child)
                yield from _in_expression(child)
            elif isinstance(child, ast.expr) and not isinstance(child, ast.Name) and field != "annotation":
                yield from _in_expression(child)  # an index in what is assigned to


def _in_expression(node: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Every part of an expression that can be changed, with what takes its place."""
    if isinstance(node, ast.Compare) and len(node.ops) <= 2:
        for k, op in enumerate(node.ops):
            ops = [*node.ops[:k], COMPARISONS[type(op)](), *node.ops[k + 1 :]]
            yield node, ast.Compare(node.left, ops, node.comparators)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        if isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Constant) and node.left.value == 1:
            yield node, node.right  # the other side becomes this side
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, ast.Constant(node.value + 1)
        yield node, ast.UnaryOp(ast.USub(), ast.Constant(1)) if node.value == 0 else ast.Constant(node.value - 1)
    if isinstance(node, ast.BoolOp):
        yield node, ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for k in range(len(node.values)):
            rest = [*node.values[:k], *node.values[k + 1 :]]
            yield node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield node, node.operand
    if isinstance(node, ast.IfExp):
        yield node, ast.IfExp(node.test, node.orelse, node.body)
        yield node.test, ast.UnaryOp(ast.Not(), node.test)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            yield node.func, ast.Name("max" if node.func.id == "min" else "min")
        pairs = 0 if ast.unparse(node.func) in SYMMETRIC else len(node.args) - 1
        for k in range(pairs):
            if isinstance(node.args[k], ast.Name) and isinstance(node.args[k + 1], ast.Name):
                swapped = [*node.args[:k], node.args[k + 1], node.args[k], *node.args[k + 2 :]]
                if ast.unparse(node.args[k]) not in ("state", "tables", "log", "dice"):
                    yield node, ast.Call(node.func, swapped, node.keywords)
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.UnaryOp) and isinstance(child, ast.Constant):
            continue  # -1 is no number but "none", or a sign
        if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
            yield from _in_expression(child)


def drawn(root: Path, number: int, seed: int, only: str) -> list[Change]:
    """So many random lines of the rules, each with one of its changes at random; all of them if there are fewer."""
    lines: dict[tuple[Path, int], list[Change]] = defaultdict(list)
    for path in rule_files(root):
        if only in str(path):
            for change in changes(path, (root / path).read_text(encoding="utf-8")):
                lines[path, change.line].append(change)
    chance = random.Random(seed)
    chosen = chance.sample(sorted(lines), min(number, len(lines)))
    return [chance.choice(lines[line]) for line in chosen]


def tests_for(path: Path) -> list[str]:
    """The test files, those that know the altered file best first."""
    order = dict.fromkeys((*FIRST.get(path.stem, ()), *ORDER))
    files = [TESTS / f"test_{name}.py" for name in order]
    return [str(file) for file in files if (ROOT / file).exists()]


def noticed(tree: Path, change: Change | None) -> bool:
    """Whether the tests fail in a copy of the tree with a change made, or none."""
    path = tree / change.path if change else tree
    source = path.read_text(encoding="utf-8") if change else ""
    environment = {**os.environ, "FIRETEAM_JIT": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONPATH"] = os.pathsep.join((str(tree / "src"), str(tree)))
    limit = ["-o", f"faulthandler_timeout={TIME}", "-o", "faulthandler_exit_on_timeout=true"]
    words = ["-x", "-q", "-p", "no:cacheprovider", *limit, *tests_for(change.path if change else Path())]
    if change:
        path.write_text(change.made(source), encoding="utf-8")
    try:
        process = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            cwd=tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=20 * TIME,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        if change:
            path.write_text(source, encoding="utf-8")
    if process.returncode not in (0, 1, 2):  # 2: not even collected
        raise RuntimeError(process.stdout)
    if change is None and process.returncode:
        raise RuntimeError(f"the tests fail before any change:\n{process.stdout}")
    return process.returncode != 0


def survivors(chosen: Sequence[Change], at_once: int = 2) -> Iterator[tuple[Change, bool]]:
    """Each change with whether it survived, as they come in."""
    with TemporaryDirectory() as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for k in range(at_once):
            tree = Path(folder) / str(k)
            tree.mkdir()
            for name in COPIED:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, tree / name)
            trees.put(tree)
        first = trees.get()
        noticed(first, None)
        trees.put(first)

        def survives(change: Change) -> bool:
            tree = trees.get()
            try:
                return not noticed(tree, change)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(at_once) as workers:
            yield from zip(chosen, workers.map(survives, chosen), strict=True)
