"""The kinds of content files, in the order in which they are checked (FS3-D.1)."""

from __future__ import annotations

from functools import partial

from ...content.packs import Kind
from .entries import (
    Armour,
    Character,
    Chart,
    Comparison,
    Configuration,
    Cover,
    CustomType,
    Force,
    GameFile,
    VehicleType,
    Weapon,
)
from .scenario_entries import Scenario

FIELD_CODE = "E-CFG-FIELD"
KIND = partial(Kind, id_code="E-CFG-DUP", field_code=FIELD_CODE)
GAME = Kind("game", "game", (GameFile,), "game", is_single=True)
OPTIONS = KIND("options", "configuration", (Configuration,), "configurations")
CHARTS = KIND("charts", "chart", (Chart,), "charts")
WEAPONS = KIND("weapons", "weapon", (Weapon,), "weapons")
ARMOUR = KIND("armour", "armour", (Armour,), "armours")
VEHICLES = KIND("vehicles", "vehicle", (VehicleType,), "vehicles")
COVER = KIND("cover", "cover", (Cover,), "covers")
COMPARISONS = KIND("comparisons", "comparison", (Comparison,), "comparisons")
TYPES = KIND("types", "type", (CustomType,), "types")
CHARACTERS = KIND("characters", "character", (Character,), "characters")
FORCES = KIND("forces", "force", (Force,), "forces")
SCENARIOS = KIND("scenarios", "scenario", (Scenario,), "scenarios")
KINDS = (GAME, OPTIONS, CHARTS, WEAPONS, ARMOUR, VEHICLES, COVER, COMPARISONS, TYPES, CHARACTERS, FORCES, SCENARIOS)
