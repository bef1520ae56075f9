"""What those at a table may do. Each act is one function; it changes the table, or raises and has changed nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.choices import kinds, name_of
from ..core.errors import Forbidden
from ..core.spots import near
from . import messages as m
from .guard import clean
from .messages import OPEN, PERSON, Act, Proposed, Spoken
from .proposals import Draw
from .seating import Chair, Who, must_decide, side_of
from .table import Table
from .turning import Turned, not_yours

STAND_IN = "greedy"  # the bot that plays on for who resigns where the rules know no resigning
GIVES_UP = "resign"


def do(table: Table, who: Who, act: Act) -> None:
    """Carry out an act of somebody's.

    Raises:
        FireteamError: why not.
    """
    if table.over and not isinstance(act, m.Say):
        raise Turned("E_OVER", "The match is over.", 409)
    ACTS[type(act)](table, who, act)


def sitting(table: Table, who: Who) -> Chair:
    """The seat of a person who acts; one that was open is theirs from now on."""
    chair = table.chair(who)
    if chair.is_bot:
        raise not_yours(f"{chair.by} decides for {chair.name}; take the seat back first.")
    if chair.by == OPEN:
        table.seat(chair, PERSON)
    return chair


# Choosing


def choose(table: Table, who: Who, act: m.Choose) -> None:
    """A choice for a slot."""
    chair = sitting(table, who)
    reason = clean(act.reason, "The reason") if act.reason else ""
    table.match.act(chair.name, act.line, table.slot(chair, act.slot), reason=reason)


def withdraw(table: Table, who: Who, act: m.Withdraw) -> None:
    """Take a sealed choice back."""
    chair = sitting(table, who)
    table.match.withdraw(chair.name, table.slot(chair, act.slot))


def plan(table: Table, who: Who, act: m.Plan) -> None:
    """Plan ahead."""
    chair = sitting(table, who)
    table.match.plan(chair.name, act.lines, table.slot(chair, act.slot))


def walk(table: Table, who: Who, act: m.Walk) -> None:
    """Set out to a point."""
    chair = sitting(table, who)
    slot, seat = table.slot(chair, act.slot), table.match.seat(chair.name)
    if slot is None or not table.afoot.may_walk(seat, slot):
        raise Turned("E_WAY", "No counts lie ahead on which this slot could go.")
    path = table.afoot.path(seat, slot, (act.x, act.y))
    if path is None:
        raise Turned("E_WAY", f"No way leads nearer to {near((act.x, act.y))}.")
    table.afoot.set_out(seat, slot, path)


# Taking back, and ending by consent


def undo(table: Table, who: Who, act: m.Undo) -> None:
    """Take a choice back, or ask."""
    chair = sitting(table, who)
    table.match.undo(chair.name)
    table.afoot.cut_short()
    _nobody_else_minds(table)
    if table.match.asked is not None:
        table.unit.tell(Proposed(chair.name, "undo"))


def _nobody_else_minds(table: Table) -> None:
    """Bots, and seats where nobody sits, consent at once."""
    while (asked := table.match.asked) and (absent := asked.waiting - table.people()):
        table.match.answer_undo(min(absent), True)


def redo(table: Table, who: Who, act: m.Redo) -> None:
    """Let stand again."""
    table.match.redo(sitting(table, who).name)


def answer(table: Table, who: Who, act: m.Answer) -> None:
    """Yes or no to what was proposed."""
    chair = sitting(table, who)
    if table.draw is not None and chair.name in table.draw.waiting:
        table.unit.tell(Proposed(chair.name, "draw", act.agrees))
        left = table.draw.waiting - {chair.name}
        table.draw = table.draw._replace(waiting=left) if act.agrees else None
        return
    table.match.answer_undo(chair.name, act.agrees)
    table.unit.tell(Proposed(chair.name, "undo", act.agrees))


def offer_draw(table: Table, who: Who, act: m.OfferDraw) -> None:
    """Offer to end without a winner."""
    chair = sitting(table, who)
    others = table.people() - {chair.name}
    if chair.name not in table.people() or not others:
        raise Turned("E_DRAW", "A draw is agreed between people who play; nobody else is here to agree.")
    if table.draw is not None:
        raise Turned("E_DRAW", "A draw is offered already.", 409)
    table.draw = Draw(chair.name, others)
    table.unit.tell(Proposed(chair.name, "draw"))


def resign(table: Table, who: Who, act: m.Resign) -> None:
    """Give up, by the rules where they know of it."""
    chair = sitting(table, who)
    if chair.referee or not chair.slots:
        raise not_yours("Who does not play cannot resign.")
    verbs = table.setting.game.verbs
    if any(name_of(verb) == GIVES_UP and verb.free and not kinds(verb) for verb in verbs):
        table.match.act(chair.name, GIVES_UP, table.slot(chair, chair.slots[0]))
    else:
        _hand_over(table, chair, STAND_IN, "resigned")


# Sitting and speaking


def hand(table: Table, who: Who, act: m.Hand) -> None:
    """Hand a seat to a bot, or back."""
    name = act.seat or who.seat
    if name not in table.chairs:
        raise Turned("E_SEATS", f"No seat {name[:40]!r}; there is {', '.join(table.chairs)}.")
    if name != who.seat and not who.host:
        raise not_yours(f"{name} is not your seat; only the host hands others' seats on.")
    must_decide(act.to)
    chair = table.chairs[name]
    if chair.referee and act.to not in (OPEN, PERSON):
        raise not_yours("No bot is a referee.")
    if chair.by == act.to:
        raise Turned("E_SEATS", f"{act.to} decides for {name} already.", 409)
    _hand_over(table, chair, act.to, willing=name == who.seat)


def _hand_over(table: Table, chair: Chair, to: str, why: str = "", willing: bool = True) -> None:
    """Whoever leaves stands in nobody's way; but nothing is agreed to by whom the host replaces."""
    table.seat(chair, to, why=why)
    if to != PERSON and table.draw is not None:
        waits = willing and table.draw.seat != chair.name
        table.draw = table.draw._replace(waiting=table.draw.waiting - {chair.name}) if waits else None
    if not willing and table.match.asked and chair.name in table.match.asked.waiting:
        table.match.answer_undo(chair.name, False)
    _nobody_else_minds(table)


