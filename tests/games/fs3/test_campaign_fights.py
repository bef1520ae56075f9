"""FS3-21.6, FS3-1.10 and FS3-6.11: from the campaign into a fight, and its end back into the campaign."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from fireteam.cli import run
from fireteam.core.engine.record import copy_of
from fireteam.core.errors import IllegalChoice, UnknownName
from fireteam.core.game import Setting
from fireteam.core.protocol.campaign import Command, Fight
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.calendar import AdvanceCalendar
from fireteam.games.fs3.campaign.healing import AssignCare, InflictWound
from fireteam.games.fs3.campaign.homecoming import Aftermath, Ammunition, RecordFight, WoundChange
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import DAY, LAST_SECOND, WoundRecord, changed
from fireteam.games.fs3.content import places_of
from fireteam.games.fs3.rules.care import is_treatable
from fireteam.games.fs3.rules.wounds import add_up_wounds
from fireteam.games.fs3.state import PILOT_ROLE
from fireteam.games.fs3.tables import COMBATANTS
from fireteam.registry import find_game

from .campaign_desk import SOUND, Desk, in_play

Fought = tuple[Setting, Any]
WAR = "war1"


def armed() -> Desk:
    """Jo with a rifle of seven rounds and two clips, a Serious wound of yesterday, and luck."""
    desk = in_play(luck=3)
    desk.do(c.SetGear("jo", weapons=("rifle",), rounds={"rifle": 7}, spare_clips={"rifle": 2}))
    desk.do(InflictWound("jo", "LA", "Serious", notes="the stairs"))
    desk.do(AdvanceCalendar(days=1))
    return desk


def go(desk: Desk, scenario: str = "loading_yard", who: tuple[str, ...] = ("jo",), **more: str) -> Fought:
    """A match with characters of the campaign, and its State to change."""
    options = dict(CAMPAIGN.fight(desk.state, scenario, who, WAR, ()))
    setting = find_game("fs3").make_setting(options.pop("scenario"), options | more)
    return setting, copy_of(setting.opening)


def hit(fought: Fought, victim: int, severity: int, **more: int) -> None:
    """A wound in the fight."""
    state: Any = fought[1][0]
    row = state.wounds[state.n_wounds]
    row.victim, row.initial, row.severity, row.turn, row.weapon = victim, severity, severity, 1, 1
    for name, value in more.items():
        row[name] = value
    state.n_wounds += 1
    add_up_wounds(state, victim)


def after(desk: Desk, fought: Fought, dice: str = "") -> tuple[Command, ...]:
    """The commands that carry the end into the campaign."""
    return CAMPAIGN.after(desk.state, *fought, Fight(WAR, "yard", dice))


def come_home(desk: Desk, fought: Fought, dice: str = "") -> tuple[str, ...]:
    """Carry the end into the campaign: what is told of it, secrets too."""
    told: list[str] = []
    for command in after(desk, fought, dice):
        change = desk.do(command)
        told += (*change.sentences, *change.private)
    return tuple(told)


@pytest.mark.clause("FS3-21.6", "FS3-12.4", "FS3-7.43")
def test_who_goes_brings_wounds_luck_and_ammunition() -> None:
    setting, states = go(armed())
    one, kept = states[0].combatants[0], states[0].wounds[0]
    assert (int(one.luck), int(one.rounds[0]), int(one.clips[0])) == (3, 7, 2)
    assert (int(kept.severity), int(kept.points), int(kept.has_healed), int(kept.second)) == (3, 10, 1, -DAY)
    assert not is_treatable(states[0], setting.tables[0], 0)
    assert "Jo Arden" in setting.content.titles.values()


@pytest.mark.clause("FS3-21.6", "FS3-12.4", "FS3-22.19", "FS3-D.3")
def test_notes_of_who_goes_and_of_its_wounds_stay_at_home() -> None:
    """Everybody at the table may read the options of a match; the wounds come home with their notes."""
    desk, content = armed(), find_game("fs3").make_setting("shuttle_run", {}).content
    sheet = next(each for each in content.sheets if each.is_pc and each.role == PILOT_ROLE)
    chart = content.files.charts[content.files.vehicles[sheet.vehicle].chart]
    desk.do(c.AddVehicle("falcon", "Falcon", sheet.vehicle))
    desk.do(InflictWound("falcon", next(iter(chart.locations)), "Moderate", notes="a sabotage"))
    desk.do(c.WriteNotes("jo", "hunts the traitor"))
    desk.do(c.WritePrivateNotes("jo", "is the traitor"))
    before = desk.state
    brought = CAMPAIGN.fight(before, "shuttle_run", ("jo",), WAR, ())["pc1"]
    assert '"severity":"Serious"' in brought and '"craft_wounds":[{' in brought
    assert [word for word in ("notes", "stairs", "sabotage", "traitor") if word in brought] == []
    come_home(desk, go(desk, "shuttle_run"))
    assert (desk.person(), desk.state.craft) == (before.people["jo"], before.craft)


@pytest.mark.clause("FS3-21.6b")
def test_what_no_rule_of_a_fight_reads_stays_at_home_and_luck_is_its_players() -> None:
    desk = armed()
    desk.change("jo", concept="A marine.", profession="Firearms", xp=7, ruling={"Chess": "Academic"})
    options = CAMPAIGN.fight(desk.state, "loading_yard", ("jo",), WAR, ())
    hidden = (
        "quirks",
        "hums",
        "background",
        "Chess",
        "languages",
        "Standard",
        "marine",
        "profession",
        '"xp"',
        "ruling",
    )
    assert [word for word in hidden if word in options["pc1"]] == []
    game = find_game("fs3")
    assert game.shown_options is not None
    shown = {name: json.loads(value) for name, value in game.shown_options(options).items() if name != "scenario"}
    assert "luck" not in shown["pc1"]
    assert {**shown["pc1"], "luck": 3} == json.loads(options["pc1"])
    own = json.dumps({"id": "x", "luck": 2})
    others = {"pc1": "hugo", "pc2": own, "desk": "none"}
    assert game.shown_options(others) == others, "who is of no campaign hides nothing, to the letter"
    before = desk.person()
    come_home(desk, go(desk))
    assert desk.person() == before


@pytest.mark.clause("FS3-21.6", "FS3-1.10", "FS3-12.4")
def test_a_fights_end_goes_to_the_campaign() -> None:
    desk = armed()
    fought = go(desk)
    state: Any = fought[1][0]
    hit(fought, 1, 2, location=1, stun=1, second=10)
    hit(fought, 2, 4, second=10)
    state.wounds[0].is_treated = 1
    state.combatants[0].luck, state.combatants[0].rounds[0], state.combatants[0].clips[0] = 1, 2, 1
    state.clock, state.turn, state.winner = 35, 7, 1
    told = come_home(desk, fought)
    assert told[0].endswith(": team 1 wins after 7 turns")
    assert "Moderate stun wound" in told[1]
    assert "luck -2" in told[1]
    jo = desk.person()
    assert (jo.luck, jo.rounds, jo.spare_clips) == (1, {"rifle": 2}, {"rifle": 1})
    old, new = jo.wounds
    assert (old.number, old.severity, old.tenths, old.treated, old.at, old.notes) == (
        1,
        "Serious",
        10,
        True,
        0,
        "the stairs",
    )
    assert (new.number, new.severity, new.initial, new.damage, new.at) == (2, "Moderate", "Moderate", "stun", DAY + 10)
    assert desk.state.clock == DAY + 35
    record = desk.state.fights[0]
    assert (record.number, record.at, record.until, record.people) == (1, DAY, DAY + 35, ("jo",))
    states = go(desk)[1]
    assert [int(each.severity) for each in states[0].wounds[:2]] == [3, 2]
    assert (int(states[0].combatants[0].luck), int(states[0].combatants[0].rounds[0])) == (1, 2)


@pytest.mark.clause("FS3-6.11", "FS3-6.11a", "FS3-21.6")
def test_a_mock_fight_leaves_no_trace_but_the_luck_it_cost() -> None:
    desk = armed()
    before = desk.state
    fought = go(desk, mode="mock")
    hit(fought, 1, 4, is_mock=1)
    fought[1][0].clock, fought[1][0].combatants[0].rounds[0] = 35, 0
    assert after(desk, fought) == ()
    fought[1][0].combatants[0].luck -= 1
    assert come_home(desk, fought, "d1") == ("Jo Arden: luck -1",)
    assert desk.refuse(after(desk, fought, "d1")[0]).clause == "FS3-21.6", "its luck is paid once"
    (record,) = desk.state.fights
    assert (record.mock, record.at, record.until) == (True, DAY, DAY)
    desk.change("jo", luck=3)
    assert changed(desk.state, fights=()) == before


@pytest.mark.clause("FS3-6.11", "FS3-21.6")
def test_a_mock_wound_of_a_real_fight_stays_there() -> None:
    desk = armed()
    before, fought = desk.person().wounds, go(desk)
    hit(fought, 1, 4, is_mock=1)
    hit(fought, 1, 2)
    come_home(desk, fought)
    assert [one.severity for one in desk.person().wounds] == [*(one.severity for one in before), "Moderate"]


@pytest.mark.clause("FS3-12.4", "FS3-15.9")
def test_a_wound_by_shrapnel_is_one_by_shrapnel_and_one_by_no_weapon_is_not() -> None:
    desk = armed()
    fought = go(desk)
    for weapon in (0, 1, len(fought[0].content.files.weapons), len(fought[0].content.files.weapons) + 1):
        hit(fought, 1, 1, weapon=weapon)
    come_home(desk, fought)
    ids = list(fought[0].content.files.weapons)
    assert [each.weapon for each in desk.person().wounds[1:]] == ["shrapnel", ids[0], ids[-1], ""]


@pytest.mark.clause("FS3-21.6")
def test_wounds_that_the_storyteller_took_away_are_gone() -> None:
    desk = armed()
    fought = go(desk)
    fought[1][0].wounds[0].victim = 0
    come_home(desk, fought)
    assert desk.person().wounds == ()


@pytest.mark.clause("FS3-1.10", "FS3-18.14", "FS3-21.8")
def test_a_fight_over_midnight_heals_what_was_there() -> None:
    desk = armed().at(2 * DAY - 20)
    fought = go(desk)
    hit(fought, 1, 3, second=30)
    fought[1][0].clock = 60
    told = come_home(desk, fought)
    assert desk.state.clock == 2 * DAY + 40
    assert [each.tenths for each in desk.person().wounds] == [20, 0]
    assert told


@pytest.mark.clause("FS3-1.10")
def test_the_latest_of_two_fights_at_once_sets_the_clock() -> None:
    desk = armed()
    first, second = go(desk), go(desk, who=("kim",))
    first[1][0].clock, second[1][0].clock = 100, 40
    come_home(desk, first)
    come_home(desk, second)
    assert desk.state.clock == DAY + 100
    assert [each.until for each in desk.state.fights] == [DAY + 100, DAY + 40]


@pytest.mark.clause("FS3-21.6")
def test_a_fight_comes_home_once_whatever_its_replay_is_called() -> None:
    desk = armed()
    fought = go(desk)
    hit(fought, 1, 2)
    fought[1][0].clock = 35
    come_home(desk, fought, "d1")
    again = changed(after(desk, fought, "d1")[0], match="the same under another name", fights=9)
    refused = desk.refuse(again)
    assert (refused.code, refused.clause) == ("E-STATE", "FS3-21.6")
    assert "fight 1 of the chronicle" in refused.sentence
    come_home(desk, go(desk), "d1")
    assert len(desk.state.fights) == 2, "another fight may have had the same dice, of the same seed"


@pytest.mark.clause("FS3-6.2")
@pytest.mark.parametrize("seconds", [0, 25])
def test_of_two_fights_at_once_one_comes_home(seconds: int) -> None:
    """Also where it was stopped in its first turn, and the clock stands still."""
    desk = armed()
    first, second, kims = go(desk), go(desk), go(desk, who=("kim",))
    first[1][0].clock = second[1][0].clock = seconds
    come_home(desk, first, "d1")
    refused = desk.refuse(after(desk, second, "d2")[0])
    assert (refused.code, refused.clause) == ("E-IN-COMBAT", "FS3-6.2")
    assert "Jo Arden was in fight 1 (The Loading Yard) at that time" in refused.sentence
    come_home(desk, kims, "d3")
    come_home(desk, go(desk), "d4")
    assert [each.people for each in desk.state.fights] == [("jo",), ("kim",), ("jo",)]


@pytest.mark.clause("FS3-6.2")
def test_a_vehicle_is_in_one_fight_at_a_time_and_a_fight_that_says_less_is_judged_by_its_time() -> None:
    desk = armed()
    desk.do(c.AddVehicle("owl", "Owl", "interceptor"))
    desk.do(RecordFight("x", DAY, 10, {"jo": Aftermath()}, {"owl": Aftermath()}))
    assert desk.refuse(RecordFight("y", DAY + 5, 10, {"kim": Aftermath()}, {"owl": Aftermath()})).code == "E-IN-COMBAT"
    assert desk.refuse(RecordFight("y", DAY + 5, 1, {"jo": Aftermath()})).code == "E-IN-COMBAT"
    desk.do(RecordFight("y", DAY + 5, 1, {"kim": Aftermath()}))
    desk.do(RecordFight("z", DAY + 10, 5, {"jo": Aftermath()}, {"owl": Aftermath()}))


@pytest.mark.clause("FS3-6.2")
def test_who_is_in_a_fight_under_way_goes_into_no_other() -> None:
    desk = armed()
    desk.do(c.AddVehicle("owl", "Owl", "interceptor"))
    running = CAMPAIGN.fight(desk.state, "patrol", ("jo",), WAR, ())
    with pytest.raises(IllegalChoice) as refused:
        CAMPAIGN.fight(desk.state, "loading_yard", ("kim", "jo"), WAR, (running,))
    assert (refused.value.code, refused.value.clause) == ("E-IN-COMBAT", "FS3-6.2")
    kims = CAMPAIGN.fight(desk.state, "patrol", ("kim",), WAR, (running,))
    assert json.loads(running["pc1"])["leave"]["craft"] == "owl"
    assert "craft" not in json.loads(kims["pc1"])["leave"], "its vehicle is away too"


@pytest.mark.clause("FS3-21.6a", "FS3-18.6", "FS3-18.14")
def test_wounds_of_a_fight_that_comes_home_late_have_healed_meanwhile() -> None:
    """Those that were brought along have had those days at home already."""
    late, early = armed(), armed()
    for desk in (late, early):
        fought = go(desk)
        hit(fought, 1, 2, location=1, second=10)
        fought[1][0].clock = 20
        if desk is late:
            desk.do(AdvanceCalendar(days=5))
        come_home(desk, fought)
        if desk is early:
            desk.do(AdvanceCalendar(days=5))
    assert late.person().wounds == early.person().wounds
    assert [(each.severity, each.tenths) for each in late.person().wounds] == [("Serious", 60), ("Moderate", 50)]
    assert late.state.clock == 6 * DAY


@pytest.mark.clause("FS3-21.6a", "FS3-18.7", "FS3-19.17a")
def test_days_missed_are_rolled_for_with_care_as_it_is_and_vehicles_miss_none() -> None:
    desk = armed()
    desk.do(c.SetOptions(healing="advanced"))
    desk.do(c.AddPerson("doc", "Doc", "npc", 12))
    desk.do(AssignCare("doc", "jo"))
    fought = go(desk)
    hit(fought, 1, 2, location=1)
    desk.do(AdvanceCalendar(days=2))
    before = desk.person().wounds[0].tenths
    come_home(desk, fought)
    old, new = desk.person().wounds
    assert old.tenths == before
    assert (new.severity, new.tenths, new.has_healed) == ("Light", 0, True)
    wound = WoundRecord(number=1, location="BD", initial="Light", severity="Light", at=DAY)
    desk.do(c.AddVehicle("owl", "Owl", "interceptor"))
    desk.do(RecordFight("x", DAY, 0, vehicles={"owl": Aftermath(new=(wound,))}))
    assert desk.state.craft["owl"].wounds == (wound,), "nobody repairs it"


@pytest.mark.clause("FS3-21.6a", "FS3-7.41")
def test_what_has_healed_meanwhile_stays_so_and_has_what_was_treated_besides() -> None:
    """Serious: 8 points to Moderate, 6 to Light, 4 to healed (FS3-18.1)."""
    desk = armed()
    fought = go(desk)
    wound = fought[1][0].wounds[0]
    wound.points, wound.is_treated, wound.has_healed = 30, 1, 1
    desk.do(AdvanceCalendar(days=6))
    at_home = desk.person().wounds[0]
    assert (at_home.severity, at_home.tenths) == ("Serious", 70)
    come_home(desk, fought)
    now = desk.person().wounds[0]
    assert (now.severity, now.tenths, now.treated) == ("Moderate", 10, True)
    healed = armed()
    fought = go(healed)
    fought[1][0].wounds[0].is_treated = 1
    healed.do(AdvanceCalendar(days=30))
    assert healed.person().wounds[0].severity == "healed"
    come_home(healed, fought)
    now = healed.person().wounds[0]
    assert (now.severity, now.tenths, now.treated, now.has_healed, now.notes) == ("healed", 0, True, True, "the stairs")


@pytest.mark.clause("FS3-21.6a", "FS3-22.17")
def test_what_the_desk_changed_of_a_wound_comes_home_as_it_was_changed() -> None:
    desk = armed()
    fought = go(desk)
    wound = fought[1][0].wounds[0]
    wound.severity = wound.initial = 4
    wound.stun, wound.location = 1, 1
    come_home(desk, fought)
    now = desk.person().wounds[0]
    codes = list(fought[0].content.files.location_names)
    assert (now.initial, now.severity, now.damage, now.location) == ("Critical", "Critical", "stun", codes[1])
    change = WoundChange(number=1, tenths=-9999)
    desk.do(RecordFight("x", DAY, 0, {"jo": Aftermath(changed=(change,))}))
    assert (desk.person().wounds[0].severity, desk.person().wounds[0].tenths) == ("Critical", 0)


@pytest.mark.clause("FS3-21.6a")
def test_luck_and_ammunition_change_by_what_was_used() -> None:
    desk = armed()
    fought = go(desk)
    one = fought[1][0].combatants[0]
    one.luck, one.rounds[0], one.clips[0] = 1, 2, 1
    desk.do(c.SetGear("jo", weapons=("rifle",), rounds={"rifle": 12}, spare_clips={"rifle": 5}))
    desk.do(c.AwardLuck(4, "a gift", ("jo",)))
    come_home(desk, fought)
    assert (desk.person().luck, desk.person().rounds, desk.person().spare_clips) == (5, {"rifle": 7}, {"rifle": 4})
    fought = go(desk)
    fought[1][0].combatants[0].rounds[0] = 1
    desk.do(c.SetGear("jo", weapons=("pistol",)))
    come_home(desk, fought)
    assert (desk.person().weapons, desk.person().rounds, desk.person().spare_clips) == (("pistol",), {}, {})


@pytest.mark.clause("FS3-21.6", "FS3-22.19", "FS3-19.16")
def test_a_vehicle_goes_and_comes_home_with_its_damage() -> None:
    desk = armed()
    content = find_game("fs3").make_setting("shuttle_run", {}).content
    sheet = next(each for each in content.sheets if each.is_pc and each.role == 2)
    desk.do(c.AddVehicle("falcon", "Falcon", sheet.vehicle))
    chart = content.files.charts[content.files.vehicles[sheet.vehicle].chart]
    desk.do(InflictWound("falcon", next(iter(chart.locations)), "Moderate"))
    fought = go(desk, "shuttle_run")
    state: Any = fought[1][0]
    seat = next(k for k in range(COMBATANTS) if fought[0].content.sheets[k].character == "jo")
    assert int(state.combatants[seat].role) == 2
    vehicle = COMBATANTS + int(state.combatants[seat].vehicle)
    assert [int(each.victim) for each in state.wounds[:2]] == [seat + 1, vehicle]
    hit(fought, vehicle, 4, location=int(state.wounds[1].location))
    state.combatants[seat].rounds[0] = 0
    come_home(desk, fought)
    assert [(each.number, each.severity) for each in desk.state.craft["falcon"].wounds] == [
        (1, "Moderate"),
        (2, "Critical"),
    ]
    assert desk.person().rounds == {"rifle": 7}


def craft_of(desk: Desk, *who: str) -> list[str]:
    """The vehicles of the campaign that pilots of a patrol fly."""
    options = CAMPAIGN.fight(desk.state, "patrol", who, WAR, ())
    return [json.loads(options[f"pc{n}"])["leave"].get("craft", "") for n, _ in enumerate(who, 1)]


@pytest.mark.clause("FS3-21.6", "FS3-22.19")
def test_a_pilot_flies_the_vehicle_of_the_seats_name_and_no_two_fly_one() -> None:
    desk, setting = armed(), find_game("fs3").make_setting("patrol", {})
    place = places_of(setting.content.files.scenario("patrol"))[0]
    desk.do(c.AddVehicle("owl", "Owl", "interceptor"))
    assert craft_of(desk, "jo", "kim") == ["owl", ""]
    desk.do(c.AddVehicle("own", place.craft or f"{place.name}s", "interceptor"))
    assert craft_of(desk, "jo", "kim") == ["own", "owl"]


@pytest.mark.clause("FS3-21.6", "FS3-12.4", "FS3-22.19")
def test_what_is_healed_stays_at_home_and_keeps_its_number() -> None:
    desk = armed()
    desk.do(c.AddVehicle("owl", "Owl", "interceptor"))
    for victim, location in (("jo", "CH"), ("owl", "BD")):
        desk.do(InflictWound(victim, location, "Light"))
        desk.do(InflictWound(victim, location, "Moderate"))
    jo, owl = desk.person(), desk.state.craft["owl"]
    desk.change("jo", wounds=(changed(jo.wounds[0], severity="healed", tenths=0), *jo.wounds[1:]))
    owl = changed(owl, wounds=(changed(owl.wounds[0], severity="healed"), owl.wounds[1]))
    desk.state = changed(desk.state, craft={"owl": owl})
    fought = go(desk, "patrol")
    leave = fought[0].content.files.characters["jo"].leave
    assert (leave.wounds, leave.craft_numbers) == ((2, 3), (2,))
    assert [each.severity for each in leave.craft_wounds] == ["Moderate"]
    fought[1][0].wounds[1].victim = 0
    come_home(desk, fought)
    assert [(each.number, each.severity) for each in desk.person().wounds] == [(1, "healed"), (2, "Light")]


@pytest.mark.clause("FS3-21.6", "FS3-12.4")
def test_a_wound_that_was_brought_keeps_when_and_with_what_it_was_inflicted() -> None:
    """However long ago: a fight counts no more than 34 years back."""
    desk = armed().at(40 * 365 * DAY)
    old = changed(desk.person().wounds[0], severity="Moderate", weapon="pistol")
    desk.change("jo", wounds=(old,))
    fought = go(desk)
    fought[1][0].wounds[0].is_treated = 1
    come_home(desk, fought)
    assert desk.person().wounds == (changed(old, treated=True),)


@pytest.mark.clause("FS3-21.6", "FS3-22.17")
def test_a_new_wound_in_the_place_of_one_taken_away_is_new() -> None:
    desk = armed()
    fought = go(desk)
    row = fought[1][0].wounds[0]
    row.initial, row.severity, row.turn, row.weapon, row.second, row.points = 4, 4, 1, 1, 5, 0
    fought[1][0].clock = 5
    come_home(desk, fought)
    assert [(each.number, each.initial, each.at) for each in desk.person().wounds] == [(2, "Critical", DAY + 5)]


@pytest.mark.clause("FS3-21.6")
@pytest.mark.parametrize(("field", "value"), [("status", 0), ("being", 1)])
def test_who_is_not_in_the_fight_or_another_in_that_seat_brings_nothing_home(field: str, value: int) -> None:
    desk = armed()
    fought = go(desk)
    hit(fought, 1, 4)
    fought[1][0].combatants[0][field] = value
    assert after(desk, fought) == ()


@pytest.mark.clause("FS3-21.6")
def test_a_fight_of_another_campaign_is_nothing_to_one_of_the_same_name_and_people() -> None:
    desk = armed()
    assert CAMPAIGN.after(desk.state, *go(desk), Fight("war2")) == ()
    assert after(desk, go(desk)) != ()


@pytest.mark.clause("FS3-21.6")
def test_ammunition_of_the_own_loadout_alone_comes_home() -> None:
    """Not that of a weapon picked up, nor of a vehicle's; a full weapon needs no note."""
    desk = armed()
    fought = go(desk)
    setting, one = fought[0], fought[1][0].combatants[0]
    ids = list(setting.content.files.weapons)
    one.n_weapons, one.weapons[1], one.rounds[1], one.clips[1] = 2, ids.index("smg"), 3, 1
    one.rounds[0] = setting.content.files.weapons["rifle"].ammunition
    come_home(desk, fought)
    assert (desk.person().rounds, desk.person().spare_clips) == ({}, {"rifle": 2})
    desk.change("jo", weapons=("kinetic_cannon",), spare_clips={})
    fought = go(desk, "patrol")
    one = fought[1][0].combatants[0]
    assert ids[int(one.weapons[0])] == "kinetic_cannon"
    one.rounds[0], one.clips[0] = 1, 1
    come_home(desk, fought)
    assert (desk.person().rounds, desk.person().spare_clips) == ({}, {})


