"""What a match is played with: modules and parameters over a preset, and bands (section 1, GUN-24.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, get_args

import msgspec

from ...content import library
from ...content.options import option_fault, read_value
from ...content.sheet_text import clause_in, is_sheet, without_clauses
from ...content.type_text import hints_of, strip_annotations
from ...content.value_checks import Fault
from ...core.errors import IllegalChoice, UnknownName
from .bands import BAND_INVALID, BANDS, place_faults
from .content import DEFAULT, Content, side_of_band
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
    "config": "which rules: basic, initiative (with Overwatch, Flinch and traits) or full (GUN-1.5)",
    "band_a": "the band of side A, or one of your own; empty: as the scenario has it (GUN-5.1)",
    "band_b": "the band of side B, or one of your own; empty: as the scenario has it (GUN-5.1)",
    "points": "the most points that a band may cost; 0: as many as it likes (GUN-24.6)",
}
"""Options of a match that section 1 does not have."""

BAND_OPTIONS = {"band_a": "A", "band_b": "B"}
"""The options that name a band, or are one that a player wrote, with its side."""


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
        IllegalChoice: OPTION_INVALID, BAND_INVALID where a band is unsound or cannot start, or POINTS_EXCEEDED.
    """
    options = options_over(content, scenario, overrides)
    bands = band_of(content, "A", scenario, overrides), band_of(content, "B", scenario, overrides)
    for _, fault in match_faults(content, scenario, options, bands, points_limit(overrides)):
        refuse(fault.code, clause_in(fault.reason), without_clauses(fault.reason))
    return MatchOptions(options, bands, inert_modules(options))


def options_over(content: Content, scenario: Scenario | None, overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Modules and parameters: what is said, over those of the scenario, over a preset, over the basic rules.

    Raises:
        UnknownName: no such option or preset.
        IllegalChoice: OPTION_INVALID.
    """
    known = hints_of(OptionNumbers)
    for name in overrides:
        if name not in known and name not in OTHER_OPTIONS:
            raise UnknownName("option", name, (*known, *OTHER_OPTIONS))
    preset = library.find_entry("preset", str(overrides.get("config") or DEFAULT), content.presets)
    options = {**options_of(content.presets[DEFAULT].options), **options_of(preset.options)}
    options |= options_of(scenario.options) if scenario else {}
    return options | {name: option_value(name, value) for name, value in overrides.items() if name in known}


def band_of(content: Content, side: str, scenario: Scenario, overrides: Mapping[str, Any]) -> Band:
    """The band of a side: one that a player wrote, or one of the content by its id; else as the scenario has it.

    Raises:
        UnknownName: the side has no band of that id.
        IllegalChoice: BAND_INVALID of a band that a player wrote.
    """
    override = overrides.get(f"band_{side.lower()}")
    if not is_sheet(override):
        return content.band(side, str(override or getattr(scenario.bands, side)))
    band: Band = BANDS.read(str(override), content)
    for fault in side_faults(band, side):
        refuse(fault.code, clause_in(fault.reason), without_clauses(fault.reason))
    return band


def side_faults(band: Band, side: str) -> Iterator[Fault]:
    """A band that is of the other side (GUN-3.14)."""
    if side_of_band(band) != side:
        reason = f"{band.name} is a band of side {side_of_band(band)}; its ids must begin with {side} (GUN-3.14)"
        yield Fault(("characters", 0, "id"), reason, code=BAND_INVALID)


def match_faults(
    content: Content, scenario: Scenario | None, options: Mapping[str, Any], bands: Sequence[Band], limit: int
) -> Iterator[tuple[int, Fault]]:
    """Why bands may not start: one costs too much (GUN-24.6), or somebody has no place on the map (GUN-5.7)."""
    for n, band in enumerate(bands):
        if limit and (cost := content.band_points(band)) > limit:
            reason = f"{band.name} costs {cost} points; the limit is {limit} (GUN-24.6)"
            yield n, Fault((), reason, code="POINTS_EXCEEDED")
    if scenario and options["deployment"] == "fixed":
        yield from place_faults(build_terrain(scenario, content.terrain, float(options["step"])), bands)


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


def points_limit(overrides: Mapping[str, Any]) -> int:
    """The most that a band may cost; 0 for as much as it likes (GUN-24.6).

    Raises:
        IllegalChoice: OPTION_INVALID.
    """
    raw = overrides.get("points")
    limit = read_value(raw) if raw is not None else 0
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        refuse(OPTION_INVALID, "GUN-24.6", f"points is {raw}; it must be a whole number, 0 for no limit")
    return limit


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
