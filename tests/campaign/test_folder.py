"""Campaigns as folders: readable files with their journal, edited by hand, carried elsewhere, never half written."""

from __future__ import annotations

import os
import shutil
from itertools import count
from pathlib import Path

import msgspec
import pytest

from fireteam.campaign.campaign import Campaign, begin
from fireteam.campaign.exchange import JOURNAL, join, read_files, write_files
from fireteam.campaign.folder import STALE, FolderJournal, all_files_in, make_folder, open_folder
from fireteam.campaign.journal import Journal
from fireteam.campaign.state_files import json_files, plain_files, read_state
from fireteam.content.problems import BadContent
from fireteam.core.errors import BadFile, Conflict, OutOfTime, WriteFailed
from fireteam.core.protocol.campaign import Actor
from fireteam.core.time_limit import time_limit
from tests.campaign.toy import TOY, Earn, Join, Note, Spend, Wait, Whisper, change_rules

ANNA = Actor("anna")
OLD = Path(__file__).parent / "old"
ODD = "\0\t\x7f\x85\x9f \u2028\u2029\ufeff\ufffe\U0001f600 \\u2028 \"'/"
TEXT = "off with: 'it'\n\n  on\u2028 # no\ttrue \n"


@pytest.fixture
def campaign() -> Campaign:
    """One with a hero and odd notes."""
    made = Campaign(Journal(begin("toy", "Winter: a tale", ANNA)))
    for command in (Join("ben", "bob"), Join("010"), Note("ben", TEXT), Note("010", "true"), Earn("ben", 7), Wait(30)):
        made.do(command, ANNA)
    made.undo(5, ANNA)
    return made


@pytest.fixture
def folder(campaign: Campaign, tmp_path: Path) -> Path:
    """The same in a folder."""
    make_folder(tmp_path / "winter", campaign.head, campaign.timeline.entries)
    return tmp_path / "winter"


def test_unaltered_files_bring_the_whole_journal_along(campaign):
    arrived = read_files(write_files(campaign), ANNA)
    assert arrived.edit is None and arrived.campaign.head == campaign.head
    assert arrived.campaign.timeline.entries == campaign.timeline.entries
    assert arrived.campaign.state == campaign.state and arrived.campaign.state.heroes["ben"].notes == TEXT


def test_files_can_be_read_by_people(campaign):
    files = write_files(campaign)
    assert files["campaign.yaml"].decode() == "format: 1\ngame: toy\nname: 'Winter: a tale'\npacks: []\nday: 30\n"
    assert sorted(files) == ["campaign.yaml", "heroes/010.yaml", "heroes/ben.yaml", JOURNAL]


def test_other_words_for_the_same_are_no_edit(campaign):
    files = write_files(campaign)
    files["campaign.yaml"] = b"# mine\nday: 30\npacks: []\ngame: toy\nformat: 1\nname: 'Winter: a tale'\n"
    assert read_files(files, ANNA).edit is None


