"""Checking content: every problem of every file of the packs at once, with the codes of TPS-28.1.

`E_MAP` tells what is wrong with a map as such (TPS-3.15), `E_CONTENT` what fields and values must be (TPS-23.1); the
`E_C_...` codes name what no game rule speaks of: files, YAML, packs.
"""

from __future__ import annotations

from ....content.index import ContentIndex, add_entries
from ....content.problems import Problems
from ....content.value_checks import Checker, Terms
from ..content import Content, names
from ..entries import Ability, Configuration, Gear, Loadout, Outfit
from ..kinds import ABILITIES, CATALOGUE, CLANS, LOADOUTS, MAPS, OPTIONS, OUTFITS
from .catalogue import check_catalogue, gear_faults
from .clans import check_clan, clan_gear
from .loadouts import check_loadout_count, loadout_faults
from .maps import check_map
from .numbers import check_default, option_faults, read_constants
from .outfits import outfit_faults


def read_content(shelf: ContentIndex, problems: Problems) -> Content | None:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    constants = read_constants(shelf.packs, problems)
    if constants is None:
        return None
    content = Content(constants, {}, {}, {}, {}, {}, {}, {})
    checker = Checker(problems, "E_CONTENT", terms=terms_of(content))
    nodes = shelf.entries(OPTIONS, problems)
    add_entries(content.configurations, nodes, checker.reader(Configuration))
    check_default(nodes, content, shelf, problems)
    gear = shelf.entries(CATALOGUE, problems)
    add_entries(content.catalogue, gear, checker.reader(Gear))
    add_entries(content.abilities, shelf.entries(ABILITIES, problems), checker.reader(Ability))
    clans = shelf.entries(CLANS, problems)
    extra = clan_gear(clans, gear, shelf, problems)
    add_entries(content.catalogue, extra, checker.reader(Gear))
    add_entries(content.clans, clans, lambda node: check_clan(node, extra, content, checker))
    check_catalogue({**gear, **extra}, content, shelf, problems)
    loadouts = shelf.entries(LOADOUTS, problems)
    add_entries(content.loadouts, loadouts, checker.reader(Loadout))
    check_loadout_count(loadouts, content, problems)
    add_entries(content.outfits, shelf.entries(OUTFITS, problems), checker.reader(Outfit))
    add_entries(content.maps, shelf.entries(MAPS, problems), lambda node: check_map(node, problems))
    return content


def terms_of(content: Content) -> Terms:
    """The names that entries may use once those before them are read, and what entries must be as a whole."""
    return Terms(
        names=names(content),
        faults={
            Configuration: option_faults,
            Gear: gear_faults,
            Loadout: lambda loadout: loadout_faults(loadout, content),
            Outfit: lambda outfit: outfit_faults(outfit, content),
        },
    )
