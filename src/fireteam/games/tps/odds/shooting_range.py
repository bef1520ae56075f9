"""A shooting range: a bare table on which the playing rules are asked what an attack does.

Shooter and target stand on open ground at the distance that is asked for, with whatever changes the roll: cover, smoke,
a flash, a bystander. The attack is then resolved by the rules of play, over every way the dice can fall.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import numpy as np

from ....core.chance.outcomes import MAX_LEAVES, TooManyOutcomes, one_step
from ....core.engine.record import Array, blank, from_bytes
from ....core.errors import BadQuestion
from ....core.game import Game
from ....core.protocol.choices import new_choices
from ....core.protocol.questions import DecimalPart, FlagPart
from ....core.space.terrain_build import TerrainPlan, build
from ....registry import find_game
from ..dice.pool import GOOD
from ..setup import setting
from ..state import ACTION, ARMED, HARM, PRIMARY, State
from ..tables import CT, PISTOL, RIFLE, T
from .parts import HEALTHY, MAX_DISTANCE

UNIT = 1_000_000
WIDTH, HEIGHT = 480, 60
SHOOTER_PLACE = (20 * UNIT, 30 * UNIT)  # where the shooter stands
SHOOTER, TARGET, BYSTANDER = range(3)
NO_CHOICES = new_choices(1)
MAX_CACHED = 64


class Shot(NamedTuple):
    """What the State does not keep of the attacks: whether one reached the target, or went astray and reached another.

    And whether the target was shot in the head.
    """

    hit: bool = False
    strayed: bool = False
    headshot: bool = False


Shots = dict[tuple[Shot, bytes], Fraction]


Cover = Annotated[bool, FlagPart("true if the target is in half cover")]
Smoke = Annotated[bool, FlagPart("true if both are in one smoked zone")]


class Circumstances(NamedTuple):
    """What is asked of an attack, apart from weapon and distance. Who says nothing of `steady` has kept still."""

    armour: tuple[int, int, int] = HEALTHY
    crouch: Annotated[bool, FlagPart("true if the shooter crouches")] = False
    scope: Annotated[bool, FlagPart("true if its scope is in use")] = False
    steady: Annotated[bool | None, FlagPart("of a sniper's weapon: false if the shooter moved this turn")] = None
    cover: Cover = False
    flash: Annotated[bool, FlagPart("true if the shooter is caught in a flash")] = False
    smoke: Smoke = False
    bystander: Annotated[
        Decimal | None, DecimalPart("how far from the shooter somebody stands who is near the target", 1, MAX_DISTANCE)
    ] = None


ORDINARY = Circumstances()


class Shooter(NamedTuple):
    """Who attacks the target: with what, from how far, and of a split pool with how many to-hit dice."""

    gear: int
    distance: Decimal
    to_hit: int = 0


@lru_cache(MAX_CACHED)
def range_terrain(cover: Decimal | None) -> Array:
    """An open field of one zone; with low walls just before and behind a target at a distance, if cover is wanted."""
    low = []
    if cover is not None:
        x = SHOOTER_PLACE[0] / UNIT + float(cover)
        low = [(x - 0.25, 25, x - 0.125, 35), (x + 0.125, 25, x + 0.25, 35)]
    return build(TerrainPlan(WIDTH, HEIGHT, low=low, zones=[(0, 0, WIDTH, HEIGHT)]))


def tables_for(game: Game, cover: Decimal | None = None, **options: str) -> Array:
    """The tables of play on the range: the catalogue and the server's rules as they are, on another ground."""
    return _tables(game.id, cover, tuple(sorted(options.items()))).copy()


@lru_cache(MAX_CACHED)
def _tables(game: str, cover: Decimal | None, options: tuple[tuple[str, str], ...]) -> Array:
    """Many questions are asked of one range: its tables are laid once, and copied for each."""
    found = find_game(game)
    tables = setting(found, next(iter(found.scenarios(()))), {"teams": "2v2", **dict(options)}).tables
    tables[0].field = range_terrain(cover)[0]
    return tables


