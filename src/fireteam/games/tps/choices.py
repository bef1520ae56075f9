"""What a player, or the Admin, may do. The order of the verbs gives their numbers, from 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from ...core.errors import BadNotation
from ...core.protocol.choices import Verb
from ...core.protocol.field_kinds import Names, Number, Point, Thing, Unit, Vector, Word
from ...core.protocol.list_kinds import ListKind, Split
from ...core.protocol.verb_functions import verb_functions, verb_kinds

WEAPONS = ("-", "primary", "sidearm", "knife")
STANCES = ("standing", "crouching", "scoped", "scoped_crouching")
ACTIONS = ("none", "reload", "plant", "defuse")
ORDER_WORDS = ("stay", "move", "drop", "pickup", "use")
BUYING, DROPPING = 1, 2
RULED = ("health", "cash", "frags", "deaths", "progress", "score", "bomb")


class Wants(ListKind):
    """Things to buy, or with `drop:` before them to drop: `vest,mp5,drop:flash` (TPS-7.4)."""

    form = "things"
    columns = ("deed", "gear")

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """Buy or drop, and what; -1 for what the catalogue does not have."""
        dropped = value.startswith("drop:")
        return DROPPING if dropped else BUYING, max(-1, names.find_thing("gear", value.removeprefix("drop:")))

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The entry in notation."""
        return ("drop:" if numbers[0] == DROPPING else "") + names.thing("gear", numbers[1])


class Orders(ListKind):
    """Orders of several counts: `move:0.6:0.8,stay,drop:mp5,pickup:ak47,use:H1` (TPS-5.9)."""

    columns = ("kind", "a", "b")

    def entry(self, value: str, names: Names) -> tuple[int, ...]:
        """The kind of order and what belongs to it."""
        word, *parts = value.split(":")
        if word not in ORDER_WORDS or len(parts) != (0, 2, 1, 1, 1)[ORDER_WORDS.index(word)]:
            raise BadNotation(f"{value!r} is no order; write stay, move:dx:dy, drop:THING, pickup:THING or use:H1")
        kind = ORDER_WORDS.index(word)
        if word == "move":
            return kind, *names.find_point(",".join(parts))
        if word == "use":
            return kind, names.find_unit(parts[0])
        return (kind, names.find_thing("gear", parts[0])) if parts else (kind,)

    def entry_value(self, numbers: Sequence[int], names: Names) -> str:
        """The order in notation."""
        kind, a, b = numbers
        word = ORDER_WORDS[kind]
        if word == "move":
            return f"{word}:{names.point(a, b).replace(',', ':')}"
        if word == "stay":
            return word
        return f"{word}:{names.unit(a) if word == 'use' else names.thing('gear', a)}"


class Buy(Verb, frozen=True):
    """Buy before a round, and drop what is carried (TPS-7.4); `buy -` buys nothing."""

    wants: Annotated[list[str], Wants(), "what to buy"]


class Call(Verb, frozen=True):
    """Call the weapon of the turn, how it is held, what lies over it, and an action (TPS-8.5)."""

    weapon: Annotated[str, Word(*WEAPONS, place="n")]
    stance: Annotated[str, Word(*STANCES, place="x")] = "standing"
    over: Annotated[str, Thing("gear", place="target"), "over it"] = "-"
    action: Annotated[str, Word(*ACTIONS, place="y")] = "none"


class Stay(Verb, frozen=True):
    """Stand still on this count (TPS-9.13)."""

    label = "stand still"


class Move(Verb, frozen=True):
    """Move by a vector, 1 MU at most (TPS-9.13)."""

    clause = "TPS-9.14"
    by: Annotated[str, Vector(), "step"]


class Drop(Verb, frozen=True):
    """Spend the count laying a token down (TPS-10.1)."""

    label = "{token} where you stand"
    token: Annotated[str, Thing("gear"), "item"]


class Pickup(Verb, frozen=True):
    """Spend the count picking a token up (TPS-10.6)."""

    label = "{token} from the ground"
    token: Annotated[str, Thing("gear"), "item"]


class Use(Verb, frozen=True):
    """Lead a hostage, or let go of the one that follows (TPS-19.27)."""

    label = "{hostage}: lead it, or let it go"
    hostage: Annotated[str, Unit()]


class Plot(Verb, frozen=True):
    """Orders for as many counts as `sv_movebatch` says (TPS-5.9)."""

    orders: Annotated[list[str], Orders()]


class Hold(Verb, frozen=True):
    """Neither attack nor throw (TPS-11.5)."""

    label = "neither attack nor throw"
    final = True


class Fire(Verb, frozen=True):
    """Point at a target, or at several with their shares of the dice (TPS-11.5)."""

    final = True
    targets: Annotated[list[str], Split()]


class Throw(Verb, frozen=True):
    """Throw the grenade that lies over the weapon, and attack with the weapon below (TPS-11.5)."""

    clause = "TPS-19.2"
    final = True
    aim: Annotated[str, Point()]
    dice: Annotated[int, Number(place="unit", high=99), "dice to throw"]
    to_hit: Annotated[int, Number(place="target", high=99), "dice to hit"] = 0
    targets: Annotated[list[str], Split(), "then attack"] = []  # noqa: RUF012 - a default, not shared state


class GoOn(Verb, frozen=True):
    """Let the next round begin (TPS-5.2)."""

    label = "on to the next round"


class Switch(Verb, frozen=True):
    """Move a player to the other side, for balance (TPS-21.12)."""

    label = "{unit} to the other side"
    unit: Annotated[str, Unit()]


class Warn(Verb, frozen=True):
    """Warn a player (TPS-24.3)."""

    free = True
    reasoned = True
    unit: Annotated[str, Unit()]


class Kick(Verb, frozen=True):
    """Boot a player who was warned (TPS-24.3), and what that player has planned (TPS-7.10)."""

    free = True
    reasoned = True
    voids_plans = True
    unit: Annotated[str, Unit()]


class Rule(Verb, frozen=True):
    """An Admin's ruling: a number of a unit is set, its team's score, or the turns the bomb has left (TPS-24.1)."""

    free = True
    reasoned = True
    what: Annotated[str, Word(*RULED, place="target")]
    unit: Annotated[str, Unit()]
    to: Annotated[int, Number(high=999), "new value"]


class Place(Verb, frozen=True):
    """An Admin's ruling: a unit stands somewhere else (TPS-24.1)."""

    free = True
    reasoned = True
    unit: Annotated[str, Unit()]
    at: Annotated[str, Point(), "place"]


class Admit(Verb, frozen=True):
    """Let a new player have the place of one who was booted, from the next round on (TPS-21.8)."""

    free = True
    reasoned = True
    unit: Annotated[str, Unit()]


VERBS = verb_kinds(__name__)
globals().update(verb_functions(__name__, VERBS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
