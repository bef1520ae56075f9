"""Names for a game on squares whose units are few: a list of units, squares like `c4`, and no other things."""

from __future__ import annotations

from collections.abc import Sequence

from ..space.squares import square_at, square_name


class SquareNames:
    """The `Names` of such a game: its units by number."""

    def __init__(self, units: Sequence[str]) -> None:
        self.units = list(units)

    def unit(self, index: int) -> str:
        """The name of a unit; `-` for none."""
        return self.units[index] if 0 <= index < len(self.units) else "-"

    def find_unit(self, text: str) -> int:
        """The unit of a name; -1 for none."""
        return self.units.index(text) if text in self.units else -1

    def point(self, x: int, y: int) -> str:
        """The square's name."""
        return square_name((x, y))

    def find_point(self, text: str) -> tuple[int, int]:
        """The square of a name; BadNotation for what is no name of a square."""
        return square_at(text)

    def thing(self, sort: str, index: int) -> str:
        """There are no things: their numbers stand for themselves."""
        return str(index)

    def find_thing(self, sort: str, text: str) -> int:
        """There are no things: -1."""
        return -1

    def unit_title(self, name: str) -> str:
        """A unit is called by its name."""
        return name

    def thing_title(self, sort: str, name: str) -> str:
        """The same of things."""
        return name
