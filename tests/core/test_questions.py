"""Kinds of parts of questions: how what somebody wrote becomes what the function wants; and how odds are told."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

import pytest

from fireteam.core.chance.answers import chance_answer, mean_answer, modifier_answer, odds_line, spread_answer
from fireteam.core.chance.spread import Spread
from fireteam.core.errors import BadQuestion, UnknownName
from fireteam.core.protocol.events import ModifierRow
from fireteam.core.protocol.questions import (
    LengthPart,
    ListPart,
    NamePart,
    NumberPart,
    PartKind,
    PointPart,
    module_questions,
    question,
)
from fireteam.core.protocol.scene import Modifier

LADDER = NamePart("a level", "level", lambda: {"easy": 3, "hard": 9})


@question("which level it is", name="level")
def level_of(game: Any, level: Annotated[int, LADDER]) -> dict[str, Any]:
    return {"level": level}


@question("how far it is")
def length(game: Any, far: Annotated[int, LengthPart("in MU", 1, 40)] = 0) -> dict[str, Any]:
    return {"steps": far}


def test_a_module_answers_its_questions_in_their_order() -> None:
    questions = module_questions(sys.modules[__name__])
    assert list(questions) == ["level", "length"]
    assert questions["level"].ask(None, {"level": "hard"}) == {"level": 9}


def test_a_name_stands_for_what_has_it_and_an_unknown_one_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="no level named 'mild'; there is easy, hard"):
        LADDER.parse("mild", "level")


@pytest.mark.parametrize(("value", "steps"), [("8", 8_000_000), (8.5, 8_500_000), (Decimal("1.000001"), 1_000_001)])
def test_a_length_is_read_in_steps(value: Any, steps: int) -> None:
    assert LengthPart("in MU", 1, 40).parse(value, "far") == steps


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (LengthPart("", 1, 40), "2.1234567", "2.1234567 has more than 6 decimals"),
        (LengthPart("", 1, 40), "0.5", "far is between 1 and 40, not 0.5"),
        (PointPart(""), "12", "far is a point such as 12.5,21, not '12'"),
        (ListPart("", NumberPart("")), "1,two", "far is a whole number, not 'two'"),
    ],
)
def test_what_is_no_such_part_is_refused(kind: PartKind, value: str, said: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        kind.parse(value, "far")
    assert str(refused.value) == said


def test_a_list_is_words_or_what_each_is_read_as() -> None:
    assert ListPart("").parse(" a, b,,c ", "") == ListPart("").parse(["a", "b", "c"], "") == ["a", "b", "c"]
    assert ListPart("", LADDER).parse("hard,easy", "") == [9, 3]
    assert PointPart("").parse("-0.5,2", "") == (-500_000, 2_000_000)


def test_chances_are_told_with_fraction_and_float() -> None:
    third = Fraction(1, 3)
    assert chance_answer(third, why=1) == {"exact": "1/3", "float": 1 / 3, "percent": "33.3%", "why": 1}
    assert mean_answer(Fraction(3, 2)) == {"exact": "3/2", "float": 1.5}
    assert spread_answer(Spread({2: third})) == {"2": chance_answer(third)}


def test_modifiers_stand_beside_the_chance_that_they_make() -> None:
    row = ModifierRow("cover", "X-1.1", -2)
    assert modifier_answer([row]) == [{"label": "cover", "amount": -2, "clause": "X-1.1"}]
    line = odds_line("hits", Fraction(1, 4), [row], exact=False)
    assert (line.exact, line.chance, line.modifiers) == ("1/4", 0.25, (Modifier("cover", "X-1.1", -2),))
    assert line.sampled
