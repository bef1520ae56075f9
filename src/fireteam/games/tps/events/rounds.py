"""Rounds and turns: setting up, buying, calls, cash, the Admin, and the end."""

from __future__ import annotations

from typing import Annotated

from ....core.protocol.events import Event
from ....core.protocol.field_kinds import Number, Thing, Unit, Word
from ..choices import ACTIONS, RULED, STANCES
from ..tables import SIDES
from .field_kinds import Armour, OptionalUnit, OverItem, Phrase, Place, SignedNumber
from .words import ACTION_TEXTS, COMMANDS, END_TEXTS, ENDS, FAILURE_TEXTS, FAILURES, RULING_SUBJECTS, STANCE_TEXTS


class RoundBegun(Event, frozen=True):
    """A round is set up (TPS-6.9)."""

    clause = "TPS-6.9"
    story = "round {round} begins"
    is_setup = True
    round: Annotated[int, Number()]


class Spawned(Event, frozen=True):
    """A unit takes its place, healed (TPS-6.1)."""

    clause = "TPS-6.1"
    story = "{unit} stands at {at} as {side}, armour {armour}"
    unit: Annotated[str, Unit()]
    at: Annotated[str, Place()]
    side: Annotated[str, Word(*SIDES)]
    armour: Annotated[str, Armour()]


class Issued(Event, frozen=True):
    """A unit receives what its side hands out (TPS-6.5)."""

    clause = "TPS-6.5"
    story = "{unit} receives {token}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Bought(Event, frozen=True):
    """A purchase is made (TPS-7.4)."""

    clause = "TPS-7.4"
    story = "{unit} buys {token} for {price}: {cash} left"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    price: Annotated[int, Number()]
    cash: Annotated[int, Number()]


class NotBought(Event, frozen=True):
    """An entry of a purchase fails (TPS-7.6)."""

    clause = "TPS-7.6"
    story = "{unit} does not get {token}: {why}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    why: Annotated[str, Phrase(FAILURES, FAILURE_TEXTS)]


class Laid(Event, frozen=True):
    """A token comes to lie on the ground (TPS-10.2)."""

    clause = "TPS-10.2"
    story = "{unit} lays {token} down at {at}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    at: Annotated[str, Place()]


class Called(Event, frozen=True):
    """A unit's call is revealed (TPS-8.5)."""

    clause = "TPS-8.5"
    story = "{unit} calls {weapon}{over}{stance}{action}"
    unit: Annotated[str, Unit()]
    weapon: Annotated[str, Thing("gear")]
    stance: Annotated[str, Phrase(STANCES, STANCE_TEXTS)]
    over: Annotated[str, OverItem("gear")]
    action: Annotated[str, Phrase(ACTIONS, ACTION_TEXTS)]


class TurnBegun(Event, frozen=True):
    """A turn begins (TPS-6.9)."""

    clause = "TPS-6.9"
    story = "turn {turn}"
    turn: Annotated[int, Number()]


class RoundEnded(Event, frozen=True):
    """A round is over (TPS-20.2)."""

    clause = "TPS-20.2"
    heading = True
    story = "round {round}: {side} win, {why}; rounds won: T {t}, CT {ct}"
    round: Annotated[int, Number()]
    side: Annotated[str, Word(*SIDES)]
    why: Annotated[str, Phrase(ENDS, END_TEXTS)]
    t: Annotated[int, Number()]
    ct: Annotated[int, Number()]
    t_left: Annotated[int, Number()]
    ct_left: Annotated[int, Number()]


class Paid(Event, frozen=True):
    """Cash after a round (TPS-21.3)."""

    clause = "TPS-21.3"
    story = "{unit} earns {earned}: {cash} cash"
    unit: Annotated[str, Unit()]
    earned: Annotated[int, SignedNumber()]
    cash: Annotated[int, Number()]


class SidesChanged(Event, frozen=True):
    """Half-time: the teams change sides (TPS-21.10)."""

    clause = "TPS-21.10"
    heading = True
    story = "half-time: the teams change sides and start anew"


class Switched(Event, frozen=True):
    """A player changes sides, for balance (TPS-21.12)."""

    clause = "TPS-21.12"
    story = "{unit} plays for {side} from now on"
    unit: Annotated[str, Unit()]
    side: Annotated[str, Word(*SIDES)]


class Warned(Event, frozen=True):
    """A player is warned (TPS-24.3)."""

    clause = "TPS-24.3"
    story = "{unit}'s player is warned"
    unit: Annotated[str, Unit()]


class Kicked(Event, frozen=True):
    """A player is booted (TPS-24.3)."""

    clause = "TPS-24.3"
    story = "{unit}'s player is booted"
    unit: Annotated[str, Unit()]


class Joined(Event, frozen=True):
    """A new player has the place of one who was booted (TPS-21.8)."""

    clause = "TPS-21.8"
    story = "{unit} has a new player, with {cash} cash"
    unit: Annotated[str, Unit()]
    cash: Annotated[int, Number()]


class Ordered(Event, frozen=True):
    """An Admin's command, which takes effect when this state closes (TPS-5.13)."""

    clause = "TPS-5.13"
    story = "the Admin orders, when this is done: {what} {unit}"
    what: Annotated[str, Word(*COMMANDS)]
    unit: Annotated[str, Unit()]


class Ruled(Event, frozen=True):
    """An Admin's ruling takes effect (TPS-24.1)."""

    clause = "TPS-24.1"
    story = "the Admin rules: {what}{unit} is {to}"
    what: Annotated[str, Phrase(RULED, RULING_SUBJECTS)]
    unit: Annotated[str, OptionalUnit(" of")]
    to: Annotated[int, Number()]


class Placed(Event, frozen=True):
    """An Admin's ruling puts a unit somewhere (TPS-24.1)."""

    clause = "TPS-24.1"
    story = "the Admin rules: {unit} stands at {at}"
    is_setup = True
    unit: Annotated[str, Unit()]
    at: Annotated[str, Place()]


class Void(Event, frozen=True):
    """An Admin's command has become impossible (TPS-24.1)."""

    clause = "TPS-24.1"
    story = "the Admin's command for {unit} has become impossible"
    unit: Annotated[str, Unit()]


class Ended(Event, frozen=True):
    """The match is over (TPS-22.1)."""

    clause = "TPS-22.1"
    closing = True
    story = "the match is over: {winner}"
    winner: Annotated[str, Thing("winner")]
