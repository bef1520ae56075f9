"""Section 22: the Storyteller's desk. Each act changes one thing at once, and the log tells it."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log
from .. import choices as verbs
from ..log import (
    log_armour_set,
    log_cover_set,
    log_distance_set,
    log_knockout_lifted,
    log_lethality_set,
    log_luck_awarded,
    log_modifier_set,
    log_noted,
    log_plot_turned,
    log_rating_set,
    log_ruled,
    log_wound_changed,
    log_wound_deleted,
    log_wound_inflicted,
    log_wounds_cleared,
)
from ..state import CRITICAL_WOUND, HEALED, WOUNDS, State
from ..tables import COMBATANTS, Tables
from .aboard import chart_of, is_aboard
from .desk_entry import add_vehicle, ask, delete_vehicle, give_weapon, join, leave, set_role, set_team
from .desk_rolls import roll_ability, roll_opposed
from .desk_targets import propose_targets, react, retarget, set_behaviour, set_target, set_team_targets
from .ground import is_up
from .knockout import bring_back
from .wounds import add_up_wounds, add_wound

KEEP = 0  # the first of the words for a change that is none


@rule("FS3-22.1", "FS3-22.2", "FS3-1.12", "FS3-1.11", "FS3-22.32")
def apply_desk_act(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """Carry out an act of the desk, but for stopping the fight. A ruling, death among them, and a note change nothing:
    what is written down is their reason."""
    verb, unit = choice.verb, choice.unit
    if verb == verbs.JOIN:
        join(state, tables, choice, dice, log)
    elif verb == verbs.LEAVE:
        leave(state, tables, log, unit)
    elif verb == verbs.ADD_VEHICLE:
        add_vehicle(state, tables, log, choice.n, choice.x, choice.y)
    elif verb == verbs.DELETE_VEHICLE:
        delete_vehicle(state, log, choice.n)
    elif verb == verbs.SET_TEAM:
        set_team(state, log, unit, choice.n)
    elif verb == verbs.SET_ROLE:
        set_role(state, tables, log, unit, choice.n + 1, verbs.read_set_role(choice).vehicle)
    elif verb == verbs.ROLL or verb == verbs.ROLL_FOR:
        roll_ability(state, tables, slot, choice, dice, log)
    elif verb == verbs.OPPOSE:
        roll_opposed(state, tables, choice, dice, log)
    elif verb == verbs.NOTE:
        log_noted(log, unit + 1)
    elif verb == verbs.RULING:
        log_ruled(log)
    elif is_about_targets(verb):
        apply_target_act(state, choice, dice, log)
    elif is_about_wounds(verb):
        apply_wound_act(state, tables, choice, log)
    else:
        set_one(state, tables, choice, log)


@compiled
def is_about_targets(verb: int) -> bool:
    """Whether an act of the desk is about targets and behaviour."""
    return bool(
        verb == verbs.TEAM_TARGETS
        or verb == verbs.RETARGET
        or verb == verbs.REACT
        or verb == verbs.SET_TARGET
        or verb == verbs.PROPOSE
        or verb == verbs.SET_BEHAVIOUR
    )


@rule("FS3-22.10", "FS3-22.11", "FS3-22.12", "FS3-22.13")
def apply_target_act(state: State, choice: Choice, dice: Dice, log: Log) -> None:
    """Carry out an act about targets and behaviour."""
    verb = choice.verb
    if verb == verbs.TEAM_TARGETS:
        set_team_targets(state, log, choice.x, choice.n)
    elif verb == verbs.RETARGET:
        retarget(state, choice, dice, log)
    elif verb == verbs.REACT:
        react(state, log)
    elif verb == verbs.SET_TARGET:
        set_target(state, log, choice.unit, choice.target)
    elif verb == verbs.PROPOSE:
        propose_targets(state, choice.unit, choice.n, dice, log)
    else:
        set_behaviour(state, choice, log)


@rule(
    "FS3-22.14", "FS3-22.15", "FS3-22.15a", "FS3-22.18", "FS3-6.14a", "FS3-17.9", "FS3-17.10", "FS3-20.20", "FS3-11.2"
)
def set_one(state: State, tables: Tables, choice: Choice, log: Log) -> None:
    """Set one thing of a combatant: a modifier, rating, armour, cover, distance or luck; or give it a weapon."""
    verb, who, to = choice.verb, choice.unit, choice.n
    combatant = state.combatants[who]
    if verb == verbs.SET_MODIFIER:
        combatant.modifier = to
        log_modifier_set(log, who, to)
    elif verb == verbs.SET_LETHALITY:
        combatant.lethality = to
        log_lethality_set(log, who, to)
    elif verb == verbs.SET_RATING:
        combatant.rating = to + 1
        log_rating_set(log, who, to)
    elif verb == verbs.SET_ARMOUR:
        combatant.armour = to + 1
        log_armour_set(log, who, to)
    elif verb == verbs.SET_COVER:
        combatant.cover = to if to >= 0 else tables.options.cover_default_protection
        log_cover_set(log, who, combatant.cover)
    elif verb == verbs.SET_DISTANCE:
        state.distances[who, choice.target] = state.distances[choice.target, who] = 100 * to
        log_distance_set(log, who, choice.target, 100 * to)
    elif verb == verbs.AWARD_LUCK:
        combatant.luck += to
        log_luck_awarded(log, who, to, combatant.luck)
    elif verb == verbs.PLOT_POINT:
        combatant.luck -= to
        log_plot_turned(log, who, to, combatant.luck)
    elif verb == verbs.GIVE_WEAPON:
        give_weapon(state, tables, log, who, to, choice.x)


@compiled
def is_about_wounds(verb: int) -> bool:
    """Whether an act of the desk is about wounds and knockouts."""
    return bool(
        verb == verbs.LIFT_KNOCKOUT
        or verb == verbs.INFLICT
        or verb == verbs.CHANGE_WOUND
        or verb == verbs.DELETE_WOUND
        or verb == verbs.CLEAR_WOUNDS
    )


@rule("FS3-22.16", "FS3-22.17")
def apply_wound_act(state: State, tables: Tables, choice: Choice, log: Log) -> None:
    """Carry out an act about wounds and knockouts."""
    verb = choice.verb
    if verb == verbs.LIFT_KNOCKOUT:
        lift_knockout(state, log, choice.unit)
    elif verb == verbs.INFLICT:
        inflict(state, tables, choice, log)
    elif verb == verbs.CHANGE_WOUND:
        change_wound(state, choice, log)
    elif verb == verbs.DELETE_WOUND:
        victim = state.wounds[choice.n - 1].victim
        log_wound_deleted(log, choice.n, victim)
        erase(state.wounds[choice.n - 1])
        add_up_wounds(state, victim)
    else:
        clear_wounds(state, log, choice.unit + 1)


@rule("FS3-22.16", "FS3-13.1")
def lift_knockout(state: State, log: Log, body: int) -> None:
    """Bring somebody back, or a vehicle with all who were knocked out by that; wounds stay, and are not rolled for."""
    log_knockout_lifted(log, body + 1)
    bring_back(state, body + 1)
    for who in range(COMBATANTS):
        is_back = body >= COMBATANTS and is_aboard(state, who, body - COMBATANTS) and is_up(state, who)
        if who == body or is_back:
            ask(state, who)


@rule("FS3-22.17", "FS3-9.4", "FS3-12.4")
def inflict(state: State, tables: Tables, choice: Choice, log: Log) -> None:
    """Give a wound, real or mock as the fight is unless said: at the chart's default location where none is named."""
    asked = verbs.read_inflict(choice)
    victim = asked.unit + 1
    location = asked.location if asked.location >= 0 else tables.charts[chart_of(state, tables, victim)].default
    severity = asked.severity + 1
    weapon = asked.weapon if asked.weapon >= 0 else tables.n_weapons  # of none: 0 is shrapnel
    place = add_wound(state, tables, log, victim, location, weapon + 1, asked.stun, severity, 0)
    if asked.mock > 0:
        state.wounds[place].is_mock = asked.mock - 1
    log_wound_inflicted(log, victim, severity, asked.stun, location, place + 1)


