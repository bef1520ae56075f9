"""From content to a match: Tables, the opening State, and what the names in it refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...content.options import option_specs as specs_of
from ...content.sheet_text import is_sheet, sheet_text
from ...core.engine.record import Array, blank
from ...core.game import Game, OptionSpec, Setting
from .content import DEFAULT, Content, load, side_of_band
from .entries import Band, Member, OptionNumbers, Scenario
from .names import MatchNames
from .options import BAND_OPTIONS, MODULES, OTHER_OPTIONS, options_of, resolve_options
from .rules.deployment import open_match
from .state import State
from .tables_build import build_tables

PLAYERS = ("a", "b")


class MatchContent(NamedTuple):
    """What the names in a match refer to; `notices` are modules that have no effect (GUN-1.4)."""

    files: Content
    scenario: Scenario
    options: Mapping[str, Any]
    bands: tuple[Band, Band]
    members: Mapping[str, Member]
    notices: tuple[str, ...]
    names: MatchNames


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    """Every scenario, by id, with its name."""
    return {scenario.id: scenario.name for scenario in load(*(Path(pack) for pack in packs)).scenarios.values()}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str] = ()) -> Setting:
    """A scenario ready to play (GUN-1.2, GUN-5.1).

    Raises:
        UnknownName: no such scenario, option, preset or band.
        IllegalChoice: OPTION_INVALID, BAND_INVALID where a band cannot start, or POINTS_EXCEEDED.
        BadContent: a pack with errors.
    """
    content = load(*(Path(pack) for pack in packs))
    chosen = resolve_options(content, content.scenario(scenario), options)
    tables, states = build_tables(content, content.scenario(scenario), chosen), blank(State)
    open_match(states[0], tables[0])
    members = {member.id: member for band in chosen.bands for member in band.characters}
    names = MatchNames(tables[0], {id: firearm.name.lower() for id, firearm in content.weapons.items()})
    match_content = MatchContent(
        content, content.scenario(scenario), chosen.options, chosen.bands, members, chosen.notices, names
    )
    given = {name: str(value) for name, value in options.items()}
    for name, band in zip(BAND_OPTIONS, chosen.bands, strict=True):
        if is_sheet(options.get(name)):
            given[name] = sheet_text(band)
    return Setting(game, scenario, given, tables, states, match_content, PLAYERS)


def names(setting: Setting, states: Array) -> MatchNames:
    """The names of a match."""
    content: MatchContent = setting.content
    return content.names


def option_specs(setting: Setting) -> tuple[OptionSpec, ...]:
    """All options of a scenario: preset, bands, points, then modules and parameters as the preset has them."""
    return tuple(_specs_of(setting))


def _specs_of(setting: Setting) -> Iterator[OptionSpec]:
    content: MatchContent = setting.content
    files, scenario = content.files, content.scenario
    preset = files.presets[str(setting.options.get("config") or DEFAULT)]
    defaults = {
        **options_of(files.presets[DEFAULT].options),
        **options_of(preset.options),
        **options_of(scenario.options),
    }
    for name, meaning in OTHER_OPTIONS.items():
        if name == "config":
            yield OptionSpec(name, meaning, DEFAULT, tuple(files.presets))
        elif side := BAND_OPTIONS.get(name):
            ids = tuple(band.id for band in files.bands.values() if side_of_band(band) == side)
            yield OptionSpec(name, meaning, getattr(scenario.bands, side), ids, sheet="band")
        else:
            yield OptionSpec(name, meaning, "0", (), 0, 999)
    yield from sorted(specs_of(OptionNumbers, defaults), key=lambda spec: spec.name not in MODULES)
