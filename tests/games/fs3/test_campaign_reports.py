"""FS3-18.18 and FS3-22.29: the campaign's page, with estimated days, care, experience and the chronicle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from fireteam.campaign.entry import decode_command
from fireteam.core.protocol.campaign import Section
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.calendar import AdvanceCalendar
from fireteam.games.fs3.campaign.healing import AssignCare, EnterHospital, InflictWound
from fireteam.games.fs3.campaign.homecoming import Aftermath, RecordFight
from fireteam.games.fs3.campaign.reports import forecast
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import content_of
from fireteam.games.fs3.odds import ODDS

from .campaign_desk import Desk, in_play


def section(desk: Desk, title: str, reader: str = "") -> Section | None:
    """A part of the page, as a player may read it or else the Storyteller."""
    state = CAMPAIGN.redact(desk.state, reader) if reader else desk.state
    return next((each for each in CAMPAIGN.report(state) if each.title == title), None)


def hurt(desk: Desk, reader: str = "") -> dict[str, str]:
    """Until when each is hurt."""
    found = section(desk, "Wounds", reader)
    return {row[0]: row[-1] for row in found.rows} if found else {}


def ward() -> Desk:
    """Jo is hurt on day 3, in a campaign with a doctor and a vehicle."""
    desk = in_play()
    desk.do(AdvanceCalendar(days=3))
    desk.do(c.AddPerson("doc", "Doc", "npc", 6))
    desk.do(c.AddVehicle("hawk", "Hawk", "interceptor"))
    desk.do(InflictWound("jo", "CH", "Moderate"))
    return desk


@pytest.mark.clause("FS3-18.18", "FS3-18.6")
def test_the_simple_system_tells_the_day() -> None:
    desk = ward()
    assert hurt(desk) == {"Jo Arden": "on day 13"}
    desk.do(AssignCare("doc", "jo"))
    assert hurt(desk) == {"Jo Arden": "on day 8"}
    desk.do(InflictWound("hawk", "BD", "Light"))
    assert hurt(desk)["Hawk"] == "never without repair"
    desk.do(AssignCare("doc", "hawk"))
    assert hurt(desk)["Hawk"] == "on day 4"
    told = desk.do(AdvanceCalendar(days=5))
    assert any(each.startswith("day 8: Jo Arden's Moderate") for each in told.sentences)
    assert hurt(desk) == {}


@pytest.mark.clause("FS3-18.18", "FS3-18.8")
def test_the_advanced_system_tells_exact_chances() -> None:
    """The same numbers as the table of exact odds."""
    desk = ward()
    desk.change("jo", ratings={**desk.person().ratings, "Athletic": 5})
    desk.do(c.SetOptions(healing="advanced"))
    _, alone = forecast(desk.state, desk.person(), content_of(desk.state))
    assert alone[11] == Fraction(607008405756753, 781250000000000)
    desk.do(AssignCare("doc", "jo"))
    desk.do(EnterHospital("jo"))
    _, chances = forecast(desk.state, desk.person(), content_of(desk.state))
    assert len(chances) == 60
    assert chances[4] == Fraction(9694939824487, 10000000000000)
    found = section(desk, "Wounds")
    assert found is not None
    assert found.rows[0][-1] == "50 % by day 7, 90 % by day 8"
    plot = found.plots[0]
    assert (plot.name, plot.points[0], plot.points[5]) == ("Jo Arden", (3.0, 0.0), (8.0, float(chances[4])))
    asked: Any = ODDS["heal"].ask(None, {"wounds": "moderate", "medicine": 6, "hospital": True, "days": 5})
    assert asked["healed"]["exact"] == str(chances[4])


@pytest.mark.clause("FS3-22.29", "FS3-18.11", "FS3-19.17a")
def test_the_list_of_care() -> None:
    desk = ward()
    assert section(desk, "Care") is None
    desk.do(AssignCare("doc", "jo"))
    desk.do(InflictWound("hawk", "BD", "Light"))
    desk.do(AssignCare("doc", "hawk"))
    found = section(desk, "Care")
    assert found is not None
    assert found.rows == (("Doc", "Medicine", "Jo Arden", "3"), ("Doc", "Repair", "Hawk", "3"))


@pytest.mark.clause("FS3-1.9", "FS3-0.1", "FS3-5.5", "FS3-21.6")
def test_the_page() -> None:
    desk = ward()
    desk.do(AdvanceCalendar(days=5, hours=7))
    desk.do(RecordFight("Sparring", 0, 35, {"jo": Aftermath()}, outcome="team 1 wins after 7 turns", match="m1"))
    page = {each.title: each for each in CAMPAIGN.report(desk.state)}
    assert page["The long war"].rows == (
        ("Day", "8"),
        ("Time", "07:00"),
        ("Next week", "day 14"),
        ("Healing", "simple"),
    )
    assert page["People"].rows[0] == ("Jo Arden", "PC", "Pia", "1 wound")
    assert page["Experience"].rows[0] == ("Jo Arden", "2", "2")
    assert page["Experience"].plots[0].points == ((0.0, 0.0), (7.0, 2.0))
    assert page["Chronicle"].rows == (
        ("1", "day 0", "Sparring", "35 s", "Jo Arden", "team 1 wins after 7 turns", "m1"),
    )
    chronicle = page["Chronicle"]
    assert chronicle.rows[0][chronicle.columns.index(chronicle.match_column)] == "m1"
    assert "Naughton" in page["FS3"].text


@pytest.mark.clause("FS3-18.18", "FS3-22.29", "FS3-1.3")
def test_a_player_reads_of_own_wounds_only() -> None:
    desk = ward()
    desk.do(InflictWound("kim", "CH", "Light"))
    assert list(hurt(desk, "Pia")) == ["Jo Arden"]
    assert list(hurt(desk, "Rob")) == ["Kim Vale"]
    desk.change("kim", ratings={**desk.person("kim").ratings, "Medicine": 9})
    desk.do(AssignCare("kim", "jo"))
    assert hurt(desk, "Pia") == {"Jo Arden": "as its doctor has it"}
    found = section(desk, "Care", "Pia")
    assert found is not None
    assert found.rows == (("Kim Vale", "Medicine", "Jo Arden", "-"),)
    assert hurt(desk)["Jo Arden"] == "on day 8"


@pytest.mark.clause("FS3-22.18", "FS3-22.19", "FS3-1.1")
def test_what_can_be_said_anew_begins_with_what_it_says() -> None:
    """Given again, the command of a part changes nothing; private notes are no player's."""
    desk = ward()
    desk.do(c.WriteVehicleNotes("hawk", "a leak"))
    desk.do(c.WritePrivateNotes("", "the spy is Kim"))
    desk.do(c.WritePrivateNotes("jo", "owes money"))
    desk.do(c.WriteNotes("jo", "a scar"))
    desk.do(c.SetOptions(healing="advanced", tiers={"veteran": 70}))
    page, sheet = CAMPAIGN.report(desk.state), CAMPAIGN.sheet(desk.state, "jo")
    edits = {each.title: each.edit for each in (*page, *sheet) if each.edit}
    assert set(edits) == {"The long war", "Private notes", "Options", "Gear", "Notes"}
    before = desk.state
    for edit in edits.values():
        desk.do(decode_command(CAMPAIGN, msgspec.json.decode(msgspec.json.encode(edit))))
    assert desk.state == before
    found = section(desk, "Vehicles")
    assert found is not None
    assert found.rows == (("Hawk", "Interceptor", "sound", "-", "a leak"),)
    assert section(desk, "Private notes") is not None
    assert section(desk, "Private notes", "Pia") is None
