"""How often somebody may ask: a bucket of tokens for everyone, which fills again with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from .turning import Turned

MANY = 20_000  # buckets that are remembered; the one not asked for longest is forgotten first


class Pace:
    """So many at once, and so many a second after that, for each who asks."""

    def __init__(self, clock: Callable[[], float], each_second: float, at_once: int) -> None:
        self._clock, self.each_second, self.at_once = clock, each_second, at_once
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __contains__(self, who: str) -> bool:
        """Whether somebody has a bucket here."""
        return who in self._buckets

    def take(self, who: str) -> None:
        """One more from somebody.

        Raises:
            Turned: too many; how long to wait.
        """
        now = self._clock()
        left, since = self._buckets.pop(who, (float(self.at_once), now))
        left = min(float(self.at_once), left + max(0.0, now - since) * self.each_second)
        enough = left >= 1
        self._buckets[who] = (left - 1 if enough else left, now)
        if len(self._buckets) > MANY:
            self._buckets.popitem(last=False)
        if not enough:
            seconds = max(1, round((1 - left) / self.each_second))
            raise Turned("E_TOO_OFTEN", f"That is too often; wait {seconds} seconds.", 429)
