"""Field kinds: what a field of a verb or of an event means.

One kind gives a field its place in the Choice record, its word in the one-line notation, its JSON Schema and its form
on a page; those that list several are in `lists`. `Names` is what a game knows about the names of its units, points
and things.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from ..engine.record import Grid
from ..errors import BadNotation
from ..space.units import round_point

PARTS = 16

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


class Kind:
    """A kind of field. `width`: columns in an event's row; `place`: where a Choice record keeps its number."""

    width = 1
    place = ""
    form = "text"
    separator = ","

    def places(self) -> tuple[str, ...]:
        """The fields of the record that hold the value; none for a list, which is kept in the record's parts."""
        return (self.place,) if self.place else ()

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
    for name, hint in get_type_hints(fields, include_extras=True).items():
        if name in fields.__struct_fields__:  # type: ignore[attr-defined]
            notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
            kind = next((note for note in notes if isinstance(note, Kind)), None)
            if kind is None:
                raise TypeError(f"{fields.__name__}.{name} has no kind")
            found[name] = (kind, notes)
    return found


class Unit(Kind):
    """The unit that acts."""

    form = "unit"
    place = "unit"

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The unit's number; -1 if nothing has that name."""
        setattr(choice, self.place, names.find_unit(value))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The unit's name."""
        return names.unit(int(getattr(choice, self.place)))

    def show(self, row: Sequence[int], names: Names) -> str:
        """The unit's name."""
        return names.unit(row[0])

    def title(self, value: str, names: Names) -> str:
        """The unit as it is called on the board."""
        return names.unit_title(value)


class Target(Unit):
    """The unit acted on."""

    form = "target"
    place = "target"


class Point(Kind):
    """A place on the table."""

    width = 2
    form = "point"

    def places(self) -> tuple[str, ...]:
        """Its two coordinates."""
        return ("x", "y")

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """Its two coordinates."""
        choice.x, choice.y = names.find_point(value)

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """Its name."""
        return names.point(int(choice.x), int(choice.y))

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


class Number(Kind):
    """A whole number, kept in the record's field `place`."""

    form = "number"

    def __init__(self, place: str = "n", low: int = 0, high: int = 2**31) -> None:
        self.place, self.low, self.high = place, low, high

    def write(self, choice: ChoiceRecord, value: int, names: Names) -> None:
        """The number itself."""
        setattr(choice, self.place, value)

    def read(self, choice: ChoiceRecord, names: Names) -> int:
        """The number itself."""
        return int(getattr(choice, self.place))

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

    def __init__(self, *words: str, place: str = "n", phrases: Sequence[str] = ()) -> None:
        self.words, self.place = words, place
        self.phrases = dict(zip(words, phrases or words, strict=True))

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The word's number."""
        setattr(choice, self.place, self.words.index(self.value(value)))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The word."""
        return self.words[int(getattr(choice, self.place))]

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


class Thing(Kind):
    """A thing of some sort, by name: a piece type, a weapon. `nothing` is what sentences say where there is none."""

    form = "thing"

    def __init__(self, sort: str, place: str = "n", nothing: str = "-") -> None:
        self.sort, self.place, self.nothing = sort, place, nothing

    def write(self, choice: ChoiceRecord, value: str, names: Names) -> None:
        """The thing's number; -1 for none."""
        setattr(choice, self.place, names.find_thing(self.sort, value))

    def read(self, choice: ChoiceRecord, names: Names) -> str:
        """The thing's name."""
        return names.thing(self.sort, int(getattr(choice, self.place)))

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
