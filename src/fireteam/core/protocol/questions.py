"""Questions to `odds` and `ask`: declared by the signatures of the functions that answer them.

    @question("one attack by its numbers", example="th=1 tbh=3")
    def hit(game: Game, th: Annotated[int, NumberPart("to-hit bonus")], tbh: Annotated[int, ...], mods: ... = 0): ...

The kind of a part says what it means, and turns what somebody wrote (a word, or a value of JSON) into the value that
the function wants. A parameter whose type is a NamedTuple with parts stands for all of them.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from types import ModuleType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from ..errors import BadQuestion, IllegalChoice, UnknownName
from ..space.units import STEPS, read_point

FLAG_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "none": False}
REQUIRED = inspect.Parameter.empty
Answerer = TypeVar("Answerer", bound=Callable[..., Any])


class PartKind:
    """A kind of part: what it means, and how it is read. This one is any word."""

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning

    def parse(self, value: Any, name: str) -> Any:
        """What the function gets for a value of the part of this name.

        Raises:
            BadQuestion: it is not what it should be.
        """
        return str(value)


class NumberPart(PartKind):
    """A whole number."""

    def __init__(self, meaning: str, low: int = -20, high: int = 20) -> None:
        super().__init__(meaning)
        self.low, self.high = low, high

    def parse(self, value: Any, name: str) -> int:
        """The number, between its bounds."""
        try:
            found = int(str(value))
        except ValueError:
            raise BadQuestion(f"{name} is a whole number, not {value!r}") from None
        if not self.low <= found <= self.high:
            raise BadQuestion(f"{name} is between {self.low} and {self.high}, not {found}")
        return found


class DecimalPart(NumberPart):
    """A number with a point, such as a length."""

    def parse(self, value: Any, name: str) -> Decimal:  # type: ignore[override]
        """The number, between its bounds."""
        try:
            found = Decimal(str(value))
        except InvalidOperation:
            raise BadQuestion(f"{name} is a number, not {value!r}") from None
        if not self.low <= found <= self.high:
            raise BadQuestion(f"{name} is between {self.low} and {self.high}, not {found}")
        return found


class FractionPart(PartKind):
    """A fraction."""

    def parse(self, value: Any, name: str) -> Fraction:
        """The fraction: `1/2`, `0.5`, `1`."""
        try:
            return Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            raise BadQuestion(f"{name} is a fraction such as 1/2, not {value!r}") from None


class FlagPart(PartKind):
    """Yes or no."""

    def parse(self, value: Any, name: str) -> bool:
        """True or false."""
        if str(value).lower() not in FLAG_WORDS:
            raise BadQuestion(f"{name} is true or false, not {value!r}")
        return FLAG_WORDS[str(value).lower()]


class NamePart(PartKind):
    """The name of something: `known()` has what the function gets for each name, and `what` says what these are."""

    def __init__(self, meaning: str, what: str, known: Callable[[], Mapping[str, Any]]) -> None:
        super().__init__(meaning)
        self.what, self.known = what, known

    def parse(self, value: Any, name: str) -> Any:
        """What has the name.

        Raises:
            UnknownName: nothing has it.
        """
        known = self.known()
        if str(value) not in known:
            raise UnknownName(self.what, str(value), known)
        return known[str(value)]


class LengthPart(DecimalPart):
    """A length on a free table."""

    def parse(self, value: Any, name: str) -> int:  # type: ignore[override]
        """Its steps."""
        length = super().parse(value, name)
        if length * STEPS % 1:
            raise BadQuestion(f"{length} has more than 6 decimals")
        return int(length * STEPS)


class PointPart(PartKind):
    """A place of a free table, or a way on it, such as `12.5,21`."""

    def parse(self, value: Any, name: str) -> tuple[int, int]:
        """Its steps."""
        found = read_point(str(value))
        if found is None:
            raise BadQuestion(f"{name} is a point such as 12.5,21, not {value!r}")
        return found


class ListPart(PartKind):
    """Several words: a list, or words between commas; each is read as another kind, if one is given."""

    def __init__(self, meaning: str, each: PartKind | None = None) -> None:
        super().__init__(meaning)
        self.each = each

    def parse(self, value: Any, name: str) -> list[Any]:
        """The words, or what they are read as."""
        listed = isinstance(value, (list, tuple))
        words = map(str, value) if listed else filter(None, map(str.strip, str(value).split(",")))
        return [self.each.parse(word, name) for word in words] if self.each else list(words)


class Part(NamedTuple):
    """A part of a question: its kind, the parameter that takes it, and its value where it is left out."""

    kind: PartKind
    parameter: str
    default: Any

    @property
    def meaning(self) -> str:
        """What it means, for people."""
        return self.kind.meaning


class Question(NamedTuple):
    """A question that a function answers: its name, what it asks for, an example, and its parts by name.

    `groups` are the parameters that take several parts at once, with their types.
    """

    name: str
    meaning: str
    example: str
    parts: Mapping[str, Part]
    groups: Mapping[str, type]
    function: Callable[..., Any]

    def ask(self, game: Any, given: Mapping[str, Any]) -> Any:
        """What the function answers to the parts that are given.

        Raises:
            BadQuestion: a part is missing, unknown, or not what it should be.
        """
        for name in given:
            if name not in self.parts:
                raise BadQuestion(f"{self.name} has no part {name!r}; it has {', '.join(self.parts) or 'none'}")
        for name, part in self.parts.items():
            if name not in given and part.default is REQUIRED:
                raise BadQuestion(f"{self.name} needs {name}: {part.meaning}")
        values: dict[str, Any] = {group: {} for group in self.groups}
        for name, part in self.parts.items():
            value = part.kind.parse(given[name], name) if name in given else part.default
            group, _, field = part.parameter.rpartition(".")
            (values[group] if group else values)[field] = value
        return self.function(game, **{**values, **{name: cls(**values[name]) for name, cls in self.groups.items()}})


def question(meaning: str, example: str = "", name: str = "") -> Callable[[Answerer], Answerer]:
    """Declare that a function answers a question; `name`, where it is not that of the function."""

    def declare(function: Answerer) -> Answerer:
        function.declared = (name or function.__name__, meaning, example)  # type: ignore[attr-defined]
        return function

    return declare


def question_table(*functions: Callable[..., Any]) -> dict[str, Question]:
    """Questions by name, in order, of the functions that answer them."""
    table = {}
    for function in functions:
        name, meaning, example = function.declared  # type: ignore[attr-defined]
        parts, groups = dict(_parts_of(function)), {}
        for parameter, hint in get_type_hints(function).items():
            if any(part.parameter.startswith(f"{parameter}.") for part in parts.values()):
                groups[parameter] = hint
        table[name] = Question(name, meaning, example, parts, groups, function)
    return table


def module_questions(module: ModuleType) -> dict[str, Question]:
    """The questions that the functions of a module answer, in the order in which they stand there."""
    own = (value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__)
    return question_table(*(value for value in own if hasattr(value, "declared")))


def verdict_answer(refusal: IllegalChoice | None) -> dict[str, Any]:
    """Whether the rules allow a choice, as an answer: `ok`, or the code that refuses it, with the sentence."""
    if refusal is None:
        return {"verdict": "ok"}
    return {"verdict": refusal.code, "why": refusal.sentence, "clause": refusal.clause}


def _parts_of(function: Callable[..., Any]) -> Iterator[tuple[str, Part]]:
    """The parts of a function's parameters; `from_` is the part `from`."""
    hints = get_type_hints(function, include_extras=True)
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        hint = hints[parameter.name]
        if kind := _kind_of(hint):
            yield _part_name(parameter.name), Part(kind, parameter.name, parameter.default)
            continue
        for field, field_hint in get_type_hints(hint, include_extras=True).items():
            if kind := _kind_of(field_hint):
                default = hint._field_defaults.get(field, REQUIRED)
                yield _part_name(field), Part(kind, f"{parameter.name}.{field}", default)


def _kind_of(hint: Any) -> PartKind | None:
    """The kind that an annotation notes."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note for note in notes if isinstance(note, PartKind)), None)


def _part_name(parameter: str) -> str:
    """`from` is a word of Python's own: its parameter is `from_`."""
    word = parameter.removesuffix("_")
    return word if keyword.iskeyword(word) else parameter
