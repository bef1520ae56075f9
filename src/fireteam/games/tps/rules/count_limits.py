"""Section 9: which counts a unit may use."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.record import Array
from ....core.protocol.refusals import OK
from ..refusals import BY_FOOTPRINTS, BY_HALVING, NOT_ENTITLED
from ..state import CALL, COUNT, KNIFE_SLOT, State, Unit
from ..tables import Tables
from .units import called_gear


@rule("TPS-9.6", "TPS-9.7", "TPS-10.14", "TPS-23.2")
def footprints(tables: Tables, unit: Unit) -> int:
    """The footprints of the active equipment: of the over item and the weapon below it the larger."""
    weapon = called_gear(tables, unit)
    most = tables.gear[weapon].footprints if weapon >= 0 else 0
    if unit.over:
        most = max(most, tables.gear[unit.over - 1].footprints)
    return max(0, most + tables.sides[unit.side].clan.footprints)


@rule("TPS-9.8", "TPS-9.9", "TPS-9.10", "TPS-9.11", "TPS-9.2")
def count_refusal(tables: Tables, unit: Unit, count: int) -> int:
    """Why a unit may not act on a count, OK if it may: the first counts go to footprints, odd ones to halving."""
    counts = tables.options.mp_movecounts
    if count > counts:
        return OK if count <= counts + bonus_counts_of(tables, unit) else NOT_ENTITLED
    if count <= footprints(tables, unit):
        return BY_FOOTPRINTS
    if count % 2 and (unit.crouch or unit.scope):
        return BY_HALVING
    return OK


@rule("TPS-9.2", "TPS-9.3", "TPS-23.2")
def bonus_counts_of(tables: Tables, unit: Unit) -> int:
    """Bonus counts, of who had the knife active and made an actual move on every regular count."""
    counts = tables.options.mp_movecounts
    if unit.moves < counts or unit.unarmed < counts:
        return 0
    return bonus_counts(tables, unit.side)


@compiled
def bonus_counts(tables: Tables, side: int) -> int:
    """How many bonus counts the units of a side may earn."""
    return max(0, tables.options.mp_knifebonus + tables.sides[side].clan.counts)


@rule("TPS-5.12", "TPS-9.1")
def last_count(tables: Tables) -> int:
    """The number of the last count of a turn, bonus counts included; all of them are resolved."""
    return tables.options.mp_movecounts + max(bonus_counts(tables, 0), bonus_counts(tables, 1))


@rule("TPS-5.9", "TPS-5.12", "TPS-5.14")
def batch_size(tables: Tables, count: int) -> int:
    """How many counts are decided together, this one the first: batches begin with count 1, bonus counts go singly."""
    counts, batch = tables.options.mp_movecounts, tables.options.sv_movebatch
    if count > counts:
        return 1
    return min(batch - (count - 1) % batch, counts + 1 - count)


@rule("TPS-9.11", "TPS-9.12", "TPS-5.12", "TPS-5.9")
def may_order_now(state: State, tables: Tables, i: int) -> bool:
    """Whether a unit has an order to give: it may act on one of the counts that are decided now."""
    unit = state.units[i]
    if not unit.alive or unit.n_orders:
        return False
    for count in range(state.count, state.count + batch_size(tables, state.count)):
        if count_refusal(tables, unit, count) == OK:
            return True
    return False


@compiled
def may_earn_bonus_count(state: State, tables: Tables, i: int, bonus: int) -> bool:
    """Whether a unit has a bonus count, or can still come to it: knife in hand and moved on every count so far."""
    unit, gone = state.units[i], min(state.count - 1, tables.options.mp_movecounts)
    may = knife_is_active(unit) or gone == tables.options.mp_movecounts
    return bool(may and bonus <= bonus_counts(tables, unit.side) and min(unit.moves, unit.unarmed) >= gone)


@compiled
def write_counts_ahead(states: Array, tables: Array, masks: Array) -> None:
    """Write for each count of this turn that is left a bit for each unit that may act on it."""
    state, table = states[0], tables[0]
    counts = table.options.mp_movecounts
    for count in range(state.count, last_count(table) + 1):
        for i in range(state.n_units):
            unit = state.units[i]
            if not unit.alive or unit.leaving:
                continue
            if count <= counts:
                may = count_refusal(table, unit, count) == OK
            else:
                may = may_earn_bonus_count(state, table, i, count - counts)
            masks[count] |= int(may) << i


@compiled
def knife_is_active(unit: Unit) -> bool:
    """The knife is called, with nothing over it."""
    return bool(unit.weapon == KNIFE_SLOT and not unit.over)


@compiled
def counts_left(state: State, tables: Tables, i: int) -> int:
    """On how many regular counts from now on a unit may act, with the equipment it has active."""
    first = state.count if state.phase == COUNT else 1
    left = 0
    if state.phase == COUNT or state.phase == CALL:
        for count in range(first, tables.options.mp_movecounts + 1):
            left += int(count_refusal(tables, state.units[i], count) == OK)
    return left
