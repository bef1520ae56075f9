"""What bots weigh attacks by: the same chances as the odds', held against exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.games.tps.content import load
from fireteam.games.tps.dice.chances import at_least, hits_or_more, net_chance
from fireteam.games.tps.dice.pool import CHECK, read_pool
from fireteam.games.tps.odds_cache import ROLLS, damage_at, reach_at
from fireteam.games.tps.odds_cache_build import damage_pools
from fireteam.games.tps.options import resolve_options
from fireteam.games.tps.setup import tables_of
from fireteam.registry import find_game
from fireteam.sim.solve import answer


@pytest.fixture(scope="module")
def table():
    """The Tables of a map with the rulebook's catalogue."""
    content = load()
    return tables_of(content, content.map("de_depot"), resolve_options(content, content.map("de_depot"), {}))[0]


@pytest.mark.parametrize("pool", [(1, 0), (1, 3), (1, 5), (2, 2), (0, 4)])
def test_the_chance_to_reach_a_roll_is_the_exact_one(table, pool):
    """TPS-29.1: P(1W+3D at least 8) = 1261/1296, and so on for every roll that is told apart."""
    for roll in range(0, ROLLS, 5):
        exact = at_least(pool, None, roll, CHECK)
        assert table.outlook.reach[reach_at(*pool, roll)] == pytest.approx(float(exact), abs=1e-12)


def exact_harm(pool, left, against):
    """The mean of the dice lost, and the chance that all are, in fractions."""
    lost = out = Fraction(0)
    good = net_chance(pool[0]) if pool[0] else Fraction(0)
    for net, share in ((-1, good), (0, 1 - 2 * good), (1, good)):
        defence = against if net == 1 else left
        if share:
            more = [hits_or_more(pool, net, (1, defence - 1), x) if defence else 1 for x in range(1, left + 1)]
            lost, out = lost + share * sum(more), out + share * more[-1]
    return float(lost), float(out)


@pytest.mark.parametrize("pool", [(1, 3), (1, 5), (2, 9), (0, 2), (1, 0)])
def test_the_harm_of_a_pool_is_the_exact_one(table, pool):
    """TPS-29.1: the mean of the dice lost by 1W+3D on 0/0/3 is 1.024 with surplus; here surplus is cut off."""
    for left, against in ((1, 1), (3, 3), (4, 3), (5, 4)):
        lost, out = exact_harm(pool, left, against)
        at = damage_at(*pool, left, against)
        assert table.outlook.lost[at] == pytest.approx(lost, abs=1e-9)
        assert table.outlook.out[at] == pytest.approx(out, abs=1e-9)


def test_every_damage_pool_of_the_catalogue_is_known(table):
    """Whole pools, parts of split pools (TPS-15.2), shares of autofire with and without wild dice (TPS-16.2)."""
    pools = damage_pools(table)
    assert {(1, 5), (2, 9), (1, 6), (0, 8), (1, 2)} <= pools
    assert all(table.outlook.lost[damage_at(*pool, 3, 3)] > 0 for pool in pools)


@pytest.mark.parametrize(
    ("damage", "armour"), [("1W+3D", "0/0/3"), ("1W+3D", "0/1/3"), ("1W+5D", "1/1/3"), ("2D", "0/0/1")]
)
@pytest.mark.parametrize("headshot", ["no_vest", "helmet_only"])
def test_bots_weigh_harm_as_the_rules_of_play_deal_it_out(damage, armour, headshot):
    """TPS-13.5, TPS-13.6: the rule, run over every way of its dice, takes as many dice and eliminates as often."""
    game, content = find_game("tps"), load()
    map = content.map("de_depot")
    table = tables_of(content, map, resolve_options(content, map, {"sv_headshot": headshot}))[0]
    told = answer(game, game.odds_questions, "harm", {"damage": damage, "armour": armour, "sv_headshot": headshot})
    helmet, vest, health = parts_of(armour)
    left = helmet + vest + health
    at = damage_at(*read_pool(damage), left, helmet if headshot == "helmet_only" else left - vest)
    assert table.outlook.lost[at] == pytest.approx(told["mean dice lost"]["float"], abs=1e-9)
    assert table.outlook.out[at] == pytest.approx(told["eliminated"]["float"], abs=1e-9)


@pytest.mark.parametrize(("pool", "roll"), [("1W+2D", 8), ("1W+3D", 16), ("2W+1D", 12)])
def test_bots_reckon_a_hit_as_often_as_the_rules_of_play_score_it(pool, roll, table):
    """TPS-12.5"""
    game = find_game("tps")
    told = answer(game, game.odds_questions, "hit", {"to_hit": pool, "distance": roll})
    assert table.outlook.reach[reach_at(*read_pool(pool), roll)] == pytest.approx(told["float"], abs=1e-12)


def parts_of(armour):
    return [int(part) for part in armour.split("/")]
