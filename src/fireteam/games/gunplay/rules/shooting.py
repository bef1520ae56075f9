"""Sections 8 and 20: who may shoot at whom, and how hard it is."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log, because
from ....core.protocol.refusals import LAWFUL, refuse
from ..events import (
    BY_AUTOFIRE,
    BY_BRACE,
    BY_CLOSE,
    BY_COVER,
    BY_EXTREME,
    BY_MARKSMAN,
    BY_MOVE,
    BY_POOR_SHOT,
    BY_PRONE_TARGET,
    BY_REQUIREMENT,
    BY_RUN,
)
from ..refusals import (
    ENGAGED,
    MODE_ILLEGAL,
    NO_LOS,
    NOT_LOADED,
    OUT_OF_RANGE,
    RAN_NO_SHOOT,
    ROF_SPENT,
    TARGET_DOWN,
    TARGET_ENGAGED,
    TARGET_FRIEND,
    TARGET_UNKNOWN,
    WEAPON_NONE,
    Answer,
)
from ..state import AUTO, SHOT, SINGLE, State
from ..tables import (
    BRACED_IF_WEAK,
    MARKSMAN,
    MODERATE,
    POOR_SHOT,
    RESTRICTED,
    SHOTGUN,
    SNIPER,
    STRONG,
    STRONG_OR_BRACED,
    WEAK,
    Tables,
)
from ..terrain import EPS, PRONE
from .characters import bands_of, has_trait, is_engaged, is_known, is_up, side_of, weapon_of
from .difficulty import good_faces, shift_level
from .room import distance, inches
from .sight import has_cover, sees

OUT, CLOSE, EFFECTIVE, EXTREME = range(4)  # range bands


@compiled
def distance_between(state: State, i: int, j: int) -> float:
    """The distance of two characters in inches."""
    one, other = state.characters[i], state.characters[j]
    return distance(one.x, one.y, other.x, other.y)


@rule("GUN-4.14", "GUN-4.15", "GUN-4.21")
def sees_character(state: State, tables: Tables, i: int, j: int) -> bool:
    """Whether two Up characters see one another."""
    one, other = state.characters[i], state.characters[j]
    return sees(tables.terrain, one.x, one.y, one.posture, other.x, other.y, other.posture)


@compiled
def is_covered(state: State, tables: Tables, i: int, j: int) -> bool:
    """Whether a target is in cover from a shooter."""
    one, other = state.characters[i], state.characters[j]
    return has_cover(tables.terrain, one.x, one.y, one.posture, other.x, other.y, other.posture)


@rule("GUN-8.1", "GUN-3.11")
def range_band(state: State, tables: Tables, i: int, j: int) -> int:
    """The range band of a shot: the first that reaches so far; OUT beyond all of them."""
    bands, away = bands_of(tables, weapon_of(state, tables, i)), distance_between(state, i, j)
    if away <= inches(bands.close) + EPS:
        return CLOSE
    if away <= inches(bands.effective) + EPS:
        return EFFECTIVE
    return EXTREME if away <= inches(bands.extreme) + EPS else OUT


@rule("GUN-8.11", "GUN-20.8", "GUN-20.9")
def can_autofire(state: State, tables: Tables, i: int) -> bool:
    """Whether the firearm in hand has autofire: with `weapon_charts`, a rate of fire above 1."""
    if not tables.options.weapon_charts or state.characters[i].wielded == 0:
        return False
    return bool(weapon_of(state, tables, i).rof > 1)


@rule("GUN-8.7", "GUN-8.8", "GUN-7.22", "GUN-7.29", "GUN-20.4", "GUN-20.5", "GUN-20.9", "GUN-20.10")
def may_fire(state: State, tables: Tables, i: int, mode: int) -> Answer:
    """What keeps a character from shooting at anybody: no weapon, an enemy in contact, a run, its weapon, the mode."""
    character = state.characters[i]
    if character.wielded == 0:
        return refuse(WEAPON_NONE)
    if is_engaged(state, i):
        return refuse(ENGAGED)
    if character.ran_now:
        return refuse(RAN_NO_SHOOT)
    if not character.loaded[character.wielded - 1]:
        return refuse(NOT_LOADED)
    if tables.options.weapon_charts and weapon_of(state, tables, i).rof == RESTRICTED:
        if character.fired[character.wielded - 1] >= tables.options.restricted_per_turn:
            return refuse(ROF_SPENT)
    if mode != SINGLE and not (mode == AUTO and can_autofire(state, tables, i)):
        return refuse(MODE_ILLEGAL)
    return LAWFUL


@rule("GUN-8.7", "GUN-8.9", "GUN-8.10", "GUN-9.7", "GUN-20.9")
def may_shoot(state: State, tables: Tables, i: int, j: int, mode: int) -> Answer:
    """All checks of a shot, in the rulebook's order; one that cannot hit is lawful."""
    able = may_fire(state, tables, i, mode)
    if able != LAWFUL:
        return able
    if not is_known(state, j):
        return refuse(TARGET_UNKNOWN)
    if side_of(j) == side_of(i):
        return refuse(TARGET_FRIEND)
    if not is_up(state, j):
        return refuse(TARGET_DOWN)
    if is_engaged(state, j):  # with a friend of the shooter's, who is not engaged itself
        return refuse(TARGET_ENGAGED)
    if not sees_character(state, tables, i, j):
        return refuse(NO_LOS)
    return refuse(OUT_OF_RANGE) if range_band(state, tables, i, j) == OUT else LAWFUL


