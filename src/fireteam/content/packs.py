"""Packs: folders with `pack.yaml` and content files. Later packs replace entries of the same id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from .entry import Entry, Identifier, Text
from .field_kinds import Sentence
from .problems import Place, Problems, did_you_mean
from .read import Document, Node, parse_document, read_bytes, read_document
from .value_checks import Checker

SUFFIXES = (".yaml", ".yml", ".json")
PACK_STEM = "pack"
SCHEMA = 1
MAX_FILES = 500


BAD_ID = Sentence("E_C_ID", "bad id '{value}'", "use a-z, 0-9 and _, a letter first")
LIKE_PACKS = Sentence(hint="like [town]")


class Pack(Entry, frozen=True, kw_only=True):
    """The head of a pack: what it says of itself, and which packs it builds upon."""

    id: Annotated[Identifier, Meta(description="what other packs call it"), BAD_ID]
    game: Annotated[Text, Meta(description="the game it is for")]
    name: Annotated[Text, Meta(description="what people call it")]
    schema: Annotated[
        int,
        Meta(ge=SCHEMA, le=SCHEMA, description="the number of the form that its files have"),
        Sentence("E_C_PACK", "is written for schema {value}", f"this is schema {SCHEMA}"),
    ]
    version: Annotated[str, Meta(description="text, in quotes like '1.0'")] = ""
    description: str = ""
    author: str = ""
    licence: str = ""
    requires: Annotated[
        tuple[Identifier, ...],
        Meta(description="a list of the ids of packs without which it cannot be used"),
        LIKE_PACKS,
    ] = ()
    after: Annotated[
        tuple[Identifier, ...],
        Meta(description="a list of the ids of packs that come before it if they are there"),
        LIKE_PACKS,
    ] = ()


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
        elif document := read_known_document(path, problems):
            documents[kind].append(document)
    pack = check_pack(head.root, game, problems) if head else None
    return PackFiles(pack, str(folder), documents, head.root if head else None)


SOUND: dict[tuple[Path, bytes], Document] = {}
"""Documents of packs without a problem, by file and bytes: mostly one of them is another when packs are read again."""
MOST_SOUND, MOST_SOUND_BYTES = 64, 32 * 1024  # documents, and bytes of one


def read_known_document(path: Path, problems: Problems) -> Document | None:
    """`read_document`, of a file that has not changed as it was read before. Nobody alters what is read of packs."""
    data, before = read_bytes(path, problems), len(problems)
    if data is None:
        return None
    if known := SOUND.get((path, data)):
        return known
    document = parse_document(data, str(path), problems)
    if document is not None and len(problems) == before and len(data) <= MOST_SOUND_BYTES:
        if len(SOUND) >= MOST_SOUND:
            SOUND.clear()
        SOUND[path, data] = document
    return document


def content_files(folder: Path) -> list[Path]:
    """The files of a pack, in the order of their names; hidden ones are an editor's business.

    Raises:
        OSError: the folder cannot be read.
    """
    return sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES and not path.name.startswith("."))


def is_pack(folder: Path) -> bool:
    """Whether a folder is a pack: it has a head."""
    try:
        return any(path.stem == PACK_STEM for path in content_files(folder))
    except OSError:
        return False


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
    head = Checker(problems, "E_C_TYPE", "E_C_FIELD").read(node, Pack)
    its_game = node["game"].value if "game" in node else game
    if isinstance(its_game, str) and its_game not in ("", game):
        problems.add("E_C_PACK", node["game"].place, f"is a pack of the game '{its_game}'", f"here is {game}")
        return None
    return head
