"""How somebody is asked, the words of every order, and orders as people type them (FS3-6.15)."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.decision import Moment
from fireteam.core.dice import tape
from fireteam.core.errors import BadNotation
from fireteam.core.protocol.events import new_log
from fireteam.core.run import run_to_decision
from fireteam.core.slot_choices import read_choice
from fireteam.games.fs3.choice_text import LABELS
from fireteam.games.fs3.decision import DECISION, prompt, things
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.gear_text import weapon_notes
from fireteam.games.fs3.state import KNOCKED_OUT, LAST_STAND, LOBBY, ORDERS, WINDOW
from fireteam.match.decision import decision_of
from fireteam.terminal.input.choice_reader import to_notation
from fireteam.terminal.input.menu import Menu
from fireteam.terminal.local_match import menu_of
from tests.games.fs3.test_view import At, combatant, hurt, number, scenario


def asked(name: str, **options: str) -> At:
    """A scenario whose first orders are awaited."""
    setting, states = scenario(name, **options)
    run_to_decision(states[0], setting.tables[0], tape([])[0], new_log()[0])
    return setting, states


def question(at: At, unit: str) -> str:
    return prompt(Moment(*at, at[0].slots.index(unit)))


def label(at: At, unit: str, line: str) -> str:
    return str(DECISION.explain_option(*at, number(at, unit), read_choice(at[0], line)).label)


def menu(at: At, unit: str, previous: str = "") -> Menu:
    before = read_choice(at[0], previous) if previous else None
    return menu_of(*at, number(at, unit), odds=False, previous=before)


# The question


@pytest.mark.clause("FS3-6.15", "FS3-6.16")
def test_the_question_names_the_turn_what_is_in_hand_wounds_and_luck():
    at = asked("loading_yard")
    said = question(at, "anna")
    assert said.startswith("Anna, your order for turn 1? In hand: Assault rifle 20/20. Luck points: 1. Say how to move")
    hurt(at, number(at, "anna") + 1, "CH", 3)
    assert "Wounds: Serious wound 1 Chest." in question(at, "anna") and "everybody sees" not in said
    assert "everybody sees your order" in question(asked("loading_yard", orders="open"), "anna")


def test_who_is_held_down_or_waits_for_luck_is_asked_for_that():
    at = asked("loading_yard")
    combatant(at, "anna").subduer = number(at, "eva") + 1
    assert question(at, "anna").startswith("Anna, Eva holds you: what do you do?")
    combatant(at, "anna").status = KNOCKED_OUT
    assert "spend a luck point to come back" in question(at, "anna") and "order as usual" in question(at, "anna")
    at[1][0].phase = LAST_STAND
    assert "the fight is over" in question(at, "anna")


@pytest.mark.clause("FS3-17.13")
def test_a_luck_window_tells_whose_roll_it_is_and_how_it_stands():
    at = asked("loading_yard")
    state: Any = at[1][0]
    state.phase, state.window.roller, state.window.kind = WINDOW, number(at, "eva") + 1, 1
    state.window.rating, state.window.modifier = 5, -15
    said = question(at, "anna")
    assert said.startswith("Anna, a luck point on Eva's attack roll? Rating 5, modifiers -15.")
    state.window.die, state.window.result = 37, 1
    assert "your attack roll? The die was 37: +1." in question(at, "eva")


@pytest.mark.clause("FS3-6.18", "FS3-22.7", "FS3-22.8")
def test_the_storyteller_is_asked_to_begin_and_to_go_on():
    at = scenario("loading_yard", desk="storyteller")
    at[1][0].phase = LOBBY
    assert question(at, "storyteller").startswith("Storyteller, begin the fight?")
    at[1][0].phase = ORDERS
    assert question(at, "storyteller").startswith("Storyteller, on with the turn once all orders are in?")


# Orders in words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack eva", "attack Eva"),
        ("attack eva burst=yes called=HD", "attack Eva with a burst, calling the Head"),
        ("attack eva stance=banzai luck=attack", "attack Eva, Banzai stance, luck on the attack"),
        ("attack eva path=14,5>16,5", "go to 16,5 (6.1 of 10 m), attack Eva"),
        ("attack eva path=14,5 act_first=yes", "attack Eva, go to 14,5 (4.1 of 10 m)"),
        ("attack eva alternates=finn,gina", "attack Eva, else Finn or Gina"),
        ("full_auto eva,finn", "full auto at Eva and Finn"),
        ("suppress eva", "suppress Eva"),
        ("aim eva", "aim at Eva"),
        ("subdue eva", "subdue Eva, out of reach now"),
        ("reload", "reload Assault rifle"),
        ("rally ben", "rally Ben"),
        ("treat anna wound=1", "treat yourself, wound 1"),
        ("pass", "pass"),
        ("pass stance=cover", "Cover stance"),
        ("pass path=14,5", "go to 14,5 (4.1 of 10 m)"),
        ("pass weapon=unarmed", "draw Unarmed"),
        ("escape", "escape"),
    ],
)
def test_an_order_in_words(line, words):
    at = scenario("loading_yard")
    value = read_choice(at[0], line)
    assert LABELS[type(value)](Moment(*at, number(at, "anna")), value) == words


def test_explosives_name_their_weapon_and_points_are_metres():
    at = scenario("loading_yard")
    said = {
        line: LABELS[type(value)](Moment(*at, number(at, "ben")), value)
        for line in (
            "explode finn weapon=grenade_frag",
            "explode_at 30.5,12 weapon=grenade_frag",
            "explode_among eva:near",
        )
        for value in [read_choice(at[0], line)]
    }
    assert list(said.values()) == [
        "explode Hand grenade, fragmentation at Finn, medium range, draw Hand grenade, fragmentation",
        "explode Hand grenade, fragmentation at 30.5,12, draw Hand grenade, fragmentation",
        "explode among Eva (near)",
    ]


@pytest.mark.clause("FS3-7.3", "FS3-8.17")
def test_what_stands_in_the_way_now_is_said_but_not_once_one_moves():
    at = scenario("loading_yard")
    combatant(at, "eva").x, combatant(at, "eva").y = 4000, 1400
    combatant(at, "anna").x, combatant(at, "anna").y = 2000, 1400
    say = LABELS[type(read_choice(at[0], "attack eva"))]
    moment = Moment(*at, number(at, "anna"))
    assert say(moment, read_choice(at[0], "attack eva")) == "attack Eva, out of sight now"
    assert say(moment, read_choice(at[0], "attack eva path=20,20")) == "go to 20,20 (6 of 10 m), attack Eva"
    for line, words in (
        ("aim eva", "aim at Eva, out of sight now"),
        ("aim eva path=20,20", "go to 20,20 (6 of 10 m), aim at Eva"),
        ("suppress eva", "suppress Eva, out of sight now"),
        ("full_auto eva", "full auto at Eva, out of sight now"),
        ("suppress eva,finn", "suppress Eva and Finn"),
        ("subdue eva", "subdue Eva, out of reach now"),
    ):
        value = read_choice(at[0], line)
        assert LABELS[type(value)](moment, value) == words
    at = scenario("patrol")
    say_there = Moment(*at, number(at, "anna"))
    assert say(say_there, read_choice(at[0], "attack r1")) == "attack R1, out of reach now"
    combatant(at, "r1").vehicle = 0
    assert "is meant for vehicles" in say(say_there, read_choice(at[0], "attack r1"))


def test_options_name_who_acts_on_whom_and_where_to():
    at = scenario("loading_yard")
    parts = {
        line: DECISION.parts(Moment(*at, number(at, "anna")), read_choice(at[0], line))
        for line in ("full_auto eva", "full_auto eva,finn", "pass path=14,5>16,5", "explode_at 30,12")
    }
    assert parts == {
        "full_auto eva": {"unit": "anna", "target": "eva"},
        "full_auto eva,finn": {"unit": "anna"},
        "pass path=14,5>16,5": {"unit": "anna", "point": "16,5"},
        "explode_at 30,12": {"unit": "anna", "point": "30,12"},
    }


def test_what_an_order_can_name_is_told_by_sorts():
    found = things(Moment(*scenario("shuttle_run"), 2))
    by_sort = {sort: [one.title for one in found if one.sort == sort] for sort in ("weapon", "location", "vehicle")}
    assert by_sort["weapon"] == ["Kinetic assault cannon"] and "Pelican" in by_sort["vehicle"]
    assert {"Chest", "Cockpit", "Cabin"} <= set(by_sort["location"])
    (weapon,) = (one for one in found if one.sort == "weapon")
    assert weapon.notes == ("in hand",) and "short to 250 m, medium to 500, long to 1000" in weapon.about


@pytest.mark.clause("FS3-22.5", "FS3-24.4")
def test_a_weapon_in_words():
    at = scenario("loading_yard")
    names = GAME.names(*at)
    grenade, rifle = (
        list(weapon_notes(at[0].tables[0], names.find_thing("weapon", id))) for id in ("grenade_frag", "rifle")
    )
    assert rifle == [
        "ranged, personal",
        "lethality +0, penetration 4",
        "short to 250 m, medium to 500, long to 1000",
        "20 rounds",
        "burst and full auto, recoil 20",
    ]
    assert grenade[-1] == "blast 3 m, shrapnel" and "cannot be reloaded" in grenade[3]


# As people type them


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("attack Eva/burst,called=head", "attack eva called=HD burst=yes"),
        ("attack eva burst, called=left_arm", "attack eva called=LA burst=yes"),
        ("att ev / evade", "attack eva stance=evade"),
        ("attack eva/path=14,5>16,5,luck=attack", "attack eva path=14,5>16,5 luck=attack"),
        ("attack eva weapon=unarmed", "attack eva weapon=unarmed"),
        ("full auto eva, finn", "full_auto eva,finn"),
        ("treat Ben", "treat ben"),
        ("aim Gina/stance=cover", "aim gina stance=cover"),
        ("suppress eva,gina", "suppress eva,gina"),
    ],
)
def test_orders_as_the_genre_types_them(typed, line):
    assert to_notation(menu(asked("loading_yard"), "anna"), typed) == line


def test_what_is_typed_besides_changes_the_order_that_is_there():
    found = menu(asked("loading_yard"), "anna", previous="attack eva")
    assert to_notation(found, "stance evade") == "attack eva stance=evade"
    assert to_notation(found, "burst") == "attack eva burst=yes"


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("attack eva/brust", "did you mean burst?"),
        ("attack eva/called=haed", "did you mean Head?"),
        ("attack eva/stance=evda", "did you mean evade?"),
        ("attack evva", "did you mean Eva?"),
        ("attack eva/weapon=rifel", "did you mean rifle?"),
    ],
)
def test_what_is_mistyped_is_told_with_the_nearest_word(typed, complaint):
    with pytest.raises(BadNotation, match=complaint.replace("?", r"\?")):
        to_notation(menu(asked("loading_yard"), "anna"), typed)


@pytest.mark.clause("FS3-6.8a")
@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("set_modifier anna 10", "set_modifier anna 10"),
        ("set_modifier Boris 10", "set_modifier anna 10"),
        ("set_modifier ben 10", "set_modifier ben 10"),
        ("set_modifier Ann Lee 10", "set_modifier cara 10"),
        ("set_modifier Kim 10", "set_modifier kim 10"),
    ],
)
def test_titles_help_who_types_and_take_no_ids_place(typed, line):
    """Boris sits in Anna's seat, and Anna in Ben's; Kim is the title of two."""
    at = asked("loading_yard")
    content = at[0].content
    titles = {**content.titles, "anna": "Boris", "ben": "Anna", "cara": "Ann Lee", "dan": "Kim", "eva": "Kim"}
    named = at[0]._replace(content=content._replace(titles=titles))
    assert to_notation(menu((named, at[1]), "anna"), typed) == line


def test_an_id_that_is_typed_is_no_beginning_of_another():
    """Ann is out of sight, and Anna on the menu: who types `ann` means Ann."""
    found = menu(asked("loading_yard"), "gina")
    tokens = {unit: token for unit, token in found.tokens.items() if unit != "ben"} | {"ann": found.tokens["ben"]}
    found.tokens = tokens
    assert found.resolve_name("ann", ["anna", "cara"]) == "ann"
    assert found.resolve_name("an", ["anna", "cara"]) == "anna"


@pytest.mark.clause("FS3-22.31")
def test_who_orders_is_told_that_chances_are_as_things_stand_now():
    at = scenario("loading_yard")
    assert "Chances are told as things stand now" in decision_of(*at, number(at, "anna")).prompt
