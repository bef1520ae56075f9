"""A choice put together by its verb's form: words, shares over targets, numbers, what pointing has filled in."""

from __future__ import annotations

import asyncio
from typing import Annotated

from textual.app import App
from textual.widgets import Input, Static

from fireteam.core.errors import BadNotation, IllegalChoice
from fireteam.core.protocol.choices import Verb, notation, parse
from fireteam.core.protocol.field_kinds import Number, Point, Word
from fireteam.core.protocol.list_kinds import Split
from fireteam.core.protocol.scene import Decision, Odds, Option
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.terminal.input.menu import Menu
from fireteam.terminal.screen.builder import Builder
from tests.games import stones
from tests.terminal.depot import depot
from tests.terminal.screen_pilot import ScreenPilot, play_on_screen, wait_until


class Call(Verb, frozen=True):
    weapon: Annotated[str, Word("rifle", "pistol", "knife")]
    stance: Annotated[str, Word("standing", "crouching", place="x")] = "standing"


class Fire(Verb, frozen=True):
    targets: Annotated[list[str], Split()]


class Lob(Verb, frozen=True):
    aim: Annotated[str, Point()]
    dice: Annotated[int, Number(place="unit", low=1, high=3)]
    more: Annotated[int, Number(place="target", high=9)] = 0


VERBS = (Call, Fire, Lob)
LINES = ("call rifle", "call pistol crouching", "call knife", "fire U5:3", "fire U6", "lob 12,5 2")


def menu() -> Menu:
    options = tuple(Option(line, line, line.split()[0], "") for line in LINES)
    aimed = Option("fire U5", "fire U5", "fire", "", "U1", "U5", odds=(Odds("hits", "1/3", 1 / 3),))
    other = Option("lob 9,9 1", "lob 9,9 1", "lob", "", "U1", "U6", odds=(Odds("falls short", "1/7", 1 / 7),))
    decision = Decision(0, "Choose.", 8, (*options, aimed, other), ("call", "fire", "lob"))
    return Menu(decision, depot(), VERBS, offer=offer)


def offer(value: Verb) -> Option:
    """What the game says of a choice off the menu."""
    line = notation(value)
    return Option(line, f"so: {line}", line.split()[0], "", odds=(Odds("goes well", "2/5", 0.4),))


def refusal_of(line: str) -> IllegalChoice | None:
    try:
        parse(line, VERBS)
    except BadNotation as error:
        return IllegalChoice("E", "X-1", str(error))
    return None


def build(verb: type[Verb], do, begun=None) -> str | None:
    """What comes of a choice that is put together."""
    found: list[str | None] = []

    class Bare(App[None]):
        def on_mount(self) -> None:
            self.push_screen(Builder("free", verb, menu(), refusal_of, begun), found.append)

    async def go() -> None:
        app = Bare()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await do(app, pilot)
            await pilot.pause()

    asyncio.run(go())
    return found[0] if found else None


def shown_text(app: App[None], name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).render())


def test_words_are_chosen_from_lists_side_by_side():
    async def do(app, pilot):
        await pilot.press("down", "tab", "down")
        assert "call pistol crouching" in shown_text(app, "chosen")
        await pilot.press("enter")

    assert build(Call, do) == "call pistol crouching"


def test_shares_are_laid_on_targets_with_the_odds_beside_them():
    async def do(app, pilot):
        rows = [str(option.prompt) for option in app.screen.query_one("#field-targets").options]
        assert "u5 defender  hits 1/3 = 33.3%" in rows[0]
        assert "u6 defender" in rows[1] and "falls short" not in rows[1]  # the odds of another verb
        await pilot.press("right", "right", "shift+right", "down", "space")
        await pilot.press("enter")

    assert build(Fire, do) == "fire U5:2:1,U6"


def test_a_target_can_be_left_out_again_and_all_be_cleared():
    async def do(app, pilot):
        await pilot.press("space", "down", "space", "up", "space")
        assert "fire U6" in shown_text(app, "chosen")
        await pilot.press("c")
        assert "fire -" in shown_text(app, "chosen")
        await pilot.press("f2")
        assert "fire U5:3" in shown_text(app, "chosen")
        await pilot.press("enter")

    assert build(Fire, do) == "fire U5:3"


def test_what_was_pointed_at_is_filled_in_and_what_may_be_left_out_is():
    async def do(app, pilot):
        assert app.screen.query_one("#field-aim", Input).value == "30,25"
        app.screen.query_one("#field-dice", Input).value = "3"
        await pilot.pause()
        assert "Lawful" in shown_text(app, "verdict")
        app.screen.query_one("#field-dice", Input).focus()
        await pilot.press("enter")

    assert build(Lob, do, {"aim": "30,25"}) == "lob 30,25 3 0"


def test_a_choice_that_no_menu_lists_is_told_in_words_with_its_odds():
    async def do(app, pilot):
        assert app.screen.query_one("#field-dice", Input).value == "2"
        app.screen.query_one("#field-dice", Input).value = "3"
        await wait_until(lambda: "so: lob 30,25 3" in shown_text(app, "chosen"))
        await wait_until(lambda: "40% = 2/5 goes well" in shown_text(app, "odds"))
        app.screen.query_one("#field-dice", Input).value = "30"
        await pilot.pause()
        assert "Not yet" in shown_text(app, "verdict") and not shown_text(app, "odds")

    assert build(Lob, do, {"aim": "30,25"}) is None


def test_from_one_list_of_words_to_the_next_by_arrows():
    async def do(app, pilot):
        assert not app.screen.query("#add, #out")
        await pilot.press("down", "right", "down", "left", "down", "enter")

    assert build(Call, do) == "call knife crouching"


def test_shares_are_thrown_at_the_table():
    game = Match(
        stones.GAME.make_setting("skirmish"), [Seat("one", 0b0111), Seat("two", 0b111000, "random")], secret_of_seed(1)
    )

    async def do(seen: ScreenPilot) -> None:
        throw = next(k for k, act in enumerate(seen.play_screen.decision.acts, 1) if act.verb == "throw")
        await seen.press(str(throw))
        assert isinstance(seen.app.screen, Builder)
        await seen.press("right", "shift+right", "enter")
        assert "a2" in seen.pane("bar")

    play_on_screen(game, do)
    assert game.mailbox.slots == 1
