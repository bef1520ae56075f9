"""Section 10: close combat."""

from __future__ import annotations

import pytest

from tests.games.gunplay.table import do, is_down, kinds, of_kind, refused, rolled, table, who, why


@pytest.mark.clause("GUN-10.1", "GUN-10.10")
def test_the_checks_of_a_fight_come_in_the_books_order() -> None:
    at = table("A1 5,5", "A2 5,6", "B1 6,5 down", "B2 6.06,5", "B3 5,4", act="A1")
    codes = [refused(*at, f"fight A1 {name}") for name in ("B9", "A2", "B1", "B2", "B3")]
    assert codes == ["TARGET_UNKNOWN", "TARGET_FRIEND", "TARGET_DOWN", "NOT_IN_CONTACT", "ok"]


@pytest.mark.clause("GUN-10.2", "GUN-15.4", "GUN-15.5", "GUN-15.15", "GUN-3.12", "GUN-15.19")
@pytest.mark.parametrize(
    ("attacker", "defender", "level"),
    (
        ("", "", "Moderate"),
        ("Strong", "", "Easy"),
        ("Weak", "", "Hard"),
        ("Brawler", "", "Easy"),
        ("", "Brawler", "Hard"),
        ("", "prone", "Easy"),
        ("prone", "", "Hard"),
        ("heavy_blade", "", "Hard"),
        ("heavy_blade Strong", "", "Easy"),
        ("Strong Brawler", "prone", "Automatic"),
    ),
)
def test_strength_skill_postures_and_weapons_shift_a_fight(attacker: str, defender: str, level: str) -> None:
    at = table(f"A1 5,5 {attacker}", f"B1 6,5 {defender}", act="A1", modules="traits extra_difficulties")
    told = do(*at, "fight A1 B1", dice=[10, 10] if level != "Automatic" else [10])
    assert of_kind(told, "attacked")[0].event.level == level  # type: ignore[attr-defined]


@pytest.mark.clause("GUN-10.3")
@pytest.mark.parametrize("friends", range(4))
def test_up_to_two_other_friends_in_contact_with_the_defender_help(friends: int) -> None:
    places = ("7,5", "6,6", "6,4")
    others = [f"A{k + 2} {place}" for k, place in enumerate(places[:friends])]
    at = table("A1 5,5", *others, "A7 7,6 down", "B1 6,5", act="A1")
    told = do(*at, "fight A1 B1", dice=[10, 10])
    assert why(told, "attacked") == ({"friends in contact": min(friends, 2)} if friends else {})


@pytest.mark.clause("GUN-10.3", "GUN-10.13")
@pytest.mark.parametrize(
    ("other", "helps"),
    (
        ("A2 6.7,5.7", True),
        ("A2 6.7,5.7 down", False),
        ("A2 7.06,5", False),
        ("B2 6.7,5.7", False),
        ("A2 4,5", False),
    ),
)
def test_only_an_up_friend_in_contact_with_the_defender_helps(other: str, helps: bool) -> None:
    """Not one that is Down, nor out of contact, nor in contact with the attacker alone, nor an enemy."""
    at = table("A1 5,5", other, "B1 6,5", act="A1")
    assert why(do(*at, "fight A1 B1", dice=[10, 10]), "attacked") == ({"friends in contact": 1} if helps else {})


@pytest.mark.clause("GUN-9.10", "GUN-10.2", "GUN-10.3")
def test_wounds_markers_and_what_modifies_shots_do_not_modify_a_fight() -> None:
    words = "wounds=3 markers=2 moved braced Marksman"
    at = table(f"A1 5,5 {words}", "B1 6,5 ran wounds=2", act="A1", modules="traits flinch", toughness_base="Easy")
    told = do(*at, "fight A1 B1", dice=[10, 10])
    assert why(told, "attacked") == {} and of_kind(told, "attacked")[0].event.level == "Moderate"  # type: ignore[attr-defined]


@pytest.mark.clause("GUN-10.4", "GUN-17.1", "GUN-3.12", "GUN-19.7")
@pytest.mark.parametrize(
    ("words", "modules", "wounds"),
    (
        ("unarmed rifle_light", "extra_damage traits", 0),
        ("blade", "extra_damage traits", 1),
        ("heavy_blade Strong", "extra_damage traits", 2),
        ("heavy_blade Strong", "traits", 1),
        ("blade", "extra_damage solid_hits", 2),
    ),
)
def test_a_hit_in_a_fight_has_the_melee_weapons_damage(words: str, modules: str, wounds: int) -> None:
    at = table(f"A1 5,5 {words}", "B1 6,5", act="A1", modules=modules, toughness_base="Easy")
    do(*at, "fight A1 B1", dice=[10, 10])
    assert who(at[1], "B1").wounds == wounds


