"""A shooting range: a bare table on which the playing rules are asked what an attack does.

Shooter and target stand on open ground at the distance that is asked for, with whatever changes the roll: cover, smoke,
a flash, a bystander. The attack is then resolved by the rules of play, over every way the dice can fall.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ....core.chance.answers import chance_answer, mean_answer, modifier_answer, spread_answer
from ....core.chance.distribution import Distribution, run_with_marks
from ....core.chance.spread import Spread
from ....core.engine.compiled import compiled
from ....core.engine.record import Array, blank, copy_of
from ....core.errors import BadQuestion
from ....core.protocol.events import ModifierRow, rows_of
from ....core.scratch import scratch
from ....core.space.terrain_build import TerrainPlan, build
from ....core.space.units import STEPS
from ..content import load
from ..dice.pool import GOOD
from ..events.words import REASONS
from ..options import resolve_options
from ..rules.attack import modifiers
from ..rules.damage import dice_left
from ..rules.dice_pools import hit_pool
from ..rules.units import called_gear
from ..setup import tables_of
from ..state import ACTION, ARMED, HARM, KNIFE_SLOT, PRIMARY, SIDEARM, State
from ..tables import CT, KNIFE, PISTOL, RIFLE, T
from .parts import DEFAULT_RULES, HEALTHY, ORDINARY, Circumstances, ServerRules

WIDTH, HEIGHT = 480, 60
SHOOTER_X, SHOOTER_Y = 20 * STEPS, 30 * STEPS  # where the shooter stands
SHOOTER, TARGET, BYSTANDER = range(3)
CONTACT = STEPS  # at contact every to-hit roll hits (TPS-3.3)
BLAST_ZONES = ("same", "adjacent", "elsewhere")
MAX_CACHED = 64
NO_ARMOUR = (0, 0, 0)
ArmourDice = tuple[int, int, int]  # helmet, vest, health


class Shot(NamedTuple):
    """What the State does not keep of the attacks: whether one reached the target, or went astray and reached another.

    And whether the target was shot in the head.
    """

    hit: bool = False
    strayed: bool = False
    headshot: bool = False

    def after(self, before: Any, after: Any) -> Shot:
        """What one step adds to what is known of the attacks."""
        if after.doing.stage == HARM:
            on_target = int(after.doing.target) == TARGET
            return Shot(self.hit or on_target, self.strayed or not on_target, self.headshot)
        astray = before.doing.stage == HARM and before.doing.target != TARGET
        is_new = not self.headshot and int(after.doing.net) == GOOD
        return Shot(self.hit, self.strayed, not astray) if is_new else self


class Aim(NamedTuple):
    """Who attacks the target: with what, from how far, and of a split pool with how many to-hit dice.

    These are a part of the question, under a name.
    """

    gear: int
    distance: int
    to_hit: int | None = None
    name: str = "to_hit"


class Attacks:
    """What the attacks called in a State come to, in every way the action steps can go.

    Raises:
        TooManyOutcomes: the dice can fall in too many ways.
    """

    def __init__(self, tables: Array, states: Array) -> None:
        self.tables, self.states = tables, states
        found = run_with_marks(states, tables, Shot(), Shot.after, lambda state: state.phase != ACTION)
        self.shots = found.by(lambda end: end[0])
        self.ends = Distribution(found.by(lambda end: end[1]), states)

    def answer(self, holds: Callable[[Shot], bool]) -> dict[str, Any]:
        """The chance that something holds of how the attacks went."""
        return chance_answer(self.shots.chance(holds))

    def armour_left(self) -> Spread[ArmourDice]:
        """Helmet, vest and health of the target; all 0 once it is eliminated."""

        def left(state: Any) -> ArmourDice:
            unit = state.units[TARGET]
            return (int(unit.helmet.mark), int(unit.vest.mark), int(unit.health)) if unit.alive else NO_ARMOUR

        return self.ends.by(left)

    def outcome(self) -> dict[str, Any]:
        """What became of the target: dice lost, elimination."""
        left, dice = self.armour_left().by(sum), int(dice_left(self.states[0], TARGET))
        lost = Spread({n: left.get(dice - n, Fraction(0)) for n in range(dice + 1)})
        return {
            "at least one hit": chance_answer(1 - lost[0]),
            "mean dice lost": mean_answer(lost.mean(lambda n: n)),
            "dice lost": spread_answer(lost),
            "eliminated": chance_answer(lost[dice]),
        }

    def out_of_ammo(self) -> dict[str, Any]:
        """The chance that a weapon of the shooters is out of ammo."""
        weapons = "primary", "sidearm"
        return chance_answer(self.ends.chance(lambda now: any(now.units[slot]["mark"].any() for slot in weapons)))

    def modifiers(self) -> list[dict[str, Any]]:
        """The modifiers of the first shooter's roll, each with its clause."""
        write_modifiers(self.states, self.tables, scratch.log)
        return modifier_answer(ModifierRow(*REASONS[row[1]][:2], row[2]) for row in rows_of(scratch.log))


