"""What a face draws of Third Person Shooter: the free table with all that stands and lies on it."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.scene import Area, Ground, Mark, Scene, Token
from ...core.protocol.terrain_scene import barriers, block_areas, low_areas, shape_corners
from ...core.space.terrain import STEPS as MU
from .names import MatchNames, names_of
from .rules.units import called_gear, is_empty
from .state import ARMED, DEFUSE, PLACED, PLANT, RELOAD
from .status import status_rows
from .tables import RADIUS, UNITS

MEASURE = "1 MU, a unit of movement, is as long as a token is wide"  # TPS-1.14
DISTANCES_HIDDEN = (
    "At this table distances stay hidden until the targets are called (TPS-11.9);"
    " where you may measure, the line of sight says how far it is."
)
SIDE_TITLES = ("terrorist", "counter-terrorist")
HOSTAGE_COLOUR = 2  # colour and side of those who have none
ACTION_NOTES = {RELOAD: "to reload", PLANT: "to plant", DEFUSE: "to defuse"}


def scene(setting: Setting, states: Array) -> Scene:
    """The table with its tokens, and how the match stands."""
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    width, height = int(tables.field.width) / MU, int(tables.field.height) / MU
    tokens = [unit_token(state, tables, names, i) for i in range(state.n_units)]
    hostages = [hostage_token(state, names, h) for h in range(tables.n_hostages) if state.hostages[h].status == PLACED]
    ground = Ground(
        width,
        height,
        tuple(barriers(tables.field)),
        tuple(areas(state, tables, names)),
        tuple(table_marks(state, tables, names)),
        measure=MEASURE,
        unmeasured="" if tables.options.sv_premeasure else DISTANCES_HIDDEN,
    )
    return Scene(
        names.title,
        ceil(width),
        ceil(height),
        (),
        (),
        (*(token for token in tokens if token.x >= 0), *hostages),
        tuple(status_rows(setting, states)),
        tuple(token for token in tokens if token.x < 0),
        ground,
    )


def areas(state: Any, tables: Any, names: MatchNames) -> Iterator[Area]:
    """Zones, what stands on the table, the places that matter, and smoke on top."""
    field = tables.field
    for k in range(field.n_zones):
        yield Area(names.thing("zone", k), "zone", shape_corners(field.zones[k]))
    yield from block_areas(field)
    yield from low_areas(field)
    for k in range(tables.n_sites):
        yield Area(f"site {names.sites[k]}", "site", shape_corners(tables.sites[k]), names.sites[k])
    for k in range(tables.n_rescues):
        yield Area(names.rescues[k], "rescue", shape_corners(tables.rescues[k]), names.rescues[k])
    for k in range(field.n_zones):
        if state.smoke[k]:
            notes = (f"to the end of turn {state.smoke[k]}",)
            yield Area(f"smoke in {names.thing('zone', k)}", "smoke", shape_corners(field.zones[k]), "", notes)


def table_marks(state: Any, tables: Any, names: MatchNames) -> Iterator[Mark]:
    """What lies about: tokens on the ground, grenades that go off in the next turn, the bomb once it is armed."""
    for lying in state.ground[: state.n_ground]:
        id, title = names.thing("gear", int(lying.gear) - 1), names.title_of(int(lying.gear) - 1)
        empty = lying.mark and not tables.gear[lying.gear - 1].defence
        yield Mark(id[:2], int(lying.x) / MU, int(lying.y) / MU, title, ("out of ammo",) if empty else ())
    for flight in state.flights[: state.n_flights]:
        title = names.title_of(int(flight.gear) - 1)
        notes = (f"thrown by {names.unit(int(flight.thrower))}", f"goes off in step 1 of turn {flight.turn + 1}")
        yield Mark("*", int(flight.x) / MU, int(flight.y) / MU, title, notes)
    if state.bomb.status == ARMED:
        turn = state.bomb.turn + tables.options.mp_c4timer
        yield Mark(
            "B!",
            int(state.bomb.x) / MU,
            int(state.bomb.y) / MU,
            "Bomb, armed",
            (f"explodes in step 10 of turn {turn}",),
        )


def unit_token(state: Any, tables: Any, names: MatchNames, i: int) -> Token:
    """A unit, on the table or, once it is eliminated, beside it."""
    unit, name = state.units[i], names.unit(i)
    x, y = (int(unit.x) / MU, int(unit.y) / MU) if unit.alive else (-1.0, -1.0)
    side = int(unit.side)
    return Token(name, i, side, name, x, y, SIDE_TITLES[side], tuple(unit_notes(state, tables, names, i)), RADIUS, side)


def hostage_token(state: Any, names: MatchNames, h: int) -> Token:
    """A hostage; no slot's, and of a colour of its own."""
    hostage, name = state.hostages[h], names.unit(UNITS + h)
    said = [f"armour 0/0/{hostage.health}"]
    if hostage.leader:
        said.append(f"follows {names.unit(int(hostage.leader) - 1)}")
    return Token(
        name,
        -1,
        HOSTAGE_COLOUR,
        name,
        int(hostage.x) / MU,
        int(hostage.y) / MU,
        "hostage",
        tuple(said),
        RADIUS,
        HOSTAGE_COLOUR,
    )


def unit_notes(state: Any, tables: Any, names: MatchNames, i: int) -> Iterator[str]:
    """All that is public about a unit (TPS-2.9)."""
    unit = state.units[i]
    if unit.alive:
        yield f"armour {unit.helmet.mark}/{unit.vest.mark}/{unit.health}"
        yield active_equipment(tables, names, unit)
    elif unit.kicked:
        yield "booted"
    elif state.round_number:
        yield "eliminated"
    yield f"{unit.cash} cash"
    carried = [names.title_of(gear) for gear in inactive_gear(tables, unit)]
    if carried:
        yield f"carries {', '.join(carried)}"
    doing = ("crouching", unit.crouch), ("scope in use", unit.scope), ("flashed", unit.flashed)
    yield from (word for word, holds in doing if holds)
    if unit.action:
        yield ACTION_NOTES[int(unit.action)]
    if unit.progress:
        yield f"{unit.progress} turn{'s' if unit.progress > 1 else ''} of work done"
    leads = [names.unit(UNITS + h) for h in range(tables.n_hostages) if state.hostages[h].leader == i + 1]
    if leads:
        yield f"leads {' and '.join(leads)}"
    if unit.frags or unit.deaths:
        yield f"frags {unit.frags}, deaths {unit.deaths}"


def active_equipment(tables: Any, names: MatchNames, unit: Any) -> str:
    """The weapon that is called, and what lies over it; before a call the weapons."""
    if not unit.weapon:
        weapons = [gear for gear in (int(unit.primary.gear) - 1, int(unit.sidearm.gear) - 1) if gear >= 0]
        return " and ".join(names.title_of(gear) for gear in weapons) or names.title_of(int(tables.knife))
    said = names.title_of(int(called_gear(tables, unit)))
    said += " (out of ammo)" if is_empty(unit) else ""
    return f"{names.title_of(int(unit.over) - 1)} over {said}" if unit.over else said


def inactive_gear(tables: Any, unit: Any) -> list[int]:
    """What a unit carries that is not in its hand, armour apart: numbers of the catalogue."""
    held = [token.gear for token in (unit.primary, unit.sidearm) if unit.weapon and token.gear]
    held = [gear for gear in held if gear != called_gear(tables, unit) + 1]
    rest = [token.gear for token in (unit.special, *unit.grenades) if token.gear]
    if unit.over in rest:
        rest.remove(unit.over)
    return [int(gear) - 1 for gear in (*held, *rest)]
