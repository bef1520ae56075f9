"""Breakthrough on 8 by 8 squares: the smallest whole game on Fireteam's core, to measure what the core itself costs.

BT-1: each side has sixteen men on its two home rows; red goes north and begins.
BT-2: a man steps one square forward, straight to an empty square or diagonally; diagonally it may take an enemy.
BT-3: a man on the farthest row, or no enemy left, wins.
BT-4: a side may resign.

The board is two words of 64 bits, one for each side's men: bit 8 * y + x is column x of row y.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np

from fireteam.core.chance.dice import Dice
from fireteam.core.engine.compiled import compiled, rule
from fireteam.core.engine.dispatch import bind
from fireteam.core.engine.record import Array, Bits, blank
from fireteam.core.game import Game, Result, Setting
from fireteam.core.protocol.choices import Choice, Verb, clear
from fireteam.core.protocol.events import Event, Log, write_row
from fireteam.core.protocol.field_kinds import Flag, Point, Unit, Word
from fireteam.core.protocol.refusals import LAWFUL, RefusalList, refuse
from fireteam.core.protocol.scene import Scene, Token
from fireteam.core.space.grid import bit, bits, has_bit, kth_bit
from tests.games import shown

SIZE = 8
SIDES = ("red", "blue")
RED, BLUE = range(2)
WAYS = (-1, 0, 1)  # columns to the east that a step forward goes


class State:
    side: int
    winner: int  # plus one
    men: Annotated[list[Bits], 2]


class Tables:
    """What never changes: the squares from which a step in each of WAYS stays on the board, and the farthest rows."""

    may_step: Annotated[list[Bits], 3]
    farthest: Annotated[list[Bits], 2]


class Step(Verb, frozen=True):
    """Step forward with the man on a square (BT-2)."""

    man: Annotated[str, Unit()]
    to: Annotated[str, Point()]


class Resign(Verb, frozen=True):
    """Give the game to the other side (BT-4)."""

    free = True


VERBS = (Step, Resign)
STEP, RESIGN = range(1, 3)

REFUSALS = RefusalList("BT-2")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "BT-2", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "BT-1", "it is not this side's turn")
NO_MAN = REFUSALS.declare("E_NO_MAN", "BT-2", "no own man stands on {man}")
NO_STEP = REFUSALS.declare("E_NO_STEP", "BT-2", "no step leads from {man} to {to}")


class Stepped(Event, frozen=True):
    clause = "BT-2"
    story = "the man on {man} goes to {to}"
    man: Annotated[str, Unit()]
    to: Annotated[str, Point()]
    took: Annotated[bool, Flag()]


class Won(Event, frozen=True):
    clause = "BT-3"
    story = "{side} has won"
    side: Annotated[str, Word(*SIDES)]


EVENTS = (Stepped, Won)
STEPPED, WON = range(2)


@rule("BT-1")
def to_act(state: State) -> int:
    """The side whose turn it is."""
    return 0 if state.winner else 1 << state.side


@rule("BT-3")
def is_over(state: State) -> bool:
    """Somebody has won."""
    return state.winner != 0


@rule("BT-2")
def goals(state: State, tables: Tables, way: int) -> Any:
    """The squares to which the side to act can step in one of WAYS."""
    mine = state.men[state.side]
    stepping = mine & tables.may_step[way + 1]
    if state.side == RED:
        there = stepping << np.uint64(SIZE + way)
    else:
        there = stepping >> np.uint64(SIZE - way)
    return there & ~(mine | state.men[1 - state.side] if way == 0 else mine)


@compiled
def forward(side: int) -> int:
    """Rows to the north that a side's step goes."""
    return 1 if side == RED else -1


@rule("BT-1", "BT-2", "BT-4")
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


@rule("BT-2")
def menu_size(state: State, tables: Tables, slot: int) -> int:
    """How many steps there are."""
    n = 0
    for way in WAYS:
        n += bits(goals(state, tables, way))
    return n


@rule("BT-2")
def menu_choice(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> None:
    """Steps to the north-west first or the south-west, straight ones, then those to the east."""
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


@rule("BT-2", "BT-3")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """A man steps, takes who stands there, and may have won."""
    side = state.side
    choice, men, enemies = choices[side], state.men[side], state.men[1 - side]
    there = bit(SIZE * choice.y + choice.x)
    men ^= bit(choice.unit) | there
    write_row(log, STEPPED, choice.unit, choice.x, choice.y, int((enemies & there) != np.uint64(0)))
    enemies &= ~there
    state.men[side], state.men[1 - side] = men, enemies
    if (men & tables.farthest[side]) != np.uint64(0) or enemies == np.uint64(0):
        win(state, log, side)
    else:
        state.side = 1 - side


@rule("BT-3")
def win(state: State, log: Log, side: int) -> None:
    """A side has won."""
    state.winner = 1 + side
    write_row(log, WON, side)


@compiled
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Nothing happens between choices."""


@rule("BT-4")
def resign(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """The other side wins."""
    win(state, log, 1 - slot)


@rule("BT-3")
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The share of the men that are one's own."""
    if state.winner:
        return 1.0 if state.winner == 1 + slot else 0.0
    mine, others = bits(state.men[slot]), bits(state.men[1 - slot])
    return mine / (mine + others)


bind(
    State,
    to_act=to_act,
    is_over=is_over,
    verify=verify,
    menu_size=menu_size,
    menu_choice=menu_choice,
    apply_choices=apply_choices,
    advance=advance,
    apply_free_act=resign,
    evaluate=evaluate,
)


class Named(shown.Named):
    """A man is called by its square."""

    def __init__(self) -> None:
        super().__init__([self.point(at % SIZE, at // SIZE) for at in range(SIZE * SIZE)])


def setting(scenario: str, options: Mapping[str, str] | None = None, packs: Sequence[str] = ()) -> Setting:
    tables, state = blank(Tables), blank(State)
    squares = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    for way in WAYS:
        tables[0].may_step[way + 1] = sum(1 << SIZE * y + x for x, y in squares if 0 <= x + way < SIZE)
    for side, homes in ((RED, (0, 1)), (BLUE, (SIZE - 1, SIZE - 2))):
        state[0].men[side] = sum(1 << SIZE * y + x for x, y in squares if y in homes)
        tables[0].farthest[1 - side] = sum(1 << SIZE * y + x for x, y in squares if y == homes[0])
    return Setting(GAME, scenario, dict(options or {}), tables, state, None, SIDES)


def scene(setting: Setting, state: Array) -> Scene:
    tokens = [
        Token(name, side, side, "m", at % SIZE, at // SIZE, SIDES[side])
        for at, name in enumerate(Named().units)
        for side in range(2)
        if has_bit(state[0].men[side], at)
    ]
    return shown.scene("Breakthrough", SIZE, SIZE, lambda x, y: False, tokens)


def result(setting: Setting, state: Array) -> Result:
    winner = int(state[0].winner)
    said = ("the game goes on", "red wins", "blue wins")[winner]
    return Result(winner != 0, (winner - 1,) if winner else (), said, "BT-3")


GAME = Game(
    id="breakthrough",
    title="Breakthrough",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=EVENTS,
    reasons=(),
    purposes=(),
    rulebook="BT",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    scenarios=lambda packs=(): {"8x8": "Eight by eight"},
    make_setting=setting,
    names=lambda setting, state: Named(),
    scene=scene,
    decision=shown.decision,
    write_position=shown.position,
    read_position=lambda line, packs=(): shown.from_position(GAME, line),
    result=result,
    odds_questions={},
    quick_options={},
    questions={},
)
