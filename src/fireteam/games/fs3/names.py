"""How FS3 names its combatants, vehicles, places and things: combatants by name, places in metres (FS3-20.1)."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from ...core.errors import BadNotation
from ...core.protocol.field_kinds import UNKNOWN
from ...core.protocol.listed_names import Form, ListedNames
from ...core.protocol.titles import numbered
from .field_kinds import metres_text, unpack_name
from .map_build import CENTIMETRES

NUMBER = re.compile(r"-?[0-9]{1,8}(\.[0-9]{1,4})?")


class MatchNames(ListedNames):
    """The names that hold in a match: `anna`, `joined1`; vehicles by name, locations by code."""

    unit_form = Form("[A-Za-z][A-Za-z0-9_]{0,29}", "combatant; names are like anna")
    thing_form = Form("[A-Za-z][A-Za-z0-9_]{0,39}", "{sort}; names are like {sort}_1")
    unknown = UNKNOWN  # rules refuse it

    def point(self, x: int, y: int) -> str:
        """`12.5,21`: a place in metres."""
        return f"{metres_text(x)},{metres_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        """Its two numbers in centimetres, the nearest, halves away from zero."""
        return read_place(text)


def read_place(text: str) -> tuple[int, int]:
    """A place in metres, `12.5,21`, as centimetres (FS3-20.1).

    Raises:
        BadNotation: it is no two numbers.
    """
    parts = text.split(",")
    if len(parts) != 2 or not all(NUMBER.fullmatch(part) for part in parts):
        raise BadNotation(f"{text!r} is no place; write two numbers of metres like 12.5,21")
    x, y = (int((Decimal(part) * CENTIMETRES).quantize(Decimal(1), ROUND_HALF_UP)) for part in parts)
    return x, y


def ability_word(name: str) -> str:
    """An ability's name in one word: `first_aid`."""
    return name.lower().replace(" ", "_").replace("-", "_")


def joined_titles(state: Any, content: Any) -> dict[str, str]:
    """What those are called who have joined: by the name they gave, or their sheet with the number of their seat.

    A name that somebody has, or that is an id, is numbered (FS3-6.5a).
    """
    first, units, found = content.n_units, content.units, dict[str, str]()
    for k, row in enumerate(state.combatants):
        if k >= first and k < len(units) and units[k] and row.status:
            title = unpack_name(*row.name).title() or f"{content.sheets[row.being].title} {k - first + 1}"
            others = {id for id in units if id != units[k]}
            found[units[k]] = numbered(title, [*others, *content.titles.values(), *found.values()])
    return found
