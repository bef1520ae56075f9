"""Section 8: what a unit calls for the turn."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.protocol.choices import new_choices
from fireteam.core.space.terrain_build import TerrainPlan
from fireteam.games.tps.refusals import REFUSALS
from fireteam.games.tps.rules.calls import is_in_contact, is_in_site, may_call, unchanged_call
from fireteam.games.tps.rules.turn import default_choice
from fireteam.games.tps.state import (
    ARMED,
    COUNT,
    DEFUSE,
    EXPLODED,
    KNIFE_SLOT,
    NO_ACTION,
    PLANT,
    PRIMARY,
    RELOAD,
    SIDEARM,
)
from fireteam.games.tps.tables import LMG, PISTOL, SMG
from tests.games.tps.positions import Position, catalogue, number, position, unit
from tests.games.tps.turns import (
    call_position,
    choice_record,
    event_lines,
    gear_ids,
    menu,
    names_to_act,
    play,
    refusal_code,
)

IN_A = (30.0, 26.0)  # of de_depot
ALL = ("ak47", "glock18", "flash", "frag")


def one(side: str, *gear: str, x: float = 46, y: float = 15, map: str = "de_depot", **options: Any) -> Position:
    fields = {name: options.pop(name) for name in ("called", "armour") if name in options}
    return call_position(
        unit(side, x, y, *gear, **fields), unit("T" if side == "CT" else "CT", 4, 12), map=map, **options
    )


def arm(at: Position, x: float, y: float, status: int = ARMED) -> Position:
    bomb = at.state.bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = status, int(x * 1_000_000), int(y * 1_000_000), 1
    return at


# Weapon, over item, stance


@pytest.mark.clause("TPS-8.1", "TPS-8.5", "TPS-8.14")
def test_a_weapon_is_called_that_is_carried() -> None:
    at = one("T", "ak47")
    calls = ("primary", "sidearm", "knife")
    assert [refusal_code(at, "U1", f"call {weapon}") for weapon in calls] == ["ok", "E_NO_ITEM", "ok"]
    assert refusal_code(one("T", "glock18"), "U1", "call sidearm") == "ok"
    assert refusal_code(one("T", "glock18"), "U1", "call primary") == "E_NO_ITEM"
    assert refusal_code(at, "U1", "call -") == "E_VALUE"


@pytest.mark.clause("TPS-8.5", "TPS-8.6", "TPS-8.14")
def test_a_grenade_the_bomb_or_the_kit_is_laid_over_any_weapon() -> None:
    at = one("T", "ak47", "flash", "bomb")
    for weapon in ("primary", "knife"):
        answers = {
            id: refusal_code(at, "U1", f"call {weapon} standing {id}") for id in ("flash", "bomb", "frag", "kit")
        }
        assert answers == {"flash": "ok", "bomb": "ok", "frag": "E_NO_ITEM", "kit": "E_NO_ITEM"}
    assert refusal_code(one("CT", "kit"), "U1", "call knife standing kit") == "ok"


@pytest.mark.clause("TPS-8.5", "TPS-28.1")
def test_nothing_else_lies_over_a_weapon_carried_or_not() -> None:
    at = one("T", "ak47", "glock18", armour="1/1/3")
    for id, thing in catalogue().items():
        if id not in ("flash", "smoke", "frag", "kit", "bomb"):
            assert refusal_code(at, "U1", f"call primary standing {id}") == "E_VALUE", thing
    assert refusal_code(at, "U1", "call primary standing nonsense") == "E_NO_ITEM"


@pytest.mark.clause("TPS-8.3", "TPS-8.4", "TPS-8.10")
def test_crouching_is_anybodys_and_a_scope_is_the_weapons_that_have_one() -> None:
    at = one("T", "sg552", "glock18")
    stances = ("standing", "crouching", "scoped", "scoped_crouching")
    assert [refusal_code(at, "U1", f"call primary {stance}") for stance in stances] == ["ok"] * 4
    assert [refusal_code(at, "U1", f"call sidearm {stance}") for stance in stances] == ["ok", "ok", *["E_NO_SCOPE"] * 2]
    assert [refusal_code(at, "U1", f"call knife {stance}") for stance in stances] == ["ok", "ok", *["E_NO_SCOPE"] * 2]


@pytest.mark.clause("TPS-8.10", "TPS-26.1")
def test_the_weapons_with_a_scope_are_those_of_the_catalogue() -> None:
    long = [id for id, thing in catalogue().items() if SMG <= thing[0].kind <= LMG]
    scoped = {id for id in long if refusal_code(one("T", id), "U1", "call primary scoped") == "ok"}
    assert scoped == {"sg552", "aug", "scout", "awp"}
    pistols = [id for id, thing in catalogue().items() if thing[0].kind == PISTOL]
    assert {refusal_code(one("T", id), "U1", "call sidearm scoped") for id in pistols} == {"E_NO_SCOPE"}


@pytest.mark.clause("TPS-8.2", "TPS-8.3", "TPS-8.4", "TPS-1.18", "TPS-5.3")
def test_calls_hold_for_the_turn_and_are_revealed_together() -> None:
    at = one("T", "sg552", "flash")
    told = play(at, U1="call primary scoped_crouching flash", U2="call knife")
    assert event_lines(told, "called") == [
        "called U1 sg552 scoped_crouching flash none",
        "called U2 knife standing - none",
    ]
    me = at.unit(1)
    assert (me.weapon, me.called, me.scope, me.crouch, me.over) == (PRIMARY, PRIMARY, 1, 1, number("flash") + 1)
    assert (me.action, at.state.phase) == (NO_ACTION, COUNT)


@pytest.mark.clause("TPS-8.3", "TPS-8.4")
@pytest.mark.parametrize(
    ("stance", "scope", "crouch"),
    [("standing", 0, 0), ("crouching", 0, 1), ("scoped", 1, 0), ("scoped_crouching", 1, 1)],
)
def test_each_stance_is_what_it_says(stance: str, scope: int, crouch: int) -> None:
    at = one("T", "sg552")
    play(at, U1=f"call primary {stance}")
    assert (at.unit(1).scope, at.unit(1).crouch) == (scope, crouch)


@pytest.mark.clause("TPS-8.14")
def test_an_empty_weapon_may_be_called() -> None:
    assert refusal_code(one("T", "ak47!"), "U1", "call primary") == "ok"


# Actions


@pytest.mark.clause("TPS-8.11", "TPS-14.1")
def test_reloading_wants_an_empty_weapon_and_free_hands() -> None:
    at = one("T", "ak47!", "glock18", "flash")
    assert refusal_code(at, "U1", "call primary standing - reload") == "ok"
    assert refusal_code(at, "U1", "call primary crouching - reload") == "ok"
    assert refusal_code(at, "U1", "call sidearm standing - reload") == "E_NOT_EMPTY"
    assert refusal_code(at, "U1", "call knife standing - reload") == "E_NOT_EMPTY"
    assert refusal_code(at, "U1", "call primary standing flash reload") == "E_ACTION"
    assert refusal_code(at, "U1", "call sidearm standing flash reload") == "E_ACTION", "E_ACTION comes first"
    assert refusal_code(one("T", "glock18!"), "U1", "call sidearm standing - reload") == "ok"


@pytest.mark.clause("TPS-8.12")
def test_planting_wants_the_bomb_in_hand_and_a_site() -> None:
    there, elsewhere = one("T", "bomb", "flash", x=30, y=26), one("T", "bomb", "flash")
    assert refusal_code(there, "U1", "call knife standing bomb plant") == "ok"
    assert refusal_code(there, "U1", "call knife standing - plant") == "E_ACTION"
    assert refusal_code(there, "U1", "call knife standing flash plant") == "E_ACTION"
    assert refusal_code(elsewhere, "U1", "call knife standing bomb plant") == "E_NOT_IN_SITE"
    assert refusal_code(elsewhere, "U1", "call knife standing - plant") == "E_ACTION"


@pytest.mark.clause("TPS-8.12", "TPS-3.14")
@pytest.mark.parametrize(
    ("x", "y", "inside"), [(28, 25, True), (27.999999, 25, False), (35, 22.5, True), (30, 2, True), (30, 7.6, False)]
)
def test_a_site_is_its_inside_and_its_border(x: float, y: float, inside: bool) -> None:
    at = one("T", "bomb", x=x, y=y)
    assert is_in_site(at.state, at.tables[0], 0) == inside
    assert refusal_code(at, "U1", "call knife standing bomb plant") == ("ok" if inside else "E_NOT_IN_SITE")


@pytest.mark.clause("TPS-8.13")
def test_defusing_wants_an_armed_bomb_in_contact_and_a_ct() -> None:
    ct = one("CT", "m4a1", "kit", "smoke")
    assert refusal_code(ct, "U1", "call primary standing - defuse") == "E_NO_BOMB"
    arm(ct, 46, 16)
    assert refusal_code(ct, "U1", "call primary standing - defuse") == "ok"
    assert refusal_code(arm(ct, 46, 16.06), "U1", "call primary standing - defuse") == "E_NOT_AT_BOMB"
    assert refusal_code(arm(ct, 46, 16, EXPLODED), "U1", "call primary standing - defuse") == "E_NO_BOMB"
    assert refusal_code(arm(one("T", "ak47"), 46, 16), "U1", "call primary standing - defuse") == "E_SIDE"


@pytest.mark.clause("TPS-8.13", "TPS-8.8")
def test_example_35_only_the_kit_may_lie_over_the_weapon_of_who_defuses() -> None:
    ct = arm(one("CT", "m4a1", "kit", "smoke"), 46, 16)
    assert refusal_code(ct, "U1", "call primary standing smoke defuse") == "E_ACTION"
    assert refusal_code(ct, "U1", "call primary standing kit defuse") == "ok"
    assert refusal_code(ct, "U1", "call primary standing - defuse") == "ok"


@pytest.mark.clause("TPS-8.8", "TPS-11.10", "TPS-19.17", "TPS-19.18")
@pytest.mark.parametrize("attacks", [True, False])
def test_who_plants_may_use_the_backup_instead(attacks: bool) -> None:
    """The attack is made with the weapon under the bomb, in its step; then nothing is planted, and the bomb kept."""
    at = call_position(unit("T", *IN_A, "mp5", "bomb"), unit("CT", 34, 26, "usp"), map="de_depot")
    play(at, U1="call primary standing bomb plant")
    while at.state.phase == COUNT:
        play(at)
    told = play(at, [2, 1, 1, 1, 2, 1, 1, 1, 3, 3, 3], U1="fire U2") if attacks else play(at)
    rolls = [line.split()[1] for line in event_lines(told, "to_hit", "armed", "interrupted")]
    assert rolls == ["U1", "U1"] if attacks else ["U1"]
    assert [line.split()[0] for line in event_lines(told, "to_hit", "armed", "interrupted")] == (
        ["interrupted", "to_hit"] if attacks else ["armed"]
    )
    assert (at.state.bomb.status == ARMED, "bomb" in gear_ids(at, "U1")) == (not attacks, attacks)


@pytest.mark.clause("TPS-8.8", "TPS-11.10", "TPS-19.21", "TPS-19.22a")
@pytest.mark.parametrize("attacks", [True, False])
def test_who_defuses_may_use_the_backup_instead(attacks: bool) -> None:
    at = call_position(unit("CT", *IN_A, "usp", "kit"), unit("T", 34, 26, "glock18"), map="de_depot")
    bomb = at.state.bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = ARMED, 30_000_000, 26_500_000, 1
    play(at, U1="call sidearm standing kit defuse")
    while at.state.phase == COUNT:
        play(at)
    told = play(at, [2, 1, 1, 2, 1, 1, 3, 3, 3], U1="fire U2") if attacks else play(at)
    assert bool(event_lines(told, "to_hit")) == attacks and bool(event_lines(told, "defused")) == (not attacks)
    assert "kit" in gear_ids(at, "U1")


@pytest.mark.clause("TPS-28.1", "TPS-8.13")
def test_a_call_is_refused_by_the_first_code_of_the_table() -> None:
    at = arm(one("T", "glock18", "flash"), 46, 16)
    tables = at.tables[0]

    def told(weapon: int, stance: int, over: int, action: int) -> str:
        return REFUSALS[may_call(at.state, tables, 0, weapon, stance, over, action)[0]].code

    frag, vest = number("frag"), number("vest")
    assert told(0, 2, vest, DEFUSE) == told(SIDEARM, 4, -1, 0) == told(SIDEARM, -1, -1, 0) == "E_VALUE"
    assert told(PRIMARY, 2, vest, DEFUSE) == told(SIDEARM, 0, -3, 0) == told(SIDEARM, 0, 99, 0) == "E_VALUE"
    assert told(4, 0, -1, 0) == told(SIDEARM, 0, -1, 4) == told(SIDEARM, 0, -1, -1) == "E_VALUE"
    assert told(PRIMARY, 2, -1, DEFUSE) == told(SIDEARM, 2, frag, DEFUSE) == told(SIDEARM, 2, -2, DEFUSE) == "E_NO_ITEM"
    assert told(SIDEARM, 2, number("flash"), DEFUSE) == "E_SIDE"
    assert told(SIDEARM, 2, number("flash"), RELOAD) == told(SIDEARM, 2, -1, PLANT) == "E_NO_SCOPE"
    assert told(SIDEARM, 0, number("flash"), RELOAD) == told(SIDEARM, 0, -1, PLANT) == "E_ACTION"
    assert told(SIDEARM, 0, -1, RELOAD) == "E_NOT_EMPTY"


# Contact


@pytest.mark.clause("TPS-3.5")
def test_contact_is_at_most_1_05_from_centre_to_centre() -> None:
    at = position(unit("T", 10, 20))
    for x, near in ((10_000_000, True), (11_050_000, True), (11_050_001, False), (8_950_000, True), (8_949_999, False)):
        assert is_in_contact(at.state, at.tables[0], 0, x, 20_000_000) == near
    assert is_in_contact(at.state, at.tables[0], 0, 10_742_462, 20_742_462)
    assert not is_in_contact(at.state, at.tables[0], 0, 10_742_463, 20_742_463)


@pytest.mark.clause("TPS-3.5", "TPS-9.16")
def test_neither_through_a_wall_nor_through_a_window_is_anything_touched() -> None:
    for walls in ({"walls": [[10.5, 0, 10.5, 40]]}, {"windows": [[10.5, 0, 10.5, 40]]}):
        at = position(unit("T", 10, 20), plan=TerrainPlan(100, 60, zones=[[0, 0, 100, 60]], **walls))
        assert not is_in_contact(at.state, at.tables[0], 0, 11_000_000, 20_000_000)
        assert is_in_contact(at.state, at.tables[0], 0, 10_400_000, 20_000_000)
    low = position(unit("T", 10, 20), plan=TerrainPlan(100, 60, low=[[10.5, 19, 10.6, 21]], zones=[[0, 0, 100, 60]]))
    assert is_in_contact(low.state, low.tables[0], 0, 11_000_000, 20_000_000)


# Who does not call in time


@pytest.mark.clause("TPS-5.7", "TPS-5.15")
@pytest.mark.parametrize(
    ("gear", "called", "means"),
    [
        (("ak47", "glock18"), SIDEARM, SIDEARM),
        (("ak47", "glock18"), KNIFE_SLOT, KNIFE_SLOT),
        (("ak47", "glock18"), 0, PRIMARY),
        (("glock18",), PRIMARY, SIDEARM),
        ((), SIDEARM, KNIFE_SLOT),
        (("ak47",), SIDEARM, PRIMARY),
    ],
)
def test_a_time_out_calls_the_last_weapon_if_still_carried_else_primary_sidearm_knife(
    gear: tuple[str, ...], called: int, means: int
) -> None:
    at = one("T", *gear, "flash", called=called)
    assert unchanged_call(at.unit(1)) == means
    choice = new_choices(1)
    default_choice(at.state, at.tables[0], 0, choice[0])
    assert choice.tobytes() == choice_record(f"call {('-', 'primary', 'sidearm', 'knife')[means]}").tobytes()
    assert refusal_code(at, "U1", f"call {('-', 'primary', 'sidearm', 'knife')[means]}") == "ok"


# The menu


@pytest.mark.clause("TPS-8.5")
def test_the_menu_of_calls_is_every_lawful_call() -> None:
    at = one("T", "sg552", "glock18!", "flash", "flash", "bomb", x=30, y=26)
    overs, actions = ("-", "flash", "bomb"), ("none", "reload", "plant", "defuse")
    every = [
        f"call {weapon} {stance} {over} {action}"
        for weapon in ("primary", "sidearm", "knife")
        for over in overs
        for action in actions
        for stance in ("standing", "crouching", "scoped", "scoped_crouching")
    ]
    lawful = [line for line in every if refusal_code(at, "U1", line) == "ok"]
    assert [whole(line) for line in menu(at, "U1")] == lawful
    assert len(lawful) == len(set(lawful)) == 4 * 4 + 2 * 4 + 2 + 2 * 4
    assert names_to_act(at) == ["U1", "U2"]


def whole(line: str) -> str:
    """A call with what notation leaves out at its end."""
    said = line.split()
    return " ".join([*said, *("standing", "-", "none")[len(said) - 2 :]])
