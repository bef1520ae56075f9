"""Checks of loadouts: things there are, that a unit of the side can buy and carry together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....content.field_checks import build_entry
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ....content.value_checks import check_values
from ..content import Content
from ..entries import Gear, Loadout
from ..tables import GRENADES, LOADOUTS, SIDES

PRIMARY_CLASSES = ("smg", "shotgun", "rifle", "lmg")  # TPS-2.6


def check_loadout(node: Node, content: Content, problems: Problems) -> Loadout | None:
    """A purchase that a unit of its side could make with enough cash."""
    if not check_values(node, Loadout, problems, "E_CONTENT"):
        return None
    before, slots = problems.count_errors(), list[str]()
    for each in node["gear"]:
        gear = content.catalogue.get(each.value)
        hint = "" if gear else did_you_mean(each.value, content.catalogue)
        for reason in purchase_faults(each.value, gear, node["side"].value, slots):
            problems.add("E_CONTENT", each.place, f"{node.value['id']}: {reason}", hint)
        slots += [slot_of(gear)] if gear else []
    return build_entry(node.value, Loadout, node, problems) if problems.count_errors() == before else None


def purchase_faults(id: str, gear: Gear | None, side: str, slots: list[str]) -> Iterator[str]:
    """Why a thing cannot be bought by a side after things that fill these slots."""
    if gear is None:
        yield f"nothing in the catalogue is called {id}"
        return
    if gear.price is None:
        yield f"{id} is not sold"
    if gear.side not in ("any", side):
        yield f"{id} is for {gear.side}"
    slot = slot_of(gear)
    if slots.count(slot) >= (GRENADES if slot == "grenade" else 1):
        yield f"{id} would take the place of another {slot}"


def slot_of(gear: Gear) -> str:
    """The slot that a thing is carried in (TPS-2.6)."""
    return "primary" if gear.kind in PRIMARY_CLASSES else "sidearm" if gear.kind == "pistol" else gear.kind


def check_loadout_count(nodes: Mapping[str, Node], content: Content, problems: Problems) -> None:
    """No side has more loadouts than there is room for."""
    for side in SIDES:
        mine = [id for id, loadout in content.loadouts.items() if loadout.side in (side, "any")]
        for id in mine[LOADOUTS:]:
            message = f"{id}: {side} would have {len(mine)} loadouts; {LOADOUTS} are allowed (TPS-23.5)"
            problems.add("E_CONTENT", nodes[id].place, message)
