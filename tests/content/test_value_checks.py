"""Values are checked by what their entries declare: types, forms, names, limits, and what must not be used twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

import pytest
from msgspec import Meta, field

from fireteam.content.entry import Entry, Form, Identifier
from fireteam.content.field_kinds import Limit, Reference, Sentence, Unique
from fireteam.content.problems import Problems
from fireteam.content.read import Document, parse_document
from fireteam.content.value_checks import Checker, Fault, Terms, report_faults

Pigment = Annotated[Literal["red", "blue"], Reference("pigment")]


class Brush(Entry, frozen=True, kw_only=True):
    """A brush."""

    subject: ClassVar[str] = "{id}: "

    id: Annotated[Identifier, Unique(), Sentence("E_ID", "{subject}bad or repeated id", "use a-z")]
    width: Annotated[int, Limit("E_LIMIT"), Sentence("E_WIDTH")]
    pigment: Pigment | tuple[Pigment, ...] | None = None


class Spot(Entry, frozen=True, kw_only=True):
    """Where something is painted: at a place, or near a brush."""

    sentence: ClassVar[Sentence] = Sentence("E_SPOT", "{path}: no such spot")
    forms: ClassVar[Mapping[str, Form]] = {"at": Form(), "near": Form(("max",))}

    at: str | None = None
    near: Annotated[str, Reference("brush")] | None = None
    max: Annotated[int, Meta(ge=1, le=9)] = 0


class Painting(Entry, frozen=True, kw_only=True):
    """A painting by two brushes."""

    brushes: Annotated[tuple[Brush, Brush], Meta(description="a list of two brushes")]
    spots: dict[Annotated[str, Reference("brush", ("*",))], Spot] = field(default_factory=dict)
    glaze: Annotated[bool, Meta(extra_json_schema={"const": True})] = True


def different_widths(painting: Painting) -> Iterator[Fault]:
    one, other = painting.brushes
    if one.width == other.width:
        yield Fault(("brushes", 1, "width"), f"both brushes are {one.width} wide", "take another")


TERMS = Terms(
    names={"brush": ("flat", "round"), "pigment": ("red", "blue")},
    limits={"Brush": {"width": {"minimum": 1, "maximum": 5}}},
    faults={Painting: different_widths},
)
BRUSHES = "brushes: [{id: flat, width: 1}, {id: round, width: 2}]"


def document(text: str) -> Document:
    problems = Problems()
    found = parse_document(text.encode(), "file", problems)
    assert found and not len(problems)
    return found


def lines(problems: Problems) -> list[str]:
    hints = [f"; {problem.hint}" if problem.hint else "" for problem in problems]
    return [f"{p.column} {p.code} {p.message}{hint}" for p, hint in zip(problems, hints, strict=True)]


def told(text: str) -> list[str]:
    problems = Problems()
    Checker(problems, "E_VALUE", "E_FIELD", TERMS).read(document(text).root, Painting)
    return lines(problems)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BRUSHES, []),
        ("[]", ["1 E_VALUE painting must be a mapping of fields to values"]),
        ("{glaze: true}", ["1 E_FIELD field brushes is missing"]),
        ("brushes: [{id: flat, width: 1}]", ["10 E_VALUE brushes must be a list of two brushes"]),
        (BRUSHES.replace("1}", "9}"), ["29 E_LIMIT flat: width 9 is outside 1-5"]),
        (BRUSHES.replace("1}", "x}"), ["29 E_WIDTH flat: width must be a whole number"]),
        (BRUSHES.replace("round", "flat"), ["38 E_ID flat: bad or repeated id; use a-z"]),
        (BRUSHES.replace("1}", "2}"), ["52 E_VALUE both brushes are 2 wide; take another"]),
        (BRUSHES.replace("1}", "1, pigment: rde}"), ["41 E_VALUE flat: no pigment named rde; did you mean 'red'?"]),
        (BRUSHES.replace("1}", "1, pigment: [red, 7]}"), ["47 E_VALUE flat: no pigment named 7; there is red, blue"]),
        (
            BRUSHES.replace("1}", "1, size: 2}"),
            ["32 E_FIELD flat: field size is not known; there is id, width, pigment"],
        ),
        (
            BRUSHES.replace("1}", "9}").replace("round", "flat"),
            ["29 E_LIMIT flat: width 9 is outside 1-5", "38 E_ID flat: bad or repeated id; use a-z"],
        ),
        (f"{{{BRUSHES}, glaze: false}}", ["65 E_VALUE glaze must be true"]),
    ],
)
def test_every_wrong_value_is_told_at_its_place(text: str, says: list[str]) -> None:
    assert told(text) == says


@pytest.mark.parametrize(
    ("spot", "says"),
    [
        ("{at: edge}", []),
        ("{near: flat, max: 3}", []),
        ("{near: falt, max: 3}", ["E_SPOT spots.*.near: no such spot; no brush named falt; did you mean 'flat'?"]),
        (
            "{near: flat}",
            ["E_SPOT spots.*: no such spot; field max is missing; near needs it: a whole number from 1 to 9"],
        ),
        ("{at: edge, max: 3}", ["E_SPOT spots.*.max: no such spot; field max is not for at; there is at"]),
        ("{at: null}", ["E_SPOT spots.*.at: no such spot; at must be text"]),
        ("{at: edge, near: flat}", ["E_SPOT spots.*: no such spot; spots.* needs one of at, near"]),
    ],
)
def test_a_sentence_without_the_reason_gives_it_as_a_hint(spot: str, says: list[str]) -> None:
    assert [line.split(" ", 1)[1] for line in told(f'{{{BRUSHES}, spots: {{"*": {spot}}}}}')] == says


def test_a_key_may_be_a_name_too() -> None:
    (line,) = told(f"{{{BRUSHES}, spots: {{falt: {{at: edge}}}}}}")
    assert line == "66 E_VALUE no brush named falt; did you mean 'flat'?"


def test_names_of_a_kind_that_nobody_knows_may_be_any_text() -> None:
    problems = Problems()
    node = document("{near: anything, max: 1}").root
    assert Checker(problems, "E_VALUE").read(node, Spot) == Spot(near="anything", max=1) and not len(problems)


def test_values_that_others_have_and_fields_that_are_not_looked_at() -> None:
    problems = Problems()
    checker = Checker(problems, "E_VALUE")
    checker.meet(Brush, "id", ["flat"])
    node = document("{id: flat, width: wide}").root
    assert not checker.check(node, Brush, skip=["width"])
    assert lines(problems) == ["6 E_ID flat: bad or repeated id; use a-z"]


def test_a_fault_stands_at_the_innermost_value_that_is_written_down() -> None:
    problems = Problems()
    node = document("{id: flat, width: 2}").root
    report_faults(
        node, [Fault(("width",), "too wide", code="E_A"), Fault(("pigment", 3), "dull", code="E_B")], problems
    )
    assert lines(problems) == ["1 E_B dull", "19 E_A too wide"]
