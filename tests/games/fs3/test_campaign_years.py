"""Ten years of experience, by the rules and by a second implementation that shares nothing with them (section 5)."""

from __future__ import annotations

from random import Random

import pytest

from fireteam.core.errors import IllegalChoice
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.experience import award_week
from fireteam.games.fs3.campaign.state import content_of

from .campaign_desk import Desk, in_play

SECONDS_A_DAY = 24 * 60 * 60
NAMES = ("Firearms", "Melee", "ECM", "Standard", "Fleet Cant", "Chess", "Cooking", "Athletic")


class Ledger:
    """What the rulebook says of one character's experience, in a few plain numbers."""

    def __init__(self) -> None:
        self.saved, self.lost = 0, 0
        self.levels = {"Firearms": 8, "Melee": 5, "ECM": 0, "Standard": 7, "Fleet Cant": 0, "Chess": 2, "Cooking": 3}
        self.last_raise = -(10**9)

    def gain(self, amount: int) -> None:
        """Save an award up to 16."""
        total = self.saved + amount
        self.saved = 16 if total > 16 else total
        self.lost += total - self.saved

    def raise_one(self, name: str, now: int) -> str:
        """Raise a skill by one; the code of what forbids it."""
        if name == "Athletic":
            return "E-XP-ATTR"
        level = self.levels[name]
        if level == 12:
            return "E-XP-MAX"
        if now - self.last_raise < 3 * SECONDS_A_DAY:
            return "E-XP-COOLDOWN"
        price = 1 if level == 0 else 2 if level <= 2 else 4 if level <= 5 else 8 if level <= 8 else 12
        if price > self.saved:
            return "E-XP-FUNDS"
        self.saved -= price
        self.levels[name] = level + 1
        self.last_raise = now
        return ""


def levels_of(desk: Desk) -> dict[str, int]:
    person = desk.person()
    rated = {**person.ratings, **person.background, **person.languages}
    return {name: rated.get(name, 0) for name in NAMES if name != "Athletic"}


@pytest.mark.clause("FS3-5.1", "FS3-5.6", "FS3-5.7", "FS3-5.8", "FS3-5.9", "FS3-5.12")
@pytest.mark.parametrize("seed", range(3))
def test_ten_years_are_the_same_by_both(seed: int) -> None:
    random, desk, ledger = Random(seed), in_play(), Ledger()
    met = set()
    for day in range(1, 10 * 365):
        now = day * SECONDS_A_DAY
        desk.at(now)
        if day % 7 == 0:
            desk.state, _ = award_week(desk.state, now, content_of(desk.state))
            ledger.gain(2)
        if random.random() < 0.01:
            amount = random.randint(1, 6)
            desk.do(c.AwardXp(amount, "a story", ("jo",)))
            ledger.gain(amount)
        if random.random() < 0.1:
            desk.at(now + random.choice((0, 1, SECONDS_A_DAY - 1)))
            name = random.choice(NAMES)
            refused = ledger.raise_one(name, desk.state.clock)
            met.add(refused)
            try:
                desk.do(c.RaiseSkill("jo", name, is_new=True))
                assert refused == ""
            except IllegalChoice as error:
                assert error.code == refused, (day, name, str(error))
    assert (desk.person().xp, levels_of(desk)) == (ledger.saved, ledger.levels)
    assert sum(entry.lost for entry in desk.person().xp_log) == ledger.lost > 0
    assert met >= {"", "E-XP-ATTR", "E-XP-COOLDOWN", "E-XP-FUNDS"}
