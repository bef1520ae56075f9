"""What is where on a table, in words."""

from __future__ import annotations

from random import Random

import pytest
from shapely import Point, Polygon

from fireteam.core.protocol.scene import Area
from fireteam.core.protocol.scene_query import (
    area_name,
    centre,
    is_inside,
    marks_at,
    outline,
    parts_at,
    rounded_point,
    unit_at,
)
from tests.games import stones
from tests.terminal.depot import SMOKE, corners, depot, unit


def test_the_unit_at_a_point_is_the_nearest_that_covers_it() -> None:
    scene = depot(unit(1, 0, 10, 10), unit(2, 1, 10.6, 10), unit(3, 1, 20, 10))
    places = {(9.4, 10): "", (9.5, 10): "U1", (10.2, 10): "U1", (10.4, 10): "U2", (11, 10): "U2", (11.2, 10): ""}
    for place, name in {**places, (20, 10.5): "U3", (20, 9.4): ""}.items():
        token = unit_at(scene, place)
        assert (token.unit if token else "") == name
    level = depot(unit(2, 1, 10.5, 10), unit(1, 0, 10, 10))
    assert unit_at(level, (10.25, 10)) == level.tokens[1], "of two as near the first by name"


def test_the_unit_on_a_square() -> None:
    setting = stones.GAME.make_setting("stones")
    scene = stones.scene(setting, setting.opening)
    token = scene.tokens[0]
    assert unit_at(scene, token.at) == token and unit_at(scene, (token.x, 8)) is None


def test_what_lies_within_a_step_of_a_point() -> None:
    ground = depot(step=1.0).ground
    assert ground is not None
    assert [mark.title for mark in marks_at(ground, (30.2, 26.1))] == ["bomb"]
    assert [mark.title for mark in marks_at(ground, (30.2, 26.2))] == []
    assert [mark.title for mark in marks_at(ground, (29.5, 24.4))] == ["bomb"]


def test_the_parts_of_a_table_that_a_point_is_in() -> None:
    ground = depot().ground
    assert ground is not None
    assert parts_at(ground, (30, 26)) == ["site a", "site A"]
    assert parts_at(ground, (30, 15)) == ["mid east", "smoke in mid east, until turn 5"]
    assert parts_at(ground, (10, 23)) == ["n lane", "block"]
    assert parts_at(ground, (29.5, 24.2)) == ["site a", "site A", "low cover"]
    assert parts_at(ground, (16, 10))[0] == "s lane", "the first zone of a corner"
    assert parts_at(ground, (99, 99)) == []


def test_a_point_is_in_an_area_or_on_its_border_as_shapely_says() -> None:
    chance = Random(5)
    for _ in range(60):
        points = [(chance.randint(0, 6), chance.randint(0, 6)) for _ in range(chance.randint(3, 6))]
        area = Polygon(points)
        if area.is_valid and area.area:
            for x in range(-1, 8):
                for y in (-1, 0, 1, 2.5, 3, 5, 6, 7):
                    assert is_inside(points, (x, y)) == area.intersects(Point(x, y)), (points, x, y)


def test_the_sides_of_an_area_close_it() -> None:
    assert outline([(0, 0), (2, 0), (2, 1)]) == [((0, 0), (2, 0)), ((2, 0), (2, 1)), ((2, 1), (0, 0))]


@pytest.mark.parametrize(
    ("area", "says"),
    [
        (Area("mid_east", "zone", ()), "mid east"),
        (SMOKE, "smoke in mid east"),
        (Area("", "smoke", ()), "smoke"),
        (Area("", "low", ()), "low cover"),
        (Area("A", "site", ()), "site A"),
        (Area("site_a", "site", ()), "site a"),
        (Area("the_north", "window", ()), "window the north"),
    ],
)
def test_how_a_part_is_called(area: Area, says: str) -> None:
    assert area_name(area) == says


def test_the_middle_of_a_part() -> None:
    assert centre(Area("", "block", corners("9,22,13,26"))) == (11, 24)
    assert centre(Area("", "block", ((0, 0), (6, 2), (3, 5)))) == (3, 2.5)


def test_a_point_is_read_to_hundredths() -> None:
    assert (rounded_point((1.234, 5.006)), rounded_point((2, 0.5))) == ("1.23,5.01", "2,0.5")