def test_edited_files_are_an_entry_with_its_difference_that_can_be_undone(campaign):
    files = write_files(campaign)
    files["heroes/ben.yaml"] = files["heroes/ben.yaml"].replace(b"gold: 0", b"gold: 12 # found")
    del files["heroes/010.yaml"]
    arrived = read_files(files, ANNA)
    assert arrived.edit is not None and arrived.edit.word == arrived.edit.reason == "imported by hand"
    assert [str(each) for each in arrived.edit.differences] == [
        'heroes/010.yaml: all: {gold: 0, owner: "", notes: "true", secret: ""} -> nothing',
        "heroes/ben.yaml: gold: 0 -> 12",
    ]
    assert arrived.campaign.state.heroes["ben"].gold == 12 and len(arrived.campaign.state.heroes) == 1
    arrived.campaign.undo(arrived.edit.number, ANNA)
    assert arrived.campaign.state == campaign.state


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("heroes/ben.yaml", b"gold: much", r"winter/heroes/ben\.yaml:1:7: E_TOY gold must be a number"),
        ("heroes/ben.yaml", b"gold: 1\ngold: 2", r"winter/heroes/ben\.yaml:2:"),
        ("heroes/ben.yaml", b"gold: [1", r"winter/heroes/ben\.yaml:"),
        ("heroes/ben.yaml", b"\xff", r"winter/heroes/ben\.yaml:1:1: .*UTF-8"),
        ("campaign.yaml", b"- 1", r"winter/campaign\.yaml:1:1: .*mapping"),
        ("campaign.yaml", b"game: toy\nformat: 99", r"winter/campaign\.yaml:2:9: .*newer Fireteam"),
        ("campaign.yaml", b"game: toy\nformat: no", r"winter/campaign\.yaml:2:9: .*format must be a number"),
        ("campaign.yaml", b"format: 1\ngame: ttt", r"winter/campaign\.yaml:2:7: .*of the game toy"),
    ],
)
def test_nonsense_is_told_with_file_and_line(campaign, path, text, words):
    with pytest.raises(BadContent, match=words):
        read_files({**write_files(campaign), path: text}, ANNA, "winter")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'{"format":1', b'{"format":7', r"winter/journal\.jsonl:1: .*newer Fireteam"),
        (b'{"format":1', b"{", r"winter/journal\.jsonl:1: is no head"),
        (b'{"number":3', b'{"number":', r"winter/journal\.jsonl:4: is no entry"),
        (b'{"number":3', b'{"number":4', r"winter/journal\.jsonl:4: entry 3 is missing"),
        (b'"earn"', b'"steal"', r"entry 5 \(steal\) is refused"),
    ],
)
def test_a_journal_that_was_edited_is_told_with_file_and_line(campaign, old, new, words):
    files = write_files(campaign)
    with pytest.raises(BadFile, match=words):
        read_files({**files, JOURNAL: files[JOURNAL].replace(old, new)}, ANNA, "winter")


def test_files_without_a_journal_begin_a_campaign(campaign):
    files = write_files(campaign)
    del files[JOURNAL]
    arrived = read_files(files, ANNA, "winter")
    assert arrived.campaign.state == campaign.state and arrived.campaign.number == 1
    assert arrived.campaign.head.name == "Winter: a tale"
    with pytest.raises(BadContent, match=r"has no campaign\.yaml"):
        read_files({}, ANNA)
    with pytest.raises(BadFile, match=r"campaign\.yaml:1: no game"):
        read_files({"campaign.yaml": b"format: 1"}, ANNA)


def test_a_copy_that_went_on_is_joined_and_one_that_went_elsewhere_is_not(campaign):
    copy = read_files(write_files(campaign), ANNA).campaign
    assert join(campaign, copy) == 0
    copy.do(Earn("ben", 3), ANNA)
    assert join(campaign, copy) == 1 and campaign.state == copy.state
    campaign.do(Wait(1), ANNA)
    with pytest.raises(Conflict, match="older than the campaign, which has entry 9 besides"):
        join(campaign, copy)
    copy.do(Wait(2), ANNA)
    with pytest.raises(Conflict, match="different ways since entry 9"):
        join(campaign, copy)
    with pytest.raises(Conflict, match="another campaign"):
        join(campaign, Campaign(Journal(begin("toy", "Winter", ANNA))))


def test_a_folder_keeps_a_campaign_and_its_files_follow(folder, campaign):
    with open_folder(folder) as opened:
        assert opened.state == campaign.state
        opened.do(Join("eve"), ANNA)
        opened.do(Whisper("eve", "one\ntwo"), ANNA)
    assert "secret: |-\n  one\n  two" in (folder / "heroes/eve.yaml").read_text()
    with open_folder(folder) as opened:
        opened.undo(9, ANNA)
        opened.undo(8, ANNA)
    assert not (folder / "heroes/eve.yaml").exists() and not (folder / STALE).exists()
    assert read_files(all_files_in(folder), ANNA).edit is None


def test_one_process_at_a_time_writes_a_folder(folder):
    with open_folder(folder), pytest.raises(BadFile, match="is open in another run"):
        FolderJournal(folder)
    FolderJournal(folder).leave()


