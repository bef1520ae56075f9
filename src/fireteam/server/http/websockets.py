"""The WebSocket of a table: `hello` first, then acts and questions in, items and views out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.errors import FireteamError
from ..errors import ApiError, error_body
from ..tables.registry import TableRegistry
from ..tables.session import Session
from ..tables.subscriber import Subscriber
from ..validation import MAX_BODY, decode_strictly, decoder_of
from ..wire.messages import PROTOCOL, ActFrame, AskFrame, FromClient, Hello, Refusal, Wait
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


class WebSockets:
    """The WebSocket endpoint, with the subscribers of all open sockets."""

    def __init__(self, registry: TableRegistry, access: AccessControl) -> None:
        self.registry, self.access = registry, access
        self.subscribers: set[Subscriber] = set()

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket from its handshake until it is closed.

        A socket that may not connect is closed with 4003; after the handshake, a refusal is sent first.
        """
        try:
            self.access.admit(socket)
            self.access.require_same_origin(socket.headers)
        except FireteamError:
            await socket.close(REFUSED)
            return
        await socket.accept()
        try:
            hello = await self._hello(socket)
            who = await self.registry.identify(socket.path_params["table"], hello.token)
            self.access.register_token(hello.token)
            session = await self._session(socket)
        except FireteamError as error:
            await _farewell(socket, error_body(error))
        except WebSocketDisconnect:
            pass
        else:
            await self._listen(socket, session, Subscriber(who), hello)

    async def _hello(self, socket: WebSocket) -> Hello:
        """Return the first frame, counted against the rate limit.

        Raises:
            ApiError: it did not come within `HELLO` seconds, is another frame or of another version of the protocol,
                or there were too many.
        """
        try:
            async with asyncio.timeout(HELLO):
                frame = await read_frame(socket)
        except TimeoutError:
            raise ApiError("E_HELLO", "Say hello within ten seconds.", 408) from None
        if not isinstance(frame, Hello):
            raise ApiError("E_HELLO", "The first frame says hello.", 400)
        self.access.limit_rate(socket, frame.token)
        if frame.protocol != PROTOCOL:
            raise ApiError("E_PROTOCOL", PROTOCOL_SENTENCE.format(frame.protocol, PROTOCOL), 400)
        return frame

    async def _session(self, socket: WebSocket) -> Session:
        """Return the session of the socket's table.

        If opening takes longer than `SOON`, a `wait` frame says so, and an empty one follows when it is done.
        """
        opening = asyncio.ensure_future(self.registry.session(socket.path_params["table"]))
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(opening), SOON)
        await socket.send_text(encode_text(Wait("The table is being set up; the first time its rules are prepared.")))
        session = await opening
        await socket.send_text(encode_text(Wait("")))
        return session

    async def _listen(self, socket: WebSocket, session: Session, subscriber: Subscriber, hello: Hello) -> None:
        """Subscribe to a session, send its frames and handle those that come in, until either side closes."""
        self.subscribers.add(subscriber)
        reading = asyncio.ensure_future(self._read(socket, session, subscriber))
        try:
            await session.subscribe(subscriber, hello.since)
            while (frame := await subscriber.next()) is not None:
                await socket.send_text(frame.decode())
            if subscriber.closing is not None:
                await socket.close(*subscriber.closing)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # who has gone hears nothing more
        finally:
            self.subscribers.discard(subscriber)
            reading.cancel()
            await session.shield(session.unsubscribe(subscriber))

    async def _read(self, socket: WebSocket, session: Session, subscriber: Subscriber) -> None:
        """Read frames and answer them, at most `MOST_DOING` at a time."""
        room = asyncio.Semaphore(MOST_DOING)
        async with asyncio.TaskGroup() as tasks:
            while subscriber.closing is None:
                try:
                    frame = await read_frame(socket)
                    self.access.limit_socket(id(subscriber))
                except WebSocketDisconnect:
                    subscriber.close(1000, "")
                except FireteamError as error:
                    subscriber.send(encode_bytes(error_body(error)))
                else:
                    await room.acquire()
                    task = tasks.create_task(self._answer(session, subscriber, frame))
                    task.add_done_callback(lambda _: room.release())

    async def _answer(self, session: Session, subscriber: Subscriber, frame: FromClient) -> None:
        """Carry out the act or question of one frame; send a refusal under its key if that fails."""
        key = "" if isinstance(frame, Hello) else frame.key
        try:
            if isinstance(frame, ActFrame):
                await session.act(subscriber.who, frame.key, frame.act, subscriber)
            elif isinstance(frame, AskFrame):
                subscriber.send(encode_bytes(await session.ask(subscriber.who, frame.key, frame.ask)))
            else:
                raise ApiError("E_HELLO", "Hello was said already.")
        except FireteamError as error:
            subscriber.send(encode_bytes(error_body(error, key)))

    def close(self) -> None:
        """Close every subscribed socket with code 1012 at shutdown, so that clients reconnect."""
        for subscriber in list(self.subscribers):
            subscriber.close(GOING, "The server restarts; come back in a moment.")


async def read_frame(socket: WebSocket) -> FromClient:
    """Return the next frame.

    Raises:
        ApiError: it is not text, too large, or no message of a client.
        WebSocketDisconnect: the client has disconnected.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise ApiError("E_MESSAGE", "Frames are text.", 400)
    if len(text) > MAX_BODY:
        raise ApiError("E_TOO_LARGE", f"No frame has more than {MAX_BODY >> 10} KiB.", 413)
    return decode_strictly(text, FromClient)  # type: ignore[arg-type]


def encode_bytes(frame: object) -> bytes:
    """Return a frame as JSON bytes."""
    return msgspec.json.encode(frame)


def encode_text(frame: object) -> str:
    """Return a frame as JSON text."""
    return encode_bytes(frame).decode()


async def _farewell(socket: WebSocket, refusal: Refusal) -> None:
    """Send a refusal and close the socket with 4003."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(encode_text(refusal))
        await socket.close(REFUSED, refusal.code)
