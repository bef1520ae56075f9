"""Sight, cover, room, paths and flinch walks on random maps, against the naive geometry."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.games.gunplay.rules.flinch_walk import flinch_end
from fireteam.games.gunplay.rules.paths import (
    cost_to,
    count_trigger_points,
    failed_run_stop,
    is_path_blocked,
    path_length,
    trigger_length,
    trigger_point,
)
from fireteam.games.gunplay.rules.room import is_at_cover, is_legal_stop, is_on_table
from fireteam.games.gunplay.rules.sight import has_cover, sees
from fireteam.games.gunplay.terrain import Bystanders, Terrain
from tests.heavy.settings import many

from .maps import bystanders, path, terrain
from .naive_geometry import NaiveTable
from .random_maps import SIZE, Place, in_inches, near, path_at_random, pieces_at_random, place

SEEDS = st.integers(0, 2**32)
HAIR = 1e-9


def tables(random: Random) -> tuple[Terrain, NaiveTable]:
    """The same map twice."""
    pieces, step = pieces_at_random(random), random.choice([0.25, 0.5, 1.0])
    record = terrain(*in_inches(pieces), size=(SIZE[0] / 100, SIZE[1] / 100), step=step)
    return record, NaiveTable(pieces, *SIZE, step)


def others_at_random(random: Random, me: Place, count: int = 6) -> list[tuple[Place, int, bool]]:
    """Other characters, not on top of one."""
    places = {near(random, me, random.choice([150, 400, 1200])) for _ in range(count)} - {me}
    return [(at, random.randrange(3), random.random() < 0.6) for at in sorted(places)]


def record_of(others: list[tuple[Place, int, bool]]) -> Bystanders:
    record = bystanders(*((x / 100, y / 100) for (x, y), _, _ in others))
    for i, (_, posture, is_enemy) in enumerate(others):
        record.postures[i], record.is_enemy[i] = posture, is_enemy
    return record


@pytest.mark.clause("GUN-4.14")
@pytest.mark.clause("GUN-4.23")
@given(SEEDS)
@settings(max_examples=many(15, 150), derandomize=True, deadline=None)
def test_sight_and_cover_are_those_of_the_naive_table(seed: int) -> None:
    random = Random(seed)
    record, table = tables(random)
    for _ in range(20):
        one = place(random)
        other = random.choice([place(random), near(random, one, 150), (one[0], place(random)[1])])
        ends = (one, random.randrange(3)), (other, random.randrange(3))
        for a, b in (ends, ends[::-1]):
            arguments = (record, *a[0], a[1], *b[0], b[1])
            assert sees(*arguments) == table.sees(a, b), (ends, table.pieces)
            assert has_cover(*arguments) == table.has_cover(a, b), (ends, table.pieces)


@pytest.mark.clause("GUN-4.12")
@pytest.mark.clause("GUN-4.27")
@given(SEEDS)
@settings(max_examples=many(15, 100), derandomize=True, deadline=None)
def test_room_and_cover_at_a_place_are_those_of_the_naive_table(seed: int) -> None:
    random = Random(seed)
    record, table = tables(random)
    for _ in range(30):
        at = place(random)
        others = [each for each, _, _ in others_at_random(random, at, 2)]
        crowd = bystanders(*((x / 100, y / 100) for x, y in others))
        assert is_at_cover(record, *at) == table.is_at_cover(at)
        assert is_on_table(record, *at) == table.is_on_table(at)
        assert is_legal_stop(record, crowd, *at) == table.is_legal_stop(at, others)


@pytest.mark.clause("GUN-4.26")
@pytest.mark.clause("GUN-4.29")
@pytest.mark.clause("GUN-4.36")
@pytest.mark.clause("GUN-4.37")
@given(SEEDS)
@settings(max_examples=many(15, 150), derandomize=True, deadline=None)
def test_paths_are_those_of_the_naive_table(seed: int) -> None:
    random = Random(seed)
    record, table = tables(random)
    for _ in range(10):
        points = path_at_random(random)
        way = path(*((x / 100, y / 100) for x, y in points))
        others = [at for at, _, _ in others_at_random(random, points[0], 2)]
        crowd = bystanders(*((x / 100, y / 100) for x, y in others))
        assert is_path_blocked(record, crowd, way, 0.0) == table.is_path_blocked(points, others)
        lengths = table.triggers(points)
        count = count_trigger_points(record, way)
        assert [trigger_length(record, way, k) for k in range(count)] == pytest.approx(lengths, abs=HAIR)
        assert [trigger_point(record, way, k) for k in range(count)] == [table.point_at(points, s) for s in lengths]
        rises, is_scout = random.random() < 0.3, random.random() < 0.3
        costs = [cost_to(record, way, trigger_length(record, way, k), rises, is_scout) for k in range(count)]
        assert costs == pytest.approx([table.cost(points, s, rises, is_scout) for s in lengths], abs=HAIR)
        stop = failed_run_stop(record, crowd, way, 3.0, is_scout)
        stops = [
            k
            for k, s in enumerate(lengths)
            if table.cost(points, s, False, is_scout) <= 3.0 + 1e-6
            and table.is_legal_stop(table.point_at(points, s), others)
        ]
        assert stop == max(stops, default=0)
        assert path_length(way) == pytest.approx(lengths[-1], abs=HAIR)


@pytest.mark.clause("GUN-12.23")
@pytest.mark.clause("GUN-12.27")
@given(SEEDS)
@settings(max_examples=many(6, 60), derandomize=True, deadline=None)
def test_flinch_walks_are_those_of_the_naive_table(seed: int) -> None:
    random = Random(seed)
    record, table = tables(random)
    for _ in range(2):
        me, posture = place(random), random.randrange(3)
        others, speed = others_at_random(random, me), random.choice([2.0, 3.0, 4.0])
        found = flinch_end(record, record_of(others), *me, posture, speed, False)
        assert ((found.x, found.y), found.posture) == table.flinch((me, posture), others, speed)


@pytest.mark.clause("GUN-4.22", "GUN-4.34", "GUN-23.12")
def test_a_map_that_is_mirrored_is_as_fair() -> None:
    """Whoever looks from one side sees and has cover as whoever looks from the other, also where edges lie midway."""
    random = Random("mirrored")
    width, height = (side // 100 for side in SIZE)
    for _ in range(many(20, 200)):
        kinds, shapes = [], []
        for _ in range(random.randint(1, 5)):
            left, low = random.randrange(2 * width - 6) / 2, random.randrange(2 * height - 6) / 2
            kinds.append(random.choice(("low", "tall", "woods")))
            shapes.append((left, low, left + random.randint(1, 6) / 2, low + random.randint(1, 6) / 2))
        record = terrain(*zip(kinds, map(list, shapes), strict=True), size=(width, height))
        turned = [[width - x1, height - y1, width - x0, height - y0] for x0, y0, x1, y1 in shapes]
        mirrored = terrain(*zip(kinds, turned, strict=True), size=(width, height))
        for _ in range(50):
            (ax, ay), (bx, by) = ((random.randrange(10 * width) * 10, random.randrange(10 * height) * 10) for _ in "ab")
            if random.random() < 0.5:  # an edge of a piece lies exactly midway
                x0, y0, x1, y1 = random.choice(shapes)
                ay = by = round(random.uniform(y0 - 0.6, y1 + 0.6) * 10) * 10
                bx = round(200 * random.choice((x0, x1))) - ax
            away = 100 * width, 100 * height
            others = away[0] - ax, away[1] - ay, 0, away[0] - bx, away[1] - by, 0
            assert sees(record, ax, ay, 0, bx, by, 0) == sees(mirrored, *others), (shapes, ax, ay, bx, by)
            assert has_cover(record, ax, ay, 0, bx, by, 0) == has_cover(mirrored, *others), (shapes, ax, ay, bx, by)