def test_a_line_cut_short_was_never_acknowledged(folder, campaign):
    whole = (folder / JOURNAL).read_bytes()
    (folder / JOURNAL).write_bytes(whole + b'{"number":8,"at":1')
    with open_folder(folder) as opened:
        assert opened.state == campaign.state
        opened.do(Wait(), ANNA)
    assert (folder / JOURNAL).read_bytes().startswith(whole) and len((folder / JOURNAL).read_bytes().splitlines()) == 9


def test_files_older_than_the_journal_follow_it_and_are_no_edit(folder):
    shutil.copytree(folder, folder.with_name("copy"))
    with open_folder(folder) as opened:
        opened.do(Earn("ben", 3), ANNA)
    for path in folder.rglob("*.yaml"):  # as if the process had ended after its journal's line
        shutil.copy(folder.with_name("copy") / path.relative_to(folder), path)
    (folder / STALE).touch()
    with open_folder(folder) as opened:
        assert opened.state.heroes["ben"].gold == 3
    assert "gold: 3" in (folder / "heroes/ben.yaml").read_text() and not (folder / STALE).exists()


def test_edited_files_are_never_written_over(folder):
    path = folder / "heroes/ben.yaml"
    path.write_text(path.read_text().replace("gold: 0", "gold: 9"))
    with pytest.raises(BadFile, match="its files were edited"), open_folder(folder):
        pass
    with open_folder(folder, edited=True) as opened:
        opened.take_files(
            {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*.yaml")}, ANNA
        )
    with open_folder(folder) as opened:
        assert opened.state.heroes["ben"].gold == 9
    for each in folder.rglob("*.yaml"):
        each.unlink()
    with open_folder(folder) as opened:
        assert opened.state.heroes["ben"].gold == 9
    assert "gold: 9" in path.read_text()


def test_what_no_file_can_hold_is_refused_and_changes_nothing(folder):
    with open_folder(folder) as opened:
        before = opened.state
        with pytest.raises(WriteFailed, match=r"heroes/ben\.yaml"):
            opened.do(Note("ben", "x" * 2**20), ANNA)
        assert opened.state is before and opened.number == 7
    with open_folder(folder) as opened:
        assert opened.state == before


def test_whatever_a_text_holds_comes_back(folder):
    with open_folder(folder) as opened:
        opened.do(Note("ben", ODD), ANNA)
        opened.do(Whisper("ben", f"{ODD}\n{ODD}"), ANNA)
    arrived = read_files(all_files_in(folder), ANNA)
    assert arrived.edit is None and arrived.campaign.state.heroes["ben"].notes == ODD
    kept = {path: text.encode() for path, text in json_files("toy", plain_files(TOY, arrived.campaign.state)).items()}
    assert read_state(TOY, kept) == arrived.campaign.state


def test_a_folder_that_holds_something_is_left_alone(folder, campaign, tmp_path):
    with pytest.raises(WriteFailed, match="holds something already"):
        make_folder(folder, campaign.head, [])
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteFailed, match="cannot be written"):
        make_folder(tmp_path / "file", campaign.head, [])
    with pytest.raises(BadFile, match="no such file"), open_folder(tmp_path / "nowhere"):
        pass
    with pytest.raises(BadFile, match="holds no campaign"):
        all_files_in(tmp_path / "nowhere")


