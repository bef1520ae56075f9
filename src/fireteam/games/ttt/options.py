"""The options of a match: all there are, those that are said, and what the rules read of them (TTT-12.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from ...content.options import option_specs, read_options
from ...core.game import OptionSpec, Setting
from .entries import Force, MatchOptions, Mission, Options, Side

READ_AS = {
    "open_picks": ("force_pick", "open"),
    "fixed_seats": ("seats", "fixed"),
    "through_friends": ("pass_through", "friends"),
    "every_target": ("attack_mode", "every_target"),
    "terrain_entered": ("terrain_move", "enter"),
}
"""The switches of Tables, each with its option and the word that turns it on."""


def resolve_options(mission: Mission, overrides: Mapping[str, str]) -> tuple[Mission, dict[str, Any]]:
    """A mission with the options that are said over its own, and these.

    Raises:
        UnknownName: no such option, or value of an option.
    """
    chosen = read_options(MatchOptions, overrides)
    own = {name: value for name, value in chosen.items() if name in Options.__struct_fields__}
    mission = replace(mission, options=replace(mission.options, **own))
    if chosen.get("force") == "preset":
        mission = replace(mission, sides=tuple(map(_preset, mission.sides)))
    return mission, chosen


def _preset(side: Side) -> Side:
    """A side whose picks are the mission's preset (TTT-12.8)."""
    if not side.force.picks:
        return side
    taken = dict(side.force.plus)
    for type in side.force.preset:
        taken[type] = taken.get(type, 0) + 1
    return replace(side, force=Force(fixed=taken))


def write_options(row: Any, options: Any) -> None:
    """Write the switches of Tables."""
    for switch, (name, word) in READ_AS.items():
        row[switch] = getattr(options, name) == word


def options(setting: Setting) -> tuple[OptionSpec, ...]:
    """Every option, with its default in this mission (TTT-12.10)."""
    own = setting.content.files.mission(setting.scenario).options
    return tuple(option_specs(MatchOptions, {**asdict(MatchOptions()), **asdict(own)}))
