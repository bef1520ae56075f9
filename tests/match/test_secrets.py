"""Secrets at the table, in a game that has them: six throwers who choose in secret, purses, and a referee."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from fireteam.core.errors import Forbidden
from fireteam.core.protocol.choices import notation
from fireteam.core.slot_choices import menu
from fireteam.match.apply import events_with_false_dice
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import FREE, Seat
from tests.games import bidding, stones
from tests.match.consenting import answer_last
from tests.terminal.scripted_terminal import Terminal

ALPHA, BETA, GUEST = Seat("alpha", 0b000111), Seat("beta", 0b111000), Seat("guest")
REFEREE = Seat("referee", 0b1000000, referee=True)


def stones_match(seed: int = 1, *seats: Seat) -> Match:
    return Match(stones.GAME.make_setting("skirmish"), seats or (ALPHA, BETA, GUEST, REFEREE), secret_of_seed(seed))


def lines(match: Match, seed: int) -> dict[int, str]:
    random = Random(seed)
    return {slot: notation(random.choice(menu(match.setting, match.state, slot))) for slot in match.slots_to_act()}


def play_on(match: Match, seed: int) -> None:
    for slot, line in lines(match, seed).items():
        match.act(match.seat_of(slot).name, line, slot)


def test_a_seat_with_several_slots_chooses_for_one_after_the_other():
    match = stones_match()
    assert [match.act("alpha", lines(match, 1)[slot]) for slot in range(3)] == [None] * 3
    assert match.slots_to_act() == [3, 4, 5] and match.mailbox.slots == 0b111
    with pytest.raises(Forbidden, match="alpha does not hold b1"):
        match.act("alpha", lines(match, 1)[3], slot=3)


def test_the_order_of_six_sealed_choices_changes_nothing():
    ends = set()
    chosen = lines(stones_match(), 5)
    for order in list(permutations(range(6)))[::71]:
        match = stones_match()
        for slot in order:
            record = match.act(match.seat_of(slot).name, chosen[slot], slot)
        ends.add((match.state.tobytes(), record.faces, record.choices))
    assert len(ends) == 1


def test_before_the_reveal_nobody_else_reads_a_byte_of_a_choice():
    one, other = stones_match(), stones_match()
    choices = menu(one.setting, one.state, 0)
    one.act("alpha", choices[0], 0)
    other.act("alpha", choices[-1], 0)
    for seat in ("beta", "guest", "referee"):
        assert one.view(seat).tobytes() == other.view(seat).tobytes()
        assert one.history(seat) == other.history(seat) and one.public_history() == other.public_history()


def test_what_is_hidden_from_a_seat_changes_nothing_that_it_reads():
    one, other = stones_match(), stones_match()
    one.act("referee", "grant a1 5", slot=6)
    other.act("referee", "grant a1 1", slot=6)
    assert one.records[-1].kind == FREE and one.state.tobytes() != other.state.tobytes()
    assert one.view("alpha").tobytes() != other.view("alpha").tobytes()
    for seat in ("beta", "guest"):
        assert one.view(seat).tobytes() == other.view(seat).tobytes() and one.history(seat) == other.history(seat)


def test_a_free_act_takes_nobodys_sealed_choice_away():
    match = stones_match()
    match.act("alpha", lines(match, 1)[0], slot=0)
    match.act("referee", "grant b1 1", slot=6)
    assert match.mailbox.slots == 0b1 and match.slots_to_act() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", range(8))
def test_whole_matches_are_played_and_every_die_is_as_the_secret_says(seed):
    match = stones_match(seed)
    for turn in range(10):
        if match.is_over:
            break
        play_on(match, seed * 100 + turn)
    assert match.is_over and events_with_false_dice(match.reveal_secret(), match.records) == []


def test_an_undo_of_a_joint_choice_needs_consent_of_players_and_redo_repeats_its_dice():
    match = stones_match(3)
    before = match.state.tobytes()
    play_on(match, 4)
    after = match.state.tobytes()
    assert not match.may_undo("alpha") and match.undo("alpha") is None
    assert match.consent.waiting(match.consent.open[0]) == {"beta"}
    answer_last(match, "beta", True)
    assert match.state.tobytes() == before
    match.redo("alpha")
    assert match.state.tobytes() == after


def test_while_a_sealed_choice_waits_nothing_is_taken_back_without_asking():
    """Anna alone decides, for two; Ben's bidder is out, and he has a say all the same."""
    setting = bidding.GAME.make_setting("five")
    states = setting.opening.copy()
    for bidder in list(states[0].bidders)[2:]:
        bidder.points = -1
    match = Match(setting, (Seat("anna", 0b011), Seat("ben", 0b100)), secret_of_seed(1), states)
    for _ in range(2):
        match.act("anna", "bid 0")
    assert match.slots_to_act() == [0, 1] and match.undo_rights("anna") == (True, False)
    match.act("anna", "cheer", 0)
    before = match.state.tobytes()
    assert match.slots_to_act() == [1] and match.undo_rights("anna") == (False, True)
    assert match.undo("anna") is None and match.consent.waiting(match.consent.open[0]) == {"ben"}
    assert match.mailbox.slots == 1 and match.state.tobytes() == before
    answer_last(match, "ben", True)
    assert match.mailbox.is_empty and match.slots_to_act() == [0, 1] and match.state.tobytes() != before


def test_in_hot_seat_the_board_is_handed_over():
    match = stones_match(1, ALPHA, BETA)
    terminal = Terminal("creep z9", "rules 1", "1", "1", "1", "", "log", "quit")
    assert terminal.play(match) == 0
    before, after = terminal.text.split("--- beta, it is your turn; alpha looks away.")
    assert "No: " in before and "no clause named '1'" in before
    assert before.count("has chosen; it stays sealed until all have.") == 3
    assert "a1 (alpha)>" in before and "b1 (beta)>" in after
