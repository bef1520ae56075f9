"""What armour and cover do to a hit, and what damage comes to, exactly, by the rules of play (sections 10, 12)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from ...core.chance.spread import Spread
from ...core.chance.ways import ways_of
from ...core.engine.record import blank
from .events.words import FOR_ARMOUR
from .rules.armour import CAPPED, UNIFORM, Layer, cut_ways, roll_damage, roll_layer, stop_chance
from .tables import Tables


@cache
def rules_of(is_capped: bool) -> Any:
    """Tables that say no more than how the second roll of a layer is read (`armour_reduction`)."""
    table = blank(Tables)[0]
    table.options.armour_reduction = CAPPED if is_capped else UNIFORM
    return table


def layers_of(table: Any, penetration: int, protection: int) -> Spread[Layer]:
    """What a layer of a Protection does: it stops, is bypassed, or takes off what its `spread` allows (FS3-10.6)."""
    chance = int(stop_chance(penetration, protection))
    return ways_of(lambda dice, log: roll_layer(dice, log, table, chance, FOR_ARMOUR))


def cuts_of(table: Any, layer: Layer) -> Spread[int]:
    """What a layer that does not stop takes off (FS3-10.10)."""
    most = int(layer.spread)
    ways = {cut: int(cut_ways(table.options.armour_reduction, most, cut)) for cut in range(most + 1)}
    return Spread({cut: Fraction(count, sum(ways.values())) for cut, count in ways.items()})


def severities_of(table: Any, modifier: int, cover: Layer, armour: Layer) -> Spread[int]:
    """The severity of a wound through two layers that did not stop it, its number from 1 (FS3-12.1, FS3-12.2)."""
    return ways_of(lambda dice, log: int(roll_damage(dice, log, table, modifier, cover, armour).severity))
