"""Names from lists: units by number, things of each sort with their titles, places of a board or of a free table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from ..errors import BadNotation
from ..space.squares import square_at, square_name
from ..space.units import MAX_DISTANCE, decimal_text, read_point
from .field_kinds import NONE, UNKNOWN

NO_THINGS: Mapping[str, Mapping[str, str]] = {}
NO_TITLES: Mapping[str, str] = {}
NO_NUMBERS: Mapping[str, int] = {}


class Form(NamedTuple):
    """The form of a name: a pattern, and what is said of a text without that form; `{sort}` is what it should name."""

    pattern: str
    message: str

    def check(self, text: str, sort: str = "unit") -> None:
        """Raise BadNotation for what has another form; `-` is always a name."""
        if text != "-" and re.fullmatch(self.pattern, text) is None:
            raise BadNotation(f"{text!r} is no {self.message.format(sort=sort)}")


class ListedNames:
    """The `Names` of a match, all but those of places.

    `units` stand by number, an empty name where there is none. `things` are the titles of things by name, by sort and
    in the order of their numbers; `unit_titles` are those of units that have another than their name. A class says what
    form its names have; `unknown` is the number of a thing that there is not.
    """

    unit_form: ClassVar[Form | None] = None
    thing_form: ClassVar[Form | None] = None
    unknown: ClassVar[int] = NONE

    def __init__(
        self,
        units: Sequence[str],
        things: Mapping[str, Mapping[str, str]] = NO_THINGS,
        unit_titles: Mapping[str, str] = NO_TITLES,
    ) -> None:
        self.units, self.things, self.unit_titles = list(units), things, unit_titles
        self.numbers = {name: i for i, name in enumerate(units) if name}
        self.ids: dict[str, tuple[str, ...]] = {}
        self._units = _by_id(units)
        self._things: dict[str, dict[str, int]] = {}
        for sort, titles in things.items():
            self.add_things(sort, titles)

    def add_things(self, sort: str, ids: Iterable[str]) -> None:
        """Give the things of a sort these ids, in the order of their numbers."""
        self.ids[sort] = tuple(ids)
        self._things[sort] = _by_id(self.ids[sort])

    def unit(self, index: int) -> str:
        """The name of a unit; `-` for none."""
        return (self.units[index] if 0 <= index < len(self.units) else "") or "-"

    def find_unit(self, text: str) -> int:
        """The unit of an id, in capitals or not, whatever others are called; -1 for none.

        Raises:
            BadNotation: the text has not the form of an id.
        """
        number = _number_of(text, self._units)
        if number == NONE and self.unit_form:
            self.unit_form.check(text)
        return number

    def thing(self, sort: str, index: int) -> str:
        """The name of a thing, `-` for none; the numbers of a sort that has no names stand for themselves."""
        if sort not in self.ids:
            return str(index)
        return self.ids[sort][index] if 0 <= index < len(self.ids[sort]) else "?" if index == UNKNOWN else "-"

    def find_thing(self, sort: str, text: str) -> int:
        """The thing of an id, in capitals or not; -1 for `-`, `unknown` for one that there is not.

        Raises:
            BadNotation: the text has not the form of an id.
        """
        if text == "-":
            return NONE
        number = _number_of(text, self._things.get(sort, NO_NUMBERS))
        if number != NONE or (text == "?" and self.unknown == UNKNOWN):
            return UNKNOWN if number == NONE else number
        if self.thing_form:
            self.thing_form.check(text, sort)
        return self.unknown

    def unit_title(self, name: str) -> str:
        """A unit as the board shows it; what names no unit, as it is."""
        return self.unit_titles.get(name, name)

    def thing_title(self, sort: str, name: str) -> str:
        """A thing as people call it; what names no thing, as it is."""
        return self.things.get(sort, NO_TITLES).get(name, name)


def _by_id(ids: Sequence[str]) -> dict[str, int]:
    """Numbers by id, and by its small letters where no other id has them."""
    numbers = {id: i for i, id in enumerate(ids) if id}
    small = Counter(id.casefold() for id in numbers)
    return {id.casefold(): i for id, i in numbers.items() if small[id.casefold()] == 1} | numbers


def _number_of(text: str, numbers: Mapping[str, int]) -> int:
    found = numbers.get(text)
    return numbers.get(text.casefold(), NONE) if found is None else found


class SquareNames(ListedNames):
    """Names for a game on squares, which are called `c4`."""

    def point(self, x: int, y: int) -> str:
        """The square's name."""
        return square_name((x, y))

    def find_point(self, text: str) -> tuple[int, int]:
        """The square of a name; BadNotation for what is no name of a square."""
        return square_at(text)


class FreeNames(ListedNames):
    """Names for a game on a free table, where a place, or a way, is two numbers like `12.5,21`."""

    def point(self, x: int, y: int) -> str:
        """A place from the lower left corner, or a vector, in units of length."""
        return f"{decimal_text(x)},{decimal_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        """Its two numbers in steps, rounded to the nearest, ties away from zero; BadNotation for what is no place."""
        found = read_point(text)
        if found is None:
            raise BadNotation(f"{text!r} is no place; write two numbers like 12.5,21, none beyond {MAX_DISTANCE}")
        return found
