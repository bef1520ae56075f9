"""What Prometheus reads of a server."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fireteam.server.metrics import SECONDS, Metrics


def test_acts_are_counted_by_what_was_done_and_how_long_it_took() -> None:
    metrics = Metrics()
    for does, seconds in (("choose", 0.001), ("choose", 0.002), ("say", 0.003), ("choose", 60.0)):
        metrics.acts.count(does, seconds)
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(metrics.text(1, 2))
        for sample in family.samples
    }
    assert found["fireteam_acts_total", "choose"] == 3 and found["fireteam_acts_total", "say"] == 1
    within = [found["fireteam_act_seconds_bucket", str(bound)] for bound in SECONDS]
    assert within == [2, 3, *[3] * (len(SECONDS) - 2)], "a bound is within itself"
    assert found["fireteam_act_seconds_bucket", "+Inf"] == found["fireteam_act_seconds_count",] == 4
    assert found["fireteam_act_seconds_sum",] == pytest.approx(60.006)
