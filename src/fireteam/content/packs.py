"""Packs: folders with `pack.yaml` and content files. Later packs replace entries of the same id."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from .fields import check_fields, identifier, is_mapping, text, whole
from .problems import Place, Problems, did_you_mean
from .read import Document, Node, read

SUFFIXES = (".yaml", ".yml", ".json")
SCHEMA = 1


class Pack(msgspec.Struct, frozen=True):
    """What a pack says of itself."""

    id: str
    game: str
    name: str
    schema: int


class PackFiles(msgspec.Struct, frozen=True):
    """A pack that has been read: its documents by kind, in the order of their names."""

    pack: Pack | None
    folder: str
    documents: dict[str, list[Document]]


def read_pack(folder: Path, game: str, kinds: Iterable[str], problems: Problems) -> PackFiles:
    """Read a folder. A file's kind is the last word of its name: `boards.yaml`, `town_boards.yaml`."""
    kinds = tuple(kinds)
    found: dict[str, list[Document]] = {kind: [] for kind in kinds}
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES and path.is_file())
    except OSError as error:
        problems.add("E_C_PACK", Place(str(folder), 1, 1, ""), f"is not a pack folder: {error.strerror}")
        return PackFiles(None, str(folder), found)
    heads = [path for path in paths if path.stem == "pack"]
    pack = None
    if heads:
        head = read(heads[0], problems)
        pack = check_pack(head.root, game, problems) if head else None
    else:
        problems.add("E_C_PACK", Place(str(folder), 1, 1, ""), "has no pack.yaml", "add id, game, name and schema: 1")
    for path in (path for path in paths if path not in heads):
        kind = path.stem.rpartition("_")[2]
        if kind not in found:
            message = f"no kind of content is called '{kind}'"
            problems.add("E_C_PACK", Place(str(path), 1, 1, ""), message, did_you_mean(kind, kinds))
        elif document := read(path, problems):
            found[kind].append(document)
    return PackFiles(pack, str(folder), found)


def check_pack(node: Node, game: str, problems: Problems) -> Pack | None:
    """The head of a pack: id, game, name and the number of the schema it is written for."""
    check_fields(node, ("id", "game", "name", "schema"), (), problems)
    name, its_game = text(node, "name", problems), text(node, "game", problems)
    ident, schema = identifier(node, problems), whole(node, "schema", problems)
    if its_game is not None and its_game != game:
        problems.add("E_C_PACK", node["game"].place, f"is a pack of the game '{its_game}'", f"here is {game}")
    if schema is not None and schema != SCHEMA:
        problems.add("E_C_PACK", node["schema"].place, f"is written for schema {schema}", f"this is schema {SCHEMA}")
    if name is None or its_game is None or ident is None or schema is None:
        return None
    return Pack(ident, its_game, name, schema)


def entries(documents: Iterable[Document], section: str, flags: Iterable[str], problems: Problems) -> list[Node]:
    """The entries of one kind: a file is one entry, a list of entries, or such a list beside flags for the file."""
    found: list[Node] = []
    for document in documents:
        root = document.root
        if isinstance(root.value, dict) and section in root and "id" not in root:
            check_fields(root, (section,), flags, problems)
            root = root[section]
        elif isinstance(root.value, dict):
            found.append(root)
            continue
        if not isinstance(root.value, list):
            problems.add("E_C_TYPE", root.place, f"holds no {section}", f"write a list of {section}")
        found += root
    return found


def by_id(packs: Iterable[list[Node]], code: str, what: str, problems: Problems) -> dict[str, Node]:
    """Entries by id: an id is used once in a pack, and a later pack's entry replaces an earlier one's."""
    merged: dict[str, Node] = {}
    for nodes in packs:
        mine: dict[str, Node] = {}
        for node in nodes:
            if not is_mapping(node, f"a {what}", problems):
                continue
            if "id" not in node:
                problems.add("E_C_FIELD", node.place, f"{what}: field id is missing")
            elif (ident := identifier(node, problems)) and ident in mine:
                problems.add(code, node["id"].place, f"{ident}: bad or repeated id", f"name this {what} otherwise")
            elif ident:
                mine[ident] = node
        merged |= mine
    return merged
