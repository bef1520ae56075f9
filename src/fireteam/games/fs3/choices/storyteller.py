"""The Storyteller's desk (section 22): all but the first two are free acts of the Storyteller's slot."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from ....core.protocol.choices import Verb
from ....core.protocol.field_kinds import YES_NO, Number, PartPlace, Point, Target, Thing, Unit, Word, YesNo
from ....core.protocol.list_kinds import Units
from ..field_kinds import Body, Joiner, Pairs, TeamList
from ..state import BEHAVIOURS, ROLES, SEVERITIES, TARGETS
from ..tables import COMBATANTS, TEAMS

WOUND_WORDS = tuple(severity.lower() for severity in SEVERITIES[1:])


class BeginFight(Verb, frozen=True):
    """Begin the first turn (FS3-22.1)."""

    label = "begin the fight"


class NextTurn(Verb, frozen=True):
    """Go on to the turn once all orders are in (FS3-22.8)."""

    label = "carry out all orders: next turn"


class Act(Verb, frozen=True, kw_only=True):
    """An act of the Storyteller (FS3-1.3)."""

    free = True
    refereed = True


class Join(Act, frozen=True):
    """Let somebody join: a sheet by name, several of a type, a force, or a stranger (FS3-22.2, FS3-22.2a, FS3-6.5)."""

    named = True
    who: Annotated[str, Joiner()]
    team: Annotated[int, Number(place=PartPlace(1, 0), high=TEAMS)] = 0
    role: Annotated[str, Word("usual", *ROLES[1:], place=PartPlace(1, 1))] = "usual"
    vehicle: Annotated[str, Thing("vehicle", place="x")] = "-"
    craft: Annotated[str, Thing("vehicle_type", place="y"), "vehicle type"] = "-"
    rating: Annotated[str, Word("usual", *map(str, range(13)), place=PartPlace(1, 2))] = "usual"
    behaviour: Annotated[str, Word("usual", *BEHAVIOURS, place=PartPlace(3, 0))] = "usual"
    count: Annotated[int, Number(place=PartPlace(3, 1), low=1, high=8), "how many"] = 1
    at: Annotated[str, Point(place=PartPlace(2, 0)), "place"] = "0,0"


class Leave(Act, frozen=True):
    """Let somebody leave the fight (FS3-22.2)."""

    unit: Annotated[str, Unit(), "who"]


class AddVehicle(Act, frozen=True):
    """Bring a vehicle of a type into the fight, until it ends (FS3-22.19)."""

    craft: Annotated[str, Thing("vehicle_type"), "vehicle type"]
    at: Annotated[str, Point(), "place"] = "0,0"


class DeleteVehicle(Act, frozen=True):
    """Take an empty vehicle out of the fight (FS3-22.19)."""

    vehicle: Annotated[str, Thing("vehicle")]


class SetTeam(Act, frozen=True):
    """Put somebody into a team (FS3-22.9)."""

    unit: Annotated[str, Unit(), "who"]
    team: Annotated[int, Number(high=99)]


class SetRole(Act, frozen=True):
    """Change what somebody is here as, and where (FS3-22.2)."""

    unit: Annotated[str, Unit(), "who"]
    role: Annotated[str, Word(*ROLES[1:])]
    vehicle: Annotated[str, Thing("vehicle", place="x")] = "-"


class TeamTargets(Act, frozen=True):
    """Say which teams the NPCs of a team aim at (FS3-22.10)."""

    reopens = True
    team: Annotated[int, Number(place="x", high=99)]
    targets: Annotated[str, TeamList(), "aims at teams"]


class Retarget(Act, frozen=True):
    """Let all NPCs pick new targets at random, but for the pairs listed (FS3-22.11)."""

    reopens = True
    pairs: Annotated[list[str], Pairs(), "who aims at whom"] = field(default_factory=list)


class React(Act, frozen=True):
    """Let all NPCs choose their actions anew, each with the target it has (FS3-22.11)."""

    reopens = True


class SetTarget(Act, frozen=True):
    """Say at whom somebody aims (FS3-22.12)."""

    reopens = True
    unit: Annotated[str, Unit(), "who"]
    target: Annotated[str, Target()]


class Propose(Act, frozen=True):
    """Have targets drawn by lot for somebody (FS3-22.13)."""

    unit: Annotated[str, Unit(), "who"]
    count: Annotated[int, Number(low=1, high=TARGETS), "how many"] = 1


class SetModifier(Act, frozen=True):
    """Set the modifier of somebody's attack and defence rolls; you alone see it (FS3-22.14)."""

    unit: Annotated[str, Unit(), "who"]
    to: Annotated[int, Number(low=-200, high=200), "modifier"]


class SetLethality(Act, frozen=True):
    """Set what is added to the damage of somebody's attacks; you alone see it (FS3-22.15)."""

    unit: Annotated[str, Unit(), "who"]
    to: Annotated[int, Number(low=-200, high=200), "lethality"]


class LiftKnockout(Act, frozen=True):
    """Bring somebody, or a vehicle, back from a knockout (FS3-22.16)."""

    unit: Annotated[str, Body(), "who"]


