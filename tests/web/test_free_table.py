"""A free table by hand: targets and throws pointed out, dice that roll, a referee who rules, who may talk and when."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from tests.web.people import People, Person

QUICK = {"mp maxrounds": "1", "mp movecounts": "3", "mp startmoney": "40"}
CALL, COUNT = re.compile("call a weapon"), re.compile(r"count \d of 3")
POINT = re.compile("point at a target|nobody can be attacked")  # whoever is in sight by then

WATCHES = """
    window.fell = 0;
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
        window.fell += document.querySelectorAll('.tray .falling').length;
    }).observe(document.body, {childList: true, subtree: true, attributes: true}));
"""


def laid(ann: Person, teams: str, seats: dict[str, str], **more: str) -> None:
    """Ann makes a table on the page, and has links for her friends."""
    made(ann, teams, seats, **more)
    ann.sees("Your table stands")


def made(ann: Person, teams: str, seats: dict[str, str], **more: str) -> None:
    """Ann makes a table on the page."""
    ann.goes("#/make/tps")
    ann.page.get_by_text("House rules").click()
    wanted = {"teams": teams, **QUICK} | {name.replace("_", " "): value for name, value in more.items()}
    for name, value in wanted.items():
        field = ann.page.locator(".all").get_by_label(name, exact=True)
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.blur()
    expect(ann.page.get_by_text(f"{len(wanted)} changed")).to_be_visible()
    expect(ann.page.get_by_label(re.compile("^Who decides for"))).to_have_count(len(seats))
    for seat, who in seats.items():
        ann.page.get_by_label(f"Who decides for {seat[0].upper()}{seat[1:]}", exact=True).select_option(who)
    ann.presses("Make the table")


def asked(person: Person, what: re.Pattern[str]) -> None:
    """Wait until somebody is asked something."""
    expect(person.page.locator(".hand h2").last).to_have_text(what)


def hand(person: Person, name: str) -> None:
    """Press something in the hand that begins so."""
    person.page.locator(".hand").get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()


def calls(person: Person, *words: str) -> None:
    """Call the weapon of a turn, and what lies over it; where there is little to call it is one of a list."""
    asked(person, CALL)
    making = person.page.locator(".making")
    if words and not making.count():
        hand(person, words[0])
    elif words:
        for word in words:
            making.get_by_role("button", name=word, exact=True).click()
        making.locator(".primary:enabled").click()
    elif making.count():
        making.locator(".primary:enabled").click()
    else:
        hand(person, "USP" if person.page.locator(".hand").get_by_text("USP").count() else "Glock")


def tap(person: Person, unit: str) -> None:
    """Tap a unit where it is drawn."""
    box = person.page.locator(".middle .board svg").get_by_text(unit, exact=True).bounding_box()
    assert box
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def at(person: Person, x: float, y: float) -> tuple[float, float]:
    """Where a point of the table is on the screen, by the numbers along its edge."""
    marks = person.page.evaluate(
        """() => [...document.querySelectorAll('.board svg text')].map((one) =>
            [one.textContent.trim(), one.getBoundingClientRect()]).filter(([text]) => /^\\d+$/.test(text))
            .map(([text, box]) => [Number(text), box.x + box.width / 2, box.y + box.height / 2])"""
    )
    low, left = max(mark[2] for mark in marks), min(mark[1] for mark in marks)
    along = sorted((n, px) for n, px, py in marks if abs(py - low) < 3)
    up = sorted((n, py) for n, px, py in marks if px - left < 12)
    (n, px), (m, qx) = next(pairwise(along))
    (k, py), (j, qy) = next(pairwise(up))
    return px + (x - n) * (qx - px) / (m - n), py + (y - k) * (qy - py) / (j - k)


@pytest.mark.heavy
def test_a_ruling_is_read_by_all_and_a_target_and_a_throw_are_called_by_hand(people: People) -> None:
    """The Admin puts a token elsewhere with a reason; who is fired at and where a grenade flies is pointed out."""
    ann, ben, cleo = people.come("Ann"), people.come("Ben"), people.come("Cleo", reduced_motion="no-preference")
    laid(ann, "1v1", {"U1": "friend", "U2": "absent", "admin": "me"}, sv_admin="1")
    ben.page.goto(ann.reads("Link to the seat U1"))
    for person in (ann, cleo):
        person.page.add_init_script(WATCHES)
    cleo.page.goto(ann.reads("Link to look on"))
    ann.page.goto(cleo.page.url)
    ann.page.reload()
    for person in people.all:
        person.sits()

    ann.page.get_by_role("tab", name="Referee").click()
    ann.presses("place …")
    making = ann.page.locator(".making")
    expect(making.get_by_role("status")).to_have_text("Unit?")
    tap(ann, "U2")
    expect(making.get_by_role("status")).to_have_text("Tap the table: where?")
    ann.page.mouse.click(*at(ann, 14, 16))
    expect(making.get_by_role("status")).to_have_text("It needs a reason.")
    making.get_by_label("Reason").fill("the table was bumped")
    making.locator(".primary:enabled").click()
    ben.sees("A ruling: “the table was bumped”")

    ben.presses("Ruler")
    ben.sees("distances stay hidden until the targets are called (TPS-11.9)")
    expect(ben.page.get_by_role("button", name="Ruler")).to_have_attribute("aria-pressed", "false")

    for name in ("AK-47", "Flashbang"):
        ben.presses(f"One {name} more")
    expect(ben.page.locator(".verdict")).to_contain_text("2 chosen, 27 cash. Lawful.")
    hand(ben, "Buy")
    ben.tells(re.compile("the Admin rules: U2 stands at 14"))
    calls(ben, "AK-47", "Flashbang")
    asked(ben, COUNT)
    hand(ben, "Keep still on all")
    asked(ben, POINT)
    hand(ben, "Throw …")
    throwing = ben.page.locator(".making")
    expect(throwing.get_by_role("status")).to_have_text("Tap the table: where?")
    ben.page.mouse.click(*at(ben, 12, 18))
    expect(throwing.get_by_label("Aim", exact=True)).to_have_value(re.compile(r"^1[12](\.\d+)?, 1[78](\.\d+)?$"))
    expect(throwing.locator(".odds")).to_contain_text("falls in")
    expect(ben.page.locator(".board .aim")).to_have_count(1)
    ben.shot("throw-aimed")
    throwing.locator(".primary:enabled").click()
    ben.tells(re.compile("U1's Flashbang flies [0-9.]+ MU and rests at"))
    cleo.page.wait_for_function("() => window.fell > 0")
    assert ann.page.evaluate("() => window.fell") == 0, "who wants less motion sees how the dice lie"

    calls(ben, "AK-47")
    asked(ben, COUNT)
    hand(ben, "Keep still on all")
    asked(ben, POINT)
    tap(ben, "U2")
    armed = ben.page.locator(".hand .armed")
    expect(armed).to_contain_text("fire AK-47 at")
    expect(armed).to_contain_text("Its odds are hidden")
    ben.shot("target-called")
    armed.locator(".primary").click()
    ben.tells("U1 points at U2")
    ben.tells(re.compile(r"U1 rolls \d+ on 1W\+3D against U2, .*half cover −1"))


@pytest.mark.heavy
def test_one_side_talks_among_itself_and_nobody_talks_while_targets_are_called(people: People) -> None:
    """What is said to a side is on nobody else's screen; the rules close every chat for a while (TPS-11.4)."""
    ann, ben, cleo, dora = (people.come(name) for name in ("Ann", "Ben", "Cleo", "Dora"))
    laid(ann, "2v2", {"U1": "me", "U2": "friend", "U3": "friend", "U4": "absent"})
    ben.page.goto(ann.reads("Link to the seat U2"))
    cleo.page.goto(ann.reads("Link to the seat U3"))
    dora.page.goto(ann.reads("Link to look on"))
    ann.follows("Go to the table")
    for person in people.all:
        person.sits()
        person.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("to my side alone").check()
    ann.page.get_by_label("Say something").fill("rush A")
    ann.presses("Send")
    expect(ben.page.get_by_role("log")).to_contain_text("rush A")
    cleo.page.get_by_label("Say something").fill("good luck")
    cleo.presses("Send")
    for person in people.all:
        expect(person.page.get_by_role("log")).to_contain_text("good luck")
    for person in (cleo, dora):
        assert "rush A" not in person.page.locator("body").inner_text()

    players = (ann, ben, cleo)
    for person in players:
        hand(person, "Buy nothing")
    for person in players:
        calls(person)
    for person in players:
        asked(person, COUNT)
        hand(person, "Keep still on all")
    for person in players:
        asked(person, POINT)
    ann.page.get_by_label("Say something").fill("the left one")
    ann.presses("Send")
    expect(ann.page.locator(".notice")).to_contain_text("talk")
    for person in players:
        hand(person, "Hold")
        if person.page.locator(".hand .armed").count():
            person.page.locator(".hand .armed .primary").click()
    asked(ann, CALL)
    ann.presses("Send")
    expect(ben.page.get_by_role("log")).to_contain_text("the left one")


