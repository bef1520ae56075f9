"""Checks of maps: everything that makes a map unplayable, with the code E_MAP (TPS-3.7 to TPS-3.15)."""

from __future__ import annotations

from ....content.free_map_checks import MapReport, MapTerms, check_free_map
from ....content.problems import Problems
from ....content.read import Node
from ....content.value_checks import Checker
from ..entries import Map
from ..tables import HOSTAGES, PLACES, RADIUS, SHAPES, SIDES

TERMS = MapTerms(  # TPS-3.15, TPS-3.31
    areas={"sites": ("site", SHAPES), "rescue": ("rescue", SHAPES)},
    start="the spawn point",
    starts={("spawns", side): f"the spawn point of {side}" for side in SIDES},
    goals={("hostages",): "the hostage"},
    radius=RADIUS,
)


def check_map(node: Node, problems: Problems) -> Map | None:
    """A map on which a match can be played (TPS-3.12, TPS-3.14, TPS-3.26)."""
    map = Checker(problems, "E_CONTENT").read(node, Map)
    return check_free_map(node, map, TERMS, MapReport(problems, "E_MAP", "TPS-27.3"), check_numbers)


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
