"""Section 19: hostages follow, are let go, and are rescued."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.events import Log
from ....core.space.movement import go_along
from ....core.space.terrain import first_shape
from ..events.words import HOSTAGE_LED, HOSTAGE_RESCUED
from ..log import log_followed, log_freed, log_led, log_saved
from ..state import PLACED, RESCUED, TRAIL, Hostage, State
from ..tables import RADIUS, UNITS, Tables
from .money import credit
from .units import disc_of, put_discs

UNIT = 1000000


@rule("TPS-19.27", "TPS-19.32", "TPS-19.34", "TPS-21.4")
def use(state: State, tables: Tables, log: Log, i: int, h: int) -> None:
    """A free hostage follows from now on; one's own is let go. Of two who reach for one, the lower seat leads it."""
    hostage = state.hostages[h]
    if hostage.leader == i + 1:
        free_hostage(state, log, h)
    elif hostage.leader == 0 or not state.units[hostage.leader - 1].alive:
        forget_trail(hostage, hostage.n_trail)
        hostage.leader = i + 1
        log_led(log, i, UNITS + h)
        extend_trail(state, h)
        if not hostage.used:
            hostage.used = 1
            credit(state, log, i, HOSTAGE_LED, tables.constants.used, 0)


@rule("TPS-19.29", "TPS-19.32")
def free_hostage(state: State, log: Log, h: int) -> None:
    """A hostage follows nobody any more, and forgets its trail."""
    hostage = state.hostages[h]
    hostage.leader = 0
    forget_trail(hostage, hostage.n_trail)
    log_freed(log, UNITS + h)


@compiled
def forget_trail(hostage: Hostage, reached: int) -> None:
    """So many points leave a hostage's trail, the first ones: those that were reached, or all."""
    left = hostage.n_trail - reached
    for k in range(hostage.n_trail):
        hostage.trail_x[k] = hostage.trail_x[k + reached] if k < left else 0
        hostage.trail_y[k] = hostage.trail_y[k + reached] if k < left else 0
    hostage.n_trail = left


@rule("TPS-19.28", "TPS-19.33")
def extend_trail(state: State, h: int) -> None:
    """The leader's centre is added to the trail, which has room: after every count a full one is forgotten."""
    hostage = state.hostages[h]
    unit = state.units[hostage.leader - 1]
    hostage.trail_x[hostage.n_trail], hostage.trail_y[hostage.n_trail] = unit.x, unit.y
    hostage.n_trail += 1


@rule("TPS-19.29", "TPS-19.33")
def free_hostages(state: State, log: Log) -> None:
    """A hostage is free whose leader is eliminated, or has left it a whole trail behind at the end of a count."""
    for h, hostage in enumerate(state.hostages):
        if hostage.status == PLACED and hostage.leader:
            if not state.units[hostage.leader - 1].alive or hostage.n_trail >= TRAIL:
                free_hostage(state, log, h)


@rule("TPS-19.28", "TPS-19.32")
def follow(state: State, tables: Tables, log: Log) -> None:
    """Every follower, in hostage order, goes up to 1 MU along its leader's trail, until it touches something."""
    for h, hostage in enumerate(state.hostages):
        if hostage.status == PLACED and hostage.leader:
            if has_moved(state, h):
                extend_trail(state, h)
            follow_leader(state, tables, log, h)


@rule("TPS-19.28", "TPS-19.34")
def has_moved(state: State, h: int) -> bool:
    """Whether a hostage's leader is somewhere else than where its trail ends."""
    hostage = state.hostages[h]
    leader, last = state.units[hostage.leader - 1], hostage.n_trail - 1
    return bool(last < 0 or hostage.trail_x[last] != leader.x or hostage.trail_y[last] != leader.y)


@compiled
def follow_leader(state: State, tables: Tables, log: Log, h: int) -> None:
    """One hostage advances, all other tokens standing still."""
    hostage, discs = state.hostages[h], state.discs
    put_discs(state)
    own = disc_of(state, UNITS + h)
    reached = go_along(tables.field, discs, own, hostage.trail_x, hostage.trail_y, hostage.n_trail, UNIT, RADIUS)
    if discs.x[own] != hostage.x or discs.y[own] != hostage.y:
        hostage.x, hostage.y = discs.x[own], discs.y[own]
        log_followed(log, UNITS + h, hostage.x, hostage.y)
    forget_trail(hostage, reached)
    erase(discs)


@rule("TPS-19.30", "TPS-19.32", "TPS-21.4", "TPS-3.14")
def rescue(state: State, tables: Tables, log: Log) -> None:
    """A hostage whose centre is in a rescue shape leaves the table, to the credit of its leader, if it has one."""
    for h, hostage in enumerate(state.hostages):
        if hostage.status == PLACED and first_shape(tables.rescues, tables.n_rescues, hostage.x, hostage.y) >= 0:
            i = hostage.leader - 1
            log_saved(log, UNITS + h, i)
            if i >= 0:
                credit(state, log, i, HOSTAGE_RESCUED, tables.constants.rescued, 0)
            erase(hostage)
            hostage.status = RESCUED
