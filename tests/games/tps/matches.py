"""Positions of real matches, for what faces are shown: units at places in a phase, and matches played at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, to_act
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.run import apply, choose_at_random, run_to_decision
from fireteam.core.space.units import steps
from fireteam.games.tps.game import GAME
from fireteam.games.tps.rules.units import carry, initial_mark
from fireteam.games.tps.state import BUY, CALL, COUNT, PHASES, PRIMARY, TARGET
from fireteam.games.tps.tables import SIDES

Position = tuple[Setting, Array]


def start_match(phase: str, *units: Mapping[str, Any], map: str = "de_depot", **options: str) -> Position:
    """A match in its first turn, so many units a side standing where they are put; they all decide.

    A unit has `at`, a place; `gear`, ids of what it carries; any field of its record by name, `over` by its id. The
    primary weapon is called, in phases that know a call, unless `weapon` says another.
    """
    sides = [int(SIDES.index(unit["side"])) for unit in units]
    setting = GAME.make_setting(map, {"teams": f"{sides.count(0)}v{sides.count(1)}", **options})
    states, tables = setting.opening.copy(), setting.tables[0]
    state = states[0]
    state.phase, state.round_number, state.turn = PHASES.index(phase), 1, 1
    state.count = int(state.phase == COUNT)
    names = GAME.names(setting, states)
    for i, told in enumerate(units):
        unit = state.units[i]
        unit.alive, unit.health = 1, 3
        unit.x, unit.y = (steps(length) for length in told["at"])
        for id in told.get("gear", "").split():
            gear = names.find_thing("gear", id)
            carry(tables, unit, gear, initial_mark(tables, gear))
        if state.phase in (COUNT, TARGET):
            unit.weapon = unit.called = PRIMARY
        for name, value in told.items():
            if name not in ("side", "at", "gear"):
                unit[name] = names.find_thing("gear", value) + 1 if name == "over" else value
        state.owing |= 1 << i
    assert state.phase in (BUY, CALL, COUNT, TARGET)
    return setting, states


def unit(side: str, x: float, y: float, gear: str = "", **fields: Any) -> Mapping[str, Any]:
    """A unit as `seated` takes it."""
    return {"side": side, "at": (x, y), "gear": gear, **fields}


def last_turn_match(phase: str = "target", **options: str) -> Position:
    """The last turn of a round; U2 is eliminated, U1 and U3 are out of one another's sight."""
    units = [unit("T", 10, 20), unit("CT", 39, 20), unit("CT", 40, 26)]
    setting, states = start_match(phase, *units, mp_roundturns="1", **options)
    out = states[0].units[1]
    out.alive = out.health = out.weapon = out.x = out.y = 0
    states[0].owing &= ~2
    return setting, states


def play_at_random(setting: Setting, seed: int, most: int) -> Iterator[tuple[Array, list[LoggedEvent]]]:
    """A match played at random: every state in which somebody decides, with what happened on the way there."""
    states, log, dice = setting.opening.copy(), new_log(), live(seed)
    yield states.copy(), []
    run_to_decision(states[0], setting.tables[0], dice[0], log[0])
    for number in range(most):
        yield states.copy(), read_events(setting, states, log)
        if is_over(states[0]):
            return
        choices = new_choices()
        for slot in range(len(setting.slots)):
            if int(to_act(states[0])) >> slot & 1:
                key = 64 * number + slot
                choose_at_random(states[0], setting.tables[0], slot, choices[slot], np.uint64(seed), key)
        log[0].count = 0
        apply(states[0], setting.tables[0], choices, dice[0], log[0])
