"""Explosions as the rules resolve them, against explosions told in plain Python, on chance situations."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.fs3.naive_attack import STANCES, Fighter
from tests.games.fs3.naive_blast import Blast, Body, Rules, explode
from tests.games.fs3.rulebook_tables import ATTRIBUTES, TYPE_IDS
from tests.games.fs3.table import act, events, table, who, wounds_of

EXPLOSIVES = ("grenade_frag", "grenade_flash", "launcher_frag", "launcher_heat", "missile_he")
SIZE = (6000, 4000)

fighters = st.builds(
    Fighter,
    rating=st.integers(0, 12),
    attribute=st.integers(1, 12),
    is_npc=st.booleans(),
    stance=st.sampled_from(sorted(STANCES)),
    armour=st.sampled_from(("", "light_vest", "heavy_body", "robot_trooper")),
    cover=st.sampled_from((0, 2, 5, 40)),
    suppression=st.integers(0, 5),
    modifier=st.sampled_from((0, 0, -20, 35)),
    lethality=st.sampled_from((0, 0, -40, 25)),
)
places = st.tuples(st.integers(0, SIZE[0]), st.integers(0, SIZE[1]))
rules = st.builds(
    Rules,
    per_target=st.booleans(),
    half_down=st.booleans(),
    relief=st.sampled_from((0, 20)),
    no_cover=st.booleans(),
)


def words(fighter: Fighter, carried: str) -> str:
    """A fighter as tables by hand read it."""
    skills = f"npc={fighter.rating}" if fighter.is_npc else f"rating={fighter.rating}"
    attributes = " ".join(f"{name}={fighter.attribute}" for name in ATTRIBUTES)
    counts = f"cover={fighter.cover} suppression={fighter.suppression} modifier={fighter.modifier}"
    return f"{carried} {fighter.armour} {fighter.stance} {skills} {attributes} {counts} lethality={fighter.lethality}"


def metres(x: int, y: int) -> str:
    return f"{x / 100},{y / 100}"


@pytest.mark.clause("FS3-15.13", "FS3-15.16", "FS3-19.11", "FS3-19.12", "FS3-19.14a", "FS3-25.3", "FS3-25.7")
@settings(derandomize=True, deadline=None, max_examples=100)
@given(
    st.lists(st.tuples(fighters, places), min_size=2, max_size=4),
    st.lists(st.tuples(st.sampled_from(TYPE_IDS), places, st.lists(fighters, min_size=1, max_size=3)), max_size=2),
    st.sampled_from(EXPLOSIVES),
    places,
    rules,
    st.integers(0, 2**32),
)
def test_an_explosion_is_what_the_rulebook_says(
    walkers: list[tuple[Fighter, tuple[int, int]]],
    crafts: list[tuple[str, tuple[int, int], list[Fighter]]],
    weapon: str,
    point: tuple[int, int],
    options: Rules,
    seed: int,
) -> None:
    bodies = [Body(f"w{k}", x, y, [one], [f"w{k}"]) for k, (one, (x, y)) in enumerate(walkers)]
    for k, (kind, (x, y), crew) in enumerate(crafts):
        bodies.append(Body(f"v{k + 1}", x, y, crew, [f"c{k}{seat}" for seat in range(len(crew))], kind))
    lines = []
    for body in bodies:
        for seat, (name, one) in enumerate(zip(body.names, body.crew, strict=True)):
            carried = weapon if body is bodies[0] else ""
            passenger = " passenger" if seat else ""
            place = f"- in={body.name}{passenger}" if body.kind else metres(body.x, body.y)
            lines.append(f"{name} {place} {words(one, carried)}")
    at = table(
        *lines,
        vehicles=[f"{body.name} {body.kind} {metres(body.x, body.y)}" for body in bodies if body.kind],
        size=(SIZE[0] / 100, SIZE[1] / 100),
        blast_attack_roll="per_target" if options.per_target else "shared",
        half_rounding="down" if options.half_down else "up",
        concussion_relief=options.relief,
        cover_vs_blast=int(not options.no_cover),
    )
    faces, sides, random_faces = [], [], random.Random(seed)

    def draw(count: int) -> int:
        sides.append(count)
        faces.append(random_faces.randint(1, count))
        return faces[-1]

    expected = explode(draw, bodies, weapon, *point, options)
    told = act(*at, f"w0: explode_at {metres(*point)}", dice=faces, judge=False)
    assert [Blast(one.victim, one.start, one.zone) for one in events(told, "blasted")] == expected
    assert [die.sides for one in told for die in one.dice] == sides
    for body in bodies:
        assert wounds_of(*at, body.name)[: len(body.struck().wounds)] == [row[:2] for row in body.struck().wounds]
        for name, one in zip(body.names, body.crew, strict=True):
            assert wounds_of(*at, name) == [row[:2] for row in one.wounds]
            assert who(*at, name).suppression == one.suppression
