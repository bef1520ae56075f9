"""A match in memory: seats, sealed choices, dice that anyone can check, and the way back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from fireteam.core.errors import BadNotation, DieNeeded, Forbidden, IllegalChoice, UnknownName
from fireteam.core.slot_choices import menu
from fireteam.match.apply import events_with_false_dice
from fireteam.match.dice import Secret, matches_commitment, matches_secret, secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import CHOICE, FREE, OPENING, REDO, REWIND, UNDO, Seat
from fireteam.registry import find_game
from tests.match.consenting import answer_last

RED, BLUE, REFEREE = Seat("red", 1), Seat("blue", 2), Seat("referee", referee=True)
PICK = "pick recon,rifleman,rifleman,m_gunner,sniper,shot_gun"
OTHER_PICK = "pick recon,recon,rifleman,m_gunner,sniper,shot_gun"

DUEL = "@2 - move 1 1 1 rifleman@e5+1,guard@a1+1 rifleman@e7,guard@i9 -"


def duel(seed: int = 1, line: str = DUEL) -> Match:
    setting, states = find_game("ttt").read_position(line)
    return Match(setting, (RED, BLUE, REFEREE), secret_of_seed(seed), states)


def crossing(seed: int = 1, **options: str) -> Match:
    return Match(
        find_game("ttt").make_setting("capture_the_crossing", options), (RED, BLUE, REFEREE), secret_of_seed(seed)
    )


def snapshot_of(match: Match) -> tuple[bytes, int, int, int]:
    return match.state.tobytes(), match.next_number, match.mailbox.slots, len(match.history("referee"))


def sentences(match: Match, seat: str = "red") -> list[str]:
    return [told.sentence() for account in match.history(seat) for told in account.events]


def test_a_choice_becomes_an_event_with_its_faces_and_its_story():
    match = duel()
    match.act("red", "end_move")
    record = match.act("red", "attack 1.rifleman.1 2.rifleman.1")
    assert (record.number, record.kind, record.choices) == (2, CHOICE, ((0, "attack 1.rifleman.1 2.rifleman.1"),))
    assert record.sides == (6,) and 1 <= record.faces[0] <= 6
    assert "Red RF1 attacks Blue RF1" in record.events[0].sentence()


def test_a_refused_choice_leaves_everything_as_it_was():
    match = duel()
    before = snapshot_of(match)
    for line in ("move 1.rifleman.1 z9", "move 2.rifleman.1 e8", "fly", "attack 1.rifleman.1 2.rifleman.1"):
        with pytest.raises(IllegalChoice):
            match.act("red", line)
        assert snapshot_of(match) == before


def test_a_rule_that_breaks_leaves_everything_as_it_was(monkeypatch):
    match = duel()
    before = snapshot_of(match)

    def breaks(kind, states, *rest):
        states[0].phase = 6
        raise RuntimeError("broken rule")

    monkeypatch.setattr("fireteam.core.scratch.carry_out", breaks)
    with pytest.raises(RuntimeError):
        match.act("red", "end_move")
    assert snapshot_of(match) == before


def test_a_seat_chooses_for_its_own_slots_only():
    match = duel()
    with pytest.raises(Forbidden, match="red does not hold blue"):
        match.act("red", "end_turn", slot=1)
    with pytest.raises(UnknownName, match="no seat named 'green'"):
        match.act("green", "end_turn")
    with pytest.raises(IllegalChoice, match="it is Red's turn"):
        match.act("blue", "end_turn")


def test_who_only_looks_on_chooses_nothing():
    setting, states = find_game("ttt").read_position(DUEL)
    match = Match(setting, (RED, BLUE, Seat("guest")), secret_of_seed(1), states)
    with pytest.raises(Forbidden, match="guest only looks on"):
        match.act("guest", "end_turn")
    assert match.history("guest") == match.history("red")


def test_a_free_act_is_possible_out_of_turn():
    match = duel()
    record = match.act("blue", "resign")
    assert record.kind == FREE and match.is_over and match.result.winners == (0,)


# The mailbox


def test_sealed_choices_come_to_the_same_in_either_order():
    ends = set()
    for order in (("red", "blue"), ("blue", "red")):
        match = crossing()
        assert match.act(order[0], PICK if order[0] == "red" else OTHER_PICK) is None
        record = match.act(order[1], PICK if order[1] == "red" else OTHER_PICK)
        ends.add((match.state.tobytes(), record.choices, record.faces, record.state_hash))
    assert len(ends) == 1


def test_a_waiting_choice_is_not_in_the_state_nor_in_any_story():
    picked, open = crossing(), crossing()
    picked.act("red", PICK)
    assert picked.slots_to_act() == [1] and open.slots_to_act() == [0, 1]
    assert picked.state.tobytes() == open.state.tobytes()
    for seat in ("blue", "referee"):
        assert picked.history(seat) == open.history(seat) and picked.view(seat).tobytes() == open.view(seat).tobytes()


@pytest.mark.clause("TTT-5.16")
def test_a_final_choice_is_neither_repeated_nor_withdrawn():
    match = crossing()
    match.act("red", PICK)
    for again in (lambda: match.act("red", OTHER_PICK), lambda: match.withdraw("red")):
        with pytest.raises(IllegalChoice, match="pick is not possible now") as refused:
            again()
        assert refused.value.code == "E_WRONG_STATE"
    assert match.mailbox.slots == 1


def test_another_sealed_choice_may_be_replaced_and_withdrawn(monkeypatch):
    verb = find_game("ttt").verbs[0]
    monkeypatch.setattr(verb, "final", False)
    match = crossing()
    match.act("red", PICK)
    match.act("red", OTHER_PICK)
    match.act("blue", PICK)
    assert sorted(s for s in sentences(match) if "picked:" in s).count("Red picked: Recon") == 2
    match = crossing()
    match.act("red", PICK)
    match.withdraw("red")
    assert match.slots_to_act() == [0, 1]
    with pytest.raises(Forbidden):
        match.withdraw("red")


def test_hidden_edits_do_not_shift_dice(monkeypatch):
    monkeypatch.setattr(find_game("ttt").verbs[0], "final", False)
    rolls = set()
    for edits in range(3):
        match = crossing()
        for _ in range(edits):
            match.act("red", OTHER_PICK)
        match.act("red", PICK)
        rolls.add(match.act("blue", PICK).faces)
    assert len(rolls) == 1


# Dice


def test_every_die_can_be_checked_with_the_secret():
    match = duel(seed=5)
    match.act("red", "end_move")
    match.act("red", "attack 1.rifleman.1 2.rifleman.1")
    with pytest.raises(Forbidden, match="when the match is over"):
        match.reveal_secret()
    match.act("red", "resign")
    secret = match.reveal_secret()
    assert matches_commitment(secret, match.commitment) and not matches_commitment(secret_of_seed(6), match.commitment)
    assert events_with_false_dice(secret, match.records) == []
    record = match.records[2]
    wrong = replace(record, faces=(record.faces[0] % 6 + 1,))
    assert events_with_false_dice(secret, [wrong]) == [2]


def test_the_key_of_an_event_is_the_hmac_of_its_number():
    import hashlib
    import hmac

    secret = Secret(bytes(range(32)))
    digest = hmac.new(bytes(range(32)), b"17", hashlib.sha256).digest()
    assert secret.key(17) == int.from_bytes(digest[:8], "big")
    assert secret.commitment == hashlib.sha256(bytes(range(32))).hexdigest()
    assert secret_of_seed(7).value == hashlib.sha256(b"fireteam7").digest()
    assert matches_secret(secret, 17, (), ()) and secret.key_of_choice(17, 0) != secret.key(17)


def test_the_same_seed_gives_the_same_match():
    def play(seed: int) -> list[str]:
        match = crossing(seed, force="preset")
        for k in range(40):
            slot = match.slots_to_act()[0]
            choices = menu(match.setting, match.state, slot)
            match.act(match.seat_of(slot).name, choices[k * 7 % len(choices)])
        return sentences(match)

    assert play(3) == play(3)


def test_typed_dice_are_asked_for_one_by_one():
    match = duel()
    match.act("red", "end_move")
    before = snapshot_of(match)
    with pytest.raises(DieNeeded, match="needs a d6 for attack") as wanted:
        match.act("red", "attack 1.rifleman.1 2.rifleman.1", faces=[])
    assert (wanted.value.sides, wanted.value.purpose) == (6, "attack") and snapshot_of(match) == before
    with pytest.raises(BadNotation, match="7 is no face of a d6"):
        match.act("red", "attack 1.rifleman.1 2.rifleman.1", faces=[7])
    with pytest.raises(BadNotation, match="1 of the typed dice too many"):
        match.act("red", "attack 1.rifleman.1 2.rifleman.1", faces=[6, 6])
    assert snapshot_of(match) == before
    record = match.act("red", "attack 1.rifleman.1 2.rifleman.1", faces=[6])
    assert record.faces == (6,) and record.typed and match.is_over is False
    assert "hit" in record.events[0].sentence()


def test_dice_before_the_first_choice_may_be_typed_too():
    setting = find_game("ttt").make_setting("capture_the_crossing", {"force": "preset"})
    with pytest.raises(DieNeeded, match="seats, red"):
        Match(setting, (RED, BLUE), secret_of_seed(1), faces=[])
    match = Match(setting, (RED, BLUE), secret_of_seed(1), faces=[3, 3, 2, 5])
    assert match.records[0].kind == OPENING and match.records[0].faces == (3, 3, 2, 5)
    assert match.slots_to_act() == [1]


# The way back


def test_undo_is_free_while_nothing_has_shown():
    match = duel()
    before = match.state.tobytes()
    match.act("red", "move 1.guard.1 a2")
    assert match.may_undo("red") and not match.may_undo("blue")
    record = match.undo("red")
    assert (record.kind, record.of, record.number) == (UNDO, 0, 2) and match.state.tobytes() == before


def test_event_numbers_never_come_back():
    match = duel()
    match.act("red", "move 1.guard.1 a2")
    match.undo("red")
    match.act("red", "move 1.guard.1 a2")
    assert [record.number for record in match.records] == [0, 1, 2, 3]
    assert all(later.number == earlier.number + 1 for earlier, later in pairwise(match.records))


def test_once_dice_fell_the_others_must_consent():
    match = duel()
    match.act("red", "end_move")
    match.act("red", "attack 1.rifleman.1 2.rifleman.1")
    before = snapshot_of(match)
    assert not match.may_undo("red") and match.undo("red") is None and snapshot_of(match) == before
    assert answer_last(match, "blue", False) is None and snapshot_of(match) == before
    match.undo("red")
    with pytest.raises(Forbidden):
        answer_last(match, "red", True)
    assert answer_last(match, "blue", True).kind == UNDO and match.next_number == 4


def test_a_choice_after_an_undo_rolls_new_dice_and_redo_the_recorded_ones():
    faces, again = set(), set()
    for seed in range(12):
        match = duel(seed)
        match.act("red", "end_move")
        first = match.act("red", "attack 1.rifleman.1 2.rifleman.1")
        after = match.state.tobytes()
        match.undo("red")
        answer_last(match, "blue", True)
        (redone,) = match.redo("red")
        assert redone.kind == REDO and redone.of == 2 and redone.faces == first.faces and redone.events == first.events
        assert match.state.tobytes() == after
        match.undo("red")
        answer_last(match, "blue", True)
        (once_more,) = match.redo("red")
        assert once_more.of == 2 and once_more.faces == first.faces, "its dice fell at the event that it redoes"
        match.undo("red")
        answer_last(match, "blue", True)
        second = match.act("red", "attack 1.rifleman.1 2.rifleman.1")
        faces.add(first.faces == second.faces)
        match.act("red", "resign")
        again.update(events_with_false_dice(match.reveal_secret(), match.records))
    assert False in faces and not again


def test_once_the_secret_is_told_nobody_goes_back():
    match = duel()
    match.act("red", "resign")
    assert match.undo("red") is None and match.consent.open
    match.reveal_secret()
    before = snapshot_of(match)
    for go_back in (
        lambda: answer_last(match, "blue", True),
        lambda: match.undo("red"),
        lambda: match.rewind("referee", 0, "a slip"),
    ):
        with pytest.raises(Forbidden):
            go_back()
        assert snapshot_of(match) == before


def test_only_the_last_undo_can_be_redone_and_only_by_its_seat():
    match = duel()
    with pytest.raises(Forbidden, match="nothing was taken back"):
        match.redo("red")
    match.act("red", "move 1.guard.1 a2")
    match.undo("red")
    with pytest.raises(Forbidden, match="red took it back"):
        match.redo("blue")
    match.act("red", "move 1.guard.1 b1")
    with pytest.raises(Forbidden):
        match.redo("red")


def test_an_undo_takes_back_what_the_others_answered_and_redo_brings_it_again():
    match = duel()
    before = match.state.tobytes()
    match.act("red", "end_turn")
    match.act("blue", "move 2.guard.1 i8")
    after = match.state.tobytes()
    assert not match.may_undo("red")
    match.undo("red")
    answer_last(match, "blue", True)
    assert match.state.tobytes() == before
    assert [record.of for record in match.redo("red")] == [1, 2] and match.state.tobytes() == after


def test_handing_the_turn_over_needs_consent_to_come_back():
    match = duel()
    match.act("red", "end_turn")
    assert not match.may_undo("red")


def test_a_choice_made_meanwhile_ends_the_question():
    match = duel()
    match.act("red", "end_turn")
    match.undo("red")
    match.act("blue", "end_turn")
    with pytest.raises(Forbidden, match="no longer open"):
        answer_last(match, "blue", True)


def test_whoever_goes_back_ends_the_question_too():
    match = duel()
    match.act("red", "end_turn")
    match.undo("red")
    assert match.consent.open
    match.rewind("referee", 0, "a slip")
    assert not match.consent.open
    with pytest.raises(Forbidden, match="no longer open"):
        answer_last(match, "blue", True)


def test_what_was_redone_is_redone_once():
    match = duel()
    start = match.state.tobytes()
    match.act("red", "move 1.guard.1 a2")
    after = match.state.tobytes()
    match.undo("red")
    assert match.state.tobytes() == start
    assert [record.kind for record in match.redo("red")] == [REDO] and match.state.tobytes() == after
    with pytest.raises(Forbidden, match="nothing was taken back"):
        match.redo("red")
    match.undo("red")
    assert match.state.tobytes() == start, "an undo of what was redone"
    match.redo("red")
    assert match.state.tobytes() == after


def test_whatever_is_redone_again_and_again_points_to_the_event_whose_dice_fell():
    match = duel()
    match.act("red", "end_move")
    first = match.act("red", "attack 1.rifleman.1 2.rifleman.1")
    for _ in range(3):
        match.undo("red")
        answer_last(match, "blue", True)
        (redone,) = match.redo("red")
        assert (redone.of, redone.faces) == (first.number, first.faces)
    match.act("red", "resign")
    assert events_with_false_dice(match.reveal_secret(), match.records) == []


def test_nothing_to_take_back_is_said():
    with pytest.raises(Forbidden, match="blue has nothing to take back"):
        duel().undo("blue")


def test_what_shows_something_hidden_is_not_free_to_take_back(monkeypatch):
    def blind(states, at, tables, slots):
        """Red does not know where blue's pieces stand until the attacks."""
        if slots == 1 and states[at].phase == 4:
            for unit in range(32, 64):
                states[at].units[unit].x = states[at].units[unit].y = 0

    monkeypatch.setattr("fireteam.match.apply.redact_at", blind)
    monkeypatch.setattr("fireteam.match.undo.has_secrets", lambda state: True)
    match = duel()
    match.act("red", "move 1.guard.1 a2")
    assert not match.may_undo("red")


def test_a_referee_rewinds_for_a_reason():
    match = duel()
    before = match.state.tobytes()
    match.act("red", "end_turn")
    match.act("blue", "end_turn")
    with pytest.raises(Forbidden, match="only a referee"):
        match.rewind("red", 0, "I slept")
    with pytest.raises(Forbidden, match="needs a reason"):
        match.rewind("referee", 0, " ")
    with pytest.raises(Forbidden, match="event 9 does not stand"):
        match.rewind("referee", 9, "the cat")
    record = match.rewind("referee", 0, "the cat walked over the table")
    assert (record.kind, record.of, record.by) == (REWIND, 0, "referee") and match.state.tobytes() == before
    assert match.history("blue", 3)[0].reason == "the cat walked over the table"


def test_a_seat_learns_why_a_choice_would_be_refused():
    match = duel()
    assert match.refusal_of("red", "move 1.guard.1 a2") is None
    assert match.refusal_of("red", "move 1.guard.1 a9").code == "E_UNREACHABLE"
    assert match.refusal_of("red", "fly away").code == "E_BAD_ACTION"
    assert match.refusal_of("blue", "end_turn").code == "E_NOT_YOUR_TURN"
