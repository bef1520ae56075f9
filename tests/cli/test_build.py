"""`fireteam build`: a band is written, saved, checked and played with, by lines from a pipe."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.cli.play import ask_for_sheets, ask_line
from fireteam.match.file.parse import read_match_file
from fireteam.registry import find_game, games
from tests.processes import ROOT

BEGIN = ("build", "gunplay", "mine.yaml", "--for", "a", "--mission", "main_street", "--option", "config=full")
GOOD = """\
id: mine
name: Mine
characters:
  - {id: A1, name: Ann, traits: [Fast], weapons: [rifle_medium], pos: [1.5, 3]}
  - {id: A2, name: Bob, pos: [1.5, 5]}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def build(fireteam, here):
    """Write a band by lines: what was said."""

    def call(*lines: str, words: tuple[str, ...] = BEGIN, begin: str = "1") -> str:
        code, out, err = fireteam(*words, typed="".join(f"{line}\n" for line in (begin, *lines)))
        assert code == 0, err
        return out

    return call


def test_a_band_grows_with_its_points_and_is_saved_and_played(fireteam, build, here):
    out = build(
        "add name=Long Tom traits=marks,Sniper weapons=rifle_m",
        "add name=Bob",
        "A2 traits +Tough",
        "A2 weapons pistol_light pistol_medium",
        "A2 melee blade",
        "A2 posture prone",
        "name The Duo",
        "points",
        "save",
    )
    said = [line.strip() for line in out.split("\n")]
    for points in (24, 34, 39, 45, 46):
        assert f"{points} points" in said
    assert "A2 Bob: 22 points (10, Tough 5, half of Light pistol 1, Medium pistol 5, Blade 1)" in said
    assert "--option band_a=@mine.yaml --mission main_street --option config=full" in out
    text = (here / "mine.yaml").read_text()
    assert text.startswith("id: my_band\nname: The Duo\ncharacters:\n  - {id: A1, name: Long Tom, traits: [Marksman, ")
    new = ("match", "new", "gunplay", "-o", "duo.match", "--option", "band_a=@mine.yaml")
    assert fireteam(*new)[0] == 0
    assert '"name":"Long Tom"' in read_match_file(here / "duo.match").head.options["band_a"]
    assert fireteam("replay", "verify", "duo.match")[0] == 0
    code, out, _ = fireteam("match", "show", "duo.match")
    assert code == 0 and "A1" in out and "A3" not in out


def test_what_may_not_be_is_refused_by_its_clause_and_nothing_has_changed(build, here):
    refused = {
        "A1 traits +Slow": "A1 is both Fast and Slow (rules GUN-15.18); nothing has changed",
        "A1 traits Fast Fast": "A1 has Fast twice (rules GUN-15.18); nothing has changed",
        "A1 traits Flying": "must be one of Fast, Slow",
        "A1 weapons cannon": "A1: no weapon named cannon",
        "A1 weapons pistol_light smg_light bolt_light": "a list of at most 2 firearms (rules GUN-3.5); nothing has",
        "A1 id A2": "A2 is used twice (rules GUN-3.13); nothing has changed",
        "A1 id X1": "(rules GUN-3.14); nothing has changed",
        "A1 pos here": "pos: 'here' is no number",
        "A1 pos 500,3": "each from 0 to 200",
        "A1 traits -Tough": "there is no Tough to take away",
        "A1 weapons p": "'p' may be pistol_light or pistol_medium or pistol_heavy",
        "A1 name " + "x" * 41: "name has 41 characters; 40 are allowed (rules GUN-3.13); nothing has changed",
        "A9 name Zoe": "there is no 'A9'; there is id, name, characters, A1, A2",
        "remove": "which one? write its id, such as remove A1",
        "characters": "`add` adds one",
        "add Zoe": "write add name=Ann traits=Fast,Tough, or add alone",
        "save /nowhere/at/all.yaml": "/nowhere/at/all.yaml cannot be written: No such file or directory",
    }
    out = " ".join(build("add name=Ann traits=Fast", "add name=Bob", *refused, "save").split())
    for line, sentence in refused.items():
        assert sentence in out, line
    assert "[Fast]" in (here / "mine.yaml").read_text() and "Bob" in (here / "mine.yaml").read_text()


