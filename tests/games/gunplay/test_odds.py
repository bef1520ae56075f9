"""Section 26: every row of the table of exact odds, asked of the questions that players ask."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

import fireteam.games.gunplay.game  # noqa: F401 - binds the rules
from fireteam.core.errors import BadQuestion
from fireteam.games.gunplay.odds import ODDS

ROWS = yaml.safe_load(Path(__file__).with_name("odds.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_table_of_exact_odds_holds(row: dict[str, Any]) -> None:
    answer = ODDS[row["kind"]].ask(None, row["parts"])
    assert set(answer) == set(row["results"])
    for name, result in row["results"].items():
        told = answer[name] if isinstance(answer[name], str) else Fraction(answer[name]["exact"])
        assert told == (result if isinstance(told, str) else Fraction(result)), name
        assert isinstance(told, str) or answer[name]["float"] == float(told)


@pytest.mark.parametrize("name", ODDS)
def test_every_question_answers_its_own_example(name: str) -> None:
    parts = dict(word.split("=", 1) for word in ODDS[name].example.split())
    assert ODDS[name].ask(None, parts)


@pytest.mark.parametrize(
    ("kind", "parts", "said"),
    [
        ("shoot", {"level": "Medium"}, "level is one of Impossible, Extreme, Hard"),
        ("gauntlet", {"char": {"nerv": 1}}, "char has no part 'nerv'; it has nerve"),
        ("gauntlet", {"char": "brave"}, "char is an object"),
        ("chain", {"chars": []}, "chars is a list of 1 to 12 objects"),
        ("chain", {"chars": [{}, {"nerve": 2}]}, "chars[1].nerve is between -1 and 1, not 2"),
    ],
)
def test_a_part_that_is_off_is_told_with_its_place(kind: str, parts: dict[str, Any], said: str) -> None:
    with pytest.raises(BadQuestion) as error:
        ODDS[kind].ask(None, parts)
    assert said in str(error.value)
