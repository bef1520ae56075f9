"""What the things of the catalogue are and do, in a few words, for who buys, calls and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.protocol.scene import Thing
from ...core.space.units import STEPS as MU
from .dice.pool import pool_name
from .events.words import NO_CASH, NO_SLOT, NO_STOCK, STEPS
from .names import MatchNames
from .rules.attack import SCOPED, STEPS_OF_CLASSES
from .rules.purchases import BUYS, purchase_refusal
from .rules.units import carries
from .tables import BOMB, FLASH, FRAG, HELMET, KIT, KNIFE, LMG, SMOKE, VEST

PURCHASE_OBSTACLES = {NO_CASH: "too dear now", NO_STOCK: "none is left", NO_SLOT: "no grenade slot is free"}
WEAPON_GROUPS = ("Knife", "Pistols", "Submachine guns", "Shotguns", "Rifles", "Machine guns")
CLASS_GROUPS = (*WEAPON_GROUPS, "Grenades", "Armour", "Armour", "Equipment", "Equipment")
"""The headings that classes of things stand under, as CLASSES."""
LEGEND = (
    "To hit 1W+2D: one wild die and two plain dice. Their sum must reach the distance to the target in MU, the width"
    " of a unit. A 6 on a wild die is rolled again and added (TPS-4.2, TPS-12.5).",
    "Damage 1W+3D: rolled after a hit, against the Defense dice of the target. As much as theirs takes one die of"
    " armour or health, twice theirs takes two (TPS-13.2).",
    "Dice to split: you share them out between to hit and damage as you point (TPS-15.1).",
    "Step 3: attacks happen in steps from 1 to 10. Who is out by then attacks no more (TPS-12.1, TPS-12.3).",
    "Footprints 1: with it in hand, you stand still on the first count of every turn (TPS-9.6).",
)
"""What the notes of things mean, in plain words."""

CLASS_NOTES = {
    **dict.fromkeys((VEST, HELMET), "+{defence}D Defense"),
    KNIFE: "hits within {reach:g} MU, {harm} damage",
    KIT: "over the weapon, defuses faster",
    BOMB: "over the weapon, in a bomb site: plant",
}
"""What things of a class do; all others hit and harm."""
EFFECT_NOTES = {
    FLASH: "at once, -{flash}D to hit for everybody in its zone, this turn",
    SMOKE: "from the next turn on, {smoke} turns: no attack into, out of or through its zone",
    FRAG: "in the next turn, at everybody it sees",
}
TRAIT_NOTES = {
    "auto": "autofire",
    "sniper": "sniper",
    "split": "{split} dice to split",
    "footprints": "footprints {footprints}",
}
"""What is told of a thing that has a trait, by its fields."""
ABOUT_NOTES = {
    "autofire": "autofire: its damage may be shared among several targets, each with the whole to-hit pool (TPS-16.1)",
    "sniper": "sniper: fewer dice without its scope, more with it in who keeps still (TPS-17.2, TPS-17.3)",
}


def things_for_sale(state: Any, tables: Any, names: MatchNames, i: int) -> tuple[Thing, ...]:
    """Everything that a unit's side may buy, with its price, and what stands against it now."""
    found = []
    for gear in sorted(range(tables.n_gear), key=lambda gear: int(tables.gear[gear].kind)):
        why = int(purchase_refusal(state, tables, i, gear))
        if why == BUYS or why in PURCHASE_OBSTACLES:
            against = () if why == BUYS else (PURCHASE_OBSTACLES[why],)
            notes = (f"{tables.gear[gear].price} cash", *gear_notes(tables, gear), *against)
            found.append(gear_thing(tables, names, gear, notes))
    return tuple(found)


def carried_things(state: Any, tables: Any, names: MatchNames, i: int) -> tuple[Thing, ...]:
    """What a unit carries, armour apart."""
    carried = (gear for gear in range(tables.n_gear) if carries(tables, state.units[i], gear))
    held = (gear for gear in carried if tables.gear[gear].kind not in (VEST, HELMET))
    return tuple(gear_thing(tables, names, gear, tuple(gear_notes(tables, gear))) for gear in held)


def gear_thing(tables: Any, names: MatchNames, gear: int, notes: tuple[str, ...]) -> Thing:
    """A thing of the catalogue."""
    id, title = names.thing("gear", gear), names.title_of(gear)
    about = tuple(ABOUT_NOTES[note] for note in notes if note in ABOUT_NOTES)
    return Thing(id, id[:2], title, (title, *notes), about, CLASS_GROUPS[int(tables.gear[gear].kind)])


def gear_notes(tables: Any, gear: int) -> Iterator[str]:
    """What a thing does: when it acts, its dice, and its traits."""
    thing, options = tables.gear[gear], tables.options
    kind, hit = int(thing.kind), pool_name(int(thing.hit_wild), int(thing.hit_plain))
    words = {
        **{field: int(thing[field]) for field in ("defence", "split", "footprints")},
        **{"flash": options.mp_flashdice, "smoke": options.mp_smoketurns, "reach": thing.reach / MU},
        "harm": pool_name(int(thing.harm_wild), int(thing.harm_plain)),
    }
    if kind <= LMG:
        step = STEPS_OF_CLASSES[kind]
        yield f"step {step} ({STEPS[step]}){f', {SCOPED} with its scope in use' if thing.scope else ''}"
    note = EFFECT_NOTES.get(int(thing.effect)) or CLASS_NOTES.get(kind)
    if note or not thing.split:
        yield (note or f"{hit} to hit, {{harm}} damage").format(**words)
    for field, note in TRAIT_NOTES.items():
        if thing[field]:
            yield note.format(**words)
