"""Events of Third Person Shooter, the reasons of its modifiers, and what its dice are for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ...core.events import Event, Reason
from ...core.fields import Kind, Names, Number, Point, Target, Thing, Unit, Word
from ...core.pool import pool_name
from .choices import ACTIONS, RULED, STANCES
from .tables import SIDES

PURPOSES = (  # wild dice are told apart from normal ones (TPS-1.17)
    "to-hit, wild",
    "to-hit, wild again",
    "to-hit",
    "damage, wild",
    "damage, wild again",
    "damage",
    "Defense, wild",
    "Defense, wild again",
    "Defense",
    "throw, wild",
    "throw, wild again",
    "throw",
    "whom friendly fire meets",
    "who picks it up",
    "who gets the bomb",
)
FOR_HIT, FOR_HARM, FOR_DEFENCE, FOR_THROW = 0, 3, 6, 9
FOR_STRAY, FOR_TOKEN, FOR_CARRIER = 12, 13, 14

REASONS = (
    Reason("scope in use", "TPS-12.6"),
    Reason("crouching", "TPS-12.6"),
    Reason("half cover", "TPS-12.6"),
    Reason("caught in a flash", "TPS-12.7"),
    Reason("in smoke", "TPS-12.7"),
    Reason("sniper rifle without its scope", "TPS-17.2"),
    Reason("steady", "TPS-17.3"),
    Reason("ability", "TPS-23.2"),
)
BY_SCOPE, BY_CROUCH, BY_COVER, BY_FLASH, BY_SMOKE, BY_NO_SCOPE, BY_STEADY, BY_ABILITY = range(8)

ORDERED = ("warn", "kick", "rule", "place")
FAILURES = ("", "E_CASH", "E_SIDE", "E_STOCK", "E_SLOT", "E_NO_ITEM")
NO_CASH, OTHER_SIDE, NO_STOCK, NO_SLOT, NO_ITEM = range(1, 6)
FAILED = (
    "",
    "it is too dear (E_CASH)",
    "it is not for its side (E_SIDE)",
    "none is left (E_STOCK)",
    "no slot is free (E_SLOT)",
    "it is not sold, or not carried (E_NO_ITEM)",
)
HELD = ("", ", crouching", ", with its scope", ", with its scope, crouching")  # as STANCES
WISHED = ("", ", to reload", ", to plant", ", to defuse")  # as ACTIONS
SUBJECTS = (*RULED[:-2], "rounds won by the team", "turns until the bomb explodes")
STEPS = (
    "",
    "grenades",
    "knives",
    "pistols",
    "submachine guns",
    "shotguns",
    "rifles",
    "machine guns",
    "rifles with a scope in use",
    "bomb and reloading",
    "the bomb",
)
LOSSES = ("", "the target is eliminated", "smoke is in the way", "nobody else is near")
BY_ELIMINATION, BY_SMOKE_NOW, BY_NOBODY = range(1, 4)
INTERRUPTIONS = ("", "it attacked", "it was hit", "it was attacked", "it did not stand still")
IT_ATTACKED, IT_WAS_HIT, IT_WAS_SHOT_AT, IT_MOVED = range(1, 5)
DEEDS = (
    "",
    "an enemy killed",
    "a team-mate killed",
    "a hostage killed",
    "the bomb planted",
    "the bomb defused",
    "a hostage led",
    "a hostage rescued",
    "the mission won",
    "the round won",
    "the round lost",
)
(
    ENEMY_KILLED,
    MATE_KILLED,
    HOSTAGE_KILLED,
    BOMB_PLANTED,
    BOMB_DEFUSED,
    HOSTAGE_LED,
    HOSTAGE_RESCUED,
    MISSION_WON,
    ROUND_WON,
    ROUND_LOST,
) = range(1, 11)
ENDS = ("", "bomb", "defuse", "elimination", "rescue", "hostages", "time")  # TPS-20.2
BY_BOMB, BY_DEFUSE, BY_ELIMINATING, BY_RESCUE, BY_HOSTAGES, BY_TIME = range(1, 7)


class Place(Point):
    """A place, kept to the step; sentences say it to the hundredth of a MU."""

    def said(self, value: str) -> str:
        """`12.38,21` for `12.382683,21`."""
        return ",".join(f"{float(part):.2f}".rstrip("0").rstrip(".") for part in value.split(","))


class Length(Kind):
    """A length in steps, shown in MU."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The length with four decimals at most."""
        return length_name(row[0])


