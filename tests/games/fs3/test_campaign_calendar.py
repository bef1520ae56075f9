"""FS3-21.8 and FS3-1.9: the calendar goes forward, day by day and week by week, and tells what happened to whom."""

from __future__ import annotations

import msgspec
import pytest

from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.calendar import AdvanceCalendar
from fireteam.games.fs3.campaign.healing import InflictWound
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import DAY, WEEK

from .campaign_desk import PIA, Desk, in_play


@pytest.mark.clause("FS3-21.8", "FS3-1.9", "FS3-5.2")
def test_a_month_in_one_step() -> None:
    desk = in_play()
    desk.do(InflictWound("jo", "CH", "Light"))
    told = desk.do(AdvanceCalendar(days=30)).sentences
    assert told[:3] == (
        "30 d pass: it is day 30, 0 h",
        "day 4: Jo Arden's Light wound (Chest) is healed",
        "day 7: Jo Arden gets 2 XP and has 2: a week has passed",
    )
    assert [each.split(":")[0] for each in told[2:]] == [f"day {day}" for day in (7, 7, 14, 14, 21, 21, 28, 28)]
    assert desk.state.clock == 30 * DAY
    assert CAMPAIGN.day(desk.state) == 30


@pytest.mark.clause("FS3-21.8", "FS3-18.14")
def test_healing_comes_before_experience() -> None:
    desk = in_play().at(WEEK - 4 * DAY)
    desk.do(InflictWound("jo", "CH", "Light"))
    told = desk.do(AdvanceCalendar(days=4)).sentences
    assert told[1:3] == (
        "day 7: Jo Arden's Light wound (Chest) is healed",
        "day 7: Jo Arden gets 2 XP and has 2: a week has passed",
    )


@pytest.mark.clause("FS3-21.8")
def test_hours_and_days_come_to_the_same() -> None:
    by_days, by_hours = in_play(), in_play()
    for desk in (by_days, by_hours):
        desk.do(InflictWound("jo", "CH", "Critical"))
    by_days.do(AdvanceCalendar(days=8, hours=12))
    for _ in range(17):
        by_hours.do(AdvanceCalendar(hours=12))
    assert by_days.state == by_hours.state


@pytest.mark.clause("FS3-21.8", "FS3-18.7")
def test_a_seed_gives_the_same_days_again() -> None:
    start = in_play()
    start.do(c.SetOptions(healing="advanced"))
    start.do(InflictWound("jo", "CH", "Critical"))
    ends = []
    for seed in (5, 5, *range(6, 12)):
        desk = Desk(start.state)
        desk.do(AdvanceCalendar(days=30), seed=seed)
        ends.append(msgspec.json.encode(desk.state))
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1


@pytest.mark.clause("FS3-1.9", "FS3-21.8")
@pytest.mark.parametrize(("days", "hours"), [(0, 0), (-1, 0), (0, -1), (-1, 48), (3661, 0)])
def test_never_backwards(days: int, hours: int) -> None:
    refused = in_play().refuse(AdvanceCalendar(days=days, hours=hours))
    assert (refused.code, refused.clause) == ("E-STATE", "FS3-1.9")
    assert "forward only, by 1 hour to 3660 days" in refused.sentence


@pytest.mark.clause("FS3-21.8", "FS3-1.3")
def test_the_calendar_is_the_storytellers() -> None:
    assert in_play().refuse(AdvanceCalendar(days=1), PIA).code == "E-PERM"
    assert CAMPAIGN.advance is AdvanceCalendar


@pytest.mark.clause("FS3-21.8")
def test_what_happens_to_an_npc_is_private() -> None:
    desk = in_play()
    desk.do(c.AddPerson("spy", "Spy", "npc", 4))
    desk.do(InflictWound("spy", "CH", "Light"))
    change = desk.do(AdvanceCalendar(days=4))
    assert change.private == ("day 4: Spy's Light wound (Chest) is healed",)
    assert not any("Spy" in each for each in change.sentences)


@pytest.mark.clause("FS3-1.11")
def test_the_dead_do_not_heal() -> None:
    desk = in_play()
    desk.do(InflictWound("jo", "CH", "Light"))
    desk.do(c.NoteDeath("jo", "the fall"))
    desk.do(AdvanceCalendar(days=10))
    assert desk.person().wounds[0].severity == "Light"
