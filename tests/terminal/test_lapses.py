"""Whose sealed choice fell away reads why at the next prompt."""

from __future__ import annotations

import pytest

from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.terminal.local_match import LocalMatch


def test_the_sentence_stands_until_the_slot_chooses_again():
    setting = find_game("fs3").make_setting("depot_raid", {"desk": "storyteller"})
    players = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots) if slot != setting.referee]
    match = Match(setting, [*players, Seat("desk", 1 << setting.referee, referee=True)], secret_of_seed(1))
    local_match, anna = LocalMatch(match, {}), setting.slots.index("anna")
    match.act("desk", "begin_fight")
    match.act("anna", "attack guard1")
    assert local_match.lapses(anna) == []
    match.act("desk", "leave guard1")
    (sentence,) = local_match.lapses(anna)
    assert sentence.startswith("The sealed choice of anna is void (attack guard1): ")
    match.act("anna", "pass")
    assert local_match.lapses(anna) == []


@pytest.mark.clause("FS3-6.25", "FS3-22.2")
def test_an_order_with_an_alternate_stays_sealed_and_is_carried_out():
    setting = find_game("fs3").make_setting("depot_raid", {"desk": "storyteller"})
    players = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots) if slot != setting.referee]
    match = Match(setting, [*players, Seat("desk", 1 << setting.referee, referee=True)], secret_of_seed(1))
    local_match, anna = LocalMatch(match, {}), setting.slots.index("anna")
    match.act("desk", "begin_fight")
    match.act("anna", "attack guard1 alternates=guard2")
    match.act("desk", "leave guard1")
    assert match.mailbox.slots >> anna & 1 and local_match.lapses(anna) == []
    assert {odds.of for odds in local_match.sealed_odds(match.seat("anna"))[anna]} >= {"wounds Guard2"}
    match.stand_in("desk", None)
    assert any("Guard2" in one.sentence() for record in match.records[-1:] for one in record.events)
