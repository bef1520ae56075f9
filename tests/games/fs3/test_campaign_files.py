"""Campaigns as files: read back without loss, the same for good, and nonsense told with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.campaign.state_files import read_state, write_state
from fireteam.content.problems import BadContent
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.files import read
from fireteam.games.fs3.campaign.homecoming import Aftermath, Ammunition, RecordFight, WoundChange
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import DAY, Campaign, FightRecord, WoundRecord, changed

from .campaign_desk import PIA, in_play
from .test_campaign_records import first_location, wound

OLD = Path(__file__).parent / "old_campaign"
"""A campaign as the first version wrote it."""


def lived() -> Campaign:
    """A campaign that has something of everything."""
    desk = in_play(concept="A marine.", wounds=(wound(treated=True, has_healed=True, at=60, notes="a nail"),))
    desk.do(c.AddPerson("bot", "Bot", kind="npc", rating=0))
    desk.do(c.AddPerson("al", "Al Roe", player="Pia"))
    desk.do(c.AddVehicle("wren", "Wren", "command_shuttle"))
    desk.do(c.SetOptions(healing="advanced", xp_per_week=1, tiers={"rookie": 60}))
    desk.do(c.AwardXp(12, "the bridge: held, 3 days\nand a night"))
    desk.at(3 * DAY).do(c.RaiseSkill("jo", "Melee", day=1))
    desk.do(c.RaiseSkill("jo", "Singing", is_new=True, override=True))
    desk.do(c.RefundRaise("jo", "Singing"))
    desk.do(c.RaiseSkill("kim", "Firearms"))
    desk.do(c.RaiseSkill("jo", "Standard", day=None, override=True))
    desk.do(c.SetGear("kim", weapons=("rifle",), rounds={"rifle": 3}, spare_clips={"rifle": 0}, armour="heavy_body"))
    desk.do(c.AwardPackage({"1e5": 1, "no": 2}, "null", ("kim",)))
    desk.do(c.WritePrivateNotes("jo", "knows: #1 'the' \"plan\" \u00e9\n- all of it"))
    desk.do(c.WriteCampaignNotes("true"))
    desk.do(c.NoteDeath("kim", "fell"))
    craft = changed(desk.state.craft["wren"], wounds=(wound(location=first_location("command_shuttle")),))
    fight = FightRecord(number=1, scenario="patrol", match="abc", at=60, until=300, people=("jo", "kim"), outcome="won")
    return changed(desk.state, craft={"wren": craft}, care={"wren": "jo"}, fights=(fight,))  # type: ignore[no-any-return]


@pytest.mark.clause("FS3-D.3")
def test_files_give_the_campaign_back() -> None:
    state = lived()
    written = write_state(CAMPAIGN, "fs3", state)
    assert set(written) == {
        *("campaign.yaml", "calendar.yaml", "vehicles.yaml", "fights.yaml"),
        *(f"characters/{id}.yaml" for id in ("jo", "kim", "bot", "al")),
    }
    back = read_state(CAMPAIGN, written, game="fs3")
    assert back == state and list(back.people) == list(state.people)
    assert read(CAMPAIGN.files(state)) == state


@pytest.mark.clause("FS3-D.3")
def test_a_campaign_of_the_first_version_is_read_for_good() -> None:
    """Its files stay as they were written; whatever comes later, they are this campaign."""
    paths = {str(path.relative_to(OLD)): path.read_bytes() for path in OLD.glob("**/*.yaml")}
    assert read_state(CAMPAIGN, paths, game="fs3") == lived()


@pytest.mark.clause("FS3-D.3")
def test_people_may_be_put_in_by_hand() -> None:
    """A character file of a pack is one of a campaign; who stands on no list comes last."""
    files = {
        **CAMPAIGN.files(in_play().state),
        "characters/zoe.yaml": {"id": "zoe", "name": "Zoe", "kind": "npc", "rating": 3},
    }
    assert [*read(files).people] == ["jo", "kim", "zoe"]


FAULTS: list[tuple[str, str, str, str]] = [
    ("characters/jo.yaml", "Firearms: 8", "Firearms: 80", "Firearms must be a whole number from 0 to 12"),
    ("characters/jo.yaml", "Firearms: 8", "Fencing: 8", "no ability named Fencing"),
    ("characters/jo.yaml", "Academic: 4", "Gunnery: 4", "Academic is rated 0; every attribute is 1 to 12"),
    ("characters/jo.yaml", "owner: Pia", "onwer: Pia", "field onwer is not known; did you mean 'owner'?"),
    ("characters/jo.yaml", "id: jo", "id: joe", "the file jo.yaml holds no sound character jo"),
    ("characters/jo.yaml", "kind: pc", "kind: pet", "kind must be one of pc, npc"),
    ("characters/kim.yaml", "xp: 4", "xp: 17", "17 XP are saved; 16 are the most"),
    ("characters/jo.yaml", "at: 60", "at: 999999", "second 999999 has not come yet; the calendar is at 259200"),
    ("characters/jo.yaml", "location: CH", "location: XX", "a wound on XX; it must be on one of"),
    ("characters/jo.yaml", "severity: Moderate", "severity: Bad", "severity must be one of healed, Light"),
    ("characters/jo.yaml", "approval: approved", "tier: elite", "the campaign has no tier elite"),
    ("calendar.yaml", "wren: jo", "wren: doc", "there is no doctor doc"),
    ("calendar.yaml", "wren: jo", "owl: jo", "there is no patient owl"),
    ("calendar.yaml", "wren: jo", "jo: jo", "jo cannot be the own patient"),
    ("calendar.yaml", "wren: jo", "kim: jo", "kim has no wound to look after"),
    ("calendar.yaml", "clock: 259200", "clock: -1", "clock must be a whole number"),
    ("vehicles.yaml", "type: command_shuttle", "type: zeppelin", "no vehicle named zeppelin"),
    ("vehicles.yaml", "id: wren", "id: kim", "kim is a character too"),
    ("fights.yaml", "until: 300", "until: 30", "the fight ends at second 30 and begins at 60"),
    ("fights.yaml", "until: 300", "until: 999999", "second 999999 has not come yet"),
    ("campaign.yaml", "xp_per_week: 1", "xp_per_week: lots", "xp_per_week must be"),
    ("campaign.yaml", "name: The long war", "nam: The long war", "field name is missing"),
]


@pytest.mark.clause("FS3-D.3", "FS3-12.4", "FS3-18.13", "FS3-1.9", "FS3-4.2")
@pytest.mark.parametrize(("path", "old", "new", "sentence"), FAULTS)
def test_nonsense_is_told_with_file_and_line(path: str, old: str, new: str, sentence: str) -> None:
    written = write_state(CAMPAIGN, "fs3", lived())
    text = written[path].decode()
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    with pytest.raises(BadContent) as refused:
        read_state(CAMPAIGN, {**written, path: text.replace(old, new, 1).encode()}, game="fs3")
    told = [
        each for each in refused.value.problems if sentence in each.message + (f"; {each.hint}" if each.hint else "")
    ]
    assert told and told[0].file == path, refused.value
    assert told[0].line == line or "Academic" in sentence or "missing" in sentence, refused.value


@pytest.mark.clause("FS3-D.3")
@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("people/jo.yaml", {}, "people/jo.yaml is no file of a campaign"),
        ("characters/jo.yaml", [1], "must be a mapping"),
        ("fights.yaml", {"fights": 3}, "fights must be"),
        ("campaign.yaml", {"name": "x", "notes": "a\x1bb"}, "do not print"),
    ],
)
def test_what_is_no_file_of_a_campaign(path: str, value: Any, sentence: str) -> None:
    with pytest.raises(BadContent, match=sentence):
        read({**CAMPAIGN.files(in_play().state), path: value})


def test_a_campaign_needs_its_main_file() -> None:
    with pytest.raises(BadContent, match=r"campaign\.yaml:1:1: E_C_FILE is missing"):
        read({})
    with pytest.raises(BadContent, match="two wounds have the number 1"):
        desk = in_play(wounds=(wound(), wound()))
        read(CAMPAIGN.files(desk.state))
    assert PIA.name in str(read(CAMPAIGN.files(in_play().state)).people["jo"].owner)


WOUND = WoundRecord(number=1, location="CH", initial="Light", severity="Light")
NONSENSE = [
    ({"people": {"jo": Aftermath(new=(changed(WOUND, at=DAY),))}}, "has not come yet"),
    ({"people": {"jo": Aftermath(new=(changed(WOUND, location="XX"),))}}, "a wound on XX"),
    ({"people": {"jo": Aftermath(new=(changed(WOUND, weapon="a\x1bb"),))}}, "do not print"),
    ({"people": {"jo": Aftermath(new=(changed(WOUND, notes="x" * 5000),))}}, "length <= 4000"),
    ({"people": {"jo": Aftermath(new=(WOUND,), changed=(WoundChange(number=7, location="YY"),))}}, ""),
    ({"people": {"jo": Aftermath(ammunition={"nonesuch": Ammunition(clips=3)})}}, "no weapon 'nonesuch'"),
    ({"vehicles": {"owl": Aftermath(new=(changed(WOUND, location="XX"),))}}, "a wound on XX"),
    ({"outcome": "x" * 5000}, "5000 characters"),
    ({"outcome": "won\x1b[2J"}, "do not print"),
    ({"scenario": "\x07"}, "do not print"),
    ({"match": "\x9b"}, "do not print"),
]


@pytest.mark.clause("FS3-D.3", "FS3-21.6")
@pytest.mark.parametrize(("fields", "sentence"), NONSENSE)
def test_no_fight_leaves_what_the_files_of_the_campaign_could_not_say(fields: Any, sentence: str) -> None:
    desk = in_play()
    desk.do(c.AddVehicle("owl", "Owl", "interceptor"))
    command = RecordFight(**{"scenario": "x", "start": 0, "seconds": 0, **fields})
    if sentence:
        assert sentence in desk.refuse(command).sentence
    else:
        desk.do(command)
    assert read(CAMPAIGN.files(desk.state)) == desk.state


@pytest.mark.clause("FS3-D.3", "FS3-17.10", "FS3-4.2")
def test_what_other_files_speak_of_stays_and_luck_ends_where_files_do() -> None:
    desk = in_play(luck=9990)
    assert "<= 9999" in desk.refuse(c.AwardLuck(10, "a gift", ("jo",))).sentence
    desk.do(c.AwardLuck(9, "a gift", ("jo",)))
    desk.do(c.SetOptions(tiers={"veteran": 80}))
    desk.do(c.AddPerson("new", "New", tier="veteran"))
    assert "the campaign has no tier veteran" in desk.refuse(c.SetOptions(tiers={})).sentence
    desk.do(c.SetOptions(tiers={"veteran": 90}))
    assert read(CAMPAIGN.files(desk.state)) == desk.state