def test_what_cannot_be_written_to_disk_does_not_count(folder, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    with open_folder(folder) as opened:
        before = (folder / JOURNAL).read_bytes()
        with monkeypatch.context() as broken:
            broken.setattr("os.fsync", fail)
            with pytest.raises(BadFile, match="No space left"):
                opened.do(Wait(), ANNA)
        assert opened.state.day == 30 and (folder / JOURNAL).read_bytes() == before
        opened.do(Wait(), ANNA)
        assert opened.state.day == 31


def full(*_):
    raise OSError(28, "No space left on device")


def test_files_that_cannot_follow_are_told_and_the_entry_is_kept(folder, monkeypatch):
    told = []
    with monkeypatch.context() as broken, open_folder(folder, note=told.append) as opened:
        opened.do(Earn("ben", 3), ANNA)
        broken.setattr("fireteam.campaign.folder.write_file", full)
    assert len(told) == 1 and told[0].startswith("the journal has everything; the readable files follow")
    assert (folder / STALE).exists()
    with open_folder(folder, note=told.append) as opened:
        assert opened.number == 8 and opened.state.heroes["ben"].gold == 3
    assert len(told) == 1 and "gold: 3" in (folder / "heroes/ben.yaml").read_text() and not (folder / STALE).exists()


def test_an_entry_that_is_refused_leaves_files_that_may_be_edited(folder, monkeypatch):
    with monkeypatch.context() as broken, pytest.raises(BadFile), open_folder(folder) as opened:
        broken.setattr("os.write", full)
        opened.do(Wait(), ANNA)
    assert not (folder / STALE).exists()


@pytest.mark.parametrize("step", ["fsync", "write", "replace", "link", "mkdir"])
def test_a_folder_that_cannot_be_made_leaves_nothing_and_can_be_made_later(campaign, tmp_path, monkeypatch, step):
    real = getattr(os, step)
    for last in count():
        calls = count()

        def fail(*words, calls=calls, last=last, **more):
            return full() if next(calls) >= last else real(*words, **more)

        with monkeypatch.context() as broken:
            broken.setattr(os, step, fail)
            try:
                make_folder(tmp_path / "deep" / "winter", campaign.head, campaign.timeline.entries)
                break
            except WriteFailed as refused:
                assert "No space left" in str(refused)
        assert list(tmp_path.iterdir()) == []
    with open_folder(tmp_path / "deep" / "winter") as opened:
        assert opened.state == campaign.state


def test_a_folder_whose_making_was_cut_short_can_be_made_again_and_nothing_of_anybody_goes(campaign, tmp_path):
    folder = tmp_path / "winter"
    folder.mkdir()
    (folder / STALE).touch()
    (folder / ".fireteam-0123456789abcdef.part").write_text("half")
    make_folder(folder, campaign.head, [])
    assert sorted(path.name for path in folder.iterdir()) == ["campaign.yaml", JOURNAL]
    for name in ("mine.txt", ".mine"):
        other = tmp_path / f"other{name}"
        other.mkdir()
        (other / STALE).touch()
        (other / name).write_text("mine")
        with pytest.raises(WriteFailed, match="holds something already"):
            make_folder(other, campaign.head, [])
        assert (other / name).read_text() == "mine"


def test_a_line_that_lacks_a_sector_was_never_acknowledged(folder, campaign):
    whole = (folder / JOURNAL).read_bytes()
    lost = 512 - len(whole) % 512
    (folder / JOURNAL).write_bytes(whole + bytes(lost) + b'a week","command":null}\n')
    with open_folder(folder) as opened:
        assert opened.state == campaign.state
        opened.do(Wait(), ANNA)
    assert (folder / JOURNAL).read_bytes().startswith(whole) and len((folder / JOURNAL).read_bytes().splitlines()) == 9
    (folder / JOURNAL).write_bytes(whole.replace(b'"number":3', b'"number\0:3') + whole.splitlines(True)[-1])
    with pytest.raises(BadFile, match=r"journal\.jsonl:4: is no entry"), open_folder(folder):
        pass


@pytest.mark.parametrize("old", sorted(OLD.iterdir()) if OLD.exists() else [], ids=lambda path: path.name)
def test_campaigns_of_older_forms_are_read_and_go_on(old, tmp_path):
    shutil.copytree(old, tmp_path / "old")
    with open_folder(tmp_path / "old") as opened:
        assert opened.state.day == 30 and opened.state.heroes["ben"].notes == TEXT
        assert opened.state.heroes["ben"].gold == 0 and opened.number == 7
        opened.undo(7, ANNA)
        assert opened.state.heroes["ben"].gold == 7
        opened.do(Spend("ben", 7), ANNA)
    assert read_files(all_files_in(tmp_path / "old"), ANNA).edit is None


def journal_of(*entries: dict[str, object], **head: object) -> dict[str, bytes]:
    """The files of a campaign that somebody put together."""
    first = {"format": 1, "campaign": "w1", "game": "toy", "name": "Winter", "by": "anna", **head}
    lines = [first, *({"number": n, "at": 1, "by": "anna", **entry} for n, entry in enumerate(entries, 1))]
    main = b"format: 1\ngame: toy\nname: Winter\npacks: []\nday: 0\n"
    return {JOURNAL: b"".join(msgspec.json.encode(line) + b"\n" for line in lines), "campaign.yaml": main}


WAIT = {"command": {"command": "wait"}, "rules": 7}


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([{"undoes": 1, "rules": 7}], r"entry 1 \(undo 1\) is refused: there is no entry 1 to undo"),
        ([WAIT, {"undoes": 5, "rules": 7}], r"entry 2 \(undo 5\) is refused: there is no entry 5"),
        ([WAIT, {"undoes": 1}, {"undoes": 1}], r"entry 3 \(undo 1\) is refused: entry 1 is undone already"),
        ([{"rules": 7}], "entry 1 must be one of a command, files, or an undoing"),
        ([{**WAIT, "undoes": 1}], "entry 1 must be one of"),
        ([{**WAIT, "by": "x" * 1001}], "length <= 1000"),
        ([{**WAIT, "reason": "a\x1b[2J"}], "the reason of entry 1 holds characters that do not print"),
        ([{**WAIT, "at": 1e300}], "<= 100000000000"),
    ],
)
def test_what_no_rules_ever_wrote_is_no_journal_whichever_it_names(entries, sentence):
    """Other rules may have taken other commands; none took these."""
    with pytest.raises(BadFile, match=sentence):
        read_files(journal_of(*entries), ANNA)
    files = journal_of(*entries, {"files": {"campaign.yaml": "format: 1\ngame: toy\nname: x\nday: 0\n"}})
    with pytest.raises(BadFile, match=sentence):
        read_files(files, ANNA)


