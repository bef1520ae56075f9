"""A lesson in lines: what a learner reads, types, and is told at a poor choice."""

from __future__ import annotations

import pytest

from fireteam.learn.learner import Learner
from fireteam.learn.lesson_file import lesson_of
from fireteam.registry import find_game
from fireteam.terminal.console import Console
from fireteam.terminal.line.lesson_ui import LessonUI
from tests.learn.lessons import learner_at
from tests.terminal.scripted_terminal import Terminal


def learn(
    *lines: str | type[BaseException],
    number: int = 1,
    seed: int = 1,
    code: int = 0,
    pauses: bool = False,
    game: str = "ttt",
    name: str = "",
) -> str:
    """A lesson with these lines typed: what stood on the screen."""
    terminal = Terminal(*lines)
    learner: Learner = learner_at(number, seed, game, name=name)
    resume_args = [name] * bool(name)
    assert LessonUI(learner, Console(terminal.screen, 80), terminal.read, resume_args, pauses).play() == code
    return terminal.text


SCRIPT = (
    "place rc1 b3",
    "move rc2 g4",
    *("move sn1 a7", "attack sn1 rc1"),
    *("move rf1 c7", "end turn"),
    *("aim rf1 gd1", "attack rf1 gd1"),
    *("attack sg2 md1", "attack sg1 rf1"),
    *("command captain", "aim rf1 gd1", "aim bz1 gd1", "attack bz1 gd1", "attack rf1 gd1"),
    "move rc1 i9",
)
"""Every step done well: with dice that hit at once, exactly these."""


def test_a_script_completes_the_lesson():
    for seed in range(200):  # until the dice hit at once
        text = learn(*SCRIPT, seed=seed)
        if "That was the lesson." in text:
            break
    first = "That was the lesson. Your first match, against bots: fireteam play ttt --mission besiege_the_bunker"
    assert first in " ".join(text.split()) and "To go on" not in text
    assert [f"Step {n} of 8. " in text for n in range(1, 9)] == [True] * 8
    assert "Not this time" not in text and "write it again" not in text


def test_every_step_says_its_text_its_task_and_shows_the_board():
    text = learn(*["next"] * 8)
    said = " ".join(text.split())
    for n, step in enumerate(lesson_of(find_game("ttt")).steps, 1):
        assert f"Step {n} of 8. {step.title}" in said and f"> {' '.join(step.task.split())}" in said
        assert " ".join(step.text.split()) in said and step.gesture["typed"] in said
    assert text.count(" 1 ") >= 8 and "That was the lesson." in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_poor_choice_gets_both_chances_and_nothing_happens():
    text = " ".join(learn("end move", "aim rf1 gd1", "quit", number=5).split())
    advice = "With that you have 1/3 = 33.3%; with aim RF1 gd1 it would be 1/2 = 50%."
    assert advice in text and "To do it all the same, write it again." in text
    assert "Red goes on to its attacks" not in text.split("red> aim rf1 gd1")[0].split(advice)[1]
    assert "Well chosen: 1/2 = 50% is the best there is." in text


def test_a_poor_choice_made_again_is_carried_out_and_a_miss_begins_the_step_again():
    for seed in range(20):
        text = learn("end move", "end move", "attack rf1 gd1", "quit", number=5, seed=seed)
        if "Not this time." in text:
            break
    assert "Not this time. Once more, from the beginning of the step." in text
    again = text.split("Not this time.")[1]
    assert "Step 5 of 8. Know the odds" in again and "> Take the Guard out" in again
    assert "A Guard is hard to hurt" not in again, "the whole text is not told twice"


def test_the_questions_of_the_table_are_answered_in_a_lesson():
    text = " ".join(learn("why aim sn1 rc1", "look sn1 d7", "rules find medic", "pieces", "next", number=3).split())
    assert "No: no line of sight to d7 (E_NO_LOS, TTT-8.7)" in text and "TTT-4.18" in text
    assert "Move 2, Range 5, to hit +0, hit above 2" in text


def test_a_refused_choice_names_the_clause():
    assert "g4 is not within 2 steps (E_UNREACHABLE, TTT-7.5)" in learn("move rc1 g4", number=2)


def test_hint_task_again_and_help():
    text = learn("hint", "hint", "task", "move rf1 e7", "move rf1 e7", "again", "help", "hint", "hint", number=5)
    assert text.count("What takes the place of a move") == text.count("aim RF1 gd1: 1/2 = 50%") == 2
    assert text.count("A Guard is hard to hurt") == 2 and text.count("Step 5 of 8") == 2
    assert "an idea; asked for again, the best choice" in text and "give up" not in text


