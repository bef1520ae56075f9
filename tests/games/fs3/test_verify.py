"""Sections 6, 7 and 29: which orders are refused, with which code."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.fs3 import state
from tests.games.fs3.table import At, refused, table, who, wound


def yard(**options: Any) -> At:
    return table(
        "anna 10,10 rifle:20 knife grenade_frag:1 pistol:0",
        "ben 30,10 npc=5 rifle",
        "cora 12,10 rifle",
        "dan 30,20 npc=5 observer",
        "eva 12,12 out rifle",
        "fritz 33,10 npc=5 out",
        **options,
    )


@pytest.mark.clause("FS3-7.1", "FS3-7.2")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("anna: attack ben", "ok"),
        ("anna: full_auto ben", "ok"),
        ("anna: explode ben weapon=grenade_frag", "ok"),
        ("anna: suppress ben", "ok"),
        ("anna: aim ben", "ok"),
        ("anna: reload", "ok"),
        ("anna: subdue ben weapon=knife", "ok"),
        ("anna: escape", "E-STATE"),
        ("anna: rally eva", "ok"),
        ("anna: treat cora", "E-NO-WOUND"),
        ("anna: pass", "ok"),
        ("eva: pass", "E-KO"),
        ("dan: pass", "E-ROLE"),
        ("anna: recover", "E-STATE"),
        ("anna: push +50", "E-STATE"),
    ],
)
def test_each_action_has_its_own_law(line: str, code: str) -> None:
    assert refused(*yard(), line) == code


@pytest.mark.clause("FS3-7.2", "FS3-7.25")
def test_a_captive_only_escapes_or_passes() -> None:
    at = yard()
    who(*at, "anna").subduer, who(*at, "ben").captive = 2, 1
    assert refused(*at, "anna: attack cora friendly=yes") == "E-SUBDUED"
    assert refused(*at, "anna: escape") == "ok"
    assert refused(*at, "anna: pass stance=evade") == "ok"
    assert refused(*at, "anna: pass path=11,10") == "E-MOVE"


@pytest.mark.clause("FS3-6.29", "FS3-6.10", "FS3-6.28", "FS3-7.3")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("anna: attack cora", "E-TARGET"),
        ("anna: attack cora friendly=yes", "ok"),
        ("anna: attack anna friendly=yes", "E-TARGET"),
        ("anna: attack dan", "E-TARGET"),
        ("anna: attack fritz", "E-TARGET"),
        ("anna: attack nobody", "E-TARGET"),
        ("anna: attack ben alternates=nobody", "E-TARGET"),
        ("anna: attack ben alternates=cora,cora", "E-TARGETS"),
    ],
)
def test_targets_are_soldiers_and_pilots_of_another_team(line: str, code: str) -> None:
    assert refused(*yard(), line) == code


@pytest.mark.clause("FS3-7.3")
def test_sight_and_distance_do_not_bind_yet() -> None:
    at = table("anna 1,1 knife", "ben 59,39 npc=5", features=(("20,0,1,40", "sight"),))
    assert refused(*at, "anna: attack ben") == "ok"


@pytest.mark.clause("FS3-7.4", "FS3-7.13", "FS3-7.24", "FS3-7.17", "FS3-7.18b")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("attack ben weapon=grenade_frag", "E-WEAPON-TYPE"),
        ("suppress ben weapon=grenade_frag", "E-WEAPON-TYPE"),
        ("attack ben weapon=ecm", "E-WEAPON-TYPE"),
        ("aim ben weapon=ecm", "E-WEAPON-TYPE"),
        ("suppress ben weapon=ecm", "ok"),
        ("explode ben", "E-WEAPON-TYPE"),
        ("subdue ben", "E-WEAPON-TYPE"),
        ("suppress ben,cora weapon=knife friendly=yes", "E-TARGETS"),
        ("suppress ben,cora friendly=yes", "ok"),
        ("suppress ben,cora weapon=ecm friendly=yes", "ok"),
        ("suppress ben,ben", "E-TARGETS"),
        ("suppress -", "E-TARGETS"),
        ("full_auto -", "E-TARGETS"),
    ],
)
def test_a_weapon_does_what_its_type_does(line: str, code: str) -> None:
    at = table("anna 10,10 rifle knife grenade_frag ecm", "ben 30,10 npc=5 rifle", "cora 12,10 rifle")
    assert refused(*at, f"anna: {line}") == code


@pytest.mark.clause("FS3-7.5", "FS3-7.19", "FS3-14.10", "FS3-14.1")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("attack ben", "E-AMMO"),
        ("suppress ben,cora weapon=rifle", "E-AMMO"),
        ("suppress ben weapon=rifle", "ok"),
        ("full_auto ben weapon=rifle", "ok"),
        ("full_auto ben,cora weapon=rifle", "E-AMMO"),
        ("full_auto ben", "E-MODE"),
        ("attack ben burst=yes", "E-MODE"),
        ("attack ben burst=yes weapon=rifle", "ok"),
        ("attack ben weapon=unarmed", "ok"),
    ],
)
def test_rounds_and_modes(line: str, code: str) -> None:
    at = table("anna 10,10 pistol:0 rifle:1", "ben 30,10 npc=5 rifle", "cora 30,20 npc=5 rifle")
    assert refused(*at, f"anna: {line}") == code


@pytest.mark.clause("FS3-7.22")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("rifle", "ok"),
        ("rifle:3:0", "E-RELOAD"),
        ("rifle:3:1", "ok"),
        ("knife", "E-RELOAD"),
        ("grenade_frag", "E-RELOAD"),
    ],
)
def test_what_can_be_reloaded(words: str, code: str) -> None:
    assert refused(*table(f"anna 10,10 {words}", "ben 30,10 npc=5"), "anna: reload") == code


@pytest.mark.clause("FS3-7.7", "FS3-7.8", "FS3-19.5")
def test_called_locations_are_those_of_the_targets_chart() -> None:
    at = table("anna 10,10 rifle", "ben - npc=5 in=v1 kinetic_cannon", vehicles=("v1 interceptor 30,20",))
    assert refused(*at, "anna: attack ben called=HD") == "E-LOCATION"
    assert refused(*at, "anna: attack ben called=CP burst=yes") == "ok"
    assert refused(*at, "anna: attack ben called=elbow") == "E-LOCATION"


@pytest.mark.clause("FS3-8.17")
def test_the_option_forbids_weapons_of_the_other_class() -> None:
    plane = ("v1 interceptor 30,20",)
    at = table("anna 10,10 rifle", "ben - npc=5 in=v1", vehicles=plane, class_mismatch="forbid")
    assert refused(*at, "anna: attack ben") == "E-CLASS"
    assert refused(*table("anna 10,10 rifle", "ben - npc=5 in=v1", vehicles=plane), "anna: attack ben") == "ok"


@pytest.mark.clause("FS3-8.17", "FS3-8.16")
def test_what_is_forbidden_is_an_attack_with_a_weapon_of_the_other_class() -> None:
    at = table(
        "anna 10,10 rifle hmg grenade_frag nuke",
        "ben - npc=5 in=v1",
        "cora 30,10 npc=5",
        vehicles=("v1 interceptor 30,20",),
        class_mismatch="forbid",
    )
    for line, ben, cora in (
        ("attack {}", "E-CLASS", "ok"),
        ("attack {} weapon=hmg", "ok", "E-CLASS"),
        ("suppress {}", "E-CLASS", "ok"),
        ("full_auto {} weapon=hmg", "ok", "E-CLASS"),
        ("explode {} weapon=grenade_frag", "E-CLASS", "ok"),
        ("explode {} weapon=nuke", "ok", "E-CLASS"),
        ("aim {}", "ok", "ok"),
        ("aim {} weapon=hmg", "ok", "ok"),
    ):
        assert [refused(*at, "anna: " + line.format(name)) for name in ("ben", "cora")] == [ben, cora], line


@pytest.mark.clause("FS3-7.26")
def test_who_can_be_subdued() -> None:
    at = table(
        "anna 10,10 knife",
        "ben - npc=5 in=v1",
        "cora 11.5,10 npc=5",
        "dan 12,11 knife",
        vehicles=("v1 interceptor 30,20",),
    )
    assert refused(*at, "anna: subdue ben") == "E-TARGET"
    assert refused(*at, "anna: subdue cora") == "ok"
    who(*at, "cora").subduer, who(*at, "dan").captive = 4, 3
    assert refused(*at, "anna: subdue cora") == "E-ALREADY-SUBDUED"
    assert refused(*at, "dan: subdue cora") == "ok"


@pytest.mark.clause("FS3-7.26", "FS3-6.29", "FS3-7.3")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ben", "ok"),
        ("cora", "E-TARGET"),
        ("cora friendly=yes", "ok"),
        ("anna friendly=yes", "E-TARGET"),
        ("dan", "E-TARGET"),
        ("eva friendly=yes", "E-TARGET"),
        ("nobody", "E-TARGET"),
    ],
)
def test_whom_one_may_subdue_is_a_target_like_any_other(line: str, code: str) -> None:
    assert refused(*yard(), f"anna: subdue {line} weapon=knife") == code


@pytest.mark.clause("FS3-7.39", "FS3-6.28", "FS3-7.46", "FS3-7.43", "FS3-7.50")
def test_care_is_for_those_who_can_be_helped() -> None:
    at = yard()
    assert refused(*at, "anna: rally cora") == "E-TARGET"
    assert refused(*at, "anna: rally fritz") == "E-TARGET"
    wound(*at, "cora", "Light", second=0)
    wound(*at, "cora", "Light", second=0, is_treated=1)
    wound(*at, "cora", "healed")
    assert refused(*at, "anna: treat cora wound=1") == "ok"
    assert refused(*at, "anna: treat cora wound=2") == "E-TREATED"
    assert refused(*at, "anna: treat cora wound=3") == "E-NO-WOUND"
    assert refused(*at, "anna: treat cora wound=9") == "E-NO-WOUND"
    assert refused(*at, "anna: treat eva wound=1") == "E-NO-WOUND", "it is Cora's"
    assert refused(*at, "anna: treat dan") == "E-TARGET"
    at[1][0].clock = 3600
    assert refused(*at, "anna: treat cora wound=1") == "ok"
    at[1][0].clock = 3601
    assert refused(*at, "anna: treat cora wound=1") == "E-TREAT-LATE"


@pytest.mark.clause("FS3-15.3", "FS3-15.3c")
def test_where_an_explosive_may_go_off() -> None:
    at = table("anna 10,10 grenade_frag", "ben 30,10 npc=5", "cora 12,10")
    assert refused(*at, "anna: explode cora") == "ok"
    assert refused(*at, "anna: explode_at 20,10") == "ok"
    assert refused(*at, "anna: explode_at 61,10") == "E-TARGET"
    assert refused(*at, "anna: explode_among ben:immediate") == "E-TARGET"
    bare = table("anna - grenade_frag", "ben - npc=5", "cora -", size=None)
    assert refused(*bare, "anna: explode_among ben:immediate,cora:near,anna:near") == "ok"
    assert refused(*bare, "anna: explode_among ben:immediate,ben:near") == "E-TARGETS"
    assert refused(*bare, "anna: explode_among -") == "E-TARGETS"
    assert refused(*bare, "anna: explode_among cora:near") == "ok"
    many = table("anna - grenade_frag", *(f"u{k} - team=2" for k in range(10)), size=None)
    assert refused(*many, f"anna: explode_among {','.join(f'u{k}:near' for k in range(10))}") == "ok"
    who(*bare, "ben").status = state.KNOCKED_OUT
    who(*bare, "cora").role = state.OBSERVER
    for victims in ("ben:immediate", "cora:near", "anna:immediate,ben:near"):
        assert refused(*bare, f"anna: explode_among {victims}") == "E-TARGET"
    assert refused(*bare, "anna: explode_at 20,10") == "E-TARGET"


@pytest.mark.clause("FS3-17.12", "FS3-17.17", "FS3-17.10")
def test_luck_is_declared_by_who_has_some() -> None:
    at = table("anna 10,10 rifle luck=1", "ben 30,10 npc=5 rifle", "cora 12,10 rifle")
    assert refused(*at, "anna: attack ben luck=attack") == "ok"
    assert refused(*at, "cora: attack ben luck=defence") == "E-LUCK"
    assert refused(*at, "ben: attack anna luck=attack") == "E-LUCK"
    off = table("anna 10,10 rifle luck=1", "ben 30,10 npc=5 rifle", luck_mode="windows")
    assert refused(*off, "anna: attack ben luck=attack") == "E-LUCK"


@pytest.mark.clause("FS3-8.12", "FS3-8.11")
def test_cover_needs_cover_here_or_at_the_end_of_the_path() -> None:
    wall = (("15,8,1,4", "move protection=2"),)
    at = table("anna 10,10 rifle", "ben 30,10 npc=5 rifle cover=4", "cora 14,10", features=wall)
    assert refused(*at, "anna: pass stance=cover") == "E-COVER"
    assert refused(*at, "anna: pass stance=cover path=14.2,9") == "ok"
    assert refused(*at, "cora: pass stance=cover") == "ok"
    assert refused(*at, "ben: pass stance=cover") == "ok"


@pytest.mark.clause("FS3-17.7", "FS3-17.14", "FS3-17.17")
def test_who_is_knocked_out_recovers_or_stays_down() -> None:
    at = table("anna 10,10 luck=1 out", "ben 30,10 npc=5")
    assert [refused(*at, f"anna: {line}") for line in ("recover", "stay_down", "pass")] == ["ok", "ok", "E-KO"]
    who(*at, "anna").luck = 0
    assert [refused(*at, f"anna: {line}") for line in ("recover", "stay_down")] == ["E-LUCK", "ok"]
    assert refused(*at, "ben: stay_down") == "E-STATE"
