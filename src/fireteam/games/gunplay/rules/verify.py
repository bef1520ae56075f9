"""Whether a choice is lawful: the common checks of GUN-7.3, then those of each action, in the rulebook's order."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.refusals import LAWFUL, refuse
from .. import choices as verbs
from ..refusals import (
    CHAR_ACTIVATED,
    CHAR_DOWN,
    CHAR_NOT_YOURS,
    CHAR_ON_OVERWATCH,
    CHAR_UNKNOWN,
    GAME_OVER,
    MODULE_OFF,
    NOT_ACTIVE_CHAR,
    NOT_YOUR_DECISION,
    PASS_ILLEGAL,
    UNKNOWN_ACTION,
    WRONG_STATE,
    Answer,
)
from ..state import ACT, CHOOSE, DEPLOY, OVER, OW_DECLARE, OW_MARK, REACT, RESUME, State
from ..tables import Tables
from .actions import may_aid, may_brace, may_drop, may_pick_up, may_ready, may_reload
from .characters import is_known, is_up, side_of
from .combat import may_fight
from .deployment import may_deploy
from .movement import may_move, may_run
from .overwatch import may_answer, may_declare, may_mark, may_set_orders
from .shooting import may_shoot
from .turn import decider


@rule("GUN-7.3", "GUN-22.1", "GUN-22.2", "GUN-22.3", "GUN-22.4", "GUN-11.9")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> Answer:
    """Whether a player may choose this now: who decides, what the state accepts, then the choice itself."""
    verb = choice.verb
    if state.phase == OVER:
        return refuse(GAME_OVER)
    if verb == verbs.CONCEDE:
        return LAWFUL
    if verb == verbs.SET_ORDERS:
        return may_set_orders(state, tables, slot, choice) if state.phase != REACT else refuse(WRONG_STATE)
    side = decider(state)
    if slot != side:
        return refuse(NOT_YOUR_DECISION, side)
    if verb == verbs.PASS_INITIATIVE:
        return LAWFUL if state.phase == CHOOSE and state.may_pass else refuse(PASS_ILLEGAL)
    if state.phase == ACT:
        return may_act(state, tables, choice)
    if not fits_phase(state.phase, verb):
        return refuse(WRONG_STATE)
    return may_decide(state, tables, side, choice)


@rule("GUN-22.1", "GUN-22.2")
def fits_phase(phase: int, verb: int) -> bool:
    """Whether a state other than ACT accepts a decision."""
    if phase == DEPLOY:
        return bool(verb == verbs.DEPLOY)
    if phase == OW_DECLARE:
        return bool(verb == verbs.OVERWATCH_DECLARE)
    if phase == OW_MARK:
        return bool(verb == verbs.OVERWATCH_MARK)
    if phase == CHOOSE:
        return bool(verb == verbs.ACTIVATE)
    if phase == REACT:
        return bool(verb == verbs.REACT or verb == verbs.WAIT or verb == verbs.PASS)
    return bool(phase == RESUME and (verb == verbs.CONTINUE or verb == verbs.STOP))


@compiled
def may_decide(state: State, tables: Tables, side: int, choice: Choice) -> Answer:
    """What a decision that is no action demands itself."""
    if choice.verb == verbs.DEPLOY:
        return may_deploy(state, tables, side, choice.unit, choice.x, choice.y)
    if choice.verb == verbs.OVERWATCH_DECLARE:
        return may_declare(state, side, choice.n)
    if choice.verb == verbs.OVERWATCH_MARK:
        return may_mark(state, tables, side, choice)
    if choice.verb == verbs.ACTIVATE:
        return may_activate(state, side, choice.unit)
    if state.phase == REACT:
        return may_answer(state, tables, choice.unit, choice.n, choice.verb == verbs.REACT)
    return LAWFUL


@rule("GUN-6.5", "GUN-6.7", "GUN-6.15", "GUN-13.6")
def may_activate(state: State, side: int, i: int) -> Answer:
    """An own character that is Up, not on Overwatch and not activated yet."""
    if not is_known(state, i):
        return refuse(CHAR_UNKNOWN)
    if side_of(i) != side:
        return refuse(CHAR_NOT_YOURS)
    if not is_up(state, i):
        return refuse(CHAR_DOWN)
    if state.characters[i].overwatch:
        return refuse(CHAR_ON_OVERWATCH)
    return refuse(CHAR_ACTIVATED) if state.characters[i].activated else LAWFUL


@rule("GUN-7.3", "GUN-7.35", "GUN-7.46", "GUN-7.51")
def may_act(state: State, tables: Tables, choice: Choice) -> Answer:
    """Whether an action is lawful: known, for the active character, of no module that is off, and by its own checks."""
    verb, i = choice.verb, choice.unit
    if not 1 <= verb <= verbs.CONCEDE:
        return refuse(UNKNOWN_ACTION)
    if not verbs.MOVE <= verb <= verbs.END_ACTIVATION:
        return refuse(WRONG_STATE)
    if i != state.active - 1:
        return refuse(NOT_ACTIVE_CHAR, state.active - 1)
    if (verb == verbs.RELOAD and not tables.options.weapon_charts) or (verb == verbs.AID and not tables.options.aid):
        return refuse(MODULE_OFF)
    if verb == verbs.MOVE:
        return may_move(state, tables, choice)
    if verb == verbs.RUN:
        return may_run(state, tables, choice)
    if verb == verbs.SHOOT:
        return may_shoot(state, tables, i, choice.target, choice.n)
    return may_do(state, tables, i, choice)


@compiled
def may_do(state: State, tables: Tables, i: int, choice: Choice) -> Answer:
    """The checks of the other actions."""
    verb = choice.verb
    if verb == verbs.FIGHT:
        return may_fight(state, i, choice.target)
    if verb == verbs.BRACE:
        return may_brace(state, i)
    if verb == verbs.READY:
        return may_ready(state, tables, i, choice.n)
    if verb == verbs.RELOAD:
        return may_reload(state, i)
    if verb == verbs.PICK_UP:
        return may_pick_up(state, tables, i)
    if verb == verbs.DROP:
        return may_drop(state, i)
    return may_aid(state, i, choice.target) if verb == verbs.AID else LAWFUL
