"""Refusals say in a sentence what is wrong: numbers by their kinds, names as the choice has them."""

from __future__ import annotations

from typing import Annotated

import pytest

from fireteam.core.protocol.choices import UnknownNames, Verb, unknown_names
from fireteam.core.protocol.field_kinds import Number, Point, Thing, Unit, UnitName
from fireteam.core.protocol.list_kinds import Things, Units
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.refusals import RefusalList

NAMES = SquareNames(("ann", "bob"))


class Give(Verb, frozen=True):
    """Hand things over (TOY-1)."""

    unit: UnitName
    to: Annotated[list[str], Units()]
    things: Annotated[list[str], Things("gear")]
    but: Annotated[str, Thing("gear", place="target")] = "-"


def test_a_word_of_a_sentence_has_the_kind_of_its_name_in_the_order_of_the_sentence() -> None:
    refusals = RefusalList("TOY-1", at=Point(), steps=Number(), unit=Unit())
    far = refusals.declare("E_FAR", "TOY-2", "{at} is {steps} steps away from {slot}")
    own = refusals.declare("E_OWN", "TOY-3", "{steps} are no {unit}", steps=Point())
    assert refusals[far].words((2, 3, 7), NAMES) == {"unknown": "-", "at": "c4", "steps": "7"}
    assert refusals[own].words((2, 3, 0), NAMES) == {"unknown": "-", "steps": "c4"}


def test_a_refusal_has_room_for_three_numbers() -> None:
    refusals = RefusalList("TOY-1", at=Point(), to=Point())
    with pytest.raises(ValueError, match="E_FAR: a refusal has room for 3 numbers"):
        refusals.declare("E_FAR", "TOY-2", "{at} is far from {to}")


def test_names_that_nothing_has_are_found_in_the_order_of_the_fields() -> None:
    value = Give("zoe", ["bob", "tom"], ["axe"], "-")
    assert unknown_names(value, (Give,), NAMES) == UnknownNames(["zoe", "tom"], ["axe"])
    refusals = RefusalList("TOY-1", unit=Unit())
    nobody = refusals.declare("E_NOBODY", "TOY-2", "there is no {unit}, nor {unknown}")
    unknown = unknown_names(value, (Give,), NAMES)
    assert refusals[nobody].words((-1, 0, 0), NAMES, unknown) == {"unknown": "axe", "unit": "zoe"}
    assert refusals[nobody].words((1, 0, 0), NAMES, unknown)["unit"] == "bob"
