"""Section 22: what else an act of the desk changes, and what it leaves as it is."""

from __future__ import annotations

import pytest

from fireteam.games.fs3 import state
from fireteam.games.fs3.tables import CARRIED
from fireteam.registry import find_game
from tests.games.fs3.table import At, do_free, who, wound
from tests.games.fs3.test_desk import code, desk, says, with_beings


@pytest.mark.clause("FS3-7.29", "FS3-7.36", "FS3-22.2", "FS3-7.10")
@pytest.mark.parametrize("leaver", ("anna", "rob"))
def test_who_leaves_holds_nobody_is_held_by_nobody_and_nobody_aims_at_it(leaver: str) -> None:
    at = desk()
    who(*at, "anna").captive, who(*at, "rob").subduer = 3, 1
    ben = who(*at, "ben")
    ben.aim, ben.aimed, ben.aims = (1 if leaver == "anna" else 3), 1, 1
    says(at, f"leave {leaver}")
    assert (who(*at, "anna").captive, who(*at, "rob").subduer) == (0, 0)
    assert (ben.aim, ben.aimed, ben.aims) == (0, 0, 0)


@pytest.mark.clause("FS3-6.7", "FS3-6.9", "FS3-22.2")
def test_a_sheet_joins_with_its_armour() -> None:
    at = with_beings(desk(seats=1))
    at[0].tables[0].beings[2].armour = 2
    says(at, "join rob")
    assert who(*at, "guest0").armour == 2


@pytest.mark.clause("FS3-6.9", "FS3-22.5")
@pytest.mark.parametrize(("hand", "after"), ((0, 2), (1, 1), (CARRIED + 1, 2)))
def test_a_weapon_that_is_given_is_in_hand_where_nothing_else_is(hand: int, after: int) -> None:
    at = desk()
    who(*at, "anna").hand = hand
    says(at, "give_weapon anna pistol")
    assert who(*at, "anna").hand == after


@pytest.mark.clause("FS3-17.9", "FS3-22.18", "FS3-1.6")
def test_the_last_luck_point_buys_and_the_least_rating_is_one() -> None:
    at = desk()
    assert [code(at, line) for line in ("plot_point ben 1", "set_rating rob 0")] == ["ok"] * 2


@pytest.mark.clause("FS3-6.4", "FS3-22.2")
def test_a_pilot_may_be_made_pilot_again_but_of_no_wreck() -> None:
    at = desk(vehicles=["hawk interceptor 40,20", "owl interceptor 20,30"])
    says(at, "set_role anna pilot hawk")
    assert code(at, "set_role anna pilot hawk") == "ok"
    at[1][0].vehicles[1].out = 1
    assert [code(at, f"set_role ben {role} owl") for role in ("pilot", "passenger")] == ["E-NO-VEHICLE"] * 2


@pytest.mark.clause("FS3-22.17", "FS3-12.4", "FS3-13.1")
def test_a_wound_made_worse_began_so_and_wounds_that_are_cleared_need_no_roll() -> None:
    at = desk()
    says(at, "inflict anna light")
    says(at, "change_wound 1 severity=critical")
    assert at[1][0].wounds[0].initial == state.CRITICAL_WOUND
    says(at, "clear_wounds anna")
    assert not who(*at, "anna").hurt


def modifiers_of_roll(at: At) -> list[tuple[str, int]]:
    told = do_free(*at, "anna: roll Firearms", dice=[50])
    return [(row.label, row.amount) for row in told[0].modifiers]


@pytest.mark.clause("FS3-2.18", "FS3-12.9a", "FS3-22.28")
def test_a_roll_at_the_table_has_the_rollers_own_wounds_and_not_its_vehicles() -> None:
    at = desk(vehicles=["hawk interceptor 40,20"])
    says(at, "set_role anna pilot hawk")
    wound(*at, "hawk", "Serious", "BD")
    assert modifiers_of_roll(at) == []
    wound(*at, "anna", "Light")
    assert modifiers_of_roll(at) == [("wounds", -5)]


PRIVATE = {
    "BehaviourSet",
    "LethalitySet",
    "ModifierSet",
    "NobodyProposed",
    "Noted",
    "OpposedPrivately",
    "Proposed",
    "RatingSet",
    "Reacted",
    "RolledPrivately",
    "TargetSet",
    "TeamTargetsSet",
}
"""The events that the Storyteller alone reads."""


@pytest.mark.clause("FS3-22.11", "FS3-22.12", "FS3-22.14", "FS3-22.15")
def test_what_the_storyteller_alone_reads_is_told_to_nobody_else() -> None:
    assert {kind.__name__ for kind in find_game("fs3").events if kind.is_private} == PRIVATE
