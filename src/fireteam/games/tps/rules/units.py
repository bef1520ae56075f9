"""Section 2 and 10: units, what they carry, and what lies on the ground."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase, remove_row
from ....core.errors import Overflow
from ....core.protocol.events import Log
from ....core.space.movement import add_disc
from ..log import log_laid
from ..state import GROUND, KNIFE_SLOT, MOVE, PLACED, PRIMARY, SIDEARM, State, Token, Unit
from ..tables import BOMB, GRENADE, GRENADES, HELMET, KIT, KNIFE, PISTOL, TARGETS, UNITS, VEST, Tables

PLACES = GRENADES + 5  # where a unit carries things


@rule("TPS-12.14")
def is_living(state: State, target: int) -> bool:
    """A unit, or a hostage (numbered after the units), that is on the table."""
    if target < UNITS:
        return bool(state.units[target].alive)
    return bool(state.hostages[target - UNITS].status == PLACED)


@compiled
def place_of(state: State, target: int) -> tuple[int, int]:
    """Where a unit or a hostage stands, in steps."""
    if target < UNITS:
        return state.units[target].x, state.units[target].y
    return state.hostages[target - UNITS].x, state.hostages[target - UNITS].y


@rule("TPS-3.32")
def put_discs(state: State) -> None:
    """Every token on the table as a disc that moves by its order: units in seat order, then hostages."""
    for target in range(TARGETS):
        if is_living(state, target):
            x, y = place_of(state, target)
            moves = target < UNITS and state.units[target].orders[0, 0] == MOVE
            dx, dy = (state.units[target].orders[0, 1], state.units[target].orders[0, 2]) if moves else (0, 0)
            add_disc(state.discs, x, y, dx, dy)


@compiled
def disc_of(state: State, target: int) -> int:
    """The number of a unit's disc, or of a hostage's."""
    n = 0
    for other in range(target):
        n += int(is_living(state, other))
    return n


@rule("TPS-2.6", "TPS-18.4")
def called_gear(tables: Tables, unit: Unit) -> int:
    """The called weapon as a number of the catalogue, the knife included; -1 if nothing is called."""
    if unit.weapon == PRIMARY:
        return unit.primary.gear - 1
    if unit.weapon == SIDEARM:
        return unit.sidearm.gear - 1
    return tables.knife if unit.weapon == KNIFE_SLOT else -1


@compiled
def weapon_token(unit: Unit) -> Token:
    """The token of the called weapon: the primary's, or the sidearm's. The knife is none (TPS-13.9)."""
    return unit.primary if unit.weapon == PRIMARY else unit.sidearm


@rule("TPS-2.6", "TPS-8.5")
def is_carried_weapon(unit: Unit, weapon: int) -> bool:
    """Whether there is a weapon in the place that is called; the knife always is."""
    if weapon == PRIMARY:
        return bool(unit.primary.gear)
    return bool(weapon == KNIFE_SLOT or (weapon == SIDEARM and unit.sidearm.gear))


@rule("TPS-2.7", "TPS-13.7", "TPS-13.9")
def is_empty(unit: Unit) -> bool:
    """Whether the called weapon is out of ammo; the knife never is."""
    return bool(unit.weapon != KNIFE_SLOT and weapon_token(unit).mark)


@rule("TPS-2.6")
def token_for(unit: Unit, kind: int) -> Token:
    """The place of a class of things, grenades apart: primary, sidearm, helmet, vest or special."""
    if kind == PISTOL:
        return unit.sidearm
    if kind == HELMET:
        return unit.helmet
    if kind == VEST:
        return unit.vest
    if kind == KIT or kind == BOMB:
        return unit.special
    return unit.primary


@compiled
def grenade_place(tables: Tables, unit: Unit, gear: int) -> int:
    """The first grenade slot that holds this (a number plus one; 0: nothing); -1 if none does."""
    for k in range(tables.options.mp_grenadeslots):
        if unit.grenades[k].gear == gear:
            return k
    return -1


@compiled
def carries(tables: Tables, unit: Unit, gear: int) -> bool:
    """Whether a unit carries a thing of the catalogue."""
    if gear < 0:
        return False
    kind = tables.gear[gear].kind
    if kind == KNIFE:
        return True
    if kind == GRENADE:
        return grenade_place(tables, unit, gear + 1) >= 0
    return token_for(unit, kind).gear == gear + 1


@compiled
def carried_at(tables: Tables, unit: Unit, place: int) -> int:
    """What is carried in a place, the grenades before the rest and each kind of grenade once; -1 for nothing."""
    if place < GRENADES:
        gear = unit.grenades[place].gear
        return gear - 1 if grenade_place(tables, unit, gear) == place else -1
    if place == GRENADES:
        return unit.primary.gear - 1
    if place == GRENADES + 1:
        return unit.sidearm.gear - 1
    if place == GRENADES + 2:
        return unit.special.gear - 1
    return unit.vest.gear - 1 if place == GRENADES + 3 else unit.helmet.gear - 1


@rule("TPS-2.6", "TPS-10.6", "TPS-10.7")
def has_room(tables: Tables, unit: Unit, gear: int) -> bool:
    """Whether the place for a thing is free."""
    kind = tables.gear[gear].kind
    if kind == GRENADE:
        return grenade_place(tables, unit, 0) >= 0
    return token_for(unit, kind).gear == 0


@compiled
def carry(tables: Tables, unit: Unit, gear: int, mark: int) -> None:
    """Put a thing into its place, which is free."""
    kind = tables.gear[gear].kind
    token = unit.grenades[grenade_place(tables, unit, 0)] if kind == GRENADE else token_for(unit, kind)
    token.gear, token.mark = gear + 1, mark


@compiled
def initial_mark(tables: Tables, gear: int) -> int:
    """The mark of a new token: the dice of armour; 0 of a loaded weapon."""
    return tables.gear[gear].defence


@rule("TPS-5.15")
def take_away(tables: Tables, unit: Unit, gear: int) -> int:
    """Take a thing that is carried from its place. Returns its mark. It is not the last called weapon any more."""
    kind = tables.gear[gear].kind
    if kind == GRENADE:
        remove_row(unit.grenades, len(unit.grenades), grenade_place(tables, unit, gear + 1))
        return 0
    token = token_for(unit, kind)
    mark = token.mark
    token.gear = token.mark = 0
    if not is_carried_weapon(unit, unit.called):
        unit.called = 0
    return mark


@rule("TPS-10.2", "TPS-13.13", "TPS-7.3")
def lay_token(state: State, log: Log, i: int, gear: int, mark: int) -> None:
    """A token comes to lie at a unit's centre, after those that lie there already; a weapon keeps its state."""
    if state.n_ground >= GROUND:
        raise Overflow  # no more tokens than that are ever made (`buying.stock_left`)
    unit, lying = state.units[i], state.ground[state.n_ground]
    lying.gear, lying.mark, lying.x, lying.y = gear + 1, mark, unit.x, unit.y
    state.n_ground += 1
    log_laid(log, i, gear, unit.x, unit.y)


@compiled
def lift_token(state: State, at: int) -> None:
    """A token is taken from the ground; those after it keep their order."""
    remove_row(state.ground, state.n_ground, at)
    state.n_ground -= 1


@rule("TPS-13.12", "TPS-13.13")
def drop_all(state: State, tables: Tables, log: Log, i: int) -> None:
    """An eliminated unit drops everything but the knife."""
    unit = state.units[i]
    for token in (unit.primary, unit.sidearm, unit.helmet, unit.vest, unit.special):
        if token.gear:
            lay_token(state, log, i, token.gear - 1, token.mark)
            erase(token)
    while unit.grenades[0].gear:
        lay_token(state, log, i, unit.grenades[0].gear - 1, 0)
        remove_row(unit.grenades, len(unit.grenades), 0)
    unit.called = 0
