"""Section 6.2: the states of a turn, who acts when, what comes to nothing, and the end of a turn."""

from __future__ import annotations

import pytest

from fireteam.games.fs3 import state
from tests.games.fs3.table import (
    act,
    choices_of,
    do,
    do_free,
    end_turn,
    kinds,
    of_kind,
    only,
    phase_of,
    place_of,
    refused,
    table,
    values,
    view_of,
    who,
    wound,
)


@pytest.mark.clause("FS3-1.9", "FS3-1.10", "FS3-6.27")
def test_a_turn_lasts_five_seconds_on_the_fights_own_clock() -> None:
    at = table("anna 10,10", "ben 30,10 npc=5")
    assert (at[1][0].clock, at[1][0].turn) == (0, 1)
    do(*at, dice=[60, 40])
    assert (at[1][0].clock, at[1][0].turn) == (5, 2)
    long = table("anna 10,10", "ben 30,10 npc=5", turn_seconds=12)
    do(*long, dice=[60, 40])
    assert long[1][0].clock == 12


@pytest.mark.clause("FS3-6.12", "FS3-6.21", "FS3-6.24")
def test_combatants_act_in_the_order_of_action() -> None:
    at = table("anna 10,10 knife", "ben 30,10 npc=5 knife", "cora 20,20 knife")
    told = do(*at, "anna: pass path=11,10", "ben: pass path=29,10", "cora: pass path=20,19", dice=[20, 60, 40])
    assert values(told, "moved", "unit") == ["ben", "cora", "anna"]
    assert kinds(told)[-1] == "turn_begun"


@pytest.mark.clause("FS3-6.24")
def test_who_acts_first_moves_afterwards() -> None:
    at = table("anna 10,10 rifle", "ben 30,10 npc=5")
    told = act(*at, "anna: aim ben path=11,10")
    assert kinds(told) == ["moved", "aimed"]
    told = act(*at, "anna: aim ben path=12,10 act_first=yes")
    assert kinds(told) == ["aimed", "moved"]


@pytest.mark.clause("FS3-6.24", "FS3-7.27")
def test_who_is_subdued_before_its_turn_does_nothing_in_it() -> None:
    at = table("anna 10,10 club", "ben 11.5,10 npc=1 rifle")
    told = act(*at, "anna: subdue ben", "ben: attack anna", dice=[60, 1])
    assert of_kind(told, "lost_order") and not of_kind(told, "attacked")
    end_turn(*at)
    assert refused(*at, "ben: attack anna") == "E-SUBDUED"


@pytest.mark.clause("FS3-6.24", "FS3-7.37")
def test_who_was_freed_by_an_order_does_nothing_else_this_turn() -> None:
    at = table("anna 10,10 club captive=2", "ben 11.5,10 npc=5 subduer=1", "cora 30,30 npc=5")
    told = act(*at, "ben: escape", "anna: pass release=yes")
    assert kinds(told) == ["released", "fizzled"]
    assert who(*at, "ben").freed == 1
    end_turn(*at)
    assert who(*at, "ben").freed == 0 and refused(*at, "ben: attack anna weapon=unarmed") == "ok"


@pytest.mark.clause("FS3-6.25", "FS3-7.3")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("anna: attack ben", "E-LOS"),
        ("anna: attack cora weapon=knife", "E-RANGE"),
        ("anna: attack cora weapon=stun_gun", "E-RANGE"),
        ("anna: explode_at 25,10 weapon=grenade_frag", "E-LOS"),
        ("anna: explode_at 90.01,10 weapon=missile_he", "E-LOS"),
        ("anna: explode_at 10,90.01 weapon=grenade_frag", "E-RANGE"),
        ("anna: explode dan weapon=grenade_frag", "E-RANGE"),
    ],
)
def test_sight_and_range_bind_when_an_order_is_carried_out(line: str, why: str) -> None:
    at = table(
        "anna 10,10 rifle knife stun_gun grenade_frag missile_he",
        "ben 30,10 npc=5",
        "cora 10,35 npc=5",
        "dan 10,90.01 npc=5",
        features=(("20,5,1,10", "sight"),),
        size=(100, 100),
    )
    assert only(act(*at, line), "fizzled").why.startswith(why)


