"""Prometheus metrics: tables, subscribers, acts, refusals and latencies; no names, no contents."""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from ..core.engine.swap import is_compiled

SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when something was first counted is nobody's business


class Metrics:
    """The Prometheus metrics of one server."""

    def __init__(self) -> None:
        self.registry = at = CollectorRegistry()
        compiled = Gauge("fireteam_compiled", "Whether the server's own process runs compiled rules", registry=at)
        compiled.set_function(is_compiled)
        self.open = Gauge("fireteam_open_tables", "Tables in memory", registry=at)
        self.subscribers = Gauge("fireteam_listeners", "Sockets that listen", registry=at)
        self.requests = Counter("fireteam_requests", "Requests by route and status", ["route", "status"], registry=at)
        self.acts = Counter("fireteam_acts", "Acts that were kept, by what was done", ["does"], registry=at)
        self._acts: dict[str, Counter] = {}
        self.refused = Counter("fireteam_refusals", "Acts that were turned down, by code", ["code"], registry=at)
        self.seconds = Histogram("fireteam_act_seconds", "Until an act is kept", buckets=SECONDS, registry=at)

    def count_act(self, does: str, seconds: float) -> None:
        """Count an act that is kept, which took so many seconds until then."""
        if does not in self._acts:
            self._acts[does] = self.acts.labels(does)
        self._acts[does].inc()
        self.seconds.observe(seconds)

    def text(self, open_tables: int, subscribers: int) -> str:
        """Return all metrics in the Prometheus text format, with the gauges set to these numbers."""
        self.open.set(open_tables)
        self.subscribers.set(subscribers)
        return generate_latest(self.registry).decode()
