"""Field kinds: what a field of a verb or of an event means.

One kind gives a field its place in the Choice record, its word in the one-line notation, its JSON Schema and its form
on a page; those that list several are in `list_kinds`. A field stands in one of the record's own fields or, where a
verb has many, in a cell of its parts (`PartPlace`). `Names` is what a game knows about the names of its units, points
and things.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, NamedTuple, Protocol, TypeAlias, TypeVar, get_args, get_origin

from ..engine.hints import hints_of
from ..engine.record import Grid
from ..errors import BadNotation
from ..space.units import round_point

PARTS = 16
COLUMNS = 3  # numbers in a row of a choice's parts
NONE, UNKNOWN = -1, -2  # no unit or thing at all, and one that nobody knows
YES_NO = ("no", "yes")

T = TypeVar("T")


def snake_case(name: str) -> str:
    """EndTurn as end_turn: how a class is called in notation and messages."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).removeprefix("_")


def classes_in(modules: Iterable[str], base: type[T]) -> tuple[type[T], ...]:
    """The classes of a base that modules declare, in the order in which they stand there."""
    return tuple(
        kind
        for module in modules
        for kind in vars(sys.modules[module]).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module
    )


class Names(Protocol):
    """How a game names what its records number. An unknown name of the right form is -1: rules can then refuse it."""

    def unit(self, index: int) -> str:
        """The name of a unit."""

    def find_unit(self, text: str) -> int:
        """The unit of a name; -1 for none."""

    def point(self, x: int, y: int) -> str:
        """The name of a place."""

    def find_point(self, text: str) -> tuple[int, int]:
        """The place of a name; BadNotation for what is no name of a place."""

    def thing(self, sort: str, index: int) -> str:
        """The name of a thing of some sort: a piece type, a weapon."""

    def find_thing(self, sort: str, text: str) -> int:
        """The thing of a name; -1 for none."""

    def unit_title(self, name: str) -> str:
        """A unit as it is called on the board; a name that no unit has, as it is."""

    def thing_title(self, sort: str, name: str) -> str:
        """A thing as people call it; a name that no thing has, as it is."""


class ChoiceRecord(Protocol):
    """The fields of a Choice record that kinds write and read."""

    unit: int
    target: int
    x: int
    y: int
    n: int
    parts: Grid


class PartPlace(NamedTuple):
    """A cell of the parts of a choice: row 0 to PARTS - 1, column 0 to 2."""

    row: int
    column: int

    def __str__(self) -> str:
        """As the record's field is called."""
        return f"parts[{self.row}, {self.column}]"

    def after(self, count: int) -> PartPlace:
        """The cell so many further on, row by row."""
        return PartPlace(*divmod(self.row * COLUMNS + self.column + count, COLUMNS))


Place: TypeAlias = str | PartPlace  # a field of a Choice record by name, or a cell of its parts


def put_number(choice: ChoiceRecord, place: Place, number: int) -> None:
    """Write a number at a place of a choice."""
    if isinstance(place, PartPlace):
        choice.parts[place] = number
    else:
        setattr(choice, place, number)


def number_at(choice: ChoiceRecord, place: Place) -> int:
    """The number at a place of a choice."""
    return int(choice.parts[place] if isinstance(place, PartPlace) else getattr(choice, place))


class Kind:
    """A kind of field. `width`: columns in an event's row; `place`: where a Choice record keeps its number."""

    width = 1
    place: Place = ""
    form = "text"
    separator = ","

    def places(self) -> dict[str, Place]:
        """Where the record keeps the value: the places of its numbers by name, a single one without it.

        None for a list, whose entries have cells of their own.
        """
        return {"": self.place} if self.place else {}

    def known_numbers(self, value: Any) -> tuple[int, ...]:
        """The numbers of a value that follow without the names of a match; none where they do not."""
        return ()

    def write(self, choice: ChoiceRecord, value: Any, names: Names) -> None:
        """Put a value into the record."""
        raise TypeError(f"{type(self).__name__} is for events only")

    def read(self, choice: ChoiceRecord, names: Names) -> Any:
        """Take the value out of the record."""
        raise TypeError(f"{type(self).__name__} is for events only")

    def show(self, row: Sequence[int], names: Names) -> Any:
        """The value of an event's field from its columns."""
        return row[0]

    def title(self, value: Any, names: Names) -> Any:
        """The value with units and things called as people call them."""
        return value

    def sentence_text(self, value: Any) -> str:
        """An event's value as a sentence about it says it."""
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)

    def text(self, value: Any) -> str:
        """The value as one word of notation."""
        return str(value)

    def value(self, word: str) -> Any:
        """The value of one word of notation."""
        return word


