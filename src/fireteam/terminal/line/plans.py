"""Choosing ahead, as it is typed: CHOICE; CHOICE for who is asked, or u2: CHOICE for another of the people here."""

from __future__ import annotations

from typing import NamedTuple

from ...match.record import Seat
from ..input.choice_reader import to_notation
from ..input.menu import Menu
from ..local_match import LocalMatch


class PlanInput(NamedTuple):
    """Who chooses ahead for which slot, and what; without lines, the plan is cut short."""

    seat: Seat
    slot: int
    lines: list[str]


def read_plan(local_match: LocalMatch, words: list[str], menu: Menu) -> PlanInput:
    """What is typed at the prompt of a menu's slot.

    Raises:
        Forbidden: nobody at this keyboard chooses for the slot that is named.
        BadNotation: for the menu's own slot, a choice is none.
    """
    slot = menu.decision.slot
    if words and words[0].rstrip(":").casefold() in map(str.casefold, local_match.match.setting.slots):
        slot, words = local_match.slot_of(words[0].rstrip(":")), words[1:]
    lines = [line.strip() for line in " ".join(words).split(";") if line.strip()]
    if slot == menu.decision.slot:
        lines = [to_notation(menu, line) for line in lines]
    return PlanInput(local_match.person_at(slot), slot, lines)


def set_plan(local_match: LocalMatch, plan: PlanInput) -> str:
    """Plan it. What is told of it says nothing of what was chosen: others may read it."""
    local_match.match.plan(plan.seat.name, plan.lines, plan.slot)
    return (
        f"{local_match.slot_title(plan.slot)} has planned {len(plan.lines)}."
        if plan.lines
        else "The plan is cut short."
    )
