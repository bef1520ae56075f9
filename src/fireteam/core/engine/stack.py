"""Records on the stack of a compiled function, and records as rows of an array: neither allocates anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiled import JIT
from .record import layout


def on_stack(cls: type) -> Callable[[], Any]:
    """What makes a record of zeros that lasts as long as the function that calls for it: it may not be returned.

    Every field of the class has 0 as its default, for plain Python makes an instance of it.
    """
    return cls if not JIT else _zeros(cls)


def no_rows(cls: type) -> Callable[[], Any]:
    """What makes an array of no records."""
    return list if not JIT else _empty(cls)


if JIT:
    from numba import from_dtype, types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    def _zeros(cls: type) -> Callable[[], Any]:
        record = from_dtype(layout(cls))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = cgutils.alloca_once(builder, context.get_value_type(record).pointee)
            builder.store(cgutils.get_null_value(place.type.pointee), place)
            return place

        return intrinsic(lambda typing: (record(), generate))  # type: ignore[no-any-return]

    def _empty(cls: type) -> Callable[[], Any]:
        record = from_dtype(layout(cls))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            nowhere = cgutils.get_null_value(context.get_value_type(record))
            return _array(context, builder, signature.return_type, nowhere, 0)

        return intrinsic(lambda typing: (types.Array(record, 1, "C")(), generate))  # type: ignore[no-any-return]

    @intrinsic
    def _one_row(typing: Any, record: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _array(context, builder, signature.return_type, arguments[0], 1)

        return types.Array(record, 1, "C")(record), generate

    def _array(context: Any, builder: Any, kind: Any, data: Any, count: int) -> Any:
        """An array of so many records that lie there already."""
        array = make_array(kind)(context, builder)
        size, shape = (context.get_constant(types.intp, number) for number in (kind.dtype.size, count))
        data = builder.bitcast(data, array.data.type)
        populate_array(array, data=data, shape=[shape], strides=[size], itemsize=size, meminfo=None)
        return array._getvalue()


one_row: Callable[[Any], Any] = _one_row if JIT else lambda record: [record]
"""A record as an array of one row, which lasts as long as the record."""
