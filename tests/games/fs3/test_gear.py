"""Section 7 and FS3-6.9: Aim, Reload, and ammunition; worked example X38."""

from __future__ import annotations

import pytest

from fireteam.games.fs3.rules.gear import NO_LIMIT, cancel_aim, has_aim_at, rounds_in_hand, weapon_in_hand
from fireteam.games.fs3.tables import CARRIED
from tests.games.fs3.rulebook_tables import WEAPON_IDS
from tests.games.fs3.table import act, do, end_turn, kinds, only, refused, table, who, why


@pytest.mark.clause("FS3-7.9", "FS3-7.10", "FS3-7.11")
@pytest.mark.parametrize(
    ("orders", "bonus"),
    (
        (["aim bob", "attack bob"], 30),
        (["aim bob", "aim bob", "attack bob"], 30),
        (["aim bob", "attack cal"], 0),
        (["aim bob", "aim cal", "attack bob"], 0),
        (["aim bob", "reload", "attack bob"], 0),
        (["aim bob", "pass", "attack bob"], 0),
    ),
)
def test_an_aim_counts_in_the_next_turn_against_its_target(orders: list[str], bonus: int) -> None:
    """Worked example X38."""
    at = table("anna 5,5 rifle", "bob 20,5 team=2", "cal 20,9 team=2")
    for order in orders[:-1]:
        act(*at, f"anna: {order}")
        end_turn(*at)
    told = act(*at, f"anna: {orders[-1]}", dice=[1, 100])
    assert why(told, "attacked").get("attack: aim", 0) == bonus


@pytest.mark.clause("FS3-7.11", "FS3-6.27")
def test_an_aim_ends_with_the_next_turn_used_or_not() -> None:
    at = table("anna 5,5 rifle", "bob 20,5 team=2")
    act(*at, "anna: aim bob")
    assert not has_aim_at(at[1][0], 0, 1), "not in the turn in which it is taken"
    end_turn(*at)
    assert has_aim_at(at[1][0], 0, 1)
    act(*at, "anna: attack bob", dice=[1, 100])
    assert has_aim_at(at[1][0], 0, 1)
    end_turn(*at)
    assert not has_aim_at(at[1][0], 0, 1) and who(*at, "anna").aim == 0


@pytest.mark.clause("FS3-7.12", "FS3-7.12a", "FS3-7.13")
def test_what_can_be_aimed_and_at_whom() -> None:
    at = table("anna 5,5 knife", "bob 55,35 team=2", "cal 9,5 team=2 ecm", features=[("7,4,1,2", "sight")])
    assert "aimed" in kinds(act(*at, "anna: aim bob")), "with a knife, 58 m away"
    end_turn(*at)
    assert "aimed" not in kinds(act(*at, "anna: aim cal")), "out of sight"
    end_turn(*at)
    assert refused(*at, "cal: aim anna") == "E-WEAPON-TYPE"


@pytest.mark.clause("FS3-7.13", "FS3-6.13")
def test_another_weapon_or_being_seized_cancels_an_aim() -> None:
    at = table("anna 5,5 rifle pistol", "bob 20,5 team=2")
    act(*at, "anna: aim bob")
    end_turn(*at)
    told = act(*at, "anna: attack bob weapon=pistol", dice=[1, 1])
    assert "attack: aim" not in why(told, "attacked")
    at = table("anna 5,5 rifle aim=2 aimed=1 aims=1", "bob 6,5 unarmed team=2")
    act(*at, "bob: subdue anna", dice=[90, 1])
    assert who(*at, "anna").subduer and not has_aim_at(at[1][0], 0, 1) and not who(*at, "anna").aims
    at = table("anna 5,5 rifle aim=2 aimed=1", "bob 20,5 team=2")
    cancel_aim(at[1][0], 0)
    assert not has_aim_at(at[1][0], 0, 1)


@pytest.mark.clause("FS3-7.20", "FS3-7.21", "FS3-6.9")
def test_reload_fills_the_clip_and_takes_a_spare_one_if_they_are_counted() -> None:
    at = table("anna 5,5 rifle:3:2 pistol:1:0", "bob 20,5 team=2 rifle:20")
    event = only(act(*at, "anna: reload"), "reloaded")
    assert (event.rounds, event.done, event.needed) == (20, 1, 1)
    assert list(who(*at, "anna").rounds[:2]) == [20, 1] and list(who(*at, "anna").clips[:2]) == [1, 0]
    end_turn(*at)
    act(*at, "bob: reload")
    assert who(*at, "bob").clips[0] == -1, "as many as one likes; a full weapon may be reloaded"


