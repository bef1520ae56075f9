"""Section 15: explosions, with worked examples X20, X21 and X37."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fireteam.games.fs3 import state
from fireteam.games.fs3.rules.blast import final_zone, is_nearer, zone_at
from fireteam.games.fs3.rules.rolls import result_of
from tests.games.fs3.rulebook_tables import WEAPON_IDS
from tests.games.fs3.table import (
    act,
    do,
    empty_tables,
    end_turn,
    events,
    kinds,
    of_kind,
    rolled,
    table,
    who,
    why,
    wounds_of,
)

FRAG = WEAPON_IDS.index("grenade_frag")
FAR = (200, 100)


def zones(told: list[Any]) -> list[tuple[str, int, int]]:
    """Whom the blast meets, in this order, with start zone and zone."""
    return [(one.victim, one.start, one.zone) for one in events(told, "blasted")]


def purposes(told: list[Any]) -> list[str]:
    return [purpose for purpose, _ in rolled(told)]


@pytest.mark.clause("FS3-15.6", "FS3-15.7", "FS3-15.8")
@pytest.mark.parametrize(
    ("start", "attack", "defence", "zone"),
    (
        (0, -1, -1, 1),
        (0, -1, -2, 1),
        (0, -1, 1, 3),
        (1, -2, 3, 4),
        (0, 0, 0, 0),
        (0, 0, 1, 1),
        (0, 1, 1, 0),
        (1, 1, 3, 3),
        (1, 3, -2, 1),
        (0, 2, 3, 1),
    ),
)
def test_a_bad_attack_and_a_better_defence_move_the_zone_out(start: int, attack: int, defence: int, zone: int) -> None:
    """Worked example X20, and its neighbours."""
    made = empty_tables((), None, {})
    assert final_zone(made[0], start, attack, defence) == zone


@pytest.mark.clause("FS3-15.5", "FS3-15.6", "FS3-15.7", "FS3-15.8")
def test_the_chances_of_zones_are_exact() -> None:
    """Vectors `blast.zone0.stay`, `blast.zone0.to4` and `blast.shared.two.both_zone0` of section 27."""
    tab = empty_tables((), None, {})[0]
    faces = {result: sum(result_of(5, die) == result for die in range(1, 101)) for result in range(-2, 4)}
    zones_by_attack = {
        attack: [sum(n for d, n in faces.items() if final_zone(tab, 0, attack, d) == zone) for zone in range(5)]
        for attack in faces
    }
    both = sum(n * zones_by_attack[attack][0] ** 2 for attack, n in faces.items())
    assert Fraction(sum(n * zones_by_attack[a][0] for a, n in faces.items()), 10**4) == Fraction(382, 625)
    assert Fraction(sum(n * zones_by_attack[a][4] for a, n in faces.items()), 10**4) == Fraction(51, 625)
    assert Fraction(both, 10**6) == Fraction(1486, 3125)


@pytest.mark.clause("FS3-15.8")
def test_the_outermost_zone_is_an_option_and_no_zone_becomes_smaller() -> None:
    made = empty_tables((), None, {"blast_cap_zone": 2})
    assert [final_zone(made[0], 1, -2, defence) for defence in (-2, 1)] == [2, 2]
    made = empty_tables((), None, {"blast_cap_zone": 1})
    assert final_zone(made[0], 1, 3, -2) == 1


@pytest.mark.clause("FS3-15.2", "FS3-15.3b")
@pytest.mark.parametrize(("apart", "zone"), ((350, 0), (351, 1), (650, 1), (651, -1)))
def test_the_radius_is_scaled_and_counts_to_the_edge_of_a_base(apart: int, zone: int) -> None:
    """Worked example X37."""
    made = empty_tables((), None, {})
    made[0].blast_percent = 20
    assert zone_at(made[0], FRAG, apart * apart, 50) == zone


@pytest.mark.clause("FS3-15.16", "FS3-15.3b")
def test_of_two_bases_the_one_with_the_nearer_edge_comes_first() -> None:
    assert is_nearer(299**2, 50, 300**2, 50) and not is_nearer(300**2, 50, 300**2, 50)
    assert is_nearer(600**2, 400, 251**2, 50) and not is_nearer(600**2, 400, 250**2, 50)
    assert is_nearer(250**2, 50, 601**2, 400) and not is_nearer(250**2, 50, 600**2, 400)
    assert is_nearer(10, 50, 51**2, 50) and not is_nearer(51**2, 50, 10, 50)
    assert not is_nearer(10, 50, 20, 400), "the point is in both: as near as can be"
    assert is_nearer(900_000**2, 50, 900_001**2 + 5, 51) and not is_nearer(900_001**2 + 5, 51, 900_000**2, 50)


@pytest.mark.clause(
    "FS3-15.1", "FS3-15.5", "FS3-15.9", "FS3-15.10", "FS3-15.11", "FS3-15.12", "FS3-15.13", "FS3-15.16", "FS3-15.17"
)
def test_a_grenade_in_full() -> None:
    """Worked example X21."""
    at = table("tom 5,20 launcher_frag:4", "ben 65,20 light_vest team=2", "anna 45,20 team=2", size=FAR)
    dice = [8, 70, 95, 9, 60, 3, 2, 20, 5, 50, 10, 70]
    told = act(*at, "tom: explode_at 45,20", dice=dice)
    assert zones(told) == [("anna", 0, 4), ("ben", 1, 2)]
    assert wounds_of(*at, "anna") == [("HD", "Light")]
    assert wounds_of(*at, "ben") == [("HD", "Moderate"), ("LH", "Light"), ("RL", "Moderate")]
    struck = [(one.what, one.location, one.damage) for one in events(told, "struck")]
    assert struck == [
        ("concussion", "HD", "25"),
        ("concussion", "HD", "65"),
        ("shrapnel", "CH", ""),
        ("shrapnel", "LH", "25"),
        ("shrapnel", "RL", "45"),
    ]
    assert events(told, "struck")[2].armour == "stops it"
    assert [who(*at, name).suppression for name in ("tom", "anna", "ben")] == [0, 1, 1]
    assert who(*at, "tom").rounds[0] == 3
    assert [who(*at, "tom")[field] for field in ("shots", "hits", "given")] == [1, 1, 4]
    assert [(die.purpose, die.sides) for one in told for die in one.dice][5:9] == [
        ("shrapnel", 4),
        ("location of a splinter", 12),
        ("armour", 100),
        ("location of a splinter", 11),
    ]


@pytest.mark.clause("FS3-15.3a", "FS3-15.2", "FS3-15.16")
def test_everyone_in_reach_is_caught_by_zone_distance_and_roster_but_who_is_out_or_inside() -> None:
    at = table(
        "tom 20,20 grenade_flash",
        "down 30,22 out",
        "watch 30,23 observer",
        "far 44,20 team=2",
        "friend 30,15",
        "twin 30,25 team=2",
        "foe 30,21 team=2",
        "pilot - in=v1 team=2",
        "rider - in=v1 team=2",
        "safe 55,20 team=2",
        vehicles=["v1 aa_battery 36,20"],
        size=FAR,
    )
    told = act(*at, "tom: explode_at 30,20", dice=[50] + [50, 1] * 6)
    assert [name for name, *_ in zones(told)] == ["foe", "v1", "friend", "twin", "tom", "far"]
    assert [start for _, start, _ in zones(told)] == [0, 0, 0, 0, 0, 1]


@pytest.mark.clause("FS3-15.4", "FS3-20.10")
def test_what_blocks_sight_from_the_point_makes_safe() -> None:
    at = table(
        "tom 5,20 launcher_frag",
        "open 45,20 team=2",
        "shut 45,28 team=2",
        features=[("44,24,2,1", "sight"), ("44,17,2,1", "move")],
        size=FAR,
    )
    told = act(*at, "tom: explode_at 45,21", dice=[60, 40, 50, 1, 1, 1, 1] + [1, 1] * 4)
    assert [name for name, *_ in zones(told)] == ["open"]


@pytest.mark.clause("FS3-15.3c", "FS3-15.3a")
def test_without_a_map_those_listed_are_caught_immediate_ones_first() -> None:
    at = table("tom - grenade_flash", "a - team=2", "b - team=2", "c - team=2", size=None)
    told = act(*at, "tom: explode_among c:immediate,a:near,tom:near", dice=[60] + [40, 1] * 3)
    assert zones(told) == [("c", 0, 0), ("tom", 1, 1), ("a", 1, 1)]
    assert "exploded_among" in kinds(told)
    end_turn(*at, dice=[100] * 3)
    told = act(*at, "tom: explode b", dice=[60, 40, 1])
    assert zones(told) == [("b", 0, 0)]


@pytest.mark.clause("FS3-15.5")
def test_one_attack_roll_is_for_all_or_by_an_option_each_has_one() -> None:
    def events_with(dice: list[int], **options: Any) -> list[Any]:
        at = table("tom 5,20 grenade_flash", "a 30,20 team=2", "b 30,22 team=2", **options)
        return act(*at, "tom: explode_at 30,20", dice=dice)

    shared = events_with([60, 40, 50, 40, 50])
    assert purposes(shared) == ["attack", "defence", "damage", "defence", "damage"]
    each = events_with([60, 40, 50, 20, 40, 50], blast_attack_roll="per_target")
    assert purposes(each) == ["attack", "defence", "damage"] * 2
    assert [one.attack for one in events(each, "blasted")] == ["+1", "-2"]


@pytest.mark.clause("FS3-15.3", "FS3-15.3a", "FS3-15.17")
def test_an_aim_point_may_be_a_friend_or_the_thrower() -> None:
    for target in ("tom", "friend"):
        at = table("tom 20,20 grenade_flash", "friend 20,25", "foe 190,90 team=2", size=FAR)
        told = act(*at, f"tom: explode {target}", dice=[60, 40, 1, 40, 1])
        assert zones(told)[0] == (target, 0, 0), target
        assert [who(*at, name).suppression for name in ("tom", "friend")] == [0, 1]


@pytest.mark.clause("FS3-15.3", "FS3-7.11", "FS3-16.6", "FS3-22.14")
def test_the_attack_roll_has_the_usual_modifiers_and_aim_only_at_whom_it_was_taken() -> None:
    line = "tom 5,20 launcher_frag aim={} aimed=1 suppression=2 modifier=7"
    for aim, order, bonus in ((2, "explode ann", 30), (3, "explode ann", 0), (2, "explode_at 90,20", 0)):
        at = table(line.format(aim), "ann 90,20 team=2", "bob 180,20 team=2", size=FAR)
        told = act(*at, f"tom: {order}", dice=[100, 1, 1, 1, 1, 1, 1] + [1, 1] * 4)
        known = {"suppression": -10, "organizer": 7, "range": -15} | ({"aim": bonus} if bonus else {})
        assert why(told, "blast_roll") == {f"attack: {label}": amount for label, amount in known.items()}


@pytest.mark.clause("FS3-15.9", "FS3-15.9a", "FS3-25.7")
@pytest.mark.parametrize(
    ("defence", "dice", "pieces"),
    (
        (40, [4, 4, 3, 1], 12),
        (70, [4], 4),
        (85, [1], 1),
        (85, [4], 2),
    ),
)
def test_the_number_of_pieces_goes_by_the_zone(defence: int, dice: list[int], pieces: int) -> None:
    """Attack +1: the defence makes zone 0, then 1 or 2 out of a start in zone 1."""
    place = "20,20" if defence == 40 else "45,20"
    at = table("tom 60,5 launcher_frag", f"ann {place} team=2", size=FAR)
    told = act(*at, "tom: explode_at 20,20", dice=[40, defence, 1, *dice] + [1, 1] * pieces)
    assert [one.pieces for one in events(told, "splintered")] == [pieces]


@pytest.mark.clause("FS3-15.9", "FS3-15.9a", "FS3-15.18")
def test_the_half_may_be_rounded_down_and_some_explosives_have_no_shrapnel() -> None:
    at = table("tom 60,5 launcher_frag", "ann 45,20 team=2", size=FAR, half_rounding="down")
    told = act(*at, "tom: explode_at 20,20", dice=[40, 85, 1, 1])
    assert not of_kind(told, "splintered")
    at = table("tom 5,20 grenade_flash", "ann 30,20 team=2")
    assert purposes(act(*at, "tom: explode_at 30,20", dice=[60, 40, 1])) == ["attack", "defence", "damage"]


@pytest.mark.clause("FS3-15.9", "FS3-15.10", "FS3-15.11", "FS3-15.15", "FS3-22.15a", "FS3-12.8")
def test_damage_of_concussion_and_of_shrapnel() -> None:
    """Concussion has the weapon's lethality, damage type and Penetration, shrapnel none of them."""
    at = table("tom 5,5 missile_he lethality=3", "ann 150,5 team=2", size=FAR, concussion_relief=20)
    told = act(*at, "tom: explode_at 150,5", dice=[60, 40, 10, 1, 1, 1, 1, 6, 10, 3, 11, 1, 12, 1, 1])
    damages = [one.damage for one in events(told, "struck")]
    assert damages == [str(10 + 20 + 30 + 50 + 3 - 20), str(10 + 50 + 3), str(11 + 50 + 30 + 3), "80", "69"]
    assert why(told, "struck") == {
        "damage: the location": 30,
        "damage: the weapon": 20,
        "damage: organizer": 3,
        "damage: the zone": 50,
        "damage: relief": -20,
    }
    at = table("tom 5,20 grenade_flash", "ann 30,20 team=2")
    act(*at, "tom: explode_at 30,20", dice=[60, 40, 50])
    assert (at[1][0].wounds[0].stun, wounds_of(*at, "ann")) == (1, [("HD", "Moderate")])


