"""The one place that knows about Numba.

`@rule("GAME-6.3")` files a function under the clauses it carries and compiles it; `@compiled` compiles what is no rule
of its own. With FIRETEAM_JIT=0 the same source runs as plain Python, bit for bit, to be stepped through or measured.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

from .code_cache import COMPILED, MODE_VARIABLE, PLAIN, PLAIN_FIRST, code_folder, is_marked, mark

F = TypeVar("F", bound=Callable[..., Any])

JIT = os.environ.get(MODE_VARIABLE, COMPILED) not in (PLAIN, PLAIN_FIRST)

CLAUSES: dict[str, list[Callable[..., Any]]] = {}
"""Every clause that a rule carries, with the plain Python functions that carry it."""


def is_first_run(what: str) -> bool:
    """Whether something runs for the first time since a rule was edited, so that it is compiled first. Asked once."""
    if not JIT:
        return False
    ran = is_marked(what)
    mark(what)
    return not ran


if JIT:
    import numba
    from llvmlite.ir import Constant, IntType
    from numba import types
    from numba.core.dispatcher import Dispatcher
    from numba.extending import intrinsic
    from numba.np import arrayobj

    numba.config.CACHE_DIR = str(code_folder())
    numba.config.LOOP_VECTORIZE = 0  # loops over a few pieces or rows: vectors would make them longer, not faster
    # Two record types compiled in different processes would share symbol names, and the cache would then run one
    # game's code on the other's state. A name made from the layout cures it.
    types.Record.mangling_args = property(
        lambda r: ("Record", (hashlib.sha1(repr((r.fields, r.size, r.aligned)).encode()).hexdigest()[:16],))
    )

    # Rules never count from the end: to ask of each index whether it is negative costs a comparison. Where bounds are
    # checked, a negative index is an error.
    def _index_from_start(context: Any, builder: Any, index_type: Any, index: Any, length: Any) -> Any:
        return context.cast(builder, index, index_type, types.intp)

    arrayobj.fix_integer_index = _index_from_start

    _template = Dispatcher.get_call_template

    def _plain_template(self: Any, args: Any, kws: Any) -> Any:
        """A number written in a call would compile the function once more for just that number."""
        return _template(self, [types.unliteral(a) for a in args], {k: types.unliteral(a) for k, a in kws.items()})

    Dispatcher.get_call_template = _plain_template  # type: ignore[method-assign]


JIT_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
NO_REFCOUNT = {
    "_nrt": False
}  # nothing counts who holds an array: to pass one on costs nothing, to make one is an error


def compiled(function: F) -> F:
    """Compile a function that is no rule of its own, and makes no arrays."""
    if not JIT:
        return function
    return numba.njit(cache=True, **JIT_OPTIONS, **NO_REFCOUNT)(function)  # type: ignore[no-any-return]


def compiled_into_callers(function: F) -> F:
    """A compiled function again, as a part of whatever calls it: a record on the caller's stack is then no memory.

    One that makes arrays stays as it is.
    """
    if not JIT or function.targetoptions["_nrt"]:  # type: ignore[attr-defined]
        return function
    options = {**JIT_OPTIONS, **NO_REFCOUNT, "forceinline": True}
    return numba.njit(**options)(function.py_func)  # type: ignore[attr-defined,no-any-return]


def compiled_with_arrays(function: F) -> F:
    """Compile a function that makes arrays, or is given one that another made."""
    if not JIT:
        return function
    return numba.njit(cache=True, _nrt=True, **JIT_OPTIONS)(function)  # type: ignore[no-any-return]


def memoize_if_plain(function: F) -> F:
    """Under `@compiled`: plain, answers are kept, for what costs more to work out anew than to keep."""
    return function if JIT else cache(function)  # type: ignore[return-value]


if JIT:

    @intrinsic
    def count_ones(context: Any, word: Any) -> Any:
        """How many bits of a word are set, by one instruction of the processor."""
        return types.uint64(types.uint64), lambda _, builder, signature, arguments: builder.ctpop(arguments[0])

    @intrinsic
    def lowest_one(context: Any, word: Any) -> Any:
        """The number of the lowest bit that is set; 64 if none is."""

        def generate(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], Constant(IntType(1), 0))

        return types.uint64(types.uint64), generate

else:

    def count_ones(word: Any) -> Any:
        """How many bits of a word are set."""
        return int(word).bit_count()

    def lowest_one(word: Any) -> Any:
        """The number of the lowest bit that is set; 64 if none is."""
        number = int(word)
        return (number & -number).bit_length() - 1 if number else 64


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
