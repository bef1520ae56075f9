"""How Third Person Shooter names its units, hostages, places and things (TPS-2.1, TPS-3.26)."""

from __future__ import annotations

import re
from typing import Any

from ...core.engine.record import Array
from ...core.errors import BadNotation
from ...core.game import Setting
from ...core.space.units import MAX_DISTANCE, decimal_text, read_point
from .setup import MatchContent
from .tables import SIDES, UNITS

WINNERS = ("", "team 1 wins", "team 2 wins", "a draw")
UNIT = re.compile(r"[UuHh][0-9]{1,9}")
THING = re.compile(r"[a-z][a-z0-9_]*")
NONE, UNKNOWN = -1, -2  # no thing at all, and one that nobody knows


class MatchNames:
    """The names that hold in a match: `U1`, `U2` by seat, hostages `H1`; things and places as content calls them."""

    def __init__(self, tables: Any, content: MatchContent, swapped: bool = False) -> None:
        seats, hostages = range(tables.n_units), range(tables.n_hostages)
        self.units = {f"U{k + 1}": k for k in seats} | {f"H{k + 1}": UNITS + k for k in hostages}
        self.by_number = {number: name for name, number in self.units.items()}
        self.things = {"gear": content.gear, "zone": content.zones, "winner": WINNERS}
        self.titles = [content.files.catalogue[id].name for id in content.gear]
        sides = SIDES[::-1] if swapped else SIDES
        self.winners = dict(zip(WINNERS, ("", *(f"{side} win" for side in sides), "a draw"), strict=True))
        self.sites, self.rescues, self.title = content.sites, content.rescues, content.map.name

    def unit(self, index: int) -> str:
        """`U1`, or for a hostage `H1`; `-` for nobody."""
        return self.by_number.get(index, "-")

    def find_unit(self, text: str) -> int:
        """The number of a unit or hostage; -1 for none of this match."""
        if text != "-" and UNIT.fullmatch(text) is None:
            raise BadNotation(f"{text!r} is no unit; units are named like U1, hostages like H1")
        return self.units.get(text.upper(), NONE)

    def point(self, x: int, y: int) -> str:
        """`12.5,21`: a place from the lower left corner, or a vector, in MU."""
        return f"{decimal_text(x)},{decimal_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        """Its two numbers in steps, rounded to the nearest, ties away from zero (TPS-3.26)."""
        found = read_point(text)
        if found is None:
            raise BadNotation(f"{text!r} is no place; write two numbers like 12.5,21, none beyond {MAX_DISTANCE}")
        return found

    def thing(self, sort: str, index: int) -> str:
        """The id of a thing of the catalogue (`gear`), or of a `zone`; `-` for none."""
        known = self.things[sort]
        return known[index] if 0 <= index < len(known) else "?" if index == UNKNOWN else "-"

    def find_thing(self, sort: str, text: str) -> int:
        """The number of a thing; -1 for `-`, -2 for one that there is not: rules refuse it (TPS-7.6)."""
        if text in ("-", "?"):
            return NONE if text == "-" else UNKNOWN
        if THING.fullmatch(text) is None:
            raise BadNotation(f"{text!r} is no {sort}; names are like mp5")
        known = self.things[sort]
        return known.index(text) if text in known else UNKNOWN

    def unit_title(self, name: str) -> str:
        """`U1`: the board shows it so."""
        return name

    def thing_title(self, sort: str, name: str) -> str:
        """`SPAS-12` for `spas12`, `mid west` for `mid_west`."""
        if sort == "gear":
            gear = self.find_thing(sort, name)
            return self.titles[gear] if gear >= 0 else name
        return self.winners[name] if sort == "winner" else name.replace("_", " ")

    def title_of(self, gear: int) -> str:
        """A thing of the catalogue as people call it."""
        return self.titles[gear] if 0 <= gear < len(self.titles) else "nothing"


def names_of(setting: Setting, states: Array | None = None) -> MatchNames:
    """The names of a match, and of the teams as they stand in a State."""
    swapped = states is not None and bool(states[0].swapped)
    return MatchNames(setting.tables[0], setting.content, swapped)
