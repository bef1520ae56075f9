"""How Gunplay names its characters, places and things (GUN-3.14, GUN-4.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from ...core.errors import BadNotation
from .events import SIDES
from .tables import SIDE
from .terrain import HUNDREDTHS

CHAR = re.compile(r"[AaBb][1-9][0-9]?")
NUMBER = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,8})?")
THING = re.compile(r"[a-z][a-z0-9_]*")


class MatchNames:
    """The names that hold in a match: `A1`, `B12`; places in inches from the south-west corner; firearms by id."""

    def __init__(self, tables: Any, weapons: Sequence[str]) -> None:
        ids = ((k, int(member.id)) for k, member in enumerate(tables.members))
        self.chars = {f"{SIDES[k // SIDE]}{id}": k for k, id in ids if id}
        self.by_number = {number: name for name, number in self.chars.items()}
        self.things = {"weapon": tuple(weapons), "side": SIDES}

    def unit(self, index: int) -> str:
        """`A1`; `-` for nobody."""
        return self.by_number.get(index, "-")

    def find_unit(self, text: str) -> int:
        """The number of a character; -1 for none of this match."""
        if text != "-" and CHAR.fullmatch(text) is None:
            raise BadNotation(f"{text!r} is no character; they are named like A1 or B12")
        return self.chars.get(text.upper(), -1)

    def point(self, x: int, y: int) -> str:
        """`12.5,21`: a place in inches."""
        return f"{inches_text(x)},{inches_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        """Its two numbers in hundredths, halves away from zero (GUN-4.2)."""
        return read_place(text)

    def thing(self, sort: str, index: int) -> str:
        """The id of a firearm, or a side; `-` for none."""
        known = self.things[sort]
        return known[index] if 0 <= index < len(known) else "-"

    def find_thing(self, sort: str, text: str) -> int:
        """The number of a thing; -1 for one that there is not."""
        if text != "-" and THING.fullmatch(text.lower()) is None:
            raise BadNotation(f"{text!r} is no {sort}; names are like rifle_medium")
        known = self.things[sort]
        return known.index(text) if text in known else -1

    def unit_title(self, name: str) -> str:
        """`A1`: the board shows it so."""
        return name

    def thing_title(self, sort: str, name: str) -> str:
        """`rifle medium` for `rifle_medium`."""
        return name.replace("_", " ")


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
