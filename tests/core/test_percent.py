"""A chance in words: one way for all faces."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from fireteam.core.chance.answers import chance_answer, odds_line
from fireteam.core.percent import chance_float, percent, short_percent
from fireteam.core.protocol.scene import Odds, Threat
from tests.processes import ROOT

CHANCES = {
    Fraction(0): ("0%", "0%"),
    Fraction(1, 3888): ("below 0.1%", "<1%"),
    Fraction(1, 10**400): ("below 0.1%", "<1%"),
    Fraction(31, 7776): ("0.4%", "<1%"),
    Fraction(1, 80): ("1.3%", "1%"),
    Fraction(1, 3): ("33.3%", "33%"),
    Fraction(1, 2): ("50%", "50%"),
    Fraction(362797055, 362797056): ("above 99.9%", ">99%"),
    1 - Fraction(1, 10**20): ("above 99.9%", ">99%"),
    Fraction(1): ("100%", "100%"),
}


@pytest.mark.parametrize("chance", CHANCES)
def test_0_and_100_per_cent_are_said_only_of_what_cannot_be_or_must_be(chance: Fraction) -> None:
    """Also where the chance has gone through a float, as on its way to the page."""
    assert (percent(chance), short_percent(chance)) == CHANCES[chance]
    assert (percent(chance_float(chance)), short_percent(chance_float(chance))) == CHANCES[chance]


def test_answers_odds_and_threats_say_it_alike() -> None:
    """A chance so near to 1 that its float would be 1."""
    chance = 1 - Fraction(1, 10**20)
    assert chance_answer(chance)["percent"] == "above 99.9%" and chance_answer(chance)["float"] < 1
    assert odds_line("hits", chance).chance < 1
    assert str(Odds("hits", "95/839808", 95 / 839808)) == "hits 95/839808 = below 0.1%"
    assert str(Threat(0, 0, "u1", "hits", "1/1000000000", 1e-9)) == "u1 hits below 0.1%"


def test_nothing_else_writes_a_chance() -> None:
    """No format to percents, and no field that a sign of per cent ends; what is set in per cent is another thing."""
    written = re.compile(r":[^{}\"']*%\}|\} ?%[\"',;]")
    sources = (ROOT / "src" / "fireteam").rglob("*.py")
    found = {path.name for path in sources if written.search(path.read_text(encoding="utf-8"))}
    assert found - {"leases.py"} == {"percent.py"}  # which has a pattern of SQL
