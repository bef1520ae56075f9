"""Section 22: whether an act of the Storyteller is lawful. The desk is the Storyteller's alone, at any time."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice
from ....core.protocol.refusals import LAWFUL, refuse
from .. import choices as verbs
from ..field_kinds import LETTERS, PACKED
from ..refusals import (
    ARMOUR_FIXED,
    BAD_FORM,
    BAD_RATING,
    BAD_TEAM,
    FIGHT_OVER,
    IN_COMBAT,
    LOCATION_UNKNOWN,
    LUCKLESS,
    MEASURED,
    NO_FORCE_SEATS,
    NO_HAND,
    NO_SEAT,
    NO_VEHICLE,
    NO_VEHICLE_SEAT,
    NOT_AN_NPC,
    NOT_DOWN,
    NOT_PERMITTED,
    PILOT_TAKEN,
    TOO_LITTLE_LUCK,
    TURN_UNDER_WAY,
    UNKNOWN_ABILITY,
    UNKNOWN_ARMOUR,
    UNKNOWN_BODY,
    UNKNOWN_COMBATANT,
    UNKNOWN_WEAPON,
    VEHICLE_TAKEN,
    WHOLE_FORCE,
    WOUND_UNKNOWN,
    Answer,
)
from ..state import ENDED, KNOCKED_OUT, LOBBY, ORDERS, PASSENGER, PILOT_ROLE, REMOVED, WOUNDS, State
from ..tables import BEINGS, CARRIED, COMBATANTS, TEAMS, VEHICLES, Tables
from .aboard import chart_of, is_aboard, pilot_of

MOST_RATING = 12
MOST_LETTERS = len(LETTERS) ** PACKED


@compiled
def is_here(state: State, who: int) -> bool:
    """Whether somebody has this seat."""
    return bool(0 <= who < COMBATANTS and state.combatants[who].status > 0)


@compiled
def is_body(state: State, body: int) -> bool:
    """Whether a number is that of a combatant or a vehicle of the fight; vehicles count on after combatants."""
    if body < COMBATANTS:
        return is_here(state, body)
    return bool(body < COMBATANTS + VEHICLES and state.vehicles[body - COMBATANTS].type > 0)


@compiled
def is_vehicle(state: State, vehicle: int) -> bool:
    """Whether there is a vehicle of a number."""
    return bool(0 <= vehicle < VEHICLES and state.vehicles[vehicle].type > 0)


@rule("FS3-1.3", "FS3-22.1", "FS3-6.14a", "FS3-22.28")
def desk_refusal(state: State, tables: Tables, slot: int, choice: Choice) -> Answer:
    """Why a slot may not do this now: the desk is the Storyteller's; a player may roll, and put armour on before it."""
    if state.phase == ENDED:
        return refuse(FIGHT_OVER)
    verb = choice.verb
    if verb == verbs.ROLL:
        return roll_refusal(state, tables, slot, choice)
    if slot + 1 != tables.storyteller or tables.storyteller == 0:
        if verb != verbs.SET_ARMOUR or slot != choice.unit:
            return refuse(NOT_PERMITTED)
        if state.phase != LOBBY:
            return refuse(ARMOUR_FIXED)
    if state.phase != LOBBY and state.phase != ORDERS and moves_somebody(verb):
        return refuse(TURN_UNDER_WAY)
    if verb == verbs.JOIN:
        return join_refusal(state, tables, choice)
    if verb == verbs.RULING or verb == verbs.STOP or verb == verbs.REACT:
        return LAWFUL
    if verb == verbs.ADD_VEHICLE or verb == verbs.DELETE_VEHICLE:
        return vehicle_refusal(state, tables, choice)
    if verb == verbs.TEAM_TARGETS:
        if not 0 <= choice.n < 1 << TEAMS:
            return refuse(BAD_FORM)
        return LAWFUL if 1 <= choice.x <= TEAMS else refuse(BAD_TEAM, choice.x, 1, TEAMS)
    if verb == verbs.RETARGET:
        return pairs_refusal(state, choice)
    if verb == verbs.SET_BEHAVIOUR:
        return behaviour_refusal(state, choice)
    if verb == verbs.CHANGE_WOUND or verb == verbs.DELETE_WOUND:
        return wound_refusal(state, tables, choice)
    if verb == verbs.INFLICT or verb == verbs.CLEAR_WOUNDS or verb == verbs.NOTE or verb == verbs.LIFT_KNOCKOUT:
        return body_refusal(state, tables, choice)
    return unit_refusal(state, tables, choice)


