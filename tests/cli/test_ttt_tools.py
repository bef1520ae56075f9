"""`fireteam ttt`: a stranger makes a piece and a board, and plays with them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.ttt.test_tiled import ROWS, layer, tiled, tmx

CAT = ("piece", "--name", "Cat", "--move", "4", "--range", "1", "--hit", "1", "--tbh", "3")
LINE = "- {id: cat, name: Cat, code: CA, move: 4, range: 1, th: 1, tbh: 3, ability: null, count: 2}\n"
WIDE = [[1, 2, 2, 1, 0], [0, 0, 0, 0, 0], [1, 1, 3, 1, 1]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fireteam) -> Path:
    monkeypatch.chdir(tmp_path)
    fireteam("content", "new", "--game", "ttt", "mypack")
    return tmp_path


# Pieces


def test_a_piece_is_printed_with_its_bill(fireteam):
    code, out, err = fireteam("ttt", *CAT)
    assert (code, out) == (0, LINE) and err == "Move 4 + Range 1 + TH 1 + TBH 3 = 9 of 9: just right\n"
    code, out, err = fireteam("ttt", *CAT, "--ability", "medic", "--count", "1", "--letters", "KT", "--id", "kat")
    assert code == 1 and not out and "12 points; 7 to 11 are allowed (rules TTT-4.3)" in err


def test_a_piece_is_put_into_a_pack_with_all_its_comments_and_played(fireteam, here):
    before = (here / "mypack" / "pieces.yaml").read_text()
    code, out, err = fireteam("ttt", *CAT, "--into", "mypack")
    assert (code, out) == (0, "") and "cat stands in mypack/pieces.yaml now" in err
    assert (here / "mypack" / "pieces.yaml").read_text() == before + "  " + LINE
    missions = here / "mypack" / "missions.yaml"
    missions.write_text(missions.read_text().replace("{ranger: 2, ", "{cat: 2, "))
    assert fireteam("content", "check", "mypack")[0] == 0
    match = ("play", "ttt", "--pack", "mypack", "--mission", "mypack_duel", "--seed", "1", "--red", "person")
    _, out, _ = fireteam(*match, "--option", "seats=fixed", typed="place 1.cat.1 a1\npieces\n")
    assert "Red CA1" in out and "Move 4, Range 1, to hit +1, hit above 3" in out


def test_a_piece_finds_its_place_in_packs_of_any_form(fireteam, here):
    pieces = here / "mypack" / "pieces.yaml"
    one = "{id: ranger, name: Ranger, code: RG, move: 3, range: 3, th: 1, tbh: 2, ability: null, count: 2}"
    for text in (f"add_to: standard\npieces: [{one}]\n", f"- add_to: standard\n  pieces:\n  - {one}\n"):
        pieces.write_text(text)
        (here / "mypack" / "cat_pieces.yaml").unlink(missing_ok=True)
        code, _, err = fireteam("ttt", *CAT, "--into", "mypack")
        assert code == 0 and "cat stands in mypack/cat_pieces.yaml now" in err
        assert fireteam("content", "show", "cat", "--pack", "mypack")[0] == 0
    pieces.unlink()
    (here / "mypack" / "cat_pieces.yaml").unlink()
    (here / "mypack" / "missions.yaml").unlink()
    assert fireteam("ttt", *CAT, "--into", "mypack")[0] == 0
    first = pieces.read_text().splitlines()[0]
    assert first == "# yaml-language-server: $schema=.schema/pieces.json"
    assert fireteam("content", "check", "mypack")[0] == 0


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (["piece"], "--name, --move, --range, --th, --tbh missing; all of it is asked for only at a terminal", 2),
        (["piece", "--move", "fast"], "fast", 2),
        ([*CAT, "--into", "nowhere"], "nowhere is no pack; make one: fireteam content new nowhere", 1),
        ([*CAT, "--id", "ranger", "--into", "mypack"], "there is a ranger already; change it there, or choose", 1),
        (["board", "nowhere.yaml"], "nowhere.yaml:1:1: E_C_FILE cannot be read: No such file or directory", 1),
        (["board", "new", "10"], "a board is WIDTHxHEIGHT, 3 to 40 each, like 10x10; not '10'", 2),
        (["board", "new", "2x41"], "a board is WIDTHxHEIGHT, 3 to 40 each, like 10x10; not '2x41'", 2),
        (["board", "new", "10x10", "--id", "A b"], "bad id 'A b'; use a-z, 0-9 and _, a letter first", 2),
        (["board", "new", "10x10", "--into", "mypack/pack.yaml"], "mypack/pack.yaml is no pack", 1),
        (["board", "new", "10x10", "--id", "mypack_yard", "--into", "mypack"], "there is a mypack_yard already", 1),
        (["board", "new", "10x10", "--id", "woods", "--into", "mypack"], "'woods' is a terrain of the pack 'ttt'", 1),
        (["board", "import", "nowhere.tmx"], "nowhere.tmx:1:1: E_C_FILE cannot be read: No such file", 1),
        ([*CAT, "--pack", "nowhere"], "nowhere:1:1: E_C_PACK is not a pack folder: No such file or directory", 1),
        (["board", "mypack/boards.yaml", "--pack", "nowhere"], "nowhere:1:1: E_C_PACK is not a pack folder", 1),
        (["baord"], 'Did you mean "board"?', 2),
    ],
)
def test_a_wrong_command_line_gets_one_sentence_and_changes_nothing(fireteam, here, words, sentence, code):
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    got, out, err = fireteam("ttt", *words)
    talk = [line for line in err.strip().splitlines() if "of 9" not in line]
    assert sentence in err and got == code and not out and len(talk) == 1
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


def test_a_piece_that_would_break_the_pack_is_not_written(fireteam, here):
    before = (here / "mypack" / "pieces.yaml").read_bytes()
    code, _, err = fireteam("ttt", *CAT, "--count", "9", "--into", "mypack")
    assert code == 1 and "breaks the mission 'the_art_of_war'" in err and "34 pieces; 1 to 32 are allowed" in err
    assert "mypack/pieces.yaml:" in err and (here / "mypack" / "pieces.yaml").read_bytes() == before


def test_at_a_terminal_what_is_missing_is_asked_for(here):
    leader, follower = pty.openpty()
    code = "from fireteam.cli import main; main()"
    words = [sys.executable, "-c", code, "ttt", "piece", "--name", "Cat", "--into", "mypack"]
    process = subprocess.Popen(words, stdin=follower, stdout=follower, stderr=follower, close_fds=True)
    os.close(follower)
    os.write(leader, b"\n9\n4\n1\n1\n3\n\n\n\n")
    said = b""
    while True:
        try:
            said += os.read(leader, 4096)
        except OSError:
            break
    assert process.wait() == 0
    os.close(leader)
    assert b"Letters on the board" in said and b"move 9 is outside 1-6 (rules TTT-4.6)" in said
    assert (here / "mypack" / "pieces.yaml").read_text().endswith("  " + LINE)


# Boards


def test_boards_of_a_file_are_shown_with_all_that_is_wrong(fireteam, here):
    code, out, err = fireteam("ttt", "board", "mypack/boards.yaml")
    assert (code, err) == (0, "") and "mypack_yard\n10 by 10 squares\n10 ..........\n 9 .ww....r.." in out
    drawing = here / "yard.txt"
    drawing.write_text("..........\n" * 4 + "...w...z..\n" + "..........\n" * 4 + ".........\n")
    code, out, err = fireteam("ttt", "board", "yard.txt")
    assert code == 1 and "yard.txt:5:8: E_B_CHAR h6: no legend entry for z" in err
    assert "yard.txt:10:1: E_B_ROWS row 1 has 9 squares, expected 10" in err
    drawing.write_text("...\n.w.\n...\n")
    code, out, err = fireteam("ttt", "board", "yard.txt")
    assert code == 0 and "yard\n3 by 3 squares\n3 ...\n2 .w.\n1 ...\n  abc\nw woods\n" in out
    assert "W_B_SIZE board is 3 by 3; standard boards are 10 by 10" in err


def test_a_board_that_is_the_same_as_none_is_shown_with_its_line(fireteam, here):
    board = here / "turned_boards.yaml"
    board.write_text(
        "- id: turned\n  name: Turned\n  same_as: mypack_yrad\n- id: two\n  same_as: board_2\n  name: Two\n"
    )
    code, out, err = fireteam("ttt", "board", "turned_boards.yaml", "--pack", "mypack")
    assert code == 1 and "two\n10 by 10 squares" in out
    assert "turned_boards.yaml:3:12: E_C_FIELD turned: same_as: no board named 'mypack_yrad'" in err


def test_a_board_may_use_what_its_own_pack_gives_even_if_that_is_broken(fireteam, here):
    (here / "mypack" / "terrain.yaml").write_text("- {id: lava, name: Lava, letter: l, move: -3}\n")
    board = here / "mypack" / "hot_boards.yaml"
    board.write_text(
        "- id: hot\n  name: Hot\n  sample: true\n  legend: {l: [lava]}\n  rows: |\n    ..l\n    ...\n    ..l\n"
    )
    (here / "mypack" / "missions.yaml").write_text("- id: broken\n")
    code, out, err = fireteam("ttt", "board", "mypack/hot_boards.yaml")
    assert (code, err) == (0, "") and "l lava" in out


def test_an_empty_board_is_drawn_and_put_into_a_pack(fireteam, here):
    code, out, err = fireteam("ttt", "board", "new", "4x3", "--name", "It's: mine")
    assert (code, err) == (0, "")
    assert out == '- id: new_board\n  name: "It\'s: mine"\n  rows: |\n    ....\n    ....\n    ....\n'
    code, _, err = fireteam("ttt", "board", "new", "10X10", "--id", "village", "--into", "mypack")
    assert code == 0 and "village stands in mypack/boards.yaml now" in err
    code, out, _ = fireteam("content", "show", "village", "--pack", "mypack")
    assert code == 0 and " 1 ..........\n" in out


def test_a_map_of_tiled_is_imported_into_a_pack_and_shown(fireteam, here):
    (here / "My Village.tmx").write_text(tmx(WIDE))
    code, out, err = fireteam("ttt", "board", "import", "My Village.tmx", "--into", "mypack")
    assert code == 0 and "3 .ww..\n2 .....\n1 ..A..\n" in out
    assert "standard boards are 10 by 10" in err and "my_village stands in mypack/boards.yaml now" in err
    assert "3 .ww..\n" in fireteam("content", "show", "my_village", "--pack", "mypack")[1]
    (here / "more.tmj").write_text(json.dumps(tiled(layer([[7, 0, 0, 1, 1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]]))))
    code, out, _ = fireteam("ttt", "board", "import", "more.tmj", "--id", "marsh", "--name", "Marsh")
    assert code == 0 and out.startswith("- id: marsh\n  name: Marsh\n  rows: |\n    a....\n")
    assert out.endswith("  legend:\n    a: [woods, rocky, swamp]\n")
    assert fireteam("ttt", "board", "import", "more.tmj", "--into", "mypack")[0] == 0


def test_a_map_that_would_be_no_board_is_refused_with_every_reason(fireteam, here):
    (here / "split.tmx").write_text(tmx([[1, 4, 1], [4, 4, 4], [1, 4, 1]]))
    code, out, err = fireteam("ttt", "board", "import", "split.tmx", "--into", "mypack")
    assert code == 1 and not out and "split.tmx:1:1: E_B_SPLIT" in err and "W_B_SIZE" in err
    (here / "good.tmx").write_text(tmx(ROWS))
    code, out, err = fireteam("ttt", "board", "import", "good.tmx")
    assert code == 1 and "E_B_BUNKER bunker 1: has 1 squares instead of 2" in err
