"""Checking content: every problem of every file of the packs at once, with the codes of TPS-28.1.

`E_MAP` tells what is wrong with a map as such (TPS-3.15), `E_CONTENT` what fields and values must be (TPS-23.1); the
`E_C_...` codes name what no game rule speaks of: files, YAML, packs.
"""

from __future__ import annotations

from ....content.index import ContentIndex, add_entries
from ....content.problems import Problems
from ..content import Content
from ..kinds import ABILITIES, CATALOGUE, CLANS, LOADOUTS, MAPS, OPTIONS, OUTFITS
from .catalogue import check_catalogue, check_gear
from .clans import check_ability, check_clan, clan_gear
from .loadouts import check_loadout, check_loadout_count
from .maps import check_map
from .numbers import check_configuration, check_default, read_constants
from .outfits import check_outfit


def read_content(shelf: ContentIndex, problems: Problems) -> Content | None:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    constants = read_constants(shelf.packs, problems)
    if constants is None:
        return None
    content = Content(constants, {}, {}, {}, {}, {}, {}, {})
    nodes = shelf.entries(OPTIONS, problems)
    add_entries(content.configurations, nodes, lambda node: check_configuration(node, problems))
    check_default(nodes, content, shelf, problems)
    gear = shelf.entries(CATALOGUE, problems)
    add_entries(content.catalogue, gear, lambda node: check_gear(node, problems))
    add_entries(content.abilities, shelf.entries(ABILITIES, problems), lambda node: check_ability(node, problems))
    clans = shelf.entries(CLANS, problems)
    extra = clan_gear(clans, gear, shelf, problems)
    add_entries(content.catalogue, extra, lambda node: check_gear(node, problems))
    add_entries(content.clans, clans, lambda node: check_clan(node, extra, content, problems))
    check_catalogue({**gear, **extra}, content, shelf, problems)
    loadouts = shelf.entries(LOADOUTS, problems)
    add_entries(content.loadouts, loadouts, lambda node: check_loadout(node, content, problems))
    check_loadout_count(loadouts, content, problems)
    outfits = shelf.entries(OUTFITS, problems)
    add_entries(content.outfits, outfits, lambda node: check_outfit(node, content, problems))
    add_entries(content.maps, shelf.entries(MAPS, problems), lambda node: check_map(node, problems))
    return content
