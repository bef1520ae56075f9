"""Outfits as a unit can buy them now: the first list of each that its cash suffices for."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core.decision import Moment
from ...core.protocol.choices import notation
from ...core.protocol.scene import Preset
from . import choices as verbs
from .entries import Outfit
from .events.words import NO_CASH
from .names import MatchNames
from .rules.purchases import BUYS, carried_count, purchase_refusal
from .state import BUY
from .tables import GRENADE, SIDES


class Purchase(NamedTuple):
    """What is bought of a list, as numbers of the catalogue, and what it costs."""

    gear: tuple[int, ...]
    price: int


def presets(moment: Moment) -> tuple[Preset, ...]:
    """Each outfit that the unit's side can have, affordable or not, where it buys."""
    state, i = moment.state, moment.slot
    found = []
    for outfit in moment.setting.content.files.outfits.values() if state.phase == BUY else ():
        wants = getattr(outfit, SIDES[state.units[i].side])
        lists = [each for one in wants if (each := purchase(state, moment.tables, moment.names, i, one)) is not None]
        if lists:
            cash = int(state.units[i].cash)
            bought = next((each for each in lists if each.price <= cash), lists[-1])
            found.append(preset(outfit, bought, moment.names, cash))
    return tuple(found)


def purchase(state: Any, tables: Any, names: MatchNames, i: int, wants: tuple[str, ...]) -> Purchase | None:
    """A list without what the unit carries already; None if anything but cash stands against it."""
    unit, bought = state.units[i], list[int]()
    for id in wants:
        gear = names.find_thing("gear", id)
        if carried_count(unit, gear) < wants.count(id) - bought.count(gear):
            bought.append(gear)
    if any(purchase_refusal(state, tables, i, gear) not in (BUYS, NO_CASH) for gear in bought):
        return None
    room = sum(unit.grenades[k].gear == 0 for k in range(tables.options.mp_grenadeslots))
    if sum(tables.gear[gear].kind == GRENADE for gear in bought) > room:
        return None
    return Purchase(tuple(bought), sum(int(tables.gear[gear].price) for gear in bought))


def preset(outfit: Outfit, bought: Purchase, names: MatchNames, cash: int) -> Preset:
    """An outfit in words."""
    ids = [names.thing("gear", gear) for gear in bought.gear]
    titles = ", ".join(names.title_of(gear) for gear in bought.gear) or "nothing"
    against = f"{bought.price} cash are needed, you have {cash}" if bought.price > cash else ""
    label = f"{titles}: {bought.price} cash"
    return Preset(outfit.id, outfit.name, outfit.about, notation(verbs.Buy(ids)), label, against)
