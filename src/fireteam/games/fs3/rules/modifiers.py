"""Section 8: what is rolled for attack and defence, and the table of modifiers."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ..events.words import (
    BY_ACCURACY,
    BY_AIM,
    BY_DODGE,
    BY_MELEE,
    BY_ORGANIZER,
    BY_RANGE,
    BY_RECOIL,
    BY_RULING,
    BY_STANCE,
    BY_SUPPRESSION,
)
from ..state import PASSENGER, PILOT_ROLE, State
from ..tables import MELEE, Tables
from .gear import has_aim_at
from .ground import SHORT
from .rolls import Rating, token_rating
from .wounds import wound_modifier

STANCE_ATTACK = (0, 30, -50, -15, 0)  # as STANCES
STANCE_DEFENCE = (0, -50, 30, 15, 0)
RANGE_MODIFIERS = (0, -15, -30)  # short, medium, long
MELEE_BONUS, AIM_BONUS = 30, 30
SUPPRESSION_MODIFIER = -5  # for each point
NO_TARGET = -1  # of an attack on a place


@rule("FS3-8.1", "FS3-8.8")
def attack_rating(state: State, tables: Tables, attacker: int, weapon: int) -> Rating:
    """What an attacker rolls with a weapon: its attack skill."""
    return token_rating(state, tables, attacker, tables.weapons[weapon].attack)


@rule("FS3-8.1", "FS3-8.7", "FS3-8.8")
def defence_rating(state: State, tables: Tables, defender: int, weapon: int) -> Rating:
    """What a defender rolls against a weapon: the defence skill of that weapon, whatever it holds itself."""
    return token_rating(state, tables, defender, tables.weapons[weapon].defence)


@compiled
def has_stance(state: State, who: int) -> bool:
    """Whether a combatant has a stance of its own: a passenger has none (FS3-8.11)."""
    return not (state.combatants[who].role == PASSENGER and state.combatants[who].vehicle > 0)


@rule("FS3-8.5", "FS3-8.6", "FS3-12.9", "FS3-22.14")
def common_modifier(state: State, log: Log | None, who: int, ruling: int, stance: int) -> int:
    """What counts for attack and defence alike: ruling attribute, stance, wounds, and the organizer's modifier."""
    modifier = because(log, BY_RULING, ruling)
    modifier += because(log, BY_STANCE, stance)
    modifier += wound_modifier(state, log, who, True)
    return modifier + because(log, BY_ORGANIZER, state.combatants[who].modifier)


@rule("FS3-8.5", "FS3-8.6", "FS3-8.10", "FS3-8.11", "FS3-8.13", "FS3-8.15", "FS3-16.5", "FS3-16.6")
def attack_modifier(
    state: State,
    tables: Tables,
    log: Log | None,
    attacker: int,
    target: int,
    weapon: int,
    ruling: int,
    band: int,
    recoil: int,
) -> int:
    """All that is added to an attack roll but luck. `target` is NO_TARGET where a place is aimed at; `recoil` is 0 or
    less."""
    one, used = state.combatants[attacker], tables.weapons[weapon]
    is_melee = used.type == MELEE
    stance = STANCE_ATTACK[one.stance] if has_stance(state, attacker) else 0
    modifier = common_modifier(state, log, attacker, ruling, stance)
    modifier += because(log, BY_SUPPRESSION, SUPPRESSION_MODIFIER * one.suppression)
    modifier += because(log, BY_MELEE, MELEE_BONUS if is_melee else 0)
    modifier += because(log, BY_ACCURACY, used.accuracy)
    modifier += because(log, BY_RECOIL, recoil)
    modifier += because(log, BY_RANGE, 0 if is_melee or band < SHORT else RANGE_MODIFIERS[band])
    has_aimed = target >= 0 and has_aim_at(state, attacker, target)
    return modifier + because(log, BY_AIM, AIM_BONUS if has_aimed else 0)


@rule("FS3-8.5", "FS3-8.6", "FS3-8.9", "FS3-8.10", "FS3-19.4", "FS3-7.30")
def defence_modifier(state: State, tables: Tables, log: Log | None, defender: int, weapon: int, ruling: int) -> int:
    """All that is added to a defence roll but luck; for a vehicle all is its pilot's, and its dodge bonus."""
    one = state.combatants[defender]
    stance = STANCE_DEFENCE[one.stance] if has_stance(state, defender) else 0
    modifier = common_modifier(state, log, defender, ruling, stance)
    modifier += because(log, BY_MELEE, MELEE_BONUS if tables.weapons[weapon].type == MELEE else 0)
    return modifier + because(log, BY_DODGE, dodge_of(state, tables, defender))


@rule("FS3-19.4")
def dodge_of(state: State, tables: Tables, who: int) -> int:
    """The dodge bonus of the vehicle that somebody pilots; it may be negative."""
    one = state.combatants[who]
    if one.vehicle == 0 or one.role != PILOT_ROLE:
        return 0
    return tables.types[state.vehicles[one.vehicle - 1].type - 1].dodge
