"""Who one is, and what one must not overlook: a card before the first choice, and a panel for which all else waits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.people import People, Person
from tests.web.test_free_table import COUNT, POINT, asked, calls, hand, made

pytestmark = pytest.mark.heavy


def role(person: Person) -> Locator:
    """The card that says who one is."""
    return person.page.locator(".role")


def panel(person: Person) -> Locator:
    """What stands over the board until it is read."""
    return person.page.get_by_role("dialog")


def round_of(person: Person) -> Locator:
    """How the match stands, as the table shows it."""
    return person.page.locator("header dl.brief div").first


def test_the_role_is_read_once_and_everything_waits_for_who_reads_how_a_round_ended(people: People) -> None:
    """Two rounds of one turn each: after the first the sides change."""
    ann = people.come("Ann")
    made(ann, "1v1", {"U1": "me", "U2": "absent"}, mp_maxrounds="2", mp_roundturns="1")
    ann.sits()
    expect(role(ann)).to_contain_text("You are U1, a terrorist (T)")
    expect(role(ann)).to_contain_text("You carry the bomb")
    ann.shot("role")
    ann.presses("Got it")
    expect(role(ann)).to_have_count(0)
    ann.page.reload()
    ann.sits()
    expect(role(ann)).to_have_count(0)
    ann.presses("Your goal")
    expect(role(ann)).to_contain_text("Plant the bomb at A or B before turn 1 is over")
    ann.presses("Got it")

    ann.page.locator(".making .primary:enabled").click()
    calls(ann)
    asked(ann, COUNT)
    hand(ann, "Keep still on all")
    asked(ann, POINT)
    ann.page.locator(".hand").get_by_role("button", name=re.compile("hold", re.IGNORECASE)).first.click()
    ann.page.locator(".hand .armed .primary").click()
    expect(panel(ann)).to_contain_text("Round 1 lost")
    expect(panel(ann)).to_contain_text("Time is up: CT wins the round.")
    expect(panel(ann)).to_contain_text("Half-time: you play the counter-terrorists (CT) now")
    expect(panel(ann).get_by_role("button", name="Continue")).to_be_focused()
    ann.shot("round-end")
    ann.page.wait_for_function("() => !document.querySelector('.tray .falling')")
    expect(round_of(ann)).to_contain_text(re.compile("1 of 2, turn 1"))
    expect(role(ann)).to_have_count(0)

    ann.page.keyboard.press("Enter")
    expect(panel(ann)).to_have_count(0)
    expect(round_of(ann)).to_contain_text(re.compile("2 of 2, turn 1"))
    expect(role(ann)).to_contain_text("You are U1, a counter-terrorist (CT)")


def test_who_has_little_time_left_is_warned_and_the_log_says_why_before_what(people: People) -> None:
    """A table with five seconds for each decision: red is warned, then passes unasked."""
    ann = people.come("Ann").goes()
    seats = [{"name": "red", "slots": ["red"], "by": "person"}, {"name": "blue", "slots": ["blue"], "by": "absent"}]
    options, clock = {"force": "preset", "seats": "fixed"}, {"kind": "each", "seconds": 5}
    asks = {"game": "ttt", "scenario": "besiege_the_bunker", "options": options, "seats": seats, "clock": clock}
    made = ann.page.request.post(f"{ann.served.address}api/tables", data=asks).json()
    ann.goes(f"#/t/{made['table']}/{made['seats']['red']}")
    ann.sits()
    expect(ann.page.locator(".banners .warn")).to_contain_text("Your time is nearly up.")
    ann.shot("time-nearly-up")
    late = ann.page.locator(".log li", has_text="Time ran out for Red: the least that the rules allow is done.").first
    expect(late).to_be_visible()
    expect(late.locator("+ li")).to_contain_text("placed")
