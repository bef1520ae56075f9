"""What a slot has to decide: the question in words, and everything on its menu with labels and odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ...core.decision import make_decision, option_of
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.choices import Verb, decode, encode, new_choices
from ...core.protocol.scene import Decision, Odds, Option, Thing
from ...core.space.units import read_point
from . import choices as verbs
from .choice_text import ChoiceLabels, counts_in_words, step_end, usable_counts
from .events.words import STEPS
from .gear_text import LEGEND, carried_things, gear_notes, things_for_sale
from .names import MatchNames, names_of
from .outfits import presets
from .rules.attack import SCOPED, step_of
from .rules.count_limits import batch_size, footprints, knife_is_active
from .rules.targeting import has_grenade
from .rules.units import called_gear, is_carried_weapon, is_empty
from .state import BETWEEN, BUY, CALL, COUNT, DEFUSE, PLANT, RELOAD, TARGET
from .tables import KNIFE, SIDES
from .target_odds import ZERO, ThrowOdds, attack_odds, throw_odds
from .view import active_equipment

STATIONARY_ACTIONS = {PLANT: "plant", DEFUSE: "defuse"}
ODDS_HIDDEN = (
    " Its odds are hidden: at this table nobody measures for a shot before the targets are called (TPS-11.9)."
    " To see them, set the house rule sv_premeasure to 1 when a table is made."
)


def decision(setting: Setting, states: Array, slot: int, most: int = 2_000, odds: bool = True) -> Decision:
    """What a slot may do: the menu, at most so much of it, with the odds of what may be measured."""
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    menu = OptionBuilder(setting, states, names, slot, odds)
    buying = state.phase == BUY
    ready = presets(setting.content.files.outfits, state, tables, names, slot) if buying else ()
    return make_decision(
        setting,
        states,
        slot,
        f"{setting.slot_name(slot)}{prompt(setting, states, names, slot)}",
        most,
        menu.option,
        things=things(setting, states, names, slot),
        presets=tuple(ready),
        legend=LEGEND if state.phase in (BUY, CALL) else (),
    )


def explain_option(setting: Setting, states: Array, slot: int, value: Verb) -> Option:
    """A lawful choice as the menu would offer it, whether or not it lists it."""
    names = names_of(setting)
    return OptionBuilder(setting, states, names, slot, True).option(encode(value, setting.game.verbs, names))


def warning(setting: Setting, states: Array, slot: int, value: Verb) -> str:
    """What of a purchase comes to nothing (TPS-7.6)."""
    if not isinstance(value, verbs.Buy):
        return ""
    return ChoiceLabels(setting, states, names_of(setting), slot).warning(value)


def things(setting: Setting, states: Array, names: MatchNames, slot: int) -> tuple[Thing, ...]:
    """What can be bought, or is carried and can be called."""
    if states[0].phase == BUY:
        return things_for_sale(states[0], setting.tables[0], names, slot)
    if states[0].phase != CALL:
        return ()
    bag, unit = carried_things(states[0], setting.tables[0], names, slot), states.copy()[0].units[slot]
    return (*bag, *weapons(setting.tables[0], names, unit))


def weapons(tables: Any, names: MatchNames, unit: Any) -> Iterator[Thing]:
    """What the words of a call mean: `primary` is the weapon that the unit has there. No board shows a word."""
    for unit.weapon, word in enumerate(verbs.WEAPONS):
        if unit.weapon and is_carried_weapon(unit, unit.weapon):
            gear = int(called_gear(tables, unit))
            yield Thing(word, "", names.title_of(gear), tuple(gear_notes(tables, gear)))


class OptionBuilder:
    """The options of a slot at a moment."""

    def __init__(self, setting: Setting, states: Array, names: MatchNames, slot: int, odds: bool) -> None:
        self.setting, self.states, self.names, self.slot, self.odds = setting, states, names, slot, odds
        self.labels = ChoiceLabels(setting, states, names, slot)
        self.throws: dict[bytes, ThrowOdds] = {}
        self.attacks: dict[bytes, tuple[Odds, ...]] = {}

    def option(self, choice: Array) -> Option:
        """A choice of the menu as it is offered."""
        value: Any = decode(choice[0], self.setting.game.verbs, self.names)
        target = getattr(value, "hostage", "")
        if isinstance(value, (verbs.Fire, verbs.Throw)) and value.targets:
            target = value.targets[0].partition(":")[0]
        return option_of(
            value,
            self.names,
            self.labels.label(value),
            unit=getattr(value, "unit", self.names.unit(self.slot)),
            target=target,
            point=self.point(value),
            odds=self.odds_of(choice) if self.odds else (),
        )

    def point(self, value: Any) -> str:
        """The place that a choice is about: where a step leads, where a throw is aimed."""
        if isinstance(value, verbs.Move):
            by = read_point(value.by) or (0, 0)
            return self.names.point(*step_end(self.states, self.setting.tables[0], self.slot, *by).end)
        return value.aim if isinstance(value, verbs.Throw) else ""

    def odds_of(self, choice: Array) -> tuple[Odds, ...]:
        """The odds of an attack, where they are told before the call (TPS-11.9), and of a throw."""
        if choice[0].verb not in (verbs.FIRE, verbs.THROW):
            return ()
        thrown = self.throw(choice) if choice[0].verb == verbs.THROW else ThrowOdds((), ZERO)
        if choice[0].n == 0 or thrown.self_flash_chance == 1 or not shows_odds(self.setting, self.states, self.slot):
            return thrown.odds
        attack = self.attack(choice)
        if thrown.self_flash_chance:
            attack = tuple(msgspec.structs.replace(one, of=f"unless flashed, {one.of}") for one in attack)
        return (*thrown.odds, *attack)

    def throw(self, choice: Array) -> ThrowOdds:
        """The odds of a throw, which its split and the attack that follows do not alter."""
        alone = part_of(choice, verbs.THROW)
        key = alone.tobytes()
        if key not in self.throws:
            self.throws[key] = throw_odds(self.setting, self.states, self.slot, alone, self.names)
        return self.throws[key]

    def attack(self, choice: Array) -> tuple[Odds, ...]:
        """The odds of an attack, which a grenade does not alter unless its flash catches the thrower."""
        alone = part_of(choice, verbs.FIRE)
        key = alone.tobytes()
        if key not in self.attacks:
            self.attacks[key] = attack_odds(self.setting, self.states, self.slot, alone, self.names)
        return self.attacks[key]


def part_of(choice: Array, verb: int) -> Array:
    """The attack alone of a choice, or the throw alone."""
    alone = new_choices(1)
    alone[0].verb = verb
    if verb == verbs.FIRE:
        alone[0].n, alone[0].parts = choice[0].n, choice[0].parts
    else:
        alone[0].unit, alone[0].target, alone[0].x, alone[0].y = choice[0].unit, 0, choice[0].x, choice[0].y
    return alone


def may_measure(setting: Setting, states: Array, slot: int) -> bool:
    """Whether a unit may know distances before the call: with a split pool, before a throw, or by the option.

    (TPS-11.8, TPS-11.9)
    """
    tables, unit = setting.tables[0], states[0].units[slot]
    if tables.options.sv_premeasure or not unit.weapon:
        return bool(tables.options.sv_premeasure)
    return bool(tables.gear[called_gear(tables, unit)].split or has_grenade(tables, unit.over))


def shows_odds(setting: Setting, states: Array, slot: int) -> bool:
    """Whether the odds of an attack are told: where its own distance may be measured, and of a stab, which has none.

    (TPS-11.9)
    """
    tables, unit = setting.tables[0], states[0].units[slot]
    thing = tables.gear[called_gear(tables, unit)]
    return bool(tables.options.sv_premeasure or thing.split or thing.kind == KNIFE)


def prompt(setting: Setting, states: Array, names: MatchNames, slot: int) -> str:
    """The question, and what its rules are just now."""
    state, tables = states[0], setting.tables[0]
    if state.phase == BETWEEN:
        return ": let the next round begin, or first switch one player to the other side."
    unit = state.units[slot]
    said = f" ({SIDES[unit.side]}): "
    if state.phase == BUY:
        return f"{said}{buy_prompt(state, tables, names, unit)}"
    if state.phase == CALL:
        return f"{said}{call_prompt(setting, states, names, slot)}"
    if state.phase == COUNT:
        return f"{said}{count_prompt(state, tables, unit)}"
    return f"{said}{target_prompt(setting, states, names, slot)}" if state.phase == TARGET else said


def buy_prompt(state: Any, tables: Any, names: MatchNames, unit: Any) -> str:
    """What there is to spend, and what is carried already."""
    return (
        f"buy for round {state.round_number} with {unit.cash} cash, or nothing."
        f" In hand: {active_equipment(tables, names, unit)}. What already fills a slot is laid down first."
    )


def call_prompt(setting: Setting, states: Array, names: MatchNames, slot: int) -> str:
    """Each weapon with its step and the counts it leaves, and what crouching or a scope does to them."""
    tables = setting.tables[0]
    unit, said = states.copy()[0].units[slot], []
    for number, word in enumerate(verbs.WEAPONS):
        unit.weapon = number
        if number and is_carried_weapon(unit, number):
            counts = counts_in_words(usable_counts(tables, unit))
            said.append(
                f"{word}: {active_equipment(tables, names, unit)}, step {step_of(tables, unit)}, counts {counts}"
            )
    numbers = tables.constants
    more = f"Crouching ({numbers.crouch:+d}D to hit) leaves even counts only"
    if unit.primary.gear and tables.gear[unit.primary.gear - 1].scope:
        more += f"; so does its scope ({numbers.scope:+d}D), and it acts in step {SCOPED}"
    return f"call a weapon, standing or crouching; an item over it and an action, if wanted. {'. '.join(said)}. {more}."


def count_prompt(state: Any, tables: Any, unit: Any) -> str:
    """Which count it is, which ones the unit may use, and why."""
    counts, now = int(tables.options.mp_movecounts), int(state.count)
    if now > counts:
        return f"bonus count {now}: one more order."
    ahead = usable_counts(tables, unit, now)
    batch = int(batch_size(tables, now))
    asked = "one order" if batch == 1 else f"orders for counts {now} to {now + batch - 1}"
    lost, halved = int(footprints(tables, unit)), unit.crouch or unit.scope
    why = [f"footprints {lost}"] * (lost > 0) + ["even counts only: crouching or scope in use"] * bool(halved)
    said = f"count {now} of {counts}: {asked}. You act on counts {counts_in_words(ahead)}"
    said += f" ({', '.join(why)})." if why else "."
    if unit.action in STATIONARY_ACTIONS:
        said += (
            f" Stand still on all of them: whoever moves does not {STATIONARY_ACTIONS[int(unit.action)]} (TPS-9.22)."
        )
    if knife_is_active(unit) and unit.moves == unit.unarmed == now - 1 and tables.options.mp_knifebonus:
        said += " Move on every count with the knife in hand, and a bonus count follows."
    return said


def target_prompt(setting: Setting, states: Array, names: MatchNames, slot: int) -> str:
    """What may be called, in which step it acts, and which odds are shown."""
    state, tables = states[0], setting.tables[0]
    unit = state.units[slot]
    if unit.action == RELOAD:
        return "you are reloading: neither attack nor throw."
    step = int(step_of(tables, unit))
    said = f"point at a target, throw, or hold; the call is binding. In hand: {active_equipment(tables, names, unit)}"
    said += f", step {step} ({STEPS[step]})."
    if unit.action in STATIONARY_ACTIONS:
        said += f" Whoever attacks does not {STATIONARY_ACTIONS[int(unit.action)]} (TPS-11.10)."
    if is_empty(unit):
        return f"{said} It must be reloaded before it fires."
    if has_grenade(tables, unit.over):
        said += " Distances may be measured before a throw (TPS-11.8)."
    return said if shows_odds(setting, states, slot) else said + ODDS_HIDDEN
