"""Tables made of content: what the rules read of a scenario, two bands and the options of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...content.options import fill_options
from ...core.engine.record import Array, blank
from .content import Content
from .entries import POSTURES, Band, Constants, Firearm, OptionNumbers, Scenario
from .map_build import build_terrain
from .options import MatchOptions
from .rules.room import hundredths
from .tables import (
    CLASSES,
    EDGES,
    LEVELS,
    MELEES,
    REQUIREMENTS,
    RESTRICTED,
    SIDE,
    TRAITS,
    VICTORIES,
    WEIGHTS,
    Tables,
)

SIDES = ("A", "B")


def build_tables(content: Content, scenario: Scenario, chosen: MatchOptions) -> Array:
    """The Tables of a match."""
    tables = blank(Tables)
    table: Any = tables[0]
    table.terrain = build_terrain(scenario, content.terrain, float(chosen.options["step"]))
    fill_options(table.options, OptionNumbers, chosen.options)
    write_constants(table.constants, content.constants)
    for n, name in enumerate(CLASSES):
        write_bands(table.classes[n], content.classes[name])
    table.n_weapons = len(content.weapons)
    for n, firearm in enumerate(content.weapons.values()):
        write_firearm(table.weapons[n], firearm)
    for n, name in enumerate(MELEES):
        table.melees[n].damage, table.melees[n].strong = content.melees[name].damage, content.melees[name].strong
    for side, band in enumerate(chosen.bands):
        write_band(table.members[side * SIDE : (side + 1) * SIDE], band, list(content.weapons))
    write_scenario(table.scenario, scenario)
    return tables


def write_constants(row: Any, constants: Constants) -> None:
    """The numbers that no option names; lengths in hundredths, a chance in percent."""
    for name in ("die", "actions", "overwatch_actions", "gang"):
        row[name] = getattr(constants, name)
    for name in ("speed", "fast", "slow", "prone_range", "reach", "edge", "min_chance"):
        row[name] = hundredths(getattr(constants, name))
    for level, number in constants.levels.items():
        row.levels[LEVELS.index(level)] = number


def write_bands(row: Any, weapon: Any) -> None:
    """Range bands (GUN-8.1)."""
    row.close, row.effective, row.extreme = (
        hundredths(weapon.close),
        hundredths(weapon.effective),
        hundredths(weapon.extreme or 0),
    )


def write_firearm(row: Any, firearm: Firearm) -> None:
    """A weapon of the charts (GUN-20.1)."""
    row.kind, row.weight = CLASSES.index(firearm.kind), WEIGHTS.index(firearm.weight)
    row.rof = RESTRICTED if firearm.rof == "R" else firearm.rof
    write_bands(row.bands, firearm)
    row.damage, row.requires = firearm.damage, REQUIREMENTS.index(firearm.requires)
    row.reload_after_shot = firearm.reload_after_shot


def write_band(rows: Any, band: Band, weapons: Sequence[str]) -> None:
    """The characters of a side, by rising id (GUN-22.6)."""
    for row, member in zip(rows, sorted(band.characters, key=lambda each: int(each.id[1:])), strict=False):
        row.id = int(member.id[1:])
        row.traits = sum(1 << TRAITS.index(trait) for trait in member.traits)
        row.n_weapons = len(member.weapons)
        row.weapons[: len(member.weapons)] = [weapons.index(id) for id in member.weapons]
        row.melee = MELEES.index(member.melee)
        row.x, row.y = map(hundredths, member.pos or (0, 0))
        row.posture = POSTURES.index(member.posture)


def write_scenario(row: Any, scenario: Scenario) -> None:
    """Zones, what is played for, and for how long (section 23)."""
    victory = scenario.victory
    row.turns = scenario.turns
    row.first_initiative = SIDES.index(scenario.first_initiative) + 1 if scenario.first_initiative else 0
    row.victory = VICTORIES.index(victory.type)
    row.radius, row.from_turn = hundredths(victory.radius), victory.from_turn
    row.vp_down, row.vp_leader_down = victory.vp.down, victory.vp.leader_down
    row.vp_marker, row.vp_carry = victory.vp.marker, victory.vp.carry
    row.attacker = SIDES.index(victory.attacker) if victory.attacker else 0
    write_rectangle(row.zone, victory.zone or (0, 0, 0, 0))
    for n, side in enumerate(SIDES):
        write_rectangle(row.zones[n], getattr(scenario.zones, side))
        if side in victory.break_at:
            row.break_at[n] = victory.break_at[side]
        if side in victory.exit_edge:
            row.exit_edge[n] = EDGES.index(victory.exit_edge[side])
    row.n_markers = len(scenario.objectives)
    for n, objective in enumerate(scenario.objectives):
        row.markers[n] = [*map(hundredths, objective.pos)]
    if scenario.item:
        row.n_items = 1
        row.item_x, row.item_y = map(hundredths, scenario.item.pos)


def write_rectangle(row: Any, rectangle: Sequence[float]) -> None:
    """A rectangle in hundredths."""
    row.x0, row.y0, row.x1, row.y1 = map(hundredths, rectangle)
