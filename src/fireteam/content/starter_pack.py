"""The first files of a pack: a small one that works, and the schemas by which editors check and complete."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from string import Template
from typing import Any

from ..core.errors import WriteFailed
from ..durable_files import make_folders, new_folder, write_file
from .library import Library, load
from .packs import PACK_STEM
from .schema import SCHEMA_FOLDER, schema_comment, schema_of, schema_of_pack
from .value_checks import Terms


def write_starter(library: Library, folder: Path, name: str | None = None) -> list[Path]:
    """Write a pack into a new or empty folder, whole or not at all; its files.

    Raises:
        WriteFailed: there is something in the way, or the name is no line of text.
    """
    ident = id_for(folder, library.game)
    name = name or ident.replace("_", " ").capitalize()
    if not name.isprintable() or not name.strip():
        raise WriteFailed(f"{name!r} is no name for a pack: use letters, digits and spaces")
    words = {"id": ident, "name": json.dumps(name, ensure_ascii=False)}
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise WriteFailed(f"{folder} is there already; name a folder that is new or empty")
        with new_folder(folder) as draft:
            for path in sorted(library.starter.iterdir()):
                text = Template(path.read_text(encoding="utf-8")).substitute(words)
                write_file(draft / path.name, f"{schema_comment(path.stem)}\n{text}".encode())
            write_schemas(library, draft)
        return sorted(path for path in folder.iterdir() if path.is_file())
    except (OSError, ValueError) as error:
        raise WriteFailed(f"{folder} cannot be written: {_reason(error)}") from None


def id_for(folder: Path, game: str) -> str:
    """An id for a pack in a folder: its name in small letters, digits and underscores; not that of the game's own."""
    ident = re.sub(r"[^a-z0-9]+", "_", Path(os.path.abspath(folder)).name.lower()).strip("_")
    if not ident[:1].isalpha():
        ident = f"pack_{ident}".strip("_")
    return f"my_{ident}" if ident == game else ident


def schemas(library: Library) -> dict[str, Any]:
    """The schema of each kind of file that a pack may have, by the last word of its name."""
    content = load(library.game).content
    terms = Terms(library.names(content), library.limits(content))
    return {PACK_STEM: schema_of_pack(), **{kind.name: schema_of(kind, terms) for kind in library.kinds}}


def write_schemas(library: Library, pack: Path) -> list[Path]:
    """Write the schemas into a pack, where its files' first lines name them.

    Raises:
        WriteFailed: the folder is not there, or cannot be written.
    """
    try:
        folder = pack / SCHEMA_FOLDER
        pack.stat()  # it is there
        make_folders(folder)
        for kind, schema in schemas(library).items():
            write_file(folder / f"{kind}.json", f"{json.dumps(schema, indent=1)}\n".encode())
        return sorted(folder.glob("*.json"))
    except (OSError, ValueError) as error:
        raise WriteFailed(f"{pack} cannot be written: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