def kinds_of(fields: type) -> dict[str, tuple[Kind, tuple[Any, ...]]]:
    """Each field of a verb or event with its kind and whatever else its annotation notes.

    Raises:
        TypeError: a field without a kind.
    """
    found = {}
    for name, hint in hints_of(fields).items():
        if name in fields.__struct_fields__:  # type: ignore[attr-defined]
            notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
            kind = next((note for note in notes if isinstance(note, Kind)), None)
            if kind is None:
                raise TypeError(f"{fields.__name__}.{name} has no kind")
            found[name] = (kind, notes)
    return found


class Unit(Kind):
    """The unit that acts. With `or_none` there may be none, which is `-`."""

    form = "unit"
    place: Place = "unit"

    def __init__(self, place: Place = "", or_none: bool = False) -> None:
        self.place, self.or_none = place or type(self).place, or_none

    def known_numbers(self, value: str) -> tuple[int, ...]:
        """No unit is -1."""
        return (NONE,) if value == "-" else ()

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The unit's number; -1 if nothing has that name, or with `or_none` for `-`, which leaves -2 for that."""
        number = NONE if self.or_none and value == "-" else names.find_unit(value)
        is_unknown = self.or_none and number == NONE and value != "-"
        put_number(choice, self.place, UNKNOWN if is_unknown else number)

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The unit's name."""
        number = number_at(choice, self.place)
        return {NONE: "-", UNKNOWN: "?"}.get(number) or names.unit(number) if self.or_none else names.unit(number)

    def show(self, row: Sequence[int], names: Names) -> str:
        """The unit's name."""
        return names.unit(row[0])

    def title(self, value: str, names: Names) -> str:
        """The unit as it is called on the board."""
        return names.unit_title(value)


class Target(Unit):
    """The unit acted on."""

    form = "target"
    place: Place = "target"


class Point(Kind):
    """A place on the table, kept as `x` and `y`, or in two cells of the parts from `place` on."""

    width = 2
    form = "point"

    def __init__(self, place: PartPlace | None = None) -> None:
        self.coordinates: dict[str, Place] = {"x": place, "y": place.after(1)} if place else {"x": "x", "y": "y"}

    def places(self) -> dict[str, Place]:
        """Its two coordinates."""
        return self.coordinates

    def known_numbers(self, value: str) -> tuple[int, ...]:
        """The origin of a free table is 0 and 0 in whatever unit."""
        return (0, 0) if value == "0,0" else ()

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """Its two coordinates."""
        for place, number in zip(self.coordinates.values(), names.find_point(value), strict=True):
            put_number(choice, place, number)

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """Its name."""
        x, y = (number_at(choice, place) for place in self.coordinates.values())
        return names.point(x, y)

    def show(self, row: Sequence[int], names: Names) -> str:
        """Its name."""
        return names.point(row[0], row[1])


class FreePoint(Point):
    """A place on a free table, kept to the step; sentences say it to the hundredth of a unit of length."""

    def sentence_text(self, value: str) -> str:
        """`12.38,21` for `12.382683,21`."""
        return round_point(value)


class Vector(Point):
    """A way from where the unit stands on a free table: `0.6,-0.8`, named and kept like a place."""

    form = "vector"


