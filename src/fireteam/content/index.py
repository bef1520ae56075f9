"""The index: every entry of all packs, by what it is and its id, with the packs that give it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from .field_checks import check_fields, id_field, is_mapping
from .pack_order import id_of
from .packs import Kind, PackFiles
from .problems import Place, Problem, Problems
from .read import Document, Node
from .value_checks import Checker

T = TypeVar("T")
U = TypeVar("U")
Name = tuple[str, str]
"""What an entry is, and its id: ("board", "board_1")."""


class Source(NamedTuple):
    """Where an entry is written: the pack's id, and the place in its file."""

    pack: str
    place: Place


class ContentIndex:
    """Every entry of the packs: the nodes of each name in the order of the packs, the last of which counts."""

    def __init__(self, packs: Sequence[PackFiles]) -> None:
        self.packs = packs
        self.nodes: dict[Name, list[Node]] = {}
        self._folders = {pack.folder: n for n, pack in enumerate(packs)}
        self._names: dict[str, list[Name]] = {}

    def add(self, kind: str, id: str, node: Node, problems: Problems) -> None:
        """Note an entry; one that stands in the way of an earlier pack's entry of another kind is a mistake."""
        for name in self._names.get(id, ()):
            first = self.number_of(self.nodes[name][0])
            if name[0] != kind and first < self.number_of(node):
                message = f"'{id}' is a {name[0]} of the pack '{id_of(self.packs[first])}'; a {kind} cannot replace it"
                problems.add("E_C_SHADOW", node["id"].place, message, f"call this {kind} otherwise")
        if (kind, id) not in self.nodes:
            self._names.setdefault(id, []).append((kind, id))
        self.nodes.setdefault((kind, id), []).append(node)

    def entries(self, kind: Kind, problems: Problems) -> dict[str, Node]:
        """The entries of a kind by id: used once in a pack, and a later pack's replaces an earlier one's."""
        merged: dict[str, Node] = {}
        for pack in self.packs:
            merged |= entries_by_id(
                entries_of_kind(pack.documents[kind.name], kind, problems), kind.singular, kind.id_code, problems
            )
            for id, node in merged.items():
                if node.document in pack.documents[kind.name]:
                    self.add(kind.singular, id, node, problems)
        return merged

    def read(
        self, kind: Kind, content: Any, checker: Checker, check: Callable[[Node], Any] | None = None
    ) -> dict[str, Node]:
        """Read the entries of a kind into the field of a game's content that has the name of its section.

        Those are kept that pass `check`, or are what their class says; all of them are given back, sound or not.
        """
        nodes = self.entries(kind, checker.problems)
        add_entries(getattr(content, kind.section), nodes, check or checker.reader(kind.entries[0]))
        return nodes

    def number_of(self, node: Node) -> int:
        """The number of the pack that holds a node."""
        return self.holder(node.document.file) or 0

    def holder(self, file: str) -> int | None:
        """The number of the pack that a file belongs to; the folder itself counts as one."""
        return self._folders.get(file, self._folders.get(str(Path(file).parent)))

    def sources(self, kind: str, id: str) -> list[Source]:
        """Every pack that gives an entry, the one that counts last."""
        nodes = self.nodes.get((kind, id), [])
        return [Source(id_of(self.packs[self.number_of(node)]), node.place) for node in nodes]

    def entry_at(self, problem: Problem) -> Name | None:
        """The entry that a problem lies in."""
        inside = [
            (node.place.line, node.place.column, name)
            for name, nodes in self.nodes.items()
            for node in nodes
            if node.document.file == problem.file
            and (node.place.line, node.place.column) <= (problem.line, problem.column)
        ]
        return max(inside)[2] if inside else None

    def find_cause(self, name: Name | None, number: int) -> Node | None:
        """The entry of pack `number` that changed what another entry builds upon.

        It is one that the other names, or that something it names does; else the pack's first.
        """
        own_nodes = {name: nodes[-1] for name, nodes in self.nodes.items() if self.number_of(nodes[-1]) == number}
        visited: set[Name] = set()
        edge = [name] if name else []
        while edge:
            at = edge.pop(0)
            if at in own_nodes:
                return own_nodes[at]
            visited.add(at)
            words = {word for node in self.nodes[at] for word in words_of(node)}
            edge += [each for each in self.nodes if each[1] in words and each not in visited and each not in edge]
        replacing = [node for name, node in own_nodes.items() if len(self.nodes[name]) > 1]
        return next(iter([*replacing, *own_nodes.values()]), None)


def add_entries(entries: dict[str, T], nodes: Mapping[str, U], check: Callable[[U], T | None]) -> None:
    """Keep the entries that pass their check."""
    for id, node in nodes.items():
        if (entry := check(node)) is not None:
            entries[id] = entry


def words_of(node: Node) -> Iterator[str]:
    """Every text in a value, keys included."""
    if isinstance(node.value, str):
        yield node.value
    for inner in node:
        if isinstance(node.value, dict):
            yield inner.key
        yield from words_of(inner)


def entries_of_kind(documents: Iterable[Document], kind: Kind, problems: Problems) -> list[Node]:
    """The entries of a kind: a file is one entry, a list of entries, or such a list beside flags for the file."""
    nodes: list[Node] = []
    for document in documents:
        root = document.root
        if isinstance(root.value, dict) and kind.section in root and "id" not in root:
            check_fields(root, (kind.section,), kind.flags, problems, kind.field_code)
            root = root[kind.section]
        elif isinstance(root.value, dict):
            nodes.append(root)
            continue
        if not isinstance(root.value, list):
            problems.add("E_C_TYPE", root.place, f"holds no {kind.section}", f"write a list of {kind.section}")
        nodes += root
    return nodes


def entries_by_id(nodes: Iterable[Node], what: str, code: str, problems: Problems) -> dict[str, Node]:
    """Entries of one pack by id; no two of them have the same."""
    entries: dict[str, Node] = {}
    for node in nodes:
        if not is_mapping(node, f"a {what}", problems):
            continue
        if "id" not in node:
            problems.add("E_C_FIELD", node.place, f"{what}: field id is missing")
        elif (ident := id_field(node, problems)) and ident in entries:
            problems.add(code, node["id"].place, f"{ident}: bad or repeated id", f"name this {what} otherwise")
        elif ident:
            entries[ident] = node
    return entries
