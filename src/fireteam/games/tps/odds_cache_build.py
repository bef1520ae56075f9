"""Making the outlook of a catalogue: chances of its pools by the core's own sums, each worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...core.engine.record import Array
from .dice.chances import float_at_least, float_chances, float_net
from .dice.pool import GOOD, Throw
from .odds_cache import DICE, NORMAL_DICE, ROLLS, WILD, damage_at, reach_at
from .rules.dice_pools import apply_modifiers
from .tables import HELMET_ONLY


def fill_odds_cache(table: Any) -> None:
    """Fill the outlook of Tables, for every pool that its catalogue can make."""
    ones = int(table.options.sv_wildone)
    for wild in range(WILD):
        for plain in range(NORMAL_DICE):
            if wild + plain:
                at = reach_at(wild, plain, 0)
                table.outlook.reach[at : at + ROLLS] = _reach(wild, plain, ones)
    by_helmet = (0, 1) if table.options.sv_headshot == HELMET_ONLY else ()
    for wild, plain in sorted(damage_pools(table)):
        for left in range(1, DICE):
            for against in {left, left - 1, *by_helmet}:
                at = damage_at(wild, plain, left, against)
                table.outlook.lost[at], table.outlook.out[at] = _harm(wild, plain, ones, left, against)


def damage_pools(table: Any) -> set[tuple[int, int]]:
    """Every damage pool of the catalogue: whole, of each split, and each share of autofire, for either side's clan."""
    found = set()
    for gear in table.gear[: table.n_gear]:
        for side in table.sides:
            more = int(side.clan.harm[gear.kind])
            for share in range(1, int(gear.split)):
                found.add(apply_modifiers(1, int(gear.split) - share - 1, more))
            if not gear.split and gear.harm_wild + gear.harm_plain:
                wild, plain = apply_modifiers(int(gear.harm_wild), int(gear.harm_plain), more)
                found |= (
                    {(w, p) for w in {0, wild} for p in range(plain + 1) if w + p} if gear.auto else {(wild, plain)}
                )
    return found


@lru_cache(1024)
def _reach(wild: int, plain: int, ones: int) -> Array:
    return np.asarray(float_at_least(wild, plain, ones)[:ROLLS])


@lru_cache(4096)
def _harm(wild: int, plain: int, ones: int, left: int, against: int) -> tuple[float, float]:
    """The mean of the dice lost, and the chance that all are."""
    lost = out = 0.0
    for net in (-1, 0, GOOD):
        share = float_net(wild, net)
        if share > 0.0:
            defence = against if net == GOOD else left
            chances = _hits(wild, plain, ones, net, defence, left) if defence else [0.0] * left + [1.0]
            lost += share * sum(n * chance for n, chance in enumerate(chances))
            out += share * chances[left]
    return lost, out


@lru_cache(4096)
def _hits(wild: int, plain: int, ones: int, net: int, defence: int, most: int) -> list[float]:
    """The chance of each number of hits on a Defense of so many dice, the last of so many or more."""
    found: list[float] = float_chances(Throw(wild, plain, ones, net, 0), 1, defence - 1, most).tolist()
    return found
