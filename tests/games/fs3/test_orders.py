"""Section 6: what an order says, when it may be given, and what REVEAL does with it."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.fs3 import state
from tests.games.fs3.rulebook_tables import LOCATIONS
from tests.games.fs3.table import (
    At,
    act,
    choices_of,
    do,
    kinds,
    number_of,
    of_kind,
    only,
    phase_of,
    place_of,
    refused,
    table,
    values,
    who,
)

NEAR_WALL = (("12,8,1,4", "move protection=2"),)


def three(**options: Any) -> At:
    return table("anna 10,10 rifle knife", "ben 30,10 npc=5 rifle", "cora 30,20 npc=5 pistol", **options)


@pytest.mark.clause("FS3-6.15")
def test_an_order_says_all_at_once() -> None:
    at = table("anna 10,10 rifle knife luck=1", "ben 30,10 npc=5 rifle", "cora 30,20 npc=5 rifle", features=NEAR_WALL)
    line = "anna: attack ben called=HD burst=yes stance=cover path=10,9>11.4,9 act_first=yes luck=attack"
    assert refused(*at, f"{line} alternates=cora") == "ok"
    told = act(*at, f"{line} alternates=cora", dice=[1, 100, 1, 1, 1, 1])
    order = who(*at, "anna").order
    assert (order.called, order.burst, order.act_first, order.luck) == (LOCATIONS.index("HD") + 1, 1, 1, 1)
    assert [int(x) for x in order.alternates] == [3, 0, 0]
    assert place_of(*at, "anna") == (11.4, 9)
    assert kinds(told).index("changed_stance") < kinds(told).index("attacked") < kinds(told).index("moved")


@pytest.mark.clause("FS3-6.15")
def test_what_an_order_omits_is_unchanged() -> None:
    at = table("anna 10,10 rifle banzai", "ben 30,10 npc=5 rifle")
    act(*at, "anna: pass")
    assert (who(*at, "anna").stance, who(*at, "anna").hand) == (state.BANZAI, 1)
    assert place_of(*at, "anna") == (10, 10)


@pytest.mark.clause("FS3-6.12", "FS3-6.13", "FS3-6.24")
def test_one_action_and_any_number_of_free_actions() -> None:
    at = three()
    told = act(*at, "anna: attack ben weapon=knife stance=evade path=11,10", dice=[])
    assert kinds(told) == ["drew", "changed_stance", "moved", "fizzled"]
    assert only(told, "fizzled").why.startswith("E-RANGE")


@pytest.mark.clause("FS3-6.14", "FS3-6.14a")
def test_armour_is_no_part_of_an_order() -> None:
    with pytest.raises(Exception, match="armour"):
        refused(*three(), "anna: pass armour=light_vest")


@pytest.mark.clause("FS3-6.17")
def test_a_refused_order_changes_nothing_and_names_the_actor() -> None:
    at = three()
    assert refused(*at, "anna: attack anna") == "E-TARGET"
    assert who(*at, "anna").order.verb == 0
    assert refused(*at, "anna: next_turn") == "E-STATE"


@pytest.mark.clause("FS3-6.20")
def test_reveal_goes_by_weapons_stances_vehicles_and_releases_before_initiative() -> None:
    at = table(
        "anna 10,10 rifle knife captive=3",
        "ben 7,12 rifle pistol",
        "cora 11,10 npc=5 pistol subduer=1",
        vehicles=("v1 interceptor 7,17",),
    )
    told = do(
        *at,
        "ben: pass weapon=pistol board=v1 stance=evade",
        "anna: aim cora weapon=knife stance=banzai",
        dice=[60, 50, 20],
    )
    order = [kind for kind in kinds(told) if kind in ("drew", "changed_stance", "boarded", "released")]
    assert order == ["drew", "drew", "changed_stance", "changed_stance", "boarded", "released"]
    assert values(told, "drew", "unit") == ["anna", "ben"]
    assert kinds(told).index("released") < kinds(told).index("rolled_initiative")


@pytest.mark.clause("FS3-6.9", "FS3-6.30")
def test_on_foot_bare_hands_can_be_drawn_and_what_one_carries() -> None:
    at = three()
    assert refused(*at, "anna: pass weapon=unarmed") == "ok"
    assert refused(*at, "anna: pass weapon=pistol") == "E-WEAPON-TYPE"
    assert refused(*at, "anna: pass weapon=blunderbuss") == "E-WEAPON-TYPE"
    aboard = table("anna - in=v1 kinetic_cannon", "ben 30,10 npc=5", vehicles=("v1 interceptor 15,15",))
    assert refused(*aboard, "anna: pass weapon=unarmed") == "E-WEAPON-TYPE"


@pytest.mark.clause("FS3-6.9")
def test_of_two_of_a_kind_the_loaded_one_is_drawn() -> None:
    at = table("anna 10,10 knife pistol:0 pistol:6", "ben 30,10 npc=5")
    act(*at, "anna: pass weapon=pistol")
    assert who(*at, "anna").hand == 3


@pytest.mark.clause("FS3-17.14", "FS3-6.15")
def test_who_recovers_orders_besides_while_other_orders_stay_hidden() -> None:
    at = table("anna 10,10 rifle luck=1 out", "ben 30,10 npc=5 rifle", "cora 12,10 rifle")
    assert refused(*at, "anna: pass") == "E-KO"
    assert choices_of(*at, "anna") == ["recover", "stay_down"]
    told = do(*at, "anna: recover", "ben: attack cora", "cora: pass")
    assert phase_of(at[1]) == "orders" and at[1][0].owing == 1 << number_of(at[0], "anna")
    assert kinds(told) == ["recovered", "revived"]
    do(*at, "anna: attack ben", dice=[60, 40, 20, 1, 1, 1, 1])
    assert at[1][0].turn == 2


@pytest.mark.clause("FS3-6.19", "FS3-7.48")
def test_who_orders_nothing_passes() -> None:
    at = table("anna 10,10 rifle", "ben 30,10 rifle team=2")
    told = do(*at, dice=[60, 40])
    assert not of_kind(told, "attacked") and at[1][0].turn == 2
