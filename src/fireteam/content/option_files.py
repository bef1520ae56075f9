"""Numbers of a game and named sets of its options, as packs give them: read, merged and checked by their declaration.

Constants are one entry a pack, of which a later pack may change some. Of the sets of options (configurations) the one
called `default` gives every option, and what another does not name is as there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from .entry import Entry
from .index import ContentIndex
from .options import option_fault
from .packs import Kind
from .read import Node
from .type_text import hints_of
from .value_checks import Checker, Fault

DEFAULT = "default"  # the configuration that gives every option


def given_fields(entry: msgspec.Struct) -> dict[str, Any]:
    """The fields that an entry names, of those it may leave out."""
    return {name: value for name, value in msgspec.structs.asdict(entry).items() if value is not msgspec.UNSET}


def read_constants(kind: Kind, shelf: ContentIndex, checker: Checker, code: str) -> dict[str, Any] | None:
    """The numbers of the packs, later ones over earlier ones; None if some are missing."""
    constants: dict[str, Any] = {}
    for pack in shelf.packs:
        for document in pack.documents[kind.name]:
            entry = checker.read(document.root, kind.entries[0])
            constants |= given_fields(entry) if entry else {}
    if missing := [name for name in hints_of(kind.entries[0]) if name not in constants]:
        checker.problems.add(code, shelf.packs[0].place, f"gives no number for {', '.join(missing)}")
        return None
    return constants


def option_faults(configuration: Any) -> Iterator[Fault]:
    """Options of a set that have a decimal too many."""
    for name, value in given_fields(configuration.options).items():
        if wrong := option_fault(type(configuration.options), name, value):
            yield Fault(("options", name), f"{name} must be {wrong}")


def check_default(
    nodes: Mapping[str, Node],
    configurations: Mapping[str, Any],
    entry: type[Entry],
    shelf: ContentIndex,
    checker: Checker,
    code: str,
    others: Collection[str] = (),
) -> None:
    """There is a set that gives every option of an entry class, but those that others give: the scenario, say."""
    if DEFAULT not in nodes:
        checker.problems.add(code, shelf.packs[0].place, f"has no configuration named {DEFAULT}")
    elif DEFAULT in configurations:
        gives = given_fields(configurations[DEFAULT].options)
        if missing := [name for name in hints_of(entry) if name not in gives and name not in others]:
            hint = f"{DEFAULT} gives every option; give a set of your own another id"
            message = f"{DEFAULT}: gives no {', '.join(missing)}"
            checker.problems.add(code, nodes[DEFAULT].place, message, hint)
