"""The fields of an entry, read one by one, each problem located; None stands for a value that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from . import entry
from .problems import Problems, did_you_mean
from .read import Node

T = TypeVar("T")
IDENTIFIER = re.compile(entry.IDENTIFIER)


def is_whole(value: object) -> bool:
    """A whole number; `true` is none, although Python counts with it."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_mapping(node: Node, what: str, problems: Problems, code: str = "E_C_TYPE") -> bool:
    """A mapping, as every entry is."""
    if isinstance(node.value, dict):
        return True
    problems.add(code, node.place, f"{what} must be a mapping of fields to values")
    return False


def check_fields(
    node: Node,
    required: Iterable[str],
    optional: Iterable[str],
    problems: Problems,
    code: str = "E_C_FIELD",
    subject: str = "",
) -> bool:
    """Every needed field is there, and no field that nobody knows; `who` begins each message."""
    if not is_mapping(node, node.key or "the entry", problems):
        return False
    required, optional = tuple(required), tuple(optional)
    start = f"{subject}: " if subject else ""
    missing = [field for field in required if field not in node]
    for field in missing:
        problems.add(code, node.place, f"{start}field {field} is missing")
    unknown = [field for field in node.value if field not in required and field not in optional]
    for field in unknown:
        hint = did_you_mean(field, (*required, *optional))
        problems.add(code, node[field].key_place, f"{start}field {field} is not known", hint)
    return not missing and not unknown


def text_field(node: Node, field: str, problems: Problems) -> str | None:
    """A field that holds text; a missing one is the business of `check_fields`."""
    if field not in node:
        return None
    value = node[field].value
    if isinstance(value, str) and value:
        return value
    problems.add("E_C_TYPE", node[field].place, f"{field} must be text", "put it in quotes")
    return None


def id_field(node: Node, problems: Problems) -> str | None:
    """The id of an entry: small letters, digits and underscores, a letter first."""
    ident = text_field(node, "id", problems)
    if ident is None or IDENTIFIER.fullmatch(ident):
        return ident
    problems.add("E_C_ID", node["id"].place, f"bad id '{ident}'", "use a-z, 0-9 and _, a letter first")
    return None


def build_entry(value: Any, type: type[T], node: Node, problems: Problems) -> T | None:
    """A checked value as what it stands for; whatever a check has overlooked is a problem too, never a traceback."""
    try:
        return msgspec.convert(value, type)
    except msgspec.ValidationError as error:
        problems.add("E_C_TYPE", node.place, str(error).replace("Expected", "expected"))
        return None
