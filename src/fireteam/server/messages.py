"""What the server and those at a table say to one another. OpenAPI and the page's types are made from these Structs.

Names of slots and seats are words, never numbers. A number `event` is an event's in the match; `seq` counts the items
of a stream. Times are seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ..core.scene import Decision, Option, Scene, Sight, Spot, Threat

OPEN, PERSON = "open", "person"

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2_000)]
Token: TypeAlias = Annotated[str, Meta(min_length=20, max_length=64)]


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """Anything a client sends: a field that nobody knows is a mistake."""


# What can be played


class Setup(Struct, frozen=True):
    """An option of a game: what it is for, its default; it is one of `choices`, or lies from `low` to `high`."""

    name: str
    about: str
    default: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


class ScenarioOffer(Struct, frozen=True):
    """A mission or map that can be played."""

    id: str
    title: str


class GameOffer(Struct, frozen=True):
    """A game: what can be played of it, by which bots, and whether a lesson teaches it."""

    id: str
    title: str
    rulebook: str
    scenarios: tuple[ScenarioOffer, ...]
    bots: tuple[str, ...]
    lesson: bool


class TableOffer(Struct, frozen=True):
    """What a scenario with some options asks for: its slots, who referees, names for several slots, and all options."""

    game: str
    scenario: str
    slots: tuple[str, ...]
    referee: str
    groups: dict[str, tuple[str, ...]]
    options: tuple[Setup, ...]


class ClauseText(Struct, frozen=True):
    """A clause of a rulebook: its heading and its text as Markdown."""

    id: str
    heading: str
    text: str


# Making a table and sitting down


class Clock(Said, frozen=True, forbid_unknown_fields=True):
    """How long a decision may take: `none`, or so many seconds `each`; what then happens is the game's default."""

    kind: Annotated[str, Meta(pattern="^(none|each)$")] = "none"
    seconds: Annotated[int, Meta(ge=5, le=30 * 86_400)] = 60


class NewSeat(Said, frozen=True, forbid_unknown_fields=True):
    """A seat: its slots, and who decides: `person` (whoever has its link), `open` (whoever comes), or a bot."""

    name: Name
    slots: tuple[str, ...]
    by: Name = PERSON


