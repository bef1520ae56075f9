"""Tug, a game for tests of forecasts: two sides pull in turn, and a die of a hundred says who gains the point.

Side a gains it if the die shows no more than the strength of a, less what side b hides up its sleeve. Who has five
points first wins. So every chance is known: `chance_of_a`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from math import comb
from typing import Annotated, Any

from fireteam.core.dice import Dice, roll
from fireteam.core.engine.compiled import rule
from fireteam.core.engine.record import Array, Ints, blank, copy_of
from fireteam.core.errors import BadQuestion
from fireteam.core.game import Dial, Game, Result, Setting
from fireteam.core.game_modules import game_of
from fireteam.core.protocol.choices import Choice, Verb
from fireteam.core.protocol.events import Event, Log, write_row
from fireteam.core.protocol.field_kinds import Number, Unit
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.menu import Cursor, current, offer
from fireteam.core.protocol.refusals import LAWFUL, RefusalList, refuse
from fireteam.core.protocol.scene import Scene, Token

from . import views

SIDES = ("a", "b")
GOAL, STRENGTH = 5, 50


class State:
    """`pulled` is the side that has chosen and not rolled yet, plus one."""

    turn: int
    side: int
    pulled: int
    sleeve: int  # of side b, which alone knows it
    points: Annotated[Ints, 2]


class Tables:
    strength: int


class Pull(Verb, frozen=True):
    """Pull."""


VERBS = (Pull,)
REFUSALS = RefusalList("TUG-1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "TUG-1", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "TUG-1", "it is not your turn")


class Gained(Event, frozen=True):
    clause = "TUG-2"
    story = "{unit} gains a point: {face}"
    unit: Annotated[str, Unit()]
    face: Annotated[int, Number()]


@rule("TUG-3")
def is_over(state: State) -> bool:
    return bool(state.points[0] >= GOAL or state.points[1] >= GOAL)


@rule("TUG-1")
def to_act(state: State) -> int:
    return 0 if state.pulled or is_over(state) else 1 << state.side


@rule("TUG-1")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    return LAWFUL if to_act(state) >> slot & 1 and choice.verb == 1 else refuse(NOT_NOW)


@rule("TUG-1")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    if offer(cursor):
        current(cursor).verb = 1


@rule("TUG-1")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    state.pulled = state.side + 1


@rule("TUG-2")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    face = roll(dice, log, 100, 0)
    winner = 0 if face <= tables.strength - state.sleeve else 1
    state.points[winner] += 1
    write_row(log, 0, winner, face)
    state.pulled, state.side, state.turn = 0, 1 - state.side, state.turn + 1


@rule("TUG-4")
def redact(state: State, tables: Tables, slots: int) -> None:
    if not slots >> 1 & 1:
        state.sleeve = 0


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    return {"field": "A rope on a field"}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    tables, states = blank(Tables), blank(State)
    tables[0].strength, states[0].turn = int(options.get("strength", STRENGTH)), 1
    return Setting(game, scenario, dict(options), tables, states, None, SIDES)


def scene(setting: Setting, states: Array) -> Scene:
    tokens = [Token(f"{name}1", slot, slot, name, slot, 0, "puller") for slot, name in enumerate(SIDES)]
    return views.scene("Tug", 2, 1, lambda x, y: False, tokens)


def result(setting: Setting, states: Array) -> Result:
    winners = tuple(slot for slot in range(2) if states[0].points[slot] >= GOAL)
    return Result(bool(winners), winners, "five points", "TUG-3")


def turn_number(setting: Setting, states: Array) -> int:
    """One turn is one pull; the last one has ended when the match is over."""
    return int(states[0].turn) - int(bool(is_over(states[0])))


def figures(setting: Setting, states: Array) -> dict[str, dict[str, float]]:
    """The points of each side, and who got none."""
    points = [int(number) for number in states[0].points]
    return {
        "points": {f"{name}1": points[slot] for slot, name in enumerate(SIDES)},
        "shut out": {f"{name}1": points[slot] == 0 for slot, name in enumerate(SIDES)},
    }


def dials(setting: Setting, states: Array) -> tuple[Dial, ...]:
    return (
        Dial("strength", "what side a gains a point with, in per cent", tuple(range(10, 100, 10)), set_strength),
        Dial("lead", "points that side a begins with", tuple(range(GOAL + 2)), set_lead),
    )


def set_strength(setting: Setting, states: Array, value: int) -> tuple[Setting, Array]:
    tables = copy_of(setting.tables)
    tables[0].strength = value
    return setting._replace(tables=tables), states


def set_lead(setting: Setting, states: Array, value: int) -> tuple[Setting, Array]:
    if value > GOAL:
        raise BadQuestion("nobody has more points than win")
    states = copy_of(states)
    states[0].points[0] = value
    return setting, states


def chance_of_a(strength: int, a: int = 0, b: int = 0) -> float:
    """The chance of side a with so many points each."""
    p = strength / 100
    need, may_lose = GOAL - a, GOAL - b
    return sum(comb(need - 1 + k, k) * p**need * (1 - p) ** k for k in range(may_lose))


GAME = game_of(
    sys.modules[__name__],
    id="tug",
    title="Tug",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=(Gained,),
    purposes=("pull",),
    rulebook="TUG",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    names=lambda setting, states: SquareNames(("a1", "b1")),
    decision=views.decision,
    write_position=views.position,
    parse_position=views.parse_position,
)
