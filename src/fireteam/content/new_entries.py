"""Entries made by commands of a game: what they stand beside, their ids and values as YAML, and where they go."""

from __future__ import annotations

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
from .yaml_text import yaml_text

Into = Annotated[Path | None, Parameter(name="--into", negative="")]
Packs = Annotated[list[Path] | None, Parameter(name="--pack", negative="", consume_multiple=False)]


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
    return id, yaml_text(name or id.replace("_", " ").capitalize())


def item_text(fields: Mapping[str, Any]) -> str:
    """An entry as an item of a list."""
    return f"- {yaml_text(dict(fields))}"
