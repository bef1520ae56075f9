"""Every screen on a small phone, by keyboard alone, and as a screen reader hears it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.people import STUCK, People, Person
from tests.web.seen import faults

pytestmark = pytest.mark.heavy

SNAPSHOTS = Path(__file__).parent / "aria_snapshots"
NAMELESS = """() => [...document.querySelectorAll('button, a[href], input, select, textarea, svg[tabindex]')]
    .filter((one) => one.checkVisibility() && !one.closest('[hidden]'))
    .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length || one.title
        || one.getAttribute('aria-labelledby')))
    .map((one) => one.outerHTML.slice(0, 120))"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll('button, a.button, select, nav a')]
    .filter((one) => one.checkVisibility() && !one.closest('.log, .said, article'))
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 90)])
    .filter(([box]) => box.height > 0 && (box.height < 28 || box.width < 24)).map(([, html]) => html)"""


NETWORK = {"link": "http://192.168.1.5:8420/", "open": False, "password": False}


def at_a_table(person: Person) -> None:
    """A table with nobody else, whose first choice is this person's."""
    person.goes("#/make/ttt/last_stand")
    person.page.get_by_label("Who decides for Blue", exact=True).select_option("absent")
    person.page.get_by_text("House rules").click()
    person.page.get_by_role("combobox", name="seats", exact=True).select_option("fixed")
    expect(person.page.get_by_text("1 changed")).to_be_visible()
    person.presses("Make the table")
    person.sits()


def invited(person: Person) -> None:
    """The links of a table for two, in a network."""
    person.page.route("**/api/reach", lambda asked: asked.fulfill(json=NETWORK))
    person.goes("#/make/ttt/last_stand")
    person.presses("Make the table")
    person.sees("Your table stands")


def of_a_campaign(person: Person) -> None:
    """The first day of a campaign."""
    person.goes("#/campaigns")
    person.page.get_by_label("Name of the campaign").fill("Winter war")
    person.presses("Make it")
    person.sees("Begin with a character")


def ready(hash: str, text: str) -> Callable[[Person], None]:
    """A screen that is there as soon as something can be read."""

    def come(person: Person) -> None:
        person.goes(hash)
        person.sees(text)

    return come


