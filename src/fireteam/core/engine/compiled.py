"""How the rules run: compiled by Numba, or as plain Python.

`@rule("GAME-6.3")` files a function under the clauses it carries and compiles it; `@compiled` compiles what is no rule
of its own. With FIRETEAM_JIT=0 the same source runs as plain Python, bit for bit, to be stepped through or measured.

With FIRETEAM_JIT=auto rules begin as plain Python, Numba is not even imported, and `swap.py` puts compiled ones in
their places when there are any. Whatever has two forms says so by `either` and `when_compiled`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import numpy as np

from .code_cache import COMPILED, MODE_VARIABLE, PLAIN, PLAIN_FIRST, is_marked, mark

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

MODE = os.environ.get(MODE_VARIABLE, COMPILED)
JIT = MODE not in (PLAIN, PLAIN_FIRST)  # whether what is defined now is compiled; a swap turns it on

PLAIN_FORMS: list[tuple[Any, Callable[[], Any]]] = []
"""What runs plain and is to be swapped, with what makes its compiled form."""

STEPS: list[Callable[[], None]] = []
"""What else is to be done before anything is compiled."""

CLAUSES: dict[str, list[Callable[..., Any]]] = {}
"""Every clause that a rule carries, with the plain Python functions that carry it."""


def is_first_run(what: str) -> bool:
    """Whether something runs for the first time since a rule was edited, so that it is compiled first. Asked once."""
    if not JIT:
        return False
    ran = is_marked(what)
    mark(what)
    return not ran


JIT_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
NO_REFCOUNT = {
    "_nrt": False
}  # nothing counts who holds an array: to pass one on costs nothing, to make one is an error


def either(plain: T, compile: Callable[[], Any]) -> T:
    """The form of something that runs: the compiled one, or the plain one until it is swapped."""
    if JIT:
        return compile()  # type: ignore[no-any-return]
    if MODE == PLAIN_FIRST:
        PLAIN_FORMS.append((plain, compile))
    return plain


def when_compiled(step: Callable[[], None]) -> None:
    """Do a step before anything is compiled; never if nothing is."""
    if JIT:
        step()
    elif MODE == PLAIN_FIRST:
        STEPS.append(step)


def compiled(function: F) -> F:
    """Compile a function that is no rule of its own, and makes no arrays."""
    return either(function, lambda: compile_function(function))


def entry_of(function: F, *values: Any) -> F | None:
    """Return the code of a compiled function that has been called with values of these kinds; None if there is none.

    It is for who calls it again and again with values of the same kinds: that code does not look at the kinds again,
    which takes as long as a short rule. Values of other kinds may make it crash.
    """
    if not JIT:
        return None
    import numba

    found = function.overloads.get(tuple(map(numba.typeof, values)))  # type: ignore[attr-defined]
    return found and found.entry_point  # type: ignore[no-any-return]


def compiled_short(function: F) -> F:
    """Compile a function, for uncompiled code, that takes microseconds: other threads wait until it has returned.

    To let them run meanwhile costs more than that, for then it has to wait for them.
    """
    return either(function, lambda: _jit(function, cache=True, nogil=False, **NO_REFCOUNT))


def compiled_with_arrays(function: F) -> F:
    """Compile a function that makes arrays, or is given one that another made."""
    return either(function, lambda: _jit(function, cache=True, _nrt=True))


def compiled_as_whole(function: F) -> F:
    """Compile a function that no compiled function calls, optimised once more with all that it calls as one program."""

    def compile() -> Any:
        from .numba_setup import optimize_as_whole

        optimize_as_whole(function.__name__)
        return compile_function(function)

    return either(function, compile)


def compiled_into_callers(function: F) -> F:
    """A compiled function again, as a part of whatever calls it: a record on the caller's stack is then no memory.

    One that makes arrays stays as it is.
    """
    if not JIT or function.targetoptions["_nrt"]:  # type: ignore[attr-defined]
        return function
    return _jit(function.py_func, forceinline=True, **NO_REFCOUNT)  # type: ignore[attr-defined,no-any-return]


def compile_function(function: Any) -> Any:
    """The compiled form of a function that makes no arrays, whatever form runs."""
    return _jit(function, cache=True, **NO_REFCOUNT)


def _jit(function: Any, **options: Any) -> Any:
    from .numba_setup import njit

    return njit(**{**JIT_OPTIONS, **options})(getattr(function, "__wrapped__", function))


def memoize_if_plain(function: F) -> F:
    """Under `@compiled`: plain, answers are kept, for what costs more to work out anew than to keep."""
    return function if JIT else cache(function)  # type: ignore[return-value]


def _count_ones(word: Any) -> Any:
    """How many bits of a word are set."""
    return int(word).bit_count()


def _lowest_one(word: Any) -> Any:
    """The number of the lowest bit that is set; 64 if none is."""
    number = int(word)
    return (number & -number).bit_length() - 1 if number else 64


def _single_one(word: Any, k: int) -> Any:
    """A word with only the k-th of its ones, from 0 at the lowest, k below 64; 0 if it has no more than k."""
    number = int(word)
    for _ in range(k):
        number &= number - 1
    return np.uint64(number & -number)


def _has_same_bytes(ones: Any, i: int, others: Any, j: int) -> bool:
    """Whether row i of an array has the bytes of row j of another of the same width."""
    return bool(ones[i].tobytes() == others[j].tobytes())


def _intrinsic(name: str) -> Callable[[], Any]:
    def find() -> Any:
        from . import numba_setup

        return getattr(numba_setup, name)

    return find


count_ones = either(_count_ones, _intrinsic("count_ones"))
lowest_one = either(_lowest_one, _intrinsic("lowest_one"))
has_same_bytes = either(_has_same_bytes, _intrinsic("has_same_bytes"))
single_one = either(_single_one, _intrinsic("single_one"))


def rule(*clauses: str, makes_arrays: bool = False) -> Callable[[F], F]:
    """Compile a rule and file it under every clause it carries."""

    def decorate(function: F) -> F:
        for clause in clauses:
            CLAUSES.setdefault(clause, []).append(function)
        return compiled_with_arrays(function) if makes_arrays else compiled(function)

    return decorate


def clause_carriers() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every (clause, function) that has been filed."""
    for clause, functions in CLAUSES.items():
        for function in functions:
            yield clause, function