def line_up(tables: Array, stand: Circumstances, *shooters: Shooter) -> Array:
    """Shooters, in turn on either side of the target, and a bystander in place, their attacks called.

    The action steps are about to begin.
    """
    states = blank(State)
    state = states[0]
    state.phase, state.step, state.turn, state.round_number = ACTION, 1, 1, 1
    state.n_units = BYSTANDER + len(shooters)
    far = to_steps(shooters[0].distance)
    put_unit(tables, states, TARGET, CT, SHOOTER_PLACE[0] + far, SHOOTER_PLACE[1])
    if stand.bystander is not None:
        x, y = bystander_place(far, to_steps(stand.bystander))
        put_unit(tables, states, BYSTANDER, CT, SHOOTER_PLACE[0] + x, SHOOTER_PLACE[1] + y)
    for n, shooter in enumerate(shooters):
        i = SHOOTER if n == 0 else BYSTANDER + n
        away = to_steps(shooter.distance)
        put_unit(tables, states, i, T, SHOOTER_PLACE[0] + far + (away if n % 2 else -away), SHOOTER_PLACE[1])
        take_aim(tables, state.units[i], shooter, stand)
    target = state.units[TARGET]
    target.helmet.mark, target.vest.mark, target.health = stand.armour
    state.smoke[0] = 2 * int(stand.smoke)
    return states


def put_unit(tables: Array, states: Array, i: int, side: int, x: int, y: int) -> None:
    """A healthy unit stands at a place."""
    unit = states[0].units[i]
    unit.side, unit.alive, unit.x, unit.y, unit.health = side, 1, x, y, tables[0].constants.health


def take_aim(tables: Array, unit: Any, shooter: Shooter, stand: Circumstances) -> None:
    """A unit has called a weapon, with its scope if it has one and that is asked for, and its attack on the target."""
    call_weapon(tables, unit, shooter.gear)
    unit.scope = stand.scope and tables[0].gear[shooter.gear].scope
    unit.crouch, unit.flashed, unit.busy = stand.crouch, stand.flash, stand.steady is False
    unit.n_targets, unit.targets[0, 0], unit.targets[0, 1] = 1, TARGET, shooter.to_hit


def call_weapon(tables: Array, unit: Any, gear: int) -> None:
    """A unit has called a weapon that it carries."""
    kind = tables[0].gear[gear].kind
    if gear == tables[0].knife:
        unit.weapon = PRIMARY + 2
    elif kind == PISTOL:
        unit.weapon, unit.sidearm.gear = PRIMARY + 1, gear + 1
    else:
        unit.weapon, unit.primary.gear = PRIMARY, gear + 1


def to_steps(distance: Decimal) -> int:
    """A distance in steps.

    Raises:
        BadQuestion: it has more than 6 decimals.
    """
    steps = distance * UNIT
    if steps != steps.to_integral_value():
        raise BadQuestion(f"{distance} has more than 6 decimals")
    return int(steps)


def bystander_place(far: int, distance: int) -> tuple[int, int]:
    """A place at a distance from the shooter that is near a target so far off: straight on, or a little to the side."""
    if abs(far - distance) >= UNIT:
        return distance, 0
    return (int((distance * distance - UNIT * UNIT) ** 0.5) if distance > UNIT else 0), UNIT


def add_rifle(tables: Array, pool: tuple[int, int], damage: tuple[int, int]) -> int:
    """A rifle of just these dice, added to the catalogue of a range; its number."""
    row = tables[0]
    gear = row.gear[row.n_gear]
    gear.kind, gear.side = RIFLE, 2
    gear.hit_wild, gear.hit_plain = pool
    gear.harm_wild, gear.harm_plain = damage
    gear.scope = gear.auto = 1
    row.n_gear += 1
    return int(row.n_gear) - 1


