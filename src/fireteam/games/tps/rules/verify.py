"""Section 28: whether a choice is lawful. The first reason that applies, in the order of TPS-28.1, refuses it."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ....core.protocol.choices import Choice
from ....core.protocol.refusals import LAWFUL, OK, refuse
from .. import choices as verbs
from ..choices import BUYING, DROPPING
from ..refusals import ELIMINATED, NOT_ADMIN, OUT_OF_MATCH, VALUE, WRONG_PHASE
from ..state import BETWEEN, BUY, CALL, COUNT, OVER, TARGET, State
from ..tables import LISTED, Tables
from .admin import may_command, may_switch
from .calls import UNKNOWN, Answer, may_call
from .count_limits import batch_size, count_refusal
from .movement import kth_order
from .orders import may_order
from .targeting import may_target

PHASES_OF_VERBS = (OVER, BUY, CALL, *(COUNT,) * 6, *(TARGET,) * 3, BETWEEN, BETWEEN)


@rule("TPS-28.1", "TPS-5.2", "TPS-5.4")
def verify(state: State, tables: Tables, slot: int, choice: Choice) -> Answer:
    """Whether a slot may choose this now: the state's decisions first, then what the choice itself demands."""
    verb = choice.verb
    if not 1 <= verb <= verbs.ADMIT:
        return refuse(VALUE)
    if verb >= verbs.WARN:
        return may_command(state, tables, slot, choice)
    if phase_of(verb) != state.phase:
        return refuse(WRONG_PHASE, state.phase)
    if state.phase == BETWEEN:
        if slot + 1 != state.admin:
            return refuse(NOT_ADMIN)
        return may_switch(state, tables, verbs.read_switch(choice).unit) if verb == verbs.SWITCH else LAWFUL
    if slot >= state.n_units:
        return refuse(WRONG_PHASE, state.phase)
    unit = state.units[slot]
    if not unit.alive or unit.leaving:
        return refuse(OUT_OF_MATCH if unit.kicked or unit.leaving else ELIMINATED)
    if verb == verbs.BUY:
        return may_want(tables, choice)
    if verb == verbs.CALL:
        call = verbs.read_call(choice)
        return may_call(state, tables, slot, call.weapon, call.stance, call.over, call.action)
    if state.phase == TARGET:
        return may_target(state, tables, slot, choice)
    return may_give_orders(state, tables, slot, choice)


@rule("TPS-5.2")
def phase_of(verb: int) -> int:
    """The state that a verb belongs to, if it is no command."""
    return PHASES_OF_VERBS[verb]


@rule("TPS-7.4", "TPS-7.6", "TPS-7.11")
def may_want(tables: Tables, choice: Choice) -> Answer:
    """A list of drops and purchases; what is in it is judged when it is carried out."""
    if not 0 <= choice.n <= LISTED:
        return refuse(VALUE)
    for k in range(choice.n):
        deed, gear = verbs.wants_at(choice, k)
        if (deed != BUYING and deed != DROPPING) or not UNKNOWN <= gear < tables.n_gear:
            return refuse(VALUE)
    return LAWFUL


@rule("TPS-9.12", "TPS-5.9", "TPS-5.14")
def may_give_orders(state: State, tables: Tables, i: int, choice: Choice) -> Answer:
    """One order, or as many as there are counts to decide now; each of them lawful as things stand."""
    counts = batch_size(tables, state.count)
    if choice.verb == verbs.PLOT:
        answer = may_plot(state, tables, i, counts, choice)
    elif counts > 1:
        answer = refuse(VALUE, counts)
    else:
        answer = may_order(state, tables, i, state.count, *kth_order(choice, 0))
    if answer[0] or (state.owing >> i) & 1:
        return answer
    reason = count_refusal(tables, state.units[i], state.count)
    return refuse(reason, state.count) if reason != OK else refuse(WRONG_PHASE, COUNT)


@rule("TPS-5.9", "TPS-28.1")
def may_plot(state: State, tables: Tables, i: int, counts: int, choice: Choice) -> Answer:
    """An order for each count that is decided now; of several that are refused, the first in the rulebook's table."""
    if choice.n != counts:
        return refuse(VALUE, counts)
    worst = refuse(OK)
    for k in range(counts):
        answer = may_order(state, tables, i, state.count + k, *kth_order(choice, k))
        if answer[0] and (worst[0] == OK or answer[0] < worst[0]):
            worst = answer
    return worst
