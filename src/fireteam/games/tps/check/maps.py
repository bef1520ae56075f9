"""Checks of maps: everything that makes a map unplayable, with the code E_MAP (TPS-3.7 to TPS-3.15)."""

from __future__ import annotations

from typing import Any

from ....content.free_map import shape_record
from ....content.free_map_checks import (
    MapReport,
    PointNodes,
    check_areas,
    check_discs,
    check_paths,
    check_shapes,
    check_terrain,
    point_text,
)
from ....content.problems import Problems
from ....content.read import Node
from ....content.value_checks import Checker
from ....core.engine.record import Array
from ....core.space.terrain_build import build
from ..entries import Map
from ..tables import HOSTAGES, PLACES, RADIUS, SHAPES, SIDES


def check_map(node: Node, problems: Problems) -> Map | None:
    """A map on which a match can be played (TPS-3.12, TPS-3.14, TPS-3.26)."""
    before, report = problems.count_errors(), MapReport(problems, "E_MAP", "TPS-27.3")
    map = Checker(problems, "E_CONTENT").read(node, Map)
    if map is None or not check_shapes(node, ("sites", "rescue"), report):
        return None
    check_terrain(node, map, report)
    check_areas(node, map, "sites", map.sites, SHAPES, report)
    check_areas(node, map, "rescue", map.rescue, SHAPES, report)
    check_numbers(node, map, report)
    if problems.count_errors() == before:
        check_tokens(node, map, build(map.plan()), report)
    return map if problems.count_errors() == before else None


def check_numbers(node: Node, map: Map, report: MapReport) -> None:
    """The range of players, enough spawn points for it, and hostages."""
    least, most = map.players
    if least > most:
        report.add(node["players"], f"players {least} to {most} are none", "write [fewest, most]")
    for side in SIDES:
        spawns, needed = getattr(map.spawns, side), (most + 1) // 2 + 1  # TPS-3.14
        if not needed <= len(spawns) <= PLACES:
            message = f"{side} has {len(spawns)} spawn points; with {most} players it needs {needed} to {PLACES}"
            report.add(node["spawns"][side], f"{message} (TPS-3.14, TPS-27.3)")
    if "hostages" in node and not 1 <= len(map.hostages) <= HOSTAGES:
        report.add_number(node["hostages"], f"has {len(map.hostages)} hostages", 1, HOSTAGES)


def check_tokens(node: Node, map: Map, fields: Array, report: MapReport) -> None:
    """Spawn points and hostages stand free, and from each spawn point a way leads to each goal (TPS-3.15, TPS-3.31)."""
    before = report.problems.count_errors()
    spawns = {
        side: check_discs(node["spawns"][side], f"the spawn point of {side}", fields, RADIUS, report) for side in SIDES
    }
    hostages: PointNodes = []
    if "hostages" in node:
        hostages = check_discs(node["hostages"], "the hostage", fields, RADIUS, report)
    if report.problems.count_errors() > before:
        return
    goals: dict[str, Any] = {f"site {name}": shape_record(shape) for name, shape in map.sites.items()}
    goals |= {f"rescue {name}": shape_record(shape) for name, shape in map.rescue.items()}
    goals |= {f"the hostage at {point_text(point)}": point for _, point in hostages}
    for side in SIDES:
        check_paths(spawns[side], "the spawn point", goals, fields, RADIUS, report)
