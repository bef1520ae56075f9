"""`fireteam content`: a stranger makes a pack, checks it, mends it, looks at it and plays with it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from fireteam.games.ttt.library import LIBRARY
from fireteam.registry import games_with_part

HEAD = "id: {id}\ngame: ttt\nname: A pack\nschema: 1\n{more}\n"
ODD = (
    "add_to: standard\npieces:\n  - "
    "{id: scout, name: Scout, code: SC, move: 5, range: 2, th: 0, tbh: 3, ability: null, "
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pack(folder: Path, more: str = "", **files: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(HEAD.format(id=folder.name, more=more))
    for kind, text in files.items():
        (folder / f"{kind}.yaml").write_text(text)


# What works


@pytest.mark.parametrize("folder", ["mypack", "ttt", "2nd Pack!", "deep/er/mine"])
def test_a_new_pack_is_sound_and_can_be_played(fireteam, here, folder):
    code, out, err = fireteam("content", "new", "--game", "ttt", folder, "--name", 'Joe\'s "pack": #1')
    assert code == 0 and len(out.splitlines()) == 4 and "play it: fireteam play ttt --pack" in err
    head = yaml.safe_load((here / folder / "pack.yaml").read_text())
    assert head["name"] == 'Joe\'s "pack": #1'
    assert fireteam("content", "check", folder) == (0, "", f"{folder}: no errors, no warnings\n")
    mission = f"{head['id']}_duel"
    code, out, err = fireteam(
        "play", "ttt", "--pack", folder, "--mission", mission, "--red", "person", typed="pieces\n"
    )
    assert (code, err) == (0, "") and "The Duel" in out and "ranger" in out


def test_the_files_of_a_new_pack_name_the_schemas_beside_them_and_keep_to_them(fireteam, here):
    fireteam("content", "new", "--game", "ttt", "mypack")
    for path in (here / "mypack").glob("*.yaml"):
        first, text = path.read_text().split("\n", 1)
        name = first.removeprefix("# yaml-language-server: $schema=")
        schema = json.loads((path.parent / name).read_text())
        jsonschema.validate(yaml.safe_load(text), schema, jsonschema.Draft202012Validator)
    (here / "mypack" / ".schema" / "boards.json").unlink()
    code, out, _ = fireteam("content", "schema", "--into", "mypack")
    assert code == 0 and "boards.json" in out and (here / "mypack" / ".schema" / "boards.json").exists()


def test_schemas_are_told_one_by_one_or_all(fireteam):
    code, out, _ = fireteam("content", "schema", "--game", "ttt")
    kinds = json.loads(out)
    assert code == 0 and {"pack", "pieces", "boards", "missions"} <= set(kinds)
    assert json.loads(fireteam("content", "schema", "boards")[1]) == kinds["boards"]
    assert json.loads(fireteam("content", "schema", "pack")[1]) == kinds["pack"]


def test_every_mistake_of_a_pack_is_told_in_one_run_and_nothing_else(fireteam, here):
    pack(here / "mine", pieces=ODD + "cuont: 2}\n", missions="- id: raid\n", bords="[]")
    code, out, err = fireteam("content", "check", "mine")
    lines = out.splitlines()
    assert code == 1 and err == "mine: 8 errors, 1 warning\n" and len(lines) == 9
    assert "mine/bords.yaml:1:1: E_C_PACK no kind of content is called 'bords'; did you mean 'boards'? (error)" in lines
    assert any("mine/pieces.yaml:3:" in line and "did you mean 'count'?" in line for line in lines)
    assert "(warning)" in out and all(line.startswith("mine/") for line in lines)


def test_warnings_are_told_and_reject_nothing(fireteam, here, monkeypatch):
    pack(here / "mine", pieces=ODD + "count: 2}\n")
    said = "mine/pieces.yaml:3:5: W_P_POINTS scout: 10 points instead of 9"
    assert fireteam("content", "check", "mine") == (0, f"{said} (warning)\n", "mine: no errors, 1 warning\n")
    code, out, _ = fireteam("content", "check", "mine", "--json")
    found = json.loads(out)
    assert code == 0 and (found["severity"], found["code"], found["line"]) == ("warning", "W_P_POINTS", 3)
    assert said in fireteam("play", "ttt", "--pack", "mine")[2]
    monkeypatch.chdir(here / "mine")
    assert fireteam("content", "check")[2] == ".: no errors, 1 warning\n"


@pytest.mark.parametrize("game", games_with_part("library"))
def test_the_game_of_a_pack_is_told_by_its_head_or_else_by_its_files(fireteam, here, game):
    fireteam("content", "new", "mine", "--game", game)
    assert fireteam("content", "check", "mine") == (0, "", "mine: no errors, no warnings\n")
    (here / "mine" / "pack.yaml").unlink()
    code, out, _ = fireteam("content", "check", "mine")
    assert code == 1 and "E_C_PACK has no pack.yaml" in out and "no kind of content" not in out


def test_what_packs_hold_is_shown_with_where_it_comes_from(fireteam, here):
    fireteam("content", "new", "--game", "ttt", "mypack")
    pack(
        here / "more",
        "version: '2'\nauthor: Jo\nafter: [mypack]",
        pieces=ODD.replace("scout", "ranger") + "count: 2}\n",
    )
    packs = ("--pack", "more", "--pack", "mypack")
    code, out, err = fireteam("content", "show", *packs)
    lines = out.splitlines()
    assert (code, err) == (0, "") and "pack more 2: A pack, by Jo" in lines
    (ranger,) = [line for line in lines if " ranger " in line]
    assert ranger.endswith("more (more/pieces.yaml:3), in place of that of mypack")
    (sniper,) = [line for line in lines if line.startswith("  sniper ")]
    assert sniper.endswith(" ttt")
    code, out, _ = fireteam("content", "show", "ranger", *packs)
    assert code == 0 and "Move 5 + Range 2 + TH 0 + TBH 3 = 10 points" in out
    code, out, _ = fireteam("content", "show", "mypack_yard", "--pack", "mypack")
    assert "10 .........." in out and " 9 .ww....r.." in out and "r rocky" in out
    code, out, _ = fireteam("content", "show", "mypack_duel", "--pack", "mypack", "--json")
    shown = json.loads(out)
    assert (shown["kind"], shown["sources"][0]["pack"], shown["entry"]["round_limit"]) == ("mission", "mypack", 20)


def test_everything_of_the_game_can_be_shown_one_by_one(fireteam):
    _, out, _ = fireteam("content", "show", "--json")
    for line in out.splitlines():
        entry = json.loads(line)
        code, out, err = fireteam("content", "show", entry["id"])
        assert (code, err) == (0, "") and f"{entry['kind']} {entry['id']}: {entry['sources'][-1]['pack']}" in out


# Packs upon packs


def test_packs_that_build_upon_one_another_are_checked_together(fireteam, here):
    fireteam("content", "new", "--game", "ttt", "town")
    pack(here / "raid", "requires: [town]", boards="- {id: raid_yard, name: R, same_as: town_yard, rot: 90}\n")
    code, out, _ = fireteam("content", "check", "raid")
    assert code == 1 and "raid/pack.yaml:5:12: E_C_PACK the pack 'town', which is required, is missing" in out
    assert fireteam("content", "check", "raid", "town")[0] == 0


def test_an_entry_that_breaks_an_earlier_packs_entry_is_told_at_its_own_place(fireteam, here):
    pack(here / "small", boards="- {id: board_2, name: S, sample: true, rows: ['...', '...', '...']}\n")
    code, out, _ = fireteam("content", "check", "small")
    lines = out.splitlines()
    assert code == 1 and all(line.startswith("small/boards.yaml:1:8: E_M_") for line in lines)
    assert "breaks the mission 'hold_the_hill' of the pack 'ttt'" in out and len(lines) == 2
    pack(here / "mine", boards="- {id: yard, name: Y, same_as: board_2}\n")
    pack(here / "over", missions="- {id: yard}\n")
    code, out, _ = fireteam("content", "check", "mine", "over")
    assert "over/missions.yaml:1:8: E_C_SHADOW 'yard' is a board of the pack 'mine'; a mission cannot replace it" in out


def test_a_pack_that_was_broken_before_is_blamed_itself(fireteam, here):
    pack(here / "broken", boards="- {id: bog, name: B, rows: [...]}\n")
    pack(here / "later")
    code, out, _ = fireteam("content", "check", "broken", "later")
    assert code == 1 and {line.split(":")[0] for line in out.splitlines()} == {"broken/boards.yaml"}


# Wrong input


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (["new", "--game", "ttt", "full"], "full is there already; name a folder that is new or empty", 1),
        (["new", "--game", "ttt", "full/file"], "full/file is there already", 1),
        (["new", "--game", "ttt", "full/file/pack"], "cannot be written: ", 1),
        (["new", "--game", "ttt", "mine", "--name", "a\nb"], "is no name for a pack", 1),
        (["new", "mine", "--game", "chess"], "no game named 'chess'; there is ", 1),
        (["new"], "--folder requires an argument", 2),
        (["new", "mine"], "for which game? add --game fs3 or --game gunplay or --game tps or --game ttt", 2),
        (["schema"], "for which game? add --game fs3 or --game gunplay or --game tps or --game ttt", 2),
        (["schema", "constants"], "for which game? add --game fs3 or --game gunplay or --game tps or --game ttt", 2),
        (["schema", "bords"], "no kind of content named 'bords'; did you mean boards?", 1),
        (["schema", "--into", "nowhere"], "nowhere cannot be written: No such file or directory", 1),
        (["show", "bord_1"], "no entry named 'bord_1'; did you mean board_1?", 1),
        (["show", "--pack", "nowhere"], "nowhere:1:1: E_C_PACK is not a pack folder: No such file or directory", 1),
        (["chek"], 'Did you mean "check"?', 2),
    ],
)
def test_a_wrong_command_line_gets_one_sentence_and_changes_nothing(fireteam, here, words, sentence, code):
    (here / "full").mkdir()
    (here / "full" / "file").write_text("mine")
    before = sorted(here.rglob("*"))
    got, out, err = fireteam("content", *words)
    assert sentence in err and got == code and not out
    assert len(err.strip().splitlines()) == 1 and "Traceback" not in err
    assert sorted(here.rglob("*")) == before and (here / "full" / "file").read_text() == "mine"


def test_folders_and_files_that_are_none_get_one_error(fireteam, here):
    (here / "loop").symlink_to("loop")
    code, out, _ = fireteam("content", "check", "loop")
    assert code == 1 and out == ("loop:1:1: E_C_PACK is not a pack folder: Too many levels of symbolic links (error)\n")
    pack(here / "mine")
    (here / "mine" / "boards.yaml").write_bytes(b"\x00\xff" * 99)
    code, out, _ = fireteam("content", "check", "mine")
    assert code == 1 and out.startswith("mine/boards.yaml:1:2: E_C_FILE is not UTF-8 text")
    (here / "mine" / "boards.yaml").write_text("a: &a [x]\nb: [*a, *a]\n")
    code, out, _ = fireteam("content", "check", "mine")
    assert code == 1 and out.splitlines() == [
        "mine/boards.yaml:1:4: E_C_SYNTAX uses an anchor or an alias; write the value out (error)"
    ]
    assert fireteam("content", "check", "mine", "mine")[1].count("\n") == 2


# While it is played


class Edited(io.StringIO):
    """Lines that are typed one by one; before some of them a file is edited."""

    def __init__(self, path: Path, *lines: str | tuple[str, str]) -> None:
        super().__init__()
        self.path, self.lines = path, list(lines)

    def readline(self, size: int = -1) -> str:
        while self.lines and isinstance(self.lines[0], tuple):
            old, new = self.lines.pop(0)
            self.path.write_text(self.path.read_text().replace(old, new))
        return f"{self.lines.pop(0)}\n" if self.lines else ""


def test_a_pack_that_changes_during_play_is_on_the_table_at_the_next_prompt(fireteam, here):
    fireteam("content", "new", "--game", "ttt", "mypack")
    places = ("place 1.ranger.1 a1", "place 2.ranger.1 j10")
    broken, mended = ("move: 3,", "move: 33,"), ("move: 33,", "move: 4,")
    typed = Edited(here / "mypack" / "pieces.yaml", *places, broken, "pieces", mended, "pieces", "pieces")
    words = ("--mission", "mypack_duel", "--option", "seats=fixed", "--red", "person", "--blue", "person")
    code, out, err = fireteam("play", "ttt", "--pack", "mypack", "--watch", "--seed", "3", *words, typed=typed)
    assert (code, err) == (0, "")
    out = " ".join(out.split())
    assert "Changed: pieces.yaml. It cannot be used; what was there before stays in play." in out
    before, after = out.split("piece ranger. The match goes on from here.")
    assert "E_P_LIMIT ranger: move 33 is outside 1-6" in before and "Move 3, Range 3" in before
    assert "W_P_POINTS ranger: 10 points" in after and "Dice: announced as" in after
    assert "Move 4, Range 3" in after and "Red RG1" in after and "Blue RG1" in after


@pytest.mark.parametrize("more", [(), ("--pack", "mypack", "-o", "x.match"), ("--pack", "mypack", "--dice", "typed")])
def test_watching_needs_a_pack_and_keeps_no_file(fireteam, here, more):
    fireteam("content", "new", "--game", "ttt", "mypack")
    code, out, err = fireteam("play", "ttt", "--watch", *more)
    assert code == 2 and "--watch looks after packs: give --pack, and leave out" in err and not out


def test_the_games_own_content_is_checked_by_its_folder(fireteam):
    code, out, err = fireteam("content", "check", str(LIBRARY.base))
    assert code == 0 and err.endswith("no errors, 3 warnings\n") and out.count("W_P_POINTS") == 3
