"""Section 7a and 7b: walking, crawling and running, from one trigger point to the next."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from ....core.protocol.refusals import LAWFUL, refuse
from ..choices import MOVE, RUN
from ..events import FOR_RUN
from ..log import log_moved, log_ran, log_stopped
from ..refusals import (
    BAD_PATH,
    CARRYING,
    END_OVERLAP,
    ENGAGED,
    NO_CHANGE,
    PATH_BLOCKED,
    PATH_OFF_TABLE,
    PATH_TOO_LONG,
    POSTURE_ILLEGAL,
    RUN_LIMIT,
    SHOT_NO_RUN,
    Answer,
)
from ..state import ASK_OWNER, CONTINUE, CRAWL, FLINCH, PARTING, RETIRING, RUNNING, WALK, WINDOW, State
from ..tables import EASY, SCOUT, Tables
from ..terrain import EPS, HIDING, PRONE, STANDING, WAYPOINTS, Bystanders, Path
from .characters import fill_others, has_trait, is_engaged, new_others, new_path, speed_of
from .combat import enemies_in_contact, set_posture
from .difficulty import roll_test
from .overwatch import is_watched, note_unseen
from .paths import (
    count_trigger_points,
    enters_low,
    failed_run_stop,
    is_path_blocked,
    last_stop,
    leaves_table,
    leg_length,
    path_cost,
    trigger_length,
    trigger_point,
)
from .room import inches, is_at_cover, is_legal_stop, touches_enemy

# What may be done


@rule("GUN-7.4", "GUN-4.2")
def fill_path(state: State, choice: Choice, path: Path) -> bool:
    """Write a choice's path down, from where its character stands. Returns whether it is one.

    It has up to 16 waypoints, each another than the one before.
    """
    if not 0 <= choice.n <= WAYPOINTS:
        return False
    path.n = choice.n
    path.xs[0], path.ys[0] = state.characters[choice.unit].x, state.characters[choice.unit].y
    for k in range(choice.n):
        path.xs[k + 1], path.ys[k + 1] = choice.parts[k, 0], choice.parts[k, 1]
        if path.xs[k + 1] == path.xs[k] and path.ys[k + 1] == path.ys[k]:
            return False
    return True


@rule("GUN-7.53")
def posture_after(state: State, choice: Choice) -> int:
    """The posture at the end of a move: as asked for; else standing, prone after a crawl, unchanged in place."""
    if choice.y:
        return choice.y - 1
    if choice.n == 0:
        return state.characters[choice.unit].posture
    return PRONE if choice.x == CRAWL else STANDING


@rule("GUN-7.3", "GUN-7.4", "GUN-7.9", "GUN-7.12", "GUN-7.53")
def may_move(state: State, tables: Tables, choice: Choice) -> Answer:
    """The checks of a move in the rulebook's order."""
    path, others = new_path(), new_others()
    is_sound = WALK <= choice.x <= CRAWL and 0 <= choice.y <= HIDING + 1 and CONTINUE <= choice.target <= ASK_OWNER
    if not is_sound or not fill_path(state, choice, path):
        return refuse(BAD_PATH)
    character, posture = state.characters[choice.unit], posture_after(state, choice)
    if path.n == 0 and posture == character.posture:
        return refuse(NO_CHANGE)
    fill_others(state, choice.unit, others)
    if not fits_posture(tables, others, path, character.posture, choice.x, posture):
        return refuse(POSTURE_ILLEGAL)
    if path.n == 0:
        return LAWFUL
    allowance = inches(speed_of(tables, choice.unit))
    if choice.x == CRAWL:
        if enters_low(tables.terrain, path) and not leaves_table(tables.terrain, path):
            return refuse(PATH_BLOCKED)
        return judge_path(tables, path, others, allowance / 2.0, False, has_trait(tables, choice.unit, SCOUT))
    rises = character.posture == PRONE
    return judge_path(tables, path, others, allowance, rises, has_trait(tables, choice.unit, SCOUT))


@rule("GUN-7.6", "GUN-7.8", "GUN-7.9", "GUN-7.10", "GUN-7.12", "GUN-7.54")
def fits_posture(tables: Tables, others: Bystanders, path: Path, was: int, gait: int, posture: int) -> bool:
    """Whether postures and gait go together: a crawl is prone throughout, and nobody hides but at cover, unengaged."""
    if path.n and gait == CRAWL and (was != PRONE or posture != PRONE):
        return False
    if posture != HIDING:
        return True
    x, y = path.xs[path.n], path.ys[path.n]
    return is_at_cover(tables.terrain, x, y) and not touches_enemy(others, x, y)


