"""Exact odds of what may be called in TARGET: the rules themselves, run over every way the dice can fall.

Everybody else is taken to hold. Whatever else goes off in the turn, such as the frags of the last one, is part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.chance.answers import events_of, odds_line
from ...core.chance.distribution import Distribution, outcomes_of
from ...core.chance.outcomes import TooManyOutcomes
from ...core.chance.spread import Spread
from ...core.engine.dispatch import to_act
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.choices import new_choices, put_choice
from ...core.protocol.events import ModifierRow, new_log
from ...core.protocol.scene import Odds
from ...core.space.ricochet import fly_point
from ...core.space.terrain import zone_of
from . import choices as verbs
from .dice.chances import at_least, net_chance
from .events.action import ToHit
from .names import MatchNames
from .rules.attack import GRENADES, damage_of
from .rules.damage import dice_left
from .rules.grenades import LONGEST, set_off_flashbangs
from .rules.targeting import take_target
from .rules.units import called_gear, is_living, weapon_token
from .state import END_TURN, HARM, KNIFE_SLOT
from .tables import FLASH, KNIFE, TARGETS

MAX_ZONES = 3  # where a grenade falls: the likeliest that are named
ZERO = Fraction(0)


class CalledAttack:
    """What comes of a slot's choice, and whom its shots meet on the way.

    Raises:
        TooManyOutcomes: more than may be counted.
    """

    def __init__(self, setting: Setting, states: Array, slot: int, choice: Array) -> None:
        self.setting, self.states, self.slot, self.tables = setting, states, slot, setting.tables[0]
        self.choices = choices_of(states, slot, choice)
        self.hit_chances = [ZERO] * TARGETS
        front = outcomes_of(
            states, setting.tables, self.choices, ends_at=lambda state: state.phase == END_TURN, passes=self._add_hit
        )
        self.ends = Distribution(front, states)

    def _add_hit(self, state: Any, p: Fraction) -> None:
        """A shot of the slot has hit somebody, and its damage is rolled next."""
        doing = state.doing
        if doing.stage == HARM and doing.unit == self.slot and state.step != GRENADES:
            self.hit_chances[int(doing.target)] += p

    def modifiers(self, part: int, name: str) -> tuple[ModifierRow, ...]:
        """The modifiers of the roll for one target, as the log tells them; `name` is the attacker's."""
        events = events_of(ToHit, self.setting, self.states, self.choices)
        rolls = [one for one in events if isinstance(one.event, ToHit) and one.event.unit == name]
        return rolls[part].modifiers if part < len(rolls) else ()

    def damage_wild(self, part: int) -> int:
        """The wild dice of the damage for one target, as declared: the rule that keeps a choice writes the targets."""
        after = self.states.copy()
        take_target(after[0], self.tables, self.slot, self.choices[self.slot])
        return int(damage_of(self.tables, after[0].units[self.slot], part)[0])


def choices_of(states: Array, slot: int, choice: Array) -> Array:
    """A slot's choice, while everybody else holds."""
    choices = new_choices()
    for other in range(int(to_act(states[0])).bit_length()):
        choices[other].verb = verbs.HOLD
    put_choice(choices, slot, choice)
    return choices


def attack_odds(setting: Setting, states: Array, slot: int, choice: Array, names: MatchNames) -> tuple[Odds, ...]:
    """What an attack can do, target by target; nothing where the dice can fall in too many ways to be counted."""
    try:
        attack = CalledAttack(setting, states, slot, choice)
    except TooManyOutcomes:
        return ()
    called = [int(target) for target in choice[0].parts[: choice[0].n, 0]]
    found = [odds for part, target in enumerate(called) for odds in target_odds(attack, names, part, target)]
    return (*found, *other_odds(attack, names, called))


