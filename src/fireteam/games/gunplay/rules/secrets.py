"""What players do not know of one another: standing orders, and the rest of a mover's path."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ..choices import SHOOT
from ..state import ASK, CONTINUE, ON_FIRE, ON_MOVE, REACT, SINGLE, State
from ..tables import SIDE, Tables
from ..terrain import CHARACTERS, WAYPOINTS
from .characters import clear_orders, side_of
from .overwatch import offers


@rule("GUN-5.2", "GUN-13.22")
def redact(state: State, tables: Tables, slots: int) -> None:
    """Blank what the holder of these slots may not know."""
    for i in range(CHARACTERS):
        if state.characters[i].overwatch and not slots >> side_of(i) & 1:
            blank_orders(state, tables, i)
    if state.doing.verb:
        mover = side_of(state.active - 1)
        if not slots >> mover & 1 and state.doing.verb != SHOOT:
            blank_path(state)
        if not slots >> (1 - mover) & 1:
            blank_answers(state, tables)


@rule("GUN-5.2", "GUN-13.30")
def blank_orders(state: State, tables: Tables, i: int) -> None:
    """Orders that are not known stand as they are by default."""
    orders = state.characters[i].orders
    clear_orders(orders)
    orders.policy, orders.on, orders.mode = ASK, ON_MOVE + ON_FIRE, SINGLE
    orders.min_chance = tables.constants.min_chance


@rule("GUN-13.22", "GUN-22.10")
def blank_path(state: State) -> None:
    """A movement goes, for who may not know more, straight from its start to where the mover is, and ends there.

    What it would do when shot at is not known either, nor whether this point is the last.
    """
    doing, path = state.doing, state.doing.path
    character = state.characters[state.active - 1]
    for k in range(1, WAYPOINTS + 1):
        path.xs[k] = path.ys[k] = 0
    path.n = doing.told = int(path.xs[0] != character.x or path.ys[0] != character.y)
    if path.n:
        path.xs[1], path.ys[1] = character.x, character.y
    doing.last, doing.posture, doing.on_interrupt, doing.stopping = doing.point, character.posture, CONTINUE, 0


@rule("GUN-5.2", "GUN-22.10")
def blank_answers(state: State, tables: Tables) -> None:
    """What the waiting player has answered, and by whom, is not known: all who could fire may be on offer."""
    doing = state.doing
    doing.ended = doing.waited = doing.answered = doing.unseen = 0
    for k in range(SIDE):
        doing.faces[k] = 0
    doing.offered = offers(state, tables) if state.phase == REACT else 0
