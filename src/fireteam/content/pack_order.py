"""The order of packs: each after those that it builds upon; packs that are missing, doubled or lead in a circle."""

from __future__ import annotations

from collections.abc import Sequence

from .packs import PackFiles
from .problems import Problems, did_you_mean, display_path
from .read import Node

ORDER = "E_C_PACK"
"""The code of what is wrong with packs as a whole: their heads, and their order."""


def sort_packs(packs: Sequence[PackFiles], problems: Problems) -> list[PackFiles]:
    """Packs as they are given, the game's own first, but each after the packs it `requires` or comes `after`."""
    remaining = _unique_packs(packs, problems)
    known = {id_of(pack): pack for pack in remaining}
    _check_required(remaining, known, problems)
    ordered: list[PackFiles] = []
    while remaining:
        free = next(
            (pack for pack in remaining if not any(known[id] in remaining for id in _predecessors(pack, known))), None
        )
        if free is None:
            _report_cycle(remaining, known, problems)
            return [*ordered, *remaining]
        remaining.remove(free)
        ordered.append(free)
    return ordered


def id_of(pack: PackFiles) -> str:
    """The id of a pack; its folder if its head is unsound."""
    return pack.pack.id if pack.pack else pack.folder


def _unique_packs(packs: Sequence[PackFiles], problems: Problems) -> list[PackFiles]:
    """Every pack once: two of one id are a mistake."""
    unique: dict[str, PackFiles] = {}
    for pack in packs:
        first = unique.setdefault(id_of(pack), pack)
        if first is not pack:
            place = pack.head["id"].place if pack.head and pack.pack else pack.place
            where = (
                "is given twice" if first.folder == pack.folder else f"stands in {display_path(first.folder)} as well"
            )
            problems.add(ORDER, place, f"the pack '{id_of(pack)}' {where}", "give one of them, or change its id")
    return list(unique.values())


def _check_required(packs: list[PackFiles], known: dict[str, PackFiles], problems: Problems) -> None:
    """Every pack that is required is there."""
    for pack in packs:
        for entry in _id_nodes(pack, "requires"):
            if entry.value not in known:
                hint = f"give its folder too: --pack {entry.value}" if entry.value else ""
                near = did_you_mean(entry.value, [id for id in known if known[id].pack])
                hint = near if near.startswith("did") else hint
                problems.add(ORDER, entry.place, f"the pack '{entry.value}', which is required, is missing", hint)


def _id_nodes(pack: PackFiles, field: str) -> list[Node]:
    return list(pack.head[field]) if pack.pack and pack.head and field in pack.head else []


def _predecessors(pack: PackFiles, known: dict[str, PackFiles]) -> list[str]:
    """The packs that must come before this one, of those that there are."""
    return [id for id in (*pack.pack.requires, *pack.pack.after) if id in known] if pack.pack else []


def _report_cycle(remaining: list[PackFiles], known: dict[str, PackFiles], problems: Problems) -> None:
    """One error for packs each of which wants to come after the other."""
    path = [id_of(remaining[0])]
    while path.count(path[-1]) < 2:
        path.append(next(id for id in _predecessors(known[path[-1]], known) if known[id] in remaining))
    cycle = path[path.index(path[-1]) :]
    first = known[cycle[0]]
    entry = next(each for field in ("requires", "after") for each in _id_nodes(first, field) if each.value == cycle[1])
    message = f"packs lead in a circle: {' after '.join(cycle)}"
    problems.add(ORDER, entry.place, message, "take one of these out of requires and after")
