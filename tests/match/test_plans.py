"""Choosing ahead: what a slot has planned is chosen as its decisions come, and is nobody else's business."""

from __future__ import annotations

import pytest

from fireteam.core.errors import Forbidden, IllegalChoice
from fireteam.match.file.journal import PlannedLines, secret_path
from fireteam.match.load import save
from fireteam.match.match import Match
from fireteam.match.plans import plan_progress
from fireteam.match.record import CHOICE, UNDO, Seat
from tests.match.bidding_match import REFEREE, bidding_match, register_game, resume_match
from tests.match.consenting import answer_last

COURSE = ("bid 1", "cheer", "bid 2", "cheer", "bid 0", "cheer")


def everybody(match: Match, line: str, but: str = "") -> None:
    for slot in match.slots_to_act():
        name = match.setting.slots[slot]
        if name != but:
            match.act(name, line)


def test_a_plan_is_sealed_choice_after_choice_as_decisions_come():
    match = bidding_match("five")
    assert match.plan("U2", COURSE[:3]) == [] and match.slots_to_act() == [0, 2, 3, 4]
    everybody(match, "bid 0")
    assert match.records[-1].choices[1] == (1, "bid 1") and match.mailbox.slots == 0b10
    everybody(match, "cheer")
    assert [str(value) for value in match.plan_of("U2", 1)] == [] and match.mailbox.slots == 0b10
    everybody(match, "bid 0")
    assert match.records[-1].choices[1] == (1, "bid 2") and match.slots_to_act() == [0, 1, 2, 3, 4]


def test_a_match_that_all_have_planned_is_played_at_once():
    match = bidding_match()
    made = [match.plan(name, COURSE) for name in match.setting.players]
    assert made[:-1] == [[]] * 11 and [record.kind for record in made[-1]] == [CHOICE] * 6
    assert match.is_over and len(match.records) == 7


def test_whoever_completes_a_decision_hears_of_their_own_event_and_the_rest_follows():
    match = bidding_match("pair")
    match.plan("U1", COURSE)
    with pytest.raises(IllegalChoice, match="this is not to be chosen now"):
        match.plan("U2", COURSE[1:])
    record = match.act("U2", COURSE[0])
    assert record is not None and record.number == 1
    assert [record.number for record in match.plan("U2", COURSE[1:])] == [2, 3, 4, 5, 6] and match.is_over


def test_the_first_choice_that_is_refused_ends_the_plan_and_the_slot_is_asked():
    match = bidding_match("pair")
    match.plan("U1", ("bid 5", "cheer", "bid 1", "cheer"))
    for line in ("bid 0", "cheer"):
        match.act("U2", line)
    assert match.slots_to_act() == [0, 1] and match.plan_of("U1", 0) == ()


@pytest.mark.parametrize("lines", [("hop",), ("bid 1", "fine U1 2")])
def test_what_is_no_choice_or_owed_by_nobody_is_not_planned(lines):
    match = bidding_match("pair")
    with pytest.raises((IllegalChoice, Forbidden)):
        match.plan("U1", lines)
    with pytest.raises(Forbidden, match="U2 does not hold U1"):
        match.plan("U2", COURSE, slot=0)
    assert match.plan_of("U1", 0) == () and match.slots_to_act() == [0, 1]


def test_another_choice_a_withdrawal_and_an_empty_plan_cut_it_short():
    for way in ("act", "withdraw", "plan", "rewind"):
        match = bidding_match("pair")
        match.plan("U1", COURSE)
        if way == "act":
            match.act("U1", "bid 3")
        elif way == "withdraw":
            match.withdraw("U1")
        elif way == "rewind":
            match.rewind(REFEREE, 0, "the door bell")
        else:
            match.plan("U1")
        assert match.plan_of("U1", 0) == () and match.has_plan("U1") is False


@pytest.mark.parametrize("line", ["bid 1", "bid 3", "bid 2"], ids=["the same", "the next one planned", "another"])
def test_whatever_replaces_a_sealed_choice_ends_the_plan(line):
    """It was not the planned one, even where it is what was planned for the next decision."""
    match = bidding_match("pair")
    match.plan("U1", ("bid 1", "bid 3", "cheer"))
    assert len(match.plan_of("U1", 0)) == 2
    match.act("U1", line)
    assert match.plan_of("U1", 0) == () and match.mailbox.slots == 1
    record = match.act("U2", "bid 0")
    assert record is not None and record.choices[0] == (0, line) and match.slots_to_act() == [0, 1]


