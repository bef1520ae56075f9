"""Stones, a game for tests: six throwers on a line, each a slot of its own, who choose in secret and act together.

Each turn everybody standing creeps a square, or throws dice at one or two others: at most one wild die, and stones from
a purse that the enemy never sees. A throw must reach the distance; it wounds once, with net Good twice; with net Bad
the purse is lost. Wounds fall together when all have thrown. A chest lies where nobody knows; who comes to stand on it
alone wins. After the last turn the side with more throwers standing wins. A referee, who owes no choice and sees all,
may fill a purse.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fireteam.core.dice import Dice, roll
from fireteam.core.engine.compiled import rule
from fireteam.core.engine.record import Array, Grid, blank
from fireteam.core.game import Game, Result, Setting
from fireteam.core.game_modules import game_of
from fireteam.core.protocol.choices import Choice, Verb
from fireteam.core.protocol.events import Event, Log, Reason, Visibility, because, write_row
from fireteam.core.protocol.field_kinds import Flag, Number, Point, Target, Unit, Word
from fireteam.core.protocol.list_kinds import Split
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.menu import Cursor, block, current, offer
from fireteam.core.protocol.refusals import LAWFUL, OK, RefusalList, refuse
from fireteam.core.protocol.scene import Scene, Token
from fireteam.games.tps.dice.chances import outcome_float, outcome_fraction
from fireteam.games.tps.dice.contest import reaches
from fireteam.games.tps.dice.pool import BAD, CHECK, GOOD, throw

from . import views

THROWERS, SIDE, SHARES = 6, 3, 2
UNITS = ("a1", "a2", "a3", "b1", "b2", "b3")
REFEREE = THROWERS  # the slot after the throwers'
GROUPS = {"a": UNITS[:SIDE], "b": UNITS[SIDE:]}
PURSE = 5
DRAWN = 3  # winner: 0 nobody yet, 1 and 2 the sides


class Thrower:
    """Health 0: fallen, and all else is 0."""

    x: int
    health: int
    stones: int
    wounds: int  # of this turn, not yet felt


class Order:
    """What a thrower throws this turn."""

    n: int
    shares: Annotated[Grid, (SHARES, 3)]


class State:
    """`doing` is the order being thrown, plus one; `share` how far it is. The chest's square counts from 1."""

    turn: int
    chest: int
    winner: int
    doing: int
    share: int
    throwers: Annotated[list[Thrower], THROWERS]
    orders: Annotated[list[Order], THROWERS]


class Tables:
    squares: int
    turns: int
    pace: int  # what a throw needs for every square of distance


class Creep(Verb, frozen=True):
    """Go one square, or stay."""

    to: Annotated[str, Point()]


class Throw(Verb, frozen=True):
    """Throw wild dice and stones: `b1:1:2,b3:0:1`."""

    final = True
    shares: Annotated[list[str], Split()]


class GiveUp(Verb, frozen=True):
    """Give the game to the other side."""

    free = True


class Grant(Verb, frozen=True):
    """The referee fills a purse to so many stones."""

    free = True
    unit: Annotated[str, Unit()]
    stones: Annotated[int, Number(high=PURSE)]


VERBS = (Creep, Throw, GiveUp, Grant)
CREEP, THROW, GIVE_UP, GRANT = range(1, 5)

REFUSALS = RefusalList("STONES-1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "STONES-1", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "STONES-1", "nothing is to be chosen")
FAR = REFUSALS.declare("E_FAR", "STONES-2", "{to} is not within one square")
BAD_SHARES = REFUSALS.declare("E_SHARES", "STONES-3", "one or two shares, one wild die in all, and a die in each")
NO_TARGET = REFUSALS.declare("E_TARGET", "STONES-3", "there is no such target")
NO_STONES = REFUSALS.declare("E_STONES", "STONES-3", "there are not so many stones")
NOT_REFEREE = REFUSALS.declare("E_REFEREE", "STONES-6", "only the referee fills the purse of who stands, between turns")

PURPOSES = ("throw", "throw, again", "stones", "chest")
FOR_THROW, FOR_CHEST = 0, 3
REASONS = (Reason("distance", "STONES-4"),)


class Hid(Event, frozen=True):
    clause = "STONES-5"
    story = "a chest is hidden at {square}"
    square: Annotated[int, Number(), Visibility.SECRET]


class Crept(Event, frozen=True):
    clause = "STONES-2"
    story = "{unit} goes to {square}"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]
    square: Annotated[str, Point()]


class Threw(Event, frozen=True):
    clause = "STONES-4"
    story = "{unit} throws {stones} stones at {target}, needs {needed}: {wounds} wounds"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    stones: Annotated[int, Number(), Visibility.OWN]
    needed: Annotated[int, Number()]
    wounds: Annotated[int, Number()]


class Spilled(Event, frozen=True):
    clause = "STONES-4"
    story = "{unit} spills its purse"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]


class Granted(Event, frozen=True):
    clause = "STONES-6"
    story = "the purse of {unit} now holds {stones} stones"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]
    stones: Annotated[int, Number(), Visibility.OWN]


