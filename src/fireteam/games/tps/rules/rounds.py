"""Section 6: a round is set up."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.events import Log
from ..events.words import FOR_CARRIER
from ..log import log_issued, log_round_begun, log_spawned
from ..state import PLACED, State
from ..tables import BOMB, BOMB_MODE, FIRST, KIT, T, Tables
from .dice_pools import draw_among
from .purchases import issue
from .units import is_carried_weapon, lay_token, lift_token


@rule("TPS-6.1", "TPS-6.9", "TPS-5.2", "TPS-21.6")
def set_up_round(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Everybody healed and at a spawn point, the ground cleared, the bomb handed out or the hostages placed."""
    carrier = draw_carrier(state, tables, dice, log)
    state.round_number += 1
    log_round_begun(log, state.round_number)
    clear_table(state, tables)
    for i in range(state.n_units):
        if not state.units[i].kicked:
            enter_unit(state, tables, log, i, seats_before(state, i))
    if carrier >= 0:
        issue_bomb(state, tables, log, carrier)
    if tables.mode != BOMB_MODE:
        place_hostages(state, tables)
    state.turn = 1


@compiled
def seats_before(state: State, i: int) -> int:
    """How many units of the same side have a lower seat."""
    before = 0
    for j in range(i):
        before += int(state.units[j].side == state.units[i].side and not state.units[j].kicked)
    return before


@rule("TPS-6.7", "TPS-5.8")
def draw_carrier(state: State, tables: Tables, dice: Dice, log: Log) -> int:
    """In bomb mode one of the T, by lot or the lowest seat; -1 if nobody is to have the bomb."""
    if tables.mode != BOMB_MODE:
        return -1
    candidates = 0
    for i in range(state.n_units):
        if state.units[i].side == T and not state.units[i].kicked:
            if tables.options.mp_bombassign != FIRST or candidates == 0:
                candidates |= 1 << i
    return draw_among(candidates, dice, log, FOR_CARRIER)


@rule("TPS-6.6", "TPS-6.9")
def clear_table(state: State, tables: Tables) -> None:
    """What lay on the ground, smoke, grenades, work done and the bomb of the last round are removed."""
    for k in range(state.n_ground - 1, -1, -1):
        if not tables.options.mp_grounditems or tables.gear[state.ground[k].gear - 1].kind == BOMB:
            lift_token(state, k)
    for k in range(len(state.smoke)):
        state.smoke[k] = 0
    for flight in state.flights:
        erase(flight)
    state.n_flights = 0
    for unit in state.units:
        unit.progress = 0
    erase(state.bomb)
    for hostage in state.hostages:
        erase(hostage)


@rule("TPS-6.1", "TPS-6.2", "TPS-6.2a", "TPS-6.3", "TPS-6.4", "TPS-6.5", "TPS-2.1", "TPS-5.7", "TPS-23.2")
def enter_unit(state: State, tables: Tables, log: Log, i: int, place: int) -> None:
    """A unit at its spawn point: full health, loaded weapons, the free pistol if it has no sidearm."""
    unit = state.units[i]
    side = tables.sides[unit.side]
    unit.alive, unit.health = 1, tables.constants.health + side.clan.health
    unit.x, unit.y = side.spawns[place, 0], side.spawns[place, 1]
    unit.primary.mark = unit.sidearm.mark = 0
    if not is_carried_weapon(unit, unit.called):
        unit.called = 0
    log_spawned(log, i, unit.x, unit.y, unit.side, unit.helmet.mark, unit.vest.mark, unit.health)
    if tables.options.mp_freepistol and side.pistol and issue(state, tables, i, side.pistol - 1):
        log_issued(log, i, side.pistol - 1)


@rule("TPS-6.7", "TPS-6.10")
def issue_bomb(state: State, tables: Tables, log: Log, i: int) -> None:
    """The bomb goes into the special slot; a kit that a T unit still had there is dropped at its spawn point."""
    special = state.units[i].special
    if special.gear and tables.gear[special.gear - 1].kind == KIT:
        lay_token(state, log, i, special.gear - 1, 0)
    special.gear, special.mark = tables.bomb + 1, 0
    log_issued(log, i, tables.bomb)


@rule("TPS-6.8")
def place_hostages(state: State, tables: Tables) -> None:
    """Hostages on the first points of the map's list, without armour or side."""
    for h in range(tables.n_hostages):
        hostage = state.hostages[h]
        hostage.status, hostage.health = PLACED, tables.constants.hostage_health
        hostage.x, hostage.y = tables.hostages[h, 0], tables.hostages[h, 1]