@pytest.mark.clause("FS3-21.6", "FS3-6.11")
def test_a_mock_fight_names_no_vehicle() -> None:
    desk = armed()
    desk.do(c.AddVehicle("owl", "Owl", "interceptor"))
    fought = go(desk, "patrol", mode="mock")
    hit(fought, COMBATANTS + int(fought[1][0].combatants[0].vehicle), 4, is_mock=1)
    fought[1][0].combatants[0].luck -= 1
    assert come_home(desk, fought) == ("Jo Arden: luck -1",)
    assert desk.state.craft["owl"].wounds == ()


@pytest.mark.clause("FS3-21.6", "FS3-1.9", "FS3-1.5")
def test_what_is_told_of_a_fight_and_how_far_luck_falls() -> None:
    """Luck may have been spent at home since; how an NPC fares is the Storyteller's."""
    desk = armed()
    desk.do(c.AddPerson("spy", "Spy", "npc", 4))
    desk.change("jo", luck=1)
    change = desk.do(RecordFight("x", DAY, 10, {"jo": Aftermath(luck=-2), "spy": Aftermath()}))
    assert desk.person().luck == 0
    assert change.private == ("Spy: unhurt",) and not any("Spy" in each for each in change.sentences)
    assert desk.refuse(RecordFight("x", DAY + 11, 0)).clause == "FS3-1.9"
    desk.do(RecordFight("x", DAY + 10, 0))


