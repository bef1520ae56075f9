"""Sections 21 and 24: the Admin, and the switch between rounds."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.protocol.refusals import LAWFUL, refuse
from ....core.space.movement import is_free
from ....core.space.terrain import first_shape
from .. import choices as verbs
from ..log import log_joined, log_kicked, log_ordered, log_placed, log_ruled, log_switched, log_void, log_warned
from ..refusals import NO_BALANCE, NOT_ADMIN, VALUE, WARN_FIRST, WRONG_PHASE
from ..state import ARMED, BETWEEN, MAX_HEALTH, MAX_RULED, OVER, RULINGS, State, Unit
from ..tables import CT, NOBODY, RADIUS, T, Tables
from .calls import Answer
from .end import eliminate, start_money
from .units import drop_all, put_discs

HEALTH, CASH, FRAGS, DEATHS, PROGRESS, SCORE, BOMB_TURNS = range(7)  # what may be ruled: choices.RULED


@rule("TPS-24.1", "TPS-24.3", "TPS-5.13")
def apply_free_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """A command of the Admin waits until the state in progress closes."""
    ruling = state.rulings[state.n_rulings]
    ruling.verb, ruling.unit, ruling.what, ruling.to = choice.verb, choice.unit, choice.target, choice.n
    ruling.x, ruling.y = choice.x, choice.y
    state.n_rulings += 1
    log_ordered(log, choice.verb - verbs.WARN, choice.unit)
    if choice.verb == verbs.KICK:
        for i in range(state.n_units):
            if tables.player_of[i] == tables.player_of[choice.unit]:
                state.units[i].leaving = 1
                state.owing &= ~(1 << i)


@rule("TPS-24.1", "TPS-24.2", "TPS-24.3", "TPS-24.8", "TPS-28.1")
def may_command(state: State, tables: Tables, slot: int, choice: Choice) -> Answer:
    """Only the Admin commands; a kick needs an earlier warning; a ruling needs values that can be.

    Who was booted is given no command but that somebody else has the place.
    """
    if state.phase == OVER or (choice.verb == verbs.ADMIT and state.phase != BETWEEN):
        return refuse(WRONG_PHASE, state.phase)
    if state.n_rulings >= RULINGS or not 0 <= choice.unit < state.n_units:
        return refuse(VALUE)
    unit = state.units[choice.unit]
    if bool(unit.kicked) != (choice.verb == verbs.ADMIT) or (choice.verb == verbs.KICK and unit.leaving):
        return refuse(VALUE)
    ruled, place = verbs.read_rule(choice), verbs.read_place(choice)
    if choice.verb == verbs.RULE and not may_be_ruled(state, tables, ruled.unit, ruled.what, ruled.to):
        return refuse(VALUE)
    if choice.verb == verbs.PLACE and not is_place_for(state, tables, place.unit, place.at_x, place.at_y):
        return refuse(VALUE)
    if slot + 1 != state.admin:
        return refuse(NOT_ADMIN)
    if choice.verb == verbs.KICK and not unit.warned:
        return refuse(WARN_FIRST, choice.unit)
    return may_join(state, tables, choice.unit) if choice.verb == verbs.ADMIT else LAWFUL


@rule("TPS-24.1", "TPS-24.7")
def may_be_ruled(state: State, tables: Tables, i: int, what: int, to: int) -> bool:
    """A ruling sets a number to what it can be: health of the living from 1 up, cash within its cap."""
    if what == HEALTH:
        return bool(state.units[i].alive and 1 <= to <= MAX_HEALTH)
    if what == CASH:
        return bool(0 <= to <= tables.options.mp_maxmoney)
    if what == BOMB_TURNS:
        return bool(state.bomb.status == ARMED and 0 <= to <= tables.options.mp_c4timer)
    return bool(HEALTH <= what <= BOMB_TURNS and 0 <= to <= MAX_RULED)


@rule("TPS-24.1", "TPS-24.7", "TPS-3.6")
def is_place_for(state: State, tables: Tables, i: int, x: int, y: int) -> bool:
    """Whether a living unit's token may lie there: on the map, in no block, off walls, windows and other tokens."""
    unit = state.units[i]
    if not unit.alive:
        return False
    if first_shape(tables.field.blocks, tables.field.n_blocks, x, y) >= 0:
        return False
    unit.alive = 0  # its own token does not stand in its way
    put_discs(state)
    found = is_free(tables.field, state.discs, x, y, RADIUS)
    erase(state.discs)
    unit.alive = 1
    return bool(found)


