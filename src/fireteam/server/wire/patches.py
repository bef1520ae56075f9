"""What is different between two values, as JSON: what a reader has to change in the one to have the other.

A patch is an object: fields of an object by name, entries of a list by their number, each with its own patch. A list
whose entries are others has a patch with its parts as `""`: `[first, count]` for entries of the list before, or a new
entry; the other names number the entries that come out of that. In the patch of a text `""` has how many letters stay
at its beginning, what follows them, and how many stay at its end.

In place of a patch stands what replaces a value: a text, a number, `true`, `false`, `null` or what is said once as it
is, any other object and a list as the only entry of a list. A new entry of a list stands so too, but every object as it
is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import compress, count, repeat
from operator import attrgetter, is_not
from typing import Any, Literal

import msgspec
from msgspec.structs import astuple

from ...core.protocol.briefing import Role
from ...core.protocol.scene import Thing
from .word_table import KNOWN, LONG, NEW, PLAIN_KINDS, SAID_ONCE, Writer

PARTS = ""
SIMPLE = PLAIN_KINDS | {str}
UNCHANGED: dict[str, Any] = {}
ALTERED = frozenset({Thing, Role})
"""What is said once and yet comes back altered: of one that is not known the fields that are others are told."""
STAYS = 24  # letters of a text that stay, so that it is worth to say which


def patch(old: Any, new: Any, writer: Writer) -> Any:
    """Return what makes `new` of `old`, both Structs, tuples or simple values; an empty object if they are equal."""
    is_same = old is new or (type(old) is type(new) and old == new)
    return UNCHANGED if is_same else _change(old, new, writer)


def _change(old: Any, new: Any, writer: Writer) -> Any:
    """Return what makes `new` of an `old` that is another."""
    kind = type(new)  # to ask for the type itself is many times quicker than `isinstance` of a Struct
    if kind is str:
        return _text_patch(old, new, writer)
    if kind in PLAIN_KINDS:
        return new
    if type(old) is not kind:
        return _whole(new, writer)
    if kind is tuple:
        return _list_patch(old, new, writer)
    if kind is dict:
        return _whole(new, writer)
    if kind in SAID_ONCE and (kind not in ALTERED or writer.number_of(new) is not None):
        return _whole(new, writer)
    return _struct_patch(old, new, writer)


def _struct_patch(old: Any, new: Any, writer: Writer) -> dict[str, Any]:
    """Return the patch of a Struct: where it says nothing of what the reader alone may know, it is the same for all."""
    shared, place = writer.shared, (id(old), id(new))
    known = None if shared is None else shared.get(place)
    if known is not None:
        return known[2]
    asked = writer.asked
    found = patches(new.__struct_fields__, astuple(old), astuple(new), writer)
    if shared is not None and writer.asked == asked:
        shared[place] = old, new, found
    return found


def is_said_once(value: Any) -> bool:
    """Whether something that is told is a value with a number, or one that gets a number."""
    return isinstance(value, dict) and (KNOWN in value or NEW in value)


def _whole(new: Any, writer: Writer) -> Any:
    """Return what replaces a value, whatever it was."""
    value = writer.value(new)
    return value if is_said_once(value) else [value]


def _text_patch(old: Any, new: str, writer: Writer) -> Any:
    """Return what makes one text of another: by what stays of a long one, unless it is known, else whole."""
    if len(new) >= LONG and isinstance(old, str) and writer.number_of(new) is None and (parts := _parts(old, new)):
        return {PARTS: [*parts]}
    return writer.text(new)


@lru_cache(2_000)
def _parts(old: str, new: str) -> tuple[int, str, int] | None:
    """Return how many letters of a text stay at its beginning, what follows them, and how many stay at its end.

    None where so few stay that it is not worth saying which.
    """
    if not (old + new).isascii():
        return None
    most = min(len(old), len(new))
    first = _same_letters(old[:most], new[:most], "little")
    last = min(most - first, _same_letters(old[-most:], new[-most:], "big"))
    return (first, new[first : len(new) - last], last) if first + last >= STAYS else None


def _same_letters(one: str, other: str, order: Literal["little", "big"]) -> int:
    """Return how many letters of two texts of ASCII, equally long, are the same: as many as there are before the first
    that differs, or with "big" behind the last. As one number the texts are compared at once.
    """
    differs = int.from_bytes(one.encode(), order) ^ int.from_bytes(other.encode(), order)
    return ((differs & -differs).bit_length() - 1) // 8 if differs else len(one)


def fields_patch(old: Any, new: Any, writer: Writer) -> dict[str, Any]:
    """Return what makes one Struct of another of its class, field by field."""
    return patches(new.__struct_fields__, astuple(old), astuple(new), writer)


def patches(names: Iterable[str], old: Sequence[Any], new: Sequence[Any], writer: Writer) -> dict[str, Any]:
    """Return the patches of values that are others than before, by their names."""
    found = {}
    for name, before, after in compress(zip(names, old, new), map(is_not, old, new)):
        if before != after or type(before) is not type(after):
            found[name] = _change(before, after, writer)
    return found


def _list_patch(old: tuple[Any, ...], new: tuple[Any, ...], writer: Writer) -> Any:
    """Return the patch of a list: entries that are called alike are the same, changed perhaps."""
    if not old or not new:
        return _whole(new, writer)
    if len(new) < len(old) and new == old[: len(new)]:
        return {PARTS: [[0, len(new)]]}
    if len(new) == len(old) and (type(new[0]) in SIMPLE or _are_called_alike(old, new)):
        return patches(map(str, count()), old, new, writer)
    names, before = _names(new), _names(old)
    spots = _spots(old, before, new, names)
    if spots is None:
        return _whole(new, writer)
    parts: list[Any] = []
    basis: list[Any] = []
    run, follows = [0, 0], -1
    for one, spot in zip(new, spots, strict=True):
        if spot is None:
            value = writer.value(one)
            parts.append([value] if isinstance(value, list) else value)
            basis.append(one)
            follows = -1
            continue
        if spot == follows:
            run[1] += 1
        else:
            run = [spot, 1]
            parts.append(run)
        follows = spot + 1
        basis.append(old[spot])
    return {PARTS: parts, **_entries_patch(tuple(basis), new, writer)}


def _are_called_alike(old: tuple[Any, ...], new: tuple[Any, ...]) -> bool:
    """Whether as many entries of one class are called the same, one by one."""
    kinds = {*map(type, old), *map(type, new)}
    name = _name_of_each(*kinds) if len(kinds) == 1 else None
    if name is None:
        return _names(old) == _names(new)
    return list(map(name, old)) == list(map(name, new))


def _spots(
    old: tuple[Any, ...], before: Sequence[Any], new: tuple[Any, ...], names: Sequence[Any]
) -> list[int | None] | None:
    """Return where each new entry stood before, by what both are called; None if none of them did."""
    spots: dict[Any, int] = dict(zip(before, range(len(before)), strict=True))
    if spots.keys().isdisjoint(names):
        return None
    if len(spots) == len(before) and len({*names}) == len(names):
        return list(map(spots.get, names))
    places: dict[Any, list[int]] = {}
    for k, name in enumerate(before):
        places.setdefault(name, []).append(k)
    found: list[int | None] = []
    for one, name in zip(new, names, strict=True):
        there = places.get(name)
        found.append(next((k for k in there if old[k] is one or old[k] == one), there[0]) if there else None)
        if there:
            there.remove(found[-1])  # type: ignore[arg-type]
    return found


def _entries_patch(old: tuple[Any, ...], new: tuple[Any, ...], writer: Writer) -> dict[str, Any]:
    if old == new and SIMPLE.issuperset(map(type, new)) and list(map(type, old)) == list(map(type, new)):
        return {}
    return patches(map(str, count()), old, new, writer)


def _names(entries: Sequence[Any]) -> list[Any]:
    """Return what the entries of a list are called."""
    kinds = {*map(type, entries)}
    if kinds <= SIMPLE:
        return list(entries)
    if len(kinds) == 1 and (name := _name_of_each(*kinds)) is not None:
        firsts = list(map(name, entries))
        if SIMPLE.issuperset(map(type, firsts)):
            return list(zip(repeat(*kinds), firsts, strict=False))
    return list(map(_name, entries))


@cache
def _name_of_each(kind: type) -> Callable[[Any], Any] | None:
    """Return what gives the first field of a Struct of one class; None for any other, and where it has none."""
    return attrgetter(field) if (field := _first_field(kind)) else None


def _name(entry: Any) -> Any:
    """Return what an entry of a list is called: its first field, or itself."""
    kind: Any = type(entry)
    if kind in SIMPLE:
        return entry
    if (field := _first_field(kind)) is None:
        return None
    first = getattr(entry, field) if field else None
    return kind, first if type(first) in SIMPLE else None


@cache
def _first_field(kind: type) -> str | None:
    """Return the name of the first field of a Struct, empty where it has none; None for any other class."""
    return "".join(kind.__struct_fields__[:1]) if issubclass(kind, msgspec.Struct) else None
