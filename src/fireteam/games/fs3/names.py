"""How FS3 names its combatants, vehicles, places and things: combatants by name, places in metres (FS3-20.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from ...core.errors import BadNotation
from ...core.protocol.field_kinds import UNKNOWN
from ...core.protocol.listed_names import Form, ListedNames
from .field_kinds import metres_text, unpack_name
from .map_build import CENTIMETRES

NUMBER = re.compile(r"-?[0-9]{1,8}(\.[0-9]{1,4})?")


class MatchNames(ListedNames):
    """The names that hold in a match: `anna`, `joined1`; vehicles by name, locations by code, the rest by id."""

    unit_form = Form("[A-Za-z][A-Za-z0-9_]{0,29}", "combatant; names are like anna")
    thing_form = Form("[A-Za-z][A-Za-z0-9_]{0,39}", "{sort}; names are like {sort}_1")
    unknown = UNKNOWN  # rules refuse it

    def __init__(
        self, units: Sequence[str], things: Mapping[str, Mapping[str, str]], unit_titles: Mapping[str, str]
    ) -> None:
        super().__init__(units, things, unit_titles)
        self.titled = {title.lower().replace(" ", "_"): name for name, title in unit_titles.items()}
        self.lowered = {sort: {name.lower(): n for n, name in enumerate(ids)} for sort, ids in self.ids.items()}

    def find_unit(self, text: str) -> int:
        """The number of a combatant, in capitals or not, also by what it is called; -1 for none of this match."""
        found = self.numbers.get(self.titled.get(text.lower(), text.lower()))
        return super().find_unit(text) if found is None else found

    def find_thing(self, sort: str, text: str) -> int:
        """The number of a thing, in capitals or not; -1 for `-`."""
        found = self.lowered.get(sort, {}).get(text.lower())
        return super().find_thing(sort, text) if found is None or text == "-" else found

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


def joined_titles(state: Any, sheets: Sequence[str], units: Sequence[str], first: int) -> dict[str, str]:
    """What those are called who have joined: by the name they gave, or their sheet with the number of their seat."""
    return {
        units[k]: unpack_name(*row.name).title() or f"{sheets[row.being]} {k - first + 1}"
        for k, row in enumerate(state.combatants)
        if k >= first and k < len(units) and units[k] and row.status
    }
