"""What a position is worth to a player, 0 to 1: what bots go by. No rule stands here; the rules are asked."""

from __future__ import annotations

from ...core.engine.compiled import compiled
from ...core.protocol.refusals import LAWFUL
from .lookup import lowest_hit
from .rules.attack import attack_modifiers, can_fire_at, has_attack_left, is_medic_near
from .rules.end import in_zone
from .rules.pieces import can, distance_between, in_play, type_of
from .state import ATTACK, DRAWN, MOVE, ONE, OVER, State
from .tables import (
    COMMAND,
    ELIMINATE_ALL,
    ELIMINATE_TYPE,
    ENTER,
    EXIT,
    HOLD,
    PREVENT_EXIT,
    SCORE,
    SIDE,
    SURVIVE,
    Tables,
)

SPAN = 2000.0  # of the scale: no difference of two sides comes near it
KEY_PIECE = 25.0  # more than its points: a piece whose loss loses the game
NEAR_DISTANCE = 24.0  # the foremost piece on its objective, against one a whole map away
OTHERS = 0.2  # the same for the other pieces, of that
TICK = 12.0  # a hold count, a point scored
OUT_OF_RANGE_VALUE = 30.0  # a piece brought out
HOPE = 0.9  # a shot not yet fired, of its worth
FEAR = 0.45  # a shot the enemy may fire next turn, of its worth
ACTION = 0.8  # a movement action left
CLOSER = 0.5  # a square nearer to an enemy


@compiled
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The end of the match is 0, a half or 1; before it both sides' pieces, prospects and dangers are weighed."""
    side = slot ^ state.swapped
    if state.phase == OVER:
        if state.winner == DRAWN:
            return 0.5
        return 1.0 if state.winner == ONE + side else 0.0
    mine = objective_value(state, tables, side) + prospects(state, tables, side) - distance_to_go(state, tables, side)
    theirs = objective_value(state, tables, 1 - side) + prospects(state, tables, 1 - side)
    return 0.5 + (mine - theirs) / SPAN


@compiled
def value_of(state: State, tables: Tables, i: int) -> float:
    """What a unit is worth to its side: its points, and more if the game hangs on it."""
    value = float(type_of(state, tables, i).points)
    enemy = tables.sides[1 - i // SIDE]
    if enemy.objective == ELIMINATE_TYPE and enemy.piece == state.units[i].piece:
        value += KEY_PIECE
    return value


@compiled
def objective_value(state: State, tables: Tables, side: int) -> float:
    """A side's pieces, and how near they are to what the side has to do."""
    mission = tables.sides[side]
    total = 0.0
    for i in range(side * SIDE, side * SIDE + mission.pieces):
        if in_play(state, i):
            total += value_of(state, tables, i)
    if mission.objective == HOLD:
        total += TICK * state.held[side] + TICK * int(in_zone(state, tables, side, mission.zone) > 0)
    elif mission.objective == SCORE:
        total += TICK * state.score[side] + TICK * in_zone(state, tables, side, mission.zone)
    elif mission.objective == EXIT:
        total += OUT_OF_RANGE_VALUE * state.exits[side]
    return total + approach(state, tables, side)


@compiled
def approach(state: State, tables: Tables, side: int) -> float:
    """How near the pieces are to the zone of the objective, the nearest of them above all."""
    mission = tables.sides[side]
    objective = mission.objective
    total = nearest = 0.0
    if objective == ENTER or objective == HOLD or objective == SCORE or objective == EXIT:
        across = float(tables.width + tables.height)
        for i in range(side * SIDE, side * SIDE + mission.pieces):
            unit = state.units[i]
            if in_play(state, i):
                near = NEAR_DISTANCE * (1.0 - mission.steps[unit.y, unit.x] / across)
                nearest = max(nearest, near)
                total += OTHERS * near
    return total + nearest


@compiled
def distance_to_go(state: State, tables: Tables, side: int) -> float:
    """How far a side that has to find the enemy still has to go. Captains stay behind."""
    mission = tables.sides[side]
    objective = mission.objective
    total = 0.0
    if objective == ELIMINATE_ALL or objective == ELIMINATE_TYPE or objective == PREVENT_EXIT:
        for i in range(side * SIDE, side * SIDE + mission.pieces):
            if in_play(state, i) and not can(state, tables, i, COMMAND):
                total += CLOSER * distance_to_enemy(state, tables, i)
    return total


@compiled
def distance_to_enemy(state: State, tables: Tables, i: int) -> float:
    """How far a unit's Range falls short of the nearest enemy."""
    least = 1000
    enemy = 1 - i // SIDE
    for j in range(enemy * SIDE, enemy * SIDE + tables.sides[enemy].pieces):
        if in_play(state, j):
            least = min(least, distance_between(state, i, j))
    return float(max(0, least - type_of(state, tables, i).range)) if least < 1000 else 0.0


@compiled
def prospects(state: State, tables: Tables, side: int) -> float:
    """What a side can hope to shoot: all of it in its own turn, a part of it in the enemy's."""
    acting = state.side == side and (state.phase == MOVE or state.phase == ATTACK)
    if state.phase != MOVE and state.phase != ATTACK:
        return 0.0
    share = HOPE if acting else FEAR
    if not acting and tables.sides[1 - side].objective == SURVIVE:
        share = HOPE
    total = ACTION * state.budget if acting else 0.0
    for i in range(side * SIDE, side * SIDE + tables.sides[side].pieces):
        if in_play(state, i):
            total += share * best_shot(state, tables, i, acting)
    return total


@compiled
def best_shot(state: State, tables: Tables, i: int, now: bool) -> float:
    """The greatest expected loss this unit can inflict with one attack."""
    most = 0.0
    enemy = 1 - i // SIDE
    for j in range(enemy * SIDE, enemy * SIDE + tables.sides[enemy].pieces):
        if in_play(state, j) and (not now or has_attack_left(state, tables, i, j)):
            if can_fire_at(state, tables, i, j) == LAWFUL:
                most = max(most, chance(state, tables, i, j) * value_of(state, tables, j))
    return most


@compiled
def chance(state: State, tables: Tables, i: int, j: int) -> float:
    """The chance that one attack takes a unit out, by the faces that hit and those that save.

    What `resolve_attack` rolls, in floats: worth is asked of every end of every choice, and cannot run an exhauster for
    each pair of units. A test holds it against the exhauster.
    """
    numbers = tables.constants
    th, aim, spot, _, terrain = attack_modifiers(state, tables, i, j, False)
    least = lowest_hit(th + aim + spot + terrain, type_of(state, tables, j).tbh, numbers)
    share = (numbers.die + 1 - least) / numbers.die
    return share * (numbers.save - 1) / numbers.die if is_medic_near(state, tables, j) else share
