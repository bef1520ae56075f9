"""What people do at a table besides playing: talk, take back, hand on, look it up, go through it again."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from fireteam.server.http.network import address_url, network_address
from tests.web.people import PHONE, People, Person
from tests.web.served import Served

LUCK = Random(1)


@pytest.fixture(autouse=True)
def begin_luck_anew() -> None:
    """What is pressed by lot does not depend on the tests before."""
    LUCK.seed(1)


def made(person: Person, scenario: str, seats: dict[str, str], options: dict[str, str] | None = None) -> None:
    """Make a table on the page: who decides for each seat, and options that are not as usual."""
    person.goes(f"#/make/ttt/{scenario}")
    for seat, who in seats.items():
        person.page.get_by_label(f"Who decides for {seat[0].upper()}{seat[1:]}", exact=True).select_option(who)
    for name, value in (options or {}).items():
        if not person.page.locator("details[open] .all").count():
            person.page.get_by_text("House rules").click()
        person.page.get_by_role("combobox", name=name, exact=True).select_option(value)
        expect(person.page.get_by_text("changed")).to_be_visible()
    person.presses("Make the table")


def two_at_a_table(people: People, scenario: str = "last_stand") -> tuple[Person, Person]:
    """Ann makes a table, and Ben comes by his link."""
    ann, ben = people.come("Ann"), people.come("Ben")
    made(ann, scenario, {"red": "me", "blue": "friend"}, {"force": "preset", "seats": "fixed"})
    ben.page.goto(ann.reads("Link to the seat Blue"))
    ann.follows("Go to the table")
    for person in (ann, ben):
        person.sits()
        person.reads_on_always()
    expect(ann.page.locator(".seats .present")).to_have_count(2)
    return ann, ben


def tab(person: Person, name: str) -> None:
    """Turn to the log, the chat or the table."""
    person.page.get_by_role("tab", name=name).click()


def test_two_taps_from_the_first_screen_a_match_against_bots_begins(people: People) -> None:
    """Play now, Start."""
    ann = people.come("Ann").goes()
    ann.page.get_by_role("button", name="Play now against bots: Table Top Troopers").click()
    ann.shot("start-quick")
    ann.presses("Start")
    ann.sits()
    expect(ann.page.locator(".seats li.you.choosing")).to_be_visible()
    ann.page.goto(f"{ann.served.address}#/mine")
    ann.sees("You: Red.")


def test_what_is_said_reaches_the_table_and_no_markup_comes_of_it(people: People) -> None:
    """Who looks on reads along; words that look like HTML are words."""
    ann, ben = two_at_a_table(people)
    cleo = people.come("Cleo")
    cleo.page.goto(f"{cleo.served.address}#/t/{ann.table}")
    for person in people.all:
        tab(person, "Chat")
    ann.page.get_by_label("Say something").fill("<b onclick=x>Well</b> played & so on")
    ann.presses("Send")
    for person in people.all:
        expect(person.page.get_by_role("log")).to_contain_text("<b onclick=x>Well</b> played & so on")
    assert not cleo.page.get_by_label("Say something").count()
    assert ben.page.get_by_role("log").locator("b").count() == 1


@pytest.mark.heavy
def test_a_name_is_said_once_and_the_seat_is_still_theirs_after_a_reload(people: People) -> None:
    """What are you called? The others read it."""
    ann, ben = two_at_a_table(people)
    ben.page.get_by_label("Your name at this table").fill("Benedikt")
    ben.presses("That's me")
    expect(ann.page.locator(".seats")).to_contain_text("Benedikt")
    ben.page.reload()
    expect(ben.page.locator(".seats li.you")).to_contain_text("Benedikt")


def focus(person: Person) -> str:
    """The class of the nearest part of the page that has the focus."""
    asked = "() => document.activeElement.closest('.choosing, .board, .log, body').className"
    return str(person.page.evaluate(asked))


def test_pieces_are_placed_by_keys_alone_while_the_board_keeps_its_place(people: People) -> None:
    """The focus goes from a choice that is made to the next; Tab goes from place to place; keys work from anywhere."""
    ann = people.come("Ann")
    made(ann, "cap_the_capn", {"red": "me", "blue": "greedy"}, {"seats": "fixed"})
    ann.sits()
    hand, board = ann.page.locator(".choosing"), ann.page.locator(".middle .board svg").first
    ann.page.get_by_role("button", name="Got it").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".hand")).to_be_focused()  # it is not lost with the card that was read
    hand.get_by_role("button", name="Fill in").click()
    pick = hand.get_by_role("button", name="Pick", exact=True)
    expect(pick).to_be_enabled()
    pick.focus()
    ann.page.keyboard.press("Enter")
    ann.sees("To place, tap")
    assert "choosing" in focus(ann)
    assert not hand.get_by_role("button", name="Threats").count(), "nobody stands on the table yet"
    stands, marked = board.bounding_box(), set()
    board.focus()
    ann.page.keyboard.press("ArrowUp")
    expect(board).to_have_attribute("aria-label", re.compile("in reach"))  # where the cursor begins
    beside = ann.page.locator(".waiting button:enabled")
    heading = hand.get_by_role("heading")
    expect(heading).to_contain_text(re.compile("Place a piece|movement action"))
    while (left := beside.count()) > 0:
        if left == 1:
            board.focus()
            ann.page.keyboard.press("Tab")
            expect(board).to_have_attribute("aria-label", re.compile("in reach"))
            ann.page.keyboard.press("Enter")
        else:
            ann.page.locator(".board circle.stop").first.click(force=True)
        expect(beside).not_to_have_count(left)
        expect(heading).to_contain_text(re.compile("Place a piece|movement action"))
        marked |= {one.get_attribute("data-unit") for one in ann.page.locator(".move").all()}
        assert board.bounding_box() == stands
    assert len(marked) > 1, "who came to the table of the other side"
    ann.page.get_by_role("region", name="Log").click(position={"x": 4, "y": 4})  # beside every line
    key = hand.get_by_role("button", name=re.compile("^End turn")).locator("kbd").inner_text()
    ann.page.keyboard.press(key)
    moved = ann.page.locator(".move path.way").first
    expect(moved).to_be_attached()
    ann.shot("moves-of-others")
    expect(hand.get_by_role("heading")).to_contain_text("movement action")
    ann.page.keyboard.press(hand.get_by_role("button", name=re.compile("^End move")).locator("kbd").inner_text())
    ann.sees("Nothing else is left to do.")


@pytest.mark.heavy
def test_what_goes_with_a_choice_that_is_taken_back_is_said_and_then_marked(people: People) -> None:
    """A friend who has answered reads what all goes; the log strikes it out; the board keeps its place meanwhile."""
    ann, ben = two_at_a_table(people)
    for person in (ann, ben):
        expect(person.page.locator(".seats li.you.choosing")).to_be_visible()
        person.chooses(LUCK)
    expect(ann.page.locator(".seats li.you.choosing")).to_be_visible()
    tab(ann, "Table")
    ann.sees("Taking back would undo 2 choices of Red and Blue")
    ben.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    board = ben.page.locator(".board svg").first
    ben.page.wait_for_function(
        "() => { const {width, height} = document.querySelector('.board svg').getBoundingClientRect();"
        " return width === innerWidth && height < innerHeight / 2; }"
    )
    before = board.bounding_box()
    ann.presses("Ask to take back")
    ann.sees("waiting for Blue. That undoes 2 choices of Red and Blue")
    ben.sees("asks to take the last choice back. That undoes 2 choices of Red and Blue")
    ben.shot("take-back-asked")
    assert board.bounding_box() == before
    ben.presses("Agree")
    tab(ann, "Log")
    log = ann.page.get_by_role("region", name="Log")
    expect(log).to_contain_text("Red took back to event")
    expect(log.locator("li.back")).to_have_count(2)
    expect(log.locator("li.back").first).to_contain_text("Taken back:")
    ann.shot("taken-back")


@pytest.mark.heavy
def test_a_draw_is_agreed_and_both_see_the_end(people: People) -> None:
    """Offer, answer, end."""
    ann, ben = two_at_a_table(people)
    tab(ann, "Table")
    ann.presses("Offer a draw")
    ann.presses("Offer it")
    ben.sees("asks to end without a winner")
    ben.shot("table-draw-asked")
    ben.presses("Agree")
    for person in (ann, ben):
        expect(person.page.get_by_role("heading", name="A draw")).to_be_visible()
    ann.presses("Play again")
    ann.sees("Nothing has happened yet.")
    ben.sees("plays again")


@pytest.mark.heavy
def test_a_seat_is_handed_to_a_bot_and_back(people: People) -> None:
    """The host hands any seat on; everybody sees who plays."""
    ann, ben = two_at_a_table(people)
    tab(ann, "Table")
    ann.page.get_by_label("Who plays Blue").select_option("random")
    expect(ben.page.locator(".seats li.you")).to_contain_text("anything goes")
    tab(ben, "Table")
    ben.page.get_by_label("Who plays Blue").select_option("person")
    expect(ann.page.locator(".seats")).not_to_contain_text("anything goes")


def test_a_line_of_the_log_opens_its_rule_and_rules_lead_on(people: People) -> None:
    """The text of a clause stands beside the table."""
    ann = people.come("Ann")
    made(ann, "last_stand", {"red": "me", "blue": "absent"})
    ann.sits()
    while not ann.page.get_by_role("region", name="Log").locator("li").count():
        ann.chooses(LUCK)
    ann.page.get_by_role("region", name="Log").get_by_role("button", name=re.compile("^Rule TTT-")).first.click()
    sheet = ann.page.get_by_role("dialog")
    expect(sheet.locator("article")).to_be_visible()
    ann.shot("rule-beside-the-table")
    ann.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_on_one_device_picks_stay_secret_between_the_two_who_share_it(people: People) -> None:
    """A hand-over screen stands between two who choose at the same time, and shows nothing of the table."""
    ann = people.come("Ann")
    made(ann, "cap_the_capn", {"red": "me", "blue": "me"})
    heading = ann.page.locator("#hand-over")
    expect(heading).to_have_text(re.compile("Red|Blue"))
    ann.shot("hand-over")
    first = heading.inner_text()
    assert not ann.page.locator(".board").count()
    ann.presses(f"I am {first}: show me")
    expect(ann.page.locator(".seats li.you")).to_contain_text(first)
    while heading.count() == 0:
        ann.chooses(LUCK)
        ann.page.wait_for_timeout(100)
    second = heading.inner_text()
    assert second != first
    ann.presses(f"I am {second}: show me")
    expect(ann.page.locator(".seats li.you")).to_contain_text(second)
    assert "sealed" not in ann.page.locator(".hand").inner_text()


@pytest.mark.heavy
def test_a_match_is_replayed_step_by_step_and_gone_on_with_from_any_of_them(people: People) -> None:
    """Slider, keys, a link to a moment, and a table of one's own from there."""
    ann, ben = two_at_a_table(people)
    for _ in range(6):
        for person in (ann, ben):
            if person.may_choose:
                person.chooses(LUCK)
    tab(ann, "Table")
    ann.presses("Resign")
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.page.get_by_role("heading", name="You lost")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="You won!")).to_be_visible()
    ann.page.get_by_role("dialog").get_by_role("link", name="Watch the replay").click()
    slider = ann.page.get_by_label("Event", exact=True)
    expect(slider).to_have_value("0")
    ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    assert ann.page.url.endswith("/2")
    ann.page.reload()
    expect(slider).to_have_value("2")
    ann.shot("replay")
    ann.presses("To the end")
    ann.presses("One event back")
    ann.presses("Play on from here")
    ann.sees("Your table stands")


