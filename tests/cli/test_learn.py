"""`fireteam learn`: lessons listed, begun, gone on with; and what is wrong with a lesson of one's own."""

from __future__ import annotations

import pytest

from tests.cli.test_cli import at_terminal
from tests.learn.lessons import HEAD, STEP


def test_lessons_are_listed(fireteam):
    listed = "Table Top Troopers in eight steps: fireteam learn ttt\n"
    listed += "Gunplay in ten steps: fireteam learn gunplay\n"
    listed += "Third Person Shooter in seven steps: fireteam learn tps\n"
    listed += "FS3 in nine steps: fireteam learn fs3\n"
    listed += "FS3 for Storytellers in eight steps: fireteam learn fs3 storyteller\n"
    assert fireteam("learn") == (0, listed, "")


def test_a_lesson_reads_choices_from_a_pipe(fireteam):
    code, out, err = fireteam("learn", "ttt", "--seed", "1", typed="place rc1 a1\nplace rc1 b3\nquit\n")
    assert (code, err) == (0, "")
    assert "With that it can no longer be done; with place RC1 c2 it is certain." in " ".join(out.split())
    assert "Step 2 of 8. Move" in out and out.endswith("To go on from here: fireteam learn ttt --step 2\n")


def test_the_same_seed_rolls_the_same_dice(fireteam):
    words, typed = ("learn", "ttt", "--step", "3", "--seed"), "move sn1 a7\nattack sn1 rc1\n"
    texts = {seed: fireteam(*words, seed, typed=typed)[1] for seed in map(str, range(3))}
    assert texts["1"] == fireteam(*words, "1", typed=typed)[1] and len(set(texts.values())) > 1


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (["ttt", "--step", "9"], "no step 9; the lesson has steps 1 to 8", 1),
        (["ttt", "--step", "0"], "no step 0; the lesson has steps 1 to 8", 1),
        (["ttt", "--step", "two"], "two", 2),
        (["chess"], "no game named 'chess'; there is fs3, gunplay, tps, ttt", 1),
        (
            ["ttt", "--lesson", "nowhere.yaml"],
            "nowhere.yaml:1:1: E_C_FILE cannot be read: No such file or directory",
            1,
        ),
    ],
)
def test_what_does_not_go_is_one_sentence(fireteam, words, sentence, code):
    got, out, err = fireteam("learn", *words)
    assert got == code and sentence in err and len(err.strip().splitlines()) == 1 and not out


def test_a_lesson_of_one_s_own_is_run_and_its_mistakes_are_located(fireteam, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + STEP, encoding="utf-8")
    code, out, _ = fireteam("learn", "ttt", "--lesson", str(file), typed="hint\nquit\n")
    assert code == 0 and "Step 1 of 1. A shot" in out and "aim RF1 gd1: 1/2 = 50%" in out
    assert f"fireteam learn ttt --lesson {file} --step 1" in out
    file.write_text(HEAD + STEP.replace("guard@e6", "gard@e6").replace("A shot", "[a]"), encoding="utf-8")
    code, out, err = fireteam("learn", "ttt", "--lesson", str(file))
    assert code == 1 and not out and "mine.yaml:4:12: E_C_TYPE title must be text" in err


def test_at_a_terminal_without_a_game_the_lesson_comes_first():
    code, shown = at_terminal("play", typed=[b"1\n", b"\n", b"place rc1 a1\n", b"\x04"], env={"FIRETEAM_SEED": "1"})
    assert code == 0 and "1) learn it by playing" in shown and "Step 1 of 8" in shown and "it is certain" in shown
