"""How likely counts are by chance."""

from __future__ import annotations

from collections.abc import Sequence


def p_value(counts: Sequence[float], expected: Sequence[float] | None = None) -> float:
    """The chi-square p-value of counts; all alike are expected where nothing else is said."""
    from scipy.stats import chisquare  # here: its import takes more than a second, in every worker

    return float(chisquare(counts, expected).pvalue)
