"""From content to a match: Tables, the opening State, and the names of things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...content.record_fill import fill
from ...content.square_map import SquareMap, cells_of
from ...core.engine.record import Array, blank
from ...core.errors import BadNotation
from ...core.game import Game, Setting
from ...core.protocol.events import new_log
from ...core.protocol.scene import Cell
from ...core.space.squares import Square
from . import entries
from .content import Content, force_of, load, piece_points, spread
from .entries import Mission, Sheet
from .events import PLAYERS
from .options import resolve_options, write_options
from .rules.menu import count_picks
from .rules.setting_up import open_game
from .state import State
from .tables import (
    ABILITIES,
    AT_ANY_CORNER,
    AT_OPPOSITE_CORNER,
    FIXED,
    IN_ZONE,
    MAP,
    NEAR,
    OBJECTIVES,
    PICKED,
    SIDE,
    Tables,
)
from .zones import key_of, placement


class MissionContent(NamedTuple):
    """What the names in a match refer to: the content, the mission with its options applied, sheet and map."""

    files: Content
    mission: Mission
    sheet: Sheet
    map: SquareMap
    zones: tuple[str, ...]
    cells: tuple[Cell, ...]  # the squares of the map, as they are drawn


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    """Every mission, by id, with its name."""
    return {mission.id: mission.name for mission in load(*packs).missions.values()}


def setting(game: Game, scenario: str, options: Mapping[str, str] | None = None, packs: Sequence[str] = ()) -> Setting:
    """A mission ready to play.

    Raises:
        UnknownName: no such mission, option, or value of an option.
        BadContent: a pack with errors.
    """
    content = load(*packs)
    mission, chosen = resolve_options(content.mission(scenario), options or {})
    return fill_content(game, content, mission, content.sheet(), content.map_of(mission), chosen)


def fill_content(
    game: Game, content: Content, mission: Mission, sheet: Sheet, map: SquareMap, options: Mapping[str, str]
) -> Setting:
    """Tables and the opening State of a mission on a map."""
    tables, zones = tables_of(content, mission, sheet, map)
    state, log = blank(State), new_log()
    open_game(state[0], tables[0], log[0])
    mission_content = MissionContent(content, mission, sheet, map, zones, cells_of(map))
    return Setting(game, mission.id, dict(options), tables, state, mission_content, PLAYERS)


def tables_of(content: Content, mission: Mission, sheet: Sheet, map: SquareMap) -> tuple[Array, tuple[str, ...]]:
    """The Tables of a mission, and the names of their zones in order."""
    tables = blank(Tables)
    row = tables[0]
    fill(row.constants, content.constants)
    write_map(row, content, map)
    for n, piece in enumerate(sheet.pieces):
        line = row.pieces[n]
        fill(line, piece)
        line.abilities = sum(1 << ABILITIES.index(ability) for ability in piece.abilities)
        line.points = piece_points(piece, content.constants)
    row.types = len(sheet.pieces)
    zones: dict[frozenset[Square], str] = {}
    for side in (1, 2):
        write_side(row.sides[side - 1], mission, side, sheet, map, zones)
        if row.sides[side - 1].force == PICKED:
            count_picks(row, side - 1)
    for n, squares in enumerate(zones):
        write_squares(row.zones[n], squares)
    fill(row, mission)
    row.forces_differ = mission.sides[0].force != mission.sides[1].force
    write_options(row, mission.options)
    return tables, tuple(zones.values())


def write_map(row: Any, content: Content, map: SquareMap) -> None:
    """The map: open squares, walls, the terrains of every square, and the bunkers."""
    row.width, row.height = map.width, map.height
    terrains = {id: n for n, id in enumerate(content.terrain)}
    for id, n in terrains.items():
        terrain = content.terrain[id]
        fill(row.terrains[n], terrain)
        row.terrains[n].bonus, row.terrains[n].no_attack = terrain.tbh_bonus, not terrain.attack
    grounds: dict[tuple[str, ...], int] = {(): 0}
    for square in map:
        x, y = square
        ground = map.terrain(square)
        row.ground[y, x] = grounds.setdefault(ground, len(grounds))
    for ground, n in grounds.items():
        row.grounds[n].n = len(ground)
        row.grounds[n].terrains[: len(ground)] = [terrains[id] for id in ground]
    write_squares(row.open, map.open_squares())
    write_squares(row.walls, map.walls)
    for n in range(2):
        write_squares(row.bunkers[n], map.zones.get(f"bunker_{n + 1}", frozenset()))


def write_squares(squares: Any, members: Any) -> None:
    """A set of squares as rows of bits."""
    for x, y in members:
        squares.rows[y] |= np.uint64(1 << x)


def write_side(
    row: Any, mission: Mission, side: int, sheet: Sheet, map: SquareMap, zones: dict[frozenset[Square], str]
) -> None:
    """A side's force, placement and objective."""
    force, objective = mission.sides[side - 1].force, mission.sides[side - 1].objective
    number = {type: n for n, type in enumerate(sheet.types)}
    if force.picks:
        row.force, row.picks = PICKED, force.pick
        given = spread(force.plus)
        row.preset[: force.pick] = [number[type] for type in force.preset]
        for type, n in number.items():
            row.most[n] = max(
                0, min(sheet.counts[type] - force.plus.get(type, 0), force.max.get(type, sheet.counts[type]))
            )
    else:
        row.force = FIXED
        given = force_of(mission, side, sheet)
    row.given = len(given)
    row.pieces = row.given + row.picks
    row.types[: len(given)] = [number[type] for type in given]
    own = mission.sides[side - 1]
    placements = {key: placement(own, key, map) for key in {key_of(own, type) for type in number}}
    for type, n in number.items():
        where, place = placements[key_of(own, type)], row.places[n]
        place.zone = zone_number(zones, where.squares, f"placement of side {side}")
        place.south, place.north = 0, map.height - 1
        if where.near:
            place.kind, place.near, place.distance = NEAR, number[where.near], where.max
        elif where.corner:
            place.kind = AT_OPPOSITE_CORNER if where.corner == "opposite" else AT_ANY_CORNER
        else:
            place.kind = IN_ZONE
            place.south = min((y for _, y in where.squares), default=0)
            place.north = max((y for _, y in where.squares), default=-1)
    row.objective = OBJECTIVES.index(objective.type)
    if objective.zone:
        row.zone = zone_number(zones, map.zone(objective.zone), objective.zone)
        for (x, y), steps in map.steps_to(map.zone(objective.zone)).items():
            row.steps[y, x] = steps
    if objective.piece:
        row.piece = number[objective.piece]
    row.needed = objective.turns or objective.points or objective.count or objective.rounds
    row.at_turn_end = objective.check == "own_turn_end"


