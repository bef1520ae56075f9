"""`fireteam campaign`: in a folder and in the database, each sentence and exit code."""

from __future__ import annotations

import json

import pytest

from fireteam.core.errors import WriteFailed
from tests.campaign.conftest import toy  # noqa: F401

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(params=["folder", "database"])
def campaign(request, fireteam, tmp_path, monkeypatch):
    """A campaign with a hero who has 5 gold: run a command of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    where = "winter"
    if request.param == "folder":
        assert fireteam("campaign", "new", "toy", "Winter", "-o", "winter")[0] == 0
    else:
        where = fireteam("campaign", "new", "toy", "Winter")[1].strip()

    def call(word: str, *words: str) -> tuple[int, str, str]:
        return fireteam("campaign", word, where, *words)

    assert call("do", "join", "hero=ben", "owner_name=bob")[0] == 0
    assert call("do", "earn", "hero=ben", "gold=5", "--reason", "a quest", "--by", "anna") == (
        0, "ben earns 5\n  heroes/ben.yaml: gold: 0 -> 5\n", "entry 2: earn\n"
    )  # fmt: skip
    return call


def test_commands_change_it_and_everything_is_told(campaign):
    assert "join hero= [owner_name=]  A new hero (T-1.1)." in campaign("do")[1].splitlines()
    assert campaign("do", "spend", "hero=ben", "gold=2", "--by", "bob", "--player")[1].startswith("ben spends 2\n")
    assert campaign("advance", "30")[1].splitlines() == ["30 days pass", "  campaign.yaml: day: 0 -> 30"]
    code, out, _ = campaign("show")
    assert code == 0 and out.splitlines()[:5] == [
        "Winter: toy, day 30, entry 4", "Gold (T-1.2)", "  Day 30", "  hero  gold", "  ben   3"
    ]  # fmt: skip
    assert out.splitlines()[5].startswith("  gold: day 0 ▁") and out.endswith("█ day 2: 5\n")
    assert campaign("sheet", "ben") == (0, "ben\n  3 gold\n", "")
    assert json.loads(campaign("sheet", "ben", "--json")[1])[0]["title"] == "ben"
    assert campaign("undo", "3", "--reason", "no horse")[2] == "entry 5: undo 3\n"
    lines = campaign("log", "--since", "1")[1].splitlines()
    assert lines[0].endswith("anna, earn: a quest") and lines[0].startswith("   2  2")
    assert lines[1:3] == ["      ben earns 5", "        heroes/ben.yaml: gold: 0 -> 5"]
    assert lines[3].endswith("bob, spend [undone]") and lines[-1] == "        heroes/ben.yaml: gold: 3 -> 5"
    kept = [json.loads(line) for line in campaign("log", "--json")[1].splitlines()]
    assert [line["number"] for line in kept] == [1, 2, 3, 4, 5] and kept[1]["differences"][0][1:] == ["gold", 0, 5]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("do", "fly"), 1, "no command 'fly'; there is join"),
        (("do", "ern"), 1, "did you mean 'earn'?"),
        (("do", "earn", "hero=ben", "gold=much"), 1, "earn: gold cannot be 'much': Expected `int`"),
        (("do", "earn", "hero=ben"), 1, "earn: Object missing required field `gold`"),
        (("do", "earn", "hero=ben", "money=1"), 1, "earn has no 'money'; there is hero, gold"),
        (("do", "earn", "ben"), 2, "earn takes name=value, not 'ben'"),
        (("do", "spend", "hero=ben", "gold=6"), 1, "ben has 5 gold, not 6 (E-TOY, T-1.3)"),
        (("do", "earn", "hero=ben", "gold=1", "--player", "--by", "bob"), 1, "bob may not (E-TOY, T-1.0)"),
        (("do", "wait", "--by", " "), 2, "--by needs a name"),
        (("undo", "1"), 1, "entry 1 cannot be undone: entry 2 (earn, by anna) would then be refused: there is no ben"),
        (("do", "note", "hero=ben", "notes=a\udcffb"), 1, "note: notes holds bytes that are no text"),
        (("do", "wait", "--reason", "\udcff"), 1, "the reason holds bytes that are no text"),
        (("do", "wait", "--reason", "x" * 1001), 1, "the reason has 1001 characters; 1000 are allowed"),
        (("undo", "9"), 1, "there is no entry 9 to undo; there are entries 1 to 2"),
        (("sheet", "eve"), 1, "there is no eve"),
        (("advance", "soon"), 1, "wait: days cannot be 'soon'"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence_and_changes_nothing(campaign, words, code, sentence):
    before = campaign("log", "--json")
    found, out, err = campaign(*words)
    assert (found, out) == (code, "") and sentence in err and len(err.splitlines()) == 1
    assert campaign("log", "--json") == before


def test_a_campaign_goes_out_of_the_database_is_edited_and_comes_back(fireteam, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    id = fireteam("campaign", "new", "toy", "Winter")[1].strip()
    fireteam("campaign", "do", id, "join", "hero=ben")
    assert fireteam("campaign", "export", id, "out") == (0, "", "out: Winter, as of entry 1\n")
    assert fireteam("campaign", "import", "out", "--database", "b.db")[0] == 0
    path = tmp_path / "out/heroes/ben.yaml"
    path.write_text(path.read_text().replace("gold: 0", "gold: x"))
    code, out, err = fireteam("campaign", "import", "out")
    assert (code, out) == (1, "") and err.startswith("out/heroes/ben.yaml:1:7: E_TOY gold must be a number")
    path.write_text(path.read_text().replace("gold: x", "gold: 9"))
    assert fireteam("campaign", "import", "out") == (
        0, "  heroes/ben.yaml: gold: 0 -> 9\n", f"entry 2: imported by hand\n{id}: Winter, as of entry 2\n"
    )  # fmt: skip
    assert fireteam("campaign", "sheet", id, "ben")[1] == "ben\n  9 gold\n"
    code, _, err = fireteam("campaign", "import", "out")
    assert code == 1 and "different ways since entry 2" in err
    assert fireteam("campaign", "show", "out")[2].startswith("out: its files were edited; take that in with")
    assert fireteam("campaign", "import", "out", "-o", "out")[1] == "  heroes/ben.yaml: gold: 0 -> 9\n"
    assert fireteam("campaign", "import", "out", "-o", "out")[1] == ""
    assert fireteam("campaign", "import", "out", "-o", "copy")[0] == 0
    assert fireteam("campaign", "undo", "copy", "2")[0] == 0
    assert (tmp_path / "copy/heroes/ben.yaml").read_text().startswith("gold: 0")
    assert fireteam("campaign", "list")[1] == f"{id}  toy  Winter\n"
    assert json.loads(fireteam("campaign", "list", "--json", "--database", "b.db")[1])[0]["campaign"] == id


def test_the_same_seed_gives_the_same_dice(fireteam, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def faces(folder: str, seed: str) -> list[str]:
        fireteam("campaign", "new", "toy", "Winter", "-o", folder, "--seed", seed)
        fireteam("campaign", "do", folder, "join", "hero=ben")
        return [fireteam("campaign", "do", folder, "gamble", "hero=ben")[1].partition("\n")[0] for _ in range(8)]

    assert faces("one", "7") == faces("two", "7") != faces("three", "8")


def test_what_is_no_campaign_is_told(fireteam, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "no campaign named 'x'" in fireteam("campaign", "show", "x")[2]
    assert "no game named 'chess'" in fireteam("campaign", "new", "chess", "Winter")[2]
    (tmp_path / "empty").mkdir()
    for words in (("show", "empty"), ("import", "empty"), ("import", "nowhere")):
        code, out, err = fireteam("campaign", *words)
        assert (code, out) == (1, "") and len(err.splitlines()) == 1
    assert fireteam("campaign", "new", "toy", "Winter", "-o", str(tmp_path))[2].endswith("that is new or empty\n")
    assert fireteam("campaign", "list") == (0, "", "no campaigns\n")


@pytest.mark.parametrize("campaign", ["folder"], indirect=True)
def test_an_entry_that_is_kept_is_told_so_though_its_files_cannot_follow(campaign, monkeypatch):
    def full(*_):
        raise WriteFailed("winter cannot be written: No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("fireteam.campaign.folder.write_folder", full)
        code, out, err = campaign("do", "earn", "hero=ben", "gold=1")
    assert code == 0 and out.startswith("ben earns 1") and "readable files follow" in err
    assert campaign("show")[1].splitlines()[-1].startswith("  gold:") and campaign("log")[1].count("ben earns 1") == 1
