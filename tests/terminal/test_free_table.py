"""A game on a free table is played like any other: by a cursor, a click or words, in lines and on a whole screen."""

from __future__ import annotations

import asyncio
import io

import pytest

from fireteam.core.space.units import STEPS
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import Replay, replay, save
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.terminal.console import Console
from fireteam.terminal.replay import ReplayUI
from fireteam.terminal.screen.app import TableApp
from fireteam.terminal.screen.dialogs import HandOver
from fireteam.terminal.screen.replay import ReplayScreen
from tests.games import skirmish
from tests.terminal.screen_pilot import ScreenPilot, play_on_screen, screen_text
from tests.terminal.scripted_terminal import Terminal


def match(two: str = "random", seed: int = 3) -> Match:
    return Match(
        skirmish.GAME.make_setting("yard"), [Seat("one", 0b0011), Seat("two", 0b1100, two)], secret_of_seed(seed)
    )


def at(game: Match, i: int) -> tuple[float, float]:
    disc = game.state[0].discs[i]
    return disc.x / STEPS, disc.y / STEPS


# In lines


def lines(*typed: str, game: Match | None = None) -> str:
    terminal = Terminal(*typed)
    assert terminal.play(game or match()) == 0
    return terminal.text


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("move 0.6,0.8", (2.6, 4.8)),
        ("move 0.25,0", (2.25, 4)),
        ("move ne", (2.707, 4.707)),
        ("move w", (1, 4)),
        ("move @2,3.5", (2, 3.5)),
        ("move @2,10", (2, 5)),
        ("@b1", (3, 4)),
        ("move a2", (2, 5)),
        ("move o", (2.707, 4.707)),
    ],
)
def test_a_way_is_said_in_decimals_by_a_side_of_the_sky_or_by_where_it_leads(typed, place):
    game = match()
    lines(typed, "stay", game=game)
    assert at(game, 0) == place


def test_a_way_too_long_is_refused_with_its_clause_and_nothing_has_changed():
    game = match()
    assert "No: 1.5,0 is longer than one unit (E_STEP, YARD-2)" in lines("move 1.5,0", game=game)
    assert game.next_number == 1 and at(game, 0) == (2, 4)


def test_a_look_draws_the_line_and_what_blocks_it():
    text = lines("look a1 b1")
    assert "blocked by the wall (YARD-3)" in text
    assert any("▸A1•" in line and "•X" in line for line in text.splitlines())
    clear = lines("look a1 8,10")
    assert "\na1 to 8,10: clear" in clear and "X" not in clear.split("> look", 1)[1].split("clear")[0]


def test_a_part_of_the_map_is_drawn_nearer():
    text = lines("board 14,8", "board z9").split("> board", 1)[1]
    assert "b2" in text and "A1 at 2,4 is beyond" in text
    assert "'z9' is neither a place of this table nor anything on it" in text


def test_pieces_say_where_they_are():
    assert "A1   disc                 2,4" in lines("pieces")


# On a whole screen


def on_table(do, game: Match | None = None, size=(80, 24)) -> Match:
    game = game or match()
    play_on_screen(game, do, size)
    return game


def test_the_way_goes_from_the_unit_to_the_cursor_and_no_farther_than_the_menu():
    async def do(seen: ScreenPilot) -> None:
        assert "▸A1" in seen.board and "+" in seen.board and "a1: move or shoot." in seen.pane("bar")
        await seen.press("right")
        assert seen.play_screen.board.cursor == (2.5, 4) and "Enter: move to 2.5,4." in seen.pane("bar")
        await seen.press("shift+up")
        assert seen.play_screen.board.cursor == (2.5, 4.1)
        await seen.press("end")
        assert seen.play_screen.board.cursor == (16, 4.1) and "move to 3,4" in seen.pane("acts")
        await seen.press("enter")
        assert "▸A2" in seen.board and seen.play_screen.board.cursor == (2, 8)
        await seen.press("1")

    game = on_table(do)
    assert at(game, 0)[0] == pytest.approx(3, abs=0.01) and at(game, 1) == (2, 8)


def test_a_click_points_and_a_click_there_again_goes():
    async def do(seen: ScreenPilot) -> None:
        field = seen.play_screen.board
        chart = field.map_view
        assert chart is not None
        column, row = chart.viewport(field.cursor).cell_of((2, 5))
        await seen.pilot.click(field, offset=(chart.map.ruler_width + column, row))
        await seen.wait_for_turn()
        assert field.cursor == pytest.approx((2, 5), abs=0.4)
        assert "Enter: move to" in seen.pane("bar")
        await seen.pilot.click(field, offset=(chart.map.ruler_width + column, row))
        await seen.wait_for_turn()
        assert "▸A2" in seen.board

    on_table(do)


def test_a_click_on_letters_means_the_very_place_of_the_unit():
    async def do(seen: ScreenPilot) -> None:
        field = seen.play_screen.board
        row = next(k for k, line in enumerate(seen.board.split("\n")) if "b2" in line)
        column = seen.board.split("\n")[row].index("b2")
        await seen.pilot.click(field, offset=(column, row))
        await seen.wait_for_turn()
        assert field.cursor == (14, 8) and "●b2 disc" in seen.pane("said")

    on_table(do)


