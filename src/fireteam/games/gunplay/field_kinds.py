"""Kinds of fields that only Gunplay has: lengths, levels, and the targets of standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.errors import BadNotation
from ...core.protocol.field_kinds import ChoiceRecord, Kind, Names
from ...core.protocol.list_kinds import Units
from .tables import LEVELS
from .terrain import CHARACTERS


class TargetList(Units):
    """Some enemies; none stands for all of them."""

    def __init__(self) -> None:
        super().__init__(most=CHARACTERS)

    def write(self, choice: ChoiceRecord, value: Sequence[str], names: Names) -> None:
        """Their numbers, no more than there are characters.

        Raises:
            BadNotation: more than that.
        """
        if len(value) > CHARACTERS:
            raise BadNotation(f"there are not so many targets; name at most {CHARACTERS}")
        super().write(choice, value, names)


class LevelName(Kind):
    """A Difficulty Level by its name."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The level as the rulebook calls it."""
        return str(LEVELS[row[0]])


class SignedNumber(Kind):
    """A number with its sign: `+1`, `-2`, `0`; a sentence has nothing for 0."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The number with its sign."""
        return f"{row[0]:+d}" if row[0] else "0"

    def sentence_text(self, value: Any) -> str:
        """The number, where there is one."""
        return "" if value == "0" else str(value)
