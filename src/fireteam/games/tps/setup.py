"""From content to a match: Tables, the opening State, who takes part, and what the names of things refer to.

A match has one Server, the program; a person may sit beside it as Admin, on neither side (TPS-1.8, TPS-1.9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...content.free_map import put_points, put_shapes
from ...content.options import fill_options
from ...content.record_fill import fill
from ...core.engine.record import Array, blank
from ...core.game import Game, Setting
from ...core.space.route_build import build_routes
from ...core.space.terrain import middle_of
from ...core.space.terrain_build import exact_steps
from .content import Content, ability_sum, load
from .entries import Clan, ConstantNumbers, Gear, Map, ServerOptions, dice_of
from .odds_cache_build import fill_odds_cache
from .options import MatchOptions, resolve_options
from .rules.end import start_money
from .state import SETTING_UP, State
from .tables import CLASSES, CT, MODES, RADIUS, SIDES, T, Tables

ADMIN = "admin"


class MatchContent(NamedTuple):
    """What the names in a match refer to: content, map, options, and the ids of things, zones and places by number."""

    files: Content
    map: Map
    options: Mapping[str, Any]
    clans: tuple[Clan, Clan]
    gear: tuple[str, ...]
    zones: tuple[str, ...]
    sites: tuple[str, ...]
    rescues: tuple[str, ...]


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    """Every map, by id, with its name."""
    return {map.id: map.name for map in load(*packs).maps.values()}


def setting(game: Game, scenario: str, options: Mapping[str, Any] | None = None, packs: Sequence[str] = ()) -> Setting:
    """A map ready to play (TPS-5.2, state SETUP).

    Raises:
        UnknownName: no such map, option, configuration or clan.
        IllegalChoice: a value out of range (E_VALUE), or sides that may not play each other (E_BALANCE).
        BadContent: a pack with errors.
    """
    content = load(*packs)
    map = content.map(scenario)
    chosen = resolve_options(content, map, options or {})
    tables = tables_of(content, map, chosen)
    places = (tuple(zone.id for zone in map.zones), tuple(map.sites), tuple(map.rescue))
    units = tuple(f"U{seat}" for seat in range(1, sum(chosen.teams) + 1))
    referee = len(units) if chosen.options["sv_admin"] else -1
    return Setting(
        game,
        map.id,
        {name: str(value) for name, value in (options or {}).items()},
        tables,
        opening_states(tables, referee),
        MatchContent(content, map, chosen.options, chosen.clans, tuple(content.catalogue), *places),
        (*units, ADMIN) if referee >= 0 else units,
        referee,
        {"t": units[: chosen.teams[T]], "ct": units[chosen.teams[T] :]},
    )


def opening_states(tables: Array, referee: int = -1) -> Array:
    """The State before the first round: every unit with its side and its cash, T first (TPS-2.1, TPS-21.3)."""
    states, table = blank(State), tables[0]
    state = states[0]
    state.phase, state.admin, state.n_units = SETTING_UP, referee + 1, table.n_units
    for i in range(table.n_units):
        unit = state.units[i]
        unit.side = table.sides_of[i]
        unit.cash = start_money(table, unit.side)
    return states


def tables_of(content: Content, map: Map, match_options: MatchOptions, for_bots: bool = True) -> Array:
    """The Tables of a match, with what only bots go by where it is wanted: routes, and the chances of pools."""
    tables = blank(Tables)
    table = tables[0]
    table.field = map.terrain()
    table.mode = MODES.index(map.mode)
    write_units(table, match_options)
    write_catalogue(table, content)
    for side in (T, CT):
        write_side(table.sides[side], content, map, side, match_options.clans[side])
    write_places(table, map, match_options)
    fill_options(table.options, ServerOptions, match_options.options)
    fill_options(table.constants, ConstantNumbers, content.constants)
    if for_bots:
        table.routes = build_routes(table.field, places_of(table), RADIUS)
        fill_odds_cache(table)
    return tables


def write_units(table: Any, match_options: MatchOptions) -> None:
    """Units in seat order, T first; a player has as many neighbours of one side as the options say (TPS-1.7)."""
    player = 0
    for side in (T, CT):
        for k in range(match_options.teams[side]):
            table.sides_of[table.n_units] = side
            table.player_of[table.n_units] = player + k // match_options.options["sv_units_per_player"]
            table.n_units += 1
        player = table.player_of[table.n_units - 1] + 1


def write_catalogue(table: Any, content: Content) -> None:
    """Everything that can be carried, in the order of the content."""
    clans = list(content.clans)
    table.n_gear = len(content.catalogue)
    for n, gear in enumerate(content.catalogue.values()):
        write_gear(table.gear[n], gear)
        owner = content.owner(gear.id)
        table.gear[n].clan = clans.index(owner) + 1 if owner else 0
        if gear.kind == "knife":
            table.knife = n
        elif gear.kind == "bomb":
            table.bomb = n


def write_gear(row: Any, gear: Gear) -> None:
    """An entry of the catalogue (TPS-26.1)."""
    fill(row, gear)
    row.sold = gear.price is not None
    row.hit_wild, row.hit_plain = dice_of(gear.to_hit)
    row.harm_wild, row.harm_plain = dice_of(gear.damage)
    row.reach = exact_steps(gear.reach) or 0


def write_side(row: Any, content: Content, map: Map, side: int, clan: Clan) -> None:
    """A side's spawn points, clan, free pistol, and the loadouts it can buy, from the cheapest to the dearest."""
    put_points(row, "spawns", getattr(map.spawns, SIDES[side]))
    write_clan(row.clan, content, clan)
    gear = list(content.catalogue)
    free = [id for id in gear if content.catalogue[id].free == SIDES[side]]
    row.pistol = gear.index(free[0]) + 1 if free else 0
    mine = [each for each in content.loadouts.values() if each.side in (SIDES[side], "any")]
    mine = [each for each in mine if all(content.owner(id) in ("", clan.id) for id in each.gear)]
    row.n_loadouts = len(mine)
    for n, loadout in enumerate(sorted(mine, key=content.price)):
        row.loadouts[n].n = len(loadout.gear)
        row.loadouts[n].gear[: len(loadout.gear)] = [gear.index(id) for id in loadout.gear]


def write_clan(row: Any, content: Content, clan: Clan) -> None:
    """What a clan's abilities add up to (TPS-23.2)."""
    row.number = list(content.clans).index(clan.id)
    for k, kind in enumerate(CLASSES):
        row.hit[k] = ability_sum(clan, content.abilities, "to_hit", kind)
        row.harm[k] = ability_sum(clan, content.abilities, "damage", kind)
    for what in ("health", "footprints", "counts", "money"):
        row[what] = ability_sum(clan, content.abilities, what)


def write_places(table: Any, map: Map, match_options: MatchOptions) -> None:
    """Bomb sites, rescue shapes, and the first hostages of the list (TPS-3.14, TPS-6.8)."""
    put_shapes(table, "sites", [*map.sites.values()])
    put_shapes(table, "rescues", [*map.rescue.values()])
    put_points(table, "hostages", map.hostages[: match_options.options["mp_hostages"]])


def places_of(table: Any) -> list[tuple[int, int]]:
    """Where players of this map want to go: spawn points, hostages, and the middles of sites and rescue shapes."""
    spots = [spot for side in table.sides for spot in side.spawns[: side.n_spawns].tolist()]
    spots += table.hostages[: table.n_hostages].tolist()
    shapes = [*table.sites[: table.n_sites], *table.rescues[: table.n_rescues]]
    return [(x, y) for x, y in spots] + [middle_of(shape) for shape in shapes]
