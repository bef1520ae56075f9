"""A bot that takes the choice with the greatest expected worth at once, by the exhauster.

What others owe at the same time is not known to it: it reckons with the first choice of their menus. Of choices of
equal worth it takes the first. A game that has a player of its own (`suggest`) plays by that instead: on a free table
no menu is worth trying out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.choices import new_choices
from ..core.compiled import compiled
from ..core.entry import count, kth, suggest, suggests, to_act
from ..core.expect import Fronts, expect, new_fronts
from ..core.game import Setting
from ..core.record import Array
from ..core.spread import Desk, new_desk

MOST = 2_000
BETTER = 1e-9


def choose(setting: Setting, states: Array, slot: int, key: int) -> Array:
    """The choice of the greatest expected worth to the slot."""
    choices = new_choices()
    choose_greedily(states.copy(), setting.tables, slot, choices, np.uint64(key), *new_thoughts(states))
    return choices[slot : slot + 1].copy()


def new_thoughts(states: Array) -> tuple[Desk, Fronts] | tuple[None, None]:
    """Room to try choices out; none for a game with a player of its own, which does not need it."""
    return (None, None) if suggests(states[0]) else (new_desk(states), new_fronts(states, 64))


@compiled
def choose_greedily(
    states: Array, tables: Array, slot: int, choices: Array, key: Any, desk: Desk | None, fronts: Fronts | None
) -> None:
    """Write the choice of the game's own player into the slot's row, else the best of the menu.

    The states are the bot's own: a player tries things on them. Without room for it the trying is not even compiled.
    """
    if desk is None or fronts is None:
        suggest(states[0], tables[0], slot, key, choices[slot])
    else:
        choose_best(states, tables, slot, choices, desk, fronts)


@compiled
def choose_best(states: Array, tables: Array, slot: int, choices: Array, desk: Desk, fronts: Fronts) -> None:
    """Write the best choice of a slot's menu; of a menu above MOST, so many taken evenly.

    The rows of others who owe a choice are written over with what is reckoned of them.
    """
    owing, other = to_act(states[0]), 0
    while owing:
        if owing & 1 and other != slot:
            kth(states[0], tables[0], other, 0, choices[other])
        owing >>= 1
        other += 1
    size = count(states[0], tables[0], slot)
    looked = min(size, MOST)
    best, most = 0, -1.0
    for n in range(looked):
        k = n * size // looked
        kth(states[0], tables[0], slot, k, choices[slot])
        found = expect(states, tables, slot, choices, desk, fronts)
        if found > most + BETTER:
            best, most = k, found
    kth(states[0], tables[0], slot, best, choices[slot])
