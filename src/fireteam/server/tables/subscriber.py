"""`Subscriber`: the queue of frames for one socket; a slow one is closed and catches up later."""

from __future__ import annotations

import asyncio

from .seats import Caller

MOST_FRAMES = 1_000
MOST_BYTES = 16 * 2**20
TOO_SLOW = 4008
"""The close code of a socket whose reader is too slow."""


class Subscriber:
    """The queue of frames for one socket, limited in frames and bytes. `closing` is the close code with its reason."""

    def __init__(self, who: Caller, most_frames: int = MOST_FRAMES, most_bytes: int = MOST_BYTES) -> None:
        self.who, self.most_frames, self.most_bytes = who, most_frames, most_bytes
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0
        self.closing: tuple[int, str] | None = None

    @property
    def waiting(self) -> int:
        """How many frames wait to be sent."""
        return self._frames.qsize()

    def send(self, frame: bytes) -> None:
        """Queue a frame; close the socket as too slow if the queue is full."""
        if self.closing is not None:
            return
        self._bytes += len(frame)
        if self._bytes > self.most_bytes or self._frames.qsize() >= self.most_frames:
            self.close(TOO_SLOW, "You read too slowly; come back and say since when.")
        else:
            self._frames.put_nowait(frame)

    def close(self, code: int, why: str) -> None:
        """End the queue with a close code and a reason. Frames in it are still sent, unless the socket is too slow."""
        if self.closing is None:
            self.closing = code, why
            self._frames.put_nowait(None)

    async def next(self) -> bytes | None:
        """Wait for the next frame; None when the socket is to be closed."""
        frame = await self._frames.get()
        if frame is None or (self.closing is not None and self.closing[0] == TOO_SLOW):
            return None
        self._bytes -= len(frame)
        return frame