@pytest.mark.clause("FS3-8.17", "FS3-6.25", "FS3-6.20")
def test_a_class_that_is_forbidden_binds_when_an_order_is_carried_out_too() -> None:
    at = table(
        "anna 10,10 rifle",
        "ben 27,25 npc=5",
        "cora 30,35 npc=5",
        vehicles=("v1 command_shuttle 30,18",),
        class_mismatch="forbid",
    )
    line = "anna: attack ben"
    assert refused(*at, line) == "ok"
    told = act(*at, line, "ben: pass board=v1")
    assert only(told, "fizzled").why.startswith("E-CLASS") and who(*at, "anna").rounds[0] == 20


@pytest.mark.clause("FS3-6.25")
def test_the_first_legal_alternate_takes_the_place_of_a_target() -> None:
    at = table(
        "anna 10,10 rifle", "ben 30,10 npc=5", "cora 10,35 npc=5", "dan 10,38 npc=5", features=(("20,5,1,10", "sight"),)
    )
    told = act(*at, "anna: attack ben alternates=ben,dan,cora", dice=[1, 1])
    assert only(told, "attacked").target == "dan"
    assert who(*at, "anna").rounds[0] == 19


@pytest.mark.clause("FS3-6.25", "FS3-7.7")
@pytest.mark.parametrize("way", ["in", "out"])
def test_a_called_shot_at_who_gets_in_or_out_meanwhile_takes_the_first_alternate_or_fizzles(way: str) -> None:
    """The location called is not on the chart of what the target is by then."""
    place, line = (
        ("30,28", "ben: pass board=v1") if way == "in" else ("- in=v1", "ben: pass leave=yes leave_to=30,25.5")
    )
    called = "HD" if way == "in" else "BD"
    lines = ["anna 20,28 rifle", f"ben {place} team=2", "cora 25,28 team=2 npc=5"]
    vehicles = ["v1 interceptor 30,30", "v2 interceptor 22,40"]
    at = table(*lines, vehicles=vehicles)
    told = act(*at, f"anna: attack ben called={called}", line)
    assert only(told, "fizzled").why == "E-LOCATION" and who(*at, "anna").rounds[0] == 20
    at = table(*lines, "dan - in=v2 team=2", vehicles=vehicles)
    told = act(*at, f"anna: attack ben called={called} alternates=ben,dan,cora", line, dice=[1, 1])
    assert only(told, "attacked").target == ("cora" if way == "in" else "dan")


@pytest.mark.clause("FS3-6.25", "FS3-7.49", "FS3-7.46")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("anna: attack ben", "E-TARGET"),
        ("anna: attack ben alternates=dan", "E-TARGET"),
        ("anna: attack ben alternates=cora", "ok"),
        ("anna: attack nobody alternates=cora", "ok"),
        ("anna: attack cora alternates=ben", "ok"),
        ("anna: suppress ben alternates=cora", "ok"),
        ("anna: suppress ben alternates=ben", "E-TARGET"),
        ("anna: aim ben alternates=dan,cora", "ok"),
        ("anna: attack ben called=BD alternates=cora", "E-LOCATION"),
        ("anna: treat ben", "E-TARGET"),
        ("anna: treat ben alternates=eve", "ok"),
        ("anna: treat ben alternates=dan", "E-TARGET"),
    ],
)
def test_an_order_stands_as_long_as_an_alternate_is_a_legal_target(line: str, answer: str) -> None:
    at = table("anna 10,10 rifle", "ben 30,10 team=2 npc=5", "cora 10,35 team=2 npc=5", "dan 12,10", "eve 11,10")
    who(*at, "ben").status = state.REMOVED
    wound(*at, "eve", "Light")
    assert refused(*at, line) == answer


