"""Checks of maps: everything that makes a map unplayable, with the code E_MAP (TPS-3.7 to TPS-3.15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ....content.field_checks import build_entry
from ....content.problems import Problems
from ....content.read import Node
from ....content.value_checks import check_values
from ....core.engine.record import Array
from ....core.space.connectivity import reachable
from ....core.space.terrain import STEPS, is_within
from ....core.space.terrain_build import TerrainPlan, build, exact_steps, find_faults, has_room
from ..entries import Map
from ..map_terrain import shape_of, terrain_plan
from ..routes import RADIUS
from ..tables import HOSTAGES, PLACES, SHAPES, SIDES

PointNodes = list[tuple[Node, tuple[int, int]]]
"""Points of a list that are sound, in steps, each with its node."""


def check_map(node: Node, problems: Problems) -> Map | None:
    """A map on which a match can be played."""
    before = problems.count_errors()
    if not check_values(node, Map, problems, "E_CONTENT") or not check_shapes(node, problems):
        return None
    map = build_entry(node.value, Map, node, problems)
    if map is None:
        return None
    check_terrain(node, map, problems)
    check_places(node, map, problems)
    check_numbers(node, map, problems)
    if problems.count_errors() == before:
        field = build(terrain_plan(map))
        spots = check_points(node, map, field, problems)
        if problems.count_errors() == before:
            check_paths(node, map, field, spots, problems)
    return map if problems.count_errors() == before else None


def check_shapes(node: Node, problems: Problems) -> bool:
    """Every shape is four numbers, or three points or more (TPS-3.7)."""
    before = problems.count_errors()
    for shape in shapes_of(node):
        numbers = [each for each in shape.value if not isinstance(each, list)]
        if numbers and len(numbers) != len(shape.value):
            report_map(
                shape, "mixes numbers and points", problems, "write [x0, y0, x1, y1] or [[x, y], [x, y], [x, y]]"
            )
        elif numbers and len(numbers) != 4:
            report_map(shape, f"has {len(numbers)} numbers; a rectangle is [x0, y0, x1, y1]", problems)
    return problems.count_errors() == before


def shapes_of(node: Node) -> Iterator[Node]:
    """Every shape of a map."""
    for field in ("blocks", "low", "sites", "rescue"):
        if field in node:
            yield from node[field]
    for zone in node["zones"]:
        yield zone["shape"]


def check_terrain(node: Node, map: Map, problems: Problems) -> None:
    """Size, walls, blocks, windows, low shapes and zones, which tile the map (TPS-3.12, TPS-3.26)."""
    if not map.zones:
        report_map(node["zones"], "has no zones", problems, "zones tile the whole map (TPS-3.12)")
        return
    for finding in find_faults(terrain_plan(map)):
        said = " and ".join(object_name(node, name, number) for name, number in finding.objects)
        clause = " (TPS-27.3)" if finding.too_many else ""
        report_map(object_node(node, *finding.objects[-1]), f"{said} {finding.problem}{clause}", problems)


def object_node(node: Node, name: str, number: int) -> Node:
    """The node of an object that a finding names."""
    entries = list(node[name])
    if name == "size" or number >= len(entries):
        return node[name]
    return entries[number]["shape"] if name == "zones" else entries[number]


def object_name(node: Node, name: str, number: int) -> str:
    """What people call such an object."""
    if name == "zones" and number < len(node[name].value):
        return f"zone {node[name].value[number]['id']}"
    return name if name == "size" else f"{name}[{number}]"


def check_places(node: Node, map: Map, problems: Problems) -> None:
    """Bomb sites and rescue shapes: at least one, and each of them a shape of the map (TPS-3.14)."""
    for field, shapes in (("sites", map.sites), ("rescue", map.rescue)):
        if field not in node:
            continue
        if not 1 <= len(shapes) <= SHAPES:
            report_map(node[field], f"has {len(shapes)} of {field}; 1 to {SHAPES} are allowed (TPS-27.3)", problems)
        names = list(shapes)
        for finding in find_faults(TerrainPlan(*map.size, areas=list(shapes.values()))):
            for name, number in finding.objects:
                if name == "areas":
                    report_map(node[field][names[number]], f"{names[number]} {finding.problem}", problems)


def check_numbers(node: Node, map: Map, problems: Problems) -> None:
    """The range of players, enough spawn points for it, hostages, and zones of one name each."""
    least, most = map.players
    if least > most:
        report_map(node["players"], f"players {least} to {most} are none", problems, "write [fewest, most]")
    for side in SIDES:
        spawns, needed = getattr(map.spawns, side), (most + 1) // 2 + 1  # TPS-3.14
        if not needed <= len(spawns) <= PLACES:
            message = f"{side} has {len(spawns)} spawn points; with {most} players it needs {needed} to {PLACES}"
            report_map(node["spawns"][side], f"{message} (TPS-3.14, TPS-27.3)", problems)
    if "hostages" in node and not 1 <= len(map.hostages) <= HOSTAGES:
        report_map(
            node["hostages"], f"has {len(map.hostages)} hostages; 1 to {HOSTAGES} are allowed (TPS-27.3)", problems
        )
    for id, n in Counter(zone.id for zone in map.zones).items():
        if n > 1:
            last = [zone for zone in node["zones"] if zone["id"].value == id][-1]
            report_map(last["id"], f"{n} zones are called {id}", problems)


def check_points(node: Node, map: Map, fields: Array, problems: Problems) -> dict[str, PointNodes]:
    """Spawn points and hostages: no disc touches a wall, a window or another disc of its list (TPS-3.15)."""
    lists = {"T": node["spawns"]["T"], "CT": node["spawns"]["CT"]}
    lists |= {"hostages": node["hostages"]} if "hostages" in node else {}
    sound = {name: list(free_points(each, name, fields, problems)) for name, each in lists.items()}
    for name, spots in sound.items():
        for (_, one), (at, other) in combinations(spots, 2):
            if is_within(other[0] - one[0], other[1] - one[1], round(2 * RADIUS * STEPS)):
                report_map(at, f"{disc_name(name)} at {list(at.value)} touches the one at {point_text(one)}", problems)
    return sound


def free_points(node: Node, name: str, fields: Array, problems: Problems) -> Iterator[tuple[Node, tuple[int, int]]]:
    """The points of a list where a disc may stand."""
    for each in node:
        x, y = (exact_steps(value) for value in each.value)
        if x is None or y is None:
            report_map(each, f"{disc_name(name)} has more than 6 decimals", problems)
        elif not (0 <= x <= fields[0].width and 0 <= y <= fields[0].height):
            report_map(each, f"{disc_name(name)} at {each.value} lies outside the map", problems)
        elif not has_room(fields[0], x, y, RADIUS):
            report_map(each, f"{disc_name(name)} at {each.value} touches a wall, window or block", problems)
        else:
            yield each, (x, y)


def disc_name(name: str) -> str:
    """What a disc of a list is called."""
    return "the hostage" if name == "hostages" else f"the spawn point of {name}"


def point_text(point: tuple[int, int]) -> str:
    """A point of steps in MU."""
    return f"[{point[0] / STEPS:g}, {point[1] / STEPS:g}]"


def check_paths(node: Node, map: Map, fields: Array, spots: dict[str, PointNodes], problems: Problems) -> None:
    """From every spawn point there is a way to every site, hostage and rescue shape (TPS-3.15, TPS-3.31)."""
    starts = [spot for side in SIDES for spot in spots[side]]
    shapes = {**map.sites, **map.rescue}
    goals: list[Any] = [shape_of(shape) for shape in shapes.values()]
    names = [f"{'site' if name in map.sites else 'rescue'} {name}" for name in shapes]
    goals += [spot for _, spot in spots.get("hostages", [])]
    names += [f"the hostage at {point_text(spot)}" for _, spot in spots.get("hostages", [])]
    ways = reachable(fields[0], [spot for _, spot in starts], goals, RADIUS)
    for (at, _), found in zip(starts, ways, strict=True):
        if missed := [name for name, there in zip(names, found, strict=True) if not there]:
            report_map(at, f"no way leads from the spawn point at {at.value} to {' or '.join(missed)}", problems)


def report_map(node: Node, reason: str, problems: Problems, hint: str = "") -> None:
    """Note what is wrong with a map, whose id begins the message."""
    problems.add("E_MAP", node.place, f"{map_of(node)}: {reason}", hint)


def map_of(node: Node) -> str:
    """The id of the map that a value stands in: of the first mapping on the way to it that has one."""
    at = node.document.root
    for step in node.path:
        if "id" in at:
            break
        at = at[step]
    return str(at.value["id"])
