"""Sections 6 and 13: Knockout Rolls, who is out of the fight by them, and back in it."""

from __future__ import annotations

from ....core.dice import Dice, roll_band
from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import BY_TOUGHNESS, FOR_KNOCKOUT
from ..log import log_knocked_out, log_removed, log_revived, log_took_knockout_roll, log_vehicle_out
from ..state import KNOCKED_OUT, READY, REMOVED, VEHICLE_OUT, State
from ..tables import COMBATANTS, VEHICLES, Tables
from .aboard import is_aboard, pilot_of, toughness_of
from .gear import cancel_aim
from .holds import release, take_off
from .wounds import wound_total

D100 = 100
AVERAGE, STEP = 5, 5  # Toughness above or below 5 counts five times
LEAST, MOST = 2, 95  # of the number to beat, with `ko_clamp` (FS3-13.3)


@rule("FS3-13.2", "FS3-13.3", "FS3-13.4")
def last_failure(state: State, tables: Tables, log: Log | None, victim: int) -> int:
    """The highest face that knocks a victim out: with its Toughness it is below all its own wounds; 0: none is."""
    bonus = because(log, BY_TOUGHNESS, STEP * (toughness_of(state, tables, victim) - AVERAGE))
    needed = wound_total(state, victim) - bonus
    if tables.options.ko_clamp:
        return min(max(needed, LEAST), MOST)
    return min(max(needed - 1, 0), D100)


@rule("FS3-13.2", "FS3-25.5")
def knockout_fails(state: State, tables: Tables, dice: Dice, log: Log, victim: int) -> bool:
    """A Knockout Roll. Returns whether it fails."""
    last = last_failure(state, tables, log, victim)
    fails = roll_band(dice, log, D100, (last, D100), FOR_KNOCKOUT) == 0
    log_took_knockout_roll(log, victim, wound_total(state, victim), int(fails))
    return fails


@compiled
def is_out(state: State, victim: int) -> bool:
    """Whether a combatant or a vehicle is knocked out."""
    if victim > COMBATANTS:
        return bool(state.vehicles[victim - COMBATANTS - 1].out)
    return bool(state.combatants[victim - 1].status == KNOCKED_OUT)


@rule("FS3-13.7", "FS3-19.8", "FS3-19.9", "FS3-21.7")
def knock_out(state: State, log: Log, victim: int) -> None:
    """Somebody is out of this fight, or a vehicle is and everyone in it with it; no wound changes."""
    if victim <= COMBATANTS:
        put_out(state, victim - 1, KNOCKED_OUT)
        log_knocked_out(log, victim - 1)
        return
    vehicle = victim - COMBATANTS - 1
    state.vehicles[vehicle].out = 1
    log_vehicle_out(log, vehicle)
    for who in range(COMBATANTS):
        if state.combatants[who].status == READY and is_aboard(state, who, vehicle):
            put_out(state, who, VEHICLE_OUT)


@compiled
def put_out(state: State, who: int, status: int) -> None:
    """Somebody can act no more: what it was about is broken off."""
    combatant = state.combatants[who]
    combatant.status = status
    combatant.knockouts += 1
    combatant.reloading = 0
    cancel_aim(state, who)


@rule("FS3-7.40", "FS3-13.9", "FS3-17.15")
def revive(state: State, log: Log, victim: int) -> None:
    """A knockout is undone, and said to be."""
    log_revived(log, victim)
    bring_back(state, victim)


@rule("FS3-7.40", "FS3-13.8", "FS3-13.9", "FS3-19.9", "FS3-17.15")
def bring_back(state: State, victim: int) -> None:
    """Somebody is back, though not out of a vehicle that is out itself; or a vehicle is back, with all in it who were
    out only because of it. Damage up to now counts for no roll of this turn."""
    if victim <= COMBATANTS:
        combatant = state.combatants[victim - 1]
        vehicle = combatant.vehicle
        is_in_wreck = vehicle > 0 and bool(state.vehicles[vehicle - 1].out)
        combatant.status, combatant.hurt = VEHICLE_OUT if is_in_wreck else READY, 0
        return
    vehicle = victim - COMBATANTS - 1
    state.vehicles[vehicle].out = state.vehicles[vehicle].hurt = 0
    for who in range(COMBATANTS):
        if state.combatants[who].status == VEHICLE_OUT and is_aboard(state, who, vehicle):
            state.combatants[who].status = READY


