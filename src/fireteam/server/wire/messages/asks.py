"""Questions of clients. They change nothing."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from ....core.protocol.scene import Odds, Option, Route, Sight, Spot, Threat
from ....sim.director import Goal, Trial
from ....sim.forecast import MIN_GAMES, Forecast
from .acts import Refusal
from .menus import DecisionMessage
from .words import ClientMessage, Coordinate, Line, Name

MOST_GAMES = 10_000  # of a forecast at a table
MOST_WEIGHED = 500  # options whose odds are asked for at once


class AskMay(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="may"):
    """May a slot of the caller's seat make this choice, and if not, why?

    If it may and owes it, whether or not one is sealed already: what does it mean, and with which odds?
    """

    line: Line
    slot: str


class AskSight(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="sight"):
    """Does a unit see a square or a point, and what stands between?"""

    unit: str
    x: Coordinate
    y: Coordinate


class AskThreats(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="threats"):
    """What can the enemy do next turn to a unit of a slot of the caller's seat, depending on where it stands?

    Without `unit`, the game chooses one.
    """

    slot: str
    unit: str = ""


class AskWay(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="way"):
    """By which way, and in how many counts, does a slot of the caller's seat reach a point?"""

    slot: str
    x: Coordinate
    y: Coordinate


class AskRoute(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="route"):
    """By which choice does a unit of a slot of the caller's seat come to a point along a path?

    Without `verb`, the game chooses one.
    """

    slot: str
    unit: str
    x: Coordinate
    y: Coordinate
    verb: str = ""


class AskDecision(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="decision"):
    """The open decision of a slot that the caller may choose for, with the odds of every option.

    Without `odds` the answer comes at once.
    """

    slot: str
    odds: bool = True


class AskOdds(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="odds"):
    """The odds of some options of the open decision of a slot that the caller may choose for.

    `options` are their numbers on the menu, from 0 on.
    """

    slot: str
    options: Annotated[tuple[Annotated[int, Meta(ge=0, lt=10_000)], ...], Meta(max_length=MOST_WEIGHED)]


class AimedGoal(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """What a match is to come to: a chance for a side (0 to 1; without, an even match), perhaps a number of turns.

    `limits` are the most that a figure may come to for anyone of the side, by heading.
    """

    side: Name
    chance: Annotated[float, Meta(ge=0, le=1)] | None = None
    turns: Annotated[float, Meta(gt=0, le=10_000)] | None = None
    limits: Annotated[dict[Name, float], Meta(max_length=8)] = field(default_factory=dict)

    @property
    def goal(self) -> Goal:
        """The same as the director takes it."""
        return Goal(self.side, self.chance, self.turns, self.limits)


class AskForecast(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="forecast"):
    """How is the match likely to end, as the caller's seat knows it, if bots play it on?

    For a referee, and where nobody but the caller plays against bots. `begin` begins a forecast of so many `games` in
    place of the caller's last one, `look` tells how far it is, and `stop` ends it. With an `aim`, settings of `dials`
    are sought that come near to it. `bots` are those that play, by slot.
    """

    what: Literal["begin", "look", "stop"] = "look"
    games: Annotated[int, Meta(ge=MIN_GAMES, le=MOST_GAMES)] = 1_000
    seed: Annotated[int, Meta(ge=0, lt=2**32)] = 1
    bots: Annotated[dict[Name, Name], Meta(max_length=200)] = field(default_factory=dict)
    aim: AimedGoal | None = None
    dials: Annotated[tuple[Name, ...], Meta(max_length=4)] = ()


Ask: TypeAlias = AskMay | AskSight | AskThreats | AskWay | AskRoute | AskDecision | AskOdds | AskForecast


class DialOffer(Struct, frozen=True):
    """A dial of the match as it stands: what it means, and to which values it may be turned."""

    name: str
    about: str
    values: tuple[int, ...]


class ForecastReply(Struct, frozen=True):
    """How far the caller's forecast is: so many games of `games`, from the match before its event number `event`.

    Without one `games` is 0. `trials` are the settings that come nearest to what was aimed for, the nearest first.
    `failed` says why a forecast was broken off. `sides`, `headings` (of figures) and `dials` are what can be aimed for.
    """

    sides: tuple[str, ...]
    headings: tuple[str, ...]
    dials: tuple[DialOffer, ...]
    turns: bool
    event: int = 0
    played: int = 0
    games: int = 0
    is_running: bool = False
    forecast: Forecast | None = None
    trials: tuple[Trial, ...] = ()
    failed: str = ""


class Way(Struct, frozen=True):
    """A way on a free table: its start, the points where it stops, and after which of the `counts` each is reached.

    `lines` are its choices in notation. `arrives` is false if it ends short of the point that was asked for. `says` is
    all that in a sentence.
    """

    start: Spot
    stops: tuple[Spot, ...]
    counts: tuple[str, ...]
    lines: tuple[str, ...]
    arrives: bool
    says: str


class OptionOdds(Struct, frozen=True):
    """The odds of an option, by its number on the menu."""

    option: int
    odds: tuple[Odds, ...]


class AskReply(Struct, frozen=True, tag_field="frame", tag="answered"):
    """The answer to the question with this `key`, in the field named like the question; that is empty if there is none.

    For `may` it is the refusal, or none if the slot may make the choice. If the slot also owes it, `option` is the
    choice in words and with its odds, whether or not the menu lists it. `odds` are those of the options asked for that
    have any.
    """

    key: str
    may: Refusal | None = None
    option: Option | None = None
    sight: Sight | None = None
    threats: tuple[Threat, ...] = ()
    way: Way | None = None
    route: Route | None = None
    decision: DecisionMessage | None = None
    forecast: ForecastReply | None = None
    odds: tuple[OptionOdds, ...] = ()
