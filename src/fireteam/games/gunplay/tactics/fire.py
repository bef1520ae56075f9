"""What shots, fights and dangers are worth, in characters put Down; the rules say how hard each is."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.protocol.refusals import LAWFUL
from ..rules.characters import are_in_contact, first_of, has_trait, is_engaged, is_up, side_of, weapon_of
from ..rules.combat import fight_level, fight_modifiers
from ..rules.difficulty import HIT, SOLID, good_faces, harder_level
from ..rules.hits import toughness_level, wounds_of
from ..rules.shooting import (
    OUT,
    can_autofire,
    is_covered,
    may_fire,
    range_band,
    sees_character,
    shot_damage,
    shot_level,
    shot_modifiers,
)
from ..state import AUTO, SINGLE, State
from ..tables import LEADER, RESTRICTED, SIDE, Tables

NOTHING, SHOT, BURST, BRACE_FIRST, RELOAD_FIRST, FIGHT = range(6)  # what to do in place
WOUND = 0.12  # a hit that leaves its target Up
MARKER = 0.06  # a Flinch marker
CHIEF = 0.35  # what a Leader is worth over another
CARRIER = 1.0  # and who carries the item
AGAIN = 0.85  # a second shot at who may be Down by then
EMPTY = 0.12  # what it costs to have to reload
READINESS = 0.06  # what it is worth to be braced, or loaded, for the next turn
SOON, LATER = 1.2, 0.7  # how much of its shot an enemy may still bring in this turn, and in the next


@compiled
def prize(state: State, tables: Tables, j: int) -> float:
    """What a character is worth to whoever puts it Down."""
    return 1.0 + CHIEF * has_trait(tables, j, LEADER) + CARRIER * state.characters[j].carrying


@compiled
def fall_share(state: State, tables: Tables, j: int, wounds: int) -> float:
    """The chance that so many more wounds put a character Down."""
    modifiers = -(state.characters[j].wounds + wounds)
    return 1.0 - good_faces(tables, toughness_level(tables, None, j), modifiers) / tables.constants.die


@compiled
def attack_worth(state: State, tables: Tables, j: int, level: int, modifiers: int, damage: int) -> float:
    """The worth of one attack on a character: mostly the chance that it goes Down."""
    die, hits = tables.constants.die, good_faces(tables, level, modifiers)
    if hits == 0:
        return 0.0
    solid = 0
    if tables.options.solid_hits:
        solid = min(hits, good_faces(tables, harder_level(level, tables.options.extra_difficulties), modifiers))
    falls = (hits - solid) * fall_share(state, tables, j, wounds_of(tables, damage, HIT)) / die
    falls += solid * fall_share(state, tables, j, wounds_of(tables, damage, SOLID)) / die
    return falls + WOUND * (hits / die - falls) + MARKER * tables.options.flinch * (1.0 - hits / die)


@compiled
def can_reach(state: State, tables: Tables, i: int, j: int) -> bool:
    """Whether a character with a firearm sees another within its range."""
    if state.characters[i].wielded == 0 or range_band(state, tables, i, j) == OUT:
        return False
    return sees_character(state, tables, i, j)


@compiled
def shot_worth(state: State, tables: Tables, i: int, j: int, mode: int, is_reaction: bool) -> float:
    """The worth of a Shoot action at a character in reach: of all its shots in autofire."""
    level = shot_level(state, tables, None, i, j, is_covered(state, tables, i, j))
    damage = shot_damage(state, tables, i, j)
    modifiers = shot_modifiers(state, tables, None, i, j, mode, is_reaction)
    worth = min(1.0, attack_worth(state, tables, j, level, modifiers, damage))
    if mode == AUTO:
        worth = 1.0 - (1.0 - worth) ** weapon_of(state, tables, i).rof
    return worth * prize(state, tables, j)


@compiled
def fight_worth(state: State, tables: Tables, i: int, j: int) -> float:
    """The worth of an attack in close combat, what the counter may do left out."""
    damage = tables.melees[tables.members[i].melee].damage
    level, modifiers = fight_level(state, tables, None, i, j), fight_modifiers(state, tables, None, i, j)
    return attack_worth(state, tables, j, level, modifiers, damage) * prize(state, tables, j)


@compiled
def best_fire(state: State, tables: Tables, i: int, actions: int) -> tuple[float, int, int]:
    """What so many actions are worth in place, which comes first, and at whom."""
    if actions <= 0:
        return 0.0, NOTHING, -1
    if is_engaged(state, i):
        return best_fight(state, tables, i, actions)
    character = state.characters[i]
    if character.wielded == 0 or character.ran_now:
        return 0.0, NOTHING, -1
    k = character.wielded - 1
    if not character.loaded[k]:
        character.loaded[k] = 1
        worth = best_shot(state, tables, i, actions - 1)[0]
        character.loaded[k] = 0
        return worth + EMPTY, RELOAD_FIRST, -1
    worth, deed, target = best_shot(state, tables, i, actions)
    if not character.braced:
        character.braced = 1
        braced, _, other = best_shot(state, tables, i, actions - 1)
        character.braced = 0
        if braced + READINESS > worth:
            return braced + READINESS, BRACE_FIRST, other
    return worth, deed, target


@compiled
def best_shot(state: State, tables: Tables, i: int, actions: int) -> tuple[float, int, int]:
    """What so many Shoot actions of a loaded weapon are worth, in which mode the first, and at whom."""
    best, deed, target = 0.0, NOTHING, -1
    if actions <= 0 or may_fire(state, tables, i, SINGLE) != LAWFUL:
        return best, deed, target
    charts, weapon = tables.options.weapon_charts, weapon_of(state, tables, i)
    is_once = charts and (weapon.rof == RESTRICTED or weapon.reload_after_shot)
    enemies = first_of(1 - side_of(i))
    for j in range(enemies, enemies + SIDE):
        if not is_up(state, j) or is_engaged(state, j) or not can_reach(state, tables, i, j):
            continue
        worth = shot_worth(state, tables, i, j, SINGLE, False)
        if worth > 0.0 and charts and weapon.reload_after_shot and actions < 2:
            worth -= EMPTY
        if actions > 1 and not is_once:
            worth += AGAIN * worth * (1.0 - min(1.0, worth))
        if worth > best:
            best, deed, target = worth, SHOT, j
        if can_autofire(state, tables, i):
            worth = shot_worth(state, tables, i, j, AUTO, False) - (EMPTY if actions < 2 else 0.0)
            if worth > best:
                best, deed, target = worth, BURST, j
    return best, deed, target


@compiled
def best_fight(state: State, tables: Tables, i: int, actions: int) -> tuple[float, int, int]:
    """What so many fights are worth, less what the counters do, and with whom."""
    best, target = -1.0, -1
    enemies = first_of(1 - side_of(i))
    for j in range(enemies, enemies + SIDE):
        if is_up(state, j) and are_in_contact(state, i, j):
            worth = fight_worth(state, tables, i, j) - 0.4 * fight_worth(state, tables, j, i)
            if worth > best:
                best, target = worth, j
    return best * (1.0 + AGAIN * (actions - 1)), FIGHT, target


@compiled
def danger(state: State, tables: Tables, i: int) -> float:
    """What enemies may do to a character where it is, in this turn and the next."""
    later = LATER if state.turn < tables.scenario.turns else 0.0
    total, engaged, enemies = 0.0, is_engaged(state, i), first_of(1 - side_of(i))
    for j in range(enemies, enemies + SIDE):
        if not is_up(state, j):
            continue
        enemy = state.characters[j]
        share = later if enemy.activated and not enemy.overwatch else SOON
        if engaged:
            if are_in_contact(state, i, j):
                total += share * fight_worth(state, tables, j, i)
        elif not is_engaged(state, j) and can_reach(state, tables, j, i):
            mode = AUTO if can_autofire(state, tables, j) else SINGLE
            total += share * shot_worth(state, tables, j, i, mode, enemy.overwatch != 0)
    return total
