"""What a player sees who looks along a line: sight, distance, range, cover."""

from __future__ import annotations

import pytest

from fireteam.core.errors import UnknownName
from fireteam.core.protocol.scene import Area, Sight
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.state import REMOVED
from tests.games.fs3.test_view import At, combatant, scenario


def looked(at: At, unit: str, x: float, y: float) -> Sight:
    assert GAME.sight is not None
    return GAME.sight(*at, unit, x, y)


@pytest.mark.clause("FS3-20.10")
def test_a_wall_is_in_the_way() -> None:
    at = scenario("loading_yard")
    found = looked(at, "anna", 46.8, 20)  # from 13.2,9 to behind the wall 26..34, 12..16
    assert not found.clear and found.clause == "FS3-20.10"
    assert found.says.startswith("Anna to 46.8,20: not seen, Wall is in the way, 35.36 m away; ")
    (ray,) = found.rays
    assert ray.start == (13.2, 9.0) and ray.blocked == pytest.approx((26.0, 13.191), abs=0.001)
    (wall,) = found.by
    assert isinstance(wall, Area) and wall.points[0] == (26, 12)


@pytest.mark.clause("FS3-20.10")
@pytest.mark.clause("FS3-20.17a")
def test_somebody_is_seen_in_range_and_behind_cover() -> None:
    at = scenario("loading_yard")
    eva = combatant(at, "eva")
    x, y = int(eva.x) / 100, int(eva.y) / 100
    found = looked(at, "dan", x + 0.2, y)
    assert found.clear and found.rays[0].end == (x, y)
    assert (
        found.says
        == "Dan to Eva: seen, 33.6 m away; short range with Submachine gun; cover by Crates, Protection 2 (FS3-20.10)"
    )
    at = scenario("sparring")
    assert looked(at, "anna", 6, 5).says.endswith("seen, 2 m away; in contact with Sparring (FS3-20.10)")
    combatant(at, "ben").x += 1
    assert "not in contact" in looked(at, "anna", 6, 5).says
    assert looked(at, "anna", 1, 1).says == "Anna to 1,1: seen, 5 m away (FS3-20.10)"


def test_only_who_is_in_the_fight_looks() -> None:
    at = scenario("loading_yard")
    with pytest.raises(UnknownName, match="anna"):
        looked(at, "nobody", 1, 1)
    combatant(at, "anna").status = REMOVED
    with pytest.raises(UnknownName):
        looked(at, "anna", 1, 1)
