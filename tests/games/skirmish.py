"""Yard, a game for tests: two discs a side on a free table, each a slot of its own, and one wall.

Each turn everybody moves by a way of at most one unit, in secret and together; whose way meets the wall stays. In the
long yard that is done on four counts, one after another, of which side b may use the odd ones only. Then everybody may
shoot an enemy that the wall does not hide: 4 or more on a die, and it falls at the end of the turn.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fireteam.core.dice import Dice, roll
from fireteam.core.engine.compiled import compiled, rule
from fireteam.core.engine.record import Array, blank
from fireteam.core.game import CountCall, Game, Result, Setting, Tabletop
from fireteam.core.game_modules import game_of
from fireteam.core.protocol.choices import Choice, Verb, name_of, notation
from fireteam.core.protocol.events import Event, Log, write_row
from fireteam.core.protocol.field_kinds import Number, Point, Target, Unit, Vector, Word
from fireteam.core.protocol.listed_names import FreeNames
from fireteam.core.protocol.menu import Cursor, block, current, offer
from fireteam.core.protocol.refusals import LAWFUL, OK, RefusalList, refuse
from fireteam.core.protocol.scene import Barrier, Decision, Ground, Mark, Odds, Option, Ray, Row, Scene, Sight, Token
from fireteam.core.slot_choices import menu as menu_of
from fireteam.core.space.units import STEPS, decimal_text

from . import views

DISCS, SIDE = 4, 2
UNITS = ("a1", "a2", "b1", "b2")
STARTS = ((2, 4), (2, 8), (14, 4), (14, 8))
WIDTH, HEIGHT, WALL_X, WALL_LOW, WALL_HIGH = 16, 12, 8, 2, 6
HEADINGS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.6, 0.8), (-0.6, 0.8), (-0.6, -0.8), (0.6, -0.8))
MOVING, SHOOTING = 0, 1
DRAWN = 3


class Disc:
    """Health 0: fallen. `shot`: hit in this turn."""

    x: int
    y: int
    health: int
    shot: int
    aim: int  # the enemy aimed at, plus one


class State:
    turn: int
    phase: int
    doing: int
    winner: int
    count: int  # of those in which all move, from 0
    discs: Annotated[list[Disc], DISCS]


class Tables:
    turns: int
    counts: int
    wall_x: int
    wall_low: int
    wall_high: int


class Stay(Verb, frozen=True):
    """Stand still."""


class Move(Verb, frozen=True):
    """Go by a way of at most one unit."""

    way: Annotated[str, Vector()]


class Hold(Verb, frozen=True):
    """Do not shoot."""


class Shoot(Verb, frozen=True):
    """Shoot at an enemy."""

    target: Annotated[str, Target()]


class GiveUp(Verb, frozen=True):
    """Give the game to the other side."""

    free = True


VERBS = (Stay, Move, Hold, Shoot, GiveUp)
STAY, MOVE, HOLD, SHOOT, GIVE_UP = range(1, 6)

REFUSALS = RefusalList("YARD-1")
BAD_ACTION = REFUSALS.declare("E_BAD_ACTION", "YARD-1", "no action: {reason}")
NOT_NOW = REFUSALS.declare("E_NOT_NOW", "YARD-1", "that is not to be chosen now")
TOO_FAR = REFUSALS.declare("E_STEP", "YARD-2", "{way} is longer than one unit")
NO_TARGET = REFUSALS.declare("E_TARGET", "YARD-3", "{target} is no enemy standing")
HIDDEN = REFUSALS.declare("E_SIGHT", "YARD-3", "the wall hides {target}")
PURPOSES = ("to hit",)


class Moved(Event, frozen=True):
    clause = "YARD-2"
    story = "{unit} goes to {place}"
    unit: Annotated[str, Unit()]
    place: Annotated[str, Point()]


class Shot(Event, frozen=True):
    clause = "YARD-3"
    story = "{unit} shoots at {target}: {face}"
    unit: Annotated[str, Unit()]
    target: Annotated[str, Target()]
    face: Annotated[int, Number()]


class Ended(Event, frozen=True):
    clause = "YARD-4"
    story = "the game is over: {winner} wins"
    winner: Annotated[str, Word("", "side a", "side b", "nobody")]


EVENTS = (Moved, Shot, Ended)
MOVED, SHOT, ENDED = range(3)


@rule("YARD-1")
def to_act(state: State) -> int:
    """Everybody standing chooses, in secret and together; in the long yard on every second count side a alone."""
    owing = 0
    if state.doing == 0 and state.winner == 0:
        for i in range(DISCS):
            if state.discs[i].health > 0 and (i < SIDE or state.count % 2 == 0):
                owing |= 1 << i
    return owing


@rule("YARD-4")
def is_over(state: State) -> bool:
    return state.winner != 0


@rule("YARD-2")
def is_clear(tables: Tables, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Whether a straight way meets the wall nowhere."""
    if (x - tables.wall_x) * (to_x - tables.wall_x) > 0:
        return True
    share = 0.0 if to_x == x else (tables.wall_x - x) / (to_x - x)
    at = y + share * (to_y - y)
    return bool(at < tables.wall_low or at > tables.wall_high)


