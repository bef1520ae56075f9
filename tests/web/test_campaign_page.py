"""A campaign on the page: made, a character written and approved, a month, players, and a file to go on from."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.games.fs3.campaign_desk import SOUND
from tests.web.people import People, Person
from tests.web.seen import faults
from tests.web.served import Served
from tests.web.test_storyteller import types


def makes_a_campaign(sam: Person) -> None:
    """From the start page to the first day."""
    sam.goes()
    sam.page.get_by_role("link", name="Campaigns: FS3").click()
    sam.page.get_by_label("Name of the campaign").fill("Winter war")
    sam.page.get_by_label("Your name, as the Storyteller").fill("Sam")
    sam.presses("Make it")
    expect(sam.page.get_by_role("heading", name="Day 0")).to_be_visible()
    above = sam.page.get_by_role("navigation", name="Screens").get_by_role("link", name="Campaigns")
    expect(above).to_have_attribute("aria-current", "page")


def asked(person: Person, command: str) -> Locator:
    """The form of a command, opened by its button."""
    person.presses(command)
    form = person.page.get_by_role("dialog")
    expect(form.get_by_role("heading", name=re.compile(f"^{command}"))).to_be_visible()
    return form


def adds(person: Person, name: str, player: str = "") -> None:
    """A new character, a draft, and its page."""
    person.follows("Today")
    form = asked(person, "Add person")
    form.get_by_label("Name", exact=True).fill(name)
    if player:
        form.get_by_text(re.compile("^More: ")).click()
        form.get_by_label("Player").fill(player)
    form.get_by_role("button", name="Add person").click()
    expect(person.page.get_by_role("heading", name=name).first).to_be_visible()


def writes_the_sheet(person: Person) -> None:
    """A sheet in its form, which says at once what is too much."""
    person.presses("Write the sheet")
    form = person.page.get_by_role("dialog")
    for name, rating in SOUND["ratings"].items():
        form.get_by_label(name, exact=True).fill(str(rating))
    form.get_by_label("Standard", exact=True).fill("7")
    for k, (name, rating) in enumerate(SOUND["background"].items(), 1):
        form.get_by_label(f"background, name {k}").fill(name)
        form.get_by_label(f"background, value {k}").fill(str(rating))
    form.get_by_label("quirks, 1").fill(SOUND["quirks"][0])
    stands = form.get_by_role("status")
    expect(stands).to_contain_text("All is well")
    form.get_by_label("Social", exact=True).fill("12")
    expect(stands).to_contain_text("ratings of")
    expect(stands.get_by_role("button", name="Rule FS3-4.5")).to_be_visible()
    person.shot("campaign-sheet")
    form.get_by_label("Social", exact=True).fill("4")
    expect(stands).to_contain_text("All is well")
    form.get_by_role("button", name="Save the sheet").click()
    expect(form).to_have_count(0)


def fact(person: Person, name: str) -> Locator:
    """What a sheet says of something, in a line."""
    return person.page.locator("dl div").filter(has=person.page.get_by_text(name, exact=True)).locator("dd")


@pytest.mark.heavy
def test_a_month_passes_in_a_campaign_that_goes_on_elsewhere(people: People, browser: Browser, tmp_path: Path) -> None:
    sam = people.come("Sam")
    makes_a_campaign(sam)

    adds(sam, "Anna Ivanova", "Pia")
    writes_the_sheet(sam)
    sam.presses("Approve sheet")
    expect(sam.page.get_by_text("PC of Pia, well")).to_be_visible()

    form = asked(sam, "Inflict wound")
    form.get_by_role("button", name="Inflict wound").click()
    expect(form.get_by_text("Choose one.").first).to_be_visible()
    form.get_by_label("Location").select_option("Chest")
    form.get_by_label("Severity").select_option("Moderate")
    form.get_by_role("button", name="Inflict wound").click()
    expect(sam.page.get_by_text("PC of Pia, 1 wound")).to_be_visible()
    form = asked(sam, "Write private notes")
    form.get_by_label("Notes").fill("she is the spy")
    form.get_by_role("button", name="Write private notes").click()
    expect(sam.page.get_by_role("region", name="Private notes")).to_contain_text("she is the spy")
    assert not faults(sam.page)
    sam.shot("campaign-person")
    adds(sam, "Kim Vale", "Rob")

    sam.follows("Today")
    sam.page.get_by_label("Days to pass").fill("-3")
    sam.presses("Pass")
    expect(sam.page.get_by_role("alert")).to_contain_text("forward only")
    sam.presses("Let pass: a month, 30 days")
    happened = sam.page.get_by_role("region", name="What happened")
    expect(happened).to_contain_text("day 6: Anna Ivanova's Moderate wound (Chest) is Light")
    expect(happened).to_contain_text("day 10: Anna Ivanova's Moderate wound (Chest) is healed")
    expect(happened).to_contain_text("day 28: Anna Ivanova gets 2 XP and has 8")
    sam.shot("campaign-month")
    happened.get_by_role("button", name="Undo", exact=True).click()
    expect(sam.page.get_by_role("heading", name="Day 0")).to_be_visible()
    sam.presses("Let pass: a month, 30 days")
    expect(sam.page.get_by_role("heading", name="Day 30")).to_be_visible()
    sam.follows("Anna Ivanova")
    expect(fact(sam, "XP")).to_have_text("8")
    expect(sam.page.get_by_role("region", name="Wounds").first).to_contain_text("healed")
    sam.follows("Report")
    expect(sam.page.get_by_role("img", name=re.compile("Anna Ivanova: 0 on day 0, 8 on day 28"))).to_be_visible()
    assert not faults(sam.page)
    sam.follows("Journal")
    entries = sam.page.get_by_role("list", name="Journal").locator("li")
    expect(entries.first).to_contain_text("Advance calendar")
    entries.first.get_by_role("button", name=re.compile("^Undo")).click()
    question = sam.page.get_by_role("dialog")
    expect(question).to_contain_text("What would be otherwise")
    sam.shot("campaign-undo")
    expect(question.get_by_role("row").filter(has_text="calendar")).not_to_have_count(0)
    question.get_by_role("button", name="Not now").click()
    entries.filter(has_text="Add person").last.get_by_role("button", name=re.compile("^Undo")).click()
    expect(question.get_by_role("alert")).to_be_visible()
    expect(question.get_by_role("button", name="Undo it")).to_be_disabled()
    question.get_by_role("button", name="Not now").click()

    sam.follows("Links")
    sam.page.get_by_label("The player's name").fill("Pia")
    sam.presses("Make the link")
    link = sam.reads("Link for Pia")
    with sam.page.expect_download() as saved:
        sam.presses("Export")

    sees_only_her_own(people.come("Pia", phone=True), link)
    elsewhere = Served(tmp_path)
    others = People(elsewhere, browser)
    goes_on(others.come("Sam"), saved.value.path())
    elsewhere.kill()
    others.leave()
    sam.faults[:] = [fault for fault in sam.faults if "422" not in fault]


def sees_only_her_own(pia: Person, link: str) -> None:
    """Her character in full; of another's draft, of notes and of the Storyteller's means nothing."""
    pia.goes(link[link.index("#") :])
    expect(pia.page.get_by_role("heading", name="Day 30")).to_be_visible()
    expect(pia.page.get_by_role("link", name="Kim Vale")).to_have_count(0)
    expect(pia.page.get_by_role("button", name=re.compile("^Let pass"))).to_have_count(0)
    pia.shot("campaign-player")
    pia.follows("Anna Ivanova")
    expect(fact(pia, "XP")).to_have_text("8")
    assert not faults(pia.page)
    pia.follows("Journal")
    expect(pia.page.get_by_role("list", name="Journal")).to_contain_text("Anna Ivanova is approved")
    expect(pia.page.get_by_text("spy")).to_have_count(0)
    expect(pia.page.get_by_role("button", name=re.compile("^Undo"))).to_have_count(0)
    expect(pia.page.get_by_role("link", name="Links")).to_have_count(0)
    pia.goes(f"{link[link.index('#') : link.rindex('/')]}/who/kim_vale")
    expect(pia.page.get_by_role("alert")).to_contain_text("no character")
    pia.faults[:] = [fault for fault in pia.faults if "404" not in fault]


def goes_on(sam: Person, file: Path) -> None:
    """The campaign of a file, on another server: as it was, and a day later."""
    sam.goes("#/campaigns")
    file = file.rename(file.with_name("winter_war.zip"))
    sam.page.get_by_label("The file of a campaign").set_input_files(file)
    expect(sam.page.get_by_role("heading", name="Winter war")).to_be_visible()
    sam.presses("Let pass: a day, 1 day")
    expect(sam.page.get_by_role("heading", name="Day 31")).to_be_visible()
    sam.follows("Anna Ivanova")
    expect(fact(sam, "XP")).to_have_text("8")
    expect(sam.page.get_by_role("region", name="Private notes")).to_contain_text("she is the spy")


def gives(person: Person, path: str, token: str = "", **body: Any) -> Any:
    """What the server answers to a change of a campaign."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    address = f"{person.served.address}api/campaigns{path}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.loads(answer.read())


