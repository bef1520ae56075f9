"""How Third Person Shooter names its units, hostages, places and things (TPS-2.1, TPS-3.26)."""

from __future__ import annotations

from typing import Any

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.field_kinds import UNKNOWN
from ...core.protocol.listed_names import Form, FreeNames
from .setup import MatchContent
from .tables import SIDES, UNITS

WINNERS = ("", "team 1 wins", "team 2 wins", "a draw")


class MatchNames(FreeNames):
    """The names that hold in a match: `U1`, `U2` by seat, hostages `H1`; things and places as content calls them."""

    unit_form = Form("[UuHh][0-9]{1,9}", "unit; units are named like U1, hostages like H1")
    thing_form = Form("[a-z][a-z0-9_]*", "{sort}; names are like mp5")
    unknown = UNKNOWN  # rules refuse it (TPS-7.6)

    def __init__(self, tables: Any, content: MatchContent, swapped: bool = False) -> None:
        seats, hostages = range(1, tables.n_units + 1), range(1, tables.n_hostages + 1)
        sides = SIDES[::-1] if swapped else SIDES
        super().__init__(
            [*(f"U{k}" for k in seats), *[""] * (UNITS - len(seats)), *(f"H{k}" for k in hostages)],
            {
                "gear": {id: content.files.catalogue[id].name for id in content.gear},
                "zone": {id: id.replace("_", " ") for id in content.zones},
                "winner": dict(zip(WINNERS, ("", *(f"{side} win" for side in sides), "a draw"), strict=True)),
            },
        )
        self.sites, self.rescues, self.title = content.sites, content.rescues, content.map.name

    def title_of(self, gear: int) -> str:
        """A thing of the catalogue as people call it."""
        return self.thing_title("gear", self.thing("gear", gear)) if gear >= 0 else "nothing"


def names_of(setting: Setting, states: Array | None = None) -> MatchNames:
    """The names of a match, and of the teams as they stand in a State."""
    swapped = states is not None and bool(states["swapped"][0])
    tables, content = setting.tables, setting.content
    return NAMES.get((tables, content), swapped, lambda: MatchNames(tables[0], content, swapped))


NAMES: IdentityCache[MatchNames] = IdentityCache()
"""By match, and by which sides the teams are."""
