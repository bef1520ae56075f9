"""`TableChange`: one change of an open table, from its turn to what everybody is told of it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from ..store.receipt import Receipt
from ..wire.messages import ActCommitted, Item
from .readers import Delivery
from .subscriber import Subscriber
from .table import PendingChange, Table
from .turn import Inbox, Turn

Outcome = TypeVar("Outcome")
encode = msgspec.json.Encoder().encode

QUICK = 0.002  # seconds of CPU: what takes less is done on the event loop, without the way to a thread and back
WEIGHT = 0.25  # of the last change in the average
SHOWN = 0.25  # seconds between two looks at a table where only bots play


class RecentTime:
    """How long the last changes took at tables of a scenario, in seconds of CPU; at first nothing is known of it."""

    def __init__(self) -> None:
        self._average: float | None = None

    @property
    def is_quick(self) -> bool:
        """Whether the next change is likely to be a matter of the event loop."""
        return self._average is not None and self._average < QUICK

    def add(self, seconds: float) -> None:
        """Take one more into account."""
        self._average = seconds if self._average is None else self._average + WEIGHT * (seconds - self._average)


class OpenTable(Protocol):
    """What a change needs of the session of its table."""

    table: Table
    turn: Turn
    inbox: Inbox
    recent: RecentTime
    subscribers: set[Subscriber]
    shown: float
    run: Callable[..., Awaitable[Any]]

    async def refresh(self) -> None:
        """Open the table again from the store if it is uncertain what the store has of it."""

    def spawn(self, doing: Coroutine[Any, Any, Any]) -> object:
        """Begin something that runs to its end, whoever waits for it."""

    def catch_up(self) -> None:
        """Bring the views of readers up to date who were told of quick choices."""

    def note_failure(self, error: BaseException, is_kept: bool = False) -> None:
        """Take note that a change could not be made, or that it `is_kept` and could not be told."""

    def note_change(self, is_shown: bool = True) -> None:
        """Take note that everybody has been told of a change; `is_shown`: with their views."""

    def by_seat(self) -> dict[str, list[Subscriber]]:
        """Return the subscribers of each seat that has any."""

    def present(self) -> set[str]:
        """Return the names of the seats with subscribers."""

    def deliveries(self, seats: Iterable[str], items: Sequence[Item], here: set[str], shows: bool) -> list[Delivery]:
        """Return the frames for seats."""

    def deliver(
        self, delivery: Delivery, subscribers: Iterable[Subscriber], by: Subscriber | None = None, key: str = ""
    ) -> None:
        """Send a frame to the subscribers of a seat."""


class TableChange(Generic[Outcome]):
    """One change. It is made in memory, stored, and told once it is committed; the turn is held until then.

    Where changes of this table are quick it is made on the event loop, without a task; else on a thread. The frames for
    all seats are prepared while the commit is under way, as both take time.

    Args:
        session: the table's.
        does: makes the change; its outcome, and what is to be committed, if anything.
        end: called when all is done, with the outcome or with what went wrong.
        hurried: send the views only if the last ones are at least `SHOWN` seconds old; items are sent in any case.
        by: the subscriber whose act it is.
        may_read: whether the change may have to read the store, which is never done on the event loop.
    """

    def __init__(
        self,
        session: OpenTable,
        does: Callable[[Table], tuple[Outcome, PendingChange | None]],
        end: Callable[[Outcome | None, BaseException | None], None],
        hurried: bool = False,
        by: Subscriber | None = None,
        may_read: Callable[[Table], bool] = lambda _: False,
    ) -> None:
        self._session, self._does, self._end, self._hurried, self._by = session, does, end, hurried, by
        self._may_read = may_read
        self._outcome: Outcome
        self._pending: PendingChange | None = None
        self._deliveries: list[Delivery] = []
        self._fault: Exception | None = None  # what broke after the change was sent to the store
        self._is_kept = False

    def wait_turn(self) -> None:
        """Begin when the turn comes; if it comes no more, end with the reason."""
        self._session.turn.take(self.begin, self._refuse)

    def _refuse(self, reason: Exception) -> None:
        self._end(None, reason)

    def begin(self) -> None:
        """Go on, now that the turn has come."""
        session = self._session
        if session.table.stale or not session.recent.is_quick or self._may_read(session.table):
            session.spawn(self._run_on_thread())
            return
        try:
            self._look_round()
            self._run()
        except BaseException as error:
            self._finish(error)
        else:
            self._await_commit()

    async def _run_on_thread(self) -> None:
        try:
            await self._session.refresh()
            self._look_round()
            await self._session.run(self._run)
        except BaseException as error:
            self._finish(error)
        else:
            self._await_commit()

    def _look_round(self) -> None:
        """See who is there, and whether they are shown what changes."""
        session = self._session
        self._by_seat, self._here = session.by_seat(), session.present()
        self._shows = not self._hurried or session.table.env.clock() - session.shown >= SHOWN

    def _run(self) -> None:
        """Make the change, and the frames for all seats. If those break, that is said after the commit."""
        session, begun = self._session, time.thread_time()
        session.catch_up()
        self._outcome, self._pending = self._does(session.table)
        try:
            items = self._pending.items if self._pending else ()
            self._deliveries = session.deliveries(self._by_seat, items, self._here, self._shows)
        except Exception as error:
            self._fault = error
        session.recent.add(time.thread_time() - begun)

    def _await_commit(self) -> None:
        if self._pending:
            self._session.inbox.when_done(self._pending.committed, self._settle)
        else:
            self._finish(self._fault)

    def _settle(self, _: Receipt) -> None:
        try:
            assert self._pending is not None, "only what is to be committed is waited for"
            self._pending.settle()
        except BaseException as error:
            self._finish(error)
        else:
            self._is_kept = True
            self._finish(self._fault)

    def _finish(self, error: BaseException | None) -> None:
        """Tell everybody, give the turn to the next, and say how it ended."""
        session = self._session
        try:
            if error is None:
                self._tell()
        except Exception as fault:
            error = fault
        finally:
            session.turn.release()
        if error is None:
            self._end(self._outcome, None)
        else:
            session.note_failure(error, self._is_kept)
            self._end(None, error)
            if not isinstance(error, Exception):
                raise error

    def _tell(self) -> None:
        """Send each seat its frame; the one who acted is told by the key of the act that it is done."""
        session, by = self._session, self._by
        session.note_change(self._shows)
        answer = self._outcome if isinstance(self._outcome, ActCommitted) else None
        if by is not None and answer is not None and (self._pending is None or by not in session.subscribers):
            by.send(encode(answer))
            by = None
        for subscribers, delivery in zip(self._by_seat.values(), self._deliveries, strict=True):
            session.deliver(delivery, subscribers, by, answer.key if answer else "")


def with_key(frame: bytes, key: str) -> bytes:
    """Return the frame of a change for the socket whose act it was."""
    return end_with_key(frame[:-1] if frame else b'{"frame":"change"', key)


def end_with_key(frame: bytes, key: str) -> bytes:
    """Return a frame that lacks its end, for the socket whose act it was."""
    return b'%b,"key":%b}' % (frame, encode(key))
