"""Playing in lines: what people read, type, and are told when something does not go."""

from __future__ import annotations

from time import sleep

import pytest

from fireteam.bots import Bot, find_bot
from fireteam.compilation.compiler import Compiler
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.terminal import busy_notice
from fireteam.terminal.console import Console
from fireteam.terminal.line.ui import LineUI
from fireteam.terminal.local_match import LocalMatch
from tests.terminal.scripted_terminal import DUEL, Terminal, duel, mission

WIN = (
    "besiege_the_bunker force=preset,seats=fixed move 1 5 1 "
    "recon@i7,recon:x,berserker:x,berserker:x,guard:x recon:x,recon:x,berserker:x,berserker:x,guard@a10 -"
)
LOSS = (
    "besiege_the_bunker force=preset,seats=fixed move 1 5 1 "
    "recon:x,recon:x,berserker:x,berserker:x,guard@j1 recon@b4,recon:x,berserker:x,berserker:x,guard@a10 -"
)


def play(*lines, **table) -> str:
    terminal = Terminal(*lines)
    assert terminal.play(duel(**table)) == 0
    return terminal.text


def test_a_person_wins_by_typed_lines():
    terminal = Terminal("move recon.1 i9")
    assert terminal.play(duel(WIN, blue="greedy")) == 0
    assert "The end. Red wins: brought a piece into bunker 2" in terminal.text
    assert "To go on" not in terminal.text and "secret" in terminal.text


def test_a_person_loses_by_ending_the_turn():
    terminal = Terminal("end turn")
    assert terminal.play(duel(LOSS, blue="greedy")) == 0
    assert "The end. Blue wins: brought a piece into bunker 1" in terminal.text


def test_the_dice_are_announced_before_the_first_choice_and_told_at_the_end():
    terminal = Terminal("move recon.1 i9")
    terminal.play(duel(WIN, blue="greedy"))
    said = " ".join(terminal.text.split())
    commitment = said.split("Dice: announced as ")[1].split(";")[0]
    assert said.index(commitment) < said.index("Red:") < said.index("Dice: secret")
    assert f"announced as {commitment}." in said.split("Dice: secret")[1]


def test_the_board_the_standing_and_the_choices_with_odds_are_on_the_screen():
    text = play("quit")
    assert " 7 .   .   .   .   rf1 .   .   s" in text and " 5 .   .   .   .   RF1 .   .   #" in text
    assert "on rocky: RF1 rf1" in text and "RF Rifleman" in text
    assert "Red: 2 pieces, to take out" in text
    assert "Red: 1 movement action" in text
    said = " ".join(text.split())
    assert "1) aim RF1 rf1: takes out rf1 2/3 = 66.7% (to-hit bonus +1, aimed +1, terrain of the target -1)" in said
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("To go on"))