@rule("GUN-7.5", "GUN-7.6", "GUN-7.7", "GUN-7.12", "GUN-7.25", "GUN-4.26", "GUN-4.27")
def judge_path(tables: Tables, path: Path, others: Bystanders, allowance: float, rises: bool, is_scout: bool) -> Answer:
    """Whether a path stays on the table, is free, costs no more than it may, and ends at a legal stop."""
    terrain = tables.terrain
    if leaves_table(terrain, path):
        return refuse(PATH_OFF_TABLE)
    if is_path_blocked(terrain, others, path, 0.0):
        return refuse(PATH_BLOCKED)
    if path_cost(terrain, path, rises, is_scout) > allowance + EPS:
        return refuse(PATH_TOO_LONG)
    is_stop = is_legal_stop(terrain, others, path.xs[path.n], path.ys[path.n])
    return LAWFUL if is_stop else refuse(END_OVERLAP)


@rule("GUN-7.17", "GUN-7.22", "GUN-7.23", "GUN-7.24", "GUN-7.25", "GUN-7.41")
def may_run(state: State, tables: Tables, choice: Choice) -> Answer:
    """The checks of a run in the rulebook's order: twice the Speed, but not prone, engaged, carrying, twice, or after
    a shot."""
    path, others, character = new_path(), new_others(), state.characters[choice.unit]
    if not fill_path(state, choice, path) or choice.n == 0 or not CONTINUE <= choice.target <= ASK_OWNER:
        return refuse(BAD_PATH)
    if character.posture == PRONE:
        return refuse(POSTURE_ILLEGAL)
    if is_engaged(state, choice.unit):
        return refuse(ENGAGED)
    if character.carrying:
        return refuse(CARRYING)
    if character.ran_now:
        return refuse(RUN_LIMIT)
    if character.shot_now:
        return refuse(SHOT_NO_RUN)
    fill_others(state, choice.unit, others)
    allowance, is_scout = 2.0 * inches(speed_of(tables, choice.unit)), has_trait(tables, choice.unit, SCOUT)
    return judge_path(tables, path, others, allowance, False, is_scout)


# What is done


@rule("GUN-7.4", "GUN-7.13", "GUN-7.14", "GUN-7.28", "GUN-10.8", "GUN-13.18", "GUN-21.4")
def begin_move(state: State, tables: Tables, choice: Choice) -> None:
    """A move is declared: its flags are set, and who is engaged first suffers its parting attacks."""
    doing, character = state.doing, state.characters[choice.unit]
    fill_path(state, choice, doing.path)
    doing.verb, doing.gait, doing.posture = MOVE, choice.x, posture_after(state, choice)
    doing.on_interrupt = choice.target
    character.braced = 0
    if choice.n:
        character.moved = 1
        doing.parting = enemies_in_contact(state, choice.unit)
    set_out(state, tables, choice.unit)
    doing.stage = PARTING


@rule("GUN-7.18", "GUN-7.19", "GUN-7.20", "GUN-7.21", "GUN-7.28", "GUN-7.55", "GUN-21.4")
def begin_run(state: State, tables: Tables, dice: Dice, log: Log, choice: Choice) -> None:
    """A run is declared and tested: it ends where it should, or else at the last legal stop within the Speed."""
    doing, character = state.doing, state.characters[choice.unit]
    fill_path(state, choice, doing.path)
    doing.verb, doing.gait, doing.posture, doing.on_interrupt = RUN, RUNNING, STANDING, choice.target
    character.braced = 0
    character.moved = character.ran_now = character.ran = 1
    set_out(state, tables, choice.unit)
    passes = roll_test(tables, dice, log, EASY, 0, FOR_RUN)
    log_ran(log, choice.unit, int(passes))
    if not passes:
        others, allowance = new_others(), inches(speed_of(tables, choice.unit))
        fill_others(state, choice.unit, others)
        is_scout = has_trait(tables, choice.unit, SCOUT)
        doing.last = failed_run_stop(tables.terrain, others, doing.path, allowance, is_scout)


@rule("GUN-12.30", "GUN-12.31", "GUN-13.18")
def begin_retreat(state: State, tables: Tables, x: int, y: int, posture: int) -> None:
    """A flinch action that changes something in the own activation is a movement like others; it never stops early."""
    i, doing = state.active - 1, state.doing
    character = state.characters[i]
    doing.verb, doing.gait, doing.posture, doing.on_interrupt = FLINCH, RETIRING, posture, CONTINUE
    doing.path.xs[0], doing.path.ys[0] = character.x, character.y
    if x != character.x or y != character.y:
        doing.path.n, doing.path.xs[1], doing.path.ys[1] = 1, x, y
        character.moved = 1
    set_out(state, tables, i)


