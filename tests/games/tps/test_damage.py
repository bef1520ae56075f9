"""Section 13: damage against Defense, headshots, ammunition, what hits take away, and who gets the kill."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.dice import tape
from fireteam.core.protocol.events import LoggedEvent, decode_log, new_log
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.events.action import Eliminated, Emptied, Harmed, Hurt, Scored
from fireteam.games.tps.events.rounds import Laid
from fireteam.games.tps.events.words import PURPOSES, REASONS
from fireteam.games.tps.rules.damage import apply_hits, resolve_damage
from fireteam.games.tps.tables import UNITS
from tests.games.tps.positions import NAMES, Position, chance, events_of, number, position, run_actions, unit


def duel(weapon: str = "mp5", armour: str = "0/0/3", **options: int) -> Position:
    """U1 fires at U2, in contact, so that every to-hit roll hits."""
    return position(unit("T", 10, 10, weapon, targets="U2"), unit("CT", 11, 10, armour=armour), **options)


def struck(
    faces: list[int], wild: int, plain: int, armour: str = "0/0/3", **options: int
) -> tuple[Position, list[LoggedEvent]]:
    """U1 does damage to U2 with these dice; hits are applied."""
    at, dice, log = duel(armour=armour, **options), tape(faces), new_log()
    resolve_damage(at.state, at.tables[0], dice[0], log[0], 0, 1, wild, plain)
    apply_hits(at.state, at.tables[0], log[0])
    assert dice[0].used == len(faces)
    return at, decode_log(log, KINDS, REASONS, PURPOSES, NAMES)


def harmed(told: list[LoggedEvent]) -> Harmed:
    (one,) = events_of(told, Harmed)
    assert isinstance(one.event, Harmed)
    return one.event


@pytest.mark.clause("TPS-13.1", "TPS-13.2", "TPS-13.17", "TPS-26.2", "TPS-2.2", "TPS-2.4")
def test_damage_of_22_against_a_defense_of_15_is_one_hit_and_takes_the_vest() -> None:
    """Example 4."""
    at, told = struck([6, 5, 3, 2, 6, 5, 5, 4, 1], 1, 3, "0/1/3")
    assert harmed(told) == Harmed("U1", "U2", 22, "1W+3D", 15, "1W+3D", 1, "")
    assert at.armour(2) == "0/0/3"
    assert at.unit(2).vest.gear == 0


@pytest.mark.clause("TPS-13.2", "TPS-13.3")
@pytest.mark.parametrize(("damage", "hits"), [(11, 0), (12, 1), (23, 1), (24, 2), (36, 3)])
def test_hits_are_how_many_times_the_damage_holds_a_defense_of_12(damage: int, hits: int) -> None:
    """Example 13: ties favour the attacker."""
    sixes, rest = divmod(damage, 6)
    faces = [6] * sixes + [rest] * bool(rest)
    _, told = struck([*faces, 4, 4, 4], 0, len(faces))
    assert harmed(told).hits == hits


@pytest.mark.clause("TPS-13.4", "TPS-4.13")
def test_the_wild_defense_die_explodes_and_its_good_does_nothing_else() -> None:
    """Example 12."""
    _, told = struck([3, 4, 4, 2, 5, 6, 6, 1, 2, 4], 1, 4)
    assert (harmed(told).damage, harmed(told).defence, harmed(told).hits) == (18, 19, 0)


@pytest.mark.clause("TPS-13.5", "TPS-13.6", "TPS-13.11")
def test_a_headshot_passes_by_the_vest_and_dice_are_lost_in_the_usual_order() -> None:
    """Example 10."""
    at, told = struck([6, 6, 3, 2, 4, 1, 5, 3, 2, 3, 4, 1], 1, 5, "1/1/3")
    assert harmed(told) == Harmed("U1", "U2", 30, "1W+5D", 10, "1W+3D", 3, ", a headshot")
    assert at.armour(2) == "0/0/2"


@pytest.mark.clause("TPS-13.6")
def test_by_an_option_the_helmet_alone_meets_a_headshot() -> None:
    at, told = struck([6, 6, 3, 4], 1, 0, "1/1/3", sv_headshot=1)
    assert (harmed(told).against, harmed(told).hits) == ("1W", 3)
    assert at.armour(2) == "0/0/2"
    at, told = struck([6, 6, 3], 1, 0, "0/1/3", sv_headshot=1)
    assert harmed(told).hits == 4 and not at.unit(2).alive


@pytest.mark.clause("TPS-4.9", "TPS-4.10")
def test_good_and_bad_cancel() -> None:
    """Example 9."""
    at, told = struck([6, 6, 2, 1, 1, 3, 4, 4, 4, 4], 2, 2)
    assert (harmed(told).damage, harmed(told).headshot) == (22, "")
    assert not events_of(told, Emptied) and at.unit(1).primary.mark == 0


@pytest.mark.clause("TPS-13.7", "TPS-13.8", "TPS-2.7")
def test_net_bad_on_damage_empties_the_weapon_and_the_damage_counts() -> None:
    """Example 11."""
    at = duel()
    told = run_actions(at, [2, 1, 1, 1, 1, 1, 6, 5, 6, 4, 3, 2])
    assert harmed(told).hits == 2 and at.armour(2) == "0/0/1"
    assert [one.event for one in events_of(told, Emptied)] == [Emptied("U1", "mp5")]
    assert at.unit(1).primary.mark == 1


@pytest.mark.clause("TPS-13.12", "TPS-13.13", "TPS-2.5")
def test_surplus_hits_are_lost_on_a_last_die_which_is_the_wild_one() -> None:
    """Example 14."""
    at, told = struck([3, 6, 3], 0, 2, "0/0/1")
    assert (harmed(told).against, harmed(told).hits) == ("1W", 3)
    assert [one.event for one in events_of(told, Hurt)] == [Hurt("U2", 1, "none")]
    assert not at.unit(2).alive


@pytest.mark.clause("TPS-13.10", "TPS-13.11")
def test_helmet_then_vest_then_health_and_lost_armour_is_not_dropped() -> None:
    at, _ = struck([6, 6, 6, 6, 6, 6, 6, 2, 2, 2, 2, 2], 0, 7, "1/1/3")
    assert at.armour(2) == "0/0/1"
    assert at.unit(2).helmet.gear == at.unit(2).vest.gear == 0
    assert at.state.n_ground == 0


@pytest.mark.clause("TPS-13.12", "TPS-13.13", "TPS-2.8", "TPS-21.5")
def test_an_eliminated_unit_drops_everything_but_its_knife_where_it_stands() -> None:
    at = position(
        unit("T", 10, 10, "mp5", targets="U2"),
        unit("CT", 12, 10, "m4a1!", "usp", "kit", "flash", "frag", armour="0/0/1"),
    )
    told = run_actions(at, [2, 1, 1, 1, 5, 5, 5, 5, 3])
    assert [one.event.token for one in events_of(told, Laid)] == ["m4a1", "usp", "kit", "flash", "frag"]
    lying = [at.state.ground[k] for k in range(at.state.n_ground)]
    assert [(item.gear, item.mark, item.x) for item in lying][0] == (number("m4a1") + 1, 1, 12_000_000)
    assert (at.unit(2).alive, at.unit(2).deaths) == (0, 1)
    assert [one.event for one in events_of(told, Eliminated)] == [Eliminated("U2", "U1")]


@pytest.mark.clause("TPS-13.15", "TPS-21.4")
def test_the_kill_goes_to_most_hits_then_greater_damage_then_the_lower_seat() -> None:
    def killer(first: list[int], second: list[int]) -> int:
        at = position(unit("T", 10, 10), unit("T", 10, 12), unit("CT", 12, 10, armour="0/0/2"))
        for by, faces in enumerate((first, second)):
            dice = tape([*faces, 3, 2])
            resolve_damage(at.state, at.tables[0], dice[0], new_log()[0], by, 2, 0, len(faces))
        apply_hits(at.state, at.tables[0], new_log()[0])
        return 1 if at.unit(1).frags else 2

    assert killer([5], [5, 5]) == 2
    assert killer([5, 5], [5]) == 1
    assert killer([5], [6]) == 2
    assert killer([5], [5]) == 1


@pytest.mark.clause("TPS-13.15", "TPS-21.4")
def test_all_attacks_of_one_attacker_are_added_up_for_the_kill() -> None:
    at = position(unit("T", 10, 10), unit("T", 10, 12), unit("CT", 12, 10, armour="0/0/2"))
    for by, faces in ((0, [5]), (0, [5]), (1, [6])):
        resolve_damage(at.state, at.tables[0], tape([*faces, 3, 2])[0], new_log()[0], by, 2, 0, 1)
    apply_hits(at.state, at.tables[0], new_log()[0])
    assert at.unit(1).frags == 1
    assert not at.state.hits.any() and not at.state.harm.any()


@pytest.mark.clause("TPS-13.16", "TPS-6.8", "TPS-21.4")
def test_a_hostage_without_dice_is_removed_and_costs_its_killer() -> None:
    at = position(unit("CT", 10, 10), hostages=[(12, 10)])
    at.state.hostages[0].leader = 1
    log = new_log()
    resolve_damage(at.state, at.tables[0], tape([6, 6, 3, 3])[0], log[0], 0, UNITS, 0, 2)
    apply_hits(at.state, at.tables[0], log[0])
    told = decode_log(log, KINDS, REASONS, PURPOSES, NAMES)
    assert harmed(told).against == "1W+1D"
    assert (at.state.hostages[0].status, at.state.hostages[0].leader) == (3, 0)
    assert (at.unit(1).frags, at.unit(1).earned) == (-1, -6)
    assert [one.event for one in events_of(told, Scored)] == [Scored("U1", "a hostage killed", -6)]


@pytest.mark.clause("TPS-19.29", "TPS-19.32")
def test_the_hostage_of_an_eliminated_leader_becomes_free_and_forgets_its_trail() -> None:
    at = position(unit("T", 10, 10, "mp5", targets="U2"), unit("CT", 12, 10, armour="0/0/1"), hostages=[(13, 10)])
    hostage = at.state.hostages[0]
    hostage.leader, hostage.n_trail, hostage.trail_x[0], hostage.trail_y[0] = 2, 1, 12_000_000, 10_000_000
    run_actions(at, [2, 1, 1, 1, 5, 5, 5, 5, 3])
    assert (hostage.leader, hostage.n_trail, hostage.trail_x[0], hostage.status) == (0, 0, 0, 1)


@pytest.mark.clause("TPS-29.1", "TPS-13.2")
@pytest.mark.parametrize(
    ("weapon", "armour", "least", "exact"),
    [
        ("mp5", "0/0/3", 1, "375505/489888"),
        ("mp5", "0/1/3", 1, "5436572149/10158317568"),
        ("mp5", "1/1/3", 1, "170713282693/548549148672"),
        ("usp", "0/0/3", 1, "8383/15552"),
    ],
)
def test_the_chance_of_a_hit_is_the_rulebooks(weapon: str, armour: str, least: int, exact: str) -> None:
    """Each in contact, where every to-hit roll hits."""

    def dice(state: object) -> int:
        two = state.units[1]  # type: ignore[attr-defined]
        return int(two.helmet.mark + two.vest.mark + two.health)

    whole = sum(int(part) for part in armour.split("/"))
    assert chance(duel(weapon, armour), lambda state: whole - dice(state) >= least) == Fraction(exact)


@pytest.mark.clause("TPS-29.1", "TPS-13.10")
def test_the_chance_of_exactly_one_hit_on_a_vest() -> None:
    exact = Fraction(204523874479, 436807655424)
    assert (
        chance(duel(armour="0/1/3"), lambda state: state.units[1].vest.mark == 0 and state.units[1].health == 3)
        == exact
    )


@pytest.mark.clause("TPS-29.1", "TPS-16.4")
def test_the_chance_that_a_share_without_a_wild_die_scores() -> None:
    at = position(unit("T", 10, 10, "mp5", targets="U2:0:2,U3:1:1"), unit("CT", 11, 10), unit("CT", 80, 50))
    assert chance(at, lambda state: state.units[1].health < 3) == Fraction(623, 2916)


@pytest.mark.clause("TPS-29.1")
@pytest.mark.parametrize(("weapon", "exact"), [("mac10", "25444754119/140946656256")])
def test_the_chance_to_kill_outright(weapon: str, exact: str) -> None:
    assert chance(duel(weapon), lambda state: not state.units[1].alive) == Fraction(exact)


@pytest.mark.clause("TPS-29.1")
def test_an_awp_kills_outright_more_often_than_not() -> None:
    exact = Fraction(68467442375423225, 94621436851027968)
    assert chance(duel("awp"), lambda state: not state.units[1].alive) == exact