def test_undo_takes_a_move_back():
    text = learn("move rf1 e7", "move rf1 e7", "undo", "hint", "hint", number=5)
    assert "red takes back what followed event 0" in text and text.rstrip().count("aim RF1 gd1: 1/2") == 1


def test_giving_up_a_step_begins_it_again():
    assert "Not this time." in learn("move rc1 h10", "move rc1 h10", "end turn", "end turn", "quit", number=8)


@pytest.mark.parametrize("end", ["quit", EOFError, None])
def test_leaving_says_how_to_go_on(end):
    lines = ["next", "next", *([end] if end else [])]
    assert learn(*lines).endswith("\nTo go on from here: fireteam learn ttt --step 3\n")


def test_ctrl_c_leaves_with_130():
    assert "--step 2" in learn("next", KeyboardInterrupt, code=130)


def test_at_a_terminal_a_page_is_turned_by_enter():
    text = learn("place rc1 b3", "", pauses=True)
    assert "--- Press Enter. " in text and text.index("--- Press Enter.") < text.index("Step 2 of 8")


# A lesson on a free table, in counts

SHOOTER = (
    *("hint", "buy rush", "buy rifle"),
    *("wait", "walk site_a"),
    *("call primary", "call sidearm", "walk 21,11.5"),
    *("call primary crouching", "wait", "fire u2"),
    "throw 13,4 2",
    *("call sidearm standing bomb plant", "wait", "hold"),
    *("call sidearm standing kit defuse", "wait", "hold"),
)


@pytest.mark.heavy
def test_a_script_completes_the_lesson_of_counts():
    for seed in range(60):  # until the dice hit at once
        text = learn(*SHOOTER, seed=seed, game="tps")
        if "That was the lesson." in text:
            break
    said = " ".join(text.split())
    assert "Your first match, against bots: fireteam play tps --mission de_depot" in said
    assert [f"Step {n} of 7. " in said for n in range(1, 8)] == [True] * 7
    assert said.count("To do it all the same, write it again.") == 3, "one for each poor choice of the script"
    assert "with buy ak47,vest,helmet,flash it is certain" in said and "with walk 21,11.5 it is certain" in said
    assert "U1 walks towards 21,11.5: 10 counts" in said


def test_the_dice_of_an_attack_are_told_where_they_fall():
    text = " ".join(learn("call primary crouching", "wait", "fire u2", "quit", number=4, game="tps").split())
    assert "U1 rolls" in text and "wild d6 =" in text
    text = " ".join(learn("aim rf1 gd1", "attack rf1 gd1", "quit", number=5).split())
    assert "d6 =" in text


def test_a_poor_walk_is_carried_out_when_it_is_written_again():
    text = " ".join(learn("walk 2,2", "walk 2,2", "quit", number=2, game="tps").split())
    assert text.count("With that it can no longer be done") == 1 and "Not this time." in text


def test_a_walk_needs_counts_ahead():
    assert "has no counts ahead to walk on" in learn("walk 2,2", number=4, game="tps")


# A lesson of a referee, at the desk

DESK = (
    *("roster", "join guard_post"),
    "begin_fight",
    *("roster", "pause because the phone rings", "next_turn", "unpause", "default ben", "next_turn"),
    *("finn: pass/stance=evade", "next_turn"),
    "set_behaviour finn,gina hold",
    "set_modifier anna 20",
    *("roster anna", "change_wound 1 severity=light"),
    *("begin_fight", "next_turn", "log", "rewind 0 because the gate was closed"),
)


def test_a_script_completes_the_lesson_of_the_desk():
    text = " ".join(learn(*DESK, game="fs3", name="storyteller").split())
    assert [f"Step {n} of 8. " in text for n in range(1, 9)] == [True] * 8 and "Not this time" not in text
    assert "? Ben Pistol" in text, "who is awaited stands in the roster"
    assert "Anna: Assault rifle 20/20, damage XXX.. (-50 to every roll; Serious wound 1 Chest: hospitalized)," in text
    assert "storyteller has stopped the table" in text and "storyteller rewinds to event 0" in text
    first = "fireteam play fs3 --mission depot_raid --option desk=storyteller"
    assert f"Your first match, against bots: {first}" in text


def test_a_referee_is_not_taken_past_what_only_it_could_begin():
    text = learn("join guard_post", "", "quit", game="fs3", name="storyteller", pauses=True)
    assert "nothing else is left to choose" not in text and "Step 2 of 8" in text
    assert text.endswith("To go on from here: fireteam learn fs3 storyteller --step 2\n")
