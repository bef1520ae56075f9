"""Section 5: awards with their cap, packages, raises with their pause and cost, refunds, back-dated entries."""

from __future__ import annotations

import pytest

from fireteam.core.errors import IllegalChoice
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.experience import award_week, cost_between, earned, time_text, with_raise
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import DAY, XpEntry, changed, content_of

from .campaign_desk import PIA, ROB, Desk, in_play

PAUSE = 259_200


@pytest.mark.clause("FS3-5.6", "FS3-5.8", "FS3-5.9")
def test_x31() -> None:
    """77 XP from 0 to 12; 15 and 2 are 16; Firearms 8 to 9 costs 8; a raise 3 days later to the second."""
    content = content_of(Desk().state)
    assert cost_between(content, 0, 12) == 77
    desk = in_play(xp=15)
    assert desk.do(c.AwardXp(2, "a week", ("jo",))).sentences == (
        "Jo Arden gets 1 XP and has 16, 1 lost above the cap of 16: a week",
    )
    entry = desk.person().xp_log[-1]
    assert (desk.person().xp, entry.xp, entry.lost) == (16, 1, 1)
    desk.do(c.RaiseSkill("jo", "Firearms"))
    assert (desk.person().xp, desk.person().ratings["Firearms"]) == (8, 9)
    refused = desk.at(PAUSE - 1).refuse(c.RaiseSkill("jo", "Melee"))
    assert (refused.code, refused.clause) == ("E-XP-COOLDOWN", "FS3-5.8")
    assert "raised Firearms on day 0: 1 s must still pass; 3 d must lie between" in refused.sentence
    desk.at(PAUSE).do(c.RaiseSkill("jo", "Melee"))
    assert desk.person().ratings["Melee"] == 6


@pytest.mark.clause("FS3-5.8", "FS3-5.10")
def test_a_raise_without_the_limits_keeps_the_next_one_waiting_like_any_other() -> None:
    desk = in_play(xp=16)
    desk.do(c.RaiseSkill("jo", "Firearms", override=True))
    assert desk.at(PAUSE - 1).refuse(c.RaiseSkill("jo", "Melee")).code == "E-XP-COOLDOWN"
    desk.do(c.RaiseSkill("jo", "Melee", override=True))


@pytest.mark.clause("FS3-5.6", "FS3-5.12")
@pytest.mark.parametrize(("rating", "cost"), [*enumerate([1, 2, 2, 4, 4, 4, 8, 8, 8, 12, 12, 12])])
def test_cost_by_rating(rating: int, cost: int) -> None:
    desk = in_play(xp=cost)
    desk.change("jo", ratings={**desk.person().ratings, "Melee": rating})
    desk.do(c.RaiseSkill("jo", "Melee"))
    assert (desk.person().xp, desk.person().ratings["Melee"]) == (0, rating + 1)
    poor = in_play(xp=cost - 1)
    poor.change("jo", ratings={**poor.person().ratings, "Melee": rating})
    refused = poor.refuse(c.RaiseSkill("jo", "Melee"))
    assert (refused.code, refused.clause) == ("E-XP-FUNDS", "FS3-5.12")
    assert f"has {cost - 1} XP; Melee from {rating} to {rating + 1} costs {cost}" in refused.sentence


@pytest.mark.clause("FS3-5.6", "FS3-5.7")
def test_what_is_never_raised() -> None:
    """A rating of 12, attributes, quirks, and skills that nobody knows."""
    desk = in_play(xp=16)
    desk.change("jo", ratings={**desk.person().ratings, "Melee": 12})
    assert desk.refuse(c.RaiseSkill("jo", "Melee")).code == "E-XP-MAX"
    for name in ("Athletic", "never lends a book"):
        refused = desk.refuse(c.RaiseSkill("jo", name))
        assert (refused.code, refused.clause) == ("E-XP-ATTR", "FS3-5.7")
    assert desk.refuse(c.RaiseSkill("jo", "Firearm")).code == "E-CG-UNKNOWN"
    desk.do(c.RaiseSkill("jo", "Singing", is_new=True))
    assert desk.person().background["Singing"] == 1
    assert desk.refuse(c.RaiseSkill("jo", " ", is_new=True, override=True)).code == "E-CG-UNKNOWN"


