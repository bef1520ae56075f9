"""Places and ways on a free table as people say them: a place, a unit, a side of the sky; and how far a way may go."""

from __future__ import annotations

import math

from ...core.protocol.scene import Area, Ground, Scene, Spot, Token
from ...core.protocol.scene_query import area_name, centre
from ...core.space.units import STEPS, point_text, read_point

PRECISION = 1_000  # what is cut to a length is cut in thousandths, and never longer
COMPASS = {
    "n": (0.0, 1.0),
    "ne": (1.0, 1.0),
    "e": (1.0, 0.0),
    "se": (1.0, -1.0),
    "s": (0.0, -1.0),
    "sw": (-1.0, -1.0),
    "w": (-1.0, 0.0),
    "nw": (-1.0, 1.0),
}


class Places:
    """The places of a scene as people name them: squares, points of two decimals, and what lies somewhere."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.squares: dict[str, Spot] = {
            f"{scene.columns[cell.x]}{cell.y + 1}".lower(): (cell.x, cell.y) for cell in scene.cells
        }

    def parse(self, word: str) -> Spot | None:
        """The square of a name, or on a free table the point of two decimals; None for what is none."""
        if self.scene.ground is None:
            return self.squares.get(word.lower())
        found = read_point(word)
        return (found[0] / STEPS, found[1] / STEPS) if found else None

    def find(self, word: str) -> Spot | None:
        """The place that a word means: a place by its name, or where a unit, a thing or a part of the table lies."""
        small = word.lower().removeprefix("@")
        if found := self.parse(small):
            return found
        for token in self.scene.tokens:
            if small in (token.unit.lower(), token.letters.lower()):
                return token.at
        if self.scene.ground is None:
            return None
        there = [(mark.x, mark.y) for mark in self.scene.ground.marks if mark.letters.lower() == small]
        if not there:
            there = [centre(area) for area in find_area(self.scene.ground, small)]
        return there[0] if len(there) == 1 else None

    def actor(self, slot: int, unit: str = "") -> Token | None:
        """Who acts: the unit that is named, else the only one that the slot has on the table."""
        found = [token for token in self.scene.tokens if token.unit == unit]
        own = [token for token in self.scene.tokens if token.slot == slot]
        return found[0] if found else own[0] if len(own) == 1 and not unit else None

    def point_notation(self, word: str) -> str:
        """A point as notation: of a word for something that lies there, or the word itself."""
        if self.scene.ground is None or read_point(word):
            return word
        found = self.find(word)
        return point_text(*found) if found else word

    def vector_notation(self, who: Token | None, most: float, word: str) -> str:
        """A way as notation: of `ne` as far as `most`, of `@12,5` or a unit towards it; else the word itself."""
        small = word.lower()
        if who is None or read_point(word):
            return word
        if small in COMPASS:
            far = (who.x + COMPASS[small][0] * 1000, who.y + COMPASS[small][1] * 1000)
            return vector_towards(who.at, far, most) if most else word
        goal = self.find(word)
        return vector_towards(who.at, goal, most) if goal else word


def vector_towards(start: Spot, goal: Spot, limit: float) -> str:
    """The way from one place to another, cut to a length if there is one."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = math.hypot(dx, dy)
    if not 0 < limit < length:
        return point_text(dx, dy)
    return point_text(
        *(math.trunc(part * limit / length * PRECISION + math.copysign(1e-9, part)) / PRECISION for part in (dx, dy))
    )


def find_area(ground: Ground, word: str) -> list[Area]:
    """The part of a free table that a word means: by its letters, its name, or both; one with letters rather."""
    named = [area for area in ground.areas if word.replace("_", " ") in area_names(area)]
    return [area for area in named if area.letters][:1] or named[:1]


def area_names(area: Area) -> set[str]:
    """What a part of a table is called; low cover and the like by nothing."""
    if not (area.letters or area.kind == "zone"):
        return set()
    return {word.lower() for word in (area.letters, area.name.replace("_", " "), area_name(area)) if word}
