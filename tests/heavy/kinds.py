"""The kinds of changes that one piece of Python shows by itself: what may take the place of a comparison, a number, a
condition, a statement or a call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

KINDS = (
    *("comparison", "number", "sign", "condition", "default", "statement"),
    *("call", "order", "key", "neighbour", "constant"),
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
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
LEFT_OUT = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Delete, ast.Break, ast.Continue)
CONTEXT = ("state", "tables", "log", "dice", "self", "cls")  # what most functions are about is mixed up with nothing
SAME = (
    *("strip", "lstrip", "rstrip", "lower", "upper", "casefold", "capitalize", "title", "replace", "removeprefix"),
    *("removesuffix", "union", "difference", "intersection", "_replace", "clip"),
)
"""Methods whose answer is a thing like the one they are asked of."""
TYPES_ONLY = (
    *("cast", "isinstance", "issubclass", "hasattr", "getattr", "len", "range", "enumerate", "zip", "iter", "next"),
    *("int", "float", "bool", "str", "bytes", "tuple", "list", "dict", "type", "id", "hash", "super", "repr", "print"),
    *("any", "all", "sum", "map", "vars", "ord", "chr", "divmod", "memoryview", "bytearray", "partial"),
)
"""Functions that no argument can stand for: another type, which is the same thing or ends in an error at once."""
ASKED = (
    *("get", "pop", "index", "count", "find", "split", "partition", "join", "encode", "decode", "startswith"),
    *("endswith", "setdefault", "format", "mkdir", "read_text", "write_text", "match", "search", "fullmatch", "append"),
)
"""Methods that no argument can stand for."""


GENERIC = re.compile(r"dict|list|tuple|set|frozenset|type|deque|defaultdict|[A-Z]\w*[a-z]\w*")


class Piece(NamedTuple):
    """What takes the place of a piece of a function, from the begin of `first` to the end of `last`, and of others
    that read the same."""

    kind: str
    first: ast.expr | ast.stmt
    last: ast.expr | ast.stmt
    new: ast.expr | str
    also: tuple[ast.expr, ...] = ()

    @property
    def text(self) -> str:
        """What is written there; in brackets where what stands around it might take it apart."""
        if isinstance(self.new, str):
            return self.new
        text = ast.unparse(self.new)
        loose = isinstance(self.new, (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.NamedExpr, ast.Lambda))
        return f"({text})" if loose or (self.kind == "call" and isinstance(self.new, ast.UnaryOp)) else text


def one(kind: str, old: ast.expr | ast.stmt, new: ast.expr | str) -> Piece:
    """A change of a single node."""
    return Piece(kind, old, old, new)


def within(node: ast.AST) -> Iterator[ast.AST]:
    """A node and every node of it that may be altered; functions in functions have their own turn."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.JoinedStr)) or says_nothing(node):
        return
    yield node
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return  # -1 is no number but "none", or a sign
    if is_first(node):
        yield from within(node.value)
        return
    if isinstance(node, ast.Subscript) and GENERIC.fullmatch(ast.unparse(node.value)):
        return  # the types of what is made
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "args") or isinstance(node, ast.Call):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from within(child)


def is_first(node: ast.AST) -> TypeGuard[ast.Subscript]:
    """Whether a node is the first of something: where there is but one, the last is the same."""
    return isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "0"


def says_nothing(node: ast.AST) -> bool:
    """Whether a node changes nothing that happens: a docstring, a log line, what only the checker of types reads."""
    if isinstance(node, ast.Expr):
        whose = ast.unparse(node.value).partition(".")[0]
        return isinstance(node.value, ast.Constant) or whose in ("LOG", "logging")
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.keyword) and node.arg == "strict"  # of zip: it says what is so anyway


def pieces(function: FunctionNode, nodes: list[ast.AST], imported: frozenset[str]) -> Iterator[Piece]:
    """Every change of a function that one of its nodes shows."""
    bare = set(map(id, _needed_calls(nodes)))
    for node in nodes:
        yield from _altered(node)
        if isinstance(node, ast.Call) and id(node) not in bare:
            yield from _left_out(node, imported)
    yield from _defaults(function)