def test_what_happened_is_told_with_every_die_and_modifier_and_clause():
    text = " ".join(play("end move", "attack rf1 rf1", "quit").split())
    assert "Red RF1 attacks Blue RF1, needs 4 or more:" in text
    assert (
        "[attack d6 = " in text
        and "to-hit bonus +1 (TTT-8.10), terrain of the target -1 (TTT-3.14)] (TTT-8.10)" in text
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("move rf1 z1", "z1 is not on the board (E_OFF_BOARD, TTT-7.3)"),
        ("move 1.rifleman.9 e6", "no piece 1.rifleman.9 available (E_NO_PIECE, TTT-13.1)"),
        (
            "move rf9 e6",
            "not an action: 'rf9' is no piece; name one by its letters on the board, or like 1.recon.2 (E_BAD_ACTION,"
            " TTT-13.4)",
        ),
        ("move 2.guard.1 i8", "Blue GD1 is not yours (E_NOT_YOURS, TTT-1.5)"),
        ("attack rf1 rf1", "attack is not possible now (E_WRONG_STATE, TTT-6.5)"),
        ("move rf1", "'to' is missing; write: move piece to (E_BAD_ACTION, TTT-13.4)"),
        ("jump rf1 e6", "no action 'jump'; there is pick, place, command, move, aim"),
        ("move guard.1 e9", "e9 is not within 1 steps (E_UNREACHABLE, TTT-7.5)"),
        ("999", "no choice 999: they are numbered 1 to"),
        ("e", "'e' may be end_move or end_turn"),
        ("rules TTT-99", "no clause named 'TTT-99'"),
        ("rules sniper", "no clause named 'sniper'; to look for words: rules find ..."),
        ("rules find low profile crawler", "TTT-4.25 [default] `low_profile` (Crawler)"),
        ("rules find piece", "more: look for more words at once"),
        ("rules find zebra", "no clause says that"),
        ("rules", "which clause? write: rules TTT-1.1"),
        ("why", "which choice? write: why aim 1.rifleman.1 2.rifleman.1"),
        ("odds", "which choice? write: odds aim 1.rifleman.1 2.rifleman.1"),
        ("log", "nothing has happened yet"),
        ("redo", "nothing was taken back that could stand again"),
        ("undo", "red has nothing to take back"),
        ("re", "'re' may be redo or resign"),
    ],
)
def test_what_does_not_go_is_explained_and_changes_nothing(typed, sentence):
    match = duel()
    before = match.state.tobytes()
    terminal = Terminal(typed)
    assert terminal.play(match) == 0
    assert sentence in " ".join(terminal.text.split()) and "Traceback" not in terminal.text
    assert match.state.tobytes() == before and match.next_number == 1


def test_a_refusal_shows_what_the_clause_says():
    assert "TTT-3.19 [seed] Some objects" in play("move rf1 c6")


def test_what_does_not_belong_to_the_moment_is_answered_with_what_does():
    assert "  possible now: move, aim, end_move, end_turn (rules TTT-6.5)\n" in play("attack rf1 rf1")
    assert "States and transitions" not in play("why place rf1 a1", "odds attack rf1 rf1")


def test_names_may_be_left_short():
    for typed in ("move 1.guard.1 a2", "m guard.1 a2", "m gd1 A2", "MOVE g a2", "gd1 a2", "move guard a2"):
        assert "Red GD1 moves from a1 to a2" in play(typed, "quit"), typed


def test_a_choice_without_its_verb_is_judged_as_the_only_one_it_can_be():
    for typed in ("rf1 e9", "1.rifleman.1 e9"):
        assert "No: e9 is not within 1 steps (E_UNREACHABLE, TTT-7.5)" in play(typed)
    terminal = Terminal("recon.1 c2", "recon.9 c2")
    assert terminal.play(mission("besiege_the_bunker", force="preset", seats="fixed")) == 0
    said = " ".join(terminal.text.split())
    assert "No: c2 is" not in said and "Red RC1 is placed on c2" in said and "no action 'recon.9'" in said
    terminal = Terminal("recon.1 j10")
    assert terminal.play(mission("besiege_the_bunker", force="preset", seats="fixed")) == 0
    assert "No: j10 is outside the placement zone (E_NOT_IN_ZONE, TTT-5.13)" in terminal.text


def test_a_number_chooses_what_is_listed():
    text = play("quit")
    line = next(line for line in text.splitlines() if "end_turn" in line)
    number = line.split(") end_turn")[0].split()[-1]
    assert "round 1: Blue's turn" in play(number, "quit")


def test_enter_takes_the_only_choice_and_nothing_else():
    assert "moves" not in play("", "quit").split("> ", 1)[1]
    assert "round 1: Blue's turn" in play("move gd1 a2", "", line=DUEL.replace("e7", "j10"), blue="random")


def play_interactively(*lines, **table) -> str:
    terminal = Terminal(*lines)
    assert terminal.play(duel(**table), is_interactive=True) == 0
    return terminal.text


APART = DUEL.replace("e7", "j10")


def test_who_wants_haste_is_not_asked_where_all_that_is_left_is_to_go_on():
    text = play_interactively("move gd1 a2", "quit", line=APART, blue="random")
    told, after = text.split("red: end turn, since nothing else is left to choose")
    assert "Red GD1 moves from a1 to a2" in told and "round 1: Blue's turn" in after
    assert text.count("red> ") == 2 and "Enter takes it" not in text
    assert "since nothing else" not in play_interactively("end move", "quit")  # there is somebody to attack