def length_name(steps: int) -> str:
    """A length in MU with four decimals at most: `9.8332`."""
    return f"{steps / 1_000_000:.4f}".rstrip("0").rstrip(".")


class Signed(Kind):
    """A whole number that may be negative."""


class Pool(Kind):
    """A pool of dice: `1W+3D`."""

    width = 2

    def show(self, row: Sequence[int], names: Names) -> str:
        """Wild dice, then normal ones."""
        return pool_name(row[0], row[1])


class Armour(Kind):
    """Helmet, vest and health: `0/1/3`."""

    width = 3

    def show(self, row: Sequence[int], names: Names) -> str:
        """The three, as the rulebook writes them."""
        return f"{row[0]}/{row[1]}/{row[2]}"


class Shares(Kind):
    """Dice set apart for one target: nothing, or in words."""

    width = 2

    def show(self, row: Sequence[int], names: Names) -> str:
        """The shares of an attack that splits its dice."""
        return f" ({pool_name(row[0], row[1])})" if row[0] or row[1] else ""


class By(Target):
    """Who did it: in a sentence with words before its name, and nothing for nobody."""

    def __init__(self, before: str) -> None:
        self.before = before

    def said(self, value: str) -> str:
        """The words and the name."""
        return "" if value == "-" else f"{self.before} {value}"


class Over(Thing):
    """What lies over a weapon: in a sentence nothing for nothing."""

    def said(self, value: str) -> str:
        """The thing, and where it lies."""
        return "" if value == "-" else f" with {value} over it"


class Phrase(Word):
    """One of a few words, which a sentence says in others."""

    def __init__(self, words: Sequence[str], phrases: Sequence[str]) -> None:
        super().__init__(*words)
        self.phrases = dict(zip(words, phrases, strict=True))

    def said(self, value: str) -> str:
        """The phrase for the word."""
        return self.phrases[value]


class RoundBegun(Event, frozen=True):
    """A round is set up (TPS-6.9)."""

    clause = "TPS-6.9"
    story = "round {round} begins"
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
    why: Annotated[str, Phrase(FAILURES, FAILED)]


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
    stance: Annotated[str, Phrase(STANCES, HELD)]
    over: Annotated[str, Over("gear")]
    action: Annotated[str, Phrase(ACTIONS, WISHED)]


class TurnBegun(Event, frozen=True):
    """A turn begins (TPS-6.9)."""

    clause = "TPS-6.9"
    story = "turn {turn}"
    turn: Annotated[int, Number()]


class Counted(Event, frozen=True):
    """A movement count is called (TPS-9.1)."""

    clause = "TPS-9.1"
    story = "count {count}"
    count: Annotated[int, Number()]


class Moved(Event, frozen=True):
    """A token moved (TPS-9.18)."""

    clause = "TPS-9.18"
    story = "{unit} moves to {end}{cut}"
    unit: Annotated[str, Unit()]
    start: Annotated[str, Place()]
    end: Annotated[str, Place()]
    cut: Annotated[str, Word("", ", and is stopped there")]


class Barred(Event, frozen=True):
    """A move came to nothing (TPS-9.20)."""

    clause = "TPS-9.20"
    story = "{unit} cannot move that way: something is in contact"
    unit: Annotated[str, Unit()]


