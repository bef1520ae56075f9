"""Pools of dice: what a weapon throws, and how modifiers change it.

What wild dice do when they have fallen (TPS-4.1 to 4.10, TPS-4.12) is `dice/pool`.
"""

from __future__ import annotations

from ....core.engine.compiled import rule
from ....core.protocol.events import Log, because
from ..events.words import BY_ABILITY
from ..tables import Tables

Pool = tuple[int, int]


@rule("TPS-4.14", "TPS-4.15", "TPS-4.11")
def apply_modifiers(wild: int, normal: int, by: int) -> Pool:
    """Modifiers are summed, then applied once: they add or remove normal dice, then wild ones, never the last."""
    if normal + by >= 0:
        return wild, normal + by
    return max(min(wild, 1), wild + normal + by), 0


@rule("TPS-15.2", "TPS-15.3", "TPS-23.2", "TPS-4.16")
def hit_pool(tables: Tables, log: Log | None, side: int, gear: int, share: int) -> Pool:
    """The to-hit pool of a weapon, of a split pool so many dice, with what the side's clan adds to its class."""
    thing = tables.gear[gear]
    more = because(log, BY_ABILITY, tables.sides[side].clan.hit[thing.kind])
    if thing.split:
        return apply_modifiers(1, share - 1, more)
    return apply_modifiers(thing.hit_wild, thing.hit_plain, more)


@rule("TPS-15.2", "TPS-23.2", "TPS-4.16")
def damage_pool(tables: Tables, side: int, gear: int, share: int) -> Pool:
    """The whole damage pool of a weapon; of a split pool, the dice that so many to-hit dice leave."""
    thing = tables.gear[gear]
    more = tables.sides[side].clan.harm[thing.kind]
    if thing.split:
        return apply_modifiers(1, thing.split - share - 1, more)
    return apply_modifiers(thing.harm_wild, thing.harm_plain, more)