def test_a_replay_on_a_phone_shows_the_whole_board(people: People) -> None:
    """Nothing is tapped there, so that no square needs the size of a finger."""
    ann = people.come("Ann", phone=True)
    made(ann, "last_stand", {"red": "me", "blue": "absent"})
    ann.sits()
    ann.goes(f"#/replay/{ann.table}").sees("Replay of Last Stand")
    ann.page.wait_for_function(
        "() => { const board = document.querySelector('.board svg'), ground = board.querySelector('g');"
        " const [all, part] = [board, ground].map((one) => one.getBoundingClientRect());"
        " return part.height > 0 && part.top >= all.top && part.bottom <= all.bottom; }"
    )


def test_a_phone_shows_the_whole_name_of_what_is_played(people: People) -> None:
    """Goal, forecast and figures leave no room for it, so that it stands above them, clear of all that is pressed."""
    ann, called = people.come("Ann", phone=True), "Every Friday night, with whoever has the time, at the club"
    ann.goes("#/make/ttt/besiege_the_bunker")
    ann.page.get_by_label("Name of the table").fill(called)
    ann.presses("Make the table")
    ann.follows("Go to the table")
    ann.sits()
    ann.presses("Got it")
    expect(ann.page.get_by_role("button", name="Your goal", exact=True)).to_be_visible()
    title = ann.page.get_by_role("heading", name=called)
    expect(title).to_be_in_viewport(ratio=0.99)
    for whole in (title, ann.page.locator(".brief dd").first):
        cut = "(one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight"
        assert not whole.evaluate(cut), "it is cut short"
    shown = title.bounding_box()
    assert shown
    for pressed in ann.page.locator("header :is(a, button):visible").all():
        box = pressed.bounding_box()
        assert box
        assert (
            box["x"] + box["width"] <= shown["x"]
            or box["x"] >= shown["x"] + shown["width"]
            or (box["y"] >= shown["y"] + shown["height"])
        ), pressed.inner_text()


