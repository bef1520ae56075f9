"""Writers of events: for each event a compiled function that writes its row, generated from its declaration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.compiled import compiled
from ..engine.generated import run_source
from .events import ROW_WIDTH, Event, event_fields, write_row
from .field_kinds import classes_in, snake_case

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
    found = classes_in(modules, Event)
    for kind in found:
        if not (kind.clause and kind.story):
            raise TypeError(f"{kind.__qualname__} of {kind.__module__} has no clause, or no story")
        if len(parts_of(kind)) >= ROW_WIDTH:
            raise TypeError(f"{kind.__qualname__} of {kind.__module__} has more than {ROW_WIDTH - 1} numbers")
    return found


def parts_of(kind: type[Event]) -> list[str]:
    """Return a name for each number of an event's row: a field's, with the number's place where it has several."""
    return [
        name if field.width == 1 else f"{name}_{part}"
        for name, (field, _) in event_fields(kind).items()
        for part in range(field.width)
    ]


def event_writers(module: str, kinds: Sequence[type[Event]], part: str = "") -> dict[str, Any]:
    """Return what a module of writers has: for an event `PickedUp`, its number PICKED_UP and `log_picked_up(log, ...)`.

    Args:
        module: the name of the module that will have them.
        kinds: the events, in the order of their numbers.
        part: what tells their source from another that is generated for the same module.
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
    return run_source(module, source, part=part, compiled=compiled, write_row=write_row)
