"""Checks of loadouts and outfits: things there are, that a unit of the side can buy and carry together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ....content.problems import Problems
from ....content.read import Node, PathStep
from ....content.value_checks import Fault
from ..content import Content
from ..entries import Gear, Loadout, Outfit
from ..tables import GRENADES, LOADOUTS, SIDES

PRIMARY_CLASSES = ("smg", "shotgun", "rifle", "lmg")  # TPS-2.6


def loadout_faults(loadout: Loadout, content: Content) -> Iterator[Fault]:
    """What keeps a unit of its side from buying a loadout with enough cash."""
    return purchase_faults(("gear",), loadout.gear, loadout.side, content)


def purchase_faults(
    path: tuple[PathStep, ...], purchase: Sequence[str], side: str, content: Content
) -> Iterator[Fault]:
    """What keeps a unit of a side from buying things one after the other; `path` leads to their list."""
    slots: list[str] = []
    for n, id in enumerate(purchase):
        gear = content.catalogue[id]
        slot = slot_of(gear)
        if gear.price is None:
            yield Fault((*path, n), f"{id} is not sold")
        if gear.side not in ("any", side):
            yield Fault((*path, n), f"{id} is for {gear.side}")
        if slots.count(slot) >= (GRENADES if slot == "grenade" else 1):
            yield Fault((*path, n), f"{id} would take the place of another {slot}")
        slots.append(slot)


def outfit_faults(outfit: Outfit, content: Content) -> Iterator[Fault]:
    """What is wrong with the lists of either side."""
    if outfit.id in content.catalogue:
        yield Fault(("id",), "a thing of the catalogue is called so", "`buy` takes both")
    for side in SIDES:
        purchases = getattr(outfit, side)
        faults = [
            fault for n, each in enumerate(purchases) for fault in purchase_faults((side, n), each, side, content)
        ]
        yield from faults
        for n, (dearer, each) in enumerate(pairwise(purchases), 1):
            if not faults and content.cost(each) >= content.cost(dearer):
                reason = f"a list for {side} costs {content.cost(each)} cash, no less than the one before"
                yield Fault((side, n), reason, "write the dearest first")


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