@rule("YARD-1", "YARD-2", "YARD-3")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> tuple[int, int, int, int]:
    if choice.verb == GIVE_UP:
        return refuse(OK if state.winner == 0 else NOT_NOW)
    if not (to_act(state) >> slot) & 1 or not STAY <= choice.verb <= SHOOT:
        return refuse(NOT_NOW)
    if (choice.verb <= MOVE) != (state.phase == MOVING):
        return refuse(NOT_NOW)
    if choice.verb == MOVE and choice.x * choice.x + choice.y * choice.y > STEPS * STEPS:
        return refuse(TOO_FAR)
    if choice.verb == SHOOT:
        return refuse(may_shoot(state, tables, slot, choice.target))
    return LAWFUL


@rule("YARD-3")
def may_shoot(state: State, tables: Tables, slot: int, target: int) -> int:
    """An enemy that stands and that the wall does not hide."""
    if not 0 <= target < DISCS or target // SIDE == slot // SIDE or state.discs[target].health == 0:
        return NO_TARGET
    own, other = state.discs[slot], state.discs[target]
    return OK if is_clear(tables, own.x, own.y, other.x, other.y) else HIDDEN


@rule("YARD-1")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """Standing still and a step in eight headings; or holding fire and every enemy in sight."""
    offer_verb(cursor, STAY if state.phase == MOVING else HOLD, 0, 0, 0)
    if state.phase == MOVING:
        for k in block(cursor, len(HEADINGS)):
            offer_verb(cursor, MOVE, 0, int(HEADINGS[k][0] * STEPS), int(HEADINGS[k][1] * STEPS))
        return
    for j in range(DISCS):
        if may_shoot(state, tables, slot, j) == OK:
            offer_verb(cursor, SHOOT, j, 0, 0)


@compiled
def offer_verb(cursor: Cursor, verb: int, target: int, x: int, y: int) -> None:
    if offer(cursor):
        choice = current(cursor)
        choice.verb, choice.target, choice.x, choice.y = verb, target, x, y


@rule("YARD-1", "YARD-2")
def apply_choices(state: State, tables: Tables, choices: Any, dice: Dice, log: Log) -> None:
    """All go at once; who shoots waits for the turn of the die."""
    owing = to_act(state)
    for i in range(DISCS):
        disc = state.discs[i]
        if (owing >> i) & 1 and choices[i].verb == MOVE:
            x, y = disc.x + choices[i].x, disc.y + choices[i].y
            inside = 0 <= x <= WIDTH * STEPS and 0 <= y <= HEIGHT * STEPS
            if inside and is_clear(tables, disc.x, disc.y, x, y):
                disc.x, disc.y = x, y
                write_row(log, MOVED, i, x, y)
        if (owing >> i) & 1 and choices[i].verb == SHOOT:
            disc.aim = choices[i].target + 1
    state.doing = 1


