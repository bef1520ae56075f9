"""What a face draws of Third Person Shooter: the free table with all that stands and lies on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, repeat
from typing import Any

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.scene import Area, Mark, Scene, Spot, Token
from ...core.protocol.sentences import amount_text
from ...core.protocol.terrain_scene import (
    block_areas,
    free_table_scene,
    low_areas,
    shape_areas,
    shape_corners,
    spot_of,
    table_outline,
)
from ...core.space.units import STEPS
from .events.field_kinds import armour_text
from .names import MatchNames
from .rules.units import called_gear, is_empty
from .state import ARMED, DEFUSE, PLACED, PLANT, RELOAD
from .status import lying_bytes, status_rows, unit_keys
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
    at = Moment(setting, states)
    return free_table_scene(
        at.names.title,
        at.cached("outline", lambda: table_outline(at.tables.field)),
        tokens(at),
        at.cached(("areas", states["smoke"].tobytes()), lambda: tuple(areas(at))),
        at.cached(("marks", *lying_bytes(at)), lambda: tuple(table_marks(at))),
        status_rows(at),
        measure=MEASURE,
        unmeasured="" if at.tables.options.sv_premeasure else DISTANCES_HIDDEN,
    )


def tokens(at: Moment) -> Iterator[Token]:
    """Units, on the table or, once they are eliminated, beside it, and hostages; notes are not written again."""
    hostages, begun = at.states["hostages"][0, : int(at.tables.n_hostages)], bool(at.states["round_number"].item())
    leaders, units = hostages["leader"].tolist(), at.states["units"][0, : at.states["n_units"].item()]
    leads: list[tuple[int, ...]] = [()] * len(units)
    if leaders:
        leads = [tuple([h for h, leader in enumerate(leaders) if leader == i + 1]) for i in range(len(units))]
    keys = list(zip(repeat("notes"), count(), repeat(begun), leads, unit_keys(at), strict=False))
    notes = at.cached_each(keys, lambda i: unit_notes(at, i, leads[i]))
    columns = [units[name].tolist() for name in ("x", "y", "alive", "side")]
    for i, name, token_notes, x, y, alive, side in zip(count(), at.names.units, notes, *columns, strict=False):
        spot: Spot = (x / STEPS, y / STEPS) if alive else (-1.0, -1.0)
        yield Token(name, i, side, name, *spot, SIDE_TITLES[side], token_notes, RADIUS, side)
    for h, status in enumerate(hostages["status"].tolist()):
        if status == PLACED:
            yield at.cached(("hostage", h, at.entry_bytes("hostages", h)), partial(hostage_token, at, h))


def areas(at: Moment) -> Iterator[Area]:
    """Zones, what stands on the table, the places that matter, and smoke on top."""
    tables, names, field = at.tables, at.names, at.tables.field
    yield from shape_areas("zone", names.things["zone"], field.zones)
    yield from block_areas(field)
    yield from low_areas(field)
    yield from shape_areas("site", names.sites, tables.sites, "site {}")
    yield from shape_areas("rescue", names.rescues, tables.rescues)
    for k in range(field.n_zones):
        if at.state.smoke[k]:
            notes = (f"to the end of turn {at.state.smoke[k]}",)
            yield Area(f"smoke in {names.thing('zone', k)}", "smoke", shape_corners(field.zones[k]), "", notes)


def table_marks(at: Moment) -> Iterator[Mark]:
    """What lies about: tokens on the ground, grenades that go off in the next turn, the bomb once it is armed."""
    state, names = at.state, at.names
    for lying in state.ground[: state.n_ground]:
        gear = int(lying.gear) - 1
        empty = lying.mark and not at.tables.gear[gear].defence
        letters = names.thing("gear", gear)[:2]
        yield Mark(letters, *spot_of(lying), names.title_of(gear), ("out of ammo",) if empty else ())
    for flight in state.flights[: state.n_flights]:
        notes = (f"thrown by {names.unit(int(flight.thrower))}", f"goes off in step 1 of turn {flight.turn + 1}")
        yield Mark("*", *spot_of(flight), names.title_of(int(flight.gear) - 1), notes)
    if state.bomb.status == ARMED:
        when = (f"explodes in step 10 of turn {state.bomb.turn + at.tables.options.mp_c4timer}",)
        yield Mark("B!", *spot_of(state.bomb), "Bomb, armed", when)


def hostage_token(at: Moment, h: int) -> Token:
    """A hostage; no slot's, and of a colour of its own."""
    hostage, name = at.state.hostages[h], at.names.unit(UNITS + h)
    notes = [armour_text(0, 0, hostage.health)]
    if hostage.leader:
        notes.append(f"follows {at.names.unit(int(hostage.leader) - 1)}")
    colour = HOSTAGE_COLOUR
    return Token(name, -1, colour, name, *spot_of(hostage), "hostage", tuple(notes), RADIUS, colour)


def unit_notes(at: Moment, i: int, leads: Sequence[int]) -> tuple[str, ...]:
    """All that is public about a unit (TPS-2.9)."""
    return tuple(all_notes(at, i, leads))


def all_notes(at: Moment, i: int, leads: Sequence[int]) -> Iterator[str]:
    """The same, note by note."""
    unit, names = at.state.units[i], at.names
    if unit.alive:
        yield armour_text(unit.helmet.mark, unit.vest.mark, unit.health)
        yield active_equipment(at.tables, names, unit)
    elif unit.kicked:
        yield "booted"
    elif at.state.round_number:
        yield "eliminated"
    yield f"{unit.cash} cash"
    carried = [names.title_of(gear) for gear in inactive_gear(at.tables, unit)]
    if carried:
        yield f"carries {', '.join(carried)}"
    doing = ("crouching", unit.crouch), ("scope in use", unit.scope), ("flashed", unit.flashed)
    yield from (word for word, holds in doing if holds)
    if unit.action:
        yield ACTION_NOTES[int(unit.action)]
    if unit.progress:
        yield f"{amount_text(unit.progress, 'turn')} of work done"
    if leads:
        yield f"leads {' and '.join(names.unit(UNITS + h) for h in leads)}"
    if unit.frags or unit.deaths:
        yield f"frags {unit.frags}, deaths {unit.deaths}"


def active_equipment(tables: Any, names: MatchNames, unit: Any) -> str:
    """The weapon that is called, and what lies over it; before a call the weapons."""
    if not unit.weapon:
        weapons = [gear for gear in (int(unit.primary.gear) - 1, int(unit.sidearm.gear) - 1) if gear >= 0]
        return " and ".join(names.title_of(gear) for gear in weapons or [int(tables.knife)])
    text = names.title_of(int(called_gear(tables, unit)))
    text += " (out of ammo)" if is_empty(unit) else ""
    return f"{names.title_of(int(unit.over) - 1)} over {text}" if unit.over else text


def inactive_gear(tables: Any, unit: Any) -> list[int]:
    """What a unit carries that is not in its hand, armour apart: numbers of the catalogue."""
    held = [token.gear for token in (unit.primary, unit.sidearm) if unit.weapon and token.gear]
    held = [gear for gear in held if gear != called_gear(tables, unit) + 1]
    rest = [token.gear for token in (unit.special, *unit.grenades) if token.gear]
    if unit.over in rest:
        rest.remove(unit.over)
    return [int(gear) - 1 for gear in (*held, *rest)]
