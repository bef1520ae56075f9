"""Section 20 on random fields, against the naive geometry, and by examples (X35, X36)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.engine.record import blank
from fireteam.games.fs3 import terrain as ground
from fireteam.games.fs3.refusals import END_TAKEN, PATH_BLOCKED, PATH_TOO_LONG
from fireteam.games.fs3.rules import geometry, paths, sight, ways
from fireteam.games.fs3.rules.ground import (
    band_of,
    cover_of,
    distance2,
    has_room,
    has_sight_between,
    in_contact,
    is_near_cover,
    radius_of,
)
from fireteam.games.fs3.tables import EAST, NORTH, SOUTH, WEST
from fireteam.games.fs3.turns_build import fill_turns, turning_places
from tests.games.fs3 import naive_geometry as naive
from tests.games.fs3.naive_geometry import Piece, Point
from tests.games.fs3.rulebook_tables import WEAPON_IDS
from tests.games.fs3.table import table

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=60, derandomize=True, deadline=None)
WIDE = (2000, 1500)
HUGE = (200_000, 180_000)
FLAGS = {"sight": ground.SIGHT, "move": ground.MOVE, "rough": ground.ROUGH}


def hull(points: list[Point]) -> list[Point]:
    """The convex hull, counter-clockwise, without corners in line."""
    ordered = sorted(set(points))

    def half(some: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in some:
            while len(kept) > 1 and naive.side(kept[-2], kept[-1], *point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return half(ordered) + half(ordered[::-1])


def spot(random: Random, size: tuple[int, int], step: int) -> Point:
    """A place, on a grid, so that many are in line."""
    return random.randrange(0, size[0] + 1, step), random.randrange(0, size[1] + 1, step)


def field(random: Random, size: tuple[int, int], step: int) -> list[Piece]:
    """Some features."""
    pieces: list[Piece] = []
    while len(pieces) < random.randint(1, 6):
        x, y = spot(random, size, step)
        reach = random.choice([2, 5, 20]) * step
        around = [(x + random.randint(0, reach) // step * step, y + random.randint(0, reach)) for _ in range(6)]
        corners = hull([(min(a, size[0]), min(b, size[1])) for a, b in around])
        if random.random() < 0.5:
            w, h = step * random.randint(1, 5), step * random.randint(1, 5)
            corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        effects = " ".join(word for word in FLAGS if random.random() < 0.6)
        if 3 <= len(corners) <= ground.CORNERS:
            pieces.append(Piece(corners, effects, random.choice([0, 2, 2, 5])))
    return pieces


def record(pieces: list[Piece], size: tuple[int, int]) -> Any:
    """The same field as rules read it."""
    made: Any = blank(ground.Terrain)[0]
    put(made, pieces, size)
    return made


def put(made: Any, pieces: list[Piece], size: tuple[int, int]) -> None:
    made.width, made.height = size
    made.n = len(pieces)
    for feature, piece in zip(made.features, pieces, strict=False):
        xs, ys = zip(*piece.corners, strict=True)
        feature.n = len(xs)
        feature.xs[: len(xs)], feature.ys[: len(xs)] = xs, ys
        feature.least_x, feature.most_x, feature.least_y, feature.most_y = min(xs), max(xs), min(ys), max(ys)
        feature.effects, feature.protection = sum(FLAGS[word] for word in piece.effects.split()), piece.protection
        made.effects |= feature.effects


@pytest.mark.clause("FS3-20.8")
@pytest.mark.clause("FS3-20.9")
@pytest.mark.clause("FS3-20.10")
@pytest.mark.clause("FS3-20.12")
@pytest.mark.clause("FS3-20.13")
@pytest.mark.parametrize(("size", "step"), [(WIDE, 100), (WIDE, 1), (HUGE, 1000), (HUGE, 7)])
@given(seed=SEEDS)
@FEW
def test_segments_are_those_of_the_naive_geometry(seed: int, size: tuple[int, int], step: int) -> None:
    random = Random(seed)
    pieces = field(random, size, step)
    made = record(pieces, size)
    corners = [corner for piece in pieces for corner in piece.corners]
    for _ in range(8):
        a, b = (random.choice([spot(random, size, step), random.choice(corners)]) for _ in range(2))
        for k, piece in enumerate(pieces):
            feature = made.features[k]
            assert geometry.crosses(feature, *a, *b) == naive.crosses(piece.corners, a, b)
            assert geometry.meets(feature, *a, *b) == naive.meets(piece.corners, a, b)
            assert geometry.is_inside(feature, *a) == naive.is_inside(piece.corners, *a)
        assert sight.has_sight(made, *a, *b) == naive.sees(pieces, a, b) == sight.has_sight(made, *b, *a)
        assert paths.is_blocked(made, *a, *b) == naive.is_blocked(pieces, a, b)
        assert paths.leg_cost(made, *a, *b) == naive.leg_cost(pieces, a, b)


@pytest.mark.clause("FS3-20.4")
@pytest.mark.clause("FS3-20.17")
@pytest.mark.parametrize(("size", "step"), [(WIDE, 50), (WIDE, 1), (HUGE, 1)])
@given(seed=SEEDS)
@FEW
def test_gaps_are_those_of_the_naive_geometry(seed: int, size: tuple[int, int], step: int) -> None:
    random = Random(seed)
    piece = field(random, size, step)[0]
    feature = record([piece], size).features[0]
    for _ in range(10):
        x, y = spot(random, size, step)
        reach = int(naive.squared_gap(piece.corners, x, y)) ** 0.5
        for near in {int(reach) - 1, int(reach), int(reach) + 1, 150}:
            if near > 0:
                assert geometry.is_within(feature, x, y, near) == (
                    naive.squared_gap(piece.corners, x, y) <= near * near
                )


@pytest.mark.clause("FS3-20.15")
@given(seed=SEEDS)
@FEW
def test_candidates_are_rounded_exactly(seed: int) -> None:
    random = Random(seed)
    size = random.choice([(300, 200), HUGE])
    a, b = spot(random, size, 1), spot(random, size, 1)
    length = geometry.root_down(geometry.squared(b[0] - a[0], b[1] - a[1]))
    for k in {1, 2, length // 2, length - 1, length} - {0, -1}:
        if a != b:
            assert geometry.point_along(*a, *b, k) == naive.candidate(a, b, k)


@pytest.mark.clause("FS3-20.15")
def test_halves_are_rounded_up() -> None:
    # 5 cm along (3, 4) steps of a leg of 10: halves fall on both sides of 0
    assert geometry.point_along(0, 0, 5, 0, 2) == (2, 0)
    assert geometry.point_along(0, 0, 30, 40, 5) == (3, 4)
    for k in (1, 3, 5, 7):
        assert geometry.point_along(0, 0, 60, 80, k) == naive.candidate((0, 0), (60, 80), k)
        assert geometry.point_along(60, 80, 0, 0, k) == naive.candidate((60, 80), (0, 0), k)
    assert geometry.point_along(0, 0, 700, 2400, 25 // 2) == naive.candidate((0, 0), (700, 2400), 12)
    assert geometry.point_along(0, 0, -7, -24, 0) == (0, 0)


@pytest.mark.clause("FS3-20.4")
@given(*[st.integers(0, 2**62 - 1)] * 4)
@FEW
def test_wide_products_are_compared_exactly(a: int, b: int, c: int, d: int) -> None:
    assert geometry.is_product_at_most(a, b, c, d) == (a * b <= c * d)
    assert geometry.is_product_at_most(a, b, b, a)
    assert not a or not b or not geometry.is_product_at_most(a, b, a - 1, b)


@pytest.mark.clause("FS3-20.17a")
@given(seed=SEEDS)
@FEW
def test_cover_is_that_of_the_naive_geometry(seed: int) -> None:
    random = Random(seed)
    pieces = field(random, WIDE, 50)
    setting, states = table("anna 5,5", "bob 6,6 npc=5")
    put(setting.tables[0].terrain, pieces, WIDE)
    anna = states[0].combatants[0]
    for _ in range(8):
        anna.x, anna.y = spot(random, WIDE, 50)
        attacker = spot(random, WIDE, 50)
        found = cover_of(states[0], setting.tables[0], *attacker, 0)
        assert found.feature == naive.best_cover(pieces, (int(anna.x), int(anna.y)), 50, attacker)
        assert found.protection == (pieces[found.feature - 1].protection if found.feature else 0)


@pytest.mark.clause("FS3-23.7")
@given(seed=SEEDS)
@settings(max_examples=40, derandomize=True, deadline=None)
def test_ways_are_the_shortest(seed: int) -> None:
    random = Random(seed)
    pieces = [piece._replace(effects="move") for piece in field(random, WIDE, 100)[:4]]
    setting, _ = table("anna 5,5")
    tables = setting.tables[0]
    put(tables.terrain, pieces, WIDE)
    fill_turns(tables.terrain)
    turns = turning_places(tables.terrain)
    for _ in range(3):
        a, b = spot(random, WIDE, 50), spot(random, WIDE, 50)
        way = naive.shortest_way(pieces, turns, a, b)
        if not naive.is_blocked(pieces, a, b):
            continue
        found = ways.shortest_way(tables, *a, ways.Goal(0, *b))
        assert (found.length == ways.NO_WAY) == (way is None)
        if way is not None:
            path: Any = blank(ground.Path)[0]
            ways.write_way(tables.terrain.turns, found, ways.Goal(0, *b), path)
            assert list(zip(path.xs[1 : path.n], path.ys[1 : path.n], strict=True)) == way


# By example


@pytest.mark.clause("FS3-20.1")
def test_coordinates_are_whole_centimetres_with_y_up() -> None:
    setting, states = table("anna 0.6,39.25")
    anna = states[0].combatants[0]
    assert (anna.x, anna.y) == (60, 3925)
    tables = setting.tables[0]
    tables.exits = NORTH
    assert paths.withdraws_at(tables, 60, 4001)
    assert not paths.withdraws_at(tables, 60, -1)
    assert not paths.withdraws_at(tables, 60, 4000)


@pytest.mark.clause("FS3-20.9")
@pytest.mark.clause("FS3-20.10")
@pytest.mark.parametrize(("x", "seen"), [(500, True), (499, False)])
def test_sight_past_a_corner(x: int, seen: bool) -> None:
    """X35: a corner that is only touched hides nothing."""
    made = record([Piece([(x, 0), (700, 0), (700, 500), (x, 500)], "sight")], (6000, 4000))
    assert sight.has_sight(made, 0, 0, 1000, 1000) == seen


@pytest.mark.clause("FS3-20.10")
@pytest.mark.clause("FS3-20.18")
def test_what_blocks_sight() -> None:
    """A wall and smoke do, a low wall and those who stand in between do not; along an edge one sees."""
    smoke, low = ("9,4,2,2", "sight"), ("9,4,2,2", "move protection=5")
    for features, seen in (([smoke], False), ([low], True), ([], True)):
        setting, states = table("anna 5,5", "ben 10,5", "carl 15,5 npc=5", features=features)
        assert has_sight_between(states[0], setting.tables[0], 0, 2) == seen
        assert has_sight_between(states[0], setting.tables[0], 2, 0) == seen
    setting, states = table("anna 5,4", "carl 15,4 npc=5", features=[smoke])
    assert has_sight_between(states[0], setting.tables[0], 0, 1)


@pytest.mark.clause("FS3-20.4")
@pytest.mark.clause("FS3-20.6")
@pytest.mark.parametrize(
    ("gap", "apart", "touches"),
    [({}, "7", True), ({}, "7.01", False), ({"contact_gap_cm": 0}, "6", True), ({"contact_gap_cm": 0}, "6.01", False)],
)
def test_contact(gap: dict[str, Any], apart: str, touches: bool) -> None:
    """X35: 200 cm are contact, 201 are not; the organizer may widen it."""
    setting, states = table("anna 5,5", f"bob {apart},5 npc=5", **gap)
    assert in_contact(states[0], setting.tables[0], 0, 1) == touches


@pytest.mark.clause("FS3-20.3")
@pytest.mark.clause("FS3-20.5")
def test_occupants_are_where_their_vehicle_is() -> None:
    setting, states = table(
        *("pia in=v1", "otto in=v1 passenger", "bob 110,100 npc=5"),
        vehicles=["v1 interceptor 100,100"],
        size=(200, 200),
    )
    now, tables = states[0], setting.tables[0]
    assert distance2(now, tables, 1, 2) == 1000 * 1000
    assert distance2(now, tables, 0, 1) == 0
    assert radius_of(now, tables, 1) == 400
    assert radius_of(now, tables, 2) == 50
    assert not in_contact(now, tables, 1, 2)  # 10 m against 4 + 0.5 + 1
    now.combatants[2].x = 10550
    assert in_contact(now, tables, 1, 2)


@pytest.mark.clause("FS3-20.7")
@pytest.mark.clause("FS3-20.16")
def test_bases_do_not_overlap() -> None:
    setting, states = table(
        *("anna 5,5", "ben 10,5", "dora 20,5 out", "pia in=v1"), vehicles=["v1 interceptor 30,20"], size=(60, 40)
    )

    def is_free(x: int, y: int) -> bool:
        return has_room(states[0], setting.tables[0], 0, 0, x, y, 50)

    assert is_free(500, 500)  # its own
    assert is_free(900, 500)
    assert not is_free(901, 500)
    assert is_free(2000, 500)  # a knocked-out one is in nobody's way
    assert not is_free(3000, 2449)
    assert is_free(3000, 2450)


@pytest.mark.clause("FS3-8.14")
@pytest.mark.clause("FS3-8.15")
def test_range_bands() -> None:
    """X34, with the rifle's effective range."""
    setting, states = table("anna 100,100 rifle", "bob 100,100 npc=5", size=(4000, 200))
    now, tables = states[0], setting.tables[0]
    rifle = WEAPON_IDS.index("rifle")
    tables.weapons[rifle].short, tables.weapons[rifle].medium, tables.weapons[rifle].long = 25000, 50000, 100000
    for apart, band in ((25000, 0), (25001, 1), (50000, 1), (50001, 2), (100000, 2), (100001, -1)):
        now.combatants[1].x = 10000 + apart
        assert band_of(now, tables, 0, 1, rifle) == band
    knife = WEAPON_IDS.index("knife")
    for apart, band in ((200, 0), (201, -1)):
        now.combatants[1].x = 10000 + apart
        assert band_of(now, tables, 0, 1, knife) == band


