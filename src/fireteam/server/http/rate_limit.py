"""Rate limits: token buckets, one for each caller or socket."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from ..errors import ApiError

MOST_BUCKETS = 20_000  # buckets that are remembered; the one not asked for longest is forgotten first


class Bucket:
    """A token bucket: `at_once` requests in a burst, then `each_second`. `clock` returns seconds, and only goes on."""

    __slots__ = ("_ahead", "_clock", "_empty", "_pause")

    def __init__(self, clock: Callable[[], float], each_second: float, at_once: int) -> None:
        self._clock, self._pause = clock, 1 / each_second  # seconds of a request
        self._ahead = (at_once - 0.5) * self._pause  # a half, as sums are rounded
        self._empty = 0.0  # when it will be or was empty

    def take(self) -> None:
        """Count one request.

        Raises:
            ApiError: there were too many (429); the sentence says how many seconds to wait.
        """
        now, empty = self._clock(), self._empty
        if empty < now:
            empty = now
        elif empty > now + self._ahead:
            seconds = max(1, round(empty - now - self._ahead))
            raise ApiError("E_TOO_OFTEN", f"That is too often; wait {seconds} seconds.", 429)
        self._empty = empty + self._pause


class RateLimiter:
    """A bucket for each caller (an address or token)."""

    def __init__(self, clock: Callable[[], float], each_second: float, at_once: int) -> None:
        self._clock, self.each_second, self.at_once = clock, each_second, at_once
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __contains__(self, who: str) -> bool:
        """Whether a caller has a bucket."""
        return who in self._buckets

    def bucket(self) -> Bucket:
        """Return a bucket for somebody who keeps it."""
        return Bucket(self._clock, self.each_second, self.at_once)

    def take(self, who: str) -> None:
        """Count one request of a caller.

        Raises:
            ApiError: there were too many (429); the sentence says how many seconds to wait.
        """
        if who in self._buckets:
            self._buckets.move_to_end(who)
        else:
            self._buckets[who] = self.bucket()
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets[who].take()
