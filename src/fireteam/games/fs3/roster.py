"""Everybody in the fight at a glance, as the organizer's status screen has it (FS3-22.3, FS3-22.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import compress, repeat
from typing import TypeVar

from ...core.decision import Moment
from ...core.protocol.choices import name_of
from ...core.protocol.scene import Roster, RosterRow
from .choices import VERBS
from .menu_facts import UNTOLD, column, combatant, standing_of, wound_bytes
from .rules.wounds import wound_total
from .state import KNOCKED_OUT, OBSERVER, PASSENGER, PILOT_ROLE, READY, ROLES, STANCES, STATUSES, VEHICLE_OUT
from .status import bar_text, seats, thing_title, unit_title, weapon_text
from .tables import COMBATANTS

COLUMNS = ("Weapon", "Damage", "Stance", "Action", "Target")
LEGEND = ("Damage XX...: an X for each 20, or part of 20, that the wounds take from every roll. KO: knocked out.",)
ACTION = COLUMNS.index("Action")
NO_MARKS = repeat("")
Found = TypeVar("Found")
WORST = 100  # what wounds take together, where a bar is full


def roster(at: Moment) -> Roster:
    """Every combatant, team by team: weapon, damage, stance, action and target; what is hidden is in no State seen."""
    each = seats(at)

    def find() -> list[int]:
        there = [i for i in range(COMBATANTS) if each[i][0]]
        return sorted(there, key=lambda i: (each[i][2] >= OBSERVER, each[i][1], i))

    return Roster(COLUMNS, tuple(known_of_each(at, "row", at.cached(("roster", *each), find), row_of)), ACTION)


def known_of_each(
    at: Moment,
    sort: str,
    there: Sequence[int],
    make: Callable[[Moment, int], Found],
    marks: Iterable[str] = NO_MARKS,
) -> list[Found]:
    """What is made of each combatant that is there, found again on foot if it and its mark are the same."""
    keys = list(map(combatant_keys(at).__getitem__, there))
    if None not in keys:
        return at.cached_each(list(zip(repeat(sort), keys, marks)), lambda k: make(at, there[k]))
    return [
        make(at, i) if key is None else at.cached((sort, key, mark), partial(make, at, i))
        for i, key, mark in zip(there, keys, marks)
    ]


def combatant_keys(at: Moment) -> list[tuple[object, ...] | None]:
    """What all words about each combatant on foot follow from; None for who is in a vehicle, with more to it."""

    def find() -> list[tuple[object, ...] | None]:
        told, wounds = at.list_bytes("combatants", COMBATANTS, *UNTOLD), wound_bytes(at)[1:]
        apart: Iterable[object] = NO_MARKS
        if not at.tables.has_map:
            apart = [(at.states["distances"][0, i].tobytes(), *lanes(at)) for i in range(COMBATANTS)]
        keys: list[tuple[object, ...] | None] = list(zip(range(COMBATANTS), told, wounds, apart))
        for i in compress(range(COMBATANTS), vehicles(at)):
            keys[i] = None
        return keys

    return at.of_state("combatant keys", find)


def vehicles(at: Moment) -> list[int]:
    """The vehicle of each combatant, plus one."""
    return at.of_state("vehicles", lambda: at.states["combatants"]["vehicle"][0].tolist())


def lanes(at: Moment) -> list[bytes]:
    """What the places of combatants on a table without map follow from."""
    return [column(at, field) for field in ("status", "team", "role")]


def row_of(at: Moment, i: int) -> RosterRow:
    """The line of one combatant."""
    one = combatant(at, i)
    unit, team = at.names.unit(i), one.team
    looks_on = one.role >= OBSERVER
    total = standing_of(at, i).wounds
    harm = 1.0 if one.status != READY else min(1.0, total / WORST)
    cells = (ROLES[one.role], "", "", "", "") if looks_on else cells_of(at, i)
    group = "observers" if looks_on else f"team {team}"
    is_down = bool(not looks_on and one.status != READY)
    return RosterRow(unit, i, team, unit_title(at, i + 1), cells, group, harm, is_down)


def cells_of(at: Moment, i: int) -> tuple[str, ...]:
    """The columns of a combatant."""
    one = combatant(at, i)
    stance = f"SUB by {unit_title(at, one.subduer)}" if one.subduer else STANCES[one.stance]
    action, target = order_cells(at, i)
    return weapon_or_vehicle(at, i), damage_text(at, i), stance, action, target


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


def order_cells(at: Moment, i: int) -> tuple[str, str]:
    """The action of an order that is revealed, and at whom."""
    order = combatant(at, i).order
    if not order.verb:
        return "", ""
    targets = [unit_title(at, order.targets[k]) for k in range(int(order.n_targets))]
    return name_of(VERBS[int(order.verb) - 1]).replace("_", " "), ", ".join(targets)
