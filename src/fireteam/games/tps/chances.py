"""Exact odds of what may be called in TARGET: the rules themselves, run over every way the dice can fall.

Everybody else is taken to hold. Whatever else goes off in the turn, such as the frags of the last one, is part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.choices import new_choices, put
from ...core.contest import at_least, net_chance
from ...core.entry import to_act
from ...core.events import new_log
from ...core.exhaust import Front, one_way, records, settle_all
from ...core.field import zone_of
from ...core.flight import fly
from ...core.game import Setting, story
from ...core.record import Array
from ...core.scene import Modifier, Odds
from ...core.spread import TooMany, one_step
from . import choices as verbs
from .events.acting import ToHit
from .names import TableNames
from .rules.attack import GRENADES, damage_of
from .rules.grenades import LONGEST, set_off_flashbangs
from .rules.harm import dice_left
from .rules.pointing import take_target
from .rules.units import gear_called, is_living, weapon_token
from .state import END_TURN, HARM, KNIFE_SLOT
from .tables import FLASH, KNIFE, TARGETS

ZONES = 3  # where a grenade falls: the likeliest that are named
NONE = Fraction(0)


class Attack:
    """What comes of a slot's choice, and whom its shots meet on the way."""

    def __init__(self, setting: Setting, states: Array, slot: int, choice: Array) -> None:
        self.setting, self.states, self.slot, self.tables = setting, states, slot, setting.tables[0]
        self.choices = choices_of(states, slot, choice)
        self.met = [NONE] * TARGETS
        self.ends = self._run()

    def _run(self) -> Front:
        """Every way the turn can end.

        Raises:
            TooMany: more than may be counted.
        """
        front, _ = one_step(self.states, self.setting.tables, self.choices, True)
        return settle_all(
            front, self.states, self.setting.tables, ends_at=lambda state: state.phase == END_TURN, passes=self._pass
        )[0]

    def _pass(self, state: Any, p: Fraction) -> None:
        """A shot of the slot has hit somebody, and its damage is rolled next."""
        doing = state.doing
        if doing.stage == HARM and doing.unit == self.slot and state.step != GRENADES:
            self.met[int(doing.target)] += p

    def chance(self, holds: Callable[[Any], bool]) -> Fraction:
        """The chance that something holds when the turn ends."""
        return sum((p for state, p in records(self.ends, self.states) if holds(state[0])), NONE)

    def mean_lost(self, target: int) -> Fraction:
        """How many dice of Defense a target loses on average."""
        before = int(dice_left(self.states[0], target))
        return sum((p * (before - int(dice_left(s[0], target))) for s, p in records(self.ends, self.states)), NONE)


def choices_of(states: Array, slot: int, choice: Array) -> Array:
    """A slot's choice, while everybody else holds."""
    choices = new_choices()
    for other in range(int(to_act(states[0])).bit_length()):
        choices[other].verb = verbs.HOLD
    put(choices, slot, choice)
    return choices


def attack_odds(setting: Setting, states: Array, slot: int, choice: Array, names: TableNames) -> tuple[Odds, ...]:
    """What an attack can do, target by target; nothing where the dice can fall in too many ways to be counted."""
    try:
        attack = Attack(setting, states, slot, choice)
    except TooMany:
        return ()
    called = [int(target) for target in choice[0].parts[: choice[0].n, 0]]
    found = [odds for part, target in enumerate(called) for odds in target_odds(attack, names, part, target)]
    return (*found, *other_odds(attack, names, called))


def target_odds(attack: Attack, names: TableNames, part: int, target: int) -> Iterator[Odds]:
    """What an attack costs a called target, the hit that it takes, and a headshot."""
    state, tables, name = attack.states[0], attack.tables, names.unit(target)
    left, hit = int(dice_left(state, target)), attack.met[target]
    mean = float(attack.mean_lost(target))
    loses = attack.chance(lambda now: dice_left(now, target) < left)
    yield odds(f"{name} loses dice ({mean:.2f} on average)", loses)
    yield odds(f"{name} is eliminated", attack.chance(lambda now: not is_living(now, target)))
    if tables.gear[gear_called(tables, state.units[attack.slot])].kind != KNIFE:
        yield odds(f"hits {name}", hit, modifiers(attack, part))
    wild = int(damage_of(tables, shooter(attack), part)[0])
    if hit and wild:
        yield odds(f"headshot on {name}", hit * net_chance(wild))


