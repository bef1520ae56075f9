"""Section 4: sheets of a campaign from the first draft to approval, with every limit told at once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.campaign.words import read_command
from fireteam.core.errors import BadNotation
from fireteam.games.fs3.budget import budget_faults, budget_of
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.creation import advice_on, content_for, violations
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import changed, content_of

from .campaign_desk import ATTRIBUTES, PIA, ROB, SAM, SOUND, Desk, draft, in_play
from .packs import codes, game_with


def violations_of(**fields: Any) -> list[tuple[str, str, str]]:
    desk = draft(**fields)
    return [tuple(each) for each in violations(desk.person(), content_of(desk.state))]  # type: ignore[misc]


@pytest.mark.clause("FS3-4.1", "FS3-4.11", "FS3-4.5", "FS3-4.13")
def test_x32() -> None:
    """70 of 80 points with four high ratings are valid; a fifth is the only thing wrong."""
    desk = draft()
    review = next(each for each in CAMPAIGN.sheet(desk.state, "jo") if each.title == "Review")
    assert review.text == "70 of 80 ability points; nothing is wrong" and review.rows == ()
    assert violations_of(ratings={**SOUND["ratings"], "Alertness": 7}) == [
        ("E-CG-HIGH", "FS3-4.5", "5 ratings of 7 or more; 4 are the most")
    ]


LIMITS = [
    ({"background": {f"Hobby {k}": 4 for k in range(9)}}, "E-CG-POINTS", "FS3-4.11", "101 ability points; 80"),
    ({"ratings": {**ATTRIBUTES, "Social": 5}}, "E-CG-ATTR", "FS3-4.8", "33 points in attributes; 32"),
    (
        {"ratings": {**ATTRIBUTES, "Stealth": 11, "Gunnery": 11, "ECM": 11}},
        "E-CG-ACTION",
        "FS3-4.7",
        "33 points in act",
    ),
    ({"background": {"Chess": 2}}, "E-CG-BACKGROUND", "FS3-4.6", "1 background skills; there are to be 2"),
    ({"quirks": ()}, "E-CG-QUIRKS", "FS3-4.9", "0 quirks; there are to be 1 to 4"),
    ({"quirks": tuple("abcde")}, "E-CG-QUIRKS", "FS3-4.9", "5 quirks; there are to be 1 to 4"),
]


@pytest.mark.clause("FS3-4.5", "FS3-4.6", "FS3-4.7", "FS3-4.8", "FS3-4.9", "FS3-4.11", "FS3-4.13")
@pytest.mark.parametrize(("fields", "code", "clause", "sentence"), LIMITS)
def test_each_limit_says_what_it_found_and_allows(fields: Any, code: str, clause: str, sentence: str) -> None:
    assert (code, clause) in [(each[0], each[1]) for each in violations_of(**fields)]
    refused = draft(**fields).refuse(c.SubmitSheet("jo"), PIA)
    assert sentence in refused.sentence and refused.sentence.startswith("Jo Arden: ")


@pytest.mark.clause("FS3-4.13", "FS3-1.7", "FS3-4.10")
def test_everything_wrong_is_told_at_once() -> None:
    """A sheet that is still empty hears of every attribute, of background skills and of quirks in one refusal."""
    desk = Desk()
    desk.do(c.AddPerson("jo", "Jo"), PIA)
    refused = desk.refuse(c.SubmitSheet("jo"), PIA)
    assert all(f"{name} is rated 0; every attribute is 1 to 12" in refused.sentence for name in ATTRIBUTES)
    assert "(E-CG-BACKGROUND, FS3-4.6)" in refused.sentence and "(E-CG-QUIRKS, FS3-4.9)" in refused.sentence


@pytest.mark.clause("FS3-4.10", "FS3-1.7")
@pytest.mark.parametrize("rating", [-1, 13])
def test_ratings_are_0_to_12(rating: int) -> None:
    refused = draft().refuse(c.EditSheet("jo", ratings={"Melee": rating}), PIA)
    assert refused.code == "E-CG-RANGE" and "Melee must be a whole number from 0 to 12" in refused.sentence
    draft().do(c.EditSheet("jo", ratings={"Melee": 12}), PIA)


@pytest.mark.clause("FS3-4.13")
def test_names_are_those_of_the_lists_and_background_skills_are_free() -> None:
    refused = draft().refuse(c.EditSheet("jo", ratings={"Fencing": 3}, languages={"Elvish": 2}), PIA)
    assert "no ability named Fencing" in refused.sentence and "no language named Elvish" in refused.sentence
    assert refused.code == "E-CG-UNKNOWN"
    assert "Fencing" in draft(background={"Fencing": 3, "Chess": 1}).person().background


@pytest.mark.clause("FS3-4.2")
def test_ability_points_differ_by_tier_and_campaign() -> None:
    desk = Desk()
    desk.do(c.SetOptions(tiers={"rookie": 60}))
    desk.do(c.AddPerson("jo", "Jo", tier="rookie", player="Pia"))
    desk.do(c.EditSheet("jo", **SOUND), PIA)
    assert "70 ability points; 60 are the most" in desk.refuse(c.SubmitSheet("jo"), PIA).sentence
    desk.do(c.SetOptions(tiers={"rookie": 70}))
    desk.do(c.SubmitSheet("jo"), PIA)
    plain = draft()
    plain.do(c.SetOptions(ability_points=69))
    assert plain.refuse(c.SubmitSheet("jo"), PIA).code == "E-CG-POINTS"
    assert "there are: rookie" in desk.refuse(c.AddPerson("al", "Al", tier="hero")).sentence


@pytest.mark.clause("FS3-4.12")
def test_a_native_language_may_be_asked_for() -> None:
    desk = draft(languages={"Standard": 6})
    content = content_of(desk.state)
    strict = changed(content, chargen=changed(content.chargen, native_language_min=7))
    assert [each.code for each in violations(desk.person(), strict)] == ["E-CG-LANGUAGE"]
    assert violations(desk.person(), content) == ()
    assert violations(draft().person(), strict) == ()


@pytest.mark.clause("FS3-4.14", "FS3-4.15")
def test_advice_is_no_error() -> None:
    """A hobby at a professional's level and a profession below 7 are pointed out; the sheet is handed in."""
    desk = draft(background={"Chess": 4, "Cooking": 6, "Art": 3}, profession="Melee", languages={})
    codes_of = [each.code for each in advice_on(desk.person())]
    assert codes_of == ["I-CG-HOBBY", "I-CG-HOBBY", "I-CG-PROFESSION"]
    desk.do(c.SubmitSheet("jo"), PIA)