@compiled
def write_modifiers(states: Array, tables: Array, log: Array) -> None:
    """Write into the log, and nothing else, what modifies the first shooter's roll."""
    log[0].count = 0
    unit = states[0].units[SHOOTER]
    hit_pool(tables[0], log[0], unit.side, called_gear(tables[0], unit), unit.targets[0, 1])
    modifiers(states[0], tables[0], log[0], SHOOTER, TARGET)


class ShootingRange:
    """The tables of play on open ground, and the circumstances of a question."""

    def __init__(
        self, rules: ServerRules = DEFAULT_RULES, stand: Circumstances = ORDINARY, distance: int = CONTACT
    ) -> None:
        self.stand, cover = stand, distance if stand.cover else None
        self.tables = copy_of(range_tables(cover, tuple(rules.options().items())))

    def add_rifle(self, pool: tuple[int, int], damage: tuple[int, int]) -> int:
        """A rifle of just these dice, added to the catalogue; its number."""
        row = self.tables[0]
        gear = row.gear[row.n_gear]
        gear.kind, gear.side = RIFLE, 2
        (gear.hit_wild, gear.hit_plain), (gear.harm_wild, gear.harm_plain) = pool, damage
        gear.scope = gear.auto = 1
        row.n_gear += 1
        return int(row.n_gear) - 1

    def attack(self, *aims: Aim, armour: ArmourDice = HEALTHY) -> Attacks:
        """Attacks on a target with such armour: shooters stand in turn on either side of it, their attacks called.

        Raises:
            BadQuestion: they cannot attack so.
        """
        self.check_traits(*aims)
        states = self.line_up(aims[0].distance, armour, len(aims))
        for n, aim in enumerate(aims):
            i = SHOOTER if n == 0 else BYSTANDER + n
            away = aim.distance if n % 2 else -aim.distance
            put_unit(self.tables, states, i, T, SHOOTER_X + aims[0].distance + away, SHOOTER_Y)
            self.take_aim(states[0].units[i], aim)
        return Attacks(self.tables, states)

    def check_traits(self, *aims: Aim) -> None:
        """A scope is in use where there is one, and keeping still matters to a sniper's weapon.

        Raises:
            BadQuestion: none of the weapons is one of those.
        """
        weapons = [self.tables[0].gear[aim.gear] for aim in aims]
        if self.stand.scope and not any(weapon.scope for weapon in weapons):
            raise BadQuestion("there is no scope on it (TPS-8.10): leave scope out")
        if self.stand.steady is not None and not any(weapon.sniper for weapon in weapons):
            raise BadQuestion("steady matters to sniper's weapons alone (TPS-17.3): leave it out")

    def to_hit(self, aim: Aim) -> int:
        """The to-hit dice of a split pool; 0 for a weapon that has none."""
        dice = int(self.tables[0].gear[aim.gear].split)
        if dice == 0 and aim.to_hit is not None:
            raise BadQuestion(f"only a weapon that splits its dice has {aim.name} dice to choose")
        if dice and aim.to_hit is None:
            raise BadQuestion(f"it splits {dice} dice: say {aim.name}=1 to {dice - 1}, or ask for split")
        if dice and not 1 <= (aim.to_hit or 0) < dice:
            raise BadQuestion(f"{aim.name} is between 1 and {dice - 1}, not {aim.to_hit}")
        return aim.to_hit or 0

    def take_aim(self, unit: Any, aim: Aim) -> None:
        """A unit has called a weapon, with its scope if it has one and that is asked for, and its attack."""
        call_weapon(self.tables, unit, aim.gear)
        stand = self.stand
        unit.scope = stand.scope and self.tables[0].gear[aim.gear].scope
        unit.crouch, unit.flashed, unit.busy = stand.crouch, stand.flash, stand.steady is False
        unit.n_targets, unit.targets[0, 0], unit.targets[0, 1] = 1, TARGET, self.to_hit(aim)

    def line_up(self, far: int, armour: ArmourDice, shooters: int = 1) -> Array:
        """A target so far off, and a bystander in place; of the shooters there is only room. Action is to begin."""
        states = blank(State)
        state = states[0]
        state.phase, state.step, state.turn, state.round_number = ACTION, 1, 1, 1
        state.n_units = BYSTANDER + shooters
        put_unit(self.tables, states, TARGET, CT, SHOOTER_X + far, SHOOTER_Y)
        if self.stand.bystander is not None:
            x, y = bystander_place(far, self.stand.bystander)
            put_unit(self.tables, states, BYSTANDER, CT, SHOOTER_X + x, SHOOTER_Y + y)
        target = state.units[TARGET]
        target.helmet.mark, target.vest.mark, target.health = armour
        state.smoke[0] = 2 * int(self.stand.smoke)
        return states

    def explode_frag(self, aim: Aim, armour: ArmourDice) -> Attacks:
        """A frag that was thrown last turn lies so far from the target, and goes off now."""
        states = self.line_up(aim.distance, armour)
        state = states[0]
        state.turn, state.n_flights = 2, 1
        flight = state.flights[0]
        flight.gear, flight.thrower, flight.to_hit, flight.turn = aim.gear + 1, SHOOTER, self.to_hit(aim), 1
        flight.x, flight.y = SHOOTER_X, SHOOTER_Y
        return Attacks(self.tables, states)

    def explode_bomb(self, where: str, armour: ArmourDice) -> Attacks:
        """Three zones in a row, the bomb in the first about to explode, the target where it is asked for.

        Raises:
            BadQuestion: no such place.
        """
        if where not in BLAST_ZONES:
            raise BadQuestion(f"where is {', '.join(BLAST_ZONES)}, not {where!r}")
        third = WIDTH // 3
        zones = [(n * third, 0, (n + 1) * third, HEIGHT) for n in range(3)]
        self.tables[0].field = build(TerrainPlan(WIDTH, HEIGHT, zones=zones))[0]
        states = self.line_up(CONTACT, armour)
        state = states[0]
        state.units[TARGET].x = (third * BLAST_ZONES.index(where) + third // 2) * STEPS
        state.bomb.status, state.bomb.x, state.bomb.y, state.bomb.turn = ARMED, SHOOTER_X, SHOOTER_Y, 1
        state.turn = 1 + int(self.tables[0].options.mp_c4timer)
        return Attacks(self.tables, states)


@lru_cache(MAX_CACHED)
def range_tables(cover: int | None, options: tuple[tuple[str, str], ...]) -> Array:
    """The catalogue and the server's rules as they are, on an open field of one zone; made once for many questions.

    If cover is wanted, for a target at a distance, low walls stand just before and behind it.
    """
    content = load()
    map = next(iter(content.maps.values()))
    tables = tables_of(content, map, resolve_options(content, map, {"teams": "2v2", **dict(options)}), for_bots=False)
    low = []
    if cover is not None:
        x = (SHOOTER_X + cover) / STEPS
        low = [(x - 0.25, 25, x - 0.125, 35), (x + 0.125, 25, x + 0.25, 35)]
    tables[0].field = build(TerrainPlan(WIDTH, HEIGHT, low=low, zones=[(0, 0, WIDTH, HEIGHT)]))[0]
    return tables


def put_unit(tables: Array, states: Array, i: int, side: int, x: int, y: int) -> None:
    """A healthy unit stands at a place."""
    unit = states[0].units[i]
    unit.side, unit.alive, unit.x, unit.y, unit.health = side, 1, x, y, tables[0].constants.health


def call_weapon(tables: Array, unit: Any, gear: int) -> None:
    """A unit has called a weapon that it carries."""
    kind = tables[0].gear[gear].kind
    unit.weapon = KNIFE_SLOT if kind == KNIFE else SIDEARM if kind == PISTOL else PRIMARY
    if kind != KNIFE:
        (unit.sidearm if kind == PISTOL else unit.primary).gear = gear + 1


def bystander_place(far: int, distance: int) -> tuple[int, int]:
    """A place at a distance from the shooter that is near a target so far off: straight on, or a little to the side."""
    if abs(far - distance) >= STEPS:
        return distance, 0
    return (int((distance * distance - STEPS * STEPS) ** 0.5) if distance > STEPS else 0), STEPS
