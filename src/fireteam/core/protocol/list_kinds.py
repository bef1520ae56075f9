"""Field kinds that list several things: units, things, a path, shares over targets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ..errors import BadNotation
from .field_kinds import PARTS, ChoiceRecord, Kind, Names, PartPlace, Place, number_at, put_number


class ListKind(Kind, ABC):
    """A list kept in the record's parts from `row` on, `per_row` entries to a row; `columns` name an entry's numbers.

    `count` is where its length stands. `most` is how many entries it may have: where a choice has other parts besides,
    it says which rows are the list's.
    """

    form = "list"
    per_row = 1
    columns: tuple[str, ...] = ("a", "b", "c")

    def __init__(self, row: int = 0, count: Place = "n", most: int | None = None) -> None:
        self.row, self.count = row, count
        self.most = (PARTS - row) * self.per_row if most is None else most

    @abstractmethod
    def entry(self, value: Any, names: Names) -> tuple[int, ...]:
        """One entry as numbers."""

    @abstractmethod
    def entry_value(self, numbers: Sequence[int], names: Names) -> Any:
        """One entry from its numbers."""

    def cells(self, k: int) -> list[PartPlace]:
        """Where the numbers of entry k stand."""
        row, at = self.row + k // self.per_row, k % self.per_row
        return [PartPlace(row, at * len(self.columns) + j) for j in range(len(self.columns))]

    def write(self, choice: ChoiceRecord, value: Sequence[Any], names: Names) -> None:
        """The entries, row by row.

        Raises:
            BadNotation: more entries than the list may have.
        """
        if len(value) > self.most:
            raise BadNotation(f"a list holds at most {self.most} entries, not {len(value)}")
        put_number(choice, self.count, len(value))
        for k, one in enumerate(value):
            for place, number in zip(self.cells(k), self.entry(one, names), strict=False):
                put_number(choice, place, number)

    def read(self, choice: ChoiceRecord, names: Names) -> list[Any]:
        """The entries, in order."""
        return [
            self.entry_value([number_at(choice, place) for place in self.cells(k)], names)
            for k in range(number_at(choice, self.count))
        ]

    def text(self, value: Sequence[Any]) -> str:
        """Entries joined by the separator; `-` for an empty list."""
        return self.separator.join(map(str, value)) or "-"

    def value(self, word: str) -> list[Any]:
        """Entries split at the separator."""
        return [] if word == "-" else word.split(self.separator)


class Units(ListKind):
    """Several units, three to a row."""

    form = "units"
    per_row = 3
    columns = ("unit",)

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The unit's number."""
        return (names.find_unit(value),)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The unit's name."""
        return names.unit(numbers[0])

    def title(self, value: Sequence[str], names: Names) -> list[str]:
        """The units as they are called on the board."""
        return [names.unit_title(one) for one in value]


class Things(ListKind):
    """Several things of a sort, three to a row: a pick."""

    form = "things"
    per_row = 3
    columns = ("thing",)

    def __init__(self, sort: str, row: int = 0, count: Place = "n", most: int | None = None) -> None:
        super().__init__(row, count, most)
        self.sort = sort

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The thing's number."""
        return (names.find_thing(self.sort, value),)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The thing's name."""
        return names.thing(self.sort, numbers[0])

    def title(self, value: Sequence[str], names: Names) -> list[str]:
        """The things as people call them."""
        return [names.thing_title(self.sort, one) for one in value]


class Path(ListKind):
    """Places one after another."""

    form = "path"
    columns = ("x", "y")
    separator = ">"

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The place's coordinates."""
        return names.find_point(value)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The place's name."""
        return names.point(numbers[0], numbers[1])


class Split(ListKind):
    """Shares of something over targets: `name:first:second`, whole numbers. A share left out at the end is 0."""

    form = "split"
    columns = ("target", "first", "second")

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The target's number and its two shares."""
        name, shares = _shares(value)
        return names.find_unit(name), *shares

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The share in notation."""
        return _share(names.unit(numbers[0]), numbers[1:])

    def text(self, value: Sequence[str]) -> str:
        """Every share as short as it can be written, so that one choice has one notation."""
        return super().text([_share(*_shares(one)) for one in value])

    def value(self, word: str) -> list[str]:
        """The shares, each as short as it can be written."""
        return [_share(*_shares(one)) for one in super().value(word)]


def _shares(entry: str) -> tuple[str, list[int]]:
    """A name and its two shares.

    Raises:
        BadNotation: it is no share.
    """
    name, *shares = entry.split(":")
    if not name or len(shares) > 2 or not all(share.isdecimal() and len(share) < 1_000 for share in shares):
        raise BadNotation(f"{entry!r} is no share; write name, name:number or name:number:number")
    return name, [int(share) for share in [*shares, "0", "0"][:2]]


def _share(name: str, shares: Sequence[int]) -> str:
    """A share in notation, without zeros at the end."""
    return f"{name}:{shares[0]}:{shares[1]}" if shares[1] else f"{name}:{shares[0]}" if shares[0] else name