@compiled
def moves_somebody(verb: int) -> bool:
    """Whether an act changes who is in the fight, or where: in the middle of a turn that would tear an action apart."""
    return bool(
        verb == verbs.JOIN
        or verb == verbs.LEAVE
        or verb == verbs.SET_ROLE
        or verb == verbs.SET_TEAM
        or verb == verbs.ADD_VEHICLE
        or verb == verbs.DELETE_VEHICLE
    )


@rule("FS3-22.9", "FS3-22.12", "FS3-22.13", "FS3-22.14", "FS3-22.15", "FS3-22.2")
def unit_refusal(state: State, tables: Tables, choice: Choice) -> Answer:
    """Why not, of an act on a combatant: it must be in the fight, and what it is given must exist."""
    verb, who = choice.verb, choice.unit
    if not is_here(state, who):
        return refuse(UNKNOWN_COMBATANT)
    if verb == verbs.SET_TEAM:
        return LAWFUL if 1 <= choice.n <= TEAMS else refuse(BAD_TEAM, choice.n, 1, TEAMS)
    if verb == verbs.SET_ROLE:
        return place_refusal(state, choice.n + 1, verbs.read_set_role(choice).vehicle, who)
    if verb == verbs.SET_TARGET or verb == verbs.SET_DISTANCE or verb == verbs.OPPOSE:
        if not is_here(state, choice.target) or choice.target == who:
            return refuse(UNKNOWN_COMBATANT)
    if verb == verbs.SET_DISTANCE or verb == verbs.SET_COVER:
        return refuse(MEASURED) if tables.has_map else LAWFUL
    if verb == verbs.ROLL_FOR or verb == verbs.OPPOSE:
        return ability_refusal(tables, choice)
    return gear_refusal(state, tables, choice)


@rule("FS3-22.5", "FS3-22.18", "FS3-17.9", "FS3-17.10", "FS3-1.6", "FS3-6.9")
def gear_refusal(state: State, tables: Tables, choice: Choice) -> Answer:
    """Why somebody cannot be given a weapon, armour, luck or a rating."""
    verb, who = choice.verb, choice.unit
    combatant = state.combatants[who]
    if verb == verbs.SET_RATING:
        if combatant.is_pc:
            return refuse(NOT_AN_NPC, who)
        return LAWFUL if 0 <= choice.n <= MOST_RATING else refuse(BAD_RATING, 0, MOST_RATING, choice.n)
    if verb == verbs.AWARD_LUCK:
        return LAWFUL if combatant.is_pc else refuse(LUCKLESS, who)
    if verb == verbs.PLOT_POINT:
        return (
            LAWFUL if combatant.is_pc and combatant.luck >= choice.n else refuse(TOO_LITTLE_LUCK, who, combatant.luck)
        )
    if verb == verbs.SET_ARMOUR:
        return LAWFUL if -1 <= choice.n < tables.n_armours else refuse(UNKNOWN_ARMOUR)
    if verb == verbs.GIVE_WEAPON:
        if not 0 <= choice.n < tables.n_weapons:
            return refuse(UNKNOWN_WEAPON)
        if combatant.n_weapons >= CARRIED:
            return refuse(NO_HAND, who, combatant.n_weapons, CARRIED)
    return LAWFUL


@rule("FS3-6.2", "FS3-6.6", "FS3-22.2", "FS3-6.5")
def join_refusal(state: State, tables: Tables, choice: Choice) -> Answer:
    """Why somebody cannot join: a character is in the fight once, a seat must be free, and the vehicle there."""
    asked = verbs.read_join(choice)
    being = asked.who_being
    if not (0 <= asked.who_first < MOST_LETTERS and 0 <= asked.who_second < MOST_LETTERS):
        return refuse(BAD_FORM)
    if being >= BEINGS:
        return force_refusal(state, tables, choice)
    if being >= tables.n_beings or being < -1 or (being < 0 and tables.n_beings >= BEINGS):
        return refuse(BAD_FORM)
    if not 0 <= asked.team <= TEAMS:
        return refuse(BAD_TEAM, asked.team, 1, TEAMS)
    for k in range(COMBATANTS):
        other = state.combatants[k]
        if being >= 0 and tables.beings[being].is_pc and other.status > 0 and other.being == being:
            return refuse(IN_COMBAT, k)
    if asked.count > 1 and (being < 0 or tables.beings[being].is_pc):
        return refuse(BAD_FORM)
    if free_seats(state, tables, being) < asked.count:
        return refuse(NO_SEAT, tables.n_units)
    if not -1 <= asked.craft < tables.n_types or not -1 <= asked.vehicle < VEHICLES:
        return refuse(NO_VEHICLE)
    if asked.craft >= 0:
        return LAWFUL if free_vehicles(state) >= asked.count else refuse(NO_VEHICLE_SEAT, VEHICLES)
    role = asked.role if asked.role > 0 else usual_role(tables, being)
    brings = being >= 0 and tables.beings[being].vehicle_type > 0 and asked.vehicle == -1
    if brings:
        return LAWFUL if free_vehicles(state) >= asked.count else refuse(NO_VEHICLE_SEAT, VEHICLES)
    if asked.count > 1 and role == PILOT_ROLE:
        return refuse(NO_VEHICLE)
    return place_refusal(state, role, asked.vehicle, -1)