@pytest.mark.clause("GUN-10.5", "GUN-10.6", "GUN-10.13")
def test_a_miss_is_countered_once_and_a_hit_is_not() -> None:
    at = table("A1 5,5", "A2 7,5", "B1 6,5", "B2 5,6", act="A1")
    told = do(*at, "fight A1 B1", dice=[1, 1])
    assert rolled(told) == [("Fight", 1), ("Fight", 1)]
    attacks = of_kind(told, "attacked")
    assert [(one.event.kind, one.event.modifiers) for one in attacks] == [("attacks", "+1"), ("strikes back at", "+1")]  # type: ignore[attr-defined]
    at = table("A1 5,5", "B1 6,5", act="A1")
    assert kinds(do(*at, "fight A1 B1", dice=[6, 10])) == ["attacked", "withstood"]


@pytest.mark.clause("GUN-10.2", "GUN-10.4", "GUN-10.5", "GUN-10.13")
def test_a_counter_attack_has_the_level_and_the_weapon_of_who_strikes_back() -> None:
    modules = "traits extra_damage"
    at = table("A1 5,5 unarmed prone", "B1 6,5 heavy_blade Strong", act="A1", modules=modules, toughness_base="Easy")
    told = do(*at, "fight A1 B1", dice=[1, 10])
    assert [one.event.level for one in of_kind(told, "attacked")] == ["Hard", "Automatic"]  # type: ignore[attr-defined]
    assert (who(at[1], "A1").wounds, who(at[1], "B1").wounds) == (2, 0)


@pytest.mark.clause("GUN-10.2", "GUN-10.4", "GUN-10.8", "GUN-10.13")
def test_a_parting_attack_has_the_level_and_the_weapon_of_who_strikes() -> None:
    modules = "traits extra_damage extra_difficulties"
    at = table(
        "A1 5,5 Brawler", "A2 9,9", "B1 6,5 heavy_blade Strong", act="A1", modules=modules, toughness_base="Easy"
    )
    told = do(*at, "move A1 3,5", dice=[6, 10])
    assert of_kind(told, "attacked")[0].event.level == "Moderate" and who(at[1], "A1").wounds == 2  # type: ignore[attr-defined]
    at = table("A1 5,5", "A2 9,9", "B1 6,5", act="A1", modules="flinch")
    do(*at, "move A1 3,5", dice=[1])
    assert who(at[1], "A1").markers == 0


@pytest.mark.clause("GUN-10.7", "GUN-13.15")
def test_a_fight_gives_no_markers_and_triggers_nobody() -> None:
    at = table("A1 5,5", "B1 6,5", "B2 20,5 auto min=0", act="A1", modules="flinch overwatch")
    do(*at, "fight A1 B1", dice=[1, 1])
    assert who(at[1], "B1").markers == who(at[1], "A1").markers == 0 and who(at[1], "B2").overwatch


@pytest.mark.clause("GUN-10.11", "GUN-7.28")
def test_fighting_is_allowed_after_a_run_and_ends_bracing() -> None:
    at = table("A1 5,5 ran_now braced", "B1 6,5", act="A1")
    do(*at, "fight A1 B1", dice=[1, 1])
    assert not who(at[1], "A1").braced


@pytest.mark.clause("GUN-10.8", "GUN-10.13")
def test_one_parting_attack_of_each_enemy_without_counter() -> None:
    at = table("A1 5,5", "A2 20,20", "B1 6,5", "B2 5,6", "B3 4,5 down", act="A1")
    told = do(*at, "move A1 3.5,3.5", dice=[1, 1])
    assert [one.event.char for one in of_kind(told, "attacked")] == ["B1", "B2"]  # type: ignore[attr-defined]
    at = table("B1 5,5", "B2 20,20", "A1 6,5", "A2 5,6", "A3 4,5 down", act="B1")
    told = do(*at, "move B1 3.5,3.5", dice=[1, 1])
    assert [one.event.char for one in of_kind(told, "attacked")] == ["A1", "A2"]  # type: ignore[attr-defined]
    at = table("A1 5,5", "A2 20,20", "B1 6,5", "B2 5,6", act="A1")
    do(*at, "move A1 3.5,3.5", dice=[9, 1])
    assert is_down(at[1], "A1"), "then the second has nobody to strike"


@pytest.mark.clause("GUN-10.12")
def test_on_the_way_a_mover_is_engaged_where_it_is() -> None:
    """A2 may not fire at it beside A1; its bracing ends only when the movement has."""
    at = table("A1 8,5 braced", "A2 20,5 auto min=0", "B1 5,3.99", act="B1", modules="overwatch")
    told = do(*at, "move B1 7.2,4.4", dice=[1])
    assert [one.event.char for one in of_kind(told, "attacked")] == ["A2"]  # type: ignore[attr-defined]
    assert not who(at[1], "A1").braced