@pytest.mark.clause("FS3-5.1", "FS3-5.2", "FS3-5.9")
def test_a_week_gives_every_pc_in_play_its_experience() -> None:
    """2 a week in the sample, which is at war; drafts, NPCs and the dead get none; the cap holds."""
    desk = in_play(xp=15)
    desk.do(c.AddPerson("al", "Al"), PIA)
    desk.do(c.AddPerson("bot", "Bot", kind="npc", rating=4))
    state, told = award_week(desk.state, 7 * DAY, content_of(desk.state))
    assert [state.people[id].xp for id in ("jo", "kim", "al", "bot")] == [16, 2, 0, 0]
    assert told[1] == "Kim Vale gets 2 XP and has 2: a week has passed"
    assert state.people["kim"].xp_log[-1].at == 7 * DAY
    desk.do(c.SetOptions(xp_per_week=1))
    desk.do(c.NoteDeath("kim", "fell at the bridge"))
    state, told = award_week(desk.state, 7 * DAY, content_of(desk.state))
    assert len(told) == 1 and state.people["kim"].xp == 0


@pytest.mark.clause("FS3-5.3", "FS3-5.4")
def test_a_package_trains_many_at_once() -> None:
    """No pause, cap or cost: skills rise to their targets, the value is logged, who knows more learns nothing."""
    desk = in_play(xp=16)
    desk.do(c.RaiseSkill("jo", "Stealth"))
    change = desk.do(c.AwardPackage({"ECM": 3, "Stealth": 4, "Sailing": 2}, "the academy"))
    assert change.sentences[0] == "Jo Arden is trained: ECM 3, Sailing 2, worth 8 XP: the academy"
    assert desk.person().ratings["ECM"] == 3 and desk.person().ratings["Stealth"] == 5
    assert [each.skill for each in desk.person("kim").xp_log] == ["ECM", "Sailing"]
    assert desk.person("kim").background["Sailing"] == 2 and desk.person().xp == 12
    assert [each.worth for each in desk.person().xp_log if each.kind == "package"] == [5, 3]
    assert desk.refuse(c.AwardPackage({"ECM": 4, "Athletic": 9}, "sport")).code == "E-XP-ATTR"
    assert desk.refuse(c.AwardPackage({"ECM": 13}, "magic")).code == "E-XP-MAX"
    assert desk.refuse(c.AwardPackage({}, "nothing")).code == "E-STATE"


@pytest.mark.clause("FS3-5.5")
def test_awards_for_one_or_many_say_why() -> None:
    desk = in_play()
    desk.do(c.AwardXp(3, "a good story"))
    desk.do(c.AwardXp(1, "snacks", ("kim",)))
    assert (desk.person().xp, desk.person("kim").xp) == (3, 4)
    assert desk.refuse(c.AwardXp(1, " ")).code == "E-STATE"
    assert "an award of 0 XP; 1 to 999" in desk.refuse(c.AwardXp(0, "none")).sentence
    assert "named twice" in desk.refuse(c.AwardXp(1, "x", ("kim", "kim"))).sentence
    assert "no character 'zoe'" in desk.refuse(c.AwardXp(1, "x", ("kim", "zoe"))).sentence
    assert desk.refuse(c.AwardXp(1, "x", ("kim",)), ROB).code == "E-PERM"
    desk.do(c.AwardPackage({"ECM": 2}, "school", ("jo",)))
    assert earned(desk.person()) == 6
    section = next(each for each in CAMPAIGN.sheet(desk.state, "jo") if each.title == "Experience")
    assert section.text == "6 XP earned in all, 3 saved" and section.plots[0].points[-1] == (0.0, 6.0)