@pytest.mark.clause("FS3-4.16")
def test_odds_of_7_and_10_stand_side_by_side_and_high_ratings_raise_no_warning() -> None:
    desk = draft(ratings={**ATTRIBUTES, "Firearms": 12})
    odds = next(each for each in CAMPAIGN.sheet(desk.state, "jo") if each.title == "Odds")
    assert odds.columns == ("result", "rating 7", "rating 10")
    percents = [[int(row[n].removesuffix("%")) for row in odds.rows] for n in (1, 2)]
    assert [sum(each) for each in percents] == [100, 100]
    assert percents[1][-1] > percents[0][-1] and percents[1][0] < percents[0][0]
    assert advice_on(desk.person()) == ()


@pytest.mark.clause("FS3-4.17", "FS3-D.3")
def test_concept_and_quirks_are_kept_and_change_no_rating() -> None:
    desk = draft(concept="A marine. Would rather play chess.")
    assert desk.person().concept == "A marine. Would rather play chess."
    assert "401" in draft().refuse(c.EditSheet("jo", concept="x" * 401), PIA).sentence
    assert desk.person().ratings == draft(quirks=("other",)).person().ratings


@pytest.mark.clause("FS3-4.18")
def test_a_pc_starts_with_one_luck_and_no_experience() -> None:
    desk = in_play()
    assert (desk.person().luck, desk.person().xp, desk.person().xp_log) == (1, 0, ())
    old = draft()
    old.change("jo", luck=3)
    assert old.do(c.ApproveSheet("jo")).sentences == ("Jo Arden is approved, with 3 luck",)


@pytest.mark.clause("FS3-4.13", "FS3-1.3")
def test_a_sheet_goes_from_draft_to_approval() -> None:
    """Handed in, returned with reasons, mended by its player, approved; then the Storyteller alone edits it."""
    desk = draft()
    desk.do(c.SubmitSheet("jo"), PIA)
    assert "submitted" in desk.refuse(c.EditSheet("jo", concept="new"), PIA).sentence
    assert desk.refuse(c.ReturnSheet("jo", "  ")).code == "E-STATE"
    desk.do(c.ReturnSheet("jo", "too good to be true"))
    assert (desk.person().approval, desk.person().reasons) == ("returned", "too good to be true")
    desk.do(c.EditSheet("jo", ratings={"Stealth": 3}), PIA)
    desk.do(c.SubmitSheet("jo"), PIA)
    assert (desk.person().approval, desk.person().reasons) == ("submitted", "")
    assert desk.refuse(c.ApproveSheet("jo"), PIA).code == "E-PERM"
    assert desk.do(c.ApproveSheet("jo")).sentences == ("Jo Arden is approved, with 1 luck",)
    assert desk.person().in_play and desk.person().reasons == ""
    assert desk.refuse(c.EditSheet("jo", concept="new"), PIA).code == "E-PERM"
    desk.do(c.EditSheet("jo", concept="new"), SAM)
    assert "approved and cannot be handed in" in desk.refuse(c.SubmitSheet("jo"), PIA).sentence


@pytest.mark.clause("FS3-4.13")
def test_a_sheet_with_faults_is_not_approved_either() -> None:
    assert draft(quirks=()).refuse(c.ApproveSheet("jo")).code == "E-CG-QUIRKS"


