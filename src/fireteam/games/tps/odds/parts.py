"""The parts of questions that several of them have: pools, armour, distances, weapons, points, rules of the server."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, NamedTuple

from ....core.errors import BadQuestion, UnknownName
from ....core.protocol.questions import DecimalPart, NumberPart, PartKind
from ....core.space.units import read_point
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


class GearPart(PartKind):
    """A thing of the catalogue: one that attacks, or one that is called over a weapon."""

    def __init__(self, meaning: str, is_over: bool = False) -> None:
        super().__init__(meaning)
        self.is_over = is_over

    def parse(self, value: Any, name: str) -> int:
        """Its number.

        Raises:
            UnknownName: there is no such thing.
        """
        over = ("grenade", *SPECIAL_CLASSES)
        known = [
            id
            for id, gear in load().catalogue.items()
            if (gear.kind in over if self.is_over else gear.kind not in (*ARMOUR_CLASSES, *SPECIAL_CLASSES))
        ]
        if str(value) not in known:
            raise UnknownName("grenade, bomb or kit" if self.is_over else "weapon", str(value), known)
        return list(load().catalogue).index(str(value))


class PointPart(PartKind):
    """A point of a map, such as `12.5,21`."""

    def parse(self, value: Any, name: str) -> tuple[int, int]:
        """The point in steps."""
        found = read_point(str(value))
        if found is None:
            raise BadQuestion(f"{name} is a point such as 12.5,21, not {value!r}")
        return found


SPLIT = "to-hit dice of a weapon that splits its pool"
Pool = Annotated[tuple[int, int], PoolPart("dice such as 1W+3D")]
Armour = Annotated[
    tuple[int, int, int], ArmourPart("helmet/vest/health of the target, such as 0/1/3; 0/0/3 if left out")
]
Distance = Annotated[Decimal, DecimalPart("in MU", 1, MAX_DISTANCE)]
Weapon = Annotated[int, GearPart("of the catalogue, the knife too")]
Split = Annotated[int | None, NumberPart(SPLIT)]
Map = Annotated[str, PartKind("a map, such as de_depot")]
Point = Annotated[tuple[int, int], PointPart("a point such as 12.5,21")]


class ServerRules(NamedTuple):
    """Options of a match that change what a question comes to."""

    sv_wildone: Annotated[str | None, PartKind("check, replace or add")] = None
    sv_headshot: Annotated[str | None, PartKind("no_vest or helmet_only")] = None
    sv_ffempty: Annotated[str | None, PartKind("keep or miss")] = None
    mp_flashdice: Annotated[str | None, PartKind("dice that a flash takes")] = None

    def options(self) -> dict[str, str]:
        """Those that are given."""
        return {name: value for name, value in self._asdict().items() if value is not None}


DEFAULT_RULES = ServerRules()
