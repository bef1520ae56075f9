"""Events of FS3: what the Storyteller does, and ability rolls at the table. Some are private (`Event.is_private`)."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import FreePointName, Thing, UnitName, WholeNumber, Word
from ..choices.storyteller import WOUND_WORDS
from ..field_kinds import Metres, Signed, TeamList, VictimName
from ..state import BEHAVIOURS, ROLES
from .words import RESULTS

Victim = Annotated[str, VictimName()]
VehicleName = Annotated[str, Thing("vehicle", nothing="")]
AbilityName = Annotated[str, Thing("ability")]
Result = Annotated[str, Word(*RESULTS)]
Points = Annotated[str, Signed()]
OPPOSED = (
    "both fail",
    "a draw",
    "the first wins by a little",
    "the first wins by a lot",
    "the second wins by a little",
    "the second wins by a lot",
)


class Joined(Event, frozen=True):
    """Somebody joins the fight (FS3-22.2)."""

    story = "{unit} joins team {team} as {role}[ in {vehicle}]"
    unit: UnitName
    team: WholeNumber
    role: Annotated[str, Word(*ROLES)]
    vehicle: VehicleName


class RatedAtRandom(Event, frozen=True):
    """Nobody knows the name: the rating is drawn (FS3-6.5)."""

    story = "{unit} is a stranger with rating {rating}"
    unit: UnitName
    rating: WholeNumber


class Left(Event, frozen=True):
    """Somebody leaves the fight (FS3-22.2)."""

    story = "{unit} leaves the fight"
    unit: UnitName


class VehicleAdded(Event, frozen=True):
    """A vehicle comes, until the fight ends (FS3-6.4)."""

    story = "{vehicle} comes to {at}"
    vehicle: VehicleName
    at: FreePointName


class VehicleDeleted(Event, frozen=True):
    """A vehicle goes (FS3-22.19)."""

    story = "{vehicle} is gone"
    vehicle: VehicleName


class TeamSet(Event, frozen=True):
    """Somebody changes the team (FS3-22.9)."""

    story = "{unit} is in team {team} now"
    unit: UnitName
    team: WholeNumber


class RoleSet(Event, frozen=True):
    """Somebody is here as something else (FS3-22.2)."""

    story = "{unit} is {role} now[ in {vehicle}]"
    unit: UnitName
    role: Annotated[str, Word(*ROLES)]
    vehicle: VehicleName


class TeamTargetsSet(Event, frozen=True):
    """Whom the NPCs of a team aim at (FS3-22.10)."""

    is_private = True
    story = "the NPCs of team {team} aim at: team {targets}"
    team: WholeNumber
    targets: Annotated[str, TeamList()]


class TargetSet(Event, frozen=True):
    """Somebody is told at whom to aim (FS3-22.12)."""

    is_private = True
    story = "{unit} is to aim at {target}"
    unit: UnitName
    target: UnitName


class Reacted(Event, frozen=True):
    """NPCs choose their actions anew (FS3-22.11)."""

    is_private = True
    story = "NPCs that choose anew: {count}"
    count: WholeNumber


class Proposed(Event, frozen=True):
    """A target drawn by lot, for the Storyteller to use or not (FS3-22.13)."""

    is_private = True
    story = "a target for {unit}: {target}"
    unit: UnitName
    target: UnitName


class NobodyProposed(Event, frozen=True):
    """No target is left to draw (FS3-22.13)."""

    is_private = True
    story = "there is no further target for {unit}"
    unit: UnitName


class ModifierSet(Event, frozen=True):
    """The situational modifier of somebody (FS3-22.14), logged for the Storyteller (FS3-22.15a)."""

    clause = "FS3-22.14"
    is_private = True
    story = "attack and defence of {unit} from now on {to}"
    unit: UnitName
    to: Points


class LethalitySet(Event, frozen=True):
    """The lethality modifier of somebody (FS3-22.15), logged for the Storyteller (FS3-22.15a)."""

    clause = "FS3-22.15"
    is_private = True
    story = "damage of {unit}'s attacks from now on {to}"
    unit: UnitName
    to: Points


class KnockoutLifted(Event, frozen=True):
    """A knockout is lifted (FS3-22.16)."""

    heading = True
    story = "{victim} is no longer knocked out"
    victim: Victim


class WoundInflicted(Event, frozen=True):
    """The Storyteller gives a wound (FS3-22.17)."""

    story = "{victim} has a {severity} {kind} wound, {location}: wound {wound}"
    victim: Victim
    severity: Annotated[str, Word("", *WOUND_WORDS)]
    kind: Annotated[str, Word("physical", "stun")]
    location: Annotated[str, Thing("location")]
    wound: WholeNumber


class WoundChanged(Event, frozen=True):
    """The Storyteller changes a wound (FS3-22.17)."""

    story = "wound {wound} of {victim} is changed: {severity}, {location}"
    wound: WholeNumber
    victim: Victim
    severity: Annotated[str, Word("healed", *WOUND_WORDS)]
    location: Annotated[str, Thing("location")]


class WoundDeleted(Event, frozen=True):
    """The Storyteller deletes a wound (FS3-22.17)."""

    story = "wound {wound} of {victim} is deleted"
    wound: WholeNumber
    victim: Victim


class WoundsCleared(Event, frozen=True):
    """The Storyteller deletes all wounds of somebody (FS3-22.17)."""

    story = "{victim} has no wounds any more; deleted: {count}"
    victim: Victim
    count: WholeNumber


class RatingSet(Event, frozen=True):
    """An NPC has another rating (FS3-22.18)."""

    is_private = True
    story = "{unit} has rating {rating} now"
    unit: UnitName
    rating: WholeNumber


class BehaviourSet(Event, frozen=True):
    """How an NPC acts by itself (FS3-23.5)."""

    is_private = True
    story = "{unit} acts as {behaviour} from now on"
    unit: UnitName
    behaviour: Annotated[str, Word(*BEHAVIOURS)]


class ArmourSet(Event, frozen=True):
    """Somebody wears other armour (FS3-6.14a)."""

    story = "{unit} wears {armour}"
    unit: UnitName
    armour: Annotated[str, Thing("armour", nothing="no armour")]


class WeaponGiven(Event, frozen=True):
    """Somebody is given a weapon (FS3-6.9)."""

    story = "{unit} has {weapon}"
    unit: UnitName
    weapon: Annotated[str, Thing("weapon")]


class CoverSet(Event, frozen=True):
    """Cover is granted on a table without map (FS3-20.20)."""

    story = "{unit} has cover of Protection {protection}"
    unit: UnitName
    protection: WholeNumber


class DistanceSet(Event, frozen=True):
    """The distance of two on a table without map (FS3-20.20)."""

    story = "{unit} and {target} are {distance} apart"
    unit: UnitName
    target: UnitName
    distance: Annotated[str, Metres()]


class LuckAwarded(Event, frozen=True):
    """A player character is given luck points (FS3-17.10)."""

    story = "{unit} is given luck points: {points}, so {luck}"
    unit: UnitName
    points: WholeNumber
    luck: WholeNumber


class PlotTurned(Event, frozen=True):
    """A player character buys a plot point with luck (FS3-17.9)."""

    story = "{unit} spends luck points on a plot point: {price}, so {luck} left"
    unit: UnitName
    price: WholeNumber
    luck: WholeNumber


class Rolled(Event, frozen=True):
    """An ability roll at the table (FS3-22.28)."""

    story = "{unit} rolls {ability}, rating {rating}: {result}"
    unit: UnitName
    ability: AbilityName
    rating: WholeNumber
    result: Result


class RolledPrivately(Event, frozen=True):
    """An ability roll that the Storyteller alone sees (FS3-22.28)."""

    is_private = True
    story = "in private: {unit} rolls {ability}, rating {rating}: {result}"
    unit: UnitName
    ability: AbilityName
    rating: WholeNumber
    result: Result


class Opposed(Event, frozen=True):
    """How an opposed roll ends (FS3-2.15)."""

    story = "{unit} against {target}: {outcome}"
    unit: UnitName
    target: UnitName
    outcome: Annotated[str, Word(*OPPOSED)]


class OpposedPrivately(Event, frozen=True):
    """How an opposed roll ends that the Storyteller alone sees (FS3-2.15)."""

    is_private = True
    story = "in private: {unit} against {target}: {outcome}"
    unit: UnitName
    target: UnitName
    outcome: Annotated[str, Word(*OPPOSED)]


class Noted(Event, frozen=True):
    """The Storyteller notes something; what, its reason says (FS3-22.32)."""

    is_private = True
    story = "a note on {victim}"
    victim: Victim


class Ruled(Event, frozen=True):
    """An outcome is set by agreement, without dice; what, its reason says (FS3-1.12)."""

    heading = True
    story = "a ruling"
