"""What is asked has a number, by which a choice says what it answers."""

from __future__ import annotations

import pytest

from fireteam.core.errors import Outdated
from tests.match.bidding_match import bidding_match
from tests.match.consenting import answer_last


def test_a_choice_for_what_is_over_is_refused_and_one_for_what_is_asked_is_made():
    match = bidding_match("pair")
    question = match.question
    match.act("U1", "bid 1", question=question)
    assert match.question == question, "a choice that is sealed ends no question"
    match.act("U2", "bid 1", question=question)
    assert match.question == question + 1
    before = match.state.tobytes()
    with pytest.raises(Outdated, match="an earlier decision, which is over; nothing was done"):
        match.act("U1", "cheer", question=question)
    with pytest.raises(Outdated, match="a decision that has not come yet; nothing was done"):
        match.act("U1", "cheer", question=question + 2)
    assert match.state.tobytes() == before and match.mailbox.is_empty


def test_what_is_gone_back_to_is_asked_anew():
    match = bidding_match("pair")
    for name in ("U1", "U2"):
        match.act(name, "bid 1")
    asked = match.question
    match.undo("U1", match.last_choice("U1"))
    answer_last(match, "U2", True)
    assert match.question > asked
    with pytest.raises(Outdated):
        match.act("U1", "bid 1", question=0)


def test_a_plan_is_void_where_its_slot_has_chosen_since_or_somebody_went_back():
    match = bidding_match("pair")
    match.plan("U1", ("bid 1",), question=0)
    match.plan("U1", (), question=0)
    for name in ("U1", "U2"):
        match.act(name, "bid 1")
    with pytest.raises(Outdated, match="which is over"):
        match.plan("U1", ("cheer",), question=0)
    asked = match.question
    match.undo("U2")
    answer_last(match, "U1", True)
    with pytest.raises(Outdated):
        match.plan("U1", ("bid 1",), question=asked)


def test_who_takes_back_or_lets_stand_again_means_one_choice():
    match = bidding_match("pair")
    for line in ("bid 1", "cheer"):
        for name in ("U1", "U2"):
            match.act(name, line)
    assert match.last_choice("U1") == 2 and match.redo_event == 0
    with pytest.raises(Outdated, match="another choice than your last one"):
        match.undo("U1", 1)
    match.undo("U1", 2)
    answer_last(match, "U2", True)
    assert (match.last_choice("U1"), match.redo_event) == (1, 2)
    with pytest.raises(Outdated, match="something else"):
        match.redo("U1", 1)
    match.redo("U1", 2)
    assert match.last_choice("U1") == match.next_number - 1
