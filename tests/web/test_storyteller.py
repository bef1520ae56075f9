"""A Storyteller runs a fight of four players, six NPCs and two vehicles: from the keyboard, everybody in view."""

from __future__ import annotations

import json
import re
import urllib.request
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.people import People, Person

NPCS = ("guard1", "guard2", "marine1", "marine2", "gunner", "crew")
DONE = "() => !(document.querySelector('section.choosing form input.entry')?.value)"  # what was typed is done
WIDE = {"width": 1440, "height": 900}


KEYS = count()


def raid(person: Person, **options: str) -> dict[str, str]:
    """A table with the raid: the Storyteller, four players, and bots for NPCs and guests; its tokens."""
    seats: list[dict[str, Any]] = [{"name": "desk", "slots": ["storyteller"], "by": "person"}]
    seats += [{"name": name, "slots": [name], "by": "person"} for name in ("anna", "ben", "cara", "dan")]
    seats.append({"name": "npcs", "slots": list(NPCS), "by": "greedy"})
    seats.append({"name": "guests", "slots": [f"joined{k}" for k in range(1, 9)], "by": "greedy"})
    wanted = {"game": "fs3", "scenario": "depot_raid", "seats": seats, "options": {"desk": "storyteller", **options}}
    request = urllib.request.Request(
        f"{person.served.address}api/tables",
        json.dumps(wanted).encode(),
        {"Content-Type": "application/json", "Idempotency-Key": f"raid-{person.name}-{next(KEYS):04}"},
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        made = json.loads(answer.read())
    return {"table": made["table"], **made["seats"]}


def sits(person: Person, tokens: dict[str, str], seat: str) -> None:
    """Somebody comes to the table by the link to a seat."""
    person.page.goto(f"{person.served.address}#/t/{tokens['table']}/{tokens[seat]}")
    person.page.reload()
    person.sits()


def row_of(desk: Person, unit: str) -> Locator:
    """The line of a combatant in the roster."""
    return desk.page.locator(f".roster [data-unit='{unit}']")


def types(person: Person, *lines: str) -> None:
    """Somebody types lines into the field for choices, without a mouse."""
    field = person.page.get_by_label("Type a choice")
    for line in lines:
        person.page.keyboard.press("Escape")
        person.page.keyboard.press("/")
        expect(field).to_be_focused()
        person.page.keyboard.type(line)
        person.page.keyboard.press("Enter")
        person.page.wait_for_function(DONE)


def hears(person: Person, text: str) -> None:
    """Somebody reads on, past what must not be overlooked, until the log has a line."""
    log = person.page.get_by_role("region", name="Log")
    for _ in range(60):
        person.reads_on()
        if text in log.inner_text():
            return
        person.page.wait_for_timeout(300)
    person.tells(text)


def test_storyteller_runs_a_fight_from_the_keyboard(people: People) -> None:
    """Joins, a private modifier, orders for others, who idles, a note, a turn, going back, and the end; no mouse."""
    desk, anna, ben = people.come("Desk", viewport=WIDE), people.come("Anna"), people.come("Ben", phone=True)
    tokens = raid(desk)
    for person, seat in ((desk, "desk"), (anna, "anna"), (ben, "ben")):
        sits(person, tokens, seat)
    roster = desk.page.get_by_role("region", name="Roster")
    expect(roster.locator("tbody tr")).to_have_count(10)
    assert desk.page.locator(".roster").evaluate("box => box.scrollHeight <= box.clientHeight"), "all rows are in view"

    types(desk, "join kolja rating=5", "join marine team=1", "set_modifier anna -137", "note anna because a traitor")
    expect(roster.locator("tbody tr")).to_have_count(12)
    assert desk.page.locator(".roster").evaluate("box => box.scrollHeight <= box.clientHeight"), "twelve are in view"
    desk.tells("attack and defence of Anna from now on -137")
    desk.tells("a traitor")
    types(desk, "begin_fight")
    anna.tells("turn 1")
    for person in (anna, ben):
        assert "-137" not in person.page.content()
        assert "traitor" not in person.page.content()

    types(anna, "attack guard1 stance=evade")
    expect(row_of(desk, "anna")).to_contain_text("attack")
    expect(row_of(desk, "cara")).to_contain_text("has not chosen")
    expect(row_of(desk, "guard1")).not_to_contain_text("has not chosen", timeout=60_000)
    types(desk, "cara: attack guard2 burst=yes")
    expect(row_of(desk, "cara")).to_contain_text("attack")
    types(desk, "marine1: attack cara")
    for unit, victim in (("cara", "Guard2"), ("marine1", "Cara")):  # what each order that waits may do, in one list
        odds = row_of(desk, unit).locator(".odds")
        expect(odds).to_contain_text(re.compile(rf"wounds {victim} [0-9.]+%"), timeout=60_000)
    expect(row_of(desk, "anna").locator(".odds")).to_have_text("takes effect (the target is out of sight) 0%")
    expect(row_of(desk, "anna")).to_contain_text("attack Guard1, out of sight now, Evade stance")

    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("r")
    desk.page.keyboard.press("Home")
    for _ in range(3):
        desk.page.keyboard.press("ArrowDown")
    expect(row_of(desk, "dan")).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("heading", name="Dan, your order for turn 1?")).to_be_visible()
    row_of(desk, "dan").press("i")
    expect(row_of(desk, "dan")).not_to_contain_text("has not chosen")
    expect(roster.get_by_role("status")).to_contain_text("Ben")

    desk.page.get_by_role("button", name="Go on without who idles").press("Enter")
    anna.tells("turn 2")
    desk.tells("Kolja")
    expect(row_of(desk, "ben")).to_contain_text("has not chosen")

    types(desk, "inflict guard2 serious location=CH", "ruling because the gate is open")
    ben.page.get_by_role("button", name="Log").click()
    hears(anna, "the gate is open")
    hears(ben, "the gate is open")
    types(desk, "stop because supper is ready")
    hears(anna, "supper is ready")
    for person in (desk, anna):
        person.reads_on()
        person.page.locator(".banners").get_by_role("button", name="How it ended").wait_for(timeout=60_000)
    assert "traitor" not in anna.page.content()