@rule("FS3-22.17", "FS3-12.4")
def change_wound(state: State, choice: Choice, log: Log) -> None:
    """Change what is said of a wound, and leave the rest."""
    asked = verbs.read_change_wound(choice)
    wound = state.wounds[asked.wound - 1]
    if asked.severity > CRITICAL_WOUND:
        wound.severity = HEALED
    elif asked.severity != KEEP:
        wound.severity = asked.severity
        wound.initial = max(wound.initial, asked.severity)
    if asked.location >= 0:
        wound.location = asked.location
    if asked.stun != KEEP:
        wound.stun = asked.stun - 1
    if asked.treated != KEEP:
        wound.is_treated = asked.treated - 1
    if asked.mock != KEEP:
        wound.is_mock = asked.mock - 1
    add_up_wounds(state, wound.victim)
    log_wound_changed(log, asked.wound, wound.victim, wound.severity, wound.location)


@rule("FS3-22.17")
def clear_wounds(state: State, log: Log, victim: int) -> None:
    """Delete all wounds of somebody or of a vehicle, which then owes no Knockout Roll."""
    count = 0
    for k in range(WOUNDS):
        if state.wounds[k].victim == victim:
            count += 1
            erase(state.wounds[k])
    state.penalties[victim] = 0
    if victim > COMBATANTS:
        state.vehicles[victim - COMBATANTS - 1].hurt = 0
    else:
        state.combatants[victim - 1].hurt = 0
    log_wounds_cleared(log, victim, count)
