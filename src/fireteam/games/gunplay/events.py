"""Events of Gunplay, the reasons of its modifiers, and what its dice are for; `log` writes them."""

from __future__ import annotations

from typing import Annotated

from ...core.protocol.event_writers import event_kinds
from ...core.protocol.events import Event, Reason
from ...core.protocol.field_kinds import Number, Point, Target, Thing, Unit, Word
from ...core.protocol.number_kinds import SignedNumber
from .choices import POSTURES
from .tables import LEVELS

PURPOSES = (
    "initiative, A",
    "initiative, B",
    "deployment, A",
    "deployment, B",
    "Activation",
    "Flinch",
    "run",
    "shot",
    "Fight",
    "Toughness",
    "aid",
)
(
    FOR_INITIATIVE_A,
    FOR_INITIATIVE_B,
    FOR_DEPLOYMENT_A,
    FOR_DEPLOYMENT_B,
    FOR_ACTIVATION,
    FOR_FLINCH,
    FOR_RUN,
    FOR_SHOT,
    FOR_FIGHT,
    FOR_TOUGHNESS,
    FOR_AID,
) = range(len(PURPOSES))

REASONS = (  # shifts of the level say so; all others are dice modifiers (GUN-2.9)
    Reason("shift: close range", "GUN-8.3"),
    Reason("shift: extreme range", "GUN-8.4"),
    Reason("shift: cover", "GUN-8.5"),
    Reason("shift: prone target", "GUN-8.6"),
    Reason("shift: weapon too heavy", "GUN-20.2"),
    Reason("shift: Strong", "GUN-10.2"),
    Reason("shift: Weak", "GUN-10.2"),
    Reason("shift: Brawler", "GUN-10.2"),
    Reason("shift: defender is a Brawler", "GUN-10.2"),
    Reason("shift: prone defender", "GUN-10.2"),
    Reason("shift: prone", "GUN-10.2"),
    Reason("shift: blade too heavy", "GUN-10.2"),
    Reason("shift: Tough", "GUN-15.6"),
    Reason("shift: Frail", "GUN-15.7"),
    Reason("shift: Hardened", "GUN-15.8"),
    Reason("shift: Timid", "GUN-15.9"),
    Reason("shift: Medic", "GUN-15.16"),
    Reason("braced", "GUN-8.13"),
    Reason("moved", "GUN-8.14"),
    Reason("the target ran", "GUN-8.15"),
    Reason("Marksman", "GUN-15.10"),
    Reason("PoorShot", "GUN-15.11"),
    Reason("autofire", "GUN-20.11"),
    Reason("friends in contact", "GUN-10.3"),
    Reason("wounds", "GUN-9.10"),
    Reason("Flinch markers", "GUN-12.12"),
    Reason("pistol", "GUN-14.1"),
    Reason("heavy weapon", "GUN-14.1"),
    Reason("Quick", "GUN-15.13"),
    Reason("Leader", "GUN-15.14"),
)
(
    BY_CLOSE,
    BY_EXTREME,
    BY_COVER,
    BY_PRONE_TARGET,
    BY_REQUIREMENT,
    BY_STRONG,
    BY_WEAK,
    BY_BRAWLER,
    BY_OTHER_BRAWLER,
    BY_PRONE_DEFENDER,
    BY_PRONE,
    BY_HEAVY_BLADE,
    BY_TOUGH,
    BY_FRAIL,
    BY_HARDENED,
    BY_TIMID,
    BY_MEDIC,
    BY_BRACE,
    BY_MOVE,
    BY_RUN,
    BY_MARKSMAN,
    BY_POOR_SHOT,
    BY_AUTOFIRE,
    BY_GANG,
    BY_WOUNDS,
    BY_MARKERS,
    BY_PISTOL,
    BY_HEAVY_WEAPON,
    BY_QUICK,
    BY_LEADER,
) = range(len(REASONS))