@rule("FS3-22.2a", "FS3-6.2", "FS3-6.4")
def force_refusal(state: State, tables: Tables, choice: Choice) -> Answer:
    """Why a force cannot join: all of it does, each as its sheet says, or nobody."""
    asked = verbs.read_join(choice)
    number, crafts = asked.who_being - BEINGS, 0
    if number >= tables.n_forces or tables.forces[number].n == 0:
        return refuse(BAD_FORM)
    if asked.count > 1 or asked.role > 0 or asked.vehicle != -1 or asked.craft != -1:
        return refuse(WHOLE_FORCE)
    if not 0 <= asked.team <= TEAMS:
        return refuse(BAD_TEAM, asked.team, 1, TEAMS)
    force = tables.forces[number]
    for member in range(force.n):
        being = tables.beings[force.beings[member]]
        crafts += int(being.type == PILOT_ROLE)
        for k in range(COMBATANTS):
            other = state.combatants[k]
            if being.is_pc and other.status > 0 and other.being == force.beings[member]:
                return refuse(IN_COMBAT, k)
    seats = free_seats(state, tables, -1)
    if seats < force.n:
        return refuse(NO_FORCE_SEATS, seats, force.n)
    return LAWFUL if crafts <= free_vehicles(state) else refuse(NO_VEHICLE_SEAT, VEHICLES)


@compiled
def usual_role(tables: Tables, being: int) -> int:
    """What a sheet joins as; a stranger as a soldier."""
    return tables.beings[being].type if being >= 0 and tables.beings[being].type > 0 else 1


@rule("FS3-6.4", "FS3-6.3")
def place_refusal(state: State, role: int, vehicle: int, who: int) -> Answer:
    """Why somebody cannot be what it is to be: pilots and passengers need a vehicle, and one has one pilot at most."""
    if role != PILOT_ROLE and role != PASSENGER:
        return LAWFUL if vehicle == -1 else refuse(NO_VEHICLE)
    if not is_vehicle(state, vehicle) or state.vehicles[vehicle].out:
        return refuse(NO_VEHICLE)
    pilot = pilot_of(state, vehicle)
    if role == PILOT_ROLE and pilot > 0 and pilot != who + 1:
        return refuse(PILOT_TAKEN, pilot - 1)
    return LAWFUL


@rule("FS3-6.1", "FS3-22.2")
def free_seat(state: State, tables: Tables, being: int) -> int:
    """The seat for who joins: that which the sheet has left, with its wounds, else the first free one; -1: none."""
    found = -1
    for k in range(min(tables.n_units, COMBATANTS)):
        if state.combatants[k].status > 0:
            continue
        if not has_wounds(state, k + 1):
            found = k if found < 0 else found
        elif being >= 0 and state.combatants[k].being == being:
            return k
    return found


@compiled
def free_seats(state: State, tables: Tables, being: int) -> int:
    """How many seats are free for who joins."""
    count = 0
    for k in range(min(tables.n_units, COMBATANTS)):
        if state.combatants[k].status == 0:
            is_own = being >= 0 and state.combatants[k].being == being
            count += int(is_own or not has_wounds(state, k + 1))
    return count


@compiled
def has_wounds(state: State, victim: int) -> bool:
    """Whether somebody, or a vehicle, has a wound: a combatant plus one, or COMBATANTS + a vehicle plus one."""
    wounds = state.wounds
    for k in range(WOUNDS):
        if wounds[k].victim == victim:
            return True
    return False


@compiled
def free_vehicle(state: State) -> int:
    """A place for another vehicle; -1: there is none."""
    for k in range(VEHICLES):
        if state.vehicles[k].type == 0 and not has_wounds(state, COMBATANTS + k + 1):
            return k
    return -1


@compiled
def free_vehicles(state: State) -> int:
    """How many places there are for other vehicles."""
    count = 0
    for k in range(VEHICLES):
        count += int(state.vehicles[k].type == 0 and not has_wounds(state, COMBATANTS + k + 1))
    return count