def asks_to_raise(player: Person, skill: str) -> None:
    """By the form, in which a player, who may not know all, is not told what would come of it."""
    form = asked(player, "Raise skill")
    expect(form.get_by_role("button", name="What would come of it?")).to_have_count(0)
    form.get_by_label("Skill").fill(skill)
    form.get_by_role("button", name="Raise skill").click()
    expect(player.page.get_by_text(re.compile("asks to raise")).first).to_be_visible()


def begins_with_anna(sam: Person) -> tuple[str, str]:
    """A campaign in which Pia plays Anna, whose sheet is approved: its id, and the token of its Storyteller."""
    made = gives(sam, "", game="fs3", name="Winter war", by="Sam")
    campaign, token = made["campaign"], made["token"]
    for command, fields in (
        ("add_person", {"id": "anna", "name": "Anna Ivanova", "player": "Pia"}),
        ("edit_sheet", {"person": "anna", **SOUND}),
        ("approve_sheet", {"person": "anna"}),
    ):
        gives(sam, f"/{campaign}/commands", token, command={"command": command, **fields})
    return campaign, token


def test_raises_are_answered_by_key_and_what_would_happen_is_looked_at_first(people: People) -> None:
    """A player asks for raises; the Storyteller refuses one and grants one, after a look; sheets are taken away."""
    sam, pia = people.come("Sam"), people.come("Pia")
    campaign, token = begins_with_anna(sam)
    gives(sam, f"/{campaign}/commands", token, command={"command": "award_xp", "xp": 8, "reason": "the siege"})
    link = gives(sam, f"/{campaign}/links", token, name="Pia", storyteller=False)
    pia.goes(f"#/campaign/{campaign}/{link['token']}")
    sam.goes(f"#/campaign/{campaign}/{token}")

    pia.follows("Anna Ivanova")
    asks_to_raise(pia, "Firearms")
    sam.page.reload()
    refusing = sam.page.get_by_role("button", name="Refuse raise")
    refusing.focus()
    sam.page.keyboard.press("Enter")
    form = sam.page.get_by_role("dialog")
    expect(form.get_by_label("Reasons")).to_be_focused()
    sam.page.keyboard.type("Not before spring.")
    sam.page.keyboard.press("Control+Enter")
    expect(refusing).to_have_count(0)

    pia.page.reload()
    pia.follows("Today")
    expect(pia.page.get_by_text("Not before spring.").first).to_be_visible()
    pia.follows("Anna Ivanova")
    asks_to_raise(pia, "Firearms")
    sam.page.reload()
    granting = sam.page.get_by_role("button", name="Grant raise")
    granting.focus()
    sam.page.keyboard.press("Enter")
    expect(granting).to_have_count(0)

    sam.page.get_by_label("Only look what would happen").check()
    sam.presses("Look ahead: a week, 7 days")
    expect(sam.page.get_by_role("region", name="What would happen")).to_contain_text("Nothing has changed")
    expect(sam.page.get_by_role("heading", name="Day 0")).to_be_visible()
    sam.shot("campaign-ahead")
    sam.follows("Anna Ivanova")
    form = asked(sam, "Award luck")
    form.get_by_label("Points").fill("1")
    form.get_by_label("Reason", exact=True).fill("a brave deed")
    form.get_by_role("button", name="What would come of it?").click()
    expect(form.get_by_role("status", name="What would come of it")).to_contain_text("Anna Ivanova")
    sam.shot("campaign-preview")
    assert not faults(sam.page)
    sam.page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    sam.page.reload()
    sam.follows("Today")
    expect(sam.page.get_by_text("Grant raise").first).to_be_visible()
    expect(sam.page.get_by_text("Award luck")).to_have_count(0)

    for name, wanted in (("As Markdown", "# Anna Ivanova"), ("As JSON", '"Firearms"')):
        with pia.page.expect_download() as saved:
            pia.presses(name)
        assert wanted in Path(saved.value.path()).read_text(encoding="utf-8")


