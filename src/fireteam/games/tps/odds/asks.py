"""The questions of `fireteam ask tps`: what the rules say of a place, a line, a throw, a call."""

from __future__ import annotations

from typing import Any

from ....core.engine.record import Array, blank
from ....core.errors import BadQuestion
from ....core.game import Game, Setting
from ....core.protocol.events import new_log
from ....core.protocol.odds_args import read_flag, read_number
from ....core.protocol.refusals import OK
from ....core.space.ricochet import fly_point
from ....core.space.sight import blocking_wall
from ....core.space.terrain import zone_of
from ....core.space.units import decimal_text, read_point
from ..rules.count_limits import count_refusal, footprints
from ..rules.movement import move_tokens
from ..rules.sight import distance_between, gives_cover, lines_between, smoke_is_between
from ..setup import setting
from ..state import COUNT, MOVE, PRIMARY, SIDEARM, State
from ..tables import CT, KNIFE, PISTOL, T
from .chances import gear_of, over_of
from .shooting_range import put_unit

FIRST_UNIT, SECOND_UNIT = range(2)


def map_setting(game: Game, map: Any) -> Setting:
    """A map as it is played."""
    return setting(game, str(map))


def point_of(value: Any, name: str) -> tuple[int, int]:
    """A point of a question, in steps."""
    found = read_point(str(value))
    if found is None:
        raise BadQuestion(f"{name} is a point such as 12.5,21, not {value!r}")
    return found


def place_enemies(match_setting: Setting, start: Any, end: Any) -> Array:
    """Two enemies at two places."""
    states = blank(State)
    states[0].n_units = 2
    for i, (side, at) in enumerate(((T, point_of(start, "from")), (CT, point_of(end, "to")))):
        put_unit(match_setting.tables, states, i, side, *at)
    return states


def sight(game: Game, map: Any, from_: Any, to: Any) -> dict[str, Any]:
    """What one unit sees of another: lines, half cover both ways, distance, and the walls that block."""
    laid = map_setting(game, map)
    states, tables = place_enemies(laid, from_, to), laid.tables[0]
    (ax, ay), (bx, by) = point_of(from_, "from"), point_of(to, "to")
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


def throw(game: Game, map: Any, from_: Any, aim: Any, distance: Any) -> dict[str, Any]:
    """Where a grenade comes to rest that flies so far."""
    laid = map_setting(game, map)
    (x, y), (to_x, to_y) = point_of(from_, "from"), point_of(aim, "aim")
    if (x, y) == (to_x, to_y):
        raise BadQuestion("aim is where the thrower stands: it gives no direction")
    end = fly_point(laid.tables[0].field, x, y, to_x, to_y, float(read_number(distance, "distance", 1, 96)))
    zone = int(zone_of(laid.tables[0].field, *end))
    return {"rests at": f"{decimal_text(int(end[0]))},{decimal_text(int(end[1]))}", "zone": laid.content.zones[zone]}


def counts(game: Game, weapon: Any, over: Any = None, crouch: Any = False, scope: Any = False) -> dict[str, Any]:
    """The movement counts that a unit may use."""
    laid = map_setting(game, next(iter(game.scenarios(()))))
    tables = laid.tables[0]
    states = blank(State)
    unit = states[0].units[FIRST_UNIT]
    gear = gear_of(laid.tables, weapon)
    kind = tables.gear[gear].kind
    unit.weapon = PRIMARY + 2 if kind == KNIFE else SIDEARM if kind == PISTOL else PRIMARY
    unit.primary.gear = unit.sidearm.gear = gear + 1
    unit.over = 0 if over is None else over_of(laid.tables, over) + 1
    unit.crouch, unit.scope = read_flag(crouch, "crouch"), read_flag(scope, "scope")
    usable = [n for n in range(1, tables.options.mp_movecounts + 1) if count_refusal(tables, unit, n) == OK]
    return {"counts": usable, "footprints": int(footprints(tables, unit))}


def move(game: Game, map: Any, from_: Any, by: Any) -> dict[str, Any]:
    """Where one step ends, cut short by walls and windows."""
    laid = map_setting(game, map)
    states, tables = place_enemies(laid, from_, from_), laid.tables[0]
    states[0].phase, states[0].n_units = COUNT, 1
    unit = states[0].units[FIRST_UNIT]
    unit.orders[0, 0], (unit.orders[0, 1], unit.orders[0, 2]) = MOVE, point_of(by, "by")
    wanted = int(unit.x + unit.orders[0, 1]), int(unit.y + unit.orders[0, 2])
    move_tokens(states[0], tables, new_log()[0])
    end = int(unit.x), int(unit.y)
    return {"ends at": f"{decimal_text(end[0])},{decimal_text(end[1])}", "cut short": end != wanted}


def zone(game: Game, map: Any, at: Any) -> dict[str, Any]:
    """The zone of a point, and the zones beside it."""
    laid = map_setting(game, map)
    field = laid.tables[0].field
    k = int(zone_of(field, *point_of(at, "at")))
    if k < 0:
        raise BadQuestion(f"{at} is not on {map}")
    near = [laid.content.zones[n] for n in range(field.n_zones) if int(field.adjacent[k]) >> n & 1]
    return {"zone": laid.content.zones[k], "adjacent": near}
