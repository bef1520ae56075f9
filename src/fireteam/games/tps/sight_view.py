"""What a player looks over before pointing: the three lines from a unit to a point. No rule stands here."""

from __future__ import annotations

from typing import Any

from ...core.engine.record import Array
from ...core.errors import UnknownName
from ...core.game import Setting
from ...core.protocol.scene import Area, Sight
from ...core.protocol.terrain_scene import free_sight, shape_corners
from ...core.space.sight import sight as look
from ...core.space.terrain import steps
from ...core.space.units import round_point, short_length
from .decision import may_measure
from .names import MatchNames, names_of
from .rules.sight import (
    are_in_one_smoke,
    distance_between,
    gives_cover,
    lines_between,
    lines_past_tokens,
    smoke_is_between,
)
from .rules.units import is_living, place_of
from .tables import TARGETS

ELSEWHERE = -1


def sight(setting: Setting, states: Array, unit: str, x: float, y: float) -> Sight:
    """The three lines from a unit to whoever stands at a point, with the walls that block them (TPS-3.16).

    Raises:
        UnknownName: no such unit is on the table.
    """
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    standing = [name for name, i in names.numbers.items() if is_living(state, i)]
    if unit not in standing:
        raise UnknownName("unit on the table", unit, standing)
    i, to_x, to_y = names.numbers[unit], steps(x), steps(y)
    at = place_of(state, i)
    clear, obstructed = sight_lines(state, tables, i, to_x, to_y)
    smoke = bool(smoke_is_between(state, tables, *at, to_x, to_y))
    fog = smoke_areas(state, tables, names) if smoke else ()
    text = verdict(state, tables, at, (to_x, to_y), clear, obstructed)
    text = f"{round_point(names.point(*at))} to {round_point(names.point(to_x, to_y))}: {text}"
    if may_measure(setting, states, i):
        text += f", {short_length(distance_between(*at, to_x, to_y))} MU away"
    clause = "TPS-3.24" if smoke else "TPS-3.18" if clear else "TPS-3.17"
    return free_sight(tables.field, at, (to_x, to_y), bool(clear) and not smoke, text, clause, fog)


def sight_lines(state: Any, tables: Any, i: int, x: int, y: int) -> tuple[int, int]:
    """How many of the three lines are clear, and how many obstructed for who stands at a point."""
    there = next(
        (j for j in range(TARGETS) if j != i and is_living(state, j) and place_of(state, j) == (x, y)), ELSEWHERE
    )
    if there != ELSEWHERE:
        return lines_between(state, tables, i, there)
    if tables.options.sv_tokensblock:
        return lines_past_tokens(state, tables, *place_of(state, i), x, y, 0, i, ELSEWHERE)
    return look(tables.field, *place_of(state, i), x, y, 0)


def verdict(state: Any, tables: Any, at: tuple[int, int], to: tuple[int, int], clear: int, obstructed: int) -> str:
    """What the lines come to, in words."""
    text = f"{clear} of 3 lines are clear"
    if not clear:
        return f"not seen, {text}"
    if smoke_is_between(state, tables, *at, *to):
        return f"seen, but smoke is in the way: no attack; {text}"
    text = f"seen{', in half cover' if gives_cover(clear, obstructed) else ''}, {text}"
    return f"{text}, both in one smoke" if are_in_one_smoke(state, tables, *at, *to) else text


def smoke_areas(state: Any, tables: Any, names: MatchNames) -> list[Area]:
    """The zones that smoke fills."""
    zones = [k for k in range(tables.field.n_zones) if state.smoke[k]]
    return [Area(f"smoke in {names.thing('zone', k)}", "smoke", shape_corners(tables.field.zones[k])) for k in zones]
