"""What the words of a menu follow from, as numbers: of each choice, and of the question."""

from __future__ import annotations

import math

import numpy as np

from ...core.decision import Moment
from ...core.engine.compiled import compiled, compiled_short, compiled_with_arrays
from ...core.engine.record import Array
from ...core.engine.stack import on_stack
from ...core.menu_runs import POINT, AlikeOptions, Facts, Texts, texts_of
from ...core.protocol.choices import name_of
from ...core.protocol.field_kinds import PARTS
from ...core.protocol.refusals import OK
from ...core.space.movement import Discs, add_disc, move_together
from ...core.space.units import STEPS, point_texts
from . import choices as verbs
from .rules.count_limits import batch_size, count_refusal, footprints, knife_is_active
from .rules.purchases import stock_left
from .rules.targeting import lawful_targets
from .rules.units import is_living, place_of
from .state import BUY, COUNT, TARGET, State, Unit
from .tables import GEAR, GRENADES, RADIUS, TARGETS, Tables

new_discs = on_stack(Discs)
STEP_FORM = f"{name_of(verbs.Move)} {{}}"
STEP_LABEL = f"to {POINT}"
CUT_LABEL = f"{STEP_LABEL}, where it is stopped"
RUN, X, Y, IS_CUT, AMONG_X, AMONG_Y = range(6)  # facts of a step: where it leads alone, where among the other tokens
CARRIED = 1  # of other choices: from this column on stands what the unit carries
CASH = CARRIED + 12 + GRENADES
STOCK = CASH + 1  # of purchases: from this column on how many are left of each
COLUMNS = STOCK + PARTS
PLENTY = PARTS  # as many as anybody can want at once
PHASE, ROUND, ACTION, COUNTED, USABLE, LOST, BATCH, KEEPS_UP, ATTACKS, HEAD = range(10)
"""Numbers of a heading; from HEAD on stands what is carried, then what is in stock."""
BULK = math.ceil(STEPS * (1 + 2 * RADIUS)) + 1_000  # within this of a unit are all discs that a step may meet


@compiled_with_arrays
def write_facts(states: Array, tables: Array, slot: int, choices: Array, count: int, rows: Array) -> None:
    """Write a row for each choice: of a step where it leads, of others what the unit carries, and what is in stock."""
    state, table = states[0], tables[0]
    for k in range(count):
        choice, row = choices[k], rows[k]
        row[RUN] = choice.verb
        if choice.verb == verbs.MOVE:
            write_step(state, table, slot, choice.x, choice.y, row)
        elif state.phase != COUNT and slot < state.n_units:
            write_carried(state.units[slot], row, CARRIED)
            if choice.verb == verbs.BUY:
                row[CASH] = state.units[slot].cash
                for n in range(choice.n):
                    row[STOCK + n] = min(PLENTY, stock_left(state, table, choice.parts[n, 1]))


@compiled_with_arrays
def write_step(state: State, tables: Tables, i: int, dx: int, dy: int, row: Array) -> None:
    """Write where a step of a unit leads, if only walls stop it and if the other tokens stand still as well."""
    discs, unit = new_discs(), state.units[i]
    discs.n = 0
    add_disc(discs, unit.x, unit.y, dx, dy)
    move_together(tables.field, discs, RADIUS)
    row[X], row[Y] = discs.x[0], discs.y[0]
    row[IS_CUT] = row[X] != unit.x + dx or row[Y] != unit.y + dy
    discs.n = 0
    add_disc(discs, unit.x, unit.y, dx, dy)
    for other in range(TARGETS):
        if other != i and is_living(state, other):
            x, y = place_of(state, other)
            if abs(x - unit.x) <= BULK and abs(y - unit.y) <= BULK:
                add_disc(discs, x, y, 0, 0)
    if discs.n > 1:
        move_together(tables.field, discs, RADIUS)
        row[AMONG_X], row[AMONG_Y] = discs.x[0], discs.y[0]
    else:
        row[AMONG_X], row[AMONG_Y] = row[X], row[Y]


@compiled
def write_carried(unit: Unit, row: Array, k: int) -> None:
    """Write what a unit has in hand and carries, from a column on."""
    row[k], row[k + 1], row[k + 2] = unit.side, unit.weapon, unit.over
    row[k + 3], row[k + 4] = unit.primary.gear, unit.primary.mark
    row[k + 5], row[k + 6] = unit.sidearm.gear, unit.sidearm.mark
    row[k + 7], row[k + 8], row[k + 9] = unit.helmet.gear, unit.vest.gear, unit.special.gear
    row[k + 10], row[k + 11] = unit.crouch, unit.scope
    for n in range(GRENADES):
        row[k + 12 + n] = unit.grenades[n].gear


