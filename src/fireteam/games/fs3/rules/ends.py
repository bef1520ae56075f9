"""Section 21: when a fight ends, points, and who wins."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.events import Log
from ..log import log_counted_points, log_fight_ended, log_got_away, log_reported, log_scored
from ..state import (
    BY_LAST_TEAM,
    BY_OBJECTIVE,
    BY_POINTS,
    BY_TURN_LIMIT,
    DRAWN,
    ENDED,
    KNOCKED_OUT,
    REMOVED,
    WITHDRAWN,
    State,
)
from ..tables import (
    COMBATANTS,
    ENEMY_KO,
    ENEMY_KO_PHYSICAL,
    ENEMY_KO_STUN,
    ENEMY_SUBDUED,
    IN_ZONE_END,
    IN_ZONE_TURN,
    ITEMS,
    KNOCKED_OUT_UNIT,
    LAST_TEAM,
    OWN_KO,
    TEAMS,
    TURN_LIMIT,
    WITHDRAW_FROM,
    WITHDRAWN_POINT,
    WITHDRAWN_UNIT,
    WOUND_GIVEN,
    Condition,
    Tables,
)
from .care import can_recover
from .ground import is_up, place_of
from .holds import take_off
from .points import counts_for
from .wounds import add_up_wounds

USUAL_LIMIT = 30  # turns of a fight whose scenario sets no limit (FS3-21.4)


# Teams


@rule("FS3-21.2")
def has_active(state: State, team: int) -> bool:
    """Whether a team has an active combatant."""
    for who in range(COMBATANTS):
        if is_up(state, who) and state.combatants[who].team == team:
            return True
    return False


@rule("FS3-21.2", "FS3-21.4")
def last_team(state: State) -> int:
    """The only team with an active combatant; 0 if there is none, -1 if there are several."""
    found = 0
    for who in range(COMBATANTS):
        if is_up(state, who):
            if found and state.combatants[who].team != found:
                return -1
            found = state.combatants[who].team
    return found


@rule("FS3-21.3")
def last_stand(state: State, tables: Tables) -> int:
    """A bit for each knocked-out character with luck whose team has nobody active: it is asked whether it recovers."""
    found = 0
    for who in range(COMBATANTS):
        if can_recover(state, tables, who) and not has_active(state, state.combatants[who].team):
            found |= 1 << who
    return found


@compiled
def is_in_zone(state: State, tables: Tables, who: int, zone: int) -> bool:
    """Whether an active combatant is in a zone, its edges with it."""
    at, area = place_of(state, who), tables.zones[zone]
    return is_up(state, who) and area.x0 <= at.x <= area.x1 and area.y0 <= at.y <= area.y1


@rule("FS3-21.5", "FS3-19.9")
def is_beaten(state: State, who: int) -> bool:
    """Whether somebody is knocked out, alone or with its vehicle, or removed by that."""
    return bool(KNOCKED_OUT <= state.combatants[who].status <= REMOVED)


# At the end of each turn


@rule("FS3-21.9", "FS3-21.11")
def leave_from_zones(state: State, tables: Tables, log: Log) -> None:
    """Who is in the zone that its team is to leave from gets away."""
    for k in range(ITEMS):
        item = tables.conditions[k]
        if item.kind == WITHDRAW_FROM:
            for who in range(COMBATANTS):
                if state.combatants[who].team == item.team and is_in_zone(state, tables, who, item.zone):
                    take_off(state, log, who, WITHDRAWN)
                    state.left[item.team] |= 1 << who
                    log_got_away(log, who)


@rule("FS3-21.5")
def score_turn(state: State, tables: Tables, log: Log) -> None:
    """Points that add up at the end of each turn: who is in a zone."""
    for k in range(ITEMS):
        item = tables.points[k]
        if item.event == IN_ZONE_TURN:
            for team in range(1, TEAMS + 1):
                count = 0
                for who in range(COMBATANTS):
                    is_own = state.combatants[who].team == team and counts_for(item.team, team)
                    count += int(is_own and is_in_zone(state, tables, who, item.zone))
                score(state, log, team, count * item.value, IN_ZONE_TURN)


@compiled
def score(state: State, log: Log, team: int, points: int, event: int) -> None:
    """A team gets points, if there are any."""
    if points:
        state.points[team] += points
        log_scored(log, team, points, event)


# Conditions


@rule("FS3-21.2", "FS3-21.9")
def is_met(state: State, item: Condition) -> bool:
    """Whether the condition of an end is met."""
    kind = item.kind
    if kind == LAST_TEAM:
        return last_team(state) >= 0
    if kind == TURN_LIMIT:
        return state.turn >= item.number
    if kind == WITHDRAWN_UNIT:
        return bool(state.combatants[item.number - 1].status == WITHDRAWN)
    if kind == WITHDRAW_FROM:
        count = 0
        for who in range(COMBATANTS):
            count += state.left[item.team] >> who & 1
        return bool(count >= item.number)
    return bool(kind == KNOCKED_OUT_UNIT and is_beaten(state, item.number - 1))


@rule("FS3-21.2", "FS3-21.4", "FS3-21.11")
def met_condition(state: State, tables: Tables) -> int:
    """The first condition in file order that is met; ITEMS: the usual limit of turns, -1: none."""
    has_limit = False
    for k in range(ITEMS):
        has_limit = has_limit or tables.conditions[k].kind == TURN_LIMIT
        if is_met(state, tables.conditions[k]):
            return k
    return ITEMS if not has_limit and state.turn >= USUAL_LIMIT else -1


@rule("FS3-21.3", "FS3-21.11")
def is_last_team_met(tables: Tables, met: int) -> bool:
    """Whether the condition that is met is that one team alone is left."""
    return 0 <= met < ITEMS and tables.conditions[met].kind == LAST_TEAM


@rule("FS3-21.4", "FS3-21.9", "FS3-21.10")
def end_by(state: State, tables: Tables, log: Log, met: int) -> None:
    """The fight ends by a condition: the winner is the one that it names, or by points, or as its kind has it."""
    score_end(state, tables, log)
    item = tables.conditions[min(met, ITEMS - 1)]
    is_usual = met == ITEMS
    kind = TURN_LIMIT if is_usual else item.kind
    why = BY_LAST_TEAM if kind == LAST_TEAM else BY_TURN_LIMIT if kind == TURN_LIMIT else BY_OBJECTIVE
    if is_usual:
        item = result_item(tables)
    if item.winner and not is_usual:
        finish(state, log, item.winner, why)
    elif item.threshold_team:
        finish(state, log, threshold_winner(state, item), BY_POINTS)
    elif item.by_points:
        finish(state, log, best_team(state), BY_POINTS)
    elif kind == LAST_TEAM:
        team = last_team(state)
        finish(state, log, team if team else DRAWN, why)
    else:
        finish(state, log, DRAWN if kind == TURN_LIMIT else item.team, why)


@rule("FS3-21.10")
def result_item(tables: Tables) -> Condition:
    """The condition by which the usual limit of turns names the winner: one that goes by points, if there is any."""
    for k in range(ITEMS):
        if tables.conditions[k].by_points or tables.conditions[k].threshold_team:
            return tables.conditions[k]
    return tables.conditions[ITEMS - 1]


@rule("FS3-21.10")
def threshold_winner(state: State, item: Condition) -> int:
    """The team whose points are to reach a threshold if they do, else the other one: the first that is another."""
    if state.points[item.threshold_team] >= item.threshold:
        return item.threshold_team
    for who in range(COMBATANTS):
        one = state.combatants[who]
        if one.status and one.team and one.team != item.threshold_team:
            return one.team
    return DRAWN


@rule("FS3-21.5")
def best_team(state: State) -> int:
    """The team with more points than any other of the fight; DRAWN if there is none."""
    best = DRAWN
    for team in range(1, TEAMS + 1):
        if not takes_part(state, team):
            continue
        if best == DRAWN or state.points[team] > state.points[best]:
            best = team
    for team in range(1, TEAMS + 1):
        if best != DRAWN and team != best and takes_part(state, team) and state.points[team] == state.points[best]:
            return DRAWN
    return best


@compiled
def takes_part(state: State, team: int) -> bool:
    """Whether a team has anybody in the fight, active or not."""
    for who in range(COMBATANTS):
        if state.combatants[who].status and state.combatants[who].team == team:
            return True
    return False


# Points at the end


@rule("FS3-21.5")
def score_end(state: State, tables: Tables, log: Log) -> None:
    """Points for how everybody stands at the end, once for each combatant."""
    for k in range(ITEMS):
        item = tables.points[k]
        if item.event and item.event != IN_ZONE_TURN and item.event != WOUND_GIVEN:
            for team in range(1, TEAMS + 1):
                if counts_for(item.team, team) and takes_part(state, team):
                    count = 0
                    for who in range(COMBATANTS):
                        if state.combatants[who].status:
                            count += int(scores(state, tables, who, team, item.event, item.zone))
                    score(state, log, team, count * item.value, item.event)


@rule("FS3-21.5")
def scores(state: State, tables: Tables, who: int, team: int, event: int, zone: int) -> bool:
    """Whether a combatant, as it stands at the end, gives a team points of a kind."""
    one = state.combatants[who]
    if one.team == team:
        if event == OWN_KO:
            return is_beaten(state, who)
        if event == WITHDRAWN_POINT:
            return bool(one.status == WITHDRAWN and not state.left[team] >> who & 1)
        return event == IN_ZONE_END and is_in_zone(state, tables, who, zone)
    if event == ENEMY_SUBDUED:
        return bool(one.subduer and not is_beaten(state, who))
    if not is_beaten(state, who):
        return False
    if event == ENEMY_KO_STUN:
        return is_latest_stun(state, who)
    return event == ENEMY_KO or (event == ENEMY_KO_PHYSICAL and not is_latest_stun(state, who))


@rule("FS3-21.5")
def is_latest_stun(state: State, who: int) -> bool:
    """Whether the latest wound of somebody, or of the vehicle around who has none, is a stun wound."""
    found = latest_wound(state, who + 1)
    if found < 0 and state.combatants[who].vehicle:
        found = latest_wound(state, COMBATANTS + state.combatants[who].vehicle)
    return bool(found >= 0 and state.wounds[found].stun)


@compiled
def latest_wound(state: State, victim: int) -> int:
    """The place of the latest wound of a victim; -1: it has none."""
    found = -1
    for k in range(state.n_wounds):
        is_later = found < 0 or state.wounds[k].second >= state.wounds[found].second
        if state.wounds[k].victim == victim and is_later:
            found = k
    return found


@rule("FS3-21.7")
def report_points(state: State, log: Log) -> None:
    """Say what points every team has, if any team has some."""
    has_points = False
    for team in range(1, TEAMS + 1):
        has_points = has_points or state.points[team] != 0
    for team in range(1, TEAMS + 1):
        if has_points and takes_part(state, team):
            log_counted_points(log, team, state.points[team])


@rule("FS3-21.1", "FS3-21.2", "FS3-21.7", "FS3-6.11")
def finish(state: State, log: Log, winner: int, why: int) -> None:
    """The fight is over, and everybody is reported on; wounds of a mock combat are erased. Nobody wins a fight that was
    stopped."""
    state.phase, state.owing, state.winner, state.why = ENDED, 0, winner, why
    log_fight_ended(log, state.turn, why, winner)
    report_points(state, log)
    for who in range(COMBATANTS):
        one = state.combatants[who]
        if one.status:
            log_reported(log, who, one.shots, one.hits, one.given, one.taken, one.knockouts)
    for k in range(state.n_wounds):
        if state.wounds[k].is_mock:
            victim = state.wounds[k].victim
            erase(state.wounds[k])
            add_up_wounds(state, victim)
