"""Every refusal is a sentence that says what is wrong and with what, in the units and numbers of the match."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.choices import from_json, parse
from fireteam.core.slot_choices import refusal_of
from fireteam.games.tps.game import GAME
from fireteam.games.tps.refusals import REFUSALS
from tests.games.tps.matches import Position, play_at_random, start_match, unit

T = unit("T", 29, 25, "mp5 glock18 flash bomb")
CT = unit("CT", 29, 23, "m4a1 usp kit smoke")


def refusal_line(at: Position, line: str, slot: int = 0) -> str:
    found = refusal_of(*at, slot, parse(line, GAME.verbs))
    assert found is not None, f"{line} is lawful"
    return f"{found.sentence} ({found.code}, {found.clause})"


def units(**fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A terrorist with some fields altered, and a counter-terrorist."""
    return {**T, **fields}, dict(CT)


CALLS = [
    (0, "call primary standing smoke", "U1 carries no Smoke grenade (E_NO_ITEM, TPS-8.14)"),
    (0, "call primary standing nonsense", "there is no nonsense in the catalogue (E_NO_ITEM, TPS-7.6)"),
    (0, "call primary standing mp5", "not a choice: over a weapon lies a grenade, the bomb or the kit, or nothing (-)"),
    (0, "call primary scoped", "MP5 has no scope (E_NO_SCOPE, TPS-8.10)"),
    (0, "call primary standing - reload", "primary weapon is loaded (E_NOT_EMPTY, TPS-8.11)"),
    (0, "call knife standing - reload", "knife is loaded (E_NOT_EMPTY, TPS-8.11)"),
    (0, "call primary standing flash reload", "reload does not go with Flashbang over the weapon (E_ACTION, TPS-8.11)"),
    (0, "call primary standing - plant", "plant does not go with nothing over the weapon: the bomb must lie there"),
    (0, "call primary standing - defuse", "defusing is not for T (E_SIDE, TPS-10.10)"),
    (
        1,
        "call primary standing smoke defuse",
        "defuse does not go with Smoke grenade over the weapon: only the kit may",
    ),
    (1, "call primary standing kit defuse", "no bomb is armed (E_NO_BOMB, TPS-8.13)"),
    (0, "move 1,0", "move is not for this moment: units call their weapons now (E_PHASE, TPS-5.2)"),
    (0, "kick U2", "only the Admin may do that (E_NOT_ADMIN, TPS-24.3)"),
    (0, "warn U9", "not a choice: there is no U9 in this match (E_VALUE, TPS-28.1)"),
]


@pytest.mark.clause("TPS-28.1", "TPS-8.10", "TPS-8.11", "TPS-8.12", "TPS-8.13", "TPS-8.14")
@pytest.mark.parametrize(("slot", "line", "sentence"), CALLS)
def test_a_call_is_refused_in_a_sentence(slot: int, line: str, sentence: str) -> None:
    assert refusal_line(start_match("call", T, CT), line, slot).startswith(sentence)


@pytest.mark.clause("TPS-8.12", "TPS-8.13", "TPS-8.14")
def test_planting_and_defusing_need_their_places() -> None:
    away = start_match("call", {**T, "at": (20, 21)}, CT)
    assert refusal_line(away, "call primary standing bomb plant") == "U1 is in no bomb site (E_NOT_IN_SITE, TPS-8.12)"
    armed = start_match("call", unit("T", 20, 21, "mp5"), CT)
    bomb = armed[1][0].bomb
    bomb.status, bomb.x, bomb.y, bomb.turn = 1, 40_000_000, 5_000_000, 1
    defusing = "call primary standing kit defuse"
    assert refusal_line(armed, defusing, 1) == "U2 is not in contact with the bomb (E_NOT_AT_BOMB, TPS-8.13)"
    bare = start_match("call", unit("T", 20, 21), CT)
    assert refusal_line(bare, "call primary") == "U1 carries no primary weapon (E_NO_ITEM, TPS-8.14)"
    assert refusal_line(bare, "call sidearm standing nonsense") == "U1 carries no sidearm (E_NO_ITEM, TPS-8.14)"


