"""Entries told in lines: gear lists with details (FS3-22.5), charts as tables, scenarios in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...content.entry import Entry
from ...content.option_files import given_fields
from ...content.phrases import phrases_of
from .content import BACKGROUND, Content, places_of
from .entries import Armour, Character, Chart, Comparison, Configuration, Cover, CustomType, Force, VehicleType, Weapon
from .map_picture import draw_scenario
from .scenario_entries import Scenario
from .tables_build import carried_by, character_sheet, ends_of, member_sheet, ranges_of, type_sheet, unit_sheet

SKILL_BANDS = ((0, "Untrained"), (3, "Rookie"), (6, "Professional"), (9, "Veteran"), (12, "Expert"))
ATTRIBUTE_BANDS = ((3, "Poor"), (6, "Average"), (9, "Good"), (12, "Exceptional"))


def band_name(rating: int, is_attribute: bool) -> str:
    """What people call a rating of a skill or of an attribute (FS3-1.8)."""
    bands = ATTRIBUTE_BANDS if is_attribute else SKILL_BANDS
    return next(name for top, name in bands if rating <= top)


def weapon_lines(weapon: Weapon) -> list[str]:
    """A weapon with all its numbers."""
    roll = f"{token_text(weapon.attack)} against {token_text(weapon.defence)}"
    parts = [f"lethality {weapon.lethality:+d}", f"penetration {weapon.penetration}", weapon.damage]
    parts += phrases_of(weapon, "type", "klass", "attack", "defence", "lethality", "penetration", "damage", "modes")
    parts += [f"modes {', '.join(weapon.modes)}"] if len(weapon.modes) > 1 else []
    lines = [f"{weapon.name}: {weapon.type}, {weapon.klass} class, {roll}", f"  {', '.join(parts)}"]
    if weapon.effective:
        short, medium, long = (metres / 100 for metres in ranges_of(weapon))
        lines.append(f"  short to {short:g} m, medium to {medium:g} m (-15), long to {long:g} m (-30)")
    return lines


def token_text(token: str | int) -> str:
    """A skill token in words."""
    return f"raw {token}" if isinstance(token, int) else token.removeprefix(BACKGROUND)


def armour_lines(armour: Armour) -> list[str]:
    """Armour: Protection, and the locations that it covers."""
    return [f"{armour.name}: protection {armour.protection}, {armour.klass} class, covers {' '.join(armour.covers)}"]


def vehicle_lines(vehicle: VehicleType) -> list[str]:
    """A type of vehicle."""
    speed, base = vehicle.speed_cm / 100, vehicle.base_cm / 100
    return [
        f"{vehicle.name}: {vehicle.piloting}, toughness {vehicle.toughness}, dodge {vehicle.dodge:+d}",
        f"  armour {vehicle.armour or 'none'}, chart {vehicle.chart}, weapons {', '.join(vehicle.weapons) or 'none'}",
        f"  moves {speed:g} m a turn, base of {base:g} m radius",
    ]


def chart_lines(chart: Chart) -> list[str]:
    """A chart as its table, with what its locations are."""
    kinds = {code: "critical" for code in chart.critical} | {code: "vital" for code in chart.vital}
    lines = [f"{chart.name} ({chart.klass} class): aims at {chart.default}, concussion on {chart.concussion}"]
    lines.append("  " + ", ".join(f"{code} {name}" for code, name in chart.locations.items()))
    lines += [f"  {kind}: {' '.join(code for code in kinds if kinds[code] == kind)}" for kind in ("critical", "vital")]
    lines += [f"  crew: {' '.join(chart.crew)}"] if chart.crew else []
    lines.append(f"  aim  {' '.join(f'{column:>3}' for column in range(1, 16))}")
    lines += [f"  {code:<4} {' '.join(f'{entry:>3}' for entry in row)}" for code, row in chart.rows.items()]
    return lines


def type_lines(type: CustomType, content: Content) -> list[str]:
    """A type to join as."""
    sheet = type_sheet(content, type)
    vehicle = f" of a {type.vehicle}" if type.vehicle else ""
    gear = ", ".join(carried_by(content, sheet)) or "no weapons"
    return [
        f"{type.name}: {type.kind.upper()} {type.join}{vehicle}, rating {type.rating}",
        f"  {gear}; {type.armour or 'no armour'}; behaves like {type.behaviour}",
    ]


def character_lines(who: Character, content: Content) -> list[str]:
    """A character."""
    rated = {**who.ratings, **who.languages, **who.background}
    attributes = content.abilities.attributes
    rating_texts = [f"{name} {rating} ({band_name(rating, name in attributes)})" for name, rating in rated.items()]
    ratings = ", ".join(rating_texts) or f"rating {who.rating}"
    gear = ", ".join(carried_by(content, character_sheet(content, who))) or "no weapons"
    return [
        f"{who.name}: {who.kind.upper()}. {who.concept}".strip(),
        f"  {ratings}",
        f"  {gear}; {who.armour or 'no armour'}",
    ]


def force_lines(force: Force, content: Content) -> list[str]:
    """A force, with everybody in it."""
    team = f"team {force.team}" if force.team else "NPCs in team 2"
    lines = [f"{force.name}: {force.about}", f"  {team}"]
    for member in force.members:
        sheet = member_sheet(content, member)
        gear = ", ".join(carried_by(content, sheet)) or "no weapons"
        kind, vehicle = "PC" if sheet.is_pc else f"rating {sheet.rating}", f", {sheet.vehicle}" if sheet.vehicle else ""
        armour = sheet.gear.armour or "no armour"
        lines.append(f"  {member.count} {sheet.title}: {kind}, {gear}, {armour}{vehicle}, {sheet.behaviour}")
    return lines


def scenario_lines(scenario: Scenario, content: Content) -> list[str]:
    """A scenario in numbers, with everybody in it."""
    size = f"{scenario.map.w:g} by {scenario.map.h:g} m" if scenario.map else "no map"
    turns = next((f", {end.turn_limit} turns" for end in ends_of(scenario) if end.turn_limit), "")
    lines = [f"{scenario.name}: {scenario.about}", f"  {size}{turns}, {scenario.mode}"]
    for place in places_of(scenario):
        sheet = unit_sheet(content, place)
        gear = ", ".join(carried_by(content, sheet)) or "no weapons"
        kind, vehicle = "PC" if sheet.is_pc else "NPC", f", {sheet.vehicle}" if sheet.vehicle else ""
        armour = sheet.gear.armour or "no armour"
        lines.append(f"  team {place.team} {place.name}: {kind} {sheet.rating}, {gear}, {armour}{vehicle}")
    return [*lines, *(f"  {row}" for row in draw_scenario(scenario))]


def set_lines(entry: Configuration) -> list[str]:
    """A named set of options."""
    return [entry.name, *(f"  {name} {value}" for name, value in given_fields(entry.options).items())]


LINES: Mapping[type[Entry], Callable[[Any, Any], list[str]]] = {
    Configuration: lambda entry, content: set_lines(entry),
    Chart: lambda entry, content: chart_lines(entry),
    Weapon: lambda entry, content: weapon_lines(entry),
    Armour: lambda entry, content: armour_lines(entry),
    VehicleType: lambda entry, content: vehicle_lines(entry),
    Cover: lambda entry, content: [f"{entry.name}: {', '.join(phrases_of(entry))}"],
    Comparison: lambda entry, content: [f"{entry.name}: {', '.join(phrases_of(entry))}"],
    CustomType: type_lines,
    Character: character_lines,
    Force: force_lines,
    Scenario: scenario_lines,
}
