"""Sections 6 and 7: the weapon in hand and its ammunition, Reload, and Aim."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from ..log import log_aimed, log_reloaded
from ..refusals import BY_CLIP, BY_SIGHT, BY_WEAPON
from ..state import State
from ..tables import CARRIED, COMBATANTS, DEFENSIVE, Tables
from .ground import has_sight_between

UNARMED_HAND = CARRIED + 1
NO_LIMIT = 10_000  # rounds of a weapon that needs none


@rule("FS3-6.9", "FS3-6.30", "FS3-19.20")
def weapon_in_hand(state: State, tables: Tables, who: int) -> int:
    """The weapon that somebody holds, in a vehicle too; -1: none. Bare hands are one."""
    combatant = state.combatants[who]
    if combatant.hand == 0:
        return -1
    return tables.unarmed if combatant.hand == UNARMED_HAND else combatant.weapons[combatant.hand - 1]


@compiled
def carried_in_hand(state: State, who: int) -> int:
    """Which of the weapons that somebody carries is in hand, from 0; CARRIED: none of them."""
    hand = state.combatants[who].hand
    return hand - 1 if 0 < hand <= CARRIED else CARRIED


@rule("FS3-6.9", "FS3-7.5")
def rounds_in_hand(state: State, tables: Tables, who: int) -> int:
    """The rounds in the weapon in hand; NO_LIMIT where it needs none, 0 without a weapon.

    Each weapon that somebody carries keeps its own count.
    """
    weapon, carried = weapon_in_hand(state, tables, who), carried_in_hand(state, who)
    if weapon < 0:
        return 0
    return state.combatants[who].rounds[carried] if needs_rounds(tables, weapon) and carried < CARRIED else NO_LIMIT


@rule("FS3-7.5")
def needs_rounds(tables: Tables, weapon: int) -> bool:
    """Whether a weapon needs ammunition."""
    return bool(tables.weapons[weapon].ammunition)


@rule("FS3-6.9", "FS3-7.5")
def spend_rounds(state: State, tables: Tables, who: int, carried: int, count: int) -> None:
    """A carried weapon has fired so many rounds."""
    combatant = state.combatants[who]
    if carried < CARRIED and needs_rounds(tables, combatant.weapons[carried]):
        combatant.rounds[carried] = max(combatant.rounds[carried] - count, 0)


@rule("FS3-6.13", "FS3-7.13", "FS3-6.9")
def change_weapon(state: State, who: int, hand: int) -> None:
    """Somebody takes another weapon in hand: its aim is lost, and what it began to reload. No count changes."""
    combatant = state.combatants[who]
    if combatant.hand != hand:
        combatant.hand, combatant.reloading = hand, 0
        cancel_aim(state, who)


# Reload


@rule("FS3-7.22")
def is_reloadable(tables: Tables, weapon: int) -> bool:
    """Whether a weapon can be reloaded at all: it needs ammunition, and its data do not say no."""
    return weapon >= 0 and needs_rounds(tables, weapon) and bool(tables.weapons[weapon].reloadable)


@rule("FS3-6.9", "FS3-7.22")
def has_clip(state: State, who: int) -> bool:
    """Whether there is a spare clip for the weapon in hand; some loadouts have as many as one likes."""
    carried = carried_in_hand(state, who)
    return carried < CARRIED and bool(state.combatants[who].clips[carried])


@rule("FS3-7.22")
def reload_fault(state: State, tables: Tables, who: int) -> int:
    """Why somebody cannot reload, as FIZZLES number it; 0: it can, a full weapon too."""
    if not is_reloadable(tables, weapon_in_hand(state, tables, who)):
        return BY_WEAPON
    return 0 if has_clip(state, who) else BY_CLIP


@rule("FS3-7.20", "FS3-7.21")
def reload_weapon(state: State, tables: Tables, log: Log, who: int) -> None:
    """A Reload action: after as many in a row as the weapon needs, the clip is full, and a spare one is gone."""
    combatant, carried = state.combatants[who], carried_in_hand(state, who)
    weapon = tables.weapons[combatant.weapons[carried]]
    needed = max(weapon.reload_turns, 1)
    combatant.reloading += 1
    combatant.reloads = 1
    done = combatant.reloading
    if done >= needed:
        combatant.rounds[carried], combatant.reloading = weapon.ammunition, 0
        if combatant.clips[carried] > 0:
            combatant.clips[carried] -= 1
    log_reloaded(log, who, combatant.weapons[carried], done, needed, combatant.rounds[carried])


# Aim


@rule("FS3-7.12", "FS3-7.12a", "FS3-7.13")
def aim_fault(state: State, tables: Tables, who: int, target: int) -> int:
    """Why somebody cannot aim at another, as FIZZLES number it; 0: it can, however far off, and with a blade too."""
    weapon = weapon_in_hand(state, tables, who)
    if weapon < 0 or tables.weapons[weapon].type == DEFENSIVE:
        return BY_WEAPON
    return 0 if has_sight_between(state, tables, who, target) else BY_SIGHT


@rule("FS3-7.9", "FS3-7.10")
def aim_at(state: State, log: Log, who: int, target: int) -> None:
    """An Aim action: it succeeds, and an earlier aim counts no more."""
    combatant = state.combatants[who]
    combatant.aim, combatant.aims, combatant.aimed = target + 1, 1, 0
    log_aimed(log, who, target)


@rule("FS3-7.9", "FS3-7.10", "FS3-7.11")
def has_aim_at(state: State, who: int, target: int) -> bool:
    """Whether somebody aimed at this target last turn, so that its attack rolls against it have the bonus."""
    combatant = state.combatants[who]
    return combatant.aimed > 0 and bool(combatant.aim == target + 1)


@rule("FS3-7.13")
def cancel_aim(state: State, who: int) -> None:
    """An aim is lost: by another weapon, by being subdued, by a knockout."""
    combatant = state.combatants[who]
    combatant.aim = combatant.aims = combatant.aimed = 0


@rule("FS3-7.11", "FS3-7.21", "FS3-6.27")
def end_aims(state: State) -> None:
    """At the end of a turn its aims come to count, those of the turn before end, used or not.

    Reload actions that are not in a row are lost.
    """
    for who in range(COMBATANTS):
        combatant = state.combatants[who]
        combatant.aimed = combatant.aims
        combatant.aims = 0
        if not combatant.aimed:
            combatant.aim = 0
        if not combatant.reloads:
            combatant.reloading = 0
        combatant.reloads = 0
