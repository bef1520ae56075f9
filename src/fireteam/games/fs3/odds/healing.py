"""How wounds heal: the exact chance to be healed by each day (FS3-18.18), which reports and `odds fs3 heal` tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, NamedTuple

from ....core.chance.answers import chance_answer
from ....core.chance.ways import ways_of
from ....core.engine.record import copy_of
from ....core.errors import BadQuestion
from ....core.game import Game
from ....core.protocol.questions import FlagPart, ListPart, NumberPart, PartKind, WordPart, question
from ..events.words import FOR_ABILITY
from ..rules.care import settle_points
from ..rules.healing import FAILED, MADE, NOT_ROLLED, advanced_tenths, simple_tenths
from ..rules.rolls import D100, roll_result, succeeds
from ..rules.wounds import wound_points
from ..state import HEALED, SEVERITIES
from .encounter import base_tables
from .parts import Toughness

SYSTEMS = ("simple", "advanced")
DAYS = 60
"""As far as the report looks ahead (FS3-18.18)."""


class OpenWound(NamedTuple):
    """A wound as healing sees it; `is_fifth`: it needs a fifth of the points (FS3-18.4, FS3-19.16)."""

    severity: int
    tenths: int = 0
    has_healed: bool = False
    is_fifth: bool = False

    def after(self, tenths: int) -> OpenWound:
        """The wound with tenths of Healing Points more, or fewer; healed, it stays so (FS3-18.2, FS3-18.3)."""
        if self.severity == HEALED:
            return self
        severity, left = settle_points(self.severity, self.tenths + tenths, int(self.is_fifth))
        return OpenWound(int(severity), int(left), self.has_healed or self.tenths + tenths > 0, self.is_fifth)

    @property
    def points(self) -> int:
        """What it takes from rolls (FS3-12.3, FS3-12.6)."""
        return int(wound_points(self.severity, int(self.has_healed)))


class Ability(NamedTuple):
    """A rating that is rolled each day, and what modifies it besides the patient's own wounds."""

    rating: int
    modifier: int = 0


class Course(NamedTuple):
    """How somebody or a vehicle is looked after. `care`: the doctor's Medicine, for a vehicle Repair; None: nobody's.

    A doctor's wounds stay as they are in the forecast.
    """

    is_advanced: bool
    is_vehicle: bool = False
    toughness: Ability = Ability(0)
    care: Ability | None = None
    in_hospital: bool = False
    natural_one: int = 0


@cache
def success_faces(ability: Ability, natural_one: int) -> int:
    """Of a hundred faces how many make a roll succeed, by the rule that rolls it (FS3-2.11)."""
    tables = copy_of(base_tables())
    tables[0].options.natural_one = natural_one
    rating, modifier = ability
    found = ways_of(lambda dice, log: bool(succeeds(roll_result(tables[0], dice, log, rating, modifier, FOR_ABILITY))))
    return int(D100 * found.get(True, Fraction(0)))


def ways_to_roll(ability: Ability | None, natural_one: int) -> Iterator[tuple[int, int]]:
    """How a roll of the day can go, each with its faces of a hundred."""
    if ability is None:
        yield NOT_ROLLED, D100
        return
    made = success_faces(ability, natural_one)
    yield from ((MADE, made), (FAILED, D100 - made))


def days_ways(course: Course, wounds: Sequence[OpenWound]) -> Counter[int]:
    """The tenths of the next day for each wound, with ways of 10 000 (FS3-18.8, FS3-18.9, FS3-18.15)."""
    rating, modifier = course.toughness
    own = None if course.is_vehicle else Ability(rating, modifier - sum(wound.points for wound in wounds))
    found = Counter[int]()
    for patient, faces in ways_to_roll(own, course.natural_one):
        for doctor, others in ways_to_roll(course.care, course.natural_one):
            tenths = advanced_tenths(int(course.is_vehicle), patient, doctor, int(course.in_hospital))
            found[int(tenths)] += faces * others
    return found


def chances_by_day(course: Course, wounds: Sequence[OpenWound], days: int = DAYS) -> list[Fraction]:
    """The exact chance that every wound is healed by each day, from day 1 on (FS3-18.18)."""
    if not course.is_advanced:
        least = days_simple(course, wounds)
        return [Fraction(int(least is not None and day >= least)) for day in range(1, days + 1)]
    front, done, whole, found = Counter({tuple(sorted(wounds)): 1}), 0, 1, []
    for _ in range(days):
        after, whole, done = Counter[tuple[OpenWound, ...]](), whole * D100 * D100, done * D100 * D100
        for now, ways in front.items():
            for tenths, more in days_ways(course, now).items():
                left = tuple(sorted(each for each in (wound.after(tenths) for wound in now) if each.severity))
                if left:
                    after[left] += ways * more
                else:
                    done += ways * more
        front = after
        found.append(Fraction(done, whole))
    return found


def days_simple(course: Course, wounds: Sequence[OpenWound]) -> int | None:
    """The days until every wound is healed in the simple system; None: never, as a vehicle without repair."""
    tenths = int(simple_tenths(int(course.is_vehicle), int(course.care is not None)))
    days, left = 0, list(wounds)
    while any(wound.severity for wound in left):
        if not tenths:
            return None
        days, left = days + 1, [wound.after(tenths) for wound in left]
    return days


class HurtPart(PartKind):
    """A wound: a severity, with `stun` if it is one of stun."""

    def parse(self, value: Any, name: str) -> OpenWound:
        """The wound, fresh.

        Raises:
            BadQuestion: it is none.
        """
        word, _, kind = str(value).lower().partition("/")
        severities = [each.lower() for each in SEVERITIES]
        if word not in severities[1:] or kind not in ("", "stun"):
            raise BadQuestion(f"{name} has wounds such as light, serious or critical/stun, not {value!r}")
        return OpenWound(severities.index(word), is_fifth=kind == "stun")


Hurts = Annotated[list[OpenWound], ListPart("wounds, such as serious,light/stun", HurtPart("a wound"))]


@question("how long wounds take to heal", example="wounds=moderate toughness=5 days=12")
def heal(
    game: Game,
    wounds: Hurts,
    system: Annotated[str, WordPart("the system of healing", *SYSTEMS)] = SYSTEMS[1],
    toughness: Toughness = 5,
    medicine: Annotated[int | None, NumberPart("the rating of who looks after the patient", 0, 12)] = None,
    hospital: Annotated[bool, FlagPart("true: the patient is in hospital")] = False,
    vehicle: Annotated[bool, FlagPart("true: a vehicle's, and `medicine` the Repair of who repairs it")] = False,
    days: Annotated[int | None, NumberPart("days that pass", 1, DAYS)] = None,
) -> dict[str, Any]:
    """The chance to be healed within so many days, or by each day up to 60 (FS3-18.6 to FS3-18.18)."""
    hurt = [wound._replace(is_fifth=True) if vehicle else wound for wound in wounds]
    care = None if medicine is None else Ability(medicine)
    course = Course(system == SYSTEMS[1], vehicle, Ability(toughness), care, hospital and not vehicle)
    found = chances_by_day(course, hurt, days or DAYS)
    if days is not None:
        return {"healed": chance_answer(found[-1])}
    answer: dict[str, Any] = {"by_day": {str(n): chance_answer(p) for n, p in enumerate(found, 1)}}
    if not course.is_advanced:
        answer["days"] = days_simple(course, hurt)
    return answer
