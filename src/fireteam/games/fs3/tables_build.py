"""Tables made of content: what the rules read of a scenario, the people in it, and the options of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...content.options import fill_options
from ...content.record_fill import fill
from ...core.engine.record import Array, blank, copy_of
from ...core.identity_cache import IdentityCache
from .content import HUMANOID, SPECIALS, UNARMED, Content, Place, is_pc, places_of
from .entries import Character, Chart, CustomType, Gear, Member, OptionNumbers, VehicleType, Weapon
from .map_build import build_terrain, centimetres, rectangle_corners
from .scenario_entries import End, Scenario
from .state import BEHAVIOURS, PASSENGER, PILOT_ROLE, ROLES, SOLDIER
from .tables import (
    AUTO,
    BEINGS,
    BURST,
    CLASSES,
    COMBATANTS,
    CRITICAL,
    EAST,
    EDGES,
    KNOCKED_OUT_UNIT,
    LAST_TEAM,
    NEAR_MISS,
    NORTH,
    POINT_EVENTS,
    SOUTH,
    TURN_LIMIT,
    TYPES,
    VITAL,
    WEST,
    WITHDRAW_FROM,
    WITHDRAWN_UNIT,
    Tables,
)

MISS = "--"
USUAL_TURNS = 30  # FS3-21.4
JOINERS = 8  # seats for those who join in the middle of a fight
UNKNOWN_RATING = 5
ACROSS = {WEST: EAST, EAST: WEST, NORTH: SOUTH, SOUTH: NORTH, 0: 0}


class Sheet(NamedTuple):
    """Who somebody is: how it is called, by id and for people, and what makes its record (FS3-1.4, FS3-1.5)."""

    id: str
    title: str
    is_pc: bool
    rating: int
    ratings: Mapping[str, int]
    is_flat: bool  # ruling attributes modify nothing (FS3-E.2)
    ruling: Mapping[str, str]
    chart: str
    luck: int
    gear: Gear
    role: int
    vehicle: str
    behaviour: str
    character: str = ""


class CraftPlace(NamedTuple):
    """A vehicle of a scenario: its name, its type, and where it begins."""

    name: str
    type: str
    at: tuple[float, float]


def build_tables(content: Content, scenario: Scenario, options: Mapping[str, Any], sheets: Sequence[Sheet]) -> Array:
    """The Tables of a match; `sheets` are those of the units, in their order, then those who may join."""
    tables = copy_of(GEAR.get((content,), None, lambda: gear_tables(content)))
    table: Any = tables[0]
    fill_options(table.options, OptionNumbers, options)
    table.terrain = build_terrain(scenario, content)
    table.has_map, table.mock = scenario.map is not None, options.get("mode", scenario.mode) == "mock"
    table.blast_percent = round(100 * scenario.blast_scale)
    table.exits = sum(EDGES[edge] for edge in dict.fromkeys(scenario.map.exit)) if scenario.map else 0
    places, crafts = places_of(scenario), crafts_of(content, scenario)
    table.n_beings = min(len(sheets), BEINGS)
    for row, sheet in zip(table.beings, sheets, strict=False):
        write_being(row, sheet, content)
    write_forces(table, content, sheets[:BEINGS], len(places))
    for k, (row, place) in enumerate(zip(table.units, places, strict=False)):
        write_unit(row, k, place, sheets[k], crafts)
    for row, craft in zip(table.crafts, crafts, strict=False):
        row.type = 1 + list(content.vehicles).index(craft.type)
        row.x, row.y = map(centimetres, craft.at)
    has_desk = options["desk"] == "storyteller"
    table.n_units = min(len(places) + (JOINERS if has_desk else 0), COMBATANTS)
    table.storyteller = table.n_units + 1 if has_desk else 0
    write_ends(table, scenario, places)
    return tables


GEAR: IdentityCache[Array] = IdentityCache(8)
"""What of the Tables is the same for all scenarios of some content."""


def gear_tables(content: Content) -> Array:
    """Tables with the abilities and the gear of a content, and nothing else."""
    tables = blank(Tables)
    write_abilities(tables[0], content)
    write_gear(tables[0], content)
    return tables


def write_abilities(table: Any, content: Content) -> None:
    """How many abilities there are, and the special ones (FS3-24.2)."""
    abilities = content.ability_names
    table.n_abilities, table.n_attributes = len(abilities), len(content.abilities.attributes)
    for name in SPECIALS:
        table[name] = abilities.index(getattr(content.special, name))


def write_gear(table: Any, content: Content) -> None:
    """Charts, weapons, armour and types of vehicles, in the order of the content."""
    locations, armours = list(content.location_names), list(content.armours)
    charts, weapons = list(content.charts), list(content.weapons)
    table.n_charts, table.n_weapons = len(charts), len(weapons)
    table.n_armours, table.n_types = len(armours), len(content.vehicles)
    table.default_weapon, table.unarmed = weapons.index(content.combat["default_weapon"]), weapons.index(UNARMED)
    for row, chart in zip(table.charts, content.charts.values(), strict=False):
        write_chart(row, chart, locations)
    for row, weapon in zip(table.weapons, content.weapons.values(), strict=False):
        write_weapon(row, weapon, content)
    for row, armour in zip(table.armours, content.armours.values(), strict=False):
        row.klass, row.protection = CLASSES.index(armour.klass), armour.protection
        row.covers = sum(1 << locations.index(code) for code in dict.fromkeys(armour.covers))
    for row, vehicle in zip(table.types, content.vehicles.values(), strict=False):
        write_vehicle_type(row, vehicle, content)


def write_chart(row: Any, chart: Chart, locations: Sequence[str]) -> None:
    """A hit location chart, by the numbers that locations have in all charts (FS3-9.6, FS3-9.7)."""
    numbers = {code: locations.index(code) for code in chart.locations}
    order = [*chart.rows, *(code for code in chart.locations if code not in chart.rows)]
    row.n = len(order)
    row.locations[: len(order)] = [numbers[code] for code in order]
    row.has = sum(1 << number for number in numbers.values())
    row.rows[:] = NEAR_MISS
    for code, entries in chart.rows.items():
        row.rows[numbers[code]] = [NEAR_MISS if entry == MISS else numbers[entry] for entry in entries]
    for kind, codes in ((VITAL, chart.vital), (CRITICAL, chart.critical)):
        for code in codes:
            row.kinds[numbers[code]] = kind
    row.default, row.concussion = numbers[chart.default], numbers[chart.concussion]
    row.crew = sum(1 << numbers[code] for code in dict.fromkeys(chart.crew))


def write_weapon(row: Any, weapon: Weapon, content: Content) -> None:
    """A weapon; its ranges by FS3-8.14 where it does not say them."""
    fill(row, weapon)
    row.type, row.klass = TYPES.index(weapon.type), CLASSES.index(weapon.klass)
    row.attack, row.defence = content.token(weapon.attack), content.token(weapon.defence)
    row.stun, row.subdues = weapon.damage == "stun", weapon.subdue
    row.modes = BURST * ("burst" in weapon.modes) + AUTO * ("auto" in weapon.modes)
    row.short, row.medium, row.long = ranges_of(weapon)
    row.blast = centimetres(weapon.blast or 0)


def ranges_of(weapon: Weapon) -> tuple[int, int, int]:
    """The ends of short, medium and long range, in centimetres (FS3-8.13, FS3-8.14)."""
    effective = centimetres(weapon.effective or 0)
    short = effective // 2 if weapon.short is None else centimetres(weapon.short)
    return short, effective, 2 * effective if weapon.long is None else centimetres(weapon.long)


def write_vehicle_type(row: Any, vehicle: VehicleType, content: Content) -> None:
    """A type of vehicle (FS3-19.2)."""
    fill(row, vehicle)
    row.piloting = content.ability_names.index(vehicle.piloting)
    row.armour = 1 + list(content.armours).index(vehicle.armour) if vehicle.armour else 0
    row.chart = list(content.charts).index(vehicle.chart)
    row.speed, row.radius = vehicle.speed_cm, vehicle.base_cm
    row.n_weapons = len(vehicle.weapons)
    row.weapons[: row.n_weapons] = [list(content.weapons).index(id) for id in vehicle.weapons]


def sheets_of(content: Content, scenario: Scenario) -> list[Sheet]:
    """The sheets of a match: those of its units, then types, members of forces and characters that may join."""
    sheets = [unit_sheet(content, place) for place in places_of(scenario)]
    here = {place.value_of("character") for place in places_of(scenario)}
    sheets += [type_sheet(content, type) for type in content.types.values()]
    sheets += force_sheets(content)
    sheets += [character_sheet(content, each) for each in content.characters.values() if each.id not in here]
    return sheets[:BEINGS]


def type_sheet(content: Content, type: CustomType) -> Sheet:
    """Somebody of a type to join as (FS3-6.3)."""
    pc = type.kind == "pc"
    return Sheet(
        type.id,
        type.name,
        pc,
        type.rating,
        {},
        True,
        {},
        type.chart,
        content.chargen.luck_start if pc else 0,
        type,
        ROLES.index(type.join),
        type.vehicle or "",
        type.behaviour,
    )


def force_sheets(content: Content) -> Iterator[Sheet]:
    """The sheets of those members of forces who differ from their type (FS3-22.2a)."""
    for force in content.forces.values():
        for n, member in enumerate(force.members):
            if member.type is not None and not member.is_plain:
                yield member_sheet(content, member)._replace(id=member_id(force.id, n))


def member_id(force: str, n: int) -> str:
    """The id of the sheet of a member of a force, by its number from 0."""
    return f"{force}_{n + 1}"


def member_sheet(content: Content, member: Member) -> Sheet:
    """The sheet of a member of a force: that of its character or type, and what the force says over it."""
    if member.type is None:
        return character_sheet(content, content.characters[member.character or ""])
    base = type_sheet(content, content.types[member.type])
    gear = base.gear
    if member.weapons is not None:  # rounds and clips are those of other weapons
        gear = Gear(id=gear.id, name=gear.name, armour=gear.armour)
    return base._replace(
        title=member.name or base.title,
        rating=base.rating if member.rating is None else member.rating,
        behaviour=member.behaviour or base.behaviour,
        gear=_gear_over(gear, partial(getattr, member)),
    )


def character_sheet(content: Content, who: Character) -> Sheet:
    """A character of a file (FS3-D.3)."""
    pc = who.kind == "pc"
    luck = content.chargen.luck_start if who.luck is None else who.luck
    return Sheet(
        who.id,
        who.name,
        pc,
        0 if pc else who.rating or 0,
        {**who.ratings, **who.background},
        False,
        who.ruling,
        HUMANOID,
        luck if pc else 0,
        who,
        SOLDIER,
        "",
        who.behaviour,
        who.id,
    )


def unit_sheet(content: Content, place: Place) -> Sheet:
    """The sheet of a combatant of a scenario: that of its character or type, and what the scenario says over it."""
    type, character = place.value_of("type"), place.value_of("character")
    if character:
        base = character_sheet(content, content.characters[character])
    elif type:
        base = type_sheet(content, content.types[type])
    else:
        plain = CustomType(id="plain", name=place.name, rating=UNKNOWN_RATING)
        base = type_sheet(content, plain)
    values = {field: place.value_of(field) for field in ("rating", "ratings", "luck", "behaviour", "vehicle", "join")}
    pc = is_pc(content, place)
    luck = values["luck"] if values["luck"] is not None else base.luck if character else content.chargen.luck_start
    return base._replace(
        id=place.name.lower(),
        title=place.name,
        is_pc=pc,
        rating=base.rating if values["rating"] is None else values["rating"],
        ratings={**base.ratings, **(values["ratings"] or {})},
        is_flat=base.is_flat or values["rating"] is not None,
        luck=luck if pc else 0,
        gear=_gear_over(base.gear, place.value_of),
        role=ROLES.index(values["join"]) if values["join"] else base.role,
        vehicle=values["vehicle"] or base.vehicle,
        behaviour=values["behaviour"] or base.behaviour,
    )


def _gear_over(base: Gear, value_of: Callable[[str], Any]) -> Gear:
    """What somebody carries and wears: as the scenario or the force says, or else its sheet."""
    values = {field: value_of(field) for field in ("weapons", "rounds", "spare_clips", "armour")}
    fields = {field: getattr(base, field) if value is None else value for field, value in values.items()}
    return Gear(id=base.id, name=base.name, **fields)


def carried_by(content: Content, sheet: Sheet) -> tuple[str, ...]:
    """The weapons of somebody; without a list, those that its role gives (FS3-6.7, FS3-6.30)."""
    if sheet.gear.weapons is not None:
        return sheet.gear.weapons
    if sheet.role == SOLDIER or not sheet.vehicle:
        return (content.combat["default_weapon"],)
    return content.vehicles[sheet.vehicle].weapons[:1]


def write_being(row: Any, sheet: Sheet, content: Content) -> None:
    """A sheet as rules read it."""
    abilities = content.ability_names
    row.is_pc, row.rating = sheet.is_pc, -1 if sheet.is_pc else sheet.rating
    for n, ability in enumerate(abilities):
        usual = sheet.rating if sheet.is_flat else 0
        row.ratings[n] = sheet.ratings.get(ability, usual)
        row.ruling[n] = 0 if sheet.is_flat or not sheet.is_pc else content.ruling(ability, sheet.ruling)
    row.chart, row.luck = list(content.charts).index(sheet.chart), sheet.luck
    row.armour = 1 + list(content.armours).index(sheet.gear.armour) if sheet.gear.armour else 0
    carried = carried_by(content, sheet)
    row.n_weapons = len(carried)
    for n, id in enumerate(carried):
        row.weapons[n] = list(content.weapons).index(id)
        row.rounds[n] = sheet.gear.rounds.get(id, content.weapons[id].ammunition)
        row.clips[n] = sheet.gear.spare_clips.get(id, -1)
    row.type, row.behaviour = sheet.role, BEHAVIOURS.index(sheet.behaviour)
    row.vehicle_type = 1 + list(content.vehicles).index(sheet.vehicle) if sheet.vehicle else 0


def write_forces(table: Any, content: Content, sheets: Sequence[Sheet], n_places: int) -> None:
    """The forces, by the numbers of their members' sheets; one that lacks a sheet here has no members (FS3-22.2a)."""
    numbers = {sheet.character or sheet.id: n for n, sheet in enumerate(sheets) if n >= n_places or sheet.character}
    table.n_forces = len(content.forces)
    for row, force in zip(table.forces, content.forces.values(), strict=False):
        ids = [
            (member.type or member.character or "") if member.is_plain else member_id(force.id, n)
            for n, member in enumerate(force.members)
            for _ in range(member.count)
        ]
        row.team = force.team or 0
        if all(id in numbers for id in ids):
            row.n = len(ids)
            row.beings[: row.n] = [numbers[id] for id in ids]