def test_a_long_notice_on_a_phone_lies_above_all_that_is_pressed_to_play(people: People) -> None:
    """Goal and forecast stay free."""
    said = "A seat is decided for by person, open, greedy or random, and nobody here is called Wolfgang Amadeus or so."
    ann = people.come("Ann", phone=True)
    made(ann, "besiege_the_bunker", {"red": "me", "blue": "greedy"})
    ann.sits()
    ann.page.locator(".bottom").get_by_text("Table").click()
    refusal = {"code": "E_NAME", "sentence": said, "clause": "", "address": ""}
    ann.page.route("**/join", lambda asked: asked.fulfill(status=409, json=refusal))
    ann.page.get_by_label("Your name at this table").fill("Wolfgang")
    ann.presses("That's me")
    notice, forecast = ann.page.locator(".notice"), ann.page.get_by_role("button", name="Forecast", exact=True)
    expect(notice).to_have_text(said)
    lies, stands = notice.bounding_box(), forecast.bounding_box()
    assert lies and stands and lies["y"] + lies["height"] <= stands["y"]
    ann.faults.clear()  # the refusal


@pytest.mark.heavy
def test_keys_are_saved_forgotten_and_brought_back(people: People, tmp_path: Path) -> None:
    """My matches without an account: a file takes them to another browser."""
    ann = people.come("Ann")
    made(ann, "last_stand", {"red": "me", "blue": "absent"})
    ann.sits()
    ann.goes("#/mine")
    with ann.page.expect_download() as saving:
        ann.presses("Save my keys")
    saving.value.save_as(tmp_path / "keys.json")
    ann.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.get_by_role("button", name=re.compile("^Forget")).click()
    ann.sees("No matches yet")
    other = people.come("the same on a phone", phone=True).goes("#/mine")
    other.page.locator("input[type=file]").set_input_files(tmp_path / "keys.json")
    other.sees("keys were added")
    other.page.get_by_role("link", name="Open Last Stand").click()
    other.sits()
    expect(other.page.locator(".bottom")).to_contain_text("Your move")


