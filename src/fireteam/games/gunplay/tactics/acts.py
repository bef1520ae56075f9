"""What the active character does: shoots, braces, loads, fights, moves, takes the item; whether a mover goes on."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice, clear
from ....core.protocol.refusals import LAWFUL
from .. import choices as verbs
from ..rules.actions import may_aid, may_brace, may_pick_up
from ..rules.characters import first_of, side_of
from ..state import ASK_OWNER, AUTO, CONTINUE, SINGLE, State
from ..tables import SIDE, Tables
from .fire import BRACE_FIRST, BURST, FIGHT, NOTHING, SHOT, best_fire
from .goals import away_from, goal_of
from .movement import best_move, stand_worth

EVEN = 0.05  # how much worse the end of a way may be than a stop on it


@compiled
def suggest_action(state: State, tables: Tables, choice: Choice) -> None:
    """Take the item or help a friend up where that can be done; else what is worth most of staying and moving."""
    i, actions = state.active - 1, int(state.actions)
    if may_pick_up(state, tables, i) == LAWFUL:
        verbs.write_pick_up(choice, i)
        return
    if tables.options.aid and suggest_aid(state, i, choice):
        return
    goal = goal_of(state, tables, i)
    fire, deed, target = best_fire(state, tables, i, actions)
    once, first, at = best_fire(state, tables, i, 1)
    moves = best_move(state, tables, i, goal, actions, choice)
    stay, leave = fire + moves.here, -1e9
    if actions > 1 and first in (SHOT, BURST):
        leave = once + moves.place
    if choice.verb and moves.best > stay and moves.best >= leave:
        choice.target = interrupt_for(state, i, choice)
        return
    clear(choice)
    if leave > stay:
        write_deed(i, first, at, choice)
    elif deed != NOTHING:
        write_deed(i, deed, target, choice)
    else:
        settle(state, i, choice)


@compiled
def write_deed(i: int, deed: int, target: int, choice: Choice) -> None:
    """Write what is done in place."""
    if deed == SHOT or deed == BURST:
        verbs.write_shoot(choice, i, target, AUTO if deed == BURST else SINGLE)
    elif deed == FIGHT:
        verbs.write_fight(choice, i, target)
    elif deed == BRACE_FIRST:
        verbs.write_brace(choice, i)
    else:
        verbs.write_reload(choice, i)


@compiled
def settle(state: State, i: int, choice: Choice) -> None:
    """With nothing to shoot at, get ready for who may come: braced, if there is a weapon to brace."""
    if may_brace(state, i) == LAWFUL:
        verbs.write_brace(choice, i)
    else:
        verbs.write_end_activation(choice, i)


@compiled
def suggest_aid(state: State, i: int, choice: Choice) -> bool:
    """Help a Down friend up, if one is in contact."""
    friends = first_of(side_of(i))
    for j in range(friends, friends + SIDE):
        if j != i and may_aid(state, i, j) == LAWFUL:
            verbs.write_aid(choice, i, j)
            return True
    return False


@compiled
def interrupt_for(state: State, i: int, choice: Choice) -> int:
    """Who may be shot at by somebody on Overwatch wants to be asked whether it goes on."""
    enemies, is_watched = first_of(1 - side_of(i)), False
    for j in range(enemies, enemies + SIDE):
        is_watched |= state.characters[j].overwatch != 0
    return ASK_OWNER if is_watched and choice.n else CONTINUE


@compiled
def suggest_going_on(state: State, tables: Tables, choice: Choice) -> None:
    """Go on where the end of the way is not worse than this place."""
    i, path = state.active - 1, state.doing.path
    character, goal = state.characters[i], goal_of(state, tables, state.active - 1)
    here = stand_worth(state, tables, i, goal, away_from(state, i, goal.x, goal.y))
    character.x, character.y, character.posture = path.xs[path.n], path.ys[path.n], state.doing.posture
    there = stand_worth(state, tables, i, goal, away_from(state, i, goal.x, goal.y))
    if there + EVEN >= here:
        verbs.write_continue(choice)
    else:
        verbs.write_stop(choice)
