"""Checks of a side's force: the code E_M_FORCE (TTT-5.5, TTT-12.8)."""

from __future__ import annotations

from typing import Any

from ....content.entry import fields_of
from ....content.field_checks import is_mapping, is_whole
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ..entries import Force, Numbers, Sheet
from ..tables import SIDE


def check_force(node: Node, n: int, sheet: Sheet, problems: Problems) -> None:
    """A force is fixed, picked, or every piece of the sheet; no type is used more often than its count."""
    before = problems.count_errors()
    if not is_mapping(node, f"side {n}: force", problems, "E_M_FORCE"):
        return
    forms = [form for form in Force.forms if form in node]
    if len(forms) != 1:
        report_force(node, n, f"force needs one of {', '.join(Force.forms)}", problems)
        return
    fields = [name for names in fields_of(Force, forms[0]) for name in names]
    for field in (field for field in node.value if field not in fields):
        report_force(
            node[field], n, f"force field {field} is not known", problems, did_you_mean(field, fields), key=True
        )
    if "fixed" in node:
        check_numbers(node["fixed"], n, sheet, 1, problems)
    elif "pick" in node:
        check_pick(node, n, sheet, problems)
    elif node["all"].value is not True:
        report_force(node["all"], n, "all must be true", problems)
    size = size_of(node, sheet) if problems.count_errors() == before else 1
    if not 1 <= size <= SIDE:
        report_force(node, n, f"{size} pieces; 1 to {SIDE} are allowed", problems)


def size_of(node: Node, sheet: Sheet) -> int:
    """How many pieces a sound force has."""
    if "pick" in node:
        return int(node["pick"].value + sum(numbers(node, "plus").values()))
    return sum(numbers(node, "fixed").values() if "fixed" in node else sheet.counts.values())


def numbers(node: Node, field: str) -> Numbers:
    """A mapping of types to numbers, its sound entries; none if it is left out."""
    value: Any = node[field].value if field in node else {}
    return {type: n for type, n in value.items() if is_whole(n)} if isinstance(value, dict) else {}


def check_numbers(node: Node, n: int, sheet: Sheet, low: int, problems: Problems) -> None:
    """Known types, each with a number up to its count."""
    if not is_mapping(node, f"side {n}: {node.key}", problems, "E_M_FORCE"):
        return
    for entry in node:
        count = sheet.counts.get(entry.key)
        if count is None:
            hint = did_you_mean(entry.key, sheet.types)
            report_force(entry, n, f"no piece type {entry.key}", problems, hint, key=True)
        elif not is_whole(entry.value) or entry.value < low:
            report_force(entry, n, f"the number of {entry.key} must be a whole number from {low}", problems)
        elif entry.value > count:
            report_force(entry, n, f"{entry.value} {entry.key}, the squad sheet has {count}", problems)


def check_pick(node: Node, n: int, sheet: Sheet, problems: Problems) -> None:
    """A number of picks that can be made, and a preset that is a legal pick (TTT-5.5, TTT-12.8)."""
    before = problems.count_errors()
    pick = node["pick"].value
    if not is_whole(pick) or not 1 <= pick <= SIDE:
        report_force(node["pick"], n, f"pick must be a whole number from 1 to {SIDE}", problems)
    for field, low in (("plus", 1), ("max", 0)):
        if field in node:
            check_numbers(node[field], n, sheet, low, problems)
    if problems.count_errors() > before:
        return
    left = available(sheet, numbers(node, "plus"), numbers(node, "max"))
    if sum(left.values()) < pick:
        report_force(node["pick"], n, f"pick {pick}, only {sum(left.values())} pieces can be picked", problems)
    if "preset" not in node:
        report_force(node, n, "preset is missing", problems, f"list {pick} types for quick games")
    elif not isinstance(node["preset"].value, list):
        report_force(node["preset"], n, "preset must be a list of types", problems)
    else:
        check_preset(node["preset"], n, pick, left, problems)


def available(sheet: Sheet, plus: Numbers, most: Numbers) -> Numbers:
    """How many of each type may be picked: what `plus` leaves of its count, and no more than `max` (TTT-5.5)."""
    return {type: min(count - plus.get(type, 0), most.get(type, count)) for type, count in sheet.counts.items()}


def check_preset(node: Node, n: int, pick: int, left: Numbers, problems: Problems) -> None:
    """The preset has the right number of pieces, and of each type as many as may be picked."""
    if len(node.value) != pick:
        report_force(node, n, f"preset has {len(node.value)} pieces, pick is {pick}", problems)
    used: Numbers = {}
    for entry in node:
        type = entry.value
        if not isinstance(type, str) or type not in left:
            report_force(entry, n, f"no piece type {type}", problems, did_you_mean(type, left))
            continue
        used[type] = used.get(type, 0) + 1
        if used[type] == left[type] + 1:
            report_force(entry, n, f"preset has too many {type}, at most {left[type]} can be picked", problems)


def report_force(node: Node, n: int, reason: str, problems: Problems, hint: str = "", key: bool = False) -> None:
    """Note what is wrong with a force; `key` places it at the key."""
    problems.add("E_M_FORCE", node.key_place if key else node.place, f"side {n}: {reason}", hint)