@pytest.mark.clause("FS3-D.3", "FS3-1.4")
def test_a_sheet_comes_as_a_whole() -> None:
    """A character file replaces the sheet; luck, experience and notes stay the campaign's."""
    desk = in_play()
    value = {
        "id": "any",
        "name": "Jo A.",
        "kind": "pc",
        "luck": 9,
        "xp": 9,
        "notes": "n",
        **SOUND,
        "weapons": ["pistol"],
    }
    desk.do(c.TakeSheet("jo", json.dumps(value)))
    person = desk.person()
    assert (person.name, person.luck, person.xp, person.notes, person.weapons) == ("Jo A.", 1, 0, "", ("pistol",))
    npc = {"id": "any", "name": "Bot", "kind": "npc", "rating": 4}
    assert "the sheet is that of a NPC" in desk.refuse(c.TakeSheet("jo", json.dumps(npc))).sentence
    assert desk.refuse(c.TakeSheet("jo", "{")).clause == "FS3-D.3"
    assert desk.refuse(c.TakeSheet("jo", json.dumps({**value, "ratings": {"Melee": 3}}))).code == "E-CG-RANGE"


@pytest.mark.clause("FS3-4.13")
def test_players_act_for_their_own() -> None:
    desk = draft()
    refused = desk.refuse(c.EditSheet("jo", concept="mine"), ROB)
    assert refused.code == "E-PERM" and "own characters: none" in refused.sentence
    assert desk.refuse(c.AddPerson("bot", "Bot", kind="npc", rating=3), PIA).code == "E-PERM"
    assert desk.person().owner == "Pia"
    assert "already" in desk.refuse(c.AddPerson("jo", "Jo"), ROB).sentence
    assert desk.refuse(c.AddPerson("Jo!", "Jo"), ROB).code == "E-CG-RANGE"


@pytest.mark.clause("FS3-6.9")
def test_gear_is_what_the_game_knows() -> None:
    desk = in_play()
    desk.do(c.SetGear("jo", weapons=("rifle", "pistol"), rounds={"rifle": 5}, spare_clips={"rifle": 2}), PIA)
    assert desk.person().rounds == {"rifle": 5}
    assert "no weapon named railgun" in desk.refuse(c.SetGear("jo", weapons=("railgun",)), PIA).sentence
    assert "whose clip holds" in desk.refuse(c.SetGear("jo", weapons=("rifle",), rounds={"rifle": 99}), PIA).sentence


@pytest.mark.clause("FS3-4.3", "FS3-4.4")
def test_the_budget_worksheet() -> None:
    """4 attributes at 4, 2 at 7, 32 in action skills, two background skills at 2, the native language at 7: 73."""
    content = content_of(Desk().state)
    assert [line.points for line in budget_of(content)] == [16, 14, 32, 4, 7]
    assert not [*budget_faults(content)]
    assert not [*budget_faults(content_for_points(73))]
    (fault,) = budget_faults(content_for_points(72))
    assert fault.code == "W-CG-BUDGET" and "needs 73 ability points, and there are 72" in fault.reason
    change = Desk().do(c.SetOptions(ability_points=72))
    assert (
        "a typical character needs 73 of 72 ability points" in change.private[0] and "W-CG-BUDGET" in change.private[1]
    )


def content_for_points(points: int) -> Any:
    desk = Desk()
    desk.do(c.SetOptions(tiers={"t": points}))
    desk.do(c.AddPerson("jo", "Jo", tier="t"))
    return content_for(desk.state, desk.person(), content_of(desk.state))


@pytest.mark.clause("FS3-4.3")
def test_the_check_of_content_tells_of_the_budget(tmp_path: Any) -> None:
    assert "W-CG-BUDGET" in codes(tmp_path, game=game_with(chargen={"ability_points": 72}))


def test_a_word_that_is_none_of_a_few_is_told_with_the_nearest_of_them():
    fields = {"victim": "jo", "location": "AB", "severity": "serious"}
    with pytest.raises(BadNotation, match="severity cannot be 'serious'; did you mean 'Serious'"):
        read_command(CAMPAIGN, "inflict_wound", fields)
    with pytest.raises(BadNotation, match="there is Light"):
        read_command(CAMPAIGN, "inflict_wound", {**fields, "severity": "xyz"})


@pytest.mark.clause("FS3-1.4a")
def test_people_and_vehicles_of_one_name_are_numbered() -> None:
    desk = Desk()
    for command in (
        c.AddPerson("jo", "Jo"),
        c.AddPerson("jo2", "  JO "),
        c.AddPerson("bo", "Bo"),
        c.EditSheet("bo", name="\uff2ao"),
        c.AddVehicle("ship", "Jo", "interceptor"),
        c.EditSheet("jo", name="Jo"),
    ):
        desk.do(command)
    names = [each.name for each in (*desk.state.people.values(), *desk.state.craft.values())]
    assert names == ["Jo", "JO 2", "Jo 3", "Jo 4"]


@pytest.mark.clause("FS3-1.4a")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("J\u043e", "the name of jo mixes letters of several scripts (Cyrillic and Latin); write it in one"),
        ("Jo" + "\u0301" * 30, "the name of jo piles up marks on one letter; at most 4 are allowed"),
        ("J\u200do", "the name of jo holds characters that do not print"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused(name: str, sentence: str) -> None:
    assert Desk().refuse(c.AddPerson("jo", name)).sentence == sentence