@rule("YARD-3", "YARD-4")
def advance(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """A step is one shot; then everybody hit falls."""
    if state.phase == SHOOTING and state.doing <= DISCS:
        disc = state.discs[state.doing - 1]
        if disc.aim > 0:
            face = roll(dice, log, 6, 0)
            write_row(log, SHOT, state.doing - 1, disc.aim - 1, face)
            state.discs[disc.aim - 1].shot |= int(face >= 4)
            disc.aim = 0
        state.doing += 1
        return
    state.doing = 0
    if state.phase == MOVING:
        state.count += 1
        if state.count >= tables.counts:
            state.phase, state.count = SHOOTING, 0
    else:
        end_turn(state, tables, log)


@rule("YARD-4")
def end_turn(state: State, tables: Tables, log: Log) -> None:
    """Who was hit falls; who has nobody left has lost."""
    state.phase, state.turn = MOVING, state.turn + 1
    standing_a = standing_b = 0
    for i in range(DISCS):
        disc = state.discs[i]
        if disc.shot:
            disc.health = disc.shot = disc.x = disc.y = 0
        standing_a += int(i < SIDE and disc.health > 0)
        standing_b += int(i >= SIDE and disc.health > 0)
    if standing_a == 0 or standing_b == 0 or state.turn == tables.turns:
        state.winner = 1 if standing_a > standing_b else 2 if standing_b > standing_a else DRAWN
        write_row(log, ENDED, state.winner)


@rule("YARD-4")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    state.winner = 2 - slot // SIDE
    write_row(log, ENDED, state.winner)


@rule("YARD-1")
def redact(state: State, tables: Tables, slots: int) -> None:
    """Nothing is hidden."""


@rule("YARD-4")
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The share of the discs standing that are one's own."""
    own = other = 0
    for i in range(DISCS):
        standing = int(state.discs[i].health > 0)
        own += standing if i // SIDE == slot // SIDE else 0
        other += standing if i // SIDE != slot // SIDE else 0
    return own / (own + other) if own + other else 0.5


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    return {"yard": "A yard with a wall", "long": "A yard with a wall, and four counts to a turn"}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    tables, state = blank(Tables), blank(State)
    tables[0].turns = 20
    tables[0].counts = 4 if scenario == "long" else 1
    tables[0].wall_x, tables[0].wall_low, tables[0].wall_high = (n * STEPS for n in (WALL_X, WALL_LOW, WALL_HIGH))
    for i, (x, y) in enumerate(STARTS):
        disc = state[0].discs[i]
        disc.x, disc.y, disc.health = x * STEPS, y * STEPS, 1
    return Setting(game, scenario, dict(options), tables, state, None, UNITS)


def scene(setting: Setting, state: Array) -> Scene:
    tokens = [
        Token(UNITS[i], i, i // SIDE, UNITS[i], disc.x / STEPS, disc.y / STEPS, "disc", (), 0.5, i // SIDE)
        for i, disc in enumerate(state[0].discs)
        if disc.health
    ]
    wall = Barrier("wall", WALL_X, WALL_LOW, WALL_X, WALL_HIGH)
    ground = Ground(WIDTH, HEIGHT, (wall,), (), (Mark("o", 8, 10, "old cart", ("in nobody's way",)),))
    phase = ("moving", "shooting")[int(state[0].phase)]
    rows = (Row("turn", f"{int(state[0].turn) + 1} of 20, {phase}"),)
    return Scene("A yard", WIDTH, HEIGHT, (), (), tuple(tokens), rows, (), ground)


def decision(setting: Setting, state: Array, slot: int, most: int = 2_000, odds: bool = True) -> Decision:
    """The menu; a shot has even odds."""
    options = []
    for value in menu_of(setting, state, slot):
        line, verb = notation(value), name_of(type(value))
        target = value.target if isinstance(value, Shoot) else ""
        chances = (Odds(f"hits {target}", "1/2", 0.5),) if target and odds else ()
        options.append(Option(line, line, verb, "YARD-2", UNITS[slot], target, odds=chances))
    verbs = tuple(dict.fromkeys(option.verb for option in options))
    return Decision(slot, f"{UNITS[slot]}: move or shoot.", len(options), tuple(options[:most]), verbs)


def sight(setting: Setting, state: Array, unit: str, x: float, y: float) -> Sight:
    """Whether the wall stands between."""
    disc = state[0].discs[UNITS.index(unit)]
    start = (disc.x / STEPS, disc.y / STEPS)
    clear = bool(is_clear(setting.tables[0], int(disc.x), int(disc.y), round(x * STEPS), round(y * STEPS)))
    share = 0.0 if x == start[0] else (WALL_X - start[0]) / (x - start[0])
    stop = None if clear else (float(WALL_X), start[1] + share * (y - start[1]))
    says = f"{unit} to {x:g},{y:g}: {'clear' if clear else 'blocked by the wall'} (YARD-3)"
    by = () if clear else (Barrier("wall", WALL_X, WALL_LOW, WALL_X, WALL_HIGH),)
    return Sight(clear, (), None, says, "YARD-3", (Ray(start, (x, y), stop),), by)


def result(setting: Setting, state: Array) -> Result:
    winner = int(state[0].winner)
    winners = tuple(range((winner - 1) * SIDE, winner * SIDE)) if winner in (1, 2) else ()
    said = ("the game goes on", "side a wins", "side b wins", "a draw")[winner]
    return Result(winner != 0, winners, said, "YARD-4")


def counts(setting: Setting, state: Array) -> tuple[CountCall, ...]:
    """The counts that are left of this turn."""
    last = int(setting.tables[0].counts) if state[0].phase == MOVING and state[0].doing == 0 else 0
    standing = [i for i, disc in enumerate(state[0].discs) if disc.health]
    return tuple(
        CountCall(str(k + 1), tuple(i for i in standing if i < SIDE or k % 2 == 0))
        for k in range(int(state[0].count), last)
    )


def step(setting: Setting, state: Array, slot: int, x: float, y: float, wary: bool) -> Verb:
    """Straight on."""
    disc = state[0].discs[slot]
    dx, dy = x * STEPS - disc.x, y * STEPS - disc.y
    share = min(1.0, STEPS / max(1.0, math.hypot(dx, dy)))
    return Move(f"{decimal_text(int(dx * share))},{decimal_text(int(dy * share))}")


ALOUD = Tabletop(
    options={},
    visible_events=(),
    call=lambda setting, state: "Move, then shoot.",
    score_sheet=lambda setting, state: (),
    phrases=lambda setting, state, slot: {},
    counts=counts,
    step_towards=step,
    distance=lambda setting, state, slot, x, y: "too far",
    place=lambda setting, state, slot, x, y: Stay(),
    roller=lambda setting, state, purpose: "",
)

GAME = game_of(
    sys.modules[__name__],
    id="free",
    title="Yard",
    state=State,
    verbs=VERBS,
    refusals=REFUSALS,
    events=EVENTS,
    purposes=PURPOSES,
    rulebook="YARD",
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    names=lambda setting, state: FreeNames(UNITS),
    write_position=views.position,
    parse_position=views.parse_position,
    tabletop=ALOUD,
)
