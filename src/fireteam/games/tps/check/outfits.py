"""Checks of outfits: for each side lists that a unit of it can buy, the dearest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ....content.value_checks import Fault
from ..content import Content
from ..entries import Outfit
from ..tables import SIDES
from .loadouts import purchase_faults


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
