"""Checks of objectives: the code E_M_OBJECTIVE (TTT-9.5 to 9.11, TTT-12.7)."""

from __future__ import annotations

from typing import get_args, get_type_hints

from ....content.field_checks import is_mapping, is_whole
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ....content.square_map import SquareMap
from ..content import force_of
from ..entries import MOST_ROUNDS, Mission, Objective, Sheet
from .names import check_value, report_unknown

HOLD_CHECKS = get_args(get_type_hints(Objective)["check"])


def check_objective(node: Node, n: int, map: SquareMap | None, problems: Problems) -> None:
    """A known type with all its parameters and no others."""
    if not is_mapping(node, f"side {n}: objective", problems, "E_M_OBJECTIVE"):
        return
    type = node["type"].value if "type" in node else None
    if not isinstance(type, str) or type not in Objective.forms:
        place = node["type"] if "type" in node else node
        report_objective(place, n, f"no objective type {type}", problems, did_you_mean(type, Objective.forms))
        return
    needed, optional = Objective.forms[type]
    allowed = ("type", *needed, *optional)
    for field in (field for field in needed if field not in node):
        report_objective(node, n, f"{type} needs {field}", problems)
    for field in (field for field in node.value if field not in allowed):
        hint = did_you_mean(field, allowed)
        report_objective(node[field], n, f"{type} has no parameter {field}", problems, hint, key=True)
    for field in (field for field in needed if field in node):
        check_parameter(node[field], n, map, problems)
    if "check" in optional and "check" in node:
        check_value(node["check"], HOLD_CHECKS, problems)


def check_parameter(node: Node, n: int, map: SquareMap | None, problems: Problems) -> None:
    """Zones exist, numbers are whole and at least 1; pieces are looked at with the other side's force."""
    if node.key == "zone":
        if not isinstance(node.value, str) or (map and node.value not in map.zones):
            report_unknown(node, problems, did_you_mean(node.value, map.zones) if map else "")
    elif node.key == "piece":
        if not isinstance(node.value, str):
            report_objective(node, n, "piece must be a type", problems)
    elif not is_whole(node.value) or not 1 <= node.value <= MOST_ROUNDS:
        report_objective(node, n, f"{node.key} must be a whole number from 1 to {MOST_ROUNDS}", problems)


def check_objectives(node: Node, mission: Mission, sheet: Sheet, problems: Problems) -> None:
    """Objectives that could never be met, or would be met from the start."""
    for n in (1, 2):
        own, other = mission.sides[n - 1], mission.sides[2 - n]
        objective, place = own.objective, node["sides"][n - 1]["objective"]
        sure = force_of(mission, 3 - n, sheet, ())
        size = len(force_of(mission, n, sheet))
        if objective.type == "eliminate_type" and objective.piece not in sure:
            reason = f"the other side is not certain to have a {objective.piece}"
            report_objective(place["piece"], n, reason, problems, did_you_mean(objective.piece, sorted(set(sure))))
        if objective.type == "exit" and objective.count > size:
            report_objective(place["count"], n, f"{objective.count} pieces must exit, the side has {size}", problems)
        if objective.type == "prevent_exit" and other.objective.type != "exit":
            report_objective(place["type"], n, "the other side's objective is not exit", problems)
        if objective.type == "survive" and objective.rounds > mission.round_limit:
            report_objective(
                place["rounds"], n, f"{objective.rounds} rounds, the limit is {mission.round_limit}", problems
            )


def report_objective(node: Node, n: int, reason: str, problems: Problems, hint: str = "", key: bool = False) -> None:
    """Note what is wrong with an objective; `key` places it at the key."""
    problems.add("E_M_OBJECTIVE", node.key_place if key else node.place, f"side {n}: {reason}", hint)
