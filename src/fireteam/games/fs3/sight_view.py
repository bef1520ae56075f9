"""What a player looks over before ordering: the line from a combatant to a point, the range, and the cover there."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.errors import UnknownName
from ...core.game import Setting
from ...core.protocol.scene import Area, Ray, Sight, Spot
from .field_kinds import metres_text
from .rules.aboard import is_present
from .rules.gear import weapon_in_hand
from .rules.geometry import crosses, root_up, squared
from .rules.ground import Place, band_at, band_of, cover_of, distance2, place_of, radius_of, takes_part
from .rules.sight import has_sight
from .tables import COMBATANTS, MELEE
from .terrain import SIGHT
from .view import CM, feature_area, feature_title

BANDS = ("short range", "medium range", "long range", "out of range")
REACH = ("in contact", "", "", "not in contact")  # of a melee weapon


def sight(setting: Setting, states: Array, unit: str, x: float, y: float) -> Sight:
    """The line from a combatant to a point or to whoever stands there (FS3-20.10), and what hides it.

    Raises:
        UnknownName: no such combatant is in the fight.
    """
    at = Moment(setting, states)
    who = at.names.find_unit(unit)
    if not is_here(at, who):
        here = [at.names.unit(k) for k in range(COMBATANTS) if is_here(at, k)]
        raise UnknownName("combatant in the fight", unit, here)
    to = Place(round(x * CM), round(y * CM))
    other = who_stands(at, who, to)
    if not at.tables.has_map:
        return sight_without_map(at, who, other)
    to = place_of(at.state, other) if other >= 0 else to
    start = place_of(at.state, who)
    hiding = [k for k in range(int(at.tables.terrain.n)) if hides(at, k, start, to)]
    is_clear = bool(has_sight(at.tables.terrain, *start, *to))
    ray = Ray(metres(start), metres(to), None if is_clear else blocked_at(at, hiding, start, to))
    says = f"{title(at, who)} to {title(at, other) if other >= 0 else at.names.point(*map(int, to))}: "
    says += "seen" if is_clear else f"not seen, {feature_title(at, hiding[0])} is in the way"
    says += f", {metres_text(int(root_up(squared(int(to.x - start.x), int(to.y - start.y)))))} m away"
    says += f"{reach_words(at, who, other, start, to)}{cover_words(at, other, start) if is_clear else ''}"
    return Sight(is_clear, (), None, f"{says} (FS3-20.10)", "FS3-20.10", (ray,), areas(at, hiding))


def sight_without_map(at: Moment, who: int, other: int) -> Sight:
    """Everyone sees everyone; how far off somebody is (FS3-20.20)."""
    if other < 0:
        return Sight(True, (), None, "nobody is there; on this table everyone sees everyone (FS3-20.20)", "FS3-20.20")
    apart = metres_text(math.isqrt(int(distance2(at.state, at.tables, who, other))))
    here = Place(0, 0)
    says = f"{title(at, who)} to {title(at, other)}: seen, {apart} m away{reach_words(at, who, other, here, here)}"
    return Sight(True, (), None, f"{says}{cover_words(at, other, here)} (FS3-20.20)", "FS3-20.20")


def is_here(at: Moment, who: int) -> bool:
    """Whether a combatant is in the fight, knocked out or not."""
    return 0 <= who < COMBATANTS and bool(is_present(at.state, who) and takes_part(at.state, who))


def title(at: Moment, who: int) -> str:
    """What people call a combatant."""
    return str(at.names.unit_title(at.names.unit(who)))


def metres(at: Place) -> Spot:
    """A point, as faces count."""
    return int(at.x) / CM, int(at.y) / CM


def who_stands(at: Moment, who: int, to: Place) -> int:
    """Who else stands at a point, within its base; the nearest of several; -1: nobody.

    Without a map it is who is drawn there.
    """
    if not at.tables.has_map:
        spots = {k: token_spot(at, k) for k in range(COMBATANTS) if k != who and is_here(at, k)}
        near = [k for k, spot in spots.items() if math.dist(spot, metres(to)) <= 1.0]
        return min(near, key=lambda k: math.dist(spots[k], metres(to)), default=-1)
    found, least = -1, 0
    for k in range(COMBATANTS):
        if k != who and is_here(at, k):
            there = place_of(at.state, k)
            apart = squared(int(there.x) - to.x, int(there.y) - to.y)
            if apart <= radius_of(at.state, at.tables, k) ** 2 and (found < 0 or apart < least):
                found, least = k, apart
    return found


def token_spot(at: Moment, who: int) -> Spot:
    """Where a combatant is drawn."""
    scene: Any = at.once("scene", lambda: at.setting.game.scene(at.setting, at.states))
    return next((token.at for token in scene.tokens if token.slot == who), (-1.0, -1.0))


def hides(at: Moment, k: int, start: Place, to: Place) -> bool:
    """Whether a feature hides one point from another."""
    feature = at.tables.terrain.features[k]
    return bool(feature.effects & SIGHT and crosses(feature, *start, *to))


def blocked_at(at: Moment, hiding: list[int], start: Place, to: Place) -> Spot:
    """Where the first of the features that hide a point is met."""
    share = min(first_share(at.tables.terrain.features[k], start, to) for k in hiding)
    (ax, ay), (bx, by) = metres(start), metres(to)
    return ax + share * (bx - ax), ay + share * (by - ay)


def first_share(feature: Any, start: Place, to: Place) -> float:
    """Where a segment comes into a feature, as a share of its length."""
    corners = [(int(feature.xs[i]), int(feature.ys[i])) for i in range(feature.n)]
    share = Fraction(0)
    for (px, py), (qx, qy) in zip(corners, [*corners[1:], corners[0]], strict=True):
        here, there = ((qx - px) * (int(y) - py) - (qy - py) * (int(x) - px) for x, y in (start, to))
        if here < 0 < there:
            share = max(share, Fraction(here, here - there))
    return float(share)


def areas(at: Moment, hiding: list[int]) -> tuple[Area, ...]:
    """The features that hide a point."""
    return tuple(feature_area(at, k) for k in hiding)


def reach_words(at: Moment, who: int, other: int, start: Place, to: Place) -> str:
    """The range of the weapon in hand, to somebody or to a point (FS3-8.14)."""
    weapon = int(weapon_in_hand(at.state, at.tables, who))
    is_melee = weapon >= 0 and at.tables.weapons[weapon].type == MELEE
    if weapon < 0 or (is_melee and other < 0):
        return ""
    if other >= 0:
        band = int(band_of(at.state, at.tables, who, other, weapon))
    else:
        band = int(band_at(at.tables, weapon, squared(int(to.x - start.x), int(to.y - start.y))))
    name = at.names.thing_title("weapon", at.names.thing("weapon", weapon))
    return f"; {(REACH if is_melee else BANDS)[band]} with {name}"


def cover_words(at: Moment, other: int, start: Place) -> str:
    """The cover that somebody would have in Cover stance against what comes from a point (FS3-20.17a)."""
    if other < 0:
        return ""
    cover = cover_of(at.state, at.tables, *start, other)
    if not cover.protection:
        return ""
    behind = feature_title(at, int(cover.feature) - 1) if cover.feature else "what the organizer grants"
    return f"; cover by {behind}, Protection {int(cover.protection)}"
