"""One who listens at a table: frames wait here to be sent. Who is too slow is sent away, to come back and catch up."""

from __future__ import annotations

import asyncio

from .seating import Who

MOST_FRAMES = 1_000
MOST_BYTES = 16 * 2**20
TOO_SLOW = 4008
"""The code that a socket is closed with whose reader is too slow."""


class Listener:
    """What is to be sent to one socket, in order."""

    def __init__(self, who: Who, most_frames: int = MOST_FRAMES, most_bytes: int = MOST_BYTES) -> None:
        self.who, self.most_frames, self.most_bytes = who, most_frames, most_bytes
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0
        self._shown = b""
        self.closing: tuple[int, str] | None = None

    def send(self, frame: bytes) -> None:
        """A frame to be sent."""
        if self.closing is not None:
            return
        self._bytes += len(frame)
        if self._bytes > self.most_bytes or self._frames.qsize() >= self.most_frames:
            self.close(TOO_SLOW, "You read too slowly; come back and say since when.")
        else:
            self._frames.put_nowait(frame)

    def show(self, frame: bytes) -> None:
        """How things stand, if that is not what was shown last."""
        if frame != self._shown:
            self._shown = frame
            self.send(frame)

    def close(self, code: int, why: str) -> None:
        """Nothing more is sent."""
        if self.closing is None:
            self.closing = code, why
            self._frames.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next frame; None once it is closed."""
        frame = await self._frames.get()
        if frame is None or (self.closing is not None and self.closing[0] == TOO_SLOW):
            return None
        self._bytes -= len(frame)
        return frame