ENDS = ("", "eliminated", "broken", "objective", "points", "conceded")  # GUN-23.10
BY_ELIMINATION, BY_BREAK, BY_OBJECTIVE, BY_POINTS, BY_CONCESSION = range(1, len(ENDS))
WINNERS = ("nobody", "A wins", "B wins", "a draw")
SIDES = ("A", "B")
NERVES = (
    "flinches",
    "has 1 action, and the initiative passes",
    "has 2 actions, and the initiative passes",
    "has 2 actions, and keeps the initiative",
)  # GUN-11.3 to GUN-11.6
REACTIONS = (
    "flinches",
    "fails its test to react, and stays on Overwatch",
    "reacts once",
    "reacts, and stays on Overwatch",
)  # GUN-13.26 to GUN-13.28
RESULTS = ("misses", "hits", "hits solidly")
ATTACKS = ("", "fires at", "reacts and fires at", "attacks", "strikes back at", "strikes at the back of")


class TurnBegun(Event, frozen=True):
    """A turn begins (GUN-6.1)."""

    story = "turn {turn}"
    turn: Annotated[int, Number()]


class Initiative(Event, frozen=True):
    """A side has the initiative, by dice or by right (GUN-6.2, GUN-6.4)."""

    story = "{side} has the initiative"
    side: Annotated[str, Thing("side")]


class Tied(Event, frozen=True):
    """Equal totals are redrawn (GUN-6.3)."""

    story = "equal: both draw again"


class First(Event, frozen=True):
    """A side places its characters first (GUN-5.4)."""

    story = "{side} places first"
    side: Annotated[str, Thing("side")]


class Deployed(Event, frozen=True):
    """A character is placed (GUN-5.4)."""

    story = "{char} stands at {at}"
    is_setup = True
    char: Annotated[str, Unit()]
    at: Annotated[str, Point()]


class Declared(Event, frozen=True):
    """A player says how many characters will be on Overwatch (GUN-13.2)."""

    story = "{side} declares {n} on Overwatch"
    side: Annotated[str, Thing("side")]
    n: Annotated[int, Number()]


class Watched(Event, frozen=True):
    """A character is on Overwatch (GUN-13.4)."""

    story = "{char} is on Overwatch"
    char: Annotated[str, Unit()]


class Activated(Event, frozen=True):
    """A character is activated (GUN-6.9)."""

    story = "{char} is activated"
    char: Annotated[str, Unit()]


class InitiativePassed(Event, frozen=True):
    """The holder leaves the initiative to the other player (GUN-11.9)."""

    story = "{side} passes the initiative"
    side: Annotated[str, Thing("side")]


class Tested(Event, frozen=True):
    """An Activation test of a character that acts (GUN-11.2)."""

    story = "{char} {result}"
    char: Annotated[str, Unit()]
    modifiers: Annotated[str, SignedNumber()]
    result: Annotated[str, Word(*NERVES)]


class Reacted(Event, frozen=True):
    """An Activation test of a character on Overwatch (GUN-13.25)."""

    story = "{char} {result}"
    char: Annotated[str, Unit()]
    modifiers: Annotated[str, SignedNumber()]
    result: Annotated[str, Word(*REACTIONS)]


class FlinchTested(Event, frozen=True):
    """A Flinch test (GUN-12.8)."""

    story = "{char} is under fire, {level}: it {result}"
    char: Annotated[str, Unit()]
    level: Annotated[str, Word(*LEVELS)]
    modifiers: Annotated[str, SignedNumber()]
    result: Annotated[str, Word("flinches", "holds out")]


class Flinched(Event, frozen=True):
    """The flinch action (GUN-12.9)."""

    story = "{char} retires to {at}, {posture}"
    char: Annotated[str, Unit()]
    at: Annotated[str, Point()]
    posture: Annotated[str, Word(*POSTURES)]


class Moved(Event, frozen=True):
    """A character went straight from one place to another (GUN-7.4)."""

    story = "{char} moves to {end}"
    char: Annotated[str, Unit()]
    start: Annotated[str, Point()]
    end: Annotated[str, Point()]


