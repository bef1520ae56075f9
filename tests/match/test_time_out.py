"""The time of a decision runs out: whoever has not answered does what the game states, and anybody can check it."""

from __future__ import annotations

import subprocess

import pytest

from fireteam.core.errors import Forbidden
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import replay, verify
from fireteam.match.record import CHOICE
from tests.match.bidding_match import REFEREE, bidding_match
from tests.match.test_files import NODE, VERIFIER, duel, play


def test_who_has_not_answered_does_what_the_game_states_and_who_has_keeps_their_choice():
    match = bidding_match("five")
    match.act("U2", "bid 3")
    assert match.time_out(range(5)) == (0, 2, 3, 4)
    assert match.records[-1].kind == CHOICE
    assert match.records[-1].choices[:5] == ((0, "bid 0"), (1, "bid 3"), (2, "bid 0"), (3, "bid 0"), (4, "bid 0"))


def test_only_the_slots_that_are_named_run_out_of_time():
    match = bidding_match("five")
    assert match.time_out([3, 1]) == (1, 3)
    assert match.slots_to_act() == [0, 2, 4] and len(match.records) == 1
    assert match.time_out([1, 3]) == ()


def test_the_next_decision_has_a_time_of_its_own():
    match = bidding_match("pair")
    match.time_out([0, 1])
    assert len(match.records) == 2
    assert match.slots_to_act() != [], "what follows is still open"


def test_who_has_planned_ahead_is_not_late():
    match = bidding_match("five")
    match.is_paced = True
    match.plan("U1", ("bid 2", "cheer"))
    assert match.time_out([0, 1]) == (1,)
    assert match.mailbox.read(0) is None and [str(one) for one in match.plan_of("U1", 0)] != []


def test_at_a_stopped_table_no_time_runs_out():
    match = bidding_match("pair")
    match.pause(REFEREE, "the pizza is here")
    with pytest.raises(Forbidden, match="has stopped the table"):
        match.time_out([0, 1])
    assert match.mailbox.slots == 0


def late(tmp_path):
    """A match in a file of which nobody answers every third decision in time."""
    match, number = duel(tmp_path / "late.match"), 0
    while not match.is_over:
        number += 1
        if number % 3:
            play(match, 1)
        else:
            assert match.time_out(match.slots_to_act())
    match.reveal_secret()
    return tmp_path / "late.match"


def test_replays_come_to_the_same(tmp_path):
    path = late(tmp_path)
    assert verify(read_match_file(path)).events == len(replay(read_match_file(path)).moments) > 10


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_the_second_verifier_finds_it_true(tmp_path):
    done = subprocess.run([str(NODE), str(VERIFIER), str(late(tmp_path))], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
