"""The rules: what a match is made of, what a side may do, and a function for every clause of RULES.md."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from fireteam.core.dice import Dice
from fireteam.core.engine.compiled import compiled, rule
from fireteam.core.engine.record import Bits, NoTables
from fireteam.core.protocol.choices import Choice
from fireteam.core.protocol.events import Log
from fireteam.core.protocol.menu import Cursor, block
from fireteam.core.protocol.refusals import LAWFUL, RefusalList, refuse
from fireteam.core.space.grid import bit, bits, board_row, has_bit, kth_bit, shift_board

from .declarations import RESIGN, STEP, log_stepped, log_won, offer_step, read_step

SIZE = 8  # BT-1.1
FORWARD = (1, -1)  # rows to the north that each side's step goes (BT-2.2)
FARTHEST = (SIZE - 1, 0)  # the row that each side wants to reach (BT-3.1)
WAYS = (-1, 0, 1)  # columns to the east that a step forward goes (BT-2.2)


class State:
    """A match at a moment: bit 8 * y + x of a side's men is column x of row y."""

    side: int  # whose turn it is
    winner: int  # plus one; 0: nobody yet
    men: Annotated[list[Bits], 2]


REFUSALS = RefusalList("BT-2.1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "BT-2.5", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "BT-2.1", "it is not this side's turn")
NO_MAN = REFUSALS.declare("E_NO_MAN", "BT-2.5", "no own man stands on {man}")
NO_STEP = REFUSALS.declare("E_NO_STEP", "BT-2.2", "no step leads from {man} to {to}")


@rule("BT-2.2", "BT-2.3", "BT-2.4")
def goals(state: State, tables: NoTables, way: int) -> Any:
    """The squares to which the side to act can step in one of WAYS: straight ones must be empty."""
    mine, theirs = state.men[state.side], state.men[1 - state.side]
    return shift_board(mine, way, FORWARD[state.side]) & ~(mine | theirs if way == 0 else mine)


@rule("BT-2.1", "BT-2.2", "BT-2.5", "BT-3.3")
def verify(state: State, tables: NoTables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    """Whose turn it is, then the man, then the step."""
    if state.winner or (choice.verb != RESIGN and slot != state.side):
        return refuse(NOT_NOW)
    if choice.verb == RESIGN:
        return LAWFUL
    if choice.verb != STEP:
        return refuse(BAD_ACTION)
    man, x, y = read_step(choice)
    if not (0 <= man < SIZE * SIZE and has_bit(state.men[slot], man)):
        return refuse(NO_MAN)
    way = x - man % SIZE
    if y - man // SIZE != FORWARD[slot] or not (0 <= x < SIZE and -1 <= way <= 1):
        return refuse(NO_STEP)
    return LAWFUL if has_bit(goals(state, tables, way), SIZE * y + x) else refuse(NO_STEP)


@rule("BT-2.2", "BT-3.4")
def menu(state: State, tables: NoTables, slot: int, cursor: Cursor) -> None:
    """Steps to the west first, then straight ones, then those to the east."""
    for way in WAYS:
        there = goals(state, tables, way)
        for k in block(cursor, bits(there)):
            to = kth_bit(there, k)
            offer_step(cursor, to - SIZE * FORWARD[state.side] - way, to % SIZE, to // SIZE)


@rule("BT-2.4", "BT-3.1", "BT-3.2")
def apply_choices(state: State, tables: NoTables, choices: Any, dice: Dice, log: Log) -> None:
    """A man steps, takes who stands there, and may have won."""
    side = state.side
    men, enemies = state.men[side], state.men[1 - side]
    man, x, y = read_step(choices[side])
    there = bit(SIZE * y + x)
    men ^= bit(man) | there
    log_stepped(log, man, x, y, int((enemies & there) != np.uint64(0)))
    enemies &= ~there
    state.men[side], state.men[1 - side] = men, enemies
    if (men & board_row(FARTHEST[side])) != np.uint64(0) or enemies == np.uint64(0):
        win(state, log, side)
    else:
        state.side = 1 - side


@rule("BT-3.1", "BT-3.2")
def win(state: State, log: Log, side: int) -> None:
    """A side has won."""
    state.winner = 1 + side
    log_won(log, side)


@rule("BT-3.3")
def apply_free_act(state: State, tables: NoTables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """The other side wins."""
    win(state, log, 1 - slot)


@compiled
def evaluate(state: State, tables: NoTables, slot: int) -> float:
    """The share of the men that are one's own."""
    if state.winner:
        return 1.0 if state.winner == 1 + slot else 0.0
    mine, others = bits(state.men[slot]), bits(state.men[1 - slot])
    return mine / (mine + others)
