"""Choosing ahead, as it is typed: CHOICE; CHOICE for who is asked, or u2: CHOICE for another of the people here."""

from __future__ import annotations

from typing import NamedTuple

from ..match.record import Seat
from .course import Course
from .menu import Menu


class Ahead(NamedTuple):
    """Who chooses ahead for which slot, and what; without lines, the plan is cut short."""

    seat: Seat
    slot: int
    lines: list[str]


def read_ahead(course: Course, words: list[str], menu: Menu) -> Ahead:
    """What is typed at the prompt of a menu's slot.

    Raises:
        Forbidden: nobody at this keyboard chooses for the slot that is named.
        BadNotation: for the menu's own slot, a choice is none.
    """
    slot = menu.decision.slot
    if words and words[0].rstrip(":").casefold() in map(str.casefold, course.match.setting.slots):
        slot, words = course.slot_called(words[0].rstrip(":")), words[1:]
    lines = [line.strip() for line in " ".join(words).split(";") if line.strip()]
    if slot == menu.decision.slot:
        lines = [menu.understand(line) for line in lines]
    return Ahead(course.person_at(slot), slot, lines)


def choose_ahead(course: Course, ahead: Ahead) -> str:
    """Plan it. What is told of it says nothing of what was chosen: others may read it."""
    course.match.plan(ahead.seat.name, ahead.lines, ahead.slot, course.typed)
    return f"{course.call(ahead.slot)} has planned {len(ahead.lines)}." if ahead.lines else "The plan is cut short."
