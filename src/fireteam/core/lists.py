"""Field kinds that list several things: units, things, a path, shares over targets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from .errors import BadNotation
from .fields import PARTS, ChoiceRecord, Kind, Names


class Several(Kind, ABC):
    """A list kept in the record's parts, so many entries to a row. `n` counts them."""

    form = "list"
    per_row = 1

    @abstractmethod
    def entry(self, value: Any, names: Names) -> tuple[int, ...]:
        """One entry as numbers."""

    @abstractmethod
    def entry_value(self, numbers: Sequence[int], names: Names) -> Any:
        """One entry from its numbers."""

    def write(self, choice: ChoiceRecord, value: Sequence[Any], names: Names) -> None:
        """The entries, row by row.

        Raises:
            BadNotation: more entries than a choice holds.
        """
        if len(value) > PARTS * self.per_row:
            raise BadNotation(f"a list holds at most {PARTS * self.per_row} entries, not {len(value)}")
        choice.n = len(value)
        step = 3 // self.per_row
        for i, one in enumerate(value):
            for j, number in enumerate(self.entry(one, names)):
                choice.parts[i // self.per_row, i % self.per_row * step + j] = number

    def read(self, choice: ChoiceRecord, names: Names) -> list[Any]:
        """The entries, in order."""
        step = 3 // self.per_row
        found = []
        for i in range(int(choice.n)):
            row, first = i // self.per_row, i % self.per_row * step
            found.append(self.entry_value([int(choice.parts[row, first + j]) for j in range(step)], names))
        return found

    def text(self, value: Sequence[Any]) -> str:
        """Entries joined by the separator; `-` for an empty list."""
        return self.separator.join(map(str, value)) or "-"

    def value(self, word: str) -> list[Any]:
        """Entries split at the separator."""
        return [] if word == "-" else word.split(self.separator)


class Units(Several):
    """Several units, three to a row."""

    form = "units"
    per_row = 3

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The unit's number."""
        return (names.find_unit(value),)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The unit's name."""
        return names.unit(numbers[0])


class Things(Several):
    """Several things of a sort, three to a row: a pick."""

    form = "things"
    per_row = 3

    def __init__(self, sort: str) -> None:
        self.sort = sort

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The thing's number."""
        return (names.find_thing(self.sort, value),)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The thing's name."""
        return names.thing(self.sort, numbers[0])


class Path(Several):
    """Places one after another."""

    form = "path"
    separator = ">"

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The place's coordinates."""
        return names.find_point(value)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The place's name."""
        return names.point(numbers[0], numbers[1])


class Split(Several):
    """Shares of something over targets: `name:first:second`, two whole numbers each."""

    form = "split"

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The target's number and its two shares."""
        name, *shares = value.split(":")
        if len(shares) != 2 or not all(s.isdecimal() for s in shares):
            raise BadNotation(f"{value!r} is no share; write name:number:number")
        return names.find_unit(name), int(shares[0]), int(shares[1])

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The share in notation."""
        return f"{names.unit(numbers[0])}:{numbers[1]}:{numbers[2]}"
