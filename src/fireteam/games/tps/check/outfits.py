"""Checks of outfits: for each side lists that a unit of it can buy, the dearest first."""

from __future__ import annotations

from ....content.field_checks import build_entry
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ....content.value_checks import check_values
from ..content import Content
from ..entries import Outfit
from ..tables import SIDES
from .loadouts import purchase_faults, slot_of


def check_outfit(node: Node, content: Content, problems: Problems) -> Outfit | None:
    """An outfit of either side."""
    if not check_values(node, Outfit, problems, "E_CONTENT"):
        return None
    before, id = problems.count_errors(), node.value["id"]
    if id in content.catalogue:
        problems.add("E_CONTENT", node["id"].place, f"{id}: a thing of the catalogue is called so", "`buy` takes both")
    for side in SIDES:
        for each in node[side]:
            check_list(id, each, side, content, problems)
    if problems.count_errors() == before:
        for side in SIDES:
            for dearer, each in zip(list(node[side]), list(node[side])[1:], strict=False):
                if content.cost(each.value) >= content.cost(dearer.value):
                    message = (
                        f"{id}: a list for {side} costs {content.cost(each.value)} cash, no less than the one before"
                    )
                    problems.add("E_CONTENT", each.place, message, "write the dearest first")
    return build_entry(node.value, Outfit, node, problems) if problems.count_errors() == before else None


def check_list(id: str, node: Node, side: str, content: Content, problems: Problems) -> None:
    """Things there are, that a unit of the side can buy and carry together."""
    slots: list[str] = []
    for each in node:
        gear = content.catalogue.get(each.value)
        for reason in purchase_faults(each.value, gear, side, slots):
            hint = "" if gear else did_you_mean(each.value, content.catalogue)
            problems.add("E_CONTENT", each.place, f"{id}: {reason}", hint)
        slots += [slot_of(gear)] if gear else []