def test_whoever_makes_a_fight_with_a_storyteller_is_the_storyteller(people: People) -> None:
    """From the start page against bots, and at a table with friends: who runs the fight is asked in the open."""
    desk = people.come("Desk", viewport=WIDE).goes()
    desk.presses("Play now against bots: FS3")
    desk.page.locator("dialog").get_by_label("Who runs the fight").select_option("storyteller")
    desk.presses("Start")
    desk.sits()
    expect(desk.page.get_by_role("heading", name="Storyteller, begin the fight?")).to_be_visible()
    roster = desk.page.get_by_role("region", name="Roster")
    expect(roster.get_by_role("status")).to_have_text("It is up to you.")
    expect(roster.get_by_role("button", name="Go on without who idles")).to_have_count(0)
    tab = desk.page.get_by_role("tab", name="Referee")
    tab.click()
    expect(desk.page.get_by_role("region", name="Referee")).not_to_contain_text("Stand in")  # for nobody but oneself
    expect(desk.page.locator(".hand")).not_to_contain_text("Nothing else is left to do")

    desk.goes("#/make/fs3/sparring")
    desk.page.get_by_label("Who runs the fight").select_option("storyteller")
    expect(desk.page.get_by_label("Who decides for Storyteller")).to_have_value("me")
    expect(desk.page.get_by_label("Who decides for Anna")).to_have_value("friend")
    desk.page.get_by_label("Who decides for Ben").select_option("absent")
    desk.presses("Make the table")
    desk.sees("Nobody: does the least.")