def test_a_field_without_a_value_is_asked_for_with_its_choices(build):
    out = build("add", "", "?", "Fast Slow", "Fast", "", "blade", "1.5,4", "", "A1 melee", "", "A1", *[""] * 7, "show")
    assert "traits: any of these; the numbers are points" in out
    assert out.count("Marksman                 3  +1 on Shoot (rules GUN-15.10)") == 2  # at first, and after ?
    assert "A1 is both Fast and Slow" in " ".join(out.split()) and "melee [blade]:" in out
    assert "A1 Character 1: traits Fast, melee blade, pos 1.5,4 = 13 points" in out


def test_changes_are_taken_back_and_entries_copied_and_removed(build):
    out = build("add name=Ann traits=Fast", "copy Ann", "remove 1", "show", "undo", "undo", "undo", "undo", "bogus")
    assert "A2 Ann: traits Fast, pos 1.5,8 = 12 points" in out and "there is nothing to take back" in out
    assert "no characters yet" in out.partition("> undo")[2]


def test_over_the_limit_is_told_at_once(build):
    out = build("add name=Ann", "add name=Bob", "save", words=(*BEGIN, "--option", "points=15"))
    assert "20 of 15 points: 5 too many" in out and "My band costs 20 points; the limit is 15 (rules GUN-24.6)" in out
    assert "It cannot be played like this yet" in out and "Play it" not in out


def test_a_ready_made_band_of_the_other_side_is_made_to_suit(build, here):
    out = build("save", begin="6")
    assert "Ridge Gang, 114 points" in out and "{id: A1, name: Boss," in (here / "mine.yaml").read_text()


def test_it_asks_for_side_and_mission_where_nobody_says(fireteam, here):
    code, out, _ = fireteam("build", "gunplay", typed="2\n4\n2\nfit\nsave\nquit\n")
    assert code == 0 and "the band of side B" in out and "Last Stand at the Farm" in out
    assert "band_b=@" in out and len(list(here.glob("*.yaml"))) == 1


def test_a_saved_band_is_gone_on_with_and_another_file_is_not_written_over(fireteam, here):
    (here / "mine.yaml").write_text(GOOD)
    (here / "other.yaml").write_text("precious")
    typed = "name Ours\nsave other.yaml\nquit\nsave\nsave third one.yaml\nsave other.yaml over\nquit\n"
    code, out, _ = fireteam("build", "gunplay", "mine.yaml", typed=typed)
    assert code == 0 and "there is a other.yaml already" in out and "It is not saved" in out
    assert all("Ours" in (here / name).read_text() for name in ("mine.yaml", "third one.yaml", "other.yaml"))
    assert "'band_a=@third one.yaml'" in out
    code, out, _ = fireteam("build", "gunplay", "mine.yaml", typed="name Theirs\n")
    assert code == 0 and out.endswith("It is not saved.\n") and "Ours" in (here / "mine.yaml").read_text()


def test_help_tells_what_can_be_typed(build):
    out = build("help", "?")
    assert out.count("write it down; then it says how to play it") == 2 and "a list of 1 to 12 characters" in out


# Files


