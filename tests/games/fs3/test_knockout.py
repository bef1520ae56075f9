"""Sections 6 and 13: Knockout Rolls at the end of a turn; worked examples X23 and X24."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.protocol.events import new_log
from fireteam.games.fs3 import state
from fireteam.games.fs3.rules.knockout import bring_back, knock_out, last_failure
from fireteam.games.fs3.tables import COMBATANTS
from tests.games.fs3.table import (
    At,
    act,
    do,
    end_turn,
    events,
    kinds,
    number_of,
    of_kind,
    only,
    refused,
    rolled,
    table,
    who,
    why,
    wound,
)


def status(at: At, name: str) -> str:
    return state.STATUSES[who(*at, name).status]


def hurt(at: At, name: str, *severities: str) -> None:
    """Give somebody wounds of this turn."""
    for severity in severities:
        wound(*at, name, severity)
    who(*at, name).hurt = 1


@pytest.mark.clause("FS3-13.2", "FS3-13.3", "FS3-13.4", "FS3-13.5", "FS3-25.5")
@pytest.mark.parametrize(
    ("toughness", "wounds", "die", "is_out"),
    (
        (3, ("Serious",), 59, True),
        (3, ("Serious",), 60, False),
        (8, ("Serious", "Moderate"), 54, True),
        (8, ("Serious", "Moderate"), 55, False),
        (12, ("Critical", "Critical"), 100, True),
        (5, ("Light",), 4, True),
        (5, ("Light",), 5, False),
    ),
)
def test_a_knockout_roll_is_lost_below_the_wounds(
    toughness: int, wounds: tuple[str, ...], die: int, is_out: bool
) -> None:
    """Worked example X23."""
    at = table(f"anna 5,5 Athletic={toughness}", "bob 20,5 team=2")
    hurt(at, "anna", *wounds)
    told = end_turn(*at, dice=[die])
    assert status(at, "anna") == ("knocked out" if is_out else "ready")
    assert rolled(told) == [("knockout", die)]
    assert only(told, "took_knockout_roll").outcome == ("failed" if is_out else "passed")
    assert why(told, "took_knockout_roll").get("Toughness", 0) == 5 * (toughness - 5)


@pytest.mark.clause("FS3-13.2", "FS3-13.3")
def test_the_chance_to_be_knocked_out_is_exact() -> None:
    """Vectors of section 27: `ko.light.t5`, `ko.serious.t5`, `ko.critical.t3`, `ko.serious+moderate.t8`."""
    for toughness, wounds, chance in (
        (5, ("Light",), Fraction(1, 25)),
        (5, ("Serious",), Fraction(49, 100)),
        (3, ("Critical",), Fraction(89, 100)),
        (8, ("Serious", "Moderate"), Fraction(27, 50)),
        (12, ("Critical", "Critical"), Fraction(1)),
    ):
        at = table(f"anna 5,5 Athletic={toughness}", "bob 20,5 team=2")
        hurt(at, "anna", *wounds)
        assert Fraction(last_failure(at[1][0], at[0].tables[0], None, 1), 100) == chance


@pytest.mark.clause("FS3-13.3")
def test_an_option_clamps_the_number_to_beat_and_counts_it() -> None:
    at = table("anna 5,5 Athletic=12", "bob 20,5 team=2 Athletic=1", ko_clamp="sc")
    hurt(at, "anna", "Light")
    hurt(at, "bob", "Critical", "Critical")
    now, tab = at[1][0], at[0].tables[0]
    assert (last_failure(now, tab, None, 1), last_failure(now, tab, None, 2)) == (2, 95)
    hurt(at, "anna", "Critical")
    assert last_failure(now, tab, None, 1) == 85 - 35, "at most the number, where it is else below it"


@pytest.mark.clause("FS3-13.5a", "FS3-13.6", "FS3-1.5")
def test_an_npc_has_its_rating_as_toughness_and_a_skill_no_ruling_attribute() -> None:
    at = table("anna 5,5 Firearms=8 Reactive=9", "npc 20,5 npc=3")
    at[0].tables[0].toughness = at[0].tables[0].initiative
    hurt(at, "npc", "Serious")
    hurt(at, "anna", "Serious")
    now, tab = at[1][0], at[0].tables[0]
    assert last_failure(now, tab, None, 2) == 50 + 10 - 1
    tab.toughness = len(["Academic", "Creative", "Technical", "Athletic", "Reactive", "Social"])  # Firearms
    assert last_failure(now, tab, None, 1) == 50 - 15 - 1


@pytest.mark.clause("FS3-6.26", "FS3-13.1", "FS3-12.5")
def test_last_gasp() -> None:
    """Worked example X24: who is shot still acts, at -50, and rolls against 50 after all have acted."""
    at = table("kid 5,5 rifle", "jesse 20,5 rifle team=2 rating=5")
    dice = [55, 30, 60, 40, 5, 2, 75, 60, 40, 49]
    told = do(*at, "kid: attack jesse called=CH", "jesse: attack kid", dice=dice)
    order = kinds(told)
    assert order.index("attacked") < order.index("took_knockout_roll")
    second = of_kind(told, "attacked")[1]
    assert {row.label: row.amount for row in second.modifiers}["attack: wounds"] == -50
    assert only(told, "took_knockout_roll").total == 50
    assert status(at, "jesse") == "knocked out"


@pytest.mark.clause("FS3-13.1", "FS3-13.10", "FS3-10.12")
def test_only_who_took_damage_this_turn_and_is_not_out_already_rolls() -> None:
    at = table("anna 5,5 heavy_vest", "bob 20,5 rifle team=2", "cal 5,9 out")
    wound(*at, "anna", "Critical")
    hurt(at, "cal", "Critical")
    told = act(*at, "bob: attack anna", dice=[60, 40, 5, 6, 1])
    assert events(told, "attacked")[0].armour == "stops it"
    assert rolled(end_turn(*at)) == []
    assert status(at, "anna") == "ready" and not who(*at, "cal").hurt


@pytest.mark.clause("FS3-6.27", "FS3-6.31", "FS3-13.1", "FS3-19.7")
def test_vehicles_roll_first_each_in_the_order_of_initiative_and_who_has_no_place_last() -> None:
    at = table(
        "a 5,5 place=2",
        "b 9,5 place=0",
        "p - in=v2 place=4",
        "q - in=v1 place=3",
        "c 13,5 place=1",
        "d 15,5 team=2",
        vehicles=["v1 interceptor 30,30", "v2 interceptor 45,30", "v3 interceptor 20,30"],
    )
    for name in ("a", "b", "p", "c"):
        hurt(at, name, "Light")
    for k in range(3):
        wound(*at, f"v{k + 1}", "Light")
        at[1][0].vehicles[k].hurt = 1
    told = end_turn(*at, dice=[50] * 7)
    assert [one.victim for one in events(told, "took_knockout_roll")] == ["v1", "v2", "v3", "c", "a", "p", "b"]


@pytest.mark.clause("FS3-6.28", "FS3-13.7", "FS3-13.9")
def test_a_knocked_out_npc_is_removed_and_a_player_character_stays() -> None:
    at = table("anna 5,5 rifle", "npc 20,5 npc=5", "bob 25,5 rifle team=2")
    hurt(at, "anna", "Critical")
    hurt(at, "npc", "Critical")
    told = end_turn(*at, dice=[1, 1])
    assert (status(at, "anna"), status(at, "npc")) == ("knocked out", "removed")
    assert "removed" in kinds(told) and at[1][0].wounds[0].severity == state.CRITICAL_WOUND
    assert refused(*at, "bob: attack anna") == "E-TARGET" == refused(*at, "bob: attack npc")
    assert who(*at, "anna").knockouts == 1
    told = end_turn(*at)
    assert status(at, "anna") == "knocked out" and rolled(told) == []


@pytest.mark.clause("FS3-6.28", "FS3-19.9")
def test_an_option_keeps_knocked_out_npcs() -> None:
    at = table(
        "anna 5,5 rifle",
        "npc 20,5 npc=5",
        "driver - in=v1 npc=5",
        vehicles=["v1 interceptor 30,30"],
        npc_removed_on_ko=0,
    )
    hurt(at, "npc", "Critical")
    wound(*at, "v1", "Critical")
    at[1][0].vehicles[0].hurt = 1
    end_turn(*at, dice=[1, 1])
    assert (status(at, "npc"), status(at, "driver")) == ("knocked out", "out with the vehicle")


@pytest.mark.clause("FS3-7.36", "FS3-6.27")
def test_who_is_knocked_out_lets_go() -> None:
    at = table("anna 5,5 captive=2", "bob 6,5 team=2 subduer=1", "cal 9,9")
    hurt(at, "anna", "Critical")
    end_turn(*at, dice=[1])
    assert not who(*at, "bob").subduer and not who(*at, "anna").captive


@pytest.mark.clause("FS3-13.8", "FS3-13.10", "FS3-7.40")
def test_who_is_revived_rolls_again_only_for_new_damage() -> None:
    def table_with_revival(shot: bool) -> At:
        at = table("anna 5,5 Athletic=5", "bob 20,5 rifle team=2", "cal 25,5 team=2", "down 6,6 out")
        hurt(at, "down", "Light")
        act(*at, "anna: rally down", dice=[5])
        assert status(at, "down") == "ready"
        if shot:
            act(*at, "bob: attack down", dice=[60, 40, 5, 6, 10], judge=False)
        return at

    assert rolled(end_turn(*table_with_revival(False))) == []
    assert rolled(end_turn(*table_with_revival(True), dice=[50])) == [("knockout", 50)]


@pytest.mark.clause("FS3-13.1", "FS3-6.27")
def test_a_turn_has_one_roll_for_however_many_wounds() -> None:
    at = table("anna 5,5", "bob 20,5 rifle team=2", "cal 25,5 team=2")
    act(*at, "bob: attack anna burst=yes", dice=[60, 40, 5, 6, 10] + [75, 60, 5, 6, 10] + [95, 60, 5, 6, 10])
    told = end_turn(*at, dice=[50])
    assert rolled(told) == [("knockout", 50)] and only(told, "took_knockout_roll").total == 15
    assert rolled(end_turn(*at)) == [] and number_of(at[0], "anna") == 0


@pytest.mark.clause("FS3-13.10", "FS3-19.9")
def test_who_is_out_with_the_vehicle_rolls_for_its_own_wounds_all_the_same() -> None:
    at = table("anna - in=v1", "bob 5,5 team=2", vehicles=["v1 interceptor 30,30"])
    hurt(at, "anna", "Serious")
    wound(*at, "v1", "Critical")
    at[1][0].vehicles[0].hurt = 1
    told = end_turn(*at, dice=[1, 49])
    assert [one.victim for one in events(told, "took_knockout_roll")] == ["v1", "anna"]
    assert status(at, "anna") == "knocked out"


# What follows


@pytest.mark.clause("FS3-13.7", "FS3-7.13", "FS3-7.21")
@pytest.mark.parametrize(("face", "is_out"), ((1, True), (100, False)))
def test_a_knockout_breaks_off_an_aim_and_a_reload_of_this_turn(face: int, is_out: bool) -> None:
    at = table("anna 5,5 rifle aim=2 aims=1 reloads=1 reloading=1", "bob 20,5 npc=5")
    hurt(at, "anna", "Serious")
    end_turn(*at, dice=[face])
    anna = who(*at, "anna")
    assert status(at, "anna") == ("knocked out" if is_out else "ready")
    assert (anna.aim, anna.aimed, anna.reloading) == ((0, 0, 0) if is_out else (2, 1, 1))
    assert anna.knockouts == is_out


@pytest.mark.clause("FS3-13.10", "FS3-7.42")
def test_damage_before_a_revival_counts_for_no_roll_of_this_turn() -> None:
    at = table("anna 5,5 First_Aid=8", "bob 6,5 out", "cal 20,5 team=2")
    hurt(at, "bob", "Serious")
    act(*at, "anna: treat bob", dice=[80, 100])
    assert status(at, "bob") == "ready"
    assert not of_kind(end_turn(*at), "took_knockout_roll")


@pytest.mark.clause("FS3-13.10")
def test_a_wound_of_who_was_out_already_counts_for_no_roll_of_a_later_turn() -> None:
    at = table("anna 5,5", "bob 6,5 out", "cal 20,5 team=2", vehicles=("v1 interceptor 30,20",))
    hurt(at, "bob", "Serious")
    at[1][0].vehicles[0].hurt = at[1][0].vehicles[0].out = 1
    assert not of_kind(end_turn(*at), "took_knockout_roll")
    who(*at, "bob").status, at[1][0].vehicles[0].out = state.READY, 0
    assert not of_kind(end_turn(*at), "took_knockout_roll")


@pytest.mark.clause("FS3-19.8", "FS3-19.9")
def test_who_was_knocked_out_before_its_vehicle_stays_so_when_that_returns() -> None:
    at = table("anna - in=v1", "bob - in=v1 out", "cal 20,5 team=2", vehicles=("v1 command_shuttle 30,20",))
    victim = COMBATANTS + 1
    knock_out(at[1][0], new_log()[0], victim)
    assert (status(at, "anna"), status(at, "bob")) == ("out with the vehicle", "knocked out")
    at[1][0].vehicles[0].hurt = 1
    bring_back(at[1][0], victim)
    assert (status(at, "anna"), status(at, "bob")) == ("ready", "knocked out")
    assert not at[1][0].vehicles[0].hurt, "damage up to now counts for no roll"
    assert (who(*at, "anna").knockouts, who(*at, "bob").knockouts) == (1, 0)


@pytest.mark.clause("FS3-13.8", "FS3-19.9")
@pytest.mark.parametrize(("is_out", "stands"), ((1, "out with the vehicle"), (0, "ready")))
def test_who_comes_to_in_a_wreck_is_out_with_it(is_out: int, stands: str) -> None:
    at = table("anna - in=v1", "bob - in=v1 out", "cal 20,5 team=2", vehicles=("v1 command_shuttle 30,20",))
    at[1][0].vehicles[0].out = is_out
    bring_back(at[1][0], number_of(at[0], "bob") + 1)
    assert status(at, "bob") == stands
