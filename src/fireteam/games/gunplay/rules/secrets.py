"""What players do not know of one another: standing orders, and the rest of a mover's path."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ..choices import FLINCH, MOVE, RUN
from ..state import ASK, CONTINUE, ON_FIRE, ON_MOVE, SINGLE, State
from ..tables import Tables
from ..terrain import CHARACTERS, WAYPOINTS
from .characters import clear_orders, side_of


@rule("GUN-5.2", "GUN-13.22")
def redact(state: State, tables: Tables, slots: int) -> None:
    """Blank what the holder of these slots may not know."""
    for i in range(CHARACTERS):
        if state.characters[i].overwatch and not slots >> side_of(i) & 1:
            blank_orders(state, tables, i)
    verb = state.doing.verb
    if (verb == MOVE or verb == RUN or verb == FLINCH) and not slots >> side_of(state.active - 1) & 1:
        blank_path(state)


@rule("GUN-5.2", "GUN-13.30")
def blank_orders(state: State, tables: Tables, i: int) -> None:
    """Orders that are not known stand as they are by default."""
    orders = state.characters[i].orders
    clear_orders(orders)
    orders.policy, orders.on, orders.mode = ASK, ON_MOVE + ON_FIRE, SINGLE
    orders.min_chance = tables.constants.min_chance


@rule("GUN-13.22")
def blank_path(state: State) -> None:
    """A movement goes, for who may not know more, straight from where it was last told of to where the mover is.

    What it would do when shot at is not known either, nor whether a point is the last.
    """
    doing = state.doing
    character = state.characters[state.active - 1]
    forget_path(state)
    doing.on_interrupt, doing.posture = CONTINUE, character.posture
    doing.path.n = int(doing.point > 0 and (doing.from_x != character.x or doing.from_y != character.y))


@compiled
def forget_path(state: State) -> None:
    """No path: zeros everywhere."""
    path = state.doing.path
    path.n = 0
    for k in range(WAYPOINTS + 1):
        path.xs[k] = path.ys[k] = 0
