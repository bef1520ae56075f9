"""What is bought with one word: by side, by cash, by what is carried; and what a pack may write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.core.decision import Moment
from fireteam.core.protocol.choices import parse
from fireteam.core.protocol.scene import Preset
from fireteam.games.tps.check.loadouts import purchase_faults
from fireteam.games.tps.content import load
from fireteam.games.tps.names import names_of
from fireteam.games.tps.outfits import presets
from fireteam.games.tps.state import BUY
from fireteam.games.tps.tables import SIDES, T
from fireteam.registry import find_game
from tests.games.tps.content_packs import problem_lines, write_pack

CHEAP = {"id": "cheap", "name": "Cheap", "about": "what there is", "T": [["mp5", "vest"], ["mp5"]], "CT": [["kit"], []]}


def outfit_presets(
    side: str, cash: int, *carries: str, packs: tuple[str, ...] = (), **options: str
) -> dict[str, Preset]:
    """The outfits of a unit that buys, by name."""
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1", **options}, packs)
    states, names = setting.opening.copy(), names_of(setting)
    state, i = states[0], SIDES.index(side)
    state.phase, state.units[i].cash, state.units[i].alive = BUY, cash, 1
    for id in carries:
        gear = names.find_thing("gear", id)
        kind = {"mp5": "primary", "vest": "vest"}.get(id)
        token = getattr(state.units[i], kind) if kind else state.units[i].grenades[0]
        token.gear, token.mark = gear + 1, int(kind == "vest")
    return {one.name: one for one in presets(Moment(setting, states, i))}


def test_the_game_brings_rush_rifle_and_save() -> None:
    assert list(outfit_presets("T", 8)) == ["rush", "rifle", "save"]
    assert [one.title for one in outfit_presets("CT", 8).values()] == ["Rush", "Rifle", "Save"]


@pytest.mark.clause("TPS-7.1", "TPS-7.6")
@pytest.mark.parametrize(
    ("side", "cash", "rush", "rifle"),
    [
        ("T", 99, "buy mac10,vest,helmet,flash", "buy ak47,vest,helmet,flash"),
        ("T", 33, "buy mac10,vest", "buy ak47"),
        ("T", 12, "buy sawnoff", "buy galil"),
        ("CT", 99, "buy p90,vest,helmet,flash", "buy m4a1,vest,helmet,kit"),
        ("CT", 22, "buy mp5,vest", "buy famas,kit"),
    ],
)
def test_the_first_list_is_bought_that_the_cash_suffices_for(side: str, cash: int, rush: str, rifle: str) -> None:
    found = outfit_presets(side, cash)
    assert (found["rush"].notation, found["rifle"].notation) == (rush, rifle)
    assert not found["rush"].against and not found["rifle"].against


def test_an_outfit_says_what_is_in_it_and_what_it_costs() -> None:
    assert outfit_presets("T", 30)["rush"].label == "MAC-10, Vest: 29 cash"
    assert outfit_presets("T", 30)["save"].label == "nothing: 0 cash"


def test_what_is_too_dear_says_so() -> None:
    assert outfit_presets("T", 8)["rifle"].against == "12 cash are needed, you have 8"
    assert outfit_presets("T", 8)["save"].against == outfit_presets("T", 0)["save"].against == ""
    assert outfit_presets("T", 1)["rush"].against == "2 cash are needed, you have 1"


@pytest.mark.clause("TPS-7.5")
def test_what_is_carried_is_not_bought_again() -> None:
    assert outfit_presets("T", 32, "vest")["rush"].notation == "buy mac10,helmet,flash"
    assert outfit_presets("CT", 99, "flash")["rush"].notation == "buy p90,vest,helmet"


@pytest.mark.clause("TPS-7.6")
def test_a_list_that_something_else_than_cash_stands_against_is_passed_over() -> None:
    full = outfit_presets("T", 99, "smoke", mp_grenadeslots="1")
    assert full["rush"].notation == "buy mac10,vest", "there is no slot for its flashbang"


def test_of_every_side_and_all_cash_an_outfit_can_be_bought_as_it_says() -> None:
    game = find_game("tps")
    setting = game.make_setting("de_depot", {"teams": "1v1"})
    for i, side in enumerate(SIDES):
        for cash in (0, 8, 20, 33, 60, 99):
            states = setting.opening.copy()
            states[0].phase, states[0].owing, states[0].units[i].cash, states[0].units[i].alive = BUY, 1 << i, cash, 1
            for one in game.decision(setting, states, i, odds=False).presets:
                value = game.explain_option(setting, states, i, parse(one.notation, game.verbs))
                assert one.against or value.label == ("nothing" if one.notation == "buy -" else one.label), (side, cash)


@pytest.mark.clause("TPS-23.1")
def test_every_outfit_holds_what_its_side_can_buy_and_carry_together() -> None:
    content = load()
    for outfit in content.outfits.values():
        for side in SIDES:
            for each in getattr(outfit, side):
                assert list(purchase_faults((), each, side, content)) == []


# Packs


def test_a_pack_brings_outfits_of_its_own_and_replaces_the_games(tmp_path: Path) -> None:
    mine = write_pack(tmp_path, outfits=[CHEAP, {**CHEAP, "id": "save", "name": "Spare"}])
    found = outfit_presets("T", 15, packs=(str(mine),))
    assert found["cheap"].notation == "buy mp5" and found["save"].title == "Spare"
    assert outfit_presets("CT", 1, packs=(str(mine),))["cheap"].notation == "buy -"


@pytest.mark.clause("TPS-23.1")
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"T": [["m4a1"]]}, "[0].T[0][0]: E_CONTENT cheap: m4a1 is for CT"),
        ({"T": [["mp6"]]}, "[0].T[0][0]: E_CONTENT cheap: no gear named mp6; did you mean 'tmp'?"),
        ({"CT": [["mp5", "p90"]]}, "[0].CT[0][1]: E_CONTENT cheap: p90 would take the place of another primary"),
        ({"T": [["mp5"], ["mp5", "vest"]]}, "[0].T[1]: E_CONTENT cheap: a list for T costs 20 cash, no less than"),
        ({"T": []}, "[0].T: E_CONTENT cheap: T must be lists of things to buy, the dearest first"),
        ({"id": "mp5"}, "[0].id: E_CONTENT mp5: a thing of the catalogue is called so"),
        ({"about": ""}, "[0].about: E_CONTENT cheap: about must be"),
    ],
)
def test_an_outfit_that_cannot_be_bought_is_refused(tmp_path: Path, changed: dict[str, Any], says: str) -> None:
    lines = problem_lines(tmp_path, outfits=[{**CHEAP, **changed}])
    assert any(line.startswith(says) for line in lines), lines


def test_the_shop_stands_in_groups_in_the_order_of_classes() -> None:
    game = find_game("tps")
    setting = game.make_setting("de_depot", {"teams": "1v1"})
    states = setting.opening.copy()
    states[0].phase, states[0].owing, states[0].units[T].alive = BUY, 1, 1
    decision = game.decision(setting, states, T, odds=False)
    groups = [thing.group for thing in decision.things]
    assert list(dict.fromkeys(groups)) == [
        *("Pistols", "Submachine guns", "Shotguns", "Rifles", "Machine guns", "Grenades", "Armour")
    ]
    assert groups == sorted(groups, key=list(dict.fromkeys(groups)).index), "each group stands together"
    words = " ".join(decision.legend)
    assert all(word in words for word in ("To hit", "Damage", "Step", "Footprints", "wild die", "MU"))
