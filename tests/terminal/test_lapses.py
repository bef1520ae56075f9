"""Whose sealed choice fell away reads why at the next prompt."""

from __future__ import annotations

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
