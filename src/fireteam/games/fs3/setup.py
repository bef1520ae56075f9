"""From content to a match: Tables, the opening State, slots, and what the names in it refer to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from ...core.engine.record import Array
from ...core.game import Game, OptionSpec, Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.titles import numbered
from .combatant_sheet import seat_characters
from .content import Content, load, places_of
from .names import MatchNames, ability_word, joined_titles
from .opening_state import opening_states
from .options import STANDARD, resolve_options, specs_of
from .rules.luck import WINDOWS
from .scenario_entries import Scenario
from .state import WINDOW
from .tables import COMBATANTS, VEHICLES
from .tables_build import Sheet, build_tables, crafts_of, sheets_of

STORYTELLER = "storyteller"
PCS, NPCS = "pcs", "npcs"  # groups of the combatants of both teams


class MatchContent(NamedTuple):
    """What the names in a match refer to: content, scenario, options, sheets, and everything by its number."""

    files: Content
    scenario: Scenario
    options: Mapping[str, Any]
    sheets: tuple[Sheet, ...]
    units: tuple[str, ...]  # by number, all COMBATANTS of them; empty: no seat
    titles: Mapping[str, str]
    n_units: int  # of the scenario; those who join come after them
    things: Mapping[str, Mapping[str, str]]

    @property
    def ability_names(self) -> tuple[str, ...]:
        """The abilities by number, as people call them."""
        return self.files.ability_names


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    """Every scenario, by id, with its name."""
    return {scenario.id: scenario.name for scenario in load(*packs).scenarios.values()}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str] = ()) -> Setting:
    """A scenario ready to play (FS3-6.1, FS3-6.8).

    Raises:
        UnknownName: no such scenario, option or named set of options.
        IllegalChoice: a value that an option cannot have.
        BadContent: a pack with errors.
    """
    content = load(*packs)
    entry = content.scenario(scenario)
    chosen = resolve_options(content, entry, options)
    content, sheets, called, pc_values = seat_characters(
        content, entry, sheets_of(content, entry), len(places_of(entry)), options
    )
    tables = build_tables(content, entry, chosen, sheets)
    setting_content = match_content(content, entry, chosen, sheets, int(tables[0].n_units))
    setting_content = setting_content._replace(titles=seat_titles(setting_content, called))
    has_desk = bool(tables[0].storyteller)
    units = tuple(unit for unit in setting_content.units if unit)
    slots = (*units, *((STORYTELLER,) if has_desk else ()))
    groups = groups_of(setting_content, tables[0])
    played = groups.get(PCS) or groups.get(NPCS, ())  # without player characters, players have those there are
    return Setting(
        game,
        scenario,
        {name: str(value) for name, value in options.items()} | pc_values,
        tables,
        opening_states(tables, content, sheets),
        setting_content,
        slots,
        len(slots) - 1 if has_desk else -1,
        groups,
        referee_commands=has_desk,
        open_choices=bool(tables[0].options.orders),
        seconds=int(tables[0].options.order_timer_s or window_seconds(tables)),
        npcs=tuple(unit for unit in units if unit not in played),
    )


def window_seconds(tables: Array) -> int:
    """Seconds to answer a luck window where they are played; 0: there are none, or there is no limit (FS3-17.13c)."""
    options = tables[0].options
    return int(options.window_s) if options.luck_mode == WINDOWS else 0


def seconds(setting: Setting, states: Array) -> int:
    """Seconds for what is asked now: a luck window, or the orders of a turn (FS3-17.13c, FS3-6.19)."""
    if states[0].phase == WINDOW:
        return window_seconds(setting.tables)
    return int(setting.tables[0].options.order_timer_s)


def match_content(
    content: Content, scenario: Scenario, options: Mapping[str, Any], sheets: Sequence[Sheet], n_seats: int
) -> MatchContent:
    """Everything that has a name in a match."""
    places = places_of(scenario)
    seated = [place.name.lower() for place in places]
    joiners = [f"joined{k + 1}" for k in range(n_seats - len(seated))]
    units = [*seated, *joiners, *[""] * (COMBATANTS - n_seats)]
    crafts = {craft.name.lower(): craft.name for craft in crafts_of(content, scenario)}
    crafts |= {f"craft{k + 1}": f"Craft {k + 1}" for k in range(len(crafts), VEHICLES)}
    things = {
        "weapon": {id: weapon.name for id, weapon in content.weapons.items()},
        "armour": {id: armour.name for id, armour in content.armours.items()},
        "vehicle_type": {id: type.name for id, type in content.vehicles.items()},
        "vehicle": crafts,
        "location": content.location_names,
        "ability": {ability_word(name): name for name in content.ability_names},
        "being": being_titles(sheets),
        "force": {id: force.name for id, force in content.forces.items()},
    }
    titles = {place.name.lower(): place.name for place in places}
    return MatchContent(content, scenario, options, tuple(sheets), tuple(units), titles, len(seated), things)


def seat_titles(content: MatchContent, called: Mapping[int, str]) -> dict[str, str]:
    """What the combatants of a scenario are called with the characters that players bring, no two alike (FS3-6.8a)."""
    titles = {unit: title for unit, title in content.titles.items() if content.units.index(unit) not in called}
    for k, title in called.items():
        titles[content.units[k]] = numbered(title, titles.values())
    return titles


def being_titles(sheets: Sequence[Sheet]) -> dict[str, str]:
    """The sheets by id, in the order of their numbers; one that is here already gives way to a type of its name."""
    ids = [sheet.id for sheet in sheets]
    taken, found = set(ids), list[str]()
    for n, id in enumerate(ids):
        here = (f"{id}_here{k}" if k else f"{id}_here" for k in count())
        found.append(next(one for one in here if one not in taken) if id in ids[n + 1 :] else id)
        taken.add(found[-1])
    return dict(zip(found, (sheet.title for sheet in sheets), strict=True))


def groups_of(content: MatchContent, table: Any) -> dict[str, tuple[str, ...]]:
    """Names for several slots at once: the teams, which are the sides, then the NPCs, the PCs."""
    groups: dict[str, list[str]] = {}
    for name, unit, sheet in zip(content.units, table.units, content.sheets, strict=False):
        if unit.being:
            groups.setdefault(f"team{unit.team}", []).append(name)
            groups.setdefault(PCS if sheet.is_pc else NPCS, []).append(name)
    in_order = sorted(groups, key=lambda name: (name in (NPCS, PCS), name))
    return {name: tuple(groups[name]) for name in in_order}


def names(setting: Setting, states: Array) -> MatchNames:
    """The names of a match, and of those who have joined it."""
    content: MatchContent = setting.content
    joined = states["combatants"][0, content.n_units :]

    def make() -> MatchNames:
        return MatchNames(content.units, content.things, {**content.titles, **joined_titles(states[0], content)})

    return NAMES.get((content,), b"".join([joined[field].tobytes() for field in ("name", "being", "status")]), make)


NAMES: IdentityCache[MatchNames] = IdentityCache()
"""By match, and by who has joined it."""


def options(setting: Setting) -> tuple[OptionSpec, ...]:
    """Every option, with its default on this scenario."""
    content: MatchContent = setting.content
    return specs_of(content.files, content.scenario, str(setting.options.get("config") or STANDARD))
