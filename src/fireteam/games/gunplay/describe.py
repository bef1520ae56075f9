"""Entries told in lines: for those who write content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...content.entry import Entry
from ...content.phrases import phrases_of
from .content import Content
from .entries import Band, Firearm, MeleeArm, Member, Preset, Scenario, TerrainType, WeaponClass
from .options import options_of

TRAIT_TEXTS: Mapping[str | int, str] = {
    "Fast": "Speed 4 (GUN-15.2)",
    "Slow": "Speed 2 (GUN-15.3)",
    "Strong": "helped in fights; fires heavy weapons without bracing (GUN-15.4)",
    "Weak": "hindered in fights, and with most weapons unless braced (GUN-15.5)",
    "Tough": "helped on Toughness tests (GUN-15.6)",
    "Frail": "hindered on Toughness tests (GUN-15.7)",
    "Hardened": "helped on Flinch tests, or Activation tests (GUN-15.8)",
    "Timid": "hindered on Flinch tests, or Activation tests (GUN-15.9)",
    "Marksman": "+1 on Shoot (GUN-15.10)",
    "PoorShot": "-1 on Shoot (GUN-15.11)",
    "Sniper": "not hindered by Extreme range while braced (GUN-15.12)",
    "Brawler": "helped in fights, attacking or attacked (GUN-15.15)",
    "Quick": "+1 on Activation tests (GUN-15.13)",
    "Leader": "+1 on the initiative of the side while Up (GUN-15.14)",
    "Medic": "helped on Aid (GUN-15.16)",
    "Scout": "difficult ground costs no extra (GUN-15.17)",
}
"""What each trait does (section 15)."""


def plain_lines(entry: Any) -> list[str]:
    """The name of an entry and what its fields say."""
    phrases = phrases_of(entry, "points")
    return [f"{entry.name}: {', '.join(phrases)}" if phrases else entry.name]


def member_line(member: Member, content: Content) -> str:
    """A character with its traits, weapons and points (GUN-24.1)."""
    parts = [*member.traits, *member.weapons, *([member.melee] if member.melee != "unarmed" else [])]
    return f"  {member.id} {member.name}: {', '.join(parts) or 'no weapons'} = {content.member_points(member)} points"


def band_lines(band: Band, content: Content) -> list[str]:
    """A band, and what it costs (GUN-24.5)."""
    heading = f"{band.name}: {len(band.characters)} characters, {content.band_points(band)} points"
    return [heading, *(member_line(member, content) for member in band.characters)]


def scenario_lines(scenario: Scenario) -> list[str]:
    """A scenario in numbers."""
    wide, high = scenario.size
    pieces = ", ".join(f"{len(shapes)} {kind}" for kind, shapes in scenario.terrain.items())
    return [
        f"{scenario.name}: {scenario.about}",
        f"  {wide:g} by {high:g} inches, {scenario.turns} turns, {scenario.victory.type}",
        f"  bands {scenario.bands.A} and {scenario.bands.B}; terrain: {pieces or 'none'}",
    ]


def preset_lines(preset: Preset) -> list[str]:
    """The options of a preset."""
    return [preset.name, *(f"  {name} {value}" for name, value in options_of(preset.options).items())]


LINES: Mapping[type[Entry], Callable[[Any, Any], list[str]]] = {
    TerrainType: lambda entry, content: plain_lines(entry),
    WeaponClass: lambda entry, content: plain_lines(entry),
    Firearm: lambda entry, content: [*plain_lines(entry), f"  {content.firearm_points(entry)} points"],
    MeleeArm: lambda entry, content: [*plain_lines(entry), f"  {entry.points} points"],
    Band: band_lines,
    Scenario: lambda entry, content: scenario_lines(entry),
    Preset: lambda entry, content: preset_lines(entry),
}
