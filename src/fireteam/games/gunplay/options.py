"""What a match is played with: modules and parameters over a preset, and bands (section 1, GUN-24.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, get_args

import msgspec

from ...content import library
from ...content.options import option_fault, read_value
from ...content.type_text import hints_of, strip_annotations
from ...core.errors import IllegalChoice, UnknownName
from .bands import BAND_INVALID, place_faults
from .content import DEFAULT, Content
from .entries import Band, OptionNumbers, Scenario
from .map_build import build_terrain

OPTION_INVALID = "OPTION_INVALID"
MODULES = (
    "activations",
    "flinch",
    "overwatch",
    "weapon_speed",
    "traits",
    "extra_difficulties",
    "extra_damage",
    "extra_toughness",
    "solid_hits",
    "weapon_charts",
)  # GUN-1.3
NEEDED_BY = {"weapon_speed": "activations", "extra_toughness": "extra_damage"}  # without the other no effect (GUN-1.4)
OTHER_OPTIONS = {
    "config": "a preset: basic, initiative or full (GUN-1.5)",
    "band_a": "the band of side A; empty: as the scenario has it (GUN-5.1)",
    "band_b": "the band of side B; empty: as the scenario has it (GUN-5.1)",
    "points": "the most points that a band may cost; 0: as many as it likes (GUN-24.6)",
}
"""Options of a match that section 1 does not have."""


class MatchOptions(NamedTuple):
    """Every option by name, the two bands, and what has no effect (OPTION_INERT)."""

    options: Mapping[str, Any]
    bands: tuple[Band, Band]
    notices: tuple[str, ...]


def options_of(entry: Any) -> dict[str, Any]:
    """The options that an entry names."""
    return {name: value for name, value in msgspec.structs.asdict(entry).items() if value is not msgspec.UNSET}


def resolve_options(content: Content, scenario: Scenario, overrides: Mapping[str, Any]) -> MatchOptions:
    """The options of a match: what is said, over those of the scenario, over a preset, over the basic rules.

    Raises:
        UnknownName: no such option, preset or band.
        IllegalChoice: OPTION_INVALID, BAND_INVALID where a band cannot start, or POINTS_EXCEEDED.
    """
    known = hints_of(OptionNumbers)
    for name in overrides:
        if name not in known and name not in OTHER_OPTIONS:
            raise UnknownName("option", name, (*known, *OTHER_OPTIONS))
    preset = library.find_entry("preset", str(overrides.get("config") or DEFAULT), content.presets)
    options = {**options_of(content.presets[DEFAULT].options), **options_of(preset.options)}
    options |= options_of(scenario.options)
    options |= {name: option_value(name, value) for name, value in overrides.items() if name in known}
    ids = [str(overrides.get(f"band_{side.lower()}") or getattr(scenario.bands, side)) for side in "AB"]
    bands = content.band("A", ids[0]), content.band("B", ids[1])
    check_points(content, bands, overrides.get("points"))
    if options["deployment"] == "fixed":
        terrain = build_terrain(scenario, content.terrain, float(options["step"]))
        for _, reason in place_faults(terrain, bands):
            refuse(BAND_INVALID, "GUN-5.7", reason)
    return MatchOptions(options, bands, inert_modules(options))


def option_value(name: str, raw: Any) -> Any:
    """The value of an option, which may be text; `true` and `false` stand for 1 and 0, and 1 for 1.0."""
    type = strip_annotations(hints_of(OptionNumbers)[name])
    value = raw
    if words := get_args(type):
        value = next((word for word in words if str(raw) == word or read_value(str(raw)) == read_value(word)), raw)
    else:
        value = {"true": 1, "false": 0}.get(str(raw).lower(), read_value(raw))
    if wrong := option_fault(OptionNumbers, name, value):
        refuse(OPTION_INVALID, "GUN-1.8", f"{name} is {raw}; it must be {wrong}")
    return value


def check_points(content: Content, bands: tuple[Band, Band], raw: Any) -> None:
    """No band may cost more than a limit, if there is one (GUN-24.6)."""
    limit = read_value(raw) if raw is not None else 0
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        refuse(OPTION_INVALID, "GUN-24.6", f"points is {raw}; it must be a whole number, 0 for no limit")
    for band in bands if limit else ():
        if (cost := content.band_points(band)) > limit:
            refuse("POINTS_EXCEEDED", "GUN-24.6", f"{band.name} costs {cost} points; the limit is {limit}")


def inert_modules(options: Mapping[str, Any]) -> tuple[str, ...]:
    """What is switched on and has no effect (GUN-1.4, OPTION_INERT)."""
    return tuple(
        f"{module} changes nothing without {other} (OPTION_INERT, GUN-1.4)"
        for module, other in NEEDED_BY.items()
        if options[module] and not options[other]
    )


def refuse(code: str, clause: str, sentence: str) -> NoReturn:
    """Refuse what a match is to be played with.

    Raises:
        IllegalChoice: always.
    """
    raise IllegalChoice(code, clause, sentence)