FACTS = Facts(write_facts, COLUMNS)


@compiled_short
def write_heading(states: Array, tables: Array, slot: int, row: Array) -> None:
    """Write what the question of a unit, the things to choose from and the outfits follow from."""
    state, table = states[0], tables[0]
    row[:] = 0
    row[PHASE], row[ROUND] = state.phase, state.round_number
    if slot >= state.n_units:
        return
    unit = state.units[slot]
    row[ACTION], row[ATTACKS] = unit.action, state.phase == TARGET and lawful_targets(state, table, slot) != 0
    if state.phase == COUNT:
        row[HEAD], row[HEAD + 1], row[HEAD + 2] = unit.side, unit.crouch, unit.scope
        row[COUNTED], row[USABLE] = state.count, usable_mask(table, unit, state.count)
        row[LOST], row[BATCH] = footprints(table, unit), batch_size(table, state.count)
        row[KEEPS_UP] = knife_is_active(unit) and unit.moves == unit.unarmed == state.count - 1
        return
    write_carried(unit, row, HEAD)
    if state.phase == BUY:
        row[HEAD + CASH] = unit.cash
        for gear in range(table.n_gear):
            row[HEAD + STOCK + gear] = min(PLENTY, stock_left(state, table, gear))


@compiled
def usable_mask(tables: Tables, unit: Unit, first: int) -> int:
    """A bit for each regular count, from one on, on which a unit may act as it is equipped now."""
    mask = 0
    for count in range(first, tables.options.mp_movecounts + 1):
        mask |= int(count_refusal(tables, unit, count) == OK) << count
    return mask


def heading_row(moment: Moment) -> Array:
    """What the question of the slot follows from."""
    row = np.empty(HEAD + STOCK + GEAR, np.int64)
    write_heading(moment.states, moment.setting.tables, moment.slot, row)
    return row


def heading(moment: Moment) -> bytes:
    """The same, for whoever looks whether it is the same."""
    return bytes(moment.once("heading", lambda: heading_row(moment)).tobytes())


# Steps in words


def steps_alike(moment: Moment, choices: Array, facts: Array) -> AlikeOptions:
    """Steps of a unit: each is called by where it leads."""
    ways = moment.cached(("ways", choices["x"].tobytes(), choices["y"].tobytes()), lambda: _ways(moment, choices))
    labels, places = step_labels(facts), facts[:, X : Y + 1].copy()
    return AlikeOptions(verbs.Move, STEP_FORM, ways, labels, moment.names.unit(moment.slot), places)


def step_labels(facts: Array) -> Texts:
    """The labels of steps, without the places where they lead: as a rule nothing is in their way."""
    numbers = np.empty(len(facts), np.int64)
    count = find_stopped(facts, numbers)
    if not count:
        return Texts(STEP_LABEL)
    if 2 * count >= len(facts):
        return texts_of(step_label_forms(facts))
    others: dict[str, list[int]] = {}
    for k, label in zip(numbers[:count].tolist(), step_label_forms(facts[numbers[:count]]), strict=True):
        others.setdefault(label, []).append(k)
    return Texts(STEP_LABEL, tuple([(label, tuple(of)) for label, of in others.items()]))


@compiled_short
def find_stopped(facts: Array, numbers: Array) -> int:
    """Write the numbers of the steps that a wall or somebody who stands still would stop, and return how many."""
    n = 0
    for k in range(len(facts)):
        row = facts[k]
        if row[IS_CUT] != 0 or row[AMONG_X] != row[X] or row[AMONG_Y] != row[Y]:
            numbers[n] = k
            n += 1
    return n


def _ways(moment: Moment, choices: Array) -> tuple[str, ...]:
    """The vectors of steps as they are written."""
    return tuple(moment.names.point(int(choice["x"]), int(choice["y"])) for choice in choices)


def step_label_forms(facts: Array) -> list[str]:
    """The label of each step, without the place where it leads."""
    found, among = [], point_texts(facts[:, AMONG_X : AMONG_Y + 1].copy())
    for (x, y, is_cut, among_x, among_y), place in zip(facts[:, X : AMONG_Y + 1].tolist(), among, strict=True):
        label = CUT_LABEL if is_cut else STEP_LABEL
        found.append(label if x == among_x and y == among_y else f"{label}; {place} if nobody makes way")
    return found


def words_of_step(moment: Moment, value: verbs.Move) -> tuple[str, str]:
    """Where a step leads and its label, for a single step, whether or not it is on the menu."""
    choice, rows = moment.encode(value), np.zeros((1, COLUMNS), np.int64)
    write_facts(moment.states, moment.setting.tables, moment.slot, choice, 1, rows)
    return moment.names.point(int(rows[0, X]), int(rows[0, Y])), step_label_forms(rows)[0]