def test_an_open_seat_is_found_in_the_lobby_and_taken_under_a_name(people: People) -> None:
    """Whoever comes may sit down, once."""
    ann, ben = people.come("Ann"), people.come("Ben", phone=True)
    ann.goes("#/make/ttt/last_stand")
    ann.page.get_by_label("Name of the table").fill("Come in")
    ann.page.get_by_label("Who decides for Blue").select_option("open")
    ann.page.get_by_label("List it in the lobby").check()
    ann.presses("Make the table")
    ann.sees("Your table stands")
    ben.goes("#/lobby")
    ben.page.get_by_role("link", name="Join Come in").click()
    ben.page.get_by_label("Your name at this table").fill("Ben")
    ben.presses("Sit down")
    ben.sits()
    ann.follows("Go to the table")
    expect(ann.page.locator(".seats")).to_contain_text("Ben")


@pytest.mark.heavy
def test_a_referee_stops_the_table_lets_it_go_on_and_goes_back(people: People) -> None:
    """Each with a reason, which everybody reads."""
    ann, ben = people.come("Ann"), people.come("Ben")
    ann.goes("#/make/tps")
    ann.page.get_by_text("House rules").click()
    admin = ann.page.get_by_role("combobox", name="sv admin", exact=True)
    admin.select_option("1")
    ann.page.get_by_role("button", name="Bots for the others").click()
    ann.page.get_by_label("Who decides for Admin", exact=True).select_option("me", timeout=60_000)
    ann.page.get_by_label("Who decides for U1", exact=True).select_option("open")
    ann.presses("Make the table")
    ann.page.get_by_text("Your table stands").wait_for(timeout=120_000)
    ben.page.goto(ann.reads("Link to look on"))
    ann.follows("Go to the table")
    ann.sits()
    tab(ann, "Referee")
    ann.presses("Stop the table")
    ann.page.get_by_label("Why, in a few words").fill("tea")
    ann.presses("Stop")
    ben.sees("has stopped the table: tea")
    ann.presses("Let the table go on")
    expect(ben.page.get_by_text("has stopped the table: tea")).to_have_count(0)
    ann.presses("Go back …")
    ann.page.get_by_label("Why, in a few words").fill("once more")
    ann.presses("Go back")
    expect(ben.page.get_by_role("region", name="Log")).to_contain_text("Admin went back to event 0: “once more”")
    ann.shot("referee")


