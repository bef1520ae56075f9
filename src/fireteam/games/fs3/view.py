"""What a face draws of FS3: the battlefield with all that stands on it, and how the fight stands.

A table without map is drawn as a strip for each team (FS3-20.20): who stands where on it means nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import compress
from operator import not_
from typing import Any

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.scene import Area, Ground, Mark, Scene, Spot, Token, Trail
from .choice_text import order_text
from .looks import looks_of
from .map_build import pieces_of
from .menu_facts import combatant, standing_of, vehicle_types
from .roster import LEGEND, known_of_each, roster
from .rules.aboard import pilot_of
from .rules.ground import FOOT_RADIUS
from .rules.wounds import wound_total
from .setup import MatchContent
from .state import KNOCKED_OUT, READY, VEHICLE_OUT
from .status import active_teams, bar_text, distances_of, known_status, seats
from .tables import COMBATANTS, EDGES, VEHICLES
from .terrain import MOVE, ROUGH, SIGHT

CM = 100  # in a metre
MEASURE = "lengths in metres from the lower left corner; somebody on foot takes up a circle one metre across (FS3-20.3)"
NO_MAP = "This table has no map: how far apart two are stands in the notes of each (FS3-20.20)."
LANE, GAP = 6.0, 2.0  # metres: a team's strip of a table without map, and from one combatant to the next
EDGE_STEPS = 100  # steps of the cursor across a map
STEPS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
SEAT_OFFSET = 0.6  # of a vehicle's base: how far from its middle a passenger is drawn


def scene(setting: Setting, states: Array) -> Scene:
    """The battlefield with everybody on it, and how the fight stands."""
    at = Moment(setting, states)
    tokens = known_of_each(at, "token", in_order(at), token, letters_of(at).values())
    is_on = [one.x >= 0 for one in tokens]
    on, beside = tuple(compress(tokens, is_on)), tuple(compress(tokens, map(not_, is_on)))
    ground = mapped_ground(at) if at.tables.has_map else bare_ground(at)
    size = math.ceil(ground.width), math.ceil(ground.height)
    return Scene(scenario_title(at), *size, (), (), on, known_status(at), beside, ground, roster(at), LEGEND)


def scenario_title(at: Moment) -> str:
    """What the scenario is called; a mock combat says so (FS3-22.3)."""
    name = str(at.setting.content.scenario.name)
    return f"{name} (mock combat)" if at.tables.mock and "mock" not in name.lower() else name


def in_order(at: Moment) -> list[int]:
    """Who has a seat, team by team, in roster order (FS3-22.3)."""

    def find() -> list[int]:
        there = seats(at)
        return sorted([i for i in range(COMBATANTS) if there[i][0]], key=lambda i: (there[i][1], i))

    return at.of_state("in order", lambda: at.cached(("in order", *seats(at)), find))


def metres(spot: tuple[Any, Any]) -> Spot:
    """A point in centimetres, as the table counts it."""
    return int(spot[0]) / CM, int(spot[1]) / CM


# The ground


def mapped_ground(at: Moment) -> Ground:
    """The map with its features, what lies on it, and the ways of who is on the move."""
    parts = tuple(empty_vehicles(at)), tuple(trails(at))

    def find() -> Ground:
        width, height = metres((at.tables.terrain.width, at.tables.terrain.height))
        step = next((step for step in STEPS if max(width, height) / step <= 2 * EDGE_STEPS), STEPS[-1])
        there = at.cached("areas", lambda: tuple(areas(at)))
        return Ground(width, height, (), there, *parts, step=step, unit="m", measure=MEASURE)

    return at.cached(("ground", *parts), find)


def bare_ground(at: Moment) -> Ground:
    """A table without map: a strip for each team."""
    teams = active_teams(at)
    width, height = lane_width(at), LANE * max(1, len(teams))
    lanes = [
        Area(f"team {team}", "zone", rectangle(0.0, LANE * k, width, LANE * (k + 1)))
        for k, team in enumerate(reversed(teams))
    ]
    return Ground(width, height, (), tuple(lanes), unit="m", unmeasured=NO_MAP)


def lane_width(at: Moment) -> float:
    """How wide a strip is, for the largest team and the order in which its combatants stand."""
    teams = [team for status, team, *_ in seats(at) if status]
    return GAP * (max(map(teams.count, teams), default=1) + 1)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Spot, ...]:
    """The corners of a rectangle."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def areas(at: Moment) -> Iterator[Area]:
    """The zones of the scenario, the ways out, and the features (FS3-20.8)."""
    terrain = at.tables.terrain
    width, height = metres((terrain.width, terrain.height))
    for k, name in enumerate(at.setting.content.scenario.zones):
        zone = at.tables.zones[k]
        yield Area(name, "site", rectangle(*metres((zone.x0, zone.y0)), *metres((zone.x1, zone.y1))), name)
    rim = max(width, height) / EDGE_STEPS
    strips = {
        "west": (0.0, 0.0, rim, height),
        "east": (width - rim, 0.0, width, height),
        "north": (0.0, height - rim, width, height),
        "south": (0.0, 0.0, width, rim),
    }
    for edge, bit in EDGES.items():
        if at.tables.exits & bit:
            yield Area(f"way out {edge}", "rescue", rectangle(*strips[edge]))
    for k in range(terrain.n):
        yield feature_area(at, k)


