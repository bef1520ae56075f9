"""The budget worksheet: how many ability points a typical character needs (FS3-4.3, FS3-4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...content.value_checks import Fault
from .content import Content

AVERAGE, ABOVE_AVERAGE, FLUENT, LOW = 4, 7, 7, 2
ABOVE = 2  # attributes that are above average


class BudgetLine(NamedTuple):
    """What a typical character spends on a part of the sheet."""

    title: str
    points: int


def budget_of(content: Content) -> tuple[BudgetLine, ...]:
    """What a typical character spends: attributes, action skills, background skills, the native language."""
    above = min(ABOVE, len(content.abilities.attributes))
    average = len(content.abilities.attributes) - above
    background = content.chargen.min_background
    return (
        BudgetLine(f"{average} attributes at {AVERAGE}", average * AVERAGE),
        BudgetLine(f"{above} attributes at {ABOVE_AVERAGE}", above * ABOVE_AVERAGE),
        BudgetLine("action skills", content.chargen.max_action_points),
        BudgetLine(f"{background} background skills at {LOW}", background * LOW),
        BudgetLine(f"the native language at {FLUENT}", FLUENT if content.abilities.languages else 0),
    )


def budget_faults(content: Content) -> Iterator[Fault]:
    """A typical character needs more ability points than there are (FS3-4.3)."""
    needed, there = sum(line.points for line in budget_of(content)), content.chargen.ability_points
    if needed > there:
        parts = ", ".join(f"{line.title} {line.points}" for line in budget_of(content))
        reason = f"a typical character needs {needed} ability points, and there are {there} (FS3-4.3)"
        yield Fault(("chargen", "ability_points"), reason, parts, code="W-CG-BUDGET")
