"""Sheets of a small game of its own: the form follows from the class, the report from the checks of content."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, field

from fireteam.content.entry import Entry, Identifier, Text
from fireteam.content.field_kinds import Limit, Reference
from fireteam.content.problems import Problems
from fireteam.content.read import parse_document
from fireteam.content.sheet import sound_part, summary
from fireteam.content.sheet_form import FormTerms, form_fields
from fireteam.content.sheet_reader import SheetReader
from fireteam.content.sheet_text import MAX_SHEET, MAX_TEXT, file_text, plain_value, sheet_text, value_document
from fireteam.content.value_checks import Fault, Terms
from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.sheets import SheetField


class Kit(Entry, frozen=True, kw_only=True):
    """What is carried."""

    id: Identifier
    tools: tuple[Annotated[str, Reference("tool")], ...] = ()


class Hero(Entry, frozen=True, kw_only=True):
    """A hero."""

    id: Identifier
    name: Text
    kind: Literal["soldier", "pilot"] = "soldier"
    luck: Annotated[int, Limit()] = 0
    height: Annotated[float, Meta(ge=1, le=3, description="metres, from 1 to 3 (XY-1.2)")] = 1.75
    brave: bool = False
    ratings: dict[Literal["aim", "run"], Annotated[int, Meta(ge=0, le=12)]] = field(default_factory=dict)
    place: tuple[float, float] | None = None
    kit: Kit | None = None
    friends: Annotated[tuple[Kit, ...], Meta(max_length=2)] = ()


class Tool(Entry, frozen=True, kw_only=True):
    """A tool."""

    id: Identifier
    name: Text
    weight: int = 1


def hero_faults(hero: Hero) -> Iterator[Fault]:
    if hero.kind == "pilot" and not hero.brave:
        yield Fault(("brave",), f"{hero.name} is no pilot without being brave (XY-2.1)", code="E_HERO")


TERMS = Terms(
    names={"tool": ("axe", "rope")}, limits={"Hero": {"luck": {"minimum": 0, "maximum": 5}}}, faults={Hero: hero_faults}
)
READER = SheetReader(Hero, "E_SHEET", "XY-1.1", lambda content: TERMS)
ANN: dict[str, Any] = {"id": "ann", "name": "Ann"}


def form() -> dict[str, SheetField]:
    entries = {("tool", "axe"): Tool(id="axe", name="An axe", weight=3)}
    words, points = {"kind": {"pilot": "flies (XY-1.4)"}}, {"kind": {"pilot": 2}}
    return {each.name: each for each in form_fields(Hero, FormTerms(TERMS, entries, words, points))}  # type: ignore[arg-type]


def problems(value: Any) -> list[tuple[str, str, str]]:
    found = Problems()
    document = value_document(value, found)
    told = READER.check(document, found, None).problems
    return [(each.path, READER.sentence(each, document), each.code) for each in told]


def test_the_form_follows_from_the_class():
    fields = form()
    assert {name: (each.kind, each.shape) for name, each in fields.items()} == {
        "id": ("text", "one"),
        "name": ("text", "one"),
        "kind": ("choice", "one"),
        "luck": ("number", "one"),
        "height": ("number", "one"),
        "brave": ("flag", "one"),
        "ratings": ("number", "map"),
        "place": ("number", "list"),
        "kit": ("record", "one"),
        "friends": ("record", "list"),
    }
    assert [name for name, each in fields.items() if each.required] == ["id", "name"]
    assert (
        fields["name"].longest == MAX_TEXT and fields["kind"].default == "soldier" and fields["ratings"].default == {}
    )
    assert (fields["luck"].low, fields["luck"].high, fields["luck"].whole) == (0, 5, True)
    assert (fields["height"].low, fields["height"].high, fields["height"].whole) == (1, 3, False)
    assert fields["height"].meaning == "metres, from 1 to 3 (XY-1.2)"
    assert (fields["place"].least, fields["place"].most, fields["friends"].most) == (2, 2, 2)
    assert [key.value for key in fields["ratings"].keys] == ["aim", "run"] and fields["ratings"].high == 12


def test_choices_say_what_they_do_and_cost():
    soldier, pilot = form()["kind"].choices
    assert (pilot.meaning, pilot.clause, pilot.points) == ("flies", "XY-1.4", 2) and soldier.points is None
    axe, rope = form()["kit"].fields[1].choices
    assert (axe.title, axe.meaning) == ("An axe", "weight 3") and (rope.title, rope.meaning) == ("rope", "")


def test_every_problem_has_its_place_and_its_clause():
    assert problems(ANN) == []
    assert problems({**ANN, "kind": "pilto"}) == [
        ("kind", "kind must be one of soldier, pilot; did you mean 'pilot'?", "E_SHEET")
    ]
    assert problems({**ANN, "kind": "pilot", "brave": False}) == [
        ("brave", "Ann is no pilot without being brave", "E_HERO")
    ]
    assert problems({**ANN, "height": 9})[0][1] == "height must be a number from 1 to 3"
    assert problems({**ANN, "luck": 9})[0][:2] == ("luck", "luck 9 is outside 0-5")
    assert problems({**ANN, "kit": {"id": "k", "tools": ["axe", "saw"]}})[0][0] == "kit.tools[1]"
    assert problems({"id": "ann"}) == [("", "field name is missing", "E_SHEET")]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * (MAX_TEXT + 1), "name has 41 characters; 40 are allowed"),
        ("a\u202eb", "name holds characters that do not print"),
        ("a\nb", "name holds characters that do not print"),
        (" a", "name begins or ends with a space"),
    ],
)
def test_texts_are_short_and_print(name: str, sentence: str):
    assert (("name", sentence, "E_SHEET")) in problems({**ANN, "name": name})
    assert problems({**ANN, name: 5})  # nor does the name of a field


def test_what_is_too_large_or_too_deep_is_told_and_nothing_else():
    deep: Any = []
    for _ in range(2_000):
        deep = [deep]
    assert problems(deep) == [("", "is nested more than 20 deep", "E_SHEET")]
    assert problems({"id": "x" * MAX_SHEET}) == [("", "is larger than 16 KiB", "E_SHEET")]


def test_a_match_refuses_by_the_first_problem():
    assert READER.read('{"id":"ann","name":"Ann"}', None) == Hero(id="ann", name="Ann")
    for text, clause in (
        ('{"id":"ann","name":"Ann","kind":"pilot"}', "XY-2.1"),
        ('{"id":"ann","name":"Ann","height":9}', "XY-1.1"),
        ('{"id":"ann"', "XY-1.1"),
        ("{" * 100_000, "XY-1.1"),
        ('{"id":"\udc80"}', "XY-1.1"),
    ):
        with pytest.raises(IllegalChoice) as error:
            READER.read(text, None)
        assert error.value.clause == clause


def test_text_and_file_say_the_same_and_leave_out_what_is_as_usual():
    hero = Hero(
        id="ann",
        name="Ann: the 1st",
        kind="pilot",
        height=2.0,
        brave=True,
        ratings={"aim": 3},
        place=(1.0, 2.5),
        friends=(Kit(id="a", tools=("axe",)), Kit(id="b")),
    )
    value = {
        **{"id": "ann", "name": "Ann: the 1st", "kind": "pilot", "height": 2, "brave": True, "ratings": {"aim": 3}},
        **{"place": [1, 2.5], "friends": [{"id": "a", "tools": ["axe"]}, {"id": "b"}]},
    }
    assert plain_value(hero) == value
    assert READER.read(sheet_text(hero), None) == hero
    text = file_text(value)
    assert text.split("\n")[1] == 'name: "Ann: the 1st"' and "  - {id: a, tools: [axe]}" in text
    document = parse_document(text.encode(), "ann.yaml", Problems())
    assert document and document.value == value
    assert file_text(5) == ""


def test_costs_are_of_what_is_sound():
    value = {"id": "", "kind": "nobody", "luck": 2, "friends": [{"id": "a", "tools": ["saw", "axe"]}, 5], "more": 1}
    part = sound_part(value, Hero, TERMS)
    assert (part.name, part.kind, part.luck, part.friends) == ("", "soldier", 2, (Kit(id="a", tools=("axe",)),))


def test_a_summary_says_what_is_left():
    said = [summary(1, None), summary(38, 40), summary(40, 40), summary(41, 40)]
    assert said == ["1 point", "38 of 40 points: 2 left", "40 of 40 points: just right", "41 of 40 points: 1 too many"]