@pytest.mark.clause("FS3-15.12", "FS3-15.13")
def test_each_piece_strikes_another_location_until_all_are_used_up() -> None:
    at = table("tom 5,20 launcher_frag", "ann 45,20 team=2", size=FAR)
    dice = [60, 40, 1, 4, 4, 4, 4] + [1, 1] * 16
    told = act(*at, "tom: explode_at 45,20", dice=dice)
    places = [one.location for one in events(told, "struck")][1:]
    assert places == ["AB", "CH", "HD", "LA", "LF", "LH", "LL", "NK", "RA", "RF", "RH", "RL", "AB", "CH", "HD", "LA"]
    sides = [die.sides for one in told for die in one.dice if die.purpose == "location of a splinter"]
    assert sides == [*range(12, 0, -1), 12, 11, 10, 9]


@pytest.mark.clause("FS3-15.14", "FS3-11.3")
def test_cover_is_judged_from_the_blast_point_and_a_great_success_is_no_exemption() -> None:
    features = [("28,19,0.5,2", "move protection=4")]

    def events_at(point: str, **options: Any) -> list[Any]:
        at = table("tom 5,20 grenade_flash", "ann 29,20 cover team=2", features=features, **options)
        return act(*at, f"tom: explode_at {point}", dice=DICE[point, bool(options)])

    DICE = {
        ("26,20", False): [100, 40, 75, 1],
        ("32,20", False): [100, 40, 50],
        ("26,20", True): [100, 40, 50],
    }
    assert purposes(events_at("26,20")) == ["attack", "defence", "cover applies", "cover"]
    assert purposes(events_at("32,20")) == ["attack", "defence", "damage"]
    assert purposes(events_at("26,20", cover_vs_blast=0)) == ["attack", "defence", "damage"]