def test_a_planned_choice_made_by_hand_is_used_up_and_the_rest_follows():
    """Nothing is sealed by itself while whoever shows the match sets the pace."""
    for line, left in (("bid 1", 2), ("bid 2", 0)):
        match = bidding_match("pair")
        match.is_paced = True
        match.plan("U1", ("bid 1", "cheer", "bid 0"))
        match.act("U1", line)
        assert len(match.plan_of("U1", 0)) == left, line


def test_a_plan_waits_for_dice_that_people_throw():
    match = bidding_match("pair")
    match.has_typed_dice = True
    match.plan("U1", COURSE)
    match.plan("U2", ("bid 2", "cheer"))
    assert match.slots_to_act() == [1] and [value.coins for value in match.plan_of("U2", 1)[:1]] == [2]
    record = match.act("U2", "bid 2", faces=[4])
    assert record is not None and record.faces == (4,)
    assert [one.kind for one in match.records] == ["opening", CHOICE, CHOICE] and match.mailbox.slots == 1


def test_a_plan_outlives_a_kill_and_stands_in_no_public_file(monkeypatch, tmp_path):
    register_game(monkeypatch)
    match, path = bidding_match("pair"), tmp_path / "friday.match"
    save(match, path)
    before = path.read_bytes()
    match.plan("U1", COURSE)
    assert path.read_bytes() == before and b"planned" in secret_path(path).read_bytes()
    for left, line in ((5, "bid 0"), (4, "cheer"), (3, "bid 0")):
        match = resume_match(match, path)
        assert len(match.plan_of("U1", 0)) == left and match.mailbox.slots == 1
        match.act("U2", line)
    match = resume_match(match, path)
    match.plan("U1", ("bid 0", "cheer"))
    match = resume_match(match, path)
    assert len(match.plan_of("U1", 0)) == 2  # beyond the cheer that waits already
    match.act("U2", "cheer")
    match = resume_match(match, path)
    assert len(match.plan_of("U1", 0)) == 1
    match.undo("U2")
    answer_last(match, "U1", True)
    match = resume_match(match, path)
    assert match.plan_of("U1", 0) == () and match.slots_to_act() == [0, 1]
    match.leave()


def test_what_was_planned_and_not_yet_sealed_when_the_machine_stopped_follows_on_resuming(monkeypatch, tmp_path):
    register_game(monkeypatch)
    match, path = bidding_match("pair"), tmp_path / "friday.match"
    save(match, path)
    match.ledger.journal.plan(match.next_number, 0, False, COURSE)
    match = resume_match(match, path)
    assert match.slots_to_act() == [0, 1]
    match.carry_on()
    assert match.slots_to_act() == [1] and len(match.plan_of("U1", 0)) == 5
    match.leave()


def test_a_person_plans_for_each_of_several_slots():
    match = bidding_match("five", 1, Seat("anna", 0b101), Seat("ben", 0b11010))
    match.plan("anna", COURSE, slot=2)
    assert match.slots_to_act() == [0, 1, 3, 4]
    match.plan("anna", COURSE)
    assert match.slots_to_act() == [1, 3, 4] and match.has_plan("anna") and not match.has_plan("ben")


def test_of_a_plan_that_was_written_down_what_has_been_chosen_is_gone_and_all_of_it_after_an_undo():
    match = bidding_match("pair")
    for line in ("bid 1", "cheer"):
        match.act("U1", line)
        match.act("U2", line)
    records = match.records
    assert [plan_progress(PlannedLines(number, False, COURSE), 0, records, False) for number in (1, 2, 3)] == [2, 1, 0]
    assert plan_progress(PlannedLines(1, False, COURSE), 0, records, True) == 3, "one more is sealed"
    assert plan_progress(PlannedLines(1, True, COURSE), 0, records, True) == 2, "one was sealed when it was planned"
    assert plan_progress(PlannedLines(1, False, COURSE), 2, records, False) == 0, "another slot's choices"
    match.undo("U1")
    answer_last(match, "U2", True)
    assert match.records[-1].kind == UNDO
    assert plan_progress(PlannedLines(1, False, COURSE), 0, match.records, False) == len(COURSE)
