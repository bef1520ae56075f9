"""Input that no person types on purpose: it gets a sentence or is passed over, and never ends in a traceback."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from fireteam.cli.conventions import seed_number

DIGITS = "9" * 5000  # more than Python turns into a number
LATE = "@plain_10 seats=fixed attack 1 1 0 rifleman@a1 rifleman@j10 -"


def program(*words: str, typed: bytes, encoding: str = "utf-8:strict") -> subprocess.CompletedProcess[bytes]:
    env = {"FIRETEAM_JIT": "0", "PYTHONIOENCODING": encoding}
    code = "from fireteam.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *words], input=typed, capture_output=True, check=False, env=env)


@pytest.mark.parametrize("line", ["\udcff\udcfe", "[" * 100_000])
def test_a_batch_goes_on_after_a_line_that_is_no_question_at_all(fireteam, line):
    code, out, _ = fireteam("odds", "ttt", "--batch", "-", typed=f'{line}\n{{"q": "rolloff"}}\n')
    first, second = map(json.loads, out.splitlines())
    assert code == 1 and first["error"].startswith("line 1: ") and second["exact"] == "5/6"


def test_a_list_without_end_is_no_list(fireteam):
    code, _, err = fireteam("ask", "ttt", "los", f"board={'[' * 100_000}", "from=a1", "to=b1")
    assert code == 2 and "is no list" in err and len(err) < 200


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_bytes_that_are_no_text_do_not_end_a_match(encoding):
    words = ("play", "ttt", "--position", LATE, "--red", "person", "--blue", "person")
    done = program(*words, typed=b"\xff\xfe\nrules \xff\n\xc3\xa9\nend_turn\n", encoding=encoding)
    assert done.returncode == 0 and not done.stderr and b"Blue's turn" in done.stdout


def test_a_number_too_long_to_be_one_is_on_no_menu_and_no_die(fireteam):
    words = ("play", "ttt", "--position", LATE, "--red", "person", "--blue", "person")
    code, out, err = fireteam(*words, typed=f"{DIGITS}\n")
    assert (code, err) == (0, "") and "no choice 999999999: they are numbered 1 to" in out
    code, out, err = fireteam("play", "ttt", "--dice", "typed", typed=f"{DIGITS}\n")
    assert (code, err) == (0, "") and "the face it shows, please: 1 to 6" in out


def test_a_seed_may_be_any_text():
    assert seed_number("7") == 7 and seed_number(DIGITS) != seed_number("8") and seed_number("\udcff") > 0


def test_leaving_before_the_first_choice_says_nothing(fireteam):
    code, out, err = fireteam("play", "ttt", "--dice", "typed")
    assert (code, err) == (0, "") and out.startswith("d6 for seats")


def test_typed_dice_are_typed_again_when_a_match_goes_on(fireteam):
    _, out, _ = fireteam("play", "ttt", "--position", LATE, "--red", "person", "--dice", "typed")
    assert "fireteam play ttt --dice typed --red person" in out
