"""Acts: what a caller may do at a table, one function per act.

Each runs inside `Table.change`: it changes the table, or raises a FireteamError and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.errors import Forbidden
from ...core.protocol.scene_query import rounded_point
from ..errors import ApiError, forbidden
from ..validation import clean_name, clean_text
from ..wire import messages as m
from ..wire.messages import OPEN, PERSON, Act, ChatItem, ProposalItem
from .seats import Caller, SeatState, require_decider, side_of, taken_names
from .table import Table

STAND_IN = "greedy"  # the bot that plays on for who resigns where the rules know no resigning


def do(table: Table, who: Caller, act: Act) -> None:
    """Carry out an act of a caller. Once the match is over, only `Say` is accepted.

    Raises:
        FireteamError: the act is refused.
    """
    if table.over and not isinstance(act, m.Say):
        raise ApiError("E_OVER", "The match is over.", 409)
    ACTS[type(act)](table, who, act)


def acting_seat(table: Table, caller: Caller) -> SeatState:
    """Return the seat of a caller who acts. An open seat becomes a person's by that.

    Raises:
        ApiError: the caller holds no seat, or a bot decides for it.
    """
    seat_state = table.seat_state(caller)
    if seat_state.is_bot:
        raise forbidden(f"{seat_state.by} decides for {seat_state.name}; take the seat back first.")
    if seat_state.by == OPEN:
        table.seat(seat_state, PERSON)
    return seat_state


# Choosing


def choose(table: Table, who: Caller, act: m.Choose) -> None:
    """Make a choice, given in notation, for a slot of the caller's seat."""
    seat_state = acting_seat(table, who)
    reason = clean_text(act.reason, "The reason") if act.reason else ""
    table.match.act(seat_state.name, act.line, table.slot(seat_state, act.slot), reason=reason, question=act.question)


def withdraw(table: Table, who: Caller, act: m.Withdraw) -> None:
    """Take a sealed choice back."""
    seat_state = acting_seat(table, who)
    table.match.must_be_asked(act.question)
    table.match.withdraw(seat_state.name, table.slot(seat_state, act.slot))


def plan(table: Table, who: Caller, act: m.Plan) -> None:
    """Plan the choices of a slot for its next decisions."""
    seat_state = acting_seat(table, who)
    table.match.plan(seat_state.name, act.lines, table.slot(seat_state, act.slot), question=act.question)


def walk(table: Table, who: Caller, act: m.Walk) -> None:
    """Plan a walk of a slot to a point, over as many counts as it takes.

    Raises:
        ApiError: no slot is named, it cannot move on several counts ahead, or no path leads nearer to the point.
    """
    seat_state = acting_seat(table, who)
    table.match.must_be_asked(act.question)
    slot, seat = table.slot(seat_state, act.slot), table.match.seat(seat_state.name)
    if slot is None or not table.afoot.may_walk(seat, slot):
        raise ApiError("E_WAY", "No counts lie ahead on which this slot could go.")
    path = table.afoot.path(seat, slot, (act.x, act.y))
    if path is None:
        raise ApiError("E_WAY", f"No way leads nearer to {rounded_point((act.x, act.y))}.")
    table.afoot.begin(seat, slot, path)


# Taking back, and ending by consent


def undo(table: Table, who: Caller, act: m.Undo) -> None:
    """Take back the last choice of the caller's seat, or propose that where others have to consent. All walks end."""
    seat_state = acting_seat(table, who)
    if table.match.undo(seat_state.name, act.event) is None:
        _tell_last_proposal(table)
    table.afoot.cut_short()


def _tell_last_proposal(table: Table) -> None:
    """Tell everybody what has just been proposed."""
    for made in table.match.consent.open[-1:]:  # what waited for nobody may have happened meanwhile, and cleared it
        table.unit.tell(ProposalItem(made.seat, made.what, number=made.number))


def redo(table: Table, who: Caller, act: m.Redo) -> None:
    """Redo what the caller's seat took back last."""
    table.match.redo(acting_seat(table, who).name, act.event)


def answer(table: Table, who: Caller, act: m.Answer) -> None:
    """Agree or disagree with the proposal that is named."""
    seat_state = acting_seat(table, who)
    proposal = table.match.ledger.proposals.find(act.proposal)
    table.unit.tell(ProposalItem(seat_state.name, proposal.what, act.agrees, proposal.number))
    if table.match.consent.answer(seat_state.name, act.proposal, act.agrees):
        table.afoot.cut_short()


def retract(table: Table, who: Caller, act: m.Retract) -> None:
    """Take back what the caller's seat has proposed."""
    seat_state = acting_seat(table, who)
    proposal = table.match.consent.retract(seat_state.name, act.proposal)
    table.unit.tell(ProposalItem(seat_state.name, proposal.what, number=proposal.number, retracts=True))


def offer_draw(table: Table, who: Caller, act: m.OfferDraw) -> None:
    """Offer to end the match without a winner, to all other seats of people."""
    table.match.consent.offer_draw(acting_seat(table, who).name)
    _tell_last_proposal(table)


def resign(table: Table, who: Caller, act: m.Resign) -> None:
    """Resign: by the game's own free act if it has one, else a bot takes over the seat.

    Raises:
        ApiError: the seat does not play.
    """
    seat_state = acting_seat(table, who)
    if seat_state.referee or not seat_state.slots:
        raise forbidden("Who does not play cannot resign.")
    if giving_up := table.setting.game.giving_up:
        table.match.act(seat_state.name, giving_up, table.slot(seat_state, seat_state.slots[0]))
    else:
        _hand_over(table, seat_state, STAND_IN, "resigned")


