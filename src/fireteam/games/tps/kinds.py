"""The kinds of content files, in the order in which they are checked: each builds upon those before it."""

from __future__ import annotations

from ...content.packs import Kind
from .entries import Ability, Clan, Configuration, Constants, Gear, Loadout, Map, Outfit

CONSTANTS = Kind("constants", "constants", (Constants,), "constants", single=True)
OPTIONS = Kind("options", "configuration", (Configuration,), "configurations", code="E_CONTENT", fields="E_CONTENT")
CATALOGUE = Kind("catalogue", "gear", (Gear,), "catalogue", code="E_CONTENT", fields="E_CONTENT")
ABILITIES = Kind("abilities", "ability", (Ability,), "abilities", code="E_CONTENT", fields="E_CONTENT")
CLANS = Kind("clans", "clan", (Clan,), "clans", code="E_CONTENT", fields="E_CONTENT")
LOADOUTS = Kind("loadouts", "loadout", (Loadout,), "loadouts", code="E_CONTENT", fields="E_CONTENT")
OUTFITS = Kind("outfits", "outfit", (Outfit,), "outfits", code="E_CONTENT", fields="E_CONTENT")
MAPS = Kind("maps", "map", (Map,), "maps", code="E_MAP", fields="E_CONTENT")
KINDS = (CONSTANTS, OPTIONS, CATALOGUE, ABILITIES, CLANS, LOADOUTS, OUTFITS, MAPS)