@pytest.mark.clause("FS3-5.10", "FS3-5.9", "FS3-5.8")
def test_the_storyteller_sets_limits_aside_for_once() -> None:
    desk = in_play(xp=16)
    assert "without the cap" in desk.do(c.AwardXp(4, "a miracle", ("jo",), override=True)).sentences[0]
    assert desk.person().xp == 20 and desk.person().xp_log[-1].override
    desk.do(c.AwardXp(4, "a week", ("jo",)))
    assert (desk.person().xp, desk.person().xp_log[-1].lost) == (20, 4)
    desk.do(c.RaiseSkill("jo", "Melee"))
    assert "without the limits" in desk.do(c.RaiseSkill("jo", "Melee", override=True)).sentences[0]
    assert desk.person().xp_log[-1].override and desk.person().ratings["Melee"] == 7
    assert desk.refuse(c.RaiseSkill("jo", "Melee", override=True), PIA).clause == "FS3-5.10"
    desk.change("jo", xp=0)
    assert desk.refuse(c.RaiseSkill("jo", "Melee", override=True)).code == "E-XP-FUNDS"


@pytest.mark.clause("FS3-5.11")
def test_high_ratings_may_be_limited_for_raises_too() -> None:
    desk = in_play(xp=16)
    desk.change("jo", ratings={**desk.person().ratings, "Melee": 6})
    content = content_of(desk.state)
    entry = XpEntry(at=0, kind="raise", skill="Melee")
    assert with_raise(desk.person(), entry, False, content).ratings["Melee"] == 7
    strict = changed(content, xp=changed(content.xp, high_limit_on_raise=True))
    few = changed(desk.person(), languages={})
    assert with_raise(few, entry, False, strict).ratings["Melee"] == 7
    with pytest.raises(IllegalChoice, match=r"5 ratings of 7 or more; 4 are the most \(E-XP-HIGH, FS3-5.11\)"):
        with_raise(desk.person(), entry, False, strict)
    assert with_raise(desk.person(), changed(entry, skill="Firearms"), False, strict).ratings["Firearms"] == 9
    over = changed(desk.person(), ratings={**desk.person().ratings, "Alertness": 7})
    assert with_raise(over, changed(entry, skill="Stealth"), False, strict).ratings["Stealth"] == 5


@pytest.mark.clause("FS3-5.6")
def test_a_player_asks_and_the_storyteller_answers() -> None:
    desk = in_play(xp=16)
    assert desk.do(c.RaiseSkill("jo", "Melee"), PIA).sentences == ("Jo Arden asks to raise Melee",)
    assert desk.person().ratings["Melee"] == 5 and desk.person().xp == 16
    assert desk.refuse(c.GrantRaise("jo"), PIA).code == "E-PERM"
    desk.do(c.RefuseRaise("jo", "train first"))
    assert "asks for no raise" in desk.refuse(c.GrantRaise("jo")).sentence
    desk.do(c.RaiseSkill("jo", "Melee"), PIA)
    desk.at(DAY).do(c.GrantRaise("jo"))
    assert desk.person().ratings["Melee"] == 6 and desk.person().xp_log[-1].at == 0 and desk.person().wish is None
    desk.do(c.SetOptions(approve_raises=False))
    desk.at(PAUSE).do(c.RaiseSkill("jo", "Melee"), PIA)
    assert desk.person().ratings["Melee"] == 7
    assert desk.refuse(c.RaiseSkill("kim", "Melee"), PIA).code == "E-PERM"


@pytest.mark.clause("FS3-5.10", "FS3-5.8")
def test_what_is_asked_for_may_be_granted_without_the_limits() -> None:
    desk = in_play(xp=16)
    desk.do(c.RaiseSkill("jo", "Melee"), PIA)
    wish = desk.person().wish
    desk.do(c.RaiseSkill("jo", "Stealth"))
    desk.change("jo", wish=wish)
    assert desk.refuse(c.GrantRaise("jo")).code == "E-XP-COOLDOWN"
    desk.do(c.GrantRaise("jo", override=True))
    assert desk.person().ratings["Melee"] == 6 and desk.person().xp_log[-1].override


