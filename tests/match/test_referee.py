"""The referee: acts that need a reason, stopping the table, and choosing for who is away."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from fireteam.bots import find_bot
from fireteam.core.errors import BadFile, Forbidden, IllegalChoice
from fireteam.match.file.format import HASH_LENGTH, chain_hash
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import replay, save, verify
from fireteam.match.match import Match
from fireteam.match.record import FREE, PAUSE, REDO, RESUME, Seat
from fireteam.sim.run import run
from fireteam.terminal.console import Console
from fireteam.terminal.replay import ReplayUI
from tests.games import bidding
from tests.match.bidding_match import REFEREE, bidding_match, register_game, resume_match
from tests.match.consenting import answer_last
from tests.match.test_files import VERIFIER

NODE = shutil.which("node")
STOPPED = "referee has stopped the table: the pizza is here"


# Reasons


def test_a_ruling_without_a_reason_is_not_carried_out():
    match = bidding_match("pair")
    for reason in ("", "  "):
        with pytest.raises(Forbidden, match="fine needs a reason that is written down; write: fine U1 2 because"):
            match.act(REFEREE, "fine U1 2", reason=reason)
    with pytest.raises(IllegalChoice, match="only the referee fines"):
        match.act("U1", "fine U2 2")
    with pytest.raises(Forbidden, match="bid takes no reason"):
        match.act("U1", "bid 1", reason="I like it")
    assert len(match.records) == 1 and match.mailbox.slots == 0
    record = match.act(REFEREE, "fine U1 2", reason="late again")
    assert record is not None and record.reason == "late again" and match.history("U2")[-1].reason == "late again"


def test_a_ruling_keeps_its_reason_when_it_is_taken_back_and_stands_again():
    match = bidding_match("pair")
    match.act(REFEREE, "fine U1 2", reason="late again")
    match.undo(REFEREE)
    answer_last(match, "U1", True)
    answer_last(match, "U2", True)
    assert match.redo(REFEREE)[0].reason == "late again" and match.records[-1].kind == REDO


# Stopping the table


def test_while_the_table_is_stopped_nobody_but_the_referee_does_anything():
    match = bidding_match("five")
    match.act("U1", "bid 1")
    match.plan("U2", ("bid 1", "cheer"))
    match.pause(REFEREE, " the pizza is here ")
    refused = [
        lambda: match.act("U3", "bid 1"),
        lambda: match.act("U1", "bid 2"),
        lambda: match.withdraw("U1"),
        lambda: match.plan("U3", ("bid 1",)),
        lambda: match.plan("U2"),
        lambda: match.undo("U1"),
        lambda: match.redo("U1"),
        lambda: match.stand_in(REFEREE, 3),
        lambda: match.pause(REFEREE, "again"),
    ]
    for deed in refused:
        with pytest.raises(Forbidden, match=STOPPED):
            deed()
    assert match.slots_to_act() == [2, 3, 4]
    match.act(REFEREE, "fine U3 1", reason="crumbs")
    match.rewind(REFEREE, 0, "the board was cleared")
    assert match.pause_record is not None and match.mailbox.slots == 0
    match.unpause(REFEREE)
    assert match.pause_record is None and match.act("U3", "bid 5") is None


def test_only_a_referee_stops_the_table_and_says_why():
    match = bidding_match("pair")
    for deed, why in (
        (lambda: match.pause("U1", "tea"), "only a referee stops the table"),
        (lambda: match.unpause("U1"), "only a referee lets the table go on"),
        (lambda: match.stand_in("U1", 1), "only a referee lets a slot do without its player"),
        (lambda: match.pause(REFEREE, " "), "needs a reason"),
        (lambda: match.unpause(REFEREE), "the table is not stopped"),
    ):
        with pytest.raises(Forbidden, match=why):
            deed()
    assert len(match.records) == 1


def test_what_was_sealed_before_still_waits_after():
    match = bidding_match("pair")
    match.act("U1", "bid 3")
    match.pause(REFEREE, "tea")
    match.unpause(REFEREE)
    record = match.act("U2", "bid 1")
    assert record is not None and record.choices == ((0, "bid 3"), (1, "bid 1"))


# In files


@pytest.fixture
def refereed(monkeypatch, tmp_path):
    """A match with a stop, rulings and a rewind, played to its end through kills."""
    register_game(monkeypatch)
    match, path = bidding_match("pair", 3), tmp_path / "refereed.match"
    save(match, path)
    match.act("U1", "bid 3")
    match.pause(REFEREE, 'tea | "now"')
    match = resume_match(match, path)
    assert match.pause_record is not None and match.mailbox.slots == 1
    match.act(REFEREE, "fine U2 1", reason="a | b")
    match.rewind(REFEREE, 0, "once more")
    match.unpause(REFEREE)
    match = resume_match(match, path)
    for name in ("U1", "U2"):
        match.plan(name, ("bid 2" if name == "U1" else "bid 1", "cheer", "bid 0", "cheer", "bid 0", "cheer"))
    assert match.is_over
    match.reveal_secret()
    return path


def test_it_stands_in_the_match_file_and_comes_true_again(refereed):
    file = read_match_file(refereed)
    assert [record.kind for record in file.records[:5]] == ["opening", PAUSE, FREE, "rewind", RESUME]
    assert (
        "\n1 pause | by referee for " in refereed.read_text() and "\n4 resume | by referee | " in refereed.read_text()
    )
    assert '\n2 free | for "a \\u007c b", referee: fine U2 1 | ' in refereed.read_text()
    assert verify(file).ended
    paper = Console(width=80)
    told = [line for number in range(5) for line in ReplayUI(replay(file), "U1", paper).lines(number)]
    assert told[1:3] == ['   1  referee stops the table: tea | "now"', "   2  U2 is fined (BIDS-4)"]
    assert told[3:] == ["   2  for this reason: a | b", "   3  referee rewinds to event 0: once more", *told[5:]]
    assert told[-1] == "   4  referee lets the table go on"


@pytest.mark.skipif(NODE is None, reason="no Node")
def test_the_second_verifier_finds_it_true(refereed):
    done = subprocess.run([str(NODE), str(VERIFIER), str(refereed)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def forge(path, number: int, old: str, new: str) -> None:
    """Write an event anew, with every hash after it as it should be."""
    lines = path.read_text().split("\n")
    first = lines.index("") + 1
    chain = read_match_file(path).chain[number - 1]
    for k in range(first + number, len(lines) - 1):
        body = lines[k].rpartition(" | ")[0]
        body = body.replace(old, new) if k == first + number else body
        chain = chain_hash(chain, body)
        lines[k] = f"{body} | {chain[:HASH_LENGTH]}"
    path.write_text("\n".join(lines))


@pytest.mark.parametrize(
    ("number", "old", "new", "why"),
    [
        (1, "by referee", "by U1", "event 1: U1 is no referee"),
        (4, "resume | by referee", 'pause | by referee for "x"', "event 4: referee has stopped the table"),
        (2, 'for "a \\u007c b", ', "", "event 2: fine needs a reason"),
        (2, "free | ", "choice | ", "event 2: referee has stopped the table"),
    ],
)
def test_what_no_referee_did_is_found(refereed, number, old, new, why):
    forge(refereed, number, old, new)
    with pytest.raises(BadFile, match=why):
        verify(read_match_file(refereed))


# Who is away


def test_the_referee_lets_who_is_away_do_what_is_stated_for_that():
    match = bidding_match("five")
    for name in ("U1", "U2", "U3", "U4"):
        match.act(name, "bid 1")
    with pytest.raises(Forbidden, match="U1 owes no choice"):
        match.stand_in(REFEREE, 0)
    record = match.stand_in(REFEREE, 4)
    assert record is not None and record.choices[4] == (4, "bid 0")


def test_where_a_game_states_nothing_the_first_choice_of_the_menu_stands_in():
    from tests.match.test_secrets import stones_match

    match = stones_match()
    match.stand_in("referee", 0)
    assert match.mailbox.read(0).to == "a1"


def test_standing_picks_can_fill_any_seat():
    setting, absent = bidding.GAME.make_setting("crowd"), find_bot("absent")
    choice = absent.choose(setting, bidding_match().state, 3, 1)
    assert (int(choice[0].verb), int(choice[0].n)) == (bidding.BID, 0)
    report = run(bidding.GAME.make_setting("pair"), [find_bot("greedy"), absent, absent], 3, 1, 1)
    assert report.wins["U1"].count == 3 and "referee" not in report.wins


def test_a_seat_of_the_table_names_every_slot_in_its_file(monkeypatch, tmp_path):
    register_game(monkeypatch)
    path = tmp_path / "anna.match"
    match = bidding_match("five", 1, Seat("anna", 0b10101), Seat("ben", 0b01010))
    save(match, path)
    assert "slots: U1,U2,U3,U4,U5,referee\nseat: anna holds U1,U3,U5 by" in path.read_text()
    seats = resume_match(match, path).seats
    assert seats == match.seats
    straight = tmp_path / "straight.match"
    save(bidding_match("pair"), straight)
    assert "slots:" not in straight.read_text() and read_match_file(straight).head.slots == ("U1", "U2", "referee")


def test_slots_that_are_not_those_of_the_match_are_told(monkeypatch, tmp_path):
    register_game(monkeypatch)
    path = tmp_path / "five.match"
    save(bidding_match("five", 1, Seat("anna", 0b10101), Seat("ben", 0b01010)), path)
    path.write_text(path.read_text().replace("U5", "U7"))
    with pytest.raises(BadFile, match="the hash at the end"):
        read_match_file(path)


def test_undone_and_planned_go_together(monkeypatch, tmp_path):
    register_game(monkeypatch)
    match: Match = bidding_match("pair")
    match.plan("U1", ("bid 1", "cheer", "bid 1"))
    match.act("U2", "bid 0")
    match.undo("U2")
    answer_last(match, "U1", True)
    match.plan("U1", ("bid 4", "cheer"))
    match.redo("U2")
    assert match.mailbox.slots == 0 and not match.has_plan("U1")