class Region(Kind):
    """A rectangle by two corners, `4,0:12.5,8`; `-` for everywhere, which is all zeros.

    It stands in five cells of a choice's parts from `place` on: whether there is one, and its corners.
    """

    form = "region"

    def __init__(self, place: PartPlace) -> None:
        self.cells: dict[str, Place] = {
            name: place.after(k) for k, name in enumerate(("given", "x0", "y0", "x1", "y1"))
        }

    def places(self) -> dict[str, Place]:
        """Whether there is one, and the coordinates of its corners."""
        return self.cells

    def known_numbers(self, value: str) -> tuple[int, ...]:
        """Everywhere is all zeros."""
        return (0,) * len(self.cells) if value == "-" else ()

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """Whether there is one, and its corners.

        Raises:
            BadNotation: it is no region.
        """
        low, colon, high = value.partition(":")
        if value != "-" and not colon:
            raise BadNotation(f"{value!r} is no region; write two corners like 4,0:12.5,8")
        numbers = self.known_numbers(value) or (1, *names.find_point(low), *names.find_point(high))
        for place, number in zip(self.cells.values(), numbers, strict=True):
            put_number(choice, place, number)

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The two corners."""
        given, x0, y0, x1, y1 = (number_at(choice, place) for place in self.cells.values())
        return f"{names.point(x0, y0)}:{names.point(x1, y1)}" if given else "-"


class Number(Kind):
    """A whole number, kept in the record's field `place`."""

    form = "number"

    def __init__(self, place: Place = "n", low: int = 0, high: int = 2**31) -> None:
        self.place, self.low, self.high = place, low, high

    def known_numbers(self, value: int) -> tuple[int, ...]:
        """The number itself."""
        return (value,)

    def write(self, choice: ChoiceRecord, value: int, names: Names) -> None:
        """The number itself."""
        put_number(choice, self.place, value)

    def read(self, choice: ChoiceRecord, names: Names) -> int:
        """The number itself."""
        return number_at(choice, self.place)

    def value(self, word: str) -> int:
        """A whole number within its bounds."""
        try:
            number = int(word)
        except ValueError:
            raise BadNotation(f"{word!r} is no whole number") from None
        if not self.low <= number <= self.high:
            raise BadNotation(f"{number} is outside {self.low} to {self.high}")
        return number


class Columns(Kind):
    """Several numbers of an event that are read as one text: `text` makes it of them."""

    def __init__(self, width: int, text: Callable[..., str]) -> None:
        self.width, self.text_of = width, text

    def show(self, row: Sequence[int], names: Names) -> str:
        """The numbers as they are read."""
        return self.text_of(*row[: self.width])


class Flag(Kind):
    """Yes or no, in an event."""

    form = "flag"

    def show(self, row: Sequence[int], names: Names) -> bool:
        """True for anything but 0."""
        return bool(row[0])


class Word(Kind):
    """One of a few words, kept as its number in the record's field `place`.

    `phrases` are what sentences say in place of the words, in the same order.
    """

    form = "word"

    def __init__(self, *words: str, place: Place = "n", phrases: Sequence[str] = ()) -> None:
        self.words, self.place = words, place
        self.phrases = dict(zip(words, phrases or words, strict=True))

    def known_numbers(self, value: str) -> tuple[int, ...]:
        """The word's number."""
        return (self.words.index(self.value(value)),)

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The word's number."""
        put_number(choice, self.place, self.words.index(self.value(value)))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The word."""
        return self.words[number_at(choice, self.place)]

    def show(self, row: Sequence[int], names: Names) -> str:
        """The word."""
        return self.words[row[0]]

    def sentence_text(self, value: str) -> str:
        """What sentences say for the word."""
        return self.phrases[value]

    def value(self, word: str) -> str:
        """The word, if it is one of them."""
        if word not in self.words:
            raise BadNotation(f"{word!r} is none of {', '.join(self.words)}")
        return word


class YesNo(Word):
    """Yes or no, in a choice: words, of which `no` is the first."""

    def __init__(self, place: Place = "n") -> None:
        super().__init__(*YES_NO, place=place)


class Thing(Kind):
    """A thing of some sort, by name: a piece type, a weapon. `nothing` is what sentences say where there is none."""

    form = "thing"

    def __init__(self, sort: str, place: Place = "n", nothing: str = "-") -> None:
        self.sort, self.place, self.nothing = sort, place, nothing

    def known_numbers(self, value: str) -> tuple[int, ...]:
        """No thing is -1."""
        return (NONE,) if value == "-" else ()

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The thing's number; -1 for none."""
        put_number(choice, self.place, names.find_thing(self.sort, value))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The thing's name."""
        return names.thing(self.sort, number_at(choice, self.place))

    def show(self, row: Sequence[int], names: Names) -> str:
        """The thing's name."""
        return names.thing(self.sort, row[0])

    def title(self, value: str, names: Names) -> str:
        """The thing as people call it."""
        return names.thing_title(self.sort, value)

    def sentence_text(self, value: str) -> str:
        """The thing, or the word for none."""
        return self.nothing if value == "-" else value


UnitName: TypeAlias = Annotated[str, Unit()]
TargetName: TypeAlias = Annotated[str, Target()]
PointName: TypeAlias = Annotated[str, Point()]
FreePointName: TypeAlias = Annotated[str, FreePoint()]
WholeNumber: TypeAlias = Annotated[int, Number()]
