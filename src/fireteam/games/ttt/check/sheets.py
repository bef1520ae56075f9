"""Checks of squad sheets and pieces: the codes E_P_ and W_P_ (TTT-4.2 to 4.7, TTT-12.2 to 12.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ....content.field_checks import build_entry, is_whole
from ....content.problems import Problems
from ....content.read import Node
from ....content.value_checks import Checker, Limits, Terms, subject_of
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


def check_sheet(draft: Draft, content: Content, problems: Problems) -> Sheet | None:
    """A squad sheet and its pieces (TTT-12.2)."""
    before, node = problems.count_errors(), draft.node
    low, high = content.constants.max_abilities
    if Checker(problems, "E_C_TYPE", "E_C_FIELD", Terms(limits=limits(content))).check(node, Sheet, skip=["pieces"]):
        most = node["max_abilities"].value if "max_abilities" in node else low
    else:
        most = high
    if "pieces" in node:
        check_pieces(draft, most, content, problems)
    whole = {**node.value, "pieces": [piece.value for piece in draft.pieces]}
    return build_entry(whole, Sheet, node, problems) if problems.count_errors() == before else None


def limits(content: Content) -> Limits:
    """The numbers of pieces and sheets that stand in content (TTT-4.4, TTT-4.6)."""
    constants = content.constants
    spans = {name: getattr(constants.limits, name) for name in constants.limits.__struct_fields__}
    keywords = {name: {"minimum": low, "maximum": high} for name, (low, high) in spans.items()}
    low, high = constants.max_abilities
    return {"Piece": keywords, "Sheet": {"max_abilities": {"minimum": low, "maximum": high}}}


def check_pieces(draft: Draft, most: int, content: Content, problems: Problems) -> None:
    """The pieces of a sheet one by one, what they must not share, and how many differ from 9 points.

    Later packs' pieces come last, so that of two that share an id or a code the later one is told.
    """
    types = sorted(draft.pieces, key=draft.age)
    check_list(draft.node, problems)
    if len(types) > TYPES:
        problems.add("E_P_LIMIT", draft.last.place, f"pieces: types {len(types)} is outside 1-{TYPES}")
    checker = piece_checker(content, problems)
    odd = sum(check_piece(node, checker, most, content.constants) for node in types[:TYPES])
    if odd > len(types) // content.constants.odd_one_in:  # TTT-4.5
        points = content.constants.points
        problems.add("W_P_ODD", draft.last.place, f"{odd} of {len(types)} types differ from {points} points")


def piece_checker(content: Content, problems: Problems, others: Sequence[Piece] = ()) -> Checker:
    """A checker of the pieces of one sheet, which must not share an id or a code, nor with others."""
    checker = Checker(problems, "E_C_TYPE", terms=Terms({"ability": ABILITIES}, limits(content)))
    for field in ("id", "code"):
        checker.meet(Piece, field, (getattr(piece, field) for piece in others))
    return checker


def check_piece(node: Node, checker: Checker, most: int, constants: Constants) -> bool:
    """One piece; tells whether it differs from 9 points."""
    checker.check(node, Piece)
    if not isinstance(node.value, dict):
        return False
    who = subject_of(node, Piece)
    check_abilities(node, who, most, checker.problems)
    return check_points(node, who, constants, checker.problems)


def abilities_of(node: Node) -> list[Node]:
    """The abilities a piece names: none, one, or a list (TTT-12.2)."""
    if "ability" not in node or node["ability"].value is None:
        return []
    ability = node["ability"]
    return list(ability) if isinstance(ability.value, list) else [ability]


def check_abilities(node: Node, who: str, most: int, problems: Problems) -> None:
    """Each ability is named once, and there are not too many (TTT-4.4)."""
    named = abilities_of(node)
    for at, ability in enumerate(named):
        if ability.value in ABILITIES and any(ability.value == other.value for other in named[:at]):
            problems.add("E_P_ABILITY", ability.place, f"{who}ability {ability.value} is named twice", "name it once")
    if len(named) > most:
        problems.add("E_P_ABILITIES", node["ability"].place, f"{who}{len(named)} abilities, at most {most}")


def check_points(node: Node, who: str, constants: Constants, problems: Problems) -> bool:
    """9 points, or 1 or 2 more or less (TTT-4.2, TTT-4.3); tells whether the piece differs from 9."""
    statistics = [node.value.get(stat) for stat in STATISTICS]
    if not all(map(is_whole, statistics)):
        return False
    total: int = sum(statistics) + constants.ability_points * len(abilities_of(node))
    least, most = constants.points - constants.tolerance, constants.points + constants.tolerance
    if not least <= total <= most:
        problems.add("E_P_POINTS", node.place, f"{who}{total} points; {least} to {most} are allowed")
    elif total != constants.points:
        problems.add("W_P_POINTS", node.place, f"{who}{total} points instead of {constants.points}")
    return total != int(constants.points)
