"""Checks of the numbers: constants, of which a pack may change some, and named sets of options (TPS-25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....content.field_checks import build_entry
from ....content.index import ContentIndex
from ....content.options import option_fault
from ....content.packs import PackFiles
from ....content.problems import Problems
from ....content.read import Node
from ....content.type_text import hints_of
from ....content.value_checks import check_values
from ..content import DEFAULT, Content, entry_fields
from ..entries import Configuration, ConstantNumbers, ServerOptions
from ..kinds import CONSTANTS

MAP_OPTION = "mp_roundturns"  # what `default` leaves to the map


def read_constants(packs: Sequence[PackFiles], problems: Problems) -> dict[str, int] | None:
    """The numbers of the packs, later ones over earlier ones (TPS-25.3); None if some are missing."""
    constants: dict[str, int] = {}
    for pack in packs:
        for document in pack.documents[CONSTANTS.name]:
            if check_values(document.root, ConstantNumbers, problems, "E_CONTENT"):
                entry = build_entry(document.root.value, ConstantNumbers, document.root, problems)
                constants |= entry_fields(entry) if entry else {}
    if missing := [name for name in hints_of(ConstantNumbers) if name not in constants]:
        problems.add("E_CONTENT", packs[0].place, f"gives no number for {', '.join(missing)}")
        return None
    return constants


def check_configuration(node: Node, problems: Problems) -> Configuration | None:
    """A named set of options, each within its range (TPS-25.4)."""
    if not check_values(node, Configuration, problems, "E_CONTENT"):
        return None
    for option in node["options"]:
        if wrong := option_fault(ServerOptions, option.key, option.value):
            problems.add("E_CONTENT", option.place, f"{option.key} must be {wrong}")
            return None
    return build_entry(node.value, Configuration, node, problems)


def check_default(nodes: Mapping[str, Node], content: Content, shelf: ContentIndex, problems: Problems) -> None:
    """There is a configuration that gives every option but the one that each map gives."""
    if DEFAULT not in nodes:
        problems.add("E_CONTENT", shelf.packs[0].place, f"has no configuration named {DEFAULT}")
    elif DEFAULT in content.configurations:
        gives = content.options()
        missing = [name for name in hints_of(ServerOptions) if name not in gives and name != MAP_OPTION]
        if missing:
            hint = f"{DEFAULT} gives every option; give a set of your own another id"
            problems.add("E_CONTENT", nodes[DEFAULT].place, f"{DEFAULT}: gives no {', '.join(missing)}", hint)
