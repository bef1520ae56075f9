"""Entries told in lines, maps with a picture: for those who write content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...content.entry import Entry
from ...content.index import Name
from ...content.map_picture import draw_map
from .content import Content, entry_fields
from .entries import Ability, Clan, Configuration, Gear, Loadout, Map, Outfit

ACTION_STEPS = {"knife": "2", "pistol": "3", "smg": "4", "shotgun": "5", "rifle": "6", "lmg": "7"}
"""The action steps of TPS-12.1."""


def entries(content: Content) -> Mapping[Name, Entry]:
    """Every entry there is, by what it is and its id."""
    found: dict[Name, Entry] = {("map", id): each for id, each in content.maps.items()}
    found |= {("gear", id): each for id, each in content.catalogue.items()}
    found |= {("loadout", id): each for id, each in content.loadouts.items()}
    found |= {("outfit", id): each for id, each in content.outfits.items()}
    found |= {("clan", id): each for id, each in content.clans.items()}
    found |= {("ability", id): each for id, each in content.abilities.items()}
    return found | {("configuration", id): each for id, each in content.configurations.items()}


def describe(content: Content, name: Name) -> list[str]:
    """An entry in lines."""
    entry = entries(content)[name]
    if isinstance(entry, Map):
        return map_lines(entry)
    if isinstance(entry, Gear):
        return gear_lines(entry, content.owner(entry.id))
    if isinstance(entry, Loadout):
        return [f"{entry.name}, {for_side(entry.side)}: {', '.join(entry.gear)} = {content.price(entry)} cash"]
    if isinstance(entry, Outfit):
        return outfit_lines(entry, content)
    if isinstance(entry, Clan):
        return clan_lines(entry)
    if isinstance(entry, Ability):
        return [f"{entry.name}: {ability_text(entry) or 'changes nothing'}"]
    assert isinstance(entry, Configuration)
    return [entry.name, *(f"  {name} {value}" for name, value in entry_fields(entry.options).items())]


def for_side(side: str) -> str:
    """Whom something is for."""
    return "for either side" if side == "any" else f"for {side}"


def gear_lines(gear: Gear, clan: str) -> list[str]:
    """A thing with all its numbers."""
    price = "not sold" if gear.price is None else f"{gear.price} cash"
    parts = [f"to hit {gear.to_hit}"] if gear.to_hit else []
    parts += [f"damage {gear.damage}"] if gear.damage else []
    parts += [f"{gear.split} dice to split between to-hit and damage"] if gear.split else []
    parts += [f"reach {gear.reach:g} MU"] if gear.reach else []
    parts += [f"+{gear.defence}D Defense"] if gear.defence else []
    parts += [f"footprints {gear.footprints}"] if gear.footprints else []
    parts += [name for name, has in (("scope", gear.scope), ("autofire", gear.auto), ("sniper", gear.sniper)) if has]
    scoped = ", with its scope in use 8" if gear.scope and gear.kind == "rifle" else ""
    parts += [f"acts in step {ACTION_STEPS[gear.kind]}{scoped}"] if gear.kind in ACTION_STEPS else []
    parts += [f"free pistol of {gear.free}"] if gear.free else []
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


def ability_text(ability: Ability) -> str:
    """What an ability changes, as its file says it."""
    fields: dict[str, Any] = {
        name: value for name, value in entry_fields(ability).items() if name not in ("id", "name")
    }
    return ", ".join(f"{name} {value}" for name, value in fields.items() if value)


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
