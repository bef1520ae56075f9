"""Ten seats, people and bots mixed, finish a bomb match of one short round; one of the people plays on a phone."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.people import People, Person, play_on

SHORT = {"mp maxrounds": "1", "mp roundturns": "2", "mp movecounts": "2"}


def ten_at_a_table(ann: Person) -> None:
    """Ann makes it: U1 is hers, U2 a friend's, all others are bots'."""
    ann.goes("#/make/tps")
    ann.page.get_by_text("House rules").click()
    for name, value in SHORT.items():
        field = ann.page.get_by_role("spinbutton", name=name, exact=True)
        field.fill(value)
        field.blur()
    expect(ann.page.get_by_text("3 changed")).to_be_visible(timeout=60_000)
    for number in range(3, 11):
        ann.page.get_by_label(f"Who decides for U{number}", exact=True).select_option("random")
    ann.presses("Make the table")
    ann.page.get_by_text("Your table stands").wait_for(timeout=120_000)


@pytest.mark.heavy
def test_ten_seats_finish_a_bomb_match(people: People) -> None:
    """Both people and whoever looks on see the same end."""
    luck = Random(2)
    ann, ben, cleo = people.come("Ann"), people.come("Ben", phone=True), people.come("Cleo", dark=True)
    ten_at_a_table(ann)
    ben.page.goto(ann.reads("Link to the seat U2"))
    cleo.page.goto(ann.reads("Link to look on"))
    ann.follows("Go to the table")
    for person in people.all:
        person.sits()
    for shot in range(8):
        play_on([ann, ben], luck, 1)
        for person in people.all:
            person.shot(f"ten-{shot}-{person.name.lower()}")
    play_on([ann, ben], luck)
    told = set()
    for person in people.all:
        person.reads_on()
        person.page.locator(".banners").get_by_role("button", name="How it ended").wait_for(timeout=60_000)
        told.add(person.page.locator(".banners .soft b").inner_text())
        person.shot(f"ten-end-{person.name.lower()}")
    assert len(told) == 1
