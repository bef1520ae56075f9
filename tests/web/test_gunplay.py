"""Two browsers play Gunplay: Overwatch on both sides, one that asks and one that fires by its orders, to the end."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.heavy.settings import many
from tests.web.people import STUCK, People, Person, play_on
from tests.web.test_free_table import asked, at, hand, tap

CHOICES = many(6, 24)  # by lot, at the most, before somebody gives up
SIDES = {"a": "A", "b": "B"}


def lays_main_street(ann: Person) -> None:
    """A table with all modules on: the page says what has no effect, and what the preset has."""
    ann.goes("#/make/gunplay")
    ann.page.get_by_text("House rules").click()
    rules = ann.page.locator(".all")
    rules.get_by_label("weapon speed", exact=True).select_option("1")
    ann.sees("weapon_speed changes nothing without activations")
    ann.presses("All as usual again")
    ann.page.get_by_label(re.compile("^Which rules")).select_option("full")
    expect(rules.get_by_label("overwatch", exact=True)).to_have_value("1")
    ann.presses("Make the table")
    ann.sees("Your table stands")


def whose(players: dict[str, Person], question: str) -> str:
    """Wait until one of some players is asked something, and which it is."""
    end = time.monotonic() + STUCK
    while time.monotonic() < end:
        for seat, person in players.items():
            if person.page.locator(".hand h2").filter(has_text=question).count():
                return seat
        person.page.wait_for_timeout(20)
    raise AssertionError(f"nobody is asked {question!r}")


def near(person: Person, unit: str, inches: float) -> tuple[float, float]:
    """A place so far east of a unit, on the screen."""
    box = person.page.locator(".middle .board svg").get_by_text(unit, exact=True).bounding_box()
    assert box
    scale = at(person, 1, 0)[0] - at(person, 0, 0)[0]
    return box["x"] + box["width"] / 2 + inches * scale, box["y"] + box["height"] / 2


def opens(person: Person, act: str, timeout: float = 30_000) -> None:
    """Open the form of an act that may be done at any time."""
    listed = person.page.locator(".hand").get_by_role("button", name=act)
    if not listed.count():
        hand(person, "More …")
    listed.click(timeout=timeout)


def gives_new_orders(person: Person, unit: str) -> None:
    """By a form: a unit on Overwatch holds its fire from now on."""
    opens(person, "b: set orders …")
    making = person.page.locator(".making")
    making.get_by_role("group", name="Character").get_by_role("button", name=unit).click()
    making.get_by_role("group", name="When an enemy shows").get_by_role("button", name="Hold", exact=True).click()
    person.shot("orders-given")
    making.locator(".primary:enabled").click()
    expect(making).to_have_count(0)


def gives_up(person: Person) -> None:
    """Concede, by the list of what may be done at any time."""
    if (away := person.page.locator(".making").get_by_role("button", name="Not now")).count():
        away.click()
    for _ in range(4):  # a panel about what came of the last choice may lie over the list
        person.reads_on()
        with suppress(PlaywrightTimeout):
            opens(person, "b: concede …", 5_000)
            break
    person.page.locator(".making .primary:enabled").click()


def reads_to_the_end(person: Person) -> None:
    """Wait until the end is told, and put away the panels about it."""
    going_on = person.page.locator(".panels").get_by_role("button", name="Continue")
    ended = person.page.get_by_role("button", name="How it ended")
    expect(going_on.or_(ended).first).to_be_visible()
    end = time.monotonic() + STUCK
    while not ended.is_visible():
        assert time.monotonic() < end, "the end is not told"
        person.reads_on()
        person.page.wait_for_timeout(20)


@pytest.mark.heavy
def test_two_play_main_street_with_overwatch_on_both_sides_to_its_end(people: People) -> None:
    """One is asked when it could fire, the other has standing orders; a way is pointed at and gone otherwise."""
    ann, ben = people.come("Ann"), people.come("Ben", phone=True)
    lays_main_street(ann)
    ben.page.goto(ann.reads("Link to the seat B"))
    ann.follows("Go to the table")
    players = {"a": ann, "b": ben}
    for person in players.values():
        person.sits()
        person.presses("Got it")

    left = dict(players)
    while left:
        hand(left.pop(whose(left, "go on Overwatch")), "1 on Overwatch")
    left = dict(players)
    while left:
        seat = whose(left, "put a character on Overwatch")
        tap(left[seat], f"{SIDES[seat]}1")
        orders = "ask me" if seat == "a" else "fire at any enemy, at any chance"
        hand(left.pop(seat), f"{SIDES[seat]}1: {orders}")
    ann.tells("A1 is on Overwatch")
    ann.tells("B1 is on Overwatch")
    gives_new_orders(ben, "B1")

    seat = whose(players, "activate a character")
    mover = players[seat]
    best = mover.page.locator(".hand .options button").first
    expect(best).to_contain_text("2 actions")
    best.click()
    mover.page.locator(".hand .armed .primary").click()
    asked(mover, re.compile(r"has \d actions? left"))
    unit = re.findall(r"(\w+) has", mover.page.locator(".hand h2").last.inner_text())[-1]
    mover.page.mouse.click(*near(mover, unit, 1.2 if seat == "a" else -1.2))
    ways = mover.page.get_by_role("group", name="Ways to go there")
    ways.get_by_role("button", name="Then prone").click()
    expect(mover.page.locator(".hand .armed")).to_contain_text("then prone")
    mover.shot("gunplay-way")
    mover.page.locator(".hand .armed .primary").click()
    ann.tells(f"{unit} is prone")

    play_on([ann, ben], Random(1), CHOICES)
    if not ann.is_over:
        gives_up(ben)
    told = set()
    for person in players.values():
        reads_to_the_end(person)
        told.add(person.page.locator(".banners .soft b").inner_text())
    assert len(told) == 1 and re.match("A wins|B wins|A draw", told.pop())
