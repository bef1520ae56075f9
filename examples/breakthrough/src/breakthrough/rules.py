"""The rules: what a match is made of, what a side may do, and a function for every clause of RULES.md."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from fireteam.core.dice import Dice
from fireteam.core.engine.compiled import compiled, rule
from fireteam.core.engine.record import Bits
from fireteam.core.protocol.choices import Choice, Verb, clear
from fireteam.core.protocol.events import Log
from fireteam.core.protocol.field_kinds import Point, Unit
from fireteam.core.protocol.refusals import LAWFUL, RefusalList, refuse
from fireteam.core.space.grid import bit, bits, has_bit, kth_bit

from .log import log_stepped, log_won

SIZE = 8  # BT-1.1
RED, BLUE = range(2)
WAYS = (-1, 0, 1)  # columns to the east that a step forward goes (BT-2.2)


class State:
    """A match at a moment: bit 8 * y + x of a side's men is column x of row y."""

    side: int  # whose turn it is
    winner: int  # plus one; 0: nobody yet
    men: Annotated[list[Bits], 2]


class Tables:
    """What never changes: the squares from which a step in each of WAYS stays on the board, and the farthest rows."""

    may_step: Annotated[list[Bits], 3]
    farthest: Annotated[list[Bits], 2]


class Step(Verb, frozen=True):
    """Step forward with the man on a square."""

    clause = "BT-2.2"
    label = "{man} to {to}"
    man: Annotated[str, Unit()]
    to: Annotated[str, Point()]


class Resign(Verb, frozen=True):
    """Give the game to the other side."""

    clause = "BT-3.3"
    free = True


VERBS = (Step, Resign)
STEP, RESIGN = range(1, 3)

REFUSALS = RefusalList("BT-2.1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "BT-2.5", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "BT-2.1", "it is not this side's turn")
NO_MAN = REFUSALS.declare("E_NO_MAN", "BT-2.5", "no own man stands on {man}")
NO_STEP = REFUSALS.declare("E_NO_STEP", "BT-2.2", "no step leads from {man} to {to}")


@rule("BT-2.1")
def to_act(state: State) -> int:
    """The side whose turn it is."""
    return 0 if state.winner else 1 << state.side


@rule("BT-3.1")
def is_over(state: State) -> bool:
    """Somebody has won."""
    return state.winner != 0


@rule("BT-2.2", "BT-2.3", "BT-2.4")
def goals(state: State, tables: Tables, way: int) -> Any:
    """The squares to which the side to act can step in one of WAYS: straight ones must be empty."""
    mine, theirs = state.men[state.side], state.men[1 - state.side]
    stepping = mine & tables.may_step[way + 1]
    there = stepping << np.uint64(SIZE + way) if state.side == RED else stepping >> np.uint64(SIZE - way)
    return there & ~(mine | theirs if way == 0 else mine)


@rule("BT-2.2")
def forward(side: int) -> int:
    """Rows to the north that a side's step goes."""
    return 1 if side == RED else -1


@rule("BT-2.1", "BT-2.2", "BT-2.5", "BT-3.3")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    """Whose turn it is, then the man, then the step."""
    if state.winner or (choice.verb != RESIGN and slot != state.side):
        return refuse(NOT_NOW)
    if choice.verb == RESIGN:
        return LAWFUL
    if choice.verb != STEP:
        return refuse(BAD_ACTION)
    if not (0 <= choice.unit < SIZE * SIZE and has_bit(state.men[slot], choice.unit)):
        return refuse(NO_MAN)
    way = choice.x - choice.unit % SIZE
    if choice.y - choice.unit // SIZE != forward(slot) or not (0 <= choice.x < SIZE and -1 <= way <= 1):
        return refuse(NO_STEP)
    return LAWFUL if has_bit(goals(state, tables, way), SIZE * choice.y + choice.x) else refuse(NO_STEP)


@rule("BT-2.2")
def menu_size(state: State, tables: Tables, slot: int) -> int:
    """How many steps there are."""
    n = 0
    for way in WAYS:
        n += bits(goals(state, tables, way))
    return n


@rule("BT-2.2", "BT-3.4")
def menu_choice(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> None:
    """Steps to the west first, then straight ones, then those to the east."""
    clear(choice)
    choice.verb = STEP
    for way in WAYS:
        there = goals(state, tables, way)
        here = bits(there)
        if k < here:
            at = kth_bit(there, k)
            choice.x, choice.y = at % SIZE, at // SIZE
            choice.unit = at - SIZE * forward(state.side) - way
            return
        k -= here


@rule("BT-2.4", "BT-3.1", "BT-3.2")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """A man steps, takes who stands there, and may have won."""
    side = state.side
    choice, men, enemies = choices[side], state.men[side], state.men[1 - side]
    there = bit(SIZE * choice.y + choice.x)
    men ^= bit(choice.unit) | there
    log_stepped(log, choice.unit, choice.x, choice.y, int((enemies & there) != np.uint64(0)))
    enemies &= ~there
    state.men[side], state.men[1 - side] = men, enemies
    if (men & tables.farthest[side]) != np.uint64(0) or enemies == np.uint64(0):
        win(state, log, side)
    else:
        state.side = 1 - side


@rule("BT-3.1", "BT-3.2")
def win(state: State, log: Log, side: int) -> None:
    """A side has won."""
    state.winner = 1 + side
    log_won(log, side)


@rule("BT-3.3")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """The other side wins."""
    win(state, log, 1 - slot)


@compiled
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The share of the men that are one's own."""
    if state.winner:
        return 1.0 if state.winner == 1 + slot else 0.0
    mine, others = bits(state.men[slot]), bits(state.men[1 - slot])
    return mine / (mine + others)