class PickedUp(Event, frozen=True):
    """A token is taken from the ground (TPS-10.6)."""

    clause = "TPS-10.6"
    story = "{unit} picks {token} up"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Missed(Event, frozen=True):
    """Somebody else got the token (TPS-10.11)."""

    clause = "TPS-10.11"
    story = "{unit} reaches for {token}, but another gets it"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Stood(Event, frozen=True):
    """An order had become impossible when its count came (TPS-9.21)."""

    clause = "TPS-9.21"
    story = "{unit} stands still: its order has become impossible"
    unit: Annotated[str, Unit()]


class Led(Event, frozen=True):
    """A hostage follows a unit from now on (TPS-19.27)."""

    clause = "TPS-19.27"
    story = "{hostage} follows {unit}"
    unit: Annotated[str, Unit()]
    hostage: Annotated[str, Target()]


class Freed(Event, frozen=True):
    """A hostage follows nobody any more (TPS-19.29)."""

    clause = "TPS-19.29"
    story = "{hostage} follows nobody"
    hostage: Annotated[str, Unit()]


class Followed(Event, frozen=True):
    """A hostage went along its trail (TPS-19.28)."""

    clause = "TPS-19.28"
    story = "{hostage} follows to {end}"
    hostage: Annotated[str, Unit()]
    end: Annotated[str, Place()]


class Saved(Event, frozen=True):
    """A hostage is rescued (TPS-19.30)."""

    clause = "TPS-19.30"
    story = "{hostage} is rescued{unit}"
    hostage: Annotated[str, Target()]
    unit: Annotated[str, By(", led by")]


class Pointed(Event, frozen=True):
    """A target call is revealed (TPS-11.1)."""

    clause = "TPS-11.1"
    story = "{unit} points at {target}{shares}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    shares: Annotated[str, Shares()]


class Aimed(Event, frozen=True):
    """A throw is revealed (TPS-19.1)."""

    clause = "TPS-19.1"
    story = "{unit} will throw {token} towards {aim} with {dice} dice"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    aim: Annotated[str, Place()]
    dice: Annotated[int, Number()]


class Held(Event, frozen=True):
    """A unit neither attacks nor throws (TPS-11.5)."""

    clause = "TPS-11.5"
    story = "{unit} holds"
    unit: Annotated[str, Unit()]


class Stepped(Event, frozen=True):
    """An action step begins (TPS-12.1)."""

    clause = "TPS-12.1"
    story = "step {step}: {what}"
    step: Annotated[int, Number()]
    what: Annotated[str, Word(*STEPS)]


class Flew(Event, frozen=True):
    """A thrown grenade comes to rest (TPS-19.6)."""

    clause = "TPS-19.6"
    story = "{unit}'s {token} flies {distance} MU and rests at {at}, {zone}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    distance: Annotated[int, Number()]
    at: Annotated[str, Place()]
    zone: Annotated[str, Thing("zone")]


class Flashed(Event, frozen=True):
    """A unit is caught in a flashbang (TPS-19.9)."""

    clause = "TPS-19.9"
    story = "{unit} is caught in the flash"
    unit: Annotated[str, Unit()]


class SmokeRose(Event, frozen=True):
    """Smoke fills a zone (TPS-19.12)."""

    clause = "TPS-19.12"
    story = "smoke fills {zone} to the end of turn {last}"
    zone: Annotated[str, Thing("zone")]
    last: Annotated[int, Number()]


class Burst(Event, frozen=True):
    """A frag grenade explodes (TPS-19.13)."""

    clause = "TPS-19.13"
    story = "{unit}'s {token} explodes at {at}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]
    at: Annotated[str, Place()]


class Lost(Event, frozen=True):
    """An attack is lost (TPS-12.4)."""

    clause = "TPS-12.4"
    story = "{unit}'s attack on {target} is lost: {why}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    why: Annotated[str, Word(*LOSSES)]


