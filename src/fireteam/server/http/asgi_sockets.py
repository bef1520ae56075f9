"""Sockets over plain ASGI: with any server, and where picows is missing."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.errors import FireteamError
from ..background import begin
from ..tables.subscriber import FAULT
from .websockets import REFUSED, SocketProtocol, WebSockets

LOG = logging.getLogger(__name__)


class AsgiSockets:
    """The WebSocket endpoint of the application."""

    def __init__(self, sockets: WebSockets) -> None:
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its handshake until it is closed; one that may not connect is closed with 4003."""
        socket = WebSocket(scope, receive, send)
        try:
            self._sockets.admit(socket)
        except FireteamError:
            await socket.close(REFUSED)
            return
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # who has gone already hears nothing
            await socket.accept()
            link = AsgiLink(receive, send)
            await link.carry(self._sockets.begin(link, socket, socket.path_params["table"]))


class AsgiLink:
    """The frames of one socket, carried by the server that runs the application.

    It sends one frame at a time: it takes the next one when the server has taken the last.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._frame: bytes | None = None
        self._closing: tuple[int, str] | None = None
        self._is_gone = False
        self._wanted: asyncio.Future[None] | None = None  # while there is nothing to send
        self._readable = asyncio.Event()
        self._readable.set()

    def send(self, frame: bytes) -> bool:
        """Send a frame; False while the one before is on its way."""
        if self._frame is not None:
            return False
        self._frame = frame
        self._wake()
        return True

    def close(self, code: int, why: str) -> None:
        """Close the connection, after the frame that is on its way."""
        self._closing = code, why
        self._wake()

    def pause_reading(self) -> None:
        """Take in no more frames, until `resume_reading`."""
        self._readable.clear()

    def resume_reading(self) -> None:
        """Take in frames again."""
        self._readable.set()

    async def carry(self, protocol: SocketProtocol) -> None:
        """Carry frames both ways until either side closes, and wait until the table knows that the socket has gone."""
        reading = begin(self._read(protocol))
        reading.add_done_callback(self._look_for_fault)
        try:
            await self._write(protocol)
        except (RuntimeError, OSError):
            pass  # who has gone hears nothing more
        finally:
            reading.cancel()
            protocol.disconnect()
            await protocol.wait_ended()

    def _look_for_fault(self, reading: asyncio.Task[None]) -> None:
        """Close the connection if reading broke: nobody hears its client any more."""
        if not reading.cancelled() and (error := reading.exception()) is not None:
            LOG.error("a socket broke", exc_info=error)
            self.close(FAULT, "Something broke here; it has been written down.")

    def _wake(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and not wanted.done():
            wanted.set_result(None)

    async def _read(self, protocol: SocketProtocol) -> None:
        while True:
            if not self._readable.is_set():
                await self._readable.wait()
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                self._is_gone = True
                self._wake()
                return
            text = message.get("text")
            protocol.receive(message["bytes"] if text is None else text)

    async def _write(self, protocol: SocketProtocol) -> None:
        while not self._is_gone:
            if self._frame is not None:
                await self._send({"type": "websocket.send", "text": self._frame.decode()})
                self._frame = None
                protocol.resume()
            elif self._closing is not None:
                code, why = self._closing
                await self._send({"type": "websocket.close", "code": code, "reason": why})
                return
            else:
                self._wanted = asyncio.get_running_loop().create_future()
                await self._wanted
