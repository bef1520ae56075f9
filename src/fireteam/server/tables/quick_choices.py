"""`QuickChoices`: choices at a table where nothing else is under way, each made and told by one compiled call.

That is most of what happens in a game that is drawn by rows (`core/protocol/drawing.py`). Whatever has more to it, such
as a sealed choice, a plan, a clock that runs or a refusal, is a `TableChange`: nothing has happened here then. Either
way the same rules come to the same events, and readers to the same views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import perf_counter
from typing import Protocol, TypeAlias

import msgspec

from ...core.engine.swap import is_compiled
from ...core.quick_choice import NOBODY
from ...match.quick_play import QuickMoment, QuickPlay
from ..metrics import Metrics
from ..store.receipt import Receipt
from ..wire.item_rows import milliseconds
from ..wire.messages import PERSON, ActCommitted, Choose, Item
from .change import end_with_key
from .quick_readers import QuickFrame, QuickReaders
from .readers import Delivery, Readers
from .seats import Caller
from .subscriber import Subscriber
from .table import PendingChange, PendingChoice, Table
from .turn import Inbox, Turn

encode = msgspec.json.Encoder().encode
End = Callable[[ActCommitted | None, BaseException | None], None]
LastNews: TypeAlias = tuple[list[QuickFrame], list[Delivery]]
"""The frames of the last choice, and those of all else that its change brings, for each seat."""


class OpenTable(Protocol):
    """What quick choices need of the session of their table."""

    table: Table
    turn: Turn
    inbox: Inbox
    metrics: Metrics
    readers: Readers
    subscribers: set[Subscriber]
    is_behind: bool

    def by_seat(self) -> dict[str, list[Subscriber]]:
        """Return the subscribers of each seat that has any."""

    def deliveries_beside(self, seats: Iterable[str], items: Sequence[Item]) -> list[Delivery]:
        """Return the frames for seats of what alters nothing that quick choices tell."""

    def deliver(self, delivery: Delivery, subscribers: Iterable[Subscriber]) -> None:
        """Send a frame to the subscribers of a seat."""

    def note_failure(self, error: BaseException, is_kept: bool = False) -> None:
        """Take note that a change could not be made, or that it `is_kept` and could not be told."""

    def note_change(self, is_shown: bool = True, is_for_bots: bool = True) -> None:
        """Take note that everybody has been told of a change."""


class QuickChoices:
    """The quick choices at an open table.

    They are made on the thread of the event loop, and so by compiled rules alone.
    """

    def __init__(self, session: OpenTable) -> None:
        self._session, self._table = session, session.table
        self._turn, self._inbox, self._acts = session.turn, session.inbox, session.metrics.acts
        self._play = QuickPlay(session.table.match)
        self._readers = QuickReaders(session.table, self._play, session.readers)
        self._seen = -1  # how many changes of other kinds the table had when it was looked at
        # the names under which answers are stored, by slot, seat and the slot that is named in a choice, if any
        self._principals: dict[tuple[int, str, str], str] = {}
        self._bots: set[int] = set()  # slots

    def forget_readers(self) -> None:
        """Take all readers to know nothing of what quick choices have told: there is somebody new."""
        self._readers.forget()

    def begin(self, who: Caller, key: str, act: Choose, end: End, by: Subscriber) -> bool:
        """Make a choice, tell everybody once it is committed, and call `end` then; False if it is not quick."""
        table, play = self._table, self._play
        if self._turn.is_taken or act.reason or self._session.is_behind:  # rows tell what differs from what was shown
            return False
        if self._seen != table.changes:
            self._look()
        principal = self._principals.get((play.slot, who.seat, act.slot))
        if principal is None or act.question != table.match.question or table.is_known(principal, key):
            return False
        begun = perf_counter()
        quick = play.choose(act.line)
        if quick is None:
            return False
        if quick.outcome.owing == NOBODY:
            self._begin_last(who, key, act, quick, end, by, begun)
            return True
        at = milliseconds(table.env.clock())
        play.commit(quick)
        self._turn.seize()
        try:
            frames = self._readers.frames(quick, at, self._session.by_seat())
            sent = table.send_choice(principal, key, act, quick.moment.record, at / 1000)
        except BaseException as error:
            play.roll_back()
            self._fail(end, error)
        else:
            self._inbox.when_done(sent.committed, partial(self._settle, sent, quick, frames, by, end, begun))
        return True

    def _begin_last(
        self, who: Caller, key: str, act: Choose, quick: QuickMoment, end: End, by: Subscriber, begun: float
    ) -> None:
        """Make the choice after which the match is over, tell everybody once it is committed, and call `end` then."""
        self._turn.seize()
        try:
            answer, pending = self._table.do_once(who, key, act, partial(self._play.commit_last, quick))
            assert pending is not None, "nothing was done under the key before"
        except BaseException as error:
            self._fail(end, error)
            return
        try:
            news: LastNews | Exception = self._news_of_last(quick, pending.items)
        except Exception as error:
            news = error  # the choice is on its way to the store: that is said after the commit
        settle = partial(self._settle_last, pending, answer, quick, news, by, end, begun)
        self._inbox.when_done(pending.committed, settle)

    def _news_of_last(self, quick: QuickMoment, items: Sequence[Item]) -> LastNews:
        """Return what everybody is sent of the last choice: the frame of the choice, then that of all else."""
        choice, *rest = items
        by_seat = self._session.by_seat()
        frames = self._readers.frames(quick, milliseconds(choice.at), by_seat)
        return frames, self._session.deliveries_beside(by_seat, rest)

    def _look(self) -> None:
        """See how the table stands after changes of other kinds: who may choose quickly."""
        table = self._table
        self._seen, self._principals, self._bots = table.changes, {}, set()
        if not is_compiled() or not table.is_plain:
            return
        for slot, name in enumerate(table.setting.slots):
            seat = table.match.seat_of(slot)
            state = table.seat_states[seat.name] if seat else None
            if state is not None and state.by == PERSON:
                principal = Caller(state.name).principal
                self._principals |= {(slot, state.name, named): principal for named in ("", name)}
            elif state is not None and state.is_bot:
                self._bots.add(slot)
        self._play.look()

    def _settle(
        self,
        sent: PendingChoice,
        quick: QuickMoment,
        frames: list[QuickFrame],
        by: Subscriber,
        end: End,
        begun: float,
        committed: Receipt,
    ) -> None:
        """Tell everybody, now that the choice is committed or could not be, and give the turn to the next."""
        answer = sent.answer
        try:
            if committed.error is not None:
                self._table.settle_choice(sent, self._play.roll_back)
            self._session.note_change(True, quick.outcome.owing in self._bots)
            self._tell(quick, frames, by, answer)
        except BaseException as error:
            self._fail(end, error, committed.error is None)
        else:
            self._close(answer, end, begun)

    def _settle_last(
        self,
        pending: PendingChange,
        answer: ActCommitted,
        quick: QuickMoment,
        news: LastNews | Exception,
        by: Subscriber,
        end: End,
        begun: float,
        committed: Receipt,
    ) -> None:
        """Do as `_settle` does for the last choice."""
        try:
            pending.settle()
            if isinstance(news, Exception):
                raise news
            frames, deliveries = news
            self._session.note_change()
            self._tell(quick, frames, by, answer)
            for quick_frame, delivery in zip(frames, deliveries, strict=True):
                self._session.deliver(delivery, quick_frame[0].subscribers)
        except BaseException as error:
            self._fail(end, error, committed.error is None)
        else:
            self._close(answer, end, begun)

    def _tell(self, quick: QuickMoment, frames: list[QuickFrame], by: Subscriber, answer: ActCommitted) -> None:
        """Send each seat its frame; the one who acted is told by the key of the act that it is done."""
        owing, question = quick.outcome.owing, quick.outcome.question
        for one, frame, menu in frames:
            one.reader.follow(owing, question, menu)
            for subscriber in one.subscribers:
                subscriber.send(end_with_key(frame, answer.key) if subscriber is by else frame + b"}")
        if by not in self._session.subscribers:
            by.send(encode(answer))

    def _close(self, answer: ActCommitted, end: End, begun: float) -> None:
        """Give the turn to the next, and say that everybody has been told."""
        self._acts.count("choose", perf_counter() - begun)
        self._turn.release()
        end(answer, None)

    def _fail(self, end: End, error: BaseException, is_kept: bool = False) -> None:
        """Give the turn to the next, and say what went wrong."""
        self._seen = -1
        self._readers.forget()
        self._session.note_failure(error, is_kept)
        self._turn.release()
        end(None, error)
        if not isinstance(error, Exception):
            raise error