@pytest.mark.clause("FS3-6.25")
def test_of_a_target_that_has_left_the_alternate_is_attacked() -> None:
    at = table("anna 10,10 rifle", "ben 30,10 team=2 npc=5", "cora 10,35 team=2 npc=5")
    who(*at, "ben").status = state.REMOVED
    assert only(act(*at, "anna: attack ben alternates=cora", dice=[1, 1]), "attacked").target == "cora"


@pytest.mark.clause("FS3-6.25")
def test_a_fizzled_action_uses_no_round_and_says_why() -> None:
    at = table("anna 10,10 rifle", "ben 30,10 npc=5", features=(("20,5,1,10", "sight"),))
    told = act(*at, "anna: attack ben")
    assert only(told, "fizzled").action and who(*at, "anna").rounds[0] == 20


@pytest.mark.clause("FS3-7.49")
def test_of_several_targets_those_gone_are_replaced_or_dropped_before_bullets_are_divided() -> None:
    at = table(
        "anna 10,10 lmg_bipod",
        "ben 30,10 npc=5",
        "cora 10,35 npc=5",
        "dan 12,38 npc=5",
        features=(("20,5,1,10", "sight"),),
    )
    told = act(*at, "anna: suppress ben,cora alternates=cora,dan", dice=[1, 1, 1, 1])
    assert values(told, "suppressed", "target") == ["dan", "cora"]
    told = act(*at, "anna: full_auto ben,cora", dice=[1, 1] * 10)
    assert values(told, "fired", "bullets") == [10]


@pytest.mark.clause("FS3-6.26", "FS3-6.27", "FS3-13.1")
def test_who_was_shot_earlier_in_the_turn_still_acts_and_falls_at_its_end() -> None:
    at = table("anna 10,10 rifle", "ben 30,10 npc=5 rifle", "cora 30,30 npc=5")
    told = act(*at, "anna: attack ben", "ben: attack anna", dice=[60, 1, 4, 7, 100, 1, 1])
    assert values(told, "attacked", "unit") == ["anna", "ben"]
    assert who(*at, "ben").status == state.READY
    told = end_turn(*at, dice=[1])
    assert who(*at, "ben").status == state.REMOVED
    assert kinds(told)[:3] == ["took_knockout_roll", "knocked_out", "removed"]


@pytest.mark.clause("FS3-6.27", "FS3-7.36", "FS3-16.8", "FS3-7.11")
def test_what_the_end_of_a_turn_does() -> None:
    at = table("anna 10,10 rifle suppression=5 captive=2", "ben 11,10 npc=5 subduer=1", "cora 30,30 npc=5")
    one = who(*at, "anna")
    one.hurt, one.aim, one.aims, one.luck_kind, one.has_modified = 1, 2, 1, 1, 1
    wound(*at, "anna", "Critical")
    told = end_turn(*at, dice=[1])
    assert kinds(told)[:3] == ["took_knockout_roll", "knocked_out", "released"]
    assert (one.suppression, one.luck_kind, one.has_modified, one.captive) == (3, 0, 0, 0)


@pytest.mark.clause("FS3-19.21")
def test_a_vehicle_that_moved_is_one_that_moved_last_turn() -> None:
    at = table("anna - in=v1", "ben 50,30 npc=5", "cora 15,10", vehicles=("v1 interceptor 10,10",))
    do(*at, "anna: pass path=20,10", dice=[60, 40, 20])
    assert (at[1][0].vehicles[0].moved, at[1][0].vehicles[0].has_moved) == (0, 1)
    assert refused(*at, "cora: pass board=v1") == "E-STATE"
    do(*at, dice=[60, 40, 20])
    assert at[1][0].vehicles[0].has_moved == 0


# The Storyteller


