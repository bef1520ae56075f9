"""The kinds of content files, in the order in which they are checked: each builds upon those before it."""

from __future__ import annotations

from ...content.packs import Kind
from .entries import Band, Constants, Firearm, MeleeArm, Points, Preset, Scenario, TerrainType, WeaponClass

CONSTANTS = Kind("constants", "constants", (Constants,), "constants", is_single=True)
POINTS = Kind("points", "points", (Points,), "points", is_single=True)
OPTIONS = Kind("options", "preset", (Preset,), "presets")
TERRAIN = Kind("terrain", "terrain type", (TerrainType,), "terrain")
CLASSES = Kind("classes", "weapon class", (WeaponClass,), "classes")
WEAPONS = Kind("weapons", "weapon", (Firearm,), "weapons")
MELEE = Kind("melee", "melee weapon", (MeleeArm,), "melees")
BANDS = Kind("bands", "band", (Band,), "bands", id_code="BAND_INVALID", field_code="BAND_INVALID")
SCENARIOS = Kind("scenarios", "scenario", (Scenario,), "scenarios")
KINDS = (CONSTANTS, POINTS, OPTIONS, TERRAIN, CLASSES, WEAPONS, MELEE, BANDS, SCENARIOS)