ORDERS = [
    ({}, 1, "move 0.8,0.7", "a step is at most 1 MU long, and this one has 1.063015 (E_STEP, TPS-9.14)"),
    ({}, 1, "move 0.707108,0.707108", "a step is at most 1 MU long, and this one has 1.000002"),
    (
        {"crouch": 1},
        1,
        "move 1,0",
        "U1 cannot act on count 1: crouching, or with a scope in use, it acts on even counts",
    ),
    ({"gear": "m249"}, 2, "move 1,0", "U1 cannot act on count 2: the footprints of what it has in hand cost the first"),
    (
        {},
        11,
        "stay",
        "U1 cannot act on count 11: bonus counts are for who moved on every count"
        " with the knife in hand (E_NO_COUNT, TPS-9.12)",
    ),
    ({}, 1, "drop glock18", "Glock 18 is not what U1 has in hand (E_NOT_ACTIVE, TPS-10.4)"),
    ({}, 1, "drop knife", "Knife is not what U1 has in hand (E_NOT_ACTIVE, TPS-10.4)"),
    ({}, 1, "drop awp", "U1 carries no AWP (E_NO_ITEM, TPS-8.14)"),
    ({}, 1, "drop nonsense", "there is no nonsense in the catalogue (E_NO_ITEM, TPS-7.6)"),
    ({}, 1, "pickup awp", "no slot is free for AWP: drop what is in it first (E_SLOT, TPS-10.7)"),
    ({}, 1, "pickup vest", "Vest is not in contact with U1 (E_NOT_CONTACT, TPS-10.12)"),
    ({}, 1, "pickup kit", "Defuse kit is not for T (E_SIDE, TPS-10.10)"),
    ({}, 1, "plot stay,stay", "not a choice: one order is wanted (E_VALUE, TPS-28.1)"),
    ({}, 1, "use H1", "not a choice: there is no H1 in this match (E_VALUE, TPS-28.1)"),
]


@pytest.mark.clause("TPS-9.12", "TPS-9.14", "TPS-10.4", "TPS-10.7", "TPS-10.10", "TPS-10.12")
@pytest.mark.parametrize(("fields", "count", "line", "sentence"), ORDERS)
def test_an_order_is_refused_in_a_sentence(fields: dict[str, Any], count: int, line: str, sentence: str) -> None:
    at = start_match("count", *units(**fields))
    at[1][0].count, at[1][0].owing = count, 2 if "crouch" in fields or "gear" in fields or count > 10 else 3
    assert refusal_line(at, line).startswith(sentence)


@pytest.mark.clause("TPS-5.9")
def test_orders_for_several_counts_are_asked_for_by_their_number() -> None:
    at = start_match("count", T, CT, sv_movebatch="3")
    assert refusal_line(at, "move 1,0") == (
        "not a choice: orders for 3 counts at once are wanted: plot them (E_VALUE, TPS-28.1)"
    )


@pytest.mark.clause("TPS-19.27")
def test_who_may_not_lead_a_hostage_is_told_why() -> None:
    at = start_match(
        "count", unit("T", 20, 8, "mp5"), unit("CT", 11, 10, "mp5"), unit("CT", 9, 10, "mp5"), map="cs_clinic"
    )
    hostage = at[1][0].hostages[0]
    hostage.status, hostage.x, hostage.y, hostage.health, hostage.leader = 1, 10_000_000, 10_000_000, 2, 3
    assert refusal_line(at, "use H1") == "leading hostages is not for T (E_SIDE, TPS-10.10)"
    assert refusal_line(at, "use H1", 1) == "H1 follows U3 (E_HOSTAGE, TPS-19.27)"
    hostage.x = 20_000_000
    assert refusal_line(at, "use H1", 1) == "H1 is not in contact with U2 (E_NOT_CONTACT, TPS-10.12)"
    assert (
        refusal_line(at, "use H2", 1)
        == "not a choice: only hostages that are on the table can be led (E_VALUE, TPS-28.1)"
    )


TARGETS = [
    ("fire U2", "U2 is no living enemy (E_TARGET, TPS-11.6)"),
    ("fire U9", "U9 is no living enemy (E_TARGET, TPS-11.6)"),
    ("fire U4", "U1 does not see U4 (E_NO_SIGHT, TPS-11.6)"),
    ("fire U5", "smoke is between U1 and U5 (E_SMOKE, TPS-11.6)"),
    ("fire U3:1:1", "the dice do not add up: MP5 has 1W+3D of damage, each part at least one die (E_SPLIT, TPS-15.4)"),
    ("throw 18,21 9", "a throw has 1, 2 or 3 dice (E_THROW, TPS-19.2)"),
    ("throw 17,21 1", "a throw needs a direction: aim at another point than where the unit stands (E_THROW, TPS-19.2)"),
    ("throw 18,21 1 2", "the dice do not add up: Flashbang has none, each part at least one die (E_SPLIT, TPS-15.4)"),
    ("call primary", "call is not for this moment: targets are called now (E_PHASE, TPS-5.2)"),
]


