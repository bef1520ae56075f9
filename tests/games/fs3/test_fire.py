"""Sections 7, 8, 14 and 16: attack and defence rolls, bursts, Full Auto, Suppress, and Suppression Points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fireteam.games.fs3.choices.orders import FullAuto
from fireteam.games.fs3.rules import attack, ground, suppression
from tests.games.fs3.rulebook_tables import WEAPON_IDS
from tests.games.fs3.table import (
    act,
    chance,
    do,
    end_turn,
    of_kind,
    only,
    refused,
    rolled,
    table,
    who,
    wound,
    wounds_of,
)

MISS = (1, 100)
FOUR = ("jane 15,3 team=2", "harry 15,5 team=2", "marcus 15,7 team=2")


def modifiers(told: list[Any], kind: str = "attacked", k: int = 0) -> list[tuple[str, int]]:
    """The modifiers of both rolls of an attack, in order."""
    return [(row.label, row.amount) for row in of_kind(told, kind)[k].modifiers]


def results(told: list[Any], kind: str = "attacked") -> list[tuple[str, str]]:
    return [(one.event.attack, one.event.defence) for one in of_kind(told, kind)]


def recoils(told: list[Any]) -> list[tuple[str, int]]:
    """Of each bullet its target and its recoil."""
    return [
        (one.event.target, next((row.amount for row in one.modifiers if row.label == "attack: recoil"), 0))
        for one in of_kind(told, "attacked")
    ]


# Attack and defence rolls


@pytest.mark.clause("FS3-8.2", "FS3-25.2", "FS3-8.1")
def test_both_dice_are_rolled_attack_first() -> None:
    at = table("anna 5,5 rifle", "ben 15,5 team=2")
    told = act(*at, "anna: attack ben", dice=[1, 99])
    assert rolled(told) == [("attack", 1), ("defence", 99)]
    assert results(told) == [("-2", "+3")]


@pytest.mark.clause("FS3-8.3")
def test_hits_misses_and_dodges() -> None:
    """Worked example X6."""
    assert [attack.does_hit(*pair) for pair in ((1, 1), (0, -2), (2, 3), (3, -2))] == [True, False, False, True]
    at = table("anna 5,5 rifle", "ben 15,5 team=2")
    assert only(act(*at, "anna: attack ben", dice=[20, 5]), "attacked").outcome == "a miss"
    assert only(act(*at, "anna: attack ben", dice=[60, 95]), "attacked").outcome == "dodged"


@pytest.mark.clause("FS3-8.5", "FS3-8.6", "FS3-2.7", "FS3-22.14", "FS3-7.11")
def test_every_modifier_of_the_table_is_told_with_its_reason() -> None:
    at = table(
        "anna 5,5 rifle Firearms=0 Reactive=8 banzai suppression=2 modifier=7 aim=2 aimed=1",
        "ben 405,5 team=2 cautious modifier=-4",
        size=(600, 40),
    )
    at[0].tables[0].weapons[WEAPON_IDS.index("rifle")].accuracy = 3
    wound(*at, "anna", "Light", "LA")
    wound(*at, "ben", "Serious", "LA")
    told = act(*at, "anna: attack ben", dice=[*MISS])
    assert modifiers(told) == [
        ("attack: ruling attribute", 6),
        ("attack: stance", 30),
        ("attack: wounds", -5),
        ("attack: organizer", 7),
        ("attack: suppression", -10),
        ("attack: accuracy", 3),
        ("attack: range", -15),
        ("attack: aim", 30),
        ("defence: stance", 15),
        ("defence: wounds", -50),
        ("defence: organizer", -4),
    ]


@pytest.mark.clause("FS3-8.6", "FS3-8.15", "FS3-8.1")
def test_melee_adds_to_both_rolls_and_has_no_range() -> None:
    at = table("anna 5,5 knife", "ben 6.9,5 rifle team=2")
    told = act(*at, "anna: attack ben", dice=[*MISS])
    assert modifiers(told) == [("attack: melee", 30), ("defence: melee", 30)]


@pytest.mark.clause("FS3-8.7")
def test_a_raw_defence_is_everybodys() -> None:
    at = table("anna 5,5 rifle", "ben 15,5 team=2 npc=12")
    assert results(act(*at, "anna: attack ben", dice=[1, 30])) == [("-2", "0")], "12 would be a Great Success"


@pytest.mark.clause("FS3-8.9", "FS3-19.4", "FS3-12.9", "FS3-16.9", "FS3-19.3")
def test_a_vehicle_defends_with_its_pilot_and_its_dodge() -> None:
    at = table(
        "anna 5,5 kinetic_cannon",
        "cora - in=v1 team=2 evade",
        "dan - in=v1 team=2",
        vehicles=["v1 robot_fighter 60,5"],
        size=(100, 40),
    )
    at[0].tables[0].types[at[1][0].vehicles[0].type - 1].dodge = -7
    wound(*at, "v1", "Moderate", "BD")
    wound(*at, "dan", "Critical", "LA")
    told = act(*at, "anna: attack cora", dice=[*MISS])
    assert modifiers(told) == [
        ("defence: stance", 30),
        ("defence: wounds of the vehicle", -20),
        ("defence: dodge of the vehicle", -7),
    ]
    assert (who(*at, "cora").suppression, who(*at, "dan").suppression) == (1, 0)


@pytest.mark.clause("FS3-8.10")
@pytest.mark.parametrize(
    ("stance", "attacks", "defends"), (("banzai", 30, -50), ("evade", -50, 30), ("cautious", -15, 15), ("cover", 0, 0))
)
def test_stances(stance: str, attacks: int, defends: int) -> None:
    at = table(f"anna 5,5 rifle {stance}", "ben 15,5 team=2 rifle")
    assert modifiers(act(*at, "anna: attack ben", dice=[*MISS])) == [("attack: stance", attacks)] * bool(attacks)
    told = act(*at, "ben: attack anna", dice=[*MISS])
    assert modifiers(told) == [("attack: suppression", -5)] + [("defence: stance", defends)] * bool(defends)


@pytest.mark.clause("FS3-8.11", "FS3-19.20")
def test_a_passenger_has_no_stance() -> None:
    at = table(
        "cora - in=v1", "dan - in=v1 rifle banzai", "ben 25,5 team=2", vehicles=["v1 interceptor 10,5"], size=(100, 40)
    )
    assert modifiers(act(*at, "dan: attack ben", dice=[*MISS])) == []


@pytest.mark.clause("FS3-8.12", "FS3-11.1")
def test_cover_stance_needs_cover_and_ends_away_from_it() -> None:
    crate = [("7,4,1,2", "move protection=2")]
    at = table("anna 6,5 rifle", "ben 25,5 team=2", features=crate)
    assert refused(*at, "anna: attack ben stance=cover") == "ok"
    assert refused(*at, "ben: attack anna stance=cover") == "E-COVER"
    told = act(*at, "anna: pass stance=cover path=3,5")
    assert of_kind(told, "lost_cover")
    assert who(*at, "anna").stance == 0


@pytest.mark.clause("FS3-8.13", "FS3-8.14", "FS3-24.4")
@pytest.mark.parametrize(
    ("centimetres", "band"), ((25000, 0), (25001, 1), (50000, 1), (50001, 2), (100000, 2), (100001, -1))
)
def test_range_bands(centimetres: int, band: int) -> None:
    """Worked example X34."""
    tab = table("anna 5,5", "ben 9,5")[0].tables[0]
    assert ground.band_at(tab, WEAPON_IDS.index("rifle"), centimetres * centimetres) == band


@pytest.mark.clause("FS3-8.15", "FS3-7.18b", "FS3-7.4")
def test_defensive_weapons_have_range_bands_and_only_suppress() -> None:
    at = table("cora - in=v1 ecm", "ben 9000,5 team=2", vehicles=["v1 command_shuttle 10,20"], size=(10000, 40))
    assert refused(*at, "cora: attack ben") == "E-WEAPON-TYPE"
    told = act(*at, "cora: suppress ben", dice=[60, 10])
    assert modifiers(told, "suppressed") == [("attack: range", -15)]


@pytest.mark.clause("FS3-7.4")
def test_an_explosive_weapon_only_explodes() -> None:
    at = table("anna 5,5 grenade_frag", "ben 15,5 team=2")
    for line in ("attack ben", "suppress ben", "full_auto ben"):
        assert refused(*at, f"anna: {line}") == "E-WEAPON-TYPE"


# Rounds, bursts, Full Auto


@pytest.mark.clause("FS3-7.5", "FS3-7.6", "FS3-14.10a")
def test_an_attack_takes_a_round_of_those_that_need_one() -> None:
    at = table("anna 5,5 rifle:1", "ben 6,5 team=2 club")
    act(*at, "anna: attack ben", dice=[*MISS])
    assert who(*at, "anna").rounds[0] == 0
    act(*at, "ben: attack anna", dice=[*MISS])
    act(*at, "ben: attack anna", dice=[*MISS])
    at = table("anna 5,5 rifle:0", "ben 6,5 team=2 club")
    assert refused(*at, "anna: attack ben") == "E-AMMO"
    assert refused(*at, "ben: attack anna") == "ok"


@pytest.mark.clause("FS3-14.3", "FS3-14.2", "FS3-7.8", "FS3-14.4", "FS3-12.5")
def test_a_short_burst_in_full() -> None:
    """Worked example X19: a wound counts from the next roll on, and there is one Suppression Point."""
    at = table("anna 5,5 rifle", "ben 15,5 team=2")
    dice = [60, 40, 5, 2, 45, 75, 50, 6, 6, 20, 55, 50]
    told = act(*at, "anna: attack ben burst=yes", dice=dice)
    assert results(told) == [("+2", "+1"), ("+2", "0"), ("0", "0")]
    assert wounds_of(*at, "ben") == [("HD", "Moderate"), ("CH", "Light")]
    assert modifiers(told, k=1) == [("attack: recoil", -20), ("defence: wounds", -20), ("damage: the location", 15)]
    assert modifiers(told, k=2) == [("attack: recoil", -40), ("defence: wounds", -25)]
    assert (who(*at, "ben").suppression, who(*at, "anna").rounds[0]) == (1, 17)
    assert (who(*at, "anna").shots, who(*at, "anna").hits) == (3, 2)
    assert who(*at, "ben").status != 2, "nobody drops out in mid-burst"


@pytest.mark.clause("FS3-14.12", "FS3-13.1", "FS3-6.26")
@pytest.mark.parametrize(("die", "status"), ((24, "out"), (25, "in")))
def test_knockouts_wait_for_the_end_of_the_turn(die: int, status: str) -> None:
    at = table("anna 5,5 rifle", "ben 15,5 team=2")
    act(*at, "anna: attack ben burst=yes", dice=[60, 40, 5, 2, 45, 75, 50, 6, 6, 20, 55, 50])
    end_turn(*at, dice=[die])
    assert (who(*at, "ben").status == 2) == (status == "out")


@pytest.mark.clause("FS3-14.1", "FS3-14.11", "FS3-14.5")
def test_modes_and_numbers_of_targets() -> None:
    at = table("anna 5,5 rifle pistol", *FOUR, "five 15,9 team=2", "six 15,11 team=2", "seven 15,13 team=2")
    assert refused(*at, "anna: attack jane weapon=pistol burst=yes") == "E-MODE"
    assert refused(*at, "anna: full_auto jane weapon=pistol") == "E-MODE"
    assert refused(*at, "anna: full_auto jane,harry,marcus,five,six") == "ok"
    assert refused(*at, "anna: full_auto jane,jane") == "E-TARGETS"
    assert not hasattr(FullAuto(targets=["jane"]), "called")


@pytest.mark.clause("FS3-14.6", "FS3-14.8", "FS3-14.9", "FS3-14.10")
@pytest.mark.parametrize(
    ("rounds", "targets", "bullets"),
    (
        (10, 3, (3, 3, 2)),
        (7, 3, (2, 2, 1)),
        (5, 3, (1, 1, 1)),
        (4, 3, None),
        (9, 5, (1, 1, 1, 1, 1)),
        (8, 5, None),
        (10, 5, (2, 1, 1, 1, 1)),
        (10, 1, (10,)),
    ),
)
def test_bullets_are_divided(rounds: int, targets: int, bullets: tuple[int, ...] | None) -> None:
    """Worked examples X17 and X18."""
    names = ("b", "c", "d", "e", "f")[:targets]
    at = table(f"anna 5,5 lmg:{rounds}", *(f"{name} 15,{3 + 2 * k} team=2" for k, name in enumerate(names)))
    line = f"anna: full_auto {','.join(names)}"
    assert refused(*at, line) == ("ok" if bullets else "E-AMMO")
    if bullets:
        told = act(*at, line, dice=MISS * sum(bullets))
        shots = [one.event.target for one in of_kind(told, "attacked")]
        assert tuple(shots.count(name) for name in names) == bullets
        assert who(*at, "anna").rounds[0] == 0
        assert [who(*at, name).suppression for name in names] == [1] * targets


@pytest.mark.clause("FS3-14.4", "FS3-14.7")
def test_recoil_runs_on_from_target_to_target() -> None:
    """Worked examples X16 and X17."""
    at = table("anna 5,5 lmg", *FOUR)
    at[0].tables[0].weapons[WEAPON_IDS.index("lmg")].recoil = 5
    told = act(*at, "anna: full_auto jane,harry,marcus", dice=MISS * 8)
    whom = ["jane"] * 3 + ["harry"] * 3 + ["marcus"] * 2
    assert recoils(told) == [(name, -5 * k) for k, name in enumerate(whom)]
    assert who(*at, "anna").rounds[0] == 90, "two were lost, and took ammunition"
    told = act(*at, "anna: full_auto jane", dice=MISS * 10)
    assert [amount for _, amount in recoils(told)] == [-5 * k for k in range(10)]


@pytest.mark.clause("FS3-14.9", "FS3-14.10a")
def test_partial_bursts() -> None:
    """Worked example X18."""
    at = table("anna 5,5 rifle:2", "ben 15,5 team=2")
    act(*at, "anna: attack ben burst=yes", dice=MISS * 2)
    assert who(*at, "anna").rounds[0] == 0
    at = table("anna 5,5 lmg:0", "ben 15,5 team=2")
    at[0].tables[0].weapons[WEAPON_IDS.index("lmg")].ammunition = 0
    assert len(of_kind(act(*at, "anna: full_auto ben", dice=MISS * 10), "attacked")) == 10


@pytest.mark.clause("FS3-7.49", "FS3-6.25", "FS3-14.6")
def test_lost_targets_are_replaced_or_dropped_before_bullets_are_divided() -> None:
    at = table("anna 5,5 lmg", *FOUR, "five 15,9 team=2")
    who(*at, "harry").status = 2
    line = "anna: full_auto jane,harry,marcus alternates=marcus,five"
    told = act(*at, line, dice=MISS * 8, judge=False)
    assert [name for name, _ in recoils(told)] == ["jane"] * 3 + ["five"] * 3 + ["marcus"] * 2
    who(*at, "five").status = 2
    told = act(*at, line, dice=MISS * 9, judge=False)
    assert [name for name, _ in recoils(told)] == ["jane"] * 5 + ["marcus"] * 4
    who(*at, "jane").status = who(*at, "marcus").status = 2
    told = act(*at, line, judge=False)
    assert of_kind(told, "fizzled") and who(*at, "anna").rounds[0] == 80


@pytest.mark.clause("FS3-6.25", "FS3-7.3", "FS3-7.5")
def test_an_attack_that_became_impossible_takes_no_round() -> None:
    wall = [("10,4,1,2", "sight move")]
    at = table("anna 5,5 rifle", "ben 15,5 team=2", "cora 15,9 team=2", features=wall)
    told = act(*at, "anna: attack ben")
    assert of_kind(told, "fizzled") and who(*at, "anna").rounds[0] == 20
    told = act(*at, "anna: attack ben alternates=cora", dice=[*MISS])
    assert only(told, "attacked").target == "cora"
    at = table("anna 5,5 pistol", "ben 206,5 team=2", size=(300, 40))
    assert of_kind(act(*at, "anna: attack ben"), "fizzled")
    who(*at, "ben").x = 10500
    assert only(act(*at, "anna: attack ben", dice=[*MISS]), "attacked").target == "ben", "long range is inclusive"


# Aim


@pytest.mark.clause("FS3-7.9", "FS3-7.10", "FS3-7.11")
def test_aim() -> None:
    """Worked example X38."""

    def aim_of(*turns: str) -> int:
        at = table("anna 5,5 rifle npc=5 team=1", "tom 15,5 team=2 npc=5", "ann 15,9 team=2 npc=5")
        for line in turns[:-1]:
            act(*at, f"anna: {line}")
            end_turn(*at)
        told = act(*at, f"anna: {turns[-1]}", dice=[*MISS])
        return dict(modifiers(told)).get("attack: aim", 0)

    assert aim_of("aim tom", "attack tom") == 30
    assert aim_of("aim tom", "aim tom", "attack tom") == 30
    assert aim_of("aim tom", "attack ann") == 0
    assert aim_of("aim tom", "reload", "attack tom") == 0
    assert aim_of("attack tom") == 0


@pytest.mark.clause("FS3-7.11")
def test_aim_counts_for_every_bullet_and_for_suppression() -> None:
    at = table("anna 5,5 rifle aim=2 aimed=1", "ben 15,5 team=2")
    told = act(*at, "anna: attack ben burst=yes", dice=MISS * 3)
    assert [dict(modifiers(told, k=k))["attack: aim"] for k in range(3)] == [30, 30, 30]
    assert dict(modifiers(act(*at, "anna: suppress ben", dice=[*MISS]), "suppressed"))["attack: aim"] == 30


# Suppress and Suppression Points


@pytest.mark.clause("FS3-7.14", "FS3-7.15", "FS3-16.4", "FS3-16.7", "FS3-16.8")
def test_bruno_suppresses_tom() -> None:
    """Worked example X14."""
    at = table("bruno 5,5 rifle npc=5 team=1", "tom 15,5 rifle team=2 npc=5")
    told = act(*at, "bruno: suppress tom", dice=[21, 15])
    assert results(told, "suppressed") == [("+1", "-1")]
    assert (who(*at, "tom").suppression, wounds_of(*at, "tom")) == (4, [])
    told = act(*at, "tom: attack bruno", dice=[*MISS])
    assert dict(modifiers(told))["attack: suppression"] == -20
    who(*at, "bruno").suppression = 0
    end_turn(*at)
    assert who(*at, "tom").suppression == 2
    who(*at, "tom").suppression = 3
    act(*at, "bruno: suppress tom", dice=[21, 15])
    assert who(*at, "tom").suppression == 5


@pytest.mark.clause("FS3-16.4", "FS3-16.3", "FS3-7.18", "FS3-7.18a")
def test_a_suppress_without_difference_gives_a_point_with_a_ranged_weapon_only() -> None:
    at = table("anna 5,5 rifle", "ben 6,5 knife team=2")
    act(*at, "anna: suppress ben", dice=[*MISS])
    act(*at, "anna: suppress ben", dice=[21, 40])
    assert who(*at, "ben").suppression == 2, "a miss and a tie"
    act(*at, "ben: suppress anna", dice=[*MISS])
    assert who(*at, "anna").suppression == 0
    act(*at, "ben: suppress anna", dice=[40, 1])
    assert who(*at, "anna").suppression == 2
    who(*at, "ben").x = 1000
    assert of_kind(act(*at, "ben: suppress anna"), "fizzled"), "melee needs contact"


@pytest.mark.clause("FS3-16.4")
def test_the_inherent_point_may_be_added() -> None:
    at = table("anna 5,5 rifle", "ben 15,5 team=2", suppress_adds_inherent=1)
    act(*at, "anna: suppress ben", dice=[21, 20])
    assert who(*at, "ben").suppression == 5
    who(*at, "ben").suppression = 0
    act(*at, "anna: suppress ben", dice=[*MISS])
    assert who(*at, "ben").suppression == 1


@pytest.mark.clause("FS3-7.16", "FS3-7.17", "FS3-7.19")
def test_how_many_a_weapon_suppresses() -> None:
    at = table("anna 5,5 rifle:2 pistol", *FOUR, "five 15,9 team=2", "six 15,11 team=2")
    assert refused(*at, "anna: suppress jane,harry weapon=pistol") == "E-TARGETS"
    assert refused(*at, "anna: suppress jane,harry,marcus") == "E-AMMO"
    told = act(*at, "anna: suppress jane,harry", dice=[21, 15, 60, 1])
    assert results(told, "suppressed") == [("+1", "-1"), ("+2", "-2")]
    assert [amount for _, amount in modifiers(told, "suppressed", 1)] == [], "no recoil"
    assert (who(*at, "anna").rounds[0], who(*at, "jane").suppression, who(*at, "harry").suppression) == (0, 4, 5)
    at = table("cora - in=v1 ecm", *FOUR, "five 15,9 team=2", "six 15,11 team=2", vehicles=["v1 command_shuttle 20,30"])
    assert refused(*at, "cora: suppress jane,harry,marcus,five,six") == "ok"
    act(*at, "cora: suppress jane,harry,marcus,five,six", dice=MISS * 5)
    assert who(*at, "jane").suppression == 0, "Defensive weapons do not fire"


@pytest.mark.clause("FS3-16.1", "FS3-16.2", "FS3-16.3")
def test_who_is_fired_upon() -> None:
    at = table("anna 5,5 rifle", "ben 6,5 knife team=2")
    act(*at, "anna: attack ben burst=yes", dice=MISS * 3)
    act(*at, "ben: attack anna", dice=[*MISS])
    assert (who(*at, "ben").suppression, who(*at, "anna").suppression) == (1, 0)
    at = table("anna 5,5 rifle", "ben 15,5 team=2", suppression_per_bullet=1)
    act(*at, "anna: attack ben burst=yes", dice=MISS * 3)
    assert who(*at, "ben").suppression == 1, "a burst counts once"
    at = table("anna 5,5 lmg_bipod", "ben 15,5 team=2", suppression_per_bullet=1)
    act(*at, "anna: full_auto ben", dice=MISS * 10)
    assert who(*at, "ben").suppression == 5, "each of ten bullets, as far as the most"


@pytest.mark.clause("FS3-16.5", "FS3-16.6", "FS3-16.7")
@pytest.mark.parametrize(("points", "amount"), ((3, -15), (5, -25)))
def test_suppression_counts_for_attack_rolls_alone(points: int, amount: int) -> None:
    """Worked example X15."""
    at = table(f"anna 5,5 knife suppression={points}", "ben 6,5 team=2")
    assert modifiers(act(*at, "anna: attack ben", dice=[*MISS]))[0] == ("attack: suppression", amount)
    told = act(*at, "anna: subdue ben", dice=[*MISS])
    assert modifiers(told, "grappled")[0] == ("attack: suppression", amount)
    at = table("anna 5,5 rifle", f"ben 15,5 team=2 suppression={points}")
    assert modifiers(act(*at, "anna: attack ben", dice=[*MISS])) == []
    assert suppression.add_suppression(at[1][0], 1, 9) == 5


@pytest.mark.clause("FS3-16.8")
def test_suppression_eases_at_the_end_of_a_turn() -> None:
    at = table("anna 5,5 suppression=5", "ben 15,5 team=2 suppression=1")
    do(*at, dice=[60, 40])
    assert (who(*at, "anna").suppression, who(*at, "ben").suppression) == (3, 0)


# Every way it can go


@pytest.mark.clause("FS3-8.3", "FS3-7.15")
def test_exact_chances() -> None:
    """The vectors `suppress.5v3.ge4` and `attack.rifle5.v.raw3.wound`."""
    at = table("anna 5,5 rifle", "ben 15,5 team=2")
    assert chance(*at, "anna: suppress ben", lambda now: now.combatants[1].suppression >= 4) == Fraction(174, 625)
    assert chance(*at, "anna: attack ben", lambda now: now.n_wounds > 0) == Fraction(86, 125)
