"""The socket of a table, whatever carries it: `hello` first, then acts and questions in, items and views out."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from functools import partial
from typing import Protocol

import msgspec
from starlette.requests import HTTPConnection

from ...core.errors import FireteamError
from ..background import begin, begin_alone
from ..errors import ApiError, error_body
from ..shield import shield
from ..tables.registry import TableRegistry
from ..tables.seats import Caller
from ..tables.session import Session
from ..tables.subscriber import FAULT, Outlet, Subscriber
from ..validation import MAX_BODY, decode_strictly, decoder_of, hash_token
from ..wire.item_rows import milliseconds
from ..wire.messages import PROTOCOL, ActCommitted, ActFrame, AskFrame, Choose, FromClient, Hello, Ping, Pong, Wait
from .access import AccessControl

PATH = "/api/tables/{table}/socket"
HELLO = 10.0  # seconds for the first frame
SOON = 1.0  # seconds in which a table is opened without a word
GOING = 1012
REFUSED, TOO_LARGE = 4003, 1009
PROTOCOL_SENTENCE = (
    "This client speaks version {} of the protocol of tables, and this server version {}: reload the page, or bring "
    "the older of the two up to date."
)
MOST_DOING = 16  # acts and questions of one socket at the same time
decoder_of(FromClient)
PLAIN_CHOICE = re.compile(
    r'\{"frame":"doing","key":"([\w-]{8,64})","act":\{"do":"choose","line":"([\w ,.-]{1,500})"'
    r',"question":(0|[1-9][0-9]{0,8})(?:,"slot":"(\w{0,40})")?(?:,"reason":"")?\}\}',
    re.ASCII,
)
"""A choice as clients write it, which needs no JSON parser to be read."""
PING = '{"frame":"ping"}'
"""A ping as clients write it, which is answered before what waits."""
LOG = logging.getLogger(__name__)


class Link(Outlet, Protocol):
    """What carries the frames of one socket, both ways."""

    def pause_reading(self) -> None:
        """Take in no more frames than have come already, until `resume_reading`."""

    def resume_reading(self) -> None:
        """Take in frames again."""


class WebSockets:
    """The sockets of all tables."""

    def __init__(self, registry: TableRegistry, access: AccessControl) -> None:
        self.registry, self.access = registry, access
        self.open: set[SocketProtocol] = set()
        self._ending: set[asyncio.Future[None]] = set()

    def admit(self, connection: HTTPConnection) -> None:
        """Check whether a connection may become a socket: host name, password and origin.

        Raises:
            ApiError: it may not.
        """
        self.access.admit(connection)
        self.access.require_same_origin(connection.headers)

    def begin(self, link: Link, connection: HTTPConnection, table: str) -> SocketProtocol:
        """Begin the conversation on a socket that has been opened."""
        return SocketProtocol(self, link, connection, table)

    def keep(self, ending: asyncio.Future[None]) -> None:
        """Hold on to what is left to do for a socket that has gone, until it is done."""
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    def close(self) -> None:
        """Close every socket with code 1012 at shutdown, so that clients reconnect."""
        for socket in list(self.open):
            socket.close()


class SocketProtocol:
    """The conversation on one socket: all rules of it, for whatever carries its frames.

    The carrier (`Link`) calls `receive` for each frame that comes in, `resume` when it can send again, and `disconnect`
    once the connection has gone. Frames that come while a table is opened, or while `MOST_DOING` acts and questions are
    under way, wait here, and the link reads no more meanwhile.
    """

    def __init__(self, sockets: WebSockets, link: Link, connection: HTTPConnection, table: str) -> None:
        self._sockets, self._link, self._connection, self._table = sockets, link, connection, table
        self._registry, self._access = sockets.registry, sockets.access
        self.subscriber = Subscriber(Caller(), link)
        self._session: Session | None = None
        self._waiting: list[str | bytes] = []  # an empty deque would take ten times the memory
        self._doing = 0  # acts and questions under way
        self._is_handling = False
        self._bucket = sockets.access.socket_bucket()
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening: asyncio.Task[None] | None = None
        self._ended: asyncio.Future[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(HELLO, self._give_up)
        sockets.open.add(self)

    # What the link calls

    def receive(self, frame: str | bytes) -> None:
        """Handle a frame: text, or bytes, which are refused."""
        session = self._session
        if frame == PING and self._opening is not None:
            self._pong()
        elif (
            self._doing or self._waiting or self._is_handling or session is None or self.subscriber.closing is not None
        ):
            self._waiting.append(frame)
            self._handle_waiting()
        else:
            self._handle(session, frame)  # as nearly every frame

    def resume(self) -> None:
        """Send what waits, now that the link can send again."""
        self.subscriber.flush()

    def disconnect(self) -> None:
        """End the conversation: the connection has gone. What was begun at the table is done to its end."""
        if self._ended is None:
            self._timer.cancel()
            self._sockets.open.discard(self)
            self.subscriber.close(1000, "")
            for task in (*self._tasks, *filter(None, [self._opening])):
                task.cancel()
            self._ended = begin_alone(self._unsubscribe())
            self._sockets.keep(self._ended)

    async def wait_ended(self) -> None:
        """Wait until the table knows that the socket has gone."""
        assert self._ended is not None, "it has not gone"
        await asyncio.shield(self._ended)

    def close(self, code: int = GOING, why: str = "The server restarts; come back in a moment.") -> None:
        """Close the socket, by default because the server ends."""
        self.subscriber.close(code, why)

    # The beginning

    def _give_up(self) -> None:
        self._send_away(ApiError("E_HELLO", "Say hello within ten seconds.", 408))

    def _send_away(self, error: FireteamError) -> None:
        """Send a refusal, and close the socket with 4003."""
        refusal = error_body(error)
        self.subscriber.send(encode_bytes(refusal))
        self.subscriber.close(REFUSED, refusal.code)

    async def _open(self, first: str | bytes) -> None:
        """Open the table for who says hello by the first frame, and subscribe."""
        try:
            hello = self._hello(first)
            self.subscriber.who = await self._registry.identify(self._table, hello.token)
            self.subscriber.token_hash = hash_token(hello.token)
            self._access.register_token(hello.token)
            self._session = session = await self._open_session()
            self._handle_waiting()
            await session.subscribe(self.subscriber, hello.since)
        except FireteamError as error:
            self._send_away(error)

    def _hello(self, first: str | bytes) -> Hello:
        """Return the first frame, counted against the rate limit.

        Raises:
            ApiError: it is another frame or of another version of the protocol, or there were too many.
        """
        frame = decode_frame(first)
        if not isinstance(frame, Hello):
            raise ApiError("E_HELLO", "The first frame says hello.", 400)
        self._access.limit_rate(self._connection, frame.token)
        if frame.protocol != PROTOCOL:
            raise ApiError("E_PROTOCOL", PROTOCOL_SENTENCE.format(frame.protocol, PROTOCOL), 400)
        return frame

    async def _open_session(self) -> Session:
        """Return the session of the socket's table.

        If opening takes longer than `SOON`, a `wait` frame says so, and an empty one follows when it is done.
        """
        opening = begin(self._registry.session(self._table))
        with suppress(TimeoutError):
            return await asyncio.wait_for(shield(opening), SOON)
        self.subscriber.send(encode_bytes(Wait("The table is being set up; the first time its rules are prepared.")))
        session = await shield(opening)
        self.subscriber.send(encode_bytes(Wait("")))
        return session

    # Acts and questions

    def _handle_waiting(self) -> None:
        """Handle the frames that wait, as far as that may be now; while others still wait, read no more."""
        if self._is_handling:
            return
        self._is_handling = True
        try:
            self._handle_in_turn()
        finally:
            self._is_handling = False

    def _handle_in_turn(self) -> None:
        while self._waiting and self.subscriber.closing is None:
            if self._opening is None:
                self._timer.cancel()
                self._opening = begin(self._open(self._waiting.pop(0)))
                self._opening.add_done_callback(self._look_for_fault)
            elif self._session is None or self._doing >= MOST_DOING:
                self._link.pause_reading()
                return
            else:
                self._handle(self._session, self._waiting.pop(0))
        self._link.resume_reading()

    def _handle(self, session: Session, raw: str | bytes) -> None:
        """Handle one frame; what cannot be read or comes too often is refused."""
        try:
            frame = decode_frame(raw)
            self._bucket.take()
        except FireteamError as error:
            self._refuse(error)
        else:
            if isinstance(frame, ActFrame):
                self._doing += 1
                session.begin_act(
                    self.subscriber.who, frame.key, frame.act, partial(self._end_act, frame.key), self.subscriber
                )
            elif isinstance(frame, AskFrame):
                self._doing += 1
                task = begin(self._answer(session, frame))
                self._tasks.add(task)
                task.add_done_callback(self._end_answer)
            elif isinstance(frame, Ping):
                self._pong()
            else:
                self._refuse(ApiError("E_HELLO", "Hello was said already."))

    def _pong(self) -> None:
        self.subscriber.send(encode_bytes(Pong(milliseconds(self._registry.env.clock()))))

    def _end_act(self, key: str, _: ActCommitted | None, error: BaseException | None) -> None:
        """Go on after an act, of which the socket has been told if it is kept."""
        self._doing -= 1
        if error is not None:
            if isinstance(error, FireteamError):
                self._refuse(error, key)
            else:
                self._break(error)
        if self._waiting:
            self._handle_waiting()

    async def _answer(self, session: Session, frame: AskFrame) -> None:
        """Answer the question of one frame; send a refusal under its key if that fails."""
        try:
            self.subscriber.send(encode_bytes(await session.ask(self.subscriber.who, frame.key, frame.ask)))
        except FireteamError as error:
            self._refuse(error, frame.key)

    def _end_answer(self, task: asyncio.Task[None]) -> None:
        self._doing -= 1
        self._tasks.discard(task)
        self._look_for_fault(task)
        self._handle_waiting()

    def _refuse(self, error: FireteamError, key: str = "") -> None:
        self.subscriber.send(encode_bytes(error_body(error, key)))

    def _look_for_fault(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._break(error)

    def _break(self, error: BaseException) -> None:
        """Log what no refusal explains, and close the socket: its client does not hear an answer any more."""
        LOG.error("a socket broke", exc_info=error)
        self.close(FAULT, "Something broke here; it has been written down.")

    async def _unsubscribe(self) -> None:
        if self._session is not None:
            await self._session.shield(self._session.unsubscribe(self.subscriber))


def decode_frame(frame: str | bytes) -> FromClient:
    """Return a frame of a client.

    Raises:
        ApiError: it is not text, too large, or no message of a client.
    """
    if isinstance(frame, bytes):
        raise ApiError("E_MESSAGE", "Frames are text.", 400)
    if plain := PLAIN_CHOICE.fullmatch(frame):
        key, line, question, slot = plain.groups("")
        return ActFrame(key, Choose(line, int(question), slot))
    if len(frame) > MAX_BODY:
        raise ApiError("E_TOO_LARGE", f"No frame has more than {MAX_BODY >> 10} KiB.", 413)
    return decode_strictly(frame, FromClient)  # type: ignore[arg-type]


def encode_bytes(frame: object) -> bytes:
    """Return a frame as JSON bytes."""
    return msgspec.json.encode(frame)
