"""Sections 5, 6 and 22: deployment, the turn, who decides, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.chance.distribution import certain, run_all_to_decision
from fireteam.core.engine.record import blank
from fireteam.games.gunplay.rules.deployment import open_match
from fireteam.games.gunplay.state import State
from tests.games.gunplay.table import (
    At,
    decider,
    do,
    is_down,
    kinds,
    only,
    phase_of,
    place_of,
    posture_of,
    refused,
    rolled,
    table,
    who,
)

ZONES = [(0, 0, 6, 12), (34, 0, 40, 12)]


def deployment(*characters: str, dice: tuple[int, ...] = (9, 1)) -> At:
    at = table(*characters, scenario={"zones": ZONES}, deployment="alternate", pieces=[("low", (3, 3, 4, 4))])
    do(*at, dice=dice)
    return at


@pytest.mark.clause("GUN-5.4", "GUN-5.6")
def test_with_alternate_deployment_the_higher_die_places_first_then_both_in_turn() -> None:
    at = table("A1 5,5", "A2 5,8", "B1 35,5", scenario={"zones": ZONES}, deployment="alternate")
    assert rolled(do(*at, dice=[4, 4, 2, 7])) == [
        ("deployment, A", 4),
        ("deployment, B", 4),
        ("deployment, A", 2),
        ("deployment, B", 7),
    ]
    assert (phase_of(at[1]), decider(at[1])) == ("deploy", 1)
    do(*at, "deploy B1 36,6")
    assert decider(at[1]) == 0
    do(*at, "deploy A2 1,1")
    assert decider(at[1]) == 0, "a player with none left is skipped"
    do(*at, "deploy A1 2,2", dice=[1, 2])
    assert phase_of(at[1]) == "choose" and place_of(at[1], "B1") == (36, 6)


@pytest.mark.clause("GUN-5.5", "GUN-5.8")
def test_a_place_is_a_legal_stop_of_the_own_zone_for_an_own_character() -> None:
    at = deployment("A1 5,5", "A2 5,8", "B1 35,5")
    assert refused(*at, "deploy A1 6,12") == refused(*at, "deploy A1 2,2") == "ok"
    told = only(do(at[0], at[1].copy(), "deploy A1 6,12"), "deployed")
    assert (told.char, told.at) == ("A1", "6,12")
    for line in ("A1 6.01,5", "A1 0.4,5", "A1 3.5,3.5", "A1 3,2.6", "B1 36,5", "B1 2,2", "A9 2,2"):
        assert refused(*at, f"deploy {line}") == "DEPLOY_ILLEGAL", line
    do(*at, "deploy A1 2,2", "deploy B1 36,6")
    assert refused(*at, "deploy A1 5,5") == refused(*at, "deploy A2 2,2.5") == "DEPLOY_ILLEGAL"


@pytest.mark.clause("GUN-5.8", "GUN-3.7")
def test_who_would_hide_away_from_cover_stands() -> None:
    setting, _ = table("A1 5,5 hiding", "B1 25,5 prone")
    states = blank(State)
    open_match(states[0], setting.tables[0])
    assert posture_of(states, "A1") == "standing" and posture_of(states, "B1") == "prone"
    at = deployment("A1 5,5 hiding", "B1 35,5")
    do(*at, "deploy A1 5,5")
    assert posture_of(at[1], "A1") == "standing"
    at = deployment("A1 5,5 hiding", "B1 35,5")
    do(*at, "deploy A1 3,2.5")
    assert posture_of(at[1], "A1") == "hiding"


@pytest.mark.clause("GUN-6.1", "GUN-6.2", "GUN-3.8", "GUN-3.9", "GUN-3.10", "GUN-7.21", "GUN-13.7", "GUN-13.8")
def test_a_turn_begins_by_clearing_what_holds_for_a_turn() -> None:
    marks = "ran moved ran_now shot_now activated ask ow_actions=1 braced carrying empty wounds=2 markers=3 prone"
    at = table(f"A1 5,5 {marks}", "B1 25,5 activated", choose="B", modules="overwatch")
    who(at[1], "A1").fired[:] = 1
    at[1][0].phase = 13
    told = do(*at, dice=[5, 6])
    first = who(at[1], "A1")
    assert kinds(told) == ["turn_begun", "initiative"] and at[1][0].turn == 2
    flags = ("ran", "moved", "ran_now", "shot_now", "activated", "overwatch", "ow_actions")
    assert not any(first[name] for name in flags) and not any(first.fired)
    lasting = [first[name] for name in ("braced", "carrying", "wounds", "markers", "posture")]
    assert lasting == [1, 1, 2, 3, 1] and not first.loaded[0], "the rest stays as it was"
    assert not first.orders.tobytes().strip(b"\0")


@pytest.mark.clause("GUN-6.2", "GUN-6.3")
def test_equal_initiative_is_summed_to_its_end() -> None:
    at = table("A1 5,5", "B1 25,5")
    front, _ = run_all_to_decision(certain(at[1]), at[1], at[0].tables)
    assert sorted(front.values()) == [Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.clause("GUN-6.4")
def test_a_scenario_may_name_who_has_the_initiative_in_turn_1() -> None:
    at = table("A1 5,5", "B1 25,5", scenario={"first_initiative": 2})
    assert rolled(do(*at)) == [] and decider(at[1]) == 1


@pytest.mark.clause("GUN-6.4", "GUN-6.2")
def test_in_later_turns_the_dice_say_who_has_the_initiative() -> None:
    at = table("A1 5,5 activated", "B1 25,5", act="B1", actions=1, scenario={"first_initiative": 2, "turns": 9})
    assert rolled(do(*at, "end_activation B1", dice=[7, 4])) == [("initiative, A", 7), ("initiative, B", 4)]
    assert decider(at[1]) == 0


@pytest.mark.clause("GUN-15.14", "GUN-15.19", "GUN-6.2", "GUN-6.3")
@pytest.mark.parametrize(
    ("leaders", "modules", "faces", "winner"),
    (
        (["A1 5,5 Leader", "B1 25,5"], "traits", [5, 5], 0),
        (["A1 5,5", "B1 25,5 Leader"], "traits", [5, 5], 1),
        (["A1 5,5 Leader", "A2 5,8 Leader", "B1 25,5"], "traits", [4, 5, 1, 9], 1),
        (["A1 5,5 Leader", "B1 25,5 Leader"], "traits", [5, 5, 2, 1], 0),
        (["A1 5,5 Leader down", "A2 5,8", "B1 25,5"], "traits", [4, 5], 1),
        (["A1 5,5 Leader", "B1 25,5"], "", [4, 5], 1),
    ),
    ids=["of A", "of B", "two of A", "one each", "Down", "without traits"],
)
def test_an_up_leader_adds_one_to_its_side_s_die(
    leaders: list[str], modules: str, faces: list[int], winner: int
) -> None:
    """Two of a side add no more than one does."""
    at = table(*leaders, modules=modules)
    do(*at, dice=faces)
    assert decider(at[1]) == winner


@pytest.mark.clause("GUN-6.15")
def test_of_several_reasons_not_to_be_activated_the_first_of_the_book_is_told() -> None:
    at = table("A1 5,5 down activated", "A2 5,8", "B1 25,5 down activated", "B2 25,8", choose="A")
    for name, code in (("A1", "CHAR_DOWN"), ("B1", "CHAR_NOT_YOURS")):
        assert refused(*at, f"activate {name}") == code
        assert refused(*at, f"activate {name}", slot=1) == "NOT_YOUR_DECISION"


@pytest.mark.clause("GUN-6.5", "GUN-6.7", "GUN-6.15")
def test_who_may_be_activated_is_checked_in_the_books_order() -> None:
    at = table("A1 5,5", "A2 5,8 ask", "A3 5,11 activated", "A4 9,9 down", "B1 25,5", choose="A", modules="overwatch")
    assert refused(*at, "activate A1", slot=1) == "NOT_YOUR_DECISION"
    for name, code in (
        ("A9", "CHAR_UNKNOWN"),
        ("B1", "CHAR_NOT_YOURS"),
        ("A4", "CHAR_DOWN"),
        ("A2", "CHAR_ON_OVERWATCH"),
        ("A3", "CHAR_ACTIVATED"),
        ("A1", "ok"),
    ):
        assert refused(*at, f"activate {name}") == code
    assert refused(*at, "pass_initiative") == "PASS_ILLEGAL", "the holder must activate somebody"


@pytest.mark.clause("GUN-6.10", "GUN-7.2", "GUN-7.51", "GUN-6.11")
def test_an_activation_ends_with_its_actions_or_when_its_owner_says_so() -> None:
    at = table("A1 5,5", "A2 5,8", "B1 25,5", act="A1")
    do(*at, "brace A1")
    assert phase_of(at[1]) == "act" and at[1][0].actions == 1
    do(*at, "move A1 - prone")
    assert (phase_of(at[1]), decider(at[1])) == ("choose", 1)
    at = table("A1 5,5", "A2 5,8", "B1 25,5", act="A1")
    do(*at, "end_activation A1")
    assert (phase_of(at[1]), decider(at[1])) == ("choose", 1)


@pytest.mark.clause("GUN-6.13", "GUN-6.14")
def test_a_turn_ends_when_nobody_is_left_to_activate() -> None:
    at = table("A1 5,5", "B1 25,5 activated", act="A1")
    told = do(*at, "end_activation A1", dice=[1, 2])
    assert only(told, "turn_begun").turn == 2


@pytest.mark.clause("GUN-7.3", "GUN-22.2")
def test_common_checks_come_in_the_books_order_and_change_nothing() -> None:
    at = table("A1 5,5", "A2 5,8", "B1 25,5", act="A1")
    assert refused(*at, "brace A1", slot=1) == "NOT_YOUR_DECISION"
    assert refused(*at, "activate A2") == "WRONG_STATE"
    assert refused(*at, "overwatch_declare 1") == "WRONG_STATE"
    assert refused(*at, "brace A2") == "NOT_ACTIVE_CHAR"
    assert refused(*at, "reload A1") == "MODULE_OFF"
    do(*at, "concede")
    assert refused(*at, "brace A1") == refused(*at, "concede") == "GAME_OVER"


@pytest.mark.clause("GUN-7.3")
def test_of_several_common_checks_the_first_of_the_book_is_told() -> None:
    at = table("A1 5,5 unarmed", "A2 5,8", "B1 25,5", act="A1")
    assert refused(*at, "activate A9", slot=1) == "NOT_YOUR_DECISION"
    assert refused(*at, "reload A2") == refused(*at, "aid A2 A9") == "NOT_ACTIVE_CHAR"
    assert refused(*at, "reload A1") == refused(*at, "aid A1 A9") == "MODULE_OFF"
    do(*at, "concede")
    assert refused(*at, "reload A2", slot=1) == refused(*at, "set_orders A1 hold") == "GAME_OVER"


LINES = (
    "deploy A1 2,2",
    "overwatch_declare 0",
    "overwatch_mark A1",
    "activate A1",
    "brace A1",
    "end_activation A1",
    "react A1",
    "wait A1",
    "pass A1",
    "continue",
    "stop",
)


def state_of(phase: str) -> At:
    """A match that waits for A in a state; in all but the first two A2 is on Overwatch."""
    if phase == "deploy":
        return deployment("A1 5,5", "B1 35,5")
    if phase in ("ow_declare", "ow_mark"):
        at = table("A1 5,5", "A2 5,8", "B1 25,5", modules="overwatch", scenario={"first_initiative": 1})
        do(*at)
        if phase == "ow_mark":
            do(*at, "overwatch_declare 2", "overwatch_declare 1", "overwatch_mark A2", "overwatch_mark B1")
        return at
    if phase == "choose":
        return table("A1 5,5", "A2 5,8 ask", "B1 25,5", choose="A", modules="overwatch")
    if phase == "act":
        return table("A1 5,5", "A2 5,8 ask", "B1 25,5", act="A1", modules="overwatch")
    if phase == "react":
        at = table("A1 13,1 ask", "A2 30,29 ask", "B1 10,7", act="B1", modules="overwatch")
        do(*at, "move B1 12,7")
        return at
    at = table("A1 10,7", "A2 30,29 ask", "B1 13,1 auto min=0", act="A1", modules="overwatch")
    do(*at, "move A1 12,7 - walk ask", dice=[1])
    return at


@pytest.mark.clause("GUN-22.1", "GUN-22.2", "GUN-22.3", "GUN-22.4", "GUN-11.9")
@pytest.mark.parametrize(
    ("phase", "lawful"),
    (
        ("deploy", "deploy"),
        ("ow_declare", "overwatch_declare"),
        ("ow_mark", "overwatch_mark"),
        ("choose", "activate"),
        ("act", "brace end_activation"),
        ("react", "react wait pass"),
        ("resume", "continue stop"),
    ),
)
def test_each_state_accepts_its_decisions_alone_of_its_player_alone(phase: str, lawful: str) -> None:
    """Orders may be set in all of them but REACT, and either player may give up."""
    at = state_of(phase)
    assert (phase_of(at[1]), decider(at[1])) == (phase, 0)
    for line in LINES:
        assert refused(*at, line) == ("ok" if line.split()[0] in lawful.split() else "WRONG_STATE"), line
        assert refused(*at, line, slot=1) == "NOT_YOUR_DECISION", line
    assert refused(*at, "pass_initiative") == "PASS_ILLEGAL"
    assert refused(*at, "pass_initiative", slot=1) == "NOT_YOUR_DECISION"
    assert refused(*at, "concede", slot=0) == refused(*at, "concede", slot=1) == "ok"
    if who(at[1], "A2").overwatch:
        assert refused(*at, "set_orders A2 hold") == ("WRONG_STATE" if phase == "react" else "ok")
        assert refused(*at, "set_orders A2 hold", slot=1) == ("WRONG_STATE" if phase == "react" else "CHAR_NOT_YOURS")


@pytest.mark.clause("GUN-22.4", "GUN-23.10")
@pytest.mark.parametrize("slot", (0, 1))
def test_either_player_may_concede_at_any_time(slot: int) -> None:
    at = table("A1 5,5", "B1 25,5", act="A1")
    told = do(*at, "concede", slot=slot)
    assert only(told, "ended").why == "conceded" and at[1][0].winner == 2 - slot


@pytest.mark.clause("GUN-22.3")
def test_orders_may_be_set_at_any_time_but_in_the_middle_of_a_reaction() -> None:
    at = table("A1 13,1 ask", "A2 5,5", "B1 10,7", act="B1", modules="overwatch")
    assert refused(*at, "set_orders A1 auto 50", slot=0) == "ok"
    assert refused(*at, "set_orders A1 auto 50", slot=1) == "CHAR_NOT_YOURS"
    assert refused(*at, "set_orders A9 auto", slot=0) == "CHAR_UNKNOWN"
    assert refused(*at, "set_orders A2 auto", slot=0) == "ORDERS_INVALID"
    do(*at, "set_orders A1 auto 50 fire", slot=0)
    orders = who(at[1], "A1").orders
    assert (orders.policy, orders.min_chance, orders.on) == (1, 50, 2)
    at = table("A1 13,1 ask", "B1 10,7", act="B1", modules="overwatch")
    do(*at, "move B1 12,7")
    assert phase_of(at[1]) == "react" and refused(*at, "set_orders A1 hold", slot=0) == "WRONG_STATE"


@pytest.mark.clause("GUN-11.9", "GUN-11.3")
def test_who_keeps_the_initiative_may_pass_it() -> None:
    at = table("A1 5,5", "A2 5,8", "B1 25,5", choose="A", modules="activations")
    assert refused(*at, "pass_initiative") == "PASS_ILLEGAL"
    do(*at, "activate A1", dice=[9])
    assert refused(*at, "pass_initiative") == "PASS_ILLEGAL"
    do(*at, "end_activation A1")
    assert (decider(at[1]), refused(*at, "pass_initiative")) == (0, "ok")
    do(*at, "pass_initiative")
    assert decider(at[1]) == 1 and refused(*at, "pass_initiative") == "PASS_ILLEGAL"
    at = table("A1 5,5", "A2 5,8", "B1 25,5 activated", choose="A", modules="activations")
    do(*at, "activate A1", dice=[9])
    do(*at, "end_activation A1")
    assert refused(*at, "pass_initiative") == "PASS_ILLEGAL", "the other player has nobody to activate"


@pytest.mark.clause("GUN-11.9", "GUN-6.12")
@pytest.mark.parametrize(("mine", "theirs"), (("A", "B"), ("B", "A")))
def test_the_initiative_may_be_passed_to_who_has_somebody_to_activate(mine: str, theirs: str) -> None:
    band = (f"{mine}1 5,5", f"{mine}2 5,8", f"{theirs}1 25,5 activated")
    for words, code in (("", "ok"), ("activated", "PASS_ILLEGAL"), ("down", "PASS_ILLEGAL"), ("ask", "PASS_ILLEGAL")):
        at = table(*band, f"{theirs}2 25,8 {words}", choose=mine, modules="activations overwatch")
        do(*at, f"activate {mine}1", dice=[9])
        do(*at, f"end_activation {mine}1")
        assert ("AB"[decider(at[1])], refused(*at, "pass_initiative")) == (mine, code), words


@pytest.mark.clause("GUN-11.9")
def test_who_might_have_passed_leaves_nothing_of_it_to_the_other() -> None:
    """Nor does the one who gets the initiative by a pass, nor the turn after."""
    band = ("A1 5,5", "A2 5,8", "A3 5,11", "B1 25,5", "B2 25,8")
    at = table(*band, choose="A", modules="activations")
    do(*at, "activate A1", dice=[9])
    do(*at, "end_activation A1")
    do(*at, "activate A2", dice=[5])
    assert refused(*at, "pass_initiative") == "PASS_ILLEGAL", "while it acts"
    do(*at, "end_activation A2")
    assert (decider(at[1]), refused(*at, "pass_initiative")) == (1, "PASS_ILLEGAL")
    at = table("A1 5,5 activated", "A2 5,8 activated", "A3 5,11", "B1 25,5", choose="A", modules="activations")
    do(*at, "activate A3", dice=[9])
    do(*at, "end_activation A3")
    assert (decider(at[1]), refused(*at, "pass_initiative")) == (1, "PASS_ILLEGAL"), "A has nobody left"


@pytest.mark.clause("GUN-11.3", "GUN-11.4", "GUN-11.5", "GUN-11.8")
@pytest.mark.parametrize(
    ("face", "actions", "next"), ((10, 2, 0), (9, 2, 0), (8, 2, 1), (3, 2, 1), (2, 1, 1), (1, 1, 1))
)
def test_one_die_gives_actions_and_says_who_activates_next(face: int, actions: int, next: int) -> None:
    at = table("A1 5,5", "A2 5,8", "B1 25,5", choose="A", modules="activations")
    do(*at, "activate A1", dice=[face])
    assert (phase_of(at[1]), at[1][0].actions) == ("act", actions)
    do(*at, "end_activation A1")
    assert decider(at[1]) == next


@pytest.mark.clause("GUN-11.18", "GUN-9.8")
def test_the_roll_keeps_the_initiative_though_its_character_goes_down() -> None:
    at = table("A1 5,5", "A2 5,8", "A3 5,20", "B1 6,5", choose="A", modules="activations")
    do(*at, "activate A1", dice=[9])
    do(*at, "fight A1 B1", dice=[5, 6, 1])
    assert is_down(at[1], "A1") and (phase_of(at[1]), decider(at[1])) == ("choose", 0)


@pytest.mark.clause("GUN-21.1", "GUN-12.17", "GUN-12.16")
def test_one_activation_goes_in_the_books_order() -> None:
    at = table("A1 5,5 markers=4 moved shot_now ran_now", "B1 25,5", choose="A", modules="flinch")
    told = do(*at, "activate A1", dice=[1])
    assert kinds(told) == ["activated", "flinch_tested", "flinched", "posture_changed"]
    first = who(at[1], "A1")
    assert (first.activated, first.markers, first.moved, first.shot_now, first.ran_now) == (1, 0, 0, 0, 0)
    assert posture_of(at[1], "A1") == "prone" and at[1][0].actions == 1


@pytest.mark.clause("GUN-22.1")
def test_exactly_one_player_decides() -> None:
    at = table("A1 5,5", "B1 25,5")
    do(*at, dice=[1, 2])
    assert refused(*at, "activate A1", slot=0) == "NOT_YOUR_DECISION" and refused(*at, "activate B1", slot=1) == "ok"