def test_a_file_is_checked_with_its_lines(fireteam, here):
    (here / "good.yaml").write_text(GOOD)
    code, out, err = fireteam("build", "gunplay", "--check", "good.yaml", "--option", "config=full")
    assert (code, err) == (0, "good.yaml: Mine, 31 points\n")
    assert out == "  A1 Ann: 21 points (10, Fast 2, Medium rifle 9)\n  A2 Bob: 10 points\n"
    (here / "bad.yaml").write_text(GOOD.replace("[Fast]", "[Fast, Slow]"))
    code, out, err = fireteam("build", "gunplay", "--check", "bad.yaml")
    assert code == 1 and "\nbad.yaml:4: A1 is both Fast and Slow (BAND_INVALID, GUN-15.18)\n" in out
    code, out, _ = fireteam("build", "gunplay", "--check", "good.yaml", "--option", "points=30")
    assert code == 1 and "good.yaml:1: Mine costs 31 points; the limit is 30 (POINTS_EXCEEDED, GUN-24.6)\n" in out
    code, out, _ = fireteam("build", "gunplay", "--check", "bad.yaml", "--json")
    assert code == 1 and '"clause":"GUN-15.18"' in out and out.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (GOOD.replace("Fast", "Fats"), "bad.yaml:4:34: BAND_INVALID A1: traits[0] must be one of Fast"),
        (GOOD.replace("A2", "A1"), "bad.yaml:5:10: BAND_INVALID mine: A1 is used twice (GUN-3.13)"),
        (GOOD + "colour: red\n", "bad.yaml:6:1: BAND_INVALID mine: field colour is not known"),
        ("a: [1\n", "bad.yaml:2:1: BAND_INVALID is not YAML"),
        ("", "bad.yaml:1:1: BAND_INVALID band must be a mapping of fields to values (GUN-3.13)"),
        ("id: x\n" * 4_000, "bad.yaml:1:1: BAND_INVALID is larger than 16 KiB (GUN-3.13)"),
        ("name: \x07\n", "bad.yaml:1:7: BAND_INVALID holds the control character"),
    ],
)
def test_a_match_is_not_begun_with_an_unsound_file(fireteam, here, text, sentence):
    (here / "bad.yaml").write_text(text)
    for words in (("play", "gunplay"), ("perft", "gunplay"), ("match", "new", "gunplay", "-o", "m.match")):
        code, out, err = fireteam(*words, "--option", "band_a=@bad.yaml")
        assert (code, out) == (1, "") and sentence in err
    assert not (here / "m.match").exists()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("play", "gunplay", "--option", "band_a=@none.yaml"), 1, "none.yaml:1:1: E_C_FILE cannot be read"),
        (("play", "gunplay", "--option", "points=@good.yaml"), 2, "takes no file; band_a and band_b do"),
        (("sim", "ttt", "--option", "force=@good.yaml"), 2, "the option force of ttt takes no file"),
        (
            ("play", "gunplay", "--option", "band_b=@good.yaml"),
            1,
            "Mine is a band of side A; its ids must begin with B",
        ),
        (("build", "ttt"), 2, "Table Top Troopers has no sheets"),
        (("build", "gunplay", "--sheet", "army"), 1, "no sheet named 'army'; there is band"),
        (("build", "gunplay", "--for", "c"), 1, "no option that takes a band named 'c'"),
        (("build", "gunplay", "--check", "none.yaml"), 1, "none.yaml:1:1: E_C_FILE cannot be read"),
        (("build", "gunplay", "good.yaml", "--check", "good.yaml"), 2, "looks at one file"),
        (("build", "gunplay", "--json"), 2, "--json goes with --check"),
        (("build", "gunplay", "--check", "good.yaml", "--mission", "moon"), 1, "no scenario named 'moon'"),
        (("build", "gunplay", "--check", "good.yaml", "--option", "points=x"), 1, "points is x"),
        (("build", "gunplay", "list.yaml"), 1, "list.yaml:1: band must be a mapping"),
    ],
)
def test_what_cannot_be_is_one_sentence(fireteam, here, words, code, sentence):
    (here / "good.yaml").write_text(GOOD)
    (here / "list.yaml").write_text("[1, 2]\n")
    found, _, err = fireteam(*words)
    assert found == code and sentence in err and "Traceback" not in err


# The menus of `fireteam play`


def test_the_menus_offer_ready_made_bands(monkeypatch):
    lines = iter(["2", "2", "2"])
    options = ask_for_sheets(find_game("gunplay"), "main_street", lambda prompt: next(lines))
    assert options["band_a"].startswith('{"id":"marshals_posse"') and options["band_b"].startswith('{"id":"ridge_gang"')
    assert ask_for_sheets(find_game("gunplay"), "main_street", lambda prompt: "") == {}
    assert ask_for_sheets(find_game("ttt"), "hold_the_hill", lambda prompt: pytest.fail(prompt)) == {}
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    titles = sorted(find_game(id).title for id in games())
    lines = iter([str(1 + titles.index("Gunplay")), "2", "", "", ""])
    assert ask_line(lambda prompt: next(lines)).options == {}


def test_a_band_is_written_at_a_terminal(here):
    leader, follower = pty.openpty()
    words = [sys.executable, "-c", "import sys; from fireteam.cli import main; main()", *BEGIN]
    env = {**os.environ, "FIRETEAM_JIT": "0", "PYTHONPATH": str(ROOT / "src"), "TERM": "dumb"}
    child = subprocess.Popen(words, stdin=follower, stdout=follower, stderr=follower, cwd=here, env=env)
    os.close(follower)
    os.write(leader, b"1\nadd name=Ann traits=Fast\nsave\nquit\n")
    assert child.wait(60) == 0
    os.close(leader)
    assert "Ann" in (here / "mine.yaml").read_text()
