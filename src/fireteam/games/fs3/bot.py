"""What bots go by: the behaviours of section 23, and a position's worth to a combatant's team, 0 to 1."""

from __future__ import annotations

from typing import Any

from ...core.engine.compiled import compiled
from ...core.engine.dispatch import reads_only
from ...core.protocol.choices import Choice, clear
from ...core.protocol.refusals import LAWFUL
from . import choices as verbs
from .rules.behaviour import behave
from .rules.ground import is_up, takes_part
from .rules.menu import default_choice
from .rules.verify import verify
from .rules.wounds import wound_penalty, wound_total
from .state import DRAWN, ENDED, LAST_STAND, LOBBY, ORDERS, WINDOW, WITHDRAWN, State
from .tables import COMBATANTS, Tables

RECOVERABLE = 60  # the wound total with which a player character recovers (FS3-23.4)
SPAN = 3000.0  # of the scale: no difference of two teams comes near it
UP = 100.0  # a combatant that is up
GONE = 50.0  # one that has withdrawn
POINT = 30.0


@reads_only
@compiled
def policy(state: State, tables: Tables, slot: int, key: Any, choice: Choice) -> None:
    """What a behaviour orders, and what a bot answers that sits at the desk; lots are drawn from the key."""
    clear(choice)
    if slot + 1 == tables.storyteller:
        lead(state, choice)
    elif state.phase == WINDOW:
        verbs.write_decline(choice)
    elif slot < COMBATANTS and (state.phase == LAST_STAND or not is_up(state, slot)):
        stand_up(state, slot, choice)
    elif slot < COMBATANTS and state.phase == ORDERS:
        behave(state, tables, slot, key, choice)
    if choice.verb == 0 or verify(state, tables, slot, choice) != LAWFUL:
        default_choice(state, tables, slot, choice)


@compiled
def lead(state: State, choice: Choice) -> None:
    """The Storyteller's: begin the fight, then turn after turn."""
    if state.phase == LOBBY:
        verbs.write_begin_fight(choice)
    elif state.phase == ORDERS:
        verbs.write_next_turn(choice)


@compiled
def stand_up(state: State, who: int, choice: Choice) -> None:
    """Recover with a luck point unless the wounds are too bad, with those of the vehicle (FS3-23.4)."""
    if wound_penalty(state, who, True) <= RECOVERABLE:
        verbs.write_recover(choice)
    else:
        verbs.write_stay_down(choice)


@compiled
def evaluate(state: State, tables: Tables, slot: int) -> float:
    """The end of the fight is 0, a half or 1 to a combatant's team; before it all teams are weighed."""
    if slot >= COMBATANTS or not takes_part(state, slot):
        return 0.5
    team = state.combatants[slot].team
    if state.phase == ENDED:
        return 1.0 if state.winner == team else 0.5 if state.winner == DRAWN or not state.winner else 0.0
    worth = 0.0
    for who in range(COMBATANTS):
        one = state.combatants[who]
        if takes_part(state, who):
            worth += combatant_worth(state, who) * (1.0 if one.team == team else -1.0)
    for other in range(1, len(state.points)):
        worth += POINT * state.points[other] * (1.0 if other == team else -1.0)
    return min(1.0, max(0.0, 0.5 + worth / SPAN))


@compiled
def combatant_worth(state: State, who: int) -> float:
    """What a combatant is worth to its team: up, the less the more it is wounded, held or kept down."""
    one = state.combatants[who]
    if one.status == WITHDRAWN:
        return GONE
    if not is_up(state, who):
        return 0.0
    held = 0.5 if one.subduer else 1.0
    return UP * held - 0.5 * min(wound_total(state, who + 1), 100) - one.suppression
