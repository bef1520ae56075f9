"""`Subscriber`: who listens on one socket, and the frames that wait for it; a slow one is closed, to catch up later."""

from __future__ import annotations

from typing import Protocol

from .seats import Caller

MOST_FRAMES = 1_000
MOST_BYTES = 16 * 2**20
TOO_SLOW = 4008
"""The close code of a socket whose reader is too slow."""
CHANGED_SIDES = 4009
"""The close code of a socket whose reader may read other streams now."""
FAULT = 1011
"""The close code of a socket where something broke: whoever is there comes back, and is told all of it."""


MOVED = 1012
"""The close code of a socket whose table was put away here: who comes again is told where it is."""


class Outlet(Protocol):
    """What carries frames to one reader."""

    def send(self, frame: bytes) -> bool:
        """Send a frame; False if that has to wait until the reader has read more."""

    def close(self, code: int, why: str) -> None:
        """Close the connection, after all that was sent."""


class Subscriber:
    """The frames for one socket: sent at once, or kept while the reader is behind, limited in frames and bytes.

    `closing` is the close code with its reason, `streams` are those that it was told it may read, and `token_hash` is
    that of the token by which the reader came.
    """

    def __init__(
        self, who: Caller, outlet: Outlet, most_frames: int = MOST_FRAMES, most_bytes: int = MOST_BYTES
    ) -> None:
        self.who, self.most_frames, self.most_bytes = who, most_frames, most_bytes
        self._outlet = outlet
        self._frames: list[bytes] = []  # an empty deque would take ten times the memory
        self._bytes = 0
        self.closing: tuple[int, str] | None = None
        self.streams: tuple[str, ...] = ()
        self.token_hash: str | None = None

    def send(self, frame: bytes) -> None:
        """Send a frame, or keep it until the reader has read more; close the socket as too slow if that is too much."""
        if self.closing is not None or (not self._frames and self._outlet.send(frame)):
            return
        self._bytes += len(frame)
        if self._bytes > self.most_bytes or len(self._frames) >= self.most_frames:
            self.close(TOO_SLOW, "You read too slowly; come back and say since when.")
        else:
            self._frames.append(frame)

    def flush(self) -> None:
        """Send what waits, as far as the reader has read; then close the socket if it is to be closed."""
        while self._frames and self._outlet.send(self._frames[0]):
            self._bytes -= len(self._frames.pop(0))
        if self.closing is not None and not self._frames:
            self._outlet.close(*self.closing)

    def close(self, code: int, why: str) -> None:
        """Close the socket with a code and a reason. What waits is still sent first, unless the reader is too slow."""
        if self.closing is None:
            self.closing = code, why
            if code == TOO_SLOW:
                self._frames.clear()
            self.flush()
