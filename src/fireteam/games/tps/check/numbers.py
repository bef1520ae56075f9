"""Checks of the numbers: constants, of which a pack may change some, and named sets of options (TPS-25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....content.index import ContentIndex
from ....content.options import option_fault
from ....content.packs import PackFiles
from ....content.problems import Problems
from ....content.read import Node
from ....content.type_text import hints_of
from ....content.value_checks import Checker, Fault
from ..content import DEFAULT, Content, entry_fields
from ..entries import Configuration, ConstantNumbers, ServerOptions
from ..kinds import CONSTANTS
from ..options import MAP_OPTION


def read_constants(packs: Sequence[PackFiles], problems: Problems) -> dict[str, int] | None:
    """The numbers of the packs, later ones over earlier ones (TPS-25.3); None if some are missing."""
    constants: dict[str, int] = {}
    for pack in packs:
        for document in pack.documents[CONSTANTS.name]:
            entry = Checker(problems, "E_CONTENT").read(document.root, ConstantNumbers)
            constants |= entry_fields(entry) if entry else {}
    if missing := [name for name in hints_of(ConstantNumbers) if name not in constants]:
        problems.add("E_CONTENT", packs[0].place, f"gives no number for {', '.join(missing)}")
        return None
    return constants


def option_faults(configuration: Configuration) -> Iterator[Fault]:
    """Options that have a decimal too many (TPS-25.4)."""
    for name, value in entry_fields(configuration.options).items():
        if wrong := option_fault(ServerOptions, name, value):
            yield Fault(("options", name), f"{name} must be {wrong}")


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
