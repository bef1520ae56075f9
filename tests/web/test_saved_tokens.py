"""What is kept and given on: match files and links to a moment; and sound, which nobody hears unasked."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.people import People, Person, play_on
from tests.web.test_table import tab, two_at_a_table

HEARS = """
    window.rung = 0;
    window.OscillatorNode = class extends OscillatorNode { start(...when) { window.rung++; super.start(...when); } };
"""

pytestmark = pytest.mark.heavy


def played(ann: Person, ben: Person) -> None:
    """A few choices, until Ann is to choose again; then she gives up."""
    luck = Random(5)
    play_on([ann, ben], luck, choices=6)
    play_on([ben], luck, until=ann)
    tab(ann, "Table")
    ann.presses("Resign")
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.page.get_by_role("dialog").get_by_role("button", name="Save the match")).to_be_visible()


def opens(person: Person, file: Path) -> None:
    """Open a match file from the first screen."""
    person.goes().page.locator("input[type=file]").set_input_files(file)


def test_a_match_is_opened_elsewhere_from_its_file_and_from_a_link_to_a_moment(people: People, tmp_path: Path) -> None:
    """A file that was altered is refused with the line; who follows a link plays on from the moment it leads to."""
    ann, ben = two_at_a_table(people)
    played(ann, ben)
    with ann.page.expect_download() as saving:
        ann.presses("Save the match")
    file = tmp_path / "friday.match"
    saving.value.save_as(file)
    cleo = people.come("Cleo")
    opens(cleo, file)
    cleo.sits()
    expect(cleo.page.get_by_role("dialog")).to_contain_text(ben.page.locator(".banners .soft b").inner_text())
    assert cleo.table != ann.table

    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[15] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), lines[15], count=1)
    file.write_text("".join(lines), encoding="utf-8")
    opens(cleo, file)
    expect(cleo.page.get_by_role("alert")).to_contain_text("this match:16: ")
    assert "#/t/" not in cleo.page.url
    cleo.faults.clear()  # the browser writes the refusal down as well

    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.get_by_role("dialog").get_by_role("link", name="Watch the replay").click()
    event = ann.page.get_by_label("Event", exact=True)
    for moment in range(4):
        expect(event).to_have_value(str(moment))
        ann.page.keyboard.press("ArrowRight")
    expect(event).to_have_value("4")
    ann.presses("Share this moment")
    ann.sees("The link to this moment is copied. It opens on this computer alone.")
    cleo.page.goto(ann.page.evaluate("() => navigator.clipboard.readText()"))
    expect(cleo.page.get_by_label("Event", exact=True)).to_have_value("4")
    there = cleo.page.locator(".board svg").first.get_attribute("aria-label")
    assert there == ann.page.locator(".board svg").first.get_attribute("aria-label")
    cleo.presses("Play on from here")
    cleo.sees("Your table stands")
    cleo.follows("Go to the table")
    cleo.sits()
    expect(cleo.page.locator(".seats li.you")).to_be_visible()
    expect(cleo.page.get_by_role("region", name="Log").locator("li").first).to_be_visible()
    assert cleo.table != ann.table and not cleo.is_over


def test_nothing_is_heard_until_somebody_wants_sound(people: People) -> None:
    """Off at first; one press switches it on, and it stays on."""
    ann, ben = two_at_a_table(people)
    ben.page.add_init_script(HEARS)
    ben.page.reload()
    ben.sits()
    tab(ann, "Chat")
    tab(ben, "Chat")

    def say(words: str) -> None:
        ann.page.get_by_label("Say something").fill(words)
        ann.presses("Send")
        expect(ben.page.get_by_role("log")).to_contain_text(words)

    say("hello")
    switch = ben.page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert ben.page.evaluate("() => window.rung") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    say("do you hear")
    ben.page.wait_for_function("() => window.rung > 0")
    ben.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
