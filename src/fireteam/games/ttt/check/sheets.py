"""Checks of squad sheets and pieces: the codes E_P_ and W_P_ (TTT-4.2 to 4.7, TTT-12.2 to 12.4)."""

from __future__ import annotations

import re
from typing import Any

from ....content.field_checks import IDENTIFIER, build_entry, check_entry, id_field, is_mapping, is_whole, text_field
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ..content import Content
from ..entries import STATISTICS, Constants, Piece, Sheet
from ..tables import ABILITIES, TYPES
from .sheet_drafts import Draft, check_list

CLAUSES = {
    "E_P_FIELD": "TTT-12.2",
    "E_P_TYPE": "TTT-4.1",
    "E_P_ID": "TTT-12.4",
    "E_P_CODE": "TTT-12.4",
    "E_P_LIMIT": "TTT-4.6",
    "E_P_ABILITY": "TTT-12.3",
    "E_P_ABILITIES": "TTT-4.4",
    "E_P_POINTS": "TTT-4.3",
    "W_P_POINTS": "TTT-4.2",
    "W_P_ODD": "TTT-4.5",
}
"""The clause behind each code."""
CODE = re.compile(r"[A-Za-z]{1,2}")


def check_sheet(draft: Draft, content: Content, problems: Problems) -> Sheet | None:
    """A squad sheet and its pieces (TTT-12.2)."""
    before, node = problems.count_errors(), draft.node
    check_entry(node, Sheet, problems)
    id_field(node, problems)
    text_field(node, "name", problems)
    most = most_abilities(node, content.constants, problems)
    if "pieces" in node:
        check_pieces(draft, most, content.constants, problems)
    whole = {**node.value, "pieces": [piece.value for piece in draft.pieces]}
    return build_entry(whole, Sheet, node, problems) if problems.count_errors() == before else None


def most_abilities(node: Node, constants: Constants, problems: Problems) -> int:
    """How many abilities a piece may have: 1, or what the sheet says, up to 3 (TTT-4.4, TTT-12.10)."""
    low, high = constants.max_abilities
    if "max_abilities" not in node:
        return low
    most = node["max_abilities"].value
    if is_whole(most) and low <= most <= high:
        return int(most)
    problems.add("E_M_LIMIT", node["max_abilities"].place, f"max_abilities: {most} is outside {low}-{high}")
    return high


def check_pieces(draft: Draft, most: int, constants: Constants, problems: Problems) -> None:
    """The pieces of a sheet one by one, then what they must not share, then how many differ from 9 points.

    Later packs' pieces come last, so that of two that share an id or a code the later one is told.
    """
    types = sorted(draft.pieces, key=draft.age)
    check_list(draft.node, problems)
    if len(types) > TYPES:
        problems.add("E_P_LIMIT", draft.last.place, f"pieces: types {len(types)} is outside 1-{TYPES}")
    ids: list[Any] = []
    codes: list[Any] = []
    odd = 0
    for node in types[:TYPES]:
        odd += check_piece(node, ids, codes, most, constants, problems)
    if odd > len(types) // constants.odd_one_in:  # TTT-4.5
        problems.add("W_P_ODD", draft.last.place, f"{odd} of {len(types)} types differ from {constants.points} points")


def check_piece(
    node: Node, ids: list[Any], codes: list[Any], most: int, constants: Constants, problems: Problems
) -> bool:
    """One piece beside others that have these ids and codes; tells whether it differs from 9 points."""
    if not is_mapping(node, "a piece", problems):
        return False
    who = name_of(node)
    check_entry(node, Piece, problems, "E_P_FIELD", who)
    check_identity(node, who, ids, codes, problems)
    check_statistics(node, who, constants, problems)
    check_abilities(node, who, most, problems)
    return check_points(node, who, constants, problems)


def name_of(node: Node) -> str:
    """What a piece is called in messages: its id, or its place in the list."""
    ident = node.value.get("id")
    return ident if isinstance(ident, str) and ident else f"piece {int(node.path[-1]) + 1}"


def check_identity(node: Node, who: str, ids: list[Any], codes: list[Any], problems: Problems) -> None:
    """Id and code are well formed and used once; the name is text."""
    text_field(node, "name", problems)
    if "id" in node:
        ident = node["id"].value
        if not isinstance(ident, str) or not IDENTIFIER.fullmatch(ident) or ident in ids:
            problems.add("E_P_ID", node["id"].place, f"{who}: bad or repeated id", "use a-z, 0-9 and _, a letter first")
        ids.append(ident)
    if "code" in node:
        code = node["code"].value
        if not isinstance(code, str) or not CODE.fullmatch(code) or code in codes:
            problems.add("E_P_CODE", node["code"].place, f"{who}: bad or repeated code {code}", "use 1 or 2 letters")
        codes.append(code)


def check_statistics(node: Node, who: str, constants: Constants, problems: Problems) -> None:
    """Whole numbers within their limits (TTT-4.6)."""
    for stat in (*STATISTICS, "count"):
        if stat not in node:
            continue
        value = node[stat].value
        low, high = getattr(constants.limits, stat)
        if not is_whole(value):
            problems.add("E_P_TYPE", node[stat].place, f"{who}: {stat} must be a whole number")
        elif not low <= value <= high:
            problems.add("E_P_LIMIT", node[stat].place, f"{who}: {stat} {value} is outside {low}-{high}")


def abilities_of(node: Node) -> list[Node]:
    """The abilities a piece names: none, one, or a list (TTT-12.2)."""
    if "ability" not in node or node["ability"].value is None:
        return []
    ability = node["ability"]
    return list(ability) if isinstance(ability.value, list) else [ability]


def check_abilities(node: Node, who: str, most: int, problems: Problems) -> None:
    """Each ability is one of TTT-12.3, named once, and there are not too many (TTT-4.4)."""
    named = abilities_of(node)
    for at, ability in enumerate(named):
        if ability.value not in ABILITIES:
            hint = did_you_mean(ability.value, ABILITIES)
            problems.add("E_P_ABILITY", ability.place, f"{who}: no ability named {ability.value}", hint)
        elif any(ability.value == other.value for other in named[:at]):
            problems.add("E_P_ABILITY", ability.place, f"{who}: ability {ability.value} is named twice", "name it once")
    if len(named) > most:
        problems.add("E_P_ABILITIES", node["ability"].place, f"{who}: {len(named)} abilities, at most {most}")


def check_points(node: Node, who: str, constants: Constants, problems: Problems) -> bool:
    """9 points, or 1 or 2 more or less (TTT-4.2, TTT-4.3); tells whether the piece differs from 9."""
    statistics = [node.value.get(stat) for stat in STATISTICS]
    if not all(map(is_whole, statistics)):
        return False
    total: int = sum(statistics) + constants.ability_points * len(abilities_of(node))
    least, most = constants.points - constants.tolerance, constants.points + constants.tolerance
    if not least <= total <= most:
        problems.add("E_P_POINTS", node.place, f"{who}: {total} points; {least} to {most} are allowed")
    elif total != constants.points:
        problems.add("W_P_POINTS", node.place, f"{who}: {total} points instead of {constants.points}")
    return total != constants.points
