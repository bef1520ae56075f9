"""Checks of terrain and of what belongs to the base pack alone: the numbers and the standard legend."""

from __future__ import annotations

from collections.abc import Sequence

from ....content.field_checks import build_entry
from ....content.packs import PackFiles
from ....content.problems import Problems
from ....content.read import Node
from ....content.square_map import SquareLegend
from ..entries import Constants
from ..tables import TERRAINS


def check_base(packs: Sequence[PackFiles], problems: Problems) -> tuple[Constants, SquareLegend] | None:
    """Numbers (TTT-12.3) and standard legend (TTT-12.6) are those of the base pack; no other pack may change them."""
    base, *others = packs
    for pack in others:
        for document in pack.documents["constants"]:
            problems.add("E_C_PACK", document.root.place, "the numbers of the game are fixed (TTT-12.3)", "remove it")
        for document in pack.documents["terrain"]:
            if "legend" in document.root:
                hint = "give a board a legend of its own"
                place = document.root["legend"].key_place
                problems.add("E_C_PACK", place, "the standard legend is fixed (TTT-12.6)", hint)
    constants, legend = None, None
    for document in base.documents["constants"]:
        constants = build_entry(document.value, Constants, document.root, problems)
    for document in base.documents["terrain"]:
        if "legend" in document.root:
            legend = build_entry(document.root["legend"].value, SquareLegend, document.root["legend"], problems)
    if constants is not None and legend is not None:
        return constants, legend
    problems.add("E_C_PACK", base.place, "gives no sound constants and legend", "they stand in the game's own pack")
    return None


def check_number_of_terrains(nodes: dict[str, Node], problems: Problems) -> None:
    """Capacity: the packs together hold so many terrains."""
    for node in list(nodes.values())[TERRAINS:]:
        problems.add("E_C_PACK", node.place, f"is terrain number {len(nodes)}; {TERRAINS} are allowed")