@pytest.mark.clause("TPS-11.6", "TPS-15.4", "TPS-19.2")
@pytest.mark.parametrize(("line", "sentence"), TARGETS)
def test_a_target_is_refused_in_a_sentence(line: str, sentence: str) -> None:
    at = start_match(
        "target",
        unit("T", 17, 21, "mp5 flash", over="flash"),
        unit("T", 18.5, 21, "m4a1"),
        unit("CT", 25, 21, "m4a1"),
        unit("CT", 45, 5, "m4a1"),
        unit("CT", 28, 21, "m4a1"),
    )
    at[1][0].smoke[13] = 4  # site_a
    assert refusal_line(at, line) == sentence


@pytest.mark.clause("TPS-11.10", "TPS-11.11", "TPS-8.14", "TPS-13.12", "TPS-19.2")
def test_weapons_that_cannot_are_told_why() -> None:
    at = start_match("target", unit("T", 17, 21, "mp5", weapon=3), unit("CT", 25, 21, "m4a1"))
    assert refusal_line(at, "fire U2") == "U2 is out of reach of the knife (E_REACH, TPS-11.11)"
    assert refusal_line(at, "throw 18,21 1") == "no grenade lies over the weapon to be thrown (E_THROW, TPS-19.2)"
    state = at[1][0]
    state.units[0].weapon, state.units[0].primary.mark = 1, 1
    assert refusal_line(at, "fire U2") == "MP5 is out of ammo: call reload (E_OUT_OF_AMMO, TPS-8.14)"
    state.units[0].action = 1
    assert refusal_line(at, "fire U2") == "an attack or a throw does not go with reloading (E_ACTION, TPS-8.11)"
    state.units[0].alive = 0
    until = "and waits for the next round: plan now what it will buy"
    assert refusal_line(at, "fire U2") == f"U1 is eliminated, {until} (E_ELIMINATED, TPS-13.12)"
    state.units[0].kicked = 1
    assert refusal_line(at, "fire U2") == "U1 is eliminated, and out of the match (E_ELIMINATED, TPS-13.12)"


@pytest.mark.clause("TPS-21.13", "TPS-24.3", "TPS-24.1")
def test_what_the_admin_may_not_do_is_told() -> None:
    options = {"teams": "1v2", "sv_admin": "1", "mp_roundturns": "1", "mp_halftime": "0"}
    setting = GAME.make_setting("de_depot", options)
    states = next(states for states, _ in play_at_random(setting, 3, 40) if states[0].phase == 8)
    at, admin = (setting, states), setting.referee
    assert refusal_line(at, "switch U1", admin) == "the sides would be 0 against 3 (E_BALANCE, TPS-21.13)"
    assert refusal_line(at, "kick U2", admin) == "U2's player has not been warned (E_WARN_FIRST, TPS-24.3)"
    ruling = refusal_line(at, "rule bomb U1 3", admin)
    assert ruling.startswith("not a choice: bomb of U1 cannot be ruled to be 3 now")
    assert refusal_line(at, "place U1 0,0", admin).startswith(
        "not a choice: U1 cannot stand at 0,0: a living unit, off walls"
    )
    assert refusal_line(at, "go_on", 0) == "only the Admin may do that (E_NOT_ADMIN, TPS-24.3)"
    assert (
        refusal_line(at, "buy vest")
        == "buy is not for this moment: the round is over, and the Admin decides (E_PHASE, TPS-5.2)"
    )


def test_a_list_that_is_too_long_and_what_is_no_choice_are_told() -> None:
    at = start_match("buy", T, CT)
    with pytest.raises(IllegalChoice, match="a list holds at most 16 entries, not 17"):
        refusal_of(*at, 0, from_json('{"verb": "buy", "wants": ["flash"' + ', "flash"' * 16 + "]}", GAME.verbs))
    setting = GAME.make_setting("de_depot", {"teams": "1v1", "mp_maxrounds": "1", "mp_roundturns": "1"})
    *_, (end, _) = play_at_random(setting, 3, 60)
    assert refusal_line((setting, end), "hold").startswith("hold is not for this moment: the match is over")


def test_every_code_that_the_rules_give_is_read_here() -> None:
    elsewhere = {"ok", "E_NOT_YOURS", "E_DUP", "E_CASH", "E_STOCK"}  # the table's own, and entries of purchases
    read = set(re.findall(r"\((E_[A-Z_]+), TPS", Path(__file__).read_text(encoding="utf-8")))
    assert {each.code for each in REFUSALS} - read == elsewhere
