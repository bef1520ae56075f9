"""Entries made by commands of a game: what they stand beside, their ids and values as YAML, and where they go."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import CycloptsError, Parameter

from ..program_name import program_name
from . import library
from .field_checks import IDENTIFIER
from .pack_writer import NewEntry, write_entry
from .read import WORDS

Into = Annotated[Path | None, Parameter(name="--into", negative="")]
Packs = Annotated[list[Path] | None, Parameter(name="--pack", negative="", consume_multiple=False)]
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*")


def content_beside(game: str, packs: list[Path] | None, own: Path | None) -> Any:
    """What a new entry stands beside: packs, which must be sound, and what is sound of its own.

    Raises:
        BadContent: the packs have errors.
    """
    library.load(game, packs or ())
    return library.read_valid_content(game, (*(packs or ()), *([own] if own else ())))


def write_item(game: str, item: NewEntry, into: Path | None) -> int:
    """Put an entry into a pack, or print it as a file for one."""
    if into is None:
        print(item.text)
        return 0
    path = write_entry(library.find_library(game), into, item)
    print_line(f"{item.id} stands in {path} now; check the pack: {program_name()} content check {into}")
    return 0


def print_line(line: str) -> None:
    """Talk: to stderr, so that stdout holds nothing but data."""
    print(line, file=sys.stderr, flush=True)


def id_from(name: str, kind: str) -> str:
    """An id made from a name, of an entry of a kind."""
    ident = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return ident if ident[:1].isalpha() else f"{kind}_{ident}".strip("_")


def id_and_name(id: str, name: str | None) -> tuple[str, str]:
    """An id that files may hold, and a name as they hold it."""
    if not IDENTIFIER.fullmatch(id):
        raise CycloptsError(msg=f"bad id {id!r}; use a-z, 0-9 and _, a letter first")
    if name is not None and not name.isprintable():
        raise CycloptsError(msg=f"{name!r} is no name: use letters, digits and spaces")
    return id, scalar(name or id.replace("_", " ").capitalize())


def item_text(fields: Mapping[str, Any]) -> str:
    """An entry as an item of a list."""
    return f"- {{{', '.join(f'{field}: {scalar(value)}' for field, value in fields.items())}}}"


def scalar(value: Any) -> str:
    """A value as YAML; text in quotes unless it is plain."""
    if isinstance(value, list):
        return f"[{', '.join(map(scalar, value))}]"
    plain = isinstance(value, str) and PLAIN.fullmatch(value) and value == value.strip() and value not in WORDS
    return str(value) if plain else json.dumps(value, ensure_ascii=False)
