"""What the things of the catalogue are and do, in a few words, for who buys, calls and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.pool import pool_name
from ...core.scene import Thing
from .events.words import NO_CASH, NO_SLOT, NO_STOCK, STEPS
from .names import TableNames
from .rules.attack import SCOPED, STEPS_OF_CLASSES
from .rules.buying import BUYS, hindrance
from .rules.units import carries
from .tables import BOMB, FLASH, FRAG, GRENADE, HELMET, KIT, KNIFE, SMOKE, VEST

WANTING = {
    NO_CASH: "too dear now",
    NO_STOCK: "none is left",
    NO_SLOT: "no grenade slot is free",
}
EFFECTS = {
    FLASH: "at once, -{flash}D to hit for everybody in its zone, this turn",
    SMOKE: "from the next turn on, {smoke} turns: no attack into, out of or through its zone",
    FRAG: "in the next turn, at everybody it sees",
}

AUTOFIRE, SNIPER = "autofire", "sniper"
ABOUT = {
    AUTOFIRE: "autofire: its damage may be shared among several targets, each with the whole to-hit pool (TPS-16.1)",
    SNIPER: "sniper: fewer dice without its scope, more with it in who keeps still (TPS-17.2, TPS-17.3)",
}


def for_sale(state: Any, tables: Any, names: TableNames, i: int) -> tuple[Thing, ...]:
    """Everything that a unit's side may buy, with its price, and what stands against it now."""
    found = []
    for gear in range(tables.n_gear):
        why = int(hindrance(state, tables, i, gear))
        if why == BUYS or why in WANTING:
            against = () if why == BUYS else (WANTING[why],)
            found.append(ware(names, gear, [f"{tables.gear[gear].price} cash", *told(tables, gear), *against]))
    return tuple(found)


def in_bag(state: Any, tables: Any, names: TableNames, i: int) -> tuple[Thing, ...]:
    """What a unit carries, armour apart."""
    carried = [gear for gear in range(tables.n_gear) if carries(tables, state.units[i], gear)]
    return tuple(
        ware(names, gear, list(told(tables, gear))) for gear in carried if tables.gear[gear].kind not in (VEST, HELMET)
    )


def ware(names: TableNames, gear: int, notes: list[str]) -> Thing:
    """A thing of the catalogue."""
    id, title = names.thing("gear", gear), names.title_of(gear)
    return Thing(id, id[:2], title, (title, *notes), tuple(ABOUT[note] for note in notes if note in ABOUT))


def told(tables: Any, gear: int) -> Iterator[str]:
    """What a thing does."""
    thing = tables.gear[gear]
    kind = int(thing.kind)
    if kind in (VEST, HELMET):
        yield f"+{thing.defence}D Defense"
    elif kind == GRENADE:
        options = tables.options
        yield EFFECTS[int(thing.effect)].format(flash=options.mp_flashdice, smoke=options.mp_smoketurns)
    elif kind == KIT:
        yield "over the weapon, defuses faster"
    elif kind == BOMB:
        yield "over the weapon, in a bomb site: plant"
    else:
        yield from fighting(tables, gear)
    if thing.split:
        yield f"{thing.split} dice to split"
    if thing.footprints:
        yield f"footprints {thing.footprints}"


def fighting(tables: Any, gear: int) -> Iterator[str]:
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
