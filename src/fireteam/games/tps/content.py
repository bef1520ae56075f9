"""Content of Third Person Shooter: everything that the packs hold, checked, and what follows from an entry."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import field

from ...content import library
from ...content.option_files import DEFAULT, given_fields
from .entries import Ability, Clan, Configuration, Gear, Loadout, Map, Outfit, dice_of_class

GAME_ID = "tps"
BASE = Path(__file__).parent / "content"


class Content(msgspec.Struct, frozen=True):
    """Everything that was loaded, each kind by id in the order of the packs and their files.

    The catalogue holds what belongs to a clan as well, after all the rest.
    """

    constants: dict[str, int]
    configurations: dict[str, Configuration] = field(default_factory=dict)
    catalogue: dict[str, Gear] = field(default_factory=dict)
    abilities: dict[str, Ability] = field(default_factory=dict)
    clans: dict[str, Clan] = field(default_factory=dict)
    loadouts: dict[str, Loadout] = field(default_factory=dict)
    outfits: dict[str, Outfit] = field(default_factory=dict)
    maps: dict[str, Map] = field(default_factory=dict)

    def map(self, id: str) -> Map:
        """The map of an id; UnknownName if there is none."""
        return library.find_entry("map", id, self.maps)

    def options(self, id: str = DEFAULT) -> dict[str, Any]:
        """The options that a configuration gives by itself; UnknownName if there is none."""
        return given_fields(library.find_entry("configuration", id, self.configurations).options)

    def clan(self, side: str, id: str = "") -> Clan:
        """The clan of an id, or a side's first; UnknownName if the side has none."""
        mine = {clan.id: clan for clan in self.clans.values() if clan.side == side}
        return library.find_entry(f"clan of side {side}", id or next(iter(mine), ""), mine)

    def owner(self, gear: str) -> str:
        """The clan that a thing of the catalogue belongs to; empty: anybody's."""
        return next((clan.id for clan in self.clans.values() if any(each.id == gear for each in clan.catalogue)), "")

    def price(self, loadout: Loadout) -> int:
        """What everything in a loadout costs."""
        return self.cost(loadout.gear)

    def cost(self, gear: Iterable[str]) -> int:
        """What so many things cost."""
        return sum(self.catalogue[id].price or 0 for id in gear)


load = library.loader(GAME_ID, Content, BASE)


def names(content: Content) -> Mapping[str, Collection[str]]:
    """What references may name, by what it is."""
    return {"gear": content.catalogue, "ability": content.abilities}


def ability_sum(clan: Clan, abilities: dict[str, Ability], what: str, kind: str = "") -> int:
    """What a clan's abilities add up to: of `to_hit` and `damage` for a class of things (TPS-23.2)."""
    return sum(dice_of_class(getattr(abilities[id], what), kind) for id in clan.abilities)
