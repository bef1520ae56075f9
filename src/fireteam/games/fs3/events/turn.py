"""Events of FS3: the turn, what is revealed, movement, holds, orders that come to nothing, and the end."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import FreePointName, Thing, UnitName, WholeNumber, Word
from ..field_kinds import Signed
from ..refusals import FIZZLES
from ..state import ROLES, STANCES
from ..tables import POINT_EVENTS, TEAMS

WINNERS = ("nobody", *(f"team {k}" for k in range(1, TEAMS + 1)), "nobody: it is a draw")
ENDS = (
    "",
    "stopped",
    "nobody else is left",
    "the turns are over",
    "the objective is met",
    "by points",
)
ACTIONS = {
    "": "",
    "attack": "attack",
    "full_auto": "full automatic fire",
    "explode": "explosive",
    "explode_at": "explosive",
    "explode_among": "explosive",
    "suppress": "suppression",
    "aim": "aim",
    "reload": "reloading",
    "subdue": "subdual",
    "escape": "escape",
    "rally": "rally",
    "treat": "treatment",
    "pass": "pass",
}
"""The actions in the order of their verbs' numbers, with what sentences call them."""
RELEASES = (
    "lets go of",
    "acts, and lets go of",
    "is parted from",
    "is out, and loses hold of",
    "is seized, and loses hold of",
)
BY_ORDER, BY_ACTION, BY_PARTING, BY_KNOCKOUT, BY_SUBDUAL = range(len(RELEASES))
POINT_TITLES = (
    "",
    "enemies knocked out",
    "enemies knocked out by stun",
    "enemies knocked out by wounds",
    "enemies subdued",
    "friends knocked out",
    "leaving over the way out",
    "standing in the zone at the end",
    "standing in the zone",
    "wounds given",
)  # as POINT_EVENTS


class TurnBegun(Event, frozen=True):
    """A turn begins: orders are awaited (FS3-6.12)."""

    heading = True
    story = "turn {turn}"
    turn: WholeNumber


class Drew(Event, frozen=True):
    """A weapon is taken in hand (FS3-6.20)."""

    story = "{unit} draws {weapon}"
    unit: UnitName
    weapon: Annotated[str, Thing("weapon")]


class ChangedStance(Event, frozen=True):
    """A stance is taken (FS3-6.20)."""

    story = "{unit} takes stance {stance}"
    unit: UnitName
    stance: Annotated[str, Word(*STANCES)]


class LostCover(Event, frozen=True):
    """A move has ended away from cover (FS3-8.12)."""

    story = "{unit} is near no cover: stance normal"
    unit: UnitName


class Boarded(Event, frozen=True):
    """Somebody gets into a vehicle (FS3-19.21)."""

    story = "{unit} gets into {vehicle} as {role}"
    unit: UnitName
    vehicle: Annotated[str, Thing("vehicle")]
    role: Annotated[str, Word(*ROLES)]


class GotOut(Event, frozen=True):
    """Somebody leaves a vehicle (FS3-19.23)."""

    story = "{unit} gets out of {vehicle} at {at}"
    unit: UnitName
    vehicle: Annotated[str, Thing("vehicle")]
    at: FreePointName


class StayedAboard(Event, frozen=True):
    """Somebody cannot leave a vehicle, or not get into it, any more (FS3-19.21)."""

    story = "{unit} cannot get in or out any more"
    unit: UnitName


class Moved(Event, frozen=True):
    """Somebody moves on foot (FS3-20.11)."""

    story = "{unit} moves to {at}[, {short}]"
    unit: UnitName
    at: FreePointName
    short: Annotated[str, Word("", "no farther: the end is taken")]


class Drove(Event, frozen=True):
    """A pilot moves a vehicle with all in it (FS3-20.11a)."""

    story = "{unit} moves {vehicle} to {at}[, {short}]"
    unit: UnitName
    vehicle: Annotated[str, Thing("vehicle")]
    at: FreePointName
    short: Annotated[str, Word("", "no farther: the end is taken")]


class Engaged(Event, frozen=True):
    """Somebody comes into contact on a table without map (FS3-20.20)."""

    story = "{unit} closes with {target}[, {short}]"
    unit: UnitName
    target: UnitName
    short: Annotated[str, Word("", "who is too far away by now")]


class Disengaged(Event, frozen=True):
    """Somebody leaves all contacts on a table without map (FS3-20.20)."""

    story = "{unit} draws back"
    unit: UnitName


class Withdrew(Event, frozen=True):
    """Somebody leaves the map over an exit (FS3-20.19)."""

    heading = True
    story = "{unit} withdraws"
    unit: UnitName


class GotAway(Event, frozen=True):
    """Somebody leaves from the zone that its team is to leave from (FS3-21.9)."""

    heading = True
    story = "{unit} gets away"
    unit: UnitName


class Released(Event, frozen=True):
    """A hold ends (FS3-7.34, FS3-7.29, FS3-7.36)."""

    story = "{unit} {how} {target}"
    unit: UnitName
    how: Annotated[str, Word(*RELEASES)]
    target: UnitName


class Held(Event, frozen=True):
    """A hold goes on without a roll (FS3-7.28)."""

    story = "{unit} holds {target}"
    unit: UnitName
    target: UnitName


class LostOrder(Event, frozen=True):
    """Who was subdued before its turn to act does nothing in it (FS3-7.27)."""

    story = "{unit} is held and does nothing"
    unit: UnitName


class Fizzled(Event, frozen=True):
    """An order has become impossible when its moment comes (FS3-6.25)."""

    story = "{unit}'s {action} comes to nothing: {why}"
    unit: UnitName
    action: Annotated[str, Word(*ACTIONS, phrases=tuple(ACTIONS.values()))]
    why: Annotated[str, Word(*(code for code, _ in FIZZLES), phrases=[words for _, words in FIZZLES])]


class Scored(Event, frozen=True):
    """A team gets points (FS3-21.5)."""

    story = "team {team}: points {points} for {why}"
    team: WholeNumber
    points: Annotated[str, Signed()]
    why: Annotated[str, Word(*POINT_EVENTS, phrases=POINT_TITLES)]


class FightEnded(Event, frozen=True):
    """The fight is over (FS3-21.2)."""

    heading = True
    story = "the fight is over after turn {turn}, {why}; the winner is {winner}"
    turn: WholeNumber
    why: Annotated[str, Word(*ENDS)]
    winner: Annotated[str, Word(*WINNERS)]


class Reported(Event, frozen=True):
    """What the report says of a combatant (FS3-21.7)."""

    story = "{unit}: shots {shots}, hits {hits}, wounds given {given} and taken {taken}, times knocked out {knockouts}"
    unit: UnitName
    shots: WholeNumber
    hits: WholeNumber
    given: WholeNumber
    taken: WholeNumber
    knockouts: WholeNumber


class CountedPoints(Event, frozen=True):
    """What the report says of a team's points (FS3-21.7)."""

    story = "team {team} has {points} points"
    team: WholeNumber
    points: WholeNumber
