"""A lesson's file: every mistake is told with its place, all of them in one reading."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.content.problems import BadContent
from fireteam.core.errors import FireteamError
from fireteam.learn.lesson import Goal, Hint
from fireteam.learn.lesson_file import games_by_difficulty, lesson_of, read_lesson
from fireteam.registry import find_game
from tests.games import gauntlet
from tests.learn.lessons import HEAD, STEP


def problems(folder, text: str) -> list[str]:
    """What is wrong with a file, each as line:column: code message."""
    file = folder / "lesson.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadContent) as bad:
        read_lesson(file, find_game("ttt"))
    return [str(problem).split("lesson.yaml:")[1] for problem in bad.value.problems]


def test_a_lesson_is_what_its_file_says(tmp_path):
    more = "    enough: 1/3\n    lasts: turn\n    after: Well.\n    hints: [{on: move *, say: Aim.}, {say: Try.}]\n"
    (tmp_path / "lesson.yaml").write_text(HEAD + STEP + more, encoding="utf-8")
    lesson = read_lesson(tmp_path / "lesson.yaml", find_game("ttt"))
    (step,) = lesson.steps
    assert (lesson.title, lesson.seat, step.title, step.enough) == ("A short lesson", "red", "A shot", Fraction(1, 3))
    assert step.goal == Goal(gone=("2.guard.1",)) and step.hints == (Hint("move *", "Aim."), Hint("*", "Try."))


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("title: A short", "titel: A short", "1:1: E_C_FIELD lesson: field titel is not known; did you mean 'title'?"),
        ("seat: red", "seat: rod", "2:7: E_L_SEAT no seat 'rod'; did you mean 'red'?"),
        ("    task: Take the Guard out.\n", "", "4:5: E_C_FIELD step: field task is missing"),
        ("gone:", "gon:", "8:12: E_C_FIELD goal: field gon is not known; did you mean 'gone'?"),
        (
            "{gone: [2.guard.1]}",
            "{}",
            "8:11: E_L_GOAL goal asks for nothing; give at least one of at, gone, stand, won",
        ),
        ("2.guard.1]", "2.gard.1]", "8:19: E_L_GOAL no unit '2.gard.1' on this table; did you mean '2.guard.1'?"),
        ("[2.guard.1]", "2.guard.1", "8:18: E_C_TYPE gone must be a list of names; write [a, b]"),
        ("{gone: [2.guard.1]}", "{at: {1.rifleman.1: [z9]}}", "8:32: E_L_GOAL no place 'z9' on this table"),
        ("{gone: [2.guard.1]}", "{won: false}", "8:17: E_C_TYPE won can only be true; leave it out"),
        ("{gone: [2.guard.1]}", "{stand: [2.guard.1]}", "8:11: E_L_GOAL goal is reached before anything is done"),
        ("rifleman@e8", "rifelman@e8", "7:15: E_L_TABLE no piece type named 'rifelman'; did you mean rifleman?"),
        (
            "move 1 1 1 rifleman@e8+1",
            "move 2 1 1 rifleman@e8",
            "7:15: E_L_TABLE red is not to choose there; the learner begins",
        ),
        ("@1 - move", "@1 move", "7:15: E_L_TABLE a position has 9 parts, not 8"),
        (
            "    goal",
            "    scenario: last_stand\n    goal",
            "4:5: E_L_TABLE a step begins at a position or at a scenario",
        ),
        ("    goal", "    options: {force: preset}\n    goal", "8:14: E_C_TYPE options go with a scenario"),
        (
            "    goal",
            "    lasts: week\n    goal",
            "8:12: E_L_LASTS lasts is turn or round or counts or cycle or goal, not 'week'",
        ),
        (
            "    goal",
            "    enough: 7/6\n    goal",
            '8:13: E_L_ENOUGH enough is a chance above 0, up to 1; write it like "5/6"',
        ),
        ("    goal", "    enough: 1/0\n    goal", "8:13: E_L_ENOUGH enough is a chance"),
        ("    goal", "    enough: many\n    goal", "8:13: E_L_ENOUGH enough is a chance"),
        ("    goal", "    lasts: goal\n    goal", "8:12: E_L_LASTS goal goes with an answer"),
        ("    goal", "    idle: [blu]\n    goal", "8:12: E_L_SEAT no seat 'blu'; did you mean 'blue'?"),
        ("{gone: [2.guard.1]}", "{standing: {tern: [x]}}", "8:29: E_L_GOAL the standing has no row 'tern'"),
        ("{gone: [2.guard.1]}", "{told: Well}", "8:18: E_C_TYPE told must be a list of names; write [a, b]"),
        ("    goal", "    answer: aim him\n    goal", "8:13: E_L_ANSWER no choice 'aim him' can be made there"),
        ("    goal", '    answer: "end_move "\n    goal', "8:13: E_L_ANSWER no choice 'end_move ' can be made there"),
        ("    goal", "    hints: Aim\n    goal", "8:12: E_C_TYPE hints must be a list"),
        ("    goal", "    hints: [{on: x}]\n    goal", "8:13: E_C_FIELD hint: field say is missing"),
        ("  - title: A shot", "  - title: [A, shot]", "4:12: E_C_TYPE title must be text"),
        (STEP, "  []\n", "4:3: E_C_TYPE steps must be a list; write at least one step"),
        (STEP, "  - 7\n", "4:5: E_C_TYPE"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path, old, new, wanted):
    text = HEAD + STEP
    assert old in text
    found = problems(tmp_path, text.replace(old, new, 1))
    assert any(problem.startswith(wanted) for problem in found), found


def test_all_mistakes_of_all_steps_are_told_together(tmp_path):
    broken = STEP.replace("rifleman@", "rifelman@"), STEP.replace("gone", "gon"), STEP.replace("2.guard.1]", "x]")
    assert [problem.split(":")[0] for problem in problems(tmp_path, HEAD + "".join(broken))] == ["7", "13", "18"]


def test_seats_that_dice_decide_are_no_place_to_begin(tmp_path):
    step = STEP.replace('position: "@1 - move 1 1 1 rifleman@e8+1 guard@e6,recon@h5 -"', "scenario: besiege_the_bunker")
    step = step.replace("gone: [2.guard.1]", "at: {1.recon.1: [a1]}")
    text = HEAD + step + "    options: {force: preset}\n"
    assert "7:15: E_L_TABLE red is not to choose there; the learner begins" in problems(tmp_path, text)


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(BadContent, match=r"nowhere.yaml:1:1: E_C_FILE cannot be read: No such file"):
        read_lesson(tmp_path / "nowhere.yaml", find_game("ttt"))
    assert problems(tmp_path, "title: [\n")[0].startswith("2:1: E_C_SYNTAX is not YAML")
    assert problems(tmp_path, "")[0].startswith("1:1: E_C_TYPE")


def test_a_game_without_a_lesson_says_so_and_how_to_play_it(monkeypatch):
    monkeypatch.setattr("fireteam.learn.lesson_file.lesson_paths", lambda game: {})
    with pytest.raises(FireteamError, match="Gauntlet has no lesson; to play it: fireteam play path"):
        lesson_of(gauntlet.GAME)


def test_the_list_of_games_begins_with_the_easiest_whether_or_not_it_has_a_lesson(monkeypatch):
    easy = find_game("ttt")._replace(id="easy", title="Easy", difficulty=0)
    known = {"easy": easy, **{id: find_game(id) for id in ("ttt", "tps", "fs3")}}
    monkeypatch.setattr("fireteam.learn.lesson_file.games", lambda: tuple(known))
    monkeypatch.setattr("fireteam.learn.lesson_file.find_game", known.__getitem__)
    monkeypatch.setattr("fireteam.learn.lesson_file.lesson_paths", lambda game: {} if game is easy else {"": "lesson"})
    assert [game.id for game in games_by_difficulty()][:2] == ["easy", "ttt"]
