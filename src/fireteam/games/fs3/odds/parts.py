"""The parts of questions: attackers, defenders and wounds by the numbers and words of the rulebook (section 27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from ....core.errors import BadQuestion
from ....core.protocol.questions import FlagPart, ListPart, NamePart, NumberPart, PartKind, WordPart
from ..content import load
from ..rules.wounds import POINTS_OF_SEVERITY
from ..state import SEVERITIES, STANCES

RANGES = ("short", "medium", "long")
KINDS = ("normal", "vital", "critical")  # of locations, as tables.py numbers them


def known(kind: str) -> Callable[[], Mapping[str, Any]]:
    """Everything of a kind of content, by id."""
    return lambda: getattr(load(), kind)


class WoundPart(PartKind):
    """A wound: a severity, with `treated` or `healing` if it counts half (FS3-12.6)."""

    def parse(self, value: Any, name: str) -> int:
        """The points that it takes from rolls."""
        word, _, half = str(value).partition("/")
        severities = [each.lower() for each in SEVERITIES[1:]]
        if word.lower() not in severities or half not in ("", "treated"):
            raise BadQuestion(f"{name} has wounds such as light, serious or critical/treated, not {value!r}")
        points = POINTS_OF_SEVERITY[severities.index(word.lower()) + 1]
        return points // 2 if half else points


class LocationPart(PartKind):
    """A location code of the charts."""

    def parse(self, value: Any, name: str) -> str:
        """The code, in capitals.

        Raises:
            BadQuestion: no chart has it.
        """
        codes = load().location_names
        if str(value).upper() not in codes:
            raise BadQuestion(f"{name} is a location such as {', '.join(list(codes)[:6])}, not {value!r}")
        return str(value).upper()


Rating = Annotated[int, NumberPart("a rating, 0 to 12", 0, 12)]
Modifier = Annotated[int, NumberPart("the sum of the modifiers", -999, 999)]
Result = Annotated[int | None, NumberPart("a Roll Result, -2 to 3", -2, 3)]
Weapon = Annotated[Any, NamePart("a weapon", "weapon", known("weapons"))]
Vehicle = Annotated[Any, NamePart("what the target pilots", "vehicle", known("vehicles"))]
Armour = Annotated[Any, NamePart("what the target wears", "armour", known("armours"))]
ChartName = Annotated[Any, NamePart("a hit location chart", "chart", known("charts"))]
Location = Annotated[str, LocationPart("a location code such as HD")]
Stance = Annotated[str, WordPart("a stance", *STANCES)]
Toughness = Annotated[int, NumberPart("Toughness", 0, 12)]
Number = Annotated[int, NumberPart("a whole number", 0, 9999)]
Lethality = Annotated[int, NumberPart("lethality, with all else that is added to damage", -999, 999)]
WoundList = Annotated[list[int], ListPart("wounds, such as serious,light/treated", WoundPart("a wound"))]
NO_WOUNDS: list[int] = []


class Attacker(NamedTuple):
    """Who attacks, and how: its rating with the weapon, and what modifies the roll."""

    weapon: Weapon
    attack: Rating = 5
    stance: Stance = "normal"
    aim: Annotated[bool, FlagPart("true: it aimed last turn")] = False
    called: Annotated[str, LocationPart("the location it calls")] = ""
    range: Annotated[str, WordPart("range", *RANGES)] = RANGES[0]
    suppression: Annotated[int, NumberPart("its Suppression Points", 0, 5)] = 0
    modifier: Modifier = 0


class Defender(NamedTuple):
    """Who is attacked: its rating against the weapon, what it wears, where it stands, and how it is."""

    defence: Rating = 3
    defence_stance: Stance = "normal"
    armour: Armour = None
    cover: Annotated[int, NumberPart("Protection of cover that it crouches behind; 0: none", 0, 99)] = 0
    vehicle: Vehicle = None
    toughness: Toughness = 5
    wounds: WoundList = NO_WOUNDS
    defence_modifier: Modifier = 0

    @property
    def stance(self) -> str:
        """Its stance."""
        return self.defence_stance

    @property
    def modifier(self) -> int:
        """What else modifies its rolls."""
        return self.defence_modifier