@pytest.mark.clause("FS3-5.6", "FS3-5.8", "FS3-5.9")
def test_a_refund_takes_the_last_raise_back() -> None:
    """The rating, what it cost, and the pause; what is above the cap is lost."""
    desk = in_play(xp=16)
    desk.do(c.RaiseSkill("jo", "Melee"))
    desk.do(c.AwardXp(2, "a week", ("jo",)))
    assert desk.do(c.RefundRaise("jo", "Melee")).sentences == (
        "Jo Arden has Melee at 5 again, 2 XP back, 2 lost above the cap of 16",
    )
    assert desk.person().ratings["Melee"] == 5 and desk.person().xp == 16
    desk.do(c.RaiseSkill("jo", "Firearms"))
    assert "by no raise that could be refunded" in desk.refuse(c.RefundRaise("jo", "Melee")).sentence
    desk.do(c.AwardPackage({"Firearms": 10}, "school", ("jo",)))
    assert desk.refuse(c.RefundRaise("jo", "Firearms")).code == "E-STATE"
    desk.do(c.AwardPackage({"Melee": 6}, "school", ("jo",)))
    assert desk.refuse(c.RefundRaise("jo", "Melee")).code == "E-STATE", "its one raise was refunded already"


@pytest.mark.clause("FS3-5.9", "FS3-5.10")
def test_a_refund_takes_nothing_from_who_is_above_the_cap() -> None:
    desk = in_play(xp=16)
    desk.do(c.RaiseSkill("jo", "Melee"))
    desk.do(c.AwardXp(8, "a miracle", ("jo",), override=True))
    assert desk.do(c.RefundRaise("jo", "Melee")).sentences[0].endswith("0 XP back, 4 lost above the cap of 16")
    assert desk.person().xp == 20


@pytest.mark.clause("FS3-5.8", "FS3-1.9")
def test_entries_may_be_back_dated_but_not_into_the_future() -> None:
    """A raise on an earlier day keeps its distance from those before and after it."""
    desk = in_play(xp=16).at(10 * DAY)
    desk.do(c.AwardXp(1, "late", ("kim",), day=3))
    assert desk.person("kim").xp_log[-1].at == 3 * DAY
    desk.do(c.RaiseSkill("jo", "Melee", day=5))
    assert desk.refuse(c.RaiseSkill("jo", "Melee", day=3)).code == "E-XP-COOLDOWN"
    desk.do(c.RaiseSkill("jo", "Melee", day=2))
    assert desk.refuse(c.RaiseSkill("jo", "Melee", day=7)).code == "E-XP-COOLDOWN"
    for day in (11, -1):
        refused = desk.refuse(c.RaiseSkill("jo", "Melee", day=day))
        assert refused.clause == "FS3-1.9" and "it has days 0 to 10" in refused.sentence
    assert desk.refuse(c.RaiseSkill("jo", "Melee", day=8), PIA).code == "E-PERM"


@pytest.mark.clause("FS3-5.5", "FS3-1.5")
def test_who_has_no_experience() -> None:
    desk = in_play(xp=16)
    desk.do(c.AddPerson("bot", "Bot", kind="npc", rating=4))
    assert desk.refuse(c.AwardXp(1, "x", ("bot",))).clause == "FS3-1.5"
    desk.do(c.AddPerson("al", "Al"), PIA)
    assert "is draft; it must be approved" in desk.refuse(c.AwardXp(1, "x", ("al",))).sentence
    desk.do(c.RaiseSkill("jo", "Melee"), PIA)
    desk.do(c.NoteDeath("jo", "fell"), PIA)
    assert desk.person().wish is None
    assert desk.refuse(c.RaiseSkill("jo", "Melee")).sentence == "Jo Arden is dead: fell"


def test_times_are_told_in_days_and_hours() -> None:
    assert [time_text(each) for each in (0, 61, 90_000, PAUSE)] == ["0 s", "1 min 1 s", "1 d 1 h", "3 d"]
