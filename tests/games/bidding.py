"""Bids, a game for tests: two to twelve bidders, each a slot of its own, as many as the match has, and a referee.

Every turn all bid in secret, up to the coins they hold, which nobody else sees; who alone bid most throws a die for
points. Then all cheer, which cannot be taken back. After the last turn the most points win. Who does not answer bids
nothing. A referee may fine, for a reason.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fireteam.core.dice import Dice, roll
from fireteam.core.engine.compiled import rule
from fireteam.core.engine.record import Array, blank
from fireteam.core.game import Game, Result, Setting
from fireteam.core.game_modules import game_of
from fireteam.core.protocol.choices import Choice, Verb
from fireteam.core.protocol.events import Event, Log, Visibility, write_row
from fireteam.core.protocol.field_kinds import Number, Unit
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.menu import Cursor, block, current, offer
from fireteam.core.protocol.refusals import LAWFUL, OK, RefusalList, refuse
from fireteam.core.protocol.scene import Scene, Token

from . import views

MOST, COINS, TURNS = 12, 5, 3
UNITS = tuple(f"U{i + 1}" for i in range(MOST))
SCENARIOS = {"pair": 2, "five": 5, "crowd": 12}


class Bidder:
    coins: int
    points: int


class State:
    """Phase 0: they bid; 1: they cheer. `best` is the bid that a die is thrown for, `who` its bidder plus one."""

    turn: int
    phase: int
    best: int
    who: int
    bidders: Annotated[list[Bidder], MOST]


class Tables:
    bidders: int
    turns: int


class Bid(Verb, frozen=True):
    """Bid so many coins."""

    coins: Annotated[int, Number(high=COINS)]


class Cheer(Verb, frozen=True):
    """Cheer."""

    final = True


class Fine(Verb, frozen=True):
    """The referee takes coins away."""

    free = True
    reasoned = True
    unit: Annotated[str, Unit()]
    coins: Annotated[int, Number(high=COINS)]


VERBS = (Bid, Cheer, Fine)
BID, CHEER, FINE = 1, 2, 3

REFUSALS = RefusalList("BIDS-1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "BIDS-1", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "BIDS-1", "this is not to be chosen now")
NO_COINS = REFUSALS.declare("E_COINS", "BIDS-2", "there are not so many coins")
NOT_REFEREE = REFUSALS.declare("E_REFEREE", "BIDS-4", "only the referee fines")


class Won(Event, frozen=True):
    clause = "BIDS-3"
    story = "{unit} bid most and gets {points} points"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]
    points: Annotated[int, Number()]


class Paid(Event, frozen=True):
    clause = "BIDS-3"
    story = "{unit} has {coins} coins left"
    slot: Annotated[int, Number()]
    unit: Annotated[str, Unit()]
    coins: Annotated[int, Number(), Visibility.OWN]


class Fined(Event, frozen=True):
    clause = "BIDS-4"
    story = "{unit} is fined"
    unit: Annotated[str, Unit()]


EVENTS = (Won, Paid, Fined)
WON, PAID, FINED = range(3)


@rule("BIDS-1")
def to_act(state: State) -> int:
    """Everybody who takes part, while the match lasts and no die is owed."""
    owing = 0
    if state.turn > 0 and state.who == 0:
        for i in range(MOST):
            if state.bidders[i].points >= 0:
                owing |= 1 << i
    return owing


@rule("BIDS-1")
def is_over(state: State) -> bool:
    return state.turn < 0


@rule("BIDS-1", "BIDS-2", "BIDS-4")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    """A bid of coins that are there, or a cheer when it is time for it; a fine by the referee."""
    if choice.verb == FINE:
        may = slot == tables.bidders and state.turn > 0 and 0 <= choice.unit < tables.bidders and choice.n >= 0
        return refuse(OK if may else NOT_REFEREE)
    if not (to_act(state) >> slot) & 1 or choice.verb != (BID if state.phase == 0 else CHEER):
        return refuse(NOT_NOW)
    if choice.verb == BID and not 0 <= choice.n <= state.bidders[slot].coins:
        return refuse(NO_COINS)
    return LAWFUL


@rule("BIDS-1")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """The highest bid first."""
    coins = state.bidders[slot].coins if state.phase == 0 else 0
    for k in block(cursor, 1 + coins):
        if offer(cursor):
            choice = current(cursor)
            choice.verb, choice.n = BID if state.phase == 0 else CHEER, coins - k


@rule("BIDS-2")
def default_choice(state: State, tables: Tables, slot: int, choice: Choice) -> None:
    """Who does not answer bids nothing, and cheers."""
    choice.verb = BID if state.phase == 0 else CHEER


@rule("BIDS-2", "BIDS-3")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """Bids are paid; who alone bid most is to throw. After the cheering the next turn begins."""
    if state.phase == 1:
        state.phase, state.turn = 0, state.turn + 1 if state.turn < tables.turns else -1
        return
    for i in range(tables.bidders):
        bid = choices[i].n
        state.bidders[i].coins -= bid
        write_row(log, PAID, i, i, state.bidders[i].coins)
        if bid == state.best:
            state.who = 0
        if bid > state.best:
            state.best, state.who = bid, i + 1
    state.best, state.phase = 0, 1


@rule("BIDS-3")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The match begins, or the best bidder throws."""
    if state.turn == 0:
        state.turn = 1
        return
    points = roll(dice, log, 6, 0)
    state.bidders[state.who - 1].points += points
    write_row(log, WON, state.who - 1, state.who - 1, points)
    state.who = 0