def test_the_next_unit_or_thing_is_looked_at_by_tab_with_the_line_of_sight_and_the_wall_that_blocks():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("tab", "tab")
        assert seen.play_screen.board.cursor == (8, 10) and "old cart; in nobody's way" in seen.pane("said")
        assert "a1 to 8,10: clear" in seen.pane("said").replace("A1", "a1")
        await seen.press("tab")
        assert seen.play_screen.board.cursor == (14, 4) and "blocked by the wall" in seen.pane("said")
        assert any("•X" in line for line in seen.board.split("\n"))
        await seen.press("shift+tab")
        assert seen.play_screen.board.cursor == (8, 10)

    on_table(do)


def test_targets_are_pointed_at_by_tab_with_their_odds_and_shot_by_enter():
    game = match(seed=5)
    for unit in skirmish.UNITS[:2]:
        game.act("one", "move 0,1", skirmish.UNITS.index(unit))
    for unit in (2, 3):
        game.act("two", "move 0,1", unit)
    assert game.state[0].phase == skirmish.SHOOTING

    async def do(seen: ScreenPilot) -> None:
        assert "×b2" in seen.board and "Enter: point at b2 disc." in seen.pane("bar")
        await seen.press("tab")
        assert seen.play_screen.board.cursor == (14, 9) and "shoot 50% = 1/2 hits b2" in seen.pane("said")
        assert "1 shoot b2  50%" in seen.pane("acts")
        await seen.press("enter", "1")
        await seen.wait_until(lambda: "A1 shoots at b2" in seen.pane("log"))

    on_table(do, game)


def test_it_is_zoomed_and_the_map_goes_along_with_the_cursor():
    async def do(seen: ScreenPilot) -> None:
        whole = seen.board
        await seen.press("z")
        assert seen.board != whole and "b2" not in seen.board
        await seen.press("end")
        assert "b1" in seen.board and "A1" not in seen.board
        await seen.press("z", "z")
        assert "A1" in seen.board and "b2" in seen.board

    on_table(do)


@pytest.mark.parametrize("size", [(72, 22), (100, 30), (160, 50)])
def test_it_fits_terminals_of_any_size(size):
    async def do(seen: ScreenPilot) -> None:
        for name in ("A1", "A2", "b1", "b2"):
            assert name in seen.board
        assert "stay" in seen.pane("acts")

    on_table(do, size=size)


def test_nobody_sees_where_the_other_pointed():
    game = Match(skirmish.GAME.make_setting("yard"), [Seat("one", 0b0011), Seat("two", 0b1100)], secret_of_seed(3))

    async def do(seen: ScreenPilot) -> None:
        await seen.press("end", "enter", "home", "enter")
        assert isinstance(seen.app.screen, HandOver)
        await seen.press("enter")
        assert seen.play_screen.board.cursor == (14, 4) and "▸b1" in seen.board

    on_table(do, game)


def test_the_ways_that_units_have_gone_are_drawn_until_the_next_choice():
    async def do(seen: ScreenPilot) -> None:
        assert "∙" not in seen.board
        await seen.press("right", "right", "enter", "right", "right", "enter")
        await seen.wait_until(lambda: "shooting" in seen.pane("standing"))
        assert "∙" in seen.board or "∘" in seen.board

    on_table(do)


# Replays


@pytest.fixture
def record(monkeypatch, tmp_path) -> Replay:
    """Two turns, played and saved."""
    for module in ("fireteam.match.load", "fireteam.match.file.parse"):
        monkeypatch.setattr(f"{module}.find_game", lambda name: skirmish.GAME)
    game, path = match(two="person"), tmp_path / "yard.match"
    save(game, path)
    for choices in (("move 1,0", "stay", "stay", "stay"), ["hold"] * 4, ("stay", "stay", "move -0.6,0.8", "stay")):
        for slot, line in enumerate(choices):
            game.act("one" if slot < 2 else "two", line, slot)
    game.leave()
    return replay(read_match_file(path))


def test_a_replay_walks_over_a_free_table_on_paper(record):
    paper = io.StringIO()
    ReplayUI(record, "", Console(paper, 80)).write_all()
    text = paper.getvalue()
    assert "a1 goes to 3,4" in text and "━┃ wall" in text and "A1" in text and "b1" in text


def test_a_replay_on_the_screen_draws_who_went_where(record):
    screen = ReplayScreen(record, "", 0, lambda number, path: None)
    boards = []

    async def go() -> None:
        app = TableApp(screen)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for _ in range(screen.view.last_number + 1):
                boards.append(screen_text(app))
                await pilot.press("n")
                await pilot.pause()

    asyncio.run(go())
    assert "∘" not in boards[0] and "∘" in boards[-1] and all("A2" in board for board in boards)
    assert screen.number == screen.view.last_number == 3


# Walking over several counts


