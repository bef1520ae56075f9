"""Match files: written as it happens, gone on with after a kill, replayed, verified, forked."""

from __future__ import annotations

import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from fireteam import bots
from fireteam.core.engine.state_hash import SHA_256, hash_of
from fireteam.core.errors import BadFile, Forbidden
from fireteam.core.protocol.choices import decode
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.format import HASH_LENGTH, body_of, chain_hash, start_of_chain
from fireteam.match.file.journal import read_side_file, secret_path
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import fork, replay, resume, save, verify
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from tests.heavy.settings import many
from tests.match.consenting import answer_last
from tests.processes import ROOT

RED, BLUE, JUDGE = Seat("red", 1, "random"), Seat("blue", 2, "random"), Seat("the judge", referee=True)
TTT = find_game("ttt")
DUEL = "@2 - move 1 1 1 rifleman@e5+1,guard@a1+1 rifleman@e7,guard@i9 -"
VERIFIER = ROOT / "web" / "verify" / "verify.mjs"
NODE = shutil.which("node")
FLIPS = many(100, 300)  # bytes, each flipped in a file of its own


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.match"


def duel(path: Path) -> Match:
    setting, states = TTT.read_position(DUEL)
    match = Match(setting, (RED, BLUE, JUDGE), secret_of_seed(1), states)
    save(match, path)
    return match


def bunker(path: Path, seed: int = 1) -> Match:
    match = Match(TTT.make_setting("besiege_the_bunker"), (RED, BLUE, JUDGE), secret_of_seed(seed))
    save(match, path)
    return match


