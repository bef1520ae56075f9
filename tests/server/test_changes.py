"""What sockets are told, read by the Dictionary, is to the letter what everybody may see, change after change."""

from __future__ import annotations

import json
from random import Random

import pytest

from fireteam.server.wire.messages import Item, Now
from tests.heavy.settings import many
from tests.server.told_tables import Everybody, Heard, changes, table_at

MATCHES = {
    "ttt besiege_the_bunker": (60, ("ttt", "besiege_the_bunker", {})),
    "ttt the_art_of_war": (20, ("ttt", "the_art_of_war", {})),
    "ttt hold_the_hill": (60, ("ttt", "hold_the_hill", {})),
    "tps": (24, ("tps", "de_depot", {"teams": "2v2"})),
    "gunplay": (16, ("gunplay", "main_street", {})),
    "fs3": (16, ("fs3", "loading_yard", {})),
}
SLOW = 10_000  # choices of a game among the slow checks


def check(heard: Heard, everybody: Everybody) -> None:
    """Dictionary and frame give back the items and the view."""
    decoder = everybody.decoders[heard.seat]
    items: list[Item] = []
    now: Now | None = None
    if heard.frame:
        items, now = decoder.read(json.loads(heard.frame))
    assert items == list(heard.items)
    everybody.shown[heard.seat] = now = now or everybody.shown[heard.seat]
    assert now == heard.now, heard.seat


def plays_through(match: tuple[str, str, dict[str, str]], seed: int, most: int) -> int:
    """Play by lot, and check everything that anybody is told; how many choices were made."""
    everybody = Everybody(table_at(*match, seed))
    luck, made = Random(seed), 0
    for frames in everybody.first.values():
        for heard in frames[1:]:
            check(heard, everybody)
    for items in changes(everybody.table, luck, most):
        made += 1
        for heard in everybody.hear(items):
            check(heard, everybody)
        if luck.random() < 0.02:
            for heard in everybody.comes(luck.choice(everybody.seats))[1:]:
                check(heard, everybody)
    return made


@pytest.mark.parametrize(("quick", "match"), MATCHES.values(), ids=list(MATCHES))
def test_what_is_told_gives_back_the_very_view_of_everybody(quick, match):
    made, seed, most = 0, 0, many(quick, SLOW)
    while made < most:
        seed += 1
        made += plays_through(match, seed, most - made)
