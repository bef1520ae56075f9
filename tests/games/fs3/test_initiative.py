"""Sections 6.2 and 25: the order of action."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fireteam.core.chance.distribution import certain, run_all_to_decision
from fireteam.core.dice import tape
from fireteam.core.engine.record import from_bytes
from fireteam.core.protocol.events import new_log
from fireteam.games.fs3 import state
from fireteam.games.fs3.rules.initiative import begin_initiative, continue_initiative
from tests.games.fs3.rulebook_tables import ABILITIES
from tests.games.fs3.table import At, do, of_kind, rolled, table, who, wound


def order_of(at: At, *dice: int) -> list[str]:
    """In what order all act."""
    now, faces, log = at[1][0], tape(list(dice)), new_log()
    begin_initiative(now)
    while now.phase == state.INITIATIVE:
        continue_initiative(now, at[0].tables[0], faces[0], log[0])
    assert faces[0].used == faces[0].have
    names = [at[0].slots[k - 1] for k in now.sequence if k]
    assert [who(*at, name).place for name in names] == list(range(1, len(names) + 1))
    return names


@pytest.mark.clause("FS3-6.21", "FS3-25.4")
def test_higher_results_act_first() -> None:
    at = table("anna 5,5 npc=5", "ben 9,5 npc=5", "cora 12,5 npc=5", "dan 15,5 npc=5")
    assert order_of(at, 15, 60, 90, 30) == ["cora", "ben", "dan", "anna"]
    assert [who(*at, name).initiative for name in ("anna", "ben", "cora", "dan")] == [0, 2, 3, 1]
    assert order_of(at, 90, 60, 15, 30) == ["anna", "ben", "dan", "cora"], "rolled anew"


@pytest.mark.clause("FS3-6.22", "FS3-25.4")
def test_equal_results_are_shuffled_group_by_group() -> None:
    """From the last of a group down to its second: swapped with the place that a die says."""
    at = table(*(f"{name} {5 + 3 * k},5 npc=5" for k, name in enumerate("abcde")))
    assert order_of(at, 30, 60, 30, 60, 30, 1, 2, 1) == ["d", "b", *shuffled(["a", "c", "e"], 2, 1)]
    assert order_of(at, 30, 60, 30, 60, 30, 2, 3, 2) == ["b", "d", "a", "c", "e"]


def shuffled(names: list[str], *dice: int) -> list[str]:
    """The shuffle of FS3-25.4 in plain words."""
    faces = iter(dice)
    for i in range(len(names), 1, -1):
        j = next(faces)
        names[i - 1], names[j - 1] = names[j - 1], names[i - 1]
    return names


@pytest.mark.clause("FS3-6.23", "FS3-12.9a", "FS3-17.12")
def test_what_modifies_initiative() -> None:
    at = table(
        "anna - in=v1 Reactive=9 evade suppression=5 modifier=40 luck_kind=3",
        "ben 40,5 team=2 npc=5",
        vehicles=["v1 interceptor 10,10"],
    )
    wound(*at, "anna", "Light", "LA")
    wound(*at, "v1", "Moderate", "BD")
    told = do(*at, dice=[15, 90])
    rolls = of_kind(told, "rolled_initiative")
    assert [(row.label, row.amount) for row in rolls[0].modifiers] == [
        ("wounds", -5),
        ("wounds of the vehicle", -20),
        ("luck", 50),
    ]
    assert (rolls[0].event.result, rolled(told)[0]) == ("+2", ("initiative", 15)), "15 - 25 + 50 in the row of 9"


@pytest.mark.clause("FS3-6.23")
def test_a_skill_of_initiative_has_its_ruling_attribute() -> None:
    at = table("anna 5,5 Alertness=5 Reactive=8", "ben 9,5 team=2 npc=5")
    at[0].tables[0].initiative = ABILITIES.index("Alertness")
    told = do(*at, dice=[30, 60])
    assert [(row.label, row.amount) for row in of_kind(told, "rolled_initiative")[0].modifiers] == [
        ("ruling attribute", 6)
    ]


@pytest.mark.clause("FS3-6.21")
def test_only_the_active_roll() -> None:
    at = table("anna 5,5 out", "ben 9,5 npc=5", "cora 12,5 observer", "dan 15,5 npc=5 subduer=2")
    assert order_of(at, 60, 40) == ["ben", "dan"]


@pytest.mark.clause("FS3-6.22")
def test_the_chance_to_act_first() -> None:
    """The vector `initiative.6v4.first`."""
    at = table("anna 5,5 npc=6", "ben 9,5 npc=4")
    begin_initiative(at[1][0])
    at[1][0].owing = 0
    front, _ = run_all_to_decision(certain(at[1]), at[1], at[0].tables, ends_at=has_order)
    assert sum(p for raw, p in front.items() if from_bytes(raw, at[1])[0].sequence[0] == 1) == Fraction(11003, 20000)


def has_order(now: Any) -> bool:
    """Whether the order of action is known."""
    return bool(now.phase == state.ACTIONS)
