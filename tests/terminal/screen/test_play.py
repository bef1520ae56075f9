"""Playing on a whole screen, by keys and mouse: what is shown before choosing, done, refused, taken back, hidden."""

from __future__ import annotations

import asyncio
import re
from threading import Event

import pytest
from textual.events import Key

from fireteam.match.match import Match
from fireteam.registry import find_game
from fireteam.terminal.screen import wait_notice
from fireteam.terminal.screen.builder import Builder
from fireteam.terminal.screen.dialogs import Confirmation, DiePrompt, HandOver, Page, RulebookPage, TooSmall
from tests.terminal.line.test_ui import LOSS, WIN
from tests.terminal.screen_pilot import ScreenPilot, play_on_screen
from tests.terminal.scripted_terminal import duel, mission


def on_table(do, size=(80, 24), typed=False, match=None, **table):
    return play_on_screen(match or duel(**table), do, size, typed)


# A whole mission


def test_a_mission_is_won_by_keys():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("R")
        assert "RC1 in hand" in seen.pane("bar")
        await seen.press("up", "up", "enter")
        assert isinstance(seen.app.screen, Page)
        await seen.press("enter")
        assert "The end. Red wins: brought a piece into bunker 2" in seen.pane("bar")
        await seen.press("q")

    screen = on_table(do, line=WIN, blue="greedy")
    assert screen.local_match.match.is_over and screen.match_loop.exit_text().startswith("The end. Red wins")
    assert "Dice: secret" in screen.match_loop.exit_text()


def test_a_mission_is_lost_by_ending_the_turn():
    async def do(seen: ScreenPilot) -> None:
        ends = next(k for k, act in enumerate(seen.play_screen.decision.acts, 1) if act.text == "end turn")
        await seen.press(str(ends))

    assert on_table(do, line=LOSS, blue="greedy").match_loop.exit_text().startswith("The end. Blue wins")


@pytest.mark.heavy
def test_a_whole_mission_is_played_by_keys_from_placing_to_the_end():
    """Every piece is placed by Enter; then the first Recon runs for the enemy's bunker, against a bot."""

    async def do(seen: ScreenPilot) -> None:
        for _ in range(5):
            assert "Place a piece" in seen.pane("bar")
            await seen.press("enter")
        assert len(seen.play_screen.board.scene.tokens) == 10
        while not seen.play_screen.match_loop.result_text:
            await seen.read_pages()
            await seen.press("R")
            reach = seen.play_screen.selection.overlay().reach
            seen.play_screen.board.point_at(min(reach, key=lambda square: abs(square[0] - 8) + abs(square[1] - 8)))
            await seen.press("enter")
            if not seen.play_screen.match_loop.result_text:
                await seen.press(str(len(seen.play_screen.decision.acts)))

    screen = on_table(do, match=mission("besiege_the_bunker", blue="random", seed=3, force="preset", seats="fixed"))
    assert "The end. Red wins" in screen.match_loop.exit_text()


# What is shown before choosing


def test_a_piece_taken_up_shows_where_it_can_go_and_what_it_can_attack():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("tab")
        assert "▸GD1" in seen.text and seen.board.count("+") == 2
        await seen.press("R")
        assert "▸RF1" in seen.text and "×rf1" in seen.text and seen.board.count("+") == 4
        assert "GD1" in seen.text and "●gd1" in seen.text

    on_table(do)


def test_odds_stand_there_with_every_modifier_before_the_choice():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("R", "up", "up")
        said = seen.pane("said")
        assert "aim 66.7% = 2/3 takes out Blue RF1" in said
        assert "+1 to-hit bonus TTT-8.10" in said and "-1 terrain of the target TTT-3.14" in said
        assert "1 aim RF1 rf1  66.7%" in seen.pane("acts") and "Enter: aim RF1 rf1." in seen.pane("bar")
        assert seen.play_screen.local_match.match.next_number == 1

    on_table(do)


def test_enter_on_the_piece_in_hand_points_at_the_likeliest_target_and_enter_again_attacks():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("R", "enter")
        assert seen.play_screen.board.cursor == (4, 6)
        await seen.press("enter")
        assert "Red RF1 aims at Blue RF1" in seen.pane("log")

    on_table(do)


