"""Forms of a campaign on the page: what can be done now, what is wrong beside its field, and no codes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.people import People
from tests.web.test_campaign_page import adds, asked, gives, makes_a_campaign

CODE = "E-CG-"


def top_of(button: Locator) -> float:
    """How far down a button stands."""
    box = button.bounding_box()
    assert box is not None
    return box["y"]


def test_a_draft_is_offered_what_applies_to_it_and_told_beside_each_field_what_is_wrong(people: People) -> None:
    sam = people.come("Sam")
    makes_a_campaign(sam)
    sam.follows("Report")
    expect(sam.page.get_by_role("region", name="People")).to_contain_text("Nobody yet. Add a person to begin")
    sam.follows("Today")
    form = asked(sam, "Add person")
    form.get_by_role("button", name="Add person").click()
    expect(form).to_contain_text("A name is needed.")
    sam.page.keyboard.press("Escape")

    adds(sam, "Anna Ivanova")
    done = sam.page.locator("details").filter(has_text="What can be done")
    expect(done.get_by_role("button", name="Delete person")).to_be_visible()
    offered = done.get_by_role("button").all_inner_texts()
    assert {"Submit sheet", "Approve sheet", "Delete person", "Inflict wound"} <= {*offered}
    assert not {"Return sheet", "Raise skill", "Grant raise", "Set rating", "Award XP", "Leave hospital"} & {*offered}
    review = sam.page.get_by_role("region", name="Review")
    expect(review.first).to_contain_text("0 quirks; there are to be 1 to 4")
    expect(review.first).not_to_contain_text(CODE)
    done.get_by_role("button", name="Submit sheet").click()
    form = sam.page.get_by_role("dialog")
    form.get_by_role("button", name="Submit sheet").click()
    expect(form.get_by_role("alert")).to_contain_text("every attribute is 1 to 12 (FS3-1.7)")
    expect(form).not_to_contain_text(CODE)
    buttons = [form.get_by_role("button", name=name) for name in ("Submit sheet", "Not now")]
    assert top_of(buttons[0]) == top_of(buttons[1])
    sam.page.keyboard.press("Escape")

    sam.presses("Write the sheet")
    form = sam.page.get_by_role("dialog")
    social = form.get_by_label("Social", exact=True)
    expect(social).to_have_attribute("aria-invalid", "true")
    expect(social).to_have_accessible_description("Social is rated 0; every attribute is 1 to 12 Rule FS3-1.7")
    social.fill("4")
    expect(social).not_to_have_attribute("aria-invalid", "true")
    social.fill("13")
    expect(social).to_have_accessible_description("Social must be a whole number from 0 to 12 Rule FS3-D.3")
    expect(form.get_by_label("Melee", exact=True)).not_to_have_attribute("aria-invalid", "true")
    sam.faults[:] = [fault for fault in sam.faults if "422" not in fault]


def test_a_player_is_asked_for_nothing_that_is_the_storytellers(people: People) -> None:
    sam, pia = people.come("Sam"), people.come("Pia", phone=True)
    made = gives(sam, "", game="fs3", name="Winter war", by="Sam")
    link = gives(sam, f"/{made['campaign']}/links", made["token"], name="Pia", storyteller=False)
    pia.goes(f"#/campaign/{made['campaign']}/{link['token']}")
    form = asked(pia, "Add person")
    expect(form.get_by_label("Name", exact=True)).to_be_visible()
    for name in ("Kind", "Rating", "Player", "Tier"):
        expect(form.get_by_label(name, exact=True)).to_have_count(0)


def is_whole(region: Locator) -> bool:
    """Whether nothing of a region lies beyond its edge."""
    return bool(region.evaluate("(one) => one.scrollWidth <= one.clientWidth"))


@pytest.mark.heavy
def test_a_storyteller_on_a_phone_sees_all_and_comes_back_by_key_to_where_they_were(people: People) -> None:
    sam = people.come("Sam", phone=True, viewport={"width": 390, "height": 844})
    makes_a_campaign(sam)
    assert is_whole(sam.page.get_by_role("navigation", name="Parts of the campaign"))
    adds(sam, "Anna Ivanova")
    sam.page.get_by_text("What can be done").click()
    opener = sam.page.locator("details").get_by_role("button", name="Note death")
    opener.focus()
    sam.page.keyboard.press("Enter")
    expect(sam.page.get_by_label("Note", exact=True)).to_be_focused()
    sam.page.keyboard.type("of old age")
    sam.page.keyboard.press("Control+Enter")
    expect(sam.page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()

    sam.follows("Journal")
    sam.page.get_by_role("button", name="Undo").first.click()
    changed = sam.page.get_by_role("dialog").get_by_role("region")
    expect(changed).to_contain_text("of old age")
    assert is_whole(changed)
    sam.page.keyboard.press("Escape")
    sam.goes(f"#/campaign/{sam.table}/{'x' * 32}")
    expect(sam.page.get_by_text("Ask its Storyteller for a new link")).to_be_visible()
    sam.faults[:] = [fault for fault in sam.faults if "401" not in fault]
