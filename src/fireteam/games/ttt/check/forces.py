"""Checks of a side's force: what its squad sheet can give (the code E_M_FORCE, TTT-5.5, TTT-12.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....content.value_checks import Fault
from ..entries import Force, Numbers, Sheet
from ..tables import SIDE


def force_faults(force: Force, sheet: Sheet) -> Iterator[Fault]:
    """No type is used more often than its count, the picks can be made, and a side is neither empty nor too large."""
    faults = list(number_faults(force, sheet))
    if not faults and force.picks:
        faults = list(pick_faults(force, sheet))
    yield from faults
    size = force.pick + sum(force.plus.values()) if force.picks else sum((force.fixed or sheet.counts).values())
    size = 0 if force.fixed == {} else size
    if not faults and not 1 <= size <= SIDE:
        yield Fault((), f"{size} pieces; 1 to {SIDE} are allowed")


def number_faults(force: Force, sheet: Sheet) -> Iterator[Fault]:
    """Types of which a force has more than there are."""
    for field in ("fixed", "plus", "max"):
        for type, number in (getattr(force, field) or {}).items():
            if number > sheet.counts[type]:
                yield Fault((field, type), f"{number} {type}, the squad sheet has {sheet.counts[type]}")


def pick_faults(force: Force, sheet: Sheet) -> Iterator[Fault]:
    """A number of picks that cannot be made, or a preset that is no legal pick (TTT-5.5, TTT-12.8)."""
    left = available(sheet, force.plus, force.max)
    if sum(left.values()) < force.pick:
        yield Fault(("pick",), f"pick {force.pick}, only {sum(left.values())} pieces can be picked")
    if len(force.preset) != force.pick:
        yield Fault(("preset",), f"preset has {len(force.preset)} pieces, pick is {force.pick}")
    used: Counter[str] = Counter()
    for n, type in enumerate(force.preset):
        used[type] += 1
        if used[type] == left[type] + 1:
            yield Fault(("preset", n), f"preset has too many {type}, at most {left[type]} can be picked")


def available(sheet: Sheet, plus: Numbers, most: Numbers) -> Numbers:
    """How many of each type may be picked: what `plus` leaves of its count, and no more than `max` (TTT-5.5)."""
    return {type: min(count - plus.get(type, 0), most.get(type, count)) for type, count in sheet.counts.items()}
