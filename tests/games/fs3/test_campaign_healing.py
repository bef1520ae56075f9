"""Sections 18 and 19: days of healing, doctors, hospital, repair; worked examples X29 and X30; ten years told twice."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from fireteam.core.dice import live, next_face, tape
from fireteam.core.errors import BadQuestion
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.calendar import AdvanceCalendar, pass_time
from fireteam.games.fs3.campaign.healing import (
    AssignCare,
    DeleteWound,
    EndCare,
    EnterHospital,
    InflictWound,
    LeaveHospital,
    Ward,
    rating_of,
)
from fireteam.games.fs3.campaign.homecoming import Aftermath, RecordFight, WoundChange
from fireteam.games.fs3.campaign.state import DAY, WoundRecord, content_of
from fireteam.games.fs3.odds import ODDS
from fireteam.games.fs3.rules.healing import most_patients

from .campaign_desk import PIA, ROB, Desk, in_play
from .naive_healing import LADDER, Hurt, Patient


def ward(**medicine: int) -> Desk:
    """A campaign with Jo, whose Toughness is 5, Kim, doctors by name with their Medicine, and the vehicle `hawk`."""
    desk = in_play()
    for id in ("jo", "kim"):
        desk.change(id, ratings={**desk.person(id).ratings, "Athletic": 5, "Academic": 5})
    for id, rating in medicine.items():
        desk.do(c.AddPerson(id, id.title(), "npc", rating))
    desk.do(c.AddVehicle("hawk", "Hawk", "interceptor"))
    return desk


def days(desk: Desk, number: int = 1) -> tuple[str, ...]:
    """What happened to whom in so many days, without weeks."""
    change = desk.do(AdvanceCalendar(days=number))
    return tuple(each for each in (*change.sentences, *change.private) if "XP" not in each and "pass" not in each)


def day_by(desk: Desk, *faces: int) -> None:
    """A day passes with these dice."""
    dice = tape(list(faces))
    desk.state, _ = pass_time(desk.state, desk.state.clock + DAY, Ward(0, content_of(desk.state), dice[0]))
    assert dice[0].used == len(faces)


def wound(desk: Desk, n: int = 0, id: str = "jo") -> tuple[str, int]:
    """How a wound is: its severity, and the tenths of Healing Points."""
    found = (desk.state.craft.get(id) or desk.person(id)).wounds[n]
    return found.severity, found.tenths


@pytest.mark.clause("FS3-18.6", "FS3-18.4", "FS3-19.16", "FS3-19.17", "FS3-19.17a")
@pytest.mark.parametrize(
    ("victim", "location", "damage", "doctor", "takes"),
    [
        ("jo", "CH", "physical", "", 30),
        ("jo", "CH", "physical", "doc", 15),
        ("jo", "CH", "stun", "", 6),
        ("hawk", "BD", "physical", "doc", 6),
        ("hawk", "BD", "stun", "doc", 6),
    ],
)
def test_x29(victim: str, location: str, damage: Any, doctor: str, takes: int) -> None:
    """A Critical wound: 30 days alone, 15 in care; stun 6; a vehicle 6 days of repair."""
    desk = ward(doc=6)
    desk.do(InflictWound(victim, location, "Critical", damage))
    if doctor:
        desk.do(AssignCare(doctor, victim))
    days(desk, takes - 1)
    assert wound(desk, id=victim)[0] != "healed"
    name = "Jo Arden" if victim == "jo" else "Hawk"
    assert any(each.startswith(f"day {takes}: {name}'s Critical") and "is healed" in each for each in days(desk))
    assert wound(desk, id=victim) == ("healed", 0)


@pytest.mark.clause("FS3-19.17", "FS3-19.17a")
@pytest.mark.parametrize("healing", ["simple", "advanced"])
def test_a_vehicle_without_repair_never_heals(healing: Any) -> None:
    desk = ward()
    desk.do(c.SetOptions(healing=healing))
    desk.do(InflictWound("hawk", "BD", "Light"))
    assert days(desk, 60) == ()
    assert wound(desk, id="hawk") == ("Light", 0)


@pytest.mark.clause("FS3-18.7", "FS3-18.8", "FS3-18.9", "FS3-18.10", "FS3-18.14", "FS3-18.15", "FS3-18.16", "FS3-18.3")
def test_x30() -> None:
    """Three days of a Moderate wound by the dice of the example; poor care takes a point away."""
    desk = ward(med=6)
    desk.do(c.SetOptions(healing="advanced"))
    desk.do(InflictWound("jo", "CH", "Moderate"))
    desk.do(AssignCare("med", "jo"))
    desk.do(EnterHospital("jo"))
    day_by(desk, 40, 30)
    assert wound(desk) == ("Moderate", 30)
    day_by(desk, 35, 12)
    assert wound(desk) == ("Moderate", 35)
    day_by(desk, 60, 80)
    assert wound(desk) == ("Light", 10)
    assert rating_of(desk.person(), "Athletic", content_of(desk.state)) == (5, -2)


@pytest.mark.clause("FS3-18.9", "FS3-18.14", "FS3-18.8")
def test_one_set_of_rolls_for_all_wounds_and_never_below_zero() -> None:
    desk = ward(med=6)
    desk.do(c.SetOptions(healing="advanced"))
    for location in ("CH", "HD"):
        desk.do(InflictWound("jo", location, "Serious"))
    desk.do(AssignCare("med", "jo"))
    day_by(desk, 50, 1)  # -100 fails: 0.5 - 1
    assert (wound(desk, 0), wound(desk, 1)) == (("Serious", 0), ("Serious", 0))
    assert not desk.person().wounds[0].has_healed
    day_by(desk, 50, 90)
    assert (wound(desk, 0), wound(desk, 1)) == (("Serious", 25), ("Serious", 25))


@pytest.mark.clause("FS3-18.15", "FS3-12.9a")
def test_ratings_of_the_day() -> None:
    """A PC rolls under the ruling attribute, an NPC its rating; each with its own wounds."""
    desk = ward(med=6)
    content = content_of(desk.state)
    desk.change("kim", ratings={**desk.person("kim").ratings, "Medicine": 4, "Academic": 7})
    assert rating_of(desk.person("kim"), "Medicine", content) == (4, 4)
    assert rating_of(desk.person("kim"), "Athletic", content) == (5, 0)
    desk.do(InflictWound("kim", "CH", "Serious"))
    desk.do(InflictWound("med", "CH", "Light"))
    assert rating_of(desk.person("kim"), "Medicine", content) == (4, -46)
    assert rating_of(desk.person("med"), "Medicine", content) == (6, -5)


@pytest.mark.clause("FS3-19.17a")
def test_advanced_repair_has_one_roll() -> None:
    desk = ward(mech=6)
    desk.do(c.SetOptions(healing="advanced"))
    desk.do(InflictWound("hawk", "BD", "Critical"))
    desk.do(AssignCare("mech", "hawk"))
    day_by(desk, 16)
    assert wound(desk, id="hawk") == ("Critical", 20)
    day_by(desk, 15)
    assert wound(desk, id="hawk") == ("Critical", 10)


@pytest.mark.clause("FS3-18.14")
def test_the_tick_is_at_the_day_boundary() -> None:
    desk = ward()
    desk.do(AdvanceCalendar(hours=23))
    desk.do(InflictWound("jo", "CH", "Light"))
    desk.do(AdvanceCalendar(hours=1))
    assert wound(desk) == ("Light", 10)
    desk.do(AdvanceCalendar(hours=23))
    assert wound(desk) == ("Light", 10)


@pytest.mark.clause("FS3-18.14")
def test_a_wound_of_the_very_second_of_the_boundary_exists_then() -> None:
    desk = ward()
    desk.do(AdvanceCalendar(hours=23))
    graze = {"location": "CH", "weapon": "rifle", "initial": "Light", "severity": "Light", "tenths": 0}
    new = tuple(WoundRecord(number=n, at=DAY + n - 1, damage="physical", **graze) for n in (1, 2))  # type: ignore[arg-type]
    desk.do(RecordFight("x", 23 * 3600, 3601, {"jo": Aftermath(new=new)}))
    assert (wound(desk, 0), wound(desk, 1)) == (("Light", 10), ("Light", 0))


@pytest.mark.clause("FS3-18.10", "FS3-18.11")
def test_half_the_rating_of_patients() -> None:
    assert [most_patients(rating) for rating in range(13)] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    desk = ward(doc=1, quack=0)
    for id in ("jo", "kim", "hawk"):
        desk.do(InflictWound(id, "BD" if id == "hawk" else "CH", "Light"))
    desk.do(AssignCare("doc", "jo"))
    refused = desk.refuse(AssignCare("doc", "kim"))
    assert (refused.code, refused.clause) == ("E-PATIENTS", "FS3-18.11")
    assert refused.sentence == "Doc looks after 1 patients; Medicine 1 allows 1"
    desk.do(AssignCare("doc", "hawk"))
    assert desk.refuse(AssignCare("quack", "kim")).code == "E-PATIENTS"


@pytest.mark.clause("FS3-18.12", "FS3-18.13", "FS3-22.29", "FS3-19.17a")
def test_care_is_refused() -> None:
    desk = ward(doc=6, nurse=4)
    assert desk.refuse(AssignCare("doc", "jo")).code == "E-NO-WOUND"
    desk.do(InflictWound("jo", "CH", "Light"))
    desk.do(InflictWound("doc", "CH", "Light"))
    assert desk.refuse(AssignCare("doc", "doc")).code == "E-SELF"
    desk.do(AssignCare("doc", "jo"))
    assert desk.refuse(AssignCare("nurse", "jo")).code == "E-HAS-DOCTOR"
    assert "Doc" not in desk.refuse(EndCare("nurse", "jo")).sentence  # a doctor that not everybody may know of
    assert desk.refuse(AssignCare("kim", "doc"), PIA).code == "E-PERM"
    hidden, nobody = (desk.refuse(AssignCare("jo", id), PIA).sentence for id in ("doc", "xyz"))
    assert hidden.replace("doc", "xyz") == nobody, "a player learns of no NPC"
    desk.do(EndCare("doc", "jo"))
    desk.do(AssignCare("nurse", "jo"))
    assert desk.state.care == {"jo": "nurse"}
    desk.do(c.NoteDeath("jo", "lost at sea"))
    assert desk.state.care == {}
    assert desk.refuse(AssignCare("nurse", "jo")).code == "E-STATE"
    assert desk.refuse(AssignCare("jo", "doc")).code == "E-STATE"
    assert desk.refuse(EnterHospital("jo")).code == "E-STATE"
    assert desk.refuse(InflictWound("jo", "CH", "Light")).code == "E-STATE"


@pytest.mark.clause("FS3-18.13")
def test_care_ends_when_the_patient_is_healed() -> None:
    desk = ward(doc=6)
    desk.do(InflictWound("jo", "CH", "Light"))
    desk.do(AssignCare("doc", "jo"))
    assert days(desk, 2)[-1] == "day 2: Doc has done all for Jo Arden"
    assert desk.state.care == {}


@pytest.mark.clause("FS3-18.13", "FS3-22.17")
def test_care_ends_with_the_last_wound_however_that_goes() -> None:
    """Struck out, taken away in a fight or healed by a Treat there; whoever else comes has room."""
    for how in ("struck out", "taken away", "treated"):
        desk = ward(doc=2)
        number = wound_of(desk, "jo", "Light")
        wound_of(desk, "kim", "Light")
        desk.do(AssignCare("doc", "jo"))
        found = {
            "taken away": Aftermath(gone=(number,)),
            "treated": Aftermath(changed=(WoundChange(number=number, tenths=40),)),
        }
        change = desk.do(
            DeleteWound("jo", number) if how == "struck out" else RecordFight("x", 0, 5, {"jo": found[how]})
        )
        assert desk.state.care == {}, how
        assert "Doc has done all for Jo Arden" in change.sentences
        desk.do(AssignCare("doc", "kim"))
        change = desk.do(DeleteWound("kim", 1))
        assert "Doc has done all for Kim Vale" in change.sentences
    desk.do(AddVehicleWound)
    desk.do(AssignCare("doc", "hawk"))
    change = desk.do(DeleteWound("hawk", 1))
    assert change.private[-1] == "Doc has done all for Hawk", "vehicles are the Storyteller's"


def wound_of(desk: Desk, victim: str, severity: Any) -> int:
    """Hurt somebody; the number of the wound."""
    desk.do(InflictWound(victim, "CH", severity))
    return desk.person(victim).wounds[-1].number


AddVehicleWound = InflictWound("hawk", "BD", "Light")


@pytest.mark.clause("FS3-18.10", "FS3-18.11", "FS3-19.17a")
def test_whose_rating_falls_keeps_the_first_patients() -> None:
    desk = ward(doc=6)
    desk.do(c.AddPerson("spy", "Spy", "npc", 4))
    for id in ("kim", "jo", "spy"):
        wound_of(desk, id, "Serious")
        desk.do(AssignCare("doc", id))
    desk.do(AddVehicleWound)
    desk.do(AssignCare("doc", "hawk"))
    change = desk.do(c.SetRating("doc", 3))
    assert desk.state.care == {"kim": "doc", "jo": "doc", "hawk": "doc"}
    assert change.private[-1] == "Doc looks after Spy no more, of whom there are too many now"
    change = desk.do(c.SetRating("doc", 1))
    assert desk.state.care == {"kim": "doc", "hawk": "doc"}
    assert change.sentences == ("Doc looks after Jo Arden no more, of whom there are too many now",)
    desk.do(c.SetRating("doc", 0))
    assert desk.state.care == {}


@pytest.mark.clause("FS3-18.8", "FS3-19.17a")
def test_hospital() -> None:
    desk = ward()
    assert desk.refuse(LeaveHospital("jo")).code == "E-STATE"
    desk.do(EnterHospital("jo"))
    assert desk.refuse(EnterHospital("jo")).sentence == "Jo Arden is in hospital already"
    assert desk.refuse(EnterHospital("hawk")).clause == "FS3-19.17a"
    desk.do(LeaveHospital("jo"))
    assert not desk.person().in_hospital


@pytest.mark.clause("FS3-22.17")
def test_wounds_outside_of_fights() -> None:
    desk = ward()
    assert desk.do(InflictWound("jo", "LA", "Serious", "stun")).sentences == (
        "Jo Arden has a Serious stun wound (Left Arm)",
    )
    refused = desk.refuse(InflictWound("jo", "BD", "Light"))
    assert refused.code == "E-LOCATION" and "no location 'Body'; there are Abdomen (AB), Chest (CH)" in refused.sentence
    assert desk.refuse(DeleteWound("jo", 2)).code == "E-NO-WOUND"
    assert desk.refuse(DeleteWound("jo", 1), ROB).code == "E-PERM"
    desk.do(DeleteWound("jo", 1))
    assert desk.person().wounds == ()


@pytest.mark.clause("FS3-18.1", "FS3-18.2", "FS3-18.3", "FS3-18.4", "FS3-18.6", "FS3-18.8", "FS3-18.15")
@pytest.mark.parametrize(("healing", "doctor"), [("simple", 0), ("simple", 6), ("advanced", 0), ("advanced", 4)])
def test_ten_years_told_twice(healing: Any, doctor: int) -> None:
    """New wounds by chance, and the same dice for both tellings."""
    desk = ward(doc=doctor)
    desk.do(c.SetOptions(healing=healing, xp_per_week=0))
    patient, content, chance = Patient(doctor=(doctor, 0) if doctor else None), content_of(desk.state), live(99)[0]
    for n in range(3650):
        if next_face(chance, 90, 0) == 1:
            severity = LADDER[next_face(chance, 4, 0)]
            stun = next_face(chance, 4, 0) == 1
            desk.do(InflictWound("jo", "CH", severity, "stun" if stun else "physical"))  # type: ignore[arg-type]
            patient.wounds.append(Hurt(severity, stun))
            if doctor and not desk.state.care:
                desk.do(AssignCare("doc", "jo"))
        faces = [next_face(chance, 100, 0) for _ in range(2)]
        patient.day(healing == "advanced", iter(faces).__next__)
        desk.state, _ = pass_time(desk.state, (n + 1) * DAY, Ward(0, content, tape(faces)[0]))
        now = [(each.severity, Fraction(each.tenths, 10), each.has_healed) for each in desk.person().wounds]
        assert now == [(each.severity, each.points, each.begun) for each in patient.wounds]
    assert len(patient.wounds) > 20


@pytest.mark.clause("FS3-18.18", "FS3-18.16")
def test_odds_by_day() -> None:
    found: Any = ODDS["heal"].ask(None, {"wounds": "critical", "system": "simple", "medicine": 6})
    assert found["days"] == 15
    assert [found["by_day"][day]["exact"] for day in ("14", "15")] == ["0", "1"]
    tough, weak = (ODDS["heal"].ask(None, {"wounds": "serious,light/stun", "toughness": rating}) for rating in (9, 2))
    for one, other in zip(tough["by_day"].values(), weak["by_day"].values(), strict=True):
        assert one["float"] >= other["float"]
    rising = [each["float"] for each in tough["by_day"].values()]
    assert len(rising) == 60
    assert all(one <= other for one, other in pairwise(rising))
    never: Any = ODDS["heal"].ask(None, {"wounds": "light", "vehicle": True, "system": "simple", "days": 60})
    assert never["healed"]["exact"] == "0"
    with pytest.raises(BadQuestion, match="wounds such as light, serious"):
        ODDS["heal"].ask(None, {"wounds": "grave"})
