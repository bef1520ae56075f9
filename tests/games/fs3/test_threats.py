"""What enemies could do to who stands where."""

from __future__ import annotations

from fireteam.core.decision import Moment
from fireteam.games.fs3.rules.ground import Place
from fireteam.games.fs3.threats import dangers, threats
from tests.games.fs3.rulebook_tables import WEAPON_IDS
from tests.games.fs3.table import table, who

WALL = ("8,0,1,20", "sight move")


def test_who_is_seen_in_range_may_be_hit() -> None:
    at = table(
        "anna 5,5 pistol", "bob 15,5 npc=5 rifle", "carl 5,7 npc=5 knife", "dan 15,6 npc=5 rifle:0", features=[WALL]
    )
    found = list(dangers(Moment(*at, 0), 0, [Place(500, 500), Place(500, 1500), Place(500, 3000)]))
    assert [(one.unit, one.x, one.y) for one in found] == [("carl", 5, 5), ("bob", 5, 30)]
    assert all(0 < one.chance < 1 and str(one).endswith("%") for one in found)


def test_the_chance_falls_with_the_range() -> None:
    at = table("anna 5,5", "bob 5,6 npc=5 rifle", size=(1200, 10))
    rifle = at[0].tables[0].weapons[WEAPON_IDS.index("rifle")]
    assert (rifle.short, rifle.medium) == (25000, 50000)
    near, middle, far = (one.chance for one in dangers(Moment(*at, 0), 0, [Place(x, 500) for x in (500, 30000, 60000)]))
    assert near > middle > far
    assert not list(dangers(Moment(*at, 0), 0, [Place(110_000, 500)]))


def test_threats_are_told_all_over_the_map_for_ones_own() -> None:
    at = table("anna 5,5 pistol", "bob 15,5 npc=5 rifle", features=[WALL])
    found = threats(*at, 0)
    assert {one.unit for one in found} == {"bob"} and len(found) > 300
    assert all(one.x > 8 or one.y > 20 or one.y < 0.5 for one in found if one.y < 15)
    who(*at, "anna").status = 2
    assert threats(*at, 0) == ()
    assert threats(*table("anna - pistol", "bob - npc=5 rifle", size=None), 0) == ()
