"""A golden match file of every game: old matches stay verifiable, or the game's `rules` say that they do not.

A file has the hash of every State. So a rule that plays differently, and a State that is laid out differently, both
alter it: raise `rules` of the Game, and write the golden anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fireteam import bots
from fireteam.core.engine.state_hash import SHA_256, SPLITMIX64
from fireteam.core.protocol.choices import decode
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import save, verify
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game, games

CHOICES = 400
SHORT = {"tps": {"teams": "2v2", "mp_maxrounds": "1", "mp_roundturns": "3", "sv_movebatch": "10"}}
"""Options with which a match is over within so many choices, where a match would else take more."""


@pytest.mark.parametrize(("version", "suffix"), [(SHA_256, ""), (SPLITMIX64, "_2")])
@pytest.mark.parametrize("name", games())
def test_a_match_file_is_as_it_was(
    name: str, version: int, suffix: str, golden: Callable[[str, str], None], tmp_path: Path
) -> None:
    game, path = find_game(name), tmp_path / "golden.match"
    setting = game.make_setting(next(iter(game.scenarios(()))), SHORT.get(name))._replace(hash_version=version)
    seats = [Seat(slot, 1 << k, "random") for k, slot in enumerate(setting.slots)]
    match = Match(setting, seats, secret_of_seed("golden"))
    save(match, path)
    while not match.is_over and match.next_number < CHOICES:
        slot = match.slots_to_act()[0]
        seat = seats[slot]
        view = match.view(seat.name)
        record = bots.find_bot("random").choose(match.setting, view, slot, match.key_for_bot(slot))
        match.act(seat.name, decode(record[0], game.verbs, game.names(match.setting, view)), slot)
    match.reveal_secret()
    assert verify(read_match_file(path)).ended
    golden(f"{name}_match_file{suffix}", path.read_text(encoding="utf-8"))
