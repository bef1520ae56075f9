"""Changes of a sheet as words: which part of it they name, and what that becomes."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...core.errors import BadNotation
from ...core.protocol.sheets import Path, SheetChoice, SheetField
from .abbreviations import matching_names

NONE = ("none", "nothing")  # what empties a field
YES, NO = ("yes", "y", "true", "on", "1"), ("no", "n", "false", "off", "0")
NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


class Part(NamedTuple):
    """A part of a sheet: where it stands, the field it is or is an entry of, and the words that are left."""

    path: Path
    field: SheetField
    is_entry: bool
    words: tuple[str, ...]


def find_part(fields: Sequence[SheetField], value: Any, words: Sequence[str], path: Path = ()) -> Part:
    """The part that the first words name: `A1 traits Fast` is the traits of A1, with one word left.

    Raises:
        BadNotation: there is no such part.
    """
    known = {field.name: field for field in fields}
    word = words[0]
    if word in known:
        return _in_field(known[word], value, words[1:], path)
    for field in fields:
        entries = entries_of(value, field)
        if (n := find_entry(entries, word)) is not None:
            return _in_entry(field, entries[n], words[1:], (*path, field.name, n))
    near = matching_names(word, list(known), {})
    if len(near) == 1:
        return _in_field(known[near[0]], value, words[1:], path)
    if near:
        raise BadNotation(f"{word!r} may be {' or '.join(near)}")
    there = [name for field in fields for name in entry_names(value, field)]
    raise BadNotation(f"there is no {word!r}; there is {', '.join([*known, *there])}")


def _in_field(field: SheetField, value: Any, words: Sequence[str], path: Path) -> Part:
    here = value.get(field.name) if isinstance(value, Mapping) else None
    if field.kind == "record" and words and field.shape == "one":
        return find_part(field.fields, here, words, (*path, field.name))
    if field.kind == "record" and words and field.shape == "list":
        entries = entries_of(value, field)
        n = find_entry(entries, words[0])
        if n is None:
            raise BadNotation(f"there is no {words[0]!r} among the {field.title}")
        return _in_entry(field, entries[n], words[1:], (*path, field.name, n))
    return Part((*path, field.name), field, False, tuple(words))


def _in_entry(field: SheetField, entry: Any, words: Sequence[str], path: Path) -> Part:
    return find_part(field.fields, entry, words, path) if words else Part(path, field, True, ())


def entry_names(value: Any, field: SheetField) -> list[str]:
    """What the entries of a list are called by: their ids, or their numbers from 1."""
    entries = enumerate(entries_of(value, field), 1)
    return [str(each.get("id") or n) if isinstance(each, Mapping) else str(n) for n, each in entries]


def entries_of(value: Any, field: SheetField) -> list[Any]:
    """The records of a field that has a list of them."""
    listed = value.get(field.name) if isinstance(value, Mapping) else None
    return listed if field.kind == "record" and field.shape == "list" and isinstance(listed, list) else []


def find_entry(entries: Sequence[Any], word: str) -> int | None:
    """The entry of a list that a word names, by its id, its name, or its number from 1."""
    for key in ("id", "name"):
        for n, each in enumerate(entries):
            if isinstance(each, Mapping) and str(each.get(key, "")).casefold() == word.casefold():
                return n
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else 0
    return number - 1 if 1 <= number <= len(entries) else None


def read_words(field: SheetField, old: Any, words: Sequence[str]) -> Any:
    """What a field becomes by some words; None for nothing at all.

    Raises:
        BadNotation: they are no value of it.
    """
    if len(words) == 1 and words[0].lower() in NONE and not field.required:
        return None
    if field.shape == "map":
        return _read_map(field, old, words)
    if field.shape == "list":
        return _read_list(field, old, words)
    return read_value(field, " ".join(words))


def _read_list(field: SheetField, old: Any, words: Sequence[str]) -> list[Any]:
    """`Fast Tough` are all there is; `+Fast` comes to them, `-Fast` goes."""
    parts = [part for word in words for part in word.split(",") if part]
    signed = bool(parts) and field.kind != "number" and all(part[0] in "+-" for part in parts)
    if not signed:
        return [read_value(field, part) for part in parts]
    found = list(old) if isinstance(old, list) else []
    for part in parts:
        value = read_value(field, part[1:])
        if part[0] == "+":
            found.append(value)
        elif value in found:
            found.remove(value)
        else:
            raise BadNotation(f"there is no {part[1:]} to take away")
    return found


def _read_map(field: SheetField, old: Any, words: Sequence[str]) -> dict[str, Any]:
    """`stealth 4`, several one after another; `-stealth` goes."""
    found, left = dict(old) if isinstance(old, Mapping) else {}, list(words)
    while left:
        word = left.pop(0)
        name = str(resolve_choice(field.keys, word.removeprefix("-"))) if field.keys else word.removeprefix("-")
        if word.startswith("-"):
            found.pop(name, None)
        elif not left:
            raise BadNotation(f"and what is {name}? write {field.name} {name} VALUE")
        else:
            found[name] = read_value(field, left.pop(0))
    return found


def read_value(field: SheetField, word: str) -> Any:
    """One value of a field.

    Raises:
        BadNotation: it is none.
    """
    if field.kind == "choice":
        return resolve_choice(field.choices, word)
    if field.kind == "flag":
        if word.lower() not in (*YES, *NO):
            raise BadNotation(f"{field.title} is yes or no, not {word!r}")
        return word.lower() in YES
    if field.kind == "number":
        if not NUMBER.fullmatch(word):
            raise BadNotation(f"{field.title}: {word[:40]!r} is no number")
        return int(word) if "." not in word else float(word)
    return word


def resolve_choice(choices: Sequence[SheetChoice], word: str) -> str | int:
    """The value that a word stands for, which may be left short, or the number of a choice; else the word itself.

    Raises:
        BadNotation: it may be several.
    """
    values = {str(choice.value): choice.value for choice in choices}
    near = matching_names(word, list(values), {})
    if len(near) > 1:
        raise BadNotation(f"{word!r} may be {' or '.join(near)}")
    return values[near[0]] if near else word


def with_value(sheet: Any, path: Path, value: Any) -> Any:
    """A sheet with another value at a path; None takes away what stands there."""
    changed = copy.deepcopy(sheet)
    here = changed
    for step, after in zip(path[:-1], path[1:], strict=True):
        if isinstance(here, dict) and not isinstance(here.get(step), dict | list):
            here[step] = [] if isinstance(after, int) else {}
        here = here[step]
    if value is None:
        if isinstance(here, dict):
            here.pop(path[-1], None)
        else:
            del here[path[-1]]
    elif isinstance(here, list) and path[-1] == len(here):
        here.append(value)
    else:
        here[path[-1]] = value
    return changed