def feature_area(at: Moment, k: int) -> Area:
    """A feature as it is drawn, with what it does."""
    feature = at.tables.terrain.features[k]
    points = tuple(metres((feature.xs[j], feature.ys[j])) for j in range(feature.n))
    kind = kind_of(int(feature.effects), int(feature.protection))
    return Area(feature_title(at, k), kind, points, "", tuple(feature_notes(at, k)))


def feature_title(at: Moment, k: int) -> str:
    """What a feature is called, or what it is."""
    content: MatchContent = at.setting.content
    entry = at.once("pieces", lambda: pieces_of(content.scenario))[k].entry
    if entry.name:
        return entry.name
    if entry.cover:
        return content.files.covers[entry.cover].name
    feature = at.tables.terrain.features[k]
    if feature.protection:
        return "cover"
    return {SIGHT | MOVE: "wall", SIGHT: "smoke", MOVE: "barrier"}.get(int(feature.effects), "rough ground")


def kind_of(effects: int, protection: int) -> str:
    """How a feature is drawn."""
    if effects & MOVE:
        return "block" if effects & SIGHT else "low" if protection else "opening"
    if effects & SIGHT:
        return "smoke"
    return "rough" if effects & ROUGH else "low"


def feature_notes(at: Moment, k: int) -> Iterator[str]:
    """What a feature does, in words (FS3-20.8, FS3-22.5)."""
    feature = at.tables.terrain.features[k]
    if feature.protection:
        yield f"Protection {feature.protection}"
    if feature.lists_locations:
        titles = (at.names.thing_title("location", name) for name in at.names.ids["location"])
        yield "covers " + ", ".join(title for bit, title in enumerate(titles) if feature.covered >> bit & 1)
    deeds = (SIGHT, "blocks sight"), (MOVE, "blocks movement"), (ROUGH, "rough ground")
    yield from (words for effect, words in deeds if feature.effects & effect)


def empty_vehicles(at: Moment) -> Iterator[Mark]:
    """Vehicles that nobody is in."""
    for k in compress(range(VEHICLES), vehicle_types(at)):
        vehicle = at.state.vehicles[k]
        if vehicle.x >= 0 and not pilot_of(at.state, k):
            notes = ("knocked out" if vehicle.out else "nobody has the controls", bar_text(total_of_vehicle(at, k)))
            yield Mark(
                "V", *metres((vehicle.x, vehicle.y)), at.names.thing_title("vehicle", vehicle_name(at, k)), notes
            )


def total_of_vehicle(at: Moment, k: int) -> int:
    """What the wounds of a vehicle take together."""
    return int(wound_total(at.state, COMBATANTS + k + 1))


def vehicle_name(at: Moment, k: int) -> str:
    """What a vehicle is called in notation."""
    return str(at.names.thing("vehicle", k))


