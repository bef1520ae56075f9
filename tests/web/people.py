"""People at a table: each with a browser of their own, who press what the page offers them."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from random import Random
from re import Pattern
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.heavy.settings import heavy
from tests.web.served import Served

SHOTS = Path(__file__).parent / "shots"
STUCK = 60.0  # seconds in which nobody has chosen: dice fall as they like, so that a match may be a long one
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
KILLED = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket connection to")
HARMLESS = (*KILLED, "The Cross-Origin-Opener-Policy header has been ignored")
"""What a browser writes down while the server is killed, and at an address of the network without a certificate."""

OFFERED = ", ".join(f".{kind} button:enabled" for kind in ("options", "answers", "entries", "presets"))

JUDGED = """() => {
    const making = document.querySelector(".making");
    const verdict = making?.querySelector(".verdict")?.textContent.trim();
    return !making || making.querySelector(".primary:enabled, .bad") || (verdict && !verdict.endsWith("…"));
}"""


class Person:
    """Somebody with a browser."""

    def __init__(self, name: str, context: BrowserContext, served: Served) -> None:
        self.name, self.served = name, served
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message: Any) -> None:
        """Take note of what a browser writes down as an error.

        A question of the page is refused if what it is about has changed meanwhile, which the page passes over.
        """
        is_late = "status of 422" in message.text and message.location["url"].endswith("/ask")
        if message.type == "error" and not is_late and not any(word in message.text for word in HARMLESS):
            self.faults.append(f"{message.text} {message.location['url']}")

    def goes(self, hash: str = "") -> Person:
        """Open an address of the server."""
        self.page.goto(f"{self.served.address}{hash}")
        return self

    def presses(self, name: str, exact: bool = True) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def presses_until(self, button: Locator, sign: Locator) -> None:
        """Press a button until a sign shows; a press is lost where the page draws the button anew under the hand."""
        for _ in range(4):
            if button.is_visible():
                button.click()
            with suppress(PlaywrightTimeout):
                sign.first.wait_for(timeout=8_000)
                return
        raise AssertionError(f"nothing came of pressing {button}")

    def follows(self, name: str) -> None:
        """Follow a link by its name."""
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def reads(self, name: str) -> str:
        """What stands in a field."""
        return self.page.get_by_role("textbox", name=name, exact=True).input_value()

    def sees(self, text: str) -> None:
        """Wait until something can be read."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=20_000)

    def tells(self, text: str | Pattern[str]) -> None:
        """Wait until the log has a line."""
        expect(self.page.get_by_role("region", name="Log")).to_contain_text(text)

    def shot(self, name: str) -> None:
        """Keep how the page looks."""
        if not heavy():  # pictures are for people, who look at them there
            return
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")

    @property
    def table(self) -> str:
        """The table in the address."""
        return str(self.page.url.partition("#/")[2].split("/")[1])

    # At a table

    def sits(self) -> None:
        """Wait until the table is laid."""
        self.page.locator(".middle .board svg").first.wait_for()

    @property
    def may_choose(self) -> bool:
        """Whether something is asked of this person."""
        return self.page.locator(".bottom .calls, .seats li.you.choosing").count() > 0

    @property
    def is_over(self) -> bool:
        """Whether the end is told."""
        return self.page.get_by_role("button", name="How it ended").count() > 0

    def chooses(self, luck: Random) -> bool:
        """Press something that the hand or the board offers, by lot, until a choice is made; whether there was any."""
        for pressed in range(8):
            offered = [kind for kind in self._offered() if kind]
            if not offered:
                return pressed > 0
            with suppress(Error):  # the table may move on while a finger is on its way
                luck.choice(luck.choice(offered)).click(timeout=1_000, force=True)
            self._wait()
            if not self.may_choose:
                return True
        return True

    def reads_on(self) -> None:
        """Read the panel that lies over the board, if there is one at this moment: it may be gone before a click."""
        self._panel.evaluate_all("buttons => buttons.forEach((button) => button.click())")

    def reads_on_always(self) -> None:
        """Read every panel as soon as it is in the way of what is pressed: dice may take a piece out at any choice."""

        def press(panel: Locator) -> None:
            with suppress(Error):
                panel.click(timeout=1_000)

        self.page.add_locator_handler(self._panel, press, no_wait_after=True)

    @property
    def _panel(self) -> Locator:
        return self.page.locator(".panels").get_by_role("button", name="Continue")

    def _wait(self) -> None:
        """Wait until the server has said whether what is made is lawful, and what was pressed is done."""
        self.page.wait_for_function(JUDGED)
        self.page.wait_for_timeout(30)

    def _offered(self) -> list[list[Locator]]:
        """What could be pressed now, by kind: a yes that is asked for comes before all else."""
        hand = self.page.locator(".choosing")
        for sure in (".armed .primary:enabled", ".making .primary:enabled"):
            if hand.locator(sure).count():
                return [[hand.locator(sure).first]]
        if (fill := hand.get_by_role("button", name="Fill in")).count():
            return [[fill.first]]
        listed = hand.locator(OFFERED).all()
        places = self.page.locator(".board circle.stop").all()
        beside = self.page.locator(".waiting button:enabled").all()
        return [listed, places, beside, hand.get_by_role("button", name="Not now").all()]


class People:
    """Everybody in a test."""

    def __init__(self, served: Served, browser: Browser) -> None:
        self.served, self.browser = served, browser
        self.all: list[Person] = []
        self._contexts: list[BrowserContext] = []

    def come(self, name: str, phone: bool = False, dark: bool = False, **wishes: Any) -> Person:
        """Somebody comes, with a browser that knows nothing yet. Nothing moves that need not, unless they wish it."""
        usual = {"viewport": PHONE if phone else DESK, "reduced_motion": "reduce"}
        context = self.browser.new_context(
            has_touch=phone, color_scheme="dark" if dark else "light", **{**usual, **wishes}
        )
        self._contexts.append(context)
        self.all.append(Person(name, context, self.served))
        return self.all[-1]

    def leave(self) -> None:
        """All go home; nothing may have gone wrong in a browser."""
        faults = [f"{person.name}: {fault}" for person in self.all for fault in person.faults]
        for context in self._contexts:
            context.close()
        assert not faults, faults


def play_on(players: list[Person], luck: Random, choices: int = 2_000, until: Person | None = None) -> int:
    """Everybody reads what happened and chooses in turn, by lot, until the end, so many choices, or until it is up to
    somebody else; how many."""
    made, last = 0, time.monotonic()
    while made < choices and not players[0].is_over:
        for person in [*players, *([until] if until else [])]:
            person.reads_on()
        if until and until.may_choose:
            break
        chose = [person.chooses(luck) for person in players if person.may_choose]
        made += sum(chose)
        if any(chose):
            last = time.monotonic()
        else:
            assert time.monotonic() < last + STUCK, "nobody may choose any more"
            players[0].page.wait_for_timeout(20)
    return made