class Inflict(Act, frozen=True):
    """Give somebody, or a vehicle, a wound (FS3-22.17)."""

    named = True
    unit: Annotated[str, Body(), "who"]
    severity: Annotated[str, Word(*WOUND_WORDS, place="n")]
    location: Annotated[str, Thing("location", place="x")] = "-"
    weapon: Annotated[str, Thing("weapon", place="y")] = "-"
    stun: Annotated[str, YesNo(place=PartPlace(0, 0))] = "no"
    mock: Annotated[str, Word("usual", *YES_NO, place=PartPlace(0, 1))] = "usual"


class ChangeWound(Act, frozen=True):
    """Change a wound, by its number (FS3-22.17)."""

    named = True
    wound: Annotated[int, Number(place="n", high=999999), "wound number"]
    severity: Annotated[str, Word("keep", *WOUND_WORDS, "healed", place=PartPlace(0, 0))] = "keep"
    location: Annotated[str, Thing("location", place="x")] = "-"
    stun: Annotated[str, Word("keep", *YES_NO, place=PartPlace(0, 1))] = "keep"
    treated: Annotated[str, Word("keep", *YES_NO, place=PartPlace(0, 2))] = "keep"
    mock: Annotated[str, Word("keep", *YES_NO, place=PartPlace(1, 0))] = "keep"


class DeleteWound(Act, frozen=True):
    """Delete a wound, by its number (FS3-22.17)."""

    wound: Annotated[int, Number(place="n", high=999999), "wound number"]


class ClearWounds(Act, frozen=True):
    """Delete all wounds of somebody, or of a vehicle (FS3-22.17)."""

    unit: Annotated[str, Body(), "who"]


class SetRating(Act, frozen=True):
    """Set the rating of an NPC (FS3-22.18)."""

    unit: Annotated[str, Unit(), "who"]
    to: Annotated[int, Number(high=99), "rating"]


class SetBehaviour(Act, frozen=True):
    """Say how NPCs act by themselves, several at once (FS3-23.5)."""

    reopens = True
    units: Annotated[list[str], Units(row=0, count="n", most=COMBATANTS), "who"]
    behaviour: Annotated[str, Word(*BEHAVIOURS, place="x")]


class SetArmour(Act, frozen=True):
    """Put armour on somebody, or `-` take it off (FS3-6.14a)."""

    unit: Annotated[str, Unit(), "who"]
    armour: Annotated[str, Thing("armour")]


class GiveWeapon(Act, frozen=True):
    """Give somebody a loaded weapon (FS3-6.9)."""

    named = True
    unit: Annotated[str, Unit(), "who"]
    weapon: Annotated[str, Thing("weapon")]
    clips: Annotated[int, Number(place="x", low=-1, high=99)] = -1


class SetCover(Act, frozen=True):
    """Grant somebody cover of a Protection, 0 for none, -1 for the usual one, on a table without map (FS3-20.20)."""

    unit: Annotated[str, Unit(), "who"]
    protection: Annotated[int, Number(low=-1, high=99)] = -1


class SetDistance(Act, frozen=True):
    """Set the distance of two on a table without map, in metres (FS3-20.20)."""

    unit: Annotated[str, Unit(), "who"]
    target: Annotated[str, Target(), "from whom"]
    metres: Annotated[int, Number(high=10_000)]


class AwardLuck(Act, frozen=True):
    """Give a player character luck points (FS3-17.10)."""

    unit: Annotated[str, Unit(), "who"]
    points: Annotated[int, Number(low=1, high=99)]


class PlotPoint(Act, frozen=True):
    """Take luck points from a player character for a plot point, at the price you name (FS3-17.9)."""

    unit: Annotated[str, Unit(), "who"]
    price: Annotated[int, Number(low=1, high=99)] = 1


class RollFor(Act, frozen=True):
    """Roll an ability for somebody, for all to see or in private (FS3-22.28)."""

    named = True
    unit: Annotated[str, Unit(), "who"]
    ability: Annotated[str, Thing("ability", place="n")]
    modifier: Annotated[int, Number(place="x", low=-200, high=200)] = 0
    ruling: Annotated[str, Thing("ability", place="y"), "ruling attribute"] = "-"
    private: Annotated[str, YesNo(place=PartPlace(0, 0))] = "no"


class Oppose(Act, frozen=True):
    """Roll one ability against another (FS3-2.15, FS3-22.28)."""

    named = True
    unit: Annotated[str, Unit(), "who"]
    ability: Annotated[str, Thing("ability", place="n")]
    target: Annotated[str, Target(), "against whom"]
    against: Annotated[str, Thing("ability", place=PartPlace(0, 1)), "their ability"]
    modifier: Annotated[int, Number(place="x", low=-200, high=200)] = 0
    other_modifier: Annotated[int, Number(place="y", low=-200, high=200), "their modifier"] = 0
    private: Annotated[str, YesNo(place=PartPlace(0, 0))] = "no"


class Note(Act, frozen=True):
    """Write down something about somebody, or a vehicle, that you alone read (FS3-22.32)."""

    reasoned = True
    unit: Annotated[str, Body(), "who"]


class Ruling(Act, frozen=True):
    """Write down what is agreed, without dice, for all to read (FS3-1.12)."""

    reasoned = True


class Stop(Act, frozen=True):
    """Stop the fight: it ends without a winner (FS3-21.1)."""

    reasoned = True
