"""FS3 in the browser: orders that are tapped, put together and typed, a spar to its end; a fight of many on a phone."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, expect

from tests.heavy.settings import heavy
from tests.web.people import STUCK, People, Person
from tests.web.test_free_table import asked, at, tap

TURNS = 24  # one more than a spar may last, and then some for who is knocked out
ORDER = re.compile("your order for turn")


def begins(person: Person, scenario: str, against: str = "greedy") -> None:
    """From the start page, a fight against a bot; the card says whose rules they are."""
    person.goes()
    card = person.page.get_by_role("region", name="FS3", exact=True)
    card.get_by_text("Copyright and licence").click()
    expect(card).to_contain_text("The FS3 system is copyright 2007 by Linda Naughton (aka Faraday).")
    person.presses("Play now against bots: FS3")
    person.page.get_by_label("What is played").select_option(label=scenario)
    person.page.locator("dialog").get_by_label("Against").select_option(against)
    person.presses("Start")
    person.sits()
    person.presses("Got it")


def armed(person: Person, words: str) -> None:
    """Wait until an order waits to be given, in these words."""
    expect(person.page.locator(".hand .armed h3")).to_contain_text(words)


def gives(person: Person) -> None:
    """Give the order that is tapped or put together."""
    person.page.locator(".hand .armed .primary:enabled, .making .primary:enabled").first.click()


def types(person: Person, line: str) -> None:
    """Type an order."""
    field = person.page.locator(".hand").get_by_label(re.compile("^Type a choice"))
    field.fill(line)
    field.press("Enter")


def enabled(person: Person) -> Locator:
    """Buttons that can be pressed."""
    return person.page.locator("button:enabled")


def waits_for_turn(person: Person, turn: int) -> bool:
    """Wait for the orders of a turn, reading whatever is told before; whether the fight goes on to it."""
    end = time.monotonic() + STUCK
    question = person.page.locator(".hand h2").filter(has_text=f"turn {turn}?")
    while not person.is_over and not question.count():
        assert time.monotonic() < end, f"turn {turn} does not come"
        person.reads_on()
        back = person.page.locator(".hand").get_by_role("button", name=re.compile("^Recover")).and_(enabled(person))
        if back.count():
            back.first.click()
        person.page.wait_for_timeout(20)
    person.reads_on()
    return not person.is_over


def test_one_spars_by_taps_by_the_form_and_by_words(people: People) -> None:
    """A way and a target are tapped, more is said in a form, an order is typed, and a mistyped one is told so."""
    ann = people.come("Ann")
    begins(ann, "Sparring", against="absent")
    asked(ann, ORDER)
    ann.page.mouse.click(*at(ann, 4.5, 6.5))
    armed(ann, "go to 4.5,6.5 (1.6 of 10 m)")
    tap(ann, "BE")
    armed(ann, "go to 4.5,6.5 (1.6 of 10 m), attack")
    ann.shot("fs3-order")
    ann.page.locator(".hand .armed").get_by_role("button", name="No").click()
    ann.page.mouse.click(*at(ann, 4.5, 6.5))
    armed(ann, "go to 4.5,6.5 (1.6 of 10 m)")
    gives(ann)
    ann.tells("Anna moves to 4.5,6.5")
    ann.tells("Anna's initiative")

    assert waits_for_turn(ann, 2)
    ann.page.mouse.click(*at(ann, 4, 5))
    armed(ann, "go to 4,5")
    ann.presses("Say more …")
    making = ann.page.locator(".making")
    expect(making.get_by_label("Path")).to_have_value("4,5")
    ann.page.mouse.click(*at(ann, 4.5, 5.5))
    expect(making.get_by_label("Path")).to_have_value("4.5,5.5")
    stances = making.get_by_role("group", name="Stance")
    if not stances.is_visible():
        making.locator("details summary").last.click()
    stances.get_by_role("button", name="Banzai").click()
    expect(making).to_contain_text("Banzai stance")
    gives(ann)
    ann.tells("Anna takes stance banzai")

    assert waits_for_turn(ann, 3)
    types(ann, "aim bne/evade")
    expect(ann.page.locator(".hand")).to_contain_text("did you mean ben?")
    types(ann, "aim ben/evade,luck=initiative")
    ann.tells("Anna takes stance evade")
    ann.tells("Anna spends a luck point on initiative")

    for turn in range(4, TURNS if heavy() else 4):
        if not waits_for_turn(ann, turn):
            break
        types(ann, "attack ben/stance=banzai")
    if not heavy():  # to the end it is a long spar
        return
    assert ann.is_over
    ann.tells("the fight is over")
    expect(ann.page.locator(".banners .soft b")).to_contain_text("Team 1 wins")


def test_a_phone_has_roster_and_orders_of_a_fight_of_many(people: People) -> None:
    """Who is where, with what and how hurt; a tapped enemy is out of reach, until odds tell of a likelier way."""
    ben = people.come("Ben", phone=True)
    begins(ben, "The Arrest")
    asked(ben, ORDER)
    tap(ben, "RI")
    armed(ben, "attack")
    expect(ben.page.locator(".hand .armed")).to_contain_text(re.compile("out of reach now|go to .*attack Rick"))
    ben.presses("Roster")
    roster = ben.page.get_by_role("region", name="Roster")
    expect(roster).to_contain_text("Alma")
    expect(roster).to_contain_text("Stun gun 5/5")
    ben.shot("fs3-phone")