def test_undo_takes_back_what_was_taken_unasked_with_what_came_before_it():
    text = play_interactively("move gd1 a2", "undo", "quit", line=APART, blue="random")
    assert text.count("red takes back what followed event") == 2
    assert "--position '@2 - move 1 1 1 rifleman@e5+1,guard@a1+1 rifleman@j10,guard@i9 -'" in text


def test_undo_goes_no_further_back_than_the_match_does():
    only = "@2 - attack 1 1 0 rifleman@e5+1 rifleman@j10 -"
    text = play_interactively("undo", "quit", line=only, blue="random")
    assert text.count("red takes back what followed event 0") == 1
    assert text.count("since nothing else is left to choose") == 2


def test_the_end_is_told_once():
    text = " ".join(play("move recon.1 i9", line=WIN).split())
    assert text.count("brought a piece into bunker 2") == 1 and "moves from i7 to i9" in text
    assert "5 of 30, then a draw" in text


def test_why_says_lawful_or_which_clause_forbids():
    text = play("why move gd1 a2", "why move gd1 a9")
    assert "move GD1 a2: lawful (TTT-7.1)" in text
    assert "a9 is not within 1 steps (E_UNREACHABLE, TTT-7.5)" in text


def test_odds_are_exact_with_what_makes_them():
    text = play("odds aim rf1 rf1", "odds move gd1 a2", "odds move gd1 a9")
    assert "takes out Blue RF1: 2/3 = 66.7%" in text
    assert "  +1 aimed (TTT-7.12)" in text and "  -1 terrain of the target (TTT-3.14)" in text
    assert "move GD1 a2: no chance is involved" in text and "E_UNREACHABLE" in text


def test_moves_draws_what_a_piece_can_reach():
    text = play("moves gd1")
    assert " 2 +   .   " in text and " 1 GD1 +   " in text
    assert "move (TTT-7.1), 2:" in text and "move GD1 a2" in text


def test_the_other_commands_answer():
    text = play("help", "pieces", "log", "position", "rules 7.5", "board", "?")
    assert text.count("Choose by number, or write one of these") == 2
    assert "Red RF1 Rifleman     e5   on rocky, Move 2, Range 3, to hit +1, hit above 3" in text
    assert "Red GD1 Guard        a1   Move 1, Range 2, to hit +1, hit above 5" in text
    assert "\n@2 - move 1 1 1 rifleman@e5+1,guard@a1+1 rifleman@e7,guard@i9 -\n" in text
    assert "TTT-7.5 [" in text


@pytest.mark.parametrize("lines", [(), ("end move",)])
def test_help_fits_on_a_terminal_of_24_rows(lines):
    screen = play(*lines, "help").split("> help\n")[1].split("\nred> ")[0]
    assert len(screen.split("\n")) <= 22 and "  move PIECE TO   aim PIECE TARGET" in screen
    assert max(map(len, screen.split("\n"))) <= 80


# Leaving


def test_the_end_of_input_leaves_with_the_position():
    terminal = Terminal("move gd1 a2")
    assert terminal.play(duel()) == 0
    last = terminal.text.strip().splitlines()[-1]
    assert last.startswith("To go on from here: fireteam play ttt --red person --position '@2 - attack 1 1 0 ")
    line = last.split("--position ")[1].strip("'")
    setting, states = find_game("ttt").read_position(line)
    assert find_game("ttt").write_position(setting, states) == line


def test_ctrl_c_leaves_with_130():
    terminal = Terminal("move gd1 a2", KeyboardInterrupt)
    assert terminal.play(duel()) == 130 and "To go on from here" in terminal.text


def test_resigning_is_asked_twice():
    assert "The end. Blue wins: the other side resigned (TTT-6.9)." in play("resign", "n", "resign", "y")


# Taking back


