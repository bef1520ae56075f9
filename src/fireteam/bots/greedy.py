"""A bot that takes the choice with the greatest expected worth at once, by the exhauster.

What others owe at the same time is not known to it: it reckons with the first choice of their menus. Of choices of
equal worth it takes the first. A game that has a player of its own (`policy`) plays by that instead: on a free table
no menu is worth trying out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.chance.expectation import Buffers, expected_value, new_buffers
from ..core.chance.outcomes import Workspace, new_workspace
from ..core.engine.compiled import compiled
from ..core.engine.dispatch import has_policy, menu_choice, menu_size, policy, to_act
from ..core.engine.record import Array
from ..core.game import Setting
from ..core.protocol.choices import new_choices
from ..core.run import first_slot

MAX_OPTIONS = 2_000
MIN_GAIN = 1e-9


def choose(setting: Setting, states: Array, slot: int, key: int) -> Array:
    """The choice of the greatest expected worth to the slot."""
    choices = new_choices()
    choose_greedily(states.copy(), setting.tables, slot, choices, np.uint64(key), *new_workspaces(states))
    return choices[slot : slot + 1].copy()


def new_workspaces(states: Array) -> tuple[Workspace, Buffers] | tuple[None, None]:
    """Room to try choices out; none for a game with a player of its own, which does not need it."""
    return (None, None) if has_policy(states[0]) else (new_workspace(states), new_buffers(states, 64))


@compiled
def choose_greedily(
    states: Array,
    tables: Array,
    slot: int,
    choices: Array,
    key: Any,
    workspace: Workspace | None,
    buffers: Buffers | None,
) -> None:
    """Write the choice of the game's own player into the slot's row, else the best of the menu.

    The states are the bot's own: a player tries things on them. Without room for it the trying is not even compiled.
    """
    if workspace is None or buffers is None:
        policy(states[0], tables[0], slot, key, choices[slot])
    else:
        choose_best(states, tables, slot, choices, workspace, buffers)


@compiled
def choose_best(
    states: Array, tables: Array, slot: int, choices: Array, workspace: Workspace, buffers: Buffers
) -> None:
    """Write the best choice of a slot's menu; of a menu above MOST, so many taken evenly.

    The rows of others who owe a choice are written over with what is reckoned of them.
    """
    others = to_act(states[0]) & ~(1 << slot)
    while others:
        other = first_slot(others)
        menu_choice(states[0], tables[0], other, 0, choices[other])
        others &= others - 1
    size = menu_size(states[0], tables[0], slot)
    tries = min(size, MAX_OPTIONS)
    best, best_value = 0, -1.0
    for n in range(tries):
        k = n * size // tries
        menu_choice(states[0], tables[0], slot, k, choices[slot])
        value = expected_value(states, tables, slot, choices, workspace, buffers)
        if value > best_value + MIN_GAIN:
            best, best_value = k, value
    menu_choice(states[0], tables[0], slot, best, choices[slot])
