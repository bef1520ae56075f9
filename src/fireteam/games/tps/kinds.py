"""The kinds of content files, in the order in which they are checked: each builds upon those before it."""

from __future__ import annotations

from ...content.packs import Kind
from .entries import Ability, Clan, Configuration, ConstantNumbers, Gear, Loadout, Map, Outfit

CONSTANTS = Kind("constants", "constants", (ConstantNumbers,), "constants", is_single=True)
OPTIONS = Kind(
    "options", "configuration", (Configuration,), "configurations", id_code="E_CONTENT", field_code="E_CONTENT"
)
CATALOGUE = Kind("catalogue", "gear", (Gear,), "catalogue", id_code="E_CONTENT", field_code="E_CONTENT")
ABILITIES = Kind("abilities", "ability", (Ability,), "abilities", id_code="E_CONTENT", field_code="E_CONTENT")
CLANS = Kind("clans", "clan", (Clan,), "clans", id_code="E_CONTENT", field_code="E_CONTENT")
LOADOUTS = Kind("loadouts", "loadout", (Loadout,), "loadouts", id_code="E_CONTENT", field_code="E_CONTENT")
OUTFITS = Kind("outfits", "outfit", (Outfit,), "outfits", id_code="E_CONTENT", field_code="E_CONTENT")
MAPS = Kind("maps", "map", (Map,), "maps", id_code="E_MAP", field_code="E_CONTENT")
KINDS = (CONSTANTS, OPTIONS, CATALOGUE, ABILITIES, CLANS, LOADOUTS, OUTFITS, MAPS)
