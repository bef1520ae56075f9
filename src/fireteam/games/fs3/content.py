"""Content of FS3: everything that the packs hold, checked, and what follows from an entry."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import field

from ...content import library
from ...content.type_text import hints_of
from .entries import (
    Abilities,
    Armour,
    Character,
    Chargen,
    Chart,
    Comparison,
    Configuration,
    Cover,
    CustomType,
    Expectation,
    Experience,
    Force,
    OptionNumbers,
    Special,
    VehicleType,
    Weapon,
)
from .scenario_entries import Scenario, Side, Unit
from .tables import CREW, PILOT, RAW, TEAMS

GAME_ID = "fs3"
BASE = Path(__file__).parent / "content"
UNARMED, HUMANOID = "unarmed", "soldier"  # what there must be (FS3-6.30, FS3-24.11)
BACKGROUND, AT_PILOT, AT_CREW = "bg:", "@pilot", "@crew:"
SPECIALS = ("initiative", "toughness", "first_aid", "medicine", "repair", "jury_rig")


class Place(NamedTuple):
    """A combatant of a scenario, as its team and its own entry have it together (FS3-6.8)."""

    name: str
    team: int
    number: int  # in its team's list, from 0; a twin's goes on after the last of the list
    side: Side
    unit: Unit
    at: tuple[float, float] | None
    craft: str
    twin: bool

    def value_of(self, field: str) -> Any:
        """What the unit says, or else its team; None if neither does."""
        own = getattr(self.unit, field)
        return own if own is not None else getattr(self.side, field)


class Content(msgspec.Struct, frozen=True):
    """Everything that was loaded, each kind by id in the order of the packs and their files."""

    abilities: Abilities
    chargen: Chargen
    xp: Experience
    special: Special
    combat: dict[str, Any]  # options of a combat, and what else stands there
    expectations: tuple[Expectation, ...] = ()
    configurations: dict[str, Configuration] = field(default_factory=dict)
    charts: dict[str, Chart] = field(default_factory=dict)
    weapons: dict[str, Weapon] = field(default_factory=dict)
    armours: dict[str, Armour] = field(default_factory=dict)
    vehicles: dict[str, VehicleType] = field(default_factory=dict)
    covers: dict[str, Cover] = field(default_factory=dict)
    comparisons: dict[str, Comparison] = field(default_factory=dict)
    types: dict[str, CustomType] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    forces: dict[str, Force] = field(default_factory=dict)
    scenarios: dict[str, Scenario] = field(default_factory=dict)

    def scenario(self, id: str) -> Scenario:
        """The scenario of an id; UnknownName if there is none."""
        return library.find_entry("scenario", id, self.scenarios)

    @property
    def listed(self) -> tuple[str, ...]:
        """Attributes, then action skills: what special abilities and vehicles may name (FS3-24.3)."""
        return (*self.abilities.attributes, *self.abilities.action)

    @property
    def ability_names(self) -> tuple[str, ...]:
        """The abilities that rules know by number: those listed, then background skills that weapons name (FS3-8.8)."""
        tokens = [token for weapon in self.weapons.values() for token in (weapon.attack, weapon.defence)]
        named = [str(token)[len(BACKGROUND) :] for token in tokens if str(token).startswith(BACKGROUND)]
        return (*self.listed, *dict.fromkeys(named))

    @property
    def location_names(self) -> dict[str, str]:
        """The locations of all charts, each code once, in the order of the charts (FS3-C.5)."""
        found: dict[str, str] = {}
        for chart in self.charts.values():
            found |= {code: name for code, name in chart.locations.items() if code not in found}
        return found

    def token(self, text: str | int) -> int:
        """A skill token as the number that rules read (FS3-8.8)."""
        if isinstance(text, int):
            return RAW - text
        if text == AT_PILOT:
            return PILOT
        names = self.ability_names
        if text.startswith(AT_CREW):
            return CREW + names.index(text[len(AT_CREW) :])
        return names.index(text.removeprefix(BACKGROUND))

    def ruling(self, ability: str, own: Mapping[str, str]) -> int:
        """The ruling attribute of an ability plus one, of a background skill a sheet's own first; 0: none (FS3-2.4)."""
        attributes = list(self.abilities.attributes)
        if ability in attributes:
            return 0
        skill = self.abilities.action.get(ability)
        return 1 + attributes.index(skill.ruling if skill else own.get(ability, self.abilities.background_ruling))


load = library.loader(GAME_ID, Content, BASE)


def names(content: Content) -> Mapping[str, Collection[str]]:
    """What references may name, by what it is."""
    return {
        "weapon": content.weapons,
        "armour": content.armours,
        "vehicle": content.vehicles,
        "chart": content.charts,
        "cover": content.covers,
        "type": content.types,
        "character": content.characters,
        "ability": content.listed,
        "language": content.abilities.languages,
    }


def sides_of(scenario: Scenario) -> dict[int, Side]:
    """The teams of a scenario, by number."""
    named = {team: getattr(scenario, f"team{team}") for team in range(1, TEAMS + 1)}
    return {team: side for team, side in named.items() if side is not None}


def places_of(scenario: Scenario) -> list[Place]:
    """The combatants of a scenario in roster order: team by team; twins of a mirrored map after their team's own."""
    sides = sides_of(scenario)
    if scenario.mirror:
        sides.setdefault(2, Side())
    return [place for team in sorted(sides) for place in _team_places(scenario, team, sides[team])]


def _team_places(scenario: Scenario, team: int, side: Side) -> Iterator[Place]:
    own = side.units or ()
    for number, unit in enumerate(own):
        yield Place(unit.name, team, number, side, unit, unit.at, unit.craft or "", False)
    for number, unit in enumerate(scenario.team1.units or () if scenario.mirror and team == 2 else ()):
        at = turn_about(scenario, unit.at) if unit.at else None
        name, craft = unit.twin or f"{unit.name}2", f"{unit.craft}2" if unit.craft else ""
        yield Place(name, team, len(own) + number, scenario.team1, unit, at, craft, True)


def turn_about(scenario: Scenario, at: Sequence[float]) -> tuple[float, float]:
    """The point across the middle of a map."""
    assert scenario.map
    return scenario.map.w - at[0], scenario.map.h - at[1]


def is_pc(content: Content, place: Place) -> bool:
    """Whether a combatant is a player's: as it says, or its type, or by its team; team 1 are PCs (FS3-6.6, FS3-E.2)."""
    if (kind := place.value_of("kind")) is not None:
        return bool(kind == "pc")
    if character := place.value_of("character"):
        return content.characters[character].kind == "pc"
    if type := place.value_of("type"):
        return content.types[type].kind == "pc"
    return place.team == 1 or place.twin


def default_options(content: Content) -> dict[str, Any]:
    """Every option as `game.yaml` has it."""
    return {name: value for name, value in content.combat.items() if name in hints_of(OptionNumbers)}
