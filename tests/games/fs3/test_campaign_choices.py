"""What forms of a campaign offer: those whom a command could be about now, and what is the giver's to say."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.campaign import Actor, Command
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.choices import sheet_value
from fireteam.games.fs3.campaign.healing import (
    AssignCare,
    DeleteWound,
    EndCare,
    EnterHospital,
    InflictWound,
    LeaveHospital,
)
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from tests.games.fs3.campaign_desk import PIA, SAM, SOUND, Desk

FIELDS: dict[type[Command], dict[str, Any]] = {
    c.EditSheet: {"name": "Another"},
    c.SubmitSheet: {},
    c.ApproveSheet: {},
    c.ReturnSheet: {"reasons": "not yet"},
    c.SetRating: {"rating": 5},
    c.DeletePerson: {},
    c.RaiseSkill: {"skill": "Melee"},
    c.GrantRaise: {"override": True},
    c.RefuseRaise: {"reasons": "not yet"},
    c.RefundRaise: {"skill": "Alertness"},
    c.SpendLuck: {"points": 1, "reason": "a door that is open"},
    EnterHospital: {},
    LeaveHospital: {},
    InflictWound: {"location": "CH", "severity": "Light"},
    DeleteWound: {"number": 1},
}
"""Commands about one, with the other fields so that nothing but that one can be wrong."""


@pytest.fixture(scope="module")
def desk() -> Desk:
    """Somebody of each kind: drafts, handed in, returned, in play with all that can be, dead, an NPC, a vehicle."""
    desk = Desk()
    for id in ("draft", "submitted", "returned", "well", "busy", "dead"):
        desk.do(c.AddPerson(id, id.capitalize()), PIA)
        desk.do(c.EditSheet(id, **SOUND), PIA)
    for id in ("submitted", "returned"):
        desk.do(c.SubmitSheet(id), PIA)
    desk.do(c.ReturnSheet("returned", "not yet"))
    for id in ("well", "busy", "dead"):
        desk.do(c.ApproveSheet(id))
    desk.do(c.SpendLuck("well", 1, "a door that is open"))
    desk.do(c.AddPerson("guard", "Guard", kind="npc", rating=8))
    desk.do(c.AddVehicle("bess", "Old Bess", "interceptor"))
    desk.do(c.AwardXp(16, "the siege"))
    desk.do(c.RaiseSkill("busy", "Alertness", override=True))
    desk.at(60 * 86_400)
    desk.do(c.RaiseSkill("busy", "Stealth"), PIA)
    desk.do(InflictWound("busy", "CH", "Serious"))
    desk.do(EnterHospital("busy"))
    desk.do(AssignCare("guard", "busy"))
    desk.do(c.NoteDeath("dead", "of old age"))
    return desk


def offered(desk: Desk, word: str, actor: Actor = SAM) -> set[Any]:
    """Who can be chosen in the field of a command."""
    state = desk.state if actor.is_storyteller else CAMPAIGN.redact(desk.state, actor.name)
    return {each.value for each in CAMPAIGN.choices(state, actor)[word].choices}


@pytest.mark.clause("FS3-1.3", "FS3-4.13", "FS3-5.6", "FS3-18.8", "FS3-22.17", "FS3-22.18")
@pytest.mark.parametrize("actor", [SAM, PIA], ids=["storyteller", "player"])
@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_a_form_offers_those_whom_the_rules_do_not_refuse(desk: Desk, kind: type[Command], actor: Actor) -> None:
    if not actor.is_storyteller and kind.by != "player":
        return
    subject, allowed = kind.__struct_fields__[0], set()
    own = {id for id, each in desk.state.people.items() if actor.is_storyteller or each.owner == actor.name}
    for id in own:
        try:
            CAMPAIGN.apply(desk.state, kind(id, **FIELDS[kind]), actor, 1)
            allowed.add(id)
        except IllegalChoice:
            pass
    assert offered(desk, f"{kind.__struct_config__.tag}.{subject}", actor) & own == allowed


@pytest.mark.clause("FS3-18.12", "FS3-18.13")
def test_care_is_offered_to_who_is_hurt_and_has_no_doctor(desk: Desk) -> None:
    assert offered(desk, "assign_care.patient") == set()
    assert offered(desk, "end_care.doctor") == {"guard"} and offered(desk, "end_care.patient") == {"busy"}
    later = Desk(desk.state)
    later.do(EndCare("guard", "busy"))
    later.do(InflictWound("bess", "EN", "Light"))
    assert offered(later, "assign_care.patient") == {"busy", "bess"} and offered(later, "end_care.doctor") == set()
    assert "dead" not in offered(later, "assign_care.doctor") and "draft" not in offered(later, "assign_care.doctor")


@pytest.mark.clause("FS3-4.13", "FS3-1.7")
def test_a_sheet_that_is_still_empty_is_told_of_each_attribute_by_its_own_field() -> None:
    desk = Desk()
    desk.do(c.AddPerson("jo", "Jo"), PIA)
    assert CAMPAIGN.check_sheet is not None
    report = CAMPAIGN.check_sheet(desk.state, "jo", sheet_value(desk.state, "jo"), b"")
    by_path = {each.path: each.sentence for each in report.problems}
    assert by_path["ratings", "Social"] == "Social is rated 0; every attribute is 1 to 12" and len(by_path) == 6
