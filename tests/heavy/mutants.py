"""Lines that are altered at random, one at a time, to see whether the tests notice.

A *change* replaces one piece of a function by another that means something else: a comparison, a sign, a number, a
condition, a statement left out. Docstrings, annotations, decorators, texts and log lines are let alone, and what only
the compiler runs (`if JIT`): these tests run plain, and the test of parity runs compiled. A change that no test notices
is a *survivor*: either a test is missing, or the line does nothing.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeGuard

ROOT = Path(__file__).parents[2]
SOURCE = Path("src/fireteam")
ROOMS = ("core", "match", "games", "server", "bots", "sim", "learn", "content")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
SYMMETRIC = ("apart", "join", "meet", "min", "max")  # a distance, a union, a meeting: arguments may change places
LEFT_OUT = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Delete, ast.Break, ast.Continue)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SHOWN = ("__repr__", "__str__")  # texts for people
Piece = tuple[ast.expr | ast.stmt, ast.expr | str]


class Change(NamedTuple):
    """A piece of a file, by lines and bytes within them, and what takes its place; `function` is where it stands."""

    path: Path
    function: str
    line: int
    column: int
    last_line: int
    last_column: int
    text: str

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


def changes(path: Path, source: str) -> list[Change]:
    """Every change of a file."""
    found = []
    for name, function in functions(ast.parse(source)):
        if function.name in SHOWN:
            continue
        for node in (node for statement in function.body for node in _within(statement)):
            for old, new in _altered(node):
                text = new if isinstance(new, str) else ast.unparse(new)
                if isinstance(new, (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp)):
                    text = f"({text})"
                end_line, end_column = old.end_lineno or 0, old.end_col_offset or 0
                if "\n" not in text:
                    found.append(Change(path, name, old.lineno, old.col_offset, end_line, end_column, text))
    return found


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """A node and every node of it that may be altered; functions in functions have their own turn."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.JoinedStr)) or _says_nothing(node):
        return
    yield node
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return  # -1 is no number but "none", or a sign
    if _is_first(node):
        yield from _within(node.value)
        return
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "args") or isinstance(node, ast.Call):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _within(child)


def _is_first(node: ast.AST) -> TypeGuard[ast.Subscript]:
    """Whether a node is the first of something: where there is but one, the last is the same."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "0"


def _says_nothing(node: ast.AST) -> bool:
    """Whether a node changes nothing that happens: a docstring, a log line, what only the checker of types reads."""
    if isinstance(node, ast.Expr):
        whose = ast.unparse(node.value).partition(".")[0]
        return isinstance(node.value, ast.Constant) or whose in ("LOG", "logging")
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.keyword) and node.arg == "strict"  # of zip: it says what is so anyway


def _altered(node: ast.AST) -> Iterator[Piece]:
    """What takes a node's place, or that of its condition."""
    if isinstance(node, LEFT_OUT) and ast.unparse(node) not in ("return False", "return None", "return"):
        yield node, "pass"  # to return nothing says no as well
    if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        yield node, ast.unparse(ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value))
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        yield node.test, ast.UnaryOp(ast.Not(), node.test)
    if isinstance(node, ast.comprehension):
        yield from ((test, ast.UnaryOp(ast.Not(), test)) for test in node.ifs)
    if isinstance(node, ast.Compare) and len(node.ops) <= 2:
        for k, op in enumerate(node.ops):
            ops = [*node.ops[:k], COMPARISONS[type(op)](), *node.ops[k + 1 :]]
            yield node, ast.Compare(node.left, ops, node.comparators)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        if isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Constant) and node.left.value == 1:
            yield node, node.right  # the other side becomes this side
    if isinstance(node, ast.BoolOp):
        yield node, ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for k in range(len(node.values)):
            rest = [*node.values[:k], *node.values[k + 1 :]]
            yield node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield node, node.operand
    if isinstance(node, ast.Constant):
        yield from _other_constants(node)
    if _is_first(node):
        yield node.slice, ast.Constant(1)
    if isinstance(node, ast.Call):
        yield from _other_calls(node)


def _other_constants(node: ast.Constant) -> Iterator[Piece]:
    """The other truth, or the numbers beside a whole number."""
    if isinstance(node.value, bool):
        yield node, ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield node, ast.Constant(node.value + 1)
        yield node, ast.UnaryOp(ast.USub(), ast.Constant(1)) if node.value == 0 else ast.Constant(node.value - 1)


def _other_calls(node: ast.Call) -> Iterator[Piece]:
    """The least for the greatest, and two arguments that change places."""
    if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        yield node.func, ast.Name("max" if node.func.id == "min" else "min")
    for k in range(0 if ast.unparse(node.func) in SYMMETRIC else len(node.args) - 1):
        one, next = node.args[k], node.args[k + 1]
        if (
            isinstance(one, ast.Name)
            and isinstance(next, ast.Name)
            and one.id not in ("state", "tables", "log", "dice")
        ):
            yield node, ast.Call(node.func, [*node.args[:k], next, one, *node.args[k + 2 :]], node.keywords)


def drawn(root: Path, number: int, seed: int, only: str) -> list[Change]:
    """So many random lines, each with one of its changes at random; all of them if there are fewer.

    The lot of a line follows from the seed and its own text, so that an edit elsewhere draws no other lines.
    """
    lines: dict[str, list[Change]] = defaultdict(list)
    for path in source_files(root):
        if only in str(path):
            source = (root / path).read_text(encoding="utf-8")
            for change in changes(path, source):
                text = source.splitlines()[change.line - 1].strip()
                lines[f"{path} {change.function} {text}"].append(change)
    chosen = sorted(lines, key=lambda line: _lot(seed, line))[:number]
    return [min(lines[line], key=lambda change: _lot(seed, line + change.text)) for line in chosen]


def _lot(seed: int, text: str) -> bytes:
    return hashlib.sha256(f"{seed} {text}".encode()).digest()