def long(two: str = "random", one: int = 0b0011) -> Match:
    return Match(
        skirmish.GAME.make_setting("long"), [Seat("one", one), Seat("two", 0b1111 & ~one, two)], secret_of_seed(3)
    )


def test_enter_on_a_place_beyond_a_step_walks_there_count_by_count():
    game = long()

    async def do(seen: ScreenPilot) -> None:
        await seen.press(*["right"] * 5)
        await seen.wait_until(lambda: "Enter: walk to 4.5,4: 3 counts." in seen.pane("bar"))
        assert "1 walk to 4.5,4: 3 counts | 2 move to 3,4 | 3 stay" in seen.pane("acts")
        assert all(count in seen.board for count in "23") and seen.play_screen.board.cursor == (4.5, 4)
        await seen.press("enter")
        assert "▸A2" in seen.board and game.mailbox.slots == 0b0001
        await seen.type_line("4.5,8")
        await seen.press("enter")
        assert at(game, 0) == (4.5, 4) and at(game, 1) == (4.5, 8) and "count" not in seen.pane("bar")
        assert [len(record.choices) for record in game.records[1:4]] == [4, 2, 4]

    on_table(do, game)
    assert game.next_number == 4 and game.slots_to_act() == [0, 1]


def test_a_walk_beyond_the_counts_goes_as_far_as_they_do():
    game = long()

    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("2,11")
        await seen.wait_until(lambda: "walk towards 2,11: 4 counts, as far as 2,8" in seen.pane("bar"))

    on_table(do, game)


def test_any_key_cuts_a_walk_short_and_the_way_is_on_the_map_until_then():
    game = long("person", 0b0001)
    game.plan("two", ["stay"] * 4, 1), game.plan("two", ["stay"] * 4, 2), game.plan("two", ["stay"] * 4, 3)

    async def do(seen: ScreenPilot) -> None:
        seen.play_screen.match_loop.pause = 30.0
        await seen.type_line("2,7")
        await seen.wait_until(lambda: "2,7: 3 counts" in seen.pane("bar"))
        await seen.pilot.press("enter")
        await seen.wait_until(lambda: game.next_number == 2)
        await seen.pilot.pause()
        assert "one walks to 2,7" in seen.pane("bar").replace("a1 (one)", "one") and "stops there" in seen.pane("bar")
        assert "2" in seen.board and "3" in seen.board
        await seen.press("escape")
        assert at(game, 0) == (2, 5) and game.plan_of("one", 0) == () and game.slots_to_act() == [0]
        assert "Enter: walk to 2,7" in seen.pane("bar")

    on_table(do, game)


def test_who_is_stopped_is_asked_again_and_told_so():
    game = long()
    game.state[0].discs[0].x = 4 * STEPS
    tables = game.setting.tables[0]

    async def do(seen: ScreenPilot) -> None:
        await seen.type_line("11,4")
        await seen.wait_until(lambda: "towards 11,4: 3 counts, as far as 7,4" in seen.pane("bar"))
        tables.wall_x = int(5.5 * STEPS)  # the table is not as one thought
        await seen.press("enter", "1", "1")
        assert "The walk of A1 to 11,4 ends at 5,4: somebody was in the way, and has moved on." in seen.pane("said")
        assert game.plan_of("one", 0) == () and game.next_number == 3

    on_table(do, game)
    assert at(game, 0) == (5, 4)


def test_enter_where_a_unit_stands_takes_its_last_step_again():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("right", "enter", "down", "2")
        await seen.wait_until(lambda: at(game, 0) == (2.5, 4))
        assert "Enter: move on to 3,4" in seen.pane("bar")
        await seen.press("enter")

    game = long()
    on_table(do, game)


def test_a_sealed_choice_of_a_bot_makes_no_notice_and_no_line():
    async def do(seen: ScreenPilot) -> None:
        await seen.press("1", "1")
        assert set(seen.notices) == {"Chosen; it stays sealed until all have."}

    on_table(do, long())
    text = lines("stay", "stay", game=long())
    assert text.count("sealed until") == 2 and "b1" not in text.split("a1 (one)> stay")[1].split("* b1 goes")[0]
    game = Match(
        skirmish.GAME.make_setting("long"), [Seat("one", 0b1100), Seat("two", 0b0011, "random")], secret_of_seed(3)
    )
    text = lines("stay", game=game)
    assert text.count("* Everybody else has chosen.") == 1
    assert text.index("b1 (one)> stay") < text.index("* Everybody") < text.index("b2 (one)>")


def test_a_walk_is_typed_in_lines_and_told_by_the_way():
    game = long()
    text = " ".join(lines("help", "walk", "walk z9", "walk 4.5,4", "walk o", game=game).split())
    assert "walk PLACE" in text and "where to? write: walk 12.5,3" in text
    assert "'z9' is neither a place of this table nor anything on it" in text
    assert "walks to 4.5,4: 3 counts. By the way: 3,4 after count 1, 4,4 after count 2, 4.5,4 after count" in text
    assert "walks towards 8,10: 4 counts" in text
    assert at(game, 0) == (4.5, 4) and game.next_number == 4
    assert "has no counts ahead to walk on" in lines("walk 4,4")