FITS = "one => one.scrollHeight <= one.clientHeight + 1"


def test_ten_seats_at_a_desk_leave_the_log_in_sight(people: People) -> None:
    """Nothing of the seats is hidden, the card of one's role stands open, and of the log there are some lines."""
    ann = people.come("Ann")
    made(ann, "5v5", {"U1": "me", **{f"U{number}": "greedy" for number in range(2, 11)}})
    ann.sits()
    expect(ann.page.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_count(10)
    assert ann.page.locator(".seats").evaluate(FITS)
    log = ann.page.get_by_role("region", name="Log")
    assert log.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)") >= 4
    ann.shot("ten-seats")


@pytest.mark.heavy
def test_the_lesson_is_gone_through_by_taps_and_leads_to_a_first_match(people: People) -> None:
    """Poor choices are held back, a walk is pointed at, dice are shown; the last button opens a table with bots."""
    ann = people.come("Ann").goes("#/learn/tps")
    page, hand, heard = ann.page, ann.page.locator(".hand"), ann.page.locator(".heard")
    hand.get_by_role("button", name="Rush").click()
    expect(heard).to_contain_text("With that it can no longer be done")
    hand.get_by_role("button", name="Rifle").click()
    ann.presses("Next step")
    ann.sees("Walk into bomb site A")
    goes_to(ann, 21, 11.5)
    ann.presses("Next step")
    hand.get_by_role("button", name="Glock 18: acts in step 3").click()
    ann.sees("count 1 of 10")
    goes_to(ann, 21, 11.5)
    ann.presses("Next step")
    ann.sees("Take U2 out")
    crouch, keep_still = (hand.get_by_role("button", name=name) for name in ("AK-47, crouching", "Keep still on all 5"))
    ann.presses_until(crouch, keep_still)
    keep_still.click()
    hand.get_by_role("button", name="U2").first.click()
    expect(hand).to_contain_text("85.6%")
    hand.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("button", name="The dice that fell")).to_contain_text("to-hit")
    ann.presses("Skip →")
    ann.sees("Fill the south lane")
    ann.presses("Skip →")
    plants_or_defuses(ann, "Bomb", "Plant")
    ann.presses("Next step")
    plants_or_defuses(ann, "Defuse kit", "Defuse")
    ann.presses("Play your first match")
    page.locator(".middle .board svg").first.wait_for()
    ann.sees("buy for round 1")


def goes_to(ann: Person, x: float, y: float) -> None:
    """Point at a place and go there; it is pointed at again where the board moved under the hand."""
    go = ann.page.locator(".hand").get_by_role("button", name="Go")
    for _ in range(4):
        ann.page.mouse.click(*at(ann, x, y))
        with suppress(PlaywrightTimeout):
            go.click(timeout=8_000)
            return
    raise AssertionError(f"nobody can go to {x}, {y}")


def plants_or_defuses(ann: Person, over: str, action: str) -> None:
    """A whole turn of work in a lesson."""
    hand = ann.page.locator(".hand")
    hand.get_by_role("button", name=over, exact=True).click()
    hand.get_by_role("button", name=action, exact=True).click()
    hand.get_by_role("button", name="Call", exact=True).click()
    hand.get_by_role("button", name="Keep still on all 10 counts").click()
    hand.get_by_role("button", name="Hold").click()
    hand.get_by_role("button", name="Do it").click()
    ann.sees("Done.")
