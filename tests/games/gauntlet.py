"""Gauntlet, a game for tests: runners cross a board under the eyes of sentries, who may fire at any point of a run.

The runners' player runs one runner along a path of up to four squares. Whenever it comes into a square that a sentry on
watch sees, the sentries' player is asked, in the middle of the run. A shot is a duel of dice, thrown again when equal;
a runner that loses it may still be lucky. Then the sentries' player puts one sentry on watch. A runner in the last row
wins; runners all down, or a last round over, and the sentries do.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fireteam.core.dice import Dice, roll, roll_band
from fireteam.core.engine.compiled import rule
from fireteam.core.engine.record import Array, Bits, Grid, blank
from fireteam.core.game import Game, Result, Setting
from fireteam.core.game_modules import game_of
from fireteam.core.protocol.choices import Choice, Verb
from fireteam.core.protocol.events import Event, Log, Reason, because, write_row
from fireteam.core.protocol.field_kinds import PARTS, Number, Point, Target, Unit, Word
from fireteam.core.protocol.list_kinds import Path
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.menu import Cursor, current, offer
from fireteam.core.protocol.refusals import OK, RefusalList, refuse
from fireteam.core.protocol.scene import Scene, Token
from fireteam.core.space.grid import bit, has_bit

from . import views

UNITS = ("r1", "r2", "s1", "s2", "s3")
RUNNERS, ALL = 2, len(UNITS)
SQUARES = 8
IN_PLAY, DOWN = 1, 2  # a unit's status
RUN_SIDE, WATCH_SIDE = 0, 1
SIDES = ("runners", "sentries")
SPARED = 1  # the band of a lucky runner
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))

BOARDS = {
    "yard": """\
..s...
..#..s
s....#
.#....
......
r.r...""",
    "alley": """\
