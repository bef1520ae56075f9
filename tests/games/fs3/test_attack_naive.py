"""Attacks as the rules resolve them, against attacks told in plain Python from the rulebook, on chance situations."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.fs3.naive_attack import PENALTIES, STANCES, Bullet, Fighter, attack
from tests.games.fs3.table import act, of_kind, table, who, wound, wounds_of

LOCATION_CODES = ("", "HD", "CH", "LA", "RF")
WEAPONS = ("rifle", "smg", "pistol_ap", "shotgun", "knife", "unarmed", "stun_gun")
RANGES = {"rifle": (10, 260, 900), "smg": (10, 80, 290), "pistol_ap": (10, 40, 90), "shotgun": (20, 90, 190)}

fighters = st.builds(
    Fighter,
    rating=st.integers(0, 12),
    attribute=st.integers(1, 12),
    is_npc=st.booleans(),
    stance=st.sampled_from(sorted(STANCES)),
    armour=st.sampled_from(("", "light_vest", "heavy_body", "robot_trooper")),
    cover=st.sampled_from((0, 0, 2, 5, 40)),
    suppression=st.integers(0, 5),
    modifier=st.sampled_from((0, 0, -20, 35)),
    lethality=st.sampled_from((0, 0, -40, 25)),
    luck_attack=st.booleans(),
    luck_defence=st.booleans(),
    wounds=st.lists(
        st.tuples(st.sampled_from(("LA", "HD")), st.sampled_from(sorted(PENALTIES)), st.booleans()), max_size=2
    ),
)


def words(fighter: Fighter, place: str, weapon: str) -> str:
    """A fighter as tables by hand read it."""
    skills = f"npc={fighter.rating}" if fighter.is_npc else f"rating={fighter.rating}"
    attributes = f"Reactive={fighter.attribute} Athletic={fighter.attribute}"
    counts = f"cover={fighter.cover} suppression={fighter.suppression} modifier={fighter.modifier}"
    luck = 1 if fighter.luck_attack else 2 if fighter.luck_defence else 0
    carried = f"{weapon} {fighter.armour} {fighter.stance} {skills} {attributes} {counts}"
    return f"{place} {carried} lethality={fighter.lethality} luck_kind={luck}"


def bullets_told(told: list[Any]) -> list[Bullet]:
    """What the log says of each bullet."""
    found = []
    for one in of_kind(told, "attacked"):
        event = one.event
        bullet = Bullet(int(event.attack), int(event.defence))
        if event.outcome == "a Near Miss":
            bullet.location = "near miss"
        elif event.location != "-":
            bullet.location = event.location
        if event.outcome.endswith(" wound"):
            bullet.severity, bullet.damage = event.outcome.removesuffix(" wound"), int(event.damage or 0)
        found.append(bullet)
    return found


@pytest.mark.clause("FS3-8.2", "FS3-8.3", "FS3-8.4", "FS3-8.6", "FS3-12.1", "FS3-14.3", "FS3-25.2")
@settings(derandomize=True, deadline=None, max_examples=120)
@given(
    fighters,
    fighters,
    st.sampled_from(WEAPONS),
    st.integers(0, 2),
    st.booleans(),
    st.sampled_from(LOCATION_CODES),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_an_attack_is_what_the_rulebook_says(
    one: Fighter, other: Fighter, weapon: str, band: int, burst: bool, called: str, aimed: bool, seed: int
) -> None:
    burst = burst and weapon in ("rifle", "smg")
    metres = RANGES[weapon][band] if weapon in RANGES else 1
    for fighter in (one, other):
        fighter.luck_defence = fighter.luck_defence and not fighter.luck_attack
    at = table(
        f"anna {words(one, '5,5', weapon)} team=1 aim={2 * aimed} aimed={int(aimed)}",
        f"ben {words(other, f'{5 + metres},5', 'pistol')} team=2",
        size=(1000, 40),
    )
    for name, fighter in (("anna", one), ("ben", other)):
        for location, severity, healing in fighter.wounds:
            wound(*at, name, severity, location, has_healed=int(healing))
    faces: list[int] = []
    random_faces = random.Random(seed)

    def draw(sides: int) -> int:
        faces.append(random_faces.randint(1, sides))
        return faces[-1]

    expected = attack(draw, one, other, weapon, metres, 3 if burst else 1, called, aimed)
    line = f"anna: attack ben called={called or '-'} burst={'yes' if burst else 'no'}"
    told = act(*at, line, dice=faces)
    found = bullets_told(told)
    for bullet in expected:
        bullet.damage = bullet.damage or (0 if bullet.severity else None)
    assert found == expected
    assert wounds_of(*at, "ben") == [(location, severity) for location, severity, _ in other.wounds]
    assert who(*at, "ben").suppression == other.suppression
