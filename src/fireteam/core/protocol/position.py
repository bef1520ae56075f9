"""Positions in one line, for any record: a match in two words, then every part of the State that is not zero.

    de_depot mp_maxrounds=3 phase=2 turn=1 units.0.x=2000000 units.0.y=15000000

A part is called by the names of the fields that lead to it, with numbers from 0 inside lists; what is not written is 0.
Written parts stand in the order of the record, so that a position has one line. In the values of options a comma, a
space, `%` and whatever is not ASCII are written as in an address: `%2C`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import punctuation
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from ..engine.numbers import numbers_of, write_number
from ..engine.record import Array
from ..errors import BadNotation

MAX_NUMBER = 2**30  # no number of a state is larger; fields of bits may use all of theirs
BITS = 2**64 - 1
DIGITS = 20
UNQUOTED = punctuation.replace("%", "").replace(",", "")  # of the value of an option, with letters and digits


def write(scenario: str, options: Mapping[str, Any], states: Array) -> str:
    """The line of a position."""
    text = ",".join(f"{name}={quote(str(value), safe=UNQUOTED)}" for name, value in sorted(options.items()))
    return " ".join([scenario, text or "-", *parts(states)])


def parts(states: Array) -> Iterator[str]:
    """Every part of a record that is not zero, as `path=value`."""
    names, row = list(field_paths(states.dtype).items()), numbers_of(states)[0]
    for k in np.flatnonzero(row).tolist():
        name, (_, bits) = names[k]
        yield f"{name}={int(row[k]) % (BITS + 1) if bits else int(row[k])}"


@cache
def field_paths(dtype: Any) -> dict[str, tuple[int, bool]]:
    """Every number of a record by its path: which of its numbers it is, and whether it is a field of bits."""
    return {path: (k, bits) for k, (path, bits) in enumerate(_walk(dtype, ""))}


def _walk(dtype: Any, path: str) -> Iterator[tuple[str, bool]]:
    """The numbers of a record, in order."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        for at in np.ndindex(*shape):
            yield from _walk(inner, ".".join([path, *map(str, at)]))
    elif dtype.names is not None:
        for name in dtype.names:
            yield from _walk(dtype.fields[name][0], f"{path}.{name}" if path else name)
    else:
        yield path, dtype.kind == "u"


def split_notation(line: str) -> tuple[str, dict[str, str], list[str]]:
    """The scenario, the options and the parts of a line.

    Raises:
        BadNotation: it has no such beginning.
    """
    words = line.split()
    if len(words) < 2:
        raise BadNotation("a position begins with a scenario and its options: write de_depot - phase=1, say")
    scenario, options, *rest = words
    pairs = [] if options == "-" else [_pair(word, "option") for word in options.split(",")]
    return scenario, {name: unquote(value) for name, value in pairs}, rest


def fill_states(states: Array, words: Sequence[str]) -> None:
    """Write parts into a record of zeros.

    Raises:
        BadNotation: a part that the record does not have, that is said twice, or whose number is none.
    """
    known, done = field_paths(states.dtype), set()
    for word in words:
        name, value = _pair(word, "part of a position")
        if name not in known:
            raise BadNotation(f"{name!r} is no part of a position; {_hint(name, known)}")
        if name in done:
            raise BadNotation(f"{name} is said twice")
        done.add(name)
        k, bits = known[name]
        write_number(states, k, _number(word, value, bits))


def _pair(word: str, what: str) -> tuple[str, str]:
    name, sign, value = word.partition("=")
    if not sign:
        raise BadNotation(f"{word!r} is no {what}; write name=value")
    return name, value


def _number(word: str, value: str, bits: bool) -> int:
    """The number of a part, within what a state holds."""
    digits = value.removeprefix("" if bits else "-")
    if not (digits.isascii() and digits.isdecimal()):
        raise BadNotation(f"{word!r}: {value!r} is no {'number without a sign' if bits else 'whole number'}")
    most = BITS if bits else MAX_NUMBER
    if len(digits) > DIGITS or int(digits) > most:
        raise BadNotation(f"{word[: 2 * DIGITS]!r} is too large; at most {most} can stand there")
    return int(value)


def _hint(name: str, known: Mapping[str, Any]) -> str:
    """What may have been meant."""
    near = difflib.get_close_matches(name, known, n=1)
    first = dict.fromkeys(path.partition(".")[0] for path in known)
    return f"did you mean {near[0]}?" if near else f"its parts begin with {', '.join(first)}"
