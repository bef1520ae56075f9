"""What a combatant may be ordered to do in a turn. An order is its slot's."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from ....core.protocol.choices import Verb
from ....core.protocol.field_kinds import Number, PartPlace, Point, Target, Thing, Unit, Word, YesNo
from ....core.protocol.list_kinds import Path, Units
from ..field_kinds import Victims
from ..state import ALTERNATES, NEAR, STANCES, TARGETS
from ..terrain import LEGS

KEPT_STANCES = ("keep", *STANCES)
LUCK = ("none", "attack", "defence", "initiative")


class Order(Verb, frozen=True, kw_only=True):
    """What every order may say besides (FS3-6.15)."""

    named = True
    stance: Annotated[str, Word(*KEPT_STANCES, place=PartPlace(0, 2))] = "keep"
    weapon: Annotated[str, Thing("weapon", place=PartPlace(1, 2))] = "-"
    path: Annotated[list[str], Path(row=0, count=PartPlace(8, 0), most=LEGS)] = field(default_factory=list)
    act_first: Annotated[str, YesNo(place=PartPlace(2, 2))] = "no"
    luck: Annotated[str, Word(*LUCK, place=PartPlace(3, 2)), "luck point on"] = "none"
    release: Annotated[str, YesNo(place=PartPlace(4, 2)), "release captive"] = "no"
    board: Annotated[str, Thing("vehicle", place=PartPlace(5, 2)), "board vehicle"] = "-"
    leave: Annotated[str, YesNo(place=PartPlace(6, 2)), "get out"] = "no"
    leave_to: Annotated[str, Point(place=PartPlace(15, 0)), "get out at"] = "0,0"
    engage: Annotated[str, Unit(place=PartPlace(8, 1), or_none=True), "close with"] = "-"
    disengage: Annotated[str, YesNo(place=PartPlace(8, 2))] = "no"
    friendly: Annotated[str, YesNo(place=PartPlace(7, 2)), "aim at own team"] = "no"
    alternates: Annotated[list[str], Units(row=9, count=PartPlace(10, 0), most=ALTERNATES), "if the target is gone"] = (
        field(default_factory=list)
    )


class Attack(Order, frozen=True):
    """Attack a target, with one round or a burst (FS3-7.6)."""

    target: Annotated[str, Target()]
    called: Annotated[str, Thing("location", place=PartPlace(10, 1)), "called shot"] = "-"
    burst: Annotated[str, YesNo(place=PartPlace(10, 2))] = "no"


class FullAuto(Order, frozen=True):
    """Fire ten rounds at up to five targets, without a called shot (FS3-14.5, FS3-14.11)."""

    targets: Annotated[list[str], Units(row=11, count="n", most=TARGETS)]


class Explode(Order, frozen=True):
    """Let an explosive go off at somebody (FS3-15.3)."""

    target: Annotated[str, Target()]


class ExplodeAt(Order, frozen=True):
    """Let an explosive go off at a point of the map (FS3-15.3)."""

    at: Annotated[str, Point(), "place"]


class ExplodeAmong(Order, frozen=True):
    """Let an explosive go off among those listed, on a table without map (FS3-15.3c)."""

    victims: Annotated[list[str], Victims(row=11, count="n", most=NEAR)]


class Suppress(Order, frozen=True):
    """Make targets keep their heads down (FS3-7.14)."""

    targets: Annotated[list[str], Units(row=11, count="n", most=TARGETS)]


class Aim(Order, frozen=True):
    """Aim, for +30 against the same target next turn (FS3-7.9)."""

    target: Annotated[str, Target()]


class Reload(Order, frozen=True):
    """Reload the weapon in hand (FS3-7.20)."""


class Subdue(Order, frozen=True):
    """Seize somebody, or hold on (FS3-7.23)."""

    target: Annotated[str, Target()]


class Escape(Order, frozen=True):
    """Break free (FS3-7.31)."""


class Rally(Order, frozen=True):
    """Bring a knocked-out character back (FS3-7.38)."""

    target: Annotated[str, Target()]


class Treat(Order, frozen=True):
    """Treat a wound, of yourself or of somebody in contact (FS3-7.41); a vehicle through its pilot (FS3-19.18)."""

    target: Annotated[str, Target()]
    wound: Annotated[int, Number(place="n", high=999999), "wound number"] = 0


class Pass(Order, frozen=True):
    """Take no action (FS3-7.48)."""
