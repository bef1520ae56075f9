"""JSON Schema (draft 2020-12) of content files, made from the declarations that the reader uses: for editors."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from .entry import Entry, fields_of
from .packs import Kind, Pack

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_FOLDER = ".schema"  # where a pack keeps them for editors; no content is read from there

Schema = dict[str, Any]
Limits = Mapping[str, Mapping[str, Schema]]
"""Further keywords of a field, by the name of its class and its own: numbers that stand in content files."""


def schema_comment(kind: str) -> str:
    """The comment by which editors find the schema of a file in a pack."""
    return f"# yaml-language-server: $schema={SCHEMA_FOLDER}/{kind}.json"


def schema_of_pack() -> Schema:
    """The schema of `pack.yaml`."""
    (reference,), parts = _parts((Pack,), {})
    return {"$schema": DRAFT, "title": "pack.yaml", **reference, "$defs": parts}


def schema_of(kind: Kind, limits: Limits) -> Schema:
    """The schema of a kind's files: one entry, a list of entries, or such a list beside flags for the whole file."""
    flags = {name: flag for name, flag in kind.flags.items() if name}
    all_references, parts = _parts((*kind.entries, *flags.values()), limits)
    references = all_references[: len(kind.entries)]
    item: Schema = references[0] if len(references) == 1 else {"anyOf": references}
    item_list = {"type": "array", "items": item}
    properties = {kind.section: item_list, **dict(zip(flags, all_references[len(references) :], strict=True))}
    wrapper = {"type": "object", "properties": properties, "required": [kind.section], "additionalProperties": False}
    variants = [item] if kind.is_single else [item, item_list, wrapper]
    return {"$schema": DRAFT, "title": kind.name, "anyOf": variants, "$defs": parts}


def _parts(types: tuple[Any, ...], limits: Limits) -> tuple[list[Schema], Schema]:
    """References to the schemas of some types, and all the schemas that they need, with forms and limits told."""
    references, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for name, part in parts.items():
        for field, keywords in limits.get(name, {}).items():
            part["properties"][field] = {**part["properties"][field], **keywords}
    for entry in {each for type in types for each in _entries(type)}:
        parts[entry.__name__] = _schema_of_forms(entry, parts[entry.__name__])
    return list(references), parts


def _entries(type: Any) -> Iterator[type[Entry]]:
    """The classes of entries that a type is made of."""
    inner = get_args(type)
    if inspect.isclass(type) and issubclass(type, Entry):
        yield type
        inner = tuple(get_type_hints(type).values())
    for each in inner:
        yield from _entries(each)


def _schema_of_forms(entry: type[Entry], part: Schema) -> Schema:
    """The schema of an entry that is written in one of several forms."""
    if not entry.forms:
        return part
    variants = []
    for form in entry.forms:
        required, optional = fields_of(entry, form)
        properties = {name: part["properties"][name] for name in (*required, *optional)}
        if entry.chosen_by:
            properties[entry.chosen_by] = {"const": form}
        variants.append({"required": list(required), "properties": properties, "additionalProperties": False})
    header: Schema = {name: part[name] for name in ("title", "description") if name in part}
    return {**header, "type": "object", "oneOf": variants}
