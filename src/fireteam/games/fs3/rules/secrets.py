"""What players do not know: orders before they are revealed, and what the organizer alone sets."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ....core.engine.rows import erase
from ..state import LUCK_ATTACK, LUCK_DEFENCE, ORDERS, State
from ..tables import COMBATANTS, Tables

OPEN = 1  # of the option orders


@rule("FS3-6.16", "FS3-22.3", "FS3-22.4", "FS3-22.12", "FS3-22.14")
def redact(state: State, tables: Tables, slots: int) -> None:
    """Blank what the holder of these slots may not know; the Storyteller knows all."""
    if tables.storyteller and slots >> (tables.storyteller - 1) & 1:
        return
    window = state.window
    if window.roller and (window.kind == LUCK_ATTACK or window.kind == LUCK_DEFENCE):
        window.modifier -= state.combatants[window.roller - 1].modifier
    for who in range(COMBATANTS):
        one = state.combatants[who]
        one.modifier = one.lethality = 0
        if not slots >> who & 1:
            one.target = one.fixed = 0
        if state.phase == ORDERS and tables.options.orders != OPEN and not slots >> who & 1:
            erase(one.order)
