"""What types say of values: the fields of an entry with their types, and in words what a value must be."""

from __future__ import annotations

import types
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, UnsetType
from msgspec.inspect import type_info

from ..core.engine import hints
from .problems import did_you_mean

WORDS: dict[Any, str] = {
    msgspec.inspect.StrType: "text",
    msgspec.inspect.BoolType: "true or false",
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.DictType: "a mapping",
    msgspec.inspect.TupleType: "a list of fixed length",
}
"""What the simplest kinds of values are called."""
PLAIN = (msgspec.inspect.IntType, msgspec.inspect.FloatType, msgspec.inspect.BoolType, msgspec.inspect.LiteralType)


@cache
def notes_of(type: Any) -> tuple[Any, ...]:
    """What is noted beside a type."""
    return tuple(get_args(type)[1:]) if get_origin(type) is Annotated else ()


def is_union(type: Any) -> bool:
    """Whether a value may have one of several types."""
    return get_origin(type) in (Union, types.UnionType)


def without_null(type: Any) -> Any:
    """Of a type that a value may have or else be null, that type alone."""
    members = [each for each in get_args(type) if each is not NoneType] if is_union(type) else []
    return members[0] if len(members) == 1 else type


@cache
def hints_of(type: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of each field, by the name that it has in files."""
    found = hints.hints_of(type)
    return {key: found[name] for name, key in zip(type.__struct_fields__, type.__struct_encode_fields__, strict=True)}


def strip_annotations(type: Any) -> Any:
    """A type without what is noted beside it, and without the mark of a field that may be left out."""
    if get_origin(type) is Annotated:
        return strip_annotations(get_args(type)[0])
    if is_union(type):
        members = [each for each in get_args(type) if each is not UnsetType]
        if len(members) == 1:
            return strip_annotations(members[0])
    return type


def value_fault(value: Any, type: Any) -> str:
    """What a value must be, if it is not; else nothing."""
    if any(value is not const.get("const", value) for const in _constants_of(type)):
        return "true"
    try:
        msgspec.convert(value, type)
    except msgspec.ValidationError:
        return requirement(type)
    return ""


@cache
def _constants_of(type: Any) -> tuple[dict[str, Any], ...]:
    """What is noted beside a type of the one value that it may have."""
    notes = (note for note in notes_of(type) if isinstance(note, Meta))
    return tuple(note.extra_json_schema for note in notes if note.extra_json_schema)


def requirement(type: Any) -> str:
    """What a value of a type must be."""
    inner = strip_annotations(type)
    return (
        f"one of {', '.join(map(str, get_args(inner)))}"
        if get_origin(inner) is Literal
        else expectation(type_info(type))
    )


def suggestion(value: Any, type: Any) -> str:
    """The word that was perhaps meant."""
    inner = strip_annotations(type)
    if inner is str and isinstance(value, int | float):
        return "put it in quotes"
    near = did_you_mean(value, map(str, get_args(inner))) if get_origin(inner) is Literal else ""
    return near if near.startswith("did") else ""


def expectation(info: Any) -> str:
    """What a value of a type is, in words: its description, unless it is plain enough without one."""
    if isinstance(info, msgspec.inspect.Metadata):
        described: str = (info.extra_json_schema or {}).get("description", "")
        return described if described and not isinstance(info.type, PLAIN) else expectation(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return " or ".join(expectation(each) for each in info.types)
    if isinstance(info, msgspec.inspect.IntType):
        return "a whole number" + _bounds(info)
    if isinstance(info, msgspec.inspect.FloatType):
        return "a number" + _bounds(info)
    if isinstance(info, msgspec.inspect.LiteralType):
        return "one of " + ", ".join(map(str, info.values))
    if isinstance(info, msgspec.inspect.VarTupleType):
        least = f" with at least {info.min_length}" if info.min_length else ""
        most = f" with at most {info.max_length}" if info.max_length else ""
        return f"a list{least}{most}"
    return next((words for kind, words in WORDS.items() if isinstance(info, kind)), "another value")


def _bounds(info: Any) -> str:
    """From which number to which."""
    if info.ge is not None and info.le is not None:
        return f" from {info.ge} to {info.le}"
    return f" from {info.ge}" if info.ge is not None else f" of at most {info.le}" if info.le is not None else ""