@pytest.mark.clause("FS3-7.21")
def test_a_slow_reload_needs_that_many_in_a_row() -> None:
    at = table("anna 5,5 rifle:3:2 pistol", "bob 20,5 team=2")
    at[0].tables[0].weapons[WEAPON_IDS.index("rifle")].reload_turns = 2

    def rounds_after(*orders: str) -> int:
        for order in orders:
            act(*at, f"anna: {order}")
            end_turn(*at)
        return int(who(*at, "anna").rounds[0])

    assert rounds_after("reload", "pass", "reload") == 3
    assert rounds_after("pass weapon=pistol", "reload weapon=rifle") == 3, "another weapon breaks the row too"
    assert rounds_after("reload") == 20
    assert who(*at, "anna").clips[0] == 1 and who(*at, "anna").reloading == 0


@pytest.mark.clause("FS3-7.21", "FS3-6.9")
def test_what_was_begun_on_one_weapon_does_not_count_for_another() -> None:
    """Each Reload follows the other at once: only the change of weapon breaks the row."""
    at = table("anna 5,5 rifle:3:2 pistol:1:2", "bob 20,5 team=2")
    for weapon in ("rifle", "pistol"):
        at[0].tables[0].weapons[WEAPON_IDS.index(weapon)].reload_turns = 2
    done = []
    for order in ("reload", "reload weapon=pistol", "reload weapon=rifle", "reload"):
        done.append(only(act(*at, f"anna: {order}"), "reloaded").done)
        end_turn(*at)
    assert done == [1, 1, 1, 2]
    assert list(who(*at, "anna").rounds[:2]) == [20, 1] and list(who(*at, "anna").clips[:2]) == [1, 2]


@pytest.mark.clause("FS3-7.22", "FS3-7.5")
def test_what_cannot_be_reloaded() -> None:
    at = table("anna 5,5 rifle:3:0", "bob 6,5 team=2 knife", "cal 7,5 team=2 grenade_frag:1", "dan 8,5 team=2")
    assert [refused(*at, f"{name}: reload") for name in ("anna", "bob", "cal")] == ["E-RELOAD"] * 3
    assert refused(*at, "dan: reload") == "E-WEAPON-TYPE", "it holds none"
    who(*at, "anna").clips[0] = 1
    assert refused(*at, "anna: reload") == "ok"
    at[0].tables[0].weapons[WEAPON_IDS.index("rifle")].ammunition = 0
    assert refused(*at, "anna: reload") == "E-RELOAD", "it needs no ammunition"


@pytest.mark.clause("FS3-6.9", "FS3-7.5", "FS3-6.30")
def test_each_weapon_keeps_its_own_count_and_some_need_none() -> None:
    at = table("anna 5,5 rifle:7 pistol:4 knife", "bob 20,5 team=2")
    counts = []
    for order in ("attack bob", "attack bob weapon=pistol", "attack bob weapon=rifle"):
        act(*at, f"anna: {order}", dice=[1, 1])
        counts.append(list(who(*at, "anna").rounds[:2]))
        end_turn(*at)
    assert counts == [[6, 4], [6, 3], [5, 3]]
    now, tab = at[1][0], at[0].tables[0]
    assert rounds_in_hand(now, tab, 0) == 5 and rounds_in_hand(now, tab, 1) == 0
    who(*at, "anna").hand = 3
    assert rounds_in_hand(now, tab, 0) == NO_LIMIT and weapon_in_hand(now, tab, 1) == -1
    act(*at, "anna: pass weapon=unarmed")
    assert weapon_in_hand(now, tab, 0) == WEAPON_IDS.index("unarmed")


@pytest.mark.clause("FS3-6.9", "FS3-7.21")
def test_the_last_of_a_full_loadout_is_a_weapon_like_any_other() -> None:
    at = table("anna 5,5 rifle pistol:4 knife club stun_gun lmg:30:2", "bob 20,5 team=2")
    assert who(*at, "anna").n_weapons == CARRIED
    act(*at, "anna: attack bob weapon=lmg", dice=[1, 1])
    assert who(*at, "anna").rounds[CARRIED - 1] == 29
    end_turn(*at)
    assert refused(*at, "anna: full_auto bob") == "ok"
    act(*at, "anna: reload")
    assert (who(*at, "anna").rounds[CARRIED - 1], who(*at, "anna").clips[CARRIED - 1]) == (100, 1)
    who(*at, "anna").rounds[CARRIED - 1] = 0
    end_turn(*at)
    assert refused(*at, "anna: attack bob") == "E-AMMO"


@pytest.mark.clause("FS3-7.20")
def test_reload_takes_the_whole_action() -> None:
    at = table("anna 5,5 rifle:0:1", "bob 20,5 team=2")
    told = do(*at, "anna: reload", "bob: pass", dice=[90, 40])
    assert "reloaded" in kinds(told) and "attacked" not in kinds(told)
