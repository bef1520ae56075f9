"""Checks of scenarios: names, maps, places, vehicles, ends and points (FS3-24.14, sections 20 and 21)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from ....content.value_checks import Fault
from ....core.space.polygons import is_strictly_convex, turn
from ..content import Content, Place, is_pc, places_of, sides_of
from ..map_build import CENTIMETRES, Piece, centimetres, is_exact, pieces_of
from ..scenario_entries import End, Scenario
from ..state import PASSENGER, PILOT_ROLE, SOLDIER
from ..tables import COMBATANTS, ITEMS, VEHICLES, ZONES
from ..tables_build import crafts_of, ends_of, unit_sheet
from ..terrain import FEATURES
from .first_orders import teams_without_order
from .gear import armour_warning
from .people import loadout_notes

FOOT_RADIUS = 50  # FS3-20.3
PLACE, REF = "E-CFG-PLACE", "E-CFG-REF"
Path = tuple[str | int, ...]
RESERVED = re.compile(r"storyteller|pcs|npcs|(team|joined|craft)[0-9]+")  # ids that every fight has


def scenario_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """Everything that is wrong or odd with a scenario; what builds on other parts is looked at once those are sound."""
    for find in (form_faults, craft_faults, place_faults, order_faults):
        faults = list(find(scenario, content))
        yield from faults
        if any(fault.code.startswith("E") for fault in faults):
            return


def form_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """What is wrong with the map, the names, the ends and the people by themselves."""
    yield from map_faults(scenario, content)
    yield from name_faults(scenario)
    yield from end_faults(scenario)
    yield from people_faults(scenario, content)


def path_of(place: Place) -> Path:
    """Where a combatant stands in its file."""
    if place.twin:
        return ("team1",)
    return (f"team{place.team}", "units", place.number)


def map_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """Features that are no convex polygons in whole centimetres, and too many of them (FS3-20.1, FS3-20.8)."""
    if scenario.map is None:
        if scenario.walls or scenario.features or scenario.zones or scenario.mirror:
            yield Fault(("map",), "a table without map has no features, zones or mirror (FS3-20.20)", code=REF)
        return
    for path, number in _lengths(scenario):
        if not is_exact(number):
            yield Fault(path, f"{number} has more than two decimals (FS3-20.1)", code="E-CFG-RANGE")
            return
    pieces = pieces_of(scenario)
    if len(pieces) > FEATURES:
        yield Fault(
            ("features",), f"{len(pieces)} features; at most {FEATURES} are allowed (FS3-20.8)", code="E-CFG-LIMIT"
        )
    for piece in pieces:
        if not is_strictly_convex(piece.corners):
            reason = f"{piece.name} is no convex polygon with an inside (FS3-20.8)"
            yield Fault(piece.path, reason, "w and h are above 0; divide what is not convex", code=PLACE)
        for code in piece.entry.covered_locations or ():
            if code not in content.location_names:
                reason = f"{piece.name} covers {code}, which is on no chart (FS3-11.4)"
                yield Fault((*piece.path, "covered_locations"), reason, code="E-CFG-LOC")


def _lengths(scenario: Scenario) -> Iterator[tuple[Path, float]]:
    """The lengths of a scenario that are kept in centimetres, each with its place."""
    assert scenario.map
    yield from ((("map", side), getattr(scenario.map, side)) for side in ("w", "h"))
    for n, wall in enumerate(scenario.walls):
        yield from ((("walls", n), number) for number in wall)
    for n, feature in enumerate(scenario.features):
        numbers = [*(feature.rect or ()), *(number for point in feature.shape or () for number in point)]
        yield from ((("features", n), number) for number in numbers)
    for name, zone in scenario.zones.items():
        yield from ((("zones", name), number) for number in zone)
    for place in places_of(scenario):
        yield from (((*path_of(place), "at"), number) for number in place.unit.at or ())


def name_faults(scenario: Scenario) -> Iterator[Fault]:
    """Combatants without a team of two names alike, and more than there is room for."""
    places = places_of(scenario)
    if len(places) > COMBATANTS:
        yield Fault(
            ("team1",), f"{len(places)} combatants; at most {COMBATANTS} are allowed (FS3-6.8)", code="E-CFG-LIMIT"
        )
    for team, side in sides_of(scenario).items():
        if not side.units and not (scenario.mirror and team == 2):
            yield Fault((f"team{team}",), f"team {team} has no units (FS3-6.8)", code="E-CFG-FIELD")
    for what, names in (
        ("combatants", [place.name.lower() for place in places]),
        ("zones", [name.lower() for name in scenario.zones]),
    ):
        for name, n in Counter(names).items():
            if n > 1 or (what == "combatants" and RESERVED.fullmatch(name)):
                reason = f"{n} {what} are called {name}" if n > 1 else f"nobody can be called {name}"
                yield Fault(("team1",), f"{reason} (FS3-6.8a)", code="E-CFG-DUP")
    if len(scenario.zones) > ZONES:
        yield Fault(("zones",), f"{len(scenario.zones)} zones; at most {ZONES} are allowed", code="E-CFG-LIMIT")


def people_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """Ratings of abilities that there are not, NPCs with single ratings, and gear that does not go together."""
    for place in places_of(scenario):
        if place.twin:
            continue
        ratings, path = place.value_of("ratings") or {}, path_of(place)
        for name in ratings:
            if name not in content.ability_names:
                reason = f"{place.name}: {name} is none of {', '.join(content.ability_names)} (FS3-24.14)"
                yield Fault((*path, "ratings"), reason, code=REF)
        if ratings and not is_pc(content, place):
            reason = f"{place.name} is an NPC, which has one rating for everything (FS3-1.5)"
            yield Fault((*path, "ratings"), reason, code="E-CFG-FIELD")
        for id, rounds in (place.value_of("rounds") or {}).items():
            if rounds > (clip := content.weapons[id].ammunition):
                reason = f"{place.name}: {rounds} rounds of {id}, whose clip holds {clip} (FS3-6.9)"
                yield Fault((*path, "rounds"), reason, code="E-CFG-RANGE")
        yield from armour_warning((*path, "armour"), place.value_of("armour"), content)


def end_faults(scenario: Scenario) -> Iterator[Fault]:
    """Ends that end nothing or two things, and names of units, zones and teams that there are not (section 21)."""
    units = {place.name: place.team for place in places_of(scenario)}
    teams = set(units.values())
    for n, end in enumerate(scenario.end):
        if isinstance(end, End):
            yield from _end_faults(("end", n), end, units, scenario)
            for team in (end.winner, end.team, end.objective.team if end.objective else None):
                if team is not None and team not in teams:
                    yield Fault(("end", n), f"there is no team {team} (FS3-21.10)", code="E-TEAM")
    if len(ends_of(scenario)) > ITEMS:
        yield Fault(
            ("end",), f"at most {ITEMS} ends are allowed, a turn limit among them (FS3-21.4)", code="E-CFG-LIMIT"
        )
    for n, item in enumerate(scenario.points):
        needs_zone = item.event.startswith("in_zone")
        if needs_zone != (item.zone is not None):
            reason = f"{item.event} {'needs a' if needs_zone else 'has no'} zone (FS3-21.5)"
            yield Fault(("points", n), reason, code="E-CFG-FIELD")
        elif item.zone is not None and item.zone not in scenario.zones:
            yield Fault(("points", n, "zone"), f"there is no zone {item.zone} (FS3-21.5)", code=REF)


def _end_faults(at: Path, end: End, units: dict[str, int], scenario: Scenario) -> Iterator[Fault]:
    kinds = [end.last_team, end.turn_limit is not None, end.objective is not None]
    if sum(kinds) > 1 or (not any(kinds) and end.result is None):
        reason = "must be one of last_team, {turn_limit: n}, {objective: ...}, or only {result: points} (FS3-21.10)"
        yield Fault(at, f"an end {reason}", code="E-CFG-FIELD")
    if (end.team is None) != (end.threshold is None) or (end.threshold is not None and end.result is None):
        reason = "team and threshold go together, with result: points (FS3-21.10)"
        yield Fault(at, reason, code="E-CFG-FIELD")
    if end.winner is not None and end.result is not None:
        yield Fault(at, "the winner is a team or goes by points, not both (FS3-21.10)", code="E-CFG-FIELD")
    if end.objective is None:
        return
    goal = end.objective
    for unit in (goal.withdrawn_unit, goal.knocked_out_unit):
        if unit is not None and unit not in units:
            yield Fault((*at, "objective"), f"there is no unit {unit} (FS3-21.9)", code=REF)
    if goal.withdrawn_unit and units.get(goal.withdrawn_unit, goal.team) != goal.team:
        reason = f"{goal.withdrawn_unit} is not of team {goal.team} (FS3-21.9)"
        yield Fault((*at, "objective"), reason, code="E-TEAM")
    if goal.withdraw_from is not None and goal.withdraw_from not in scenario.zones:
        yield Fault((*at, "objective"), f"there is no zone {goal.withdraw_from} (FS3-21.9)", code=REF)


def craft_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """Pilots and passengers without a vehicle, two pilots of one, and too many vehicles (FS3-6.4)."""
    crafts = Counter(craft.name.lower() for craft in crafts_of(content, scenario))
    if sum(crafts.values()) > VEHICLES:
        yield Fault(("team1",), f"{sum(crafts.values())} vehicles; at most {VEHICLES} are allowed", code="E-CFG-LIMIT")
    for place in places_of(scenario):
        name = place.craft if RESERVED.fullmatch(place.craft.lower()) else place.name
        if name == place.craft or name.lower() in crafts:
            reason = f"no vehicle can be called {name}: that is somebody else (FS3-6.8a)"
            yield Fault(path_of(place), reason, code="E-CFG-DUP")
        role, vehicle = unit_sheet(content, place).role, unit_sheet(content, place).vehicle
        path, craft = path_of(place), (place.craft or f"{place.name}s").lower()
        if role == PILOT_ROLE and not vehicle:
            yield Fault(path, f"{place.name} is a pilot without a vehicle (FS3-6.4)", code="E-NO-VEHICLE")
        elif role == PILOT_ROLE and crafts[craft] > 1:
            yield Fault(path, f"{place.craft} has more than one pilot (FS3-6.4)", code="E-PILOT-TAKEN")
        elif role == PASSENGER and craft not in crafts:
            known = ", ".join(each.name for each in crafts_of(content, scenario)) or "no vehicles"
            reason = f"{place.name} sits in {place.craft or 'no vehicle'}; there is {known} (FS3-6.4)"
            yield Fault(path, reason, code="E-NO-VEHICLE")
        if role == PILOT_ROLE and vehicle and place.value_of("weapons"):
            yield from loadout_notes((*path, "weapons"), place.value_of("weapons"), vehicle, content)


def place_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """Bases off the map, in walls, or over one another (FS3-20.2, FS3-20.7, FS3-20.13)."""
    if scenario.map is None:
        return
    wide, high = centimetres(scenario.map.w), centimetres(scenario.map.h)
    for name, (x, y, w, h) in scenario.zones.items():
        if not (0 <= x < x + w <= scenario.map.w and 0 <= y < y + h <= scenario.map.h):
            yield Fault(("zones", name), f"{name} is no rectangle on the map (FS3-21.9)", code=PLACE)
    bases = list(bases_of(scenario, content))
    for place, at, radius in bases:
        path = (*path_of(place), "at")
        if at is None:
            yield Fault(path_of(place), f"{place.name} has no place on the map; give `at` (FS3-20.2)", code=PLACE)
            continue
        x, y = at
        if not (radius <= x <= wide - radius and radius <= y <= high - radius):
            base = f"the base of {place.name} at {metres(at)}, radius {radius / CENTIMETRES:g} m,"
            yield Fault(path, f"{base} leaves the map (FS3-20.2)", code=PLACE)
        for piece in pieces_of(scenario):
            if piece.entry.move and is_inside(piece, at):
                reason = f"{place.name} at {metres(at)} stands in {piece.name} (FS3-20.13)"
                yield Fault(path, reason, code=PLACE)
    for (one, a, first), (other, b, second) in combinations(bases, 2):
        if a and b and (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < (first + second) ** 2:
            reason = f"the bases of {one.name} and {other.name} overlap (FS3-20.7)"
            yield Fault((*path_of(other), "at"), reason, code=PLACE)


def bases_of(scenario: Scenario, content: Content) -> Iterator[tuple[Place, tuple[int, int] | None, int]]:
    """Everybody who stands on the map or sits at the controls, where, and the radius of the base (FS3-20.3)."""
    for place in places_of(scenario):
        sheet = unit_sheet(content, place)
        if sheet.role in (SOLDIER, PILOT_ROLE):
            radius = content.vehicles[sheet.vehicle].base_cm if sheet.role == PILOT_ROLE else FOOT_RADIUS
            at = (centimetres(round(place.at[0], 2)), centimetres(round(place.at[1], 2))) if place.at else None
            yield place, at, radius


def is_inside(piece: Piece, at: tuple[int, int]) -> bool:
    """Whether a point lies strictly inside a feature."""
    corners: Sequence[tuple[int, int]] = piece.corners
    return all(turn(corners[n - 1], corner, at) > 0 for n, corner in enumerate(corners))


def metres(at: tuple[int, int]) -> str:
    """A place in metres."""
    return f"[{at[0] / CENTIMETRES:g}, {at[1] / CENTIMETRES:g}]"


def order_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """Teams that have nobody who may give a first order (FS3-24.14)."""
    for team in teams_without_order(scenario, content):
        reason = f"nobody of team {team} has a lawful first order (FS3-24.14)"
        yield Fault((f"team{team}",), reason, code="E-CFG-ORDER")
