"""What a player may do (sections 5, 7, 13 and 22). The order of the verbs gives their numbers, from 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import field

from ...core.protocol.choices import Verb
from ...core.protocol.field_kinds import Number, PartPlace, Point, Region, Target, Thing, Unit, Word
from ...core.protocol.list_kinds import Path
from ...core.protocol.verb_functions import verb_functions, verb_kinds
from .field_kinds import TargetList

GAITS = ("walk", "crawl")
POSTURES = ("standing", "prone", "hiding")
END_POSTURES = ("-", *POSTURES)  # the first: as GUN-7.53 has it
ON_INTERRUPT = ("continue", "stop", "ask")
MODES = ("single", "auto")
POLICIES = ("ask", "auto", "hold")
TRIGGERS = ("move+fire", "move", "fire")
MIN_CHANCE = 20  # GUN-13.30
ON, MODE, REGION = PartPlace(8, 0), PartPlace(8, 1), PartPlace(9, 0)  # of orders, after their targets


class Deploy(Verb, frozen=True):
    """Place a character (GUN-5.4)."""

    char: Annotated[str, Unit(), "character"]
    pos: Annotated[str, Point(), "place"]


class OverwatchDeclare(Verb, frozen=True):
    """Say how many characters will be on Overwatch (GUN-13.2)."""

    n: Annotated[int, Number(), "how many"]


class Orders(Verb, frozen=True):
    """The orders of a character on Overwatch (GUN-13.30)."""

    char: Annotated[str, Unit(), "character"]
    policy: Annotated[str, Word(*POLICIES, place="x"), "when an enemy shows"] = "ask"
    min_chance: Annotated[int, Number(place="y", high=100), "least chance (%)"] = MIN_CHANCE
    on: Annotated[str, Word(*TRIGGERS, place=ON), "at enemies who"] = "move+fire"
    mode: Annotated[str, Word(*MODES, place=MODE), "fire"] = "single"
    targets: Annotated[list[str], TargetList(), "only at"] = field(default_factory=list)
    region: Annotated[str, Region(REGION), "only in this area"] = "-"


class OverwatchMark(Orders, frozen=True):
    """Put a character on Overwatch, with its orders (GUN-13.4, GUN-13.30)."""


class Activate(Verb, frozen=True):
    """Activate a character (GUN-6.7)."""

    char: Annotated[str, Unit(), "character"]


class PassInitiative(Verb, frozen=True):
    """Leave the initiative to the other player (GUN-11.9)."""


class Move(Verb, frozen=True):
    """Walk or crawl along a path, or change posture in place (GUN-7.4 to GUN-7.16)."""

    char: Annotated[str, Unit(), "character"]
    path: Annotated[list[str], Path()]
    end_posture: Annotated[str, Word(*END_POSTURES, place="y"), "posture at the end"] = "-"
    gait: Annotated[str, Word(*GAITS, place="x")] = "walk"
    on_interrupt: Annotated[str, Word(*ON_INTERRUPT, place="target"), "when shot at"] = "continue"


class Run(Verb, frozen=True):
    """Run along a path (GUN-7.17 to GUN-7.25)."""

    char: Annotated[str, Unit(), "character"]
    path: Annotated[list[str], Path()]
    on_interrupt: Annotated[str, Word(*ON_INTERRUPT, place="target"), "when shot at"] = "continue"


class Shoot(Verb, frozen=True):
    """Shoot at an enemy (GUN-8.2)."""

    char: Annotated[str, Unit(), "character"]
    target: Annotated[str, Target()]
    mode: Annotated[str, Word(*MODES), "fire"] = "single"


class Fight(Verb, frozen=True):
    """Fight an enemy in contact (GUN-10.1)."""

    char: Annotated[str, Unit(), "character"]
    target: Annotated[str, Target()]


class Brace(Verb, frozen=True):
    """Brace the weapon (GUN-7.27)."""

    char: Annotated[str, Unit(), "character"]


class Ready(Verb, frozen=True):
    """Take another firearm in hand (GUN-7.31)."""

    char: Annotated[str, Unit(), "character"]
    weapon: Annotated[str, Thing("weapon")]


class Reload(Verb, frozen=True):
    """Load the weapon in hand (GUN-7.34)."""

    char: Annotated[str, Unit(), "character"]


class PickUp(Verb, frozen=True):
    """Take the item (GUN-7.37)."""

    char: Annotated[str, Unit(), "character"]


class Drop(Verb, frozen=True):
    """Leave the item behind (GUN-7.40)."""

    char: Annotated[str, Unit(), "character"]


class Aid(Verb, frozen=True):
    """Help a Down friend up (GUN-7.45)."""

    char: Annotated[str, Unit(), "character"]
    target: Annotated[str, Target()]


class EndActivation(Verb, frozen=True):
    """Forfeit the actions that are left (GUN-7.51)."""

    char: Annotated[str, Unit(), "character"]


class React(Verb, frozen=True):
    """Let a character on Overwatch fire at the mover (GUN-13.12)."""

    char: Annotated[str, Unit(), "character"]
    mode: Annotated[str, Word(*MODES), "fire"] = "single"


class Wait(Verb, frozen=True):
    """Let the mover go on, and ask again when the chance has changed (GUN-13.33)."""

    char: Annotated[str, Unit(), "character"]


class Pass(Verb, frozen=True):
    """Let the mover go on for good (GUN-13.34)."""

    char: Annotated[str, Unit(), "character"]


class Continue(Verb, frozen=True):
    """Go on though shot at (GUN-13.24)."""


class Stop(Verb, frozen=True):
    """Stop because shot at (GUN-13.24)."""


class SetOrders(Orders, frozen=True):
    """Give new orders to a character on Overwatch (GUN-22.3)."""

    free = True


class Concede(Verb, frozen=True):
    """Give the other player the win (GUN-22.4)."""

    free = gives_up = True


VERBS = verb_kinds(__name__)
globals().update(verb_functions(__name__, VERBS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
