"""What somebody has to decide: the question, the words of every order, and what orders can name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.decision import DecisionSpec, Moment
from ...core.protocol.scene import Thing
from .choice_text import LABELS, attacks_alike, unit_name
from .choices.orders import Attack, ExplodeAt, Order, Pass
from .desk_things import desk_things, forces
from .gear_text import LEGEND, things_at_hand
from .menu_facts import FACTS, combatant, everybody, heading, vehicle_types, ways_alike
from .order_odds import odds
from .state import KNOCKED_OUT, LAST_STAND, LOBBY, READY, VEHICLE_OUT, WINDOW
from .status import thing_title, unit_title, weapon_text, wounds_text
from .tables import COMBATANTS

ORDERS_HINT = (
    "Say how to move, which stance to take, and one action; all orders are revealed together, then everybody acts in"
    " order of initiative (FS3-6.15). Chances are told as things stand now: others may yet move or change stance."
)
OPEN_HINT = "At this table everybody sees your order as soon as you give it (FS3-6.16)."
HELD_HINT = "You can try to escape, or pass; nothing else (FS3-7.25)."
DOWN_HINT = "A luck point brings you back at once, and you order as usual (FS3-17.7, FS3-17.14)."
LAST_HINT = "If nobody of your team is left, the fight is over (FS3-21.3)."
WINDOW_HINT = "A point before the roll adds or takes 50, after it rolls again; one point for a roll (FS3-17.13)."
ROLLS = ("roll", "attack roll", "defence roll", "initiative roll", "roll")


# The question


def prompt(moment: Moment) -> str:
    """The question, and what its rules are just now."""
    state, who = moment.state, moment.slot
    if who == moment.setting.referee:
        return storyteller_prompt(moment)
    if state.phase == WINDOW:
        return window_prompt(moment)
    one, name = combatant(moment, who), unit_title(moment, who + 1)
    if one.status in (KNOCKED_OUT, VEHICLE_OUT):
        hint = LAST_HINT if state.phase == LAST_STAND else DOWN_HINT
        return f"{name}, you are out: spend a luck point to come back? {luck_text(moment)} {hint}"
    if one.subduer:
        return f"{name}, {unit_title(moment, one.subduer)} holds you: what do you do? {HELD_HINT}"
    shared = f" {OPEN_HINT}" if moment.setting.open_choices else ""
    return f"{name}, your order for turn {max(1, int(state.turn))}? {situation(moment)} {ORDERS_HINT}{shared}"


def storyteller_prompt(moment: Moment) -> str:
    """What the Storyteller is asked: to begin, or to go on (FS3-6.18)."""
    if moment.state.phase == LOBBY:
        return "Storyteller, begin the fight? Whoever is to join, and with what, is set at the desk first (FS3-22.1)."
    return (
        "Storyteller, on with the turn once all orders are in? NPCs act by their behaviour, and you can order for"
        " anybody; who passes otherwise passes (FS3-6.19)."
    )


def situation(moment: Moment) -> str:
    """What is in hand, and how one is."""
    who = moment.slot
    luck = luck_text(moment) if combatant(moment, who).luck else ""
    wounds = wounds_text(moment, who + 1)
    hurt = f" Wounds: {wounds}." if wounds else ""
    return f"In hand: {weapon_text(moment, who)}.{hurt} {luck}".strip()


def luck_text(moment: Moment) -> str:
    """How many luck points there are."""
    return f"Luck points: {combatant(moment, moment.slot).luck}."


def window_prompt(moment: Moment) -> str:
    """Whose roll waits for luck, and how it stands (FS3-17.13)."""
    window = moment.state.window
    mine = window.roller == moment.slot + 1
    whose = "your" if mine else f"{unit_title(moment, window.roller)}'s"
    question = f"{unit_title(moment, moment.slot + 1)}, a luck point on {whose} {ROLLS[int(window.kind) % len(ROLLS)]}?"
    roll_text = f"Rating {int(window.rating)}, modifiers {int(window.modifier):+d}."
    if window.die:
        roll_text = f"The die was {int(window.die)}: {int(window.result):+d}. {roll_text}"
    return f"{question} {roll_text} {luck_text(moment)} {WINDOW_HINT}"


# What choices name


def parts(moment: Moment, value: Any) -> Mapping[str, str]:
    """Who acts, on whom, and where a path ends."""
    if moment.slot >= COMBATANTS or not isinstance(value, Order):
        return {}
    found = {"unit": unit_name(moment)}
    targets = getattr(value, "targets", [])
    if len(targets) == 1:
        found["target"] = targets[0]
    if isinstance(value, ExplodeAt):
        found["point"] = value.at
    elif value.path:
        found["point"] = value.path[-1]
    return found


def things(moment: Moment) -> tuple[Thing, ...]:
    """What an order can name: the weapons at hand, the locations of those who can be hit, and vehicles."""
    is_desk = moment.slot == moment.setting.referee
    first = moment.cached("desk", lambda: tuple(desk_things(moment))) if is_desk else things_at_hand(moment)
    return (*first, *moment.of_state("things", lambda: things_of_all(moment)))


def things_of_all(moment: Moment) -> tuple[Thing, ...]:
    """The things that everybody can name."""
    key = "things", *everybody(moment)
    return moment.cached(key, lambda: (*location_things(moment), *vehicle_things(moment)))


def vehicle_things(moment: Moment) -> Iterator[Thing]:
    """The vehicles that there are."""
    for k, kind in enumerate(vehicle_types(moment)):
        if kind:
            name = str(moment.names.thing("vehicle", k))
            yield Thing(name, "", thing_title(moment, "vehicle", k), group="Vehicles", sort="vehicle")


def location_things(moment: Moment) -> Iterator[Thing]:
    """The locations of those who can be hit."""
    for code in locations_here(moment):
        yield Thing(code, "", str(moment.names.thing_title("location", code)), group="Locations", sort="location")


def locations_here(moment: Moment) -> list[str]:
    """The locations of the charts of all who are in the fight, of their vehicles too."""
    charts = set()
    for one in moment.state.combatants:
        if READY <= one.status <= VEHICLE_OUT:
            charts.add(int(moment.tables.beings[one.being].chart))
    charts |= {int(moment.tables.types[one.type - 1].chart) for one in moment.state.vehicles if one.type}
    bits = [moment.tables.charts[k].has for k in charts]
    return [name for k, name in enumerate(moment.names.ids["location"]) if any(bit >> k & 1 for bit in bits)]


DECISION = DecisionSpec(
    prompt,
    LABELS,
    parts,
    facts=FACTS,
    mine=unit_name,
    alike={Pass: ways_alike, Attack: attacks_alike},
    heading=heading,
    odds=odds,
    things=things,
    presets=forces,
    legend=lambda moment: LEGEND,
)
"""How somebody is asked."""
