"""Checks of placement: zone expressions name what exists (the code E_M_ZONE, TTT-12.9)."""

from __future__ import annotations

from typing import Any

from ....content.field_checks import is_mapping, is_whole
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ....content.square_map import SquareMap
from ....core.space.squares import column_letters, read_square
from ..entries import EVERYONE_ELSE, MOST_NEAR, Sheet, Zone
from .names import report_unknown


def check_places(node: Node, n: int, sheet: Sheet, map: SquareMap, problems: Problems) -> None:
    """`place` maps a type, or `*` for all other types, to a zone expression."""
    if not is_mapping(node, f"side {n}: place", problems):
        return
    for entry in node:
        if entry.key != EVERYONE_ELSE and entry.key not in sheet.types:
            hint = did_you_mean(entry.key, sheet.types)
            problems.add("E_M_FORCE", entry.key_place, f"side {n}: no piece type {entry.key}", hint)
        check_expression(entry, map, problems)


def check_expression(node: Node, map: SquareMap, problems: Problems) -> None:
    """A zone expression has one key; `near` has `max` besides."""
    kinds = [kind for kind in Zone.forms if kind in node]
    if len(kinds) != 1:
        report_unknown(node, problems, f"give one of {', '.join(Zone.forms)}")
        return
    kind = kinds[0]
    for field in (field for field in node.value if field != kind and field not in Zone.forms[kind].required):
        report_unknown(node[field], problems, f"{field} is not known beside {kind}")
    if kind == "near" and not ("max" in node and is_whole(node["max"].value) and 1 <= node["max"].value <= MOST_NEAR):
        report_unknown(node, problems, "near needs max, a distance from 1")
    check_kind(node[kind], kind, map, problems)


def check_kind(node: Node, kind: str, map: SquareMap, problems: Problems) -> None:
    """Each name, square, row, column and tile exists on the joined map."""
    if kind in ("squares", "rows", "cols", "rect"):
        entries = list(node) if isinstance(node.value, list) else []
        if not entries or (kind == "rect" and len(entries) != 2):
            report_unknown(node, problems, "rect needs two corners" if kind == "rect" else "give a list")
        for entry in entries:
            if not on_map(entry.value, kind, map):
                report_unknown(entry, problems)
    elif kind in ("zone", "adjacent_to"):
        if not isinstance(node.value, str) or node.value not in map.zones:
            report_unknown(node, problems, did_you_mean(node.value, map.zones))
    elif not is_known(node.value, kind, map):
        report_unknown(node, problems)


def on_map(value: Any, kind: str, map: SquareMap) -> bool:
    """One entry of a list of rows, columns or squares."""
    if kind == "rows":
        return is_whole(value) and 1 <= value <= map.height
    if kind == "cols":
        return value in [column_letters(x) for x in range(map.width)]
    square = read_square(value)
    return square is not None and square in map


def is_known(value: Any, kind: str, map: SquareMap) -> bool:
    """The value of a key that takes no list."""
    if kind == "ring":
        return value is True
    if kind == "tile":
        return is_whole(value) and 0 <= value < len(map.tiles)
    return value in ("any", "opposite") if kind == "corner" else isinstance(value, str)