# Sitting and speaking


def hand(table: Table, who: Caller, act: m.Hand) -> None:
    """Hand a seat to a bot or to a person, or leave it open: the caller's own, for the host any.

    Raises:
        ApiError: no such seat or decider, another's seat, a bot as referee, or `to` decides for the seat already.
    """
    name = act.seat or who.seat
    if name not in table.seat_states:
        raise ApiError("E_SEATS", f"No seat {name[:40]!r}; there is {', '.join(table.seat_states)}.")
    if name != who.seat and not who.host:
        raise forbidden(f"{name} is not your seat; only the host hands others' seats on.")
    require_decider(act.to)
    seat_state = table.seat_states[name]
    if seat_state.referee and act.to not in (OPEN, PERSON):
        raise forbidden("No bot is a referee.")
    if seat_state.by == act.to:
        raise ApiError("E_SEATS", f"{act.to} decides for {name} already.", 409)
    _hand_over(table, seat_state, act.to, willing=name == who.seat)


def _hand_over(table: Table, seat_state: SeatState, to: str, why: str = "", willing: bool = True) -> None:
    """Change who decides for a seat. What it has proposed is dropped.

    A seat that goes to a bot or becomes open by its own act (`willing`) blocks nothing: nobody waits for its consent.
    If the host does it, nothing counts as its consent: what waits for it is dropped as well.
    """
    table.match.consent.leave(seat_state.name, willing)
    table.seat(seat_state, to, why=why)


def say(table: Table, who: Caller, act: m.Say) -> None:
    """Send a chat message to the table, or to the side of the caller's seat only.

    Raises:
        ApiError: the caller is a spectator, or speaks to a side without being on one.
        IllegalChoice: the game allows no talk now.
    """
    seat_state = table.seat_states.get(who.seat)
    if seat_state is None and not who.host:
        raise forbidden("Only who holds a seat may speak.")
    silence = table.setting.game.chat_silence
    if silence and not table.over and (why := silence(table.setting, table.match.state)):
        raise why
    side = side_of(table.groups, seat_state) if seat_state else ""
    if act.side and not side:
        raise ApiError("E_SIDE", "You are on no side of several; speak to the table.")
    name, person = (seat_state.name, seat_state.person) if seat_state else ("", "host")
    spoken = ChatItem(name, person, clean_text(act.text), side if act.side else "")
    if not act.side:
        return table.unit.tell(spoken)
    heard_by = tuple(mate.key for mate in table.seat_states.values() if side_of(table.groups, mate) == side)
    table.unit.tell_side(spoken, f"side {side}", heard_by)


# Refereeing


def pause(table: Table, who: Caller, act: m.Pause) -> None:
    """Stop the table, as a referee."""
    table.match.pause(acting_seat(table, who).name, clean_text(act.reason, "The reason"))


def unpause(table: Table, who: Caller, act: m.Unpause) -> None:
    """Let a stopped table go on, as a referee."""
    table.match.unpause(acting_seat(table, who).name)


def rewind(table: Table, who: Caller, act: m.Rewind) -> None:
    """Go back to an event, as a referee. All walks end."""
    table.match.rewind(acting_seat(table, who).name, act.event, clean_text(act.reason, "The reason"))
    table.afoot.cut_short()


def stand_in(table: Table, who: Caller, act: m.StandIn) -> None:
    """Make the game's default choice for a slot that does not answer, or for all that are awaited, as a referee.

    Raises:
        Forbidden: no such slot, the seat is no referee's, or the slot owes no choice.
    """
    seat_state = acting_seat(table, who)
    table.match.must_be_asked(act.question)
    if not act.slot:
        table.match.stand_in(seat_state.name, None)
        return
    if act.slot not in table.setting.slots:
        raise Forbidden(f"no slot {act.slot[:40]!r}; there is {', '.join(table.setting.slots)}")
    table.match.stand_in(seat_state.name, table.setting.slots.index(act.slot))


ACTS: dict[type, Callable[[Table, Caller, Any], None]] = {
    m.Choose: choose,
    m.Withdraw: withdraw,
    m.Plan: plan,
    m.Walk: walk,
    m.Undo: undo,
    m.Redo: redo,
    m.Answer: answer,
    m.Retract: retract,
    m.OfferDraw: offer_draw,
    m.Resign: resign,
    m.Say: say,
    m.Hand: hand,
    m.Pause: pause,
    m.Unpause: unpause,
    m.Rewind: rewind,
    m.StandIn: stand_in,
}
"""The function that carries out each kind of act."""


def take_seat(
    table: Table, seat_state: SeatState, person: str, token_hash: str | None, caller: str | None = None
) -> None:
    """Seat a person under a name, or rename the one who holds the seat. A `token_hash` replaces that of the seat.

    Whose name is that of somebody else here, who has not the seat of the `caller`, is numbered. Without a caller the
    name is known to be one person's.

    Raises:
        ApiError: the name is empty, of several scripts, or has characters that do not print.
    """
    taken = [] if caller is None else taken_names(table.seat_states.values(), seat_state, caller)
    name = clean_name(person, "The name", taken)
    if token_hash is not None:
        seat_state.token_hash = token_hash
    table.seat(seat_state, PERSON, name)


def replace_bot(table: Table, seat: str, by: str, why: str) -> None:
    """Replace a bot that failed by a simpler one."""
    table.seat(table.seat_states[seat], by, why=why)
