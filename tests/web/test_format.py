"""The page writes chances as the terminal does."""

from __future__ import annotations

import msgspec

from fireteam.core.percent import percent, short_percent
from fireteam.core.protocol.scene import Odds
from tests.web.page_source import by_page


def test_the_page_tells_a_fraction_where_the_terminal_does() -> None:
    """Beside its percents, up to the same length; neither says that 1 is 100 %."""
    fractions = ("1/2", "1703/2500", "6095/7776", "5807/10000", "62919/320000", "1")
    odds = [Odds("hits", exact, 0.25) for exact in fractions]
    told = by_page("play/format.ts", "return page.exactChance(JSON.parse(line));", msgspec.to_builtins(odds))
    assert (
        ["=" in text for text in told] == ["=" in str(one) for one in odds] == [True, True, True, False, False, False]
    )


def test_the_page_rounds_a_chance_as_the_terminal_does() -> None:
    """To a tenth and to a whole, halves upwards, and never to what is certain."""
    chances = [k / 800 for k in range(801)] + [1e-9, 1 - 1e-9, 0.0009, 0.9991, 95 / 839808]
    found = by_page(
        "percent.ts", "const p = JSON.parse(line); return [page.percent(p), page.shortPercent(p)];", chances
    )
    assert found == [[percent(one), short_percent(one)] for one in chances]