class ToHit(Event, frozen=True):
    """A to-hit roll (TPS-12.5)."""

    clause = "TPS-12.5"
    story = "{unit} rolls {total} on {pool} against {target}, {distance} MU away: {result}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    total: Annotated[int, Number()]
    pool: Annotated[str, Pool()]
    distance: Annotated[str, Length()]
    result: Annotated[str, Word("miss", "hit")]


class Stabbed(Event, frozen=True):
    """A knife hits without a roll (TPS-18.2)."""

    clause = "TPS-18.2"
    story = "{unit} stabs {target}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]


class Diverted(Event, frozen=True):
    """Friendly fire: another is attacked instead (TPS-12.9)."""

    clause = "TPS-12.9"
    story = "the shot of {unit} goes astray, to {target}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]


class Harmed(Event, frozen=True):
    """Damage against Defense (TPS-13.2)."""

    clause = "TPS-13.2"
    story = "damage of {unit} to {target}: {damage} on {pool} against {defence} on {against}, hits: {hits}{headshot}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    damage: Annotated[int, Number()]
    pool: Annotated[str, Pool()]
    defence: Annotated[int, Number()]
    against: Annotated[str, Pool()]
    hits: Annotated[int, Number()]
    headshot: Annotated[str, Word("", ", a headshot")]


class Emptied(Event, frozen=True):
    """A weapon is out of ammo (TPS-13.7)."""

    clause = "TPS-13.7"
    story = "{unit}'s {token} is out of ammo"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Hurt(Event, frozen=True):
    """Dice of Defense are lost (TPS-13.10)."""

    clause = "TPS-13.10"
    story = "{target} loses {lost} of its dice: armour {armour}"
    target: Annotated[str, Unit()]
    lost: Annotated[int, Number()]
    armour: Annotated[str, Armour()]


class Eliminated(Event, frozen=True):
    """A unit or hostage has no Defense dice left (TPS-13.12)."""

    clause = "TPS-13.12"
    story = "{target} is eliminated{unit}"
    target: Annotated[str, Unit()]
    unit: Annotated[str, By(" by")]


class Reloaded(Event, frozen=True):
    """A weapon is loaded again (TPS-14.1)."""

    clause = "TPS-14.1"
    story = "{unit} reloads {token}"
    unit: Annotated[str, Unit()]
    token: Annotated[str, Thing("gear")]


class Worked(Event, frozen=True):
    """A turn of planting or defusing is done (TPS-19.21)."""

    clause = "TPS-19.21"
    story = "{unit}: {what}, {done} of {needed} turns"
    unit: Annotated[str, Unit()]
    what: Annotated[str, Word("", "reloading", "planting", "defusing")]
    done: Annotated[int, Number()]
    needed: Annotated[int, Number()]


class Interrupted(Event, frozen=True):
    """Planting or defusing is interrupted (TPS-19.18)."""

    clause = "TPS-19.18"
    story = "{unit} is interrupted: {why}"
    unit: Annotated[str, Unit()]
    why: Annotated[str, Word(*INTERRUPTIONS)]


class Armed(Event, frozen=True):
    """The bomb is armed (TPS-19.17)."""

    clause = "TPS-19.17"
    story = "{unit} arms the bomb at {at}: it explodes in turn {turn}"
    unit: Annotated[str, Unit()]
    at: Annotated[str, Place()]
    turn: Annotated[int, Number()]


class Defused(Event, frozen=True):
    """The bomb is defused (TPS-19.21)."""

    clause = "TPS-19.21"
    story = "{unit} defuses the bomb"
    unit: Annotated[str, Unit()]


class Exploded(Event, frozen=True):
    """The bomb explodes (TPS-19.23)."""

    clause = "TPS-19.23"
    story = "the bomb explodes in {zone}"
    zone: Annotated[str, Thing("zone")]