@rule("GUN-13.17", "GUN-13.18", "GUN-13.44")
def set_out(state: State, tables: Tables, i: int) -> None:
    """A movement begins at its first trigger point, in the old posture; in place there are two, before and after."""
    doing, character = state.doing, state.characters[i]
    doing.was, doing.from_x, doing.from_y = character.posture, character.x, character.y
    doing.last = count_trigger_points(tables.terrain, doing.path) - 1 if doing.path.n else 1
    doing.stage = WINDOW


@rule("GUN-7.11", "GUN-7.20", "GUN-13.17", "GUN-13.22", "GUN-13.33", "GUN-12.28")
def go_on(state: State, tables: Tables, log: Log) -> None:
    """The mover comes to its next trigger point, or to the end at once where nobody could react on the way."""
    i, doing = state.active - 1, state.doing
    doing.point = doing.point + 1 if is_watched(state) else doing.last
    move_to(state, tables, i, doing.point)
    set_posture_on_the_way(state, tables, log, i)
    doing.answered = doing.shot_at = doing.retired = doing.watcher = 0
    note_unseen(state, tables)
    doing.stage = WINDOW


@compiled
def move_to(state: State, tables: Tables, i: int, k: int) -> None:
    """The mover stands at a trigger point of its path."""
    if state.doing.path.n:
        character = state.characters[i]
        character.x, character.y = trigger_point(tables.terrain, state.doing.path, k)


@rule("GUN-7.8", "GUN-7.11", "GUN-7.6", "GUN-7.20")
def set_posture_on_the_way(state: State, tables: Tables, log: Log, i: int) -> None:
    """From the first step after the start a walker stands and a crawler lies; at the end it has its end posture."""
    doing = state.doing
    if doing.point < doing.last:
        state.characters[i].posture = PRONE if doing.gait == CRAWL else STANDING
        return
    tell_way(state, tables, log)
    end_in(state, log, i, doing.posture)


@compiled
def end_in(state: State, log: Log, i: int, posture: int) -> None:
    """The mover has a posture in the end; told is what has changed since the start."""
    state.characters[i].posture = state.doing.was
    set_posture(state, log, i, posture)


@rule("GUN-7.4", "GUN-4.37")
def tell_way(state: State, tables: Tables, log: Log) -> None:
    """Tell of the way from where the last event ended to where the mover is, past each waypoint."""
    i, doing = state.active - 1, state.doing
    path, character = doing.path, state.characters[i]
    if path.n == 0:
        return
    reached, before = trigger_length(tables.terrain, path, doing.point), 0.0
    for k in range(path.n):
        before += leg_length(path, k)
        if k >= doing.told and before <= reached + EPS:
            tell_step(state, log, i, path.xs[k + 1], path.ys[k + 1])
            doing.told = k + 1
    tell_step(state, log, i, character.x, character.y)


@compiled
def tell_step(state: State, log: Log, i: int, x: int, y: int) -> None:
    """Tell of a straight way, if there is any."""
    doing = state.doing
    if x != doing.from_x or y != doing.from_y:
        log_moved(log, i, doing.from_x, doing.from_y, x, y)
        doing.from_x, doing.from_y = x, y


@rule("GUN-7.52", "GUN-13.47")
def is_way_barred(state: State, tables: Tables) -> bool:
    """Whether somebody who flinched at this point makes the rest of the path illegal."""
    if state.doing.path.n == 0:
        return False
    others, path = new_others(), state.doing.path
    fill_others(state, state.active - 1, others)
    reached = trigger_length(tables.terrain, path, state.doing.point)
    return is_path_blocked(tables.terrain, others, path, reached)


@rule("GUN-7.15", "GUN-13.47")
def begin_stop(state: State) -> None:
    """The mover will stop here: this is the final trigger point, and those who had waited are offered once more."""
    doing = state.doing
    doing.stopping, doing.last = 1, doing.point
    doing.answered &= ~doing.waited
    doing.stage = WINDOW


@rule("GUN-7.15", "GUN-7.16", "GUN-7.20", "GUN-7.55", "GUN-7.56")
def stop_here(state: State, tables: Tables, log: Log) -> None:
    """The mover stops at this point or the last legal stop before it, standing, or prone after a crawl.

    One that stops at the start keeps its old posture.
    """
    i, doing, others = state.active - 1, state.doing, new_others()
    fill_others(state, i, others)
    tell_way(state, tables, log)
    k = last_stop(tables.terrain, others, doing.path, doing.point)
    if k != doing.point:
        move_to(state, tables, i, k)
        tell_step(state, log, i, state.characters[i].x, state.characters[i].y)
    log_stopped(log, i, state.characters[i].x, state.characters[i].y)
    end_in(state, log, i, doing.was if k == 0 else PRONE if doing.gait == CRAWL else STANDING)