SCREENS: dict[str, Callable[[Person], None]] = {
    "start": ready("", "Play now against bots"),
    "make": ready("#/make/ttt/last_stand", "Who sits where"),
    "invite": invited,
    "lobby": ready("#/lobby", "Open seats"),
    "mine": ready("#/mine", "No matches yet"),
    "learn": ready("#/learn", "Begin"),
    "lesson": ready("#/learn/ttt", "Put a piece on the board"),
    "rules": ready("#/rules", "Every line"),
    "clause": ready("#/rules/TTT-6.1", "In its turn"),
    "campaigns": ready("#/campaigns", "Make a campaign"),
    "campaign": of_a_campaign,
    "table": at_a_table,
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_small_phone_shows_the_whole_of_a_screen(people: People, screen: str, dark: bool) -> None:
    """360 by 740: nothing lies beside the page, nothing to press is too small for a finger or has no name."""
    person = people.come("Ann", phone=True, dark=dark)
    SCREENS[screen](person)
    person.shot(f"{screen}-phone-{'dark' if dark else 'light'}")
    assert person.page.evaluate(WIDER) <= 0
    assert person.page.evaluate(SMALL) == []
    assert person.page.evaluate(NAMELESS) == []
    assert faults(person.page) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everybody_can_read_every_screen_of_a_desk(people: People, dark: bool) -> None:
    """Contrast, names and focus, as axe measures them: nothing serious, in either colours."""
    for screen, come in SCREENS.items():
        if screen == "clause":
            continue  # a book of a thousand clauses takes long, and a phone has shown it
        person = people.come("Ann", dark=dark)
        come(person)
        assert faults(person.page) == [], screen
        person.page.close()


def test_a_rulebook_is_read_searched_and_opened_at_a_clause(people: People) -> None:
    """A clause's address leads to it in its book; a search leaves what holds the words; clauses lead on."""
    ann = people.come("Ann").goes("#/rules/TTT-6.3")
    here = ann.page.locator("article [aria-current]")
    expect(here).to_contain_text("All movement actions come before all attacks")
    expect(here).to_be_in_viewport()
    ann.shot("book")
    ann.page.get_by_label("Find in this rulebook").fill("never diagonally")
    expect(ann.page.get_by_role("status").filter(has_text="place")).to_contain_text(re.compile(r"^[1-9]\d* places?$"))
    expect(ann.page.locator("article li:visible")).to_contain_text(
        ["Range is counted in squares and never diagonally."]
    )
    ann.presses("7.2 Aim")
    expect(ann.page.get_by_role("heading", name="7.2 Aim")).to_be_in_viewport()
    ann.page.locator("article").get_by_role("link", name="TTT-6.9", exact=True).first.click()
    expect(here).to_contain_text("resign")
    ann.goes("#/rules/TTT-99.9").sees("has no clause TTT-99.9")


def heard(page: Page) -> str:
    """A screen as a screen reader finds it, without what is different each time."""
    text = page.locator("body").aria_snapshot()
    text = re.sub(r"http://127\.0\.0\.1:\d+/\S*", "LINK", text)
    return re.sub(r"(#/(t|replay|invite|join|campaign)/)\w+", r"\1TABLE", text) + "\n"


@pytest.mark.parametrize("screen", [name for name in SCREENS if name not in ("table", "lobby", "clause")])
def test_a_screen_is_heard_as_it_was(people: People, screen: str, request: pytest.FixtureRequest) -> None:
    """The tree of roles and names is the one that is kept; --write-goldens keeps it anew."""
    person = people.come("Ann")
    SCREENS[screen](person)
    person.page.wait_for_load_state("networkidle")
    person.shot(f"{screen}-desk")
    now, kept = heard(person.page), SNAPSHOTS / f"{screen}.yaml"
    assert person.page.evaluate(NAMELESS) == []
    if request.config.getoption("--write-goldens"):
        SNAPSHOTS.mkdir(exist_ok=True)
        kept.write_text(now, encoding="utf-8")
    assert now == kept.read_text(encoding="utf-8")


def test_a_match_is_begun_and_played_by_keyboard_alone(people: People) -> None:
    """Tab, Enter, arrows and the keys of the hand; the focus is always to be seen."""
    ann = people.come("Ann").goes()
    ann.sees("Play now against bots")
    reach(ann, "Play now against bots: Table Top Troopers")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    reach(ann, "Start")
    ann.page.keyboard.press("Enter")
    ann.sits()
    events = ann.page.get_by_role("region", name="Log").locator("li")
    expect(ann.page.locator(".seats li.you.choosing")).to_be_visible(timeout=20_000)
    before = events.count()
    end = time.monotonic() + STUCK
    while events.count() <= before + 6:
        assert time.monotonic() < end, "nothing comes of the keys"
        by_keys(ann.page)
        ann.page.wait_for_timeout(150)
    ann.shot("keyboard")
    ann.page.keyboard.press("?")
    expect(ann.page.get_by_role("dialog", name="Keys and hints")).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("F6")
    assert ann.page.evaluate("() => !!document.activeElement.closest('[data-region]')")


def by_keys(page: Page) -> None:
    """Go with the arrows to a place that can be chosen, and choose it; where there is none, what has the key 1."""
    board, places = page.locator(".middle .board svg").first, page.locator(".board circle.stop")
    board.focus()
    if page.locator(".armed").count():
        return page.keyboard.press("Enter")
    spots = places.evaluate_all("all => all.map((one) => [+one.getAttribute('cx'), +one.getAttribute('cy')])")
    if not spots:
        return page.keyboard.press("1")
    wanted = int(spots[0][0]), 9 - int(spots[0][1])
    for _ in range(40):
        found = re.search(r"\. ([a-z])(\d+) ·", board.get_attribute("aria-label") or "")
        at = (ord(found[1]) - 97, int(found[2]) - 1) if found else None
        if at == wanted:
            return page.keyboard.press("Enter")
        if at is None or at[0] == wanted[0]:
            page.keyboard.press("ArrowUp" if at is None or at[1] < wanted[1] else "ArrowDown")
        else:
            page.keyboard.press("ArrowRight" if at[0] < wanted[0] else "ArrowLeft")
    return None


def reach(person: Person, name: str) -> None:
    """Tab until something has the focus, which must show."""
    for _ in range(60):
        person.page.keyboard.press("Tab")
        found = person.page.evaluate(
            "() => [document.activeElement.ariaLabel || document.activeElement.textContent.trim(),"
            " getComputedStyle(document.activeElement).outlineStyle]"
        )
        if found[0] == name:
            assert found[1] != "none"
            return
    raise AssertionError(f"{name} is not reached by Tab")


def test_what_lies_over_a_screen_goes_with_it(people: People) -> None:
    """Back, as by a gesture of a phone, leaves neither the help nor a clause over the screen before."""
    person = people.come("Ann", phone=True)
    person.goes("#/learn")
    person.goes("#/rules")
    dialog = person.page.get_by_role("dialog")
    person.page.keyboard.press("?")
    expect(dialog).to_have_count(1)
    person.page.go_back()
    expect(person.page.get_by_role("link", name="Learn", exact=True)).to_have_attribute("aria-current", "page")
    expect(dialog).to_have_count(0)
