"""Choices: a verb is one Struct; its fields' kinds give the record, the notation, the JSON Schema and the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import compress
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec

from ..engine.compiled import compiled
from ..engine.record import Array, Grid, blank
from ..engine.record import as_words as words_of
from ..engine.rows import erase
from ..errors import BadNotation
from .field_kinds import COLUMNS, PARTS, Kind, Names, PartPlace, kinds_of, snake_case
from .list_kinds import ListKind
from .sentences import clause_of

SLOTS = 32
NUMBERS = 6  # of a choice before its parts
MAX_NUMBER = 2**30  # no number of a choice is larger, so that rules may multiply and add without a thought


class Choice:
    """What a slot has chosen, as numbers. Verb 0 is no choice."""

    verb: int
    unit: int
    target: int
    x: int
    y: int
    n: int
    parts: Annotated[Grid, (PARTS, 3)]


class Verb(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag=snake_case):
    """Something a player may do.

    Free verbs (resign) are owed by nobody and stand on no menu. A final verb, once sealed, cannot be taken back. A
    reasoned verb, which is free, is not carried out without a reason that is written down. Such verbs are a referee's,
    and so are free verbs that are `refereed`. A free verb that voids plans ends what was planned by the seat of the
    unit that it names; one that `reopens` has bots choose anew who have chosen already. By a free verb without fields
    that `gives_up`, whose slot it is gives the match up. A menu cites the verb's clause,
    which is the first that its docstring names unless it states one, and calls a choice by its label, with the fields
    in braces and in brackets what is said only where they are there; without a label it stands there as it is written.

    Fields that verbs have in common stand in a base that is `kw_only`: a verb's own come before them. Those of a
    `named` verb that may be left out are written by name, `attack tom stance=evade`, each where it is not at its
    default. A text in the annotation of a field, `Annotated[str, Unit(), "character"]`, is what people call it.
    """

    clause: ClassVar[str] = ""
    label: ClassVar[str] = ""

    free: ClassVar[bool] = False
    gives_up: ClassVar[bool] = False
    final: ClassVar[bool] = False
    reasoned: ClassVar[bool] = False
    refereed: ClassVar[bool] = False
    reopens: ClassVar[bool] = False
    voids_plans: ClassVar[bool] = False
    named: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.clause = vars(cls).get("clause") or clause_of(cls)


class ChoiceNumbers:
    """The numbers of a choice in plain Python, where field after field is read or written many times faster.

    `parts` are its cells by row and column, those that are not zero.
    """

    __slots__ = ("n", "parts", "target", "unit", "verb", "x", "y")

    def __init__(self, verb: int, unit: int, target: int, x: int, y: int, n: int, parts: Any) -> None:
        self.verb, self.unit, self.target, self.x, self.y, self.n, self.parts = verb, unit, target, x, y, n, parts


class Cells(dict[tuple[int, int], int]):
    """Numbers by row and column; what is not there is zero."""

    def __missing__(self, place: tuple[int, int]) -> int:
        """The number of a cell that is not there."""
        return 0


CELLS = [(row, column) for row in range(PARTS) for column in range(COLUMNS)]


def numbers_of(choices: Array) -> list[ChoiceNumbers]:
    """Records of choices in plain Python."""
    found = []
    for verb, unit, target, x, y, n, *cells in words_of(choices).tolist():
        parts = Cells(compress(zip(CELLS, cells, strict=True), cells))
        found.append(ChoiceNumbers(verb, unit, target, x, y, n, parts))
    return found


def new_choices(count: int = SLOTS) -> Array:
    """Room for a choice of every slot."""
    return blank(Choice, count)


@compiled
def clear(choice: Choice) -> None:
    """No choice: zeros everywhere."""
    erase(choice)


@cache
def name_of(verb: type[Verb]) -> str:
    """The word a verb is called by."""
    return str(verb.__struct_config__.tag)


@cache
def kinds(verb: type[Verb]) -> dict[str, Kind]:
    """Each field of a verb with its kind, in the order of notation: what must be said first, then what may be."""
    found = kinds_of(verb)
    return {name: found[name][0] for name in _fields(verb)}


def titles(verb: type[Verb]) -> dict[str, str]:
    """What people call the fields of a verb, where that is not their name: the text of the annotation."""
    texts = {name: [note for note in notes if isinstance(note, str)] for name, (_, notes) in kinds_of(verb).items()}
    return {name: found[0] for name, found in texts.items() if found}


class _Made(msgspec.Struct):
    """A Struct with a field that something makes by default."""

    parts: list[Any] = msgspec.field(default_factory=list)


MAKER: Any = type(_Made.__struct_defaults__[0])  # what msgspec keeps such a default as


@cache
def _fields(verb: type[Verb]) -> dict[str, Any]:
    """The fields of a verb with the default of each, NODEFAULT or what makes it: those that must be said go first.

    `msgspec.structs.fields` says that too, and evaluates all annotations for it, which takes a start ten times as long.
    """
    names, known = verb.__struct_fields__, verb.__struct_defaults__
    found = zip(names, (*[msgspec.NODEFAULT] * (len(names) - len(known)), *known), strict=True)
    return dict(sorted(found, key=lambda field: field[1] is not msgspec.NODEFAULT))


@cache
def needed_fields(verb: type[Verb]) -> tuple[str, ...]:
    """The fields of a verb that must be said."""
    return tuple(name for name, default in _fields(verb).items() if default is msgspec.NODEFAULT)


@cache
def unnamed_fields(verb: type[Verb]) -> tuple[str, ...]:
    """The fields of a verb that may be written without their name, in order."""
    return needed_fields(verb) if verb.named else tuple(kinds(verb))


def encode(value: Verb, verbs: Sequence[type[Verb]], names: Names) -> Array:
    """A verb as a record.

    Raises:
        BadNotation: a value that no record can hold.
    """
    choice = blank(Choice)
    encode_into(choice, 0, value, verbs, names)
    return choice


def encode_into(choices: Array, k: int, value: Verb, verbs: Sequence[type[Verb]], names: Names) -> None:
    """Write a verb into a record that is clear. No number beyond MAX_NUMBER comes to compiled code.

    Raises:
        BadNotation: a value that no record can hold.
    """
    cells: dict[tuple[int, int], int] = {}
    written = ChoiceNumbers(verbs.index(type(value)) + 1, 0, 0, 0, 0, 0, cells)
    for field, kind in kinds(type(value)).items():
        kind.write(written, getattr(value, field), names)
    numbers = (written.verb, written.unit, written.target, written.x, written.y, written.n)
    if max(*numbers, *cells.values()) > MAX_NUMBER or min(*numbers, *cells.values()) < -MAX_NUMBER:
        raise BadNotation(f"{notation(value)!r} has a number beyond {MAX_NUMBER}")
    words = words_of(choices)
    words[k, :NUMBERS] = numbers
    for (row, column), number in cells.items():
        words[k, NUMBERS + row * COLUMNS + column] = number


class UnknownNames(NamedTuple):
    """The names in a choice that no unit has, and those that no thing has."""

    units: list[str]
    things: list[str]


class _NameLookup:
    """The names of a match, which note what is looked up among them and not found."""

    def __init__(self, names: Names) -> None:
        self.names, self.unknown = names, UnknownNames([], [])

    def find_unit(self, text: str) -> int:
        """The unit of a name."""
        found = self.names.find_unit(text)
        self.unknown.units.extend([text] * (found < 0))
        return found

    def find_thing(self, sort: str, text: str) -> int:
        """The thing of a name; `-` is none, and known."""
        found = self.names.find_thing(sort, text)
        self.unknown.things.extend([text] * (found < 0 and text != "-"))
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.names, name)


def unknown_names(value: Verb, verbs: Sequence[type[Verb]], names: Names) -> UnknownNames:
    """The names in a verb that nothing has, in the order of its fields."""
    lookup = _NameLookup(names)
    encode(value, verbs, lookup)
    return lookup.unknown


def decode(choice: Any, verbs: Sequence[type[Verb]], names: Names) -> Verb:
    """A record as a verb."""
    read = choice if type(choice) is ChoiceNumbers else _numbers(choice)
    verb = verbs[read.verb - 1]
    form = _reading(verb)
    fields = {form.owners[place] for place, _ in read.parts.items() ^ form.usual.items() if place in form.owners}
    return verb(**{field: form.kinds[field].read(read, names) for field in (*form.always, *fields)})


def _numbers(choice: Any) -> ChoiceNumbers:
    numbers = (int(getattr(choice, name)) for name in ("verb", "unit", "target", "x", "y", "n"))
    cells = choice.parts.ravel().tolist()
    verb, unit, target, x, y, n = numbers
    return ChoiceNumbers(verb, unit, target, x, y, n, Cells(compress(zip(CELLS, cells, strict=True), cells)))


class _Reading(NamedTuple):
    """How records of a verb are read: which field has which cell, and what stands there by default, but for zeros.

    Fields that stand at their default by these cells need not be read; those of `always` do.
    """

    kinds: dict[str, Kind]
    always: tuple[str, ...]
    owners: dict[tuple[int, int], str]
    usual: dict[tuple[int, int], int]


@cache
def _reading(verb: type[Verb]) -> _Reading:
    always: list[str] = []
    owners: dict[tuple[int, int], str] = {}
    usual: dict[tuple[int, int], int] = {}
    for (field, kind), default in zip(kinds(verb).items(), defaults(verb), strict=True):
        numbers = usual_numbers(kind, default)
        if not numbers or not all(isinstance(place, PartPlace) for place in numbers):
            always.append(field)
            continue
        owners |= {tuple(place): field for place in numbers}
        usual |= {tuple(place): number for place, number in numbers.items() if number}
    return _Reading(kinds(verb), tuple(always), owners, usual)


def usual_numbers(kind: Kind, default: Any) -> dict[Any, int]:
    """The numbers of a default by place, where they follow without names; an empty list is one without entries."""
    if default is msgspec.NODEFAULT:
        return {}
    if isinstance(kind, ListKind):
        return {kind.count: 0} if default == [] else {}
    return dict(zip(kind.places().values(), kind.known_numbers(default), strict=False))


def notation(value: Verb) -> str:
    """A verb in one line: `move 1.recon.2 e7`. What stands at its default at the end is left out.

    Of a named verb whatever stands at its default is left out, and the rest that could be is named:
    `attack tom luck=yes`.
    """
    verb = type(value)
    if verb.named:
        words = [name_of(verb)]
        for field, mark, text, usual in _named_words(verb):
            if (field_value := getattr(value, field)) != usual:
                words.append(mark + text(field_value))
        return " ".join(words)
    return " ".join([name_of(verb), *notation_words(value)])


def notation_words(value: Verb) -> list[str]:
    """The words of a line of notation after the verb, of one that is not named: those at the end may be left out."""
    words = _field_words(value)
    while words and words[-1][2]:
        words.pop()
    return [word for _, word, _ in words]


def _field_words(value: Verb) -> list[tuple[str, str, bool]]:
    """Each field of a verb, the word for it, and whether that is its default."""
    found = []
    for (field, text), default in zip(_texts(type(value)), defaults(type(value)), strict=True):
        field_value = getattr(value, field)
        found.append((field, text(field_value), field_value == default))
    return found


@cache
def _named_words(verb: type[Verb]) -> tuple[tuple[str, str, Callable[[Any], str], Any], ...]:
    """Each field of a named verb, what stands before its word, what writes that, and its default."""
    needed = needed_fields(verb)
    marks = ["" if field in needed else f"{field}=" for field in kinds(verb)]
    return tuple(
        [
            (field, mark, text, usual)
            for (field, text), mark, usual in zip(_texts(verb), marks, defaults(verb), strict=True)
        ]
    )


@cache
def _texts(verb: type[Verb]) -> tuple[tuple[str, Callable[[Any], str]], ...]:
    """Each field of a verb with what writes its value as a word of notation."""
    return tuple((field, kind.text) for field, kind in kinds(verb).items())


def defaults(verb: type[Verb]) -> list[Any]:
    """The default of each field, or msgspec.NODEFAULT."""
    return [each.factory() if isinstance(each, MAKER) else each for each in _fields(verb).values()]


NAMED_WORD = re.compile(r"([A-Za-z_]\w*)=(.*)")


def usage(verb: type[Verb]) -> str:
    """How a verb is written: `call weapon [stance]`, a named one `attack target [stance=]`."""
    needed, mark = needed_fields(verb), "=" if verb.named else ""
    return " ".join([name_of(verb), *(field if field in needed else f"[{field}{mark}]" for field in kinds(verb))])


def parse(line: str, verbs: Sequence[type[Verb]]) -> Verb:
    """A line of notation as a verb. Any field may be named, `pace=run`, after those that are not.

    Raises:
        BadNotation: no such verb, or a field missing, superfluous, unknown, said twice or not of its form.
    """
    words = line.split()
    verb = next((v for v in verbs if words and name_of(v) == words[0].lower()), None)
    if verb is None:
        reason = f"no action {words[0]!r}" if words else "nothing was said"
        raise BadNotation(f"{reason}; there is {', '.join(map(name_of, verbs))}")
    fields, by_field = kinds(verb), words_by_field(verb, words[1:])
    missing = next((field for field in needed_fields(verb) if field not in by_field), None)
    if missing:
        raise BadNotation(f"{missing!r} is missing; write: {usage(verb)}")
    return verb(**{field: kind.value(by_field[field]) for field, kind in fields.items() if field in by_field})


def words_by_field(verb: type[Verb], words: Sequence[str]) -> dict[str, str]:
    """What a line says of each field of a verb, in the order of the line.

    Raises:
        BadNotation: there are too many words, or a name is unknown, said twice, without value or before what has none.
    """
    unnamed, found = unnamed_fields(verb), dict[str, str]()
    named = ""
    for count, word in enumerate(words):
        if match := NAMED_WORD.fullmatch(word):
            named, value = match[1].lower(), match[2]
            if named not in kinds(verb):
                raise unknown_field(verb, match[1])
            if not value:
                raise BadNotation(f"{named}= is without a value; write: {usage(verb)}")
            if named in found:
                raise BadNotation(f"{named} is said twice; write: {usage(verb)}")
            found[named] = value
        elif named:
            raise BadNotation(f"{word!r} has no name and stands after {named}=; write: {usage(verb)}")
        elif count >= len(unnamed):
            raise BadNotation(f"{word!r} is too much; write: {usage(verb)}")
        else:
            found[unnamed[count]] = word
    return found


def unknown_field(verb: type[Verb], name: str) -> BadNotation:
    """The error of a name that no field of a verb has, with the nearest one."""
    fields = list(kinds(verb))
    near = get_close_matches(name.lower(), fields, 1)
    hint = f", did you mean {near[0]}?" if near else ""
    return BadNotation(f"{name_of(verb)} has no {name!r}{hint}; it has {', '.join(fields) or 'no fields'}")


def from_json(message: bytes | str, verbs: Sequence[type[Verb]]) -> Verb:
    """A JSON message as a verb.

    Raises:
        BadNotation: it is none.
    """
    try:
        return msgspec.json.decode(message, type=_union(tuple(verbs)))  # type: ignore[no-any-return]
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadNotation(str(error)) from None


@cache
def _union(verbs: tuple[type[Verb], ...]) -> Any:
    union: Any = verbs[0]
    for verb in verbs[1:]:
        union = union | verb
    return union


def schema(verbs: Sequence[type[Verb]]) -> dict[str, Any]:
    """The JSON Schema of every verb; each field says its kind in `x-kind`."""
    whole = msgspec.json.schema(_union(tuple(verbs)))
    for verb in verbs:
        for field, kind in kinds(verb).items():
            whole["$defs"][verb.__name__]["properties"][field]["x-kind"] = kind.form
    return whole


def form_schema(verb: type[Verb]) -> list[tuple[str, str, bool]]:
    """The fields a page asks for: name, kind of input, and whether it must be filled."""
    return [
        (field, kind.form, default is msgspec.NODEFAULT)
        for (field, kind), default in zip(kinds(verb).items(), defaults(verb), strict=True)
    ]


def put_choice(choices: Array, slot: int, choice: Array) -> None:
    """Lay a choice on a slot's row."""
    choices[slot : slot + 1] = choice


def choices_with(slot: int, choice: Array) -> Array:
    """Room for a choice of every slot, with that of one."""
    choices = new_choices()
    put_choice(choices, slot, choice)
    return choices
