"""Two browsers play a whole mission while a third watches, and the server is killed twice on the way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.web.people import People, Person, play_on
from tests.web.served import START, Served

ROOT = Path(__file__).parents[2]


def ended(person: Person) -> tuple[str, str]:
    """What a person is told of the end: in a sentence, and the last lines of the log."""
    person.page.locator(".banners").get_by_role("button", name="How it ended").wait_for(timeout=30_000)
    sentence = person.page.locator(".banners .soft b").inner_text()
    return sentence, "\n".join(person.page.get_by_role("region", name="Log").locator("li").all_inner_texts()[-12:])


@pytest.mark.heavy
def test_two_play_a_mission_and_a_third_watches_while_the_server_is_killed_twice(
    people: People, served: Served, tmp_path: Path
) -> None:
    """All three see the same end, and the saved match is true for both verifiers."""
    luck = Random(4)
    ann, ben, cleo = people.come("Ann"), people.come("Ben"), people.come("Cleo", dark=True)
    ann.goes("#/make/ttt/run_the_gauntlet")
    ann.page.get_by_label("Name of the table").fill("Friday")
    ann.presses("Make the table")
    ann.sees("Your table stands")
    link = ann.reads("Link to the seat Blue")
    ben.page.goto(link)
    cleo.page.goto(ann.reads("Link to look on"))
    ann.follows("Go to the table")
    for person in people.all:
        person.sits()
    assert "/t/" in ben.page.url and link.rpartition("/")[2] not in ben.page.url

    for k in range(2):
        play_on([ann, ben], luck, 12)
        assert not ann.is_over
        for person in people.all:
            person.shot(f"mission-{k}-{person.name.lower()}")
        served.kill()
        ann.page.wait_for_timeout(700)
        served.start()
    play_on([ann, ben], luck, 2_000)

    assert len({ended(person) for person in people.all}) == 1
    ann.shot("mission-end-ann")
    ben.shot("mission-end-ben")
    for person in people.all:
        if person.page.get_by_role("dialog").count() == 0:
            person.presses("How it ended")
    ann.presses("Check every die")
    ann.page.get_by_text("True: no line was altered").wait_for(timeout=30_000)
    with ann.page.expect_download() as saving:
        ann.presses("Save the match")
    file = tmp_path / "friday.match"
    saving.value.save_as(file)
    verify = [sys.executable, "-c", START, "replay", "verify", str(file)]
    told = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert told.returncode == 0 and "true" in told.stdout, told
    told = subprocess.run(
        ["node", str(ROOT / "web" / "verify" / "verify.mjs"), str(file)], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told
