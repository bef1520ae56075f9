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
from .looks import looks_of
from .menu_facts import UNTOLD, column, combatant, vehicles, wound_bytes
from .state import OBSERVER, READY
from .status import seats, unit_title
from .tables import COMBATANTS

COLUMNS = ("Weapon", "Damage", "Stance", "Action", "Target")
LEGEND = ("Damage XX...: an X for each 20, or part of 20, that the wounds take from every roll. KO: knocked out.",)
ACTION = COLUMNS.index("Action")
NO_MARKS = repeat("")
Found = TypeVar("Found")


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
        combatants, wounds = at.list_bytes("combatants", COMBATANTS, *UNTOLD), wound_bytes(at)[1:]
        apart: Iterable[object] = NO_MARKS
        if not at.tables.has_map:
            apart = [(at.states["distances"][0, i].tobytes(), *lanes(at)) for i in range(COMBATANTS)]
        keys: list[tuple[object, ...] | None] = list(zip(range(COMBATANTS), combatants, wounds, apart))
        for i in compress(range(COMBATANTS), vehicles(at)):
            keys[i] = None
        return keys

    return at.of_state("combatant keys", find)


def lanes(at: Moment) -> list[bytes]:
    """What the places of combatants on a table without map follow from."""
    return [column(at, field) for field in ("status", "team", "role")]


def row_of(at: Moment, i: int) -> RosterRow:
    """The line of one combatant."""
    one, looks = combatant(at, i), looks_of(at, i)
    unit, team = at.names.unit(i), one.team
    looks_on = one.role >= OBSERVER
    cells = (*looks.cells, *(("", "") if looks_on else order_cells(at, i)))
    group = "observers" if looks_on else f"team {team}"
    is_down = bool(not looks_on and one.status != READY)
    return RosterRow(unit, i, team, at.names.unit_title(unit), cells, group, looks.harm, is_down)


def order_cells(at: Moment, i: int) -> tuple[str, str]:
    """The action of an order that is revealed, and at whom."""
    order = combatant(at, i).order
    if not order.verb:
        return "", ""
    targets = [unit_title(at, order.targets[k]) for k in range(int(order.n_targets))]
    return name_of(VERBS[int(order.verb) - 1]).replace("_", " "), ", ".join(targets)
