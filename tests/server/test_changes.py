"""What sockets are told, read by the Dictionary, is to the letter what everybody may see, change after change."""

from __future__ import annotations

import json
from functools import partial
from random import Random

import pytest

from fireteam.server.tables.acts import do
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.table import Table
from fireteam.server.wire.messages import Choose, Item, Now
from tests.games import bidding, stones
from tests.heavy.settings import many
from tests.server.played_tables import Everybody, Heard, changes, table_at, table_of

MATCHES = {
    "ttt besiege_the_bunker": (60, 5_000, ("ttt", "besiege_the_bunker", {})),
    "ttt the_art_of_war": (20, 400, ("ttt", "the_art_of_war", {})),
    "ttt hold_the_hill": (40, 1_200, ("ttt", "hold_the_hill", {})),
    "tps": (24, 1_000, ("tps", "de_depot", {"teams": "2v2"})),
    "tps with a referee": (16, 500, ("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"})),
    "gunplay": (10, 150, ("gunplay", "main_street", {})),
    "gunplay with an item": (10, 150, ("gunplay", "cash_box", {"deployment": "alternate"})),
    "gunplay with markers": (10, 150, ("gunplay", "crossroads", {"config": "full", "overwatch": "0", "aid": "1"})),
    "gunplay with all modules": (10, 150, ("gunplay", "farm", {"config": "full"})),
    "fs3": (10, 150, ("fs3", "loading_yard", {})),
}
"""Matches, with how many choices are tried as a rule and among the slow checks."""


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


def plays_through(table: Table, seed: int, most: int, coming: float = 0.02) -> int:
    """Play by lot, and check everything that anybody is told; how many changes there were.

    `coming` is how often somebody opens another socket.
    """
    everybody = Everybody(table)
    luck, made = Random(seed), 0
    for frames in everybody.first.values():
        for heard in frames[1:]:
            check(heard, everybody)
    for told in changes(everybody, luck, most):
        made += 1
        for heard in told:
            check(heard, everybody)
        if luck.random() < coming:
            for heard in everybody.comes(luck.choice(everybody.seats))[1:]:
                check(heard, everybody)
    return made


@pytest.mark.parametrize(("quick", "slow", "match"), MATCHES.values(), ids=list(MATCHES))
def test_what_is_told_gives_back_the_very_view_of_everybody(quick, slow, match):
    made, seed, most = 0, 0, many(quick, slow)
    while made < most:
        seed += 1
        made += plays_through(table_at(*match, seed), seed, most - made)


def test_whoever_comes_costs_nobody_the_words_of_what_they_alone_know():
    """All are told everything anew then: also of orders for Overwatch and of ways that others do not see."""
    for seed in range(5, many(6, 45)):
        plays_through(table_at(*MATCHES["gunplay with all modules"][2], seed), seed, many(20, 60), coming=1.0)


def test_the_choice_that_ends_a_match_is_told_to_the_letter():
    everybody, luck = Everybody(table_at(*MATCHES["ttt besiege_the_bunker"][2])), Random(1)
    table, ends = everybody.table, 0
    for frames in everybody.first.values():
        for heard in frames[1:]:
            check(heard, everybody)
    while not table.over:
        slot = table.setting.slots[table.match.slots_to_act()[0]]
        (menu,) = everybody.views.for_seat(slot).decisions
        who, act = Caller(slot), Choose(luck.choice(menu.options).notation, table.match.question, slot)
        heard = everybody.choose_quickly(who, act)
        ends = 0 if heard is None else len(heard)
        if heard is None:
            everybody.catch_up()
            pending = table.change(partial(do, table, who, act))
            pending.settle()
            heard = list(everybody.hear(pending.items))
        for one in heard:
            check(one, everybody)
    assert ends == 2 * len(everybody.seats), "a frame of the choice, and one of the end"


@pytest.mark.parametrize("game", [bidding.GAME, stones.GAME], ids=lambda game: game.id)
def test_a_game_that_the_server_does_not_know_is_told_as_well(game):
    scenario = next(iter(game.scenarios(())))
    assert plays_through(table_of(game, scenario), 1, many(30, 240))
