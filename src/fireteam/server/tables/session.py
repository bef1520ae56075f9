"""`Session`: an open table with its subscribers; serializes acts and broadcasts what is committed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from ...core.engine.record import Array
from ...core.errors import FireteamError, HeldElsewhere, LeaseLost
from ..background import begin
from ..errors import ApiError, error_body, void_link
from ..metrics import Metrics
from ..shield import shield
from ..wire.board import BoardFile
from ..wire.events import redact_item
from ..wire.messages import Act, ActCommitted, Ask, AskReply, Choose, Item, Moment, Now, SeatCard, Welcome
from ..workers.odds import OddsRequest
from .acts import do
from .change import RecentTime, TableChange, with_key
from .forecasts import ForecastRequest
from .questions import answer, answer_from, question_at
from .quick_choices import QuickChoices
from .readers import AT_ONCE, Delivery, Readers, reader_of
from .replay import Replay
from .seats import Caller, streams_of
from .stored_items import UNHEARD, items_since, stored_items
from .subscriber import CHANGED_SIDES, FAULT, MOVED, Subscriber
from .table import PendingChange, Table
from .turn import Inbox, Turn
from .unit_of_work import TABLE
from .view import SeatViews, welcome

Outcome = TypeVar("Outcome")
Run = Callable[..., Awaitable[Any]]
"""Runs a function on a thread; nothing that runs rules or reads the store runs on the event loop."""
Weighs = Callable[[OddsRequest | ForecastRequest, Array], Awaitable[Any]]
"""Computes odds and forecasts in worker processes."""
BROKEN = "Something broke here; come back and say since when."


class Session:
    """An open table and its subscribers. Changes run one at a time, each to its end.

    `turn` is held while one runs, and `happened` is set after it. `used` is when it was last used, `shown` when views
    were last sent (seconds since 1970); `is_behind` says whether more has happened than was shown. `recent` is how long
    changes took at tables of the scenario.

    Once it is `put_away` it does nothing more for anybody: whoever waits or comes is refused with the reason.

    Args:
        reopen: opens the table again from the store.
        check: raises a FireteamError while this process may not answer for tables at all.
        lose: called with this session when another process has taken the table.
    """

    def __init__(
        self,
        table: Table,
        run: Run,
        reopen: Callable[[], Table],
        metrics: Metrics,
        weigh: Weighs,
        inbox: Inbox,
        recent: RecentTime,
        check: Callable[[], None] = lambda: None,
        lose: Callable[[Session], None] = lambda _: None,
    ) -> None:
        self._check, self._lose = check, lose
        self.gone: FireteamError | None = None  # why it was put away
        self.table, self.run, self._reopen, self.metrics, self._weigh = table, run, reopen, metrics, weigh
        self.views, self.readers = SeatViews(table), Readers(table)
        self.subscribers: set[Subscriber] = set()
        self.turn, self.inbox, self.recent = Turn(), inbox, recent
        self.happened = asyncio.Event()
        self.used = table.env.clock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._by_seat: dict[str, list[Subscriber]] | None = None  # of the subscribers
        self.shown, self.is_behind = self.used, False
        self._has_sides = table.setting.game.sides is not None
        self._replay: Replay | None = None
        self._replay_lock = asyncio.Lock()
        self._quick = QuickChoices(self)

    # Doing

    def begin_act(
        self,
        who: Caller,
        key: str,
        act: Act,
        end: Callable[[ActCommitted | None, BaseException | None], None],
        subscriber: Subscriber | None = None,
    ) -> None:
        """Carry out an act, once per idempotency key, when the turn comes; then call `end` with its answer or error.

        The `subscriber` who acts is told when it is committed.
        """
        if subscriber is not None and type(act) is Choose and self._quick.begin(who, key, act, end, subscriber):
            return
        begun = 0.0

        def does(table: Table) -> tuple[ActCommitted, PendingChange | None]:
            nonlocal begun
            begun = time.perf_counter()
            return table.do_once(who, key, act, lambda: do(table, who, act))

        def finish(answer: ActCommitted | None, error: BaseException | None) -> None:
            if error is None:
                self.metrics.acts.count(str(act.__struct_config__.tag), time.perf_counter() - begun)
            elif isinstance(error, FireteamError):
                self.metrics.refused.labels(error_body(error).code).inc()
            end(answer, error)

        TableChange(
            self, does, finish, by=subscriber, may_read=lambda table: table.is_known(who.principal, key)
        ).wait_turn()

    async def act(self, who: Caller, key: str, act: Act, subscriber: Subscriber | None = None) -> ActCommitted:
        """Carry out an act as `begin_act` does, and return its answer. It runs to its end even if this is cancelled.

        Raises:
            FireteamError: it is refused, or cannot be stored.
        """
        done: asyncio.Future[ActCommitted] = asyncio.get_running_loop().create_future()
        self.begin_act(who, key, act, partial(resolve, done), subscriber)
        return await done

    async def change(self, does: Callable[[Table], None], hurried: bool = False) -> list[Item]:
        """Make a change that is no act of a caller, and return its items. It runs to its end even if this is cancelled.

        Args:
            hurried: send the views only if the last ones are some time old; items are sent in any case.

        Raises:
            FireteamError: it is refused, or cannot be stored.
        """
        done: asyncio.Future[PendingChange] = asyncio.get_running_loop().create_future()

        def make(table: Table) -> tuple[PendingChange, PendingChange]:
            pending = table.change(lambda: does(table))
            return pending, pending

        TableChange(self, make, partial(resolve, done), hurried).wait_turn()
        return (await done).items

    async def ask(self, who: Caller, key: str, ask: Ask) -> AskReply:
        """Answer a question; `turn` is not held while the answer is computed.

        Raises:
            FireteamError: it cannot be answered.
        """
        question = await self.read(question_at, who, key, ask)
        found = await self.run(answer, question, ask)
        return (
            answer_from(question, found, await self._weigh(found, question.view))
            if isinstance(found, OddsRequest | ForecastRequest)
            else found
        )

    def spawn(self, doing: Coroutine[Any, Any, Outcome]) -> asyncio.Task[Outcome]:
        """Begin something that runs to its end, whoever waits for it."""
        task = begin(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def shield(self, doing: Coroutine[Any, Any, Outcome]) -> Outcome:
        """Run something to its end, even if the caller is cancelled."""
        return await shield(self.spawn(doing))

    async def refresh(self) -> None:
        """Require that the table may be played here, as the store has it; holding `turn`.

        If it is uncertain what the store has, the table is opened again, and everybody is told what was kept after all.
        Until that has been read, the table stays uncertain. Who could not be told of it is sent away, to come again.

        Raises:
            FireteamError: it may not, or cannot be read now.
        """
        self.require_open()
        if not self.table.stale:
            return
        try:
            self.catch_up()
            last = self.table.last
            table = await self.run(self._reopen)
            items = await self.run(items_since, table, last)
        except (LeaseLost, HeldElsewhere) as error:
            self.note_failure(error)
            raise
        self.require_open()
        self.table = table
        self.views, self.readers.table = SeatViews(table), table
        self._quick = QuickChoices(self)
        if table.last != last:
            try:
                await self.broadcast(items)
            except BaseException:
                self._send_back(FAULT, BROKEN)
                raise
            self.note_change()

    def require_open(self) -> None:
        """Require that the session has not been put away, and that this process may answer for tables.

        Raises:
            FireteamError: that is not so.
        """
        if self.gone is not None:
            raise self.gone.with_traceback(None)  # which would grow with each who is refused
        self._check()

    def put_away(self, reason: FireteamError) -> None:
        """Let nobody do or read anything here any more: sockets are closed, and all others refused with a reason.

        Sockets are closed first: their clients send again what was not answered, where the table is then.
        """
        if self.gone is None:
            self.gone = reason
            self._send_back(MOVED, str(reason))
            self.turn.close(reason)
            self.happened.set()

    async def wait_until_idle(self) -> None:
        """Wait for everything that is under way, also in a session that was put away."""
        if self.gone is None:
            async with self.turn:
                pass
        else:
            await self.turn.wait_closed()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _send_back(self, code: int, why: str) -> None:
        """Close all sockets, so that their clients come again and say since when."""
        for subscriber in list(self.subscribers):
            subscriber.close(code, why)

    # Telling

    def deliveries(self, seats: Iterable[str], items: Sequence[Item], here: set[str], shows: bool) -> list[Delivery]:
        """Return the frames for seats: the items that each may read, and what differs in its view if `shows`."""
        cards = self._cards(here)
        grouped_view_of = self.views.in_groups(cards, self.table.timer.deadline) if shows else None
        return self.readers.deliveries(seats, items, grouped_view_of)

    def deliveries_beside(self, seats: Iterable[str], items: Sequence[Item]) -> list[Delivery]:
        """The same of a change that alters nothing of what quick choices tell, so that views need not be up to date."""
        fields = self.views.beside_quick_choices(self.cards(), self.table.timer.deadline)
        return self.readers.deliveries_beside(seats, items, fields)

    def deliver(
        self, delivery: Delivery, subscribers: Iterable[Subscriber], by: Subscriber | None = None, key: str = ""
    ) -> None:
        """Send a frame to the subscribers of a seat; to the one whose act it was, with the act's key."""
        self.readers.take(delivery)
        for subscriber in subscribers:
            if subscriber is by:
                subscriber.send(with_key(delivery.frame, key))
            elif delivery.frame:
                subscriber.send(delivery.frame)

    def catch_up(self) -> None:
        """Bring the views of readers up to date who were told of quick choices."""
        self.readers.catch_up(partial(self.views.without_menus, cards=self.cards(), deadline=self.table.timer.deadline))

    def note_change(self, is_shown: bool = True, is_for_bots: bool = True) -> None:
        """Take note that everybody has been told of a change; `is_shown`: with their views.

        Args:
            is_for_bots: whether a bot may have to choose now.
        """
        self.used = self.table.env.clock()
        self.shown, self.is_behind = (self.used, False) if is_shown else (self.shown, True)
        if self._has_sides:
            self._let_movers_return()
        if is_for_bots:
            self.happened.set()

    def _let_movers_return(self) -> None:
        """Close the sockets of who has changed sides: they come back to the streams that are theirs now."""
        for subscriber in list(self.subscribers):
            if subscriber.streams != streams_of(self.table.groups, self.table.seat_states.get(subscriber.who.seat)):
                subscriber.close(CHANGED_SIDES, "You have changed sides; come back and say since when.")

    def note_failure(self, error: BaseException, is_kept: bool = False) -> None:
        """Take note that a change could not be made: if another process has the table now, it is not played here.

        Where it `is_kept`, and telling it broke, the sockets are closed: who comes back is told all of it.
        """
        if isinstance(error, (LeaseLost, HeldElsewhere)):
            self._lose(self)
        if is_kept:
            self.happened.set()
            self._send_back(FAULT, BROKEN)

    async def _draw(self, function: Callable[..., Outcome], *values: object) -> Outcome:
        """Return what a function draws: on the event loop if changes are quick here, else on a thread."""
        return function(*values) if self.recent.is_quick else await self.run(function, *values)

    async def broadcast(self, items: Sequence[Item] = ()) -> None:
        """Send every subscriber those of `items` that it may read, and what differs in its view; holding `turn`."""
        by_seat = self.by_seat()
        if by_seat:
            self.catch_up()
            here = self.present()
            deliveries = await self._draw(self.deliveries, by_seat, items, here, True)
            for subscribers, delivery in zip(by_seat.values(), deliveries, strict=True):
                self.deliver(delivery, subscribers)
        self.shown, self.is_behind = self.table.env.clock(), False

    def _broadcast_presence(self) -> None:
        """Send every subscriber who is here now. For callers that hold `turn`."""
        by_seat = self.by_seat()
        deliveries = self.deliveries_beside(by_seat, ()) if by_seat else ()
        for subscribers, delivery in zip(by_seat.values(), deliveries, strict=True):
            self.deliver(delivery, subscribers)

    async def broadcast_in_turn(self) -> None:
        """Broadcast the views, for callers that do not hold `turn`."""
        async with self.turn:
            await self.refresh()
            await self.broadcast()

    async def catch_up_in_turn(self) -> None:
        """If it is uncertain what the store has, find out, and tell everybody what was kept after all."""
        if self.table.stale:
            await self.read(lambda table: None)

    def by_seat(self) -> dict[str, list[Subscriber]]:
        """Return the subscribers of each seat that has any."""
        if self._by_seat is None:
            self._by_seat = {}
            for subscriber in self.subscribers:
                self._by_seat.setdefault(subscriber.who.seat, []).append(subscriber)
        return self._by_seat

    def readable_items(self, seat: str, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return the items that a seat may read, redacted for it."""
        table = self.table
        streams = streams_of(table.groups, table.seat_states.get(seat))
        by, panels = reader_of(table, seat)
        records, slots = table.match.records, table.setting.slots
        return tuple(redact_item(by, item, records, slots, panels) for item in items if item.stream in streams)

    # Listening

    def cards(self) -> tuple[SeatCard, ...]:
        """Return the seats as everybody sees them."""
        return self._cards(self.present())

    def present(self) -> set[str]:
        """Return the names of the seats with subscribers; the empty name is that of spectators and the host."""
        return {subscriber.who.seat for subscriber in self.subscribers}

    def is_present(self, seat: str) -> bool:
        """Whether somebody is connected with the token of a seat."""
        return seat in self.present()

    def _cards(self, here: set[str]) -> tuple[SeatCard, ...]:
        return tuple(seat_state.card(seat_state.name in here) for seat_state in self.table.seat_states.values())

    async def subscribe(self, subscriber: Subscriber, since: dict[str, int]) -> None:
        """Add a subscriber: send it the items that it missed and its view, and from here on all that follows.

        Args:
            since: for each stream the number of the last item that the client has.

        It runs to its end even if this is cancelled: frames that are drawn are also told.

        Raises:
            ApiError: somebody else has taken the seat meanwhile, by another token.
            FireteamError: the session has been put away, or the table cannot be read.
        """
        await self.shield(self._subscribe(subscriber, since))

    async def _subscribe(self, subscriber: Subscriber, since: dict[str, int]) -> None:
        async with self.turn:
            await self.refresh()
            held = self.table.seat_states.get(subscriber.who.seat)
            if held is not None and held.token_hash != subscriber.token_hash:
                raise void_link()
            if subscriber.closing is not None:
                return  # the socket has gone while this waited, and nobody would take it away any more
            self.catch_up()
            self._quick.forget_readers()
            seat = subscriber.who.seat
            is_first = seat not in self.present()
            self.subscribers.add(subscriber)
            subscriber.streams = streams_of(self.table.groups, self.table.seat_states.get(seat))
            self._by_seat = None
            by_seat, here = self.by_seat(), self.present()
            seats = list(by_seat) if is_first and seat else [seat]
            deliveries = await self._draw(self.deliveries, seats, (), here, True)
            for one, delivery in zip(seats, deliveries, strict=True):
                self.deliver(delivery, [other for other in by_seat[one] if other is not subscriber])
            for frame in await self.run(self._introduction, subscriber.who, self._cards(here), since):
                subscriber.send(frame)

    def _introduction(self, who: Caller, cards: tuple[SeatCard, ...], since: dict[str, int]) -> list[bytes]:
        """Return the first frames for a socket."""
        return self.readers.introduction(who, cards, self._missed(who.seat, since))

    async def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self.subscribers.discard(subscriber)
        self._by_seat = None
        self.used = self.table.env.clock()
        seat = subscriber.who.seat
        if self.gone is None and not any(other.who.seat == seat for other in self.subscribers):
            with suppress(FireteamError):  # it was put away: nobody is here any more to be told who has gone
                await self._forget(seat)

    async def _forget(self, seat: str) -> None:
        """Take note that nobody is connected for a seat any more, if that is so when the turn comes."""
        async with self.turn:
            if not any(other.who.seat == seat for other in self.subscribers):
                self.readers.by_seat.pop(seat, None)
            if seat:
                self._broadcast_presence()

    def _missed(self, seat: str, since: dict[str, int]) -> list[tuple[Item, ...]]:
        """Return the items of a seat's streams that a client does not have, `AT_ONCE` at a time."""
        found = []
        for stream in streams_of(self.table.groups, self.table.seat_states.get(seat)):
            items = self.stored_items(stream, since.get(stream, 0), seat)
            found += [items[k : k + AT_ONCE] for k in range(0, len(items), AT_ONCE)]
        return found

    async def board(self) -> BoardFile:
        """Return the part of the table's Scenes that does not change."""
        self.require_open()
        return await self.run(lambda: self.readers.board)  # type: ignore[no-any-return]

    def items(self, seat: str, stream: str, since: int) -> tuple[Item, ...]:
        """Return the items of a stream after number `since`, redacted for a seat.

        Raises:
            ApiError: the seat may not read that stream.
        """
        if stream not in streams_of(self.table.groups, self.table.seat_states.get(seat)):
            raise ApiError("E_STREAM", "There is no such stream for you.", 404)
        items = self.stored_items(stream, since, seat)
        return self.readable_items(seat, (item for item in items if item.what != UNHEARD))

    def stored_items(self, stream: str, since: int, seat: str) -> tuple[Item, ...]:
        """Return the items of a stream after number `since`, as they are stored, for who holds a seat."""
        return stored_items(self.table, stream, since, seat)

    async def now(self, who: Caller) -> Now:
        """Return the view of a caller."""
        return await self.read(lambda table: self.views.now(who.seat, self.cards(), table.timer.deadline))

    async def read_items(self, who: Caller, stream: str, since: int) -> tuple[Item, ...]:
        """Return the items of a stream (if empty, the table's) after number `since`, redacted for a caller.

        Raises:
            ApiError: the caller may not read that stream.
        """
        return await self.read(lambda _: self.items(who.seat, stream or TABLE, since))

    async def welcome(self, who: Caller) -> Welcome:
        """Return the table as a caller is welcomed at it."""
        return await self.read(lambda table: welcome(table, who, self.cards()))

    async def read(self, function: Callable[..., Outcome], *values: object) -> Outcome:
        """Run a function of the table and of these values while nothing is under way: it sees what is committed.

        It runs to its end even if this is cancelled, so that nothing changes beside it.

        Raises:
            FireteamError: the session has been put away, the table cannot be opened again, or the function refuses.
        """
        return await self.shield(self._read(function, *values))

    async def _read(self, function: Callable[..., Outcome], *values: object) -> Outcome:
        async with self.turn:
            await self.refresh()
            found: Outcome = await self.run(function, self.table, *values)
            self.require_open()
            return found

    async def moments(self, who: Caller, first: int, last: int) -> tuple[Moment, ...]:
        """Return the committed events `first` to `last` with their Scenes, redacted for a caller.

        Acts go on while they are computed.
        """
        async with self._replay_lock:
            table, over, count = await self.read(lambda table: (table, table.over, len(table.match.records)))
            if self._replay is None or self._replay.table is not table:
                self._replay = Replay(table)
            return await self.run(self._replay.moments, who.seat, over, first, min(last, count - 1))  # type: ignore[no-any-return]

    @property
    def is_idle(self) -> bool:
        """Whether there are no subscribers, and nothing is under way."""
        return not self.subscribers and not self._tasks and not self.turn.is_taken


def resolve(future: asyncio.Future[Outcome], outcome: Outcome | None, error: BaseException | None) -> None:
    """Give a Future its outcome or its error, unless nobody waits for it any more."""
    if future.done():
        return
    if error is None:
        future.set_result(outcome)  # type: ignore[arg-type]
    else:
        future.set_exception(error)
