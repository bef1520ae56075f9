"""What must hold of every State of Table Top Troopers, checked after every choice of many random games."""

from __future__ import annotations

from typing import Any

import numpy as np

from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.dispatch import is_over, to_act
from fireteam.core.engine.splitmix import splitmix64
from fireteam.core.game import Setting
from fireteam.core.run import apply, choose_at_random, run_to_decision
from fireteam.core.space.grid import bits, has_bit
from fireteam.games.ttt.state import ATTACK, ELIMINATED, EXITED, IN_PLAY, MOVE, OVER, UNITS, UNPLACED, State
from fireteam.games.ttt.tables import SIDE, Tables
from fireteam.sim.run import SimWorkspace, new_sim_workspace

CAP = 20_000
FAULTS = (
    "sound",
    "two pieces on a square, or a square taken by nobody",
    "a piece off the map, in a wall or in its own bunker",
    "a piece that is not on the board keeps marks of a turn",
    "a side has more pieces than its force",
    "an unplaced piece after placement",
    "a budget, count or round out of bounds",
    "an aim at nobody, at a friend, or in the enemy's turn",
    "marks of a side that is not acting, or after the end",
    "somebody owes a choice after the end, or nobody before it",
    "no winner at the end, or one before it",
    "no end within the cap",
    "an attack under way between choices",
)


@compiled
def fault(state: State, tables: Tables) -> int:
    """The number of the first thing in FAULTS that is wrong between two choices; 0 is none."""
    for side in range(2):
        standing = 0
        for y in range(tables.height):
            standing += bits(state.stand[side].rows[y])
            if state.stand[0].rows[y] & state.stand[1].rows[y]:
                return 1
        for i in range(side * SIDE, (side + 1) * SIDE):
            unit = state.units[i]
            if unit.status == IN_PLAY:
                standing -= 1
                if not (0 <= unit.x < tables.width and 0 <= unit.y < tables.height):
                    return 2
                if not has_bit(tables.open.rows[unit.y], unit.x) or has_bit(tables.bunkers[side].rows[unit.y], unit.x):
                    return 2
                if not has_bit(state.stand[side].rows[unit.y], unit.x):
                    return 1
            elif unit.x or unit.y or unit.did or unit.aim or unit.attacks or unit.fired or unit.fired_twice:
                return 3
            if unit.status != 0 and i - side * SIDE >= tables.sides[side].pieces:
                return 4
            if unit.status == UNPLACED and state.phase in (MOVE, ATTACK):
                return 5
            if unit.aim:
                target = unit.aim - 1
                if not 0 <= target < UNITS or target // SIDE == side or state.units[target].status != IN_PLAY:
                    return 7
            if (state.side != side or state.phase == OVER) and (unit.did or unit.aim or unit.attacks or unit.fired):
                return 8
        if standing != 0:
            return 1
        gone = 0
        for i in range(side * SIDE, (side + 1) * SIDE):
            gone += int(state.units[i].status == ELIMINATED or state.units[i].status == EXITED)
        if not 0 <= state.exits[side] <= gone or state.held[side] < 0 or state.score[side] < 0:
            return 6
    if not 1 <= state.round_number <= tables.round_limit or not 0 <= state.budget <= 2 * SIDE:
        return 6
    if state.phase == MOVE and state.budget == 0:
        return 6
    if state.phase != MOVE and (state.budget or state.acted):
        return 6
    if (to_act(state) == 0) != (state.phase == OVER):
        return 9
    if (state.winner == 0) == (state.phase == OVER):
        return 10
    return 12 if state.doing.unit or state.doing.target else 0


@compiled
def faulty_games(states: Any, tables: Any, seed: Any, first: int, games: int, room: SimWorkspace, work: Any) -> Any:
    """Play random games and look at every State. Returns (game, fault) of the first that is wrong, else (-1, 0)."""
    for n in range(games):
        key = splitmix64(seed, first + n)
        work[0] = states[0]
        dice, log = room.dice[0], room.log[0]
        dice.key, dice.drawn = splitmix64(key, 0), 0
        run_to_decision(work[0], tables[0], dice, log)
        made = 0
        while not is_over(work[0]):
            owing, slot = to_act(work[0]), 0
            while owing:
                if owing & 1:
                    choose_at_random(work[0], tables[0], slot, room.choices[slot], splitmix64(key, 1), made)
                    made += 1
                owing >>= 1
                slot += 1
            log.count = 0
            apply(work[0], tables[0], room.choices, dice, log)
            wrong = fault(work[0], tables[0])
            if wrong:
                return first + n, wrong
            if made > CAP:
                return first + n, 11
    return -1, 0


def find_fault(setting: Setting, games: int, seed: int = 1) -> str:
    """In words: the first game that goes wrong, and how; empty if none does."""
    room, work = new_sim_workspace(setting.opening), setting.opening.copy()
    game, wrong = faulty_games(setting.opening, setting.tables, np.uint64(seed), 0, games, room, work)
    if not wrong:
        return ""
    return f"game {game} of {setting.scenario}: {FAULTS[wrong]}: {setting.game.write_position(setting, work)}"
