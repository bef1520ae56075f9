"""The questions of `fireteam ask tps`: what the rules say of a place, a line, a throw, a call."""

from __future__ import annotations

from typing import Annotated, Any

from ....core.engine.record import Array, blank
from ....core.errors import BadQuestion
from ....core.game import Game, Setting
from ....core.protocol.events import new_log
from ....core.protocol.questions import FlagPart, NamePart, NumberPart, PointPart, question
from ....core.protocol.refusals import OK
from ....core.space.ricochet import fly_point
from ....core.space.sight import blocking_wall
from ....core.space.terrain import zone_of
from ....core.space.units import decimal_text
from ..rules.count_limits import count_refusal, footprints
from ..rules.movement import move_tokens
from ..rules.sight import distance_between, gives_cover, lines_between, smoke_is_between
from ..setup import setting
from ..state import COUNT, MOVE, State
from ..tables import CT, T
from .parts import Map, Point, things_over, weapon_part
from .shooting_range import call_weapon, put_unit

FIRST_UNIT, SECOND_UNIT = range(2)


def place_enemies(match_setting: Setting, start: tuple[int, int], end: tuple[int, int]) -> Array:
    """Two enemies at two places."""
    states = blank(State)
    states[0].n_units = 2
    for i, (side, at) in enumerate(((T, start), (CT, end))):
        put_unit(match_setting.tables, states, i, side, *at)
    return states


@question(
    "what one unit sees of another: lines, half cover both ways, the walls that block",
    example="map=de_depot from=24,24 to=15.4,19.4",
)
def sight(game: Game, map: Map, from_: Point, to: Point) -> dict[str, Any]:
    """What one unit sees of another: lines, half cover both ways, distance, and the walls that block."""
    match_setting = setting(game, map)
    states, tables = place_enemies(match_setting, from_, to), match_setting.tables[0]
    (ax, ay), (bx, by) = from_, to
    clear, covered = lines_between(states[0], tables, FIRST_UNIT, SECOND_UNIT)
    back = lines_between(states[0], tables, SECOND_UNIT, FIRST_UNIT)
    walls = {int(blocking_wall(tables.field, ax, ay, bx, by, 0, k)) for k in (-1, 0, 1)} - {-1}
    return {
        "distance": decimal_text(int(distance_between(ax, ay, bx, by))),
        "clear lines": int(clear),
        "seen": bool(clear),
        "target in half cover": bool(gives_cover(clear, covered)),
        "shooter in half cover from the target": bool(gives_cover(*back)),
        "blocked by": [edge_name(tables.field, k) for k in sorted(walls)],
        "smoke between": bool(smoke_is_between(states[0], tables, ax, ay, bx, by)),
    }


def edge_name(field: Any, k: int) -> str:
    """An edge by its two ends."""
    edge = field.edges[k]
    return f"{edge.x:g},{edge.y:g} to {edge.to_x:g},{edge.to_y:g}"


@question("where a grenade comes to rest", example="map=de_depot from=14,28 aim=15,28 distance=9")
def throw(
    game: Game,
    map: Map,
    from_: Point,
    aim: Point,
    distance: Annotated[int, NumberPart("what was rolled", 1, 96)],
) -> dict[str, Any]:
    """Where a grenade comes to rest that flies so far."""
    match_setting = setting(game, map)
    if from_ == aim:
        raise BadQuestion("aim is where the thrower stands: it gives no direction")
    field = match_setting.tables[0].field
    end = fly_point(field, *from_, *aim, float(distance))
    place, zone = f"{decimal_text(int(end[0]))},{decimal_text(int(end[1]))}", int(zone_of(field, *end))
    return {"rests at": place, "zone": match_setting.content.zones[zone]}


@question("where a step ends", example="map=de_depot from=6,15 by=1,0")
def move(
    game: Game, map: Map, from_: Point, by: Annotated[tuple[int, int], PointPart("a step such as 0.6,0.8")]
) -> dict[str, Any]:
    """Where one step ends, cut short by walls and windows."""
    match_setting = setting(game, map)
    states, tables = place_enemies(match_setting, from_, from_), match_setting.tables[0]
    states[0].phase, states[0].n_units = COUNT, 1
    unit = states[0].units[FIRST_UNIT]
    unit.orders[0, 0], (unit.orders[0, 1], unit.orders[0, 2]) = MOVE, by
    wanted = int(unit.x + unit.orders[0, 1]), int(unit.y + unit.orders[0, 2])
    move_tokens(states[0], tables, new_log()[0])
    end = int(unit.x), int(unit.y)
    return {"ends at": f"{decimal_text(end[0])},{decimal_text(end[1])}", "cut short": end != wanted}


@question("the movement counts that a unit may use", example="weapon=m249 crouch=true")
def counts(
    game: Game,
    weapon: Annotated[int, weapon_part("of the catalogue")],
    over: Annotated[int | None, NamePart("a grenade, bomb or kit on top", "grenade, bomb or kit", things_over)] = None,
    crouch: Annotated[bool, FlagPart("true or false")] = False,
    scope: Annotated[bool, FlagPart("true or false")] = False,
) -> dict[str, Any]:
    """The movement counts that a unit may use."""
    match_setting = setting(game, next(iter(game.scenarios(()))))
    tables = match_setting.tables[0]
    unit = blank(State)[0].units[FIRST_UNIT]
    call_weapon(match_setting.tables, unit, weapon)
    unit.over = 0 if over is None else over + 1
    unit.crouch, unit.scope = crouch, scope
    usable = [n for n in range(1, tables.options.mp_movecounts + 1) if count_refusal(tables, unit, n) == OK]
    return {"counts": usable, "footprints": int(footprints(tables, unit))}


@question("the zone of a point, and those beside it", example="map=de_depot at=12,21")
def zone(game: Game, map: Map, at: Point) -> dict[str, Any]:
    """The zone of a point, and the zones beside it."""
    match_setting = setting(game, map)
    field = match_setting.tables[0].field
    k = int(zone_of(field, *at))
    if k < 0:
        raise BadQuestion(f"{decimal_text(at[0])},{decimal_text(at[1])} is not on {map}")
    near = [match_setting.content.zones[n] for n in range(field.n_zones) if int(field.adjacent[k]) >> n & 1]
    return {"zone": match_setting.content.zones[k], "adjacent": near}