class Fell(Event, frozen=True):
    clause = "STONES-5"
    story = "{unit} falls"
    unit: Annotated[str, Unit()]


class Ended(Event, frozen=True):
    clause = "STONES-5"
    story = "the game is over: {winner} wins; chest found: {found}"
    winner: Annotated[str, Word("", "side a", "side b", "nobody")]
    found: Annotated[bool, Flag()]


EVENTS = (Hid, Crept, Threw, Spilled, Granted, Fell, Ended)
HID, CREPT, THREW, SPILLED, GRANTED, FELL, ENDED = range(7)


@rule("STONES-1")
def to_act(state: State) -> int:
    """Everybody standing chooses, in secret and together, when nothing is under way."""
    owing = 0
    if state.turn > 0 and state.doing == 0 and state.winner == 0:
        for i in range(THROWERS):
            if state.throwers[i].health > 0:
                owing |= 1 << i
    return owing


@rule("STONES-1")
def is_over(state: State) -> bool:
    return state.winner != 0


@rule("STONES-1", "STONES-2")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    """A square within one step, or a throw that the purse allows."""
    if choice.verb == GRANT:
        return refuse(OK if may_grant(state, slot, choice) else NOT_REFEREE)
    if choice.verb == GIVE_UP and slot != REFEREE and state.turn > 0 and state.winner == 0:
        return LAWFUL
    if not (to_act(state) >> slot) & 1 or not CREEP <= choice.verb <= THROW:
        return refuse(NOT_NOW)
    if choice.verb == THROW:
        return refuse(may_throw(state, slot, choice))
    near = state.throwers[slot].x - 1 <= choice.x <= state.throwers[slot].x + 1
    return refuse(OK if near and 0 <= choice.x < tables.squares and choice.y == 0 else FAR)


@rule("STONES-3")
def may_throw(state: State, slot: int, choice: Choice) -> int:
    """One or two different targets that stand, a die for each, one wild die at most, stones from the purse."""
    wild = stones = 0
    if not 1 <= choice.n <= SHARES:
        return BAD_SHARES
    for k in range(choice.n):
        target, wilds, plain = choice.parts[k, 0], choice.parts[k, 1], choice.parts[k, 2]
        if not (0 <= wilds <= 1 and plain >= 0 and wilds + plain >= 1) or (k == 1 and target == choice.parts[0, 0]):
            return BAD_SHARES
        if not 0 <= target < THROWERS or target == slot or state.throwers[target].health == 0:
            return NO_TARGET
        if plain > state.throwers[slot].stones - stones:
            return NO_STONES
        wild, stones = wild + wilds, stones + plain
    return OK if wild <= 1 else BAD_SHARES


@rule("STONES-6")
def may_grant(state: State, slot: int, choice: Choice) -> bool:
    """The referee alone, while the throwers choose, to somebody standing."""
    if slot != REFEREE or to_act(state) == 0 or not 0 <= choice.unit < THROWERS or not 0 <= choice.n <= PURSE:
        return False
    return state.throwers[choice.unit].health > 0


@rule("STONES-1")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """Every square within one step, then the wild die with 0 to all stones at each enemy standing."""
    x, stones = state.throwers[slot].x, state.throwers[slot].stones
    for square in range(max(0, x - 1), min(tables.squares - 1, x + 1) + 1):
        if offer(cursor):
            choice = current(cursor)
            choice.verb, choice.x = CREEP, square
    for j in range(THROWERS):
        if j // SIDE != slot // SIDE and state.throwers[j].health > 0:
            for k in block(cursor, stones + 1):
                if offer(cursor):
                    choice = current(cursor)
                    choice.verb, choice.n = THROW, 1
                    choice.parts[0, 0], choice.parts[0, 1], choice.parts[0, 2] = j, 1, k


@rule("STONES-1", "STONES-2")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """All is revealed: who creeps is there at once; orders to throw wait for their turn."""
    owing = to_act(state)
    for i in range(THROWERS):
        if (owing >> i) & 1 and choices[i].verb == CREEP:
            state.throwers[i].x = choices[i].x
            write_row(log, CREPT, i, i, choices[i].x, 0)
        elif (owing >> i) & 1:
            state.orders[i].n = choices[i].n
            for k in range(choices[i].n):
                for part in range(3):
                    state.orders[i].shares[k, part] = choices[i].parts[k, part]
    state.doing = 1


@rule("STONES-1", "STONES-5")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """A step is one share of one thrower; when all have thrown, the turn ends."""
    if state.turn == 0:
        state.chest, state.turn = roll(dice, log, tables.squares, FOR_CHEST), 1
        write_row(log, HID, state.chest)
    elif state.doing > THROWERS:
        end_turn(state, tables, log)
    elif state.share < state.orders[state.doing - 1].n:
        state.share += 1
        throw_share(state, tables, dice, log, state.doing - 1, state.share - 1)
    else:
        state.doing, state.share = state.doing + 1, 0


