"""What there is to see and to say of a combatant whatever its order and wherever it is: notes, signs, cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core.decision import Moment
from ...core.protocol.scene import Badge
from .menu_facts import combatant, combatant_bytes, standing_of, wound_bytes
from .rules.wounds import wound_total
from .state import (
    COVER,
    KNOCKED_OUT,
    NORMAL,
    OBSERVER,
    PASSENGER,
    PILOT_ROLE,
    READY,
    REMOVED,
    ROLES,
    STANCES,
    STATUSES,
    VEHICLE_OUT,
    WITHDRAWN,
)
from .status import (
    bar_text,
    condition_text,
    details_of,
    has_empty_weapon,
    thing_title,
    unit_title,
    vehicle_text,
    weapon_text,
)
from .tables import COMBATANTS

STANCE_BADGES = {1: Badge("watch", "Banzai stance"), 2: Badge("prone", "Evade stance"), 3: Badge("watch", "Cautious")}
WORST = 100  # what wounds take together, where a bar is full


class Looks(NamedTuple):
    """Notes that stand before its order and behind it, whether that is told, signs, cells of the roster, and harm."""

    notes: tuple[str, ...]
    details: tuple[str, ...]
    has_order: bool
    badges: tuple[Badge, ...]
    cells: tuple[str, ...]
    harm: float


def looks_of(at: Moment, i: int) -> Looks:
    """How a combatant looks, found again on foot if it and its wounds are the same."""
    one = combatant(at, i)
    if one.vehicle:
        return new_looks(at, i)
    key = "looks", i, combatant_bytes(at, i, "x", "y"), wound_bytes(at)[i + 1]
    return at.cached(key, lambda: new_looks(at, i))


def new_looks(at: Moment, i: int) -> Looks:
    """The same, put into words: a line of the status screen and the details (FS3-22.3, FS3-22.4)."""
    one = combatant(at, i)
    harm = 1.0 if one.status != READY else min(1.0, standing_of(at, i).wounds / WORST)
    badges = tuple(badges_of(at, i)) if one.status == READY else ()
    if one.role >= OBSERVER:
        role = ROLES[one.role]
        return Looks((role,), (), False, badges, (role, "", ""), harm)
    stance = f"SUB by {unit_title(at, one.subduer)}" if one.subduer else STANCES[one.stance]
    cells = weapon_or_vehicle(at, i), damage_text(at, i), stance
    aboard = (vehicle_text(at, i),) if one.vehicle else ()
    notes = (*aboard, weapon_text(at, i), condition_text(at, i))
    if one.status in (REMOVED, WITHDRAWN):
        return Looks(notes, (), False, badges, cells, harm)
    stance = stance if one.subduer else f"{stance.capitalize()} stance"
    return Looks((*notes, stance), details_of(at, i), True, badges, cells, harm)


def badges_of(at: Moment, i: int) -> Iterator[Badge]:
    """The signs beside a combatant, for what its owner or an enemy should not overlook."""
    one = combatant(at, i)
    total = standing_of(at, i).wounds
    if one.subduer:
        yield Badge("pinned", f"subdued by {unit_title(at, one.subduer)}")
    if total:
        yield Badge("wound", f"wounds take {total} from every roll", total)
    if one.suppression:
        yield Badge("pinned", "Suppression Points", int(one.suppression))
    if one.stance == COVER:
        yield Badge("hidden", "Cover stance")
    elif one.stance != NORMAL:
        yield STANCE_BADGES[int(one.stance)]
    if one.captive:
        yield Badge("carries", f"holds {unit_title(at, one.captive)}")
    if has_empty_weapon(at, i):
        yield Badge("empty", "the weapon in hand has no rounds")
    if one.aim:
        yield Badge("braced", f"aims at {unit_title(at, one.aim)}")


def weapon_or_vehicle(at: Moment, i: int) -> str:
    """The weapon in hand with its rounds, and the vehicle with the place in it."""
    one = combatant(at, i)
    if one.role not in (PILOT_ROLE, PASSENGER) or not one.vehicle:
        return weapon_text(at, i)
    k = int(one.vehicle) - 1
    bar = "KO" if at.state.vehicles[k].out else bar_text(int(wound_total(at.state, COMBATANTS + k + 1)))
    return f"{weapon_text(at, i)}; {ROLES[one.role]} of {thing_title(at, 'vehicle', k)} {bar}"


def damage_text(at: Moment, i: int) -> str:
    """The damage bar, or KO."""
    status = combatant(at, i).status
    if status in (KNOCKED_OUT, VEHICLE_OUT):
        return "KO"
    return bar_text(standing_of(at, i).wounds) if status == READY else STATUSES[status]
