"""Verbs with many optional fields, which are written by name, share a base, and stand in the parts of a choice."""

from __future__ import annotations

import inspect
from typing import Annotated

import msgspec
import pytest

from fireteam.core.errors import BadNotation
from fireteam.core.protocol.choices import (
    Verb,
    decode,
    encode,
    form_schema,
    from_json,
    kinds,
    new_choices,
    notation,
    parse,
    schema,
    usage,
)
from fireteam.core.protocol.field_kinds import (
    Number,
    PartPlace,
    Point,
    Region,
    Target,
    Thing,
    Unit,
    Word,
    YesNo,
)
from fireteam.core.protocol.list_kinds import Path, Split, Units
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.verb_functions import verb_functions, verb_kinds

NAMES = SquareNames(("ann", "bob", "cid"), {"weapon": {"bow": "Bow", "axe": "Axe"}})


class Order(Verb, frozen=True, kw_only=True):
    """What any order may say besides (GAME-1.1)."""

    named = True
    stance: Annotated[str, Word("normal", "evade", "brave", place=PartPlace(0, 2))] = "normal"
    weapon: Annotated[str, Thing("weapon", place=PartPlace(1, 2))] = "-"
    guard: Annotated[str, Unit(place=PartPlace(2, 2), or_none=True)] = "-"
    path: Annotated[list[str], Path(row=0, count=PartPlace(8, 0), most=8)] = msgspec.field(default_factory=list)


class Attack(Order, frozen=True):
    """Attack somebody (GAME-1.2)."""

    target: Annotated[str, Target()]
    burst: Annotated[str, YesNo(place=PartPlace(8, 1))] = "no"
    shots: Annotated[int, Number(place="n", high=9)] = 1
    others: Annotated[list[str], Units(row=9, count=PartPlace(8, 2), most=3)] = msgspec.field(default_factory=list)


class Wait(Order, frozen=True):
    """Wait somewhere (GAME-1.3)."""

    inside: Annotated[str, Region(place=PartPlace(10, 1))] = "-"


class Call(Verb, frozen=True):
    """Call how something is done (GAME-1.4)."""

    how: Annotated[str, Word("high", "low")]
    stance: Annotated[str, Word("stand", "lie", place="x")] = "stand"


VERBS = verb_kinds(__name__)
MADE = verb_functions("a.game.orders", VERBS)

LINES = [
    ("attack bob", Attack("bob")),
    ("attack bob burst=yes stance=evade", Attack("bob", burst="yes", stance="evade")),
    ("attack bob shots=3 others=ann,cid weapon=axe", Attack("bob", shots=3, others=["ann", "cid"], weapon="axe")),
    ("attack bob guard=cid path=a1>b2", Attack("bob", guard="cid", path=["a1", "b2"])),
    ("wait", Wait()),
    ("wait inside=a1:c3 stance=brave", Wait(inside="a1:c3", stance="brave")),
    ("call low", Call("low")),
    ("call low lie", Call("low", "lie")),
]


@pytest.mark.parametrize(("line", "value"), LINES, ids=lambda word: str(word)[:30])
def test_notation_record_and_json_say_the_same(line: str, value: Verb) -> None:
    assert notation(value) == line
    assert parse(line, VERBS) == value
    assert decode(encode(value, VERBS, NAMES)[0], VERBS, NAMES) == value
    assert from_json(msgspec.json.encode(value), VERBS) == value


def test_a_base_is_no_verb_and_its_fields_come_after_those_of_a_verb() -> None:
    assert (Attack, Wait, Call) == VERBS
    assert list(kinds(Attack)) == ["target", "burst", "shots", "others", "stance", "weapon", "guard", "path"]
    assert [name for name, _, needed in form_schema(Attack) if needed] == ["target"]
    assert "Order" not in schema(VERBS)["$defs"]
    assert usage(Attack) == "attack target [burst=] [shots=] [others=] [stance=] [weapon=] [guard=] [path=]"


def test_what_is_needed_comes_first_though_a_base_says_it() -> None:
    class Aimed(Verb, frozen=True, kw_only=True):
        at: Annotated[str, Target()]

    class Lob(Aimed, frozen=True):
        how: Annotated[str, Word("high", "low")] = "high"

    assert list(kinds(Lob)) == ["at", "how"]
    assert notation(parse("lob bob low", (Lob,))) == "lob bob low"


def test_names_may_stand_in_any_order_and_one_choice_has_one_notation() -> None:
    value = parse("attack bob stance=evade burst=yes shots=1 weapon=-", VERBS)
    assert value == parse("attack Stance=evade burst=yes target=bob", VERBS)
    assert notation(value) == "attack bob burst=yes stance=evade"


