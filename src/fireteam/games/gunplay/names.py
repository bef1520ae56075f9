"""How Gunplay names its characters, places and things (GUN-3.14, GUN-4.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from ...core.errors import BadNotation
from ...core.protocol.listed_names import Form, ListedNames
from .events import SIDES
from .tables import SIDE
from .terrain import HUNDREDTHS

CHAR = re.compile("[AaBb][1-9][0-9]?")
NUMBER = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,8})?")


class MatchNames(ListedNames):
    """The names that hold in a match: `A1`, `B12`; places in inches from the south-west corner; firearms by id."""

    unit_form = Form(CHAR.pattern, "character; they are named like A1 or B12")
    thing_form = Form("[A-Za-z][A-Za-z0-9_]*", "{sort}; names are like rifle_medium")

    def __init__(self, tables: Any, weapons: Mapping[str, str]) -> None:
        ids = enumerate(int(member.id) for member in tables.members)
        units = [f"{SIDES[k // SIDE]}{id}" if id else "" for k, id in ids]
        super().__init__(units, {"weapon": weapons, "side": {side: side for side in SIDES}})

    def point(self, x: int, y: int) -> str:
        """`12.5,21`: a place in inches."""
        return f"{inches_text(x)},{inches_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        """Its two numbers in hundredths, halves away from zero (GUN-4.2)."""
        return read_place(text)


def inches_text(hundredths: int) -> str:
    """A length in inches with two decimals at most: `7.85`."""
    text = f"{abs(hundredths) // HUNDREDTHS}.{abs(hundredths) % HUNDREDTHS:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if hundredths < 0 else text


def read_inches(text: str) -> int:
    """Inches as hundredths, halves away from zero (GUN-4.2)."""
    return int((Decimal(text) * HUNDREDTHS).quantize(Decimal(1), ROUND_HALF_UP))


def read_place(text: str) -> tuple[int, int]:
    """A place in inches, `12.5,21`, as hundredths (GUN-4.2).

    Raises:
        BadNotation: it is no two numbers.
    """
    parts = text.split(",")
    if len(parts) != 2 or not all(NUMBER.fullmatch(part) for part in parts):
        raise BadNotation(f"{text!r} is no place; write two numbers of inches like 12.5,21")
    return read_inches(parts[0]), read_inches(parts[1])
