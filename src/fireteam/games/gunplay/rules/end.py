"""Section 23: victory points, and the end of a game."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from ..events import BY_BREAK, BY_ELIMINATION, BY_OBJECTIVE, BY_POINTS
from ..log import log_ended, log_scored
from ..state import A_WON, DOWN, DRAWN, OVER, UP, Attack, Character, Doing, Reaction, State
from ..tables import (
    ASSAULT,
    BREAK,
    EAST,
    EXTRACT,
    HOLD,
    LEADER,
    NORTH,
    SIDE,
    SOUTH,
    Rectangle,
    Tables,
)
from ..terrain import CHARACTERS, EPS, WAYPOINTS
from .characters import first_of, is_up, side_of
from .room import DIAMETER, centre_distance, inches


@compiled
def count_status(state: State, side: int, status: int) -> int:
    """How many characters of a side have a status."""
    found = 0
    for i in range(first_of(side), first_of(side) + SIDE):
        found += int(state.characters[i].status == status)
    return found


@rule("GUN-23.4", "GUN-23.5", "GUN-23.10", "GUN-23.13")
def finish(state: State, tables: Tables, log: Log, winner: int, why: int) -> None:
    """The game ends: points for enemies that are Down, and for their Leaders, are given; nothing is left under way."""
    for i in range(CHARACTERS):
        if state.characters[i].status == DOWN:
            points = tables.scenario.vp_down
            if tables.members[i].traits & LEADER:  # even with `traits` off
                points += tables.scenario.vp_leader_down
            state.points[1 - side_of(i)] += points
    if winner == DRAWN and state.points[0] != state.points[1]:
        winner = A_WON + int(state.points[1] > state.points[0])
    clear_doing(state.doing)
    clear_attack(state.attack)
    clear_reaction(state.reaction)
    state.active = state.actions = state.keeps = state.may_pass = state.placing = 0
    state.declared[0] = state.declared[1] = 0
    state.phase, state.winner, state.why = OVER, winner, why
    log_ended(log, winner, why, state.points[0], state.points[1])


@compiled
def clear_doing(doing: Doing) -> None:
    """No action is under way: zeros everywhere."""
    doing.verb = doing.stage = doing.gait = doing.posture = doing.on_interrupt = doing.was = 0
    doing.point = doing.last = doing.told = doing.from_x = doing.from_y = 0
    doing.watcher = doing.stopping = doing.shot_at = doing.retired = doing.parting = 0
    doing.tried = doing.ended = doing.waited = doing.answered = doing.unseen = doing.offered = 0
    for k in range(SIDE):
        doing.faces[k] = 0
    doing.path.n = 0
    for k in range(WAYPOINTS + 1):
        doing.path.xs[k] = doing.path.ys[k] = 0


@compiled
def clear_attack(attack: Attack) -> None:
    """No attack is under way: zeros everywhere."""
    attack.kind = attack.stage = attack.attacker = attack.target = attack.level = 0
    attack.modifiers = attack.damage = attack.shots = attack.wounds = attack.has_hit = 0


@compiled
def clear_reaction(reaction: Reaction) -> None:
    """No reaction is under way: zeros everywhere."""
    reaction.unit = reaction.stage = reaction.mode = reaction.returns = 0


@rule("GUN-23.1", "GUN-23.2", "GUN-23.3", "GUN-23.13", "GUN-9.11")
def judge_losses(state: State, tables: Tables, log: Log) -> None:
    """Right after somebody goes Down: a side without Up characters, or with too many Down, loses at once."""
    for side in range(2):
        if count_status(state, side, UP) == 0:
            finish(state, tables, log, A_WON + 1 - side, BY_ELIMINATION)
            return
    if tables.scenario.victory == BREAK:
        for side in range(2):
            if count_status(state, side, DOWN) >= tables.scenario.break_at[side]:
                finish(state, tables, log, A_WON + 1 - side, BY_BREAK)
                return


@rule("GUN-23.7")
def is_at_exit(tables: Tables, character: Character, side: int) -> bool:
    """Whether a centre is so near to the side's exit edge that a carrier there has left."""
    edge = tables.scenario.exit_edge[side]
    if edge == SOUTH:
        away = character.y
    elif edge == NORTH:
        away = tables.terrain.height - character.y
    elif edge == EAST:
        away = tables.terrain.width - character.x
    else:
        away = character.x
    return bool(away <= tables.constants.edge)


@rule("GUN-23.7")
def judge_exit(state: State, tables: Tables, log: Log, i: int) -> None:
    """A carrier whose movement has ended at its exit edge wins the game."""
    if tables.scenario.victory == EXTRACT and state.characters[i].carrying and is_up(state, i):
        if is_at_exit(tables, state.characters[i], side_of(i)):
            finish(state, tables, log, A_WON + side_of(i), BY_OBJECTIVE)


@rule("GUN-23.6")
def count_near(state: State, tables: Tables, side: int, x: int, y: int) -> int:
    """How many Up characters of a side are within the radius of a marker."""
    found = 0
    for i in range(first_of(side), first_of(side) + SIDE):
        character = state.characters[i]
        if character.status == UP:
            away = centre_distance(character.x, character.y, x, y) - DIAMETER / 2.0
            found += int(away <= inches(tables.scenario.radius) + EPS)
    return found


@rule("GUN-23.6", "GUN-6.14")
def score_markers(state: State, tables: Tables, log: Log) -> None:
    """At a turn's end each marker gives points to the side with more Up characters at it."""
    scenario = tables.scenario
    if scenario.victory != HOLD or state.turn < scenario.from_turn:
        return
    for k in range(scenario.n_markers):
        x, y = scenario.markers[k, 0], scenario.markers[k, 1]
        ahead = count_near(state, tables, 0, x, y) - count_near(state, tables, 1, x, y)
        if ahead != 0:
            side = int(ahead < 0)
            state.points[side] += scenario.vp_marker
            log_scored(log, side, state.points[side])


@compiled
def is_inside(rectangle: Rectangle, x: int, y: int) -> bool:
    """Whether a place is inside or on a rectangle."""
    return bool(rectangle.x0 <= x <= rectangle.x1 and rectangle.y0 <= y <= rectangle.y1)


@rule("GUN-23.9")
def count_in_zone(state: State, tables: Tables, side: int) -> int:
    """How many Up characters of a side are in the zone of an assault."""
    found = 0
    for i in range(first_of(side), first_of(side) + SIDE):
        character = state.characters[i]
        found += int(character.status == UP and is_inside(tables.scenario.zone, character.x, character.y))
    return found


@rule("GUN-23.4", "GUN-23.8", "GUN-23.9", "GUN-6.14")
def judge_limit(state: State, tables: Tables, log: Log) -> None:
    """After the last turn: an assault goes by who has more in the zone, all else by points, a carrier's included."""
    scenario = tables.scenario
    if state.turn < scenario.turns:
        return
    if scenario.victory == ASSAULT:
        attacker = scenario.attacker
        has_zone = count_in_zone(state, tables, attacker) > count_in_zone(state, tables, 1 - attacker)
        finish(state, tables, log, A_WON + (attacker if has_zone else 1 - attacker), BY_OBJECTIVE)
        return
    for i in range(CHARACTERS):
        if scenario.victory == EXTRACT and state.characters[i].carrying and is_up(state, i):
            state.points[side_of(i)] += scenario.vp_carry
    finish(state, tables, log, DRAWN, BY_POINTS)
