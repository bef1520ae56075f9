"""What was tried and failed leaves a match as it was, in everything that a match is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fireteam.match.match import Match
from tests.match.bidding_match import REFEREE, bidding_match
from tests.match.consenting import answer_last


def snapshot_of(match: Match) -> dict[str, object]:
    """All of it, as its seats know it or as it would be written down."""
    line = match.timeline
    return {
        "state": match.state.tobytes(),
        "records": list(match.records),
        "steps": [step.record.number for step in line.moments],
        "undone": [(by, len(steps)) for by, steps in line.redo_stack],
        "paused": match.pause_record,
        "sealed": match.mailbox.all(),
        "plans": [match.plan_of(name, slot) for slot, name in enumerate(match.setting.players)],
        "asked": match.ledger.proposals,
        "told": match.ledger.is_secret_revealed,
    }


def in_the_middle() -> Match:
    """Something sealed, planned, undone and asked for."""
    match = bidding_match("pair")
    for line in ("bid 1", "cheer"):
        match.act("U1", line)
        match.act("U2", line)
    match.undo("U2")
    answer_last(match, "U1", True)
    match.undo("U1")
    match.act("U1", "cheer")
    match.plan("U1", ("bid 0", "cheer"))
    return match


DEEDS: dict[str, Callable[[Match], object]] = {
    "a choice": lambda match: match.act("U2", "cheer"),
    "a redo": lambda match: match.redo("U2"),
    "a stop": lambda match: match.pause(REFEREE, "tea"),
    "a rewind": lambda match: match.rewind(REFEREE, 0, "the door bell"),
    "an answer": lambda match: answer_last(match, "U2", True),
    "a plan": lambda match: match.plan("U2", ("cheer", "bid 2")),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_whatever_is_done_is_as_if_it_had_not_been_done(deed):
    match = in_the_middle()
    before, memory = snapshot_of(match), match.snapshot()
    deed(match)
    assert snapshot_of(match) != before
    match.restore(memory)
    assert snapshot_of(match) == before


def test_a_table_that_was_stopped_is_stopped_again():
    match = in_the_middle()
    match.pause(REFEREE, "tea")
    memory = match.snapshot()
    match.unpause(REFEREE)
    match.restore(memory)
    assert match.pause_record is not None


def test_that_the_secret_was_told_can_be_taken_back_as_well():
    match = bidding_match("pair")
    for name in match.setting.players:
        match.plan(name, ("bid 0", "cheer") * 3)
    before, memory = snapshot_of(match), match.snapshot()
    match.reveal_secret()
    match.restore(memory)
    assert snapshot_of(match) == before