s#.
..s
r.r""",
}


class Soldier:
    status: int
    x: int
    y: int
    watching: int


class Doing:
    """A run under way: who runs, the path, how far; whom the sentries let pass at this square; who fires."""

    unit: int  # plus one; 0 is nothing under way
    n: int
    at: int
    path: Annotated[Grid, (PARTS, 2)]
    let_pass: int
    shooter: int  # plus one


class State:
    round_number: int
    side: int
    winner: int  # plus one
    doing: Doing
    units: Annotated[list[Soldier], ALL]


class Tables:
    width: int
    height: int
    walls: Annotated[list[Bits], SQUARES]
    paces: int
    rounds: int
    sight: int
    near: int  # within so many squares a shot has +1
    luck: int  # a loser's die above this saves it


class Run(Verb, frozen=True):
    """Run along a path: `run r1 a2>a3`; `run r1 -` stays."""

    unit: Annotated[str, Unit()]
    path: Annotated[list[str], Path()]


class Fire(Verb, frozen=True):
    """A sentry on watch fires at the runner."""

    unit: Annotated[str, Unit()]


class Watch(Verb, frozen=True):
    """Put a sentry on watch."""

    unit: Annotated[str, Unit()]


class Hold(Verb, frozen=True):
    """Let the runner pass; or put nobody on watch."""


class GiveUp(Verb, frozen=True):
    """Give the game to the other side."""

    free = True


VERBS = (Run, Fire, Watch, Hold, GiveUp)
RUN, FIRE, WATCH, HOLD, GIVE_UP = range(1, 6)

REFUSALS = RefusalList("RUN-1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "RUN-1", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "RUN-1", "that is not possible now")
NO_UNIT = REFUSALS.declare("E_UNIT", "RUN-1", "{unit} cannot do that")
NO_PATH = REFUSALS.declare("E_PATH", "RUN-2", "the path breaks off at step {step}", step=Number())

PURPOSES = ("shot", "dodge", "luck")
FOR_SHOT, FOR_DODGE, FOR_LUCK = range(3)
REASONS = (Reason("near", "RUN-4"),)


class Ran(Event, frozen=True):
    clause = "RUN-2"
    story = "{unit} runs to {square}"
    unit: Annotated[str, Unit()]
    square: Annotated[str, Point()]


class Fired(Event, frozen=True):
    clause = "RUN-4"
    story = "{unit} fires at {target}: {outcome}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    outcome: Annotated[str, Word("equal, again", "dodged", "lucky", "down")]


class Watches(Event, frozen=True):
    clause = "RUN-3"
    story = "{unit} watches"
    unit: Annotated[str, Unit()]


class Ended(Event, frozen=True):
    clause = "RUN-5"
    story = "{winner} win"
    winner: Annotated[str, Word("runners", "sentries")]


EVENTS = (Ran, Fired, Watches, Ended)
RAN, FIRED, WATCHES, ENDED = range(4)
AGAIN, DODGED, LUCKY, HIT = range(4)


@rule("RUN-1", "RUN-3")
def to_act(state: State) -> int:
    """The side whose turn it is; in the middle of a run the sentries, if one on watch sees the runner."""
    if state.winner != 0:
        return 0
    if state.doing.unit == 0:
        return 1 << state.side
    return 0 if state.doing.shooter != 0 or state.doing.let_pass != 0 else 1 << WATCH_SIDE


@rule("RUN-1")
def is_over(state: State) -> bool:
    return state.winner != 0


@rule("RUN-3")
def sees(state: State, tables: Tables, i: int, j: int) -> bool:
    """Along a row or a column, so far, and no wall or sentry between."""
    a, b = state.units[i], state.units[j]
    across, up = b.x - a.x, b.y - a.y
    away = abs(across) + abs(up)
    if (across != 0 and up != 0) or away > tables.sight:
        return False
    for k in range(1, away):
        x, y = a.x + across * k // away, a.y + up * k // away
        if not is_open(state, tables, x, y, j):
            return False
    return True


@rule("RUN-2")
def is_open(state: State, tables: Tables, x: int, y: int, runner: int) -> bool:
    """On the board, no wall, and nobody but the runner."""
    if not (0 <= x < tables.width and 0 <= y < tables.height) or has_bit(tables.walls[y], x):
        return False
    for i in range(ALL):
        unit = state.units[i]
        if i != runner and unit.status == IN_PLAY and unit.x == x and unit.y == y:
            return False
    return True


@rule("RUN-3")
def may_fire(state: State, tables: Tables, i: int) -> bool:
    """A sentry on watch that sees the runner."""
    return RUNNERS <= i < ALL and state.units[i].watching != 0 and sees(state, tables, i, state.doing.unit - 1)


@rule("RUN-1")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    """The side to act, its verbs, its units, then the path: the refusal tells where the path breaks off."""
    step = -1
    if choice.verb == GIVE_UP:
        code = OK if state.winner == 0 else NOT_NOW
    elif not (to_act(state) >> slot) & 1 or not is_possible(state, slot, choice.verb):
        code = NOT_NOW
    elif choice.verb != HOLD and not is_able(state, tables, choice.verb, choice.unit):
        code = NO_UNIT
    else:
        step = broken(state, tables, choice) if choice.verb == RUN else -1
        code = OK if step < 0 else NO_PATH
    return refuse(code, step + 1)


@rule("RUN-1")
def is_possible(state: State, slot: int, verb: int) -> bool:
    """To run, or to put on watch; in the middle of a run, to fire. Sentries may always hold."""
    if slot == RUN_SIDE:
        return verb == RUN
    return verb == HOLD or verb == (WATCH if state.doing.unit == 0 else FIRE)


@rule("RUN-1")
def is_able(state: State, tables: Tables, verb: int, i: int) -> bool:
    """A runner in play, a sentry not on watch yet, or one that may fire."""
    if verb == RUN:
        return 0 <= i < RUNNERS and state.units[i].status == IN_PLAY
    if verb == FIRE:
        return may_fire(state, tables, i)
    return RUNNERS <= i < ALL and state.units[i].status == IN_PLAY and state.units[i].watching == 0


@rule("RUN-2")
def broken(state: State, tables: Tables, choice: Choice) -> int:
    """The first step of a path, from 0, that does not lead to an open square next to the one before; -1 for none."""
    if not 0 <= choice.n <= tables.paces:
        return tables.paces
    x, y = state.units[choice.unit].x, state.units[choice.unit].y
    for k in range(choice.n):
        to_x, to_y = choice.parts[k, 0], choice.parts[k, 1]
        if not is_open(state, tables, to_x, to_y, choice.unit) or abs(to_x - x) + abs(to_y - y) != 1:
            return k
        x, y = to_x, to_y
    return -1


@rule("RUN-1")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """Straight runs of every length, standing still included; or each sentry that may fire or watch, then to hold."""
    if slot == RUN_SIDE:
        for i in range(RUNNERS):
            if is_able(state, tables, RUN, i):
                for way in range(4):
                    offer_runs(state, tables, i, STEPS[way][0], STEPS[way][1], int(way > 0), cursor)
        return
    for i in range(RUNNERS, ALL):
        verb = FIRE if state.doing.unit else WATCH
        if is_able(state, tables, verb, i) and offer(cursor):
            current(cursor).verb, current(cursor).unit = verb, i
    if offer(cursor):
        current(cursor).verb = HOLD


@rule("RUN-1")
def offer_runs(state: State, tables: Tables, i: int, across: int, up: int, least: int, cursor: Cursor) -> None:
    """Straight runs one way, from so many paces on, as far as the squares are open."""
    x, y = state.units[i].x, state.units[i].y
    for length in range(least, tables.paces + 1):
        if not is_open(state, tables, x + across * length, y + up * length, i):
            return
        if offer(cursor):
            choice = current(cursor)
            choice.verb, choice.unit, choice.n = RUN, i, length
            for step in range(length):
                choice.parts[step, 0], choice.parts[step, 1] = x + across * (step + 1), y + up * (step + 1)


@rule("RUN-2", "RUN-3", "RUN-5")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """A run begins, an interrupt is answered, or a sentry is put on watch."""
    choice, doing = choices[RUN_SIDE if to_act(state) == 1 else WATCH_SIDE], state.doing
    if choice.verb == RUN:
        doing.unit, doing.n, doing.let_pass = choice.unit + 1, choice.n, 1
        for k in range(choice.n):
            doing.path[k, 0], doing.path[k, 1] = choice.parts[k, 0], choice.parts[k, 1]
    elif choice.verb == FIRE:
        doing.shooter = choice.unit + 1
        state.units[choice.unit].watching = 0
    elif doing.unit != 0:
        doing.let_pass = 1
    else:
        if choice.verb == WATCH:
            state.units[choice.unit].watching = 1
            write_row(log, WATCHES, choice.unit)
        state.side, state.round_number = RUN_SIDE, state.round_number + 1
        if state.round_number > tables.rounds:
            finish(state, log, WATCH_SIDE)


@rule("RUN-2", "RUN-3")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """A step is one shot, or one square of the run, or its end."""
    doing = state.doing
    if doing.shooter != 0:
        shoot(state, tables, dice, log, doing.shooter - 1, doing.unit - 1)
    elif doing.at < doing.n:
        unit = state.units[doing.unit - 1]
        unit.x, unit.y = doing.path[doing.at, 0], doing.path[doing.at, 1]
        doing.at += 1
        write_row(log, RAN, doing.unit - 1, unit.x, unit.y)
        ask(state, tables)
    else:
        end_run(state, tables, log)


@rule("RUN-3")
def ask(state: State, tables: Tables) -> None:
    """The sentries are asked if one on watch sees the runner."""
    state.doing.let_pass = 1
    for i in range(RUNNERS, ALL):
        if may_fire(state, tables, i):
            state.doing.let_pass = 0


@rule("RUN-4")
def shoot(state: State, tables: Tables, dice: Dice, log: Log, i: int, j: int) -> None:
    """The higher die wins, near shots with +1; equal dice are thrown again. Luck may save who loses."""
    shooter, runner = state.units[i], state.units[j]
    near = abs(shooter.x - runner.x) + abs(shooter.y - runner.y) <= tables.near
    aimed = roll(dice, log, 6, FOR_SHOT) + because(log, 0, int(near))
    dodged = roll(dice, log, 6, FOR_DODGE)
    if aimed == dodged:
        write_row(log, FIRED, i, j, AGAIN)
        return
    state.doing.shooter = 0
    if aimed < dodged:
        write_row(log, FIRED, i, j, DODGED)
    elif roll_band(dice, log, 6, (tables.luck, 6), FOR_LUCK) == SPARED:
        write_row(log, FIRED, i, j, LUCKY)
    else:
        write_row(log, FIRED, i, j, HIT)
        runner.status, runner.x, runner.y = DOWN, 0, 0
        end_run(state, tables, log)
        return
    ask(state, tables)


@rule("RUN-5")
def end_run(state: State, tables: Tables, log: Log) -> None:
    """The run is over, and maybe the game."""
    doing, unit = state.doing, state.units[state.doing.unit - 1]
    home = unit.status == IN_PLAY and unit.y == tables.height - 1
    doing.unit = doing.n = doing.at = doing.let_pass = doing.shooter = 0
    doing.path[:, :] = 0
    state.side = WATCH_SIDE
    if home:
        finish(state, log, RUN_SIDE)
    elif state.units[0].status == DOWN and state.units[1].status == DOWN:
        finish(state, log, WATCH_SIDE)


@rule("RUN-5")
def finish(state: State, log: Log, side: int) -> None:
    """A side wins; nothing is left under way."""
    state.winner = 1 + side
    write_row(log, ENDED, side)


@rule("RUN-6")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """A side gives up, if need be in the middle of a run."""
    doing = state.doing
    doing.unit = doing.n = doing.at = doing.let_pass = doing.shooter = 0
    doing.path[:, :] = 0
    finish(state, log, 1 - slot)


@rule("RUN-7")
def redact(state: State, tables: Tables, slots: int) -> None:
    """All is open."""


@rule("RUN-8")
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The runners hope for a runner far up."""
    best = 0
    for i in range(RUNNERS):
        best = max(best, state.units[i].y)
    hope = best / (tables.height - 1)
    if state.winner != 0:
        hope = 1.0 if state.winner == 1 + RUN_SIDE else 0.0
    return hope if slot == RUN_SIDE else 1.0 - hope


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    return {"yard": "The yard", "alley": "The alley"}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    rows = BOARDS[scenario].split("\n")[::-1]
    tables, state = blank(Tables), blank(State)
    table = tables[0]
    table.width, table.height = len(rows[0]), len(rows)
    table.paces, table.rounds, table.sight, table.near, table.luck = 4, 8, 4, 2, 4
    standing: list[list[tuple[int, int]]] = [[], []]
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == "#":
                table.walls[y] |= bit(x)
            elif letter in "rs":
                standing["rs".index(letter)].append((x, y))
    for side, first in ((RUN_SIDE, 0), (WATCH_SIDE, RUNNERS)):
        for i, (x, y) in enumerate(standing[side]):
            unit = state[0].units[first + i]
            unit.status, unit.x, unit.y, unit.watching = IN_PLAY, x, y, int(side == WATCH_SIDE and i == 0)
    state[0].round_number = 1
    return Setting(game, scenario, dict(options), tables, state, None, SIDES)


def scene(setting: Setting, state: Array) -> Scene:
    table, tokens = setting.tables[0], []
    for i, unit in enumerate(state[0].units):
        side = RUN_SIDE if i < RUNNERS else WATCH_SIDE
        if unit.status == IN_PLAY:
            tokens.append(Token(UNITS[i], side, side, UNITS[i], int(unit.x), int(unit.y), SIDES[side]))
    return views.scene("Gauntlet", int(table.width), int(table.height), lambda x, y: has_bit(table.walls[y], x), tokens)


def result(setting: Setting, state: Array) -> Result:
    winner = int(state[0].winner)
    said = ("the game goes on", "the runners win", "the sentries win")[winner]
    return Result(winner != 0, (winner - 1,) if winner else (), said, "RUN-5")


GAME = game_of(
    sys.modules[__name__],
    id="path",
    title="Gauntlet",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=EVENTS,
    reasons=REASONS,
    purposes=PURPOSES,
    rulebook="RUN",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    names=lambda setting, state: SquareNames(UNITS),
    decision=views.decision,
    write_position=views.position,
    parse_position=views.parse_position,
)
