"""Sections 20 to 22: elimination, the end of a turn, of a round, and of the match."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.events import Log
from ..events.words import END_BOMB, END_DEFUSE, END_ELIMINATION, END_HOSTAGES, END_RESCUE, END_TIME
from ..log import log_eliminated, log_ended, log_round_ended, log_sides_changed, log_smoke_gone
from ..state import (
    ACTION,
    ARMED,
    BETWEEN,
    CALL,
    CT_WON,
    DEFUSED,
    DRAW,
    EXPLODED,
    KILLED,
    NO_WIN,
    OVER,
    PLACED,
    RESCUED,
    ROUND_END,
    T_WON,
    State,
    Unit,
)
from ..tables import BOMB_MODE, CT, HOSTAGE_MODE, KIT, NOBODY, UNITS, T, Tables
from .hostages import forget_trail, free_hostages
from .money import award_side, credit_kill, pay_units, team_of
from .units import drop_all

# Elimination


@rule("TPS-13.12", "TPS-13.13", "TPS-13.16", "TPS-2.8", "TPS-21.5", "TPS-24.3", "TPS-20.5")
def eliminate(state: State, tables: Tables, log: Log, target: int, by: int) -> None:
    """A unit or hostage is out for the round: it drops what it carries, and the kill is credited.

    The rulebook writes kills and deaths down at the end of the turn; nothing reads them before, so they are written at
    once.
    """
    log_eliminated(log, target, by if by != NOBODY else -1)
    if target >= UNITS:
        hostage = state.hostages[target - UNITS]
        hostage.status = KILLED
        hostage.x = hostage.y = hostage.health = hostage.leader = 0
        forget_trail(hostage, hostage.n_trail)
    else:
        unit = state.units[target]
        drop_all(state, tables, log, target)
        unit.alive = unit.health = unit.progress = 0
        unit.deaths += 1
        if state.phase != ACTION:  # in the action phase sight goes by the places after the last count (TPS-11.12)
            unit.x = unit.y = 0
        free_hostages(state, log)
    credit_kill(state, tables, log, target, by)


# The end of a turn


@rule("TPS-20.1", "TPS-20.5", "TPS-19.10", "TPS-19.12")
def end_turn(state: State, tables: Tables, log: Log) -> None:
    """Flash and spent smoke are removed, the round's end is tested, and the next turn begins."""
    for unit in state.units:
        forget_turn(unit)
    for zone in range(tables.field.n_zones):
        if state.smoke[zone] and state.smoke[zone] <= state.turn:
            state.smoke[zone] = 0
            log_smoke_gone(log, zone)
    state.step = state.count = 0
    state.won, state.why = round_result(state, tables)
    if state.won != NO_WIN:
        state.phase = ROUND_END
        return
    state.turn += 1
    state.phase = CALL


@compiled
def forget_turn(unit: Unit) -> None:
    """Nothing is kept of what a unit called, ordered and suffered in a turn but the weapon it called last."""
    unit.weapon = unit.over = unit.action = unit.scope = unit.crouch = 0
    for k in range(unit.n_orders):
        unit.orders[k, 0] = unit.orders[k, 1] = unit.orders[k, 2] = 0
    for k in range(unit.n_targets):
        unit.targets[k, 0] = unit.targets[k, 1] = unit.targets[k, 2] = 0
    unit.n_orders = unit.moves = unit.unarmed = unit.busy = unit.n_targets = 0
    unit.dice = unit.aim_x = unit.aim_y = unit.to_hit = 0
    unit.changed = unit.flashed = unit.hurt = unit.shot_at = 0
    if not unit.alive:
        unit.x = unit.y = 0


@compiled
def living(state: State, tables: Tables, side: int) -> int:
    """How many units of a side are alive."""
    found = 0
    for unit in state.units:
        found += int(unit.alive and unit.side == side)
    return found


@compiled
def hostages_with(state: State, status: int) -> int:
    """How many hostages are on the table, rescued or killed."""
    found = 0
    for hostage in state.hostages:
        found += int(hostage.status == status)
    return found


@rule("TPS-20.1", "TPS-20.2", "TPS-20.3", "TPS-20.4")
def round_result(state: State, tables: Tables) -> tuple[int, int]:
    """Who has won the round, and why: the first condition that holds decides. NO_WIN: it goes on."""
    bomb = state.bomb.status
    terrorists, counters = living(state, tables, T), living(state, tables, CT)
    if bomb == EXPLODED:
        return T_WON, END_BOMB
    if bomb == DEFUSED:
        return CT_WON, END_DEFUSE
    if terrorists == 0 and counters == 0:
        won = T_WON if bomb == ARMED or tables.mode == HOSTAGE_MODE else CT_WON
        return won, END_ELIMINATION
    if counters == 0:
        return T_WON, END_ELIMINATION
    if terrorists == 0 and bomb != ARMED:
        return CT_WON, END_ELIMINATION
    enough = hostages_with(state, RESCUED) >= tables.options.mp_hostagequota
    if tables.mode == HOSTAGE_MODE and hostages_with(state, PLACED) == 0:
        return (CT_WON, END_RESCUE) if enough else (T_WON, END_HOSTAGES)
    if tables.options.mp_roundturns and state.turn >= tables.options.mp_roundturns and bomb != ARMED:
        return CT_WON if tables.mode == BOMB_MODE or enough else T_WON, END_TIME
    return NO_WIN, 0


