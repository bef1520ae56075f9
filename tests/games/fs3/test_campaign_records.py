"""Records of people and vehicles, notes public and private, luck, and what a player may know of a campaign."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.campaign import Command
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.files import files, read
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import DAY, Campaign, FightRecord, WoundRecord, changed, character_of
from fireteam.games.fs3.content import load

from .campaign_desk import PIA, ROB, SAM, Desk, draft, in_play


@pytest.mark.clause("FS3-22.18", "FS3-1.5", "FS3-1.6")
def test_npc_records() -> None:
    """Made with a rating, changed by owner or Storyteller, handed over, with notes, deleted."""
    desk = Desk()
    change = desk.do(c.AddPerson("bot", "Bot", kind="npc", rating=0))
    assert change.sentences == () and change.private == ("Bot is a new NPC",)
    assert desk.person("bot").in_play
    assert desk.refuse(c.SetRating("bot", 4), PIA).code == "E-PERM"
    desk.do(c.SetOwner("bot", "Pia"))
    desk.do(c.SetRating("bot", 12), PIA)
    assert "rating must be a whole number from 0 to 12" in desk.refuse(c.SetRating("bot", 13)).sentence
    desk.do(c.WriteNotes("bot", "limps"), PIA)
    assert (desk.person("bot").rating, desk.person("bot").notes) == (12, "limps")
    assert desk.refuse(c.DeletePerson("bot"), PIA).code == "E-PERM"
    desk.do(c.DeletePerson("bot"))
    assert desk.state.people == {}
    assert "rating" in Desk().refuse(c.AddPerson("bot", "Bot", kind="npc")).sentence
    assert (
        "is an NPC and has one rating" in in_play_with_bot().refuse(c.EditSheet("bot", ratings={"Melee": 3})).sentence
    )
    assert in_play().refuse(c.SetRating("jo", 3)).clause == "FS3-22.18"
    assert "PC in play" in in_play().refuse(c.DeletePerson("jo")).sentence


def in_play_with_bot() -> Desk:
    desk = in_play()
    desk.do(c.AddPerson("bot", "Bot", kind="npc", rating=4))
    return desk


@pytest.mark.clause("FS3-22.19")
def test_vehicle_records() -> None:
    """Made of a type, with notes; its wounds persist in the files; deleted with its care."""
    desk = in_play()
    desk.do(c.AddVehicle("wren", "Wren", "command_shuttle"))
    desk.do(c.WriteVehicleNotes("wren", "leaks oil"))
    craft = changed(desk.state.craft["wren"], wounds=(wound(location=first_location("command_shuttle")),))
    desk.state = changed(desk.state, craft={"wren": craft}, care={"wren": "jo"})
    assert read(files(desk.state)) == desk.state
    for refused in (c.AddVehicle("wren", "x", "command_shuttle"), c.AddVehicle("jo", "x", "command_shuttle")):
        assert "already" in desk.refuse(refused).sentence
    assert "there are: " in desk.refuse(c.AddVehicle("owl", "Owl", "zeppelin")).sentence
    assert "no id" in desk.refuse(c.AddVehicle("The Owl", "Owl", "command_shuttle")).sentence
    assert "no vehicle 'owl'" in desk.refuse(c.DeleteVehicle("owl")).sentence
    desk.do(c.DeleteVehicle("wren"))
    assert (desk.state.craft, desk.state.care) == ({}, {})


def first_location(vehicle: str) -> str:
    content = load()
    return str(next(iter(content.charts[content.vehicles[vehicle].chart].locations)))


def wound(**fields: object) -> WoundRecord:
    base = {"number": 1, "location": "CH", "initial": "Serious", "severity": "Moderate", "tenths": 13}
    return WoundRecord(**{**base, **fields})  # type: ignore[arg-type]


@pytest.mark.clause("FS3-1.11")
def test_death_is_a_note_of_owner_or_storyteller() -> None:
    desk = in_play()
    assert desk.refuse(c.NoteDeath("jo", "x"), ROB).code == "E-PERM"
    assert "needs a text" in desk.refuse(c.NoteDeath("jo", ""), PIA).sentence
    desk.state = changed(desk.state, care={"jo": "kim"})
    desk.do(c.NoteDeath("jo", "fell at the bridge"), PIA)
    assert not desk.person().in_play and desk.state.care == {}
    assert "is dead" in desk.refuse(c.AwardLuck(1, "x", ("jo",))).sentence
    desk.do(c.NoteDeath("jo", ""))
    assert desk.person().in_play


@pytest.mark.clause("FS3-1.12")
def test_rulings_and_notes_stand_in_the_record() -> None:
    desk = Desk()
    assert desk.do(c.MakeRuling("the door was open")).sentences == ("Ruling: the door was open",)
    assert desk.refuse(c.MakeRuling("")).clause == "FS3-1.12"
    desk.do(c.WriteCampaignNotes("We left\non Monday."))
    assert desk.state.notes == "We left\non Monday."
    assert "4001 characters" in desk.refuse(c.WriteCampaignNotes("x" * 4001)).sentence
    assert "do not print" in desk.refuse(c.WriteCampaignNotes("a\x07b")).sentence
    assert "401 characters" in in_play().refuse(c.WriteNotes("jo", "x" * 401)).sentence


@pytest.mark.clause("FS3-17.9", "FS3-17.10", "FS3-17.17")
def test_luck_is_awarded_and_spent() -> None:
    desk = in_play_with_bot()
    desk.do(c.AwardLuck(2, "a good story"))
    assert (desk.person().luck, desk.person("kim").luck, desk.person("bot").luck) == (3, 3, None)
    assert desk.refuse(c.AwardLuck(1, "x", ("bot",))).clause == "FS3-1.5"
    assert desk.refuse(c.AwardLuck(0, "x")).code == "E-LUCK"
    desk.do(c.SpendLuck("jo", 2, "the guard looks away"), PIA)
    refused = desk.refuse(c.SpendLuck("jo", 2, "again"), PIA)
    assert (refused.code, refused.sentence) == ("E-LUCK", "Jo Arden cannot spend 2 luck points; 1 to 1 are there")


@pytest.mark.clause("FS3-1.1", "FS3-5.2")
def test_options_of_a_campaign() -> None:
    desk = Desk()
    desk.do(c.SetOptions(healing="advanced", xp_per_week=1, approve_raises=False))
    assert desk.state.options.healing == "advanced" and not desk.state.options.approve_raises
    assert "no option is named" in desk.refuse(c.SetOptions()).sentence
    assert "xp_per_week cannot be -1" in desk.refuse(c.SetOptions(xp_per_week=-1)).sentence
    assert "needs a name" in desk.refuse(c.SetOptions(tiers={" ": 3})).sentence
    with pytest.raises(IllegalChoice, match="needs a name"):
        CAMPAIGN.begin("  ", ())


SECRETS: list[Command] = [
    c.WritePrivateNotes("jo", "traitor"),
    c.WritePrivateNotes("kim", "traitor"),
    c.WritePrivateNotes("bot", "traitor"),
    c.WritePrivateNotes("wren", "bugged"),
    c.WritePrivateNotes("", "the moon explodes"),
    c.WriteNotes("kim", "afraid of the dark"),
    c.WriteNotes("bot", "limps"),
    c.SetRating("bot", 9),
    c.SetOwner("bot", "Rob"),
    c.SetGear("bot", weapons=("pistol",)),
    c.NoteDeath("bot", "rusted"),
    c.DeletePerson("bot"),
    c.AddPerson("spy", "Spy", kind="npc", rating=3),
    c.WriteVehicleNotes("wren", "leaks"),
    c.AddVehicle("owl", "Owl", "command_shuttle"),
    c.DeleteVehicle("wren"),
]


@pytest.mark.clause("FS3-22.18", "FS3-22.19", "FS3-1.3")
@pytest.mark.parametrize("command", SECRETS, ids=lambda each: f"{type(each).__name__}")
def test_a_secret_makes_no_difference_to_another_player(command: Command) -> None:
    """The same campaign with and without a secret is the same to Pia, to the letter, and nothing is said to her."""
    desk = in_play_with_bot()
    desk.do(c.AddVehicle("wren", "Wren", "command_shuttle"))
    before = msgspec.json.encode(CAMPAIGN.redact(desk.state, "Pia"))
    change = desk.do(command)
    assert msgspec.json.encode(CAMPAIGN.redact(desk.state, "Pia")) == before
    assert change.sentences == () and change.private


@pytest.mark.clause("FS3-1.3")
def test_a_player_knows_own_characters_in_full_and_who_the_others_are() -> None:
    desk = in_play_with_bot()
    desk.do(c.AddPerson("al", "Al"), ROB)
    fights = tuple(
        FightRecord(number=n, scenario="patrol", at=0, until=0, people=people)
        for n, people in ((1, ("jo", "bot")), (2, ("kim",)))
    )
    desk.state = changed(desk.state, care={"kim": "bot", "jo": "kim", "bot": "jo"}, fights=fights)
    seen: Campaign = CAMPAIGN.redact(desk.state, "Pia")
    assert seen.people["jo"] == desk.person() and set(seen.people) == {"jo", "kim"}
    assert seen.people["kim"].ratings == {} and seen.people["kim"].name == "Kim Vale"
    assert seen.care == {"jo": "kim", "bot": "jo"} and [each.people for each in seen.fights] == [("jo",)]
    assert set(CAMPAIGN.redact(desk.state, "").people) == {"jo", "kim"}
    desk.do(c.SetOwner("bot", "Pia"))
    assert CAMPAIGN.redact(desk.state, "Pia").people["bot"].rating == 4


@pytest.mark.clause("FS3-1.3")
def test_of_another_players_character_nothing_false_is_shown_for_what_is_hidden() -> None:
    """Who it is, and no rating, luck, gear or health that would only look like one; one's own draft is shown whole."""
    desk = in_play_with_bot()
    seen: Campaign = CAMPAIGN.redact(desk.state, "Pia")
    assert [section.title for section in CAMPAIGN.sheet(seen, "kim")] == ["Kim Vale", "FS3"]
    assert [row[0] for row in CAMPAIGN.sheet(seen, "kim")[0].rows] == ["Kind", "Player"]
    people = next(section for section in CAMPAIGN.report(seen) if section.title == "People")
    assert {row[0]: row[-1] for row in people.rows} == {"Jo Arden": "well", "Kim Vale": "in play"}
    assert len(CAMPAIGN.sheet(seen, "jo")) > 4
    desk.do(c.AddPerson("new", "New"), PIA)
    draft = CAMPAIGN.sheet(CAMPAIGN.redact(desk.state, "Pia"), "new")
    assert "Review" in [section.title for section in draft]