@pytest.mark.clause("FS3-21.6", "FS3-5.6")
def test_who_rose_by_experience_may_fight() -> None:
    desk = armed()
    desk.change("jo", ratings={**desk.person().ratings, "Firearms": 12, "Melee": 9, "Alertness": 9})
    setting, _ = go(desk)
    assert setting.content.sheets[0].character == "jo"


@pytest.mark.clause("FS3-21.6", "FS3-6.8", "FS3-6.2")
def test_who_cannot_go() -> None:
    desk = armed()
    desk.do(c.AddPerson("spy", "Spy", "npc", 4))
    desk.do(c.AddPerson("new", "New"))

    def refused(*who: str) -> str:
        with pytest.raises(Exception) as error:
            CAMPAIGN.fight(desk.state, "loading_yard", who, WAR, ())
        return str(getattr(error.value, "code", ""))

    assert refused() == "E-STATE"
    assert refused("jo", "jo") == "E-IN-COMBAT"
    assert refused("spy") == "E-TARGET"
    assert refused("nobody") == "E-TARGET"
    assert refused("new") == "E-STATE"
    assert refused("jo", "kim", "spy", "new", "jo") == "E-STATE"
    desk.do(c.NoteDeath("kim", "gone"))
    assert refused("kim") == "E-STATE"
    with pytest.raises(UnknownName):
        CAMPAIGN.fight(desk.state, "nowhere", ("jo",), WAR, ())


