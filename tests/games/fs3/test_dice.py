"""Section 25, and what section 2 says of a roll outside a fight."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import live, tape
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import new_choices, put_choice
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply
from fireteam.core.slot_choices import encode_choice
from fireteam.games.fs3.ability_rolls import RollRequest, make_roll, roll_tables
from fireteam.games.fs3.events.words import FOR_SPLINTER, PURPOSES
from fireteam.games.fs3.rules.vehicles import draw_location
from tests.games.fs3.packs import content
from tests.games.fs3.rulebook_tables import CHARTS, LOCATIONS
from tests.games.fs3.table import default_line, read_line, rolled, table


def fight(key: int) -> list[tuple[str, int]]:
    """Every die of a turn, what for and its face, from the generator under a key."""
    at = table("anna 5,5 lmg heavy_body", "ben 15,5 rifle team=2 npc=6 light_vest", "cora 9,9 team=2 npc=3")
    setting, states = at
    lines = ["anna: full_auto ben,cora", "ben: attack anna burst=yes"]
    chosen = dict(read_line(setting, line) for line in lines)
    choices, log = new_choices(), new_log()
    for slot in range(3):
        value = chosen.get(slot) or read_line(setting, f"cora: {default_line(setting, states, slot)}")[1]
        put_choice(choices, slot, encode_choice(setting, states, value))
    apply(states[0], setting.tables[0], choices, live(key)[0], log[0])
    return rolled(read_events(setting, states, log))


@pytest.mark.clause("FS3-25.1")
def test_the_same_seed_gives_the_same_fight() -> None:
    assert fight(7) == fight(7) != fight(8)
    assert {what for what, _ in fight(7)} <= set(PURPOSES)


@pytest.mark.clause("FS3-25.6", "FS3-25.7")
@pytest.mark.parametrize(
    ("drawn", "die", "code"), ((0, 3, "HD"), (0b100, 3, "LA"), (0b1011, 1, "HD"), (0xFFF, 2, "CH"))
)
def test_a_choice_from_a_list_counts_in_its_order(drawn: int, die: int, code: str) -> None:
    tab = table("anna 5,5", "ben 9,5")[0].tables[0]
    draw = draw_location(tab, tape([die])[0], new_log()[0], CHARTS.index("soldier"), drawn, FOR_SPLINTER)
    assert LOCATIONS[draw.location] == code


@pytest.mark.clause("FS3-9.9")
def test_a_chart_names_the_location_of_concussion() -> None:
    charts = table("anna 5,5", "ben 9,5")[0].tables[0].charts
    assert LOCATIONS[charts[CHARTS.index("soldier")].concussion] == "HD"
    assert {LOCATIONS[charts[k].concussion] for k in range(len(CHARTS)) if CHARTS[k] != "soldier"} == {"BD"}
    assert content().charts["soldier"].concussion == "HD"


@pytest.mark.clause("FS3-2.4", "FS3-2.5")
def test_who_sets_the_ruling_attribute() -> None:
    """The configuration for action skills, the sheet for background skills, with a default of the configuration."""
    pack = content()
    attributes = list(pack.abilities.attributes)
    assert pack.ruling("Firearms", {"Firearms": "Social"}) == 1 + attributes.index("Reactive")
    assert pack.ruling("Demolitions", {}) == 1 + attributes.index("Academic")
    assert pack.ruling("Demolitions", {"Demolitions": "Technical"}) == 1 + attributes.index("Technical")
    assert pack.ruling("Reactive", {}) == 0


def results(*dice: int, **asked: Any) -> list[int]:
    """The Roll Results of a roll of rating 5, the one that counts last."""
    faces = iter(dice)
    return [
        each.result for each in make_roll(roll_tables(False), RollRequest("skill", 5, **asked), lambda: next(faces))
    ]


@pytest.mark.clause("FS3-17.18", "FS3-17.3")
def test_luck_outside_a_fight() -> None:
    assert results(10) == [-1]
    assert results(10, luck=50) == [2]
    assert results(60, luck=-50) == [-1]
    assert results(10, 30, reroll=True) == [-1, 1]
    assert results(30, 10, reroll=True) == [-1, 1]