@pytest.mark.heavy
def test_a_fight_is_told_to_pages_that_are_open_and_leads_back_to_its_campaign(people: People) -> None:
    sam, pia = people.come("Sam"), people.come("Pia", phone=True)
    campaign, token = begins_with_anna(sam)
    link = gives(sam, f"/{campaign}/links", token, name="Pia", storyteller=False)
    pia.page.clock.install()
    pia.goes(f"#/campaign/{campaign}/{link['token']}")
    expect(pia.page.get_by_text("Open a character of yours")).to_be_visible()
    gives(sam, f"/{campaign}/fights", token, scenario="loading_yard", people=["anna"], title="The yard")
    pia.page.clock.run_for(11_000)
    expect(pia.page.get_by_text("is under way, and you have a seat")).to_be_visible()
    read: list[int] = []
    pia.page.on("response", lambda answer: read.append(answer.status) if f"/{campaign}" in answer.url else None)
    with pia.page.expect_response(lambda answer: answer.status == 304):
        pia.page.clock.run_for(11_000)
    with pia.page.expect_response(lambda answer: answer.status == 304):
        pia.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert read == [304, 304], "what has not changed is not read again"
    sam.goes(f"#/campaign/{campaign}/{token}")
    sam.follows("Fights")
    sam.page.get_by_text("House rules").click()
    expect(sam.page.get_by_label("desk", exact=True)).to_have_value("storyteller")
    sam.presses("Go to The yard")
    sam.sits()
    types(sam, "inflict anna light location=CH", "stop because supper is ready")
    sam.reads_on_always()
    sam.follows("Back to the campaign")
    sam.presses("Carry the end of The yard into the campaign")
    expect(sam.page.get_by_role("region", name="What happened")).to_contain_text("Light wound (Chest)")