class Stopped(Event, frozen=True):
    """A mover stops before the end of its path (GUN-7.15)."""

    story = "{char} stops at {at}"
    char: Annotated[str, Unit()]
    at: Annotated[str, Point()]


class PostureChanged(Event, frozen=True):
    """A character has another posture (GUN-7.8)."""

    story = "{char} is {posture}"
    char: Annotated[str, Unit()]
    posture: Annotated[str, Word(*POSTURES)]


class Ran(Event, frozen=True):
    """The test of a run (GUN-7.18)."""

    story = "{char} runs: {result}"
    char: Annotated[str, Unit()]
    result: Annotated[str, Word("it stumbles", "as far as it wants")]


class Attacked(Event, frozen=True):
    """A shot, or an attack in close combat (GUN-8.16, GUN-10.1)."""

    story = "{char} {kind} {target}, {level}[ with {modifiers}]: it {result}"
    char: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    kind: Annotated[str, Word(*ATTACKS)]
    level: Annotated[str, Word(*LEVELS)]
    modifiers: Annotated[str, SignedNumber()]
    result: Annotated[str, Word(*RESULTS)]


class Marked(Event, frozen=True):
    """A miss leaves a Flinch marker (GUN-12.1)."""

    story = "{char} is shot at, Flinch markers: {markers}"
    char: Annotated[str, Unit()]
    markers: Annotated[int, Number()]


class Withstood(Event, frozen=True):
    """A Toughness test of a character that was hit (GUN-9.2)."""

    story = "{char} is hit, wounds: {wounds}; Toughness {level}[ with {modifiers}]: it {result}"
    char: Annotated[str, Unit()]
    wounds: Annotated[int, Number()]
    level: Annotated[str, Word(*LEVELS)]
    modifiers: Annotated[str, SignedNumber()]
    result: Annotated[str, Word("goes Down", "stays Up")]


class Dropped(Event, frozen=True):
    """The item lies on the table again (GUN-7.40, GUN-7.42)."""

    story = "{char} drops the item at {at}"
    char: Annotated[str, Unit()]
    at: Annotated[str, Point()]


class PickedUp(Event, frozen=True):
    """A character takes the item (GUN-7.37)."""

    story = "{char} picks the item up"
    char: Annotated[str, Unit()]


class Braced(Event, frozen=True):
    """A character is braced (GUN-7.27)."""

    story = "{char} is braced"
    char: Annotated[str, Unit()]


class Readied(Event, frozen=True):
    """A character has another firearm in hand (GUN-7.31)."""

    story = "{char} takes {weapon} in hand"
    char: Annotated[str, Unit()]
    weapon: Annotated[str, Thing("weapon")]


class Reloaded(Event, frozen=True):
    """A weapon is loaded (GUN-7.34)."""

    story = "{char} reloads"
    char: Annotated[str, Unit()]


class Aided(Event, frozen=True):
    """A character tries to help a friend up (GUN-7.47)."""

    story = "{char} aids {target}, {level}[ with {modifiers}]: {result}"
    char: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    level: Annotated[str, Word(*LEVELS)]
    modifiers: Annotated[str, SignedNumber()]
    result: Annotated[str, Word("in vain", "it is Up")]


class Scored(Event, frozen=True):
    """A side has more characters at a marker (GUN-23.6)."""

    story = "{side} holds a marker, victory points: {points}"
    side: Annotated[str, Thing("side")]
    points: Annotated[int, Number()]


class Ended(Event, frozen=True):
    """The game is over (GUN-23.10)."""

    closing = True
    story = "the game is over: {winner}, {why}; {points_a} to {points_b}"
    winner: Annotated[str, Word(*WINNERS)]
    why: Annotated[str, Word(*ENDS)]
    points_a: Annotated[int, Number()]
    points_b: Annotated[int, Number()]


KINDS = event_kinds(__name__)