def test_undo_before_a_bot_answers_goes_back_at_once_and_redo_brings_the_same_dice():
    lines = ("end move", "attack rf1 rf1", "end turn", "undo", "undo", "redo", "log", "quit")
    text = play(*lines, blue="greedy")
    log = text[text.rindex("> log") :]
    assert log.count("red takes back what followed event") == 2
    dice = [line.split("d6 = ")[1][0] for line in log.splitlines() if "attack d6 = " in line]
    assert dice[0] == dice[-1]


def test_another_person_is_asked_for_consent():
    text = play("end move", "end turn", "undo", "n", "quit")
    assert "red, may blue take" not in text and "blue has nothing to take back" in text
    text = play("end turn", "end turn", "undo", "no", "undo", "yes", "quit")
    assert text.count("blue, may red take the last choice back? y/n") == 2
    assert "The choice stands." in text and "red takes back what followed event 0" in text


# Hot seat


def test_a_sealed_pick_is_not_shown_to_the_other():
    terminal = Terminal(
        "pick recon,recon,rifleman,m_gunner,sniper,shot_gun",
        "",
        "log",
        "position",
        "pick rifleman,rifleman,rifleman,m_gunner,medic,shot_gun",
        "quit",
    )
    assert terminal.play(mission("capture_the_crossing")) == 0
    before, after = terminal.text.split("--- blue, it is your turn; red looks away. Press Enter.")
    assert "red has chosen; it stays sealed until all have." in before
    meanwhile = after.split("pick rifleman,rifleman")[0]
    assert "picked" not in meanwhile and "sniper:u" not in meanwhile
    assert "Red picked: Sniper" in after


def test_a_pick_cannot_be_made_twice():
    terminal = Terminal("pick recon,recon,rifleman,m_gunner,sniper,shot_gun", "", "undo", "quit")
    assert terminal.play(mission("capture_the_crossing")) == 0
    assert "blue has nothing to take back" in terminal.text


def test_forgiving_lists():
    terminal = Terminal("pick recon recon rifle m_g sniper shot", "quit")
    assert terminal.play(mission("capture_the_crossing", blue="random")) == 0
    assert "picked: Sniper" in terminal.text


def test_before_placement_nobody_is_on_the_board():
    terminal = Terminal("pieces")
    assert terminal.play(mission("besiege_the_bunker", force="preset", seats="fixed")) == 0
    assert "nobody is on the board yet" in terminal.text


def test_what_can_be_picked_is_shown_with_its_numbers_once_and_again_by_pieces():
    terminal = Terminal("moves", "pieces", "1", "pieces", "quit")
    assert terminal.play(mission("sweep_the_settlement", blue="random")) == 0
    first, again = terminal.text.split("red> ")[:2]
    row = "  m_gunner        Move 1, Range 3, to hit +1, hit above 3, up to 1, burst\n"
    assert row in first and row not in again and "any of those that pieces lists" in first
    assert row + " " * 18 + "burst: fires more than once a turn\n" in terminal.text.split("red> pieces")[1]
    assert len(first.split("Pick your force")[1].split("\n")) <= 23
    placing = terminal.text.split("red> pieces")[2].split("red>")[0]
    assert (
        "  m_gunner   Move 1, Range 3, to hit +1, hit above 3, 1 to place, burst\n" in placing
        and "mortar" not in placing
    )


def test_the_next_at_the_keyboard_reads_of_it_too():
    terminal = Terminal("1", "", "quit")
    assert terminal.play(mission("sweep_the_settlement")) == 0
    assert terminal.text.count("  sniper          Move 2, Range 5, to hit +0, hit above 2, up to 1\n") == 2


# Dice of one's own


def test_typed_dice_are_asked_for():
    terminal = Terminal("end move", "attack rf1 rf1", "nine", "7", "6", "quit")
    assert terminal.play(duel(), typed_dice=True) == 0
    assert terminal.text.count("d6 for attack:") == 3
    assert "[attack d6 = 6" in terminal.text and "is eliminated" in terminal.text


# Two bots