@pytest.mark.clause("FS3-20.17")
@pytest.mark.clause("FS3-20.17a")
@pytest.mark.clause("FS3-8.12")
@pytest.mark.clause("FS3-11.2")
def test_cover_of_a_crate() -> None:
    """X36: 60 cm from the crate is near it; it helps against who is behind it, and not from the side."""
    setting, states = table("tom 10,5", features=[("8.8,4,0.6,2", "move protection=2")])
    now, tables = states[0], setting.tables[0]
    assert is_near_cover(now, tables, 0, 1000, 500)
    assert tuple(cover_of(now, tables, 100, 500, 0)) == (2, 1)
    assert tuple(cover_of(now, tables, 1000, 2000, 0)) == (0, 0)
    assert is_near_cover(now, tables, 0, 940 + 150, 500)
    assert not is_near_cover(now, tables, 0, 940 + 151, 500)
    assert is_near_cover(now, tables, 0, 940 + 90, 600 + 120)
    assert not is_near_cover(now, tables, 0, 940 + 91, 600 + 120)


@pytest.mark.clause("FS3-20.17a")
@pytest.mark.clause("FS3-20.20")
@pytest.mark.clause("FS3-11.9")
def test_the_best_cover_counts() -> None:
    features = [("8.8,4,0.6,2", "protection=2"), ("8.9,4,0.5,2", "protection=5"), ("8.9,4,0.4,2", "protection=5")]
    setting, states = table("tom 10,5", features=features)
    assert tuple(cover_of(states[0], setting.tables[0], 100, 500, 0)) == (5, 2)
    states[0].combatants[0].cover = 6
    assert tuple(cover_of(states[0], setting.tables[0], 100, 500, 0)) == (6, 0)
    setting, states = table("tom - cover=3", "ann -", size=None)
    assert tuple(cover_of(states[0], setting.tables[0], 0, 0, 0)) == (3, 0)
    assert is_near_cover(states[0], setting.tables[0], 0, 0, 0)
    assert not is_near_cover(states[0], setting.tables[0], 1, 0, 0)
    features = [("20,10,1,20", "protection=5")]  # a vehicle is near from its own edge on
    setting, states = table("pia in=v1", vehicles=["v1 interceptor 26,20"], features=features)
    assert tuple(cover_of(states[0], setting.tables[0], 100, 2000, 0)) == (5, 1)


