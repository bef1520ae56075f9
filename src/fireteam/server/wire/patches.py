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

from typing import Any

import msgspec

from ...core.protocol.briefing import Role
from ...core.protocol.scene import Thing
from .word_table import KNOWN, LONG, NEW, SAID_ONCE, Writer

PARTS = ""
SIMPLE = (str, int, float, bool, type(None))
UNCHANGED: dict[str, Any] = {}
ALTERED = (Thing, Role)
"""What is said once and yet comes back altered: of one that is not known the fields that are others are told."""
STAYS = 24  # letters of a text that stay, so that it is worth to say which


def patch(old: Any, new: Any, writer: Writer) -> Any:
    """Return what makes `new` of `old`, both Structs, tuples or simple values; an empty object if they are equal."""
    if old is new or (old == new and type(old) is type(new)):
        return UNCHANGED
    if isinstance(new, str):
        return _text_patch(old, new, writer)
    if isinstance(new, SIMPLE):
        return new
    if type(old) is not type(new) or isinstance(new, dict):
        return _whole(new, writer)
    if isinstance(new, SAID_ONCE) and (not isinstance(new, ALTERED) or writer.number_of(new) is not None):
        return _whole(new, writer)
    if isinstance(new, tuple):
        return _list_patch(old, new, writer)
    return fields_patch(old, new, writer)


def is_said_once(told: Any) -> bool:
    """Whether something that is told is a value with a number, or one that gets a number."""
    return isinstance(told, dict) and (KNOWN in told or NEW in told)


def _whole(new: Any, writer: Writer) -> Any:
    """Return what replaces a value, whatever it was."""
    told = writer.value(new)
    return told if is_said_once(told) else [told]


def _text_patch(old: Any, new: str, writer: Writer) -> Any:
    """Return what makes one text of another: by what stays of a long one, unless it is known, else whole."""
    if len(new) >= LONG and isinstance(old, str) and writer.number_of(new) is None and (old + new).isascii():
        first = _same_beginning(old, new)
        last = _same_beginning(old[first:][::-1], new[first:][::-1])
        if first + last >= STAYS:
            return {PARTS: [first, new[first : len(new) - last], last]}
    return writer.text(new)


def _same_beginning(one: str, other: str) -> int:
    """Return how many letters two texts begin with that are the same."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def fields_patch(old: Any, new: Any, writer: Writer) -> dict[str, Any]:
    """Return what makes one Struct of another of its class, field by field."""
    found = {}
    for name in new.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and (one := patch(before, after, writer)) != UNCHANGED:
            found[name] = one
    return found


def _list_patch(old: tuple[Any, ...], new: tuple[Any, ...], writer: Writer) -> Any:
    """Return the patch of a list: entries that are called alike are the same, changed perhaps."""
    if not old or not new:
        return _whole(new, writer)
    names, before = list(map(_name, new)), list(map(_name, old))
    if names == before or (len(new) == len(old) and isinstance(new[0], SIMPLE)):
        return _entries_patch(old, new, writer)
    places: dict[Any, list[int]] = {}
    for k, name in enumerate(before):
        places.setdefault(name, []).append(k)
    if places.keys().isdisjoint(names):
        return _whole(new, writer)
    parts: list[Any] = []
    basis: list[Any] = []
    run: list[int] = []
    for one, name in zip(new, names, strict=True):
        there = places.get(name)
        if not there:
            told = writer.value(one)
            parts.append([told] if isinstance(told, list) else told)
            basis.append(one)
            run = []
            continue
        place = next((k for k in there if old[k] is one or old[k] == one), there[0])
        there.remove(place)
        if run and sum(run) == place:
            run[1] += 1
        else:
            run = [place, 1]
            parts.append(run)
        basis.append(old[place])
    return {PARTS: parts, **_entries_patch(tuple(basis), new, writer)}


def _entries_patch(old: tuple[Any, ...], new: tuple[Any, ...], writer: Writer) -> dict[str, Any]:
    found = {}
    for k, (before, after) in enumerate(zip(old, new, strict=True)):
        if before is not after and (one := patch(before, after, writer)) != UNCHANGED:
            found[str(k)] = one
    return found


def _name(entry: Any) -> Any:
    """Return what an entry of a list is called: its first field, or itself."""
    if isinstance(entry, msgspec.Struct):
        first = getattr(entry, entry.__struct_fields__[0]) if entry.__struct_fields__ else None
        return type(entry), first if isinstance(first, SIMPLE) else None
    return entry if isinstance(entry, SIMPLE) else None
