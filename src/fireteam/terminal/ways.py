"""Places and ways on a free table as people say them: a place, a unit, a side of the sky; and how far a way may go."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..core.choices import Verb, kinds
from ..core.scene import Area, Ground, Spot, Token
from ..core.spots import called, middle
from ..core.steps import STEPS, spot, spot_of

if TYPE_CHECKING:
    from .menu import Menu

FINEST = 1_000  # what is cut to a length is cut in thousandths, and never longer
SKY = {
    "n": (0.0, 1.0),
    "ne": (1.0, 1.0),
    "e": (1.0, 0.0),
    "se": (1.0, -1.0),
    "s": (0.0, -1.0),
    "sw": (-1.0, -1.0),
    "w": (-1.0, 0.0),
    "nw": (-1.0, 1.0),
}


def actor(menu: Menu, unit: str = "") -> Token | None:
    """Who acts: the unit that is named, else the only one that the slot has on the table."""
    found = [token for token in menu.scene.tokens if token.unit == unit]
    own = [token for token in menu.scene.tokens if token.slot == menu.decision.slot]
    return found[0] if found else own[0] if len(own) == 1 and not unit else None


def longest(menu: Menu, verb: type[Verb]) -> float:
    """The longest way on the menu for a verb; 0 if there is none."""
    field = next((field for field, kind in kinds(verb).items() if kind.form == "vector"), "")
    ways = (spot_of(word) for word in menu.offered(verb).get(field, ()))
    return max((math.hypot(*way) / STEPS for way in ways if way), default=0.0)


def toward(start: Spot, goal: Spot, most: float) -> str:
    """The way from one place to another, cut to a length if there is one."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = math.hypot(dx, dy)
    if not 0 < most < length:
        return spot(dx, dy)
    return spot(*(math.trunc(part * most / length * FINEST + math.copysign(1e-9, part)) / FINEST for part in (dx, dy)))


def place_named(menu: Menu, word: str) -> Spot | None:
    """The square of a name, or on a free table the point of two decimals; None for what is none."""
    if menu.scene.ground is None:
        return menu.places.get(word.lower())
    found = spot_of(word)
    return (found[0] / STEPS, found[1] / STEPS) if found else None


def place_said(menu: Menu, word: str) -> Spot | None:
    """The place that a word means: a place by its name, or where a unit, a thing or a part of the table lies."""
    small = word.lower().removeprefix("@")
    if found := place_named(menu, small):
        return found
    for token in menu.scene.tokens:
        if small in (token.unit.lower(), token.letters.lower()):
            return token.at
    if menu.scene.ground is None:
        return None
    there = [(mark.x, mark.y) for mark in menu.scene.ground.marks if mark.letters.lower() == small]
    if not there:
        there = [middle(area) for area in part_named(menu.scene.ground, small)]
    return there[0] if len(there) == 1 else None


def part_named(ground: Ground, word: str) -> list[Area]:
    """The part of a free table that a word means: by its letters, its name, or both; one with letters rather."""
    named = [area for area in ground.areas if word.replace("_", " ") in names_of_part(area)]
    return [area for area in named if area.letters][:1] or named[:1]


def names_of_part(area: Area) -> set[str]:
    """What a part of a table is called; low cover and the like by nothing."""
    if not (area.letters or area.kind == "zone"):
        return set()
    return {word.lower() for word in (area.letters, area.name.replace("_", " "), called(area)) if word}


def point_said(menu: Menu, word: str) -> str:
    """A point as notation: of a word for something that lies there, or the word itself."""
    if menu.scene.ground is None or spot_of(word):
        return word
    found = place_said(menu, word)
    return spot(*found) if found else word


def way_said(menu: Menu, verb: type[Verb], unit: str, word: str) -> str:
    """A way as notation: of `ne` as far as the menu goes, of `@12,5` or a unit towards it; else the word itself."""
    who, small = actor(menu, unit), word.lower()
    if who is None or spot_of(word):
        return word
    most = longest(menu, verb)
    if small in SKY:
        far = (who.x + SKY[small][0] * 1000, who.y + SKY[small][1] * 1000)
        return toward(who.at, far, most) if most else word
    goal = place_said(menu, word)
    return toward(who.at, goal, most) if goal else word
