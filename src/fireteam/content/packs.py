"""Packs: folders with `pack.yaml` and content files. Later packs replace entries of the same id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from .entry import Entry, Identifier, Text
from .field_checks import build_entry, check_entry, id_field, integer_field, text_field
from .problems import Place, Problems, did_you_mean
from .read import Document, Node, read_document

SUFFIXES = (".yaml", ".yml", ".json")
PACK_STEM = "pack"
SCHEMA = 1
MAX_FILES = 500


class Pack(Entry, frozen=True, kw_only=True):
    """The head of a pack: what it says of itself, and which packs it builds upon."""

    id: Annotated[Identifier, Meta(description="what other packs call it")]
    game: Annotated[Text, Meta(description="the game it is for")]
    name: Annotated[Text, Meta(description="what people call it")]
    schema: Annotated[int, Meta(ge=SCHEMA, le=SCHEMA, description="the number of the form that its files have")]
    version: Annotated[str, Meta(description="in quotes, like '1.0'")] = ""
    description: str = ""
    author: str = ""
    licence: str = ""
    requires: Annotated[tuple[Identifier, ...], Meta(description="packs without which it cannot be used")] = ()
    after: Annotated[tuple[Identifier, ...], Meta(description="packs that come before it if they are there")] = ()


class PackFiles(msgspec.Struct, frozen=True, eq=False):
    """A pack that has been read: its documents by kind, in the order of their names."""

    pack: Pack | None
    folder: str
    documents: dict[str, list[Document]]
    head: Node | None = None

    @property
    def place(self) -> Place:
        """Where the pack as a whole stands."""
        return self.head.place if self.head else Place(self.folder, 1, 1, "")


class Kind(NamedTuple):
    """A kind of content: the last word of its files' names, what an entry is called, and what it may say.

    A file is one entry, a list of entries, or a mapping with such a list under `section`, beside `flags` for the whole
    file. With `is_single` it is one entry without an id. `code` tells of ids, `fields` of fields around the entries.
    """

    name: str
    singular: str
    entries: tuple[type[Entry], ...]
    section: str
    flags: Mapping[str, Any] = {}
    id_code: str = "E_C_ID"
    is_single: bool = False
    field_code: str = "E_C_FIELD"


def read_pack(folder: Path, game: str, kinds: Iterable[str], problems: Problems) -> PackFiles:
    """Read a folder. A file's kind is the last word of its name: `boards.yaml`, `town_boards.yaml`."""
    kinds = tuple(kinds)
    documents: dict[str, list[Document]] = {kind: [] for kind in kinds}
    try:
        paths = content_files(folder)
    except OSError as error:
        problems.add("E_C_PACK", Place(str(folder), 1, 1, ""), f"is not a pack folder: {error.strerror}")
        return PackFiles(None, str(folder), documents)
    if len(paths) > MAX_FILES:
        message = f"holds {len(paths)} content files; {MAX_FILES} are allowed"
        problems.add("E_C_PACK", Place(str(folder), 1, 1, ""), message, "put several entries into one file")
        return PackFiles(None, str(folder), documents)
    heads = [path for path in paths if path.stem == PACK_STEM]
    head = read_document(heads[0], problems) if heads else None
    if not heads:
        problems.add("E_C_PACK", Place(str(folder), 1, 1, ""), "has no pack.yaml", "add id, game, name and schema: 1")
    for other in heads[1:]:
        problems.add("E_C_PACK", Place(str(other), 1, 1, ""), f"is a second head beside {heads[0].name}", "keep one")
    for path in (path for path in paths if path not in heads):
        kind = path.stem.rpartition("_")[2]
        if kind not in documents:
            message = f"no kind of content is called '{kind}'"
            problems.add("E_C_PACK", Place(str(path), 1, 1, ""), message, did_you_mean(kind, kinds))
        elif document := read_document(path, problems):
            documents[kind].append(document)
    pack = check_pack(head.root, game, problems) if head else None
    return PackFiles(pack, str(folder), documents, head.root if head else None)


def content_files(folder: Path) -> list[Path]:
    """The files of a pack, in the order of their names; hidden ones are an editor's business.

    Raises:
        OSError: the folder cannot be read.
    """
    return sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES and not path.name.startswith("."))


def game_of(folder: Path) -> list[str]:
    """The game that a pack says it is for; none if its head cannot be read."""
    try:
        heads = [path for path in content_files(folder) if path.stem == PACK_STEM]
    except OSError:
        return []
    documents = [read_document(path, Problems()) for path in heads[:1]]
    games = [each.root.value.get("game") for each in documents if each and isinstance(each.root.value, dict)]
    return [game for game in games if isinstance(game, str)]


def check_pack(node: Node, game: str, problems: Problems) -> Pack | None:
    """The head of a pack: id, game, name and the number of the schema it is written for."""
    errors_before = problems.count_errors()
    if not check_entry(node, Pack, problems) and not isinstance(node.value, dict):
        return None
    id_field(node, problems)
    text_field(node, "name", problems)
    for field in ("version", "description", "author", "licence"):
        if field in node and not isinstance(node[field].value, str):
            problems.add("E_C_TYPE", node[field].place, f"{field} must be text", "put it in quotes")
    its_game, schema = text_field(node, "game", problems), integer_field(node, "schema", problems)
    if its_game is not None and its_game != game:
        problems.add("E_C_PACK", node["game"].place, f"is a pack of the game '{its_game}'", f"here is {game}")
    if schema is not None and schema != SCHEMA:
        problems.add("E_C_PACK", node["schema"].place, f"is written for schema {schema}", f"this is schema {SCHEMA}")
    for field in ("requires", "after"):
        if field in node and not _is_list_of_texts(node[field].value):
            problems.add("E_C_TYPE", node[field].place, f"{field} must be a list of the ids of packs", "like [town]")
    return build_entry(node.value, Pack, node, problems) if problems.count_errors() == errors_before else None


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
