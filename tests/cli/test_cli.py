"""The command line: every wrong input gets one clear sentence, the right exit code, and no traceback."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from fireteam import __version__
from fireteam.cli import COMMANDS, app
from fireteam.cli.help_text import example_lines
from fireteam.registry import find_game, games

LATE = (
    "besiege_the_bunker force=preset,seats=fixed move 2 30 1 "
    "recon@e5,recon:x,berserker:x,berserker:x,guard:x recon@a9,recon:x,berserker:x,berserker:x,guard:x -"
)
"""The last turn of the last round: random play ends it soon."""

CTRL_C = b"\x03"
PATIENCE = 120  # seconds without a word after which a process is given up
BOTS = ("--red", "random", "--blue", "random")


def bot(folder: Path, body: str) -> str:
    path = folder / "clever.py"
    path.write_text(f"def choose(setting, states, slot, key):\n    {body}\n", encoding="utf-8")
    return f"{path}:choose"


# Wrong input


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (["play", "chess"], "no game named 'chess'; there is fs3, gunplay, tps, ttt", 1),
        (["play", "ttt", "--mission", "besiege_the_bunkr"], "did you mean besiege_the_bunker?", 1),
        (["play", "ttt", "--red", "gredy"], "no bot named 'gredy'; did you mean greedy?", 1),
        (["play", "ttt", "--red", "nowhere.py:choose"], "bot nowhere.py:choose cannot be loaded: FileNotFoundError", 1),
        (["play", "ttt", "--green", "greedy"], "the seats of ttt are red, blue; --help lists the options", 2),
        (["play", "ttt", "--seat", "green=greedy"], "no option or seat --green; the seats of ttt are red, blue", 2),
        (["play", "ttt", "--seat", "red"], "--seat takes name=value, not 'red'", 2),
        (["play", "ttt", "--seat", "red=random", "--red", "greedy"], "red is seated twice", 2),
        (["play", "ttt", "--option", "force"], "--option takes name=value, not 'force'", 2),
        (["play", "ttt", "--option", "farce=preset"], "no option named 'farce'; did you mean force?", 1),
        (
            ["play", "ttt", "--option", "force=presett"],
            "no value of option force named 'presett'; did you mean preset?",
            1,
        ),
        (["play", "ttt", "--position", "besiege_the_bunker"], "a position has 9 parts, not 1", 1),
        (["play", "ttt", "--position", LATE, "--mission", "last_stand"], "--position names its own mission", 2),
        (["play", "ttt", "--dice", "loaded"], "loaded", 2),
        (["play"], "which game? write: fireteam play fs3 | gunplay | tps | ttt", 2),
        (["play", "verify", "a.match"], "no game named 'verify'; there is fs3, gunplay, tps, ttt", 2),
        (["play", "ttt", "last_stand"], "play takes no 'last_stand': fireteam play --help tells", 2),
        (["ply", "ttt"], "no command 'ply'; did you mean 'play'?", 2),
        (["chess"], "no command 'chess'; there is", 2),
        (["rules", "TTT-6.99"], "no clause named 'TTT-6.99'; did you mean TTT-6.9?", 1),
        (["rules", "ABC-1"], "no rulebook named 'ABC'; there is FS3, GUN, TPS, TTT", 1),
        (["rules", "find"], "find what?", 2),
        (
            ["rules", "7.3"],
            "7.3 of which rulebook? write: "
            "fireteam rules FS3-7.3 or fireteam rules GUN-7.3 or fireteam rules TPS-7.3 or fireteam rules TTT-7.3",
            2,
        ),
        (
            ["rules", "7"],
            "7 of which rulebook? write: "
            "fireteam rules FS3-7 or fireteam rules GUN-7 or fireteam rules TPS-7 or fireteam rules TTT-7",
            2,
        ),
        (["rules", "7.99"], "no rulebook named '7.99'; there is FS3, GUN, TPS, TTT", 1),
        (["play", "ttt", "--red", ""], "who decides for red? write --red person, a bot's name, or path/to/bot.py", 2),
        (["sim", "ttt", "--seat", "blue="], "who decides for blue?", 2),
        (["perft", "ttt", "--depth", "9" * 30], "--depth is a number of choices, from 0 to 100", 2),
        (["perft", "ttt", "--depth", "-1"], "--depth is a number of choices, from 0 to 100", 2),
        (["rules", "TTT-6.3", "TTT-6.4"], "one clause at a time", 2),
        (["rules", "--bla"], "--bla", 2),
        (["perft", "chess"], "no game named 'chess'", 1),
        (["perft", "ttt", "--depth", "-1"], "--depth is a number of choices, from 0", 2),
        (["perft", "ttt", "--depth", "one"], "one", 2),
    ],
)
def test_a_wrong_command_line_gets_one_clear_sentence(fireteam, words, sentence, code):
    got, out, err = fireteam(*words)
    assert sentence in err and got == code
    assert len(err.strip().splitlines()) == 1 and "Traceback" not in err and not out


def test_a_pack_with_errors_is_refused_with_every_place(fireteam, tmp_path):
    (tmp_path / "pack.yaml").write_text("id: mine\ngame: ttt\nname: Mine\nschema: 1\n", encoding="utf-8")
    (tmp_path / "missions.yaml").write_text("- id: x\n- id: y\n", encoding="utf-8")
    code, _, err = fireteam("play", "ttt", "--pack", str(tmp_path))
    assert code == 1 and "Traceback" not in err
    assert "missions.yaml:1:" in err and "missions.yaml:2:" in err
    code, _, err = fireteam("play", "ttt", "--pack", str(tmp_path / "nowhere"))
    assert code == 1 and "nowhere:1:1: E_C_PACK is not a pack folder: No such file or directory" in err


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("raise ValueError('lost')", "ValueError: lost"),
        ("return None", "failed"),
        ("states[0].phase = 6; return [0]", "failed"),
        (
            "from fireteam.core.protocol.choices import new_choices; c = new_choices(1); c[0].verb = 4; return c",
            "E_NOT_YOURS",
        ),
    ],
)
def test_a_bot_that_fails_is_named_and_the_position_told(fireteam, tmp_path, body, sentence):
    code, out, err = fireteam(
        "play", "ttt", "--position", LATE, "--red", bot(tmp_path, body), "--blue", bot(tmp_path, body)
    )
    assert code == 1 and sentence in err and "the match stands" in err and "Traceback" not in err
    assert len(err.strip().splitlines()) == 1
    assert f"--position '{LATE}'" in out


def test_unreadable_choices_do_not_end_the_match(fireteam):
    typed = "jump\nmove\n\nmove nobody e5\n99999\nwhy\nodds\nrules ???\n\x00\n"
    code, out, err = fireteam("play", "ttt", "--position", LATE, "--blue", "person", "--red", "random", typed=typed)
    assert code == 0 and not err and "To go on from here" in out


# What works


def test_help_is_there_for_every_command_without_compiling_anything():
    script = "import sys; from fireteam.cli import run; run(['--help']); sys.exit('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    for command in COMMANDS:
        assert command in done.stdout
    assert "FIRETEAM_SEED" in done.stdout and "NO_COLOR" in done.stdout and "XDG_CACHE_HOME" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(fireteam, command):
    code, out, _ = fireteam(command, "--help")
    assert code == 0
    if app()[command].default_command is not None:  # of several commands in one, each has its own
        assert re.search(rf"Examples?: fireteam {command}\b", " ".join(out.split()))


@pytest.mark.parametrize("game", games())
def test_with_a_game_help_has_lines_to_try_of_that_game_alone(fireteam, game):
    lines = {command: example_lines(find_game(game), command) for command in ("odds", "ask", *find_game(game).examples)}
    for command, some in lines.items():
        code, out, _ = fireteam(*command.split(), game, "--help")
        said = " ".join(out.split()).partition("Parameters")[0]
        assert code == 0 and some and all(f"fireteam {command} {game} {line}".strip() in said for line in some)
        assert not any(f"fireteam {command} {other}" in said for other in games() if other != game)
        for line in some:
            app().parse_args([*command.split(), game, *line.split()], exit_on_error=False, print_error=False)


def test_help_for_a_game_that_has_nothing_to_try_has_no_example_of_another(fireteam):
    code, out, _ = fireteam("learn", "tps", "--help")
    assert code == 0 and "Learn a game by playing it" in out and "ttt" not in out.partition("Parameters")[0]


def test_two_bots_play_the_same_match_for_the_same_seed(fireteam):
    words = ("play", "ttt", "--option", "force=preset", *BOTS, "--seed")
    first, again, other = fireteam(*words, "7"), fireteam(*words, "7"), fireteam(*words, "8")
    assert first[0] == 0 and "The end." in first[1] and first == again and first[1] != other[1]


def test_the_seed_may_come_from_the_environment(fireteam, monkeypatch):
    words = ("play", "ttt", "--position", LATE, *BOTS)
    given = fireteam(*words, "--seed", "5")
    monkeypatch.setenv("FIRETEAM_SEED", "5")
    assert fireteam(*words) == given


def test_seats_are_named_after_the_game_s_slots(fireteam):
    one = fireteam("play", "ttt", "--position", LATE, "--seat", "red=random", "--seat", "blue=random", "--seed", "1")
    assert one == fireteam("play", "ttt", "--position", LATE, *BOTS, "--seed", "1")


def test_without_a_word_a_person_plays_against_greedy(fireteam):
    code, out, _ = fireteam("play", "ttt", "--option", "force=preset", "--option", "seats=fixed", "--seed", "1")
    assert code == 0 and "Besiege the Bunker" in out and "red>" in out
    assert "--red person --blue greedy --position 'besiege_the_bunker force=preset,seats=fixed place" in out


def test_a_bot_from_a_file_plays(fireteam, tmp_path):
    body = "from fireteam.bots import find_bot; return find_bot('random').function(setting, states, slot, key)"
    code, out, _ = fireteam("play", "ttt", "--position", LATE, "--red", bot(tmp_path, body), "--blue", "random")
    assert code == 0 and "The end." in out


def test_rules_show_the_text_the_code_and_the_tests(fireteam):
    code, out, _ = fireteam("rules", "ttt-6.9")
    assert code == 0 and out.startswith("TTT-6.9 [default] `resign` is legal")
    assert "resign  src/fireteam/games/ttt/rules/turn.py:" in out and "def resign(" in out and "Tests:" in out


def test_rules_of_a_section_and_of_the_whole_book(fireteam):
    counts = [
        f"{book}: {len(json.loads(fireteam('rules', book, '--json')[1]))} clauses\n"
        for book in ("FS3", "GUN", "TPS", "TTT")
    ]
    assert fireteam("rules")[1] == "".join(counts)
    assert "6. Turn structure " in fireteam("rules", "TTT")[1]
    section = fireteam("rules", "TTT-6")[1]
    assert section.startswith("TTT-6.1 ") and "TTT-6.10 " in section and "TTT-7.1 [" not in section
    assert (
        "TTT-2.11" in fireteam("rules", "find", "line", "of", "sight")[1]
        or "TTT-2" in fireteam("rules", "find", "LOS")[1]
    )


def test_rules_as_data(fireteam):
    found = json.loads(fireteam("rules", "TTT-6.9", "--json")[1])
    assert found["clause"] == "TTT-6.9" and found["tags"] == ["default"] and found["code"][0]["function"] == "resign"


# A real process


def process(*words: str, **options) -> subprocess.Popen:
    start = "import sys; from fireteam.cli import main; sys.argv[0] = 'fireteam'; main()"
    return subprocess.Popen([sys.executable, "-c", start, *words], text=True, **options)


def test_python_runs_it_as_a_module():
    done = subprocess.run([sys.executable, "-m", "fireteam", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, __version__, "")


def test_a_reader_that_has_seen_enough_is_no_trouble():
    played = process("rules", "TTT", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    played.stdout.close()
    err = played.stderr.read()
    played.stderr.close()
    assert played.wait(60) == 0 and err == ""


def at_the_front() -> None:
    """As a terminal's shell starts a command: the terminal is its own, and Ctrl-C reaches it, even where the tests run
    in the background of a shell that has it ignored.
    """
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def at_terminal(*words: str, typed: list[bytes], env: dict[str, str] | None = None) -> tuple[int, str]:
    """A command at a terminal; each of `typed` is sent when a prompt stands there."""
    leader, follower = pty.openpty()
    played = process(
        *words,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "dumb", **(env or {})},
        start_new_session=True,
        preexec_fn=at_the_front,
    )
    os.close(follower)
    shown, left, said, silent = b"", list(typed), b"", 0
    try:
        while silent < PATIENCE:
            if not select.select([leader], [], [], 2)[0]:
                silent += 2
                if said == CTRL_C:  # one that came between prompt and reading waits for the next key
                    os.write(leader, said)
                continue
            silent = 0
            try:
                part = os.read(leader, 4096)
            except OSError:  # the other end is closed
                break
            shown += part
            if left and shown.endswith((b"red> ", b"]: ")):
                time.sleep(0.2)
                said = left.pop(0)
                os.write(leader, said)
        else:
            played.kill()
        return played.wait(PATIENCE), shown.decode()
    finally:
        os.close(leader)


def test_ctrl_c_at_a_terminal_leaves_with_130_and_the_position():
    code, shown = at_terminal("play", "ttt", "--option", "force=preset", "--option", "seats=fixed", typed=[CTRL_C])
    assert code == 130 and "To go on from here: fireteam match resume" in shown and "Traceback" not in shown


def test_a_terminal_is_coloured_unless_no_color_is_set():
    words = ("play", "ttt", "--option", "force=preset", "--option", "seats=fixed", "--plain")
    assert "\x1b[" in at_terminal(*words, typed=[b"\x04"], env={"TERM": "xterm"})[1]
    plain = at_terminal(*words, typed=[b"\x04"], env={"TERM": "xterm", "NO_COLOR": "1"})[1]
    assert "\x1b[1" not in plain and "\x1b[3" not in plain


def test_without_a_game_a_terminal_is_asked():
    typed = [b"1\n", b"2\n", b"9\n", b"2\n", b"1\n", b"\x04"]
    code, shown = at_terminal("play", typed=typed, env={"FIRETEAM_SEED": "1"})
    assert code == 0 and "a number from 1 to 8, please" in shown and "2) Cap the Cap'n" in shown
    assert "you against greedy" in shown and "fireteam rules TTT" in shown and "red>" in shown


def test_at_a_terminal_a_turn_that_can_only_end_ends_and_a_pipe_is_asked(fireteam):
    line = "@plain_10 - move 1 1 1 rifleman@a1+1 rifleman@j10 -"
    words = ("play", "ttt", "--position", line, "--red", "person", "--blue", "random", "--seed", "1")
    shown = at_terminal(*words, typed=[b"move rf1 a2\n", b"\x04"])[1]
    assert "red: end turn, since nothing else is left to choose" in shown and "round 2: Red's turn" in shown
    asked = fireteam(*words, typed="move rf1 a2\n")[1]
    assert "Enter takes it: there is no other choice" in asked and "since nothing else" not in asked