def trails(at: Moment) -> Iterator[Trail]:
    """The ways that are ordered and may be seen: those of the orders that are revealed, or one's own."""
    legs = at.states["combatants"]["order"]["n_legs"][0].tolist()
    for i in compress(range(COMBATANTS), legs):
        one = combatant(at, i)
        order = one.order
        if one.status == READY and not one.moved:
            stands = standing_of(at, i)
            start = metres((stands.x, stands.y))
            ways = (metres((order.xs[k], order.ys[k])) for k in range(order.n_legs))
            yield Trail(at.names.unit(i), (start, *ways), True)


# Who stands on it


def token(at: Moment, i: int) -> Token:
    """A combatant where it stands, or beside the table once it is gone."""
    one, name, looks = combatant(at, i), at.names.unit(i), looks_of(at, i)
    spot, side, radius = spot_of(at, i), max(0, int(one.team) - 1), radius_of(at, i)
    title, letters, is_down = at.names.unit_title(name), letters_of(at)[name], bool(one.status != READY)
    notes = (
        (*looks.notes, *order_notes(at, i), *looks.details, *distances_of(at, i)) if looks.has_order else looks.notes
    )
    return Token(name, i, side, letters, *spot, title, notes, radius, side, title, is_down, looks.badges)


def order_notes(at: Moment, i: int) -> tuple[str, ...]:
    """What the order of a combatant has it do, if it is revealed."""
    order = combatant(at, i).order
    return (order_text(at, order),) if order.verb else ()


def radius_of(at: Moment, i: int) -> float:
    """How far the base reaches; a passenger is drawn as if it stood in the vehicle."""
    one = combatant(at, i)
    if one.vehicle and pilot_of(at.state, int(one.vehicle) - 1) == i + 1:
        return int(at.tables.types[at.state.vehicles[one.vehicle - 1].type - 1].radius) / CM
    return FOOT_RADIUS / CM


def spot_of(at: Moment, i: int) -> Spot:
    """Where a combatant is drawn; passengers round the middle of their vehicle."""
    one = combatant(at, i)
    if one.status not in (READY, KNOCKED_OUT, VEHICLE_OUT) or not 1 <= one.role <= 3:
        return -1.0, -1.0
    if not at.tables.has_map:
        mates = [j for j in in_order(at) if seats(at)[j][1] == one.team]
        return GAP * (mates.index(i) + 1), LANE * (active_teams(at)[::-1].index(int(one.team)) + 0.5)
    stands = standing_of(at, i)
    x, y = metres((stands.x, stands.y))
    vehicle = int(one.vehicle) - 1
    if vehicle < 0 or pilot_of(at.state, vehicle) == i + 1:
        return x, y
    away = SEAT_OFFSET * int(at.tables.types[at.state.vehicles[vehicle].type - 1].radius) / CM
    turn = 2 * math.pi * sum(int(at.state.combatants[j].vehicle) == vehicle + 1 for j in range(i)) / 8
    width, height = metres((at.tables.terrain.width, at.tables.terrain.height))
    return min(max(x + away * math.cos(turn), 0), width), min(max(y + away * math.sin(turn), 0), height)


def letters_of(at: Moment) -> dict[str, str]:
    """Two or three letters for each combatant, no two alike, in the order of `in_order`."""

    def find() -> dict[str, str]:
        there = in_order(at)
        return at.cached(("letters", *there), lambda: short_names([at.names.unit(i) for i in there]))

    return at.of_state("letters", find)


def short_names(names: list[str]) -> dict[str, str]:
    """Short names, no two alike: two letters of a name, or its first letter and its number."""
    found: dict[str, str] = {}
    for name in names:
        number = name[len(name.rstrip("0123456789")) :]
        tries = [name[0] + number] if number else []
        tries += [name[0] + letter for letter in name[1:]] + [f"{name[0]}{k}" for k in range(len(names) + 1)]
        taken = {one.lower() for one in found.values()}
        found[name] = next((one for one in tries if one.lower() not in taken and len(one) <= 3), name)
    return found
