"""`QuickChoices`: choices at a table where nothing else is under way, each made and told by one compiled call.

That is most of what happens in a game that is drawn by rows (`core/protocol/drawing.py`). Whatever has more to it, such
as a sealed choice, a plan, a clock that runs, a refusal or the end of the match, is a `TableChange`: nothing has
happened here then. Either way the same rules come to the same events, and readers to the same views.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

import msgspec

from ...core.engine.swap import is_compiled
from ...match.quick_play import QuickMoment, QuickPlay
from ..metrics import Metrics
from ..store.receipt import Receipt
from ..wire.messages import PERSON, ActCommitted, Choose
from .change import with_key
from .quick_readers import QuickFrame, QuickReaders
from .readers import Readers
from .seats import Caller
from .subscriber import Subscriber
from .table import PendingChoice, Table
from .turn import Inbox, Turn

encode = msgspec.json.Encoder().encode
End = Callable[[ActCommitted | None, BaseException | None], None]


class Chooser(NamedTuple):
    """Who may choose for a slot: a seat and the slot by name, and the name under which its answers are stored."""

    seat: str
    slot: str
    principal: str


class OpenTable(Protocol):
    """What quick choices need of the session of their table."""

    table: Table
    turn: Turn
    inbox: Inbox
    metrics: Metrics
    readers: Readers
    subscribers: set[Subscriber]

    def by_seat(self) -> dict[str, list[Subscriber]]:
        """Return the subscribers of each seat that has any."""

    def note_failure(self, error: BaseException) -> None:
        """Take note that a change could not be made."""

    def note_change(self, is_shown: bool = True, is_for_bots: bool = True) -> None:
        """Take note that everybody has been told of a change."""


class QuickChoices:
    """The quick choices at an open table.

    They are made on the thread of the event loop, and so by compiled rules alone.
    """

    def __init__(self, session: OpenTable) -> None:
        self._session, self._table = session, session.table
        self._play = QuickPlay(session.table.match)
        self._readers = QuickReaders(session.table, self._play, session.readers)
        self._seen = -1  # how many changes of other kinds the table had when it was looked at
        self._people: dict[int, Chooser] = {}  # of the slots for which a person decides
        self._bots: set[int] = set()  # slots

    def forget_readers(self) -> None:
        """Take all readers to know nothing of what quick choices have told: there is somebody new."""
        self._readers.forget()

    def begin(self, who: Caller, key: str, act: Choose, end: End, by: Subscriber) -> bool:
        """Make a choice, tell everybody once it is committed, and call `end` then; False if it is not quick."""
        session, table, play = self._session, self._table, self._play
        if session.turn.is_taken or act.reason:
            return False
        if self._seen != table.changes:
            self._look()
        chooser = self._people.get(play.slot)
        if chooser is None or chooser.seat != who.seat or act.slot not in ("", chooser.slot):
            return False
        if table.is_known(chooser.principal, key):
            return False
        begun = time.perf_counter()
        quick = play.choose(act.line)
        if quick is None:
            return False
        session.turn.seize()
        try:
            sent, frames = self._send(chooser.principal, key, act, quick)
        except BaseException as error:
            self._fail(end, error)
            return True
        is_for_bots = play.slot in self._bots
        session.inbox.when_done(sent.committed, partial(self._settle, sent, frames, by, is_for_bots, end, begun))
        return True

    def _look(self) -> None:
        """See how the table stands after changes of other kinds: who may choose quickly."""
        table = self._table
        self._seen, self._people, self._bots = table.changes, {}, set()
        if not is_compiled() or not table.is_plain:
            return
        for slot, name in enumerate(table.setting.slots):
            seat = table.match.seat_of(slot)
            state = table.seat_states[seat.name] if seat else None
            if state is not None and state.by == PERSON:
                self._people[slot] = Chooser(state.name, name, Caller(state.name).principal)
            elif state is not None and state.is_bot:
                self._bots.add(slot)
        self._play.look()

    def _send(
        self, principal: str, key: str, act: Choose, quick: QuickMoment
    ) -> tuple[PendingChoice, list[QuickFrame]]:
        """Let a choice count, make the frames that tell of it, and send it to the store; or nothing has happened."""
        table, at = self._table, round(self._table.env.clock(), 3)
        self._play.commit(quick)
        try:
            frames = self._readers.frames(quick, at, self._session.by_seat())
            return table.send_choice(principal, key, act, quick.moment.record, at), frames
        except BaseException:
            self._play.roll_back()
            raise

    def _settle(
        self,
        sent: PendingChoice,
        frames: list[QuickFrame],
        by: Subscriber,
        is_for_bots: bool,
        end: End,
        begun: float,
        _: Receipt,
    ) -> None:
        """Tell everybody, now that the choice is committed or could not be, and give the turn to the next."""
        session, answer = self._session, sent.answer
        try:
            self._table.settle_choice(sent, self._play.roll_back)
            session.note_change(is_for_bots=is_for_bots)
            for told in frames:
                told.reader.follow(told.owing, told.question, told.menu)
                for subscriber in told.subscribers:
                    subscriber.send(with_key(told.frame, answer.key) if subscriber is by else told.frame)
            if by not in session.subscribers:
                by.send(encode(answer))
            session.metrics.acts.count("choose", time.perf_counter() - begun)
        except BaseException as error:
            self._fail(end, error)
        else:
            session.turn.release()
            end(answer, None)

    def _fail(self, end: End, error: BaseException) -> None:
        """Give the turn to the next, and say what went wrong."""
        self._seen = -1
        self._readers.forget()
        self._session.note_failure(error)
        self._session.turn.release()
        end(None, error)
        if not isinstance(error, Exception):
            raise error