def test_the_line_of_sight_is_drawn_and_what_blocks_it_is_named():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("R")
        await seen.type_line("i5")
        assert "blocked by the wall at h5" in seen.pane("said")
        line = next(row for row in seen.text.splitlines() if row.startswith(" 5 "))
        assert "X#" in line and "•" in line
        await seen.type_line("e9")
        assert "e5 to e9: clear, distance 4" in seen.pane("said")

    on_table(do)


def test_t_shows_what_the_enemy_could_hit_and_how_likely():
    async def do(seen: ScreenPilot) -> None:
        before = seen.text
        await seen.press("R", "t")
        await seen.wait_until(lambda: "67%" in seen.text)
        await seen.type_line("d5")
        assert "next turn rf1" in seen.pane("said") and "%" in seen.pane("said")
        await seen.press("t")
        assert "67%" not in before and "+67" not in seen.text

    on_table(do)


def test_a_key_that_was_pressed_while_all_waited_is_no_choice(monkeypatch):
    monkeypatch.setattr(wait_notice, "NOTICE_DELAY", 0.01)

    async def do(seen: ScreenPilot) -> None:
        late, said = Key("l", "l"), Event()
        monkeypatch.setattr(seen.play_screen, "notify", lambda *_, **__: said.set())
        assert await seen.play_screen.notice.run(said.wait, 60.0)
        seen.app.post_message(late)
        await seen.pilot.pause()
        assert not seen.app.screen.query_one("#log").has_focus
        await seen.press("l")
        assert seen.app.screen.query_one("#log").has_focus

    on_table(do)


def test_pieces_ground_and_help_can_be_read():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("p")
        assert "Red RF1 Rifleman" in seen.text and "Move 2, Range 3" in seen.text and "w woods" in seen.text
        await seen.press("enter", "question_mark")
        assert isinstance(seen.app.screen, Page) and "Take up the next piece" in seen.text

    on_table(do)


# Why not


@pytest.mark.parametrize(
    ("piece", "square", "sentence", "clause"),
    [
        ("R", "g7", "No: g7 is not within 1 steps", "TTT-7.5"),
        ("R", "c6", "No: c6 cannot be entered", "TTT-3.19"),
        ("G", "i9", "No: distance 16, range 2", "TTT-8.6"),
    ],
)
def test_an_unlawful_square_or_enemy_is_refused_with_its_clause_and_nothing_changes(piece, square, sentence, clause):
    async def do(seen: ScreenPilot) -> None:
        await seen.press(piece)
        await seen.type_line(square)
        await seen.press("enter")
        assert seen.pane("said").startswith(sentence) and clause in seen.pane("said")
        assert seen.play_screen.local_match.match.next_number == 1
        await seen.press("c")
        assert isinstance(seen.app.screen, RulebookPage) and clause in seen.text
        await seen.press("escape")

    on_table(do)


def test_typed_choices_are_done_or_refused_too():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("move rf1 z1")
        assert "z1 is not on the board (E_OFF_BOARD, TTT-7.3)" in seen.pane("said")
        await seen.type_line("move xx e6")
        assert "E_BAD_ACTION" in seen.pane("said")
        await seen.type_line("move gd1 a2")
        assert "GD1 moves from a1 to a2" in seen.pane("log")

    on_table(do)


# The log, and the rules


def test_the_log_tells_every_die_and_opens_the_clauses_of_a_line():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("end move")
        await seen.press("R", "enter", "enter")
        await seen.read_pages()
        assert "Red RF1 attacks Blue RF1, needs 4 or more" in seen.pane("log") and "[attack d6 = " in seen.pane("log")
        await seen.press("l")
        log = seen.app.screen.query_one("#log")
        log.highlighted = next(k for k, option in enumerate(log.options) if "RF1 attacks" in str(option.prompt))
        await seen.press("enter")
        assert isinstance(seen.app.screen, RulebookPage) and "TTT-8.10" in seen.text
        await seen.press("escape", "escape")
        assert seen.play_screen.board.has_focus

    on_table(do)


def test_the_rulebook_is_searched_by_words():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("b", *"never diagonally")
        await seen.wait_until(lambda: "TTT-2.4" in seen.text)
        assert "TTT-2.1 " not in seen.text

    on_table(do)


# Taking back, giving up, leaving


