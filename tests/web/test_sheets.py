"""A band of one's own, written on the page: refused by its clause, mended, saved, and played by both sides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.people import People, Person
from tests.web.seen import faults


def picker(person: Person, side: str) -> Locator:
    """Where the band of a side is picked."""
    return person.page.get_by_role("region", name=f"the band of side {side}")


def character(person: Person, title: str) -> Locator:
    """A character of the band that is written, by its id and name."""
    return person.page.locator("dialog li").filter(has=person.page.locator("summary b").get_by_text(title, exact=True))


def sets_a_limit(person: Person, points: int) -> None:
    """A table with a limit that the usual bands exceed."""
    person.goes("#/make/gunplay")
    person.page.get_by_text("House rules").click()
    limit = person.page.locator(".all").get_by_label("points", exact=True)
    limit.fill(str(points))
    limit.blur()
    person.sees(f"the limit is {points}")


def test_a_band_over_the_limit_is_refused_by_its_clause_mended_and_played(people: People) -> None:
    ann = people.come("Ann", phone=True)
    sets_a_limit(ann, 30)
    picker(ann, "A").get_by_role("button", name="Build your own").click()
    writing = ann.page.get_by_role("dialog", name="My band")
    stands = writing.get_by_role("status")
    writing.get_by_label("Name", exact=True).fill("Old Friends")
    writing = ann.page.get_by_role("dialog", name="Old Friends")
    stands = writing.get_by_role("status")

    writing.get_by_role("button", name="Add a character").click()
    first = character(ann, "A1 Character 1")
    expect(first).to_contain_text("10 points")
    expect(first.locator("summary").first).to_be_focused()
    first.locator("summary").filter(has_text="Weapons").click()
    first.get_by_role("checkbox", name=re.compile("^Medium rifle")).check()
    expect(stands).to_contain_text("19 of 30 points: 11 left")
    ann.shot("sheet")
    first.get_by_role("button", name="Copy").click()

    expect(stands).to_contain_text("38 of 30 points: 8 too many")
    expect(stands).to_contain_text("Old Friends costs 38 points; the limit is 30")
    play = writing.get_by_role("button", name="Use as the band of side A")
    expect(play).to_be_disabled()
    stands.get_by_role("button", name="Rule GUN-24.6").click()
    clause = ann.page.get_by_role("dialog").last
    expect(clause).to_contain_text("24.6")
    clause.get_by_role("button", name="Close").click()
    ann.shot("sheet-refused")

    second = character(ann, "A2 Character 1")
    second.locator("summary").filter(has_text="Weapons").click()
    second.get_by_role("checkbox", name=re.compile("^Medium rifle")).uncheck()
    expect(stands).to_contain_text("29 of 30 points: 1 left")
    assert not faults(ann.page)
    play.click()

    chosen = picker(ann, "A").get_by_role("button", name=re.compile("^Old Friends"))
    expect(chosen).to_have_attribute("aria-pressed", "true")
    picker(ann, "B").get_by_role("button", name=re.compile("^Old Friends")).click()
    expect(picker(ann, "B").get_by_role("status")).to_contain_text("29 of 30 points")
    expect(ann.page.get_by_text("the limit is 30")).to_have_count(0)
    ann.presses("Bots for the others")
    ann.presses("Make the table")
    ann.sits()
    ann.presses("Got it")
    board = ann.page.locator(".middle .board svg")
    for unit, count in (("A1", 1), ("A2", 1), ("B1", 1), ("B2", 1), ("A3", 0), ("B3", 0)):
        expect(board.get_by_text(unit, exact=True)).to_have_count(count)

    ann.faults[:] = [fault for fault in ann.faults if "422" not in fault]  # the usual bands were over the limit

    ann.goes()
    ann.page.get_by_role("button", name="Play now against bots: Gunplay").click()
    picker(ann, "A").get_by_role("button", name=re.compile("^Old Friends")).click()
    expect(picker(ann, "A").get_by_role("status")).to_have_text("29 points")
    ann.page.get_by_label(re.compile("^Which rules")).select_option("full")
    ann.presses("Start")
    ann.sits()
    ann.sees("You are A, Old Friends")
    ann.sees("how many characters go on Overwatch")


@pytest.mark.heavy
def test_a_file_that_is_no_band_says_its_line_and_a_sound_one_is_opened(people: People) -> None:
    ann = people.come("Ann")
    ann.goes("#/make/gunplay")
    file = picker(ann, "B").get_by_label("A file for the band of side B")
    name = "band.yaml"
    broken = {"name": name, "mimeType": "text/plain", "buffer": b"id: broken\nname: [\n"}
    file.set_input_files(broken)  # type: ignore[arg-type]
    expect(picker(ann, "B").get_by_role("alert")).to_contain_text(re.compile(r"The file cannot be opened: line \d"))
    lines = (
        b"id: pair\nname: A Pair\ncharacters:\n- {id: A1, name: Ann, weapons: [rifle_light]}\n- {id: A2, name: Ben}\n"
    )
    file.set_input_files({"name": name, "mimeType": "text/plain", "buffer": lines})  # type: ignore[arg-type]
    writing = ann.page.get_by_role("dialog", name="A Pair")
    expect(character(ann, "B1 Ann")).to_be_visible()
    expect(character(ann, "B2 Ben")).to_be_visible()
    with ann.page.expect_download() as saved:
        writing.get_by_role("button", name="To a file").click()
    assert saved.value.suggested_filename == "a_pair.yaml"
    assert "{id: B2, name: Ben" in saved.value.path().read_text(encoding="utf-8")
    writing.get_by_role("button", name="Use as the band of side B").click()
    expect(picker(ann, "B").get_by_role("button", name=re.compile("^A Pair"))).to_have_attribute("aria-pressed", "true")
    board = ann.page.get_by_role("group", name="How the board begins")
    expect(board.get_by_text("B2", exact=True)).to_be_visible()
    expect(board.get_by_text("B3", exact=True)).to_have_count(0)
