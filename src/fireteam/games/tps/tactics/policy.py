"""The greedy bot's choice in every state of a match, from what its seat may know."""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice, clear
from ..rules.turn import default_choice
from ..state import BUY, CALL, COUNT, TARGET, State
from ..tables import Tables
from .calls import suggest_call
from .fire import suggest_target
from .movement import suggest_order
from .purchases import suggest_list


@compiled
def policy(state: State, tables: Tables, slot: int, key: Any, choice: Choice) -> None:
    """What this bot would choose; on the state, which is its own, it tries things out."""
    clear(choice)
    if state.phase == BUY:
        suggest_list(state, tables, slot, key, choice)
    elif state.phase == CALL:
        suggest_call(state, tables, slot, key, choice)
    elif state.phase == COUNT:
        suggest_order(state, tables, slot, key, choice)
    elif state.phase == TARGET:
        suggest_target(state, tables, slot, key, choice)
    else:
        default_choice(state, tables, slot, choice)
