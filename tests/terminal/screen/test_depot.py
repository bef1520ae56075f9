"""What a person at the table of Third Person Shooter reads and can press, phase by phase."""

from __future__ import annotations

import pytest

from fireteam.core.protocol.choices import notation
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.terminal.screen.builder import Builder
from fireteam.terminal.screen.dialogs import Page
from fireteam.terminal.screen.scene_diff import trails_between
from tests.games.tps.matches import last_turn_match
from tests.terminal.screen_pilot import ScreenPilot, play_on_screen
from tests.terminal.scripted_terminal import Terminal

WIDE = (110, 34)


def match(*planned: str) -> Match:
    """One against one who does nothing, after what both plan alike."""
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1"})
    match = Match(setting, [Seat("U1", 1), Seat("U2", 2, "absent")], secret_of_seed(1))
    for slot in range(2) if planned else ():
        match.plan(f"U{slot + 1}", planned, slot)
    return match


def test_where_there_is_nothing_to_point_at_the_bar_does_not_say_so():
    async def do(seen: ScreenPilot) -> None:
        assert "The keys 1 to 9 do what stands beside the board." in seen.pane("bar")
        assert "point" not in seen.pane("bar") and "buy -" not in seen.pane("bar")

    play_on_screen(match(), do, WIDE)


def test_a_call_is_put_together_when_asked_for_and_the_map_stays_in_sight_until_then():
    async def do(seen: ScreenPilot) -> None:
        assert seen.app.screen is seen.play_screen and "Enter: call." in seen.pane("bar")
        await seen.press("enter")
        assert isinstance(seen.app.screen, Builder)
        await seen.wait_until(lambda: "acts in step 3 (pistols), moves on counts 1 to 10" in seen.pane("chosen"))
        assert "t base" in seen.text and "A" in seen.text  # the window is low, the map above it
        await seen.press("enter")
        assert "count 1 of 10" in seen.pane("bar")

    play_on_screen(match("buy frag,flash"), do, WIDE)


def test_what_is_put_together_beforehand_stands_beside_the_map_and_is_bought_by_its_number():
    game = match()

    async def do(seen: ScreenPilot) -> None:
        ready = [
            act.text
            for act in seen.play_screen.decision.acts
            if act.text.startswith(("buy rush", "buy rifle", "buy save"))
        ]
        assert ready == ["buy rush: Sawn-off: 7 cash", "buy save: nothing: 0 cash"], "a rifle is too dear"
        await seen.press(
            str(next(k for k, act in enumerate(seen.play_screen.decision.acts, 1) if act.text == ready[0]))
        )
        await seen.wait_until(lambda: int(game.state[0].units[0].cash) == 1)

    play_on_screen(game, do, WIDE)


def test_a_list_too_dear_is_told_while_it_is_put_together():
    async def do(seen: ScreenPilot) -> None:
        await seen.press(str(next(k for k, act in enumerate(seen.play_screen.decision.acts, 1) if act.text == "buy …")))
        await seen.press(*["down"] * 3, "right")
        await seen.wait_until(lambda: "no Desert Eagle: it is too dear" in seen.pane("chosen"))
        await seen.press("escape")

    play_on_screen(match(), do, WIDE)


@pytest.mark.parametrize("word", ["A", "site_a"])
def test_a_site_is_pointed_at_by_its_letter_or_name(word):
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line(word)
        assert seen.play_screen.board.cursor == (31.5, 25.5)

    play_on_screen(match("buy -", "call sidearm"), do, WIDE)


@pytest.mark.heavy
def test_a_zone_is_pointed_at_by_its_name_and_tab_comes_to_the_sites():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("warehouse")
        assert seen.play_screen.board.cursor == (21, 15)
        found = []
        for _ in range(3):
            await seen.press("tab")
            found.append(seen.play_screen.board.cursor)
        assert {(31.5, 25.5), (31.5, 4.5)} <= set(found)

    play_on_screen(match("buy -", "call sidearm"), do, WIDE)


