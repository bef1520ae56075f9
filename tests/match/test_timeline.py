"""A timeline lets go of the States after older events, and works them out again where they are asked for."""

from __future__ import annotations

from random import Random

from fireteam.core.engine.state_hash import hash_of
from fireteam.match.apply import UNKNOWN_STATE
from fireteam.match.decision import decision_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.match.timeline import EVERY, RECENT
from fireteam.registry import find_game

TTT = find_game("ttt")


def long_match(events: int) -> Match:
    """A match of random choices."""
    match = Match(TTT.make_setting("the_art_of_war", {}), [Seat("red", 1), Seat("blue", 2)], secret_of_seed("long"))
    luck = Random("long")
    while match.next_number < events and not match.is_over:
        slot = match.slots_to_act()[0]
        match.act(("red", "blue")[slot], luck.choice(decision_of(match.setting, match.state, slot).options).notation)
    return match


def known(match: Match) -> list[int]:
    """The events after which the State is known."""
    return [k for k, one in enumerate(match.timeline.moments) if one.state is not UNKNOWN_STATE]


def test_few_states_are_held_and_every_one_is_found():
    match = long_match(2 * EVERY + 30)
    count = len(match.timeline.moments)
    assert known(match) == [*range(0, count, EVERY), *range(count - RECENT, count)]
    for k in (1, EVERY - 1, count - RECENT - 1):
        moment = match.timeline.moments[k]
        assert moment.state is UNKNOWN_STATE and hash_of(match.timeline.state_after(k)) == moment.record.state_hash


def test_who_goes_back_to_a_state_that_is_not_held_goes_on_from_there():
    match = long_match(EVERY + 30)
    hashes = [one.record.state_hash for one in match.timeline.moments]
    match.timeline.revert_to(match.timeline.new_revert_record("rewind", EVERY // 2, "referee", "the door bell"))
    assert hash_of(match.state) == hashes[EVERY // 2]
    match.timeline.commit(*match.timeline.replay("referee", match.timeline.redo_stack[-1][1]))
    assert [one.record.state_hash for one in match.timeline.moments] == hashes