def _altered(node: ast.AST) -> Iterator[Piece]:
    """What takes a node's place, or that of its condition."""
    if isinstance(node, LEFT_OUT) and ast.unparse(node) not in ("return False", "return None", "return"):
        yield one("statement", node, "pass")  # to return nothing says no as well
    if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        yield one("sign", node, ast.unparse(ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)))
    if isinstance(node, ast.Compare) and len(node.ops) <= 2:
        for k, op in enumerate(node.ops):
            ops = [*node.ops[:k], COMPARISONS[type(op)](), *node.ops[k + 1 :]]
            yield one("comparison", node, ast.Compare(node.left, ops, node.comparators))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield one("sign", node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))
        if isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Constant) and node.left.value == 1:
            yield one("sign", node, node.right)  # the other side becomes this side
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
        yield one("sign", node, node.operand)
    if isinstance(node, ast.Constant):
        yield from (one("number", node, new) for new in _other_constants(node))
    if is_first(node):
        yield one("number", node.slice, ast.Constant(1))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        yield one("comparison", node.func, ast.Name("max" if node.func.id == "min" else "min"))
    yield from (one("condition", old, new) for old, new in _other_conditions(node))


def _other_conditions(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """A condition turned round, left out, or without one of its arms."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        yield node.test, ast.UnaryOp(ast.Not(), node.test)
    if isinstance(node, ast.If) and not all(map(says_nothing, node.body)):
        yield from ((node.test, ast.Constant(value)) for value in (False, True))
    if isinstance(node, ast.While) and not isinstance(node.test, ast.Constant):
        yield node.test, ast.Constant(False)
    if isinstance(node, ast.IfExp):
        yield from ((node, arm) for arm in (node.body, node.orelse))
    if isinstance(node, ast.comprehension):
        yield from ((test, ast.UnaryOp(ast.Not(), test)) for test in node.ifs)
        yield from ((test, ast.Constant(True)) for test in node.ifs)
    if isinstance(node, ast.BoolOp):
        yield node, ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for k in range(len(node.values)):
            rest = [*node.values[:k], *node.values[k + 1 :]]
            yield node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, node.operand


def _other_constants(node: ast.Constant) -> Iterator[ast.expr]:
    """The other truth, or the numbers beside a whole number."""
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.UnaryOp(ast.USub(), ast.Constant(1)) if node.value == 0 else ast.Constant(node.value - 1)


def _defaults(function: FunctionNode) -> Iterator[Piece]:
    """Another value where a caller says none."""
    for node in (*function.args.defaults, *function.args.kw_defaults):
        if isinstance(node, ast.Constant):
            yield from (one("default", node, new) for new in _other_constants(node))


def _needed_calls(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """Calls that nothing can stand for: statements, which are left out whole, what is awaited, entered or raised."""
    for node in nodes:
        if isinstance(node, (ast.Expr, ast.Await, ast.YieldFrom)):
            yield node.value
        elif isinstance(node, (ast.AsyncFor, ast.Raise)):
            yield from filter(None, (node.iter if isinstance(node, ast.AsyncFor) else node.exc,))
        elif isinstance(node, ast.withitem):
            yield node.context_expr
        elif isinstance(node, ast.Call):
            yield node.func


def _left_out(node: ast.Call, imported: frozenset[str]) -> Iterator[Piece]:
    """A call left out: its argument, or what it is asked of, takes its place."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    given = [arg for arg in node.args if _may_stand_alone(arg)]
    if isinstance(node.func, ast.Attribute) and _root(node.func) not in imported:
        if name in SAME:
            yield one("call", node, node.func.value)
        elif name == "get" and len(node.args) == 2:
            yield one("call", node, node.args[1])
        elif given and name not in ASKED:
            yield one("call", node, given[0])
    elif name in ("min", "max"):
        yield from (one("call", node, arg) for arg in node.args if len(node.args) > 1 and _may_stand_alone(arg))
    elif given and name not in TYPES_ONLY and not name.lstrip("_")[:1].isupper():
        yield one("call", node, given[-1] if name == "filter" else given[0])


def _may_stand_alone(arg: ast.expr) -> bool:
    """Whether an argument can take the place of its call: no constant, and not what most functions are about."""
    return not isinstance(arg, (ast.Constant, ast.Starred, ast.Lambda)) and ast.unparse(arg) not in CONTEXT


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes begins with."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
