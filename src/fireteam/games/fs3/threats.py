"""What enemies could do next turn to somebody who stands at a point: the chance of each to hit with what it holds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.percent import chance_float
from ...core.protocol.scene import Threat
from .odds.exchange import Exchange
from .rules.foes import is_foe
from .rules.gear import rounds_in_hand, weapon_in_hand
from .rules.ground import TOO_FAR, Place, band_of, has_sight_between, is_base_on_map, is_up, radius_of
from .rules.paths import is_in_block
from .state import ENDED
from .tables import COMBATANTS, MELEE, RANGED
from .view import CM

POINTS = 600  # of the map that are asked about, about so many
LEAST_STEP = 100  # centimetres from one to the next


def threats(setting: Setting, states: Array, slot: int, unit: str = "") -> tuple[Threat, ...]:
    """What every enemy could do to a combatant on a grid of points, all enemies staying where they are (FS3-8.3).

    It is the combatant that is named, or the slot's own; on a table without map nobody's place means anything.
    """
    moment = Moment(setting, states, slot)
    who = moment.names.find_unit(unit) if unit else slot
    if not 0 <= who < COMBATANTS or not is_up(moment.state, who) or moment.state.phase == ENDED:
        return ()
    return tuple(dangers(moment, who, grid(moment, who))) if moment.tables.has_map else ()


def grid(moment: Moment, who: int) -> Iterator[Place]:
    """Points all over the map where the base of a combatant may be."""
    terrain, radius = moment.tables.terrain, int(radius_of(moment.state, moment.tables, who))
    width, height = int(terrain.width), int(terrain.height)
    step = max(LEAST_STEP, math.ceil(math.sqrt(width * height / POINTS) / LEAST_STEP) * LEAST_STEP)
    for y in range(step // 2, height, step):
        for x in range(step // 2, width, step):
            if is_base_on_map(moment.tables, x, y, radius) and not is_in_block(terrain, x, y):
                yield Place(x, y)


def dangers(moment: Moment, who: int, places: Iterable[Place]) -> Iterator[Threat]:
    """Who could hit a combatant at each of some points, with the chance of one round or blow (FS3-7.3, FS3-8.3)."""
    states, tables = moment.states.copy(), moment.tables
    state = states[0]
    one = state.combatants[who]
    body = state.vehicles[one.vehicle - 1] if one.vehicle else one
    chances: dict[tuple[int, int], Fraction] = {}
    armed = list(armed_foes(moment, who))
    for place in places:
        body.x, body.y = place
        for foe, weapon in armed:
            band = int(band_of(state, tables, foe, who, weapon))
            if band != TOO_FAR and has_sight_between(state, tables, foe, who):
                if (foe, band) not in chances:
                    chances[foe, band] = Exchange(moment.setting.tables, states, foe, who, weapon).hit_chance()
                chance = chances[foe, band]
                at = place.x / CM, place.y / CM
                yield Threat(*at, moment.names.unit(foe), "hits", str(chance), chance_float(chance))


def armed_foes(moment: Moment, who: int) -> Iterator[tuple[int, int]]:
    """The enemies of a combatant who could attack, and with what: it has rounds, and nobody holds them."""
    state, tables = moment.state, moment.tables
    for foe in range(COMBATANTS):
        weapon = int(weapon_in_hand(state, tables, foe))
        if is_foe(state, who, foe) and not state.combatants[foe].subduer and weapon >= 0:
            if tables.weapons[weapon].type in (MELEE, RANGED) and rounds_in_hand(state, tables, foe):
                yield foe, weapon
