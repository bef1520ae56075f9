"""Checks of missions: the codes E_M_ and W_M_ (TTT-12.7 to 12.10). The parts are checked first, then together."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ....content.field_checks import build_entry, check_entry, id_field, is_mapping, is_whole, text_field
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ....content.square_map import SquareMap
from ....core.space.squares import read_square
from ..board import mission_map
from ..content import Content
from ..entries import MOST_ROUNDS, OPTIONS, STANDARD, Mission, Sheet, Side
from ..tables import LIMIT_RESULTS, ZONES
from ..zones import key_of, placement
from .fairness import check_fair
from .forces import check_force
from .layout import check_layout
from .names import check_value, report_unknown
from .objectives import check_objective, check_objectives
from .places import check_places
from .room import check_room


def check_mission(node: Node, content: Content, boards: Collection[str], problems: Problems) -> Mission | None:
    """One mission. `boards` names all boards: one that is not in the content has problems of its own."""
    before = problems.count_errors()
    check_entry(node, Mission, problems)
    id_field(node, problems)
    text_field(node, "name", problems)
    check_limits(node, problems)
    map = check_layout(node["layout"], content, boards, problems) if "layout" in node else None
    if map and "zones" in node:
        map = check_zones(node["zones"], map, problems)
    sheet = content.sheets.get(STANDARD)
    for n, side in enumerate(sides_of(node, problems), 1):
        check_side(side, n, sheet, map, problems)
    if problems.count_errors() > before or map is None or sheet is None:
        return None
    mission = build_entry(node.value, Mission, node, problems)
    if mission:
        check_together(node, mission, mission_map(content, mission), sheet, problems)
    return mission if problems.count_errors() == before else None


def sides_of(node: Node, problems: Problems) -> list[Node]:
    """The two sides."""
    if "sides" not in node:
        return []
    sides = node["sides"]
    if not isinstance(sides.value, list) or len(sides.value) != 2:
        problems.add("E_C_TYPE", sides.place, "sides must be a list of two sides")
        return []
    return [side for side in sides if is_mapping(side, "a side", problems)]


def check_side(side: Node, n: int, sheet: Sheet | None, map: SquareMap | None, problems: Problems) -> None:
    """Force, placement and objective of one side, each by itself."""
    check_entry(side, Side, problems, subject=f"side {n}")
    if "force" in side and sheet:
        check_force(side["force"], n, sheet, problems)
    if "place" in side and sheet and map:
        check_places(side["place"], n, sheet, map, problems)
    if "objective" in side:
        check_objective(side["objective"], n, map, problems)


def check_together(node: Node, mission: Mission, map: SquareMap, sheet: Sheet, problems: Problems) -> None:
    """What the sound parts of a mission are for one another."""
    before = problems.count_errors()
    check_objectives(node, mission, sheet, problems)
    used = number_of_zones(mission, map, sheet)
    if used > ZONES:
        report_unknown(node["sides"], problems, f"the sides use {used} different zones, at most {ZONES}")
    for n in (1, 2):
        check_room(node["sides"][n - 1]["place"], n, mission, map, sheet, problems)
    if problems.count_errors() == before:
        check_fair(node, mission, map, sheet, problems)


def number_of_zones(mission: Mission, map: SquareMap, sheet: Sheet) -> int:
    """How many different sets of squares placements and objectives name."""
    used = {map.zone(side.objective.zone) for side in mission.sides if side.objective.zone}
    for side in mission.sides:
        used |= {placement(side, key, map).squares for key in {key_of(side, type) for type in sheet.types}}
    return len(used)


def check_zones(node: Node, map: SquareMap, problems: Problems) -> SquareMap:
    """The mission's own zones are squares of the joined map; they replace zones of the same name (TTT-12.5)."""
    own = {}
    for zone in node if is_mapping(node, "zones", problems) else ():
        entries = list(zone) if isinstance(zone.value, list) else []
        for entry in entries or [zone]:
            square = read_square(entry.value)
            if square is None or square not in map:
                report_unknown(entry, problems)
        own[zone.key] = frozenset(square for each in entries if (square := read_square(each.value)))
    return msgspec.structs.replace(map, zones={**map.zones, **own})


def check_limits(node: Node, problems: Problems) -> None:
    """Round limit, its result, and options (TTT-9.12, TTT-12.10)."""
    if "round_limit" in node:
        limit = node["round_limit"]
        if not is_whole(limit.value) or not 1 <= limit.value <= MOST_ROUNDS:
            message = f"round_limit: must be a whole number from 1 to {MOST_ROUNDS}"
            problems.add("E_M_LIMIT", limit.place, message)
    if "limit_result" in node:
        check_value(node["limit_result"], LIMIT_RESULTS, problems)
    if "options" in node and is_mapping(node["options"], "options", problems):
        for option in node["options"]:
            if option.key in OPTIONS:
                check_value(option, OPTIONS[option.key], problems)
            else:
                hint = did_you_mean(option.key, OPTIONS)
                problems.add("E_M_LIMIT", option.key_place, f"{option.key}: no such option", hint)