def crafts_of(content: Content, scenario: Scenario) -> list[CraftPlace]:
    """The vehicles of a scenario: one for each pilot, in roster order."""
    found = []
    for place in places_of(scenario):
        sheet = unit_sheet(content, place)
        if sheet.role == PILOT_ROLE and sheet.vehicle:
            found.append(CraftPlace(place.craft or f"{place.name}s", sheet.vehicle, place.at or (0, 0)))
    return found


def write_unit(row: Any, number: int, place: Place, sheet: Sheet, crafts: Sequence[CraftPlace]) -> None:
    """A combatant as the scenario sets it up (FS3-6.8)."""
    row.being, row.role, row.team = number + 1, sheet.role, place.team
    row.behaviour = BEHAVIOURS.index(sheet.behaviour)
    goal = EDGES[place.value_of("goal")] if place.value_of("goal") else 0
    row.goal = ACROSS[goal] if place.twin else goal
    at = place.at or (0, 0)
    if sheet.role in (PILOT_ROLE, PASSENGER):
        name = place.craft or f"{place.name}s"
        row.vehicle = 1 + [craft.name for craft in crafts].index(name)
        at = crafts[row.vehicle - 1].at
    row.x, row.y = map(centimetres, at)


def write_ends(table: Any, scenario: Scenario, places: Sequence[Place]) -> None:
    """Zones, ends and points (section 21); without a turn limit there is one of 30 turns (FS3-21.4)."""
    zones = list(scenario.zones)
    for row, rectangle in zip(table.zones, scenario.zones.values(), strict=False):
        (row.x0, row.y0), _, (row.x1, row.y1), _ = rectangle_corners(rectangle)
    for row, end in zip(table.conditions, ends_of(scenario), strict=False):
        write_end(row, end, zones, places)
    for row, item in zip(table.points, scenario.points, strict=False):
        row.event, row.value = POINT_EVENTS.index(item.event), item.value
        row.team, row.zone = item.team or 0, zones.index(item.zone) if item.zone else 0


