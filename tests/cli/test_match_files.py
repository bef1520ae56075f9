"""`play -o`, `match` and `replay`: matches in files, from the command line."""

from __future__ import annotations

import json

import pytest

from fireteam.match.file.parse import read_match_file
from fireteam.match.load import replay
from fireteam.terminal.console import Console
from fireteam.terminal.replay import ReplayUI

BOTS = ("--red", "random", "--blue", "random")
LATE = (
    "besiege_the_bunker force=preset,seats=fixed move 2 30 1 "
    "recon@e5,recon:x,berserker:x,berserker:x,guard:x recon@a9,recon:x,berserker:x,berserker:x,guard:x -"
)

EARLY = LATE.replace("move 2 30 1", "move 1 3 1")
"""Red's turn, with a whole match before it."""


@pytest.fixture
def played(fireteam, tmp_path):
    """A match between bots, from its last round to its end."""
    path = tmp_path / "friday.match"
    code, _, err = fireteam("play", "ttt", *BOTS, "--seed", "4", "--position", LATE, "-o", str(path))
    assert (code, err) == (0, "")
    return path


def test_a_match_is_written_as_it_is_played_and_verified(fireteam, played):
    code, out, err = fireteam("replay", "verify", str(played))
    assert (code, err) == (0, "") and out.startswith(f"{played}: true. ") and "of the announced secret" in out
    found = json.loads(fireteam("replay", "verify", str(played), "--json")[1])
    assert found["ended"] and found["events"] == len(read_match_file(played).records)


def test_leaving_says_how_to_go_on_and_resume_goes_on(fireteam, tmp_path):
    path = tmp_path / "friday.match"
    code, out, _ = fireteam("play", "ttt", "--seed", "4", "--position", EARLY, "-o", str(path), typed="")
    assert code == 0 and f"To go on from here: fireteam match resume {path}" in out
    assert "true so far" in fireteam("replay", "verify", str(path))[1]
    code, out, err = fireteam("match", "resume", str(path), typed="resign\ny\n")
    assert (code, err) == (0, "") and "The end. Blue wins" in out
    assert "true. " in fireteam("replay", "verify", str(path))[1]


def test_new_begins_show_tells_and_resume_plays(fireteam, tmp_path):
    path = tmp_path / "friday.match"
    words = ("match", "new", "ttt", "-o", str(path), "--red", "person", "--blue", "greedy", "--seed", "2")
    code, out, err = fireteam(*words, "--option", "force=preset", "--mission", "hold_the_hill")
    assert (code, out) == (0, "") and f"Play it with: fireteam match resume {path}" in err
    code, out, _ = fireteam("match", "show", str(path))
    assert code == 0 and "hold_the_hill; red (person), blue (greedy); goes on after event 0" in out
    assert f"to go on: fireteam match resume {path}" in out
    assert fireteam(*words)[0] == 1, "it is there already"
    code, out, _ = fireteam("match", "resume", str(path), typed="resign\ny\n")
    assert code == 0 and "The end. Blue wins" in out


def test_a_match_whose_last_line_was_cut_short_goes_on_and_says_so(fireteam, tmp_path):
    path = tmp_path / "friday.match"
    fireteam("play", "ttt", "--seed", "4", "--position", EARLY, "-o", str(path), typed="end_move\n")
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rpartition(b"\n")[2]
    path.write_bytes(whole[:-9])
    code, _, err = fireteam("match", "resume", str(path), typed="")
    assert code == 0 and "its last line was cut short and is gone; play goes on after event" in err
    assert path.read_bytes() == whole[: -len(last) - 1]


def test_show_tells_the_whole_or_one_event_or_data(fireteam, played):
    code, out, _ = fireteam("replay", "show", str(played))
    assert code == 0 and out.splitlines()[-1].startswith("The end. ") and "TTT-" in out
    code, one, _ = fireteam("replay", "show", str(played), "--at", "1")
    assert code == 0 and one.strip().startswith("1  ") and len(one) < len(out)
    events = [json.loads(line) for line in fireteam("replay", "show", str(played), "--json")[1].splitlines()]
    assert [event["number"] for event in events] == list(range(len(read_match_file(played).records)))
    assert events[1]["choices"] and set(events[1]["choices"]) <= {"red", "blue"}