STORYTELLERS = [kind for kind in CAMPAIGN.commands if kind.by == "storyteller"]


@pytest.mark.clause("FS3-1.3")
def test_what_is_the_storytellers_is_refused_to_players() -> None:
    """Each command that is not a player's, and each of a player's for a character of another."""
    values = {"people": ("jo",), "skills": {"ECM": 2}, "xp": 1, "points": 1, "rating": 1, "kind": "npc"}
    for kind in CAMPAIGN.commands:
        needed = [each for each in msgspec.structs.fields(kind) if each.required]
        command = kind(**{each.name: values.get(each.name, "jo") for each in needed})
        if kind.by == "storyteller" or kind.owner:
            with pytest.raises(IllegalChoice) as refused:
                CAMPAIGN.apply(in_play().state, command, ROB, 1)
            assert refused.value.code == "E-PERM", kind
    assert c.AwardXp in STORYTELLERS and c.ApproveSheet in STORYTELLERS


@pytest.mark.clause("FS3-12.4", "FS3-18.3", "FS3-D.3")
def test_a_person_goes_into_a_fight_with_open_wounds() -> None:
    desk = in_play(wounds=(wound(), wound(number=2, severity="healed", tenths=0)))
    (kept,) = character_of(desk.person()).wounds
    assert (kept.location, kept.severity, kept.healing_points) == ("CH", "Moderate", 1.3)
    section = next(each for each in CAMPAIGN.sheet(desk.state, "jo") if each.title == "Wounds")
    assert [row[4:7] for row in section.rows] == [("Serious", "Moderate", "1.3"), ("Serious", "healed", "0")]