@rule("TPS-5.13", "TPS-24.1", "TPS-24.3", "TPS-24.7")
def apply_rulings(state: State, tables: Tables, log: Log) -> None:
    """What the Admin commanded takes effect, in the order of the commands."""
    for k in range(state.n_rulings):
        ruling = state.rulings[k]
        i = ruling.unit
        if ruling.verb == verbs.WARN:
            for j in range(state.n_units):
                if tables.player_of[j] == tables.player_of[i]:
                    state.units[j].warned = 1
            log_warned(log, i)
        elif ruling.verb == verbs.KICK:
            kick_unit(state, tables, log, i)
        elif ruling.verb == verbs.RULE and may_be_ruled(state, tables, i, ruling.what, ruling.to):
            set_number(state, tables, log, i, ruling.what, ruling.to)
        elif ruling.verb == verbs.PLACE and is_place_for(state, tables, i, ruling.x, ruling.y):
            state.units[i].x, state.units[i].y = ruling.x, ruling.y
            log_placed(log, i, ruling.x, ruling.y)
        elif ruling.verb == verbs.ADMIT and state.units[i].kicked and may_join(state, tables, i)[0] == LAWFUL[0]:
            join(state, tables, log, i)
        else:
            log_void(log, i)
        erase(ruling)
    state.n_rulings = 0


@rule("TPS-24.3", "TPS-24.8", "TPS-13.12")
def kick_unit(state: State, tables: Tables, log: Log, i: int) -> None:
    """A kicked player's units are eliminated, to nobody's credit, drop their equipment, and never come back."""
    log_kicked(log, i)
    for j in range(state.n_units):
        unit = state.units[j]
        if tables.player_of[j] == tables.player_of[i]:
            if unit.alive:
                eliminate(state, tables, log, j, NOBODY)
            else:
                drop_all(state, tables, log, j)
            unit.kicked, unit.leaving = 1, 0


@rule("TPS-21.8", "TPS-24.9")
def may_join(state: State, tables: Tables, i: int) -> Answer:
    """Whether the place of a booted player may be filled: its side has spawn points, and is not too large for it."""
    t, ct = sizes(state, tables, i, False)
    mine, other = (t, ct) if state.units[i].side == T else (ct, t)
    if mine - other > tables.options.mp_limitteams or mine > tables.sides[state.units[i].side].n_spawns:
        return refuse(NO_BALANCE, t, ct)
    return LAWFUL


@rule("TPS-21.8", "TPS-24.9", "TPS-21.3")
def join(state: State, tables: Tables, log: Log, i: int) -> None:
    """A new player's units have the start cash and nothing else; they come to the table with the next round."""
    for j in range(state.n_units):
        unit = state.units[j]
        if tables.player_of[j] == tables.player_of[i]:
            unit.kicked = unit.warned = unit.frags = unit.deaths = unit.earned = 0
            unit.cash = start_money(tables, unit.side)
            log_joined(log, j, unit.cash)


@rule("TPS-24.1", "TPS-24.7")
def set_number(state: State, tables: Tables, log: Log, i: int, what: int, to: int) -> None:
    """One number is set as the Admin rules. A bomb with no turns left explodes in this one."""
    unit = state.units[i]
    if what == BOMB_TURNS:
        state.bomb.turn = state.turn + to - tables.options.mp_c4timer
    elif what == HEALTH:
        unit.health = to
    elif what == CASH:
        unit.cash = to
    elif what == FRAGS:
        unit.frags = to
    elif what == DEATHS:
        unit.deaths = to
    elif what == PROGRESS:
        unit.progress = to
    else:
        state.score[unit.side ^ state.swapped] = to
    log_ruled(log, what, i if what != BOMB_TURNS else -1, to)


@rule("TPS-21.12", "TPS-21.13", "TPS-24.8", "TPS-5.11", "TPS-5.10")
def may_switch(state: State, tables: Tables, i: int) -> Answer:
    """One player a pause, and neither an empty team nor teams too unlike, nor more units than spawn points."""
    if state.switched:
        return refuse(WRONG_PHASE, state.phase)
    if not 0 <= i < state.n_units or is_out(state.units[i]):
        return refuse(VALUE)
    t, ct = sizes(state, tables, i, True)
    full = ct > tables.sides[CT].n_spawns or t > tables.sides[T].n_spawns
    if t == 0 or ct == 0 or abs(t - ct) > tables.options.mp_limitteams or full:
        return refuse(NO_BALANCE, t, ct)
    return LAWFUL


@compiled
def sizes(state: State, tables: Tables, i: int, switches: bool) -> tuple[int, int]:
    """How many units T and CT would have, if the player of a unit changed sides, or else if it were in the match."""
    t = ct = 0
    for j in range(state.n_units):
        his = tables.player_of[j] == tables.player_of[i]
        if not is_out(state.units[j]) or (his and not switches):
            side = 1 - state.units[j].side if his and switches else state.units[j].side
            ct += int(side == CT)
            t += int(side == T)
    return t, ct


@compiled
def is_out(unit: Unit) -> bool:
    """A unit of a player who was booted, or is being."""
    return bool(unit.kicked or unit.leaving)


@rule("TPS-21.11", "TPS-21.12")
def switch_player(state: State, tables: Tables, log: Log, i: int) -> None:
    """A player's units change sides, and keep points and equipment."""
    side = 1 - state.units[i].side
    for j in range(state.n_units):
        if tables.player_of[j] == tables.player_of[i]:
            state.units[j].side = side
            log_switched(log, j, side)
    state.switched = 1
