"""Fields made at random, some with round coordinates so that much meets exactly, some with all six decimals."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from fireteam.core.space.terrain import Field, is_within
from fireteam.core.space.terrain_build import TerrainPlan, build, find_faults, has_room

Steps = tuple[int, int]


def plan_at_random(random: Random, width: int = 12, height: int = 9) -> TerrainPlan:
    """A few walls, windows, blocks and low shapes, rectangles and polygons; one zone."""
    grain = random.choice([1, 2, 1000000])

    def place() -> list[float]:
        return [random.randint(0, side * grain) / grain for side in (width, height)]

    def shape() -> list[Any]:
        if random.random() < 0.5:
            (x0, y0), (dx, dy) = place(), (random.randint(1, 3 * grain) / grain for _ in "xy")
            return [x0, y0, min(round(x0 + dx, 6), width), min(round(y0 + dy, 6), height)]
        return [place() for _ in range(random.randint(3, 5))]

    def several(make: Callable[[], list[Any]], most: int) -> list[list[Any]]:
        return [make() for _ in range(random.randint(0, most))]

    def segment() -> list[float]:
        return place() + place()

    lists = {"walls": several(segment, 5), "windows": several(segment, 2)}
    lists |= {"blocks": several(shape, 3), "low": several(shape, 3)}
    plan = TerrainPlan(width, height, **lists, zones=[[0, 0, width, height]])
    wrong = {name_number for finding in find_faults(plan) for name_number in finding.objects}
    kept = {name: [each for i, each in enumerate(list_) if (name, i) not in wrong] for name, list_ in lists.items()}
    return TerrainPlan(width, height, **kept, zones=plan.zones)


def field_at_random(random: Random) -> tuple[TerrainPlan, Field]:
    plan = plan_at_random(random)
    return plan, build(plan)[0]


def places(random: Random, field: Field, count: int) -> list[Steps]:
    """Up to so many places for discs, clear of walls and of each other."""
    grain = random.choice([1, 250000])
    found: list[Steps] = []
    for _ in range(20 * count):
        x, y = (random.randint(0, side // grain) * grain for side in (field.width, field.height))
        apart = all(not is_within(x - a, y - b, 999999) for a, b in found)
        if len(found) < count and apart and has_room(field, x, y, 0.5):
            found.append((x, y))
    return found


def vector(random: Random) -> Steps:
    """A step of at most a unit: any way, straight, or very short."""
    kind = random.random()
    if kind < 0.2:
        return random.choice([(1000000, 0), (0, -1000000), (600000, 800000), (-1000000, 0), (0, 1000000), (0, 0)])
    most = 1000000 if kind < 0.9 else 3
    while True:
        x, y = (random.randint(-most, most) for _ in "xy")
        if is_within(x, y, 1000000):
            return x, y
