"""The worked examples of section 25 that are play (tests/examples/gunplay.yaml); others stand with their rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.games.gunplay.table import (
    FULL,
    INITIATIVE,
    At,
    decider,
    do,
    is_down,
    number_of,
    of_kind,
    phase_of,
    place_of,
    posture_of,
    refused,
    table,
    who,
)

EXAMPLES = yaml.safe_load((Path(__file__).parents[2] / "examples" / "gunplay.yaml").read_text(encoding="utf-8"))
SETS = {"full": FULL, "initiative": INITIATIVE}


def marked_examples() -> list[Any]:
    """Each example, marked with the clauses that it proves."""
    return [
        pytest.param(each, id=each["example"].replace(" ", "_"), marks=pytest.mark.clause(*each["clauses"]))
        for each in EXAMPLES
    ]


@pytest.mark.parametrize("example", marked_examples())
def test_a_worked_example_comes_out_as_the_book_says(example: dict[str, Any]) -> None:
    chosen = dict(example["set"])
    chosen["modules"] = SETS.get(chosen.get("modules", ""), chosen.get("modules", ""))
    at = table(
        *example["characters"].split("; "), pieces=[tuple(piece) for piece in example.get("pieces", ())], **chosen
    )
    told: list[Any] = []
    for step in example["play"]:
        if "do" in step or "dice" in step:
            told = do(*at, *([step["do"]] if "do" in step else []), dice=step.get("dice", []))
        for key, wanted in step.get("then", {}).items():
            assert look(at, told, key) == wanted, key


def look(at: At, told: list[Any], key: str) -> Any:
    """How something stands now, or was told of last."""
    states = at[1]
    subject, _, field = key.partition(".")
    if key.startswith("refused "):
        return refused(*at, key.removeprefix("refused "))
    if key == "phase":
        return phase_of(states)
    if key == "decides":
        return "AB"[decider(states)]
    if key in ("actions", "keeps"):
        return int(states[0][key])
    if key == "offered":
        side = "AB"[1 - (int(states[0].active) - 1) // 12]
        return [f"{side}{k + 1}" for k in range(12) if int(states[0].doing.offered) >> k & 1]
    if key in ("level", "modifiers", "result"):
        return getattr(of_kind(told, "attacked")[-1].event, key)
    if key == "attackers":
        return [one.event.char for one in of_kind(told, "attacked")]
    if key == "told":
        return [float(part) for part in of_kind(told, "moved")[0].event.end.split(",")]
    return of_character(states, subject, field)


def of_character(states: Any, name: str, field: str) -> Any:
    """A field of a character."""
    assert number_of(name) >= 0
    if field == "down":
        return is_down(states, name)
    if field == "at":
        return list(place_of(states, name))
    if field == "posture":
        return posture_of(states, name)
    field, _, place = field.partition(".")
    value = who(states, name)[field]
    return int(value[int(place)]) if place else int(value)