def target_odds(attack: CalledAttack, names: MatchNames, part: int, target: int) -> Iterator[Odds]:
    """What an attack costs a called target, the hit that it takes, and a headshot."""
    state, tables, name = attack.states[0], attack.tables, names.unit(target)
    dice, hit = int(dice_left(state, target)), attack.hit_chances[target]
    lost = attack.ends.by(lambda now: dice - int(dice_left(now, target)))
    mean = float(lost.mean(lambda dice: dice))
    yield odds_line(f"{name} loses dice ({mean:.2f} on average)", lost.chance(lambda dice: dice > 0))
    yield odds_line(f"{name} is eliminated", attack.ends.chance(lambda now: not is_living(now, target)))
    if tables.gear[called_gear(tables, state.units[attack.slot])].kind != KNIFE:
        yield odds_line(f"hits {name}", hit, attack.modifiers(part, names.unit(attack.slot)))
    wild = attack.damage_wild(part)
    if hit and wild:
        yield odds_line(f"headshot on {name}", hit * net_chance(wild))


def other_odds(attack: CalledAttack, names: MatchNames, called: list[int]) -> Iterator[Odds]:
    """Running out of ammo, and meeting somebody who was not called."""
    slot, unit = attack.slot, attack.states[0].units[attack.slot]
    if unit.weapon != KNIFE_SLOT:
        yield odds_line("out of ammo", attack.ends.chance(lambda now: bool(weapon_token(now.units[slot]).mark)))
    for target in range(TARGETS):
        if attack.hit_chances[target] and target not in called:
            yield odds_line(f"goes astray and hits {names.unit(target)}", attack.hit_chances[target])


class ThrowOdds(NamedTuple):
    """What a throw can do, and how likely its flash catches the thrower, whose attack is another one then."""

    odds: tuple[Odds, ...]
    self_flash_chance: Fraction


def throw_odds(setting: Setting, states: Array, slot: int, choice: Array, names: MatchNames) -> ThrowOdds:
    """Where a grenade falls, and of a flashbang whom it catches."""
    tables, unit = setting.tables[0], states[0].units[slot]
    flash = tables.gear[unit.over - 1].effect == FLASH
    parts, rests = list[tuple[int, Fraction]](), dict[int, tuple[int, int]]()
    for length, p in throw_lengths(int(choice[0].unit), int(tables.options.sv_wildone)):
        at = fly_point(tables.field, unit.x, unit.y, choice[0].x, choice[0].y, 1.0 * length)
        zone = int(zone_of(tables.field, *at))
        parts.append((zone, p))
        rests[zone] = at
    zones = Spread.merge(parts)
    met = zones.items() if flash else ()
    caught = Spread.merge((i, p) for zone, p in met for i in flashed_units(states, tables, slot, rests[zone]))
    likely = sorted(zones.items(), key=lambda one: -one[1])[:MAX_ZONES]
    order = sorted(caught.items(), key=lambda one: (states[0].units[one[0]].side == unit.side, -one[1], one[0]))
    found = [odds_line(f"catches {names.unit(i)} in the flash", p) for i, p in order]
    found += [odds_line(f"falls in {names.thing_title('zone', names.thing('zone', zone))}", p) for zone, p in likely]
    return ThrowOdds(tuple(found), caught.get(slot, ZERO))


@cache
def throw_lengths(dice: int, ones: int) -> tuple[tuple[int, Fraction], ...]:
    """How far a throw of so many dice goes, one of them wild; the longest stands for all beyond."""
    reach = [at_least((1, dice - 1), None, length, ones) for length in range(1, LONGEST + 1)]
    parts = [here - beyond for here, beyond in zip(reach, [*reach[1:], ZERO], strict=True)]
    return tuple((length, p) for length, p in enumerate(parts, 1) if p)


def flashed_units(states: Array, tables: Any, slot: int, at: tuple[int, int]) -> list[int]:
    """The units that a flashbang catches which comes to rest at a place: by the rule, on a copy."""
    state = states.copy()[0]
    flight = state.flights[state.n_flights]
    flight.gear, flight.thrower, flight.turn = state.units[slot].over, slot, state.turn
    flight.x, flight.y = at
    state.n_flights += 1
    set_off_flashbangs(state, tables, new_log()[0])
    return [int(i) for i in np.flatnonzero(state.units["flashed"])]
