"""Records without an allocation: one on the stack of a compiled function, and the rows of an array by their place.

Compiled, a place is an address, which a record can keep; it must not outlive what lies there. In plain Python it is the
array itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .compiled import either
from .record import blank, layout


def on_stack(cls: type) -> Callable[[], Any]:
    """What makes a record of zeros that lasts as long as the function that calls for it: it may not be returned.

    Plain Python makes an instance of a class whose fields all have 0 as their default, which is quicker, or an array of
    one record.
    """
    all_known = all(hasattr(cls, name) for name in layout(cls).names or ())
    return either(partial(cls) if all_known else lambda: blank(cls)[0], lambda: _zeros(cls))


def row_at(cls: type) -> Callable[[Any, int], Any]:
    """What gives the k-th record of a class at a place."""
    return either(lambda place, k: place[k], lambda: _row(cls))


def _zeros(cls: type) -> Callable[[], Any]:
    """A record on the stack, compiled."""
    from numba import from_dtype
    from numba.core import cgutils
    from numba.extending import intrinsic

    record = from_dtype(layout(cls))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        with builder.goto_entry_block():  # once, where the function is entered: `alloca_once` fills it there as well
            place = builder.alloca(context.get_value_type(record).pointee)
        cgutils.memset(builder, place, cgutils.intp_t(record.size), 0)
        return place

    return intrinsic(lambda typing: (record(), generate))  # type: ignore[no-any-return]


def _row(cls: type) -> Callable[[Any, int], Any]:
    """The record at an address, compiled."""
    from numba import from_dtype, types
    from numba.extending import intrinsic

    record = from_dtype(layout(cls))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = builder.inttoptr(arguments[0], context.get_value_type(record))
        return builder.gep(first, [arguments[1]])

    return intrinsic(lambda typing, place, k: (record(types.int64, types.int64), generate))  # type: ignore[no-any-return]


def _address() -> Callable[[Any], Any]:
    """The address of the rows of an array, or of a record, compiled."""
    from numba import types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    @intrinsic
    def address(typing: Any, rows: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            is_array = isinstance(rows, types.Array)
            data = make_array(rows)(context, builder, arguments[0]).data if is_array else arguments[0]
            return builder.ptrtoint(data, context.get_value_type(types.int64))

        return types.int64(rows), generate

    return address  # type: ignore[no-any-return]


place_of: Callable[[Any], Any] = either(lambda rows: rows if isinstance(rows, np.ndarray) else [rows], _address)
"""The place of the records of an array, or of a record alone."""