@pytest.mark.heavy
def test_links_say_where_they_open_and_friends_on_the_network_are_let_in(people: People) -> None:
    """On the invite page: a warning, the way out of it, links with the address that others have, and their codes."""
    ann = people.come("Ann")
    made(ann, "last_stand", {"red": "me", "blue": "friend"})
    ann.sees("These links open on this computer alone.")
    assert ann.reads("Link to the seat Blue").startswith(ann.served.address)
    ann.shot("invite-here")
    if not network_address():
        return ann.sees("It is on no network by which others could come.")
    ann.presses("Let others on my network in")
    ann.sees("These links work for everybody on your network.")
    link = ann.reads("Link to the seat Blue")
    assert link.startswith(address_url(network_address(), ann.served.port))
    ann.presses("QR code: Link to the seat Blue")
    expect(ann.page.get_by_role("img", name="QR code: Link to the seat Blue")).to_be_visible()
    ann.shot("invite-network")
    ben = people.come("Ben", phone=True)
    ben.page.goto(link)
    ben.sits()
    ben.goes(f"#/invite/{ben.table}").page.goto(
        f"{address_url(network_address(), ann.served.port)}#/invite/{ben.table}"
    )
    ben.sees("Looking on")
    assert not ben.page.get_by_text("on this computer alone").count()
    return None


def test_a_link_that_is_none_is_told_so(people: People) -> None:
    """A table that there is not, and a token that was never given."""
    ann = people.come("Ann").goes("#/t/abcdefghijklmnop")
    ann.sees("There is no table")
    ann.faults.clear()  # the browser writes the 404 down as well


SIZES = ({"width": 360, "height": 740}, {"width": 1440, "height": 1080}, {"width": 1440, "height": 900})
"""A phone and two desks; the phone first, as what is pressed afterwards is pressed at a desk."""


def in_sight_at_every_size(person: Person, *wanted: Locator) -> None:
    """All of it can be seen without scrolling, and the page itself does not scroll."""
    for size in SIZES:
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        for one in wanted:
            expect(one).to_be_in_viewport(ratio=0.99)
        assert person.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_a_lesson_runs_on_the_page_with_its_task_and_the_way_on_in_sight(people: People) -> None:
    """The first step of the first lesson, with a hint, by its own words; nothing needed has to be looked for."""
    ann = people.come("Ann").goes("#/learn/ttt")
    ann.sees("Put a piece on the board")
    task, skip = ann.page.locator(".task"), ann.page.get_by_role("button", name="Skip →")
    tells = ann.page.locator(".about .tell").last
    in_sight_at_every_size(ann, task, skip, tells)
    ann.page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
    ann.presses("Got it")
    expect(tells).to_be_hidden()
    in_sight_at_every_size(ann, task, skip, ann.page.locator(".hand h2"))
    ann.page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
    ann.presses("Read again")
    expect(tells).to_be_in_viewport(ratio=0.99)
    ann.page.set_viewport_size(SIZES[-1])  # type: ignore[arg-type]
    ann.presses("A hint")
    expect(ann.page.locator(".heard")).to_contain_text("Two of the free squares")
    ann.presses("A hint")
    expect(ann.page.locator(".heard")).to_contain_text("certain")
    ann.shot("lesson")
    ann.page.get_by_role("button", name="More …").click()
    ann.page.locator(".hand").get_by_role("textbox").first.fill("place 1.recon.1 c2")
    ann.page.keyboard.press("Enter")
    ann.sees("Done.")
    in_sight_at_every_size(ann, task, ann.page.get_by_role("button", name="Next step"))
    ann.presses("Next step")
    ann.sees("Step 2 of")


@pytest.fixture
def guarded(page_built: None, tmp_path: Path) -> Served:
    """A server with a password."""
    return Served(tmp_path, password="open sesame")


def test_a_server_with_a_password_asks_for_it_once(guarded: Served, browser: Browser) -> None:
    """A wrong one is told so; with the right one the page goes on where it was."""
    everybody = People(guarded, browser)
    try:
        ann = everybody.come("Ann").goes()
        ann.sees("asks for a password")
        ann.page.get_by_label("Password", exact=True).fill("sesame")
        ann.presses("Come in")
        ann.sees("not the password")
        ann.page.get_by_label("Password", exact=True).fill("open sesame")
        ann.presses("Come in")
        ann.sees("Table Top Troopers")
        ann.page.reload()
        ann.sees("Table Top Troopers")
        assert not ann.page.get_by_text("asks for a password").count()
        ann.faults.clear()  # the browser writes every 401 down
        everybody.leave()
    finally:
        guarded.kill()