@rule("STONES-4")
def throw_share(state: State, tables: Tables, dice: Dice, log: Log, i: int, k: int) -> None:
    """A throw wounds if it reaches the distance, twice with net Good; net Bad spills the purse."""
    thrower, share = state.throwers[i], state.orders[i].shares
    j, stones = share[k, 0], min(share[k, 2], thrower.stones)
    if share[k, 1] + stones == 0:
        return  # the purse was spilled
    needed = because(log, 0, tables.pace * abs(thrower.x - state.throwers[j].x))
    thrown = throw(dice, log, share[k, 1], stones, CHECK, FOR_THROW)
    wounds = (2 if thrown.net == GOOD else 1) if reaches(dice, thrown, needed) else 0
    thrower.stones -= stones
    state.throwers[j].wounds += wounds
    write_row(log, THREW, i, i, j, stones, needed, wounds)
    if thrown.net == BAD:
        thrower.stones = 0
        write_row(log, SPILLED, i, i)


@rule("STONES-5")
def end_turn(state: State, tables: Tables, log: Log) -> None:
    """Wounds are felt together; then somebody may stand on the chest alone, or the last turn is over."""
    state.doing = 0
    for i in range(THROWERS):
        thrower, order = state.throwers[i], state.orders[i]
        order.n, order.shares[:, :] = 0, 0
        if thrower.health > 0:
            thrower.health, thrower.wounds = max(0, thrower.health - thrower.wounds), 0
            if thrower.health == 0:
                thrower.x = thrower.stones = 0
                write_row(log, FELL, i)
    side_a, side_b = standing(state, 0, 0), standing(state, 1, 0)
    on_chest_a, on_chest_b = standing(state, 0, state.chest), standing(state, 1, state.chest)
    if on_chest_a + on_chest_b == 1:
        state.winner = 1 + on_chest_b
    elif state.turn == tables.turns or side_a == 0 or side_b == 0:
        state.winner = 1 if side_a > side_b else 2 if side_b > side_a else DRAWN
    else:
        state.turn += 1
    if state.winner != 0:
        write_row(log, ENDED, state.winner, int(on_chest_a + on_chest_b == 1))


@rule("STONES-5")
def standing(state: State, side: int, square: int) -> int:
    """How many of a side stand, on a square counted from 1, or anywhere."""
    found = 0
    for i in range(side * SIDE, side * SIDE + SIDE):
        thrower = state.throwers[i]
        found += int(thrower.health > 0 and (square == 0 or thrower.x == square - 1))
    return found


@rule("STONES-6")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """A thrower gives the game to the other side; the referee fills a purse."""
    if choice.verb == GRANT:
        state.throwers[choice.unit].stones = choice.n
        write_row(log, GRANTED, choice.unit, choice.unit, choice.n)
        return
    state.winner = 2 - slot // SIDE
    write_row(log, ENDED, state.winner, 0)


@rule("STONES-7")
def redact(state: State, tables: Tables, slots: int) -> None:
    """The chest is nobody's to see, and a purse only its own slot's; the referee sees all.

    Orders are never held while somebody decides.
    """
    if (slots >> REFEREE) & 1:
        return
    state.chest = 0
    for i in range(THROWERS):
        if not (slots >> i) & 1:
            state.throwers[i].stones = 0


@rule("STONES-8")
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The share of the throwers standing that are one's own."""
    own, other = standing(state, slot // SIDE, 0), standing(state, 1 - slot // SIDE, 0)
    return own / (own + other) if own + other else 0.5


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    return {"stones": "Stones by the river", "skirmish": "Stones at arm's length"}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    tables, state = blank(Tables), blank(State)
    tables[0].squares, tables[0].turns, tables[0].pace = (9, 3, 3) if scenario == "stones" else (4, 2, 4)
    for i in range(THROWERS):
        thrower = state[0].throwers[i]
        thrower.x = i % SIDE if i < SIDE else tables[0].squares - 1 - i % SIDE
        thrower.health, thrower.stones = 2, 3 - i % SIDE
    return Setting(game, scenario, dict(options), tables, state, None, (*UNITS, "referee"), REFEREE, GROUPS)


def scene(setting: Setting, state: Array) -> Scene:
    tokens = [
        Token(UNITS[i], i, i // SIDE, UNITS[i], int(thrower.x), 0, "thrower", (f"health {thrower.health}",))
        for i, thrower in enumerate(state[0].throwers)
        if thrower.health
    ]
    return views.scene("Stones", int(setting.tables[0].squares), 1, lambda x, y: False, tokens)


def result(setting: Setting, state: Array) -> Result:
    winner = int(state[0].winner)
    winners = tuple(range((winner - 1) * SIDE, winner * SIDE)) if winner in (1, 2) else ()
    said = ("the game goes on", "side a wins", "side b wins", "a draw")[winner]
    return Result(winner != 0, winners, said, "STONES-5")


GAME = game_of(
    sys.modules[__name__],
    id="sealed",
    title="Stones",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=EVENTS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="STONES",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    names=lambda setting, state: SquareNames(UNITS),
    decision=views.decision,
    write_position=views.position,
    parse_position=views.parse_position,
    outcome_float=outcome_float,
    outcome_fraction=outcome_fraction,
)