@rule("BIDS-4")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    bidder = state.bidders[choice.unit]
    bidder.coins = max(0, bidder.coins - choice.n)
    write_row(log, FINED, choice.unit)


@rule("BIDS-5")
def redact(state: State, tables: Tables, slots: int) -> None:
    """Coins are their holder's to see, and the referee's."""
    for i in range(tables.bidders):
        if not (slots >> i) & 1 and not (slots >> tables.bidders) & 1:
            state.bidders[i].coins = 0


@rule("BIDS-3")
def evaluate(state: State, tables: Tables, slot: int) -> float:
    return min(1.0, state.bidders[slot].points / 20.0)


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    return {name: f"{number} bidders" for name, number in SCENARIOS.items()}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    """A match of as many slots as its scenario has bidders, with a group for each half."""
    tables, state, number = blank(Tables), blank(State), SCENARIOS[scenario]
    tables[0].bidders, tables[0].turns = number, TURNS
    for i in range(MOST):
        bidder = state[0].bidders[i]
        bidder.coins, bidder.points = (COINS, 0) if i < number else (0, -1)
    units = UNITS[:number]
    groups = {"left": units[: number // 2], "right": units[number // 2 :]}
    return Setting(game, scenario, dict(options), tables, state, None, (*units, "referee"), number, groups)


def scene(setting: Setting, state: Array) -> Scene:
    tokens = [
        Token(name, 0, 0, name, 0, 0, "bidder", (f"points {state[0].bidders[i].points}",))
        for i, name in enumerate(setting.players)
    ]
    return views.scene("Bids", 1, 1, lambda x, y: False, tokens)


def result(setting: Setting, state: Array) -> Result:
    points = [int(bidder.points) for bidder in state[0].bidders]
    winners = tuple(i for i, each in enumerate(points) if each == max(points))
    return Result(bool(state[0].turn < 0), winners, "the most points", "BIDS-3")


GAME = game_of(
    sys.modules[__name__],
    id="crowd",
    title="Bids",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=EVENTS,
    purposes=("points",),
    rulebook="BIDS",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    names=lambda setting, state: SquareNames(UNITS),
    decision=views.decision,
    write_position=views.position,
    parse_position=views.parse_position,
)