def test_every_arrow_moves_the_cursor_by_a_column_or_a_row_that_is_seen():
    async def do(seen: ScreenPilot) -> None:
        field, chart = seen.play_screen.board, seen.play_screen.board.map_view
        for key in ("right", "up", "left", "down", "up"):
            before = chart.viewport(field.cursor).cell_of(field.cursor)
            await seen.press(key)
            assert chart.viewport(field.cursor).cell_of(field.cursor) != before
        await seen.press("shift+right")
        assert round(field.cursor[0] % 1, 6) == 0.1

    play_on_screen(match("buy -", "call sidearm"), do, WIDE)


def test_there_is_no_key_for_giving_up_where_no_rule_lets_one():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("g")
        assert seen.app.screen is seen.play_screen and "Give up" not in seen.text

    play_on_screen(match(), do, WIDE)


def test_there_is_no_key_for_threats_where_the_game_knows_none():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("t")
        assert "Threats" not in seen.text and not seen.notices

    play_on_screen(match(), do, WIDE)


def test_what_a_referee_may_do_and_what_no_rule_lets_one_do_is_no_part_of_the_help():
    terminal = Terminal("help", "quit")
    assert terminal.play(match()) == 0
    assert "buy WANTS" in terminal.text
    assert not [word for word in ("warn UNIT", "kick UNIT", "place UNIT", "resign") if word in terminal.text]


def test_who_chooses_in_the_same_phase_looks_away_before_the_first_choice_of_it():
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1"})
    terminal = Terminal("buy -", "", "buy -", "", "call sidearm", "", "quit")
    terminal.play(Match(setting, [Seat("anna", 1), Seat("bert", 2)], secret_of_seed(1)))
    text = terminal.text
    assert text.count("bert, it is your turn; anna looks away.") == 2
    assert text.index("anna, it is your turn; bert looks away.") < text.index("U1 (T): call")


def test_keeping_still_on_all_counts_is_one_choice():
    game = match("buy -", "call sidearm")

    async def do(seen: ScreenPilot) -> None:
        still = next(
            k for k, act in enumerate(seen.play_screen.decision.acts, 1) if act.text == "stay on all 10 counts ahead"
        )
        await seen.press(str(still))
        await seen.wait_until(lambda: "turn 2 of" in seen.pane("standing"))

    play_on_screen(game, do, WIDE)
    assert [choices[0][1] for choices in (record.choices for record in game.records) if choices].count("stay") == 10


def test_keeping_still_on_all_counts_is_one_word_in_lines():
    game = match("buy -", "call sidearm crouching")
    terminal = Terminal("wait", "wait", "quit")
    assert terminal.play(game) == 0
    assert ", targets" in terminal.text and "has no counts ahead to wait on" in terminal.text


def test_the_only_unit_that_can_choose_cannot_be_put_down():
    async def do(seen: ScreenPilot) -> None:
        before = seen.pane("acts")
        await seen.press("escape")
        assert seen.pane("acts") == before and "stay: stand still" in before

    play_on_screen(match("buy -", "call sidearm"), do, WIDE)


def test_the_place_that_is_typed_is_the_one_that_enter_means_next():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("a")  # the list beside the map
        await seen.type_line("2.5,15")
        assert seen.play_screen.board.has_focus

    play_on_screen(match("buy -", "call sidearm"), do, WIDE)


def test_a_line_of_sight_is_told_in_hundredths():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("12.123456,15")
        assert "8.5,15 to 12.12,15: seen" in seen.pane("said")

    play_on_screen(match("buy -", "call sidearm"), do, WIDE)


def test_who_points_at_an_enemy_is_told_why_not_to_fire_and_not_why_not_to_move():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("U2")
        await seen.press("enter")
        assert "fire is not for this moment" in seen.pane("said")

    play_on_screen(match("buy -"), do, WIDE)


@pytest.mark.heavy
def test_the_odds_of_a_throw_off_the_menu_are_told_in_lines():
    game = match("buy frag", "call sidearm standing frag", *["stay"] * 10)
    terminal = Terminal("odds throw 5.3,15.2 1", "quit")
    assert terminal.play(game) == 0
    assert "no chance is involved" not in terminal.text and "falls in t base" in terminal.text


