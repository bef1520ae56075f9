"""Generated functions: Numba keeps compiled code by source file, so their source stands in one, beside that code."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from types import FunctionType
from typing import Any

from .code_cache import code_folder
from .compiled import JIT, when_compiled


def run_source(module: str, source: str, *, part: str = "", **names: Any) -> dict[str, Any]:
    """Return what a generated source defines.

    Args:
        module: the name of the module that will have it, which must be one: compiled code is found again by it.
        source: Python source, the same whenever the declarations are that it was made of.
        part: what tells the sources of a module apart, where it has several.
        names: what the source uses.
    """
    found = {"__name__": module, **names}
    title = f"{module}.{part}" if part else module
    when_compiled(lambda: _place(title, source, found))  # before anything in it is compiled
    exec(compile(source, str(_source_file(title, source)) if JIT else f"<{title}>", "exec"), found)
    return {name: value for name, value in found.items() if name not in names and not name.startswith("__")}


def _place(title: str, source: str, found: dict[str, Any]) -> None:
    """Let functions that were made without a file stand in one."""
    functions = [value for value in found.values() if isinstance(value, FunctionType)]
    own = [function for function in functions if function.__code__.co_filename == f"<{title}>"]
    file = str(_source_file(title, source)) if own else ""
    for function in own:
        function.__code__ = function.__code__.replace(co_filename=file)


def _source_file(title: str, source: str) -> Path:
    """Return the file that holds a generated source; in a temporary folder where the cache cannot be written."""
    for folder in (code_folder(), Path(tempfile.gettempdir()) / f"fireteam-{os.getpid()}"):
        file = folder / f"{title}.py"
        with contextlib.suppress(OSError):
            if not file.exists() or file.read_text(encoding="utf-8") != source:
                folder.mkdir(parents=True, exist_ok=True)
                fresh = file.with_suffix(f".{os.getpid()}")
                fresh.write_text(source, encoding="utf-8")
                fresh.replace(file)
            return file
    return Path(f"<{title}>")