@pytest.mark.clause("FS3-20.20")
def test_a_table_without_map() -> None:
    setting, states = table("anna -", "bob - npc=5", size=None)
    now, tables = states[0], setting.tables[0]
    assert has_sight_between(now, tables, 0, 1)
    assert distance2(now, tables, 0, 1) == 2000**2
    now.distances[0, 1] = now.distances[1, 0] = 200
    assert in_contact(now, tables, 0, 1)
    now.distances[0, 1] = now.distances[1, 0] = 201
    assert not in_contact(now, tables, 1, 0)


# Paths


def path_of(states: Any, who: int, *points: Point) -> Any:
    """A path of a combatant."""
    path: Any = blank(ground.Path)[0]
    paths.start_path(states[0], who, path)
    for x, y in points:
        paths.add_leg(path, x, y)
    return path


@pytest.mark.clause("FS3-20.12")
@pytest.mark.parametrize(
    ("features", "cost"),
    [
        ([], 1000),
        ([("7,4,2,2", "rough")], 1200),
        ([("7,4,2,2", "rough"), ("8,4,2,2", "rough")], 1300),
        ([("7,4,2,1", "rough")], 1000),
        ([("7,4,2,2", "move")], 1000),
    ],
)
def test_rough_ground_costs_double(features: list[tuple[str, str]], cost: int) -> None:
    setting, states = table("anna 5,5", features=features)
    assert paths.path_cost(setting.tables[0].terrain, path_of(states, 0, (1500, 500)), 1) == cost