def test_how_a_round_ended_is_told_where_the_next_choice_is_asked_for():
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1", "mp_roundturns": "1"})
    game = Match(setting, [Seat("U1", 1), Seat("U2", 2, "absent")], secret_of_seed(1))
    game.plan("U1", ("buy -", "call sidearm", *["stay"] * 9), 0)

    async def do(seen: ScreenPilot) -> None:
        await seen.wait_until(lambda: seen.play_screen.selection is not None)
        await seen.type_line("stay")
        await seen.wait_until(lambda: isinstance(seen.app.screen, Page))
        assert "Round 1 lost" in await seen.read_pages()
        await seen.wait_until(lambda: "round 2 of" in seen.pane("standing").replace("round: ", "round "))
        await seen.wait_until(lambda: "round 1: CT win, the turns" in seen.pane("said"))

    play_on_screen(game, do, WIDE)


def test_who_is_out_plans_at_anothers_prompt_what_to_buy_and_nothing_of_it_stays_on_the_screen():
    """TPS-7.8, TPS-7.10."""
    setting, states = last_turn_match("call")
    game = Match(setting, [Seat("U1", 1), Seat("U2", 2), Seat("U3", 4, "absent")], secret_of_seed(4), states)

    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("plan U3: buy vest")
        assert "nobody at this table chooses for u3" in seen.pane("said")
        await seen.type_line("plan U2: bye vest")
        assert not game.has_plan("U2") and "bye" in seen.pane("said")
        await seen.type_line("plan U2: buy vest")
        assert list(map(notation, game.plan_of("U2", 1))) == ["buy vest"]
        assert seen.notices == ["U2 has planned 1."] and "vest" not in seen.text
        assert seen.play_screen.turn.seat and seen.play_screen.turn.seat.name == "U1", (
            "whose turn it was goes on choosing"
        )
        await seen.type_line("plan u2")
        assert seen.notices[-1] == "The plan is cut short." and not game.has_plan("U2")

    play_on_screen(game, do, WIDE)


def test_a_plan_of_ones_own_is_followed_at_once():
    game = match("buy -", "call sidearm")

    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("plan stay; move 1,0; stay")
        await seen.wait_until(lambda: "count 4 of 10" in seen.pane("bar"))
        assert game.plan_of("U1", 0) == ()

    play_on_screen(game, do, WIDE)


def test_who_is_set_up_anew_for_the_next_round_has_gone_nowhere():
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1", "mp_roundturns": "1"})
    game = Match(setting, [Seat("U1", 1), Seat("U2", 2, "absent")], secret_of_seed(1))
    game.plan("U1", ("buy -", "call sidearm", *["move 0,1"] * 3, *["stay"] * 6), 0)

    async def do(seen: ScreenPilot) -> None:
        await seen.wait_until(lambda: seen.play_screen.selection is not None)
        assert [trail.unit for trail in seen.play_screen.news.trails] == ["U1"] * 3
        before = seen.play_screen.board.scene
        await seen.type_line("stay")
        await seen.wait_until(lambda: game.state[0].round_number == 2 and seen.play_screen.selection is not None)
        assert trails_between(before, seen.play_screen.board.scene), "they stand elsewhere"
        assert seen.play_screen.news.trails == ()

    play_on_screen(game, do, WIDE)


def test_the_first_thing_that_happens_after_sitting_down_is_not_overlooked():
    setting, states = last_turn_match()
    game = Match(
        setting,
        [Seat("U1", 1), *(Seat(name, 1 << k, "absent") for k, name in ((1, "U2"), (2, "U3")))],
        secret_of_seed(4),
        states,
    )

    async def do(seen: ScreenPilot) -> None:
        assert game.next_number == 2, "U1 holds unasked, and with that event the round ends"
        assert "Round 1 lost" in await seen.read_pages()
        await seen.wait_until(lambda: "round 1: CT win, the turns" in seen.pane("said"))
        await seen.wait_until(lambda: "U1, hold: nothing else was left to choose" in seen.pane("said"))

    play_on_screen(game, do, WIDE)
