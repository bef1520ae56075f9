"""Values checked by the declaration of their entry alone: each wrong one is told at its place, with what it must be."""

from __future__ import annotations

import inspect
import types
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType
from msgspec.inspect import type_info

from .entry import Entry
from .field_checks import check_entry, is_mapping
from .problems import Problems, did_you_mean
from .read import Node, path_text

WORDS: dict[Any, str] = {
    msgspec.inspect.StrType: "text",
    msgspec.inspect.BoolType: "true or false",
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.DictType: "a mapping",
    msgspec.inspect.TupleType: "a list of fixed length",
}
"""What the simplest kinds of values are called."""
PLAIN = (msgspec.inspect.IntType, msgspec.inspect.FloatType, msgspec.inspect.BoolType, msgspec.inspect.LiteralType)


def check_values(node: Node, type: Any, problems: Problems, code: str) -> bool:
    """A value and everything in it is what a type says; an entry has every field it needs, and no other."""
    errors_before = problems.count_errors()
    inner = strip_annotations(type)
    if inspect.isclass(inner) and issubclass(inner, Entry):
        _check_fields(node, inner, problems, code)
    elif get_origin(inner) is tuple and get_args(inner)[-1] is Ellipsis and isinstance(node.value, list):
        for each in node:
            check_values(each, get_args(inner)[0], problems, code)
    elif get_origin(inner) is dict and isinstance(node.value, dict):
        for each in node:
            check_values(each, get_args(inner)[1], problems, code)
    if problems.count_errors() == errors_before and (wrong := value_fault(node.value, type)):
        problems.add(code, node.place, f"{field_title(node)} must be {wrong}", suggestion(node.value, type))
    return problems.count_errors() == errors_before


def field_title(node: Node) -> str:
    """What a value is called: its field, and its place in the lists of that."""
    names = [n for n, step in enumerate(node.path) if isinstance(step, str)]
    return path_text(node.path[names[-1] :]) if names else "this"


def _check_fields(node: Node, type: type[Entry], problems: Problems, code: str) -> None:
    """The fields of an entry, of the form that it is written in."""
    if not is_mapping(node, node.key or "the entry", problems, code):
        return
    hints, form = hints_of(type), ""
    if type.chosen_by:
        if type.chosen_by not in node:
            problems.add(code, node.place, f"field {type.chosen_by} is missing")
            return
        if not check_values(node[type.chosen_by], hints[type.chosen_by], problems, code):
            return
        form = node[type.chosen_by].value
    check_entry(node, type, problems, code, form=form)
    for each in node:
        if each.key in hints and each.key != type.chosen_by:
            check_values(each, hints[each.key], problems, code)


@cache
def hints_of(type: type[Entry]) -> dict[str, Any]:
    """The type of each field, by the name that it has in files."""
    hints = get_type_hints(type, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(type)}


def strip_annotations(type: Any) -> Any:
    """A type without what is noted beside it, and without the mark of a field that may be left out."""
    if get_origin(type) is Annotated:
        return strip_annotations(get_args(type)[0])
    if get_origin(type) in (Union, types.UnionType):
        members = [each for each in get_args(type) if each is not UnsetType]
        if len(members) == 1:
            return strip_annotations(members[0])
    return type


def value_fault(value: Any, type: Any) -> str:
    """What a value must be, if it is not; else nothing."""
    try:
        msgspec.convert(value, type)
    except msgspec.ValidationError:
        inner = strip_annotations(type)
        is_literal = get_origin(inner) is Literal
        return f"one of {', '.join(map(str, get_args(inner)))}" if is_literal else expectation(type_info(type))
    return ""


def suggestion(value: Any, type: Any) -> str:
    """The word that was perhaps meant."""
    inner = strip_annotations(type)
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