class Blasted(Event, frozen=True):
    """The blast meets a unit or hostage (TPS-19.25)."""

    clause = "TPS-19.25"
    story = "blast to {target}: {damage} on {pool} against {defence} on {against}, hits: {hits}"
    target: Annotated[str, Unit()]
    damage: Annotated[int, Number()]
    pool: Annotated[str, Pool()]
    defence: Annotated[int, Number()]
    against: Annotated[str, Pool()]
    hits: Annotated[int, Number()]


class Scored(Event, frozen=True):
    """Cash and frags for a deed (TPS-21.4)."""

    clause = "TPS-21.4"
    story = "{unit}: {deed}, {cash} cash"
    unit: Annotated[str, Unit()]
    deed: Annotated[str, Word(*DEEDS)]
    cash: Annotated[int, Signed()]


class SmokeGone(Event, frozen=True):
    """Smoke is gone (TPS-19.12)."""

    clause = "TPS-19.12"
    story = "the smoke in {zone} is gone"
    zone: Annotated[str, Thing("zone")]


class RoundEnded(Event, frozen=True):
    """A round is over (TPS-20.2)."""

    clause = "TPS-20.2"
    story = "round {round}: {side} wins by {why}; rounds won {first} to {second}"
    round: Annotated[int, Number()]
    side: Annotated[str, Word(*SIDES)]
    why: Annotated[str, Word(*ENDS)]
    first: Annotated[int, Number()]
    second: Annotated[int, Number()]


class Paid(Event, frozen=True):
    """Cash after a round (TPS-21.3)."""

    clause = "TPS-21.3"
    story = "{unit} earns {earned}: {cash} cash"
    unit: Annotated[str, Unit()]
    earned: Annotated[int, Signed()]
    cash: Annotated[int, Number()]


class SidesChanged(Event, frozen=True):
    """Half-time: the teams change sides (TPS-21.10)."""

    clause = "TPS-21.10"
    story = "half-time: the teams change sides and start anew"


class Listed(Event, frozen=True):
    """An eliminated player has a list for the next round (TPS-7.8)."""

    clause = "TPS-7.8"
    story = "{unit} has a list for the next round"
    unit: Annotated[str, Unit()]


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


class Ordered(Event, frozen=True):
    """An Admin's command, which takes effect when this state closes (TPS-5.13)."""

    clause = "TPS-5.13"
    story = "the Admin orders, when this is done: {what} {unit}"
    what: Annotated[str, Word(*ORDERED)]
    unit: Annotated[str, Unit()]


class Ruled(Event, frozen=True):
    """An Admin's ruling takes effect (TPS-24.1)."""

    clause = "TPS-24.1"
    story = "the Admin rules: {what}{unit} is {to}"
    what: Annotated[str, Phrase(RULED, SUBJECTS)]
    unit: Annotated[str, By(" of")]
    to: Annotated[int, Number()]


class Placed(Event, frozen=True):
    """An Admin's ruling puts a unit somewhere (TPS-24.1)."""

    clause = "TPS-24.1"
    story = "the Admin rules: {unit} stands at {at}"
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
    winner: Annotated[str, Word("", "team 1 wins", "team 2 wins", "a draw")]


KINDS = (
    RoundBegun,
    Spawned,
    Issued,
    Bought,
    NotBought,
    Laid,
    Called,
    TurnBegun,
    Counted,
    Moved,
    Barred,
    PickedUp,
    Missed,
    Stood,
    Led,
    Freed,
    Followed,
    Saved,
    Pointed,
    Aimed,
    Held,
    Stepped,
    Flew,
    Flashed,
    SmokeRose,
    Burst,
    Lost,
    ToHit,
    Stabbed,
    Diverted,
    Harmed,
    Emptied,
    Hurt,
    Eliminated,
    Reloaded,
    Worked,
    Interrupted,
    Armed,
    Defused,
    Exploded,
    Blasted,
    Scored,
    SmokeGone,
    RoundEnded,
    Paid,
    SidesChanged,
    Listed,
    Switched,
    Warned,
    Kicked,
    Ordered,
    Ruled,
    Placed,
    Void,
    Ended,
)
