"""An importer of Fireteam's modules whose functions set a byte as they begin, in memory that a test's processes share.

It imports nothing of Fireteam or pytest: it runs at the start of every process, also of those that tests start. The
folder it is given holds `table.json`, which says where the bytes of each file begin; compiled code is kept in another.
"""

from __future__ import annotations

import ast
import hashlib
import json
import marshal
import mmap
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import takewhile
from types import CodeType
from typing import Any

SHARED = "FIRETEAM_MARKED"  # the file of marks that a process and all that it starts have in common
NAME = "_marks"  # of a module's marks, within it
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
INSTALLED: list[Marks] = []
"""The marks of this process, once they are installed."""


class Marks:
    """The marks of all functions, one byte each, in a file that several processes map."""

    def __init__(self, folder: str) -> None:
        self.code = os.environ.get("FIRETEAM_MARKED_CODE", folder)
        with open(os.path.join(folder, "table.json"), encoding="utf-8") as file:
            self.table: dict[str, list[int]] = json.load(file)
        size = max(sum(max(self.table.values(), key=sum, default=[0])), 1)
        path = os.environ.setdefault(SHARED, os.path.join(folder, f"{os.getpid()}.marks"))
        with open(path, "ab") as file:
            file.truncate(size)
        with open(path, "r+b") as file:
            self.shared = mmap.mmap(file.fileno(), size)

    def of_file(self, path: str) -> memoryview | None:
        """The marks of a file's functions, in the order in which they stand; None where it has none."""
        found = self.table.get(path)
        return memoryview(self.shared)[found[0] : sum(found)] if found else None


class MarkingLoader(SourceFileLoader):
    """A loader of a module with marks; the code is kept by what it was compiled from."""

    def __init__(self, name: str, path: str, folder: str) -> None:
        super().__init__(name, path)
        self._folder = folder

    def get_code(self, fullname: str) -> CodeType | None:
        """Compile the module, or take what an earlier process compiled from the same text."""
        data = self.get_data(self.path)
        made_of = b"\0".join((data, self.path.encode(), self.get_data(__file__)))
        kept = os.path.join(self._folder, f"{hashlib.sha1(made_of).hexdigest()}.code")
        try:
            with open(kept, "rb") as file:
                code: CodeType = marshal.load(file)
                return code
        except (OSError, ValueError, EOFError, TypeError):
            code = compile(marked(data, self.path), self.path, "exec", dont_inherit=True)
        fresh = f"{kept}.{os.getpid()}"
        with open(fresh, "wb") as file:
            marshal.dump(code, file)
        os.replace(fresh, kept)
        return code


class MarkingFinder:
    """Finds modules as Python does, and has those of Fireteam loaded with marks."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Find a module whose file has marks."""
        if name.partition(".")[0] != "fireteam":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader and spec.origin in self._marks.table:
            spec.loader = MarkingLoader(name, spec.origin, self._marks.code)
        return spec


def install(folder: str) -> None:
    """Let modules that are imported from here on have marks."""
    marks = Marks(folder)
    sys.meta_path.insert(0, MarkingFinder(marks))  # type: ignore[arg-type]
    INSTALLED.append(marks)


def marks_of(path: str) -> memoryview | None:
    """The marks of a file, for its module, however that is run."""
    return INSTALLED[0].of_file(path)


def marked(data: bytes, path: str) -> ast.Module:
    """The tree of a file that asks for its marks, and whose functions begin by setting them; lines stay as they are."""
    tree = ast.parse(data)
    head = sum(1 for _ in takewhile(_is_head, tree.body))
    asks = ast.parse(f"from fireteam_marking import marks_of as {NAME}\n{NAME} = {NAME}({path!r})").body
    for statement in asks:
        _place(statement, tree.body[0] if tree.body else statement)
    tree.body[head:head] = asks
    for number, function in enumerate(functions(tree)):
        begin = 1 if ast.get_docstring(function, clean=False) is not None and len(function.body) > 1 else 0
        first = function.body[begin]
        mark = ast.parse(f"{NAME}[{number}] = 1").body[0]
        _place(mark, first)
        function.body.insert(begin, mark)
    return tree


def _place(statement: ast.stmt, other: ast.stmt) -> None:
    """Let all of a statement stand on the line of another."""
    for node in ast.walk(statement):
        ast.copy_location(node, other)


def _is_head(node: ast.stmt) -> bool:
    """Whether a statement must stay above all others of its file."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


def functions(node: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function below a node in the order in which they stand, but for those that only the compiler runs."""
    found: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "JIT":
            continue
        if isinstance(child, FUNCTIONS):
            found.append(child)
        found += functions(child)
    return found