def test_a_side_of_a_replay_is_shown_without_the_choices_of_others(fireteam, tmp_path):
    path = tmp_path / "secret.match"
    fireteam("play", "ttt", *BOTS, "--mission", "capture_the_crossing", "--seed", "1", "-o", str(path))
    whole = [json.loads(line) for line in fireteam("replay", "show", str(path), "--json", "--at", "1")[1].splitlines()]
    side = [
        json.loads(line)
        for line in fireteam("replay", "show", str(path), "--json", "--at", "1", "--as", "red")[1].splitlines()
    ]
    assert set(whole[0]["choices"]) == {"red", "blue"} and side[0]["choices"] is None


def test_a_fork_is_a_match_of_its_own(fireteam, played, tmp_path):
    before, path = played.read_bytes(), tmp_path / "fork.match"
    words = ("replay", "fork", str(played), "--at", "1", "-o", str(path), "--blue", "random", "--seed", "9")
    code, _, err = fireteam(*words)
    assert code == 0 and f"fireteam match resume {path}" in err and played.read_bytes() == before
    assert "forked from another match after its event 1" in fireteam("match", "show", str(path))[1]
    assert fireteam("match", "resume", str(path))[0] == 0
    assert ": true. " in fireteam("replay", "verify", str(path))[1]
    assert (
        read_match_file(path).records[:2] == read_match_file(played).records[:2]
        and read_match_file(path).head.dice != read_match_file(played).head.dice
    )


def test_stepping_through_a_replay(played, capsys):
    walk = ReplayUI(replay(read_match_file(played)), "", Console(colour=False))
    words = iter(["", "b", "b", "99999", "jump", str(walk.last_number), "", "q"])
    asked = []

    def read_line(prompt: str) -> str:
        asked.append(int(prompt.split()[1]))
        return next(words)

    walk.step_through(read_line)
    out = capsys.readouterr().out
    assert asked == [0, 1, 0, 0, 0, 0, walk.last_number, walk.last_number]
    assert out.count(f"there are events 0 to {walk.last_number}") == 3
    assert out.count("Enter or n: forward") == 2 and out.count("The end. ") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["replay", "show", "nowhere.match"], "nowhere.match: cannot be read: No such file or directory"),
        (["replay", "show", "FILE", "--as", "green"], "no seat named 'green'; there is blue, red"),
        (["replay", "show", "FILE", "--at", "999"], "--at 999: "),
        (["replay", "fork", "FILE", "--at", "999", "-o", "x.match"], "there is no event 999; they go from 0 to "),
        (["replay", "fork", "FILE", "--at", "1", "-o", "FILE"], "is there already"),
        (["replay", "fork", "FILE", "--at", "1", "-o", "x.match", "--green", "random"], "no option or seat --green"),
        (["match", "resume", "FILE"], "this match has ended"),
        (["match", "resume", "nowhere.match"], "cannot be read"),
        (["play", "ttt", "-o", "FILE"], "is there already: go on with `fireteam match resume"),
        (["match", "new", "ttt"], "parameter -o requires an argument"),
        (["match", "shw", "FILE"], "shw"),
    ],
    ids=lambda word: " ".join(word) if isinstance(word, list) else "",
)
def test_wrong_words_get_one_sentence_and_no_file_changes(fireteam, played, words, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    code, out, err = fireteam(*(str(played) if word == "FILE" else word for word in words))
    assert code in (1, 2) and sentence in err and err.count("\n") == 1 and out == ""
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_matches_kept_for_somebody_are_listed(fireteam, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, out, err = fireteam("match", "show")
    assert (code, out) == (0, "") and "no matches are kept in" in err
    folder = tmp_path / "fireteam" / "matches"
    folder.mkdir(parents=True)
    fireteam("match", "new", "ttt", "-o", str(folder / "one.match"))
    (folder / "two.match").write_text("nonsense")
    out = fireteam("match", "show")[1].splitlines()
    assert "besiege_the_bunker; red (person), blue (greedy); goes on after event 0" in out[0]
    assert "two.match:1: this is no match file" in out[1]