class NewTable(Said, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Without seats every slot is a seat: the first a person's, the others open.

    `options` are the game's; `packs` are names of folders that the server offers; a `listed` table stands in the lobby.
    """

    game: Name
    scenario: str = ""
    options: dict[str, str] = {}
    packs: tuple[Name, ...] = ()
    seats: tuple[NewSeat, ...] = ()
    clock: Clock = Clock()
    title: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False


class Made(Struct, frozen=True):
    """A table that was made: its id, the token of who made it, and that of every seat a person holds or may take."""

    table: str
    host: str
    seats: dict[str, str]


class Join(Said, frozen=True, forbid_unknown_fields=True):
    """Take an open seat, under a name."""

    seat: Name
    person: Name


class Joined(Struct, frozen=True):
    """The token of a seat that was taken."""

    table: str
    seat: str
    token: str


class Fork(Said, frozen=True, forbid_unknown_fields=True):
    """A table of one's own that goes on after an event of a match that is over, with new dice.

    Seats stay as they were: bots are bots, and every other seat has a link.
    """

    event: Annotated[int, Meta(ge=0)]
    title: Annotated[str, Meta(max_length=60)] = ""
    listed: bool = False


class Password(Said, frozen=True, forbid_unknown_fields=True):
    """The password of a server that has one."""

    password: Annotated[str, Meta(max_length=200)]


class SeatCard(Struct, frozen=True):
    """A seat as everybody sees it: its slots, who decides (`person`, `open` or a bot), and whether they are here."""

    name: str
    slots: tuple[str, ...]
    by: str
    person: str = ""
    present: bool = False
    referee: bool = False


class TableCard(Struct, frozen=True):
    """A table as everybody sees it."""

    table: str
    title: str
    game: str
    scenario: str
    scenario_title: str
    options: dict[str, str]
    packs: tuple[str, ...]
    seats: tuple[SeatCard, ...]
    clock: Clock
    listed: bool
    made: float
    dice: str  # the SHA-256 of the secret of the dice
    over: bool = False
    result: str = ""


class Field(Struct, frozen=True):
    """A field of a verb, of a kind of `core.fields` or `core.lists`: a page asks for it and writes it as one word.

    `words` are all that a `word` may be; a number lies from `low` to `high`; what is left out is `default`.
    """

    name: str
    kind: str
    needed: bool
    default: str = ""
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    separator: str = ","


class VerbForm(Struct, frozen=True):
    """How a verb is written: its word, then its fields in order. `final`: once sealed it cannot be taken back."""

    verb: str
    about: str
    fields: tuple[Field, ...]
    free: bool = False
    final: bool = False
    reasoned: bool = False


# What clients do. Each changes something, and comes with a key of its own: the same key twice is done once.


class Choose(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="choose"):
    """A choice by its notation, for a slot of the seat. A referee's ruling comes with its reason."""

    line: Line
    slot: str = ""
    reason: Annotated[str, Meta(max_length=500)] = ""


class Withdraw(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="withdraw"):
    """Take a sealed choice back, while others are still awaited."""

    slot: str = ""


class Plan(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="plan"):
    """What a slot will choose as its next decisions come; no lines: it has no plan any more."""

    lines: Annotated[tuple[Line, ...], Meta(max_length=64)]
    slot: str = ""


class Walk(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="walk"):
    """Go to a point over as many counts as it takes."""

    slot: str
    x: float
    y: float


class Undo(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="undo"):
    """Take the last choice back, or ask the others whether that may be."""


class Redo(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="redo"):
    """Let stand again what was taken back."""


class Answer(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="answer"):
    """Yes or no to who would take something back, or offers a draw."""

    agrees: bool


class OfferDraw(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="offer_draw"):
    """Offer to end the match without a winner: once all other people agree, it ends so."""


class Resign(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="resign"):
    """Give up: by the game's own rule where it has one, else a bot plays on."""


class Say(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="say"):
    """Say something to the table, or to one's own side alone."""

    text: Text
    side: bool = False


class Hand(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hand"):
    """Hand a seat to a bot, or back to its `person`, or leave it `open`. One's own; the host's may be any."""

    to: Name
    seat: str = ""


class Pause(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pause"):
    """A referee stops the table."""

    reason: Text


class Unpause(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="unpause"):
    """A referee lets the table go on."""


class Rewind(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rewind"):
    """A referee goes back to an event."""

    event: Annotated[int, Meta(ge=0)]
    reason: Text


class StandIn(Said, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stand_in"):
    """A referee lets a slot that does not answer do what the game states for that."""

    slot: str


Act: TypeAlias = (
    Choose
    | Withdraw
    | Plan
    | Walk
    | Undo
    | Redo
    | Answer
    | OfferDraw
    | Resign
    | Say
    | Hand
    | Pause
    | Unpause
    | Rewind
    | StandIn
)


class Done(Struct, frozen=True, tag_field="frame", tag="done"):
    """It was done, and is kept for good. `seq` is the number of the table's stream by then."""

    key: str
    seq: int


class Refusal(Struct, frozen=True, tag_field="frame", tag="refusal"):
    """It was not done, and nothing is changed: a code, a sentence and, where a rule says so, its clause."""

    code: str
    sentence: str
    clause: str = ""
    key: str = ""


# What clients ask. Nothing changes by it.


class AskMay(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="may"):
    """May a slot choose this, and why not? If it may, what does that mean, and with which odds?"""

    line: Line
    slot: str


class AskSight(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="sight"):
    """Does a unit see a square or a point, and what stands between?"""

    unit: str
    x: float
    y: float


class AskThreats(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="threats"):
    """What can the enemy do next turn to who stands where?"""

    slot: str
    unit: str = ""


class AskWay(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="way"):
    """By which way, and in how many counts, does a slot come to a point?"""

    slot: str
    x: float
    y: float


class AskDecision(Said, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="decision"):
    """A slot's decision again, with the odds of everything on it."""

    slot: str


Ask: TypeAlias = AskMay | AskSight | AskThreats | AskWay | AskDecision


class Way(Struct, frozen=True):
    """A way on a free table: from where, by which points, after which counts, and whether it comes there."""

    start: Spot
    stops: tuple[Spot, ...]
    counts: tuple[str, ...]
    lines: tuple[str, ...]
    arrives: bool
    says: str


class Answered(Struct, frozen=True, tag_field="frame", tag="answered"):
    """The answer to a question; the field that was asked for is set, none where the answer is nothing.

    Of `may` it is the refusal, or else the `option`: the choice in words and with its odds, on the menu or not, where
    the slot owes it.
    """

    key: str
    may: Refusal | None = None
    option: Option | None = None
    sight: Sight | None = None
    threats: tuple[Threat, ...] = ()
    way: Way | None = None
    decision: Decision | None = None


# What happened: items of a stream, in order and for good


class Fallen(Struct, frozen=True):
    """A die that fell: what for, of how many sides, and its face."""

    purpose: str
    sides: int
    face: int


class Why(Struct, frozen=True):
    """A modifier: why, by which clause, how much."""

    label: str
    clause: str
    amount: int


class Told(Struct, frozen=True):
    """One thing that happened, in words, with the dice and modifiers that made it and the clause it goes by."""

    says: str
    clause: str
    dice: tuple[Fallen, ...] = ()
    because: tuple[Why, ...] = ()
    closing: bool = False


class Happened(Struct, frozen=True, tag_field="item", tag="happened"):
    """An event of the match, as the reader may know it; of the kinds of `match.record.KINDS`."""

    event: int
    kind: str
    slots: tuple[str, ...]
    told: tuple[Told, ...]
    of: int = 0
    by: str = ""
    reason: str = ""


class Spoken(Struct, frozen=True, tag_field="item", tag="spoken"):
    """Somebody said something; `side`: to their own side alone."""

    seat: str
    person: str
    text: str
    side: str = ""


class Sat(Struct, frozen=True, tag_field="item", tag="sat"):
    """Somebody else decides for a seat now: `person`, `open` or a bot; `why` where it was not asked for."""

    seat: str
    by: str
    person: str = ""
    why: str = ""


class Proposed(Struct, frozen=True, tag_field="item", tag="proposed"):
    """A seat would take something back (`undo`) or end without a winner (`draw`), or that was answered."""

    seat: str
    what: str
    agrees: bool | None = None


class Late(Struct, frozen=True, tag_field="item", tag="late"):
    """The time of some slots ran out: they did what the game states for that."""

    slots: tuple[str, ...]


class Ended(Struct, frozen=True, tag_field="item", tag="ended"):
    """The match is over: who won, why, and the secret of the dice by which anyone can check them."""

    winners: tuple[str, ...]
    says: str
    clause: str
    secret: str


class Item(Struct, frozen=True):
    """An item of a stream: `table`, which everybody reads, or `side NAME`, which that side reads."""

    stream: str
    seq: int
    at: float
    what: Happened | Spoken | Sat | Proposed | Late | Ended


# How things stand


class Hidden(Struct, frozen=True):
    """A seat's own sealed choice."""

    slot: str
    line: str


class Planned(Struct, frozen=True):
    """What is left of a slot's plan."""

    slot: str
    lines: tuple[str, ...]


class FreeAct(Struct, frozen=True):
    """Something a slot may do though nobody owes it: the verb, and the fields it takes (name, form, needed)."""

    verb: str
    slot: str
    about: str
    fields: tuple[tuple[str, str, bool], ...]
    reasoned: bool


class Proposal(Struct, frozen=True):
    """What was proposed and waits for answers."""

    seat: str
    what: str
    waiting: tuple[str, ...]


class Stopped(Struct, frozen=True):
    """Who has stopped the table, and why."""

    by: str
    reason: str


class Now(Struct, frozen=True, tag_field="frame", tag="now"):
    """How things stand for the reader, after item `seq` of the table's stream.

    `decisions` are those the reader's seat owes and has not sealed, without odds (AskDecision gives them); `owing`
    are all slots that are awaited. `deadline` is when the time of the open decision runs out.
    """

    seq: int
    event: int  # the number of the next event
    you: str  # the reader's seat; none: looks on
    scene: Scene
    owing: tuple[str, ...]
    seats: tuple[SeatCard, ...]
    decisions: tuple[Decision, ...] = ()
    sealed: tuple[Hidden, ...] = ()
    plans: tuple[Planned, ...] = ()
    free: tuple[FreeAct, ...] = ()
    may_undo: bool = False
    must_ask_to_undo: bool = False
    may_redo: bool = False
    proposal: Proposal | None = None
    stopped: Stopped | None = None
    deadline: float | None = None
    over: bool = False
    result: str = ""


class Moment(Struct, frozen=True):
    """A match after an event: what happened by it, and the table."""

    happened: Happened
    scene: Scene


# Frames on the socket, /api/tables/ID/socket: text, one message each


class Hello(Said, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="hello"):
    """The first frame: who this is (without token: who looks on), and the last item known of each stream."""

    token: Annotated[str, Meta(max_length=64)] = ""
    since: dict[str, int] = {}


class Doing(Said, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="doing"):
    """Do something, under a key of its own."""

    key: Annotated[str, Meta(min_length=8, max_length=64)]
    act: Act


class Asking(Said, frozen=True, forbid_unknown_fields=True, tag_field="frame", tag="asking"):
    """Ask something; the answer comes under the same key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    ask: Ask


class Welcome(Struct, frozen=True, tag_field="frame", tag="welcome"):
    """The first answer: the table, and the reader's seat; `host` for who made it.

    `slots` names them in order of the numbers that Scenes and Decisions have; `verbs` are all that the game knows.
    """

    card: TableCard
    you: str
    host: bool
    streams: tuple[str, ...]
    slots: tuple[str, ...] = ()
    verbs: tuple[VerbForm, ...] = ()


class News(Struct, frozen=True, tag_field="frame", tag="news"):
    """Items, in order."""

    items: tuple[Item, ...]


class Wait(Struct, frozen=True, tag_field="frame", tag="wait"):
    """Something takes long: what, and for whom; empty words when it is done."""

    says: str


FromClient: TypeAlias = Hello | Doing | Asking
FromServer: TypeAlias = Welcome | News | Now | Done | Refusal | Answered | Wait


# Lessons


class LessonStep(Struct, frozen=True):
    """A step of a lesson: its number of how many, what is told, the table, and what may be chosen.

    `lesson` is its id: what the learner does is said to /api/lessons/GAME/ID.
    """

    lesson: str
    number: int
    count: int
    heading: str
    tells: tuple[str, ...]
    scene: Scene
    decision: Decision | None
    heard: tuple[str, ...] = ()
    solved: bool = False
    over: bool = False
    slots: tuple[str, ...] = ()
    verbs: tuple[VerbForm, ...] = ()


class LessonChoice(Said, frozen=True, forbid_unknown_fields=True):
    """What the learner does in a lesson: a choice by its notation, or `again`, `next`, `back`."""

    line: Line
