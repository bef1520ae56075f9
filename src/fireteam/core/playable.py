"""Whether the rules can go on from a State that somebody wrote, asked alike of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .calls import is_over_at, to_act_at
from .dice import live
from .engine.dispatch import menu_size
from .engine.record import Array, copy_of
from .errors import Overflow
from .protocol.events import new_log
from .run import run_to_decision


def playable_faults(setting: Any, states: Array) -> Iterator[str]:
    """Say why the rules cannot go on from a State; what they read of it is in bounds first."""
    try:
        yield from _faults(setting, copy_of(states))
    except Exception as error:  # of the rules, which were written for States that they make
        yield f"the rules cannot go on from this position ({type(error).__name__}: {error})"


def _faults(setting: Any, states: Array) -> Iterator[str]:
    """Ask who is to choose, how it stands, what there is to choose, and how it looks."""
    count = len(setting.slots)
    if not 0 <= to_act_at(states, 0) < 1 << count:
        yield f"somebody is to choose who does not play: the match has {count} slots"
        return
    result = setting.game.result(setting, states)
    if not all(0 <= slot < count for slot in result.winners):
        yield f"somebody has won who does not play: the match has {count} slots"
        return
    if not is_over_at(states, 0) and not to_act_at(states, 0):
        try:
            run_to_decision(states[0], setting.tables[0], live(1)[0], new_log()[0])
        except Overflow:
            yield "nobody is to choose, and nothing goes on"
            return
    owing = 0 if is_over_at(states, 0) else to_act_at(states, 0)
    for slot in range(count):
        if owing >> slot & 1:
            menu_size(states[0], setting.tables[0], slot)
    setting.game.scene(setting, states)