def test_any_verb_takes_names_after_what_has_none() -> None:
    assert parse("call low stance=lie", VERBS) == parse("call stance=lie how=low", VERBS) == Call("low", "lie")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack bob stanec=evade", "attack has no 'stanec', did you mean stance?; it has target, burst, shots"),
        ("attack bob qqq=1", "attack has no 'qqq'; it has target, burst"),
        ("attack bob burst=yes burst=no", "burst is said twice; write: attack target [burst=]"),
        ("attack bob target=ann", "target is said twice; write: attack target"),
        ("attack bob stance=", "stance= is without a value; write: attack"),
        ("attack bob evade", "'evade' is too much; write: attack target [burst=]"),
        ("attack burst=yes bob", "'bob' has no name and stands after burst=; write: attack target"),
        ("attack burst=yes", "'target' is missing; write: attack target"),
        ("attack bob stance=high", "'high' is none of normal, evade, brave"),
        ("call low lie stance=stand", "stance is said twice; write: call how [stance]"),
    ],
)
def test_a_line_that_is_no_choice_is_told_what_is_wrong_and_what_to_write(line: str, said: str) -> None:
    with pytest.raises(BadNotation) as error:
        parse(line, VERBS)
    assert str(error.value).startswith(said)


def test_a_unit_that_may_be_none_is_told_from_one_that_nobody_knows() -> None:
    def guard(line: str) -> int:
        return int(MADE["read_attack"](encode(parse(line, VERBS), VERBS, NAMES)[0]).guard)

    assert (guard("attack bob"), guard("attack bob guard=zoe"), guard("attack bob guard=cid")) == (-1, -2, 2)
    choice = encode(Attack("bob", guard="zoe"), VERBS, NAMES)
    assert notation(decode(choice[0], VERBS, NAMES)) == "attack bob guard=?"


def test_a_list_has_no_more_entries_than_it_says() -> None:
    for line in ("attack bob others=ann,bob,cid,ann", "wait path=" + ">".join(["a1"] * 9)):
        with pytest.raises(BadNotation, match=r"a list holds at most [38] entries, not [49]"):
            encode(parse(line, VERBS), VERBS, NAMES)


def test_several_lists_and_words_stand_side_by_side_in_the_parts() -> None:
    value = Attack("bob", burst="yes", others=["cid", "ann"], stance="brave", weapon="axe", path=["b1", "c2"])
    parts = encode(value, VERBS, NAMES)[0].parts
    assert parts[:3].tolist() == [[1, 0, 2], [2, 1, 1], [0, 0, -1]]
    assert parts[8:10].tolist() == [[2, 1, 2], [2, 0, 0]]


def test_what_is_written_by_rules_is_what_the_notation_gives() -> None:
    choice = new_choices(1)
    MADE["write_attack"](choice[0], 1, stance=2, burst=1)
    MADE["add_to_others"](choice[0], 2)
    MADE["add_to_others"](choice[0], 0)
    MADE["add_to_path"](choice[0], 1, 0)
    value = Attack("bob", burst="yes", others=["cid", "ann"], stance="brave", path=["b1"])
    assert choice.tobytes() == encode(value, VERBS, NAMES).tobytes()
    said = MADE["read_attack"](choice[0])
    assert (said.target, said.burst, said.shots, said.stance, said.weapon, said.guard) == (1, 1, 1, 2, -1, -1)
    assert [MADE["others_at"](choice[0], k) for k in range(MADE["others_count"](choice[0]))] == [2, 0]
    assert (MADE["path_count"](choice[0]), tuple(MADE["path_at"](choice[0], 0))) == (1, (1, 0))


def test_what_is_usual_may_be_left_out_by_who_writes() -> None:
    parameters = inspect.signature(MADE["write_attack"]).parameters
    assert {name: one.default for name, one in parameters.items() if one.default is not one.empty} == {
        "burst": 0,
        "shots": 1,
        "stance": 0,
        "weapon": -1,
        "guard": -1,
    }
    assert list(inspect.signature(MADE["write_wait"]).parameters)[1:6] == [
        "inside_given",
        "inside_x0",
        "inside_y0",
        "inside_x1",
        "inside_y1",
    ]


@pytest.mark.parametrize(
    ("row", "column", "number"), [(0, 2, 3), (0, 2, -1), (8, 0, 9), (8, 1, 2), (8, 2, 4), (8, 2, -1), (8, 1, -1)]
)
def test_a_record_that_no_notation_can_say_is_not_of_form(row: int, column: int, number: int) -> None:
    choice = encode(Attack("bob", others=["ann"], stance="brave"), VERBS, NAMES)
    assert MADE["is_of_form"](choice[0])
    choice[0].parts[row, column] = number
    assert not MADE["is_of_form"](choice[0])


def test_what_is_no_verb_is_not_of_form() -> None:
    choice = new_choices(1)
    for verb, said in ((0, False), (1, True), (3, True), (4, False), (-1, False)):
        choice[0].verb = verb
        assert bool(MADE["is_of_form"](choice[0])) is said
    choice[0].verb, choice[0].n = 1, 10
    assert not MADE["is_of_form"](choice[0])


def test_two_fields_of_a_verb_have_no_place_in_common() -> None:
    class Twice(Verb, frozen=True):
        shares: Annotated[list[str], Split(most=2)]
        to: Annotated[str, Point(place=PartPlace(1, 2))]

    class Outside(Verb, frozen=True):
        to: Annotated[str, Point(place=PartPlace(15, 2))]

    with pytest.raises(TypeError, match=r"Twice: shares and to both stand at parts\[1, 2\]"):
        verb_functions("a.game", (Twice,))
    with pytest.raises(TypeError, match=r"Outside.to stands at parts\[16, 0\], outside a choice"):
        verb_functions("a.game", (Outside,))