def resolve(tables: Array, states: Array) -> Shots:
    """Every way the action steps can go, to their end: what the attacks did, and the State.

    Raises:
        TooManyOutcomes: the dice can fall in too many ways.
    """
    front: Shots = {(Shot(), states.tobytes()): Fraction(1)}
    done: Shots = {}
    leaves = MAX_LEAVES
    while front:
        ahead: Shots = {}
        for (shot, raw), p in front.items():
            before = from_bytes(raw, states)
            ends, seen = one_step(before, tables, NO_CHOICES, False, leaves)
            leaves -= seen
            for end, q in ends.items():
                after = np.frombuffer(end, states.dtype)
                key = update_shot(shot, before[0], after[0]), end
                into = ahead if after[0].phase == ACTION else done
                into[key] = into.get(key, Fraction(0)) + p * q
        front = ahead
        if leaves < 0:
            raise TooManyOutcomes
    return done


def update_shot(shot: Shot, before: Any, after: Any) -> Shot:
    """What one step adds to what is known of the attacks."""
    if after.doing.stage == HARM:
        on_target = int(after.doing.target) == TARGET
        return shot._replace(hit=shot.hit or on_target, strayed=shot.strayed or not on_target)
    astray = before.doing.stage == HARM and before.doing.target != TARGET
    return shot._replace(headshot=shot.headshot or (int(after.doing.net) == GOOD and not astray))


def armour_left(raw: bytes, like: Array) -> tuple[int, int, int]:
    """Helmet, vest and health of the target in a State; all 0 once it is eliminated."""
    target = np.frombuffer(raw, like.dtype)[0].units[TARGET]
    if not target.alive:
        return (0, 0, 0)
    return int(target.helmet.mark), int(target.vest.mark), int(target.health)


def place_frag(tables: Array, stand: Circumstances, frag: Shooter) -> Array:
    """A frag that was thrown last turn lies so far from the target, and goes off now."""
    states = line_up(tables, stand, Shooter(int(tables[0].knife), frag.distance))
    state = states[0]
    state.turn = 2
    state.units[SHOOTER].n_targets = state.units[SHOOTER].targets[0, 0] = 0
    state.units[SHOOTER].alive = 0
    flight = state.flights[0]
    flight.gear, flight.thrower, flight.to_hit, flight.turn = frag.gear + 1, SHOOTER, frag.to_hit, 1
    flight.x, flight.y = SHOOTER_PLACE
    state.n_flights = 1
    return states


BLAST_ZONES = ("same", "adjacent", "elsewhere")


def blast_position(game: Game, where: str, stand: Circumstances, options: dict[str, str]) -> tuple[Array, Array]:
    """Three zones in a row, the bomb in the first about to explode, the target where it is asked for.

    Raises:
        BadQuestion: no such place.
    """
    if where not in BLAST_ZONES:
        raise BadQuestion(f"where is {', '.join(BLAST_ZONES)}, not {where!r}")
    tables = tables_for(game, None, **options)
    third = WIDTH // 3
    zones = [(n * third, 0, (n + 1) * third, HEIGHT) for n in range(3)]
    tables[0].field = build(TerrainPlan(WIDTH, HEIGHT, zones=zones))[0]
    states = line_up(tables, stand, Shooter(int(tables[0].knife), Decimal(1)))
    state = states[0]
    state.units[SHOOTER].alive = state.units[SHOOTER].n_targets = state.units[SHOOTER].targets[0, 0] = 0
    state.units[TARGET].x = (third * BLAST_ZONES.index(where) + third // 2) * UNIT
    state.bomb.status, state.bomb.x, state.bomb.y, state.bomb.turn = ARMED, SHOOTER_PLACE[0], SHOOTER_PLACE[1], 1
    state.turn = 1 + int(tables[0].options.mp_c4timer)
    return tables, states


def is_out_of_ammo(raw: bytes, like: Array) -> bool:
    """Whether a weapon of the shooters is out of ammo in a State."""
    units = np.frombuffer(raw, like.dtype)[0].units
    return bool(units["primary"]["mark"].any() or units["sidearm"]["mark"].any())