def other_odds(attack: Attack, names: TableNames, called: list[int]) -> Iterator[Odds]:
    """Running out of ammo, and meeting somebody who was not called."""
    slot, unit = attack.slot, attack.states[0].units[attack.slot]
    if unit.weapon != KNIFE_SLOT:
        yield odds("out of ammo", attack.chance(lambda now: bool(weapon_token(now.units[slot]).mark)))
    for target in range(TARGETS):
        if attack.met[target] and target not in called:
            yield odds(f"goes astray and hits {names.unit(target)}", attack.met[target])


def shooter(attack: Attack) -> Any:
    """The attacker with its targets as declared: the rule that keeps a choice writes them."""
    after = attack.states.copy()
    take_target(after[0], attack.tables, attack.slot, attack.choices[attack.slot])
    return after[0].units[attack.slot]


def modifiers(attack: Attack, part: int) -> tuple[Modifier, ...]:
    """The modifiers of the roll for one target, as the log tells them."""
    told = story(attack.setting, attack.states, one_way(attack.states, attack.setting.tables, attack.choices))
    names = attack.setting.game.names(attack.setting, attack.states)
    rolls = [one for one in told if isinstance(one.event, ToHit) and one.event.unit == names.unit(attack.slot)]
    return tuple(Modifier(*row) for row in rolls[part].because) if part < len(rolls) else ()


def odds(of: str, p: Fraction, why: tuple[Modifier, ...] = ()) -> Odds:
    """A chance as it is shown."""
    return Odds(of, str(p), float(p), why)


class Throw(NamedTuple):
    """What a throw can do, and how likely its flash catches the thrower, whose attack is another one then."""

    odds: tuple[Odds, ...]
    catches_thrower: Fraction


def throw_odds(setting: Setting, states: Array, slot: int, choice: Array, names: TableNames) -> Throw:
    """Where a grenade falls, and of a flashbang whom it catches."""
    tables, unit = setting.tables[0], states[0].units[slot]
    flash = tables.gear[unit.over - 1].effect == FLASH
    zones: dict[int, Fraction] = {}
    rests: dict[int, tuple[int, int]] = {}
    for length, p in lengths(int(choice[0].unit), int(tables.options.sv_wildone)):
        at = fly(tables.field, unit.x, unit.y, choice[0].x, choice[0].y, 1.0 * length)
        zone = int(zone_of(tables.field, *at))
        zones[zone], rests[zone] = zones.get(zone, NONE) + p, at
    caught: dict[int, Fraction] = {}
    for zone, p in zones.items() if flash else ():
        for i in dazzled(states, tables, slot, rests[zone]):
            caught[i] = caught.get(i, NONE) + p
    likely = sorted(zones.items(), key=lambda one: -one[1])[:ZONES]
    near_side = states[0].units[slot].side
    order = sorted(caught.items(), key=lambda one: (states[0].units[one[0]].side == near_side, -one[1], one[0]))
    found = [odds(f"catches {names.unit(i)} in the flash", p) for i, p in order]
    found += [odds(f"falls in {names.thing_title('zone', names.thing('zone', zone))}", p) for zone, p in likely]
    return Throw(tuple(found), caught.get(slot, NONE))


@cache
def lengths(dice: int, ones: int) -> tuple[tuple[int, Fraction], ...]:
    """How far a throw of so many dice goes, one of them wild; the longest stands for all beyond."""
    reach = [at_least((1, dice - 1), None, length, ones) for length in range(1, LONGEST + 1)]
    parts = [here - beyond for here, beyond in zip(reach, [*reach[1:], NONE], strict=True)]
    return tuple((length, p) for length, p in enumerate(parts, 1) if p)


def dazzled(states: Array, tables: Any, slot: int, at: tuple[int, int]) -> list[int]:
    """The units that a flashbang catches which comes to rest at a place: by the rule, on a copy."""
    state = states.copy()[0]
    flight = state.flights[state.n_flights]
    flight.gear, flight.thrower, flight.turn = state.units[slot].over, slot, state.turn
    flight.x, flight.y = at
    state.n_flights += 1
    set_off_flashbangs(state, tables, new_log()[0])
    return [int(i) for i in np.flatnonzero(state.units["flashed"])]
