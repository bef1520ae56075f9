"""Acts: what clients do. Each changes something and has an idempotency key: the same key twice is done once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from .words import ClientMessage, Coordinate, Line, Name, Text

Number: TypeAlias = Annotated[int, Meta(ge=0)]
"""Of a question, an event or a proposal. What an act answers is named by it; another one is refused (E_OUTDATED)."""


class Choose(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="choose"):
    """Make a choice, in notation, for a slot of the caller's seat.

    `question` is that of the view in which it was chosen; for a free act it does not matter. Without `slot` it is for
    the first slot of the seat that owes a choice. A verb with `reasoned` (a referee's ruling) needs a `reason`.
    """

    line: Line
    question: Number
    slot: str = ""
    reason: Annotated[str, Meta(max_length=500)] = ""


class Withdraw(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="withdraw"):
    """Take a sealed choice back while others are still awaited, and with it the slot's plan.

    Not possible for a verb with `final`. `question` is that of the view.
    """

    question: Number
    slot: str = ""


class Plan(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="plan"):
    """Plan the next choices of a slot, in notation: each is made when its decision comes.

    It replaces an earlier plan of the slot; no `lines` end that plan. The first choice that is refused when its turn
    comes ends the plan. `question` is that of the view in which it was planned: the slot may have chosen nothing since.
    """

    lines: Annotated[tuple[Line, ...], Meta(max_length=64)]
    question: Number
    slot: str = ""


class Walk(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="walk"):
    """Go to a point, over as many counts as it takes. (Counts are decisions that the game calls one after another.)

    `question` is that of the view.
    """

    slot: str
    x: Coordinate
    y: Coordinate
    question: Number


class Undo(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="undo"):
    """Take back the last choice of the caller's seat with all that followed, or ask the other seats for consent.

    `event` is its number: `undo` of the view.
    """

    event: Number


class Redo(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="redo"):
    """Restore what the caller's seat last took back, with the same dice.

    `event` is the number of the first event of it: `redo` of the view.
    """

    event: Number


class Answer(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="answer"):
    """Agree or not to a proposal of another seat, by its number: to take something back, or a draw."""

    proposal: Number
    agrees: bool


class Retract(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="retract"):
    """Take back a proposal of the caller's seat, by its number."""

    proposal: Number


class OfferDraw(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="offer_draw"):
    """Offer to end the match without a winner. Once all other persons who play agree, it ends so."""


class Resign(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="resign"):
    """Give up: by the game's own rule where it has one, else a bot plays on for the seat."""


class Say(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="say"):
    """Send a chat message to the table, or with `side` only to the side of the caller's seat."""

    text: Text
    side: bool = False


class Hand(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hand"):
    """Hand a seat over: `to` a bot by its name, back to its `person`, or leave it `open`.

    Without `seat` it is the caller's own. Only the host may hand over the seats of others.
    """

    to: Name
    seat: str = ""


class Pause(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pause"):
    """Stop the table, as a referee: nobody can choose until it goes on."""

    reason: Text


class Unpause(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="unpause"):
    """Let a stopped table go on, as a referee."""


class Rewind(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rewind"):
    """Go back to an event, as a referee."""

    event: Number
    reason: Text


class StandIn(ClientMessage, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stand_in"):
    """Make the game's default choice for a slot that does not answer, as a referee; without `slot`, for all of them.

    `question` is that of the view.
    """

    question: Number
    slot: str = ""


Act: TypeAlias = (
    Choose
    | Withdraw
    | Plan
    | Walk
    | Undo
    | Redo
    | Answer
    | Retract
    | OfferDraw
    | Resign
    | Say
    | Hand
    | Pause
    | Unpause
    | Rewind
    | StandIn
)


class ActCommitted(Struct, frozen=True, tag_field="frame", tag="done"):
    """The act was done and is committed. `seq` is that of the last item of stream `table` by then."""

    key: str
    seq: int


class Refusal(Struct, frozen=True, tag_field="frame", tag="refusal"):
    """The request was refused, and nothing has changed.

    `code` is for programs, `sentence` for people. `clause` is that of the rulebook where a rule refused. On a socket,
    `key` is that of the frame that was refused. `address` is that of the server at which the table is played, where
    another one has it (E_ELSEWHERE).
    """

    code: str
    sentence: str
    clause: str = ""
    key: str = ""
    address: str = ""
