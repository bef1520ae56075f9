"""Prometheus metrics: tables, subscribers, acts, refusals and latencies; no names, no contents."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Count
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from ..core.engine.swap import is_compiled

SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when something was first counted is nobody's business


class Acts(Collector):
    """Acts that were kept, by what was done, and how long each took until then.

    They are counted here and by one thread: a counter and a histogram of the library take ten times as long.
    """

    def __init__(self) -> None:
        # by what was done, and by the bound within which it was kept, but not within the one before
        self._counts: Count[tuple[str, int]] = Count()
        self._sum = 0.0

    def count(self, does: str, seconds: float) -> None:
        """Count an act that took so many seconds until it was kept."""
        self._counts[does, bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[Metric]:
        """Yield what was counted, as the library writes it."""
        acts = CounterMetricFamily("fireteam_acts", "Acts that were kept, by what was done", labels=["does"])
        done, within = Count[str](), [0] * (len(SECONDS) + 1)
        for (does, bound), count in self._counts.items():
            done[does] += count
            within[bound] += count
        for does, count in done.items():
            acts.add_metric([does], count)
        yield acts
        bounds = [*(str(bound) for bound in SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(within), strict=True))
        yield HistogramMetricFamily("fireteam_act_seconds", "Until an act is kept", buckets, self._sum)


class Metrics:
    """The Prometheus metrics of one server."""

    def __init__(self) -> None:
        self.registry = at = CollectorRegistry()
        compiled = Gauge("fireteam_compiled", "Whether the server's own process runs compiled rules", registry=at)
        compiled.set_function(is_compiled)
        self.open = Gauge("fireteam_open_tables", "Tables in memory", registry=at)
        self.subscribers = Gauge("fireteam_listeners", "Sockets that listen", registry=at)
        self.requests = Counter("fireteam_requests", "Requests by route and status", ["route", "status"], registry=at)
        self.refused = Counter("fireteam_refusals", "Acts that were turned down, by code", ["code"], registry=at)
        self.acts = Acts()
        at.register(self.acts)

    def text(self, open_tables: int, subscribers: int) -> str:
        """Return all metrics in the Prometheus text format, with the gauges set to these numbers."""
        self.open.set(open_tables)
        self.subscribers.set(subscribers)
        return generate_latest(self.registry).decode()