@pytest.mark.clause("FS3-20.12")
def test_each_leg_is_rounded_up_once() -> None:
    setting, states = table("anna 5,5", features=[("5,5,40,30", "rough")])
    ground_of = setting.tables[0].terrain
    path = path_of(states, 0, (600, 600), (700, 700))
    assert paths.path_cost(ground_of, path, 2) == 2 * 283  # 2 * 141.42 is 282.84
    ground_of.effects = 0
    assert paths.path_cost(ground_of, path, 2) == 2 * 142


@pytest.mark.clause("FS3-20.15")
def test_the_mover_stops_at_the_last_legal_point() -> None:
    setting, states = table("anna 5,5", "ben 15,5", features=[("0,30,5,5", "move")])
    now, tables = states[0], setting.tables[0]
    assert tuple(paths.last_stop(now, tables, 0, path_of(states, 0, (1500, 500)), 1000)) == (1, 1400, 500)
    assert tuple(paths.last_stop(now, tables, 0, path_of(states, 0, (1500, 500)), 333)) == (1, 833, 500)
    assert tuple(paths.last_stop(now, tables, 0, path_of(states, 0, (1390, 500), (1500, 500)), 1000)) == (2, 1400, 500)
    assert tuple(paths.last_stop(now, tables, 0, path_of(states, 0, (500, 600), (500, 650)), 120)) == (2, 500, 620)
    now.combatants[1].x = 530  # both stand where they could not go
    assert tuple(paths.last_stop(now, tables, 0, path_of(states, 0, (540, 500)), 1000)) == (0, 500, 500)


