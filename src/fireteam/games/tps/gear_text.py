"""What the things of the catalogue are and do, in a few words, for who buys, calls and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.protocol.scene import Thing
from .dice.pool import pool_name
from .events.words import NO_CASH, NO_SLOT, NO_STOCK, STEPS
from .names import MatchNames
from .rules.attack import SCOPED, STEPS_OF_CLASSES
from .rules.purchases import BUYS, purchase_refusal
from .rules.units import carries
from .tables import BOMB, FLASH, FRAG, GRENADE, HELMET, KIT, KNIFE, LMG, PISTOL, RIFLE, SHOTGUN, SMG, SMOKE, VEST

PURCHASE_OBSTACLES = {
    NO_CASH: "too dear now",
    NO_STOCK: "none is left",
    NO_SLOT: "no grenade slot is free",
}
EFFECT_TEXTS = {
    FLASH: "at once, -{flash}D to hit for everybody in its zone, this turn",
    SMOKE: "from the next turn on, {smoke} turns: no attack into, out of or through its zone",
    FRAG: "in the next turn, at everybody it sees",
}

CLASS_GROUPS = {
    KNIFE: "Knife",
    PISTOL: "Pistols",
    SMG: "Submachine guns",
    SHOTGUN: "Shotguns",
    RIFLE: "Rifles",
    LMG: "Machine guns",
    GRENADE: "Grenades",
    VEST: "Armour",
    HELMET: "Armour",
    KIT: "Equipment",
    BOMB: "Equipment",
}
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

AUTOFIRE, SNIPER = "autofire", "sniper"
TRAIT_NOTES = {
    AUTOFIRE: "autofire: its damage may be shared among several targets, each with the whole to-hit pool (TPS-16.1)",
    SNIPER: "sniper: fewer dice without its scope, more with it in who keeps still (TPS-17.2, TPS-17.3)",
}


def things_for_sale(state: Any, tables: Any, names: MatchNames, i: int) -> tuple[Thing, ...]:
    """Everything that a unit's side may buy, with its price, and what stands against it now."""
    found = []
    for gear in sorted(range(tables.n_gear), key=lambda gear: int(tables.gear[gear].kind)):
        why = int(purchase_refusal(state, tables, i, gear))
        if why == BUYS or why in PURCHASE_OBSTACLES:
            against = () if why == BUYS else (PURCHASE_OBSTACLES[why],)
            found.append(
                gear_thing(
                    tables, names, gear, [f"{tables.gear[gear].price} cash", *gear_notes(tables, gear), *against]
                )
            )
    return tuple(found)


def carried_things(state: Any, tables: Any, names: MatchNames, i: int) -> tuple[Thing, ...]:
    """What a unit carries, armour apart."""
    carried = [gear for gear in range(tables.n_gear) if carries(tables, state.units[i], gear)]
    return tuple(
        gear_thing(tables, names, gear, list(gear_notes(tables, gear)))
        for gear in carried
        if tables.gear[gear].kind not in (VEST, HELMET)
    )


def gear_thing(tables: Any, names: MatchNames, gear: int, notes: list[str]) -> Thing:
    """A thing of the catalogue."""
    id, title = names.thing("gear", gear), names.title_of(gear)
    about = tuple(TRAIT_NOTES[note] for note in notes if note in TRAIT_NOTES)
    return Thing(id, id[:2], title, (title, *notes), about, CLASS_GROUPS[int(tables.gear[gear].kind)])


def gear_notes(tables: Any, gear: int) -> Iterator[str]:
    """What a thing does."""
    thing = tables.gear[gear]
    kind = int(thing.kind)
    if kind in (VEST, HELMET):
        yield f"+{thing.defence}D Defense"
    elif kind == GRENADE:
        options = tables.options
        yield EFFECT_TEXTS[int(thing.effect)].format(flash=options.mp_flashdice, smoke=options.mp_smoketurns)
    elif kind == KIT:
        yield "over the weapon, defuses faster"
    elif kind == BOMB:
        yield "over the weapon, in a bomb site: plant"
    else:
        yield from weapon_notes(tables, gear)
    if thing.split:
        yield f"{thing.split} dice to split"
    if thing.footprints:
        yield f"footprints {thing.footprints}"


def weapon_notes(tables: Any, gear: int) -> Iterator[str]:
    """When a weapon acts, its dice, and its traits."""
    thing = tables.gear[gear]
    step = STEPS_OF_CLASSES[int(thing.kind)]
    yield f"step {step} ({STEPS[step]}){f', {SCOPED} with its scope in use' if thing.scope else ''}"
    harm = pool_name(int(thing.harm_wild), int(thing.harm_plain))
    if thing.kind == KNIFE:
        yield f"hits within {thing.reach / 1_000_000:g} MU, {harm} damage"
    elif not thing.split:
        yield f"{pool_name(int(thing.hit_wild), int(thing.hit_plain))} to hit, {harm} damage"
    if thing.auto:
        yield AUTOFIRE
    if thing.sniper:
        yield SNIPER
