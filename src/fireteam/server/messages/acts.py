"""What clients do. Each changes something, and comes with a key of its own: the same key twice is done once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .words import Line, Name, Said, Text


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