@pytest.mark.clause("FS3-21.6", "FS3-1.9")
def test_a_fight_that_cannot_have_been() -> None:
    desk = armed()
    assert desk.refuse(RecordFight("x", 2 * DAY, 10)).clause == "FS3-1.9"
    assert desk.refuse(RecordFight("x", 0, -1)).code == "E-STATE"
    assert desk.refuse(RecordFight("x", 0, 10, {"nobody": Aftermath()})).code == "E-TARGET"
    assert desk.refuse(RecordFight("x", 0, 10, vehicles={"jo": Aftermath()})).code == "E-TARGET"
    for by in (900, -900):
        found = Aftermath(ammunition={"rifle": Ammunition(rounds=by)})
        assert desk.refuse(RecordFight("x", 0, 10, {"jo": found})).code == "E-CFG-RANGE"
    found = Aftermath(ammunition={"nonesuch": Ammunition(rounds=-3)})
    assert "no weapon 'nonesuch'" in desk.refuse(RecordFight("x", 0, 10, {"jo": found})).sentence
    for seconds in (10**15, LAST_SECOND, 4000 * DAY):
        assert desk.refuse(RecordFight("x", 0, seconds)).clause == "FS3-1.9", "the calendar does not go on without end"


@pytest.mark.clause("FS3-21.6")
def test_a_fight_without_the_campaign_is_nothing_to_it() -> None:
    setting = find_game("fs3").make_setting("loading_yard", {})
    assert after(armed(), (setting, setting.opening)) == ()