def say(table: Table, who: Who, act: m.Say) -> None:
    """Say something."""
    chair = table.chairs.get(who.seat)
    if chair is None and not who.host:
        raise not_yours("Only who holds a seat may speak.")
    silence = table.setting.game.silence
    if silence and not table.over and (why := silence(table.setting, table.match.state)):
        raise why
    side = side_of(table.setting, chair) if chair else ""
    if act.side and not side:
        raise Turned("E_SIDE", "You are on no side of several; speak to the table.")
    name, person = (chair.name, chair.person) if chair else ("", "host")
    spoken = Spoken(name, person, clean(act.text), side if act.side else "")
    table.unit.tell(spoken, f"side {side}" if act.side else "table")


# Refereeing


def pause(table: Table, who: Who, act: m.Pause) -> None:
    """Stop the table."""
    table.match.pause(sitting(table, who).name, clean(act.reason, "The reason"))


def unpause(table: Table, who: Who, act: m.Unpause) -> None:
    """Let it go on."""
    table.match.unpause(sitting(table, who).name)


def rewind(table: Table, who: Who, act: m.Rewind) -> None:
    """Go back to an event."""
    table.match.rewind(sitting(table, who).name, act.event, clean(act.reason, "The reason"))
    table.afoot.cut_short()


def stand_in(table: Table, who: Who, act: m.StandIn) -> None:
    """Let a slot do without its player."""
    chair = sitting(table, who)
    if act.slot not in table.setting.slots:
        raise Forbidden(f"no slot {act.slot[:40]!r}; there is {', '.join(table.setting.slots)}")
    table.match.stand_in(chair.name, table.setting.slots.index(act.slot))


ACTS: dict[type, Callable[[Table, Who, Any], None]] = {
    m.Choose: choose,
    m.Withdraw: withdraw,
    m.Plan: plan,
    m.Walk: walk,
    m.Undo: undo,
    m.Redo: redo,
    m.Answer: answer,
    m.OfferDraw: offer_draw,
    m.Resign: resign,
    m.Say: say,
    m.Hand: hand,
    m.Pause: pause,
    m.Unpause: unpause,
    m.Rewind: rewind,
    m.StandIn: stand_in,
}
"""Everything that can be done."""


def take_seat(table: Table, chair: Chair, person: str, token_hash: str | None) -> None:
    """A person sits down on a seat, or says under which name they sit there."""
    name = clean(person, "The name")
    if token_hash is not None:
        chair.token_hash = token_hash
    table.seat(chair, PERSON, name)


def replaced(table: Table, seat: str, by: str, why: str) -> None:
    """A bot that failed gives its seat to a simpler one."""
    table.seat(table.chairs[seat], by, why=why)
