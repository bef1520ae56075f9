"""JSON Schema (draft 2020-12) of content files, made from the declarations that the reader uses: for editors."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from .entry import Entry, fields_of
from .field_kinds import Reference
from .packs import Kind, Pack
from .type_text import hints_of, is_union, notes_of, strip_annotations
from .value_checks import Terms

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_FOLDER = ".schema"  # where a pack keeps them for editors; no content is read from there

Schema = dict[str, Any]


def schema_comment(kind: str) -> str:
    """The comment by which editors find the schema of a file in a pack."""
    return f"# yaml-language-server: $schema={SCHEMA_FOLDER}/{kind}.json"


def schema_of_pack() -> Schema:
    """The schema of `pack.yaml`."""
    (reference,), parts = _parts((Pack,), Terms())
    return {"$schema": DRAFT, "title": "pack.yaml", **reference, "$defs": parts}


def schema_of(kind: Kind, terms: Terms) -> Schema:
    """The schema of a kind's files: one entry, a list of entries, or such a list beside flags for the whole file."""
    flags = {name: flag for name, flag in kind.flags.items() if name}
    all_references, parts = _parts((*kind.entries, *flags.values()), terms)
    references = all_references[: len(kind.entries)]
    item: Schema = references[0] if len(references) == 1 else {"anyOf": references}
    item_list = {"type": "array", "items": item}
    properties = {kind.section: item_list, **dict(zip(flags, all_references[len(references) :], strict=True))}
    wrapper = {"type": "object", "properties": properties, "required": [kind.section], "additionalProperties": False}
    variants = [item] if kind.is_single else [item, item_list, wrapper]
    return {"$schema": DRAFT, "title": kind.name, "anyOf": variants, "$defs": parts}


def _parts(types: tuple[Any, ...], terms: Terms) -> tuple[list[Schema], Schema]:
    """References to the schemas of some types, and all the schemas that they need, with forms, limits and names."""
    references, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for entry in {each for type in types for each in _entries(type)}:
        part = parts[entry.__name__]
        for field, hint in hints_of(entry).items():
            _add_names(part["properties"][field], hint, terms)
            part["properties"][field] |= terms.limits.get(entry.__name__, {}).get(field, {})
        parts[entry.__name__] = _schema_of_forms(entry, part)
    return list(references), parts


def _add_names(schema: Schema, hint: Any, terms: Terms) -> None:
    """Note the names that a value may be as examples: some of another pack may come to them."""
    for note in notes_of(hint):
        if isinstance(note, Reference) and note.kind in terms.names:
            schema["examples"] = list(terms.names[note.kind])
    inner = strip_annotations(hint)
    if get_origin(inner) is tuple and get_args(inner)[-1] is Ellipsis:
        _add_names(schema["items"], get_args(inner)[0], terms)
    for each in get_args(inner) if is_union(inner) else ():
        if get_origin(strip_annotations(each)) is None:
            _add_names(schema, each, terms)


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
