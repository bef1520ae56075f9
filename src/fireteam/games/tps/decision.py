"""What a slot has to decide: the question in words, and the odds of everything on its menu."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ...core.decision import DecisionSpec, Moment
from ...core.engine.record import Array, copy_of
from ...core.game import Setting
from ...core.protocol.choices import new_choices
from ...core.protocol.scene import Odds, Thing
from ...core.protocol.sentences import join_words
from . import choices as verbs
from .choice_text import LABELS, counts_in_words, usable_counts
from .events.words import STEPS
from .gear_text import LEGEND, carried_things, gear_notes, things_for_sale
from .menu_facts import ATTACKS, BATCH, FACTS, KEEPS_UP, LOST, USABLE, heading, heading_row, steps_alike, words_of_step
from .outfits import presets
from .rules.attack import SCOPED, step_of
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


# What choices name, and what is to be known of it


def parts(moment: Moment, value: Any) -> Mapping[str, str]:
    """Who acts, on whom, and the place that a choice is about: where a step leads, where a throw is aimed."""
    found = {"unit": getattr(value, "unit", moment.names.unit(moment.slot))}
    if isinstance(value, verbs.Use):
        found["target"] = value.hostage
    if isinstance(value, verbs.Throw):
        found["point"] = value.aim
    if isinstance(value, verbs.Move):
        found["point"] = words_of_step(moment, value)[0]
    return found


def things(moment: Moment) -> tuple[Thing, ...]:
    """What can be bought, or is carried and can be called."""
    state, tables, names, i = moment.state, moment.tables, moment.names, moment.slot
    if state.phase == BUY:
        return things_for_sale(state, tables, names, i)
    if state.phase != CALL:
        return ()
    return *carried_things(state, tables, names, i), *weapons(moment)


def weapons(moment: Moment) -> Iterator[Thing]:
    """What the words of a call mean: `primary` is the weapon that the unit has there. No board shows a word."""
    for word, unit in callable_weapons(moment):
        gear = int(called_gear(moment.tables, unit))
        yield Thing(word, "", moment.names.title_of(gear), tuple(gear_notes(moment.tables, gear)))


def callable_weapons(moment: Moment) -> Iterator[tuple[str, Any]]:
    """The words of a call for the weapons that the unit has, each with the unit as it would be with that one called."""
    unit = copy_of(moment.states)[0].units[moment.slot]
    for number, word in enumerate(verbs.WEAPONS):
        unit.weapon = number
        if number and is_carried_weapon(unit, number):
            yield word, unit


# Odds


def odds(moment: Moment, choice: Array) -> tuple[Odds, ...]:
    """The odds of an attack, where they are told before the call (TPS-11.9), and of a throw."""
    verb = choice[0].verb
    if verb not in (verbs.FIRE, verbs.THROW):
        return ()
    thrown = part_odds(moment, choice, verbs.THROW) if verb == verbs.THROW else ThrowOdds((), ZERO)
    if choice[0].n == 0 or thrown.self_flash_chance == 1 or not shows_odds(moment):
        return thrown.odds
    attack = part_odds(moment, choice, verbs.FIRE)
    if thrown.self_flash_chance:
        attack = tuple(msgspec.structs.replace(one, of=f"unless flashed, {one.of}") for one in attack)
    return (*thrown.odds, *attack)


def part_odds(moment: Moment, choice: Array, verb: int) -> Any:
    """The odds of the throw alone, or of the attack alone, which neither alters the other unless a flash does."""
    alone = new_choices(1)
    alone[0].verb = verb
    if verb == verbs.FIRE:
        alone[0].n, alone[0].parts = choice[0].n, choice[0].parts
    else:
        alone[0].unit, alone[0].x, alone[0].y = choice[0].unit, choice[0].x, choice[0].y
    find = attack_odds if verb == verbs.FIRE else throw_odds
    at = (moment.setting, moment.states, moment.slot, alone, moment.names)
    return moment.once((verb, alone.tobytes()), lambda: find(*at))


def may_measure(setting: Setting, states: Array, slot: int) -> bool:
    """Whether a unit may know distances before the call: with a split pool, before a throw, or by the option.

    (TPS-11.8, TPS-11.9)
    """
    tables, unit = setting.tables[0], states[0].units[slot]
    if tables.options.sv_premeasure or not unit.weapon:
        return bool(tables.options.sv_premeasure)
    return bool(tables.gear[called_gear(tables, unit)].split or has_grenade(tables, unit.over))


def shows_odds(moment: Moment) -> bool:
    """Whether the odds of an attack are told: where its own distance may be measured, and of a stab, which has none.

    (TPS-11.9)
    """
    tables = moment.tables
    thing = tables.gear[called_gear(tables, moment.state.units[moment.slot])]
    return bool(tables.options.sv_premeasure or thing.split or thing.kind == KNIFE)


# The question


def prompt(moment: Moment) -> str:
    """The question, and what its rules are just now."""
    state = moment.state
    if state.phase == BETWEEN:
        return f"{moment.slot_name}: let the next round begin, or first switch one player to the other side."
    ask = {BUY: buy_prompt, CALL: call_prompt, COUNT: count_prompt, TARGET: target_prompt}.get(int(state.phase))
    unit = state.units[moment.slot]
    return f"{moment.slot_name} ({SIDES[unit.side]}): {ask(moment, unit) if ask is not None else ''}"


def buy_prompt(moment: Moment, unit: Any) -> str:
    """What there is to spend, and what is carried already."""
    return (
        f"buy for round {moment.state.round_number} with {unit.cash} cash, or nothing. In hand:"
        f" {active_equipment(moment.tables, moment.names, unit)}. What already fills a slot is laid down first."
    )


def call_prompt(moment: Moment, unit: Any) -> str:
    """Each weapon with its step and the counts it leaves, and what crouching or a scope does to them."""
    tables, numbers = moment.tables, moment.tables.constants
    rows = [
        f"{word}: {active_equipment(tables, moment.names, held)}, acts in step {step_of(tables, held)},"
        f" moves on counts {counts_in_words(usable_counts(tables, held))}"
        for word, held in callable_weapons(moment)
    ]
    more = f"Crouching ({numbers.crouch:+d}D to hit) leaves even counts only"
    if unit.primary.gear and tables.gear[unit.primary.gear - 1].scope:
        more += f"; so does its scope ({numbers.scope:+d}D), and it acts in step {SCOPED}"
    return f"call a weapon, standing or crouching; an item over it and an action, if wanted. {'. '.join(rows)}. {more}."


def count_prompt(moment: Moment, unit: Any) -> str:
    """Which count it is, which ones the unit may use, and why."""
    tables = moment.tables
    counts, now = int(tables.options.mp_movecounts), int(moment.state.count)
    if now > counts:
        return f"bonus count {now}: one more order."
    row = moment.once("heading", lambda: heading_row(moment)).tolist()
    batch, lost = row[BATCH], row[LOST]
    usable = [count for count in range(now, counts + 1) if row[USABLE] >> count & 1]
    asked = "one order" if batch == 1 else f"orders for counts {now} to {now + batch - 1}"
    halved = unit.crouch or unit.scope
    why = [f"footprints {lost}"] * (lost > 0) + ["even counts only: crouching or scope in use"] * bool(halved)
    text = f"count {now} of {counts}: {asked}. You act on counts {counts_in_words(usable)}"
    text += f" ({', '.join(why)})." if why else "."
    if unit.action in STATIONARY_ACTIONS:
        text += (
            f" Stand still on all of them: whoever moves does not {STATIONARY_ACTIONS[int(unit.action)]} (TPS-9.22)."
        )
    if row[KEEPS_UP] and tables.options.mp_knifebonus:
        text += " Move on every count with the knife in hand, and a bonus count follows."
    return text


def target_prompt(moment: Moment, unit: Any) -> str:
    """What may be called, in which step it acts, and which odds are shown."""
    if unit.action == RELOAD:
        return "you are reloading: neither attack nor throw."
    tables, step = moment.tables, int(step_of(moment.tables, unit))
    attacks = moment.once("heading", lambda: heading_row(moment)).tolist()[ATTACKS]
    hides_odds = attacks and not shows_odds(moment)
    ways = ["point at a target"] * attacks + ["throw"] * has_grenade(tables, unit.over) + ["hold"]
    text = "" if attacks or is_empty(unit) else "nobody can be attacked from here, so "
    text += f"{join_words(ways, 'or')}{' (the odds of a shot are hidden)' * hides_odds}; the call is binding."
    text += f" In hand: {active_equipment(tables, moment.names, unit)}, step {step} ({STEPS[step]})."
    if unit.action in STATIONARY_ACTIONS:
        text += f" Whoever attacks does not {STATIONARY_ACTIONS[int(unit.action)]} (TPS-11.10)."
    if is_empty(unit):
        return f"{text} It must be reloaded before it fires."
    text += " Distances may be measured before a throw (TPS-11.8)." * has_grenade(tables, unit.over)
    return text + ODDS_HIDDEN * hides_odds


DECISION = DecisionSpec(
    prompt,
    LABELS,
    parts,
    facts=FACTS,
    alike={verbs.Move: steps_alike},
    heading=heading,
    odds=odds,
    things=things,
    presets=presets,
    legend=lambda moment: LEGEND if moment.state.phase in (BUY, CALL) else (),
)
"""How a slot is asked."""
