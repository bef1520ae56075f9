"""Sections 8 and 4.3: who may attack what, and what comes of it."""

from __future__ import annotations

from ....core.dice import Dice, roll_band
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ....core.protocol.refusals import LAWFUL, refuse
from ....core.space.grid import bit, has_bit
from ..events import BY_AIM, BY_BLAST, BY_SPOTTER, BY_TERRAIN, FOR_ATTACK, FOR_SAVE, TO_HIT
from ..log import log_attacked, log_eliminated, log_frenzied, log_saved
from ..lookup import allows_attack, lowest_hit, terrain_bonus
from ..refusals import LOW_PROFILE_FAR, NO_ATTACK_TERRAIN, NO_LOS, OUT_OF_RANGE, TOO_CLOSE
from ..state import ELIMINATED, OVER, State
from ..tables import BLAST, BURST, FLAME, FRENZY, INDIRECT, LOW_PROFILE, MEDIC, SIDE, SPOTTER, Tables
from .end import judge
from .pieces import (
    NORTH_EAST_SOUTH_WEST,
    can,
    distance_between,
    ground_at,
    in_play,
    remove,
    side_of_unit,
    type_of,
    unit_at,
)
from .sight import sees


@rule(
    "TTT-2.20",
    "TTT-3.17",
    "TTT-3.18",
    "TTT-4.17",
    "TTT-4.25",
    "TTT-7.10",
    "TTT-7.11",
    "TTT-8.5",
    "TTT-8.6",
    "TTT-8.7",
)
def can_fire_at(state: State, tables: Tables, i: int, j: int) -> tuple[int, int, int, int]:
    """What limits an attack or an aim on an enemy in play: the attacker's ground, Range, closeness, profile, sight."""
    shooter, target = state.units[i], state.units[j]
    away = distance_between(state, i, j)
    reach = type_of(state, tables, i).range
    indirect = can(state, tables, i, INDIRECT)
    if not allows_attack(tables, ground_at(tables, shooter.x, shooter.y)):
        return refuse(NO_ATTACK_TERRAIN, shooter.x, shooter.y)
    if away > reach:
        return refuse(OUT_OF_RANGE, away, reach)
    if indirect and away < tables.constants.indirect:
        return refuse(TOO_CLOSE)
    if can(state, tables, j, LOW_PROFILE) and away > tables.constants.low_profile:
        return refuse(LOW_PROFILE_FAR, tables.constants.low_profile)
    if not indirect and not sees(tables, shooter.x, shooter.y, target.x, target.y):
        return refuse(NO_LOS, target.x, target.y)
    return LAWFUL


@rule("TTT-4.12", "TTT-8.3")
def attacks_of(state: State, tables: Tables, i: int) -> int:
    """The attacks a piece gets for a turn: one, or two with burst."""
    return tables.constants.burst if can(state, tables, i, BURST) else tables.constants.attacks


@rule("TTT-6.6", "TTT-8.3", "TTT-5.10")
def renew_attacks(state: State, tables: Tables) -> None:
    """The acting side's pieces on the board may attack anew."""
    for i in range(state.side * SIDE, state.side * SIDE + tables.sides[state.side].pieces):
        if in_play(state, i):
            state.units[i].attacks = attacks_of(state, tables, i)


@rule("TTT-8.3", "TTT-8.4", "TTT-8.9")
def has_attack_left(state: State, tables: Tables, i: int, j: int) -> bool:
    """Whether a piece may still attack: so often a turn, or by the option so often each enemy."""
    if not tables.every_target:
        return state.units[i].attacks > 0
    spent = state.units[i].fired_twice if can(state, tables, i, BURST) else state.units[i].fired
    return not has_bit(spent, j)


@rule("TTT-8.3", "TTT-8.9", "TTT-4.12")
def use_attack(state: State, tables: Tables, i: int, j: int) -> None:
    """An attack is used up, of the piece or, by the option, on that enemy."""
    unit = state.units[i]
    if not tables.every_target:
        unit.attacks -= 1
        return
    unit.fired_twice |= unit.fired & bit(j)
    unit.fired |= bit(j)


@rule("TTT-4.21", "TTT-4.22")
def is_spotted(state: State, tables: Tables, i: int, j: int) -> bool:
    """Another piece of the attacker's side with `spotter` has the target within its Range and sight."""
    side, target = side_of_unit(i), state.units[j]
    for k in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if k != i and in_play(state, k) and can(state, tables, k, SPOTTER):
            spotter = state.units[k]
            if distance_between(state, k, j) <= type_of(state, tables, k).range:
                if sees(tables, spotter.x, spotter.y, target.x, target.y):
                    return True
    return False


