"""What the content files of FS3 may say of scenarios: maps, teams, ends and points (FS3-6.8, appendix E)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from ...content.entry import Entry, Form, NamedEntry, Text
from ...content.field_kinds import Reference
from .entries import (
    KNOWN,
    ArmourName,
    Behaviour,
    Count,
    Edge,
    Join,
    Name,
    OptionNumbers,
    Point,
    Rating,
    Rectangle,
    Team,
    VehicleName,
    WeaponName,
)
from .tables import CARRIED, ITEMS


class Field(Entry, frozen=True, kw_only=True):
    """The size of a map, and the edges where combatants may leave it (FS3-20.2, FS3-20.19)."""

    w: Annotated[float, Meta(gt=0, le=10_000)]
    h: Annotated[float, Meta(gt=0, le=10_000)]
    exit: Annotated[tuple[Edge, ...], Meta(description="a list of edges")] = ()


class Feature(Entry, frozen=True, kw_only=True):
    """A terrain feature (FS3-20.8): a rectangle, or a convex polygon."""

    forms: ClassVar[Mapping[str, Form]] = {"rect": Form(), "shape": Form()}

    name: str = ""
    rect: Rectangle | None = None
    shape: Annotated[tuple[Point, ...], Meta(min_length=3, max_length=8)] | None = None
    sight: bool = False
    move: bool = False
    rough: bool = False
    protection: Annotated[int, Meta(ge=0, le=999)] | None = None
    cover: Annotated[str, Reference("cover"), KNOWN] | None = None
    covered_locations: tuple[Text, ...] | None = None


class Soldier(Entry, frozen=True, kw_only=True):
    """What a combatant of a scenario may say, and its team for all of its combatants (FS3-6.8)."""

    kind: Literal["pc", "npc"] | None = None
    type: Annotated[str, Reference("type"), KNOWN] | None = None
    character: Annotated[str, Reference("character"), KNOWN] | None = None
    join: Join | None = None
    vehicle: VehicleName | None = None
    rating: Rating | None = None
    ratings: dict[Text, Rating] | None = None
    luck: Count | None = None
    weapons: Annotated[tuple[WeaponName, ...], Meta(max_length=CARRIED)] | None = None
    rounds: dict[WeaponName, Count] | None = None
    spare_clips: dict[WeaponName, Count] | None = None
    armour: ArmourName | None = None
    behaviour: Behaviour | None = None
    goal: Edge | None = None


class Unit(Soldier, frozen=True, kw_only=True):
    """A combatant of a scenario: its name and place; a passenger names the craft it sits in."""

    subject: ClassVar[str] = "unit {n}: "

    name: Name
    twin: Annotated[Name, Meta(description="with `mirror: point`, who stands across")] | None = None
    at: Point | None = None
    craft: Name | None = None


class Side(Soldier, frozen=True, kw_only=True):
    """A team of a scenario: what holds for all, and its combatants (FS3-E.2)."""

    units: Annotated[tuple[Unit, ...], Meta(min_length=1)] | None = None


class Objective(Entry, frozen=True, kw_only=True):
    """An objective that wins for its team when it is met (FS3-21.9)."""

    forms: ClassVar[Mapping[str, Form]] = {
        "withdrawn_unit": Form(),
        "withdraw_from": Form(("count",)),
        "knocked_out_unit": Form(),
    }

    team: Team
    withdrawn_unit: Name | None = None
    withdraw_from: Text | None = None
    count: Annotated[int, Meta(ge=1, le=24)] | None = None
    knocked_out_unit: Name | None = None


class End(Entry, frozen=True, kw_only=True):
    """An end of the game (FS3-21.2, FS3-21.10)."""

    last_team: bool = False
    turn_limit: Annotated[int, Meta(ge=1, le=999)] | None = None
    objective: Objective | None = None
    winner: Team | None = None
    result: Literal["points"] | None = None
    team: Team | None = None
    threshold: Annotated[int, Meta(ge=-999, le=999)] | None = None


class PointItem(Entry, frozen=True, kw_only=True):
    """What gives points (FS3-21.5)."""

    event: Literal[
        "enemy_ko",
        "enemy_ko_stun",
        "enemy_ko_physical",
        "enemy_subdued",
        "own_ko",
        "withdrawn",
        "in_zone_end",
        "in_zone_turn",
        "wound_given",
    ]
    value: Annotated[int, Meta(ge=-99, le=99)]
    team: Team | None = None
    zone: Text | None = None


class Scenario(NamedEntry, frozen=True, kw_only=True):
    """A scenario with its map, its teams, and its ends (FS3-6.8, appendix E)."""

    about: Text
    map: Field | None = None
    mode: Literal["real", "mock"] = "real"
    blast_scale: Annotated[float, Meta(gt=0, le=100)] = 1.0
    mirror: Literal["point"] | None = None
    walls: tuple[Rectangle, ...] = ()
    features: tuple[Feature, ...] = ()
    zones: dict[Name, Rectangle] = field(default_factory=dict)
    team1: Side
    team2: Side | None = None
    team3: Side | None = None
    team4: Side | None = None
    team5: Side | None = None
    team6: Side | None = None
    team7: Side | None = None
    team8: Side | None = None
    team9: Side | None = None
    end: Annotated[tuple[Literal["last_team"] | End, ...], Meta(max_length=ITEMS)] = ("last_team",)
    points: Annotated[tuple[PointItem, ...], Meta(max_length=ITEMS)] = ()
    options: OptionNumbers = OptionNumbers()
