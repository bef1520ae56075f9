"""Sources cut into functions, each with a digest: what has changed between two looks at the tree."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "fireteam"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
CLAUSE = "rule"  # the decorator that files a function under its clauses


class Source(msgspec.Struct, frozen=True):
    """A file of Python as it was: digests of the text, of each function by name, and of all else in it.

    `order` names every function where it stands, twice where two have one name. `clauses` are those that a function is
    filed under; `imports` are the modules that the file names.
    """

    text: str
    order: tuple[str, ...]
    functions: dict[str, str]
    rest: str
    clauses: dict[str, tuple[str, ...]]
    imports: tuple[str, ...]


def functions(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function below a node, methods and inner functions too, with its name and those it stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "JIT":
            continue
        if isinstance(child, FUNCTIONS):
            yield within + child.name, child
        named = isinstance(child, (*FUNCTIONS, ast.ClassDef))
        yield from functions(child, f"{within}{child.name}." if named else within)


def read_source(path: Path, old: Source | None = None) -> Source:
    """Cut a file into its functions; `old` is returned where the text is the same."""
    data = path.read_bytes()
    if old is not None and old.text == digest(data):
        return old
    tree = ast.parse(data)
    order = tuple(name for name, _ in functions(tree))
    found = dict(functions(tree))  # of two with one name the last counts, as in Python
    digests = {name: digest(ast.dump(node)) for name, node in found.items()}
    clauses = {name: tuple(_clauses(node)) for name, node in found.items()}
    imports = tuple(dict.fromkeys(_imports(tree, path)))
    for node in found.values():
        node.body = []
    given = {name: filed for name, filed in clauses.items() if filed}
    return Source(digest(data), order, digests, digest(ast.dump(tree)), given, imports)


def digest(text: bytes | str) -> str:
    """A short hash of a text."""
    return hashlib.sha1(text.encode() if isinstance(text, str) else text).hexdigest()[:16]


def module_of(path: Path) -> str:
    """The module that a file below the root is imported as."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in (parts[1:] if parts[0] == "src" else parts) if part != "__init__")


def _clauses(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The clauses in the decorators of a function."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == CLAUSE:
            yield from (str(word.value) for word in decorator.args if isinstance(word, ast.Constant))


def _imports(tree: ast.AST, path: Path) -> Iterator[str]:
    """The modules that a file imports, absolute, and what it imports from them: that may be modules too."""
    package = module_of(path).split(".") if path.stem == "__init__" else module_of(path).split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)