def test_what_was_taken_back_stands_again_with_the_same_dice():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("end move")
        await seen.press("R", "enter", "enter", "u", "o")
        fell = [line for line in seen.pane("log").split(" | ") if "RF1 attacks" in line]
        assert len(fell) == 2 and fell[0] == fell[1] and "[attack d6 = " in fell[0]

    on_table(do, blue="greedy")


def test_a_choice_is_taken_back_past_what_nobody_had_to_be_asked_for():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("end move")
        await seen.press("R", "enter", "enter")  # nobody is left to attack: the turn ends by itself
        assert "end turn: nothing else was left to choose" in seen.notices
        assert "Blue's turn" in seen.pane("log")
        await seen.press("u")
        assert "Attack with any piece" in seen.pane("bar") and len(seen.play_screen.board.scene.tokens) == 4

    on_table(do, blue="greedy")


def test_another_person_is_asked_before_dice_are_taken_back():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("end turn")
        await seen.type_line("end turn")
        await seen.press("u")
        assert isinstance(seen.app.screen, Confirmation) and "blue, may red take the last choice back?" in seen.text
        await seen.press("n")
        assert "The choice stands." in seen.pane("said")
        await seen.press("u", "y")
        assert "red takes back what followed event 0" in seen.pane("log")

    on_table(do)


def test_giving_up_is_asked_twice_and_ends_the_match():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("g", "n")
        assert not seen.play_screen.local_match.match.is_over
        await seen.press("g", "y")

    assert "Blue wins: the other side resigned" in on_table(do).match_loop.exit_text()


def test_leaving_tells_how_to_go_on():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("move gd1 a2")
        await seen.press("q", "y")

    line = on_table(do).match_loop.exit_text()
    assert line.startswith("To go on from here: fireteam play ttt") and "--position '@2 - attack" in line


# Hot seat


def test_a_sealed_pick_is_hidden_behind_the_screen_between_two_players():
    async def do(seen: ScreenPilot) -> None:
        assert isinstance(seen.app.screen, Builder)
        await seen.press("f")
        assert "Lawful" in seen.text and "Rifleman, Rifleman" in seen.text
        await seen.press("enter")
        assert isinstance(seen.app.screen, HandOver)
        assert "blue, it is your turn." in seen.text and "Rifleman" not in seen.text and "round" not in seen.text
        await seen.press("enter")
        assert isinstance(seen.app.screen, Builder) and "Lawful" not in seen.text
        await seen.press("escape")
        assert "picked" not in seen.pane("log") and "pick" in seen.pane("acts")
        await seen.press("1", "f", "enter", "enter")
        assert "Red picked: Rifleman" in seen.pane("log")

    on_table(do, match=mission("capture_the_crossing"))


def test_where_nothing_is_hidden_nobody_has_to_look_away():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("end turn")
        assert seen.app.screen is seen.play_screen and "Blue:" in seen.pane("bar")

    on_table(do)


# Putting a choice together


def test_a_force_is_picked_type_by_type_with_numbers_and_the_verdict_beside():
    async def do(seen: ScreenPilot) -> None:
        assert "Move 2, Range 3, to hit +1, hit above 3" in seen.text and "up to 3" in seen.text
        await seen.press("space", "right", "down", "plus")
        assert "×2 RF Rifleman" in seen.text and "×1 RC Recon" in seen.text
        assert "Not yet: pick 6 pieces, got 3" in seen.pane("verdict")
        await seen.press("minus", "enter")
        assert isinstance(seen.app.screen, Builder) and "got 2" in seen.pane("verdict")
        await seen.press("c", "f", "enter")

    screen = on_table(do, match=mission("capture_the_crossing", blue="random"))
    assert screen.local_match.match.next_number > 1


def test_placing_is_choosing_a_piece_and_a_square():
    async def do(seen: ScreenPilot) -> None:
        assert "RC1 Recon" in seen.pane("said") and "take up GD1 Guard" in seen.pane("acts")
        await seen.press("G", "enter")
        assert "GD1 is placed on" in seen.pane("log")

    on_table(do, match=mission("besiege_the_bunker", blue="random", force="preset", seats="fixed"))


# Dice of one's own