@rule("TTT-3.14", "TTT-3.15", "TTT-3.16", "TTT-4.23")
def terrain_modifier(state: State, tables: Tables, i: int, j: int) -> int:
    """The TBH bonus of the target's square, counted once; a Flamethrower ignores it."""
    if can(state, tables, i, FLAME):
        return 0
    return terrain_bonus(tables, ground_at(tables, state.units[j].x, state.units[j].y))


@rule("TTT-8.11", "TTT-4.15", "TTT-7.12", "TTT-7.13")
def attack_modifiers(state: State, tables: Tables, i: int, j: int, secondary: bool) -> tuple[int, int, int, int, int]:
    """What is added to the die: TH, aim, spotting, the penalty of a blast, less the target's terrain."""
    numbers = tables.constants
    aim = spot = blast = 0
    if secondary:
        blast = numbers.blast
    else:
        aim = numbers.aim if state.units[i].aim == j + 1 else 0
        spot = numbers.spot if is_spotted(state, tables, i, j) else 0
    return (type_of(state, tables, i).th, aim, spot, blast, -terrain_modifier(state, tables, i, j))


@rule("TTT-8.11", "TTT-8.13")
def lowest_face(state: State, tables: Tables, log: Log, i: int, j: int, secondary: bool) -> int:
    """The lowest face with which an attack hits, every modifier written down."""
    th, aim, spot, blast, terrain = attack_modifiers(state, tables, i, j, secondary)
    total = because(log, TO_HIT, th) + because(log, BY_AIM, aim) + because(log, BY_SPOTTER, spot)
    total += because(log, BY_BLAST, blast) + because(log, BY_TERRAIN, terrain)
    return lowest_hit(total, type_of(state, tables, j).tbh, tables.constants)


@rule("TTT-4.18", "TTT-4.19")
def is_medic_near(state: State, tables: Tables, j: int) -> bool:
    """Another piece of the same side with `medic` is within 2 spaces; sight does not matter."""
    side = side_of_unit(j)
    for k in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if k != j and in_play(state, k) and can(state, tables, k, MEDIC):
            if distance_between(state, k, j) <= tables.constants.medic:
                return True
    return False


@rule("TTT-8.10", "TTT-8.11", "TTT-8.16", "TTT-4.18", "TTT-4.19", "TTT-4.20")
def resolve_attack(state: State, tables: Tables, dice: Dice, log: Log, i: int, j: int, secondary: bool) -> bool:
    """One attack on one piece: the die, then a Medic's save. Returns whether the piece is eliminated."""
    numbers = tables.constants
    least = lowest_face(state, tables, log, i, j, secondary)
    hit = roll_band(dice, log, numbers.die, (least - 1, numbers.die), FOR_ATTACK) == 1
    log_attacked(log, i, j, least, int(hit))
    if not hit:
        return False
    if is_medic_near(state, tables, j):
        if roll_band(dice, log, numbers.die, (numbers.save - 1, numbers.die), FOR_SAVE) == 1:
            log_saved(log, j)
            return False
    log_eliminated(log, j)
    remove(state, j, ELIMINATED)
    return True


@rule("TTT-8.1", "TTT-8.2", "TTT-4.15")
def begin_attack(state: State, tables: Tables, i: int, j: int) -> None:
    """An attack is declared: one of the attacker's attacks is used up."""
    use_attack(state, tables, i, j)
    doing = state.doing
    doing.unit, doing.target = i + 1, j + 1
    doing.x, doing.y, doing.turn = state.units[j].x, state.units[j].y, 0


@rule("TTT-4.13", "TTT-4.14", "TTT-4.15", "TTT-4.16", "TTT-8.16", "TTT-8.17", "TTT-8.9")
def continue_attack(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """The next part of an attack: the target itself, then what a blast reaches, north, east, south, west."""
    doing = state.doing
    i = doing.unit - 1
    if doing.target != 0:
        j = doing.target - 1
        doing.target = 0
        if resolve_attack(state, tables, dice, log, i, j, False):
            judge(state, tables, log)
            if can(state, tables, i, FRENZY) and not tables.every_target and state.phase != OVER:
                state.units[i].attacks += tables.constants.frenzy
                log_frenzied(log, i)
        if not can(state, tables, i, BLAST):
            end_attack(state)
    else:
        across, up = NORTH_EAST_SOUTH_WEST[doing.turn]
        doing.turn += 1
        j = unit_at(state, tables, doing.x + across, doing.y + up)
        if j >= 0 and resolve_attack(state, tables, dice, log, i, j, True):
            judge(state, tables, log)
        if doing.turn == len(NORTH_EAST_SOUTH_WEST):
            end_attack(state)
    if state.phase == OVER:
        end_attack(state)


@compiled
def end_attack(state: State) -> None:
    """Nothing is under way."""
    doing = state.doing
    doing.unit = doing.target = doing.x = doing.y = doing.turn = 0
