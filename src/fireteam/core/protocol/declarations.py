"""What follows from the verbs and events of a small game that declares both in one module.

    VERBS, EVENTS = declare(__name__)

The module then has the functions that read, write and offer choices (`verb_functions.py`) and those that write events
(`event_writers.py`).
"""

from __future__ import annotations

import sys

from .choices import Verb
from .event_writers import event_kinds, event_writers
from .events import Event
from .verb_functions import verb_functions, verb_kinds


def declare(module: str) -> tuple[tuple[type[Verb], ...], tuple[type[Event], ...]]:
    """Give a module what follows from the verbs and events that it has declared, and return both, in their order.

    Raises:
        TypeError: one of them is not sound.
    """
    verbs, events = verb_kinds(module), event_kinds(module)
    # Functions of events are generated into a file of their own.
    vars(sys.modules[module]).update(verb_functions(module, verbs) | event_writers(module, events, part="events"))
    return verbs, events