def zone_number(zones: dict[frozenset[Square], str], squares: frozenset[Square], name: str) -> int:
    """The number of a set of squares among the zones; equal sets are one zone."""
    zones.setdefault(frozenset(squares), name)
    return list(zones).index(frozenset(squares))


def bare_mission(side_1: Sequence[str], side_2: Sequence[str], options: Mapping[str, str]) -> Mission:
    """Two forces on a board with nothing to do but take one another out: for questions, examples and endgames."""
    sides = tuple(
        entries.Side(
            force=entries.Force(fixed={type: list(force).count(type) for type in force}),
            place={"*": entries.Zone(ring=True)},
            objective=entries.Objective(type="eliminate_all"),
        )
        for force in (side_1, side_2)
    )
    return Mission(
        id="bare",
        name="A bare board",
        layout=(),
        sides=(sides[0], sides[1]),
        round_limit=999,
        limit_result="draw",
        options=entries.Options(**{"seats": "fixed", **options}),
    )


def bare_setting(
    game: Game,
    board: str,
    side_1: Sequence[str],
    side_2: Sequence[str],
    options: Mapping[str, str] | None = None,
    packs: Sequence[str] = (),
) -> Setting:
    """A board reference such as `2+4r+3`, with forces that are not placed yet; scenario `@2+4r+3`.

    Raises:
        UnknownName: no such board, piece type, option, or value of an option.
        BadNotation: boards that cannot be joined, or more pieces than a side may have.
    """
    content = load(*packs)
    for force in (side_1, side_2):
        if len(force) > SIDE:
            raise BadNotation(f"a side has at most {SIDE} pieces, not {len(force)}")
        for type in force:
            content.sheet()[type]
    mission, chosen = resolve_options(bare_mission(side_1, side_2, {}), options or {})
    ground = content.board_set.find(board)
    if max(ground.width, ground.height) > MAP:
        raise BadNotation(f"{board!r} is {ground.width} by {ground.height} squares; a map has at most {MAP} by {MAP}")
    match_setting = fill_content(game, content, mission, content.sheet(), ground, chosen)
    return match_setting._replace(scenario=f"@{board}")