def ends_of(scenario: Scenario) -> list[End]:
    """The ends of a scenario in their order; what only says a result goes to every other (FS3-21.10)."""
    ends = [End(last_team=True) if each == "last_team" else each for each in scenario.end]
    found = [end for end in ends if isinstance(end, End) and is_end(end)]
    if not any(end.turn_limit for end in found):
        found.append(End(turn_limit=USUAL_TURNS))
    for result in (end for end in ends if isinstance(end, End) and not is_end(end)):
        found = [end if says_winner(end) else _with_result(end, result) for end in found]
    return found


def is_end(end: End) -> bool:
    """Whether an item ends anything by itself."""
    return end.last_team or end.turn_limit is not None or end.objective is not None


def says_winner(end: End) -> bool:
    """Whether an item names its winner by itself."""
    return end.winner is not None or end.result is not None or end.objective is not None


def _with_result(end: End, result: End) -> End:
    return End(
        last_team=end.last_team,
        turn_limit=end.turn_limit,
        objective=end.objective,
        result=result.result,
        team=result.team,
        threshold=result.threshold,
    )


def write_end(row: Any, end: End, zones: Sequence[str], places: Sequence[Place]) -> None:
    """An end (FS3-21.2, FS3-21.9, FS3-21.10)."""
    row.winner, row.by_points = end.winner or 0, end.result == "points"
    row.threshold_team, row.threshold = end.team or 0, end.threshold or 0
    units = [place.name for place in places]
    if end.objective is None:
        row.kind, row.number = (TURN_LIMIT, end.turn_limit) if end.turn_limit else (LAST_TEAM, 0)
        return
    goal = end.objective
    row.team = goal.team
    if goal.withdraw_from is not None:
        row.kind, row.number, row.zone = WITHDRAW_FROM, goal.count, zones.index(goal.withdraw_from)
        return
    unit = units.index(goal.withdrawn_unit or goal.knocked_out_unit or "")
    row.kind = WITHDRAWN_UNIT if goal.withdrawn_unit else KNOCKED_OUT_UNIT
    row.number, row.target_team = unit + 1, places[unit].team
