"""Who plays bots alone has the match foreseen, by a key or a button; whoever plays people has neither."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.people import People, Person
from tests.web.seen import faults
from tests.web.test_table import made, two_at_a_table


def panel(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="How may it end?")


def test_a_forecast_by_key_tells_chances_with_error_bars(people: People) -> None:
    ann = people.come("Ann")
    made(ann, "besiege_the_bunker", {"red": "me", "blue": "random"}, {"force": "preset", "seats": "fixed"})
    ann.sits()
    ann.page.keyboard.press("f")
    shown = panel(ann)
    shown.get_by_label("Endings").select_option("50")
    shown.get_by_label("All play as").select_option("random")
    ann.presses("Foresee")
    expect(shown.get_by_role("list", name="Chances to win")).to_contain_text("Red wins")
    expect(shown.get_by_text("50 of 50 endings")).to_be_visible(timeout=120_000)
    expect(shown.get_by_role("list", name="Chances to win")).to_contain_text(" to ")
    expect(shown.get_by_role("columnheader", name="eliminated")).to_be_visible()
    assert faults(ann.page) == []
    ann.shot("forecast")
    shown.get_by_label("Endings").select_option("10000")
    ann.presses("Foresee")
    ann.presses("Stop")
    expect(shown.get_by_role("button", name="Stop")).to_have_count(0)
    ann.presses("Close")
    expect(shown).to_have_count(0)


@pytest.mark.heavy
def test_what_ends_as_wanted_is_sought_by_the_dials_of_the_game(people: People) -> None:
    ann = people.come("Ann", phone=True)
    ann.goes("#/make/fs3/sparring")  # nothing happens there before Ann has chosen
    ann.page.get_by_label("Who decides for Ben", exact=True).select_option("random")
    ann.presses("Make the table")
    ann.sits()
    ann.presses("Forecast")
    shown = panel(ann)
    shown.get_by_label("Find what ends as I want").check()
    dials = shown.get_by_role("group", name="Wanted").get_by_role("checkbox")
    expect(dials.first).to_be_checked()
    dials.nth(1).check()
    shown.get_by_label("Side").select_option("team2")
    shown.get_by_label("Nobody of it more").select_option("down")
    shown.get_by_label("than (0.2").fill("0.5")
    shown.get_by_label("All play as").select_option("random")
    ann.shot("forecast-aim")
    ann.presses("Find it")
    expect(shown.get_by_role("status")).to_contain_text("endings …")
    ann.presses("Stop")
    expect(shown.get_by_role("button", name="Stop")).to_have_count(0)
    assert not shown.get_by_role("alert").count()


@pytest.mark.heavy
def test_where_people_play_each_other_nobody_is_offered_a_forecast(people: People) -> None:
    ann, ben = two_at_a_table(people)
    for person in (ann, ben):
        person.page.keyboard.press("f")
        assert not person.page.get_by_role("button", name="Forecast").count()
        assert not panel(person).count()
