"""Entries told in lines, maps with a picture: for those who write content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...content.entry import Entry
from ...content.map_picture import draw_map
from ...content.phrases import phrases_of
from .content import Content
from .entries import Ability, Clan, Configuration, Gear, Loadout, Map, Outfit

ACTION_STEPS = {"knife": "2", "pistol": "3", "smg": "4", "shotgun": "5", "rifle": "6", "lmg": "7"}
"""The action steps of TPS-12.1."""


def for_side(side: str) -> str:
    """Whom something is for."""
    return "for either side" if side == "any" else f"for {side}"


def gear_lines(gear: Gear, clan: str) -> list[str]:
    """A thing with all its numbers."""
    price = "not sold" if gear.price is None else f"{gear.price} cash"
    parts = phrases_of(gear, "kind", "side", "price", "effect")
    scoped = ", with its scope in use 8" if gear.scope and gear.kind == "rifle" else ""
    parts += [f"acts in step {ACTION_STEPS[gear.kind]}{scoped}"] if gear.kind in ACTION_STEPS else []
    parts += [f"only of the clan {clan}"] if clan else []
    kind = f"{gear.kind} ({gear.effect})" if gear.effect else gear.kind
    return [f"{gear.name}, {kind}, {for_side(gear.side)}, {price}{': ' if parts else ''}{', '.join(parts)}"]


def outfit_lines(outfit: Outfit, content: Content) -> list[str]:
    """What an outfit is for each side, the dearest first."""
    sides = {"T": outfit.T, "CT": outfit.CT}
    lists = [
        f"  {side}: {', '.join(each) or 'nothing'} = {content.cost(each)} cash"
        for side, all in sides.items()
        for each in all
    ]
    return [f"{outfit.name}: {outfit.about}", *lists]


def clan_lines(clan: Clan) -> list[str]:
    """A clan with its abilities and its own things."""
    lines = [f"{clan.name}, {for_side(clan.side)}: {', '.join(clan.abilities) or 'no abilities'}"]
    return [*lines, *(f"  {line}" for gear in clan.catalogue for line in gear_lines(gear, ""))]


def map_lines(map: Map) -> list[str]:
    """A map as a picture, with its numbers and zones."""
    wide, high = map.size
    turns = f"{map.round_turns} turns a round" if map.round_turns else "no limit of turns"
    lines = [f"{map.name}: {map.mode}, {wide:g} by {high:g} MU, {map.players[0]} to {map.players[1]} units, {turns}"]
    lines += [
        *draw_map(map, {**map.sites, **map.rescue}, {"t": map.spawns.T, "c": map.spawns.CT, "h": map.hostages}),
        "# wall or block   = window   , low   t c spawn points   h hostage   capitals sites, rescue",
    ]
    return [*lines, f"zones: {' '.join(zone.id for zone in map.zones)}"]


def loadout_lines(loadout: Loadout, content: Content) -> list[str]:
    """What a loadout holds and costs."""
    return [f"{loadout.name}, {for_side(loadout.side)}: {', '.join(loadout.gear)} = {content.price(loadout)} cash"]


LINES: Mapping[type[Entry], Callable[[Any, Content], list[str]]] = {
    Map: lambda map, _: map_lines(map),
    Gear: lambda gear, content: gear_lines(gear, content.owner(gear.id)),
    Loadout: loadout_lines,
    Outfit: outfit_lines,
    Clan: lambda clan, _: clan_lines(clan),
    Ability: lambda ability, _: [f"{ability.name}: {', '.join(phrases_of(ability)) or 'changes nothing'}"],
    Configuration: lambda entry, _: [entry.name, *(f"  {phrase}" for phrase in phrases_of(entry.options))],
}
"""How each class of entries is told."""
