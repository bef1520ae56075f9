"""Writers of events: for each event a compiled function that writes its row, generated from its declaration.

Numba keeps compiled code by source file, so the generated source stands in one, beside that code.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..engine.code_cache import code_folder
from ..engine.compiled import JIT, compiled
from .events import ROW_WIDTH, Event, Log, event_fields, write_row
from .field_kinds import snake_case

WRITER = '''
@compiled
def log_{name}({parameters}):
    """{doc}"""
    write_row({values})
'''


def event_kinds(*modules: str) -> tuple[type[Event], ...]:
    """Return the events that modules declare, in the order in which they stand there: that is their numbers.

    Raises:
        TypeError: an event without a clause or story, or with more numbers than a row of the log holds.
    """
    found = [
        kind
        for module in modules
        for kind in vars(sys.modules[module]).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module
    ]
    for kind in found:
        if not (kind.clause and kind.story):
            raise TypeError(f"{kind.__qualname__} of {kind.__module__} has no clause, or no story")
        if len(parts_of(kind)) >= ROW_WIDTH:
            raise TypeError(f"{kind.__qualname__} of {kind.__module__} has more than {ROW_WIDTH - 1} numbers")
    return tuple(found)


def parts_of(kind: type[Event]) -> list[str]:
    """Return a name for each number of an event's row: a field's, with the number's place where it has several."""
    return [
        name if field.width == 1 else f"{name}_{part}"
        for name, (field, _) in event_fields(kind).items()
        for part in range(field.width)
    ]


def event_writers(module: str, kinds: Sequence[type[Event]]) -> dict[str, Any]:
    """Return what a module of writers has: for an event `PickedUp`, its number PICKED_UP and `log_picked_up(log, ...)`.

    Args:
        module: the name of the module that will have them.
        kinds: the events, in the order of their numbers.
    """
    source = f'"""Generated from the events that {module} writes."""\n'
    for number, kind in enumerate(kinds):
        name, parts = snake_case(kind.__name__), parts_of(kind)
        source += f"\n{name.upper()} = {number}\n\n" + WRITER.format(
            name=name,
            parameters=", ".join(["log", *parts]),
            doc=(kind.__doc__ or "").partition("\n")[0],
            values=", ".join(["log", str(number), *parts]),
        )
    found = {"__name__": module, "compiled": compiled, "write_row": write_row, "Log": Log}
    exec(compile(source, str(_source_file(module, source)) if JIT else f"<{module}>", "exec"), found)
    return {name: value for name, value in found.items() if name.startswith("log_") or name.isupper()}


def _source_file(module: str, source: str) -> Path:
    """Return the file that holds a generated source; in a temporary folder where the cache cannot be written."""
    for folder in (code_folder(), Path(tempfile.gettempdir()) / f"fireteam-{os.getpid()}"):
        file = folder / f"{module}.py"
        with contextlib.suppress(OSError):
            if not file.exists() or file.read_text(encoding="utf-8") != source:
                folder.mkdir(parents=True, exist_ok=True)
                fresh = file.with_suffix(f".{os.getpid()}")
                fresh.write_text(source, encoding="utf-8")
                fresh.replace(file)
            return file
    return Path(f"<{module}>")
