"""Kinds of fields that only Gunplay has: places, lengths, levels, and the parts of standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.errors import BadNotation
from ...core.protocol.field_kinds import ChoiceRecord, Kind, Names, Word
from ...core.protocol.list_kinds import Units
from .tables import LEVELS
from .terrain import CHARACTERS

ORDER_ROW, REGION_ROW = 8, 9  # of a choice's parts: what of orders is no list of targets


class PartWord(Word):
    """One of a few words, kept in the parts of a choice."""

    def __init__(self, *words: str, row: int, column: int) -> None:
        super().__init__(*words, place="")
        self.row, self.column = row, column

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The word's number."""
        choice.parts[self.row, self.column] = self.words.index(self.value(value))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The word."""
        return self.words[int(choice.parts[self.row, self.column])]


class TargetList(Units):
    """Some enemies; none stands for all of them."""

    def write(self, choice: ChoiceRecord, value: Sequence[str], names: Names) -> None:
        """Their numbers, no more than there are characters.

        Raises:
            BadNotation: more than that.
        """
        if len(value) > CHARACTERS:
            raise BadNotation(f"there are not so many targets; name at most {CHARACTERS}")
        super().write(choice, value, names)


class Region(Kind):
    """A rectangle by two corners, `4,0:12.5,8`; `-` for everywhere."""

    form = "region"

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """Whether there is one, and its corners."""
        if value == "-":
            return
        low, colon, high = value.partition(":")
        if not colon:
            raise BadNotation(f"{value!r} is no region; write two corners like 4,0:12.5,8")
        choice.parts[REGION_ROW, 0] = 1
        choice.parts[REGION_ROW, 1], choice.parts[REGION_ROW, 2] = names.find_point(low)
        choice.parts[REGION_ROW + 1, 0], choice.parts[REGION_ROW + 1, 1] = names.find_point(high)

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The two corners."""
        if not choice.parts[REGION_ROW, 0]:
            return "-"
        low = names.point(int(choice.parts[REGION_ROW, 1]), int(choice.parts[REGION_ROW, 2]))
        return f"{low}:{names.point(int(choice.parts[REGION_ROW + 1, 0]), int(choice.parts[REGION_ROW + 1, 1]))}"


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
