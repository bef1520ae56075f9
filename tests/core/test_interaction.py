"""How choices are made: which verbs are pointed, built or listed, and what a tap attempts."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import field

from fireteam.core.protocol.choices import Verb, name_of
from fireteam.core.protocol.field_kinds import Number, Point, Target, Unit, Vector, Word
from fireteam.core.protocol.interaction import MAX_LISTED, attempts, interaction_of
from fireteam.core.protocol.list_kinds import Path, Split, Things
from fireteam.core.protocol.scene import Decision, Option


class Pick(Verb, frozen=True):
    types: Annotated[list[str], Things("piece")]


class Step(Verb, frozen=True):
    piece: Annotated[str, Unit()]
    to: Annotated[str, Point()]


class Go(Verb, frozen=True):
    by: Annotated[str, Vector()]


class Hike(Verb, frozen=True):
    piece: Annotated[str, Unit()]
    path: Annotated[list[str], Path()]


class Lob(Verb, frozen=True):
    at: Annotated[str, Point()]
    dice: Annotated[int, Number()]


class Shoot(Verb, frozen=True):
    piece: Annotated[str, Unit()]
    target: Annotated[str, Target()]


class Spray(Verb, frozen=True):
    targets: Annotated[list[str], Split()]


class Pose(Verb, frozen=True):
    hand: Annotated[str, Word("left", "right")]
    stance: Annotated[str, Word("standing", "crouching", place="x")]


class Wait(Verb, frozen=True):
    pass


class Order(Verb, frozen=True):
    named = True
    path: Annotated[list[str], Path()] = field(default_factory=list)


class Resign(Verb, frozen=True):
    free = True


VERBS = (Pick, Step, Go, Lob, Shoot, Pose, Wait, Resign)


def decision(*lines: str, count: int = 0) -> Decision:
    options = tuple(Option(line, line, line.split()[0], "X-1") for line in lines)
    return Decision(0, "?", count or len(options), options, tuple(dict.fromkeys(one.verb for one in options)))


def use(line: str, number: int = 1, count: int = 0, is_free: bool = False):
    return interaction_of(decision(*[line] * number, count=count), is_free, VERBS).uses[0]


@pytest.mark.parametrize(
    ("line", "is_free", "expected"),
    [
        ("step r1 a2", False, ""),  # every place is an option, and shines
        ("step r1 a2", True, "pointed"),
        ("go 0.6,0.8", True, "pointed"),
        ("lob 3,4 2", True, "built buildable"),  # a place alone is not enough
        ("lob 3,4 2", False, ""),
        ("shoot r1 b1", True, ""),
        ("wait", True, ""),
        ("pose left standing", True, ""),
        ("pick a,b", False, "gathers"),
    ],
)
def test_a_verb_of_a_whole_menu_is_used_as_its_fields_and_the_table_have_it(line, is_free, expected):
    found = use(line, is_free=is_free)
    words = {
        "pointed": found.is_pointed,
        "built": found.is_built,
        "buildable": found.is_buildable,
        "gathers": found.gathers_things,
    }
    assert " ".join(word for word, holds in words.items() if holds) == expected


def test_the_table_finds_the_path_to_a_place_that_is_pointed_at():
    decision = Decision(0, "?", 1, (Option("hike r1 -", "stay", "hike", "X-1", "r1"),), ("hike",))
    (use,) = interaction_of(decision, True, (Hike,)).uses
    assert use.is_pointed and use.is_routed and not use.is_built
    (use,) = interaction_of(decision, False, (Hike,)).uses
    assert not (use.is_pointed or use.is_routed)


def test_on_a_free_table_an_order_may_say_a_path_besides():
    decision = Decision(0, "?", 1, (Option("order", "stay", "order", "X-1", "r1"),), ("order",))
    for is_free in (True, False):
        (use,) = interaction_of(decision, is_free, (Order,)).uses
        assert use.takes_path == is_free and not use.is_pointed and not use.is_routed


def test_what_is_too_long_to_be_listed_is_built():
    assert [use("pose left standing", n).is_built for n in (MAX_LISTED, MAX_LISTED + 1)] == [False, True]
    assert [use("pick a,b", n).is_built for n in (MAX_LISTED, MAX_LISTED + 1)] == [False, True]
    assert not use("shoot r1 b1", MAX_LISTED + 1).is_built and use("shoot r1 b1", count=900).is_built
    assert use("pick a,b", count=900).is_buildable and not use("wait", count=900).is_built


def test_options_with_a_target_are_listed_unless_a_place_goes_with_it():
    assert use("shoot r1 b1", count=900).lists_targets and not use("lob 3,4 2", is_free=True).lists_targets


def test_the_longest_way_on_the_menu_is_how_far_a_step_goes():
    assert interaction_of(decision("go 0.6,0.8", "go 0,0.5"), True, VERBS).uses[0].reach == pytest.approx(1.0)
    assert use("step r1 a2").reach is None


def test_a_tap_attempts_what_is_owed_first_then_what_comes_late_in_a_turn():
    def groups(owed: set[str], is_at_unit: bool) -> list[str]:
        return [" ".join(map(name_of, of)) for of in attempts(VERBS, owed, is_at_unit)]

    at_place = groups({"wait", "step"}, False)
    assert at_place == ["step wait", "wait pose shoot lob go step pick"]
    assert groups({"step", "wait"}, True) == ["", "shoot", *at_place]
    assert groups({"shoot", "pick"}, True)[:3] == ["shoot", "shoot", "pick shoot"]


def test_a_tap_on_a_unit_attempts_an_attack_that_may_be_split():
    assert attempts((Wait, Spray, Go), {"wait"}, True)[:2] == ((), (Spray,))
