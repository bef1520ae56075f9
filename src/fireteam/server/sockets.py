"""The socket of a table: a first frame says who comes, acts and questions come in, all that happens goes out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core.errors import FireteamError
from .company import Company
from .gate import Gate
from .guard import LARGEST, decoder_of, read_strictly
from .house import House
from .listening import Listener
from .messages import Asking, Doing, FromClient, Hello, Refusal, Wait
from .turning import Turned, refusal_of

PATH = "/api/tables/{table}/socket"
HELLO = 10.0  # seconds for the first frame
SOON = 1.0  # seconds in which a table is opened without a word
GOING = 1012
REFUSED, TOO_LARGE = 4003, 1009
MOST_DOING = 16  # acts and questions of one socket at the same time
decoder_of(FromClient)


class Sockets:
    """All sockets that are open."""

    def __init__(self, house: House, gate: Gate) -> None:
        self.house, self.gate = house, gate
        self.listeners: set[Listener] = set()

    async def serve(self, socket: WebSocket) -> None:
        """One socket, from its first frame to its last."""
        try:
            self.gate.enter(socket)
            self.gate.must_be_own(socket.headers)
        except FireteamError:
            await socket.close(REFUSED)
            return
        await socket.accept()
        try:
            hello = await self._hello(socket)
            who = await self.house.who(socket.path_params["table"], hello.token)
            self.gate.know(hello.token)
            company = await self._company(socket)
        except FireteamError as error:
            await _farewell(socket, refusal_of(error))
        except WebSocketDisconnect:
            pass
        else:
            await self._listen(socket, company, Listener(who), hello)

    async def _hello(self, socket: WebSocket) -> Hello:
        """The first frame.

        Raises:
            Turned: it did not come, or is another.
        """
        try:
            async with asyncio.timeout(HELLO):
                frame = await read(socket)
        except TimeoutError:
            raise Turned("E_HELLO", "Say hello within ten seconds.", 408) from None
        if not isinstance(frame, Hello):
            raise Turned("E_HELLO", "The first frame says hello.", 400)
        self.gate.pace(socket, frame.token)
        return frame

    async def _company(self, socket: WebSocket) -> Company:
        """The table that the socket is for; while its rules are made ready, that is told."""
        opening = asyncio.ensure_future(self.house.company(socket.path_params["table"]))
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(opening), SOON)
        await socket.send_text(encoded(Wait("The table is being set up; the first time its rules are prepared.")))
        company = await opening
        await socket.send_text(encoded(Wait("")))
        return company

    async def _listen(self, socket: WebSocket, company: Company, listener: Listener, hello: Hello) -> None:
        """Everything that happens goes out, everything that is said comes in."""
        self.listeners.add(listener)
        reading = asyncio.ensure_future(self._read(socket, company, listener))
        try:
            await company.join(listener, hello.since)
            while (frame := await listener.next()) is not None:
                await socket.send_text(frame.decode())
            if listener.closing is not None:
                await socket.close(*listener.closing)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # who has gone hears nothing more
        finally:
            self.listeners.discard(listener)
            reading.cancel()
            await company.whole(company.leave(listener))

    async def _read(self, socket: WebSocket, company: Company, listener: Listener) -> None:
        """What is said, one frame after another; several may be under way."""
        room = asyncio.Semaphore(MOST_DOING)
        async with asyncio.TaskGroup() as tasks:
            while listener.closing is None:
                try:
                    frame = await read(socket)
                    self.gate.pace_of_socket(id(listener))
                except WebSocketDisconnect:
                    listener.close(1000, "")
                except FireteamError as error:
                    listener.send(encoded_bytes(refusal_of(error)))
                else:
                    await room.acquire()
                    task = tasks.create_task(self._answer(company, listener, frame))
                    task.add_done_callback(lambda _: room.release())

    async def _answer(self, company: Company, listener: Listener, frame: FromClient) -> None:
        """Carry out what one frame says."""
        key = "" if isinstance(frame, Hello) else frame.key
        try:
            if isinstance(frame, Doing):
                await company.act(listener.who, frame.key, frame.act, lambda done: listener.send(encoded_bytes(done)))
            elif isinstance(frame, Asking):
                listener.send(encoded_bytes(await company.ask(listener.who, frame.key, frame.ask)))
            else:
                raise Turned("E_HELLO", "Hello was said already.")
        except FireteamError as error:
            listener.send(encoded_bytes(refusal_of(error, key)))

    def close(self) -> None:
        """The server goes: everybody is told to come back."""
        for listener in list(self.listeners):
            listener.close(GOING, "The server restarts; come back in a moment.")


async def read(socket: WebSocket) -> FromClient:
    """The next frame.

    Raises:
        Turned: it is none of ours.
        WebSocketDisconnect: there is none.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise Turned("E_MESSAGE", "Frames are text.", 400)
    if len(text) > LARGEST:
        raise Turned("E_TOO_LARGE", f"No frame has more than {LARGEST >> 10} KiB.", 413)
    return read_strictly(text, FromClient)  # type: ignore[arg-type]


def encoded_bytes(frame: object) -> bytes:
    """A frame as it is sent."""
    return msgspec.json.encode(frame)


def encoded(frame: object) -> str:
    """The same as text."""
    return encoded_bytes(frame).decode()


async def _farewell(socket: WebSocket, refusal: Refusal) -> None:
    """Tell why, and close."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(encoded(refusal))
        await socket.close(REFUSED, refusal.code)
