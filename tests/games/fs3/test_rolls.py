"""Section 2: ratings, Roll Results, opposed rolls; skill tokens (FS3-8.8)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from fireteam.core.dice import exhaustive, next_outcome, tape
from fireteam.core.engine.record import Array
from fireteam.core.protocol.events import new_log
from fireteam.games.fs3 import state, tables
from fireteam.games.fs3.events.words import FOR_ABILITY
from fireteam.games.fs3.rules import rolls
from fireteam.games.fs3.rules.wounds import wound_modifier
from tests.games.fs3.rulebook_tables import ABILITIES, rows_after
from tests.games.fs3.table import empty_tables, number_of, table, who, wound

ROWS = [
    [tuple(map(int, (cell.split("-") * 2)[:2])) if cell != "-" else None for cell in row[1:]]
    for row in rows_after("Rating | -2 Terrible")
]


@cache
def tables_of(options: tuple[tuple[str, Any], ...]) -> Array:
    """Tables with these options; a roll reads them and no more."""
    return empty_tables((), None, dict(options))


def result(rating: int, modifier: int, die: int, **options: Any) -> int:
    """The Roll Result of a die on the table, as it falls."""
    made, dice = tables_of(tuple(options.items())), tape([die])[0]
    return int(rolls.roll_result(made[0], dice, new_log()[0], rating, modifier, FOR_ABILITY))


@pytest.mark.clause("FS3-2.9", "FS3-2.10", "FS3-2.1")
def test_the_result_table_is_that_of_the_rulebook() -> None:
    assert len(ROWS) == 13
    for rating, row in enumerate(ROWS):
        for face in range(1, 101):
            (expected,) = [k - 2 for k, cell in enumerate(row) if cell and cell[0] <= face <= cell[1]]
            assert rolls.result_of(rating, face) == expected == result(rating, 0, face)


@pytest.mark.clause("FS3-2.8", "FS3-2.12")
def test_the_modified_die_is_clamped() -> None:
    """Worked examples X2 and X3, and every die of every rating besides."""
    assert [result(rating, -80, 60) for rating in (10, 11, 12)] == [-2, -1, 0]
    assert [result(rating, 50, 80) for rating in (0, 1)] == [2, 2]
    for rating in range(13):
        seen = {result(rating, m, die) for m in (-200, -30, 0, 30, 200) for die in (1, 2, 50, 99, 100)}
        assert not (rating < 2 and 3 in seen)
        assert not (rating == 11 and -2 in seen)
        assert not (rating == 12 and min(seen) < 0)


@pytest.mark.clause("FS3-2.8", "FS3-2.9")
@pytest.mark.parametrize("modifier", (-205, -99, -31, -1, 0, 1, 19, 64, 99, 180))
@pytest.mark.parametrize("natural_one", (0, 1))
def test_bands_of_the_die_are_the_table_with_the_modifier(modifier: int, natural_one: int) -> None:
    made = empty_tables((), None, {"natural_one": natural_one})
    for rating in range(13):
        faces = [1 if natural_one and die == 1 else die + modifier for die in range(1, 101)]
        expected = Counter(rolls.result_of(rating, face) for face in faces)
        dice, found = exhaustive(), Counter[int]()
        while True:
            got = rolls.roll_result(made[0], dice[0], new_log()[0], rating, modifier, FOR_ABILITY)
            found[got] += int(dice[0].weight[dice[0].used])
            if not next_outcome(dice[0]):
                break
        assert found == expected, (rating, modifier)


@pytest.mark.clause("FS3-2.19")
def test_a_natural_one_counts_as_one_where_that_is_played() -> None:
    assert result(5, 60, 1) == 2
    assert result(5, 60, 1, natural_one=1) == -2
    assert result(12, 60, 1, natural_one=1) == 0
    assert result(5, 60, 2, natural_one=1) == 2


@pytest.mark.clause("FS3-2.11")
def test_success_begins_at_plus_one() -> None:
    assert [rolls.succeeds(k) for k in range(-2, 4)] == [False, False, False, True, True, True]


@pytest.mark.clause("FS3-2.7", "FS3-2.4")
def test_the_ruling_attribute_modifies_a_skill() -> None:
    for attribute in range(1, 13):
        at = table(f"anna 5,5 Firearms=6 Reactive={attribute}", "bob 9,5")
        found = rolls.ability_rating(at[1][0], at[0].tables[0], 0, ABILITIES.index("Firearms"))
        assert found == (6, 2 * (attribute - 5))
    assert 2 * (1 - 5) == -8


@pytest.mark.clause("FS3-2.6")
def test_another_attribute_may_rule_a_roll() -> None:
    """Worked example X4."""
    at = table("anna 5,5 Stealth=4 Creative=8 Academic=3", "bob 9,5")
    being, skill = at[0].tables[0].beings[0], ABILITIES.index("Stealth")
    by_creative = rolls.rating_under(being, skill, ABILITIES.index("Creative") + 1)
    by_academic = rolls.rating_under(being, skill, ABILITIES.index("Academic") + 1)
    assert (by_creative, by_academic) == ((4, 6), (4, -4))
    assert (result(4, 6, 20), result(4, -4, 20)) == (1, 0)


@pytest.mark.clause("FS3-2.13", "FS3-1.5", "FS3-1.6", "FS3-8.7")
def test_raw_ratings_npcs_and_attributes_have_no_ruling_modifier() -> None:
    at = table("anna 5,5 Reactive=9", "bob 9,5 npc=7 Reactive=9", "cora 12,5 npc=0")
    now, tab = at[1][0], at[0].tables[0]
    assert rolls.token_rating(now, tab, 0, tables.RAW - 3) == (3, 0)
    assert rolls.token_rating(now, tab, 1, tables.RAW - 3) == (3, 0), "the raw rating is everybody's"
    assert rolls.ability_rating(now, tab, 0, ABILITIES.index("Reactive")) == (9, 0)
    assert rolls.ability_rating(now, tab, 1, ABILITIES.index("Firearms")) == (7, 0)
    assert rolls.ability_rating(now, tab, 2, ABILITIES.index("Academic")) == (0, 0)


@pytest.mark.clause("FS3-2.14", "FS3-1.7")
def test_a_skill_that_one_does_not_have_is_rolled_at_zero_with_its_attribute() -> None:
    at = table("anna 5,5 Firearms=0 Reactive=8", "bob 9,5")
    assert rolls.ability_rating(at[1][0], at[0].tables[0], 0, ABILITIES.index("Firearms")) == (0, 6)


@pytest.mark.clause("FS3-2.2", "FS3-2.3", "FS3-2.16")
def test_task_modifiers_add_up() -> None:
    plain = rolls.task_modifier(None, rolls.RELATED, rolls.ROUTINE, 0, 0)
    loose = rolls.task_modifier(None, rolls.LOOSELY_RELATED, rolls.ROUTINE, 0, 0)
    easy = rolls.task_modifier(None, rolls.RELATED, rolls.EASY, 1, 0)
    hard = rolls.task_modifier(None, rolls.LOOSELY_RELATED, rolls.HARD, 1, 0)
    common = rolls.task_modifier(None, rolls.RELATED, rolls.ROUTINE, 0, 1)
    assert (plain, loose, easy, hard, common) == (0, -30, 50, -40, 20)


@pytest.mark.clause("FS3-2.15")
@pytest.mark.parametrize(
    ("first", "second", "ending"),
    (
        (3, 0, rolls.FIRST_BY_A_LOT),
        (1, 0, rolls.FIRST_BY_A_LITTLE),
        (1, -2, rolls.FIRST_BY_A_LOT),
        (0, 0, rolls.BOTH_FAIL),
        (0, -2, rolls.BOTH_FAIL),
        (2, 2, rolls.DRAW),
        (0, 3, rolls.SECOND_BY_A_LOT),
        (1, 3, rolls.SECOND_BY_A_LITTLE),
    ),
)
def test_opposed_rolls(first: int, second: int, ending: int) -> None:
    """Worked example X5."""
    assert rolls.oppose(first, second) == ending


@pytest.mark.clause("FS3-2.17")
def test_of_several_sides_the_highest_result_wins() -> None:
    assert rolls.best_sides((1, 3, 2), 3) == 0b010
    assert rolls.best_sides((2, 0, 2, -1), 4) == 0b101
    assert rolls.best_sides((-2, -1), 2) == 0b10


@pytest.mark.clause("FS3-2.1", "FS3-2.8")
def test_a_roll_with_its_modifiers() -> None:
    """Worked example X1."""
    assert result(5, 4 + 30 - 15, 37) == 2
    assert result(5, 4 + 30 - 15, 100) == 3


@pytest.mark.clause("FS3-8.18", "FS3-1.5")
@pytest.mark.parametrize(("technical", "ruling"), [(4, 0), (5, 0), (6, 2)])
def test_of_a_crew_who_has_no_ruling_attribute_counts_as_average(technical: int, ruling: int) -> None:
    """The NPC is the first to have joined, the other a passenger."""
    at = table("eve - in=v1 npc=7", f"bob - in=v1 ECM=7 Technical={technical}", vehicles=["v1 interceptor 10,10"])
    ecm = tables.CREW + ABILITIES.index("ECM")
    for roller in (0, 1):
        assert rolls.token_rating(at[1][0], at[0].tables[0], roller, ecm) == (7, ruling)


@pytest.mark.clause("FS3-8.8", "FS3-8.18")
def test_tokens_of_vehicles() -> None:
    at = table(
        "anna - in=v1 Interceptor_Piloting=8 Reactive=6 ECM=4",
        "bob - in=v1 ECM=7 Technical=3",
        "cora - in=v1 ECM=7 Technical=8",
        "dan 20,20 ECM=2 Interceptor_Piloting=9",
        vehicles=["v1 interceptor 10,10"],
    )
    now, tab = at[1][0], at[0].tables[0]
    ecm = tables.CREW + ABILITIES.index("ECM")
    assert rolls.token_rating(now, tab, 0, tables.PILOT) == (8, 2)
    assert rolls.token_rating(now, tab, 1, tables.PILOT) == (8, 2), "it is the pilot's, whoever rolls"
    assert rolls.token_rating(now, tab, 3, tables.PILOT) == (3, 0), "raw on foot"
    assert rolls.token_rating(now, tab, 0, ecm) == (7, 6), "of equal ones that under the higher attribute"
    assert rolls.token_rating(now, tab, 3, ecm) == (2, 0), "on foot one's own"
    who(*at, "cora").status = state.KNOCKED_OUT
    assert rolls.token_rating(now, tab, 0, ecm) == (7, -4)


@pytest.mark.clause("FS3-2.18", "FS3-12.5", "FS3-12.9", "FS3-12.9a")
def test_wounds_count_for_every_ability_roll_and_those_of_the_vehicle_for_some() -> None:
    at = table("anna - in=v1", "bob 20,20", vehicles=["v1 interceptor 10,10"])
    wound(*at, "anna", "Moderate", "LA")
    wound(*at, "anna", "Moderate", "RA")
    wound(*at, "v1", "Serious", "BD")
    anna = number_of(at[0], "anna")
    assert wound_modifier(at[1][0], None, anna, False) == -40, "worked example X22"
    assert wound_modifier(at[1][0], None, anna, True) == -90
