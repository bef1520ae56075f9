"""What a position is worth to a bot goes by the rules."""

from __future__ import annotations

import pytest

from fireteam.core.chance.distribution import outcomes_of, records
from fireteam.core.protocol.choices import new_choices
from fireteam.games.ttt import choices as verbs
from fireteam.games.ttt.bot import chance, distance_to_enemy
from fireteam.games.ttt.odds.tables import is_eliminated
from fireteam.games.ttt.tables import SIDE
from tests.games.ttt.table import table


@pytest.mark.clause("TTT-8.13", "TTT-4.18", "TTT-4.21")
@pytest.mark.parametrize(
    ("shooter", "target", "others"),
    [
        ("rifleman c1>32", "guard c3", ""),
        ("rifleman c1", "guard c3", ", medic d4"),
        ("bazooka c1", "recon b3", ", medic d3"),
        ("flamethrower c1", "rifleman b2", ""),
        ("sniper c1, radio_operator d1", "crawler b2", ""),
        ("berserker c2", "guard b2", ", medic a1, medic d4"),
        ("grenadier c1", "guard a3", ", medic a2"),
    ],
)
def test_the_bots_chance_of_an_attack_is_the_exhausters(shooter: str, target: str, others: str) -> None:
    drawing = "....\n.w..\nrA..\n...."
    made, states = table(drawing, shooter, target + others, phase="attack")
    choices = new_choices()
    choices[0].verb, choices[0].unit, choices[0].target = verbs.ATTACK, 0, SIDE
    falls = sum(p for now, p in records(outcomes_of(states, made.tables, choices), states) if is_eliminated(now, SIDE))
    assert 0 < falls < 1
    assert chance(states[0], made.tables[0], 0, SIDE) == pytest.approx(float(falls), abs=1e-12)


@pytest.mark.parametrize(
    ("enemies", "short"), [("guard c3", 0.0), ("guard c9", 5.0), ("guard c9, guard c7", 3.0), ("guard :x", 0.0)]
)
def test_how_far_a_pieces_range_falls_short_of_the_nearest_enemy_and_not_at_all_without_one(
    enemies: str, short: float
) -> None:
    made, states = table("plain_10", "rifleman c1", enemies)
    assert distance_to_enemy(states[0], made.tables[0], 0) == short
