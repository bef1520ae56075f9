"""Where the active character had best be: of the ways on its menu and along its way to its goal, the one worth most."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.engine.compiled import compiled, compiled_with_arrays
from ....core.engine.record import layout
from ....core.protocol.choices import Choice, clear
from ....core.protocol.refusals import LAWFUL
from .. import choices as verbs
from ..routes import cheapest_path, cut_path
from ..rules.characters import fill_others, first_of, has_trait, is_engaged, side_of, speed_of
from ..rules.combat import enemies_in_contact
from ..rules.end import is_inside
from ..rules.menu import BENDS, CHARGES, CRAWLS, FETCHES, RUNS, WALKS, copy_choice, propose_way
from ..rules.movement import may_move, may_run, posture_after
from ..rules.room import centre_distance, inches
from ..state import WALK, State
from ..tables import ASSAULT, SCOUT, SIDE, Tables
from ..terrain import HIDING, PRONE, STANDING, Bystanders, Path
from .fire import best_fire, danger, fight_worth
from .goals import Goal, away_from

PATHS, OTHERS, CHOICES = layout(Path), layout(Bystanders), layout(Choice)
FAR = 60.0  # inches that a way is looked for
WAYS = WALKS + BENDS + CRAWLS + RUNS + CHARGES + FETCHES
EFFORT = 0.02  # what a move must be worth at least
RISK = 0.2  # of a run: how often it fails
CROWDED = 0.04  # each friend within two inches


class Moves(NamedTuple):
    """The worth of the best move with what can be done after it, of the best place to end at, and of this place."""

    best: float
    place: float
    here: float


@compiled
def way_left(path: Path, goal: Goal, x: int, y: int) -> float:
    """How far it is from a place beside a way to its end, by its next two turns; straight where there is none."""
    if path.n == 0:
        return centre_distance(x, y, goal.x, goal.y)
    rest, left = 0.0, 1e9
    for k in range(path.n, 0, -1):
        if k <= 2:
            left = min(left, rest + centre_distance(x, y, path.xs[k], path.ys[k]))
        rest += centre_distance(path.xs[k], path.ys[k], path.xs[k - 1], path.ys[k - 1])
    return left


@compiled
def stand_worth(state: State, tables: Tables, i: int, goal: Goal, left: float) -> float:
    """What it is worth to a character to be where it is, so far from its goal."""
    character = state.characters[i]
    worth = -goal.caution * danger(state, tables, i)
    if is_there(tables, goal, character.x, character.y):
        worth += goal.arrival
    else:
        worth -= goal.pull * max(0.0, left - goal.near)
    friends = first_of(side_of(i))
    for j in range(friends, friends + SIDE):
        if j != i and state.characters[j].status == character.status:
            worth -= CROWDED * int(away_from(state, i, state.characters[j].x, state.characters[j].y) < 2.0)
    return worth


@compiled
def is_there(tables: Tables, goal: Goal, x: int, y: int) -> bool:
    """Whether a place is near enough to a goal; a zone is one as a whole."""
    if tables.scenario.victory == ASSAULT:
        return is_inside(tables.scenario.zone, x, y)
    return centre_distance(x, y, goal.x, goal.y) <= goal.near + 0.001


@compiled_with_arrays
def best_move(state: State, tables: Tables, i: int, goal: Goal, actions: int, choice: Choice) -> Moves:
    """Write the best move of a character with so many actions; the place is what one move alone may bring."""
    paths, others, drafts = np.zeros(2, PATHS), np.zeros(2, OTHERS), np.zeros(1, CHOICES)
    character, terrain = state.characters[i], tables.terrain
    rises, is_scout = character.posture == PRONE, has_trait(tables, i, SCOUT)
    if character.x != goal.x or character.y != goal.y:
        cheapest_path(terrain, others[1], character.x, character.y, goal.x, goal.y, FAR, rises, is_scout, paths[0])
    here = stand_worth(state, tables, i, goal, way_left(paths[0], goal, character.x, character.y))
    best, place = -1e9, -1e9
    parting = parting_loss(state, tables, i)
    for k in range(WAYS + 4):
        draft = drafts[0]
        clear(draft)
        if k >= WAYS:
            if not propose_step(state, tables, i, goal, k % 4, paths, others, draft):
                continue
        elif WALKS <= k < WALKS + BENDS or not propose_way(state, tables, i, k, draft):
            continue
        if draft.verb == verbs.RUN and may_run(state, tables, draft) != LAWFUL:
            continue
        if draft.verb != verbs.RUN and may_move(state, tables, draft) != LAWFUL:
            continue
        worth, stand = move_worth(state, tables, i, goal, actions - 1, draft, paths[0])
        worth, stand = worth - parting, stand - parting
        place = max(place, stand if draft.verb != verbs.RUN else -1e9)
        if worth > best:
            best = worth
            copy_choice(choice, draft)
    return Moves(best - EFFORT, place - EFFORT, here)


@compiled_with_arrays
def propose_step(
    state: State, tables: Tables, i: int, goal: Goal, k: int, paths: Any, others: Any, draft: Choice
) -> bool:
    """A walk or run along the way, standing or hiding at its end, or a posture in place."""
    character, terrain = state.characters[i], tables.terrain
    if k == 3:
        verbs.write_move(draft, i, (PRONE if character.posture != PRONE else STANDING) + 1, WALK, 0)
        return True
    if k == 2:
        verbs.write_move(draft, i, (HIDING if character.posture != HIDING else STANDING) + 1, WALK, 0)
        return True
    rises, is_scout = character.posture == PRONE, has_trait(tables, i, SCOUT)
    fill_others(state, i, others[0])
    paths[1] = paths[0]
    budget = inches(speed_of(tables, i)) * (1 + k)
    if paths[0].n == 0 or not cut_path(terrain, others[0], paths[1], budget, rises, is_scout):
        return False
    if k == 1:
        verbs.write_run(draft, i, 0)
    else:
        verbs.write_move(draft, i, STANDING + 1, WALK, 0)
    for n in range(1, paths[1].n + 1):
        verbs.add_to_path(draft, paths[1].xs[n], paths[1].ys[n])
    return True


@compiled
def move_worth(
    state: State, tables: Tables, i: int, goal: Goal, actions: int, draft: Choice, path: Path
) -> tuple[float, float]:
    """The worth of a lawful move with so many actions left after it, and of its end alone; all is put back after it."""
    character = state.characters[i]
    x, y, posture, braced = character.x, character.y, character.posture, character.braced
    moved, ran, ran_now = character.moved, character.ran, character.ran_now
    is_run = draft.verb == verbs.RUN
    here = 0.0
    if is_run:
        here = stand_worth(state, tables, i, goal, way_left(path, goal, x, y))
        character.posture, character.ran, character.ran_now = STANDING, 1, 1
    else:
        character.posture = posture_after(state, draft)
    if draft.n:
        character.x, character.y, character.moved = draft.parts[draft.n - 1, 0], draft.parts[draft.n - 1, 1], 1
    character.braced = 0
    stand = stand_worth(state, tables, i, goal, way_left(path, goal, character.x, character.y))
    worth = stand + best_fire(state, tables, i, actions)[0]
    if is_run:
        worth -= RISK * max(0.0, worth - here)
    character.x, character.y, character.posture, character.braced = x, y, posture, braced
    character.moved, character.ran, character.ran_now = moved, ran, ran_now
    return worth, stand


@compiled
def parting_loss(state: State, tables: Tables, i: int) -> float:
    """What the parting attacks cost a character that leaves."""
    if not is_engaged(state, i):
        return 0.0
    loss, enemies, bits = 0.0, first_of(1 - side_of(i)), enemies_in_contact(state, i)
    for k in range(SIDE):
        if bits >> k & 1:
            loss += fight_worth(state, tables, enemies + k, i)
    return loss
