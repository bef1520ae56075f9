"""Checks of missions: the codes E_M_ and W_M_ (TTT-12.7 to 12.10). The parts are checked first, then together."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ....content.entry import Entry
from ....content.problems import Problems
from ....content.read import Node
from ....content.square_layout_checks import check_layout, zones_of_layout
from ....content.square_map import SquareMap, with_zones
from ....content.value_checks import Checker, Fault, Terms, report_faults
from ..content import Content
from ..entries import STANDARD, Force, Mission, Sheet, Zone
from ..tables import GROUNDS, ZONES
from ..zones import key_of, placement
from .fairness import is_fair
from .forces import force_faults
from .objectives import objective_faults
from .room import no_zone, room_faults


def check_mission(node: Node, content: Content, boards: Collection[str], problems: Problems) -> Mission | None:
    """One mission. `boards` names all boards: one that is not in the content has problems of its own."""
    before = problems.count_errors()
    sheet, map = content.sheets.get(STANDARD), mission_map(node, content, problems)
    mission = Checker(problems, "E_C_TYPE", "E_C_FIELD", mission_terms(boards, sheet, map)).read(node, Mission)
    if mission is None or sheet is None or map is None or problems.count_errors() > before:
        return None
    report_faults(node, mission_faults(mission, map, sheet), problems)
    if problems.count_errors() > before:
        return None
    if not is_fair(mission, map, sheet):
        problems.add("W_M_UNFAIR", node.place, "the map favours a side")
    return mission


def mission_map(node: Node, content: Content, problems: Problems) -> SquareMap | None:
    """The joined map of a mission with its own zones, if its layout is sound (TTT-2.9, TTT-2.21, TTT-12.5)."""
    if "layout" not in node:
        return None
    map = check_layout(node["layout"], content.board_set, content.constants.board, GROUNDS, problems)
    return with_zones(map, zones_of_layout(node["zones"], map, problems)) if map and "zones" in node else map


def mission_terms(boards: Collection[str], sheet: Sheet | None, map: SquareMap | None) -> Terms:
    """The names that a mission may use, and what its forces and zones must be, as far as that is known."""
    names: dict[str, Collection[str]] = {"board": boards}
    faults: dict[type[Entry], Any] = {}
    if sheet is not None:
        names["piece type"] = sheet.types
        faults[Force] = lambda force: force_faults(force, sheet)
    if map is not None:
        names["zone"] = map.zones
        faults[Zone] = lambda zone: zone.faults(map)
    return Terms(names=names, faults=faults)


def mission_faults(mission: Mission, map: SquareMap, sheet: Sheet) -> Iterator[Fault]:
    """What the sound parts of a mission are for one another."""
    yield from objective_faults(mission, sheet)
    used = {map.zone(side.objective.zone) for side in mission.sides if side.objective.zone}
    for side in mission.sides:
        used |= {placement(side, key, map).squares for key in {key_of(side, type) for type in sheet.types}}
    if len(used) > ZONES:
        yield no_zone(("sides",), f"the sides use {len(used)} different zones, at most {ZONES}")
    for n in (1, 2):
        yield from room_faults(mission, n, map, sheet)
