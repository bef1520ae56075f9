"""Rate limits: a token bucket for each caller."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from ..errors import ApiError

MOST_BUCKETS = 20_000  # buckets that are remembered; the one not asked for longest is forgotten first


class RateLimiter:
    """Token buckets by caller (an address, token or socket): `at_once` requests in a burst, then `each_second`."""

    def __init__(self, clock: Callable[[], float], each_second: float, at_once: int) -> None:
        self._clock, self.each_second, self.at_once = clock, each_second, at_once
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __contains__(self, who: str) -> bool:
        """Whether a caller has a bucket."""
        return who in self._buckets

    def take(self, who: str) -> None:
        """Count one request of a caller.

        Raises:
            ApiError: there were too many (429); the sentence says how many seconds to wait.
        """
        now = self._clock()
        left, since = self._buckets.pop(who, (float(self.at_once), now))
        left = min(float(self.at_once), left + max(0.0, now - since) * self.each_second)
        enough = left >= 1
        self._buckets[who] = (left - 1 if enough else left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not enough:
            seconds = max(1, round((1 - left) / self.each_second))
            raise ApiError("E_TOO_OFTEN", f"That is too often; wait {seconds} seconds.", 429)
