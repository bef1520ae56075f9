"""Sheets as text: an entry as one line of JSON, which a match takes, and as a file of YAML, which people write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from ..core.person_names import text_fault
from ..core.protocol.sheets import Path
from .entry import Entry
from .problems import Problems
from .read import MAX_DEPTH, Document, Node, parse_document
from .yaml_text import yaml_text

MAX_SHEET = 16 * 1024  # bytes of a sheet as text
MAX_TEXT = 40  # characters of a text in a sheet
NO_LENGTHS: Mapping[str, int] = {}
CLAUSE = re.compile(r" ?\(([A-Z][A-Z0-9]*-[0-9A-Z]+\.[0-9]+[a-z]?)\)")


def is_sheet(value: object) -> bool:
    """Whether the value of an option is a sheet, and no name of an entry."""
    return isinstance(value, Mapping) or (isinstance(value, str) and value.startswith("{"))


@cache
def fields_of(entry: type[Entry]) -> tuple[Any, ...]:
    """The fields of entries of a class; to find them takes far longer than to read them."""
    return msgspec.structs.fields(entry)


def plain_value(entry: Entry) -> dict[str, Any]:
    """An entry as plain values, without what is as by default."""
    found: dict[str, Any] = {}
    for field in fields_of(type(entry)):
        value = getattr(entry, field.name)
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if value is not msgspec.UNSET and (field.required or value != default):
            found[field.encode_name] = as_plain(value)
    return found


def as_plain(value: Any) -> Any:
    """A value of an entry as plain values; whole numbers without a decimal point."""
    if isinstance(value, Entry):
        return plain_value(value)
    if isinstance(value, Mapping):
        return {name: as_plain(each) for name, each in value.items()}
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return [as_plain(each) for each in value] if isinstance(value, list | tuple) else value


def sheet_text(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return msgspec.json.encode(plain_value(entry)).decode()


def file_text(value: Any) -> str:
    """A value as a file: a line for each field, and for each record of a list; empty for what is no mapping."""
    if not isinstance(value, dict):
        return ""
    return "".join(f"{line}\n" for name, each in value.items() for line in _field_lines(name, each))


def _field_lines(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        yield f"{yaml_text(name)}:"
        for each in value:
            yield f"  - {yaml_text(each)}"
    else:
        yield f"{yaml_text(name)}: {yaml_text(value)}"


def value_document(value: Any, problems: Problems) -> Document | None:
    """A plain value as a document without places, or None if it is too large or too deep."""
    document = Document("sheet", "")
    if fault := _value_fault(document, value):
        problems.add("E_C_FILE", document.root.place, fault)
        return None
    document.value = value
    return document


def _value_fault(document: Document, value: Any) -> str:
    """Why a value can be no sheet at all; every part of one that can be gets a place."""
    if not _note_places(document, (), value):
        return f"is nested more than {MAX_DEPTH} deep"
    try:
        size = len(msgspec.json.encode(value))
    except (ValueError, TypeError, OverflowError):
        return "holds a number or text that JSON has not"
    return f"is larger than {MAX_SHEET >> 10} KiB" if size > MAX_SHEET else ""


def _note_places(document: Document, path: Path, value: Any) -> bool:
    """Give every part of a value a place; whether it is not too deep for that."""
    document.values[path] = (1, 1)
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return len(path) <= MAX_DEPTH and all(_note_places(document, (*path, step), each) for step, each in parts)


def text_document(text: str, problems: Problems) -> Document | None:
    """A line of JSON as a document without places, or None if it is none."""
    try:
        value = msgspec.json.decode(text.encode()) if len(text) <= MAX_SHEET else text
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        problems.add("E_C_SYNTAX", Document("sheet", "").root.place, f"is no JSON: {error}")
        return None
    return value_document(value, problems)


def file_document(data: bytes, name: str, problems: Problems) -> Document | None:
    """The bytes of a file of YAML as a document with places, or None if they are none."""
    if len(data) > MAX_SHEET:
        problems.add("E_C_FILE", Document(name, "").root.place, f"is larger than {MAX_SHEET >> 10} KiB")
        return None
    return parse_document(data, name, problems)


def text_faults(node: Node, longest: Mapping[str, int] = NO_LENGTHS) -> Iterator[tuple[Node, str]]:
    """The texts of a sheet, its names too, that faces could not show: too long, blank, or with what does not print.

    `longest` are lengths of fields that hold more than a name.
    """
    if isinstance(node.value, str) and (fault := _text_fault(node.value, longest.get(node.key, MAX_TEXT))):
        yield node, fault
    for each in node:
        if isinstance(node.value, dict) and (fault := _text_fault(each.key)):
            yield node, f"has a field whose name {fault}"
        else:
            yield from text_faults(each, longest)


def _text_fault(text: str, longest: int = MAX_TEXT) -> str:
    if len(text) > longest:
        return f"has {len(text)} characters; {longest} are allowed"
    if not text.isprintable():
        return "holds characters that do not print"
    if text and (fault := text_fault(text)):
        return fault
    return "begins or ends with a space" if text != text.strip() else ""


def clause_in(sentence: str) -> str:
    """The last clause that a sentence names in brackets; empty without one."""
    found: list[str] = CLAUSE.findall(sentence)
    return found[-1] if found else ""


def without_clauses(sentence: str) -> str:
    """A sentence without the clauses that it names in brackets."""
    return CLAUSE.sub("", sentence)


def value_at(value: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path of a plain value; None if there is nothing."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value
