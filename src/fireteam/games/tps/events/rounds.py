"""Rounds and turns: setting up, buying, calls, cash, the Admin, and the end."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import FreePointName, Thing, UnitName, WholeNumber, Word
from ..choices import ACTIONS, RULED, STANCES
from .field_kinds import ArmourText, GearEvent, GearName, SideName, UnitEvent
from .words import ACTION_TEXTS, COMMANDS, END_TEXTS, ENDS, FAILURE_TEXTS, FAILURES, RULING_SUBJECTS, STANCE_TEXTS


class RoundBegun(Event, frozen=True):
    """A round is set up (TPS-6.9)."""

    story = "round {round} begins"
    is_setup = True
    round: WholeNumber


class Spawned(UnitEvent, frozen=True):
    """A unit takes its place, healed (TPS-6.1)."""

    story = "{unit} stands at {at} as {side}, {armour}"
    at: FreePointName
    side: SideName
    armour: ArmourText


class Issued(GearEvent, frozen=True):
    """A unit receives what its side hands out (TPS-6.5)."""

    story = "{unit} receives {token}"


class Bought(GearEvent, frozen=True):
    """A purchase is made (TPS-7.4)."""

    story = "{unit} buys {token} for {price}: {cash} left"
    price: WholeNumber
    cash: WholeNumber


class NotBought(GearEvent, frozen=True):
    """An entry of a purchase fails (TPS-7.6)."""

    story = "{unit} does not get {token}: {why}"
    why: Annotated[str, Word(*FAILURES, phrases=FAILURE_TEXTS)]


class Laid(GearEvent, frozen=True):
    """A token comes to lie on the ground (TPS-10.2)."""

    story = "{unit} lays {token} down at {at}"
    at: FreePointName


class Called(UnitEvent, frozen=True):
    """A unit's call is revealed (TPS-8.5)."""

    story = "{unit} calls {weapon}[ with {over} over it]{stance}{action}"
    weapon: GearName
    stance: Annotated[str, Word(*STANCES, phrases=STANCE_TEXTS)]
    over: GearName
    action: Annotated[str, Word(*ACTIONS, phrases=ACTION_TEXTS)]


class TurnBegun(Event, frozen=True):
    """A turn begins (TPS-6.9)."""

    story = "turn {turn}"
    turn: WholeNumber


class RoundEnded(Event, frozen=True):
    """A round is over (TPS-20.2)."""

    heading = True
    story = "round {round}: {side} win, {why}; rounds won: T {t}, CT {ct}"
    round: WholeNumber
    side: SideName
    why: Annotated[str, Word(*ENDS, phrases=END_TEXTS)]
    t: WholeNumber
    ct: WholeNumber
    t_left: WholeNumber
    ct_left: WholeNumber


class Paid(UnitEvent, frozen=True):
    """Cash after a round (TPS-21.3)."""

    story = "{unit} earns {earned}: {cash} cash"
    earned: WholeNumber
    cash: WholeNumber


class SidesChanged(Event, frozen=True):
    """Half-time: the teams change sides (TPS-21.10)."""

    heading = True
    story = "half-time: the teams change sides and start anew"


class Switched(UnitEvent, frozen=True):
    """A player changes sides, for balance (TPS-21.12)."""

    story = "{unit} plays for {side} from now on"
    side: SideName


class Warned(UnitEvent, frozen=True):
    """A player is warned (TPS-24.3)."""

    story = "{unit}'s player is warned"


class Kicked(UnitEvent, frozen=True):
    """A player is booted (TPS-24.3)."""

    story = "{unit}'s player is booted"


class Joined(UnitEvent, frozen=True):
    """A new player has the place of one who was booted (TPS-21.8)."""

    story = "{unit} has a new player, with {cash} cash"
    cash: WholeNumber


class Ordered(Event, frozen=True):
    """An Admin's command, which takes effect when this state closes (TPS-5.13)."""

    story = "the Admin orders, when this is done: {what} {unit}"
    what: Annotated[str, Word(*COMMANDS)]
    unit: UnitName


class Ruled(Event, frozen=True):
    """An Admin's ruling takes effect (TPS-24.1)."""

    story = "the Admin rules: {what}[ of {unit}] is {to}"
    what: Annotated[str, Word(*RULED, phrases=RULING_SUBJECTS)]
    unit: UnitName
    to: WholeNumber


class Placed(UnitEvent, frozen=True):
    """An Admin's ruling puts a unit somewhere (TPS-24.1)."""

    story = "the Admin rules: {unit} stands at {at}"
    is_setup = True
    at: FreePointName


class Void(UnitEvent, frozen=True):
    """An Admin's command has become impossible (TPS-24.1)."""

    story = "the Admin's command for {unit} has become impossible"


class Ended(Event, frozen=True):
    """The match is over (TPS-22.1)."""

    closing = True
    story = "the match is over: {winner}"
    winner: Annotated[str, Thing("winner")]
