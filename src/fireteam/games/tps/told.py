"""Entries told in lines: for those who write content."""

from __future__ import annotations

from collections.abc import Mapping

from ...content.entry import Entry
from ...content.shelf import Name
from .content import Content


def entries(content: Content) -> Mapping[Name, Entry]:
    """Every entry there is, by what it is and its id."""
    found: dict[Name, Entry] = {("map", id): each for id, each in content.maps.items()}
    found |= {("gear", id): each for id, each in content.catalogue.items()}
    found |= {("loadout", id): each for id, each in content.loadouts.items()}
    found |= {("clan", id): each for id, each in content.clans.items()}
    found |= {("ability", id): each for id, each in content.abilities.items()}
    return found | {("configuration", id): each for id, each in content.configurations.items()}


def describe(content: Content, name: Name) -> list[str]:
    """An entry in lines."""
    return [str(entries(content)[name])]