@pytest.mark.clause("FS3-15.17", "FS3-16.2")
def test_an_option_keeps_explosions_from_suppressing() -> None:
    at = table("tom 5,20 grenade_flash", "ann 30,20 team=2", explosive_suppresses=0)
    act(*at, "tom: explode_at 30,20", dice=[60, 40, 1])
    assert who(*at, "ann").suppression == 0


@pytest.mark.clause("FS3-15.10", "FS3-19.6", "FS3-19.3", "FS3-19.14a", "FS3-15.3a")
def test_a_vehicle_is_struck_at_its_centre_of_mass_and_its_occupants_are_shaken_each_time() -> None:
    at = table(
        "tom 5,20 launcher_frag",
        "pilot - in=v1 team=2",
        "rider - in=v1 team=2",
        vehicles=["v1 aa_battery 60,20"],
        size=FAR,
    )
    told = act(*at, "tom: explode_at 60,20", dice=[60, 1, 100, 50, 100, 100, 1, 1, 1, 1] + [1, 100, 50, 100, 100] * 4)
    assert kinds(told)[:4] == ["exploded", "blast_roll", "blasted", "struck"]
    assert [one.unit for one in events(told, "shaken")] == ["pilot", "rider"] * 5
    assert wounds_of(*at, "v1")[0][0] == "BD" and not wounds_of(*at, "pilot")
    assert who(*at, "pilot").suppression == 1 and who(*at, "rider").suppression == 0


@pytest.mark.clause("FS3-17.13", "FS3-17.13b", "FS3-15.5", "FS3-15.7")
def test_luck_windows_open_on_the_rolls_of_an_explosion() -> None:
    at = table("tom 5,20 grenade_flash luck=1", "ann 30,20 team=2 luck=1", luck_mode="windows")
    act(*at, "tom: explode ann")
    assert at[1][0].phase == state.WINDOW and at[1][0].owing == 1
    told = do(*at, "tom: push +50", dice=[20])
    assert why(told, "blast_roll") == {"attack: range": -15, "attack: luck": 50} and at[1][0].owing == 2
    do(*at, "ann: decline", dice=[20])
    told = do(*at, "ann: reroll", dice=[90, 1, 60])
    assert zones(told) == [("ann", 0, 1)], "rolled again: +3 against +2"
    assert who(*at, "ann").luck == 0
