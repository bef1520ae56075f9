"""Sockets of tables without a network: whoever is on one hands its frames straight to the conversation."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import Any

from starlette.requests import HTTPConnection

from fireteam.server.http.websockets import WebSockets
from fireteam.server.wire.messages import PROTOCOL

WAIT = 60.0  # seconds for a frame, at most


class Closed(Exception):
    """The server has closed the socket: code and reason."""


class Wire:
    """Keeps the frames of one socket until somebody reads them."""

    def __init__(self) -> None:
        self.heard: deque[bytes] = deque()
        self.came = asyncio.Event()
        self.closed: tuple[int, str] | None = None

    def send(self, frame: bytes) -> bool:
        self.heard.append(frame)
        self.came.set()
        return True

    def close(self, code: int, why: str) -> None:
        self.closed = code, why
        self.came.set()

    def pause_reading(self) -> None:
        """What has been sent already comes in any case."""

    def resume_reading(self) -> None:
        """As before."""


class Client:
    """Somebody at a table, on a socket."""

    def __init__(self, sockets: WebSockets, table: str, seat: str, token: str) -> None:
        self.sockets, self.seat, self.token, self.wire = sockets, seat, token, Wire()
        scope = {"type": "websocket", "path": "/", "headers": [], "client": ("127.0.0.1", 50_000)}
        self.protocol = sockets.begin(self.wire, HTTPConnection(scope), table)

    def says(self, frame: str | bytes) -> None:
        self.protocol.receive(frame)

    async def hello(self) -> None:
        """Say hello, and hear all that is told then."""
        self.says(json.dumps({"frame": "hello", "token": self.token, "since": {}, "protocol": PROTOCOL}))
        while "view" not in await self.next():
            pass

    async def next(self) -> dict[str, Any]:
        """The next frame.

        Raises:
            Closed: there is none.
        """
        while not self.wire.heard:
            if self.wire.closed is not None:
                raise Closed(*self.wire.closed)
            self.wire.came.clear()
            async with asyncio.timeout(WAIT):
                await self.wire.came.wait()
        found: dict[str, Any] = json.loads(self.wire.heard.popleft())
        return found

    async def answer(self) -> dict[str, Any]:
        """The next frame that tells what has become of one's own."""
        while True:
            frame = await self.next()
            if frame["frame"] in ("refusal", "answered", "done") or "key" in frame:
                return frame

    async def does(self, frame: str | bytes) -> dict[str, Any]:
        self.says(frame)
        return await self.answer()

    async def leaves(self) -> None:
        """The connection goes."""
        self.protocol.disconnect()
        await self.protocol.wait_ended()
