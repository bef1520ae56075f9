"""The battlefield as faces draw it, the status screen, and what is known of a combatant (FS3-22.3, FS3-22.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from fireteam.core.decision import Moment
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.protocol.scene import Token
from fireteam.games.fs3 import choices as verbs
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.rules.wounds import add_up_wounds
from fireteam.games.fs3.state import (
    COVER,
    EVADE,
    KNOCKED_OUT,
    LUCK_ATTACK,
    MODERATE,
    OBSERVER,
    REMOVED,
    SERIOUS,
    VEHICLE_OUT,
    WITHDRAWN,
)
from fireteam.games.fs3.status import bar_text, duty_text, status_rows
from fireteam.games.fs3.tables import COMBATANTS
from fireteam.games.fs3.view import short_names

At = tuple[Setting, Array]
GONE = -1.0, -1.0  # beside the table


def scenario(name: str, **options: str) -> At:
    setting = GAME.make_setting(name, options)
    return setting, setting.opening.copy()


def number(at: At, unit: str) -> int:
    return at[0].slots.index(unit)


def combatant(at: At, unit: str) -> Any:
    return at[1][0].combatants[number(at, unit)]


def token(at: At, unit: str) -> Token:
    scene = GAME.scene(*at)
    return next(one for one in (*scene.tokens, *scene.waiting) if one.unit == unit)


def rows(at: At) -> dict[str, str]:
    return {row.label: row.text for row in GAME.scene(*at).standing}


def hurt(at: At, victim: int, location: str, severity: int, **more: int) -> None:
    """Give a wound to a combatant plus one, or a vehicle."""
    state = at[1][0]
    wound = state.wounds[state.n_wounds]
    state.n_wounds += 1
    wound.victim, wound.initial, wound.severity = victim, severity, severity
    wound.location = GAME.names(*at).find_thing("location", location)
    for name, value in more.items():
        setattr(wound, name, value)
    add_up_wounds(state, victim)


# The map


def test_the_map_is_drawn_in_metres_with_what_its_features_do():
    ground = GAME.scene(*scenario("loading_yard")).ground
    assert ground is not None and (ground.width, ground.height, ground.unit) == (60, 40, "m")
    kinds = {area.kind for area in ground.areas}
    assert kinds == {"block", "low"}
    wall = next(area for area in ground.areas if area.kind == "block")
    assert wall.points == ((26, 12), (34, 12), (34, 16), (26, 16)) and "blocks sight" in wall.notes
    assert {note for area in ground.areas for note in area.notes} >= {"Protection 2", "Protection 5", "blocks movement"}


def test_zones_and_ways_out_are_places_of_the_map():
    zones = GAME.scene(*scenario("roadblock")).ground.areas
    assert [area.points for area in zones if area.name == "beyond"] == [((74, 0), (80, 0), (80, 40), (74, 40))]
    ways = [area for area in GAME.scene(*scenario("shuttle_run")).ground.areas if area.kind == "rescue"]
    assert [(area.name, max(x for x, _ in area.points)) for area in ways] == [("way out east", 1400)]


def test_a_large_map_has_larger_steps():
    small, large = (GAME.scene(*scenario(name)).ground.step for name in ("loading_yard", "patrol"))
    assert (small, large) == (0.5, 10)


def test_a_table_without_map_has_a_strip_for_each_team_and_tells_distances():
    at = scenario("sparring")
    at[0].tables[0].has_map = 0
    at[1][0].distances[:] = 2000
    try:
        scene = GAME.scene(*at)
        assert [area.name for area in scene.ground.areas] == [
            "team 2",
            "team 1",
        ] and "no map" in scene.ground.unmeasured
        assert token(at, "anna").y > token(at, "ben").y
        assert "20 m to Ben" in token(at, "anna").notes
        assert [note for note in token(at, "anna").notes if " m to " in note] == ["20 m to Ben"], "nobody else is there"
        combatant(at, "ben").status = REMOVED
        assert not any(" m to " in note for note in token(at, "anna").notes)
    finally:
        at[0].tables[0].has_map = 1


# Who stands on it


def test_combatants_stand_in_their_colours_with_short_letters():
    scene = GAME.scene(*scenario("loading_yard"))
    assert [(one.unit, one.colour) for one in scene.tokens[:4]] == [("anna", 0), ("ben", 0), ("cara", 0), ("dan", 0)]
    assert {one.radius for one in scene.tokens} == {0.5}
    letters = [one.letters for one in scene.tokens]
    assert len(set(letters)) == len(letters) and all(1 < len(one) <= 3 for one in letters)


def test_short_names_never_meet():
    assert short_names(["anna", "anton", "r1", "r12", "bo"]) == {
        "anna": "an",
        "anton": "at",
        "r1": "r1",
        "r12": "r12",
        "bo": "bo",
    }
    many = [f"ab{letter}" for letter in "abcdefgh"]
    assert len(set(short_names(many).values())) == len(many)


@pytest.mark.clause("FS3-12.10", "FS3-22.3", "FS3-22.4")
def test_a_combatant_is_told_with_weapon_damage_stance_and_action():
    at = scenario("loading_yard")
    assert token(at, "ben").notes[1] == "damage ....."
    one = combatant(at, "anna")
    one.stance, one.suppression, one.aim, one.rounds[0] = EVADE, 2, number(at, "eva") + 1, 7
    hurt(at, number(at, "anna") + 1, "CH", SERIOUS, is_treated=1)
    hurt(at, number(at, "anna") + 1, "LA", MODERATE, stun=1)
    notes = token(at, "anna").notes
    assert notes[0] == "Assault rifle 7/20"
    assert notes[1] == (
        "damage XXXX. (-70 to every roll; "
        "Serious wound 1 Chest, treated and Moderate stun wound 2 Left Arm: hospitalized)"
    )
    assert notes[2] == "Evade stance"
    assert {"2 Suppression Points", "aims at Eva", "1 luck point", "Light Vest, Protection 3"} <= set(notes)
    assert "attack -130, defence -40" in notes  # stance -50 and 30, wounds -70, suppression -10
    one.order.verb, one.order.burst, one.order.n_targets, one.order.targets[0] = (
        verbs.ATTACK,
        1,
        1,
        number(at, "eva") + 1,
    )
    one.order.called = 1 + GAME.names(*at).find_thing("location", "HD")
    assert "burst: Eva, the Head" in token(at, "anna").notes


@pytest.mark.clause("FS3-22.3", "FS3-21.5")
def test_the_standing_of_a_state_that_differs_in_points_alone_says_so():
    """What an earlier State of the same match was drawn with is not drawn again."""
    at = scenario("loading_yard")
    assert rows(at)["team 1"].endswith(", 0 points")
    at[1][0].points[1] = 3
    assert rows(at)["team 1"].endswith(", 3 points")


@pytest.mark.clause("FS3-22.3", "FS3-22.4")
def test_who_is_held_is_marked_and_who_holds_is_named():
    at = scenario("loading_yard")
    combatant(at, "anna").subduer, combatant(at, "eva").captive = number(at, "eva") + 1, number(at, "anna") + 1
    assert "SUB by Eva" in token(at, "anna").notes and "holds Anna" in token(at, "eva").notes
    assert token(at, "anna").badges[0].title == "subdued by Eva"


@pytest.mark.clause("FS3-22.4", "FS3-22.14", "FS3-17.12")
def test_the_detail_names_luck_cover_and_the_organizers_modifiers():
    at = scenario("loading_yard")
    one = combatant(at, "anna")
    one.luck_kind, one.luck, one.cover, one.modifier, one.lethality = LUCK_ATTACK, 0, 4, -20, 15
    notes = set(token(at, "anna").notes)
    assert {"0 luck points, one spent on attack", "cover of Protection 4"} <= notes
    assert "organizer: -20 to rolls, +15 to damage" in notes and "attack -20, defence -20" in notes


def test_signs_stand_beside_who_is_hurt_under_fire_in_cover_or_out_of_rounds():
    at = scenario("loading_yard")
    one = combatant(at, "anna")
    one.stance, one.suppression, one.rounds[0], one.aim = COVER, 3, 0, number(at, "eva") + 1
    hurt(at, number(at, "anna") + 1, "CH", SERIOUS)
    signs = {badge.sign: badge.count for badge in token(at, "anna").badges}
    assert signs == {"wound": 50, "pinned": 3, "hidden": 0, "empty": 0, "braced": 0}
    one.stance = EVADE
    assert "prone" in {badge.sign for badge in token(at, "anna").badges}


@pytest.mark.clause("FS3-22.3", "FS3-6.28")
def test_who_is_knocked_out_lies_where_it_is_and_who_is_gone_stands_beside_the_table():
    at = scenario("loading_yard")
    combatant(at, "anna").status = KNOCKED_OUT
    combatant(at, "ben").status = REMOVED
    combatant(at, "cara").status = WITHDRAWN
    anna, ben, cara = (token(at, unit) for unit in ("anna", "ben", "cara"))
    assert anna.is_down and anna.at != GONE and anna.badges == () and "KO" in anna.notes
    assert ben.at == cara.at == GONE and "removed" in ben.notes and "withdrawn" in cara.notes
    assert rows(at)["team 1"] == "1 of 4 active, 2 KO, 1 withdrawn, 0 points"


# Vehicles


@pytest.mark.clause("FS3-22.3", "FS3-12.11")
def test_a_vehicle_stands_for_its_pilot_with_its_crew_and_its_damage():
    at = scenario("shuttle_run")
    vera, walt = token(at, "vera"), token(at, "walt")
    assert vera.radius == 7 and vera.notes[0] == "pilot of Pelican, ....., with Walt"
    assert walt.radius == 0.5 and walt.notes[0] == "passenger of Pelican, ....."
    assert 0 < abs(walt.x - vera.x) + abs(walt.y - vera.y) < 7
    craft = at[1][0].vehicles[int(combatant(at, "vera").vehicle) - 1]
    assert (vera.x, vera.y) == (craft.x / 100, craft.y / 100), "the pilot stands for the middle of it"
    hurt(at, COMBATANTS + int(combatant(at, "vera").vehicle), "BD", SERIOUS)
    assert "XXX.. (Serious wound 1 Body: down for repairs)" in token(at, "walt").notes[0]
    assert "attack -50, defence -50" in token(at, "walt").notes  # the vehicle's wounds count for its occupants


def test_a_vehicle_that_nobody_steers_lies_about():
    at = scenario("shuttle_run")
    craft = int(combatant(at, "vera").vehicle)
    for unit in ("vera", "walt"):
        combatant(at, unit).vehicle = 0
        combatant(at, unit).x = combatant(at, unit).y = 5000
    (mark,) = GAME.scene(*at).ground.marks
    assert mark.title == "Pelican" and "nobody has the controls" in mark.notes
    at[1][0].vehicles[craft - 1].out = 1
    assert "knocked out" in GAME.scene(*at).ground.marks[0].notes


def test_who_is_out_with_the_vehicle_is_down():
    at = scenario("shuttle_run")
    combatant(at, "walt").status = VEHICLE_OUT
    assert token(at, "walt").is_down and "out with the vehicle" in token(at, "walt").notes


# How the fight stands


@pytest.mark.clause("FS3-12.10")
@pytest.mark.parametrize(
    ("total", "bar"),
    [(0, "....."), (1, "X...."), (20, "X...."), (21, "XX..."), (40, "XX..."), (41, "XXX.."), (60, "XXX.."),
     (61, "XXXX."), (80, "XXXX."), (81, "XXXXX"), (500, "XXXXX")],
)  # fmt: skip
def test_the_damage_bar(total, bar):
    assert bar_text(total) == bar


@pytest.mark.clause("FS3-12.11")
@pytest.mark.parametrize(
    ("total", "person", "vehicle"),
    [
        (0, "fit for duty", "ready"),
        (4, "fit for duty", "ready"),
        (5, "light duty", "down for repairs"),
        (24, "light duty", "down for repairs"),
        (25, "hospitalized", "down for repairs"),
    ],
)
def test_the_duty_status(total, person, vehicle):
    assert (duty_text(total), duty_text(total, True)) == (person, vehicle)


@pytest.mark.clause("FS3-22.3")
def test_the_standing_names_turn_teams_and_observers_and_marks_a_mock_combat():
    at = scenario("loading_yard")
    assert rows(at) == {
        "turn": "1 of 20, orders",
        "team 1": "4 of 4 active, 0 points",
        "team 2": "4 of 4 active, 0 points",
    }
    combatant(at, "dan").role = OBSERVER
    assert rows(at)["observers"] == "Dan" and rows(at)["team 1"].startswith("3 of 3")
    mock = scenario("sparring")
    assert rows(mock)["turn"] == "1 of 20, mock combat, orders"


def test_who_is_held_counts_as_subdued():
    at = scenario("arrest")
    combatant(at, "udo").subduer = number(at, "alma") + 1
    assert "1 subdued" in next(row.text for row in status_rows(Moment(*at)) if row.label == "team 2")


@pytest.mark.parametrize("name", GAME.scenarios(()))
def test_every_scenario_goes_over_the_wire(name):
    at = scenario(name)
    assert json.decode(json.encode(GAME.scene(*at)))["title"]
    role = GAME.role(*at, 1)
    assert role.title.startswith("You are ") and role.goal.endswith("turns at most.")


@pytest.mark.clause("FS3-22.3")
def test_the_way_that_is_drawn_is_one_that_is_still_to_be_gone() -> None:
    setting, states = scenario("loading_yard")
    one = states[0].combatants[0]
    one.order.n_legs, one.order.xs[0], one.order.ys[0] = 1, 1200, 900
    (trail,) = GAME.scene(setting, states).ground.trails
    assert trail.points[-1] == (12.0, 9.0)
    gone, down = states.copy(), states.copy()
    gone[0].combatants[0].moved = 1
    down[0].combatants[0].status = KNOCKED_OUT
    assert [GAME.scene(setting, after).ground.trails for after in (gone, down)] == [(), ()]
