"""What a player looks over before choosing: the three rays from a character to a point, and the shot along them."""

from __future__ import annotations

import math
from typing import Any

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.errors import UnknownName
from ...core.game import Setting
from ...core.protocol.scene import Area, Ray, Sight
from ...core.space.convex import part_inside
from .map_build import pieces_of
from .names import inches_text
from .rules.characters import side_of
from .rules.room import distance
from .rules.shooting import OUT, range_band, shot_faces
from .rules.sight import OFFSET
from .rules.sight import sight as look
from .state import SINGLE, UP
from .terrain import CHARACTERS, EPS, HUNDREDTHS, STANDING
from .view import kind_of

BANDS = ("out of range", "Close range", "Effective range", "Extreme range")


def sight(setting: Setting, states: Array, unit: str, x: float, y: float) -> Sight:
    """The three rays from a character to a point or to whoever stands there (GUN-4.13), and what they cross.

    Raises:
        UnknownName: no such character is Up.
    """
    at = Moment(setting, states)
    i = at.names.find_unit(unit)
    if i < 0 or at.state.characters[i].status != UP:
        up = [at.names.unit(j) for j in range(CHARACTERS) if at.state.characters[j].status == UP]
        raise UnknownName("character that is Up", unit, up)
    to = at.names.find_point(f"{x:.2f},{y:.2f}")
    one = at.state.characters[i]
    there = who_stands(at, i, to)
    posture = int(at.state.characters[there].posture) if there >= 0 else STANDING
    if there >= 0:
        to = int(at.state.characters[there].x), int(at.state.characters[there].y)
    start = int(one.x), int(one.y)
    found = look(at.tables.terrain, start[0], start[1], int(one.posture), to[0], to[1], posture)
    clear, obstructed = int(found[0]), int(found[1])
    goal = at.names.unit_title(at.names.unit(there)) if there >= 0 else at.names.point(*to)
    says = f"{at.names.unit_title(unit)} to {goal}: {verdict(clear, obstructed)}"
    says += f", {inches_text(round(100 * float(distance(*start, *to))))} in away"
    if there >= 0 and clear and one.wielded and side_of(i) != side_of(there):
        says += f"; {shot_text(at, i, there)}"
    clause = "GUN-4.23" if clear and obstructed > 1 else "GUN-4.14"
    rays = rays_between(start, to)
    return Sight(clear > 0, (), None, f"{says} ({clause})", clause, rays, crossed(setting, at, rays))


def shot_text(at: Moment, i: int, j: int) -> str:
    """How far a shot would be, and how likely one hits; of one out of range there is no chance to tell."""
    band = int(range_band(at.state, at.tables, i, j))
    faces = int(shot_faces(at.state, at.tables, i, j, SINGLE, False))
    return BANDS[band] if band == OUT else f"{BANDS[band]}, {faces} of {int(at.tables.constants.die)} faces hit"


def who_stands(at: Moment, i: int, to: tuple[int, int]) -> int:
    """Who else stands at a point, within its base; -1: nobody."""
    for j in range(CHARACTERS):
        other = at.state.characters[j]
        if j != i and other.status == UP and math.dist((other.x, other.y), to) <= HUNDREDTHS / 2:
            return j
    return -1


def verdict(clear: int, obstructed: int) -> str:
    """What the rays come to, in words."""
    if not clear:
        return "not seen, all three rays are blocked"
    return f"seen{', in cover' if obstructed > 1 else ''}, {clear} of 3 rays are clear"


def rays_between(start: tuple[int, int], to: tuple[int, int]) -> tuple[Ray, ...]:
    """The three rays in inches; none between one point and itself (GUN-4.13)."""
    (ax, ay), (bx, by) = ((x / HUNDREDTHS, y / HUNDREDTHS) for x, y in (start, to))
    length = math.dist((ax, ay), (bx, by))
    if not length:
        return ()
    nx, ny = -(by - ay) / length * OFFSET, (bx - ax) / length * OFFSET
    return tuple(Ray((ax + k * nx, ay + k * ny), (bx + k * nx, by + k * ny)) for k in (-1, 0, 1))


def crossed(setting: Setting, at: Moment, rays: tuple[Ray, ...]) -> tuple[Area, ...]:
    """The pieces that the rays cross."""
    found = []
    types: Any = setting.content.files.terrain
    for k, ((_, name, _), corners) in enumerate(pieces_of(setting.content.scenario).items()):
        parts = (part_inside(at.tables.terrain.pieces[k], *ray.start, *ray.end) for ray in rays)
        if any(part.end - part.start > EPS for part in parts):
            shape = tuple((x / HUNDREDTHS, y / HUNDREDTHS) for x, y in corners)
            found.append(Area(types[name].name.lower(), kind_of(types[name]), shape))
    return tuple(found)
