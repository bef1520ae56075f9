"""Entries declare their fields once: the checks and the schemas for editors ask the same declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import jsonschema
import pytest

from fireteam.content.entry import Entry, Form, Identifier, fields_of
from fireteam.content.packs import Kind
from fireteam.content.schema import schema_of, schema_of_pack
from fireteam.content.value_checks import Terms


class Spot(Entry, frozen=True, kw_only=True):
    """A place: a square, or a hex turned."""

    forms: ClassVar[Mapping[str, Form]] = {"square": Form(), "hex": Form(("turn",), ("tilt",))}

    id: Identifier
    note: str = ""
    square: str = ""
    hex: str = ""
    turn: int = 0
    tilt: int = 0


class Aim(Entry, frozen=True, kw_only=True):
    """An aim that needs what its type needs."""

    chosen_by: ClassVar[str] = "type"
    forms: ClassVar[Mapping[str, Form]] = {"hold": Form(("turns",)), "flee": Form((), ("spot",))}

    type: str
    turns: int = 0
    spot: Spot | None = None


KIND = Kind("aims", "aim", (Aim,), "aims", {"sample": bool})


def test_the_fields_of_an_entry_are_those_of_its_class_and_form() -> None:
    assert fields_of(Spot, "square") == (("id", "square"), ("note",))
    assert fields_of(Spot, "hex") == (("id", "hex", "turn"), ("note", "tilt"))
    assert fields_of(Aim, "hold") == (("type", "turns"), ())
    assert fields_of(Aim, "flee") == (("type",), ("spot",))


@pytest.mark.parametrize(
    ("value", "sound"),
    [
        ({"type": "hold", "turns": 3}, True),
        ([{"type": "hold", "turns": 3}, {"type": "flee"}], True),
        ({"sample": True, "aims": [{"type": "flee", "spot": {"id": "a", "hex": "h", "turn": 1}}]}, True),
        ({"type": "hold"}, False),
        ({"type": "hold", "turns": 12}, False),
        ({"type": "flee", "turns": 3}, False),
        ({"type": "march"}, False),
        ({"type": "flee", "spot": {"id": "a"}}, False),
        ({"type": "flee", "spot": {"id": "a", "square": "s", "hex": "h", "turn": 1}}, False),
        ({"type": "flee", "spot": {"id": "A", "square": "s"}}, False),
        ({"sample": 1, "aims": []}, False),
        ({"aims": [], "aim": 1}, False),
    ],
)
def test_a_schema_accepts_what_the_declaration_says_and_nothing_else(value: object, sound: bool) -> None:
    schema = schema_of(KIND, Terms(limits={"Aim": {"turns": {"maximum": 9}}}))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert jsonschema.Draft202012Validator(schema).is_valid(value) == sound


def test_the_schema_of_a_head_knows_its_fields() -> None:
    valid = jsonschema.Draft202012Validator(schema_of_pack()).is_valid
    head = {"id": "mine", "game": "chess", "name": "Mine", "schema": 1}
    assert valid(head) and valid({**head, "requires": ["town"], "version": "1.0"})
    assert (
        not valid({**head, "schema": 2}) and not valid({**head, "version": 1.0}) and not valid({**head, "auhtor": ""})
    )