@rule("FS3-22.19", "FS3-6.4")
def vehicle_refusal(state: State, tables: Tables, choice: Choice) -> Answer:
    """Why a vehicle cannot come or go: its type must exist, and it must be empty."""
    if choice.verb == verbs.ADD_VEHICLE:
        if not 0 <= choice.n < tables.n_types:
            return refuse(NO_VEHICLE)
        return LAWFUL if free_vehicle(state) >= 0 else refuse(NO_VEHICLE_SEAT, VEHICLES)
    if not is_vehicle(state, choice.n):
        return refuse(NO_VEHICLE)
    for k in range(COMBATANTS):
        if is_aboard(state, k, choice.n):
            return refuse(VEHICLE_TAKEN, k)
    return LAWFUL


@rule("FS3-22.16", "FS3-22.17", "FS3-22.32")
def body_refusal(state: State, tables: Tables, choice: Choice) -> Answer:
    """Why not, of an act on a combatant or a vehicle."""
    body = choice.unit
    if not is_body(state, body):
        return refuse(UNKNOWN_BODY)
    if choice.verb == verbs.LIFT_KNOCKOUT:
        return LAWFUL if is_out(state, body) else refuse(NOT_DOWN)
    if choice.verb == verbs.INFLICT:
        asked = verbs.read_inflict(choice)
        if not -1 <= asked.weapon < tables.n_weapons:
            return refuse(UNKNOWN_WEAPON)
        if asked.location != -1 and not is_on_chart(state, tables, body + 1, asked.location):
            return refuse(LOCATION_UNKNOWN)
    return LAWFUL


@compiled
def is_out(state: State, body: int) -> bool:
    """Whether a combatant is knocked out, alone or with its vehicle, or removed for that, or a vehicle is out."""
    if body >= COMBATANTS:
        return bool(state.vehicles[body - COMBATANTS].out)
    return bool(KNOCKED_OUT <= state.combatants[body].status <= REMOVED)


@compiled
def is_on_chart(state: State, tables: Tables, victim: int, location: int) -> bool:
    """Whether the chart of a victim has a location."""
    return bool(location >= 0 and tables.charts[chart_of(state, tables, victim)].has >> location & 1)


@rule("FS3-22.17")
def wound_refusal(state: State, tables: Tables, choice: Choice) -> Answer:
    """Why a wound cannot be changed or deleted: there is none of that number, or its victim has no such location."""
    number = choice.n
    if not 1 <= number <= WOUNDS or state.wounds[number - 1].victim == 0:
        return refuse(WOUND_UNKNOWN, number)
    victim = state.wounds[number - 1].victim
    if choice.verb == verbs.CHANGE_WOUND and choice.x != -1 and not is_on_chart(state, tables, victim, choice.x):
        return refuse(LOCATION_UNKNOWN)
    return LAWFUL


@rule("FS3-22.11")
def pairs_refusal(state: State, choice: Choice) -> Answer:
    """Why NPCs cannot be given new targets: a pair names somebody who is not here."""
    for k in range(verbs.pairs_count(choice)):
        pair = verbs.pairs_at(choice, k)
        if not (is_here(state, pair.unit) and is_here(state, pair.target)) or pair.unit == pair.target:
            return refuse(UNKNOWN_COMBATANT)
    return LAWFUL


@rule("FS3-23.5")
def behaviour_refusal(state: State, choice: Choice) -> Answer:
    """Why a behaviour cannot be set: one of those listed is not here."""
    count = verbs.units_count(choice)
    if count == 0:
        return refuse(UNKNOWN_COMBATANT)
    for k in range(count):
        if not is_here(state, verbs.units_at(choice, k)):
            return refuse(UNKNOWN_COMBATANT)
    return LAWFUL


@rule("FS3-22.28", "FS3-1.3")
def roll_refusal(state: State, tables: Tables, slot: int, choice: Choice) -> Answer:
    """Why a player cannot roll: it is for who has a combatant here, and the ability must exist."""
    if not is_here(state, slot):
        return refuse(NOT_PERMITTED)
    return ability_refusal(tables, choice)


@rule("FS3-2.2", "FS3-2.6")
def ability_refusal(tables: Tables, choice: Choice) -> Answer:
    """Why an ability cannot be rolled: there is none of that name; another ruling attribute must be an attribute."""
    if not 0 <= choice.n < tables.n_abilities:
        return refuse(UNKNOWN_ABILITY)
    if choice.verb == verbs.OPPOSE:
        against = verbs.read_oppose(choice).against
        return LAWFUL if 0 <= against < tables.n_abilities else refuse(UNKNOWN_ABILITY)
    return LAWFUL if -1 <= choice.y < tables.n_attributes else refuse(UNKNOWN_ABILITY)
