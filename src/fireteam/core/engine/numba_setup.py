"""The one place that sets Numba up; whoever imports it waits for Numba."""

from __future__ import annotations

import hashlib
from typing import Any

import numba
import numpy as np
from llvmlite.binding import Linkage
from llvmlite.ir import Constant, FunctionType, IntType
from numba import njit, types
from numba.core import cgutils, codegen
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic
from numba.np import arrayobj

from .code_cache import code_folder

__all__ = ["count_ones", "has_same_bytes", "lowest_one", "njit", "optimize_as_whole", "single_one"]

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

_WHOLE_PROGRAMS: set[str] = set()
_optimize = codegen.CPUCodeLibrary._optimize_final_module


def optimize_as_whole(name: str) -> None:
    """Optimise the function of this name once more with all that it calls, as one program: see `compiled_as_whole`."""
    _WHOLE_PROGRAMS.add(name)


def _optimize_as_whole(self: Any) -> None:
    """What nobody else can call is compiled for its callers alone: into the only one, and for its constants.

    It gets a name of its own, for the loader goes by names alone: whatever called a function of the same name later
    would be given this one, which may want other arguments by then.
    """
    if self.name in _WHOLE_PROGRAMS:
        functions = [function for function in self._final_module.functions if not function.is_declaration]
        inner = [function for function in functions if function.linkage == Linkage.linkonce_odr]
        outer = " ".join(function.name for function in functions if function not in inner)
        program = hashlib.sha1(outer.encode()).hexdigest()[:16]
        for function in inner:
            function.linkage = Linkage.internal
            function.name = f"{function.name}.{program}"
    _optimize(self)


codegen.CPUCodeLibrary._optimize_final_module = _optimize_as_whole


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


@intrinsic
def single_one(context: Any, word: Any, k: Any) -> Any:
    """A word with only the k-th of its ones, k below 64, by one instruction where the processor has it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not _deposits_bits(context):
            return context.compile_internal(builder, clear_below, signature, arguments)
        bits = IntType(64)
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=FunctionType(bits, [bits, bits]))
        return builder.call(deposit, [builder.shl(Constant(bits, 1), arguments[1]), arguments[0]])

    return types.uint64(types.uint64, types.int64), generate


@intrinsic
def has_same_bytes(context: Any, ones: Any, i: Any, others: Any, j: Any) -> Any:
    """Whether row i of an array has the bytes of row j of another of the same width: by the system's own comparison."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, size = IntType(8).as_pointer(), IntType(64)
        rows, width = [], None
        for array, row in ((0, 1), (2, 3)):
            found = arrayobj.make_array(signature.args[array])(context, builder, arguments[array])
            width = builder.extract_value(found.strides, 0)
            rows.append(builder.gep(builder.bitcast(found.data, byte), [builder.mul(arguments[row], width)]))
        kind = FunctionType(IntType(32), [byte, byte, size])
        compare = cgutils.get_or_insert_function(builder.module, kind, "memcmp")
        return builder.icmp_signed("==", builder.call(compare, [*rows, width]), Constant(IntType(32), 0))

    return types.boolean(ones, types.int64, others, types.int64), generate


def clear_below(word: Any, k: int) -> Any:
    """The same by steps: the lowest one is taken away, k times."""
    for _ in range(k):
        word &= word - np.uint64(1)
    return word & (~word + np.uint64(1))


def _deposits_bits(context: Any) -> bool:
    """Whether the processor lays bits into the places of others by one instruction, and not as slowly as some do."""
    _, processor, features = context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in ("znver1", "znver2")