@pytest.mark.clause("FS3-20.15")
@pytest.mark.clause("FS3-20.12")
def test_a_move_is_cut_where_rough_ground_uses_it_up() -> None:
    setting, states = table("anna 5,5", features=[("7,4,20,2", "rough")])
    stop = paths.last_stop(states[0], setting.tables[0], 0, path_of(states, 0, (2500, 500)), 1000)
    assert tuple(stop) == (1, 500 + 200 + 400, 500)


@pytest.mark.clause("FS3-20.11a")
@pytest.mark.clause("FS3-20.11")
@pytest.mark.clause("FS3-20.16")
@pytest.mark.clause("FS3-7.29")
def test_who_moves_how_far() -> None:
    setting, states = table(
        *("pia in=v1", "otto in=v1 passenger", "anna 50,50", "dora 20,5 out"),
        vehicles=["v1 interceptor 100,100"],
        size=(200, 200),
        move_cm=800,
    )
    now, tables = states[0], setting.tables[0]
    assert [paths.move_limit(now, tables, who) for who in (0, 2)] == [15000, 800]
    assert [bool(paths.may_move(now, who)) for who in range(4)] == [True, False, True, False]
    now.combatants[2].subduer = 1
    assert not paths.may_move(now, 2)


@pytest.mark.clause("FS3-20.2")
@pytest.mark.clause("FS3-20.19")
@pytest.mark.parametrize(
    ("exits", "x", "y", "withdraws"),
    [
        (EAST, 6001, 100, True),
        (EAST, 6000, 100, False),
        (EAST, 6001, -1, False),
        (EAST | SOUTH, 6001, -1, True),
        (WEST, -1, 100, True),
        (0, 6001, 100, False),
    ],
)
def test_beyond_an_exit(exits: int, x: int, y: int, withdraws: bool) -> None:
    setting, states = table("anna 5,5", exits=exits)
    assert paths.withdraws_at(setting.tables[0], x, y) == withdraws
    assert paths.is_legal_end(states[0], setting.tables[0], 0, x, y) == withdraws