@pytest.mark.clause("FS3-6.18", "FS3-22.1", "FS3-22.8")
def test_the_storyteller_begins_the_fight_and_goes_on_with_each_turn() -> None:
    at = table("anna 10,10", "ben 30,10 npc=5", storyteller=True)
    assert phase_of(at[1]) == "lobby"
    assert choices_of(*at, "storyteller") == ["begin_fight"]
    assert refused(*at, "anna: pass") == "E-STATE"
    assert refused(*at, "storyteller: next_turn") == "E-STATE"
    assert kinds(do(*at)) == ["turn_begun"]
    assert at[1][0].owing == 0b111
    assert choices_of(*at, "storyteller") == ["next_turn"]
    do(*at, dice=[60, 40])
    assert at[1][0].turn == 2


@pytest.mark.clause("FS3-21.1", "FS3-1.3")
def test_the_storyteller_alone_stops_a_fight() -> None:
    at = table("anna 10,10", "ben 30,10 npc=5", storyteller=True)
    assert refused(*at, "anna: stop") == "E-PERM"
    told = do_free(*at, "storyteller: stop")
    assert only(told, "fight_ended").why == "stopped"
    assert (at[1][0].winner, at[1][0].phase, at[1][0].owing) == (state.NO_WINNER, state.ENDED, 0)
    assert refused(*at, "storyteller: stop") == "E-STATE"


# Secrets


@pytest.mark.clause("FS3-6.16", "FS3-22.14")
def test_orders_are_hidden_until_they_are_revealed() -> None:
    at = table("anna 10,10 rifle luck=1 out", "ben 30,10 npc=5 rifle modifier=10", "cora 12,10 rifle", storyteller=True)
    do(*at)
    do(*at, "anna: recover", "ben: attack cora", "cora: pass")
    assert view_of(*at, "cora")[0].combatants[1].order.verb == 0
    assert view_of(*at, "cora")[0].combatants[2].order.verb != 0
    assert view_of(*at, "ben")[0].combatants[1].order.verb != 0
    assert view_of(*at, "storyteller").tobytes() == at[1].tobytes()
    assert view_of(*at, "ben")[0].combatants[1].modifier == 0
    at[0].tables[0].options.orders = 1
    assert view_of(*at, "cora")[0].combatants[1].order.verb != 0


@pytest.mark.clause("FS3-20.19", "FS3-6.24")
@pytest.mark.parametrize(("first", "dice"), (("", ()), (" act_first=yes", (1, 90))))
def test_who_leaves_over_an_exit_acts_no_more_unless_it_acts_first(first: str, dice: tuple[int, ...]) -> None:
    at = table("anna 57,10 rifle", "ben 30,10 npc=5", "cora 20,10", exits=2)
    found = kinds(act(*at, f"anna: attack ben path=60.01,10{first}", dice=dice))
    assert found == [*(["attacked", "fired_upon"] if first else []), "moved", "withdrew"]


@pytest.mark.clause("FS3-6.27", "FS3-7.27", "FS3-7.37")
def test_what_holds_for_a_turn_ends_with_it() -> None:
    at = table("anna 10,10 freed=1 lost_order=1 moved=1 place=2", "ben 30,10 npc=5", vehicles=("v1 interceptor 40,30",))
    at[1][0].vehicles[0].moved = 1
    end_turn(*at)
    anna, craft = who(*at, "anna"), at[1][0].vehicles[0]
    assert (anna.freed, anna.lost_order, anna.moved, anna.place) == (0, 0, 0, 0)
    assert (craft.has_moved, craft.moved) == (1, 0)
    end_turn(*at)
    assert not craft.has_moved, "it is the turn before that counts"


@pytest.mark.clause("FS3-20.19")
def test_a_path_beyond_an_exit_withdraws() -> None:
    at = table("anna 57,10", "ben 30,10 npc=5", "cora 20,10", exits=2)
    told = act(*at, "anna: pass path=60.01,10")
    assert kinds(told) == ["moved", "withdrew"]
    assert who(*at, "anna").status == state.WITHDRAWN
    end_turn(*at)
    assert refused(*at, "ben: attack anna weapon=unarmed") == "E-TARGET"
    assert refused(*at, "cora: pass path=20,-0.01") == "E-BLOCKED"
    assert place_of(*at, "cora") == (20, 10)
