"""What the checks of a mission's parts share: names that must exist, values that must be one of a few."""

from __future__ import annotations

from collections.abc import Iterable

from ....content.problems import Problems, did_you_mean
from ....content.read import Node, path_text


def report_unknown(node: Node, problems: Problems, hint: str = "") -> None:
    """A zone name, square, row, column or tile that does not exist."""
    problems.add("E_M_ZONE", node.place, f"{path_text(node.path)}: no such zone or square", hint)


def check_value(node: Node, known: Iterable[str], problems: Problems) -> None:
    """A setting that has a few named values (TTT-12.10)."""
    known = tuple(known)
    if node.value not in known:
        problems.add("E_M_LIMIT", node.place, f"{node.key}: no value {node.value}", did_you_mean(node.value, known))