@pytest.mark.clause("FS3-1.8", "FS3-1.4", "FS3-0.1")
def test_a_sheet_tells_all_with_bands_and_the_notice() -> None:
    desk = in_play_with_bot()
    sections = {each.title: each for each in CAMPAIGN.sheet(desk.state, "jo")}
    assert ("Reactive", "8", "Good") in sections["Attributes"].rows
    assert ("Firearms", "8", "Veteran") in sections["Action skills"].rows
    assert ("Chess", "2", "Rookie") in sections["Background skills"].rows
    assert "Faraday" in sections["FS3"].text and "Review" not in sections
    assert "4, Professional" in next(e.text for e in CAMPAIGN.sheet(desk.state, "bot") if e.title == "Rating")


COMMANDS = st.one_of(
    st.builds(c.AwardXp, st.integers(1, 9), st.just("x"), day=st.none() | st.integers(-1, 12), override=st.booleans()),
    st.builds(
        c.RaiseSkill,
        st.sampled_from(["jo", "kim", "bot", "zoe"]),
        st.sampled_from(["Melee", "Firearms", "Standard", "Chess", "Juggling", "Social"]),
        is_new=st.booleans(),
        day=st.none() | st.integers(0, 12),
        override=st.booleans(),
    ),
    st.builds(c.RefundRaise, st.sampled_from(["jo", "kim"]), st.sampled_from(["Melee", "Firearms", "Chess"])),
    st.builds(c.GrantRaise, st.just("jo")),
    st.builds(c.SpendLuck, st.just("jo"), st.integers(0, 2), st.just("x")),
    st.builds(c.AwardLuck, st.integers(0, 3), st.just("x")),
    st.builds(c.NoteDeath, st.just("kim"), st.sampled_from(["", "fell"])),
    st.builds(c.WriteNotes, st.sampled_from(["jo", "bot"]), st.text(max_size=30)),
    st.builds(
        c.EditSheet, st.just("jo"), background=st.dictionaries(st.text(max_size=9), st.integers(-1, 13), max_size=2)
    ),
    st.builds(
        c.AwardPackage, st.dictionaries(st.sampled_from(["ECM", "Chess", "Go"]), st.integers(0, 13)), st.just("x")
    ),
)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(st.tuples(COMMANDS, st.sampled_from([SAM, PIA]), st.integers(0, 2)), max_size=14))
def test_whatever_is_done_the_campaign_stays_sound(steps: list[tuple[Command, object, int]]) -> None:
    """JSON and files give it back; balances, ratings and pauses are as the log says; refusals change nothing."""
    desk = in_play_with_bot()
    overridden = False
    for command, actor, days in steps:
        desk.at(desk.state.clock + days * DAY)
        before = desk.state
        try:
            desk.do(command, actor)  # type: ignore[arg-type]
            overridden |= getattr(command, "override", False)
        except IllegalChoice as refused:
            assert refused.code and refused.clause.startswith("FS3-") and desk.state is before
    assert msgspec.json.decode(msgspec.json.encode(desk.state), type=Campaign) == desk.state
    assert read(files(desk.state)) == desk.state
    for person in desk.state.people.values():
        assert person.xp == sum(entry.xp for entry in person.xp_log) >= 0
        assert overridden or person.xp <= 16
        times = sorted(each.at for each in person.xp_log if each.kind == "raise" and not each.refunded)
        assert overridden or all(b - a >= 259_200 for a, b in zip(times, times[1:], strict=False))
        assert person.kind == "npc" or {k: v for k, v in person.ratings.items() if k in ("Social", "Athletic")} == {
            "Athletic": 7,
            "Social": 4,
        }


def test_a_draft_is_read_back_too() -> None:
    desk = draft(quirks=())
    desk.do(c.AddPerson("al", "Al"), ROB)
    desk.do(c.NoteDeath("al", "was never born"), ROB)
    assert read(files(desk.state)) == desk.state


@pytest.mark.clause("FS3-1.4", "FS3-1.5")
def test_a_form_asks_of_each_kind_what_is_its_own() -> None:
    """An NPC has one rating and no skills; a PC has no rating for all, and nothing that experience or fights change."""
    desk = in_play()
    desk.do(c.AddPerson("doc", "Doc", "npc", 6))
    pc, npc = (set(CAMPAIGN.sheet_fields(desk.state, id)) for id in ("jo", "doc"))
    assert {"ratings", "background", "quirks"} == {"ratings", "background", "quirks", "rating", "behaviour"} & pc
    assert {"rating", "behaviour"} == {"ratings", "background", "quirks", "rating", "behaviour"} & npc
    assert not {"luck", "xp", "wounds", "notes", "kind", "id"} & (pc | npc)