@pytest.mark.parametrize("id", ["", "../../x", "a b", "a/b", "x" * 65, "\u00e9", "w1\n"])
def test_a_campaign_arrives_under_an_id_that_an_address_can_name(id):
    with pytest.raises(BadFile, match="is no id of a campaign; it must be 1 to 64 letters, digits, _ and -"):
        read_files(journal_of(WAIT, campaign=id), ANNA)


def test_other_rules_are_told_from_nonsense(monkeypatch):
    """A command that these rules refuse and others took: the campaign is what its files say."""
    files = journal_of({"command": {"command": "earn", "hero": "ben", "gold": 3}, "rules": 7})
    arrived = read_files(files, ANNA)
    assert [line.reason for line in arrived.campaign.log(ANNA)][-1].startswith("the rules have changed")


def test_an_archive_is_read_within_its_time():
    for files in (journal_of(*[WAIT] * 3), {"campaign.yaml": journal_of()["campaign.yaml"]}):
        with pytest.raises(OutOfTime), time_limit(0, lambda: 0.0, "too long"):
            read_files(files, ANNA)
    hours = iter(range(10_000))
    with pytest.raises(OutOfTime), time_limit(100, hours.__next__, "too long"):
        read_files(journal_of(*[WAIT] * 1000), ANNA)
    assert next(hours) < 120


def test_a_folder_that_other_rules_make_something_else_of_stays_as_it_was_and_edits_are_still_told(folder, monkeypatch):
    with open_folder(folder) as campaign:
        campaign.do(Earn("ben", 5), ANNA)
        before = campaign.state
    change_rules(monkeypatch, 9, version=2)
    with open_folder(folder) as campaign:
        assert campaign.state == before
        assert campaign.timeline.entries[-1].reason.startswith("the rules have changed")
    with open_folder(folder) as campaign:
        assert campaign.number == 9
    path = folder / "heroes" / "ben.yaml"
    path.write_text(path.read_text().replace("gold: 5", "gold: 50"))
    with pytest.raises(BadFile, match="its files were edited"), open_folder(folder):
        pass
