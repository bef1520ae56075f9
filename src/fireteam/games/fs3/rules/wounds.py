"""Section 12: severity, wounds one by one, and what they take from rolls."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import BY_VEHICLE_WOUNDS, BY_WOUNDS
from ..state import CRITICAL_WOUND, LIGHT, MODERATE, SERIOUS, WOUNDS, State
from ..tables import COMBATANTS, CRITICAL, VITAL, Tables
from .aboard import pilot_of
from .points import score_wound

LIGHT_TOP, MODERATE_TOP, SERIOUS_TOP = 40, 80, 105
POINTS_OF_SEVERITY = (0, 5, 20, 50, 80)  # what a wound takes from rolls (FS3-12.3)
CRITICAL_BONUS, VITAL_BONUS = 30, 15


@rule("FS3-12.2")
def severity_of(total: int) -> int:
    """The severity of a wound from its damage total."""
    if total <= LIGHT_TOP:
        return LIGHT
    if total <= MODERATE_TOP:
        return MODERATE
    return SERIOUS if total <= SERIOUS_TOP else CRITICAL_WOUND


@rule("FS3-9.7")
def location_bonus(kind: int) -> int:
    """What a location of a kind adds to damage."""
    return CRITICAL_BONUS if kind == CRITICAL else VITAL_BONUS if kind == VITAL else 0


@rule("FS3-12.3", "FS3-12.6", "FS3-12.7", "FS3-12.8")
def wound_points(severity: int, has_healed: int) -> int:
    """What a wound takes from rolls: half of it, rounded down, once it has had Healing Points, Treat's among them.

    Stun counts as much as any other.
    """
    return POINTS_OF_SEVERITY[severity] // 2 if has_healed else POINTS_OF_SEVERITY[severity]


@rule("FS3-12.5", "FS3-13.4")
def wound_total(state: State, victim: int) -> int:
    """What all the wounds of a victim take together, without a limit: a combatant plus one, or COMBATANTS + a vehicle
    plus one."""
    return state.penalties[victim]


@rule("FS3-12.5")
def add_up_wounds(state: State, victim: int) -> None:
    """Add up anew what the wounds of a victim take: whoever changes one of them says so."""
    total = 0
    for k in range(state.n_wounds):
        wound = state.wounds[k]
        if wound.victim == victim:
            total += wound_points(wound.severity, wound.has_healed)
    state.penalties[victim] = total


@rule("FS3-12.5", "FS3-12.9", "FS3-12.9a", "FS3-2.18")
def wound_modifier(state: State, log: Log | None, who: int, with_vehicle: bool) -> int:
    """What wounds add to a combatant's roll: its own, and those of the vehicle it is in where they count."""
    modifier = because(log, BY_WOUNDS, -wound_total(state, who + 1))
    vehicle = state.combatants[who].vehicle
    if with_vehicle and vehicle > 0:
        modifier += because(log, BY_VEHICLE_WOUNDS, -wound_total(state, COMBATANTS + vehicle))
    return modifier


@rule("FS3-12.5", "FS3-12.9")
def wound_penalty(state: State, who: int, with_vehicle: bool) -> int:
    """What wounds take from a combatant's roll, as a number of 0 or more."""
    return -wound_modifier(state, None, who, with_vehicle)


@compiled
def place_for_wound(state: State) -> int:
    """Where a new wound stands: the next place, or in a fight with more wounds than there are places that of one that
    is gone, or else of the lightest of all."""
    if state.n_wounds < WOUNDS:
        state.n_wounds += 1
        return state.n_wounds - 1
    least = 0
    for k in range(WOUNDS):
        if state.wounds[k].victim == 0:
            return k
        if state.wounds[k].severity < state.wounds[least].severity:
            least = k
    return least


@rule("FS3-12.4", "FS3-12.8", "FS3-13.1", "FS3-21.7")
def add_wound(
    state: State,
    tables: Tables,
    log: Log,
    victim: int,
    location: int,
    weapon: int,
    stun: int,
    severity: int,
    inflicter: int,
) -> int:
    """Somebody or a vehicle has a new wound, which counts from the next roll on. Its place in the list.

    `victim` is a combatant plus one, or COMBATANTS + a vehicle plus one; `weapon` plus one, 0 for a splinter;
    `inflicter` plus one, 0 for nobody.
    """
    place = place_for_wound(state)
    wound = state.wounds[place]
    forgotten = wound.victim
    wound.victim, wound.location, wound.weapon, wound.stun = victim, location, weapon, stun
    wound.initial = wound.severity = severity
    wound.points = wound.is_treated = wound.has_healed = 0
    wound.second, wound.turn, wound.is_mock = state.clock, state.turn, tables.mock
    if forgotten > 0:
        add_up_wounds(state, forgotten)
        add_up_wounds(state, victim)
    else:
        state.penalties[victim] += wound_points(severity, 0)
    count_wound(state, tables, victim, inflicter)
    return place


@rule("FS3-13.1", "FS3-19.7", "FS3-21.5", "FS3-21.7")
def count_wound(state: State, tables: Tables, victim: int, inflicter: int) -> None:
    """A wound counts for the Knockout Roll of its victim, for points, and for what the report says: a vehicle's for its
    pilot."""
    bearer = victim
    if victim > COMBATANTS:
        state.vehicles[victim - COMBATANTS - 1].hurt = 1
        bearer = pilot_of(state, victim - COMBATANTS - 1)
    else:
        state.combatants[victim - 1].hurt = 1
    if bearer > 0:
        state.combatants[bearer - 1].taken += 1
    if inflicter > 0:
        state.combatants[inflicter - 1].given += 1
    score_wound(state, tables, bearer, inflicter)