@rule("GUN-20.2", "GUN-20.3", "GUN-15.19", "GUN-7.26")
def lacks_requirement(state: State, tables: Tables, i: int) -> bool:
    """Whether a weapon of the charts is too heavy for who wields it, unbraced."""
    if not tables.options.weapon_charts or state.characters[i].braced:
        return False
    requires = weapon_of(state, tables, i).requires
    if requires == BRACED_IF_WEAK:
        return has_trait(tables, i, WEAK)
    return bool(requires == STRONG_OR_BRACED) and not has_trait(tables, i, STRONG)


@rule("GUN-8.4", "GUN-15.12", "GUN-20.6")
def minds_extreme_range(state: State, tables: Tables, i: int) -> bool:
    """Whether Extreme range is harder: not for a braced Sniper, nor with `weapon_charts` for a shotgun."""
    if has_trait(tables, i, SNIPER) and state.characters[i].braced:
        return False
    return not (tables.options.weapon_charts and weapon_of(state, tables, i).kind == SHOTGUN)


@rule("GUN-8.2", "GUN-8.3", "GUN-8.4", "GUN-8.5", "GUN-8.6", "GUN-8.12", "GUN-2.12")
def shot_level(state: State, tables: Tables, log: Log | None, i: int, j: int, in_cover: bool) -> int:
    """The level of a shot: Moderate, shifted by range, cover, a prone target, and a weapon too heavy."""
    band = range_band(state, tables, i, j)
    is_far = distance_between(state, i, j) > inches(tables.constants.prone_range) + EPS
    is_prone = state.characters[j].posture == PRONE and is_far
    shift = because(log, BY_CLOSE, int(band == CLOSE))
    shift += because(log, BY_EXTREME, -int(band == EXTREME and minds_extreme_range(state, tables, i)))
    shift += because(log, BY_COVER, -int(in_cover))
    shift += because(log, BY_PRONE_TARGET, -int(is_prone))
    shift += because(log, BY_REQUIREMENT, -int(lacks_requirement(state, tables, i)))
    return shift_level(MODERATE, shift, tables.options.extra_difficulties)


@rule("GUN-2.10", "GUN-8.13", "GUN-8.14", "GUN-8.15", "GUN-15.10", "GUN-15.11", "GUN-20.11", "GUN-7.21")
def shot_modifiers(state: State, tables: Tables, log: Log | None, i: int, j: int, mode: int, is_reaction: bool) -> int:
    """The dice modifiers of each shot: bracing, own movement but in a reaction, a target that ran, skill, autofire."""
    shooter, options = state.characters[i], tables.options
    modifiers = because(log, BY_BRACE, options.brace_modifier if shooter.braced else 0)
    modifiers += because(log, BY_MOVE, options.moved_modifier if shooter.moved and not is_reaction else 0)
    modifiers += because(log, BY_RUN, options.ran_modifier if state.characters[j].ran else 0)
    modifiers += because(log, BY_MARKSMAN, int(has_trait(tables, i, MARKSMAN)))
    modifiers += because(log, BY_POOR_SHOT, -int(has_trait(tables, i, POOR_SHOT)))
    return modifiers + because(log, BY_AUTOFIRE, options.autofire_modifier if mode == AUTO else 0)


@rule("GUN-13.50", "GUN-13.20", "GUN-4.39")
def shot_faces(state: State, tables: Tables, i: int, j: int, mode: int, is_reaction: bool) -> int:
    """How many faces hit with one shot of a lawful Shoot action."""
    level = shot_level(state, tables, None, i, j, is_covered(state, tables, i, j))
    return good_faces(tables, level, shot_modifiers(state, tables, None, i, j, mode, is_reaction))


@compiled
def open_faces(state: State, tables: Tables, i: int, j: int, mode: int, is_reaction: bool) -> int:
    """How many faces would hit without cover: the most that can, known before anybody looks."""
    level = shot_level(state, tables, None, i, j, False)
    return good_faces(tables, level, shot_modifiers(state, tables, None, i, j, mode, is_reaction))


@rule("GUN-17.2", "GUN-20.7", "GUN-20.12", "GUN-20.13", "GUN-17.3")
def shot_damage(state: State, tables: Tables, i: int, j: int) -> int:
    """The damage rating of a shot: 1 without `weapon_charts`; a shotgun's is higher Close, lower at Extreme."""
    if not tables.options.weapon_charts:
        return 1
    weapon, band = weapon_of(state, tables, i), range_band(state, tables, i, j)
    if weapon.kind == SHOTGUN:
        return max(0, weapon.damage + int(band == CLOSE) - int(band == EXTREME))
    return weapon.damage


@rule("GUN-8.19", "GUN-20.8", "GUN-20.13", "GUN-7.32")
def use_weapon(state: State, tables: Tables, i: int, mode: int) -> None:
    """What shooting takes, before any die: it counts for the turn, and autofire or a double barrel leave it empty."""
    character = state.characters[i]
    k = character.wielded - 1
    character.shot_now = 1
    character.fired[k] += 1
    if tables.options.weapon_charts and (mode == AUTO or weapon_of(state, tables, i).reload_after_shot):
        character.loaded[k] = 0


@rule("GUN-8.11", "GUN-8.12", "GUN-8.19")
def begin_shots(state: State, tables: Tables, log: Log, kind: int, i: int, j: int, mode: int) -> None:
    """A Shoot action is declared: its target, level and modifiers hold for all its shots."""
    attack = state.attack
    attack.kind, attack.attacker, attack.target = kind, i, j
    attack.level = shot_level(state, tables, log, i, j, is_covered(state, tables, i, j))
    attack.modifiers = shot_modifiers(state, tables, log, i, j, mode, kind != SHOT)
    attack.damage = shot_damage(state, tables, i, j)
    attack.shots = weapon_of(state, tables, i).rof if mode == AUTO else 1
    use_weapon(state, tables, i, mode)
