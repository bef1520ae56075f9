"""Checks of free maps: everything that is wrong with the shapes, the terrain and the discs of a map, located.

A game says what stands on its maps (`MapTerms`), calls `check_free_map`, and adds what its rules ask for besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from ..core.engine.record import Array
from ..core.space.connectivity import reachable
from ..core.space.terrain import STEPS, is_within
from ..core.space.terrain_build import TerrainPlan, build, exact_steps, find_faults, has_room
from .free_map import FreeMap, shape_record
from .problems import Problems
from .read import Node
from .value_checks import innermost

M = TypeVar("M", bound=FreeMap)
PointNodes = list[tuple[Node, tuple[int, int]]]
"""Points of a list that are sound, in steps, each with its node."""


class MapReport(NamedTuple):
    """Where problems of maps are noted: with which code, and which clause limits how many of a thing there are."""

    problems: Problems
    code: str
    limit_clause: str

    def add(self, node: Node, reason: str, hint: str = "") -> None:
        """Note what is wrong with a map, whose id begins the message."""
        self.problems.add(self.code, node.place, f"{map_id(node)}: {reason}", hint)

    def add_number(self, node: Node, reason: str, least: int, most: int) -> None:
        """Note that there are too few or too many of something."""
        self.add(node, f"{reason}; {least} to {most} are allowed ({self.limit_clause})")


class MapTerms(NamedTuple):
    """What stands on the maps of a game. Every disc that begins there must come to every goal: areas, and points.

    `areas` are the fields of named areas: what one is called, and how many there may be. `starts` and `goals` lead to
    lists of points at which discs of a radius stand: what one of them is called; `start` is what every start is.
    """

    areas: Mapping[str, tuple[str, int]]
    start: str
    starts: Mapping[tuple[str, ...], str]
    goals: Mapping[tuple[str, ...], str]
    radius: float


def check_free_map(
    node: Node, map: M | None, terms: MapTerms, report: MapReport, check: Callable[[Node, M, MapReport], None]
) -> M | None:
    """A map whose fields are sound one by one: its shapes, terrain, areas, `check`, then its discs and their ways."""
    before = report.problems.count_errors()
    if map is None or not check_shapes(node, tuple(terms.areas), report):
        return None
    check_terrain(node, map, report)
    for field, (_, most) in terms.areas.items():
        check_areas(node, map, field, getattr(map, field), most, report)
    check(node, map, report)
    if report.problems.count_errors() == before:
        _check_places(node, map, terms, report)
    return map if report.problems.count_errors() == before else None


def _check_places(node: Node, map: FreeMap, terms: MapTerms, report: MapReport) -> None:
    """Discs stand free, and from each that begins on the map a way leads to each goal."""
    before, fields = report.problems.count_errors(), build(map.plan())
    points: dict[tuple[str, ...], PointNodes] = {}
    for path, title in {**terms.starts, **terms.goals}.items():
        place = innermost(node, path)
        points[path] = check_discs(place, title, fields, terms.radius, report) if place.key == path[-1] else []
    if report.problems.count_errors() > before:
        return
    goals: dict[str, Any] = {
        f"{title} {name}": shape_record(shape)
        for field, (title, _) in terms.areas.items()
        for name, shape in getattr(map, field).items()
    }
    goals |= {f"{title} at {point_text(at)}": at for path, title in terms.goals.items() for _, at in points[path]}
    for path in terms.starts:
        check_paths(points[path], terms.start, goals, fields, terms.radius, report)


def map_id(node: Node) -> str:
    """The id of the map that a value stands in: of the first mapping on the way to it that has one."""
    at = node.document.root
    for step in node.path:
        if "id" in at:
            break
        at = at[step]
    return str(at.value["id"])


def check_shapes(node: Node, area_fields: Sequence[str], report: MapReport) -> bool:
    """Whether every shape of a map, those of named areas too, is four numbers, or three points or more."""
    before = report.problems.count_errors()
    for shape in _shapes(node, area_fields):
        numbers = [each for each in shape.value if not isinstance(each, list)]
        if numbers and len(numbers) != len(shape.value):
            report.add(shape, "mixes numbers and points", "write [x0, y0, x1, y1] or [[x, y], [x, y], [x, y]]")
        elif numbers and len(numbers) != 4:
            report.add(shape, f"has {len(numbers)} numbers; a rectangle is [x0, y0, x1, y1]")
    return report.problems.count_errors() == before


def _shapes(node: Node, area_fields: Sequence[str]) -> Iterator[Node]:
    for field in ("blocks", "low", *area_fields):
        if field in node:
            yield from node[field]
    for zone in node["zones"]:
        yield zone["shape"]


def check_terrain(node: Node, map: FreeMap, report: MapReport) -> None:
    """Size, walls, blocks, windows, low shapes, and zones, which tile the map and have names of their own."""
    if not map.zones:
        report.add(node["zones"], "has no zones", "zones tile the whole map")
        return
    for finding in find_faults(map.plan()):
        names = " and ".join(_object_name(node, name, number) for name, number in finding.objects)
        clause = f" ({report.limit_clause})" if finding.too_many else ""
        report.add(_object_node(node, *finding.objects[-1]), f"{names} {finding.problem}{clause}")
    for id, n in Counter(zone.id for zone in map.zones).items():
        if n > 1:
            last = [zone for zone in node["zones"] if zone["id"].value == id][-1]
            report.add(last["id"], f"{n} zones are called {id}")


def _object_node(node: Node, name: str, number: int) -> Node:
    """The node of an object that a finding names."""
    entries = list(node[name])
    if name == "size" or number >= len(entries):
        return node[name]
    return entries[number]["shape"] if name == "zones" else entries[number]


def _object_name(node: Node, name: str, number: int) -> str:
    """What people call such an object."""
    if name == "zones" and number < len(node[name].value):
        return f"zone {node[name].value[number]['id']}"
    return name if name == "size" else f"{name}[{number}]"


def check_areas(node: Node, map: FreeMap, field: str, shapes: Mapping[str, Any], most: int, report: MapReport) -> None:
    """Named areas of a map in one of its fields: at least one, not too many, and each of them a shape of the map."""
    if field not in node:
        return
    if not 1 <= len(shapes) <= most:
        report.add_number(node[field], f"has {len(shapes)} of {field}", 1, most)
    names = list(shapes)
    for finding in find_faults(TerrainPlan(*map.size, areas=list(shapes.values()))):
        for name, number in finding.objects:
            if name == "areas":
                report.add(node[field][names[number]], f"{names[number]} {finding.problem}")


def check_discs(node: Node, title: str, fields: Array, radius: float, report: MapReport) -> PointNodes:
    """The points of a list at which discs may stand: on the map, off walls, windows and blocks, and off one another."""
    sound = list(_free_points(node, title, fields, radius, report))
    for (_, one), (at, other) in combinations(sound, 2):
        if is_within(other[0] - one[0], other[1] - one[1], round(2 * radius * STEPS)):
            report.add(at, f"{title} at {list(at.value)} touches the one at {point_text(one)}")
    return sound


def _free_points(
    node: Node, title: str, fields: Array, radius: float, report: MapReport
) -> Iterator[tuple[Node, tuple[int, int]]]:
    for each in node:
        x, y = (exact_steps(value) for value in each.value)
        if x is None or y is None:
            report.add(each, f"{title} has more than 6 decimals")
        elif not (0 <= x <= fields[0].width and 0 <= y <= fields[0].height):
            report.add(each, f"{title} at {each.value} lies outside the map")
        elif not has_room(fields[0], x, y, radius):
            report.add(each, f"{title} at {each.value} touches a wall, window or block")
        else:
            yield each, (x, y)


def check_paths(
    starts: PointNodes, title: str, goals: Mapping[str, Any], fields: Array, radius: float, report: MapReport
) -> None:
    """From every start a disc comes to every goal: a shape or a point in steps, by its name."""
    paths = reachable(fields[0], [point for _, point in starts], list(goals.values()), radius)
    for (at, _), reached in zip(starts, paths, strict=True):
        if missed := [name for name, there in zip(goals, reached, strict=True) if not there]:
            report.add(at, f"no way leads from {title} at {at.value} to {' or '.join(missed)}")


def point_text(point: Iterable[int]) -> str:
    """A point of steps in units of length."""
    return f"[{', '.join(f'{part / STEPS:g}' for part in point)}]"
