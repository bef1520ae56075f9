"""Sections 12, 14 to 18: the order of the steps, to-hit rolls, what hampers them, and whom a stray shot meets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fireteam.core.protocol.events import new_log
from fireteam.core.space.terrain_build import TerrainPlan
from fireteam.games.tps.events.action import Diverted, Emptied, Harmed, Lost, Stabbed, Stepped, ToHit
from fireteam.games.tps.rules.attack import modifiers, step_of
from fireteam.games.tps.rules.dice_pools import apply_modifiers
from fireteam.games.tps.rules.sight import roll_needed
from fireteam.games.tps.state import END_TURN
from tests.games.tps.positions import Position, chance, events_of, number, position, run_actions, step_outcomes, unit
from tests.games.tps.test_grenades import lying


def duel(weapon: str = "mp5", away: float = 8, armour: str = "0/0/3", **fields: Any) -> Position:
    """U1 fires at U2."""
    fields.setdefault("targets", "U2")
    return position(unit("T", 17, 21, weapon, **fields), unit("CT", 17 + away, 21, armour=armour))


def only(told: list[Any], kind: Any) -> Any:
    (one,) = events_of(told, kind)
    return one.event


def modified(at: Position) -> int:
    return int(modifiers(at.state, at.tables[0], new_log()[0], 0, 1))


@pytest.mark.clause("TPS-12.5", "TPS-13.1", "TPS-5.8", "TPS-11.2")
def test_a_shot_rolls_to_hit_then_damage_then_defense() -> None:
    at = duel()
    told = run_actions(at, [2, 4, 3, 1, 5, 1, 1, 2, 3, 2, 3])
    assert only(told, ToHit) == ToHit("U1", "U2", 10, "1W+3D", "8", "hit", "mp5")
    assert only(told, Harmed) == Harmed("U1", "U2", 9, "1W+3D", 8, "1W+2D", 1, "")
    assert (at.armour(2), at.state.phase, at.state.step) == ("0/0/2", END_TURN, 0)


@pytest.mark.clause("TPS-12.5", "TPS-3.4", "TPS-3.27")
def test_a_total_of_8_hits_at_8_and_misses_at_8_01_and_contact_is_always_hit() -> None:
    """Example 16."""
    eight = [2, 2, 2, 2]
    assert only(run_actions(duel(away=8), [*eight, 2, 1, 1, 1, 5, 5, 5]), ToHit).result == "hit"
    assert only(run_actions(duel(away=8.01), eight), ToHit).result == "miss"
    assert only(run_actions(duel(away=8.000001), [*eight, 2, 1, 1, 1, 5, 5, 5]), ToHit).result == "hit"
    assert only(run_actions(duel(away=8.000002), eight), ToHit).result == "miss"
    assert only(run_actions(duel("usp", away=1), [1, 2, 1, 1, 2, 1, 1, 2, 4, 4]), ToHit).result == "hit"


@pytest.mark.clause("TPS-3.27", "TPS-3.4")
def test_the_roll_needed_is_exact_to_a_step() -> None:
    assert [roll_needed(dx, 0) for dx in (0, 1, 2, 1_000_001, 1_000_002, 8_000_001, 8_000_002)] == [0, 0, 1, 1, 2, 8, 9]
    assert roll_needed(500_000_000, 500_000_000) == 708
    assert roll_needed(999_000_001, 0) == 999
    assert roll_needed(2_000_000_000, 0) == 1000


@pytest.mark.clause("TPS-4.14", "TPS-4.15")
@pytest.mark.parametrize(
    ("pool", "by", "after"),
    [
        ((1, 2), 1, (1, 3)),
        ((1, 2), -1, (1, 1)),
        ((1, 2), -2, (1, 0)),
        ((1, 2), -3, (1, 0)),
        ((2, 1), -1, (2, 0)),
        ((2, 1), -2, (1, 0)),
        ((2, 1), -3, (1, 0)),
        ((1, 4), -1, (1, 3)),
        ((0, 2), -3, (0, 0)),
    ],
)
def test_modifiers_take_normal_dice_then_wild_ones_and_leave_one(
    pool: tuple[int, int], by: int, after: tuple[int, int]
) -> None:
    """Example 15."""
    assert apply_modifiers(*pool, by) == after


@pytest.mark.clause("TPS-12.6", "TPS-12.7", "TPS-12.8", "TPS-3.25")
def test_scope_crouching_flash_and_smoke_are_added_up() -> None:
    assert modified(duel()) == 0
    assert modified(duel(crouch=1)) == 1
    assert modified(duel("aug", scope=1)) == 1
    assert modified(duel("m4a1", crouch=1, flashed=1)) == -1
    both = position(unit("T", 17, 22, "mp5", targets="U2"), unit("CT", 25, 24), map="de_depot", smoke="n_gate")
    assert modified(both) == -1
    both.state.units[0].flashed = 1
    assert modified(both) == -3


@pytest.mark.clause("TPS-12.6", "TPS-3.20", "TPS-3.21", "TPS-3.22", "TPS-15.3")
def test_half_cover_takes_a_die_from_to_hit_and_none_from_damage() -> None:
    """Example 15: a SPAS-12 split 3/4 at a target in half cover rolls 1W+1D, and 1W+3D for damage."""
    at = position(unit("T", 19, 15, "spas12", targets="U2:3"), unit("CT", 12.5, 15), map="de_depot")
    told = run_actions(at, [4, 3, 4, 6, 2, 5, 3, 2, 3])
    assert only(told, ToHit).pool == "1W+1D"
    assert [why.amount for why in events_of(told, ToHit)[0].modifiers] == [-1]
    assert only(told, Harmed).pool == "1W+3D"


@pytest.mark.clause("TPS-17.1", "TPS-17.2", "TPS-17.3")
def test_a_sniper_rifle_wants_its_scope_and_a_steady_hand() -> None:
    assert modified(duel("awp")) == -2
    assert modified(duel("awp", scope=1)) == 2
    assert modified(duel("awp", scope=1, busy=1)) == 1
    assert modified(duel("aug", scope=1)) == 1


@pytest.mark.clause("TPS-12.1", "TPS-17.1", "TPS-17.4", "TPS-26.5")
def test_each_class_has_its_step() -> None:
    for weapon, step in (("usp", 3), ("mp5", 4), ("xm1014", 5), ("ak47", 6), ("m249", 7)):
        at = duel(weapon)
        assert step_of(at.tables[0], at.unit(1)) == step
    assert step_of(duel().tables[0], duel(weapon="mp5", away=1).unit(2)) == 2
    scoped = duel("aug", scope=1)
    assert step_of(scoped.tables[0], scoped.unit(1)) == 8
    scoped.tables[0].gear[number("usp")].scope = 1  # a mod: it keeps its class's step
    pistol = duel("usp", scope=1)
    assert step_of(scoped.tables[0], pistol.unit(1)) == 3


@pytest.mark.clause("TPS-12.1", "TPS-12.2")
def test_steps_follow_one_another_and_those_without_anybody_are_not_told() -> None:
    at = position(
        unit("T", 17, 21, "ak47", targets="U2"),
        unit("CT", 19, 21, "usp", targets="U1", armour="1/1/3"),
    )
    told = run_actions(at, [2, 1, 1, 2, 1, 1, 4, 4, 4, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 3, 2, 2, 2, 2])
    assert [one.event.step for one in events_of(told, Stepped)] == [3, 6]


@pytest.mark.clause("TPS-12.3", "TPS-12.2", "TPS-21.4")
def test_two_who_hit_each_other_in_one_step_are_both_eliminated_and_both_count_a_kill() -> None:
    """Example 27."""
    at = position(
        unit("T", 10, 10, "usp", armour="0/0/1", targets="U2"),
        unit("CT", 15, 10, "usp", armour="0/0/1", targets="U1"),
    )
    run_actions(at, [2, 2, 2, 4, 4, 4, 3, 2, 2, 2, 4, 4, 4, 3])
    assert [at.unit(seat).alive for seat in (1, 2)] == [0, 0]
    assert [at.unit(seat).frags for seat in (1, 2)] == [1, 1]
    assert [at.unit(seat).deaths for seat in (1, 2)] == [1, 1]


@pytest.mark.clause("TPS-12.3", "TPS-12.4")
def test_who_is_eliminated_in_an_earlier_step_does_not_act_and_an_attack_on_him_is_lost() -> None:
    """Example 27."""
    at = position(
        unit("T", 10, 10, "usp", targets="U2"),
        unit("CT", 15, 10, "mp5", armour="0/0/1", targets="U1"),
        unit("T", 10, 14, "mp5", targets="U2"),
    )
    told = run_actions(at, [2, 2, 2, 4, 4, 4, 3])
    assert only(told, Lost) == Lost("U3", "U2", "the target is eliminated")
    assert not at.unit(2).alive and at.armour(1) == "0/0/3"
    assert at.unit(3).primary.mark == 0


@pytest.mark.clause("TPS-12.3", "TPS-13.14")
def test_attacks_of_one_step_meet_the_defense_held_when_it_began() -> None:
    """Example 27: two attacks of one hit each against 1W+2D; the next step meets 1W."""
    at = position(
        unit("T", 10, 10, "usp", targets="U4"),
        unit("T", 10, 14, "usp", targets="U4"),
        unit("T", 10, 6, "mp5", targets="U4"),
        unit("CT", 15, 10),
    )
    shot = [2, 4, 4, 5, 2, 2, 3, 2, 2]
    told = run_actions(at, [*shot, *shot, 2, 4, 4, 4, 2, 1, 1, 1, 5])
    assert [one.event.against for one in events_of(told, Harmed)] == ["1W+2D", "1W+2D", "1W"]
    assert [one.event.hits for one in events_of(told, Harmed)] == [1, 1, 1]
    assert not at.unit(4).alive and at.unit(3).frags == 1


@pytest.mark.clause("TPS-12.4", "TPS-3.24", "TPS-11.12")
def test_smoke_that_has_risen_since_loses_the_attack_without_dice() -> None:
    """Example 22: from n_lane to site_a the line crosses n_gate."""
    at = position(
        unit("T", 15, 22, "mp5", targets="U2"),
        unit("CT", 28, 22),
        map="de_depot",
        smoke="n_gate",
    )
    assert only(run_actions(at), Lost).why == "smoke is in the way"


@pytest.mark.clause("TPS-3.24", "TPS-12.4", "TPS-19.12")
@pytest.mark.parametrize(("x", "smoke", "lost"), [(15.5, True, True), (15.5, False, False), (17.6, True, False)])
def test_a_knife_attack_is_lost_to_smoke_that_rises_in_step_1(x: float, smoke: bool, lost: bool) -> None:
    """U1 in n_gate, into which smoke was thrown last turn; the target just beyond its border, or in it as well."""
    at = position(unit("T", 16.5, 22, weapon="knife", targets="U2"), unit("CT", x, 22), map="de_depot", turn=2)
    if smoke:
        lying(at, "smoke", 20, 21)
    told = run_actions(at, [] if lost else [2, 1, 1, 1, 5, 4, 4])
    assert [one.event for one in events_of(told, Lost)] == [Lost("U1", "U2", "smoke is in the way")] * lost
    assert len(events_of(told, Stabbed)) == (not lost)


# Friendly fire


def crowd(*more: Any, **options: int) -> Position:
    """Example 17: A (U1), its target B, team-mate C and enemy D, on open ground of the depot."""
    return position(
        unit("T", 17, 21, "mp5", targets="U2"),
        unit("CT", 25, 21),
        unit("T", 23, 23.5),
        unit("CT", 24.5, 28),
        *more,
        map="de_depot",
        **options,
    )


@pytest.mark.clause("TPS-12.9", "TPS-12.10", "TPS-12.11")
def test_net_bad_turns_the_same_total_on_somebody_near() -> None:
    """Example 17."""
    told = run_actions(crowd(), [1, 1, 3, 2, 1, 2, 1, 1, 1, 4, 4, 4])
    assert only(told, Diverted) == Diverted("U1", "U3")
    assert only(told, ToHit) == ToHit("U1", "U3", 7, "1W+3D", "6.5", "hit", "mp5")
    assert only(run_actions(crowd(), [1, 1, 2, 2, 1]), ToHit).result == "miss"


@pytest.mark.clause("TPS-12.12")
def test_without_anybody_near_the_shot_stays_or_by_an_option_fails() -> None:
    at = crowd()
    at.unit(3).alive = 0
    told = run_actions(at.copy(), [1, 1, 3, 2, 1])
    assert only(told, ToHit) == ToHit("U1", "U2", 7, "1W+3D", "8", "miss", "mp5")
    at.tables[0].options.sv_ffempty = 1
    told = run_actions(at, [1, 1, 6, 6, 6])
    assert only(told, ToHit).result == "miss" and only(told, Lost).why == "nobody else is near"


@pytest.mark.clause("TPS-12.10", "TPS-5.8")
def test_one_of_several_is_drawn_units_by_seat_then_hostages() -> None:
    def met(face: int) -> str:
        at = position(
            unit("T", 10, 10, "mp5", targets="U2"),
            unit("CT", 16, 10),
            unit("CT", 16, 13),
            unit("T", 16, 7),
            hostages=[(18, 10)],
        )
        told = run_actions(at, [1, 1, 2, 1, 1, face])
        return str(only(told, Diverted).target)

    assert [met(face) for face in (1, 2, 3)] == ["U3", "U4", "H1"]


@pytest.mark.clause("TPS-12.10", "TPS-12.13", "TPS-12.14")
def test_who_is_far_hidden_behind_smoke_or_spared_is_not_met() -> None:
    stays = [1, 1, 3, 2, 1]
    assert not events_of(run_actions(crowd(mp_friendlyfire=0), stays), Diverted)
    assert not events_of(run_actions(crowd(mp_ffradius=3), stays), Diverted)
    walled = TerrainPlan(100, 60, walls=[[12, 12, 20, 12]], zones=[[0, 0, 30, 60], [30, 0, 100, 60]])
    row = unit("T", 10, 10, "mp5", targets="U2"), unit("CT", 18, 10)
    assert not events_of(run_actions(position(*row, unit("T", 18, 13.5), plan=walled), stays), Diverted)
    assert events_of(run_actions(position(*row, unit("T", 18, 6.5), plan=walled), stays), Diverted)
    row = unit("T", 20, 10, "mp5", targets="U2"), unit("CT", 28, 10)
    assert not events_of(run_actions(position(*row, unit("T", 31, 10), plan=walled, smoke="1"), stays), Diverted)


@pytest.mark.clause("TPS-12.14")
def test_who_is_eliminated_in_the_same_step_can_still_be_met() -> None:
    at = position(
        unit("T", 9, 10, "mp5", targets="U3"),
        unit("T", 10, 15, "mp5", targets="U4"),
        unit("CT", 14, 10, armour="0/0/1"),
        unit("CT", 14, 13),
    )
    told = run_actions(at, [2, 2, 2, 2, 2, 4, 4, 4, 3, 1, 1, 2, 2, 2, 2, 1, 1, 1, 2])
    assert only(told, Diverted).target == "U3"
    assert events_of(told, Harmed)[1].event.hits == 2 and at.unit(1).frags == 1


# Shotguns and autofire


@pytest.mark.clause("TPS-15.1", "TPS-15.2", "TPS-15.3")
def test_a_shotgun_rolls_both_parts_of_its_pool_with_a_wild_die_each() -> None:
    """Example 5."""
    at = duel("spas12", targets="U2:3")
    told = run_actions(at, [2, 4, 3, 4, 6, 2, 5, 3, 2, 3])
    assert only(told, ToHit) == ToHit("U1", "U2", 9, "1W+2D", "8", "hit", "spas12")
    assert only(told, Harmed) == Harmed("U1", "U2", 17, "1W+3D", 8, "1W+2D", 2, "")
    assert at.armour(2) == "0/0/1"


@pytest.mark.clause("TPS-16.1", "TPS-16.3", "TPS-16.4", "TPS-5.8")
def test_autofire_rolls_to_hit_for_each_target_with_the_whole_pool() -> None:
    """Example 28."""
    at = position(
        unit("T", 10, 10, "p90", targets="U2:1:2,U3:0:2"),
        unit("CT", 14, 10),
        unit("CT", 14, 16),
    )
    told = run_actions(at, [2, 2, 2, 2, 4, 5, 2, 3, 4, 1, 2, 2, 2, 2, 6, 5, 2, 2, 3])
    assert [one.event.pool for one in events_of(told, ToHit)] == ["1W+3D", "1W+3D"]
    assert [(one.event.pool, one.event.damage, one.event.hits) for one in events_of(told, Harmed)] == [
        ("1W+2D", 11, 1),
        ("2D", 11, 1),
    ]


@pytest.mark.clause("TPS-16.4", "TPS-13.7")
def test_one_net_bad_empties_the_weapon_and_the_other_share_still_counts() -> None:
    at = position(
        unit("T", 10, 10, "mp5", targets="U2:1:1,U3:0:2"),
        unit("CT", 14, 10),
        unit("CT", 14, 16),
    )
    told = run_actions(at, [2, 2, 2, 2, 1, 1, 6, 5, 5, 5, 2, 2, 2, 2, 6, 5, 2, 2, 3])
    assert only(told, Emptied) == Emptied("U1", "mp5")
    assert (at.unit(1).primary.mark, at.armour(3)) == (1, "0/0/2")


@pytest.mark.clause("TPS-16.5")
def test_one_share_may_be_lost_or_go_astray_while_the_other_goes_on() -> None:
    at = position(
        unit("T", 10, 10, "mp5", targets="U2:1:1,U3:0:2"),
        unit("CT", 14, 10),
        unit("CT", 14, 16),
    )
    at.unit(2).alive = 0
    told = run_actions(at, [2, 2, 2, 2, 6, 5, 2, 2, 3])
    assert only(told, Lost).target == "U2" and only(told, Harmed).target == "U3"


@pytest.mark.clause("TPS-16.3")
def test_each_target_of_autofire_has_its_own_modifiers() -> None:
    at = position(
        unit("T", 19, 15, "mp5", targets="U2:1:1,U3:0:2"),
        unit("CT", 12.5, 15),
        unit("CT", 19, 11.5),
        map="de_depot",
    )
    told = run_actions(at, [1, 2, 1, 1, 2, 1, 1, 1, 1, 2, 2, 5, 5])
    assert [one.event.pool for one in events_of(told, ToHit)] == ["1W+2D", "1W+3D"]


# Knife


@pytest.mark.clause("TPS-18.1", "TPS-18.2", "TPS-18.3")
def test_a_knife_hits_without_a_roll_and_does_1w_3d() -> None:
    at = position(unit("T", 10, 10, targets="U2", flashed=1), unit("CT", 11.5, 10))
    told = run_actions(at, [2, 3, 3, 3, 4, 4, 4])
    assert only(told, Stabbed) == Stabbed("U1", "U2")
    assert not events_of(told, ToHit)
    assert only(told, Harmed).pool == "1W+3D"


@pytest.mark.clause("TPS-13.9", "TPS-18.3")
def test_a_knife_makes_headshots_and_never_runs_out_of_ammo() -> None:
    at = position(unit("T", 10, 10, targets="U2"), unit("CT", 11.5, 10, armour="0/1/3"))
    assert only(run_actions(at, [6, 6, 2, 3, 3, 3, 4, 4, 4]), Harmed).against == "1W+2D"
    at = position(unit("T", 10, 10, "glock18!", weapon="knife", targets="U2"), unit("CT", 11.5, 10))
    told = run_actions(at, [1, 1, 3, 3, 3, 4, 4, 4])
    assert not events_of(told, Emptied)


@pytest.mark.clause("TPS-12.5", "TPS-4.13")
def test_net_good_on_to_hit_is_no_more_than_its_value() -> None:
    """Example 7: 6,6,6,2 and 1,4 make 25."""
    told = run_actions(duel("usp", away=25), [6, 6, 6, 2, 1, 4, 2, 1, 1, 4, 4, 4])
    assert only(told, ToHit) == ToHit("U1", "U2", 25, "1W+2D", "25", "hit", "usp")
    assert only(told, Harmed).headshot == ""


# Clans


@pytest.mark.clause("TPS-23.2", "TPS-4.16")
def test_a_clans_dice_belong_to_the_pools_before_the_modifiers() -> None:
    at = duel("usp", flashed=1)
    at.tables[0].sides[0].clan.hit[1] = 2
    at.tables[0].sides[0].clan.harm[1] = 1
    told = run_actions(at, [6, 2, 2, 2, 3, 1, 1, 1, 4, 4, 4])
    assert only(told, ToHit).pool == "1W+2D"
    assert [(why.label, why.amount) for why in events_of(told, ToHit)[0].modifiers] == [
        ("ability", 2),
        ("caught in a flash", -2),
    ]
    assert only(told, Harmed).pool == "1W+3D"


# Exact odds


@pytest.mark.clause("TPS-29.1", "TPS-12.5")
@pytest.mark.parametrize(
    ("weapon", "away", "armour", "fields", "exact"),
    [
        ("mp5", 8, "0/0/3", {}, "1012695406801/20296318500864"),
        ("mp5", 8, "0/0/1", {}, "66859481/70543872"),
        ("awp", 24, "0/0/3", {"scope": 1, "crouch": 1}, "7783036512026235101875/12973688104324587061248"),
    ],
)
def test_the_chance_of_a_kill_is_the_rulebooks(
    weapon: str, away: int, armour: str, fields: dict[str, int], exact: str
) -> None:
    assert chance(duel(weapon, away, armour, **fields), lambda state: not state.units[1].alive) == Fraction(exact)


@pytest.mark.clause("TPS-29.1", "TPS-12.9")
def test_the_chance_of_a_kill_with_a_bystander_near() -> None:
    at = position(unit("T", 10, 10, "mp5", targets="U2"), unit("CT", 18, 10, armour="0/0/1"), unit("CT", 18, 12))
    assert chance(at, lambda state: not state.units[1].alive) == Fraction(195382385, 211631616)


@pytest.mark.clause("TPS-29.1", "TPS-12.9")
def test_the_chance_to_be_diverted_and_reach_the_only_bystander() -> None:
    at = position(unit("T", 10, 10, "usp", targets="U2"), unit("CT", 15, 10), unit("CT", 19, 10), step=3)
    met = sum(part for states, part in step_outcomes(at.states.tobytes(), at) if states[0].doing.target == 2)
    assert met == Fraction(5, 432)


@pytest.mark.clause("TPS-29.1", "TPS-13.7")
def test_the_chance_of_running_out_of_ammo() -> None:
    assert chance(duel(), lambda state: state.units[0].primary.mark == 1) == Fraction(1261, 46656)


@pytest.mark.clause("TPS-29.1", "TPS-12.3", "TPS-13.14")
def test_the_chance_that_two_attacks_in_one_step_kill() -> None:
    at = position(unit("T", 10, 10, "mp5", targets="U3"), unit("T", 10, 14, "mp5", targets="U3"), unit("CT", 18, 10))
    at.unit(2).x, at.unit(2).y = 26_000_000, 10_000_000
    wanted = Fraction(847951746371523496751789, 2978283232955857885986816)
    assert chance(at, lambda state: not state.units[2].alive) == wanted


@pytest.mark.clause("TPS-29.1", "TPS-15.2")
@pytest.mark.parametrize(("split", "exact"), [(3, "67966405/105815808"), (4, "10570963/20155392")])
def test_the_chance_that_a_spas_scores(split: int, exact: str) -> None:
    at = duel("spas12", targets=f"U2:{split}")
    assert chance(at, lambda state: state.units[1].health < 3) == Fraction(exact)


@pytest.mark.clause("TPS-29.1", "TPS-18.2")
def test_the_chance_that_a_knife_scores() -> None:
    at = position(unit("T", 10, 10, targets="U2"), unit("CT", 11.5, 10))
    assert chance(at, lambda state: state.units[1].health < 3) == Fraction(375505, 489888)