@pytest.mark.heavy
def test_long_names_stand_clear_of_what_is_beside_them_and_all_tabs_are_on_a_phone(people: People) -> None:
    """A column is as wide as its longest name; a narrow phone has every tab of a referee, and nothing moves aside."""
    desk = people.come("Desk", viewport=WIDE)
    tokens = raid(desk)
    sits(desk, tokens, "desk")
    types(desk, "join robot_flight", "begin_fight")
    expect(row_of(desk, "joined3").locator(".odds")).to_contain_text("%", timeout=60_000)
    inside = (
        "row => row.querySelector('.name').getBoundingClientRect().right <= row.cells[1].getBoundingClientRect().left"
    )
    assert row_of(desk, "joined3").evaluate(inside)
    assert desk.page.locator(".roster").evaluate("box => box.scrollWidth <= box.clientWidth"), "odds are not cut off"
    desk.page.set_viewport_size({"width": 1280, "height": 680})
    row_of(desk, "joined3").locator("th").click()
    desk.page.locator(".choosing h2").scroll_into_view_if_needed()
    desk.page.get_by_label("Do something to Robot Fighter 3").select_option("set_modifier")
    wanted = desk.page.get_by_role("spinbutton", name="Modifier")
    expect(wanted).to_be_in_viewport(ratio=0.99)
    at_its_place = "({x, y}) => document.elementFromPoint(x + 9, y + 9)"
    seen = f"one => ({at_its_place})(one.getBoundingClientRect()) === one"
    assert wanted.evaluate(seen), "what is asked for next lies above the buttons"
    desk.presses("Not now")
    desk.page.set_viewport_size({"width": 390, "height": 844})
    parts = desk.page.get_by_role("navigation", name="Parts of the table")
    parts.get_by_role("button", name="Referee").click()
    expect(desk.page.get_by_role("button", name="Stop the table")).to_be_in_viewport(ratio=0.99)
    assert desk.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth && scrollX === 0")
    for name in ("Your move", "Referee"):
        expect(parts.get_by_role("button", name=name)).to_be_in_viewport(ratio=0.9)


@pytest.mark.heavy
def test_a_mistyped_order_is_told_in_sight_and_alone(people: People) -> None:
    """What was refused goes; what is wrong and what may be typed can be read. A sealed order is amended."""
    desk, anna = people.come("Desk", viewport=WIDE), people.come("Anna", viewport=WIDE)
    tokens = raid(desk)
    sits(desk, tokens, "desk")
    sits(anna, tokens, "anna")
    types(desk, "begin_fight")
    anna.presses("Got it")
    expect(anna.page.get_by_role("heading", name="Anna, your order for turn 1?")).to_be_visible()
    field, refusal = (
        anna.page.get_by_label("Type a choice"),
        anna.page.get_by_role("alert").filter(has_text=re.compile("Not (allowed|done)")),
    )

    def mistypes(line: str) -> None:
        field.fill(line)
        field.press("Enter")

    field.fill("jo")
    expect(anna.page.get_by_role("button", name="join")).to_have_count(0)  # a Storyteller's, who alone is offered it
    mistypes("attack tom/burst,called=head")
    expect(refusal).to_contain_text("names a target that is not in this fight")
    mistypes("attack guard2/stance=flying")
    wrong = anna.page.get_by_text("'flying' is no stance; it may be keep, normal, banzai, evade, cautious, cover.")
    expect(wrong).to_be_in_viewport(ratio=0.99)
    expect(refusal).to_have_count(0)
    mistypes("attack guard2/burst")
    expect(anna.page.locator(".hand")).to_contain_text("is sealed")
    expect(anna.page.get_by_role("heading", name="Waiting for Ben, Cara, Dan")).to_be_visible()
    mistypes("stance evade")
    expect(row_of(desk, "anna")).to_contain_text("attack Guard2 with a burst, Evade stance")


def test_several_fights_in_one_view(people: People) -> None:
    """The Storyteller of two fights reads at one how the other stands, and goes there."""
    desk = people.come("Desk", viewport=WIDE)
    for tokens in (raid(desk), raid(desk)):
        sits(desk, tokens, "desk")
    desk.page.get_by_role("tab", name="Referee").click()
    for action in ("Stop the table", "Go back …"):
        expect(desk.page.get_by_role("button", name=action)).to_be_in_viewport(ratio=0.99)
    other = desk.page.get_by_role("list", name="Your other tables")
    expect(other.get_by_role("listitem")).to_have_count(1)
    expect(other).to_contain_text("awaited: storyteller")
    here = desk.table
    other.get_by_role("link", name="The Depot Raid").click()
    desk.sits()
    assert desk.table != here


