"""Whether bomb, hostages and what lies about can be as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.engine.record import Array
from ....core.engine.record import as_words as words_of
from ....core.space.movement import is_free
from ..names import MatchNames
from ..rules.units import put_discs
from ..state import ARMED, BETWEEN, NO_BOMB, OVER, PLACED, SETTING_UP
from ..tables import BOMB_MODE, FRAG, GRENADE, LMG, PISTOL, RADIUS, UNITS


def ground_faults(state: Any, tables: Any) -> Iterator[str]:
    """What lies on the ground, flies, smokes and waits: as many as are counted."""
    for name, n in (("ground", state.n_ground), ("flights", state.n_flights), ("rulings", state.n_rulings)):
        filled = [bool(one.verb if name == "rulings" else one.gear) for one in state[name]]
        if not all(filled[:n]) or any(filled[n:]):
            yield f"n_{name}={n} does not count {name}"
    for k in range(state.n_ground):
        thing, mark = tables.gear[state.ground[k].gear - 1], state.ground[k].mark
        least, most = (1, thing.defence) if thing.defence else (0, int(PISTOL <= thing.kind <= LMG))
        if not least <= mark <= most:
            yield f"ground.{k}.mark={mark} cannot be of what lies there"
    for k in range(state.n_flights):
        flight = state.flights[k]
        thing = tables.gear[flight.gear - 1]
        if thing.kind != GRENADE or flight.turn >= state.turn:
            yield f"flights.{k}: a grenade that was thrown in an earlier turn"
        if (thing.effect == FRAG) != (1 <= flight.to_hit < thing.split):
            yield f"flights.{k}.to_hit={flight.to_hit}: of a frag some of its dice, but not all; of others 0"
    for k in range(len(state.smoke)):
        if state.smoke[k] and (k >= tables.field.n_zones or state.smoke[k] < state.turn):
            yield f"smoke.{k}={state.smoke[k]}: the last turn of smoke in a zone, this one or a later one"


def goal_faults(states: Array, tables: Any, names: MatchNames) -> Iterator[str]:
    """The bomb, or the hostages."""
    state = states[0]
    bombs = [i for i in range(state.n_units) if state.units[i].special.gear == tables.bomb + 1]
    bombs += [k for k in range(state.n_ground) if state.ground[k].gear == tables.bomb + 1]
    armed = state.bomb.status != NO_BOMB
    if len(bombs) + armed > (tables.mode == BOMB_MODE):
        yield "there is one bomb at most, and none where hostages are: carried, on the ground or armed (bomb.status=1)"
    if armed and not 1 <= state.bomb.turn <= state.turn:
        yield f"bomb.turn={state.bomb.turn}: it was armed in this turn or an earlier one"
    if state.bomb.status > ARMED and state.phase not in (BETWEEN, OVER, SETTING_UP):
        yield f"bomb.status={state.bomb.status}: the round has ended with it"
    for h in range(len(state.hostages)):
        hostage, path = state.hostages[h], f"hostages.{h}"
        if h >= tables.n_hostages and words_of(states["hostages"][:, h].copy()).any():
            yield f"{path}: this match has {tables.n_hostages} hostages"
        if hostage.status != PLACED and (hostage.x or hostage.y or hostage.health or hostage.leader):
            yield f"{path}: only one on the table (status={PLACED}) has a place, health and a leader"
        if hostage.status == PLACED and not (hostage.health and is_hostage_place(states.copy(), tables, h)):
            yield f"{path}: {names.unit(UNITS + h)} needs health and a place off walls and other tokens"
        if hostage.leader and not state.units[hostage.leader - 1].alive:
            yield f"{path}.leader={hostage.leader}: that unit is not on the table"
        trail = hostage.trail_x[hostage.n_trail :].any() or hostage.trail_y[hostage.n_trail :].any()
        if trail or bool(hostage.leader) != bool(hostage.n_trail):
            yield f"{path}.n_trail={hostage.n_trail}: one that is led has a trail, and it counts its points"


def is_hostage_place(states: Array, tables: Any, h: int) -> bool:
    """Whether a hostage may stand where it does, as is asked of units."""
    state = states[0]
    x, y = int(state.hostages[h].x), int(state.hostages[h].y)
    state.hostages[h].status = 0
    put_discs(state)
    return bool(is_free(tables.field, state.discs, x, y, RADIUS))