def test_typed_dice_are_asked_for_and_a_choice_may_be_dropped_for_want_of_one():
    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("end move")
        await seen.press("R", "enter", "enter")
        assert isinstance(seen.app.screen, DiePrompt) and "Throw a d6 for attack" in seen.text
        await seen.press("7", "enter")
        assert isinstance(seen.app.screen, DiePrompt)
        await seen.press("escape")
        assert "nothing has changed" in seen.pane("said")
        await seen.press("enter", "6", "enter")
        assert "it needed 4 or more, and rolled 6" in " ".join((await seen.read_pages()).split())
        assert "[attack d6 = 6" in seen.pane("log")

    on_table(do, typed=True)


# Mouse


def test_a_piece_is_taken_up_and_moved_by_clicks():
    async def do(seen: ScreenPilot) -> None:
        async def click(x: int, y: int) -> None:
            field = seen.play_screen.board
            width, rows = field.square_size
            await seen.pilot.click(field, offset=(field.ruler_width + x * width + 1, (9 - y) * rows))
            await seen.wait_for_turn()

        await click(4, 4)
        await click(4, 4)
        assert seen.play_screen.selection.unit == "1.rifleman.1"
        await click(3, 4)
        assert seen.play_screen.local_match.match.next_number == 1
        await click(3, 4)
        assert "RF1 moves from e5 to d5" in seen.pane("log")
        acts = seen.app.screen.query_one("#acts")
        await seen.pilot.click(acts, offset=(3, 1 + len(seen.play_screen.decision.acts) - 1))
        await seen.wait_for_turn()
        assert "Blue's turn" in seen.pane("log")

    on_table(do)


# Room


def bare(name: str) -> Match:
    """A mission whose sides have one piece each left to place."""
    whole = mission(name, force="preset", seats="fixed")
    words = find_game("ttt").write_position(whole.setting, whole.state).split()
    words = [re.sub("(?<=,)([^,]+):u", r"\1:x", word) if ":u" in word else word for word in words]
    return duel(" ".join(words))


@pytest.mark.parametrize("mission_name", list(find_game("ttt").scenarios(())))
def test_every_mission_fits_into_80_by_24_and_larger(mission_name):
    async def do(seen: ScreenPilot) -> None:
        field = seen.play_screen.board
        assert field.visible_size.height == field.scene.height
        assert field.visible_size.width == field.scene.width or field.scene.width > 25
        field.point_at((field.scene.width - 1, field.scene.height - 1))
        await seen.pilot.pause()
        assert field.scene.columns[-1] in seen.text.split("\n")[3 + field.scene.height]
        await seen.pilot.resize_terminal(160, 50)
        await seen.pilot.pause()
        assert field.visible_size == (field.scene.width, field.scene.height) and field.square_size[1] >= 2

    on_table(do, match=bare(mission_name))


def test_a_terminal_too_small_says_so_in_one_sentence_and_works_again_when_enlarged():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("R")
        before = seen.text
        await seen.pilot.resize_terminal(50, 15)
        await seen.wait_until(lambda: isinstance(seen.app.screen, TooSmall))
        said = " ".join(seen.text.split())
        assert "This terminal is 50 columns by 15 rows; please enlarge it to 72 by 22 or more" in said
        await seen.pilot.resize_terminal(80, 24)
        await seen.wait_until(lambda: seen.app.screen is seen.play_screen)
        await seen.pilot.pause()
        assert seen.text == before

    on_table(do)


# Text that is no markup


def test_names_with_markup_and_control_characters_are_shown_as_letters():
    from rich.text import Text

    from fireteam.terminal.screen.dialogs import styled_text

    made = styled_text([["[bold red]not bold[/] \x1b[31m\a ok"]])
    assert isinstance(made, Text) and made.plain == "[bold red]not bold[/] ?[31m? ok" and not made.spans[1:]


# A bot that fails


def test_a_bot_that_fails_ends_the_sitting_with_a_sentence():
    from fireteam.bots import Bot
    from fireteam.terminal.local_match import LocalMatch
    from fireteam.terminal.screen.app import TableApp
    from fireteam.terminal.screen.play import PlayScreen

    def fails(*_):
        raise ValueError("no idea")

    screen = PlayScreen(LocalMatch(duel(red="x.py:f", blue="person"), {"red": Bot("x.py:f", fails)}), pause=0)

    async def go() -> None:
        app = TableApp(screen)
        async with app.run_test():
            while app.is_running and not screen.match_loop.error_text:
                await asyncio.sleep(0.01)

    asyncio.run(go())
    assert "bot x.py:f failed: ValueError: no idea; the match stands" in screen.match_loop.exit_text()