def play(match: Match, choices: int = 100_000) -> None:
    """Random play for so many choices, or to the end."""
    while not match.is_over and choices:
        slot, choices = match.slots_to_act()[0], choices - 1
        seat = match.seat_of(slot)
        assert seat is not None
        view = match.view(seat.name)
        record = bots.find_bot("random").choose(match.setting, view, slot, match.key_for_bot(slot))
        match.act(seat.name, decode(record[0], TTT.verbs, TTT.names(match.setting, view)), slot)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with an undo, a redo and a rewind, played to its end."""
    path = tmp_path_factory.mktemp("ended") / "ended.match"
    match = duel(path)
    match.act("red", "end_move")
    match.act("red", "attack 1.rifleman.1 2.rifleman.1")
    match.undo("red")
    answer_last(match, "blue", True)
    match.redo("red")
    match.rewind("the judge", 1, 'a dog | a "cat" ; and dice')
    play(match)
    match.reveal_secret()
    return path


def resume_match(path: Path) -> Match:
    return resume(read_match_file(path))


def snapshot_of(match: Match) -> tuple[object, ...]:
    known = [(replace(record, events=()), record.events) for record in match.records]
    return match.state.tobytes(), match.mailbox.all(), known, match.commitment, tuple(match.seats.values())


# Writing and reading


def test_a_match_that_was_begun_with_sha_256_goes_on_so(path, tmp_path):
    setting = TTT.make_setting("besiege_the_bunker")._replace(hash_version=SHA_256)
    save(match := Match(setting, (RED, BLUE, JUDGE), secret_of_seed(1)), path)
    play(match, 10)
    match.leave()
    again = resume_match(path)
    play(again, 10)
    again.leave()
    assert (
        path.read_text(encoding="utf-8").startswith("fireteam match 1\n") and verify(read_match_file(path)).events == 21
    )
    assert again.records[-1].state_hash == hash_of(again.state, SHA_256) != hash_of(again.state)
    other = fork(replay(read_match_file(path)), 15, tmp_path / "fork.match", (RED, BLUE, JUDGE), secret_of_seed(2), ())
    play(other, 5)
    assert verify(read_match_file(tmp_path / "fork.match")).events == 21


def test_a_file_tells_who_played_what_and_every_event(ended):
    lines = ended.read_text(encoding="utf-8").splitlines()
    assert lines[:4] == ["fireteam match 2", "game: ttt", "rules: 1", "fireteam: 0.1.0"]
    assert any(line.startswith("begins: @2 - ") for line in lines)
    assert 'seat: "the judge" holds none by "person" referee' in lines
    assert re.search(r"^2 choice \| red: attack 1.rifleman.1 2.rifleman.1 \| d6=\d \| [0-9a-f]{16} \| ", lines[14])
    assert " | of 1 by red | " in lines[15] and " | of 2 by red, red: attack " in lines[16]
    assert r'by "the judge" for "a dog \u007c a \"cat\" ; and dice"' in lines[17]
    assert lines[-1].startswith(f"secret | {secret_of_seed(1).value.hex()} | ")


def test_what_is_read_is_what_was_written(ended, path):
    match = duel(path)
    play(match, 30)
    records = [replace(record, events=(), state_hash=record.state_hash[:HASH_LENGTH]) for record in match.records]
    assert list(read_match_file(path).records) == records
    assert (
        read_match_file(path).head.seats == (RED, BLUE, JUDGE)
        and read_match_file(path).end is None
        and read_match_file(ended).end is not None
    )


def test_a_file_that_is_there_is_never_written_over(ended):
    before = ended.read_bytes()
    with pytest.raises(BadFile, match="is there already: go on with `fireteam match resume"):
        duel(ended)
    assert ended.read_bytes() == before


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BadFile, match="cannot be written: No such file or directory"):
        duel(tmp_path / "nowhere" / "x.match")


def test_options_and_packs_stand_in_the_head(path):
    match = Match(TTT.make_setting("hold_the_hill", {"force": "preset"}), (RED, BLUE), secret_of_seed(1))
    save(match, path)
    assert read_match_file(path).head.options["force"] == "preset"
    match.leave()
    assert snapshot_of(resume_match(path)) == snapshot_of(match)


# Going on


@pytest.mark.parametrize("choices", [0, 40])
def test_a_match_goes_on_as_if_it_had_never_stopped(path, tmp_path, choices):
    stopped, whole = bunker(path), bunker(tmp_path / "whole.match")
    play(stopped, choices)
    play(whole)
    stopped.leave()
    resumed = resume_match(path)
    assert snapshot_of(resumed) == snapshot_of(stopped)
    play(resumed)
    assert snapshot_of(resumed) == snapshot_of(whole)


def test_undo_redo_and_rewind_go_on_too(path):
    match = duel(path)
    match.act("red", "end_move")
    match.act("red", "attack 1.rifleman.1 2.rifleman.1")
    match.rewind("the judge", 0, "for the sake of it")
    match.leave()
    resumed = resume_match(path)
    with pytest.raises(Forbidden, match="the judge took it back"):
        resumed.redo("red")
    resumed.redo("the judge")
    resumed.leave()
    once_more = resume_match(path)
    assert [record.kind for record in once_more.records] == ["opening", "choice", "choice", "rewind", "redo", "redo"]
    assert snapshot_of(once_more) == snapshot_of(resumed)


def test_a_sealed_choice_waits_beside_the_file_and_nowhere_in_it(path):
    setting = TTT.make_setting("capture_the_crossing", {"force_pick": "secret"})
    match = Match(setting, (Seat("red", 1), Seat("blue", 2)), secret_of_seed(1))
    save(match, path)
    slot = match.slots_to_act()[0]
    before = path.read_bytes()
    pick = "pick recon,rifleman,rifleman,m_gunner,sniper,shot_gun"
    match.act(match.seat_of(slot).name, pick)
    assert path.read_bytes() == before
    match.leave()
    resumed = resume_match(path)
    assert resumed.mailbox.slots == 1 << slot and snapshot_of(resumed) == snapshot_of(match)
    resumed.act(resumed.seat_of(1 - slot).name, pick)
    resumed.leave()
    assert resume_match(path).mailbox.slots == 0


def test_a_sealed_choice_that_was_half_written_is_not_there(path):
    match = bunker(path)
    beside = secret_path(path)
    beside.write_text(beside.read_text() + f"sealed {match.next_number} 0 pick rec")
    assert read_side_file(path).sealed == {}
    match.leave()
    resumed = resume_match(path)
    resumed.ledger.journal.seal(resumed.next_number, 1, "pick guard")
    assert read_side_file(path).sealed == {1: (resumed.next_number, "pick guard")}
    resumed.ledger.journal.unseal(resumed.next_number, 1)
    assert read_side_file(path).sealed == {}


def test_the_secret_is_the_owners_alone_and_goes_at_the_end(path):
    match = duel(path)
    assert secret_path(path).stat().st_mode & 0o077 == 0
    assert secret_of_seed(1).value.hex() not in path.read_text()
    play(match)
    match.reveal_secret()
    match.reveal_secret()
    assert not secret_path(path).exists() and path.read_text().count(secret_of_seed(1).value.hex()) == 1


def test_without_its_secret_nobody_goes_on(path):
    duel(path).leave()
    secret_path(path).unlink()
    with pytest.raises(BadFile, match="is missing, and with it the secret of the dice"):
        resume_match(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not as Fireteam wrote it"),
        ("fireteam secret 1\nsecret: zz\npacks: []\n", "is not as Fireteam wrote it"),
        (f"fireteam secret 1\nsecret: {'00' * 32}\npacks: []\n", "is not the secret of this match"),
    ],
)
def test_a_secret_that_is_none_is_told(path, text, why):
    duel(path).leave()
    secret_path(path).write_text(text)
    with pytest.raises(BadFile, match=why):
        resume_match(path)


def test_two_do_not_write_one_match(path):
    match = duel(path)
    with pytest.raises(BadFile, match="is open in another run of Fireteam"):
        resume_match(path)
    match.leave()
    found = read_match_file(path)
    play(resume_match(path), 1)
    with pytest.raises(BadFile, match=r"open in another run|has changed since it was read"):
        resume(found)


def test_who_finds_a_match_taken_keeps_nothing_open(path, monkeypatch):
    match, opened, opens = duel(path), [], os.open

    def counted(*words):
        opened.append(opens(*words))
        return opened[-1]

    monkeypatch.setattr("fireteam.match.file.journal.os.open", counted)
    with pytest.raises(BadFile, match="is open in another run"):
        resume_match(path)
    for file in opened:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(file)
    assert opened
    match.leave()


def test_an_ended_match_is_not_gone_on_with(ended):
    with pytest.raises(BadFile, match="this match has ended; see it with `fireteam replay show"):
        resume_match(ended)


@pytest.mark.parametrize("cut", [1, 30, 90, 95])
def test_an_end_that_was_cut_short_is_written_anew(ended, path, cut):
    whole = ended.read_bytes()
    lines = whole.splitlines(keepends=True)
    tail = b"".join(lines[-2:])
    path.write_bytes(whole[: -len(tail)] + tail[: min(cut, len(tail) - 1)])
    secret_path(path).write_text(f"fireteam secret 1\nsecret: {secret_of_seed(1).value.hex()}\npacks: []\n")
    match = resume_match(path)
    assert match.is_over
    match.reveal_secret()
    assert path.read_bytes() == whole


def test_what_was_cut_short_goes_and_all_else_stays(path):
    match = bunker(path)
    play(match, 20)
    match.leave()
    whole, saved = path.read_bytes(), snapshot_of(match)
    last = whole.splitlines(keepends=True)[-1]
    for cut in range(1, len(last), 9):
        path.write_bytes(whole[:-cut])
        resumed = resume_match(path)
        assert resumed.next_number == match.next_number - 1
        assert path.read_bytes() == whole[: -len(last)]
        resumed.leave()
    path.write_bytes(whole)
    assert snapshot_of(resume_match(path)) == saved


@pytest.mark.parametrize("step", ["write", "fsync", "link"])
def test_a_match_that_cannot_begin_leaves_nothing_and_can_begin_later(path, monkeypatch, step):
    real, match = getattr(os, step), bunker(path)
    match.leave()
    path.unlink()  # what stood beside it stays, as after a beginning that was cut short
    for last in count():
        calls = count()

        def fail(*words, calls=calls, last=last):
            if next(calls) >= last:
                raise OSError(28, "No space left on device")
            return real(*words)

        with monkeypatch.context() as broken:
            broken.setattr(os, step, fail)
            try:
                match = bunker(path)
                break
            except BadFile as refused:
                assert "No space left on device" in str(refused)
        assert list(path.parent.iterdir()) == []
    match.leave()
    assert last and snapshot_of(resume_match(path)) == snapshot_of(match)


def test_a_line_that_lacks_a_sector_was_cut_short(path):
    match = bunker(path)
    play(match, 20)
    match.leave()
    whole, saved = path.read_bytes(), snapshot_of(match)
    for rest in (b"of the line | 0123456789abcdef\n", b"of it\nand another\n", b""):
        path.write_bytes(whole + bytes(512 - len(whole) % 512) + rest)
        assert read_match_file(path).is_torn
        resumed = resume_match(path)
        assert snapshot_of(resumed) == saved and path.read_bytes() == whole
        resumed.leave()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-1], b"\0", lines[-1]]).replace(b"d6=", b"d\0=", 1))
    with pytest.raises(BadFile, match="the file was edited"):
        read_match_file(path)


def test_a_line_beside_the_match_that_lacks_a_sector_is_not_there(path):
    match = bunker(path)
    match.leave()
    beside = secret_path(path)
    whole = beside.read_bytes()
    beside.write_bytes(whole + bytes(512 - len(whole) % 512) + b"0 pick recon\n")
    resumed = resume_match(path)
    resumed.ledger.journal.seal(resumed.next_number, 1, "pick guard")
    assert beside.read_bytes() == whole + f"sealed {resumed.next_number} 1 pick guard\n".encode()


def test_a_full_disk_leaves_match_and_file_as_they_were(path):
    match = bunker(path)
    play(match, 5)
    before, stood = path.read_bytes(), snapshot_of(match)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    kept = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, hard))
    try:
        with pytest.raises(BadFile, match="cannot be written: File too large"):
            play(match, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, kept)
    assert path.read_bytes() == before and snapshot_of(match) == stood
    play(match, 3)
    match.leave()
    assert snapshot_of(resume_match(path)) == snapshot_of(match)


def test_what_is_accepted_is_on_the_disk_before_anybody_hears_of_it(path, monkeypatch):
    """A kill does not show it, a power cut does: every file that was written to is synced before the call returns."""
    dirty: set[int] = set()
    written: set[int] = set()
    write, sync = os.write, os.fsync

    def writes(file: int, data: bytes) -> int:
        dirty.add(os.fstat(file).st_ino)
        written.add(os.fstat(file).st_ino)
        return write(file, data)

    def syncs(file: int) -> None:
        sync(file)
        dirty.discard(os.fstat(file).st_ino)

    monkeypatch.setattr("fireteam.match.file.journal.os.write", writes)
    monkeypatch.setattr("fireteam.match.file.journal.os.fsync", syncs)
    match = duel(path)
    public, beside = path.stat().st_ino, secret_path(path).stat().st_ino
    assert written == {public, beside} and dirty == set()
    for deed, file in (
        (lambda: match.plan("blue", ("end_move",)), beside),
        (lambda: match.act("red", "end_move"), public),
        (lambda: (play(match), match.reveal_secret()), public),
    ):
        written.clear()
        deed()
        assert file in written and dirty == set()


def test_a_kill_at_any_moment_loses_nothing_accepted(path):
    """Every line that a killed process had written is there, sound, and the match plays on to its end."""
    program = "from fireteam.cli import main; main()"
    words = ["play", "ttt", "--red", "random", "--blue", "random", "--seed", "3", "-o", str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "FIRETEAM_JIT": "0"}
    kill_at = random.Random(7)
    for attempt in range(4):
        command = words if attempt == 0 else ["match", "resume", str(path)]
        process = subprocess.Popen([sys.executable, "-c", program, *command], env=environment, stdout=subprocess.PIPE)
        sizes = lines_of(path)
        while process.poll() is None and lines_of(path) < sizes + kill_at.randint(3, 12):
            time.sleep(0.002)
        process.kill()
        process.communicate()
        if read_match_file(path).secret is not None:
            break
        assert len(read_match_file(path).records) >= sizes - 12
    if read_match_file(path).secret is None:
        done = subprocess.run(
            [sys.executable, "-c", program, "match", "resume", str(path)], env=environment, capture_output=True
        )
        assert done.returncode == 0, done.stderr
    assert verify(read_match_file(path)).ended
    whole = path.with_name("whole.match")
    subprocess.run([sys.executable, "-c", program, *words[:-1], str(whole)], env=environment, capture_output=True)
    assert path.read_bytes() == whole.read_bytes(), "it went as it would have gone without the kills"


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


# Verifying


def test_a_true_match_is_verified(ended):
    true = verify(read_match_file(ended))
    assert (
        true.ended
        and true.typed == 0
        and true.dice == sum(len(record.faces) for record in read_match_file(ended).records) > 2
    )


def forge(path: Path, change: dict[str, str]) -> Path:
    """The file with words of some lines changed and every chained hash made to fit: by somebody who knows how."""
    *head, rest = path.read_text(encoding="utf-8").partition("\n\n")
    start = "".join(head)
    for old, new in change.items():
        start = start.replace(old, new)
    chain, text = start_of_chain(start), start
    for line in rest.splitlines():
        body = line.rpartition(" | ")[0]
        for old, new in change.items():
            body = body.replace(old, new)
        chain = chain_hash(chain, body)
        text += f"{body} | {chain[:HASH_LENGTH]}\n"
    path = path.with_name("forged.match")
    path.write_text(text, encoding="utf-8")
    return path


def forgeries(path: Path) -> Iterator[tuple[dict[str, str], str]]:
    found = read_match_file(path)
    attack = [record for record in found.records if record.faces][2]
    line, face = body_of(attack, ("red", "blue")), attack.faces[0]
    yield (
        {line: line.replace(f"d6={face}", f"d6={face % 6 + 1}")},
        "another state|not the faces|other dice|another event",
    )
    yield {line: line.replace(" | d6=", " | typed d6=")}, ""
    yield {line: line.replace(f"d6={face}", "d6=7")}, "d6"
    yield {line: line.replace(f"d6={face}", f"d6={face} d6=1")}, "too many"
    yield {line: line.replace(f"d6={face}", "")}, "needs a d6"
    yield {line: line.replace("d6=", "d8=")}, "other dice"
    yield {"red: end_move": "blue: end_move"}, "is not the choice of those who owe one"
    yield {"red: end_move": "red: end_turn"}, "event 1: "
    yield {"red: end_move": "red: fly"}, "no action 'fly'"
    yield {"red: end_move": "red: resign"}, "is not the choice|free act|another"
    yield {"1 choice | red: end_move": "1 free | red: end_move"}, "is no free act"
    yield {" undo | of 1 by red": " undo | of 7 by red"}, "event 7 does not stand"
    yield {" undo | of 1 by red": " undo | of 0 by red"}, "another state"
    yield {" redo | of 2 by red": " redo | of 1 by red"}, "another event|dice"
    yield {attack.state_hash[:HASH_LENGTH]: "0" * HASH_LENGTH}, "comes? to another state"
    yield {"rules: 1": "rules: 99"}, "was played by version 99 of the rules of ttt"
    yield {"content: ": "content: 0"}, "not what this match was played with"
    yield {"begins: @2 - move 1 1 1": "begins: @2 - move 1 2 1"}, "another state|not what this match"
    yield {"dice: ": "dice: 0"}, "not the one that was announced"
    yield {f"secret | {found.secret.hex()}": f"secret | {'00' * 32}"}, "not the one that was announced"
    yield {"end | ": "end | red,"}, "the result is not|is no end|is not as Fireteam"


def test_whoever_forges_a_file_with_fitting_hashes_is_found_out_by_rules_and_secret(ended):
    for change, why in forgeries(ended):
        file = forge(ended, change)
        assert file.read_bytes() != ended.read_bytes(), change
        if not why:  # dice that are said to be typed in are taken as told
            assert verify(read_match_file(file)).typed == 1
            continue
        with pytest.raises(BadFile, match=why):
            verify(read_match_file(file))


def flips(whole: bytes, number: int) -> Iterator[bytes]:
    """The file with one byte flipped, so many times."""
    chance = random.Random(2)
    for _ in range(number):
        at = chance.randrange(len(whole))
        yield whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :]


def test_no_flipped_byte_goes_unseen(ended, path):
    for flipped in flips(ended.read_bytes(), FLIPS):
        path.write_bytes(flipped)
        with pytest.raises(BadFile, match=re.escape(str(path))):
            verify(read_match_file(path))


@pytest.mark.skipif(NODE is None, reason="the verifier in JavaScript needs node")
def test_the_independent_verifier_sees_every_flipped_byte(ended, tmp_path):
    good = ended.read_bytes()
    names = ["good"]
    (tmp_path / "good").write_bytes(good)
    for number, flipped in enumerate(flips(good, FLIPS)):
        names.append(f"bad{number}")
        (tmp_path / names[-1]).write_bytes(flipped)
    done = subprocess.run([NODE, VERIFIER, *names], cwd=tmp_path, capture_output=True, text=True)
    said = done.stdout.splitlines()
    dice = verify(read_match_file(ended)).dice
    assert said[0] == f"good: true. {len(read_match_file(ended).records)} events, {dice} dice of the announced secret."
    assert len(said) == 1 + FLIPS and not [line for line in said[1:] if ": true." in line] and done.returncode == 1


@pytest.mark.skipif(NODE is None, reason="the verifier in JavaScript needs node")
def test_the_independent_verifier_finds_dice_that_the_secret_does_not_make(ended, tmp_path):
    attack = next(record for record in read_match_file(ended).records if record.faces)
    line, face = body_of(attack, ("red", "blue")), attack.faces[0]
    bad = forge(ended, {line: line.replace(f"d6={face}", f"d6={face % 6 + 1}")})
    unfinished = tmp_path / "unfinished.match"
    bunker(unfinished)
    done = subprocess.run([NODE, VERIFIER, bad, unfinished, "nowhere"], capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert f"the secret makes d6={face}, not {face % 6 + 1}" in said[0]
    assert "has not ended" in said[1] and "no such file" in said[2] and done.returncode == 1


# Bad files


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "is empty: its match had not begun"),
        (b"PK\x03\x04\xff\xfe", "is no match file: byte 5 is not UTF-8"),
        (b"hello\n", "1: this is no match file of Fireteam"),
        (b"fireteam match 3\ngame: ttt\n", "1: this is of another version of Fireteam"),
        (b"fireteam match 1\n", "the file ends here, before its match begins"),
        (b"fireteam match 1\nrules: 1\n", "2: here should stand `game: ...`, not 'rules: 1'"),
        (b"fireteam match 1\ngame: chess\n", "2: no game named 'chess'"),
        (b"fireteam match 1\ngame: ttt\nrules: one\n", "3: 'one' is no number of the rules"),
    ],
)
def test_what_is_no_match_file_is_told_with_its_line_and_left_alone(path, text, why):
    path.write_bytes(text)
    with pytest.raises(BadFile, match=re.escape(why)):
        read_match_file(path)
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("2 choice | red: end_turn | ", "'2 choice | red: end_turn | ' is no event"),
        ("2 choice | red: end_turn |  | 00 | 00", "'2 choice | red: end_turn |  | 00 | 00' is no event"),
        ("2 dream | red: end_turn |  | 00", "'2 dream | red: end_turn |  | 00' is no event"),
        ("3 choice | red: end_turn |  | 00", "here should stand event 2"),
        ("2 opening |  |  | 00", "here should stand event 2"),
        ("2 choice | end_turn |  | 00", "'end_turn' is no choice; one looks like: red: ..."),
        ("2 choice | green: end_turn |  | 00", "'green' is none of red, blue"),
        ("2 choice | 1: end_turn |  | 00", "'1' is none of red, blue"),
        ("2 choice | 63: end_turn |  | 00", "'63' is none of red, blue"),
        ("2 choice | red: end_turn | 6 | 00", "'6' are no dice; they look like: d6=3 d6=5"),
        ('2 pause | by red for "\\x" |  | 00', "is no quoted text"),
        ('end | red | "won"', "is no event"),
        (f"secret | {'00' * 32}", "is no event"),
    ],
)
def test_a_line_that_is_no_event_is_told_though_its_hash_fits(path, line, why):
    match = duel(path)
    match.act("red", "end_move")
    match.leave()
    at = path.read_text(encoding="utf-8").count("\n") + 1
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line} | {chain_hash(read_match_file(path).chain[-1], line)[:HASH_LENGTH]}\n")
    with pytest.raises(BadFile, match=re.escape(f"{path}:{at}: ")) as told:
        read_match_file(path)
    assert why in str(told.value)


def test_every_truncation_is_told_or_is_a_match_that_goes_on(ended, path):
    whole = ended.read_bytes()
    body = whole.index(b"\n\n") + 2
    for cut in range(0, len(whole), 307):
        path.write_bytes(whole[:cut])
        try:
            found = read_match_file(path)
        except BadFile:
            assert whole.count(b"\n", body, max(cut, body)) == 0, "only a head may be no match"
        else:
            assert found.is_torn == (not whole[:cut].endswith(b"\n")) and len(found.records) <= len(
                read_match_file(ended).records
            )


def test_a_folder_or_a_huge_file_is_told(tmp_path):
    with pytest.raises(BadFile, match="cannot be read: Is a directory"):
        read_match_file(tmp_path)
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(2**30)
    with pytest.raises(BadFile, match="too large for a match file; the limit is 64 MiB"):
        read_match_file(huge)


# Packs


def pack(folder: Path) -> Path:
    folder.mkdir()
    head = "id: mine\ngame: ttt\nname: Mine\nschema: 1\n"
    (folder / "pack.yaml").write_text(head)
    return folder


def test_a_match_finds_its_pack_and_refuses_another(tmp_path):
    mine = pack(tmp_path / "mine")
    path = tmp_path / "a.match"
    match = Match(TTT.make_setting("hold_the_hill", {"force": "preset"}, (str(mine),)), (RED, BLUE), secret_of_seed(1))
    save(match, path, (str(mine),))
    match.leave()
    assert read_match_file(path).head.packs == ("mine",)
    assert len(replay(read_match_file(path)).moments) == 1
    moved = tmp_path / "elsewhere" / "mine"
    moved.parent.mkdir()
    shutil.move(mine, moved)
    with pytest.raises(BadFile, match="was played with the pack mine, which is not beside it; say with --pack"):
        replay(read_match_file(path))
    assert len(replay(read_match_file(path), [str(moved)]).moments) == 1


def test_a_pack_is_found_where_it_was_beside_the_match_and_here(tmp_path, monkeypatch):
    at = {name: tmp_path / name / "mine" for name in ("where it was", "matches", "here")}
    for folder in at.values():
        folder.parent.mkdir()
    pack(at["where it was"])
    path = at["matches"].with_name("a.match")
    match = Match(
        TTT.make_setting("hold_the_hill", {"force": "preset"}, (str(at["where it was"]),)),
        (RED, BLUE),
        secret_of_seed(1),
    )
    save(match, path, (str(at["where it was"]),))
    match.leave()
    monkeypatch.chdir(at["here"].parent)
    assert len(replay(read_match_file(path)).moments) == 1
    shutil.move(at["where it was"], at["matches"])
    assert len(replay(read_match_file(path)).moments) == 1
    secret_path(path).unlink()  # as where somebody has sent the match alone
    shutil.move(at["matches"], at["here"])
    assert len(replay(read_match_file(path)).moments) == 1
    shutil.move(at["here"], tmp_path / "other")
    at["here"].write_text("no folder")
    with pytest.raises(BadFile, match="was played with the pack mine, which is not beside it"):
        replay(read_match_file(path), [str(tmp_path / "other")])


# Replay and fork


def test_a_replay_has_every_event_with_its_story_and_the_state_after_it(ended):
    walked = replay(read_match_file(ended))
    assert [step.record.number for step in walked.moments] == list(range(len(read_match_file(ended).records)))
    assert walked.moments[3].state.tobytes() == walked.moments[1].state.tobytes(), "what was undone"
    assert any("attacks" in told.sentence() for told in walked.moments[2].record.events)


def test_a_fork_goes_on_from_any_event_with_new_dice(ended, tmp_path):
    walked = replay(read_match_file(ended))
    for at in (2, 5):
        file = tmp_path / f"{at}.match"
        forked = fork(walked, at, file, walked.file.head.seats, secret_of_seed("new"), ())
        assert forked.state.tobytes() == walked.moments[at].state.tobytes()
        play(forked)
        forked.reveal_secret()
        true = verify(read_match_file(file))
        assert true.ended and true.typed == sum(
            len(record.faces) for record in read_match_file(ended).records[: at + 1]
        )
        assert read_match_file(file).head.parent == f"{read_match_file(ended).chain[at][:HASH_LENGTH]} {at}"


def test_a_fork_beyond_the_end_or_of_the_end_is_told(ended, path):
    walked = replay(read_match_file(ended))
    last = len(walked.moments) - 1
    for at, why in ((last + 1, f"they go from 0 to {last}"), (-1, "there is no event -1"), (last, "the match is over")):
        with pytest.raises(BadFile, match=why):
            fork(walked, at, path, walked.file.head.seats, secret_of_seed(2), ())
        assert not path.exists()


def test_any_name_may_stand_in_a_seat(path):
    odd = Seat("red", 1, 'bots/"my" | bot.py:choose')
    setting, states = TTT.read_position(DUEL)
    save(Match(setting, (odd, Seat("Zoë | x", 2)), secret_of_seed(1), states), path)
    assert read_match_file(path).head.seats == (odd, Seat("Zoë | x", 2))
