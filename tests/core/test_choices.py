"""Choices: one Struct a verb; record, notation, JSON, schema and form follow from its fields."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import numpy as np
import pytest

from fireteam.core.errors import BadNotation
from fireteam.core.protocol.choices import (
    MAX_NUMBER,
    Verb,
    decode,
    encode,
    form_schema,
    from_json,
    kinds,
    name_of,
    new_choices,
    notation,
    parse,
    put_choice,
    schema,
)
from fireteam.core.protocol.field_kinds import PARTS, Number, Point, Target, Thing, Unit, Vector, Word, snake_case
from fireteam.core.protocol.list_kinds import Path, Split, Things, Units
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.space.units import decimal_text, read_point


class Names(SquareNames):
    """Units ann and bob; things are hats."""

    def thing(self, sort: str, index: int) -> str:
        return ("bowler", "fez")[index]

    def find_thing(self, sort: str, text: str) -> int:
        return ("bowler", "fez").index(text) if text in ("bowler", "fez") else -1


class MoveTo(Verb):
    unit: Annotated[str, Unit()]
    to: Annotated[str, Point()]
    pace: Annotated[str, Word("walk", "run")] = "walk"


class Shoot(Verb):
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    shots: Annotated[int, Number(low=1, high=9)] = 1


class Wear(Verb):
    hat: Annotated[str, Thing("hat")]


class Collect(Verb):
    hats: Annotated[list[str], Things("hat")]


class Gather(Verb):
    units: Annotated[list[str], Units()]


class Follow(Verb):
    path: Annotated[list[str], Path()]


class Share(Verb):
    shares: Annotated[list[str], Split()]


class Step(Verb):
    way: Annotated[str, Vector()]


class Rest(Verb):
    free = True


VERBS = (MoveTo, Shoot, Wear, Collect, Gather, Follow, Share, Rest, Step)
NAMES = Names(("ann", "bob"))
LINES = [
    ("move_to ann c4", MoveTo("ann", "c4")),
    ("move_to ann c4 run", MoveTo("ann", "c4", "run")),
    ("shoot ann bob", Shoot("ann", "bob")),
    ("shoot ann bob 3", Shoot("ann", "bob", 3)),
    ("wear fez", Wear("fez")),
    ("collect fez,fez,bowler,fez", Collect(["fez", "fez", "bowler", "fez"])),
    ("gather bob,ann", Gather(["bob", "ann"])),
    ("gather -", Gather([])),
    ("follow a1>a2>b2", Follow(["a1", "a2", "b2"])),
    ("share ann:1:2,bob:0:3", Share(["ann:1:2", "bob:0:3"])),
    ("share ann,bob:3,ann:0:2", Share(["ann", "bob:3", "ann:0:2"])),
    ("rest", Rest()),
]


@pytest.mark.parametrize(("line", "value"), LINES, ids=lambda word: str(word)[:30])
def test_notation_record_and_json_say_the_same(line: str, value: Verb) -> None:
    assert notation(value) == line
    assert parse(line, VERBS) == value
    assert decode(encode(value, VERBS, NAMES)[0], VERBS, NAMES) == value
    assert from_json(msgspec.json.encode(value), VERBS) == value


def test_a_record_keeps_each_kind_in_its_place() -> None:
    choice = encode(MoveTo("bob", "c4", "run"), VERBS, NAMES)[0]
    assert (choice.verb, choice.unit, choice.x, choice.y, choice.n) == (1, 1, 2, 3, 1)
    choice = encode(Share(["bob:1:2", "ann:0:3"]), VERBS, NAMES)[0]
    assert (choice.n, choice.parts[:2].tolist()) == (2, [[1, 1, 2], [0, 0, 3]])
    choice = encode(Collect(["fez", "bowler", "fez", "fez"]), VERBS, NAMES)[0]
    assert (choice.n, choice.parts[:2].tolist()) == (4, [[1, 0, 1], [1, 0, 0]])
    choice = encode(Follow(["a1", "b2"]), VERBS, NAMES)[0]
    assert (choice.n, choice.parts[:2].tolist()) == (2, [[0, 0, 0], [1, 1, 0]])


def test_an_unknown_name_of_the_right_form_is_a_number_that_rules_can_refuse() -> None:
    assert encode(Shoot("ann", "zoe"), VERBS, NAMES)[0].target == -1
    assert encode(Wear("crown"), VERBS, NAMES)[0].n == -1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "nothing was said; there is move_to, shoot"),
        ("fly ann", "no action 'fly'; there is move_to, shoot"),
        ("move_to", "'unit' is missing; write: move_to unit to [pace]"),
        ("move_to ann", "'to' is missing; write: move_to unit to [pace]"),
        ("move_to ann c4 run fast", "'fast' is too much; write: move_to unit to [pace]"),
        ("move_to ann c4 crawl", "'crawl' is none of walk, run"),
        ("shoot ann bob many", "'many' is no whole number"),
        ("shoot ann bob 10", "10 is outside 1 to 9"),
    ],
)
def test_a_line_that_is_no_choice_is_told_what_is_wrong_and_what_to_write(line: str, said: str) -> None:
    with pytest.raises(BadNotation) as error:
        parse(line, VERBS)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move_to ann nowhere", "'nowhere' is not a square; squares are named like e7"),
        ("share ann:x", "'ann:x' is no share; write name, name:number or name:number:number"),
        ("share ann:-1:2", "'ann:-1:2' is no share"),
        (f"share ann:1:{10**30}", "has a number beyond"),
        (f"share ann:1:{MAX_NUMBER + 1}", "has a number beyond"),
        ("follow " + ">".join(["a1"] * (PARTS + 1)), f"a list holds at most {PARTS} entries, not {PARTS + 1}"),
        ("gather " + ",".join(["ann"] * (3 * PARTS + 1)), f"a list holds at most {3 * PARTS} entries"),
    ],
)
def test_a_value_that_no_record_holds_is_refused_before_the_rules_see_it(line: str, said: str) -> None:
    with pytest.raises(BadNotation) as error:
        encode(parse(line, VERBS), VERBS, NAMES)
    assert said in str(error.value)


@pytest.mark.parametrize(
    "message",
    [b"", b"{}", b"[1]", b'{"verb": "fly"}', b'{"verb": "rest", "more": 1}', b'{"verb": "wear", "hat": 3}', b"\xff"],
)
def test_json_that_is_no_choice_is_refused(message: bytes) -> None:
    with pytest.raises(BadNotation):
        from_json(message, VERBS)


def test_the_schema_says_the_kind_of_every_field() -> None:
    whole = schema(VERBS)
    assert set(whole["$defs"]) == {verb.__name__ for verb in VERBS}
    fields: dict[str, Any] = whole["$defs"]["MoveTo"]["properties"]
    assert {name: field.get("x-kind") for name, field in fields.items()} == {
        "verb": None,
        "unit": "unit",
        "to": "point",
        "pace": "word",
    }
    assert whole["$defs"]["MoveTo"]["required"] == ["verb", "unit", "to"]


def test_a_form_asks_for_each_field_and_knows_which_may_stay_empty() -> None:
    assert form_schema(MoveTo) == [("unit", "unit", True), ("to", "point", True), ("pace", "word", False)]
    assert form_schema(Rest) == []


def test_a_verb_is_called_by_its_class() -> None:
    assert name_of(MoveTo) == "move_to"
    assert snake_case("EndTurn") == "end_turn"


def test_a_field_without_a_kind_is_named() -> None:
    class Vague(Verb):
        what: str

    with pytest.raises(TypeError, match=r"Vague\.what has no kind"):
        kinds(Vague)


def test_choices_of_many_slots_lie_side_by_side() -> None:
    choices = new_choices()
    put_choice(choices, 3, encode(Wear("fez"), VERBS, NAMES))
    assert [int(choice.verb) for choice in choices[:5]] == [0, 0, 0, 3, 0]
    assert np.count_nonzero(choices.view(np.int64)) == 2


# Shares


def test_a_share_left_out_at_the_end_is_zero_and_every_share_has_one_notation() -> None:
    short, long = parse("share ann,bob:3", VERBS), parse("share ann:0:0,bob:03:0", VERBS)
    assert short == long and notation(Share(["ann:0:0", "bob:3:0"])) == "share ann,bob:3"
    assert encode(short, VERBS, NAMES)[0].parts[:2].tolist() == [[0, 0, 0], [1, 3, 0]]


@pytest.mark.parametrize("entry", ["ann:1:2:3", "ann:x", "ann:-1", ":1", "ann:1:", "ann:" + "9" * 5000])
def test_what_is_no_share_is_told(entry: str) -> None:
    with pytest.raises(BadNotation, match="is no share; write name, name:number or name:number:number"):
        parse(f"share {entry}", VERBS)


# Free tables


class Free(Names):
    """Places are written as decimals."""

    def point(self, x: int, y: int) -> str:
        return f"{decimal_text(x)},{decimal_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        found = read_point(text)
        if found is None:
            raise BadNotation(f"{text!r} is no place; write one like 12.5,21")
        return found


def test_a_way_is_kept_like_a_place_and_has_a_form_of_its_own() -> None:
    names = Free(("ann",))
    choice = encode(parse("step 0.6,-0.8", VERBS), VERBS, names)
    assert (choice[0].x, choice[0].y) == (600_000, -800_000)
    assert notation(decode(choice[0], VERBS, names)) == "step 0.6,-0.8"
    assert form_schema(Step) == [("way", "vector", True)]
    with pytest.raises(BadNotation, match="is no place"):
        encode(parse("step north", VERBS), VERBS, names)
