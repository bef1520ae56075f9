"""Checking content: every problem of every file of the packs at once, with the codes of TPS-28.1.

`E_MAP` tells what is wrong with a map as such (TPS-3.15), `E_CONTENT` what fields and values must be (TPS-23.1); the
`E_C_...` codes name what no game rule speaks of: files, YAML, packs.
"""

from __future__ import annotations

from ....content.index import ContentIndex, add_entries
from ....content.option_files import check_default, option_faults, read_constants
from ....content.problems import Problems
from ....content.value_checks import Checker, Terms
from ..content import Content, names
from ..entries import (
    ABILITIES,
    CATALOGUE,
    CLANS,
    CONSTANTS,
    LOADOUTS,
    MAPS,
    OPTIONS,
    OUTFITS,
    Configuration,
    Gear,
    Loadout,
    Outfit,
    ServerOptions,
)
from ..options import MAP_OPTION
from .catalogue import check_catalogue, gear_faults
from .clans import check_clan, clan_gear
from .loadouts import check_loadout_count, loadout_faults, outfit_faults
from .maps import check_map

CODE = "E_CONTENT"


def read_content(shelf: ContentIndex, problems: Problems) -> Content | None:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    constants = read_constants(CONSTANTS, shelf, Checker(problems, CODE), CODE)
    if constants is None:
        return None
    content = Content(constants)
    checker = Checker(problems, CODE, terms=terms_of(content))
    options = shelf.read(OPTIONS, content, checker)
    check_default(options, content.configurations, ServerOptions, shelf, checker, CODE, (MAP_OPTION,))
    gear = shelf.read(CATALOGUE, content, checker)
    shelf.read(ABILITIES, content, checker)
    clans = shelf.entries(CLANS, problems)
    extra = clan_gear(clans, gear, shelf, problems)
    add_entries(content.catalogue, extra, checker.reader(Gear))
    add_entries(content.clans, clans, lambda node: check_clan(node, extra, content, checker))
    check_catalogue({**gear, **extra}, content, shelf, problems)
    check_loadout_count(shelf.read(LOADOUTS, content, checker), content, problems)
    shelf.read(OUTFITS, content, checker)
    shelf.read(MAPS, content, checker, lambda node: check_map(node, problems))
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
