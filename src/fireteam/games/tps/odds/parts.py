"""The parts of questions that several of them have: pools, armour, places, things of the catalogue, a shot's
circumstances, and the rules of the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ....core.errors import BadQuestion
from ....core.protocol.questions import FlagPart, LengthPart, NamePart, NumberPart, PartKind, PointPart
from ..content import load
from ..dice.pool import read_pool

MAX_DISTANCE = 400
MAX_POOL = 15  # dice
ARMOUR_CLASSES, SPECIAL_CLASSES = ("vest", "helmet"), ("kit", "bomb")  # kinds that attack nobody
HEALTHY = (0, 0, 3)


class PoolPart(PartKind):
    """A pool of dice, such as `1W+3D`."""

    def parse(self, value: Any, name: str) -> tuple[int, int]:
        """Its wild and its normal dice."""
        found = read_pool(str(value))
        if found is None or not 1 <= sum(found) <= MAX_POOL:
            raise BadQuestion(f"{name} is a pool of 1 to {MAX_POOL} dice such as 1W+3D, 2W or 4D, not {value!r}")
        return found


class ArmourPart(PartKind):
    """What defends a unit: `0/1/3`."""

    def parse(self, value: Any, name: str) -> tuple[int, int, int]:
        """Helmet, vest, health."""
        words = str(value).split("/")
        if len(words) != 3:
            raise BadQuestion(f"{name} is helmet/vest/health such as 0/1/3, not {value!r}")
        helmet, vest, health = (NumberPart("", 0, 9).parse(word, name) for word in words)
        if health < 1:
            raise BadQuestion("a living unit has 1 health die at least")
        return helmet, vest, health


def weapons() -> Mapping[str, int]:
    """What of the catalogue attacks, by id, with its number."""
    kinds = (*ARMOUR_CLASSES, *SPECIAL_CLASSES)
    return {id: n for n, (id, gear) in enumerate(load().catalogue.items()) if gear.kind not in kinds}


def things_over() -> Mapping[str, int]:
    """What of the catalogue is called over a weapon, by id, with its number."""
    kinds = ("grenade", *SPECIAL_CLASSES)
    return {id: n for n, (id, gear) in enumerate(load().catalogue.items()) if gear.kind in kinds}


def weapon_part(meaning: str) -> NamePart:
    """A weapon, by its number in the catalogue."""
    return NamePart(meaning, "weapon", weapons)


Pool = Annotated[tuple[int, int], PoolPart("dice such as 1W+3D")]
Armour = Annotated[
    tuple[int, int, int], ArmourPart("helmet/vest/health of the target, such as 0/1/3; 0/0/3 if left out")
]
Distance = Annotated[int, LengthPart("in MU", 1, MAX_DISTANCE)]
Weapon = Annotated[int, weapon_part("of the catalogue, the knife too")]
Split = Annotated[int | None, NumberPart("to-hit dice of a weapon that splits its pool")]
Map = Annotated[str, PartKind("a map, such as de_depot")]
Point = Annotated[tuple[int, int], PointPart("a point such as 12.5,21")]
Cover = Annotated[bool, FlagPart("true if the target is in half cover")]
Smoke = Annotated[bool, FlagPart("true if both are in one smoked zone")]


class Circumstances(NamedTuple):
    """What is asked of an attack, apart from weapon and distance. Who says nothing of `steady` has kept still."""

    crouch: Annotated[bool, FlagPart("true if the shooter crouches")] = False
    scope: Annotated[bool, FlagPart("true if its scope is in use")] = False
    steady: Annotated[bool | None, FlagPart("of a sniper's weapon: false if the shooter moved this turn")] = None
    cover: Cover = False
    flash: Annotated[bool, FlagPart("true if the shooter is caught in a flash")] = False
    smoke: Smoke = False
    bystander: Annotated[
        int | None, LengthPart("how far from the shooter somebody stands who is near the target", 1, MAX_DISTANCE)
    ] = None


class ServerRules(NamedTuple):
    """Options of a match that change what a question comes to."""

    sv_wildone: Annotated[str | None, PartKind("check, replace or add")] = None
    sv_headshot: Annotated[str | None, PartKind("no_vest or helmet_only")] = None
    sv_ffempty: Annotated[str | None, PartKind("keep or miss")] = None
    mp_flashdice: Annotated[str | None, PartKind("dice that a flash takes")] = None

    def options(self) -> dict[str, str]:
        """Those that are given."""
        return {name: value for name, value in self._asdict().items() if value is not None}


ORDINARY, DEFAULT_RULES = Circumstances(), ServerRules()