@rule("FS3-7.38", "FS3-7.42", "FS3-19.18a")
def roll_to_revive(state: State, tables: Tables, dice: Dice, log: Log, victim: int) -> None:
    """A knocked-out combatant or vehicle makes a Knockout Roll at once, and is back if it passes."""
    if not knockout_fails(state, tables, dice, log, victim):
        revive(state, log, victim)


@rule("FS3-6.27", "FS3-6.31")
def turn_of(state: State, who: int) -> int:
    """When somebody rolls at the end of the turn: in initiative order; who has no place in it last, in roster order."""
    place = state.combatants[who].place
    return place if place else COMBATANTS + 1 + who


@rule("FS3-6.27", "FS3-13.10", "FS3-19.7")
def next_vehicle(state: State) -> int:
    """The next damaged vehicle to roll, as its pilot comes; 0: none. Those without a pilot roll last."""
    found, first = 0, 0
    for vehicle in range(VEHICLES):
        if state.vehicles[vehicle].type and state.vehicles[vehicle].hurt and not state.vehicles[vehicle].out:
            pilot = pilot_of(state, vehicle)
            turn = turn_of(state, pilot - 1) if pilot else 2 * COMBATANTS + 1 + vehicle
            if found == 0 or turn < first:
                found, first = COMBATANTS + vehicle + 1, turn
    return found


@rule("FS3-6.27", "FS3-13.1", "FS3-13.10")
def next_person(state: State, tables: Tables) -> int:
    """The next to roll of those who took damage this turn and are not knocked out already; 0: none."""
    found, first = 0, 0
    for who in range(tables.n_units):
        combatant = state.combatants[who]
        if combatant.hurt and (combatant.status == READY or combatant.status == VEHICLE_OUT):
            turn = turn_of(state, who)
            if found == 0 or turn < first:
                found, first = who + 1, turn
    return found


@rule("FS3-6.26", "FS3-6.27", "FS3-6.31", "FS3-13.1", "FS3-13.10", "FS3-19.7")
def end_of_turn_step(state: State, tables: Tables, dice: Dice, log: Log) -> bool:
    """One Knockout Roll of the end of a turn: vehicles first, then people. Returns whether one was made.

    After the last, knocked-out NPCs are removed, and who can hold nobody any more releases.
    """
    victim = next_vehicle(state)
    if victim == 0:
        victim = next_person(state, tables)
    if victim == 0:
        remove_knocked_out(state, tables, log)
        return False
    if victim > COMBATANTS:
        state.vehicles[victim - COMBATANTS - 1].hurt = 0
    else:
        state.combatants[victim - 1].hurt = 0
    if knockout_fails(state, tables, dice, log, victim):
        knock_out(state, log, victim)
    return True


@rule("FS3-6.27", "FS3-6.28", "FS3-7.36", "FS3-19.9", "FS3-13.10")
def remove_knocked_out(state: State, tables: Tables, log: Log) -> None:
    """Knocked-out NPCs go, held no more, those out with their vehicle too; then captives of who is out are free.

    A wound of who was out already counts for no roll of this turn.
    """
    for who in range(COMBATANTS):
        combatant = state.combatants[who]
        is_npc_out = not combatant.is_pc and (combatant.status == KNOCKED_OUT or combatant.status == VEHICLE_OUT)
        if is_npc_out and tables.options.npc_removed_on_ko:
            log_removed(log, who)
            take_off(state, log, who, REMOVED)
        combatant.hurt = 0
    for vehicle in range(VEHICLES):
        state.vehicles[vehicle].hurt = 0
    for who in range(COMBATANTS):
        if state.combatants[who].captive and state.combatants[who].status != READY:
            release(state, log, who)
