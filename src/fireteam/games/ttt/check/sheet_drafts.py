"""Squad sheets before their checks: a pack gives a whole sheet, or adds pieces to one that there is."""

from __future__ import annotations

from collections.abc import Iterator

from ....content.field_checks import IDENTIFIER
from ....content.index import ContentIndex, entries_by_id, entries_of_kind
from ....content.problems import Problems
from ....content.read import Node
from ....content.value_checks import Checker, Terms
from ..entries import PIECES, STANDARD, Addition


class Draft:
    """A squad sheet: its entry, its pieces in their order, and the list that was written last."""

    def __init__(self, node: Node, shelf: ContentIndex) -> None:
        self.node, self.shelf = node, shelf
        self.pieces = list(pieces_of(node))
        self.last = node["pieces"] if "pieces" in node else node

    def age(self, piece: Node) -> int:
        """The number of the pack that a piece comes from."""
        return self.shelf.number_of(piece)

    def add(self, node: Node) -> None:
        """New pieces come last; one of a known id takes the place of an earlier pack's piece."""
        self.last = node["pieces"]
        for piece in pieces_of(node):
            at = next((n for n, old in enumerate(self.pieces) if is_same_piece(old, piece)), None)
            if at is None or self.age(self.pieces[at]) == self.age(piece):
                self.pieces.append(piece)
            else:
                self.pieces[at] = piece


def collect_drafts(shelf: ContentIndex, problems: Problems) -> dict[str, Draft]:
    """Every sheet, by id, with what the packs add to it."""
    found: dict[str, Draft] = {}
    for pack in shelf.packs:
        nodes = entries_of_kind(pack.documents[PIECES.name], PIECES, problems)
        for id, node in entries_by_id(
            (node for node in nodes if "add_to" not in node), "sheet", PIECES.id_code, problems
        ).items():
            shelf.add(PIECES.singular, id, node, problems)
            put_pieces(id, node, shelf, problems)
            found[id] = Draft(node, shelf)
        for node in (node for node in nodes if "add_to" in node):
            terms = Terms(names={"squad sheet": found})
            if not Checker(problems, "E_P_FIELD", terms=terms).check(node, Addition, skip=["pieces"]):
                continue
            sheet = node["add_to"].value
            check_list(node, problems)
            put_pieces(sheet, node, shelf, problems)
            found[sheet].add(node)
    return found


def check_list(node: Node, problems: Problems) -> None:
    """An entry with pieces lists at least one."""
    if "pieces" in node and not list(pieces_of(node)):
        problems.add("E_C_TYPE", node["pieces"].place, "pieces must be a list with at least one piece")


def pieces_of(node: Node) -> Iterator[Node]:
    """The pieces that an entry lists."""
    return iter(node["pieces"] if "pieces" in node and isinstance(node["pieces"].value, list) else ())


def is_same_piece(one: Node, other: Node) -> bool:
    """Whether two pieces have the same id."""
    return "id" in one and "id" in other and one.value["id"] == other.value["id"]


def put_pieces(sheet: str, node: Node, shelf: ContentIndex, problems: Problems) -> None:
    """Note the pieces of a sheet in the index; those of other sheets than the standard one with the sheet's name."""
    for piece in pieces_of(node):
        id = piece.value["id"] if "id" in piece else None
        if isinstance(id, str) and IDENTIFIER.fullmatch(id):
            shelf.add("piece", id if sheet == STANDARD else f"{sheet}/{id}", piece, problems)