def test_storyteller_who_also_plays_is_marked(people: People) -> None:
    """The seat of a Storyteller may hold combatants too; everybody reads that it does."""
    desk, anna = people.come("Both", viewport=WIDE), people.come("Anna")
    seats = [
        {"name": "desk", "slots": ["storyteller", "ben"], "by": "person"},
        {"name": "anna", "slots": ["anna"], "by": "person"},
    ]
    wanted = {"game": "fs3", "scenario": "sparring", "seats": seats, "options": {"desk": "storyteller"}}
    request = urllib.request.Request(
        f"{desk.served.address}api/tables",
        json.dumps(wanted).encode(),
        {"Content-Type": "application/json", "Idempotency-Key": "both-0001"},
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        made = json.loads(answer.read())
    sits(anna, {"table": made["table"], **made["seats"]}, "anna")
    seat = anna.page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text="desk")
    expect(seat).to_contain_text("referee, plays Ben")


@pytest.mark.heavy
def test_the_desk_is_learned_on_the_page_by_tap_and_by_key(people: People) -> None:
    """The lesson of Storytellers, step by step; on a phone its task and the way on stay in sight."""
    desk = people.come("Learner", viewport=WIDE).goes("#/learn")
    desk.page.get_by_role("link", name="Begin with FS3 for Storytellers in eight steps").click()
    hand, tab = desk.page.locator(".hand"), lambda name: desk.page.get_by_role("tab", name=name).click()

    next_step = desk.page.get_by_role("button", name="Next step", exact=True)

    def goes_on(heading: str) -> None:
        next_step.click()
        expect(desk.page.get_by_role("heading", name=heading, level=1)).to_be_visible()

    desk.sees("A force joins")
    hand.get_by_role("button", name="Guard post").click()
    goes_on("Begin")
    desk.presses_until(hand.get_by_role("button", name="begin the fight"), next_step)
    goes_on("Who idles")

    tab("Roster")
    expect(row_of(desk, "ben")).to_contain_text("has not chosen")
    expect(row_of(desk, "anna")).not_to_contain_text("has not chosen")
    desk.presses_until(desk.page.get_by_role("button", name="Go on without who idles"), next_step)
    goes_on("Order for somebody")

    tab("Roster")
    row_of(desk, "finn").locator("th").click()
    desk.presses("Order for Finn")
    on = hand.get_by_role("button", name="Carry out all orders: next turn")
    desk.presses_until(hand.get_by_role("button", name="Evade").first, on)
    desk.presses_until(on, next_step)
    goes_on("Several at once")

    types(desk, "set_behaviour finn,gina hold")
    goes_on("Behind the screen")

    tab("Roster")
    desk.page.get_by_label("Do something to Anna").select_option("set_modifier")
    hand.get_by_role("spinbutton").first.fill("20")
    hand.get_by_role("button", name="Set modifier", exact=True).click()
    goes_on("A wound is changed")

    types(desk, "change_wound 1 severity=light")
    goes_on("Back, with a reason")

    desk.page.set_viewport_size({"width": 360, "height": 740})
    desk.presses("Got it")
    for wanted in (desk.page.locator(".task"), desk.page.get_by_role("button", name="← Back")):
        expect(wanted).to_be_in_viewport(ratio=0.99)
    assert desk.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    desk.presses_until(hand.get_by_role("button", name="begin the fight"), on)
    on.click()
    expect(desk.page.locator(".heard")).to_contain_text("'s initiative")
    tab("Referee")
    desk.page.get_by_label("Go back to event").fill("0")
    desk.presses("Go back …")
    desk.page.get_by_role("dialog").get_by_role("textbox").fill("the gate was closed")
    desk.page.get_by_role("dialog").get_by_role("button", name="Go back").click()
    desk.sees("Done.")
    expect(desk.page.get_by_role("button", name="Make a table of your own")).to_be_in_viewport()
