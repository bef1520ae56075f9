"""Section 7, Subdue and Release: who holds whom, and what ends a hold."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from .. import choices as verbs
from ..events.turn import BY_ACTION, BY_KNOCKOUT, BY_ORDER, BY_PARTING, BY_SUBDUAL
from ..log import log_released
from ..state import Order, State
from ..tables import COMBATANTS, Tables
from .gear import cancel_aim
from .ground import in_contact


@rule("FS3-7.26", "FS3-7.27", "FS3-7.36", "FS3-7.13")
def hold(state: State, log: Log, subduer: int, captive: int) -> None:
    """Somebody has subdued another, who loses its order of this turn, its aim, and whomever it held itself."""
    one, other = state.combatants[subduer], state.combatants[captive]
    end_hold(state, log, captive, BY_SUBDUAL)
    one.captive, other.subduer = captive + 1, subduer + 1
    other.lost_order = 1
    cancel_aim(state, captive)


@rule("FS3-7.29", "FS3-7.34", "FS3-7.36")
def end_hold(state: State, log: Log, subduer: int, how: int) -> None:
    """A hold ends, if there is one: the captive is free."""
    captive = state.combatants[subduer].captive
    if captive:
        state.combatants[subduer].captive = 0
        state.combatants[captive - 1].subduer = 0
        log_released(log, subduer, how, captive - 1)


@rule("FS3-7.31")
def break_free(state: State, captive: int) -> None:
    """A captive has escaped, and acts as usual next turn."""
    subduer = state.combatants[captive].subduer
    state.combatants[captive].subduer = 0
    state.combatants[subduer - 1].captive = 0


@rule("FS3-7.36")
def release(state: State, log: Log, subduer: int) -> None:
    """Who is out of the fight, or gone, holds nobody."""
    end_hold(state, log, subduer, BY_KNOCKOUT)


@rule("FS3-7.29", "FS3-7.26")
def part(state: State, tables: Tables, log: Log, who: int) -> None:
    """Holds of and on somebody end where the two are not in contact any more."""
    captive, subduer = state.combatants[who].captive, state.combatants[who].subduer
    if captive and not in_contact(state, tables, who, captive - 1):
        end_hold(state, log, who, BY_PARTING)
    if subduer and not in_contact(state, tables, who, subduer - 1):
        end_hold(state, log, subduer - 1, BY_PARTING)


@rule("FS3-7.28", "FS3-7.35")
def keeps_hold(captive: int, order: Order) -> bool:
    """Whether an order is none that lets a captive (plus one) go: to hold on, to pass, or nothing."""
    if order.release:
        return False
    if order.verb == verbs.SUBDUE:
        return bool(order.n_targets and order.targets[0] == captive)
    return bool(order.verb == verbs.PASS or order.verb == 0)


@rule("FS3-7.34", "FS3-7.35", "FS3-7.37", "FS3-6.20")
def release_by_order(state: State, log: Log) -> None:
    """At REVEAL who lets go, or does anything else than hold on, frees its captive, who does nothing else this turn."""
    for who in range(COMBATANTS):
        one = state.combatants[who]
        if one.captive and not keeps_hold(one.captive, one.order):
            state.combatants[one.captive - 1].freed = 1
            end_hold(state, log, who, BY_ORDER if one.order.release else BY_ACTION)


@rule("FS3-6.28", "FS3-7.29", "FS3-7.36")
def take_off(state: State, log: Log, who: int, status: int) -> None:
    """Somebody leaves the field, removed or withdrawn: nobody holds it, and it holds nobody."""
    state.combatants[who].status = status
    end_hold(state, log, who, BY_KNOCKOUT)
    subduer = state.combatants[who].subduer
    if subduer:
        end_hold(state, log, subduer - 1, BY_PARTING)