def test_two_bots_play_to_the_end_and_always_the_same():
    texts = set()
    for _ in range(2):
        terminal = Terminal()
        assert terminal.play(mission("besiege_the_bunker", "random", "random", seed=4, force="preset")) == 0
        texts.add(terminal.text)
    (text,) = texts
    assert "The end." in text and "round 1: Red's turn" in text


# Choices put together beforehand


def shop(*lines: str, cash: str = "30") -> str:
    """The buying phase of a small match, with these lines typed."""
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1", "mp_startmoney": cash})
    seats = (Seat("U1", 1, "person"), Seat("U2", 2, "absent"))
    terminal = Terminal(*lines)
    terminal.play(Match(setting, seats, secret_of_seed(1)))
    return " ".join(terminal.text.split())


def test_outfits_stand_above_the_shop_and_the_shop_in_groups():
    text = shop()
    first = text.index("buy rush MAC-10, Vest: 29 cash (fast and close")
    assert first < text.index("buy save nothing: 0 cash") < text.index("Pistols: glock18") < text.index("Rifles: galil")
    assert "buy rifle AK-47: 25 cash" in text


def test_an_outfit_is_bought_by_its_name():
    assert "U1 buys MAC-10 for 20: 10 left" in shop("buy rush") and "U1 buys AK-47 for 25: 5 left" in shop("rifle")


def test_an_outfit_that_is_too_dear_says_what_is_missing():
    text = shop("buy rifle", cash="8")
    assert "Not now: 12 cash are needed, you have 8" in text and "rifle: 12 cash are needed, you have 8" in text
    assert "U1 buys" not in text


def test_what_the_words_of_the_shop_mean_is_said_on_request():
    assert "Footprints 1: with it in hand, you stand still" in shop("pieces")


def test_who_cannot_pay_for_a_list_is_asked_before_it_is_sealed():
    """TPS-7.6."""
    asked = "10 cash are needed, you have 8: no Desert Eagle: it is too dear. Choose it all the same? y/n"
    kept, done = shop("buy deagle", "n", cash="8"), shop("buy deagle", "y", cash="8")
    assert asked in kept and "Nothing is chosen." in kept and "does not get" not in kept
    assert asked in done and "U1 does not get Desert Eagle: it is too dear" in done
    assert "Choose it all the same" not in shop("buy deagle")


@pytest.mark.parametrize("weapon", ["glock18", "Glock 18", "glock", "sidearm"])
def test_a_weapon_is_called_by_its_own_name(weapon):
    assert "U1 calls Glock 18" in shop("buy -", f"call {weapon}", "walk 9,16")


# Waiting


WAITING = "Still at it: the rules run as plain Python"


def test_who_waits_for_a_bot_is_told_so_and_what_they_type_meanwhile_is_dropped(monkeypatch):
    monkeypatch.setattr(busy_notice, "NOTICE_DELAY", 0.0)
    terminal, dropped = Terminal("end_turn", "quit"), list[bool]()

    def slow(*given):
        while WAITING not in terminal.text:
            sleep(0.001)
        return find_bot("random").choose(*given)

    course = LocalMatch(duel(blue="slow"), {"blue": Bot("slow", slow)})
    LineUI(course, Console(terminal.screen, 80), terminal.read, True, lambda: dropped.append(True)).play()
    assert dropped and terminal.text.index(WAITING) < terminal.text.index("Blue")


def test_while_rules_are_compiled_a_line_says_how_far_and_what_is_typed_is_no_choice(monkeypatch):
    monkeypatch.setattr(busy_notice, "NOTICE_DELAY", 0.0)
    monkeypatch.setattr(Compiler, "is_at_work", True)
    monkeypatch.setattr(Compiler, "progress", 212)
    terminal, dropped = Terminal("quit"), list[bool]()

    def slow(*given):
        while "(212 functions so far)" not in terminal.text:
            sleep(0.001)
        return find_bot("random").choose(*given)

    course = LocalMatch(duel(red="slow", blue="person"), {"red": Bot("slow", slow)})
    LineUI(course, Console(terminal.screen, 80), terminal.read, True, lambda: dropped.append(True)).play()
    assert dropped
    assert "the rules run as plain Python while they are compiled, once (212 functions so far)" in terminal.text