@pytest.mark.clause("FS3-21.6", "FS3-1.10")
def test_a_match_in_a_file_goes_into_a_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole fight at the terminal: from a campaign's folder into a match file, and back."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(["campaign", "new", "fs3", "War", "-o", "war"]) == 0
    sheet = json.dumps({"id": "jo", "name": "Jo", "kind": "pc", **{k: SOUND[k] for k in SOUND}})
    for words in (
        ["add_person", "id=jo", "name=Jo"],
        ["take_sheet", "person=jo", f"sheet={sheet}"],
        ["approve_sheet", "person=jo"],
    ):
        assert run(["campaign", "do", "war", *words]) == 0
    capsys.readouterr()
    assert run(["campaign", "fight", "war", "loading_yard", "jo"]) == 0
    play = shlex.split(capsys.readouterr().out)[1:]
    slots = find_game("fs3").make_setting("loading_yard", {}).slots
    seats = [word for slot in slots for word in ("--seat", f"{slot}=random")]
    assert run([*play, *seats, "--seed", "3", "--plain", "-o", "yard.match"]) == 0
    capsys.readouterr()
    assert run(["campaign", "record", "war", "yard.match", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert "The Loading Yard: team" in told
    assert run(["campaign", "show", "war"]) == 0
    assert "yard" in capsys.readouterr().out
    Path("yard.match").rename("again.match")
    assert run(["campaign", "record", "war", "again.match"]) == 1
    assert "recorded already: it is fight 1 of the chronicle" in capsys.readouterr().err
    assert run(["campaign", "new", "fs3", "War", "-o", "other"]) == 0
    for words in (["add_person", "id=jo", "name=Jo"], ["take_sheet", "person=jo", f"sheet={sheet}"]):
        assert run(["campaign", "do", "other", *words]) == 0
    capsys.readouterr()
    assert run(["campaign", "record", "other", "again.match"]) == 0
    assert "nothing that the campaign keeps" in capsys.readouterr().err
