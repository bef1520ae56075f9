"""Records put back to zero, and rows taken out of lists of them: what is not in use is zero (`record.py`)."""

from __future__ import annotations

from typing import Any

from .compiled import JIT_OPTIONS, NO_REFCOUNT, compiled, when_compiled


def erase(record: Any) -> None:
    """Write zeros everywhere in a record, and in all that it holds."""
    for name in record.dtype.names:
        record[name] = 0


@compiled
def remove_row(rows: Any, n: int, at: int) -> None:
    """Take a row out of the first n of a list: those after it move up in their order, and the last becomes zero."""
    for k in range(at, n - 1):
        rows[k] = rows[k + 1]
    erase(rows[n - 1])


def _compile_erase() -> None:
    """Let compiled code erase a record by the machine's own way to set memory."""
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    @intrinsic
    def fill_with_zeros(_typing: Any, record: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            cgutils.memset(builder, arguments[0], context.get_constant(types.intp, record.size), 0)
            return context.get_dummy_value()

        return types.void(record), generate

    @overload(erase, strict=False, jit_options={**JIT_OPTIONS, **NO_REFCOUNT})
    def compile_erase(record: Any) -> Any:
        return lambda record: fill_with_zeros(record)


when_compiled(_compile_erase)
