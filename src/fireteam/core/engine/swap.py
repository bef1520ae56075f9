"""Rules that run as plain Python, exchanged for compiled ones while a program runs (FIRETEAM_JIT=auto).

Both forms of a rule give the same results bit for bit, so it does not matter between which two calls this happens. But
no rule may be running meanwhile: plain and compiled ones hand other things to one another.

    prepare()    imports Numba and makes the compiled forms: half a second, on any thread
    in_use()     around whatever runs rules on a thread of its own
    try_swap()   puts compiled forms where the plain ones are, in milliseconds, unless a thread runs rules
    hold()       lets threads wait before they run rules, and waits for those that do; go_on() lets them run again
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from types import CellType, FunctionType
from typing import Any

from . import compiled
from .code_cache import PLAIN_FIRST


class _Use:
    """How many threads run rules, and whether more may."""

    threads = 0
    is_held = False


_USE, _GATE = _Use(), Condition()
_LOCK = Lock()
_MADE: dict[int, tuple[Any, Any]] = {}  # by the identity of a plain form: itself, and its compiled one


def is_compiled() -> bool:
    """Whether the rules run compiled by now."""
    return compiled.JIT


def may_swap() -> bool:
    """Whether they run as plain Python until there are compiled ones."""
    return not compiled.JIT and compiled.MODE == PLAIN_FIRST


def prepare() -> None:
    """Import Numba and make the compiled form of every function so far; rules may run meanwhile.

    A form is compiled, or read from the disk, when it is first called.
    """
    with _LOCK:
        while compiled.STEPS:
            compiled.STEPS.pop(0)()
        for plain, compile in compiled.PLAIN_FORMS:
            if id(plain) not in _MADE:
                _MADE[id(plain)] = plain, compile()


@contextmanager
def in_use() -> Iterator[None]:
    """Run rules on a thread beside the one that swaps them."""
    if not may_swap():
        yield
        return
    with _GATE:
        _GATE.wait_for(lambda: not _USE.is_held)
        _USE.threads += 1
    try:
        yield
    finally:
        with _GATE:
            _USE.threads -= 1
            _GATE.notify_all()


def hold() -> None:
    """Let no thread begin with rules any more, and wait until none runs them."""
    with _GATE:
        _USE.is_held = True
        _GATE.wait_for(lambda: _USE.threads == 0)


def go_on() -> None:
    """Let threads run rules again."""
    with _GATE:
        _USE.is_held = False
        _GATE.notify_all()


def try_swap() -> bool:
    """Let rules be compiled ones from now on, unless a thread runs plain ones; whether they are compiled ones.

    The thread that calls this runs none itself.
    """
    with _GATE:
        if may_swap() and _USE.threads == 0:
            prepare()
            _exchange()
    return is_compiled()


def _exchange() -> None:
    with _LOCK:
        for names in _namespaces():
            for name, value in list(names.items()):
                if made := _MADE.get(id(value)):
                    names[name] = made[1]
                elif type(value) is dict and value is not names:
                    _exchange_values(value)
        for plain, _ in compiled.PLAIN_FORMS:
            for cell in getattr(plain, "__closure__", None) or ():
                _exchange_cell(cell)
        compiled.JIT = True
        compiled.PLAIN_FORMS.clear()
        _MADE.clear()


def _namespaces() -> Iterator[dict[str, Any]]:
    """The names of the modules of every package that has rules, and of what was generated."""
    functions = [plain for plain, _ in compiled.PLAIN_FORMS if isinstance(plain, FunctionType)]
    known = {id(function.__globals__): function.__globals__ for function in functions}
    packages = {function.__module__.partition(".")[0] for function in functions}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in packages:
            known[id(vars(module))] = vars(module)
    yield from known.values()


def _exchange_values(table: dict[Any, Any]) -> None:
    for key, value in list(table.items()):
        if made := _MADE.get(id(value)):
            table[key] = made[1]


def _exchange_cell(cell: CellType) -> None:
    if made := _MADE.get(id(cell.cell_contents)):
        cell.cell_contents = made[1]