# The end of a round


@rule("TPS-21.1", "TPS-21.3", "TPS-21.4", "TPS-21.6", "TPS-21.9", "TPS-22.1")
def end_round(state: State, tables: Tables, log: Log) -> None:
    """The round is scored and paid; then comes half-time, the next round, or the end of the match."""
    side = T if state.won == T_WON else CT
    winner = team_of(state, side)
    state.score[winner] += 1
    t, ct = state.score[team_of(state, T)], state.score[team_of(state, CT)]
    left, others = living(state, tables, T), living(state, tables, CT)
    log_round_ended(log, state.round_number, side, state.why, t, ct, left, others)
    award_side(state, tables, log, side, True, state.why)
    award_side(state, tables, log, 1 - side, False, state.why)
    pay_units(state, tables, log)
    state.losses[winner] = 0
    state.losses[1 - winner] += 1
    return_tokens(state, tables)
    if is_decided(state, tables):
        state.phase = OVER
        state.winner = team_ahead(state, tables)
        log_ended(log, state.winner)
        return
    if is_half_time(state, tables):
        change_sides(state, tables, log)
    state.phase = BETWEEN


@rule("TPS-21.6", "TPS-21.7", "TPS-21.11")
def return_tokens(state: State, tables: Tables) -> None:
    """Survivors keep what they carry, but the bomb goes back; so do kits, by an option."""
    for unit in state.units:
        special = unit.special.gear
        if special and not (tables.options.mp_keepkit and tables.gear[special - 1].kind == KIT):
            unit.special.gear = 0


@rule("TPS-21.10")
def is_half_time(state: State, tables: Tables) -> bool:
    """After half of the rounds; never, if that is none."""
    half = tables.options.mp_maxrounds // 2
    return bool(tables.options.mp_halftime and half and state.round_number == half)


@rule("TPS-21.10", "TPS-21.9")
def change_sides(state: State, tables: Tables, log: Log) -> None:
    """The teams change sides; cash, equipment and streaks start anew. Score, frags and deaths stay."""
    log_sides_changed(log)
    state.swapped = 1 - state.swapped
    state.losses[0] = state.losses[1] = 0
    for i in range(state.n_units):
        unit = state.units[i]
        unit.side = 1 - unit.side
        unit.cash = start_money(tables, unit.side)
        for token in (unit.primary, unit.sidearm, unit.helmet, unit.vest, unit.special):
            erase(token)
        for grenade in unit.grenades:
            erase(grenade)


@rule("TPS-21.3", "TPS-21.10", "TPS-23.2")
def start_money(tables: Tables, side: int) -> int:
    """The cash to begin with, and what the side's clan adds, within the cap."""
    return max(0, min(tables.options.mp_maxmoney, tables.options.mp_startmoney + tables.sides[side].clan.money))


# The match


@rule("TPS-22.1")
def is_decided(state: State, tables: Tables) -> bool:
    """All rounds are played, or one team has won more than half of them."""
    rounds = tables.options.mp_maxrounds
    return bool(state.round_number >= rounds or 2 * max(state.score[0], state.score[1]) > rounds)


@rule("TPS-22.2")
def team_ahead(state: State, tables: Tables) -> int:
    """The team with more rounds, then with more frags, plus one; else a DRAW."""
    lead = state.score[0] - state.score[1]
    if lead == 0:
        for unit in state.units:
            lead += unit.frags if team_of(state, unit.side) == 0 else -unit.frags
    if lead == 0:
        return DRAW
    return 1 if lead > 0 else 2


@rule("TPS-22.2")
def is_ahead(state: State, i: int, j: int) -> bool:
    """Whether a player ranks before another: more frags, then fewer deaths, then more cash, then the lower seat."""
    one, other = state.units[i], state.units[j]
    return (one.frags, -one.deaths, one.cash, -i) > (other.frags, -other.deaths, other.cash, -j)


@rule("TPS-22.2")
def rank_of(state: State, tables: Tables, i: int) -> int:
    """A player's rank, from 1."""
    rank = 1
    for j in range(state.n_units):
        rank += int(j != i and is_ahead(state, j, i))
    return rank