@pytest.mark.clause("FS3-20.2")
def test_a_base_lies_inside_the_map() -> None:
    setting, states = table("anna 5,5")
    ends = [paths.is_legal_end(states[0], setting.tables[0], 0, x, 500) for x in (49, 50, 5950, 5951)]
    assert ends == [False, True, True, False]


@pytest.mark.clause("FS3-23.7")
def test_a_way_around_a_wall() -> None:
    """It turns 60 cm beside the corner, on the shorter side; if both are as long, beside the earlier corner."""
    for wall, turn in (("9,4,2,12", (840, 340)), ("9,-8,2,14", (840, 660)), ("9,3,2,4", (840, 240))):
        setting, states = table("anna 5,5", "bob 15,5 npc=5", features=[(wall, "move")])
        tables = setting.tables[0]
        fill_turns(tables.terrain)
        path = path_of(states, 0)
        assert ways.way_towards(states[0], tables, 0, ways.Goal(0, 1500, 500), 5000, path)
        assert (path.xs[1], path.ys[1]) == turn
        assert (path.xs[path.n], path.ys[path.n]) != (1500, 500)  # somebody stands there


@pytest.mark.clause("FS3-23.7")
@pytest.mark.parametrize(("exits", "end"), [(0, (5950, 500)), (EAST, (6001, 500))])
def test_a_way_to_an_edge(exits: int, end: Point) -> None:
    setting, states = table("anna 55,5", exits=exits)
    path = path_of(states, 0)
    assert ways.way_to_edge(states[0], setting.tables[0], 0, EAST, path)
    assert (path.xs[path.n], path.ys[path.n]) == end
    assert ways.way_to_edge(states[0], setting.tables[0], 0, WEST, path)
    assert (path.xs[path.n], path.ys[path.n]) == (4500, 500)


@pytest.mark.clause("FS3-23.7")
def test_no_way_is_no_move() -> None:
    walls = [("4,4,0.5,2", "move"), ("5.5,4,0.5,2", "move"), ("4,5.5,2,0.5", "move"), ("4,4,2,0.5", "move")]
    setting, states = table("anna 5,5", features=walls)
    fill_turns(setting.tables[0].terrain)
    path = path_of(states, 0)
    assert not ways.way_to_edge(states[0], setting.tables[0], 0, EAST, path)
    assert path.n == 0


@pytest.mark.clause("FS3-20.12")
@pytest.mark.clause("FS3-20.13")
@pytest.mark.clause("FS3-20.14")
@pytest.mark.clause("FS3-20.2")
@pytest.mark.clause("FS3-20.19")
@pytest.mark.parametrize(
    ("points", "code"),
    [
        ([(500, 1500)], 0),
        ([(500, 1501)], PATH_TOO_LONG),
        ([(1000, 500), (1000, 1000)], 0),
        ([(1000, 500), (1000, 1001)], PATH_TOO_LONG),
        ([(500, 1100)] + [(500, 1090 - 5 * k) for k in range(7)], 0),
        ([(200, 500), (500, 500)], 0),  # along the edge of the block
        ([(300, 350)], PATH_BLOCKED),  # inside
        ([(500, 300), (100, 300)], PATH_BLOCKED),  # right through
        ([(500, -1)], PATH_BLOCKED),
        ([(500, 49)], PATH_BLOCKED),  # a part of the base would be outside
        ([(500, -1), (500, 100)], PATH_BLOCKED),
        ([(-1, 550)], 0),  # over the exit in the west
        ([(-1, 550), (100, 550)], PATH_BLOCKED),
        ([(800, 501)], END_TAKEN),
        ([(800, 500), (1000, 500)], 0),  # past somebody
    ],
)
def test_what_is_against_a_path(points: list[Point], code: int) -> None:
    features = [("2,2,2,3", "move")]
    setting, states = table("anna 5,5", "ben 8,5", features=features, exits=WEST)
    answer = paths.path_answer(states[0], setting.tables[0], 0, path_of(states, 0, *points))
    assert answer[0] == code
    if code == PATH_TOO_LONG:
        assert answer[1:3] == (1001, 1000)
